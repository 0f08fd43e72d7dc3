"""The floors of a region laid on a page: rock, walls, floors with their shadow, and what stands on them."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, cos, pi, sin
from typing import TYPE_CHECKING

import numpy as np
import shapely
from PIL import Image, ImageChops, ImageDraw

from bot.atlas.shapes import Spot
from bot.drawing import style
from bot.drawing.canvas import Canvas, placed_all
from bot.drawing.region.hatch import hatching
from bot.drawing.symbols import SYMBOLS, Disc, Line
from bot.drawing.trail import dashes

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from bot.atlas.region import Place
    from bot.drawing.canvas import Page
    from bot.drawing.region.figure import RegionFigure
    from bot.drawing.region.lanes import Lane, Mouth
    from bot.drawing.region.signs import Sign
    from bot.drawing.symbols import Point

Shapes = list["Sequence[Point]"]
Pixels = tuple[float, float, float, float]
"""A rectangle of a page: left, top, right, bottom."""

DISC_PIECES = 24
"""Corners that stand for the round joint of a passage."""

DOTS = (0.3, 0.58, 0.86)
"""Squares beyond an open end at which its three dots are."""

DOT = 0.075
"""The radius of each."""

DASH, GAP = 0.3, 0.2
"""Squares of a dash of what lies above or below, and of the space after it."""

STRIP_PIXELS = 500_000
"""Pixels of a strip of the page, roughly, that is painted at a time."""

SPARE = 1
"""Squares that are painted above and below a strip and cut off: shapes end a little unevenly at an edge."""

MOUTH_CLEAR = 1.0
"""Squares of rock beyond an open end that stay without hatching."""

MITRE = 2.0
"""How far, in widths of a wall, a sharp corner of it may reach."""


def outline(spots: Sequence[Spot]) -> shapely.Polygon:
    """The shape of a room."""
    return shapely.Polygon([(spot.x, spot.y) for spot in spots])


class Floors:
    """The floors of a figure, grown or shrunk as each coat of paint asks.

    Args:
        rooms: the rooms among them.
        lanes: the passages among them.
    """

    def __init__(self, rooms: Sequence[Place], lanes: Sequence[Lane]) -> None:
        self.rooms = rooms
        self.lanes = lanes
        self._outlines = [outline(room.outline) for room in rooms]

    def shapes(self, grow: float, shift: float = 0.0, *, soft: bool = False) -> Shapes:
        """All floors with ``grow`` squares more on every side, ``shift`` squares to the south-east.

        Args:
            grow: how much more; less below 0.
            shift: how far all is moved.
            soft: whether corners are rounded off.
        """
        passages = self._soft_passages(grow) if soft else self._passages(grow, shift)
        return [*self._rooms(grow, shift, soft=soft), *passages]

    def _rooms(self, grow: float, shift: float, *, soft: bool) -> Iterator[Sequence[Point]]:
        style_ = "round" if soft else "mitre"
        grown = (
            shapely.buffer(self._outlines, grow, quad_segs=4, join_style=style_, mitre_limit=MITRE)
            if grow
            else self._outlines
        )
        for part in shapely.get_parts(grown).tolist():
            yield [(x + shift, y + shift) for x, y in shapely.get_coordinates(part.exterior).tolist()]

    def _passages(self, grow: float, shift: float) -> Iterator[Sequence[Point]]:
        for lane in self.lanes:
            for block in lane.blocks:
                yield block.corners(grow, shift)
            for joint in lane.joints:
                yield _disc(Spot(joint.x + shift, joint.y + shift), lane.width / 2 + grow)

    def _soft_passages(self, grow: float) -> Iterator[Sequence[Point]]:
        corners: dict[Point, None] = {}
        for lane in self.lanes:
            for block in lane.blocks:
                yield block.sides(grow)
                if block.before or block.after or block in lane.blind:
                    yield block.corners(grow / 2)
                    corners.update(dict.fromkeys((round(x, 2), round(y, 2)) for x, y in block.ends()))
            for joint in lane.joints:
                yield _disc(joint, lane.width / 2 + grow)
        for x, y in corners:
            yield _disc(Spot(x, y), grow, _SOFT_RIM)


def _rim(pieces: int) -> Sequence[Point]:
    return [(sin(2 * pi * piece / pieces), cos(2 * pi * piece / pieces)) for piece in range(pieces)]


_RIM, _SOFT_RIM = _rim(DISC_PIECES), _rim(DISC_PIECES // 2)


def _disc(middle: Spot, radius: float, rim: Sequence[Point] = _RIM) -> Sequence[Point]:
    return [(middle.x + x * radius, middle.y + y * radius) for x, y in rim]


def paint_map(figure: RegionFigure, page: Page, bare: Sequence[Pixels] = ()) -> Image.Image:
    """Levels of ink of a figure without its words.

    Args:
        figure: what is drawn.
        page: what is shown of it; it begins and ends on whole squares.
        bare: rectangles where words will be, on which no stones lie.
    """
    floors = Floors(figure.rooms, figure.lanes)
    rock, coats = _Coat(floors.shapes(style.REGION_BAND, soft=True), style.BAND), tuple(_coats(floors))
    texture = [sign for sign in figure.texture if not _is_on(page, sign, bare)]
    ink = Image.new("L", page.size)
    for strip in _strips(page):
        west, north, east, south = strip.box
        canvas = Canvas(replace(strip, box=(west, north - SPARE, east, south + SPARE)), style.PAPER)
        rock.paint(canvas)
        for mouth in figure.mouths:
            _paint_mouth(canvas, mouth)
        for coat in coats:
            coat.paint(canvas)
        for line in hidden_lines(figure):
            canvas.line(line, style.REGION_WALL * 0.7, style.QUIET)
        for sign in (*texture, *figure.signs):
            if _seen(canvas.page, sign):
                canvas.symbol(sign.symbol, sign.spot, sign.size, sign.quarters)
        _, top, width, bottom = page.pixels(strip.box)
        spare = page.square * SPARE
        ink.paste(canvas.reduced().crop((0, spare, width, spare + bottom - top)), (0, top))
    return ImageChops.darker(ink, _ground(figure, floors, page))


class _Coat:
    """Shapes of one level of ink, of which a strip of the page takes those that reach into it."""

    def __init__(self, shapes: Shapes, level: int) -> None:
        self._level = level
        self._shapes = [(min(ys), max(ys), shape) for shape in shapes if (ys := [y for _, y in shape])]

    def paint(self, canvas: Canvas) -> None:
        """Lay them on."""
        _, north, _, south = canvas.page.box
        reaching = (shape for first, last, shape in self._shapes if first < south and last > north)
        canvas.shapes(reaching, self._level)


def _coats(floors: Floors) -> Iterator[_Coat]:
    """Walls and floors, with a soft shadow along the north and the west."""
    wall = style.REGION_WALL / 2
    yield _Coat(floors.shapes(wall), style.INK)
    levels = (*(level for _, level in reversed(style.REGION_SHADOW)), style.FLOOR)
    depths = (0.0, *(depth for depth, _ in reversed(style.REGION_SHADOW)))
    for depth, level in zip(depths, levels, strict=True):
        yield _Coat(floors.shapes(-wall - depth / 2, depth / 2), level)


def _strips(page: Page) -> Iterator[Page]:
    """A page from north to south in strips, each of which is painted four times too large in little space."""
    west, north, east, south = page.box
    rows = round(south - north)
    count = ceil(rows * page.square * page.size[0] / STRIP_PIXELS)
    for strip in range(count):
        first, last = rows * strip // count, rows * (strip + 1) // count
        yield replace(page, box=(west, north + first, east, north + last))


def _paint_mouth(canvas: Canvas, mouth: Mouth) -> None:
    """Bare rock beyond an open end, walls that fade out, and three dots."""
    canvas.shapes((mouth_box(mouth),), style.PAPER)
    for line in mouth_lines(mouth):
        canvas.line(line, style.REGION_WALL * 0.8, style.INK)
    for dot in mouth_dots(mouth):
        canvas.disc(dot.x, dot.y, DOT, style.INK)


def mouth_box(mouth: Mouth) -> Sequence[Point]:
    """What stays without hatching beyond an open end."""
    x, y = mouth.ahead.x - mouth.spot.x, mouth.ahead.y - mouth.spot.y
    half, far = 0.62, MOUTH_CLEAR
    near = mouth.spot
    return (
        (near.x - y * half, near.y + x * half),
        (near.x + x * far - y * half, near.y + y * far + x * half),
        (near.x + x * far + y * half, near.y + y * far - x * half),
        (near.x + y * half, near.y - x * half),
    )


def mouth_lines(mouth: Mouth) -> Iterator[tuple[Spot, Spot]]:
    """Short dashes that carry on the walls of an open end."""
    x, y = mouth.ahead.x - mouth.spot.x, mouth.ahead.y - mouth.spot.y
    for side in (-0.5, 0.5):
        for first, last in ((0.16, 0.4), (0.58, 0.76)):
            yield (
                Spot(mouth.spot.x + x * first - y * side, mouth.spot.y + y * first + x * side),
                Spot(mouth.spot.x + x * last - y * side, mouth.spot.y + y * last + x * side),
            )


def mouth_dots(mouth: Mouth) -> Iterator[Spot]:
    """The three dots beyond an open end."""
    x, y = mouth.ahead.x - mouth.spot.x, mouth.ahead.y - mouth.spot.y
    return (Spot(mouth.spot.x + x * far, mouth.spot.y + y * far) for far in DOTS)


def hidden_lines(figure: RegionFigure, some: Collection[int] | None = None) -> Iterator[tuple[Spot, ...]]:
    """The dashed walls of what lies above or below: of all of it, or only of those with ``some`` numbers."""
    rooms = [room for room in figure.hidden_rooms if some is None or room.id in some]
    shapes = [outline(room.outline) for room in rooms]
    for lane in figure.hidden_lanes:
        if some is not None and lane.id not in some:
            continue
        line = shapely.LineString([(spot.x, spot.y) for spot in lane.line()])
        shapes.append(line.buffer(lane.width * 0.36, cap_style="flat", join_style="mitre"))
    for shape in shapes:
        rim = [Spot(x, y) for x, y in shapely.get_coordinates(shape.exterior).tolist()]
        yield from dashes(rim, DASH, GAP)


def _ground(figure: RegionFigure, floors: Floors, page: Page) -> Image.Image:
    """The hatching of the rock and the grid of the floors, bare where symbols stand."""
    mask = floor_mask(floors, page)
    ground = hatching(page, mask)
    draw = ImageDraw.Draw(ground)
    for mouth in figure.mouths:
        draw.polygon(_pixels(page, mouth_box(mouth)), fill=style.FLOOR)
    ground.paste(_grid(page), mask=mask)
    for sign in figure.signs:
        if _seen(page, sign):
            for body in bodies(sign):
                draw.polygon(_pixels(page, body), fill=style.FLOOR)
    return ground


def floor_mask(floors: Floors, page: Page, grow: float = 0.0) -> Image.Image:
    """Where floors are on a page."""
    mask = Image.new("L", page.size)
    draw = ImageDraw.Draw(mask)
    for shape in floors.shapes(grow):
        draw.polygon(_pixels(page, shape), fill=255)
    return mask


def fresh_mask(figure: RegionFigure, page: Page, fresh: Collection[int]) -> Image.Image:
    """Where floors and walls are that belong to what is new."""
    wall = style.REGION_WALL / 2
    new = Floors(
        [room for room in figure.rooms if room.id in fresh],
        [lane for lane in figure.lanes if lane.id in fresh],
    )
    old = Floors(
        [room for room in figure.rooms if room.id not in fresh],
        [lane for lane in figure.lanes if lane.id not in fresh],
    )
    mask = floor_mask(new, page, wall + 0.02)
    mask.paste(0, mask=floor_mask(old, page, wall))
    draw = ImageDraw.Draw(mask)
    for sign in figure.signs:
        if sign.id in fresh:
            for body in bodies(sign):
                draw.polygon(_pixels(page, body), fill=255)
    for line in hidden_lines(figure, fresh):
        draw.line(_pixels(page, [(spot.x, spot.y) for spot in line]), fill=255, width=round(page.square / 5))
    return mask


def bodies(sign: Sign) -> Iterator[Sequence[Point]]:
    """The filled shapes of a symbol where it stands: they hide what is below."""
    for part in SYMBOLS[sign.symbol]:
        if isinstance(part, Disc):
            ((x, y),) = placed_all((part.centre,), sign.spot, sign.size, sign.quarters)
            yield _disc(Spot(x, y), part.radius * sign.size)
        elif not isinstance(part, Line):
            yield placed_all(part.points, sign.spot, sign.size, sign.quarters)


def _grid(page: Page) -> Image.Image:
    """Dotted lines between the squares."""
    width, height = page.size
    square, step = page.square, max(3, round(style.GRID_STEP * page.square))
    dot = max(1, round(style.REGION_DOT * square))
    levels = np.full((height, width), style.FLOOR, np.uint8)
    left = round(-page.box[0] * square) % square
    top = round(-page.box[1] * square) % square
    for extra in range(dot):
        for also in range(dot):
            levels[top + extra :: square, (left + also) % step :: step] = style.FAINT
            levels[(top + extra) % step :: step, left + also :: square] = style.FAINT
    return Image.fromarray(levels)


def _is_on(page: Page, sign: Sign, boxes: Iterable[Pixels]) -> bool:
    """Whether a stone or a crack would touch one of these rectangles."""
    x, y = page.pixel(sign.spot.x, sign.spot.y)
    reach = sign.size / 2 * page.square + 3
    return any(
        left - reach < x < right + reach and top - reach < y < bottom + reach
        for left, top, right, bottom in boxes
    )


def _seen(page: Page, sign: Sign) -> bool:
    west, north, east, south = page.box
    reach = sign.size * 1.1
    return west - reach < sign.spot.x < east + reach and north - reach < sign.spot.y < south + reach


def _pixels(page: Page, shape: Iterable[Point]) -> list[Point]:
    return page.scaled_all(shape, page.square)
