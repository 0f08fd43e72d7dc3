"""A way that passes above or below the rest of its level, to the middle of a room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.atlas.region import Passage, Place
from bot.atlas.shapes import STEPS, Spot
from tables.destination import Wall

if TYPE_CHECKING:
    from bot.atlas.growth.opened import Opened
    from bot.atlas.layout.opening import Opening

WALLS = tuple(STEPS)

OUT = 1.5
"""Squares straight out of the door, to where it goes up or down."""

ASIDE = 2.0
"""Squares that it goes aside to come back past its own door."""

LADDER = 0.5
"""Squares from the middle of a room to where its ladder is stepped off."""


def pass_below(opened: Opened, room: Place, floor: int) -> None:
    """Lead the door to a ladder in the middle of a room, on another floor."""
    laying, way = opened.laying, opened.way
    points = tuple(dict.fromkeys((way.start, *_turns(way, room.spot), room.spot)))
    stair = laying.put(Place(laying.next_id(), "stair", room.spot, stair="chimney", floor=floor))
    passage = laying.put(Passage(laying.next_id(), "side", points, (way.at, stair), floor=floor))
    step = (room.spot, room.spot.moved(Wall.N, LADDER))
    laying.put(Passage(laying.next_id(), "neck", step, (stair, room.id)))
    opened.lead_door(passage)


def _turns(way: Opening, goal: Spot) -> tuple[Spot, ...]:
    """Where the way turns: once towards what lies ahead, twice round to what lies behind its door."""
    out = way.line.moved(way.facing, OUT)
    across, down = STEPS[way.facing]
    ahead = (goal.x - out.x) * across + (goal.y - out.y) * down
    side = WALLS[(WALLS.index(way.facing) + 1) % 4]
    right = (goal.x - out.x) * STEPS[side][0] + (goal.y - out.y) * STEPS[side][1]
    straight_on = Spot(out.x, goal.y) if across == 0 else Spot(goal.x, out.y)
    aside_first = Spot(goal.x, out.y) if across == 0 else Spot(out.x, goal.y)
    if ahead >= 0:
        return out, straight_on
    if abs(right) >= ASIDE:
        return out, aside_first
    first = out.moved(side, ASIDE if right >= 0 else -ASIDE)
    return out, first, Spot(first.x, goal.y) if across == 0 else Spot(goal.x, first.y)
