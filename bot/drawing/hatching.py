"""Hatching of rock: short clusters of three strokes round the floors.

Each cluster follows from the seed and its place on a lattice alone, so that a
spot looks the same whatever else is on the map and whatever was drawn before.
"""

from __future__ import annotations

from math import ceil, cos, floor, hypot, pi, sin
from typing import TYPE_CHECKING

from bot.atlas.chances import chances
from bot.drawing import style

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bot.atlas.shapes import Box, FigureRoom

Stroke = tuple[tuple[float, float], tuple[float, float]]


def strokes(
    seed: int, within: Box, distance: Callable[[float, float], float], reach: float = 1.0
) -> Iterator[Stroke]:
    """The strokes of every cluster near a floor.

    Args:
        seed: the seed of the map.
        within: clusters outside are not looked at.
        distance: squares from a point to the nearest floor; not above 0 inside it.
        reach: how far the hatching goes, as a part of its usual width.
    """
    west, north, east, south = (edge / style.HATCH_LATTICE for edge in within)
    for row in range(floor(north), ceil(south) + 1):
        for column in range(floor(west), ceil(east) + 1):
            yield from cluster(seed, column, row, distance, reach)


def cluster(
    seed: int, column: int, row: int, distance: Callable[[float, float], float], reach: float = 1.0
) -> Sequence[Stroke]:
    """The strokes that belong to one place of the lattice: three near a floor, or none.

    Args: as for :func:`strokes`.
    """
    chance = chances(seed, column, row)
    x = (column + 0.25 + 0.5 * chance[0]) * style.HATCH_LATTICE
    y = (row + 0.25 + 0.5 * chance[1]) * style.HATCH_LATTICE
    most = reach * (style.HATCH_NEAR + style.HATCH_RAGGED * chance[2] * chance[2])
    if -style.HATCH_LENGTH / 2 < distance(x, y) < most:
        across = (column + row) % 2 * pi / 2
        return strokes_round(x, y, across + (chance[3] - 0.5) * pi * 0.55, chance[4:])
    return ()


def strokes_round(x: float, y: float, angle: float, chance: tuple[float, ...]) -> list[Stroke]:
    """Three strokes side by side round a point."""
    along_x, along_y = cos(angle), sin(angle)
    found: list[Stroke] = []
    for index in (-1, 0, 1):
        half = style.HATCH_LENGTH * (0.42 + 0.2 * chance[index + 1])
        slip = (chance[index + 1] - 0.5) * 0.08
        middle_x = x - along_y * index * style.HATCH_SPACING + along_x * slip
        middle_y = y + along_x * index * style.HATCH_SPACING + along_y * slip
        found.append(
            (
                (middle_x - along_x * half, middle_y - along_y * half),
                (middle_x + along_x * half, middle_y + along_y * half),
            )
        )
    return found


def to_box(box: Box, x: float, y: float) -> float:
    """Squares from a point to a rectangle; below 0 inside it."""
    west, north, east, south = box
    over_x, over_y = max(west - x, x - east), max(north - y, y - south)
    if over_x > 0 and over_y > 0:
        return hypot(over_x, over_y)
    return max(over_x, over_y)


def to_room(room: FigureRoom, x: float, y: float) -> float:
    """Squares from a point to a room; below 0 inside it."""
    if room.outline == "round":
        return hypot(x - room.centre.x, y - room.centre.y) - room.width / 2
    straight = to_box(room.box(), x, y)
    if room.outline == "square" or straight > 2:
        return straight
    # The slanting corners: how far beyond the line through the two ends of one.
    corners = room.corners()
    cut = corners[1].x - corners[0].x
    across, down = abs(x - room.centre.x), abs(y - room.centre.y)
    beyond = (across + down - (room.width + room.height) / 2 + cut) / 2**0.5
    return max(straight, beyond)
