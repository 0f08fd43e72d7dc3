"""A region taken up again to go on laying it."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

from bot.atlas.layout.ground import Ground, cells_along
from bot.atlas.layout.laying import Laying

if TYPE_CHECKING:
    from bot.atlas.region import Place, Region

AROUND = 16
"""Squares round all floors into which a region may grow at a time."""


def taken_up(region: Region) -> Laying:
    """What there is in a region, on a page with space to grow on every side."""
    west, north, east, south = (floor(edge) for edge in region.box())
    ground = Ground(
        east - west + 2 * AROUND + 1, south - north + 2 * AROUND + 1, west - AROUND, north - AROUND
    )
    laying = Laying(
        ground=ground,
        places={place.id: place for place in region.places},
        passages={passage.id: passage for passage in region.passages},
        doors={door.id: door for door in region.doors},
        stubs={stub.id: stub for stub in region.stubs},
        marks={mark.id: mark for mark in region.marks},
    )
    things = (*region.places, *region.passages, *region.doors, *region.stubs, *region.marks)
    laying.last = max((thing.id for thing in things), default=0)
    for passage in sorted(region.passages, key=lambda each: each.id):
        if passage.floor == 0:
            ground.dig(cells_along(passage.points), passage.id)
    for room in region.rooms():
        if room.floor == 0:
            laying.boxes[room.id] = box_of_room(room)
            ground.dig_room(*laying.boxes[room.id], room.id)
    return laying


def box_of_room(room: Place) -> tuple[int, int, int, int]:
    """West, north, width and height of a room's box, in whole squares."""
    across, down = [spot.x for spot in room.outline], [spot.y for spot in room.outline]
    west, north = round(min(across)), round(min(down))
    return west, north, round(max(across)) - west, round(max(down)) - north
