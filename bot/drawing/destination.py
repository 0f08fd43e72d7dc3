"""The picture of a rolled door: where it leads and by which way.

The ground comes at its true size from what was painted before; what was rolled
is painted on a patch of its own, four times too large, and laid over it.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil, cos, floor, pi, sin
from typing import TYPE_CHECKING

from PIL import ImageDraw

from bot.atlas.routes import figure_of
from bot.atlas.shapes import FigureRoom, Spot
from bot.drawing import style
from bot.drawing.canvas import Canvas, Page, Tint, coloured, encoded, lay_over, mask_of, patch_of
from bot.drawing.ground import ground
from bot.drawing.lettering import letter
from bot.drawing.picture import WIDTH, Picture
from bot.drawing.rooms import (
    band_passage,
    band_room,
    grown,
    hatch_passage,
    hatch_room,
    paint_outline,
    paint_room,
)
from bot.drawing.stubs import shaped_tint
from bot.drawing.ways import (
    HERE,
    mark_outline,
    mark_size,
    paint_break,
    paint_door,
    paint_here,
    paint_link,
    paint_mark,
    paint_passage,
    paint_target,
    paint_trail,
    target_radius,
    tinted_boxes,
)
from bot.drawing.wording import alt_of, title_of
from tables.destination import Wall

if TYPE_CHECKING:
    from PIL import Image

    from bot.atlas.figure import Figure, FigureMark
    from bot.atlas.shapes import Box, FigureDoorway
    from tables.destination import Destination

CLOCK_SIZE = 2.6
"""Squares across the clock face in the starting room."""

SPARE = 1.3
"""Squares left round a figure for the hatching and some paper."""


def draw_destination(value: Destination) -> Picture:
    """The picture of a destination, with its description."""
    figure = figure_of(value)
    page = page_of(figure)
    ink, tints = shapes(figure, page)
    written = letter(ink, figure, page, title_of(value, figure))
    picture = coloured(ink, (*tints, *written))
    return Picture(encoded(picture), alt_of(value, figure), *page.size)


def page_of(figure: Figure) -> Page:
    """The part of the map that shows the whole figure, as large as its width allows."""
    if figure.layout != "passage":
        return Page((-10.0, -11.75, 10.0, 10.75), style.NINE_SQUARE)
    boxes = [room.box() for room in (figure.start, *figure.rooms)]
    west, north, east, south = grown(_around(boxes, figure), SPARE)
    high = south - north
    square = next(
        (size for size in style.ALONE_SQUARES if east - west <= WIDTH / size and high <= 880 / size),
        style.ALONE_SQUARES[-1],
    )
    middle, across = (west + east) / 2, WIDTH / square / 2
    left = floor(4 * (middle - across)) / 4
    top = north - ceil(4 * 100 / square) / 4
    bottom = south + ceil(4 * 50 / square) / 4
    return Page((left, top, left + 2 * across, bottom), square)


def shapes(figure: Figure, page: Page) -> tuple[Image.Image, tuple[Tint, ...]]:
    """Levels of ink of the whole figure without its words, and the parts that are coloured."""
    ink = ground(page, replace(figure.start, label=""), figure.rooms).copy()  # its number comes later
    patch = _patch(figure, page)
    canvas = Canvas(patch, style.FLOOR)
    _paint_rock(canvas, figure)
    hidden = _paint_ways(canvas, figure)
    lay_over(ink, page, canvas, _mask(patch, hidden, figure))
    return ink, _tints(figure, page)


def _paint_rock(canvas: Canvas, figure: Figure) -> None:
    """Band and hatching round what was rolled; white where the ground has rooms of its own."""
    if figure.passage is not None:
        band_passage(canvas, figure.passage)
    if figure.goal is not None:
        band_room(canvas, figure.goal, style.BAND)
        hatch_room(canvas, figure.goal, style.INK)
    if figure.passage is not None:
        hatch_passage(canvas, figure.passage)
    for room in (figure.start, *figure.rooms):
        if room != figure.goal:
            paint_outline(canvas, room, style.WALL, style.FLOOR)


def _paint_ways(canvas: Canvas, figure: Figure) -> tuple[Box, ...]:
    """Paint the goal, the passage, the doors and the symbols; the boxes that hide what is below."""
    hidden: list[Box] = []
    if figure.goal is not None:
        paint_room(canvas, figure.goal, style.GOAL_WALL, style.INK)
        paint_target(canvas, figure.goal)
    if figure.layout == "clock":
        _paint_clock(canvas, figure)
    if figure.passage is not None:
        hidden += paint_passage(canvas, figure.passage)
        paint_trail(canvas, figure, figure.passage)
        if figure.passage.broken:
            hidden.append(paint_break(canvas, figure.passage))
    paint_here(canvas, figure.doors[0])
    for door in figure.doors:
        hidden += paint_door(canvas, door)
    if len(figure.marks) == 2:
        paint_link(canvas, *figure.marks)
    for mark in figure.marks:
        paint_mark(canvas, mark, inside=mark.place == figure.start.centre)
    return tuple(hidden)


def _paint_clock(canvas: Canvas, figure: Figure) -> None:
    """A clock face in the middle of the room, its hand on the hour."""
    middle = figure.start.centre
    canvas.symbol("clock", middle, CLOCK_SIZE)
    if figure.goal is not None:
        angle = pi / 6 * int(figure.goal.name)
        tip = Spot(middle.x + sin(angle) * CLOCK_SIZE * 0.34, middle.y - cos(angle) * CLOCK_SIZE * 0.34)
        canvas.line((middle, tip), style.TRAIL_WIDTH, style.ACCENT)
        canvas.symbol("hub", middle, 0.24)


def _mark_box(mark: FigureMark) -> Box:
    """The square that a mark beyond the wall takes; those inside are smaller than the room."""
    x, y = mark.place.x, mark.place.y
    return grown((x, y, x, y), mark_size(mark, inside=False) / 2)


def _mask(page: Page, hidden: tuple[Box, ...], figure: Figure) -> Image.Image:
    """Where the patch hides the ground; elsewhere the darker of the two stays."""
    outlines = [outline for outline in map(mark_outline, figure.marks) if outline]
    mask = mask_of(page, hidden, outlines)
    if figure.goal is not None:
        draw = ImageDraw.Draw(mask)
        corners = [page.pixel(spot.x, spot.y) for spot in figure.goal.corners()]
        wall = round(style.GOAL_WALL * page.square) + 1
        draw.polygon(corners, fill=1)
        draw.line([*corners, *corners[:2]], fill=1, width=wall, joint="curve")
    return mask


def _tints(figure: Figure, page: Page) -> tuple[Tint, ...]:
    """The floors of the way and of its goal, and the coloured ink in the starting room."""
    inks = style.WAY_INKS[figure.way]
    tints = [Tint(inks, page.pixels(_threshold(door))) for door in figure.doors if door.rolled]
    tints += [
        shaped_tint(mark_outline(mark), style.MARK_TINTS[mark.symbol], page)
        for mark in figure.marks
        if mark.symbol in style.MARK_TINTS
    ]
    if figure.passage is not None:
        tints += [Tint(style.WAY_TINTS[figure.way], page.pixels(box)) for box in tinted_boxes(figure.passage)]
    if figure.layout == "clock":
        hand = FigureRoom("", "", figure.start.centre, 0.7 * CLOCK_SIZE, 0.7 * CLOCK_SIZE, "round")
        tints.append(shaped_tint(hand.corners(), inks, page))
    if figure.goal is not None:
        goal = figure.goal
        ring = 2 * target_radius(goal) - style.TARGET_LINE
        inside = FigureRoom("", "", goal.centre, ring, ring, "round")
        tints.append(shaped_tint(goal.corners(), style.GOAL_TINTS[figure.way], page))
        tints.append(shaped_tint(inside.corners(), inks, page))
    return tuple(tints)


def _threshold(door: FigureDoorway) -> Box:
    """The door and the floor before it, on which the trail begins or ends."""
    inside, outside = door.place.moved(door.wall, -HERE - 0.28), door.place.moved(door.wall, 0.25)
    half = 0.5
    across, down = (half, 0.0) if door.wall in (Wall.N, Wall.S) else (0.0, half)
    return (
        min(inside.x, outside.x) - across,
        min(inside.y, outside.y) - down,
        max(inside.x, outside.x) + across,
        max(inside.y, outside.y) + down,
    )


def _patch(figure: Figure, page: Page) -> Page:
    """The part of the page that what was rolled can touch."""
    boxes = [figure.start.box()]
    if figure.goal is not None:
        boxes.append(figure.goal.box())
    return patch_of(page, grown(_around(boxes, figure), style.HATCH_REACH))


def _around(boxes: list[Box], figure: Figure) -> Box:
    """The rectangle round boxes, the passage and the marks of a figure."""
    passage = figure.passage.boxes() if figure.passage is not None else ()
    marks = tuple(_mark_box(mark) for mark in figure.marks)
    everything = (*boxes, *passage, *marks)
    return (
        min(box[0] for box in everything),
        min(box[1] for box in everything),
        max(box[2] for box in everything),
        max(box[3] for box in everything),
    )
