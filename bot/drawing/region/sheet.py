"""How a page is divided: the title above, the map in a frame, the legend below."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from bot.atlas.shapes import Spot
from bot.drawing import style
from bot.drawing.canvas import Canvas, Page
from bot.drawing.fonts import drawable, typeface
from bot.drawing.region.legend import ROW, legend_of, rows_of

if TYPE_CHECKING:
    from bot.atlas.shapes import Box
    from bot.drawing.region.legend import Entry

SQUARES = (40, 35, 30, 25, 20, 15, 10, 5)
"""Pixels of a square: in fives, so that the cells of the hatching are whole pixels."""

WIDTH = 1000
"""Pixels across the map of a usual page."""

WIDEST = 1520
"""Pixels across the map of the largest page."""

ROOMY = 15
"""Pixels of a square below which a map is rather made larger than its squares smaller."""

EDGE = 1.35
"""Squares of rock outside of the floors that a page shows at least."""

SIDE = 24
"""Pixels on both sides of the map."""

HEADER = 88
"""Pixels above the map."""

TITLE_MIDDLE = 51
"""Pixels from the top to the middle of the title."""

RESERVED = 330
"""Pixels beside the title for the scale and the compass."""

LEAST_TITLE = 26
"""The smallest type of a title; a longer one is cut."""

BELOW = 16
"""Pixels between the map and the legend, and below it."""

COMPASS = 58
"""Pixels across the compass."""

BAR = 12
"""Pixels of the scale bar's height."""

PARTS = 5
"""Pieces of the scale bar, of 10 feet each."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page and where everything is on it.

    Attributes:
        window: the part of the map that it shows, a whole number of squares.
        listed: the entries of its legend.
        framed: whether a line closes the map off, where it goes on beyond.
    """

    window: Page
    listed: tuple[Entry, ...]
    framed: bool

    @property
    def width(self) -> int:
        """Pixels across."""
        return self.window.size[0] + 2 * SIDE

    @property
    def height(self) -> int:
        """Pixels down."""
        return HEADER + self.window.size[1] + 2 * BELOW + ROW * len(rows_of(self.listed, self.inner))

    @property
    def inner(self) -> int:
        """Pixels across the legend."""
        return self.width - 4 * SIDE

    @property
    def legend_at(self) -> tuple[int, int]:
        """The pixel of the legend's corner."""
        return 2 * SIDE, HEADER + self.window.size[1] + BELOW

    def empty(self) -> Image.Image:
        """Levels of ink of the page without its map and its title."""
        return _empty(self.width, self.height, self.window.square).copy()

    def finish(self, ink: Image.Image, drawn: Image.Image) -> None:
        """Lay the map, the line round it and the legend on the page."""
        ink.paste(drawn, (SIDE, HEADER))
        if self.framed:
            across, down = drawn.size
            box = (SIDE - 2, HEADER - 2, SIDE + across + 1, HEADER + down + 1)
            ImageDraw.Draw(ink).rectangle(box, outline=style.INK, width=2)
        if self.listed:
            legend = legend_of(self.listed, self.inner)
            ink.paste(legend, self.legend_at)


def page_window(box: Box) -> Page:
    """The part of the map that shows everything, in squares as large as the usual width allows."""
    west, north, east, south = _whole(box)
    most = max(east - west, south - north)
    across = east - west
    square = next(
        (each for each in SQUARES if across * each <= WIDTH and each > ROOMY),
        next((each for each in SQUARES if each <= ROOMY and most * each <= WIDEST), SQUARES[-1]),
    )
    extra = max(0, WIDTH // square - across)
    west, east = west - extra // 2, east + extra - extra // 2
    limit = WIDEST // square
    return Page((west, north, min(east, west + limit), min(south, north + limit)), square, steady=True)


def _whole(box: Box) -> tuple[int, int, int, int]:
    west, north, east, south = box
    return (
        floor(west - EDGE + 0.5),
        floor(north - EDGE + 0.5),
        ceil(east + EDGE - 0.5),
        ceil(south + EDGE - 0.5),
    )


@lru_cache(maxsize=8)
def _empty(width: int, height: int, square: int) -> Image.Image:
    """A page with its frame, its compass and its scale; not to be painted on."""
    ink = Image.new("L", (width, height), style.PAPER)
    draw = ImageDraw.Draw(ink)
    draw.rectangle((7, 7, width - 8, height - 8), outline=style.INK, width=3)
    draw.rectangle((13, 13, width - 14, height - 14), outline=style.INK, width=1)
    band = Canvas(Page((0.0, 0.0, float(width), float(HEADER - 28)), 1), style.PAPER)
    middle, right = (HEADER - 28) / 2, width - 2 * SIDE
    band.symbol("compass", Spot(right - COMPASS / 2 + 6, middle), COMPASS - 6)
    start = right - COMPASS - 40 - PARTS * square
    band.fill_box((start - 2, middle, start + PARTS * square + 2, middle + BAR), style.INK)
    for piece in range(1, PARTS, 2):
        band.fill_box(
            (start + piece * square, middle + 2, start + (piece + 1) * square, middle + BAR - 2), style.FLOOR
        )
    ink.paste(band.reduced().crop((20, 0, width - 20, HEADER - 28)), (20, 20))
    font = typeface(style.LEGEND_PIXELS, style.STRONG)
    draw.text((right - COMPASS - 14, 20 + middle + BAR / 2), "N", fill=style.INK, font=font, anchor="mm")
    told = f"{PARTS * 10} feet"
    draw.text((start + PARTS * square / 2, 20 + middle - 4), told, fill=style.INK, font=font, anchor="mb")
    return ink


def write_title(ink: Image.Image, title: tuple[str, str]) -> tuple[int, int, int, int]:
    """Write the title at the top; the box of its coloured second part."""
    first, second = drawable(title[0]), drawable(title[1])
    first = f"{first}  ·  " if second else first
    size, most = style.TITLE_PIXELS, ink.width - 4 * SIDE - RESERVED
    while size > LEAST_TITLE and typeface(size, style.BOLD).getlength(first + second) > most:
        size -= 2
    font = typeface(size, style.BOLD)
    while second and font.getlength(first + second) > most:
        second = f"{second[:-2].rstrip()}…" if len(second) > 2 else ""
    draw, left, middle = ImageDraw.Draw(ink), 2 * SIDE, TITLE_MIDDLE
    start = left + round(font.getlength(first))
    draw.text((left, middle), first, fill=style.INK, font=font, anchor="lm")
    draw.text((start, middle), second, fill=style.ACCENT, font=font, anchor="lm")
    return start, middle - 30, start + round(font.getlength(second)) + 3, middle + 30
