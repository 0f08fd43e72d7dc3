"""The dashed line along a way, from the door to where it ends."""

from __future__ import annotations

import itertools
from math import hypot
from typing import TYPE_CHECKING

from bot.atlas.shapes import Spot

if TYPE_CHECKING:
    from collections.abc import Sequence


def dashes(points: Sequence[Spot], dash: float, gap: float) -> tuple[tuple[Spot, ...], ...]:
    """Pieces of a line, ``dash`` long and ``gap`` apart; a piece bends where the line does.

    The gaps are stretched a little so that a whole dash ends the line.
    """
    whole = length(points)
    count = max(1, round((whole + gap) / (dash + gap)))
    step = (whole - dash) / (count - 1) if count > 1 else whole
    return tuple(piece(points, index * step, index * step + dash) for index in range(count))


def length(points: Sequence[Spot]) -> float:
    """The length of a line."""
    return sum(_between(one, other) for one, other in itertools.pairwise(points))


def piece(points: Sequence[Spot], first: float, last: float) -> tuple[Spot, ...]:
    """The part of a line between two lengths along it."""
    spots: list[Spot] = []
    gone = 0.0
    for one, other in itertools.pairwise(points):
        leg = _between(one, other)
        start, end = max(first, gone), min(last, gone + leg)
        if leg and start < end:
            for reached in (start, end):
                part = (reached - gone) / leg
                spot = Spot(one.x + (other.x - one.x) * part, one.y + (other.y - one.y) * part)
                if not spots or _between(spots[-1], spot) > 1e-9:
                    spots.append(spot)
        gone += leg
    return tuple(spots)


def bow(start: Spot, end: Spot, bulge: float, pieces: int = 24) -> tuple[Spot, ...]:
    """A curve from one spot to another that bulges to the left of the way, in squares."""
    across, down = end.x - start.x, end.y - start.y
    whole = hypot(across, down) or 1.0
    bend = Spot(
        (start.x + end.x) / 2 + down / whole * bulge * 2,
        (start.y + end.y) / 2 - across / whole * bulge * 2,
    )
    return tuple(_curve(start, bend, end, step / pieces) for step in range(pieces + 1))


def _curve(start: Spot, bend: Spot, end: Spot, part: float) -> Spot:
    rest = 1 - part
    return Spot(
        rest * rest * start.x + 2 * rest * part * bend.x + part * part * end.x,
        rest * rest * start.y + 2 * rest * part * bend.y + part * part * end.y,
    )


def _between(one: Spot, other: Spot) -> float:
    return hypot(one.x - other.x, one.y - other.y)
