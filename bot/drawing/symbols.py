"""Every symbol of the maps as strokes in a unit square round the origin, looking north.

One entry a symbol: the map and a legend draw from here. A symbol is turned by
quarters to look another way; x runs to the right and y down.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from bot.drawing.style import ACCENT, BAND, FLOOR, INK, PAPER, QUIET, SHADOW

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


def _box(across: float, down: float, centre: Point = (0.0, 0.0)) -> tuple[Point, ...]:
    """The corners of a rectangle with half of its width and height given."""
    x, y = centre
    return ((x - across, y - down), (x + across, y - down), (x + across, y + down), (x - across, y + down))


def _star(tips: int, outer: float, inner: float, turn: float = 0.0) -> tuple[Point, ...]:
    """The corners of a star, the first tip in the north."""
    return tuple(
        (
            sin(turn + pi * corner / tips) * (inner if corner % 2 else outer),
            -cos(turn + pi * corner / tips) * (inner if corner % 2 else outer),
        )
        for corner in range(2 * tips)
    )


def _compass() -> tuple[Part, ...]:
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


def _stairs(steps: int, reach: float, *, narrow_ahead: bool) -> tuple[Part, ...]:
    """Treads between two rails that draw together towards the lower end."""

    def half(y: float) -> float:
        ahead = (reach - y) / (2 * reach)
        return 0.45 - 0.27 * (ahead if narrow_ahead else 1 - ahead)

    treads = tuple(reach - 2 * reach * step / steps for step in range(steps + 1))
    rails = tuple(
        Line(((side * half(reach), reach), (side * half(-reach), -reach)), 0.055) for side in (-1, 1)
    )
    return (*(Line(((-half(y), y), (half(y), y)), 0.07) for y in treads), *rails)


def _darkness(steps: int) -> tuple[Part, ...]:
    """The floor of a flight that goes down, darker with each step."""
    return tuple(
        Patch(_box(0.43, 1 / steps, (0.0, 1 - (2 * step + 1) / steps)), round(FLOOR - 150 * step / steps))
        for step in range(steps)
    )


def _ladder(level: int) -> tuple[Part, ...]:
    """Two rails and five rungs."""
    return (
        Line(((-0.2, -0.42), (-0.2, 0.42)), 0.09, level),
        Line(((0.2, -0.42), (0.2, 0.42)), 0.09, level),
        *(Line(((-0.2, y), (0.2, y)), 0.075, level) for y in (-0.3, -0.15, 0.0, 0.15, 0.3)),
    )


def _dashed_box(half: float) -> tuple[Part, ...]:
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


def _rays(inner: float, outer: float, count: int) -> tuple[Part, ...]:
    """Lines that run outward all round."""
    angles = (2 * pi * ray / count for ray in range(count))
    return tuple(
        Line(((sin(a) * inner, -cos(a) * inner), (sin(a) * outer, -cos(a) * outer)), 0.05) for a in angles
    )


def _ticks() -> tuple[Part, ...]:
    """The twelve strokes of a clock face."""
    return tuple(
        Line(((sin(a) * near, -cos(a) * near), (sin(a) * 0.44, -cos(a) * 0.44)), 0.026, QUIET)
        for hour in range(12)
        for a in (pi / 6 * hour,)
        for near in (0.4 if hour % 3 else 0.36,)
    )


def _zigzag(y: float) -> tuple[Point, ...]:
    """A torn edge across a passage."""
    return tuple((x / 10, y + (0.07 if x % 2 else -0.07)) for x in range(-13, 14, 1))


_DIE: tuple[Point, ...] = ((0.0, -0.5), (0.5, -0.04), (0.5, 0.06), (0.0, 0.5), (-0.5, 0.06), (-0.5, -0.04))
"""The outline of a d10 that lies on its side."""

SYMBOLS: dict[str, tuple[Part, ...]] = {
    "door": (Patch(_box(0.37, 0.15), FLOOR, 0.08),),
    "rolled door": (Patch(_box(0.40, 0.17), ACCENT, 0.09),),
    "ladder up": (*_dashed_box(0.47), *_ladder(INK)),
    "ladder down": (Patch(_box(0.48, 0.48), INK), *_ladder(FLOOR)),
    "stairs up": _stairs(6, 0.46, narrow_ahead=False),
    "stairs down": _stairs(6, 0.46, narrow_ahead=True),
    "flight": tuple(Line(((-0.43, y / 5), (0.43, y / 5)), 0.065) for y in range(-5, 6)),
    "flight up": _stairs(10, 1.0, narrow_ahead=False),
    "flight down": (*_darkness(10), *_stairs(10, 1.0, narrow_ahead=True)),
    "arrow": (Patch(((0.0, -0.5), (0.36, 0.22), (0.0, 0.04), (-0.36, 0.22)), ACCENT),),
    "end": (
        Line(((-0.36, -0.36), (0.36, 0.36)), 0.22, ACCENT),
        Line(((-0.36, 0.36), (0.36, -0.36)), 0.22, ACCENT),
    ),
    "here": (Disc((0.0, 0.0), 0.4, ACCENT, 0.12, INK),),
    "break": (
        Patch((*_zigzag(-0.22), *reversed(_zigzag(0.22))), PAPER),
        Line(_zigzag(-0.22), 0.06),
        Line(_zigzag(0.22), 0.06),
    ),
    "trap": (
        Patch(_star(11, 0.56, 0.40), FLOOR, 0.05),
        Line(((-0.19, -0.19), (0.19, -0.19)), 0.12),
        Line(((0.0, -0.19), (0.0, 0.25)), 0.12),
    ),
    "exit": (Disc((0.0, 0.0), 0.22, FLOOR, 0.05), *_rays(0.31, 0.48, 14)),
    "rock": (
        Disc((0.0, 0.0), 0.46, FLOOR, 0.08),
        Line(((-0.19, -0.19), (0.19, 0.19)), 0.13),
        Line(((-0.19, 0.19), (0.19, -0.19)), 0.13),
    ),
    "well": (
        Disc((0.0, 0.0), 0.47, FLOOR, 0.06),
        *_rays(0.3, 0.46, 12),
        Disc((0.0, 0.0), 0.3, QUIET, 0.06),
        Disc((0.03, 0.03), 0.22, FLOOR),
    ),
    "shaft": (Disc((0.0, 0.0), 0.47, FLOOR, 0.05), Disc((0.0, 0.0), 0.37, INK), *_rays(0.37, 0.47, 16)),
    "die": (
        Patch(_DIE, BAND, 0.05),
        Patch(((0.0, -0.5), (0.5, -0.04), (0.36, 0.15)), SHADOW),
        Patch(((0.0, -0.5), (-0.5, -0.04), (-0.36, 0.15)), SHADOW),
        Line(((0.36, 0.15), (0.5, 0.06)), 0.035),
        Line(((-0.36, 0.15), (-0.5, 0.06)), 0.035),
        Line(((0.0, 0.36), (0.0, 0.5)), 0.035),
        Patch(((0.0, -0.5), (0.36, 0.15), (0.0, 0.36), (-0.36, 0.15)), FLOOR, 0.035),
        Line((*_DIE, *_DIE[:2]), 0.05),
    ),
    "clock": (Disc((0.0, 0.0), 0.485, FLOOR, 0.026, QUIET), *_ticks()),
    "hub": (Disc((0.0, 0.0), 0.5, INK),),
    "stone": (Patch(((-0.4, -0.2), (0.0, -0.5), (0.5, -0.1), (0.3, 0.4), (-0.3, 0.35)), FLOOR, 0.2, QUIET),),
    "compass": _compass(),
}
