"""Where a tunnel from one letter to another is dug.

Of all ways with at most one turn from a stroke of the one to a stroke of the other, the cheapest is
taken: long ways and turns cost, ends and corners of strokes are cheap to begin and end at. Among equals
the one farthest from the middle of the map wins, so that ways round are wide.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from heapq import heapify, heappop
from typing import TYPE_CHECKING

from tables.letters import SIZE, Edge, Point, across_of, crossings_along, edges_along

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

STRAIGHT = 10
"""What a step along a row or a column costs."""

DIAGONAL = 14
"""What a step along a diagonal costs."""

TURN = 80
"""What a turn costs: as much as eight steps."""

CORNER = 30
"""What a corner saves at either end; the end of a stroke saves twice as much."""

NARROW = 6
"""What each crossing with a tunnel right beside it costs."""

CROWDED = 40
"""What it costs to begin or end within two steps of where another join does."""

CLEAR = 3
"""Steps that a second tunnel between the same letters keeps from the first at least."""


@dataclass(frozen=True, slots=True)
class Join:
    """A tunnel between letters.

    Attributes:
        first, second: the sectors whose letters it joins, counted from 0; the same where it joins
            two ends of one letter.
        points: where it begins, turns and ends.
    """

    first: int
    second: int
    points: tuple[Point, ...]


@dataclass(slots=True)
class Digging:
    """Tunnels as far as they are dug.

    Attributes:
        origins: the north-west corner of each letter.
        own: the crossings of each letter's strokes.
        edges: every step that is dug.
        joins: the tunnels between letters.
        spread: whether joins keep away from where others begin and end.
    """

    origins: tuple[Point, ...]
    own: tuple[frozenset[Point], ...]
    edges: set[Edge]
    spread: bool = True
    joins: list[Join] = field(default_factory=list[Join])
    ways: dict[Point, list[Point]] = field(default_factory=dict[Point, list[Point]])

    def __post_init__(self) -> None:
        for edge in self.edges:
            self._note(edge)

    def add(self, join: Join) -> None:
        """Dig a join."""
        self.joins.append(join)
        for edge in edges_along(join.points):
            if edge not in self.edges:
                self.edges.add(edge)
                self._note(edge)

    def _note(self, edge: Edge) -> None:
        start, end = edge
        self.ways.setdefault(start, []).append(end)
        self.ways.setdefault(end, []).append(start)

    def saved(self, point: Point) -> int:
        """What it saves to begin or end at a crossing."""
        reached = self.ways[point]
        if len(reached) == 1:
            return 2 * CORNER
        if len(reached) > 2:
            return 0
        (x, y), (to_x, to_y) = reached
        return 0 if (x + to_x, y + to_y) == (2 * point[0], 2 * point[1]) else CORNER

    def cost(self, points: tuple[Point, ...]) -> int | None:
        """What a way costs; None where something is in it."""
        line = crossings_along(points)
        inner = line[1:-1]
        if any(point in self.ways for point in inner):
            return None
        last = len(line) - 2
        cost = TURN * (len(points) - 2) - self.saved(line[0]) - self.saved(line[-1])
        cost += CROWDED * (self._is_crowded(line[0]) + self._is_crowded(line[-1]))
        for index, edge in enumerate(edges_along(points)):
            across = across_of(edge)
            if across is None:
                cost += STRAIGHT
                continue
            cost += DIAGONAL
            if across in self.edges:
                return None
            if 0 < index < last and any(point in self.ways for point in across):
                return None
        return cost + NARROW * sum(self._is_narrow(point) for point in inner[1:-1])

    def _is_crowded(self, point: Point) -> bool:
        ends = (end for join in self.joins for end in (join.points[0], join.points[-1]))
        return self.spread and any(_far(point, end) <= 2 for end in ends)

    def _is_narrow(self, point: Point) -> bool:
        x, y = point
        return any(beside in self.ways for beside in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)))


def find_join(digging: Digging, first: int, second: int) -> Join | None:
    """The cheapest tunnel between two letters; None where none fits."""
    pairs = ((start, end) for start in digging.own[first] for end in digging.own[second])
    points = _cheapest(digging, pairs, _between(digging, first, second))
    return None if points is None else Join(first, second, points)


def find_second_join(digging: Digging) -> Join | None:
    """A short straight tunnel between two letters, well away from the one that joins them already."""
    taken = [point for join in digging.joins for point in crossings_along(join.points)]
    pairs = (
        (start, end)
        for start in digging.own[0]
        for end in digging.own[1]
        if max(abs(end[0] - start[0]), abs(end[1] - start[1])) <= 4
        and (end[0] == start[0] or end[1] == start[1])
        and (digging.saved(start) or digging.saved(end))
    )
    inside = _between(digging, 0, 1)
    points = _cheapest(
        digging, pairs, lambda point: inside(point) and all(_far(point, other) >= CLEAR for other in taken)
    )
    return None if points is None else Join(0, 1, points)


def find_own_join(digging: Digging) -> Join:
    """A tunnel between two crossings of one letter, so that there is a way round."""
    own = sorted(digging.own[0])
    pairs = ((start, end) for start in own for end in own if start < end and _far(start, end) >= CLEAR)
    points = _cheapest(digging, pairs, _between(digging, 0, 0))
    if points is None:
        raise AssertionError("a letter without two crossings to join")
    return Join(0, 0, points)


def _between(digging: Digging, first: int, second: int) -> Callable[[Point], bool]:
    """Whether a crossing lies within the rectangle round two letters."""
    (x, y), (to_x, to_y) = digging.origins[first], digging.origins[second]
    west, north, east, south = min(x, to_x), min(y, to_y), max(x, to_x) + SIZE, max(y, to_y) + SIZE
    return lambda point: west <= point[0] <= east and north <= point[1] <= south


def _cheapest(
    digging: Digging, pairs: Iterable[tuple[Point, Point]], inside: Callable[[Point], bool]
) -> tuple[Point, ...] | None:
    """The cheapest way between any of the pairs; None where none is free."""
    saved = {point: digging.saved(point) for point in digging.ways}
    wanted = [
        (_least(end[0] - start[0], end[1] - start[1]) - saved[start] - saved[end], start, end)
        for start, end in pairs
    ]
    heapify(wanted)  # of hundreds of pairs, only the few cheapest are ever looked at
    east = max(x for x, _ in digging.origins) + SIZE
    south = max(y for _, y in digging.origins) + SIZE
    best: tuple[int, int, tuple[Point, ...]] | None = None
    while wanted:
        least, start, end = heappop(wanted)
        if best is not None and least > best[0]:
            break
        for points in _ways(start, end):
            cost = digging.cost(points) if all(inside(point) for point in points) else None
            if cost is not None:
                out = -((start[0] + end[0] - east) ** 2) - (start[1] + end[1] - south) ** 2
                best = min(best, (cost, out, points)) if best is not None else (cost, out, points)
    return None if best is None else best[2]


@cache
def _least(across: int, down: int) -> int:
    """What the way to a crossing so many columns and rows away costs at least."""
    across, down = abs(across), abs(down)
    turn = 0 if not across or not down or across == down else TURN
    return STRAIGHT * abs(across - down) + DIAGONAL * min(across, down) + turn


def _ways(start: Point, end: Point) -> Iterator[tuple[Point, ...]]:
    """The ways between two crossings with at most one turn."""
    across, down = end[0] - start[0], end[1] - start[1]
    if not across or not down or abs(across) == abs(down):
        yield start, end
    if across and down:
        yield start, (end[0], start[1]), end
        yield start, (start[0], end[1]), end
    far = min(abs(across), abs(down))
    slant = (far if across > 0 else -far, far if down > 0 else -far)
    if far and abs(across) != abs(down):
        yield start, (start[0] + slant[0], start[1] + slant[1]), end
        yield start, (end[0] - slant[0], end[1] - slant[1]), end


def _far(one: Point, other: Point) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
