"""What is drawn of a region, in squares of its page: floors, symbols and words. Nothing else is drawn.

The picture, the vector file and the legend are all made from this one value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.drawing.region.doors import door_signs
from bot.drawing.region.lanes import lane_mouth, lanes_of, mouth_lane
from bot.drawing.region.signs import mark_signs, mouths_of, pebbles
from bot.drawing.region.stairs import stair_labels, stair_signs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.atlas.region import Place, Region
    from bot.drawing.region.lanes import Lane, Mouth
    from bot.drawing.region.signs import Label, Sign

MOUTH_BACK, MOUTH_ON = 0.3, 0.42
"""Squares of floor inside and outside of a wall, where an open way on leaves it."""


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


def figure_of(region: Region) -> RegionFigure:
    """A region as shapes: all that its picture shows, and only that."""
    mouths, through = mouths_of(region)
    lanes = lanes_of(region, mouths)
    short = tuple(mouth_lane(mouth, MOUTH_BACK, MOUTH_ON) for mouth in through)
    rooms = tuple(region.rooms())
    signs = (*mark_signs(region), *stair_signs(region), *door_signs(region))
    return RegionFigure(
        rooms=tuple(room for room in rooms if not room.floor),
        lanes=(*(lane for lane in lanes if not lane.floor), *short),
        hidden_rooms=tuple(room for room in rooms if room.floor),
        hidden_lanes=tuple(lane for lane in lanes if lane.floor),
        mouths=(*mouths, *(lane_mouth(lane) for lane in short)),
        texture=tuple(pebbles(rooms, signs)),
        signs=signs,
        labels=tuple(stair_labels(region)),
    )


def symbols_shown(figure: RegionFigure) -> Sequence[str]:
    """The names of all symbols on a figure, each once."""
    return tuple(dict.fromkeys(sign.symbol for sign in figure.signs))
