"""Letters side by side as tunnels: joined where they touch, in one piece, with their loops counted.

Each letter has a sector of the map, ten steps wide: the letter and two steps between it and the next
one. Letters in adjacent sectors are joined by a tunnel of their own, from stroke to stroke, by a short
and straight way where there is one and from ends and corners rather than from the middle of a stroke.
Where no loop comes of that, which only one or two letters can do, letters are turned until a second
tunnel fits between them, and it is dug.

Everything is whole numbers: a step is 20 feet, and all tunnels meet on crossings of one lattice.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from math import isqrt
from typing import TYPE_CHECKING, Literal

from tables.joining import Digging, Join, find_join, find_own_join, find_second_join
from tables.letters import SIZE, Edge, Point, edges_along, letters, loops_of, pieces_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

PITCH = SIZE + 2
"""Steps from one sector to the next."""

STEP_FEET = 20
"""Feet of a step along a row or a column."""

LAYOUTS: Mapping[int, tuple[int, ...]] = {
    1: (1,),
    2: (2,),
    3: (2, 1),
    4: (2, 2),
    5: (3, 2),
    6: (3, 3),
    7: (2, 3, 2),
    8: (3, 3, 2),
    9: (3, 3, 3),
}
"""For each number of sectors how many stand in each row, from the north; shorter rows are centred."""

MOST_SECTORS = max(LAYOUTS)

Turn = Literal[0, 1, 2, 3]
"""Quarter turns clockwise."""

PlaceKind = Literal["end", "corner", "bend", "junction"]
"""Where tunnels end, turn, turn in a curve, or meet."""


@dataclass(frozen=True, slots=True)
class Sector:
    """A part of the map and its letter.

    Attributes:
        letter: a capital, or "g".
        rotation: quarter turns clockwise, 0 to 3.
        column, row: which one it is in its row, from the west, and in which row, from the north; from 0.
    """

    letter: str
    rotation: Turn
    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Stroke:
    """A tunnel of a letter: which sector's, and where it begins, turns and ends."""

    sector: int
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where tunnels end, turn or meet."""

    point: Point
    kind: PlaceKind


@dataclass(frozen=True, slots=True)
class Passage:
    """A tunnel from one place to the next, without a turn or a meeting between."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Tunnels:
    """The finished network.

    Attributes:
        sectors: the letters, in reading order, turned as they were dug.
        strokes: the tunnels that are the letters.
        joins: the tunnels between letters; one that was dug only to have a loop comes last.
        places: corners, junctions and ends, from the north-west.
        passages: the tunnels between places.
        loops: passages less places and more pieces: how many ways round there are.
        letter_loops: those within letters; the others lead from letter to letter.
        pieces: parts with no way from one to another: always 1.
        feet: the length of all tunnels together, along their middle, to the nearest 10 feet.
        turned: the sectors whose letters were turned, beyond their rotation, to have a loop.
        closed: whether the last join was dug only to have a loop.
    """

    sectors: tuple[Sector, ...]
    strokes: tuple[Stroke, ...]
    joins: tuple[Join, ...]
    places: tuple[Place, ...]
    passages: tuple[Passage, ...]
    loops: int
    letter_loops: int
    pieces: int
    feet: int
    turned: tuple[int, ...] = ()
    closed: bool = False

    def count(self, *kinds: PlaceKind) -> int:
        """How many places are of these kinds."""
        return sum(place.kind in kinds for place in self.places)

    def edges(self) -> frozenset[Edge]:
        """Every step of every tunnel."""
        lines = (*(stroke.points for stroke in self.strokes), *(join.points for join in self.joins))
        return frozenset(edge for line in lines for edge in edges_along(line))

    def size(self) -> tuple[int, int]:
        """Steps from the west to the east and from the north to the south of all sectors."""
        rows = LAYOUTS[len(self.sectors)]
        return max(rows) * PITCH - 2, len(rows) * PITCH - 2


def sectors_of(names: Sequence[str], rotations: Sequence[Turn] = ()) -> tuple[Sector, ...]:
    """Letters set in sectors, row by row.

    Args:
        names: one to nine letters.
        rotations: the quarter turns of each; nothing for all upright.
    """
    turns = rotations or (0,) * len(names)
    places = [(column, row) for row, width in enumerate(LAYOUTS[len(names)]) for column in range(width)]
    return tuple(
        Sector(name, turn, column, row)
        for name, turn, (column, row) in zip(names, turns, places, strict=True)
    )


def origin(sector: Sector, count: int) -> Point:
    """The north-west corner of a letter's square, in steps; shorter rows are centred."""
    rows = LAYOUTS[count]
    shift = (max(rows) - rows[sector.row]) * PITCH // 2
    return sector.column * PITCH + shift, sector.row * PITCH


@lru_cache(maxsize=512)
def dig(sectors: tuple[Sector, ...], *, curved: bool = False) -> Tunnels:
    """Join the letters, and see that there is a loop.

    Args:
        sectors: as :func:`sectors_of` sets them.
        curved: whether letters that have a curved drawing are drawn so; it changes no loop.
    """
    digging = _joined(sectors)
    if loops_of(digging.edges):
        return _finished(sectors, digging, curved=curved)
    if len(sectors) == 1:
        digging.add(find_own_join(digging))
        return _finished(sectors, digging, curved=curved, closed=True)
    for turned in _turns(sectors):
        digging = _joined(turned)
        second = find_second_join(digging)
        if second is not None:
            digging.add(second)
            changed = tuple(i for i, sector in enumerate(turned) if sector != sectors[i])
            return replace(_finished(turned, digging, curved=curved, closed=True), turned=changed)
    raise AssertionError("two letters that no turning joins twice")


def _turns(sectors: tuple[Sector, ...]) -> Iterator[tuple[Sector, ...]]:
    """The letters as they are, then with ever more of them turned, the last ones first."""
    turns = product(range(4), repeat=len(sectors))
    for each in sorted(turns, key=lambda by: (sum(map(bool, by)), by)):
        yield tuple(
            replace(sector, rotation=quarters(sector.rotation + by))
            for sector, by in zip(sectors, each, strict=True)
        )


def quarters(number: int) -> Turn:
    """So many quarter turns clockwise, less whole turns."""
    turns: tuple[Turn, ...] = (0, 1, 2, 3)
    return turns[number % 4]


def _strokes(sectors: tuple[Sector, ...]) -> tuple[Stroke, ...]:
    """The strokes of every letter, where they lie on the map."""
    found: list[Stroke] = []
    for index, sector in enumerate(sectors):
        west, north = origin(sector, len(sectors))
        found += [
            Stroke(index, tuple((west + x, north + y) for x, y in stroke))
            for stroke in letters()[sector.letter].turned(sector.rotation).strokes
        ]
    return tuple(found)


def _joined(sectors: tuple[Sector, ...]) -> Digging:
    """The letters with a tunnel between each two in adjacent sectors.

    A join may be in the way of a later one. Then all are dug once more, the one that found no way
    first, and they need no longer keep apart from each other.
    """
    pairs = _adjacent(sectors)
    digging = _join(sectors, pairs, spread=True)
    for _ in pairs:
        joined = {(join.first, join.second) for join in digging.joins}
        missing = tuple(pair for pair in pairs if pair not in joined)
        if not missing:
            break
        pairs = (*missing, *(pair for pair in pairs if pair in joined))
        digging = _join(sectors, pairs, spread=False)
    return digging


def _join(sectors: tuple[Sector, ...], pairs: tuple[tuple[int, int], ...], *, spread: bool) -> Digging:
    """The letters with tunnels between these pairs, dug in order as far as there is a way."""
    own: list[set[Point]] = [set() for _ in sectors]
    edges: set[Edge] = set()
    for stroke in _strokes(sectors):
        steps = edges_along(stroke.points)
        edges.update(steps)
        own[stroke.sector].update(point for edge in steps for point in edge)
    origins = tuple(origin(sector, len(sectors)) for sector in sectors)
    digging = Digging(origins, tuple(frozenset(points) for points in own), edges, spread)
    for first, second in pairs:
        join = find_join(digging, first, second)
        if join is not None:
            digging.add(join)
    return digging


def _adjacent(sectors: tuple[Sector, ...]) -> tuple[tuple[int, int], ...]:
    """The pairs of sectors that touch along a side, or along half of one."""
    origins = [origin(sector, len(sectors)) for sector in sectors]
    return tuple(
        (first, second)
        for first, (x, y) in enumerate(origins)
        for second, (to_x, to_y) in enumerate(origins)
        if first < second and abs(to_x - x) + abs(to_y - y) <= PITCH * 3 // 2
    )


def _finished(
    sectors: tuple[Sector, ...], digging: Digging, *, curved: bool, closed: bool = False
) -> Tunnels:
    """The network as a graph of places and passages, with its loops counted."""
    ways = ways_of(digging.edges)
    rounded = _rounded(sectors) if curved else frozenset[Point]()
    places = tuple(_places(ways, rounded))
    passages = tuple(_passages({place.point for place in places}, ways))
    pieces = pieces_of(digging.edges)
    return Tunnels(
        sectors=sectors,
        strokes=_strokes(sectors),
        joins=tuple(digging.joins),
        places=places,
        passages=passages,
        loops=len(passages) - len(places) + pieces,
        letter_loops=sum(letters()[sector.letter].loops() for sector in sectors),
        pieces=pieces,
        feet=_feet(digging.edges),
        closed=closed,
    )


def _feet(edges: set[Edge]) -> int:
    """The length of tunnels, to the nearest 10 feet; a slanting step is the root of 2 as long."""
    slanting = sum(start[0] != end[0] and start[1] != end[1] for start, end in edges)
    straight = len(edges) - slanting
    return (straight * STEP_FEET + isqrt(2 * (slanting * STEP_FEET) ** 2) + 5) // 10 * 10


def ways_of(edges: set[Edge] | frozenset[Edge]) -> dict[Point, tuple[Point, ...]]:
    """For each crossing the next ones that tunnels lead to."""
    found: dict[Point, list[Point]] = {}
    for start, end in sorted(edges):
        found.setdefault(start, []).append(end)
        found.setdefault(end, []).append(start)
    return {point: tuple(reached) for point, reached in found.items()}


def _places(ways: Mapping[Point, tuple[Point, ...]], rounded: frozenset[Point]) -> Iterator[Place]:
    """Every crossing at which tunnels do not just run straight on, from the north-west."""
    for point in sorted(ways, key=lambda each: (each[1], each[0])):
        reached = ways[point]
        if len(reached) != 2:
            yield Place(point, "end" if len(reached) == 1 else "junction")
            continue
        (x, y), (to_x, to_y) = reached
        if (x + to_x, y + to_y) != (2 * point[0], 2 * point[1]):
            yield Place(point, "bend" if point in rounded else "corner")


def _rounded(sectors: tuple[Sector, ...]) -> frozenset[Point]:
    """The corners of letters that are round in the curved drawing."""
    found: list[Point] = []
    for sector in sectors:
        west, north = origin(sector, len(sectors))
        letter = letters()[sector.letter].turned(sector.rotation)
        found += [(west + x, north + y) for x, y in letter.rounded]
    return frozenset(found)


def _passages(places: set[Point], ways: Mapping[Point, tuple[Point, ...]]) -> Iterator[Passage]:
    """Each tunnel between two places, once."""
    walked: Counter[Edge] = Counter()
    for place in sorted(places):
        for step in ways[place]:
            line = [place, step]
            while line[-1] not in places:
                back, here = line[-2:]
                line.append(next(point for point in ways[here] if point != back))
            edges = edges_along(line)
            if not walked[edges[0]]:
                walked.update(edges)
                yield Passage((line[0], line[-1]))
