"""The pictures of letters as tunnels: their bytes, their size, and what a phone can show of them."""

from __future__ import annotations

import hashlib
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.atlas.tunnels import plan_of
from bot.drawing import style
from bot.drawing.canvas import coloured
from bot.drawing.painter import painter_of
from bot.drawing.palette import MOST_COLOURS, colouring, palette
from bot.drawing.picture import LONGEST_ALT
from bot.drawing.tunnels import draw_tunnels, page_of, shapes
from tables import procedures
from tables.dice import FairDice
from tables.leximorphs import Leximorph
from tables.tunnels import dig, sectors_of

MOST_BYTES = 80_000

LEAST_TUNNEL = 5
"""Pixels across a tunnel on a phone that shows the picture 400 pixels wide."""


def rolled(seed: int = 0, key: str = "leximorph.letters", **options: Any) -> Leximorph:
    value = procedures.perform(key, options, FairDice(b"picture", str(seed))).value
    assert isinstance(value, Leximorph)
    return value


LEXI = rolled(key="leximorph.word", word="lexi")


def every_kind() -> list[Leximorph]:
    found = [rolled(seed, sectors=1 + seed % 9, rotate=True, curved=seed % 2 == 1) for seed in range(36)]
    words = ("lexi", "fing", "chil", "wood", "guan", "ape", "QQQQ", "MWNZ", "BBBB", "OOOO", "SSSS")
    found += [
        rolled(key="leximorph.word", word=word, curved=curved) for word in words for curved in (False, True)
    ]
    return found


def test_every_picture_is_small_opaque_and_told_in_words() -> None:
    for value in every_kind():
        picture = draw_tunnels(value)
        with Image.open(BytesIO(picture.png)) as image:
            assert image.mode == "P"
            assert image.size == (picture.width, picture.height)
            assert image.info == {}
            assert len(image.getcolors() or range(99)) <= MOST_COLOURS
        assert picture.width == 960
        assert 480 <= picture.height <= 1_200, value
        assert len(picture.png) < MOST_BYTES, value
        assert 60 < len(picture.alt) <= LONGEST_ALT
        assert picture.alt.endswith("north is up.")


def test_the_same_letters_give_the_same_bytes() -> None:
    first = draw_tunnels(LEXI).png
    draw_tunnels(rolled(3, sectors=9))
    dig.cache_clear()

    assert draw_tunnels(LEXI).png == first


@pytest.mark.parametrize(
    ("word", "curved", "digest"), [("LEXI", False, "1f6fd3d34ce60e83"), ("GUAN", True, "ab8cda428c1b9445")]
)
def test_the_shapes_are_the_same_on_every_machine(word: str, curved: bool, digest: str) -> None:
    """Pixels of everything but the words, which follow the version of the type library."""
    plan = plan_of(dig(sectors_of(word), curved=curved))

    picture = coloured(*shapes(plan, page_of(plan)))

    assert hashlib.sha256(picture.tobytes()).hexdigest()[:16] == digest


@pytest.mark.parametrize("count", range(1, 10))
def test_tunnels_are_wide_enough_for_a_phone(count: int) -> None:
    page = page_of(plan_of(dig(sectors_of("A" * count))))

    assert page.square * 400 / 960 >= LEAST_TUNNEL
    assert page.size[0] == 960


def test_letters_are_white_and_joins_are_coloured() -> None:
    picture, page = draw_tunnels(LEXI), page_of(plan_of(dig(LEXI.sectors)))
    with Image.open(BytesIO(picture.png)) as opened:
        image = opened.convert("RGB")

    def at(x: float, y: float) -> tuple[int, ...]:
        across, down = page.pixel(x, y)
        pixel = image.getpixel((round(across), round(down)))
        assert isinstance(pixel, tuple)
        return pixel

    sand = palette()[colouring("goal")[style.FLOOR]]
    white, ink = style.PLAIN[style.FLOOR], style.PLAIN[style.INK]
    assert at(0.0, 8.0) == white  # the stem of L
    assert at(8.0, 16.0) == white  # its foot
    assert at(8.0, 28.0) == white  # where the strokes of X run
    assert at(18.0, 16.0) == sand  # from L to E
    assert at(0.0, 18.0) == sand  # from L to X
    assert at(34.0, 18.0) == sand  # from E to I, at a slant
    assert at(0.5, 8.0) == ink  # a wall
    assert at(10.0, 8.0) == style.PLAIN[style.PAPER]  # within the L


def test_a_tunnel_for_a_loop_has_a_colour_of_its_own() -> None:
    ell = rolled(key="leximorph.letters", seed=0, sectors=2)
    alone = procedures.perform_by_hand("leximorph.letters", {"sectors": 1}, [5]).value
    red = colouring("left")[style.FLOOR]

    with Image.open(BytesIO(draw_tunnels(alone).png)) as image:
        assert image.getcolors()
        found = {index: count for count, index in image.getcolors() or []}
    with Image.open(BytesIO(draw_tunnels(ell).png)) as image:
        other = {index: count for count, index in image.getcolors() or []}

    assert ell.closed is False
    assert found.get(red, 0) > 1_000
    assert red not in other


def test_the_description_says_what_is_to_be_seen() -> None:
    assert draw_tunnels(LEXI).alt == (
        "A dungeon map of tunnels in the shape of the letters L and E; below X and I. "
        "Yellow tunnels join L with E, L with X, E with I and X with I. Altogether there is 1 loop. "
        "5 corners are dots, 6 junctions are rings and 7 ends are blind. "
        "The tunnels are 10 feet wide and 1,910 feet long in all; north is up."
    )
    turned = procedures.perform_by_hand("leximorph.letters", {"sectors": 1, "rotate": True}, [5, 2]).value
    assert draw_tunnels(turned).alt.startswith(
        "A dungeon map of tunnels in the shape of the letter L a quarter turn clockwise. "
        "One red tunnel is there only to have a loop. Altogether there is 1 loop."
    )


def test_whoever_paints_knows_leximorphs() -> None:
    paint = painter_of(LEXI)

    assert paint is not None
    assert paint() == draw_tunnels(LEXI)
