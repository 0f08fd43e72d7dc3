"""Which squares of a region's page are dug, and by what.

Fitting asks the same question thousands of times: is all of this rock? So the page is an array of
numbers, one a square, and the question is about a slice of it.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, hypot
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    import numpy.typing as npt

    from bot.atlas.shapes import Spot

Cell = tuple[int, int]
"""A square: how many lie west and how many north of it."""

ROCK = 0
REACH = 0.45
"""Squares on either side of a passage's middle that make a square its own: a little less than half."""

STEP = 0.25
"""Squares between two looks along a passage."""


class Ground:
    """The squares of a page, each rock or the number of what is dug there.

    Args:
        width, height: of the page, in squares.
        west, north: its first column and row; what has grown may lie west and north of the first page.
    """

    def __init__(self, width: int, height: int, west: int = 0, north: int = 0) -> None:
        self.width, self.height = width, height
        self.west, self.north = west, north
        self.cells: npt.NDArray[np.int16] = np.zeros((height, width), dtype=np.int16)

    def at(self, cell: Cell) -> int:
        """What is dug on a square; rock beyond the page, too."""
        x, y = cell[0] - self.west, cell[1] - self.north
        inside = 0 <= x < self.width and 0 <= y < self.height
        return int(self.cells[y, x]) if inside else ROCK

    def inside(self, cell: Cell) -> bool:
        """Whether a square is on the page and not at its very edge, which stays rock."""
        x, y = cell[0] - self.west, cell[1] - self.north
        return 1 <= x < self.width - 1 and 1 <= y < self.height - 1

    def round_box(self, west: int, north: int, width: int, height: int) -> npt.NDArray[np.int16] | None:
        """The squares of a rectangle and one square round it; None where they leave the page."""
        left, top = west - self.west - 1, north - self.north - 1
        if left < 0 or top < 0 or left + width + 2 > self.width or top + height + 2 > self.height:
            return None
        return self.cells[top : top + height + 2, left : left + width + 2]

    def is_rock(self, west: int, north: int, width: int, height: int) -> bool:
        """Whether a rectangle and one square round it are rock, all of it on the page."""
        part = self.round_box(west, north, width, height)
        return part is not None and not part.any()

    def strangers(self, west: int, north: int, width: int, height: int, known: Collection[int]) -> bool:
        """Whether a rectangle or a square right beside it holds anything but rock and what is known."""
        part = self.round_box(west, north, width, height)
        return part is None or any(dug != ROCK and dug not in known for dug in part.ravel().tolist())

    def beside_others(self, cell: Cell, number: int) -> bool:
        """Whether anything else than rock and what is dug there itself touches a square."""
        x, y = cell[0] - self.west, cell[1] - self.north
        part = self.cells[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2]
        return any(dug not in (ROCK, number) for dug in part.ravel().tolist())

    def dig(self, cells: Iterable[Cell], number: int) -> None:
        """Dig squares where there is rock; what is dug already stays what it is."""
        columns, rows = np.array(tuple(cells)).T
        columns, rows = columns - self.west, rows - self.north
        dug = self.cells[rows, columns]
        self.cells[rows, columns] = np.where(dug == ROCK, number, dug)

    def dig_room(self, west: int, north: int, width: int, height: int, number: int) -> None:
        """Dig a rectangle, through passages too."""
        left, top = west - self.west, north - self.north
        self.cells[top : top + height, left : left + width] = number


def cells_along(points: Sequence[Spot]) -> list[Cell]:
    """The squares of a passage, in the order walked: those that lie within its reach."""
    x, y = floor(points[0].x), floor(points[0].y)
    near = tuple((round(spot.x - x, 3), round(spot.y - y, 3)) for spot in points)
    return [(column + x, row + y) for column, row in _cells_near(near)]


@lru_cache(maxsize=4096)
def _cells_near(points: tuple[tuple[float, float], ...]) -> tuple[Cell, ...]:
    """The squares of a passage that begins on the square 0, 0."""
    found: dict[Cell, None] = {}
    for one, other in pairwise(_without_caps(points)):
        for x, y in _looks(one, other):
            for column in range(floor(x - REACH), floor(x + REACH) + 1):
                for row in range(floor(y - REACH), floor(y + REACH) + 1):
                    away_x = max(column - x, 0.0, x - column - 1)
                    away_y = max(row - y, 0.0, y - row - 1)
                    if away_x * away_x + away_y * away_y < REACH * REACH:
                        found[column, row] = None
    return tuple(found)


def _without_caps(points: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    """A line without its very ends: what only lies round an end is no square of the passage."""
    return (_shortened(points[1], points[0]), *points[1:-1], _shortened(points[-2], points[-1]))


def _shortened(before: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
    length = hypot(end[0] - before[0], end[1] - before[1])
    part = max(0.5, 1 - REACH / length)
    return before[0] + (end[0] - before[0]) * part, before[1] + (end[1] - before[1]) * part


def _looks(one: tuple[float, float], other: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """Points on a straight piece, its ends too."""
    (x, y), (to_x, to_y) = one, other
    count = max(1, ceil(hypot(to_x - x, to_y - y) / STEP))
    for look in range(count + 1):
        part = look / count
        yield x + (to_x - x) * part, y + (to_y - y) * part
