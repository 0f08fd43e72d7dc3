"""Everything that is written on the maps, set at the picture's own size."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PIL import ImageDraw

from bot.atlas.shapes import Spot
from bot.atlas.signs import BADGE
from bot.drawing import style
from bot.drawing.canvas import Tint
from bot.drawing.fonts import drawable, typeface
from bot.drawing.ground import SCALE, compass_spot, scale_box
from bot.drawing.ways import mark_size, target_radius
from tables.destination import Wall

if TYPE_CHECKING:
    from PIL import Image, ImageFont

    from bot.atlas.figure import Figure, FigureMark
    from bot.atlas.shapes import FigureRoom
    from bot.atlas.signs import FigureSign
    from bot.drawing.canvas import Page
    from bot.drawing.ground import Scale

LEAST_PIXELS = 24
"""The smallest type that can still be read on a phone."""

NUMBER_WIDTH = 0.85
"""The part of a room's width that its number takes at most."""

HALO = 5
"""Pixels of bare ground that are kept round letters."""


class Lettering:
    """Words on a page of ink.

    Args:
        ink: levels of ink; written on.
        page: the part of the map that it shows.
    """

    def __init__(self, ink: Image.Image, page: Page) -> None:
        self._draw = ImageDraw.Draw(ink)
        self._page = page

    def number(self, room: FigureRoom, size: float, weight: int, level: int, *, bare: bool = False) -> None:
        """Write a room's number in its middle; ``bare`` keeps the floor round it clear of stones."""
        most = NUMBER_WIDTH * room.width * self._page.square
        font = _fitting(room.label, round(size * self._page.square), weight, most)
        middle = self._page.pixel(room.centre.x, room.centre.y)
        self._centred(room.label, middle, font, level, ground=style.FLOOR if bare else None)

    def beside(self, mark: FigureMark, *, inside: bool) -> None:
        """Write the words of a mark next to its symbol, with paper round the letters."""
        text = drawable(mark.words.upper())
        font = typeface(round(style.MARK_WORDS * self._page.square), style.BOLD)
        x, y = self._page.pixel(mark.place.x, mark.place.y)
        size = mark_size(mark, inside=inside) * self._page.square
        if inside:
            y += (-1 if mark.facing is Wall.S else 1) * (size / 2 + font.size * 0.62)
        elif mark.facing in (Wall.N, Wall.S):
            x -= size / 2 + font.getlength(text) / 2 + self._page.square * 0.45
        else:
            y += size / 2 + font.size * 0.75
        ground = style.FLOOR if inside else style.PAPER
        self._centred(text, (x, y), font, style.INK, ground=ground)

    def badge(self, sign: FigureSign) -> None:
        """Write what is on a round badge."""
        most = 1.6 * BADGE * self._page.square
        middle, (text,) = sign.middle(), sign.lines
        font = _fitting(text, round(style.BADGE_WORDS * self._page.square), style.HEAVY, most)
        self._centred(text, self._page.pixel(middle.x, middle.y), font, style.INK)

    def sign(self, sign: FigureSign) -> None:
        """Write a sign that has no badge, in lines, with paper round the letters."""
        upright = sign.facing in (Wall.N, Wall.S)
        x, y = self._page.pixel(sign.anchor.x, sign.anchor.y)
        edge = style.FRAME_INSET + style.FRAME_GAP + 8
        most = sign.space * self._page.square if upright else min(x, self._page.size[0] - x) - edge
        lines = [drawable(line.upper()) for line in sign.lines]
        size = round(style.SIGN_WORDS * self._page.square)
        font = _fitting(max(lines, key=len), size, style.BOLD, most)
        lines = [part for line in lines for part in _lines(line, font, most)]
        pitch = font.size * 1.06
        if not upright:
            x += (1 if sign.facing is Wall.E else -1) * max(font.getlength(line) for line in lines) / 2
        up = {Wall.N: len(lines) - 0.5, Wall.S: -0.5}.get(sign.facing, (len(lines) - 1) / 2)
        for row, line in enumerate(lines):
            self._centred(line, (x, y + (row - up) * pitch), font, style.INK, ground=style.PAPER)

    def at(self, spot: Spot, text: str, pixels: int, *, ground: int = style.PAPER) -> None:
        """Write words round a spot, with bare ground round the letters."""
        font = typeface(pixels, style.BOLD)
        self._centred(drawable(text), self._page.pixel(spot.x, spot.y), font, style.INK, ground=ground)

    def face(self, spot: Spot, face: int, size: float) -> None:
        """Write what a die shows."""
        font = typeface(round(size * self._page.square), style.HEAVY)
        self._centred(str(face), self._page.pixel(spot.x, spot.y), font, style.INK)

    def title(self, first: str, second: str) -> tuple[int, int, int, int]:
        """Write the title at the top; the box of its coloured second part."""
        first, second = drawable(first), drawable(second)
        first = f"{first}  ·  " if second else first
        width = self._page.size[0] - 2 * style.MARGIN - style.COMPASS_SIZE - 24
        font = _fitting(first + second, style.TITLE_PIXELS, style.BOLD, width)
        left, middle = style.MARGIN, style.MARGIN + 20
        start = left + round(font.getlength(first))
        self._draw.text((left, middle), first, fill=style.INK, font=font, anchor="lm")
        self._draw.text((start, middle), second, fill=style.ACCENT, font=font, anchor="lm")
        return start, middle - 34, start + round(font.getlength(second)) + 3, middle + 34

    def legend(self, scale: Scale = SCALE) -> None:
        """Write what belongs to the compass and the scale bar."""
        font = typeface(style.SMALL_PIXELS, style.STRONG)
        compass = self._page.pixel(*_pair(compass_spot(self._page)))
        above = compass[1] - style.COMPASS_SIZE / 2 - 13
        self._centred("N", (compass[0], above), font, style.INK)
        _, top, right, bottom = self._page.pixels(scale_box(self._page, scale))
        told = f"{scale.feet} feet"
        self._draw.text((right + 16, (top + bottom) / 2), told, fill=style.INK, font=font, anchor="lm")

    def _centred(
        self,
        text: str,
        middle: tuple[float, float],
        font: ImageFont.FreeTypeFont,
        level: int,
        *,
        ground: int | None = None,
    ) -> None:
        """Write text with the middle of its letters, not of its line, on a pixel.

        ``ground`` is the level of a bare edge round the letters, which hides what is below.
        """
        left, top, right, bottom = font.getbbox(text, anchor="ls")
        place = (round(middle[0] - (left + right) / 2), round(middle[1] - (top + bottom) / 2))
        halo = 0 if ground is None else HALO
        self._draw.text(
            place, text, fill=level, font=font, anchor="ls", stroke_width=halo, stroke_fill=ground
        )


def letter(ink: Image.Image, figure: Figure, page: Page, title: tuple[str, str]) -> tuple[Tint, ...]:
    """Write a figure's numbers, marks and title; the parts that are coloured."""
    words = Lettering(ink, page)
    for room in figure.rooms:
        if room != figure.goal:
            words.number(room, style.QUIET_NUMBER * _narrow(room), style.STRONG, style.QUIET)
    if figure.goal is not None:
        ring = replace(figure.goal, width=2 * target_radius(figure.goal))
        words.number(ring, style.GOAL_NUMBER * _narrow(figure.goal), style.HEAVY, style.INK)
    if figure.start.label:
        free = _free_part(figure)
        words.number(free, style.START_NUMBER * free.width, style.HEAVY, style.INK, bare=True)
    for mark in figure.marks:
        if mark.words:
            words.beside(mark, inside=mark.place == figure.start.centre)
    words.legend()
    return (Tint(style.WAY_INKS[figure.way], words.title(*title)),)


def _narrow(room: FigureRoom) -> float:
    """The shorter side of a room."""
    return min(room.width, room.height)


def _free_part(figure: Figure) -> FigureRoom:
    """The part of the starting room that its number has to itself."""
    start = figure.start
    if not any(mark.place == start.centre for mark in figure.marks):
        return start
    side = 1 if figure.doors[0].wall is Wall.W else -1
    corner = Spot(start.centre.x + side * start.width / 3.2, start.centre.y - start.height / 3.2)
    return replace(start, centre=corner, width=0.7 * start.width, height=start.height)


def _fitting(text: str, size: int, weight: int, width: float) -> ImageFont.FreeTypeFont:
    """The type in the size wanted, or as much smaller as the width asks."""
    font = typeface(size, weight)
    while size > LEAST_PIXELS and font.getlength(text) > width:
        size = max(LEAST_PIXELS, size - 3)
        font = typeface(size, weight)
    return font


def _lines(words: str, font: ImageFont.FreeTypeFont, width: float) -> list[str]:
    """Words in lines of at most that width, as far as single words allow."""
    lines: list[str] = []
    for word in words.split():
        if lines and font.getlength(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _pair(spot: Spot) -> tuple[float, float]:
    return spot.x, spot.y
