"""The pictures of a region: a whole page of it, and a snippet round what changed."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from bot.drawing import style
from bot.drawing.canvas import Page, Tint, coloured, encoded
from bot.drawing.picture import Picture
from bot.drawing.region.figure import figure_of, part_of
from bot.drawing.region.floors import Floors, bodies, floor_mask, fresh_mask, paint_map
from bot.drawing.region.legend import entries, legend_page, legend_signs, rows_of
from bot.drawing.region.sheet import HEADER, SIDE, Sheet, page_window, write_title
from bot.drawing.region.wording import alt_of, snippet_alt, title_of
from bot.drawing.region.words import Writer, sign_box, write
from tables.destination import Route

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from bot.atlas.region import Region
    from bot.atlas.shapes import Box
    from bot.drawing.region.figure import RegionFigure
    from bot.drawing.region.words import Words

SNIPPET_SQUARES = (25, 30)
"""Squares across a snippet, at least and at most."""

SNIPPET_SQUARE = 35
"""Pixels of a square on a snippet."""

SNIPPET_ROWS = (18, 26)
"""Squares down a snippet, at least and at most."""

AROUND = 3
"""Squares round what changed that a snippet shows where it can."""

PNG_LEVEL = 4
"""Large pages are packed in two thirds of the time of level 5, for four parts in a hundred more."""

RAMPS: Mapping[style.RampName, frozenset[str]] = {
    "water": frozenset({"pool", "lake"}),
    "left ink": frozenset({"trap mark", "trapped door", "one-way"}),
}
"""The symbols that have a colour of their own."""


@dataclass(frozen=True, slots=True)
class _Fresh:
    """The numbers of what is new, and whose colour it has."""

    numbers: frozenset[int] = frozenset()
    route: Route = Route.STRAIGHT


def draw_region(region: Region, name: str = "", look: style.Look = "ink") -> Picture:
    """The picture of a whole page, with its description. It shows what the region holds, and nothing else."""
    figure = figure_of(region)
    window = page_window(region.box())
    sheet = Sheet(window, entries(shown_on(figure, window)), framed=False)
    png = _print(figure, sheet, title_of(region, name), look, _Fresh())
    return Picture(png, alt_of(region, sheet.listed, name), sheet.width, sheet.height)


def draw_snippet(
    region: Region,
    around: Box,
    fresh: Collection[int] = (),
    route: Route = Route.STRAIGHT,
    look: style.Look = "ink",
) -> Picture:
    """The picture of a part of a region, with its description.

    Args:
        region: what its viewer may know.
        around: the rectangle of what changed, in squares.
        fresh: the numbers of the places and passages that are new; they are drawn in colour.
        route: whose colour that is.
        look: what the picture is printed in.
    """
    window = snippet_window(region.box(), around)
    figure = figure_of(part_of(region, window.box))
    sheet = Sheet(window, entries(shown_on(figure, window)), framed=True)
    png = _print(figure, sheet, title_of(region, ""), look, _Fresh(_with_doors(region, fresh), route))
    west, north, east, south = window.box
    shown = [room for room in region.rooms() if west < room.spot.x < east and north < room.spot.y < south]
    return Picture(png, snippet_alt(region, shown, len(fresh)), sheet.width, sheet.height)


def _with_doors(region: Region, fresh: Collection[int]) -> frozenset[int]:
    """The numbers of what is new, with those of the doors and marks in it."""
    new = set(fresh)
    new.update(each.id for each in (*region.doors, *region.marks) if each.at in fresh)
    return frozenset(new)


def snippet_window(whole: Box, around: Box) -> Page:
    """The part of the map that a snippet shows: round what changed, and within the box of all floors."""
    west, east = _span(around[0], around[2], whole[0], whole[2], SNIPPET_SQUARES)
    north, south = _span(around[1], around[3], whole[1], whole[3], SNIPPET_ROWS)
    return Page((west, north, east, south), SNIPPET_SQUARE, steady=True)


def _span(first: float, last: float, low: float, high: float, limits: tuple[int, int]) -> tuple[int, int]:
    """The first and the last line of a window along one axis."""
    least, most = limits
    count = min(most, max(least, round(last - first) + 2 * AROUND))
    start = floor((first + last - count) / 2 + 0.5)
    start = max(floor(low) - 1, min(start, floor(high) + 2 - count))
    return start, start + count


def shown_on(figure: RegionFigure, window: Page) -> Iterator[str]:
    """The names of what a window shows, for its legend."""
    width, height = window.size
    for sign in figure.signs:
        left, top, right, bottom = sign_box(window, sign)
        if left < width and top < height and right > 0 and bottom > 0:
            yield sign.symbol
    if any(_within(window, mouth.spot.x, mouth.spot.y) for mouth in figure.mouths):
        yield "way on"
    if any(_within(window, spot.x, spot.y) for lane in figure.hidden_lanes for spot in lane.line()):
        yield "below"


def _within(window: Page, x: float, y: float) -> bool:
    west, north, east, south = window.box
    return west < x < east and north < y < south


def words_on(figure: RegionFigure, window: Page) -> tuple[Words, ...]:
    """All that is written on a window."""
    floors = Floors(figure.rooms, figure.lanes)
    walls = floor_mask(floors, window, style.REGION_WALL / 2 + 2 / window.square)
    return Writer(figure, window, walls, _type_part(window)).written()


def _type_part(window: Page) -> float:
    """How much larger than usual type is, on wide pages and where squares are large."""
    return max((window.size[0] + 2 * SIDE) / 1000, min(1.2, window.square / 28))


def _print(
    figure: RegionFigure,
    sheet: Sheet,
    title: tuple[str, str],
    look: style.Look,
    fresh: _Fresh,
) -> bytes:
    """A page as PNG."""
    window = sheet.window
    words = words_on(figure, window)
    drawn = paint_map(figure, window, [each.box() for each in words])
    write(drawn, words)
    ink = sheet.empty()
    sheet.finish(ink, drawn)
    box = write_title(ink, title)
    masked = list(_masks(figure, sheet))
    if fresh.numbers:
        mask = Image.new("L", ink.size)
        mask.paste(fresh_mask(figure, window, fresh.numbers), (SIDE, HEADER))
        masked.insert(0, (style.FRESH_TINTS[fresh.route], mask))
    return encoded(coloured(ink, (Tint("straight ink", box),), look, masked), PNG_LEVEL)


def _masks(figure: RegionFigure, sheet: Sheet) -> Iterator[tuple[style.RampName, Image.Image]]:
    """Where water and danger have colours of their own, on the map and in the legend."""
    parts = (
        (figure.signs, sheet.window, (SIDE, HEADER)),
        (
            tuple(legend_signs(sheet.listed, sheet.inner)),
            legend_page(len(rows_of(sheet.listed, sheet.inner)), sheet.inner),
            sheet.legend_at,
        ),
    )
    for ramp, symbols in RAMPS.items():
        mask = Image.new("L", (sheet.width, sheet.height))
        for signs, page, corner in parts:
            part = Image.new("L", page.size)
            draw = ImageDraw.Draw(part)
            for sign in signs:
                if sign.symbol in symbols:
                    for body in bodies(sign):
                        draw.polygon([page.pixel(x, y) for x, y in body], fill=255)
            mask.paste(part, corner)
        yield ramp, mask
