"""What is written on a region: the numbers of its rooms, and the words beside its stairs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, hypot
from typing import TYPE_CHECKING

import numpy as np
import shapely
from PIL import ImageDraw

from bot.drawing import style
from bot.drawing.fonts import drawable, typeface
from bot.drawing.region.floors import outline

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from PIL import Image, ImageFont

    from bot.atlas.region import Place
    from bot.drawing.canvas import Page
    from bot.drawing.region.figure import RegionFigure
    from bot.drawing.region.floors import Pixels
    from bot.drawing.region.hatch import Numbers
    from bot.drawing.region.signs import Label, Sign

LETTER_PART = 0.7
"""The height of a letter behind a number, as a part of the number's."""

HALO = 3
"""Pixels of bare ground kept round letters."""

STEPS_ASIDE = 0.25
"""Squares between two places that are tried for a number."""

Line = np.ndarray[tuple[int], np.dtype[np.float64]]
Choice = np.ndarray[tuple[int], np.dtype[np.bool_]]

FARTHEST_ASIDE = 6.0
"""Squares outside of its room within which a number is written."""

GAP = 4
"""Pixels between a wall and words outside of it."""

LABEL_PARTS = (1.0, 0.86, 0.74)
"""Sizes of the words beside a stair, the most welcome first, as parts of the usual one."""

UPRIGHT = ("secret",)
"""Symbols as wide as high that fill only the middle of their square."""


@dataclass(frozen=True, slots=True)
class Words:
    """Words on a page.

    Attributes:
        text: what is written.
        small: what follows in smaller type.
        middle: of all of it, in pixels.
        size: of the type, in pixels.
        ground: the level of the bare edge round the letters.
        id: the number of what it belongs to.
    """

    text: str
    small: str
    middle: tuple[float, float]
    size: int
    ground: int
    id: int

    def box(self) -> Pixels:
        """What the letters cover."""
        width, height = _extent(self.text, self.small, self.size)
        x, y = self.middle
        return x - width / 2, y - height / 2, x + width / 2, y + height / 2


class Writer:
    """Finds a place for everything that is written.

    Args:
        figure: what is drawn.
        page: the part of it that is shown.
        floor: where floors and walls are on the page.
        part: how much larger than usual the type is.
    """

    def __init__(self, figure: RegionFigure, page: Page, floor: Image.Image, part: float) -> None:
        self._page = page
        self._floor = floor
        self._part = part
        self._figure = figure
        self._taken = [sign_box(page, sign) for sign in figure.signs]

    def written(self) -> tuple[Words, ...]:
        """All words, each in a place of its own."""
        found: list[Words] = []
        rooms = [
            room
            for room in (*self._figure.rooms, *self._figure.hidden_rooms)
            if room.number and _is_on(self._page, room)
        ]
        later: list[Place] = []
        for room in rooms:
            inside = self._inside(room)
            if inside is None:
                later.append(room)
            else:
                found.append(inside)
                self._taken.append(inside.box())
        others = [*map(self._label, self._figure.labels), *map(self._beside, later)]
        return (*found, *(words for words in others if words is not None))

    def _inside(self, room: Place) -> Words | None:
        """The number of a room within it, as large as it can be."""
        digits = room.number.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        letter = room.number[len(digits) :]
        floor = outline(room.outline).buffer(-style.REGION_WALL / 2)
        shapely.prepare(floor)
        for size in self._sizes(room):
            width, height = _extent(digits, letter, size)
            half, rise = width / 2 / self._page.square, height / 2 / self._page.square + 0.04
            # Most numbers fit in the middle, where one look is enough.
            for some in (np.array([(room.spot.x, room.spot.y)]), _spots(room)):
                boxes = shapely.box(
                    some[:, 0] - half, some[:, 1] - rise, some[:, 0] + half, some[:, 1] + rise
                )
                for x, y in some[shapely.contains(floor, boxes)].tolist():
                    words = Words(digits, letter, self._page.pixel(x, y), size, style.FLOOR, room.id)
                    if self._is_free(words.box()):
                        return words
        return None

    def _sizes(self, room: Place) -> Sequence[int]:
        across, down = [spot.x for spot in room.outline], [spot.y for spot in room.outline]
        narrow = min(max(across) - min(across), max(down) - min(down)) * self._page.square / self._part
        most = style.NUMBERS[0] if narrow >= style.WIDE_ROOM else style.NUMBERS[1]
        least = round(style.NUMBERS[2] * self._part)
        return [*range(round(most * self._part), least, -2), least]

    def _beside(self, room: Place) -> Words | None:
        """The number of a room outside of it, where it is clear of everything; nothing where all is full."""
        across, down = [spot.x for spot in room.outline], [spot.y for spot in room.outline]
        west, north, east, south = min(across), min(down), max(across), max(down)
        size = round(style.NUMBERS[2] * self._part)
        width, height = _extent(room.number, "", size)
        half, rise = (width / 2 + GAP) / self._page.square, (height / 2 + GAP) / self._page.square
        step, reach = STEPS_ASIDE, FARTHEST_ASIDE
        x, y = (
            axis.ravel()
            for axis in np.meshgrid(
                np.arange(west - half - reach, east + half + reach, step),
                np.arange(north - rise - reach, south + rise + reach, step),
            )
        )
        aside = np.maximum(np.maximum(west - half - x, x - half - east), 0.0)
        along = np.maximum(np.maximum(north - rise - y, y - rise - south), 0.0)
        order = np.lexsort((np.hypot(x - room.spot.x, y - room.spot.y), np.hypot(aside, along)))
        for place in order[self._are_bare(x[order], y[order], width, height)].tolist():
            middle = self._page.pixel(float(x[place]), float(y[place]))
            words = Words(room.number, "", middle, size, style.PAPER, room.id)
            if self._is_free(words.box()):
                self._taken.append(words.box())
                return words
        return None

    def _are_bare(self, x: Line, y: Line, width: float, height: float) -> Choice:
        """Which rectangles of that many pixels lie on rock, round points of the map."""
        west, north, _, _ = self._page.box
        left = np.floor((x - west) * self._page.square - width / 2).astype(np.int64) - 1
        top = np.floor((y - north) * self._page.square - height / 2).astype(np.int64) - 1
        right, bottom = left + ceil(width) + 3, top + ceil(height) + 3
        first, above = int(left.min()), int(top.min())
        near = np.asarray(self._floor.crop((first, above, int(right.max()), int(bottom.max())))) > 0
        # How much floor lies north and west of each pixel: four looks tell how much is in a rectangle.
        sums = np.pad(near.astype(np.int32).cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
        left, right, top, bottom = left - first, right - first, top - above, bottom - above
        return sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left] == 0

    def _label(self, label: Label) -> Words | None:
        """The words of a stair behind its end, or on one of its sides; nothing where all is full."""
        for part in LABEL_PARTS:
            words = self._label_of(label, round(style.LABELS[label.kind] * self._part * part))
            if words is not None:
                self._taken.append(words.box())
                return words
        return None

    def _label_of(self, label: Label, size: int) -> Words | None:
        width, height = _extent(label.text, "", size)
        ahead = label.way
        inner = (label.spot.x - ahead[0] * 0.5, label.spot.y - ahead[1] * 0.5)
        sides = (
            (inner[0] + x * 0.5, inner[1] + y * 0.5, x, y, back)
            for back in (0.0, 0.5, 1.0, 1.5)
            for x, y in ((-ahead[1], ahead[0]), (ahead[1], -ahead[0]))
        )
        for x, y, across, down, back in ((label.spot.x, label.spot.y, *ahead, 0.0), *sides):
            px, py = self._page.pixel(x - ahead[0] * back, y - ahead[1] * back)
            wall = style.REGION_WALL / 2 * self._page.square + GAP
            middle = px + across * (width / 2 + wall), py + down * (height / 2 + wall)
            words = Words(label.text, "", middle, size, style.PAPER, label.id)
            if self._is_bare(words.box()) and self._is_free(words.box()):
                return words
        return None

    def _is_free(self, box: Pixels) -> bool:
        """Whether nothing stands on a rectangle, and all of it is on the page."""
        left, top, right, bottom = box
        width, height = self._page.size
        if left < HALO or top < HALO or right > width - HALO or bottom > height - HALO:
            return False
        return not any(
            left < taken[2] and right > taken[0] and top < taken[3] and bottom > taken[1]
            for taken in self._taken
        )

    def _is_bare(self, box: Pixels) -> bool:
        """Whether a rectangle lies on rock."""
        left, top, right, bottom = box
        return (
            self._floor.crop((int(left) - 1, int(top) - 1, int(right) + 2, int(bottom) + 2)).getbbox() is None
        )


def sign_box(page: Page, sign: Sign) -> Pixels:
    """What a symbol covers, in pixels."""
    x, y = page.pixel(sign.spot.x, sign.spot.y)
    long = sign.symbol.startswith("flight")
    across, down = (0.48, 1.0 if long else 0.48)
    if sign.symbol in UPRIGHT:
        across = down = 0.3
    if sign.quarters % 1:
        across = down = (across + down) * 0.55
    elif sign.quarters % 2:
        across, down = down, across
    reach = sign.size * page.square
    return x - across * reach, y - down * reach, x + across * reach, y + down * reach


def write(ink: Image.Image, words: Iterable[Words]) -> None:
    """Write words on a page of ink, with bare ground round the letters."""
    draw = ImageDraw.Draw(ink)
    for each in words:
        for place, text, font in _pieces(each):
            draw.text(
                place,
                text,
                fill=each.ground,
                font=font,
                anchor="ls",
                stroke_width=HALO,
                stroke_fill=each.ground,
            )
        for place, text, font in _pieces(each):
            draw.text(place, text, fill=style.INK, font=font, anchor="ls")


def _pieces(words: Words) -> Iterator[tuple[tuple[int, int], str, ImageFont.FreeTypeFont]]:
    """The number and the letter behind it, each with the place of its foot."""
    left, _, _, bottom = words.box()
    font = typeface(words.size, style.HEAVY)
    text = drawable(words.text)
    yield (round(left), round(bottom)), text, font
    if words.small:
        small = typeface(round(words.size * LETTER_PART), style.HEAVY)
        yield (round(left + font.getlength(text) + 1), round(bottom)), drawable(words.small), small


@lru_cache(maxsize=1_024)
def _extent(text: str, small: str, size: int) -> tuple[float, float]:
    """Width and height of what is written, without the parts that no number and capital has."""
    width = typeface(size, style.HEAVY).getlength(drawable(text))
    if small:
        width += 1 + typeface(round(size * LETTER_PART), style.HEAVY).getlength(drawable(small))
    return width, size * 0.711


def _is_on(page: Page, room: Place) -> bool:
    """Whether some of a room is on a page."""
    west, north, east, south = page.box
    across, down = [spot.x for spot in room.outline], [spot.y for spot in room.outline]
    return min(across) < east and max(across) > west and min(down) < south and max(down) > north


@lru_cache(maxsize=256)
def _spots(room: Place) -> Numbers:
    """Places for a room's number, the nearest to its middle first; not to be changed."""
    across, down = [spot.x for spot in room.outline], [spot.y for spot in room.outline]
    columns = _steps(min(across), max(across), STEPS_ASIDE)
    rows = _steps(min(down), max(down), STEPS_ASIDE)
    places = [(x, y) for x in columns for y in rows]
    places.sort(key=lambda each: hypot(each[0] - room.spot.x, each[1] - room.spot.y))
    return np.array(places)


def _steps(first: float, last: float, step: float) -> list[float]:
    return [first + step * index for index in range(int((last - first) / step) + 1)]
