"""The pictures of dropped dice and of a room's ways out."""

from __future__ import annotations

import hashlib
from io import BytesIO
from itertools import product
from random import Random
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops

from bot.atlas.dropped import drop_figure
from bot.atlas.exits import exit_figure
from bot.drawing import painter_of
from bot.drawing.canvas import coloured
from bot.drawing.dropped import draw_drops, drop_page, drop_shapes
from bot.drawing.exit_wording import drop_title, exits_title
from bot.drawing.exits import draw_exits, exit_page, exit_shapes
from bot.drawing.lettering import Lettering
from bot.drawing.picture import LONGEST_ALT, Picture
from bot.drawing.style import DIE_FACE
from tables.destination import Compass, Destination, Route, SecondDoor, Wall
from tables.exits import Drop, Drops, Exit, Exits, nearest_wall

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_BYTES = 80_000
LEAST_NUMBER = 24
"""Pixels that a number is high at least."""

SIDES = (Route.LEFT, Route.RIGHT)

N, E, S, W = Wall


def every_end(wall: Wall) -> list[Destination]:
    """One of each sort of place that a dropped die can lead to."""
    return [
        Destination("direction", wall, "d10", direction=Compass(wall.value), route=Route.STRAIGHT),
        *(Destination("direction", wall, "d10", direction=Compass.SW, route=side) for side in SIDES),
        *(Destination("return", wall, "d10", second=SecondDoor("E"), route=side) for side in SIDES),
        Destination("return", wall, "d10", second=SecondDoor("ladder", "up")),
        Destination("return", wall, "d10", second=SecondDoor("stairs", "down")),
        Destination("nowhere", wall, "d10", length=0),
        Destination("nowhere", wall, "d10", length=2),
        *(Destination("nowhere", wall, "d10", length=5, turn=side) for side in SIDES),
    ]


def drops(seed: int, *squares: tuple[int, int]) -> Drops:
    """Dice on these squares; what they show and where they lead follows from the seed."""
    chance = Random(seed)
    fallen: list[Drop] = []
    for column, row in squares:
        wall = nearest_wall(column, row)
        leads = chance.choice(every_end(wall))
        fallen.append(Drop(chance.randrange(10), column, row, wall, leads))
    return Drops(tuple(fallen))


def every_drop() -> list[Drops]:
    chance = Random(4)
    found = [
        drops(count * seed, *[(chance.randint(1, 8), chance.randint(1, 8)) for _ in range(count)])
        for count in (2, 3, 4, 5, 6)
        for seed in range(4)
    ]
    found += [drops(seed, *[square] * 6) for seed, square in enumerate(((4, 2), (8, 8), (1, 5), (5, 5)))]
    found += [
        Drops(tuple(Drop(7, *at, nearest_wall(*at), end) for end in ends))
        for at in ((4, 1), (8, 4), (4, 8), (1, 4))
        for ends in (every_end(nearest_wall(*at))[:6], every_end(nearest_wall(*at))[5:])
    ]
    return found


def every_exits() -> list[Exits]:
    """Doors alone, marks alone, and every sort of place that a door can lead to, on every wall."""
    marks = tuple(Exit(place, sense) for place, sense in product(("ladder", "stairs"), ("up", "down")))
    found = [Exits(()), Exits(marks), Exits((Exit("S"),) * 4), Exits((Exit("N"), Exit("W"), *marks[1:3]))]
    for wall in Wall:
        ends = [
            *every_end(wall),
            *(Destination("direction", wall, "clock", hour=hour, route=Route.LEFT) for hour in (7, 12)),
            Destination("room", wall, "2d6", room=1_000_000),
            Destination("room", wall, "relative", room=10, offset=3, new=True),
            Destination("room", wall, "relative", offset=-4),
            Destination("room", wall, "relative", new=True),
            *(Destination("level", wall, "2d6", sense=sense) for sense in ("up", "down")),
            Destination("level", wall, "relative", offset=-3),
            Destination("exit", wall, "2d6"),
            Destination("trap", wall, "2d6"),
        ]
        exits = [Exit(wall.value, None, end) for end in ends]
        found += [Exits(tuple(exits[first : first + 4])) for first in range(0, len(exits), 4)]
    return found


FOUR_DROPS = drops(11, (2, 2), (7, 4), (4, 7), (4, 4))
FOUR_EXITS = Exits(
    (
        Exit("N", None, Destination("exit", N, "2d6")),
        Exit("N", None, Destination("trap", N, "2d6")),
        Exit("E", None, Destination("direction", E, "clock", hour=7, route=Route.RIGHT)),
        Exit("stairs", "down"),
    )
)


def test_both_have_a_painter() -> None:
    for value, draw in ((FOUR_DROPS, draw_drops(FOUR_DROPS)), (FOUR_EXITS, draw_exits(FOUR_EXITS))):
        paint = painter_of(value)
        assert paint is not None
        assert paint() == draw


def check(value: object, picture: Picture) -> None:
    with Image.open(BytesIO(picture.png)) as image:
        assert image.mode == "P"
        assert image.size == (picture.width, picture.height)
        assert image.info == {}, value
        assert len(image.getcolors() or range(99)) <= 64
    assert picture.width == 960
    assert 480 <= picture.height <= 1200, value
    assert len(picture.png) < MOST_BYTES, value
    assert 60 < len(picture.alt) <= LONGEST_ALT
    assert picture.alt.endswith("."), "nothing was cut off"


def test_every_picture_is_small_opaque_and_told_in_words() -> None:
    for value in every_drop():
        check(value, draw_drops(value))
    for value in every_exits():
        check(value, draw_exits(value))


@pytest.mark.parametrize(
    "draw",
    [
        *[lambda value=value: draw_drops(value) for value in every_drop()],
        *[lambda value=value: draw_exits(value) for value in every_exits()],
    ],
)
def test_nothing_runs_over_the_frame(draw: Callable[[], Picture]) -> None:
    """A page is alike all along the inner line of its frame, whatever it shows."""
    with Image.open(BytesIO(draw().png)) as image:
        paper = image.convert("RGB")
    width, height = paper.size
    rim = [
        paper.crop((25, 25, width - 25, 26)),
        paper.crop((25, height - 25, width - 25, height - 24)),
        paper.crop((25, 25, 26, height - 25)),
        paper.crop((width - 25, 25, width - 24, height - 25)),
    ]

    assert {colour for line in rim for _, colour in line.getcolors() or []} == {(244, 238, 225)}


def test_the_shapes_are_the_same_on_every_machine() -> None:
    """Pixels of everything but the words, which follow the version of the type library."""
    dropped, found = drop_figure(FOUR_DROPS), exit_figure(FOUR_EXITS)

    pictures = [
        coloured(*drop_shapes(dropped, drop_page(dropped))),
        coloured(*exit_shapes(found, exit_page(found))),
    ]

    assert [hashlib.sha256(picture.tobytes()).hexdigest()[:16] for picture in pictures] == [
        "a393ea54539ebe44",
        "5de3b67d917bfb14",
    ]


def test_a_picture_does_not_depend_on_what_was_drawn_before() -> None:
    first = draw_drops(FOUR_DROPS).png, draw_exits(FOUR_EXITS).png

    for value in every_drop()[:3]:
        draw_drops(value)

    assert (draw_drops(FOUR_DROPS).png, draw_exits(FOUR_EXITS).png) == first


def test_what_a_die_shows_can_be_read_on_a_phone() -> None:
    figure = drop_figure(FOUR_DROPS)
    page = drop_page(figure)
    bare, _ = drop_shapes(figure, page)
    for die in figure.dice:
        written = bare.copy()
        Lettering(written, page).face(die.place, die.face, DIE_FACE)
        box = ImageChops.difference(bare, written).getbbox()
        assert box is not None
        assert box[3] - box[1] >= LEAST_NUMBER


def test_a_room_without_ways_out_is_drawn_without_a_gap_in_its_wall() -> None:
    figure = exit_figure(Exits(()))
    page = exit_page(figure)
    ink, _ = exit_shapes(figure, page)
    left, top = page.pixel(-3.5, -3.5)
    right, _ = page.pixel(3.5, -3.5)

    along = ink.crop((round(left), round(top), round(right), round(top) + 1)).tobytes()

    assert set(along) == {0}


@pytest.mark.parametrize(
    ("exits", "title"),
    [
        ((), ("Ways out of the room", "none found")),
        ((Exit("N"),), ("Ways out of the room", "one door")),
        ((Exit("N"), Exit("N"), Exit("ladder", "up")), ("Ways out of the room", "two doors, one ladder")),
        ((Exit("stairs", "up"), Exit("stairs", "down")), ("Ways out of the room", "two flights of stairs")),
        (FOUR_EXITS.found, ("Ways out of the room", "three doors, stairs, by the clock")),
    ],
)
def test_the_title_counts_the_ways_out(exits: tuple[Exit, ...], title: tuple[str, str]) -> None:
    assert exits_title(exit_figure(Exits(exits))) == title


def test_the_title_counts_the_dice() -> None:
    assert drop_title(drop_figure(FOUR_DROPS)) == ("Dice dropped on the room", "four doors")


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (
            Destination("direction", N, "d10", direction=Compass.S, route=Route.LEFT),
            "7 in column 4, row 1: north door, red passage to the left, sign S.",
        ),
        (
            Destination("direction", N, "d10", direction=Compass.N, route=Route.STRAIGHT),
            "north door, white passage, sign N.",
        ),
        (
            Destination("return", N, "d10", second=SecondDoor("E"), route=Route.RIGHT),
            "north door, blue passage to the right, sign back by E wall.",
        ),
        (
            Destination("return", N, "d10", second=SecondDoor("ladder", "up")),
            "north door, white passage to a ladder down, sign back by ladder.",
        ),
        (Destination("nowhere", N, "d10", length=0), "north door, a cross in a circle, sign blank wall."),
        (
            Destination("nowhere", N, "d10", length=3, turn=Route.LEFT),
            "north door, red passage to the left closed by a cross, sign dead end 30 ft.",
        ),
    ],
)
def test_the_description_of_dice_says_what_is_to_be_seen(end: Destination, words: str) -> None:
    other = Drop(0, 8, 5, E, Destination("nowhere", E, "d10", length=1))
    alt = draw_drops(Drops((Drop(7, 4, 1, N, end), other))).alt

    assert "a room of 8 by 8 squares with two dice on its floor" in alt
    assert words in alt
    assert "0 in column 8, row 5: east door, white passage closed by a cross, sign dead end 10 ft." in alt


@pytest.mark.parametrize(
    ("exits", "words"),
    [
        ((), "without a door, a ladder or stairs"),
        (
            (Exit("N"), Exit("N"), Exit("E"), Exit("ladder", "up")),
            "In its middle a ladder up. It has two doors in the north wall and a door in the east wall",
        ),
        (FOUR_EXITS.found, "In its middle stairs down. North door, white passage to a sun, sign out."),
        (
            FOUR_EXITS.found,
            "North door, a star with a T, sign trap. East door, blue passage to the right, sign 7.",
        ),
        ((Exit("W", None, Destination("level", W, "2d6", sense="up")),), "to stairs up, sign level up."),
        (
            (Exit("S", None, Destination("room", S, "2d6", room=6)),),
            "South door, white passage, sign room 6.",
        ),
    ],
)
def test_the_description_of_ways_out_says_what_is_to_be_seen(exits: tuple[Exit, ...], words: str) -> None:
    assert words in draw_exits(Exits(exits)).alt
