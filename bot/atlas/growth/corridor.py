"""A new corridor, dug along the way that was found: its corners, what it crosses, and what its dice bring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.atlas.layout.crossings import roll_crossings
from bot.atlas.layout.ground import cells_along
from bot.atlas.layout.laying import Site
from bot.atlas.layout.opening import middle
from bot.atlas.layout.rolls import Shares
from bot.atlas.layout.walls import lay_walls, roll_walls
from bot.atlas.region import Passage, Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.atlas.growth.paths import Way
    from bot.atlas.layout.ground import Cell
    from bot.atlas.layout.laying import Laying
    from bot.atlas.layout.opening import Opening
    from bot.atlas.layout.rolls import Throws
    from bot.atlas.shapes import Spot

NEW_STAIRS = 1
"""Stairs that a new corridor may have."""


@dataclass(frozen=True, slots=True)
class Leg:
    """A straight piece of a way, and what it ends at: nothing for a corner, else a passage's number."""

    points: tuple[Spot, ...]
    meets: int


def dig_corridor(laying: Laying, way: Way, start: Opening, end: Spot) -> list[int]:
    """Dig a way; the numbers of its passages, the first one first.

    Args:
        laying: the region.
        way: as it was found.
        start: the doorway that it leaves by.
        end: a point inside what it leads to.
    """
    legs = list(_legs(way, start.start, end))
    dug: list[int] = []
    before = start.at
    for index, leg in enumerate(legs):
        if index == len(legs) - 1:
            after = way.goal.at
        else:
            after = leg.meets or laying.put(Place(laying.next_id(), "corner", leg.points[-1]))
        passage = laying.put(Passage(laying.next_id(), "side", leg.points, (before, after)))
        laying.ground.dig(cells_along(leg.points), passage)
        dug.append(passage)
        before = after
    return dug


def roll_corridor(laying: Laying, throws: Throws, dug: Sequence[int]) -> None:
    """Throw for every corner of a new corridor, and for both its walls every 60 feet."""
    passages = [laying.passages[number] for number in dug]
    ends = {number for passage in passages for number in passage.between}
    corners = [place for place in laying.places.values() if place.id in ends and place.kind == "corner"]
    fresh = [place for place in corners if place.junction is None]
    roll_crossings(laying, throws, fresh)
    passages = [laying.passages[number] for number in dug]
    # What lies behind its new doors is rolled when somebody opens them.
    site = Site(laying, throws, Shares(rooms=0, stairs=NEW_STAIRS))
    lay_walls(site, roll_walls(throws, passages))


def _legs(way: Way, start: Spot, end: Spot) -> Iterator[Leg]:
    """The straight pieces of a way, cut where it turns and where it crosses a corridor."""
    cells = way.cells
    points = [start]
    for index in range(1, len(cells) - 1):
        before, here, after = cells[index - 1], cells[index], cells[index + 1]
        crossing = _between(before, here)
        if crossing in way.crossed:
            yield Leg((points[-1], middle(crossing)), way.crossed[crossing])
            points.append(middle(crossing))
        if _step(before, here) != _step(here, after):
            yield Leg((points[-1], middle(here)), 0)
            points.append(middle(here))
    yield Leg((points[-1], end), 0)


def _between(one: Cell, other: Cell) -> Cell:
    return (one[0] + other[0]) // 2, (one[1] + other[1]) // 2


def _step(one: Cell, other: Cell) -> tuple[int, int]:
    across, down = other[0] - one[0], other[1] - one[1]
    return (across > 0) - (across < 0), (down > 0) - (down < 0)
