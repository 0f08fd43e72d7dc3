"""Which squares of a region's page are dug, and by what.

Fitting asks the same question thousands of times: is all of this rock? So the page is an array of
numbers, one a square, and the question is about a slice of it.
"""

from __future__ import annotations

from math import ceil, hypot
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
    """The squares of a page, each rock or the number of what is dug there."""

    def __init__(self, width: int, height: int) -> None:
        """Make a page of rock, so many squares wide and high."""
        self.width, self.height = width, height
        self.cells: npt.NDArray[np.int16] = np.zeros((height, width), dtype=np.int16)

    def at(self, cell: Cell) -> int:
        """What is dug on a square; rock beyond the page, too."""
        x, y = cell
        inside = 0 <= x < self.width and 0 <= y < self.height
        return int(self.cells[y, x]) if inside else ROCK

    def inside(self, cell: Cell) -> bool:
        """Whether a square is on the page and not at its very edge, which stays rock."""
        x, y = cell
        return 1 <= x < self.width - 1 and 1 <= y < self.height - 1

    def is_rock(self, west: int, north: int, width: int, height: int) -> bool:
        """Whether a rectangle and one square round it are rock, all of it on the page."""
        if west < 1 or north < 1 or west + width > self.width - 1 or north + height > self.height - 1:
            return False
        return not self.cells[north - 1 : north + height + 1, west - 1 : west + width + 1].any()

    def strangers(self, west: int, north: int, width: int, height: int, known: Iterable[int]) -> bool:
        """Whether a rectangle or a square right beside it holds anything but rock and what is known."""
        if west < 1 or north < 1 or west + width > self.width - 1 or north + height > self.height - 1:
            return True
        part = self.cells[north - 1 : north + height + 1, west - 1 : west + width + 1]
        return not np.isin(part, (ROCK, *known)).all()

    def beside_others(self, cell: Cell, number: int) -> bool:
        """Whether anything else than rock and what is dug there itself touches a square."""
        x, y = cell
        part = self.cells[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2]
        return not ((part == ROCK) | (part == number)).all()

    def dig(self, cells: Iterable[Cell], number: int) -> None:
        """Dig squares where there is rock; what is dug already stays what it is."""
        for x, y in cells:
            if self.cells[y, x] == ROCK:
                self.cells[y, x] = number

    def dig_room(self, west: int, north: int, width: int, height: int, number: int) -> None:
        """Dig a rectangle, through passages too."""
        self.cells[north : north + height, west : west + width] = number


def cells_along(points: Sequence[Spot], reach: float = REACH) -> list[Cell]:
    """The squares of a passage, in the order walked: those that lie within its reach."""
    spots = np.concatenate([_looks(one, other) for one, other in zip(points, points[1:], strict=False)])
    found: dict[Cell, None] = {}
    for x, y in spots.tolist():
        for column in range(int(x - reach), int(x + reach) + 1):
            for row in range(int(y - reach), int(y + reach) + 1):
                away_x = max(column - x, 0.0, x - column - 1)
                away_y = max(row - y, 0.0, y - row - 1)
                if away_x * away_x + away_y * away_y < reach * reach:
                    found[column, row] = None
    return list(found)


def _looks(one: Spot, other: Spot) -> npt.NDArray[np.float64]:
    """Points on a straight piece, its ends too."""
    count = max(2, ceil(hypot(other.x - one.x, other.y - one.y) / STEP) + 1)
    return np.column_stack((np.linspace(one.x, other.x, count), np.linspace(one.y, other.y, count)))
