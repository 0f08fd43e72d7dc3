"""Both walls of every passage of the letters, every 60 feet: what the dice say, and what is laid for it."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, sqrt
from typing import TYPE_CHECKING

from bot.atlas.layout.crossings import cell_of
from bot.atlas.layout.exits import lay_exits
from bot.atlas.layout.lines import length_of, point_along
from bot.atlas.layout.opening import (
    closed_door,
    compass_of,
    niche,
    opening,
    room_behind,
    side_passage,
    slanting_passage,
)
from bot.atlas.region import Mark, Place, Stub
from bot.atlas.shapes import STEPS, Spot
from tables.destination import Compass, Wall

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.atlas.layout.laying import Laying, Site
    from bot.atlas.layout.opening import Opening
    from bot.atlas.layout.rolls import Throws
    from bot.atlas.region import Passage, StairKind
    from tables.outcome import Outcome
    from tables.room_plan import RoomPlan

STRETCH = 6
"""Squares of a passage, 60 feet, after which both its walls are checked."""

SHIFTS = (0, 1, -1, 2, -2)
"""Squares along the passage that what was rolled may move to where it fits."""

SLANTING_HALF = 0.5 * sqrt(0.5)
"""Squares along each axis from the middle of a slanting passage to its wall."""

APART = 2
"""Squares between two doors side by side."""

STAIRS: dict[str, tuple[StairKind, int]] = {
    "down-1": ("stairs down", 1),
    "down-2": ("stairs down", 2),
    "down-3": ("stairs down", 3),
    "down-1-chamber": ("stairs down", 1),
    "up-1": ("stairs up", -1),
    "up-dead-end": ("stairs up", 0),
    "down-dead-end": ("stairs down", 0),
    "chimney-up-1": ("chimney", -1),
    "chimney-up-2": ("chimney", -2),
    "chimney-down-2": ("chimney", 2),
    "trapdoor-1": ("trapdoor", 1),
    "trapdoor-2": ("trapdoor", 2),
    "up-1-down-2": ("both", 1),
}
"""What each row of the stairs' table is on the map: which stair, and how many levels down it ends."""


@dataclass(frozen=True, slots=True)
class Check:
    """One throw for one wall.

    Attributes:
        passage: the number of the passage.
        along: squares from its start.
        side: -1 for the wall on the left of somebody who walks from its start, 1 for the right.
        rolled: what came.
        order: how near the checks of a passage are to its start; the nearest are laid first.
    """

    passage: int
    along: float
    side: int
    rolled: Outcome[str]
    order: int


def roll_walls(throws: Throws, passages: Iterable[Passage]) -> list[Check]:
    """Throw for both walls of passages, left first, in the middle of each 60 feet."""
    found: list[Check] = []
    for passage in passages:
        length = length_of(passage.points)
        count = round(length / STRETCH)
        for index in range(count):
            for side, name in ((-1, "left"), (1, "right")):
                rolled = throws.wall(name)
                found.append(Check(passage.id, (index + 0.5) * length / count, side, rolled, index))
    return found


def lay_walls(site: Site, checks: Sequence[Check]) -> None:
    """Lay what the walls hold: first what is nearest to the start of each passage, all round the page."""
    for check in sorted(checks, key=lambda each: each.order):
        before = site.laying.last
        _LAYERS.get(check.rolled.value, _blank)(site, check)
        lay_exits(site, site.laying.rooms_after(before))


def _blank(site: Site, check: Check) -> None:
    del site, check


def _door(site: Site, check: Check) -> None:
    _doors(site, check, 1)


def _pair(site: Site, check: Check) -> None:
    _doors(site, check, 2)


def _doors(site: Site, check: Check, count: int) -> None:
    """One door or two side by side, each with a room of its own or shut."""
    taken: list[Opening] = []
    for _ in range(count):
        ways = [way for way in openings(site.laying, check) if _apart(way, taken)]
        found = _lay_door(site, check, ways, secret=False)
        if found is not None:
            taken.append(found)


def _secret(site: Site, check: Check) -> None:
    _lay_door(site, check, list(openings(site.laying, check)), secret=True)


def _lay_door(site: Site, check: Check, ways: Sequence[Opening], *, secret: bool) -> Opening | None:
    """A door in the first opening behind which the room that is rolled fits; else one that stays shut."""
    laying, kind = site.laying, site.throws.door()
    if not ways:
        return None
    if site.shares.rooms:
        rolled = site.throws.room(exits=True)
        for way in ways:
            room = room_behind(laying, way, rolled.value, kind.value, secret=secret)
            if room is not None:
                site.shares.rooms -= 1
                laying.because(room, check.rolled, rolled, kind)
                return way
    laying.because(closed_door(laying, ways[0], kind.value, secret=secret), check.rolled, kind)
    return ways[0]


def _passage(site: Site, check: Check) -> None:
    rolled = site.throws.room(exits=True) if site.shares.rooms else None
    for way in openings(site.laying, check):
        passage = side_passage(site.laying, way, rolled and rolled.value)
        if passage is not None:
            site.laying.because(passage, check.rolled)
            _note_room(site, passage, check, rolled)
            return


def _note_room(site: Site, passage: int, check: Check, rolled: Outcome[RoomPlan] | None) -> None:
    room = site.laying.passages[passage].between[1]
    if room and rolled is not None:
        site.shares.rooms -= 1
        site.laying.because(room, check.rolled, rolled)


def _diagonals(site: Site, check: Check) -> None:
    """Two passages at a slant; out of a slanting passage they run along the row and the column."""
    passage = site.laying.passages[check.passage]
    spot, step = point_along(passage.points, check.along)
    siblings = [check.passage]
    for sense in (1, -1):
        rolled = site.throws.room(exits=True) if site.shares.rooms else None
        plan = rolled and rolled.value
        if 0 in step:
            aside = _aside(step, check.side)
            lean = (step[0] * sense + aside[0], step[1] * sense + aside[1])
            found = slanting_passage(site.laying, siblings, cell_of(spot), lean, plan)
        else:
            found = _along_an_axis(site.laying, check, sense, plan)
        if found is not None:
            siblings.append(found)
            site.laying.because(found, check.rolled)
            _note_room(site, found, check, rolled)


def _along_an_axis(laying: Laying, check: Check, sense: int, plan: RoomPlan | None) -> int | None:
    for way in openings(laying, check):
        if (way.facing in (Wall.N, Wall.S)) == (sense == 1):
            found = side_passage(laying, way, plan)
            if found is not None:
                return found
    return None


def _blocked(site: Site, check: Check) -> None:
    laying = site.laying
    for way in openings(laying, check):
        found = niche(laying, way)
        if found is not None:
            passage, spot = found
            facing = Compass(way.facing)
            laying.put(Mark(laying.next_id(), "rubble", spot, passage))
            laying.put(Stub(laying.next_id(), "blocked", spot.moved(way.facing, 0.5), facing, passage))
            laying.because(passage, check.rolled)
            return


def _stairs(site: Site, check: Check) -> None:
    if not site.shares.stairs:
        return
    laying, rolled = site.laying, site.throws.stairs()
    for way in openings(laying, check):
        found = niche(laying, way)
        if found is not None:
            passage, spot = found
            kind, levels = STAIRS[str(rolled.value)]
            stair = laying.put(Place(laying.next_id(), "stair", spot, stair=kind, levels=levels))
            laying.join(passage, stair)
            laying.because(stair, check.rolled, rolled)
            site.shares.stairs -= 1
            return


_LAYERS = {
    "secret": _secret,
    "passage": _passage,
    "diagonals": _diagonals,
    "blocked": _blocked,
    "door": _door,
    "doors": _pair,
    "stairs": _stairs,
}


def openings(laying: Laying, check: Check) -> Iterator[Opening]:
    """Where a way can leave the wall that was thrown for, the most exact place first."""
    for shift in SHIFTS:
        for way in openings_at(laying, laying.passages[check.passage], check.along + shift, check.side):
            if not _taken(laying, way):
                yield way


def openings_at(laying: Laying, passage: Passage, along: float, side: int) -> Iterator[Opening]:
    """Where a way can leave one wall of a passage, so many squares along it: two ways where it slants."""
    if 1 <= along <= length_of(passage.points) - 1:
        spot, step = point_along(passage.points, along)
        slant = None if 0 in step else _slant(spot, step, side)
        for facing in _facings(step, side):
            way = opening(laying, passage.id, cell_of(spot), facing, slant)
            if way is not None:
                yield way


def _slant(spot: Spot, step: tuple[int, int], side: int) -> tuple[Spot, Compass]:
    """The middle of a door on the wall of a slanting passage, and the way it faces."""
    across, down = _aside(step, side)
    return Spot(spot.x + across * SLANTING_HALF, spot.y + down * SLANTING_HALF), compass_of((across, down))


def _taken(laying: Laying, way: Opening) -> bool:
    """Whether a door stands there already, or right beside."""
    spots = (way.shut[0], way.door)
    return any(
        hypot(door.spot.x - spot.x, door.spot.y - spot.y) < APART
        for door in laying.doors.values()
        if door.at == way.at
        for spot in spots
    )


def _apart(way: Opening, taken: Sequence[Opening]) -> bool:
    return all(hypot(way.line.x - other.line.x, way.line.y - other.line.y) >= APART for other in taken)


def _facings(step: tuple[int, int], side: int) -> tuple[Wall, ...]:
    """The ways out of a wall: one of a straight passage, two of a slanting one."""
    across, down = _aside(step, side)
    by_step = {each: wall for wall, each in STEPS.items()}
    if 0 in step:
        return (by_step[across, down],)
    return by_step[across, 0], by_step[0, down]


def _aside(step: tuple[int, int], side: int) -> tuple[int, int]:
    """The way to the left (-1) or the right (1) of somebody who walks in a direction."""
    return -step[1] * side, step[0] * side
