"""The picture of dice dropped on a room: where each lies, the door that it makes, and what is outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.atlas.dropped import drop_figure
from bot.atlas.shapes import Spot
from bot.atlas.signs import REACH
from bot.drawing import style
from bot.drawing.canvas import Canvas, Tint, coloured, encoded, lay_over, mask_of, patch_of
from bot.drawing.exit_wording import drop_alt, drop_title
from bot.drawing.ground import ground
from bot.drawing.lettering import Lettering
from bot.drawing.picture import Picture
from bot.drawing.rooms import grown
from bot.drawing.stubs import paint_stubs, room_page, shaped_tint, stub_outlines, stub_tints
from bot.drawing.symbols import SYMBOLS, Patch
from bot.drawing.trail import dashes

if TYPE_CHECKING:
    from PIL import Image

    from bot.atlas.dropped import DropFigure, FallenDie
    from bot.drawing.canvas import Page
    from tables.exits import Drops

SQUARE = 56
"""Pixels of a square."""

DIE = 1.22
"""Squares across a die."""

LINE = 0.06
"""Squares across the line from a die to its door."""


def draw_drops(value: Drops) -> Picture:
    """The picture of dropped dice, with its description."""
    figure = drop_figure(value)
    page = drop_page(figure)
    ink, tints = drop_shapes(figure, page)
    words = Lettering(ink, page)
    for die in figure.dice:
        words.face(Spot(die.place.x, die.place.y + 0.02 * DIE), die.face, style.DIE_FACE)
        if die.stub.sign is not None:
            (words.sign if die.stub.sign.bearing is None else words.badge)(die.stub.sign)
    words.legend()
    title = words.title(*drop_title(figure))
    picture = coloured(ink, (*tints, Tint("straight ink", title)))
    return Picture(encoded(picture), drop_alt(figure), *page.size)


def drop_page(figure: DropFigure) -> Page:
    """The part of the map that shows the room, and what is outside the walls that have doors."""
    return room_page(figure.room, {die.stub.door.wall: REACH for die in figure.dice}, SQUARE)


def drop_shapes(figure: DropFigure, page: Page) -> tuple[Image.Image, tuple[Tint, ...]]:
    """Levels of ink of the whole figure without its words, and the parts that are coloured."""
    ink = ground(page, figure.room, ()).copy()
    stubs = tuple(die.stub for die in figure.dice)
    patch = patch_of(page, grown(figure.room.box(), REACH))
    canvas = Canvas(patch, style.FLOOR)
    hidden = paint_stubs(canvas, stubs, figure.room)
    for die in figure.dice:
        _paint_line(canvas, die)
    for die in figure.dice:
        canvas.symbol("die", die.place, DIE)
    outlines = (*stub_outlines(stubs), *(die_outline(die) for die in figure.dice))
    lay_over(ink, page, canvas, mask_of(patch, hidden, outlines))
    tints = [tint for stub in stubs for tint in stub_tints(stub, page)]
    tints += [shaped_tint(_line_band(die), style.WAY_INKS[die.stub.way], page) for die in figure.dice]
    tints += [shaped_tint(die_outline(die), "goal", page) for die in figure.dice]
    return ink, tuple(tints)


def die_outline(die: FallenDie) -> tuple[Spot, ...]:
    """The shape of a die where it lies."""
    body = SYMBOLS["die"][0]
    points = body.points if isinstance(body, Patch) else ()
    return tuple(Spot(die.place.x + x * DIE * 1.04, die.place.y + y * DIE * 1.04) for x, y in points)


def _paint_line(canvas: Canvas, die: FallenDie) -> None:
    """The thin line from a die to its door."""
    for dash in dashes((die.place, die.stub.door.place), 0.2, 0.12):
        canvas.line(dash, LINE, style.ACCENT)


def _line_band(die: FallenDie) -> tuple[Spot, ...]:
    """A narrow band round the line from a die to its door."""
    start, end = die.place, die.stub.door.place
    across, down = end.x - start.x, end.y - start.y
    whole = (across * across + down * down) ** 0.5 or 1.0
    off_x, off_y = -down / whole * 0.1, across / whole * 0.1
    return (
        Spot(start.x + off_x, start.y + off_y),
        Spot(end.x + off_x, end.y + off_y),
        Spot(end.x - off_x, end.y - off_y),
        Spot(start.x - off_x, start.y - off_y),
    )
