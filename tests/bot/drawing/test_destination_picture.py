"""The pictures of doors: their bytes, their size, and whether a phone can show them."""

from __future__ import annotations

import hashlib
import struct
from io import BytesIO
from itertools import product

import pytest
from PIL import Image, ImageChops

from bot.atlas.routes import figure_of
from bot.drawing.canvas import coloured
from bot.drawing.destination import draw_destination, page_of, shapes
from bot.drawing.fonts import drawable
from bot.drawing.lettering import letter
from bot.drawing.picture import LONGEST_ALT
from bot.drawing.style import FLOOR
from bot.drawing.wording import title_of
from tables.destination import Compass, Destination, Route, SecondDoor, Wall

SIDES = (Route.LEFT, Route.RIGHT)
LEAST_NUMBER = 24
"""Pixels that a number is high at least, on a picture 1,000 pixels wide."""

MOST_BYTES = 80_000

SOUTH_BY_THE_LEFT = Destination("direction", Wall.N, "d10", direction=Compass.S, route=Route.LEFT)
ROUND_TO_SEVEN = Destination("direction", Wall.E, "clock", hour=7, route=Route.RIGHT)
UP_THE_LADDER = Destination("return", Wall.W, "d10", second=SecondDoor("ladder", "up"))


def every_destination() -> list[Destination]:
    """Every way round, and one of every other picture; what only turns with the wall, once or twice."""
    found: list[Destination] = []
    for wall, side in product(Wall, SIDES):
        found += [Destination("direction", wall, "d8", direction=to, route=side) for to in Compass]
    for wall, side in product((Wall.N, Wall.W), SIDES):
        found += [Destination("direction", wall, "clock", hour=hour, route=side) for hour in range(1, 13)]
    for side in SIDES:
        found += [
            Destination("return", Wall.N, method, second=SecondDoor(second.value), route=side)
            for second, method in product(Wall, ("d10", "relative"))
        ]
        found += [
            Destination("nowhere", Wall.E, "d10", length=length, turn=side if length > 2 else None)
            for length in range(6)
        ]
    for wall in (Wall.N, Wall.E):
        ahead = Compass(wall.value)
        found += [
            Destination("direction", wall, "d10", direction=ahead, route=Route.STRAIGHT),
            Destination("nowhere", wall, "2d6", length=4, turn=Route.LEFT),
        ]
        found += [
            Destination("return", wall, "d10", second=SecondDoor(place, sense))
            for place, sense in product(("ladder", "stairs"), ("up", "down"))
        ]
        found += [Destination(kind, wall, "2d6") for kind in ("exit", "trap", "level")]
        found += [Destination("level", wall, "2d6", sense=sense) for sense in ("up", "down")]
        found += [
            Destination("room", wall, "2d6", room=1_000_000),
            Destination("room", wall, "relative", offset=-4),
            Destination("room", wall, "relative", room=10, offset=3, new=False),
            Destination("room", wall, "relative", room=13, offset=3, new=True),
            Destination("room", wall, "relative", new=True),
        ]
    return found


def test_every_picture_is_small_opaque_and_told_in_words() -> None:
    every = every_destination()
    told: set[str] = set()

    for value in every:
        picture = draw_destination(value)
        with Image.open(BytesIO(picture.png)) as image:
            assert image.mode == "P"
            assert image.size == (picture.width, picture.height)
            assert image.info == {}, value
            assert len(image.getcolors() or range(99)) <= 64
        assert picture.width == 960
        assert 480 <= picture.height <= 1200, value
        assert len(picture.png) < MOST_BYTES, value
        assert 60 < len(picture.alt) <= LONGEST_ALT
        told.add(picture.alt)

    # Of the short dead ends only those that turn come by two sides: three are in the list twice.
    assert len(every) > 150
    assert len(told) == len(every) - 3


def test_a_picture_holds_nothing_but_pixels() -> None:
    png = draw_destination(SOUTH_BY_THE_LEFT).png

    kinds: list[bytes] = []
    place = 8
    while place < len(png):
        length, kind = struct.unpack(">I4s", png[place : place + 8])
        kinds.append(kind)
        place += 12 + length

    assert set(kinds) == {b"IHDR", b"PLTE", b"IDAT", b"IEND"}


@pytest.mark.parametrize(
    ("value", "digest"),
    [
        (SOUTH_BY_THE_LEFT, "be634a7236456ed5"),
        (ROUND_TO_SEVEN, "7ddc93c57046d489"),
        (UP_THE_LADDER, "a6b479986bb465dc"),
    ],
    ids=["nine", "clock", "ladder"],
)
def test_the_shapes_are_the_same_on_every_machine(value: Destination, digest: str) -> None:
    """Pixels of everything but the words, which follow the version of the type library."""
    figure = figure_of(value)

    picture = coloured(*shapes(figure, page_of(figure)))

    assert hashlib.sha256(picture.tobytes()).hexdigest()[:16] == digest


def test_a_picture_does_not_depend_on_what_was_drawn_before() -> None:
    first = draw_destination(SOUTH_BY_THE_LEFT).png

    draw_destination(ROUND_TO_SEVEN)
    draw_destination(UP_THE_LADDER)

    assert draw_destination(SOUTH_BY_THE_LEFT).png == first


def test_what_was_not_rolled_keeps_its_pixels() -> None:
    """Rock and rooms far from two ways look the same under both."""
    one, other = (
        shapes(figure, page_of(figure))[0]
        for figure in (
            figure_of(Destination("direction", Wall.N, "d10", direction=to, route=Route.STRAIGHT))
            if to is Compass.N
            else figure_of(Destination("direction", Wall.N, "d10", direction=to, route=Route.LEFT))
            for to in (Compass.N, Compass.W)
        )
    )

    changed = ImageChops.difference(one, other).getbbox()

    assert changed is not None
    left, top, right, bottom = changed
    assert left < 300
    assert top < 200
    assert right < 700
    assert bottom < 800


@pytest.mark.parametrize(
    "value",
    [
        SOUTH_BY_THE_LEFT,
        ROUND_TO_SEVEN,
        Destination("room", Wall.N, "relative", room=10, offset=3, new=False),
        Destination("room", Wall.W, "2d6", room=9_999),
    ],
    ids=["nine", "clock", "relative", "four digits"],
)
def test_numbers_can_be_read_on_a_phone(value: Destination) -> None:
    figure = figure_of(value)
    page = page_of(figure)
    bare, _ = shapes(figure, page)
    written = bare.copy()
    letter(written, figure, page, title_of(value, figure))
    least = LEAST_NUMBER * page.size[0] / 1000

    words = ImageChops.difference(bare, written)

    for room in figure.rooms:
        box = words.crop(page.pixels(room.box())).getbbox()
        assert box is not None, room.label
        left, top, right, bottom = box
        assert bottom - top >= least, room.label
        width, height = words.crop(page.pixels(room.box())).size
        assert abs((left + right) / 2 - width / 2) <= 4
        assert abs((top + bottom) / 2 - height / 2) <= 2


def test_the_goal_is_told_apart_without_colour() -> None:
    figure = figure_of(SOUTH_BY_THE_LEFT)
    ink, _ = shapes(figure, page_of(figure))
    page = page_of(figure)

    def darkest_wall(name: str) -> int:
        """Black pixels along a line through the middle of the room's southern wall."""
        room = next(room for room in figure.rooms if room.name == name)
        x, y = page.pixel(room.centre.x + 1.2, room.centre.y + room.height / 2)
        column = ink.crop((round(x), round(y) - 12, round(x) + 1, round(y) + 6))
        return sum(level < 40 for level in column.tobytes())

    assert darkest_wall("S") >= 7
    assert darkest_wall("N") == 0
    assert figure.goal is not None
    left, top = page.pixel(figure.goal.centre.x, figure.goal.centre.y)
    assert ink.getpixel((round(left), round(top))) == FLOOR


@pytest.mark.parametrize(
    ("value", "title"),
    [
        (SOUTH_BY_THE_LEFT, ("North door leads south", "by the left")),
        (ROUND_TO_SEVEN, ("East door leads to 7 o’clock", "by the right")),
        (UP_THE_LADDER, ("West door leads back", "ladder up")),
        (
            Destination("direction", Wall.S, "d10", direction=Compass.S, route=Route.RIGHT),
            ("South door leads south", "all round by the right"),
        ),
        (
            Destination("direction", Wall.S, "d10", direction=Compass.S, route=Route.STRAIGHT),
            ("South door leads south", "straight on"),
        ),
        (
            Destination("return", Wall.N, "d10", second=SecondDoor("S"), route=Route.RIGHT),
            ("North door leads back", "by the right"),
        ),
        (Destination("nowhere", Wall.N, "d10", length=0), ("North door leads nowhere", "blank wall")),
        (
            Destination("nowhere", Wall.N, "d10", length=5, turn=Route.LEFT),
            ("North door leads nowhere", "dead end, 50 feet"),
        ),
        (Destination("room", Wall.N, "2d6", room=6), ("North door leads to room 6", "")),
        (Destination("room", Wall.N, "relative", offset=-2), ("North door leads to a room", "−2")),
        (
            Destination("room", Wall.N, "relative", room=13, offset=3, new=True),
            ("North door leads to new room 13", "+3"),
        ),
        (Destination("level", Wall.N, "2d6", sense="down"), ("North door leads down to another level", "")),
        (Destination("level", Wall.N, "relative", offset=-2), ("North door leads to another level", "")),
        (Destination("exit", Wall.N, "2d6"), ("North door leads out", "into the open")),
        (Destination("trap", Wall.N, "2d6"), ("North door is false", "and trapped")),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_the_title_says_where_and_by_which_way(value: Destination, title: tuple[str, str]) -> None:
    told = title_of(value, figure_of(value))

    assert told == title
    assert tuple(drawable(part) for part in told) == title


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (
            SOUTH_BY_THE_LEFT,
            "A red passage leaves by it, turns left three times, then right and leads to room 5",
        ),
        (SOUTH_BY_THE_LEFT, "room 5, south of it"),
        (
            ROUND_TO_SEVEN,
            "A blue passage leaves by it, turns right twice, then left and leads to the room at 7",
        ),
        (UP_THE_LADDER, "ends at a ladder down; a dashed line joins it to a ladder up in the middle"),
        (
            Destination("return", Wall.N, "d10", second=SecondDoor("N"), route=Route.LEFT),
            "turns left six times and comes back in by another door of the same wall",
        ),
        (
            Destination("return", Wall.N, "d10", second=SecondDoor("E"), route=Route.RIGHT),
            "turns right three times and comes back in by a second door, in the east wall",
        ),
        (
            Destination("nowhere", Wall.N, "d10", length=5, turn=Route.LEFT),
            "turns left after 2 squares and ends at a blank wall after 5 squares, 50 feet",
        ),
        (
            Destination("nowhere", Wall.N, "d10", length=1),
            "runs straight on and ends at a blank wall after 1 square, 10 feet",
        ),
        (Destination("nowhere", Wall.N, "d10", length=0), "no passage behind it: a cross in a circle"),
        (Destination("trap", Wall.N, "2d6"), "no passage behind it: a star with a T"),
        (Destination("exit", Wall.N, "2d6"), "opens on the sun"),
        (Destination("level", Wall.N, "2d6", sense="up"), "ends in stairs up to another level"),
        (
            Destination("room", Wall.N, "relative", room=10, offset=3, new=False),
            "a room, marked 7, with a door marked in its north wall",
        ),
        (Destination("room", Wall.N, "2d6", room=6), "an eight-sided room marked 6"),
    ],
)
def test_the_description_says_what_is_to_be_seen(value: Destination, words: str) -> None:
    assert words in draw_destination(value).alt
