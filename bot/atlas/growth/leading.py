"""What becomes of a door once it is known where it leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.atlas.growth.goals import WALLS, Heading, openings_of_room
from bot.atlas.growth.opened import Led
from bot.atlas.growth.paths import Ways
from bot.atlas.growth.returning import lead_back
from bot.atlas.growth.towards import lead_towards, to_a_new_room
from bot.atlas.layout.fitting import beside
from bot.atlas.layout.opening import middle, niche, side_passage
from bot.atlas.layout.terrain import Terrain
from bot.atlas.region import Mark, Passage, Place
from bot.atlas.shapes import QUARTERS
from tables.destination import Route

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.atlas.growth.opened import Opened
    from bot.atlas.layout.ground import Cell
    from tables.destination import Destination

TURN_AFTER = 2
"""Squares after which a dead end turns (seed 0)."""

TRAP_SIZE = 0.7
"""Squares across the mark of a false door's trap."""


def lead(opened: Opened, destination: Destination) -> Led:
    """Dig what a destination asks for; where it does not fit, the way goes on as far as it can."""
    return _KINDS[destination.kind](opened, destination) or _stopped(opened)


def _nowhere(opened: Opened, destination: Destination) -> Led:
    """A dead end as long as rolled that turns after two squares, as far as there is rock; or blank wall."""
    way, laying = opened.way, opened.laying
    cells: list[Cell] = []
    facing = way.facing
    for step in range(destination.length or 0):
        if step == TURN_AFTER:
            turn = {Route.LEFT: 3, Route.RIGHT: 1}.get(destination.turn or Route.STRAIGHT, 0)
            facing = WALLS[(QUARTERS[way.facing] + turn) % 4]
        cell = beside(cells[-1], facing) if cells else way.neck
        if not _is_clear(opened, cell, first=not cells):
            break
        cells.append(cell)
    if not cells:
        laying.stubs.pop(opened.stub.id)
        return Led("blank wall")
    if len(cells) <= TURN_AFTER:
        facing = way.facing
    corner = middle(cells[min(len(cells), TURN_AFTER) - 1])
    points = dict.fromkeys((way.start, corner, middle(cells[-1]).moved(facing, 0.5)))
    passage = laying.put(Passage(laying.next_id(), "side", tuple(points), (way.at, 0)))
    laying.ground.dig(cells, passage)
    opened.lead_door(passage)
    return Led("dead end", passage)


def _is_clear(opened: Opened, cell: Cell, *, first: bool) -> bool:
    """Whether a square and those round it are rock, but for what the first one leaves behind."""
    ground = opened.laying.ground
    known = (opened.way.at,) if first else ()
    return ground.inside(cell) and not ground.strangers(*cell, 1, 1, known)


def _stairs(opened: Opened, destination: Destination) -> Led | None:
    """Stairs to another level, or out."""
    laying = opened.laying
    found = niche(laying, opened.way)
    if found is None:
        return None
    passage, spot = found
    up = destination.kind == "exit" or destination.sense == "up" or (destination.offset or 0) < 0
    stair = Place(
        laying.next_id(), "stair", spot, stair="stairs up" if up else "stairs down", levels=-1 if up else 1
    )
    laying.join(passage, laying.put(stair))
    opened.lead_door(passage)
    if destination.kind != "exit":
        return Led("stairs", stair.id)
    laying.put(Mark(laying.next_id(), "entrance", spot, stair.id))
    return Led("way out", stair.id)


def _false_door(opened: Opened, destination: Destination) -> Led:
    """Nothing behind it but a trap."""
    del destination
    laying = opened.laying
    laying.stubs.pop(opened.stub.id)
    laying.put(Mark(laying.next_id(), "trap", opened.way.line, opened.way.at, TRAP_SIZE))
    return Led("false door")


def _to_a_number(opened: Opened, destination: Destination) -> Led | None:
    """The room of a number; a new one where there is none of it."""
    places = opened.laying.places.values()
    wanted = next((place for place in places if place.number == str(destination.room)), None)
    ways = Ways(Terrain(opened.laying.ground), opened.way, None)
    if wanted is not None and wanted.id != opened.way.at:
        found = ways.find(openings_of_room(opened.laying, wanted.id))
        if found is not None:
            opened.dig(found)
            return Led("room", wanted.id)
    ahead = Heading(opened.middle(), float(QUARTERS[opened.way.facing] * 90))
    return to_a_new_room(opened, ahead, ways, opened.throws.room(exits=True))


_KINDS: Mapping[str, Callable[[Opened, Destination], Led | None]] = {
    "direction": lead_towards,
    "return": lead_back,
    "nowhere": _nowhere,
    "room": _to_a_number,
    "level": _stairs,
    "exit": _stairs,
    "trap": _false_door,
}


def _stopped(opened: Opened) -> Led:
    """A passage as far as there is rock, from whose end the way goes on later; else the door stays shut."""
    if opened.stub.kind != "passage" or opened.stub.at not in opened.laying.passages:
        passage = side_passage(opened.laying, opened.way, None)
        if passage is not None:
            opened.lead_door(passage)
            return Led("stub", passage)
    return Led("stub")
