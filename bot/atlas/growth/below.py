"""A way that passes above or below the rest of its level, to the middle of a room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.atlas.region import Passage, Place
from bot.atlas.shapes import Spot
from tables.destination import Wall

if TYPE_CHECKING:
    from bot.atlas.growth.opened import Opened

OUT = 1.5
"""Squares straight out of the door, to where it goes up or down."""

LADDER = 0.5
"""Squares from the middle of a room to where its ladder is stepped off."""


def pass_below(opened: Opened, room: Place, floor: int) -> None:
    """Lead the door to a ladder in the middle of a room, on another floor."""
    laying, way = opened.laying, opened.way
    out = way.line.moved(way.facing, OUT)
    turn = Spot(room.spot.x, out.y) if way.facing in (Wall.E, Wall.W) else Spot(out.x, room.spot.y)
    if room.id == way.at:
        turn = out
    points = tuple(dict.fromkeys((way.start, out, turn, room.spot)))
    stair = laying.put(Place(laying.next_id(), "stair", room.spot, stair="chimney", floor=floor))
    passage = laying.put(Passage(laying.next_id(), "side", points, (way.at, stair), floor=floor))
    step = (room.spot, room.spot.moved(Wall.N, LADDER))
    laying.put(Passage(laying.next_id(), "neck", step, (stair, room.id)))
    opened.lead_door(passage)
