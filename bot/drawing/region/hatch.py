"""The hatching of a page, laid on in whole clusters without drawing one of them.

All clusters of a stretch of 16 squares, which repeats, are drawn once a scale on four sheets: no
two of a sheet come near to each other, so that each has a square cell to itself. A page takes the
cells whose cluster lies near enough to a floor. So a square looks the same whatever else is on the
map, and a page costs as much whether it has ten strokes or ten thousand.
"""

from __future__ import annotations

from functools import cache
from math import ceil, floor, pi
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageChops, ImageDraw

from bot.atlas.chances import chances
from bot.drawing import style
from bot.drawing.hatching import strokes_round

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.drawing.canvas import Page
    from bot.drawing.hatching import Stroke

LATTICE = 0.4
"""Squares from one cluster to the next: two in five, so that cells are whole pixels at every scale."""

PERIOD = 40
"""Clusters along a row after which the chances repeat: 16 squares."""

JITTER = 0.35
"""How far a cluster lies from its place on the lattice, as a part of the way to the next."""

SHEETS = ((0, 0), (1, 0), (0, 1), (1, 1))
"""Which rows and columns of the lattice are on each sheet: every second."""

FINE = 5
"""Points of the field of distances along a square."""

REACH = 5
"""Points of the field beyond which it does not matter how far a floor is."""

Selection = np.ndarray[tuple[int, int], np.dtype[np.bool_]]
Numbers = np.ndarray[tuple[int, int], np.dtype[np.float64]]


@cache
def _lattice() -> tuple[Numbers, Numbers, Numbers]:
    """For every cluster of a stretch: where it lies on the lattice, and how near to a floor it is drawn."""
    across, down, most = (np.zeros((PERIOD, PERIOD)) for _ in range(3))
    for row in range(PERIOD):
        for column in range(PERIOD):
            chance = chances(style.HATCH_SEED, column, row)
            across[row, column] = (chance[0] - 0.5) * JITTER
            down[row, column] = (chance[1] - 0.5) * JITTER
            most[row, column] = style.REGION_NEAR + style.REGION_RAGGED * chance[2] * chance[2]
    return across, down, most


@cache
def sheets(square: int) -> tuple[Image.Image, ...]:
    """The four sheets of a stretch in levels of ink; not to be painted on."""
    size, fine = round(PERIOD * LATTICE * square), square * style.SUPERSAMPLING
    pen = max(1, round(style.REGION_HATCH * fine))
    found: list[Image.Image] = []
    for first_column, first_row in SHEETS:
        image = Image.new("L", (size * style.SUPERSAMPLING, size * style.SUPERSAMPLING), style.FLOOR)
        draw = ImageDraw.Draw(image)
        for row in range(first_row, PERIOD, 2):
            for column in range(first_column, PERIOD, 2):
                for (x0, y0), (x1, y1) in _strokes(column, row):
                    draw.line(
                        (x0 * fine, y0 * fine, x1 * fine, y1 * fine), fill=style.REGION_HATCH_LEVEL, width=pen
                    )
        found.append(image.reduce(style.SUPERSAMPLING))
    return tuple(found)


def _strokes(column: int, row: int) -> list[Stroke]:
    """The three strokes of a cluster, in squares from the corner of its stretch."""
    across, down, _ = _lattice()
    chance = chances(style.HATCH_SEED, column % PERIOD, row % PERIOD)
    x = (column + 0.5 + across[row % PERIOD, column % PERIOD]) * LATTICE
    y = (row + 0.5 + down[row % PERIOD, column % PERIOD]) * LATTICE
    angle = (column + row) % 2 * pi / 2 + (chance[3] - 0.5) * pi * 0.55
    return strokes_round(float(x), float(y), angle, chance[4:])


def near_strokes(page: Page, floor: Image.Image) -> Iterator[Stroke]:
    """Every stroke near a floor, for those who draw lines.

    Args: as for :func:`hatching`.
    """
    chosen, column, row = _chosen(page, floor, outside=True)
    for down, across in np.argwhere(chosen).tolist():
        yield from _strokes(column + across, row + down)


def hatching(page: Page, floor: Image.Image) -> Image.Image:
    """The hatching near floors in levels of ink, white between; it goes on below the floors.

    Args:
        page: what is shown; it begins and ends on whole squares.
        floor: a mask of the floors on it.
    """
    chosen, column, row = _chosen(page, floor, outside=False)
    height, width = chosen.shape
    pitch = round(LATTICE * page.square)
    left = round(column * pitch - page.box[0] * page.square)
    top = round(row * pitch - page.box[1] * page.square)
    ink = Image.new("L", page.size, style.FLOOR)
    for sheet, (first_column, first_row) in zip(sheets(page.square), SHEETS, strict=True):
        # A cell reaches half a step beyond its cluster's place on every side.
        part = chosen[first_row:height:2, first_column:width:2].astype(np.uint8) * 255
        cells = Image.fromarray(part).resize((part.shape[1] * 2 * pitch, part.shape[0] * 2 * pitch), 0)
        mask = Image.new("L", page.size)
        mask.paste(cells, (left + first_column * pitch - pitch // 2, top + first_row * pitch - pitch // 2))
        laid = _tiled(sheet, page)
        ink.paste(ImageChops.darker(ink, laid), mask=mask)
    return ink


def _tiled(sheet: Image.Image, page: Page) -> Image.Image:
    """A sheet repeated over a page, where the map has it."""
    size, (width, height) = sheet.width, page.size
    laid = Image.new("L", page.size)
    left = -round(page.box[0] * page.square) % -size
    top = -round(page.box[1] * page.square) % -size
    for x in range(left, width, size):
        for y in range(top, height, size):
            laid.paste(sheet, (x, y))
    return laid


def _chosen(page: Page, floor: Image.Image, *, outside: bool) -> tuple[Selection, int, int]:
    """Which clusters are near a floor, from the column and row of the first, both of them even."""
    west, north, east, south = page.box
    column, row = floor_even(west), floor_even(north)
    columns = np.arange(column, ceil(east / LATTICE) + 1)
    rows = np.arange(row, ceil(south / LATTICE) + 1)
    place = np.ix_(rows % PERIOD, columns % PERIOD)
    across, down, most = (part[place] for part in _lattice())
    x = (columns[None, :] + 0.5 + across) * LATTICE
    y = (rows[:, None] + 0.5 + down) * LATTICE
    field = distances(floor.reduce(page.square // FINE))
    height, width = field.shape
    inside = (x > west) & (x < east) & (y > north) & (y < south)
    far = field[
        np.clip(((y - north) * FINE).astype(np.int64), 0, height - 1),
        np.clip(((x - west) * FINE).astype(np.int64), 0, width - 1),
    ]
    return inside & (far < most) & (far > 0 if outside else True), column, row


def floor_even(edge: float) -> int:
    """The last even column or row of the lattice before an edge."""
    return floor(edge / LATTICE / 2) * 2


def distances(floor: Image.Image) -> Numbers:
    """For each point how many squares it is from the edge of the nearest floor; nothing on floors.

    Args:
        floor: a mask of the floors, ``FINE`` points a square.
    """
    field = np.where(np.asarray(floor) > 127, 0, 2 * REACH * REACH).astype(np.int32)
    for _ in range(2):
        # The squares of distances along one axis, then along both.
        wide = np.pad(field, ((REACH, REACH), (0, 0)), constant_values=2 * REACH * REACH)
        rows = field.shape[0]
        for step in range(-REACH, REACH + 1):
            np.minimum(field, wide[REACH + step : REACH + step + rows] + step * step, out=field)
        field = np.ascontiguousarray(field.T)
    return np.maximum(np.sqrt(field) - 0.5, 0.0) / FINE
