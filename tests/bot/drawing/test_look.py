"""Colours, symbols and hatching: what all pictures share."""

from __future__ import annotations

from itertools import pairwise, product
from typing import get_args

import pytest
from shapely.geometry import Point, Polygon

from bot.atlas.figure import Symbol
from bot.atlas.shapes import FigureRoom, Spot
from bot.drawing import style
from bot.drawing.hatching import strokes, to_box, to_room
from bot.drawing.palette import MOST_COLOURS, colouring, palette
from bot.drawing.symbols import SYMBOLS, Disc
from bot.drawing.trail import bow, dashes, length, piece


def contrast(one: style.Colour, other: style.Colour) -> float:
    """The contrast of two colours as the web's accessibility guidelines measure it."""

    def light(colour: style.Colour) -> float:
        parts = [part / 255 for part in colour]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def shade(ramp: style.RampName, level: int) -> style.Colour:
    return palette()[colouring(ramp)[level]]


def test_the_palette_is_small() -> None:
    assert len(palette()) == len(set(palette())) <= MOST_COLOURS


def test_numbers_and_titles_stand_out() -> None:
    assert contrast(shade("plain", style.QUIET), shade("plain", style.FLOOR)) >= 4.5
    for ramp in ("left", "right", "straight", "goal"):
        assert contrast(shade(ramp, style.INK), shade(ramp, style.FLOOR)) >= 7
        assert contrast(shade(ramp, style.ACCENT), shade(ramp, style.FLOOR)) >= 3
    for ramp in ("left ink", "right ink", "straight ink"):
        assert contrast(shade(ramp, style.ACCENT), shade(ramp, style.PAPER)) >= 4.5


def test_the_levels_that_matter_are_kept_exactly() -> None:
    levels = (style.INK, style.QUIET, style.BAND, style.PAPER, style.FLOOR)

    assert [shade("plain", level) for level in levels] == [style.PLAIN[level] for level in levels]


@pytest.mark.parametrize("ramp", ["plain", *style.TINTS])
def test_a_ramp_grows_lighter(ramp: style.RampName) -> None:
    lights = [sum(shade(ramp, level)) for level in range(256)]

    assert all(darker <= lighter for darker, lighter in pairwise(lights))
    assert lights[0] < lights[-1]


@pytest.mark.parametrize("name", SYMBOLS)
def test_a_symbol_keeps_to_its_place(name: str) -> None:
    room = {"flight", "flight up", "flight down", "flight both"}
    for part in SYMBOLS[name]:
        points = [part.centre] if isinstance(part, Disc) else part.points
        for x, y in points:
            if name == "break":
                assert abs(x) <= 1.4
            else:
                assert abs(x) <= 0.6
            assert abs(y) <= (1.0 if name in room else 0.6)


def test_every_mark_has_a_symbol() -> None:
    plain = {"exit", "trap", "rock", "flight"}
    for symbol, sense in product(get_args(Symbol), ("up", "down")):
        assert (symbol if symbol in plain else f"{symbol} {sense}") in SYMBOLS
    assert {"flight up", "flight down"} <= set(SYMBOLS)


def test_hatching_belongs_to_its_place_and_seed() -> None:
    def near(x: float, y: float) -> float:
        return to_box((0.0, 0.0, 5.0, 5.0), x, y)

    whole = list(strokes(9, (-2.0, -2.0, 7.0, 7.0), near))
    corner = list(strokes(9, (2.9, 3.1, 7.0, 7.0), near))
    other = list(strokes(10, (-2.0, -2.0, 7.0, 7.0), near))

    assert len(whole) > 300
    assert len(whole) % 3 == 0
    assert set(corner) < set(whole)
    assert not set(other) & set(whole)


def test_hatching_stays_near_the_floor() -> None:
    def near(x: float, y: float) -> float:
        return to_box((0.0, 0.0, 5.0, 5.0), x, y)

    for stroke in strokes(9, (-3.0, -3.0, 8.0, 8.0), near):
        assert all(near(x, y) < style.HATCH_REACH for x, y in stroke)


@pytest.mark.parametrize("outline", ["square", "round", "octagon", "chamfered"])
def test_distances_to_rooms_are_true(outline: str) -> None:
    room = FigureRoom("a", "1", Spot(1.0, -2.0), 3.0, 3.0, outline)
    shape = Polygon([(spot.x, spot.y) for spot in room.corners()])

    for step_x, step_y in product(range(-8, 9), repeat=2):
        x, y = 1.0 + step_x * 0.3, -2.0 + step_y * 0.3
        true = shape.distance(Point(x, y)) or -shape.exterior.distance(Point(x, y))
        # Round a slanting corner the cheap figure is a little short; it is never too long.
        assert true - 0.12 <= to_room(room, x, y) <= true + 0.01


def test_a_trail_ends_on_a_dash_and_bends_with_its_line() -> None:
    line = (Spot(0.0, 0.0), Spot(3.0, 0.0), Spot(3.0, 2.0))

    found = dashes(line, 0.36, 0.24)

    assert found[0][0] == line[0]
    assert found[-1][-1] == line[-1]
    assert all(length(dash) == pytest.approx(0.36) for dash in found)
    assert piece(line, 2.5, 3.5) == (Spot(2.5, 0.0), Spot(3.0, 0.0), Spot(3.0, 0.5))


def test_a_bow_joins_its_ends_and_bulges_to_the_left() -> None:
    curve = bow(Spot(0.0, 0.0), Spot(0.0, -4.0), 1.5)

    assert (curve[0], curve[-1]) == (Spot(0.0, 0.0), Spot(0.0, -4.0))
    assert min(spot.x for spot in curve) == pytest.approx(-1.5)
