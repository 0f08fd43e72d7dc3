"""Lines: how long they are, and what point lies so far along them."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

from bot.atlas.shapes import Spot

if TYPE_CHECKING:
    from collections.abc import Sequence


def length_of(points: Sequence[Spot]) -> float:
    """Squares along a line."""
    return sum(hypot(other.x - one.x, other.y - one.y) for one, other in pairwise(points))


def point_along(points: Sequence[Spot], along: float) -> tuple[Spot, tuple[int, int]]:
    """The point so many squares along a line, and the way it runs there, as a step of the eight."""
    for one, other in pairwise(points):
        length = hypot(other.x - one.x, other.y - one.y)
        if along <= length or other == points[-1]:
            part = min(along, length) / length
            spot = Spot(one.x + (other.x - one.x) * part, one.y + (other.y - one.y) * part)
            return spot, (_sign((other.x - one.x) / length), _sign((other.y - one.y) / length))
        along -= length
    raise AssertionError("a line without a piece")


def _sign(part: float) -> int:
    """-1, 0 or 1: nothing for less than the sine of 22 degrees and a half."""
    return 0 if abs(part) < 0.38 else (1 if part > 0 else -1)
