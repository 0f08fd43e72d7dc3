"""What the symbols of a region mean: only those that are shown."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PIL import ImageDraw

from bot.atlas.shapes import Spot
from bot.drawing import style
from bot.drawing.canvas import Canvas, Page
from bot.drawing.fonts import typeface
from bot.drawing.region.signs import Sign

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from PIL import Image

MEANINGS: Mapping[str, str] = {
    "wood door": "door",
    "iron-bound door": "iron-bound door",
    "stone door": "stone door",
    "iron door": "iron door",
    "portcullis": "portcullis",
    "curtain": "curtain",
    "archway": "archway",
    "stuck": "stuck",
    "locked": "locked",
    "barred": "barred beyond",
    "trapped door": "trapped door",
    "one-way": "one way",
    "secret": "secret door",
    "flight up": "stairs up",
    "flight down": "stairs down",
    "flight both": "stairs up and down",
    "stairs up": "stairs up",
    "stairs down": "stairs down",
    "ladder up": "way up by ladder",
    "ladder down": "way down by ladder",
    "trapdoor": "trapdoor",
    "trap mark": "trap",
    "disabled trap": "disabled trap",
    "obstacle": "obstacle",
    "rubble": "blocked",
    "pool": "pool",
    "lake": "lake",
    "well": "well",
    "shaft": "shaft",
    "way on": "way on",
    "below": "above or below",
}
"""The words for each symbol, in the order of the legend. A symbol without words is not in it."""

TOGETHER: Mapping[str, str] = {
    "stuck": "wood door",
    "locked": "wood door",
    "barred": "wood door",
    "trapped door": "wood door",
    "one-way": "wood door",
    "secret": "secret wall",
}
"""Signs of how a door is shut are shown on a door."""

LOWER: Mapping[str, float] = {"barred": 0.14, "trapped door": -0.2}
"""Squares that symbols which stand out on one side are moved down."""

ICON = 30
"""Pixels of a square in the legend."""

ROW, TYPE, BETWEEN, AFTER_ICON = 31, 19, 22, 8
"""Pixels of a row, of its type, between entries, and between a symbol and its words."""

SIZE = 0.86
"""The size of symbols in the legend, as a part of its squares."""

HALF: Mapping[str, float] = {"flight up": 0.45, "flight down": 0.45, "flight both": 0.45}
"""Symbols that are two squares long are drawn at half their size."""

Entry = tuple[str, str]


def entries(symbols: Iterable[str]) -> tuple[Entry, ...]:
    """The symbols that a legend lists, each with its words; words that are alike are listed once."""
    shown = set(symbols)
    listed: dict[str, str] = {}
    for symbol, words in MEANINGS.items():
        if symbol in shown:
            listed.setdefault(words, symbol)
    return tuple((symbol, words) for words, symbol in listed.items())


def rows_of(listed: Iterable[Entry], width: int) -> tuple[tuple[tuple[int, Entry], ...], ...]:
    """The entries in rows, each with where it begins; columns stand below each other."""
    font = typeface(TYPE, style.STRONG)
    listed = tuple(listed)
    lengths = [round(font.getlength(words)) + ICON + AFTER_ICON + BETWEEN for _, words in listed]
    for columns in range(len(listed), 0, -1):
        grid = [listed[index : index + columns] for index in range(0, len(listed), columns)]
        widths = [max(lengths[column::columns]) for column in range(columns)]
        if sum(widths) - BETWEEN <= width or columns == 1:
            starts = [sum(widths[:column]) for column in range(columns)]
            return tuple(tuple(zip(starts, row, strict=False)) for row in grid)
    return ()


def legend_page(rows: int, width: int) -> Page:
    """The legend's own page, on which a square is as large as a symbol."""
    return Page((0.0, 0.0, width / ICON, max(1, rows) * ROW / ICON), ICON)


@lru_cache(maxsize=16)
def legend_of(listed: tuple[Entry, ...], width: int) -> Image.Image:
    """The legend in levels of ink; not to be painted on."""
    rows = rows_of(listed, width)
    canvas = Canvas(legend_page(len(rows), width), style.PAPER)
    for sign in legend_signs(listed, width):
        if sign.symbol == "way on":
            for step in (-0.28, 0.0, 0.28):
                canvas.disc(sign.spot.x + step, sign.spot.y, 0.075, style.INK)
        elif sign.symbol == "below":
            for line in _dashed(sign.spot):
                canvas.line(line, 0.08, style.QUIET)
        else:
            canvas.symbol(sign.symbol, sign.spot, sign.size)
    ink = canvas.reduced()
    draw, font = ImageDraw.Draw(ink), typeface(TYPE, style.STRONG)
    for row, row_entries in enumerate(rows):
        for start, (_, words) in row_entries:
            place = (start + ICON + AFTER_ICON, (row + 0.5) * ROW)
            draw.text(place, words, fill=style.INK, font=font, anchor="lm")
    return ink


def legend_signs(listed: tuple[Entry, ...], width: int) -> Iterator[Sign]:
    """The symbols of a legend where they stand on its page."""
    for row, row_entries in enumerate(rows_of(listed, width)):
        for start, (symbol, _) in row_entries:
            spot = Spot(start / ICON + 0.5, (row + 0.5) * ROW / ICON + LOWER.get(symbol, 0.0))
            if symbol in TOGETHER:
                yield Sign(TOGETHER[symbol], spot, SIZE)
            yield Sign(symbol, spot, HALF.get(symbol, SIZE))


def _dashed(spot: Spot) -> Iterator[tuple[Spot, Spot]]:
    for y in (-0.22, 0.22):
        for x in (-0.48, -0.13, 0.22):
            yield Spot(spot.x + x, spot.y + y), Spot(spot.x + x + 0.24, spot.y + y)
