"""What symbols are made of: lines, patches and discs in a unit square round the origin, looking north."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from bot.drawing.style import ACCENT, FLOOR, INK, QUIET

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points.

    Attributes:
        points: where it runs.
        width: of the pen.
        level: of its ink.
    """

    points: tuple[Point, ...]
    width: float = 0.07
    level: int = INK


@dataclass(frozen=True, slots=True)
class Patch:
    """A filled shape, with an outline where ``width`` is above 0."""

    points: tuple[Point, ...]
    level: int = INK
    width: float = 0.0
    edge: int = INK


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle, with an outline where ``width`` is above 0."""

    centre: Point
    radius: float
    level: int = INK
    width: float = 0.0
    edge: int = INK


Part = Line | Patch | Disc


def box(across: float, down: float, centre: Point = (0.0, 0.0)) -> tuple[Point, ...]:
    """The corners of a rectangle with half of its width and height given."""
    x, y = centre
    return ((x - across, y - down), (x + across, y - down), (x + across, y + down), (x - across, y + down))


def star(tips: int, outer: float, inner: float, turn: float = 0.0) -> tuple[Point, ...]:
    """The corners of a star, the first tip in the north."""
    return tuple(
        (
            sin(turn + pi * corner / tips) * (inner if corner % 2 else outer),
            -cos(turn + pi * corner / tips) * (inner if corner % 2 else outer),
        )
        for corner in range(2 * tips)
    )


def compass() -> tuple[Part, ...]:
    """A rose of four long and four short points, each half dark and half light."""
    parts: list[Part] = []
    for outer, width, turn in ((0.3, 0.085, pi / 4), (0.5, 0.1, 0.0)):
        for quarter in range(4):
            angle = turn + quarter * pi / 2
            tip = (sin(angle) * outer, -cos(angle) * outer)
            for side, level in ((pi / 4, FLOOR), (-pi / 4, INK)):
                foot = (sin(angle + side) * width * 1.2, -cos(angle + side) * width * 1.2)
                parts.append(Patch((tip, foot, (0.0, 0.0)), level, 0.018))
    return tuple(parts)


def stairs(steps: int, reach: float, *, narrow_ahead: bool) -> tuple[Part, ...]:
    """Treads between two rails that draw together towards the lower end."""

    def half(y: float) -> float:
        ahead = (reach - y) / (2 * reach)
        return 0.45 - 0.27 * (ahead if narrow_ahead else 1 - ahead)

    treads = tuple(reach - 2 * reach * step / steps for step in range(steps + 1))
    rails = tuple(
        Line(((side * half(reach), reach), (side * half(-reach), -reach)), 0.055) for side in (-1, 1)
    )
    return (*(Line(((-half(y), y), (half(y), y)), 0.07) for y in treads), *rails)


def darkness(steps: int) -> tuple[Part, ...]:
    """The floor of a flight that goes down, darker with each step."""
    return tuple(
        Patch(box(0.43, 1 / steps, (0.0, 1 - (2 * step + 1) / steps)), round(FLOOR - 150 * step / steps))
        for step in range(steps)
    )


def ladder(level: int) -> tuple[Part, ...]:
    """Two rails and five rungs."""
    return (
        Line(((-0.2, -0.42), (-0.2, 0.42)), 0.09, level),
        Line(((0.2, -0.42), (0.2, 0.42)), 0.09, level),
        *(Line(((-0.2, y), (0.2, y)), 0.075, level) for y in (-0.3, -0.15, 0.0, 0.15, 0.3)),
    )


def dashed_box(half: float) -> tuple[Part, ...]:
    """The outline of a square in short lines: an opening overhead."""
    return tuple(
        Line(ends, 0.05)
        for first in (-half, -half / 3, half / 3)
        for last in (first + half * 0.42,)
        for ends in (
            ((first + half * 0.13, -half), (last + half * 0.13, -half)),
            ((first + half * 0.13, half), (last + half * 0.13, half)),
            ((-half, first + half * 0.13), (-half, last + half * 0.13)),
            ((half, first + half * 0.13), (half, last + half * 0.13)),
        )
    )


def rays(inner: float, outer: float, count: int) -> tuple[Part, ...]:
    """Lines that run outward all round."""
    angles = (2 * pi * ray / count for ray in range(count))
    return tuple(
        Line(((sin(a) * inner, -cos(a) * inner), (sin(a) * outer, -cos(a) * outer)), 0.05) for a in angles
    )


def ticks() -> tuple[Part, ...]:
    """The twelve strokes of a clock face."""
    return tuple(
        Line(((sin(a) * near, -cos(a) * near), (sin(a) * 0.44, -cos(a) * 0.44)), 0.026, QUIET)
        for hour in range(12)
        for a in (pi / 6 * hour,)
        for near in (0.4 if hour % 3 else 0.36,)
    )


def zigzag(y: float) -> tuple[Point, ...]:
    """A torn edge across a passage."""
    return tuple((x / 10, y + (0.07 if x % 2 else -0.07)) for x in range(-13, 14, 1))


def blob(radii: tuple[float, ...], pieces: int = 6) -> tuple[Point, ...]:
    """A smooth shore through points all round, each so far from the middle."""
    count = len(radii)
    corners: list[Point] = []
    for step in range(count * pieces):
        index, part = divmod(step, pieces)
        ease = (1 - cos(pi * part / pieces)) / 2
        far = radii[index] + (radii[(index + 1) % count] - radii[index]) * ease
        angle = 2 * pi * step / (count * pieces)
        corners.append((sin(angle) * far, -cos(angle) * far))
    return tuple(corners)


def ripple(x: float, y: float, half: float) -> Line:
    """A short wave."""
    return Line(tuple((x + half * (k / 4 - 1), y + 0.025 * sin(k * pi / 2)) for k in range(9)), 0.04, ACCENT)


def stones(*stones: tuple[float, float, float]) -> tuple[Part, ...]:
    """Stones of five corners: where each lies and how large it is."""
    return tuple(
        Patch(
            tuple(
                (x + sin(turn) * size * far, y - cos(turn) * size * far)
                for corner, far in enumerate((1.0, 0.86, 1.05, 0.8, 0.95))
                for turn in (2 * pi * corner / 5 + 9 * x + 4 * y,)
            ),
            FLOOR,
            0.045,
        )
        for x, y, size in stones
    )
