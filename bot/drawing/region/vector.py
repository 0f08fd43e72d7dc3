"""A region as lines for a vector file: the same shapes and symbols as its picture."""

from __future__ import annotations

from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

from bot.drawing import style
from bot.drawing.fonts import drawable, typeface
from bot.drawing.palette import colour_of
from bot.drawing.region.draw import RAMPS, shown_on, words_on
from bot.drawing.region.figure import figure_of
from bot.drawing.region.floors import (
    DOT,
    Floors,
    floor_mask,
    hidden_lines,
    mouth_box,
    mouth_dots,
    mouth_lines,
)
from bot.drawing.region.hatch import near_strokes
from bot.drawing.region.legend import AFTER_ICON, ICON, ROW, TYPE, entries, legend_signs, rows_of
from bot.drawing.region.sheet import HEADER, SIDE, Sheet, page_window
from bot.drawing.region.wording import title_of
from bot.drawing.region.words import HALO, LETTER_PART
from bot.drawing.symbols import SYMBOLS, Disc, Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.atlas.region import Region
    from bot.atlas.shapes import Spot
    from bot.drawing.region.figure import RegionFigure
    from bot.drawing.region.signs import Sign
    from bot.drawing.region.words import Words
    from bot.drawing.symbols import Part, Point

UNIT = 100
"""Units of the file along a square: whole numbers are short to write."""

FONT = "'Roboto Condensed','Arial Narrow',sans-serif"


def svg_of(region: Region, name: str = "", look: style.Look = "ink") -> str:
    """A region as an SVG file. It shows what the region holds, and nothing else."""
    figure, window = figure_of(region), page_window(region.box())
    sheet = Sheet(window, entries(shown_on(figure, window)), framed=False)
    pixel = UNIT / window.square
    left, top = -window.box[0] * UNIT + SIDE * pixel, -window.box[1] * UNIT + HEADER * pixel
    pen = _Pen(look)
    size = f'width="{sheet.width}" height="{sheet.height}"'
    view = f'viewBox="0 0 {round(sheet.width * pixel)} {round(sheet.height * pixel)}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view}>',
        f"<title>{escape(' · '.join(title_of(region, name)))}</title>",
        "<defs>",
        *pen.definitions(figure, sheet),
        "</defs>",
        f'<rect width="100%" height="100%" fill="{pen.colour(style.PAPER)}"/>',
        f'<g transform="translate({round(left)} {round(top)})">',
        *pen.map(figure, sheet),
        "</g>",
        f'<g transform="translate({round(SIDE * pixel)} {round(HEADER * pixel)})">',
        *(pen.words(each, pixel) for each in words_on(figure, window)),
        "</g>",
        *pen.margin(sheet, pixel, title_of(region, name)),
        "</svg>",
    ]
    return "\n".join(parts)


class _Pen:
    """Writes shapes as elements in the colours of a look."""

    def __init__(self, look: style.Look) -> None:
        self._look: style.Look = look

    def colour(self, level: int, ramp: style.RampName = "plain") -> str:
        """A level of ink as a colour."""
        red, green, blue = colour_of(level, ramp, self._look)
        return f"#{red:02x}{green:02x}{blue:02x}"

    def definitions(self, figure: RegionFigure, sheet: Sheet) -> Iterator[str]:
        """Each symbol once, and the grid."""
        signs = (*figure.texture, *figure.signs, *legend_signs(sheet.listed, sheet.inner))
        for symbol in sorted({sign.symbol for sign in signs} & set(SYMBOLS) | {"compass"}):
            body = "".join(self._part(part, _ramp(symbol)) for part in SYMBOLS[symbol])
            yield f'<g id="{_name(symbol)}" stroke-linecap="butt" stroke-linejoin="round">{body}</g>'
        step, dot = round(style.GRID_STEP * UNIT), round(style.REGION_DOT * UNIT)
        line = f'<path d="M0 0H{UNIT}M0 0V{UNIT}" fill="none" stroke="{self.colour(style.FAINT)}" '
        yield (
            f'<pattern id="grid" width="{UNIT}" height="{UNIT}" patternUnits="userSpaceOnUse">'
            f'{line}stroke-width="{2 * dot}" stroke-dasharray="{dot} {step - dot}"/></pattern>'
        )

    def map(self, figure: RegionFigure, sheet: Sheet) -> Iterator[str]:
        """Rock, walls, floors and symbols, in the order of the picture."""
        floors, wall = Floors(figure.rooms, figure.lanes), style.REGION_WALL / 2
        whole = _shapes(floors.shapes(0.0))
        band = self.colour(style.BAND)
        yield (
            f'<path d="{whole}" fill="{band}" stroke="{band}" stroke-linejoin="round" '
            f'stroke-width="{round(2 * style.REGION_BAND * UNIT)}"/>'
        )
        strokes = near_strokes(sheet.window, floor_mask(floors, sheet.window))
        hatch = self.colour(style.REGION_HATCH_LEVEL)
        yield self._lines(strokes, style.REGION_HATCH, hatch)
        boxes = [mouth_box(mouth) for mouth in figure.mouths]
        yield f'<path d="{_shapes(boxes)}" fill="{self.colour(style.PAPER)}"/>'
        lines = [_pair(line) for mouth in figure.mouths for line in mouth_lines(mouth)]
        yield self._lines(lines, style.REGION_WALL * 0.8, self.colour(style.INK))
        for dot in (dot for mouth in figure.mouths for dot in mouth_dots(mouth)):
            yield f'<circle cx="{_n(dot.x)}" cy="{_n(dot.y)}" r="{_n(DOT)}" fill="{self.colour(style.INK)}"/>'
        yield f'<path d="{_shapes(floors.shapes(wall))}" fill="{self.colour(style.INK)}"/>'
        shades = ((0.0, style.REGION_SHADOW[1][1]), (style.REGION_SHADOW[1][0], style.REGION_SHADOW[0][1]))
        for depth, level in shades:
            yield f'<path d="{_lit(floors, depth)}" fill="{self.colour(level)}"/>'
        lit = f'<path id="lit" d="{_lit(floors, style.REGION_SHADOW[0][0])}"/>'
        yield f'<g fill="{self.colour(style.FLOOR)}">{lit}</g>'
        yield '<use href="#lit" fill="url(#grid)"/>'
        for line in hidden_lines(figure):
            points = " ".join(f"{_n(spot.x)},{_n(spot.y)}" for spot in line)
            pen = f'stroke="{self.colour(style.QUIET)}" stroke-width="{_n(style.REGION_WALL * 0.7)}"'
            yield f'<polyline points="{points}" fill="none" {pen}/>'
        for sign in (*figure.texture, *figure.signs):
            yield _use(sign)

    def words(self, words: Words, pixel: float) -> str:
        """Words with bare ground round their letters."""
        left, _, right, bottom = words.box()
        small = f'<tspan font-size="{round(words.size * LETTER_PART * pixel)}">{escape(words.small)}</tspan>'
        halo = f'stroke="{self.colour(words.ground)}" stroke-width="{round(2 * HALO * pixel)}"'
        return self._text(
            (left * pixel, bottom * pixel),
            escape(words.text) + (small if words.small else ""),
            words.size * pixel,
            f'textLength="{round((right - left) * pixel)}" {halo} paint-order="stroke"',
        )

    def margin(self, sheet: Sheet, pixel: float, title: tuple[str, str]) -> Iterator[str]:
        """The title, the scale, the compass and the legend."""
        yield self._line(2 * SIDE * pixel, 66 * pixel, " · ".join(filter(None, title)), 42, pixel)
        right, bar = (sheet.width - 2 * SIDE) * pixel, 5 * UNIT
        place = f"translate({round(right - 28 * pixel)} {round(48 * pixel)}) scale({0.52 * pixel:.2f})"
        yield f'<use href="#compass" transform="{place}"/>'
        start = right - 90 * pixel - bar
        yield self._line(start, 40 * pixel, "50 feet", TYPE, pixel)
        path = f'<path d="M{round(start)} {round(54 * pixel)}h{bar}"'
        yield f'{path} stroke="{self.colour(style.INK)}" stroke-width="{round(12 * pixel)}"/>'
        dashes = f'stroke-dasharray="{UNIT} {UNIT}" stroke-dashoffset="-{UNIT}"'
        pen = f'stroke-width="{round(8 * pixel)}" {dashes}'
        yield f'{path} stroke="{self.colour(style.FLOOR)}" {pen}/>'
        yield from self._legend(sheet, pixel)

    def _legend(self, sheet: Sheet, pixel: float) -> Iterator[str]:
        """The symbols that are shown, with their words."""
        left, top = (part * pixel for part in sheet.legend_at)
        yield f'<g transform="translate({round(left)} {round(top)}) scale({ICON * pixel / UNIT:.3f})">'
        yield from (_use(sign) for sign in legend_signs(sheet.listed, sheet.inner) if sign.symbol in SYMBOLS)
        yield "</g>"
        for row, row_entries in enumerate(rows_of(sheet.listed, sheet.inner)):
            down = top + ((row + 0.5) * ROW + TYPE * 0.35) * pixel
            for begin, (symbol, words) in row_entries:
                if symbol in UNDRAWN:
                    yield self._line(left + begin * pixel, down, UNDRAWN[symbol], TYPE, pixel)
                yield self._line(left + (begin + ICON + AFTER_ICON) * pixel, down, words, TYPE, pixel)

    def _line(self, x: float, y: float, text: str, size: int, pixel: float) -> str:
        """A line of words as long as on the picture, whatever type there is."""
        length = typeface(size, style.STRONG).getlength(drawable(text))
        return self._text((x, y), escape(text), size * pixel, f'textLength="{round(length * pixel)}"')

    def _text(self, at: tuple[float, float], text: str, size: float, more: str) -> str:
        return (
            f'<text x="{round(at[0])}" y="{round(at[1])}" font-family="{FONT}" font-weight="800" '
            f'font-size="{round(size)}" fill="{self.colour(style.INK)}" lengthAdjust="spacingAndGlyphs" '
            f"{more}>{text}</text>"
        )

    def _lines(self, lines: Iterable[tuple[Point, Point]], width: float, colour: str) -> str:
        """Many short lines as one path."""
        steps: list[str] = []
        at = (0, 0)
        for (x0, y0), (x1, y1) in lines:
            start, end = (_n(x0), _n(y0)), (_n(x1), _n(y1))
            steps.append(f"m{start[0] - at[0]} {start[1] - at[1]}l{end[0] - start[0]} {end[1] - start[1]}")
            at = end
        return f'<path d="{"".join(steps)}" fill="none" stroke="{colour}" stroke-width="{_n(width)}"/>'

    def _part(self, part: Part, ramp: style.RampName) -> str:
        """A part of a symbol."""
        if isinstance(part, Disc):
            x, y = part.centre
            edge = (
                f' stroke="{self.colour(part.edge, ramp)}" stroke-width="{_n(part.width)}"'
                if part.width
                else ""
            )
            fill = self.colour(part.level, ramp)
            return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(part.radius)}" fill="{fill}"{edge}/>'
        if isinstance(part, Line):
            points = " ".join(f"{_n(x)},{_n(y)}" for x, y in part.points)
            pen = f'stroke="{self.colour(part.level, ramp)}" stroke-width="{_n(part.width)}"'
            return f'<polyline points="{points}" fill="none" {pen}/>'
        edge = (
            f' stroke="{self.colour(part.edge, ramp)}" stroke-width="{_n(part.width)}"' if part.width else ""
        )
        return f'<path d="{_shapes([part.points])}" fill="{self.colour(part.level, ramp)}"{edge}/>'


def _lit(floors: Floors, depth: float) -> str:
    """Floors without their walls and a shadow of that depth."""
    return _shapes(floors.shapes(-style.REGION_WALL / 2 - depth / 2, depth / 2))


def _ramp(symbol: str) -> style.RampName:
    """The ramp of a symbol's colours."""
    for ramp, symbols in RAMPS.items():
        if symbol in symbols:
            return ramp
    return "plain"


UNDRAWN = {"way on": "•••", "below": "- - -"}
"""What stands in the legend for what is no symbol."""


def _use(sign: Sign) -> str:
    turn = f" rotate({sign.quarters * 90:g})" if sign.quarters else ""
    size = f" scale({sign.size:.3g})" if sign.size != 1.0 else ""
    place = f"translate({_n(sign.spot.x)} {_n(sign.spot.y)}){turn}{size}"
    return f'<use href="#{_name(sign.symbol)}" transform="{place}"/>'


def _shapes(shapes: Iterable[Sequence[Point]]) -> str:
    """Closed shapes as one path, drawn one over the other."""
    return "".join(_shape([(_n(x), _n(y)) for x, y in _clockwise(shape)]) for shape in shapes if len(shape))


def _shape(points: Sequence[tuple[int, int]]) -> str:
    steps = " ".join(f"{two[0] - one[0]} {two[1] - one[1]}" for one, two in pairwise(points))
    return f"M{points[0][0]} {points[0][1]}l{steps}z"


def _clockwise(shape: Sequence[Point]) -> Sequence[Point]:
    """A shape that runs clockwise, so that shapes which overlap leave no hole."""
    area = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(shape, (*shape[1:], shape[0]), strict=True))
    return shape if area >= 0 else shape[::-1]


def _pair(line: tuple[Spot, Spot]) -> tuple[Point, Point]:
    return (line[0].x, line[0].y), (line[1].x, line[1].y)


def _name(symbol: str) -> str:
    return symbol.replace(" ", "-")


def _n(squares: float) -> int:
    """Squares in units of the file."""
    return round(squares * UNIT)
