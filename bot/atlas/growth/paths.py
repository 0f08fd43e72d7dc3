"""The way of a new corridor: by real path finding that keeps a square of rock from everything.

A corridor crosses another only straight and at a right angle, where that one runs straight too.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise
from typing import TYPE_CHECKING

from bot.atlas.layout.fitting import beside
from bot.atlas.layout.ground import ROCK
from bot.atlas.shapes import STEPS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.atlas.layout.ground import Cell
    from bot.atlas.layout.opening import Opening
    from bot.atlas.layout.terrain import Terrain
    from tables.destination import Route

TURN = 2.5
"""What a turn costs, in squares."""

HUGGING = 0.7
"""What each square within two of a floor costs beside its own: corridors do not run along walls."""

EAGER = 1.25
"""How much more what is left counts than what was walked: a little longer ways, found in half the time."""

CROSSING = 6.0
"""What crossing a corridor costs beside its squares."""

MOST_STEPS = 2_500
"""Squares and headings that are looked at for one way."""

WALLS = tuple(STEPS)


@dataclass(frozen=True, slots=True)
class Way:
    """A way that was found.

    Attributes:
        cells: its squares in order, from the first square of rock behind the door to the last one
            before what it leads to.
        crossed: the numbers of the passages that it crosses, by the square of the crossing.
        goal: the opening that it ends at.
        length: squares walked.
    """

    cells: tuple[Cell, ...]
    crossed: Mapping[Cell, int]
    goal: Opening

    @property
    def length(self) -> int:
        """Squares from its first to its last."""
        first, last = 0, len(self.cells) - 1
        return sum(
            abs(self.cells[i + 1][0] - self.cells[i][0]) + abs(self.cells[i + 1][1] - self.cells[i][1])
            for i in range(first, last)
        )


class Ways:
    """Looks for ways from one door; what cannot be reached is found out once."""

    def __init__(self, terrain: Terrain, start: Opening, route: Route | None) -> None:
        """Look from ``start``; to the left or to the right where the dice said so."""
        self.terrain = terrain
        self._out = terrain.out_of(start)
        self._facing = WALLS.index(start.facing)
        self._barrier = terrain.barrier(start, route)
        self._reached: set[Cell] | None = None

    def find(self, goals: Sequence[Opening]) -> Way | None:
        """The cheapest way to one of several openings."""
        ends = {beside(goal.neck, goal.facing): goal for goal in reversed(goals)}
        ends = {cell: goal for cell, goal in ends.items() if self._may_reach(cell)}
        if not ends or not self._out:
            return None
        search = _Search(self.terrain, ends, self._barrier)
        found = search.run(self._out[:-1], self._out[-1], self._facing)
        if found is None and self._reached is None:
            self._reached = search.reached(self._out[-1])
        return found

    def _may_reach(self, cell: Cell) -> bool:
        return self.terrain.is_free(cell) and (self._reached is None or cell in self._reached)


class _Search:
    """One search over squares and the ways somebody faces there.

    It looks at tens of thousands of squares in play, so squares are places in one flat row of the page
    and a state is four times such a place and the way faced: no objects are made on the way.
    """

    def __init__(self, terrain: Terrain, ends: Mapping[Cell, Opening], barrier: frozenset[Cell]) -> None:
        ground = terrain.ground
        self.terrain = terrain
        self.width = ground.width
        self.offsets = (-self.width, 1, self.width, -1)
        self.free = terrain.free.tobytes()
        self.near = terrain.near.tobytes()
        self.barrier = {self._place(cell) for cell in barrier if ground.inside(cell)}
        self.ends = {self._place(cell): goal for cell, goal in ends.items()}
        columns = [place % self.width for place in self.ends]
        rows = [place // self.width for place in self.ends]
        self.west, self.east, self.north, self.south = min(columns), max(columns), min(rows), max(rows)

    def run(self, out: tuple[Cell, ...], first: Cell, facing: int) -> Way | None:
        """The cheapest way from a square that is come to facing one way."""
        start = self._place(first) * 4 + facing
        cost = {start: 0.0}
        before: dict[int, int] = {}
        queue: list[tuple[float, int]] = [(self._left(start >> 2), start)]
        done: set[int] = set()
        while queue and len(done) < MOST_STEPS:
            _, state = heappop(queue)
            if state in done:
                continue
            done.add(state)
            place = state >> 2
            if place in self.ends and self._arrives(state):
                return self._way(out, state, before)
            here = cost[state]
            for after, price in self._from(place, state & 3):
                total = here + price
                if total < cost.get(after, _FAR):
                    cost[after] = total
                    before[after] = state
                    heappush(queue, (total + self._left(after >> 2), after))
        return None

    def reached(self, first: Cell) -> set[Cell]:
        """Every square that can be come to, whatever the price."""
        start = self._place(first)
        seen, edge = {start}, [start]
        while edge:
            place = edge.pop()
            for heading, offset in enumerate(self.offsets):
                ahead = place + offset
                if not self.free[ahead]:
                    if not self._crosses(place, heading):
                        continue
                    ahead = place + 4 * offset
                if ahead not in seen and ahead not in self.barrier:
                    seen.add(ahead)
                    edge.append(ahead)
        return {self._cell(place) for place in seen}

    def _arrives(self, state: int) -> bool:
        """Whether somebody who stands there can go on into the goal without turning back."""
        goal = self.ends[state >> 2]
        return (state & 3) != WALLS.index(goal.facing)

    def _from(self, place: int, heading: int) -> list[tuple[int, float]]:
        """The states that can be come to next, and what each costs."""
        found: list[tuple[int, float]] = []
        for turn in (0, 1, 3):
            facing = (heading + turn) & 3
            ahead = place + self.offsets[facing]
            if self.free[ahead]:
                if ahead not in self.barrier:
                    price = (1 + HUGGING if self.near[ahead] else 1.0) + (TURN if turn else 0.0)
                    found.append((ahead * 4 + facing, price))
            elif not turn and self._crosses(place, facing):
                beyond = place + 4 * self.offsets[facing]
                if beyond not in self.barrier:
                    found.append((beyond * 4 + facing, CROSSING + 4))
        return found

    def _crosses(self, place: int, heading: int) -> bool:
        """Whether a plain corridor lies two squares ahead, straight across, with rock on both sides of it."""
        ground, cell, facing = self.terrain.ground, self._cell(place), WALLS[heading]
        over = beside(cell, facing, 2)
        number = ground.at(over)
        if number == ROCK or not self.terrain.is_free(beside(cell, facing, 4)):
            return False
        if ground.at(beside(cell, facing)) != ROCK or ground.at(beside(cell, facing, 3)) != ROCK:
            return False
        across, down = STEPS[facing]
        along = [(over[0] + down * far, over[1] + across * far) for far in (-2, -1, 1, 2)]
        walls = [(x + across * far, y + down * far) for x, y in along for far in (-1, 1)]
        return all(ground.at(each) == number for each in along) and all(
            ground.at(each) == ROCK for each in walls
        )

    def _left(self, place: int) -> float:
        """What is still to be walked to the box round all ends."""
        row, column = divmod(place, self.width)
        left = 0
        if column < self.west:
            left = self.west - column
        elif column > self.east:
            left = column - self.east
        if row < self.north:
            left += self.north - row
        elif row > self.south:
            left += row - self.south
        return EAGER * left

    def _way(self, out: tuple[Cell, ...], state: int, before: Mapping[int, int]) -> Way:
        goal = self.ends[state >> 2]
        cells = [goal.neck, self._cell(state >> 2)]
        while state in before:
            state = before[state]
            cells.append(self._cell(state >> 2))
        cells.extend(reversed(out))
        cells.reverse()
        crossed: dict[Cell, int] = {}
        for one, other in pairwise(cells):
            if abs(other[0] - one[0]) + abs(other[1] - one[1]) > 1:
                middle = ((one[0] + other[0]) // 2, (one[1] + other[1]) // 2)
                crossed[middle] = self.terrain.ground.at(middle)
        return Way(tuple(cells), crossed, goal)

    def _place(self, cell: Cell) -> int:
        ground = self.terrain.ground
        return (cell[1] - ground.north) * self.width + cell[0] - ground.west

    def _cell(self, place: int) -> Cell:
        row, column = divmod(place, self.width)
        return column + self.terrain.ground.west, row + self.terrain.ground.north


_FAR = float("inf")
