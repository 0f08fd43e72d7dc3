"""Rooms, passages and the hatched rock round them, laid on a canvas."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import ceil, floor, hypot
from typing import TYPE_CHECKING

from bot.atlas.chances import chances
from bot.atlas.shapes import Spot
from bot.drawing import style
from bot.drawing.hatching import strokes, to_box, to_room

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.atlas.shapes import Box, FigurePassage, FigureRoom
    from bot.drawing.canvas import Canvas
    from bot.drawing.hatching import Stroke
    from bot.drawing.symbols import Point

STONE_SEED = 31
STONE_CHANCE = 0.16
"""The part of the quarter squares, away from doors and numbers, with a stone on the floor."""


def band_room(canvas: Canvas, room: FigureRoom, level: int) -> None:
    """The grey of the rock round a room."""
    if room.outline == "round":
        canvas.disc(room.centre.x, room.centre.y, room.width / 2 + style.BAND_WIDTH, level)
        return
    canvas.fill(room.corners(), level)
    canvas.line(room.corners(), 2 * style.BAND_WIDTH, level, closed=True)


def band_passage(canvas: Canvas, passage: FigurePassage) -> None:
    """The grey of the rock along a passage."""
    for west, north, east, south in passage.boxes():
        corners = (Spot(west, north), Spot(east, north), Spot(east, south), Spot(west, south))
        canvas.fill(corners, style.BAND)
        canvas.line(corners, 2 * style.BAND_WIDTH, style.BAND, closed=True)


def hatch_room(canvas: Canvas, room: FigureRoom, level: int, reach: float = 1.0) -> None:
    """The hatching round a room, ``reach`` times as wide as usual."""
    near = strokes(style.HATCH_SEED, room.box(1.0), lambda x, y: to_room(room, x, y), reach)
    canvas.strokes(near, style.HATCH_WIDTH, level)


def hatch_passage(canvas: Canvas, passage: FigurePassage) -> None:
    """The hatching along a passage, each stroke once."""
    near: dict[Stroke, None] = {}
    for box in passage.boxes():
        leg = strokes(style.HATCH_SEED, grown(box, 1.0), partial(to_box, box))
        near.update(dict.fromkeys(leg))
    canvas.strokes(near, style.HATCH_WIDTH, style.INK)


def paint_room(canvas: Canvas, room: FigureRoom, wall: float, level: int) -> None:
    """The wall and the floor of a room, with a soft shadow along its north and west."""
    paint_outline(canvas, room, wall, level)
    inside = replace(room, width=room.width - wall, height=room.height - wall)
    canvas.fill(inside.corners(), style.SHADOW)
    depth = style.SHADOW_DEPTH
    lit = replace(
        inside,
        centre=Spot(inside.centre.x + depth / 2, inside.centre.y + depth / 2),
        width=inside.width - depth,
        height=inside.height - depth,
    )
    canvas.fill(lit.corners(), style.FLOOR)
    canvas.dots(_grid(room), style.GRID_DOT, style.FAINT)
    for spot, size, quarters in _stones(room):
        canvas.symbol("stone", spot, size, quarters)


def paint_outline(canvas: Canvas, room: FigureRoom, wall: float, level: int) -> None:
    """A room filled to the outer edge of its wall."""
    if room.outline == "square":
        canvas.fill_box(room.box(wall / 2), level)
    elif room.outline == "round":
        canvas.disc(room.centre.x, room.centre.y, (room.width + wall) / 2, level)
    else:
        canvas.line(room.corners(), wall, level, closed=True)
        canvas.fill(room.corners(), level)


def _stones(room: FigureRoom) -> Iterator[tuple[Spot, float, int]]:
    """A few stones on the floor, clear of the wall, the ways in and the number."""
    west, north, east, south = room.box()
    for row in range(floor(2 * north), ceil(2 * south)):
        for column in range(floor(2 * west), ceil(2 * east)):
            chance = chances(STONE_SEED, column, row)
            x, y = (column + chance[0]) / 2, (row + chance[1]) / 2
            across, down = abs(x - room.centre.x), abs(y - room.centre.y)
            clear = min(across, down) > 0.7 and hypot(across, down) > 0.3 * max(room.width, room.height)
            if chance[2] < STONE_CHANCE and clear and to_room(room, x, y) < -0.28:
                yield Spot(x, y), 0.07 + 0.13 * chance[3] * chance[3], int(4 * chance[4])


def _grid(room: FigureRoom) -> Iterator[Point]:
    """Dots along the lines between the squares of a room."""
    west, north, east, south = room.box()
    steps_x = round((east - west) / style.GRID_STEP)
    steps_y = round((south - north) / style.GRID_STEP)
    places = [
        *((west + x * style.GRID_STEP, y) for y in _lines(north, south) for x in range(1, steps_x)),
        *((x, north + y * style.GRID_STEP) for x in _lines(west, east) for y in range(1, steps_y)),
    ]
    return (place for place in places if to_room(room, *place) < -style.WALL)


def _lines(first: float, last: float) -> tuple[float, ...]:
    """The lines between squares that lie within a span; squares are centred on whole numbers."""
    start = ceil(first + 0.6) - 0.5
    return tuple(start + step for step in range(max(0, ceil(last - 0.1 - start))))


def grown(box: Box, margin: float) -> Box:
    """A rectangle with a margin on every side."""
    return (box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin)
