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
    from tables.destination import Route, Wall

TURN = 2.5
"""What a turn costs, in squares."""

CROSSING = 6.0
"""What crossing a corridor costs beside its squares."""

MOST_STEPS = 6_000
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


@dataclass(slots=True)
class _Search:
    """One search; a state is a square and the way somebody faces there."""

    terrain: Terrain
    ends: dict[Cell, Opening]
    barrier: frozenset[Cell]

    def run(self, out: tuple[Cell, ...], first: Cell, facing: int) -> Way | None:
        start = (first, facing)
        cost = {start: 0.0}
        before: dict[tuple[Cell, int], tuple[Cell, int]] = {}
        queue = [(self._left(first), 0, start)]
        done: set[tuple[Cell, int]] = set()
        steps = 0
        while queue and steps < MOST_STEPS:
            _, _, state = heappop(queue)
            if state in done:
                continue
            done.add(state)
            steps += 1
            cell, heading = state
            if cell in self.ends and self._arrives(state):
                return self._way(out, state, before)
            for there, turned, price in self._from(cell, heading):
                total = cost[state] + price
                after = (there, turned)
                if total < cost.get(after, float("inf")):
                    cost[after] = total
                    before[after] = state
                    heappush(queue, (total + self._left(there), steps, after))
        return None

    def reached(self, first: Cell) -> set[Cell]:
        """Every square that can be come to, whatever the price."""
        seen, edge = {first}, [first]
        while edge:
            cell = edge.pop()
            for heading in range(4):
                facing = WALLS[heading]
                ahead = beside(cell, facing)
                if not self.terrain.is_free(ahead):
                    if not self._crosses(cell, facing):
                        continue
                    ahead = beside(cell, facing, 4)
                if ahead not in seen and ahead not in self.barrier:
                    seen.add(ahead)
                    edge.append(ahead)
        return seen

    def _arrives(self, state: tuple[Cell, int]) -> bool:
        """Whether somebody who stands there can go on into the goal without turning back."""
        goal = self.ends[state[0]]
        return (state[1] - WALLS.index(goal.facing)) % 4 != 0

    def _from(self, cell: Cell, heading: int) -> list[tuple[Cell, int, float]]:
        """The squares that can be reached next, with the way one faces there and what it costs."""
        found: list[tuple[Cell, int, float]] = []
        for turn in (0, 1, 3):
            facing = WALLS[(heading + turn) % 4]
            ahead = beside(cell, facing)
            price = TURN if turn else 0.0
            if self.terrain.is_free(ahead):
                if ahead not in self.barrier:
                    found.append((ahead, (heading + turn) % 4, price + self.terrain.cost(ahead)))
            elif turn == 0:
                beyond = beside(cell, facing, 4)
                if self._crosses(cell, facing) and beyond not in self.barrier:
                    found.append((beyond, heading, CROSSING + 4))
        return found

    def _crosses(self, cell: Cell, facing: Wall) -> bool:
        """Whether a plain corridor lies two squares ahead, straight across, with rock on both sides of it."""
        ground = self.terrain.ground
        before, over, after, beyond = (beside(cell, facing, far) for far in (1, 2, 3, 4))
        number = ground.at(over)
        if number == ROCK or ground.at(before) != ROCK or ground.at(after) != ROCK:
            return False
        if not self.terrain.is_free(beyond):
            return False
        across, down = STEPS[facing]
        beside_it = [(over[0] + down * far, over[1] + across * far) for far in (-2, -1, 1, 2)]
        walls = [(side[0] + across * far, side[1] + down * far) for side in beside_it for far in (-1, 1)]
        return all(ground.at(each) == number for each in beside_it) and all(
            ground.at(each) == ROCK for each in walls
        )

    def _left(self, cell: Cell) -> float:
        """At least so much is still to be walked."""
        return min(abs(cell[0] - x) + abs(cell[1] - y) for x, y in self.ends)

    def _way(
        self,
        out: tuple[Cell, ...],
        state: tuple[Cell, int],
        before: Mapping[tuple[Cell, int], tuple[Cell, int]],
    ) -> Way:
        goal = self.ends[state[0]]
        cells = [goal.neck, state[0]]
        while state in before:
            state = before[state]
            cells.append(state[0])
        cells.extend(reversed(out))
        cells.reverse()
        crossed: dict[Cell, int] = {}
        for one, other in pairwise(cells):
            if abs(other[0] - one[0]) + abs(other[1] - one[1]) > 1:
                middle = ((one[0] + other[0]) // 2, (one[1] + other[1]) // 2)
                crossed[middle] = self.terrain.ground.at(middle)
        return Way(tuple(cells), crossed, goal)
