"""Where a corridor may be dug: rock with rock round it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.atlas.layout.fitting import beside
from bot.atlas.layout.ground import ROCK
from bot.atlas.shapes import STEPS
from tables.destination import Route

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from bot.atlas.layout.ground import Cell, Ground
    from bot.atlas.layout.opening import Opening

STRAIGHT_OUT = 3
"""Squares straight out of a slanting wall at most."""

SPACE = 14
"""Free squares outside a door at least, so that a way can leave it."""

WALLS = tuple(STEPS)


class Terrain:
    """Which squares a corridor may be dug through, for a page as it is now."""

    def __init__(self, ground: Ground) -> None:
        """Look at the page once for all ways that are looked for."""
        self.ground = ground
        floor = ground.cells != ROCK
        self.free: npt.NDArray[np.bool_] = ~_grown(floor, 1)
        self.free[0, :] = self.free[-1, :] = self.free[:, 0] = self.free[:, -1] = False
        self.near: npt.NDArray[np.bool_] = _grown(floor, 2)

    def is_free(self, cell: Cell) -> bool:
        """Whether a square and those round it are rock, and it is on the page."""
        x, y = cell[0] - self.ground.west, cell[1] - self.ground.north
        inside = 0 <= x < self.ground.width and 0 <= y < self.ground.height
        return inside and bool(self.free[y, x])

    def out_of(self, start: Opening) -> tuple[Cell, ...]:
        """The squares straight out of a door to the first free one; none where something is in the way.

        Out of a slanting wall it takes a few.
        """
        cells = [start.neck]
        for _ in range(STRAIGHT_OUT):
            cells.append(beside(cells[-1], start.facing))
            if self.is_free(cells[-1]):
                return tuple(cells)
            if self.ground.at(cells[-1]) != ROCK or self.ground.beside_others(cells[-1], start.at):
                return ()
        return ()

    def barrier(self, start: Opening, route: Route | None) -> frozenset[Cell]:
        """The squares that a way must not cross so that it leaves to the left or to the right.

        They run from beside the first square of the way outwards to the edge of the page: on the
        right for a way to the left, which may then only come round behind what it leaves.
        """
        if route not in (Route.LEFT, Route.RIGHT):
            return frozenset()
        turn = 1 if route is Route.LEFT else -1
        aside = WALLS[(WALLS.index(start.facing) + turn) % 4]
        first = beside(beside(start.neck, start.facing), aside)
        longest = max(self.ground.width, self.ground.height)
        ray = [beside(first, start.facing, far) for far in range(longest)]
        return frozenset((*ray, beside(start.neck, aside)))

    def has_space(self, start: Opening) -> bool:
        """Whether a corridor can leave a door and go on for a while."""
        out = self.out_of(start)
        if not out:
            return False
        seen, edge = {out[-1]}, [out[-1]]
        while edge and len(seen) < SPACE:
            cell = edge.pop()
            for facing in WALLS:
                ahead = beside(cell, facing)
                if ahead not in seen and self.is_free(ahead):
                    seen.add(ahead)
                    edge.append(ahead)
        return len(seen) >= SPACE


def _grown(floor: npt.NDArray[np.bool_], reach: int) -> npt.NDArray[np.bool_]:
    """All squares within so many of a floor, along rows, columns and slants."""
    grown = floor.copy()
    for _ in range(reach):
        wider = grown.copy()
        wider[1:] |= grown[:-1]
        wider[:-1] |= grown[1:]
        tall = wider.copy()
        wider[:, 1:] |= tall[:, :-1]
        wider[:, :-1] |= tall[:, 1:]
        grown = wider
    return grown
