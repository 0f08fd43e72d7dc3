"""What lies outside a room's doors, laid on a canvas: stubs of passages, their trails and signs."""

from __future__ import annotations

from dataclasses import replace
from math import cos, pi, sin
from typing import TYPE_CHECKING

from bot.atlas.shapes import QUARTERS, FigureRoom, Spot
from bot.atlas.signs import BADGE, POINTER
from bot.drawing import style
from bot.drawing.canvas import Page, Tint
from bot.drawing.picture import WIDTH
from bot.drawing.rooms import band_passage, hatch_passage
from bot.drawing.trail import dashes
from bot.drawing.ways import mark_outline, paint_door, paint_mark, paint_passage, tinted_boxes
from tables.destination import Wall

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.atlas.shapes import Box, FigureDoorway
    from bot.atlas.signs import FigureSign, Stub
    from bot.drawing.canvas import Canvas

TRAIL = 0.12
"""Squares across the trail in a stub."""

DASH, SPACE = 0.26, 0.17
"""Squares of a dash of the trail, and of the space after it."""

BEGIN = 0.34
"""Squares from a door to where the trail behind it begins."""

HEAD = 0.6
"""Squares across an arrow's head."""


BARE = 1.45
"""Squares of rock and paper outside a wall without doors."""

HEADING, FOOT = 94, 84
"""Pixels at the top and the bottom of a page, for its title and its scale."""


def room_page(room: FigureRoom, reaches: dict[Wall, float], square: int) -> Page:
    """A page round a room.

    Args:
        room: the room, in the middle from west to east.
        reaches: squares for what is outside the walls that have doors.
        square: pixels of a square.
    """
    _, north, _, south = room.box()
    half = WIDTH / square / 2
    top = north - reaches.get(Wall.N, BARE) - HEADING / square
    bottom = south + reaches.get(Wall.S, BARE) + FOOT / square
    high = round((bottom - top) * square / 4) * 4 / square
    return Page((room.centre.x - half, top, room.centre.x + half, top + high), square)


def paint_stubs(canvas: Canvas, stubs: Iterable[Stub], room: FigureRoom) -> tuple[Box, ...]:
    """Rock, passages, doors, symbols and badges outside a room; the boxes that hide what is below."""
    drawn = tuple(stubs)
    passages = [stub.passage for stub in drawn if stub.passage is not None]
    for passage in passages:
        band_passage(canvas, passage)
    for passage in passages:
        hatch_passage(canvas, passage)
    canvas.fill_box(room.box(style.WALL / 2), style.FLOOR)
    hidden = [box for passage in passages for box in paint_passage(canvas, passage)]
    for stub in drawn:
        if stub.passage is not None:
            _paint_trail(canvas, stub)
        if stub.mark is not None:
            paint_mark(canvas, stub.mark, inside=False)
        hidden += paint_door(canvas, stub.door)
        if stub.sign is not None and stub.sign.bearing is not None:
            _paint_badge(canvas, stub.sign)
    return tuple(hidden)


def stub_outlines(stubs: Iterable[Stub]) -> tuple[tuple[Spot, ...], ...]:
    """The shapes of symbols and badges that hide the rock below them."""
    outlines: list[tuple[Spot, ...]] = []
    for stub in stubs:
        if stub.mark is not None and mark_outline(stub.mark):
            outlines.append(mark_outline(stub.mark))
        if stub.sign is not None and stub.sign.bearing is not None:
            outlines += [_disc(stub.sign.middle(), BADGE + 0.04), _pointer(stub.sign)]
    return tuple(outlines)


def stub_tints(stub: Stub, page: Page) -> tuple[Tint, ...]:
    """The colours of a stub: its floor, its door and the pointer of its badge."""
    inks = style.WAY_INKS[stub.way]
    tints = [Tint(inks, page.pixels(_leaf(stub.door)))]
    if stub.passage is not None and stub.sign is not None:
        tints += [
            Tint(style.WAY_TINTS[stub.way], page.pixels(box))
            for box in tinted_boxes(replace(stub.passage, closed=stub.passage.closed or stub.ends))
        ]
    if stub.mark is not None and stub.mark.symbol in style.MARK_TINTS:
        tints.append(shaped_tint(mark_outline(stub.mark), style.MARK_TINTS[stub.mark.symbol], page))
    if stub.sign is not None and stub.sign.bearing is not None:
        tints.append(shaped_tint(_disc(stub.sign.middle(), BADGE + 0.02), inks, page))
        tints.append(shaped_tint(_pointer(stub.sign), inks, page))
    return tuple(tints)


def shaped_tint(outline: tuple[Spot, ...], ramp: style.RampName, page: Page) -> Tint:
    """A part of the picture with corners of its own."""
    across, down = [spot.x for spot in outline], [spot.y for spot in outline]
    box = page.pixels((min(across), min(down), max(across), max(down)))
    return Tint(ramp, box, tuple(page.pixel(spot.x, spot.y) for spot in outline))


def _leaf(door: FigureDoorway) -> Box:
    """The rectangle of a door."""
    across, down = (0.44, 0.22) if door.wall in (Wall.N, Wall.S) else (0.22, 0.44)
    return (door.place.x - across, door.place.y - down, door.place.x + across, door.place.y + down)


def _paint_trail(canvas: Canvas, stub: Stub) -> None:
    """The dashed line along a stub, and its head: an arrow, or a cross where nothing lies beyond."""
    passage = stub.passage
    if passage is None or stub.sign is None:
        return
    facing = passage.headings()[-1]
    begin = passage.points[0].moved(stub.door.wall, BEGIN)
    end = passage.points[-1].moved(facing, _reach(stub))
    for dash in dashes((begin, *passage.points[1:-1], end), DASH, SPACE):
        canvas.line(dash, TRAIL, style.ACCENT)
    if stub.ends:
        canvas.symbol("end", end.moved(facing, 0.2), 0.48)
    elif stub.mark is None or not passage.closed:
        canvas.symbol("arrow", end.moved(facing, 0.08), HEAD, QUARTERS[facing])


def _reach(stub: Stub) -> float:
    """How far the trail goes on beyond the end of the passage; below 0 where it ends before."""
    if stub.ends:
        return -0.5
    if stub.mark is not None and stub.passage is not None and stub.passage.closed:
        return -1.3 if stub.mark.symbol == "flight" else -0.9
    return -0.28


def _paint_badge(canvas: Canvas, sign: FigureSign) -> None:
    """A round badge with a pointer on its rim, like a small compass."""
    middle = sign.middle()
    canvas.fill(_pointer(sign), style.ACCENT)
    canvas.disc(middle.x, middle.y, BADGE, style.ACCENT)
    canvas.disc(middle.x, middle.y, BADGE - 0.08, style.FLOOR)


def _pointer(sign: FigureSign) -> tuple[Spot, ...]:
    """The three corners of a badge's pointer."""
    middle, angle = sign.middle(), pi / 180 * (sign.bearing or 0)

    def rim(turn: float, radius: float) -> Spot:
        return Spot(middle.x + sin(angle + turn) * radius, middle.y - cos(angle + turn) * radius)

    return (rim(0.0, BADGE + POINTER), rim(0.62, BADGE - 0.02), rim(-0.62, BADGE - 0.02))


def _disc(middle: Spot, radius: float) -> tuple[Spot, ...]:
    return FigureRoom("", "", middle, 2 * radius, 2 * radius, "round").corners()
