"""Every symbol of the maps as strokes in a unit square round the origin, looking north.

One entry a symbol: the map, a legend and a vector file draw from here. A symbol is turned by
eighths to look another way; x runs to the right and y down.
"""

from __future__ import annotations

from math import cos, pi, sin

from bot.drawing.parts import (
    Disc,
    Line,
    Part,
    Patch,
    Point,
    blob,
    box,
    compass,
    darkness,
    dashed_box,
    ladder,
    rays,
    ripple,
    stairs,
    star,
    stones,
    ticks,
    zigzag,
)
from bot.drawing.style import ACCENT, BAND, FAINT, FLOOR, INK, IRON, PAPER, QUIET, SHADOW, STONE

__all__ = ["SYMBOLS", "Disc", "Line", "Part", "Patch", "Point"]

JAMBS: tuple[Part, ...] = tuple(Line(((side * 0.6, 0.0), (side * 0.37, 0.0)), 0.16) for side in (-1, 1))
"""What is left of a wall on both sides of a door."""

LEAF = box(0.4, 0.19)
"""The leaf of a door."""

_GATE: tuple[Part, ...] = (Patch(box(0.42, 0.19), FLOOR), *JAMBS)
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
    "door": (Patch(box(0.37, 0.15), FLOOR, 0.08),),
    "rolled door": (Patch(box(0.40, 0.17), ACCENT, 0.09),),
    "ladder up": (*dashed_box(0.47), *ladder(INK)),
    "ladder down": (Patch(box(0.48, 0.48), INK), *ladder(FLOOR)),
    "stairs up": stairs(6, 0.46, narrow_ahead=False),
    "stairs down": stairs(6, 0.46, narrow_ahead=True),
    "flight": tuple(Line(((-0.43, y / 5), (0.43, y / 5)), 0.065) for y in range(-5, 6)),
    "flight up": stairs(10, 1.0, narrow_ahead=False),
    "flight down": (*darkness(10), *stairs(10, 1.0, narrow_ahead=True)),
    "arrow": (Patch(((0.0, -0.5), (0.36, 0.22), (0.0, 0.04), (-0.36, 0.22)), ACCENT),),
    "end": (
        Line(((-0.36, -0.36), (0.36, 0.36)), 0.22, ACCENT),
        Line(((-0.36, 0.36), (0.36, -0.36)), 0.22, ACCENT),
    ),
    "here": (Disc((0.0, 0.0), 0.4, ACCENT, 0.12, INK),),
    "break": (
        Patch((*zigzag(-0.22), *reversed(zigzag(0.22))), PAPER),
        Line(zigzag(-0.22), 0.06),
        Line(zigzag(0.22), 0.06),
    ),
    "trap": (
        Patch(star(11, 0.56, 0.40), FLOOR, 0.05),
        Line(((-0.19, -0.19), (0.19, -0.19)), 0.12),
        Line(((0.0, -0.19), (0.0, 0.25)), 0.12),
    ),
    "exit": (Disc((0.0, 0.0), 0.22, FLOOR, 0.05), *rays(0.31, 0.48, 14)),
    "rock": (
        Disc((0.0, 0.0), 0.46, FLOOR, 0.08),
        Line(((-0.19, -0.19), (0.19, 0.19)), 0.13),
        Line(((-0.19, 0.19), (0.19, -0.19)), 0.13),
    ),
    "well": (
        Disc((0.0, 0.0), 0.47, FLOOR, 0.06),
        *rays(0.3, 0.46, 12),
        Disc((0.0, 0.0), 0.3, QUIET, 0.06),
        Disc((0.03, 0.03), 0.22, FLOOR),
    ),
    "shaft": (Disc((0.0, 0.0), 0.47, FLOOR, 0.05), Disc((0.0, 0.0), 0.37, INK), *rays(0.37, 0.47, 16)),
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
    "clock": (Disc((0.0, 0.0), 0.485, FLOOR, 0.026, QUIET), *ticks()),
    "hub": (Disc((0.0, 0.0), 0.5, INK),),
    "stone": (Patch(((-0.4, -0.2), (0.0, -0.5), (0.5, -0.1), (0.3, 0.4), (-0.3, 0.35)), FLOOR, 0.2, QUIET),),
    "compass": compass(),
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
        Patch(box(0.42, 0.12), FLOOR),
        *(Line(((side * 0.6, 0.0), (side * 0.41, 0.0)), 0.16) for side in (-1, 1)),
        *(Patch(box(0.065, 0.2, (side * 0.41, 0.0))) for side in (-1, 1)),
    ),
    "stuck": (
        *(Line(((-0.17 * side, -0.24), (0.17 * side, 0.24)), 0.16, FLOOR) for side in (-1, 1)),
        *(Line(((-0.17 * side, -0.24), (0.17 * side, 0.24)), 0.085) for side in (-1, 1)),
    ),
    "locked": (Disc((0.0, 0.0), 0.16, INK, 0.06, FLOOR),),
    "barred": (
        Patch(box(0.5, 0.1, (0.0, -0.34)), FLOOR),
        *(Line(((x, -0.34), (x, -0.1)), 0.09) for x in (-0.28, 0.28)),
        Line(((-0.48, -0.34), (0.48, -0.34)), 0.11),
    ),
    "trapped door": (Patch(((0.0, 0.2), (0.22, 0.56), (-0.22, 0.56)), ACCENT, 0.05, FLOOR),),
    "one-way": (
        Patch(box(0.055, 0.4, (0.0, 0.1)), ACCENT, 0.05, FLOOR),
        Patch(((0.0, -0.6), (0.24, -0.22), (-0.24, -0.22)), ACCENT, 0.04, FLOOR),
    ),
    "secret wall": (Line(((-0.6, 0.0), (0.6, 0.0)), 0.16),),
    "secret": (Disc((0.0, 0.0), 0.3, FLOOR), Line(_S, 0.1)),
    "false door": (
        *JAMBS,
        Line(((-0.38, 0.0), (0.38, 0.0)), 0.16),
        Patch(box(0.37, 0.1, (0.0, 0.15)), FLOOR, 0.05),
    ),
    "trapdoor": (
        Patch(box(0.36, 0.36), FLOOR, 0.075),
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
        Patch(star(11, 0.5, 0.38), FLOOR, 0.06, ACCENT),
        Line(((-0.18, -0.17), (0.18, -0.17)), 0.11, ACCENT),
        Line(((0.0, -0.17), (0.0, 0.25)), 0.11, ACCENT),
    ),
    "disabled trap": (
        Patch(star(11, 0.5, 0.38), FLOOR, 0.055, QUIET),
        Line(((-0.17, -0.17), (0.17, -0.17)), 0.09, QUIET),
        Line(((0.0, -0.17), (0.0, 0.23)), 0.09, QUIET),
        Line(((-0.4, 0.4), (0.4, -0.4)), 0.17, FLOOR),
        Line(((-0.42, 0.42), (0.42, -0.42)), 0.075, QUIET),
    ),
    "obstacle": stones(
        (-0.21, 0.17, 0.23), (0.2, 0.2, 0.2), (0.03, -0.19, 0.26), (-0.34, -0.2, 0.1), (0.38, -0.1, 0.09)
    ),
    "rubble": stones(
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
        Patch(blob((0.42, 0.48, 0.4, 0.46, 0.38, 0.47, 0.41, 0.48)), FLOOR, 0.055),
        ripple(-0.08, -0.14, 0.16),
        ripple(0.1, 0.06, 0.15),
        ripple(-0.1, 0.2, 0.12),
    ),
    "lake": (
        Patch(blob((0.4, 0.5, 0.34, 0.47, 0.5, 0.36, 0.48, 0.42, 0.5)), FLOOR, 0.04),
        Line((*blob((0.32, 0.41, 0.26, 0.38, 0.41, 0.28, 0.39, 0.33, 0.41)), (0.0, -0.32)), 0.02, ACCENT),
        ripple(-0.12, -0.1, 0.1),
        ripple(0.1, 0.02, 0.11),
        ripple(-0.06, 0.16, 0.09),
    ),
    "pebble": (
        Patch(((-0.42, -0.2), (0.0, -0.5), (0.5, -0.1), (0.3, 0.42), (-0.3, 0.35)), FLOOR, 0.16, QUIET),
    ),
    "crack": (Line(((-0.5, -0.1), (-0.2, 0.05), (0.02, -0.08), (0.22, 0.12), (0.5, 0.02)), 0.06, FAINT),),
}
