"""The picture of a rolled room, to scale."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, floor, sqrt
from typing import TYPE_CHECKING

from PIL import ImageDraw

from bot.atlas.outlines import box_of
from bot.atlas.plans import WALL, beyond, corners_of, plan_figure
from bot.atlas.shapes import QUARTERS, STEPS, Spot
from bot.drawing import style
from bot.drawing.canvas import Canvas, Page, Tint, coloured, encoded, lay_over, mask_of, patch_of
from bot.drawing.ground import Scale, bare_ground, scale_box
from bot.drawing.lettering import Lettering
from bot.drawing.picture import WIDTH, Picture
from bot.drawing.plan_wording import plan_alt, plan_title
from bot.drawing.rock import paint_rock
from bot.drawing.rooms import grown
from bot.drawing.stubs import FOOT, HEADING, shaped_tint
from tables.destination import Wall

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL import Image

    from bot.atlas.plans import Floor, PlanFigure, PlanWay
    from tables.room_plan import ExitState, RoomPlan

UNIT = 48
"""Pixels of a unit."""

APART = 1.5
"""Units from a wall without ways to the line that says how long it is."""

BEYOND = 0.45
"""Units from the end of the ways of a wall to that line."""

MARGIN = 3.6
"""Units round the floors that ways and sizes take at most."""

OPEN = 0.5
"""Units at the end of a way that have no rock before them."""

SCALES = ((10, 100), (5, 50), (4, 40), (3, 30), (2, 20), (1, 10))
"""Pieces and feet of scale bars, the longest first."""

SCALE_LENGTH = 7.3
"""Units of a scale bar at most."""

CLEAR = 1.3
"""Units that words keep from the end of a way."""

SECRET_PIXELS = 34

ONE_WAY = 0.66
"""Units across the arrow of a way that is passed from one side only."""

PARTS = (0.5, 0.35, 0.65, 0.2, 0.8, 0.08, 0.92)
"""Where along a line its words can be."""

DOTTED = 0.9
"""Units of 10 feet from which the lines between squares are dotted; below they are thin."""


def draw_room_plan(value: RoomPlan) -> Picture:
    """The picture of a room, with its description."""
    figure = plan_figure(value)
    page = plan_page(figure)
    ink, tints = plan_shapes(figure, page)
    words = Lettering(ink, page)
    _letter(words, figure)
    for mark, told in _key(figure, page):
        words.at(told, {"secret": "SECRET", "one-way": "ONE WAY"}[mark], style.SMALL_PIXELS)
        if mark == "secret":
            words.at(told.moved(Wall.W, 1.35), "S", SECRET_PIXELS)
    words.legend(scale_of(figure))
    title = words.title(*plan_title(value))
    picture = coloured(ink, (*tints, Tint("straight ink", title)))
    return Picture(encoded(picture), plan_alt(value, figure), *page.size)


def plan_page(figure: PlanFigure) -> Page:
    """The page of a room, which is in its middle from west to east."""
    _, north, _, south = box_of(corners_of(figure))
    across = WIDTH / UNIT / 2
    top = north - _apart(figure, Wall.N) - 0.75 - HEADING / UNIT
    bottom = south + beyond(figure, Wall.S) + 1.3 + FOOT / UNIT
    high = ceil((bottom - top) * UNIT / 24) * 24 / UNIT
    return Page((-across, top, across, top + high), UNIT)


def scale_of(figure: PlanFigure) -> Scale:
    """The longest scale bar that there is space for."""
    parts, feet = next((each for each in SCALES if each[1] / 10 * figure.square <= SCALE_LENGTH), SCALES[-1])
    return Scale(parts, feet / parts / 10 * figure.square, feet)


def plan_shapes(figure: PlanFigure, page: Page) -> tuple[Image.Image, tuple[Tint, ...]]:
    """Levels of ink of the whole figure without its words, and the parts that are coloured."""
    ink = bare_ground(page, scale_of(figure)).copy()
    patch = patch_of(page, grown(box_of(corners_of(figure)), MARGIN))
    canvas = Canvas(patch, style.FLOOR)
    lanes = lanes_of(figure)
    paint_rock(canvas, figure.floors, tuple((_shortened(line), width) for line, width in lanes))
    _paint_floors(canvas, figure)
    for way in figure.ways:
        _paint_way(canvas, way)
    _paint_feature(canvas, figure)
    for line in dimension_lines(figure):
        _paint_dimension(canvas, line)
    mask = mask_of(patch, (), figure.floors)
    pen = ImageDraw.Draw(mask)
    for line, width in lanes:
        pixels = [patch.pixel(spot.x, spot.y) for spot in line]
        pen.line(pixels, fill=1, width=round(width * patch.square), joint="curve")
    lay_over(ink, page, canvas, mask)
    for mark, told in _key(figure, page):
        if mark == "one-way":
            arrow = Canvas(
                patch_of(page, grown((told.x - 1.5, told.y, told.x - 1.5, told.y), 0.4)), style.FLOOR
            )
            arrow.symbol("arrow", told.moved(Wall.W, 1.5), ONE_WAY, QUARTERS[Wall.E])
            lay_over(ink, page, arrow, mask_of(arrow.page, (), ()))
    return ink, _tints(figure, page)


def lanes_of(figure: PlanFigure) -> tuple[tuple[tuple[Spot, ...], float], ...]:
    """The middle lines of all ways and of the neck between two floors, with their widths."""
    lanes = [(way.points, way.width) for way in figure.ways]
    if figure.neck:
        lanes.append((figure.neck, figure.neck_width))
    return tuple(lanes)


def _shortened(line: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """A line without the end of its last leg."""
    one, two = line[-2:]
    across, down = two.x - one.x, two.y - one.y
    part = 1 - OPEN / sqrt(across * across + down * down)
    return *line[:-1], Spot(one.x + across * part, one.y + down * part)


# The room


def _paint_floors(canvas: Canvas, figure: PlanFigure) -> None:
    """Walls round everything at once, then the floors: so they join wherever they meet."""
    for each in figure.floors:
        canvas.line(each, 2 * WALL, style.INK, closed=True)
    for line, width in lanes_of(figure):
        canvas.line(line, width + 2 * WALL, style.INK)
    for each in figure.floors:
        canvas.fill(each, style.FLOOR)
        _shade(canvas, each)
    for way in figure.ways:
        canvas.line(_cut(way), way.width, style.FLOOR)
    if figure.neck:
        canvas.line(figure.neck, figure.neck_width, style.FLOOR)
    _paint_grid(canvas, figure)


def _cut(way: PlanWay) -> tuple[Spot, ...]:
    """The floor of a way: through its end, and through the wall of the room unless that hides it."""
    first, *_ = way.points
    start = first.moved(way.wall, WALL) if way.state == "secret" else first
    one, two = way.points[-2:]
    across, down = two.x - one.x, two.y - one.y
    far = 0.03 / sqrt(across * across + down * down)
    return start, *way.points[1:-1], Spot(two.x + across * far, two.y + down * far)


def _shade(canvas: Canvas, outline: Floor) -> None:
    """A soft shadow along the edges that face south and east."""
    for one, two in pairwise((*outline, outline[0])):
        across, down = two.x - one.x, two.y - one.y
        whole = sqrt(across * across + down * down) or 1.0
        inward_x, inward_y = -down / whole, across / whole
        depth = style.SHADOW_DEPTH * min(1.0, inward_x + inward_y)
        if depth > 0:
            step_x, step_y = inward_x * depth, inward_y * depth
            inner = (Spot(two.x + step_x, two.y + step_y), Spot(one.x + step_x, one.y + step_y))
            canvas.fill((one, two, *inner), style.SHADOW)


def _paint_grid(canvas: Canvas, figure: PlanFigure) -> None:
    """The lines between squares of 10 feet: dots, or thin lines where there are many."""
    for each in figure.floors:
        turned = tuple(Spot(spot.y, spot.x) for spot in each)
        for upright, outline, origin in ((True, each, figure.grid.x), (False, turned, figure.grid.y)):
            for place, start, end in _chords(outline, origin, figure.square):
                _paint_chord(canvas, figure.square, place, (start, end), upright=upright)


def _paint_chord(
    canvas: Canvas, square: float, place: float, ends: tuple[float, float], *, upright: bool
) -> None:
    start, end = ends
    if square < DOTTED:
        line = [(place, start), (place, end)] if upright else [(start, place), (end, place)]
        canvas.line([Spot(x, y) for x, y in line], 0.02, style.QUIET_BAND)
        return
    steps = range(ceil((start + 0.1) / style.GRID_STEP), floor((end - 0.1) / style.GRID_STEP) + 1)
    dots = ((place, step * style.GRID_STEP) for step in steps)
    canvas.dots(dots if upright else ((x, y) for y, x in dots), style.GRID_DOT, style.FAINT)


def _chords(outline: Floor, origin: float, step: float) -> Iterator[tuple[float, float, float]]:
    """Where upright lines, a step apart, run over a floor: the x of each, and from which y to which."""
    west, _, east, _ = box_of(outline)
    for rank in range(ceil((west - origin) / step + 0.01), floor((east - origin) / step - 0.01) + 1):
        x = origin + rank * step
        crossed = sorted(
            one.y + (two.y - one.y) * (x - one.x) / (two.x - one.x)
            for one, two in pairwise((*outline, outline[0]))
            if (one.x <= x) != (two.x <= x)
        )
        for start, end in zip(crossed[::2], crossed[1::2], strict=True):
            yield x, start, end


# Ways and the middle


def _paint_way(canvas: Canvas, way: PlanWay) -> None:
    """The door of a way, and the arrow of one that is passed from one side only or comes in."""
    quarters = QUARTERS[way.wall]
    if way.inward:
        canvas.symbol("arrow", way.door.moved(way.wall, 0.45), min(1.0, way.width), quarters + 2)
        return
    if way.state == "secret":
        return
    if way.kind == "door":
        canvas.symbol("door", way.door, way.width / 0.8, quarters)
    if way.state == "one-way":
        canvas.symbol("arrow", way.door.moved(way.wall, 0.75), ONE_WAY * min(1.0, way.width), quarters)


def _paint_feature(canvas: Canvas, figure: PlanFigure) -> None:
    """What is in the middle of the room."""
    if figure.feature is None:
        return
    kind, edge = figure.feature
    west, north, east, south = box_of(edge)
    middle = Spot((west + east) / 2, (north + south) / 2)
    if kind in ("well", "shaft"):
        canvas.symbol(kind, middle, east - west)
        return
    canvas.fill(edge, style.FLOOR)
    for part, width in ((1.0, 0.09), (0.86, 0.035), (0.74, 0.035)):
        ripple = [Spot(middle.x + (s.x - middle.x) * part, middle.y + (s.y - middle.y) * part) for s in edge]
        canvas.line(ripple, width, style.INK if part == 1.0 else style.ACCENT, closed=True)


def _tints(figure: PlanFigure, page: Page) -> tuple[Tint, ...]:
    """The blue of water, and the brown of arrows."""
    tints = [
        Tint("straight ink", page.pixels(grown((told.x - 1.5, told.y, told.x - 1.5, told.y), 0.4)))
        for mark, told in _key(figure, page)
        if mark == "one-way"
    ]
    for way in figure.ways:
        if way.inward or way.state == "one-way":
            x, y = way.door.moved(way.wall, 0.55).x, way.door.moved(way.wall, 0.55).y
            tints.append(Tint("straight ink", page.pixels(grown((x, y, x, y), 0.6))))
    if figure.feature is not None and figure.feature[0] in ("pool", "lake"):
        tints.append(shaped_tint(figure.feature[1], "right", page))
    return tuple(tints)


# Sizes


def dimension_lines(figure: PlanFigure) -> tuple[tuple[Spot, Spot], ...]:
    """The lines along the north and one side of a room that say how large it is."""
    west, north, east, south = box_of(corners_of(figure))
    top, side = north - _apart(figure, Wall.N), _quieter(figure)
    x = (east if side is Wall.E else west) + STEPS[side][0] * _apart(figure, side)
    return (Spot(west, top), Spot(east, top)), (Spot(x, north), Spot(x, south))


def _quieter(figure: PlanFigure) -> Wall:
    """Of west and east the side with fewer ways out."""
    west, east = (sum(way.wall is wall for way in figure.ways) for wall in (Wall.W, Wall.E))
    return Wall.E if east < west else Wall.W


def _apart(figure: PlanFigure, wall: Wall) -> float:
    return max(APART, beyond(figure, wall) + BEYOND)


def _paint_dimension(canvas: Canvas, line: tuple[Spot, Spot]) -> None:
    """A thin line with a stroke across either end."""
    one, two = line
    canvas.line(line, 0.045, style.QUIET)
    across, down = (0.0, 0.22) if one.y == two.y else (0.22, 0.0)
    for end in line:
        ends = (Spot(end.x - across, end.y - down), Spot(end.x + across, end.y + down))
        canvas.line(ends, 0.06, style.QUIET)


def _key(figure: PlanFigure, page: Page) -> tuple[tuple[ExitState, Spot], ...]:
    """What the marks of ways mean: those that are on the page, and where each is told in its foot."""
    y = (scale_box(page)[1] + scale_box(page)[3]) / 2
    places: dict[ExitState, Spot] = {
        "secret": Spot(page.box[2] - 6.6, y),
        "one-way": Spot(page.box[2] - 2.4, y),
    }
    present = {way.state for way in figure.ways}
    return tuple((state, place) for state, place in places.items() if state in present)


def _clear_place(figure: PlanFigure, one: Spot, two: Spot) -> Spot:
    """The place on a line for its words: the middle, or clear of the ways out that run up to the line."""
    side = _quieter(figure)
    ways = [way for way in figure.ways if way.wall is side]
    ends = [spot.y for way in ways for spot in (way.door, way.points[-1])]

    def clear(part: float) -> tuple[float, float]:
        y = one.y + (two.y - one.y) * part
        return min([CLEAR, *(abs(end - y) for end in ends)]), -abs(part - 0.5)

    part = max(PARTS, key=clear) if one.x == two.x else 0.5
    return Spot(one.x + (two.x - one.x) * part, one.y + (two.y - one.y) * part)


def _letter(words: Lettering, figure: PlanFigure) -> None:
    """Sizes, the names of what is in the middle, and what marks ways."""
    for line, feet in zip(dimension_lines(figure), figure.size, strict=True):
        words.at(_clear_place(figure, *line), f"{feet} feet", style.SMALL_PIXELS)
    for way in figure.ways:
        if way.inward:
            words.at(way.points[-1].moved(way.wall, 0.42), "WAY IN", style.SMALL_PIXELS)
        if way.state == "secret":
            words.at(way.door, "S", SECRET_PIXELS, ground=style.FLOOR)
    if figure.feature is not None:
        kind, edge = figure.feature
        west, north, east, south = box_of(edge)
        middle = (north + south) / 2 if kind in ("pool", "lake") else south + 0.42
        words.at(Spot((west + east) / 2, middle), kind.upper(), style.SMALL_PIXELS, ground=style.FLOOR)
