"""A sheet that is painted four times too large and then made smaller, and its way to a PNG."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from math import ceil, floor, sqrt
from typing import TYPE_CHECKING

from PIL import Image, ImageChops, ImageDraw

from bot.drawing.palette import colouring, palette
from bot.drawing.style import SUPERSAMPLING
from bot.drawing.symbols import SYMBOLS, Disc, Line, Patch

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.atlas.shapes import Box, Spot
    from bot.drawing.style import Look, RampName
    from bot.drawing.symbols import Point

PNG_LEVEL = 5
"""Level 6 takes half as long again for five parts in a hundred, level 9 ten times as long for ten."""

PNG_STRATEGY = 1
"""zlib's for filtered pictures: a little smaller than its usual one, in the same time."""

NUDGE = 1 / 64
"""Pixels that are added before all after the point is cut off, so that what is nearly whole counts as whole.

The painting library cuts off towards nothing: a shape that begins north or west of a page would be a
pixel smaller there than on a page that holds all of it.
"""

FAR = 1_000_000
"""Pixels that are added while the part after the point is cut off, so that all numbers are above 0."""

SLANT = sqrt(0.5)
"""The sine of an eighth of a turn."""

TURNS = ((1, 0), (SLANT, SLANT), (0, 1), (-SLANT, SLANT), (-1, 0), (-SLANT, -SLANT), (0, -1), (SLANT, -SLANT))
"""The cosine and the sine of every eighth of a turn."""


@dataclass(frozen=True, slots=True)
class Page:
    """The part of the map that a picture shows.

    Attributes:
        box: its edges, in squares.
        square: pixels of a square.
        steady: whether a square has the same pixels on every such page that begins on whole squares.
    """

    box: Box
    square: int
    steady: bool = False

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        west, north, east, south = self.box
        return round((east - west) * self.square), round((south - north) * self.square)

    def pixel(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the map lies on the picture."""
        return (x - self.box[0]) * self.square, (y - self.box[1]) * self.square

    def scaled(self, x: float, y: float, scale: int) -> tuple[float, float]:
        """Where a point of the map lies on a picture with so many pixels to a square."""
        if self.steady:
            ((left, top),) = self.scaled_all(((x, y),), scale)
            return left, top
        return (x - self.box[0]) * scale, (y - self.box[1]) * scale

    def scaled_all(self, points: Iterable[Point], scale: int) -> list[tuple[float, float]]:
        """Where points of the map lie on a picture with so many pixels to a square."""
        if not self.steady:
            west, north = self.box[0], self.box[1]
            return [((x - west) * scale, (y - north) * scale) for x, y in points]
        left, top = round(self.box[0] * scale) + FAR, round(self.box[1] * scale) + FAR
        add = FAR + NUDGE
        return [(int(x * scale + add) - left, int(y * scale + add) - top) for x, y in points]

    def pixels(self, box: Box) -> tuple[int, int, int, int]:
        """The whole pixels of a rectangle, cut to the page: left, top, right, bottom."""
        left, top = self.pixel(box[0], box[1])
        right, bottom = self.pixel(box[2], box[3])
        width, height = self.size
        return max(0, round(left)), max(0, round(top)), min(width, round(right)), min(height, round(bottom))


class Canvas:
    """Levels of ink, painted at four times the size; all lengths in squares."""

    def __init__(self, page: Page, level: int) -> None:
        self.page = page
        self._scale = page.square * SUPERSAMPLING
        width, height = page.size
        self._image = Image.new("L", (width * SUPERSAMPLING, height * SUPERSAMPLING), level)
        self._draw = ImageDraw.Draw(self._image)

    def fill(self, spots: Iterable[Spot], level: int) -> None:
        """Fill a shape."""
        self._draw.polygon([self._at(spot.x, spot.y) for spot in spots], fill=level)

    def fill_box(self, box: Box, level: int) -> None:
        """Fill a rectangle."""
        left, top = self._at(box[0], box[1])
        right, bottom = self._at(box[2], box[3])
        self._draw.rectangle((round(left), round(top), round(right) - 1, round(bottom) - 1), fill=level)

    def line(self, spots: Sequence[Spot], width: float, level: int, *, closed: bool = False) -> None:
        """Draw a line through points, with round corners."""
        points = [self._at(spot.x, spot.y) for spot in spots]
        if closed:
            points += points[:2]
        self._draw.line(points, fill=level, width=self._pen(width), joint="curve")

    def strokes(self, strokes: Iterable[tuple[Point, Point]], width: float, level: int) -> None:
        """Draw many short lines."""
        west, north, scale, pen = self.page.box[0], self.page.box[1], self._scale, self._pen(width)
        line = self._draw.line
        for (x0, y0), (x1, y1) in strokes:
            line(
                ((x0 - west) * scale, (y0 - north) * scale, (x1 - west) * scale, (y1 - north) * scale),
                fill=level,
                width=pen,
            )

    def dots(self, points: Iterable[Point], size: float, level: int) -> None:
        """Set small square dots."""
        half = self._pen(size) / 2
        for x, y in points:
            left, top = self._at(x, y)
            self._draw.rectangle((left - half, top - half, left + half - 1, top + half - 1), fill=level)

    def disc(self, x: float, y: float, radius: float, level: int) -> None:
        """Fill a circle."""
        across, down = self._at(x, y)
        reach = radius * self._scale
        self._draw.ellipse((across - reach, down - reach, across + reach, down + reach), fill=level)

    def shapes(self, shapes: Iterable[Sequence[Point]], level: int) -> None:
        """Fill many shapes."""
        scaled, fill = self.page.scaled_all, self._draw.polygon
        for points in shapes:
            fill(scaled(points, self._scale), fill=level)

    def symbol(self, name: str, spot: Spot, size: float, quarters: float = 0) -> None:
        """Draw a symbol, ``size`` squares wide, turned by quarters clockwise; by eighths with halves."""
        for part in SYMBOLS[name]:
            self._part(part, spot, size, quarters)

    def reduced(self) -> Image.Image:
        """What was painted, at its true size."""
        return self._image.reduce(SUPERSAMPLING)

    def _part(self, part: Line | Patch | Disc, spot: Spot, size: float, quarters: float) -> None:
        if isinstance(part, Disc):
            ((x, y),) = placed_all((part.centre,), spot, size, quarters)
            if part.width:
                self.disc(x, y, (part.radius + part.width / 2) * size, part.edge)
            self.disc(x, y, (part.radius - part.width / 2) * size, part.level)
            return
        placed = placed_all(part.points, spot, size, quarters)
        points = self.page.scaled_all(placed, self._scale)
        pen = self._pen(part.width * size)
        if isinstance(part, Line):
            self._draw.line(points, fill=part.level, width=pen, joint="curve")
            return
        self._draw.polygon(points, fill=part.level)
        if part.width:
            self._draw.line([*points, *points[:2]], fill=part.edge, width=pen, joint="curve")

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return self.page.scaled(x, y, self._scale)

    def _pen(self, width: float) -> int:
        return max(1, round(width * self._scale))


def placed_all(points: Iterable[Point], spot: Spot, size: float, quarters: float) -> list[Point]:
    """The points of a symbol on the map."""
    cosine, sine = TURNS[int(2 * quarters) % 8]
    x0, y0 = spot.x, spot.y
    return [(x0 + (x * cosine - y * sine) * size, y0 + (x * sine + y * cosine) * size) for x, y in points]


@dataclass(frozen=True, slots=True)
class Tint:
    """A part of a picture that is coloured by a ramp of its own.

    Attributes:
        ramp: the ramp.
        box: pixels: left, top, right, bottom.
        shape: corners in pixels, where the part is no rectangle.
    """

    ramp: RampName
    box: tuple[int, int, int, int]
    shape: tuple[tuple[float, float], ...] = ()


def patch_of(page: Page, box: Box) -> Page:
    """The part of a page round a rectangle, a whole number of squares from its edge."""
    edges = page.box
    return Page(
        (
            max(edges[0], edges[0] + floor(box[0] - edges[0])),
            max(edges[1], edges[1] + floor(box[1] - edges[1])),
            min(edges[2], edges[0] + ceil(box[2] - edges[0])),
            min(edges[3], edges[1] + ceil(box[3] - edges[1])),
        ),
        page.square,
    )


def mask_of(page: Page, boxes: Iterable[Box], outlines: Iterable[Sequence[Spot]]) -> Image.Image:
    """A mask of rectangles and other shapes."""
    mask = Image.new("1", page.size)
    draw = ImageDraw.Draw(mask)
    for box in boxes:
        left, top, right, bottom = page.pixels(box)
        draw.rectangle((left, top, right - 1, bottom - 1), fill=1)
    for outline in outlines:
        draw.polygon([page.pixel(spot.x, spot.y) for spot in outline], fill=1)
    return mask


def lay_over(ink: Image.Image, page: Page, canvas: Canvas, mask: Image.Image) -> None:
    """Lay a patch over a page: ``mask`` says where it hides what is there; elsewhere the darker stays."""
    laid = canvas.reduced()
    corner = page.pixels(canvas.page.box)
    over = ImageChops.darker(ink.crop(corner), laid)
    over.paste(laid, mask=mask)
    ink.paste(over, corner)


def coloured(
    ink: Image.Image,
    tints: Iterable[Tint],
    look: Look = "ink",
    masked: Iterable[tuple[RampName, Image.Image]] = (),
) -> Image.Image:
    """Levels of ink as a picture of the fixed palette.

    Args:
        ink: what was painted.
        tints: its parts that ramps of their own colour.
        look: what all of it is printed in.
        masked: ramps that colour what a mask of the whole picture shows, below the other tints.
    """
    picture = ink.point(colouring("plain", look))
    for ramp, mask in masked:
        picture.paste(ink.point(colouring(ramp, look)), mask=mask)
    for tint in tints:
        part = ink.crop(tint.box).point(colouring(tint.ramp, look))
        if not tint.shape:
            picture.paste(part, tint.box)
            continue
        mask = Image.new("1", part.size)
        left, top = tint.box[:2]
        ImageDraw.Draw(mask).polygon([(x - left, y - top) for x, y in tint.shape], fill=1)
        picture.paste(part, tint.box, mask)
    picture.putpalette([part for colour in palette(look) for part in colour])
    return picture


def encoded(picture: Image.Image, level: int = PNG_LEVEL) -> bytes:
    """A picture as PNG: opaque, at most 64 colours, and nothing in it but pixels."""
    stream = BytesIO()
    picture.save(stream, format="PNG", compress_level=level, compress_type=PNG_STRATEGY)
    return stream.getvalue()
