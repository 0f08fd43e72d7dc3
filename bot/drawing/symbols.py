"""Every symbol of the maps as strokes in a unit square round the origin, looking north.

One entry a symbol: the map and a legend draw from here. A symbol is turned by
quarters to look another way; x runs to the right and y down.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from bot.drawing.style import ACCENT, BAND, FAINT, FLOOR, INK, IRON, PAPER, QUIET, SHADOW, STONE

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


def _blob(radii: tuple[float, ...], pieces: int = 6) -> tuple[Point, ...]:
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


def _ripple(x: float, y: float, half: float) -> Line:
    """A short wave."""
    return Line(tuple((x + half * (k / 4 - 1), y + 0.025 * sin(k * pi / 2)) for k in range(9)), 0.04, ACCENT)


def _stones(*stones: tuple[float, float, float]) -> tuple[Part, ...]:
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


JAMBS: tuple[Part, ...] = tuple(Line(((side * 0.6, 0.0), (side * 0.37, 0.0)), 0.16) for side in (-1, 1))
"""What is left of a wall on both sides of a door."""

LEAF = _box(0.4, 0.19)
"""The leaf of a door."""

_GATE: tuple[Part, ...] = (Patch(_box(0.42, 0.19), FLOOR), *JAMBS)
"""An opening that something hangs in."""

_S: tuple[Point, ...] = tuple(
    (0.115 * x, 0.115 * y)
    for x, y in (
        *((sin(-a) * 0.95, -0.85 - cos(a) * 0.85) for a in (k * pi / 8 - 0.9 for k in range(10))),
        *((sin(a) * 0.95, 0.85 - cos(a) * 0.85) for a in (k * pi / 8 for k in range(1, 11))),
    )
)
"""The letter S, from its upper end to its lower."""

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
    "wood door": (*JAMBS, Patch(LEAF, FLOOR, 0.075)),
    "iron-bound door": (
        *JAMBS,
        Patch(LEAF, FLOOR, 0.075),
        *(Line(((x, -0.18), (x, 0.18)), 0.075) for x in (-0.21, 0.21)),
    ),
    "stone door": (
        *JAMBS,
        Patch(LEAF, STONE, 0.075),
        Line(((-0.34, -0.02), (-0.08, 0.04), (0.1, -0.05), (0.34, 0.02)), 0.04, QUIET),
    ),
    "iron door": (
        *JAMBS,
        Patch(LEAF, IRON, 0.075),
        *(Disc((x, 0.0), 0.05, FLOOR) for x in (-0.25, 0.0, 0.25)),
    ),
    "portcullis": (*_GATE, *(Disc((x / 4.6, 0.0), 0.088, INK) for x in (-1.5, -0.5, 0.5, 1.5))),
    "curtain": (
        *_GATE,
        Line(tuple((x / 30, 0.13 * sin(x * pi / 3)) for x in range(-12, 13)), 0.08),
    ),
    "archway": (
        Patch(_box(0.42, 0.12), FLOOR),
        *(Line(((side * 0.6, 0.0), (side * 0.41, 0.0)), 0.16) for side in (-1, 1)),
        *(Patch(_box(0.065, 0.2, (side * 0.41, 0.0))) for side in (-1, 1)),
    ),
    "stuck": (
        *(Line(((-0.17 * side, -0.24), (0.17 * side, 0.24)), 0.16, FLOOR) for side in (-1, 1)),
        *(Line(((-0.17 * side, -0.24), (0.17 * side, 0.24)), 0.085) for side in (-1, 1)),
    ),
    "locked": (Disc((0.0, 0.0), 0.16, INK, 0.06, FLOOR),),
    "barred": (
        Patch(_box(0.5, 0.1, (0.0, -0.34)), FLOOR),
        *(Line(((x, -0.34), (x, -0.1)), 0.09) for x in (-0.28, 0.28)),
        Line(((-0.48, -0.34), (0.48, -0.34)), 0.11),
    ),
    "trapped door": (Patch(((0.0, 0.2), (0.22, 0.56), (-0.22, 0.56)), ACCENT, 0.05, FLOOR),),
    "one-way": (
        Line(((0.0, 0.52), (0.0, -0.3)), 0.2, FLOOR),
        Line(((0.0, 0.5), (0.0, -0.3)), 0.1, ACCENT),
        Patch(((0.0, -0.6), (0.24, -0.22), (-0.24, -0.22)), ACCENT, 0.04, FLOOR),
    ),
    "secret wall": (Line(((-0.6, 0.0), (0.6, 0.0)), 0.16),),
    "secret": (Disc((0.0, 0.0), 0.3, FLOOR), Line(_S, 0.1)),
    "false door": (*JAMBS, Line(((-0.38, 0.0), (0.38, 0.0)), 0.16), Patch(_box(0.37, 0.1, (0.0, 0.15)), FLOOR, 0.05)),
    "trapdoor": (
        Patch(_box(0.36, 0.36), FLOOR, 0.075),
        Line(((-0.33, -0.33), (0.33, 0.33)), 0.055),
        Line(((-0.33, 0.33), (0.33, -0.33)), 0.055),
        Disc((0.0, 0.0), 0.09, FLOOR, 0.05),
    ),
    "flight both": (
        *(Line(((-0.4, y / 5), (0.4, y / 5)), 0.06) for y in range(-5, 6)),
        Line(((0.0, -0.62), (0.0, 0.62)), 0.17, FLOOR),
        Line(((0.0, -0.5), (0.0, 0.5)), 0.08),
        Patch(((0.0, -0.85), (0.2, -0.45), (-0.2, -0.45)), INK, 0.04, FLOOR),
        Patch(((0.0, 0.85), (0.2, 0.45), (-0.2, 0.45)), INK, 0.04, FLOOR),
    ),
    "trap mark": (
        Patch(_star(11, 0.5, 0.38), FLOOR, 0.06, ACCENT),
        Line(((-0.18, -0.17), (0.18, -0.17)), 0.11, ACCENT),
        Line(((0.0, -0.17), (0.0, 0.25)), 0.11, ACCENT),
    ),
    "disabled trap": (
        Patch(_star(11, 0.5, 0.38), FLOOR, 0.055, QUIET),
        Line(((-0.17, -0.17), (0.17, -0.17)), 0.09, QUIET),
        Line(((0.0, -0.17), (0.0, 0.23)), 0.09, QUIET),
        Line(((-0.4, 0.4), (0.4, -0.4)), 0.17, FLOOR),
        Line(((-0.42, 0.42), (0.42, -0.42)), 0.075, QUIET),
    ),
    "obstacle": _stones((-0.21, 0.17, 0.23), (0.2, 0.2, 0.2), (0.03, -0.19, 0.26), (-0.34, -0.2, 0.1), (0.38, -0.1, 0.09)),
    "rubble": _stones(
        (-0.3, -0.26, 0.12),
        (-0.06, -0.3, 0.14),
        (0.26, -0.24, 0.13),
        (-0.28, 0.04, 0.14),
        (0.02, 0.0, 0.17),
        (0.3, 0.06, 0.12),
        (-0.3, 0.3, 0.1),
        (-0.06, 0.3, 0.13),
        (0.24, 0.32, 0.13),
        (0.12, -0.14, 0.07),
    ),
    "pool": (
        Patch(_blob((0.42, 0.48, 0.4, 0.46, 0.38, 0.47, 0.41, 0.48)), FLOOR, 0.055),
        _ripple(-0.08, -0.14, 0.16),
        _ripple(0.1, 0.06, 0.15),
        _ripple(-0.1, 0.2, 0.12),
    ),
    "lake": (
        Patch(_blob((0.4, 0.5, 0.34, 0.47, 0.5, 0.36, 0.48, 0.42, 0.5)), FLOOR, 0.04),
        Line((*_blob((0.32, 0.41, 0.26, 0.38, 0.41, 0.28, 0.39, 0.33, 0.41)), (0.0, -0.32)), 0.02, ACCENT),
        _ripple(-0.12, -0.1, 0.1),
        _ripple(0.1, 0.02, 0.11),
        _ripple(-0.06, 0.16, 0.09),
    ),
    "pebble": (Patch(((-0.42, -0.2), (0.0, -0.5), (0.5, -0.1), (0.3, 0.42), (-0.3, 0.35)), FLOOR, 0.16, QUIET),),
    "crack": (Line(((-0.5, -0.1), (-0.2, 0.05), (0.02, -0.08), (0.22, 0.12), (0.5, 0.02)), 0.06, FAINT),),
}
