"""A door that leads in a direction: to a room there, to a new one, or out into a corridor."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import TYPE_CHECKING

from bot.atlas.growth.below import pass_below
from bot.atlas.growth.goals import (
    ROUGHLY,
    WALLS,
    Heading,
    openings_of_passages,
    openings_of_room,
    places_for_room,
    rooms_towards,
)
from bot.atlas.growth.opened import Led
from bot.atlas.growth.paths import Ways
from bot.atlas.layout.exits import FARTHEST_THROUGH, ahead_of, lay_exits, lead_through
from bot.atlas.layout.fitting import OVERLAP, beside, entrance_cell
from bot.atlas.layout.laying import Site
from bot.atlas.layout.opening import Opening, middle, put_room
from bot.atlas.layout.rolls import Shares
from bot.atlas.layout.terrain import Terrain
from bot.atlas.shapes import QUARTERS
from tables.destination import aim

if TYPE_CHECKING:
    from bot.atlas.growth.opened import Opened
    from bot.atlas.growth.paths import Way
    from bot.atlas.layout.fitting import Fit
    from tables.destination import Destination, Wall
    from tables.outcome import Outcome
    from tables.room_plan import RoomPlan

WORTH = 1.6
"""How many times as far the walk must be today for a second way to a room to be worth digging."""

MOST_ROOMS_TRIED = 3
"""Rooms that a way is looked for to."""

MOST_GOALS = 12
"""Places in corridors that a way may come out at."""


def lead_towards(opened: Opened, destination: Destination) -> Led | None:
    """The nearest fitting room in a direction, or a new one; failing that, a corridor there.

    The way leaves to the left or to the right as the dice said; where there is none, by any side.
    """
    heading = Heading(opened.middle(), float(aim(destination) or 0))
    rolled = opened.throws.room(exits=True)
    for route in dict.fromkeys((destination.route, None)):
        ways = Ways(Terrain(opened.laying.ground), opened.way, route)
        found = (
            _to_a_room(opened, heading, ways)
            or to_a_new_room(opened, heading, ways, rolled)
            or _to_a_corridor(opened, heading, ways)
        )
        if found is not None:
            return found
    return _straight_through(opened) or _below_to_a_room(opened, heading)


def _to_a_room(opened: Opened, heading: Heading, ways: Ways) -> Led | None:
    rooms = rooms_towards(opened.laying, heading, opened.way.at)[:MOST_ROOMS_TRIED]
    far = opened.walks() if rooms else {}
    for room in rooms:
        found = ways.find(openings_of_room(opened.laying, room.id))
        if found is not None and far.get(room.id, float("inf")) >= WORTH * found.length:
            opened.dig(found)
            return Led("room", room.id)
    return None


def to_a_new_room(opened: Opened, heading: Heading, ways: Ways, rolled: Outcome[RoomPlan]) -> Led | None:
    """A new room of the rolled size in a direction, and what it holds."""
    laying = opened.laying
    for fit, facing in places_for_room(laying, heading, rolled.value):
        goal = _entrance(fit, facing)
        found = _way_round(ways, goal, fit)
        if found is None:
            continue
        room = put_room(laying, fit, rolled.value)
        laying.because(room, rolled)
        opened.dig(replace(found, goal=replace(goal, at=room)))
        lay_exits(Site(laying, opened.throws, Shares(rooms=0, stairs=0)), (room,))
        laying.because(room, opened.throws.contents())
        return Led("new room", room)
    return None


def _entrance(fit: Fit, facing: Wall) -> Opening:
    """The doorway of a room that is not dug yet, seen from inside."""
    cell = entrance_cell(fit, facing)
    out = WALLS[(QUARTERS[facing] + 2) % 4]
    start = middle(cell).moved(facing, fit.depth + OVERLAP - 0.5)
    return Opening(0, start, middle(cell).moved(out, 0.5), beside(cell, out), out)


def _way_round(ways: Ways, goal: Opening, fit: Fit) -> Way | None:
    """A way to a room that is not dug yet, and not through it."""
    terrain, ground = ways.terrain, ways.terrain.ground
    left, top = fit.west - ground.west - 1, fit.north - ground.north - 1
    box = (slice(top, top + fit.height + 2), slice(left, left + fit.width + 2))
    kept = terrain.free[box].copy()
    terrain.free[box] = False
    try:
        return ways.find((goal,))
    finally:
        terrain.free[box] = kept


def _to_a_corridor(opened: Opened, heading: Heading, ways: Ways) -> Led | None:
    found = ways.find(openings_of_passages(opened.laying, heading, opened.way.at)[:MOST_GOALS])
    if found is None:
        return None
    opened.dig(found)
    return Led("corridor", found.goal.at)


def _straight_through(opened: Opened) -> Led | None:
    """What lies right behind the wall."""
    found = ahead_of(opened.laying, opened.way, FARTHEST_THROUGH)
    if found is None:
        return None
    opened.lead_door(lead_through(opened.laying, opened.way, found))
    return Led("room" if found.number in opened.laying.places else "corridor", found.number)


def _below_to_a_room(opened: Opened, heading: Heading) -> Led | None:
    """Where nothing fits on this floor: stairs behind the door, and a way below to a ladder in a room."""
    far, line = opened.walks(), opened.way.line
    for room in rooms_towards(opened.laying, heading, opened.way.at, ROUGHLY)[:MOST_ROOMS_TRIED]:
        length = hypot(room.spot.x - line.x, room.spot.y - line.y)
        if far.get(room.id, float("inf")) >= WORTH * length:
            pass_below(opened, room, -1)
            return Led("room", room.id, below=True)
    return None
