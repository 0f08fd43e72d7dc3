"""What is drawn of a region, in squares of its page: floors, symbols and words. Nothing else is drawn.

The picture, the vector file and the legend are all made from this one value.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.drawing.region.doors import door_signs
from bot.drawing.region.lanes import lane_mouth, lanes_of, mouth_lane, neck_to
from bot.drawing.region.signs import mark_signs, mouths_of, pebbles
from bot.drawing.region.stairs import stair_labels, stair_signs

if TYPE_CHECKING:
    from bot.atlas.region import Place, Region
    from bot.atlas.shapes import Box, Spot
    from bot.drawing.region.lanes import Lane, Mouth
    from bot.drawing.region.signs import Label, Sign

MOUTH_BACK, MOUTH_ON = 0.3, 0.42
"""Squares of floor inside and outside of a wall, where an open way on leaves it."""


BEYOND = 3.0
"""Squares outside of a part of the map within which things are looked at for it."""


@dataclass(frozen=True, slots=True)
class RegionFigure:
    """A region as shapes.

    Attributes:
        rooms: the rooms of the page's own floor.
        lanes: the floors of its passages.
        hidden_rooms, hidden_lanes: what lies above or below, which is dashed.
        mouths: where passages lead on into what has not been laid.
        texture: stones and cracks on the floors of rooms.
        signs: symbols, in the order in which they are painted.
        labels: words beside stairs.
    """

    rooms: tuple[Place, ...]
    lanes: tuple[Lane, ...]
    hidden_rooms: tuple[Place, ...]
    hidden_lanes: tuple[Lane, ...]
    mouths: tuple[Mouth, ...]
    texture: tuple[Sign, ...]
    signs: tuple[Sign, ...]
    labels: tuple[Label, ...]


def part_of(region: Region, box: Box) -> Region:
    """What of a region lies in a rectangle or so near to it that it is seen from there."""
    west, north, east, south = box[0] - BEYOND, box[1] - BEYOND, box[2] + BEYOND, box[3] + BEYOND

    def near(*spots: Spot) -> bool:
        return (
            max(spot.x for spot in spots) > west
            and min(spot.x for spot in spots) < east
            and max(spot.y for spot in spots) > north
            and min(spot.y for spot in spots) < south
        )

    return replace(
        region,
        places=tuple(place for place in region.places if near(place.spot, *place.outline)),
        passages=tuple(passage for passage in region.passages if near(*passage.points)),
        doors=tuple(door for door in region.doors if near(door.spot)),
        stubs=tuple(stub for stub in region.stubs if near(stub.spot)),
        marks=tuple(mark for mark in region.marks if near(mark.spot)),
    )


def figure_of(region: Region) -> RegionFigure:
    """A region as shapes: all that its picture shows, and only that."""
    mouths, through = mouths_of(region)
    lanes = lanes_of(region, mouths)
    short = tuple(mouth_lane(mouth, MOUTH_BACK, MOUTH_ON) for mouth in through)
    necks = [neck_to(region, door) for door in region.doors if not door.passage]
    rooms = tuple(region.rooms())
    signs = (*mark_signs(region), *stair_signs(region), *door_signs(region))
    return RegionFigure(
        rooms=tuple(room for room in rooms if not room.floor),
        lanes=(*(lane for lane in lanes if not lane.floor), *short, *filter(None, necks)),
        hidden_rooms=tuple(room for room in rooms if room.floor),
        hidden_lanes=tuple(lane for lane in lanes if lane.floor),
        mouths=(*mouths, *(lane_mouth(lane) for lane in short)),
        texture=tuple(pebbles([room for room in rooms if not room.floor], signs)),
        signs=signs,
        labels=tuple(stair_labels(region)),
    )
