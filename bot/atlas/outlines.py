"""The outlines of rooms of every shape, in feet, round the middle of their floor.

x runs east and y runs south. Outlines run clockwise, as on a page. A room is entered from the
south; its length runs from there to the north.
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, pi, sin, sqrt
from typing import TYPE_CHECKING

from bot.atlas.chances import chances
from bot.atlas.shapes import Spot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.atlas.shapes import Box
    from tables.room_plan import Shape

ROUND_PIECES = 72
"""Straight pieces that stand for a circle or an oval."""

CAVE_PIECES = 84
"""Straight pieces of the edge of a cave."""

FLAT = 0.62
"""An oval's width as a part of its length."""

CAVE_SEED = 17


def outline_of(shape: Shape, length: int | None, width: int | None, area: int) -> tuple[Spot, ...]:
    """The outline of a room.

    Args:
        shape: which it is.
        length: feet from south to north; None where the area says how large it is.
        width: feet from west to east; None with the length.
        area: square feet.
    """
    if shape == "cave":
        side = round(sqrt(area))
        return cave_outline(length or side, width or side)
    if length is not None and width is not None:
        return _scaled(_CORNERS["square"], width, length)
    return _of_area(_CORNERS[shape], area)


def fitted(shape: Shape, width: int, length: int) -> tuple[Spot, ...]:
    """The outline of a room that just fills a box of whole squares, in squares, entered from the south."""
    if shape == "cave":
        return tuple(Spot(spot.x / 10, spot.y / 10) for spot in cave_outline(length * 10, width * 10))
    return _scaled(_CORNERS[shape], width, length)


def squares_of(shape: Shape, length: int | None, width: int | None, area: int) -> tuple[int, int]:
    """How many whole squares a room is wide and long, at least one each."""
    if length is None or width is None:
        west, north, east, south = box_of(outline_of(shape, length, width, area))
        width, length = round(east - west), round(south - north)
    return max(1, round(width / 10)), max(1, round(length / 10))


def _ring(pieces: int, across: float = 1.0, turn: float = 0.0) -> tuple[tuple[float, float], ...]:
    """Corners on a circle, or on an oval ``across`` times as wide as long, clockwise."""
    angles = (2 * pi * (piece + turn) / pieces for piece in range(pieces))
    return tuple((sin(angle) * across, -cos(angle)) for angle in angles)


_CORNERS: dict[Shape, tuple[tuple[float, float], ...]] = {
    "square": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    "rectangle": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    "circle": _ring(ROUND_PIECES),
    "oval": _ring(ROUND_PIECES, FLAT),
    "triangle": ((-1, -1), (1, 1), (-1, 1)),
    "trapezoid": ((-0.62, -1), (0.62, -1), (1.12, 1), (-1.12, 1)),
    "hexagon": _ring(6, turn=0.5),
    "octagon": _ring(8, turn=0.5),
    "odd": ((-0.5, -1), (1, -1), (1, 0.2), (0.7, 0.5), (0.7, 1), (-1, 1), (-1, -0.1), (-0.5, -0.35)),
}
"""The corners of each shape round the middle of its box, in no certain size."""


def _scaled(corners: Sequence[tuple[float, float]], width: float, length: float) -> tuple[Spot, ...]:
    """Corners stretched to a box of that size round the origin."""
    across, down = [x for x, _ in corners], [y for _, y in corners]
    west, north = min(across), min(down)
    part_x, part_y = width / (max(across) - west), length / (max(down) - north)
    return tuple(Spot((x - west) * part_x - width / 2, (y - north) * part_y - length / 2) for x, y in corners)


def _of_area(corners: Sequence[tuple[float, float]], area: int) -> tuple[Spot, ...]:
    """Corners stretched alike in both directions to a floor of so many square feet."""
    part = sqrt(area / floor_area([Spot(x, y) for x, y in corners]))
    across, down = [x for x, _ in corners], [y for _, y in corners]
    return _scaled(corners, (max(across) - min(across)) * part, (max(down) - min(down)) * part)


def floor_area(outline: Sequence[Spot]) -> float:
    """The area inside an outline."""
    return abs(sum(one.x * two.y - two.x * one.y for one, two in pairwise((*outline, outline[0])))) / 2


def cave_outline(length: int, width: int) -> tuple[Spot, ...]:
    """The ragged outline of a cave; it follows from its size alone.

    A round shape, a little squarer than an oval, is dented by three waves of chance and roughened
    piece by piece, then stretched to just the length and width.
    """
    seed = CAVE_SEED + 1009 * length + width
    waves = [(2 + wave, *chances(seed, wave, 0)[:2]) for wave in range(4)]
    corners: list[tuple[float, float]] = []
    for piece in range(CAVE_PIECES):
        chance = chances(seed, piece, 1)
        angle = 2 * pi * (piece + 0.5 * (chance[0] - 0.5)) / CAVE_PIECES
        far = 1 + 0.045 * (chance[1] - 0.5)
        for count, strength, turn in waves:
            far += (0.02 + 0.085 * strength) * sin(count * angle + 2 * pi * turn)
        across, down = sin(angle), -cos(angle)
        # A number between 2 (an oval) and 4 makes a superellipse: fuller corners than an oval has.
        far /= sqrt(sqrt(across**4 + down**4)) ** 0.55
        corners.append((across * far, down * far))
    return _scaled(corners, width, length)


def box_of(outline: Sequence[Spot]) -> Box:
    """The rectangle round an outline."""
    across, down = [spot.x for spot in outline], [spot.y for spot in outline]
    return min(across), min(down), max(across), max(down)


def edge_north(outline: Sequence[Spot], first: float, last: float) -> tuple[float, float]:
    """How far to the north an outline reaches between two places from west to east.

    Returns:
        the smallest and the largest y of its northern edge there.
    """
    edges: list[float] = []
    places = [first + (last - first) * part / 8 for part in range(9)]
    for place in places:
        crossed = [
            one.y + (two.y - one.y) * (place - one.x) / (two.x - one.x)
            for one, two in pairwise((*outline, outline[0]))
            if one.x != two.x and min(one.x, two.x) <= place <= max(one.x, two.x)
        ]
        if crossed:
            edges.append(min(crossed))
    return (min(edges), max(edges)) if edges else (0.0, 0.0)
