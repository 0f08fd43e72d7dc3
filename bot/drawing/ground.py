"""What every figure lies on: rooms at rest with their hatching, the frame, compass and scale.

It is painted once a process for each page and kept at its true size, since the
hatching is most of the work.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from bot.atlas.shapes import Spot
from bot.drawing import style
from bot.drawing.canvas import Canvas
from bot.drawing.rooms import band_room, hatch_room, paint_room

if TYPE_CHECKING:
    from PIL import Image

    from bot.atlas.shapes import Box, FigureRoom
    from bot.drawing.canvas import Page

SCALE_HEIGHT = 13
"""Pixels of the scale bar's height."""


@dataclass(frozen=True, slots=True)
class Scale:
    """What a scale bar shows.

    Attributes:
        parts: dark and light pieces of the bar.
        part: how long each is, in squares of the page.
        feet: what the whole bar stands for.
    """

    parts: int
    part: float
    feet: int


SCALE = Scale(parts=5, part=1.0, feet=50)
"""The scale of pages on which a square is 10 feet."""


@lru_cache(maxsize=8)
def ground(page: Page, start: FigureRoom, rooms: tuple[FigureRoom, ...]) -> Image.Image:
    """Levels of ink of a page on which nothing was rolled yet; not to be painted on.

    Args:
        page: the part of the map.
        start: the room whose door is rolled, in full ink.
        rooms: the others, which stay in the background.
    """
    canvas = Canvas(page, style.PAPER)
    for room in rooms:
        band_room(canvas, room, style.QUIET_BAND)
    band_room(canvas, start, style.BAND)
    for room in rooms:
        hatch_room(canvas, room, style.QUIET_HATCH, style.QUIET_REACH)
    hatch_room(canvas, start, style.INK)
    for room in rooms:
        paint_room(canvas, room, style.QUIET_WALL, style.QUIET)
    paint_room(canvas, start, style.WALL, style.INK)
    _furnish(canvas, SCALE)
    return canvas.reduced()


@lru_cache(maxsize=8)
def bare_ground(page: Page, scale: Scale) -> Image.Image:
    """Levels of ink of a page with nothing on it but its frame, compass and scale; not to be painted on."""
    canvas = Canvas(page, style.PAPER)
    _furnish(canvas, scale)
    return canvas.reduced()


def _furnish(canvas: Canvas, scale: Scale) -> None:
    """What belongs to every page whatever it shows."""
    _frame(canvas)
    _scale(canvas, scale)
    canvas.symbol("compass", compass_spot(canvas.page), style.COMPASS_SIZE / canvas.page.square)


def _frame(canvas: Canvas) -> None:
    """A thick and a thin line round the page."""
    square = canvas.page.square
    for inset, pen in ((style.FRAME_INSET, 3.5), (style.FRAME_INSET + style.FRAME_GAP, 1.25)):
        west, north, east, south = canvas.page.box
        edge = inset / square
        west, north, east, south = west + edge, north + edge, east - edge, south - edge
        corners = (Spot(west, north), Spot(east, north), Spot(east, south), Spot(west, south))
        canvas.line(corners, pen / square, style.INK, closed=True)


def scale_box(page: Page, scale: Scale = SCALE) -> Box:
    """Where the scale bar lies."""
    pixel = 1 / page.square
    west, south = page.box[0] + style.MARGIN * pixel, page.box[3] - style.MARGIN * pixel
    return west, south - SCALE_HEIGHT * pixel, west + scale.parts * scale.part, south


def _scale(canvas: Canvas, scale: Scale) -> None:
    """The scale bar: a dark and a light piece by turns."""
    west, north, east, south = scale_box(canvas.page, scale)
    edge = 2 / canvas.page.square
    canvas.fill_box((west - edge, north - edge, east + edge, south + edge), style.INK)
    for piece in range(1, scale.parts, 2):
        start = west + piece * scale.part
        canvas.fill_box((start, north, start + scale.part, south), style.FLOOR)


def compass_spot(page: Page) -> Spot:
    """The middle of the compass."""
    return Spot(
        page.box[2] - (style.MARGIN + style.COMPASS_SIZE / 2) / page.square, page.box[1] + 84 / page.square
    )
