"""The rock round floors of any outline: its grey band and its hatching."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from bot.drawing import style
from bot.drawing.canvas import Page
from bot.drawing.hatching import strokes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.atlas.shapes import Spot
    from bot.drawing.canvas import Canvas

FINE = 12
"""Points of the field of distances along a square."""

RINGS = tuple(step / 20 for step in range(18, 6, -1))
"""Distances, in squares, that the field tells apart."""

SMOOTHED = 12
"""Corners above which an outline counts as round or ragged."""

DEEP = 255
"""What the field holds well inside a floor."""

Floors = tuple["Sequence[Spot]", ...]
Lanes = tuple[tuple["Sequence[Spot]", float], ...]
"""Lines with the width of the floor along them."""


def paint_rock(canvas: Canvas, floors: Floors, lanes: Lanes) -> None:
    """Band and hatching round floors and lanes."""
    for floor in floors:
        canvas.fill(floor, style.BAND)
        # Fewer corners make a smoother band, and less work.
        corners = floor[:: 3 if len(floor) > SMOOTHED else 1]
        canvas.line(corners, 2 * style.BAND_WIDTH, style.BAND, closed=True)
    for line, width in lanes:
        canvas.line(line, width + 2 * style.BAND_WIDTH, style.BAND)
    field = _field(canvas.page, floors, lanes)
    levels = field.tobytes()
    west, north = canvas.page.box[0], canvas.page.box[1]
    width, height = field.size

    def distance(x: float, y: float) -> float:
        across, down = int((x - west) * FINE), int((y - north) * FINE)
        if not (0 <= across < width and 0 <= down < height):
            return 1.0
        level = levels[down * width + across]
        return -1.0 if level == DEEP else level / 100

    canvas.strokes(strokes(style.HATCH_SEED, canvas.page.box, distance), style.HATCH_WIDTH, style.INK)


def _field(page: Page, floors: Floors, lanes: Lanes) -> Image.Image:
    """For each point of a page the distance to the nearest floor, in hundredths of a square.

    Floors are drawn with ever narrower edges, so that the nearest of all lies on top.
    """
    coarse = Page(page.box, FINE)
    field = Image.new("L", coarse.size, 100)
    draw = ImageDraw.Draw(field)
    outlines = [[coarse.pixel(spot.x, spot.y) for spot in floor] for floor in floors]
    lines = [([coarse.pixel(spot.x, spot.y) for spot in line], width) for line, width in lanes]
    for ring in (*RINGS, 0.0):
        level = round(100 * ring)
        for outline in outlines:
            draw.line([*outline, *outline[:2]], fill=level, width=max(1, round(2 * ring * FINE)))
        for line, width in lines:
            draw.line(line, fill=level, width=round((width + 2 * ring) * FINE), joint="curve")
    for outline in outlines:
        draw.polygon(outline, fill=DEEP)
    for outline in outlines:
        draw.line([*outline, *outline[:2]], fill=0, width=round(style.HATCH_LENGTH * FINE))
    return field
