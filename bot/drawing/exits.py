"""The picture of a room's ways out: its doors, and the ladders and stairs in its middle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.atlas.exits import exit_figure
from bot.atlas.signs import PLAIN, REACH
from bot.drawing import style
from bot.drawing.canvas import Canvas, Tint, coloured, encoded, lay_over, mask_of, patch_of
from bot.drawing.exit_wording import exits_alt, exits_title
from bot.drawing.ground import ground
from bot.drawing.lettering import Lettering
from bot.drawing.picture import Picture
from bot.drawing.rooms import grown
from bot.drawing.stubs import paint_stubs, room_page, stub_outlines, stub_tints
from bot.drawing.ways import paint_mark

if TYPE_CHECKING:
    from PIL import Image

    from bot.atlas.exits import ExitFigure
    from bot.drawing.canvas import Page
    from tables.exits import Exits

SQUARE = 64
"""Pixels of a square."""


def draw_exits(value: Exits) -> Picture:
    """The picture of a room's ways out, with its description."""
    figure = exit_figure(value)
    page = exit_page(figure)
    ink, tints = exit_shapes(figure, page)
    words = Lettering(ink, page)
    for stub in figure.stubs:
        if stub.sign is not None:
            (words.sign if stub.sign.bearing is None else words.badge)(stub.sign)
    for mark in figure.marks:
        words.beside(mark, inside=True)
    words.legend()
    title = words.title(*exits_title(figure))
    picture = coloured(ink, (*tints, Tint("straight ink", title)))
    return Picture(encoded(picture), exits_alt(figure), *page.size)


def exit_page(figure: ExitFigure) -> Page:
    """The part of the map that shows the room, and what is outside the walls that have doors."""
    plain = PLAIN + style.HATCH_REACH
    reaches = {stub.door.wall: plain if stub.sign is None else REACH for stub in figure.stubs}
    return room_page(figure.room, reaches, SQUARE)


def exit_shapes(figure: ExitFigure, page: Page) -> tuple[Image.Image, tuple[Tint, ...]]:
    """Levels of ink of the whole figure without its words, and the parts that are coloured."""
    ink = ground(page, figure.room, ()).copy()
    patch = patch_of(page, grown(figure.room.box(), REACH))
    canvas = Canvas(patch, style.FLOOR)
    hidden = paint_stubs(canvas, figure.stubs, figure.room)
    for mark in figure.marks:
        paint_mark(canvas, mark, inside=True)
    lay_over(ink, page, canvas, mask_of(patch, hidden, stub_outlines(figure.stubs)))
    return ink, tuple(tint for stub in figure.stubs for tint in stub_tints(stub, page))
