"""Pieces of passages as shapes: a middle line made as wide as the floor, its walls even where it bends."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.atlas.shapes import Spot
    from bot.drawing.symbols import Point


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of floor without sharp bends.

    Attributes:
        points: its middle line.
        half: of its width.
        before, after: squares that it goes on beyond its start and its end.
        open_before, open_after: whether no wall closes it there.
        cut: how much later its left and its right side begin, where it leaves a slanting wall.
        aside: for each point the way to the right side, one square from there to a wall one square off.
    """

    points: tuple[Spot, ...]
    half: float
    before: float = 0.0
    after: float = 0.0
    open_before: bool = False
    open_after: bool = False
    cut: tuple[float, float] = (0.0, 0.0)
    aside: tuple[Point, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "aside", tuple(_asides(self.points)))

    @property
    def start(self) -> Spot:
        """Where it begins."""
        return self.points[0]

    @property
    def end(self) -> Spot:
        """Where it ends."""
        return self.points[-1]

    def sides(self, grow: float) -> tuple[Point, ...]:
        """Its outline with ``grow`` squares more on its two long sides alone."""
        return self._outline(self.half + grow, self.before, self.after, 0.0)

    def corners(self, grow: float, shift: float = 0.0) -> tuple[Point, ...]:
        """Its outline with ``grow`` squares more on every closed side, ``shift`` to the south-east."""
        before = self.before + (0.0 if self.open_before else grow)
        after = self.after + (0.0 if self.open_after else grow)
        return self._outline(self.half + grow, before, after, shift)

    def ends(self) -> tuple[Point, Point, Point, Point]:
        """The corners of its two ends."""
        outline = self.sides(0.0)
        middle = len(self.points)
        return outline[0], outline[middle - 1], outline[middle], outline[-1]

    def _outline(self, half: float, before: float, after: float, shift: float) -> tuple[Point, ...]:
        right = [
            (spot.x + x * half + shift, spot.y + y * half + shift)
            for spot, (x, y) in zip(self.points, self.aside, strict=True)
        ]
        left = [
            (spot.x - x * half + shift, spot.y - y * half + shift)
            for spot, (x, y) in zip(self.points, self.aside, strict=True)
        ]
        (x, y), (x_last, y_last) = self.aside[0], self.aside[-1]
        for side, late in ((right, self.cut[1]), (left, self.cut[0])):
            side[0] = side[0][0] + y * (late - before), side[0][1] - x * (late - before)
            side[-1] = side[-1][0] + y_last * after, side[-1][1] - x_last * after
        return (*right, *reversed(left))


def _asides(points: Sequence[Spot]) -> Iterator[Point]:
    """For each point of a line the way to its right side, longer where it bends so that walls stay even."""
    ways = [
        ((two.x - one.x) / length, (two.y - one.y) / length)
        for one, two in pairwise(points)
        for length in (far_between(one, two) or 1.0,)
    ]
    for (x0, y0), (x1, y1) in zip((ways[0], *ways), (*ways, ways[-1]), strict=True):
        part = 1.0 + x0 * x1 + y0 * y1
        yield -(y0 + y1) / part, (x0 + x1) / part


def far_between(one: Spot, two: Spot) -> float:
    """Squares between two points."""
    return hypot(one.x - two.x, one.y - two.y)
