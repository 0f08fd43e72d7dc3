"""The pictures of regions: their bytes and size, what is on them, and what stays when a map grows."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import combinations
from typing import get_args
from xml.etree import ElementTree as ET

import pytest
from PIL import Image, ImageChops

from bot.atlas.growth.grow import grow
from bot.atlas.layout.rolls import Throws
from bot.atlas.region import Door, Mark, MarkKind, Passage, Place, Region
from bot.atlas.shapes import Spot
from bot.drawing import style
from bot.drawing.canvas import Page
from bot.drawing.palette import MOST_COLOURS, colour_of, palette
from bot.drawing.picture import LONGEST_ALT, Picture
from bot.drawing.region.draw import draw_region, draw_snippet, shown_on, snippet_window, words_on
from bot.drawing.region.figure import RegionFigure, figure_of, part_of
from bot.drawing.region.floors import Floors, floor_mask, paint_map
from bot.drawing.region.hatch import LATTICE, PERIOD, _strokes
from bot.drawing.region.legend import MEANINGS, entries
from bot.drawing.region.sheet import page_window
from bot.drawing.region.signs import MARKS
from bot.drawing.region.vector import svg_of
from bot.drawing.region.words import sign_box
from bot.drawing.symbols import SYMBOLS
from tables.destination import Compass, Route
from tables.dice import FairDice
from tables.procedures import RULES
from tests.bot.atlas import regions
from tests.bot.drawing.region.sampler import room, sampler

MOST_BYTES = 400_000

SHAPES = "f199ec119ac7b61c610fe8bd999c860213f56e1d1be5d66a31f7b7695dc2f855"
"""The digest of the sampler's shapes without words: it changes only when the look does."""

Box = tuple[float, float, float, float]


@cache
def several() -> tuple[Region, ...]:
    words = [
        regions.of_word(word, seed, curved=seed % 2 == 1).region
        for word in regions.WORDS
        for seed in range(3)
    ]
    return (*words, *(regions.of_rolled_letters(seed).region for seed in range(18)), sampler())


@cache
def grown() -> tuple[tuple[Region, Region], ...]:
    """Regions before and after a door was opened in them."""
    found: list[tuple[Region, Region]] = []
    region = regions.of_word("LEXI", 0).region
    for door in range(12):
        dice = FairDice(b"growing", str(door))
        stub = region.stubs[dice.throw(len(region.stubs)) - 1]
        after = grow(region, stub.id, Throws(dice, RULES)).region
        found.append((region, after))
        region = after
    return tuple(found)


def opened(picture: Picture) -> Image.Image:
    with Image.open(BytesIO(picture.png)) as image:
        image.load()
        return image


def new_in(before: Region, after: Region) -> tuple[set[int], Box]:
    known = {each.id for each in (*before.places, *before.passages)}
    places = [place for place in after.places if place.id not in known]
    passages = [passage for passage in after.passages if passage.id not in known]
    spots = [spot for place in places for spot in (place.outline or (place.spot,))]
    spots += [spot for passage in passages for spot in passage.points]
    across, down = [spot.x for spot in spots] or [20.0], [spot.y for spot in spots] or [20.0]
    fresh = {each.id for each in (*places, *passages)}
    return fresh, (min(across), min(down), max(across), max(down))


def changed_box(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(one, other).getbbox()


def test_every_page_is_small_opaque_and_told_in_words() -> None:
    for region in several():
        picture = draw_region(region, "A name")
        image = opened(picture)
        assert image.mode == "P"
        assert image.size == (picture.width, picture.height)
        assert image.info == {}
        assert len(image.getcolors() or range(99)) <= MOST_COLOURS
        assert 1_000 <= picture.width <= 1_600
        assert 500 <= picture.height <= 1_900
        assert len(picture.png) < MOST_BYTES
        assert 80 < len(picture.alt) <= LONGEST_ALT
        assert region.code in picture.alt


def test_every_snippet_is_bounded() -> None:
    for before, after in grown():
        fresh, box = new_in(before, after)
        picture = draw_snippet(after, box, fresh, Route.LEFT)
        window = snippet_window(after.box(), box)
        west, north, east, south = window.box
        assert 25 <= east - west <= 30
        assert 18 <= south - north <= 26
        assert max(picture.width, picture.height) <= 1_200
        assert len(picture.png) < MOST_BYTES
        assert opened(picture).size == (picture.width, picture.height)


def test_the_largest_snippet_is_bounded_too() -> None:
    picture = draw_snippet(sampler(), (0.0, 0.0, 47.0, 41.0))

    assert max(picture.width, picture.height) <= 1_200
    assert len(picture.png) < MOST_BYTES


def test_the_same_region_gives_the_same_bytes() -> None:
    region = regions.of_word("WOOD", 1, curved=True).region
    first, lines = draw_region(region).png, svg_of(region)
    draw_snippet(sampler(), (2.0, 2.0, 8.0, 8.0))

    assert draw_region(region).png == first
    assert svg_of(region) == lines


def test_another_process_draws_the_same() -> None:
    program = (
        "import hashlib; from tests.bot.drawing.region.sampler import sampler\n"
        "from bot.drawing.region.draw import draw_region\n"
        "from bot.drawing.region.vector import svg_of\n"
        "told = draw_region(sampler()).png + svg_of(sampler()).encode()\n"
        "print(hashlib.sha256(told).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    here = hashlib.sha256(draw_region(sampler()).png + svg_of(sampler()).encode()).hexdigest()

    assert digests == {f"{here}\n"}


def test_shapes_without_words_are_golden() -> None:
    """Pixels of shapes are the same with every Pillow that is allowed; those of words are not looked at."""
    drawn = paint_map(figure_of(sampler()), page_window(sampler().box()))

    assert hashlib.sha256(drawn.tobytes()).hexdigest() == SHAPES


def test_old_squares_keep_their_pixels_when_something_far_away_is_added() -> None:
    region = sampler()
    page = Page((-2, -2, 60, 45), 20, steady=True)
    far = replace(
        region,
        places=(*region.places, room(900, "square", 52, 30, 4, 4)),
        passages=(*region.passages, Passage(901, "side", (Spot(54.5, 34), Spot(54.5, 39)), (900, 0))),
    )

    changed = changed_box(paint_map(figure_of(region), page), paint_map(figure_of(far), page))

    assert changed is not None
    left, top, right, bottom = changed
    edge = 1.5
    assert left >= (52 - edge + 2) * 20
    assert top >= (30 - edge + 2) * 20
    assert right <= (56 + edge + 2) * 20
    assert bottom <= (39 + edge + 2) * 20


def test_a_growth_leaves_all_other_squares_as_they_were() -> None:
    for before, after in grown():
        west, north, east, south = after.box()
        page = Page((int(west) - 3, int(north) - 3, int(east) + 4, int(south) + 4), 20, steady=True)
        one, other = paint_map(figure_of(before), page), paint_map(figure_of(after), page)
        touched = touched_by(before, after, page)
        apart = ImageChops.difference(one, other)
        apart.paste(0, mask=touched)
        assert apart.getbbox() is None


def touched_by(before: Region, after: Region, page: Page) -> Image.Image:
    """Everything near to what one of two regions has and the other has not."""
    mask = Image.new("L", page.size)
    for one, other in ((before, after), (after, before)):
        for name in ("places", "passages", "doors", "stubs", "marks"):
            kept = set(getattr(other, name))
            for each in getattr(one, name):
                if each not in kept:
                    spots = [getattr(each, "spot", None), *getattr(each, "outline", ())]
                    spots += getattr(each, "points", ())
                    known = [spot for spot in spots if spot is not None]
                    west, east = min(s.x for s in known) - 3, max(s.x for s in known) + 3
                    north, south = min(s.y for s in known) - 3, max(s.y for s in known) + 3
                    mask.paste(255, page.pixels((west, north, east, south)))
    return mask


def test_a_part_of_the_map_looks_as_it_does_on_the_whole() -> None:
    """The window and what is left out change nothing but the edge of a slanting line here and there.

    The painting library reckons slanting edges from the corner of its sheet, in short numbers.
    """
    for region in several():
        whole = Page((-3, -3, 50, 50), 20, steady=True)
        part = Page((9, 12, 34, 30), 20, steady=True)
        seen = paint_map(figure_of(part_of(region, part.box)), part)
        inner = (40, 40, part.size[0] - 40, part.size[1] - 40)
        there = paint_map(figure_of(region), whole).crop(whole.pixels(part.box))
        differing = ImageChops.difference(seen.crop(inner), there.crop(inner)).histogram()
        assert sum(differing[1:]) < 400, region.code
        assert sum(differing[64:]) == 0, region.code


@pytest.mark.parametrize("square", [15, 20, 35])
def test_nothing_is_drawn_far_from_floors(square: int) -> None:
    for region in several()[::4]:
        figure, box = figure_of(region), region.box()
        page = Page((int(box[0]) - 4, int(box[1]) - 4, int(box[2]) + 5, int(box[3]) + 5), square, steady=True)
        near = floor_mask(Floors(figure.rooms, figure.lanes), page, 1.25)
        for sign in figure.signs:
            left, top, right, bottom = (round(edge) for edge in sign_box(page, sign))
            near.paste(255, (left - 4, top - 4, right + 4, bottom + 4))
        for mouth in figure.mouths:
            left, top = page.pixel(mouth.spot.x, mouth.spot.y)
            reach = 1.7 * square
            near.paste(
                255, tuple(round(edge) for edge in (left - reach, top - reach, left + reach, top + reach))
            )
        drawn = paint_map(replace(figure, hidden_rooms=(), hidden_lanes=()), page)
        bare = Image.new("L", page.size, style.PAPER)
        bare.paste(drawn, mask=near.point(lambda level: 255 - level))
        assert bare.getextrema() == (style.PAPER, style.PAPER)
        assert drawn.getextrema() == (style.INK, style.FLOOR)


def test_a_cluster_keeps_to_its_cell() -> None:
    """Cells are what the hatching of a page is cut into."""
    for column in range(PERIOD):
        for row in range(PERIOD):
            for stroke in _strokes(column, row):
                for x, y in stroke:
                    assert abs(x / LATTICE - column - 0.5) < 1.08
                    assert abs(y / LATTICE - row - 0.5) < 1.08


def test_the_legend_lists_what_is_shown_and_nothing_else() -> None:
    for region in several():
        figure = figure_of(region)
        window = page_window(region.box())
        words = {words for _, words in entries(shown_on(figure, window))}
        expected = {MEANINGS[sign.symbol] for sign in figure.signs if sign.symbol in MEANINGS}
        expected |= {"way on"} if figure.mouths else set()
        expected |= {"above or below"} if figure.hidden_lanes else set()
        assert words == expected


def test_the_legend_of_a_snippet_knows_nothing_of_the_rest() -> None:
    figure = figure_of(sampler())
    upper = Page((0, 0, 30, 12), 20, steady=True)
    lower = Page((0, 22, 30, 30), 20, steady=True)

    assert entries(shown_on(figure, upper)) == ()
    assert "shaft" in dict(entries(shown_on(figure, lower)))
    assert "wood door" not in dict(entries(shown_on(figure, lower)))


def test_everything_has_a_symbol_and_a_meaning() -> None:
    shown = {sign.symbol for sign in figure_of(sampler()).signs}

    assert set(MARKS) == set(get_args(MarkKind)) - {"entrance"}
    assert shown <= set(SYMBOLS)
    assert shown - set(MEANINGS) == {"secret wall"}
    assert len(shown) >= 27


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and one[2] > other[0] and one[1] < other[3] and one[3] > other[1]


def test_numbers_stand_clear_of_marks_and_of_one_another() -> None:
    for region in several():
        figure, window = figure_of(region), page_window(region.box())
        written = words_on(figure, window)
        signs = [sign_box(window, sign) for sign in figure.signs]
        for words in written:
            left, top, right, bottom = words.box()
            assert left >= 0
            assert top >= 0
            assert right <= window.size[0]
            assert bottom <= window.size[1]
            assert not any(overlap(words.box(), box) for box in signs), (region.code, words)
        for one, other in combinations(written, 2):
            assert not overlap(one.box(), other.box())


def test_every_room_has_its_number_and_the_way_in_is_marked() -> None:
    for region in several():
        written = words_on(figure_of(region), page_window(region.box()))
        told = {words.text + words.small for words in written}
        assert {place.number for place in region.rooms()} <= told
        assert "IN" in told


def test_numbers_can_be_read_on_a_phone() -> None:
    """The type is 9 pixels high at least where the picture is shown 400 pixels wide."""
    for region in several():
        width = draw_region(region).width
        rooms = {place.id for place in region.rooms()}
        for words in words_on(figure_of(region), page_window(region.box())):
            if words.id in rooms:
                assert words.size * 400 / width >= 9


def test_a_number_gives_way_to_what_stands_in_the_middle() -> None:
    region = sampler()
    middle = region.places[1].spot
    filled = replace(region, marks=(*region.marks, Mark(990, "well", middle, 2)))
    window = page_window(region.box())
    before = next(each for each in words_on(figure_of(region), window) if each.text == "2")
    after = next(each for each in words_on(figure_of(filled), window) if each.text == "2")

    assert before.middle == window.pixel(middle.x, middle.y)
    assert before.middle != after.middle
    assert after.ground == style.FLOOR


def test_a_number_that_does_not_fit_stands_beside_its_room() -> None:
    tiny = room(7, "square", 10, 10, 1, 1)
    region = replace(sampler(), places=(replace(tiny, number="77B"),), doors=(), marks=(), stubs=())
    figure, window = figure_of(region), Page((0, 0, 40, 40), 20)
    (words,) = words_on(figure, window)

    assert words.text == "77B"
    left, top, right, bottom = (edge / 20 for edge in words.box())
    assert right < 10 or left > 11 or bottom < 10 or top > 11


def test_what_is_new_is_in_the_colour_of_the_way() -> None:
    before, after = next(pair for pair in grown() if len(new_in(*pair)[0]) > 1)
    fresh, box = new_in(before, after)
    plain = {colour for _, colour in opened(draw_snippet(after, box)).convert("RGB").getcolors() or ()}
    inks = {
        Route.LEFT: colour_of(style.INK, "left fresh"),
        Route.RIGHT: colour_of(style.INK, "right fresh"),
        Route.STRAIGHT: colour_of(style.INK, "straight fresh"),
    }
    for route, ink in inks.items():
        counted = opened(draw_snippet(after, box, fresh, route)).convert("RGB").getcolors() or ()
        found = {colour: count for count, colour in counted}
        assert found[ink] > 200
        assert not {other for each, other in inks.items() if each is not route} & set(found) - plain


def test_every_look_has_a_small_palette_and_strong_walls() -> None:
    for look in get_args(style.Look):
        assert len(palette(look)) <= MOST_COLOURS
        ink, floor = colour_of(style.INK, look=look), colour_of(style.FLOOR, look=look)
        assert sum(abs(one - other) for one, other in zip(ink, floor, strict=True)) > 330
        picture = draw_region(sampler(), look=look)
        colours = {colour for _, colour in opened(picture).convert("RGB").getcolors() or ()}
        assert colours <= set(palette(look))
    assert len({draw_region(sampler(), look=look).png for look in get_args(style.Look)}) == 3


def figures_of_doors(doors: tuple[Door, ...]) -> RegionFigure:
    passage = Passage(1, "letter", (Spot(1.0, 5.5), Spot(20.0, 5.5)), (0, 0))
    return figure_of(replace(sampler(), places=(), passages=(passage,), doors=doors, stubs=(), marks=()))


def test_every_kind_of_door_looks_different_whichever_way_it_faces() -> None:
    page = Page((0, 0, 22, 11), 20, steady=True)

    def drawn(door: Door, facing: Compass) -> bytes:
        shown = replace(door, spot=Spot(10.5, 5.0), facing=facing, at=1)
        return paint_map(figures_of_doors((shown,)), page).tobytes()

    kinds = [door for door in sampler().doors if door.at == 50]
    for facing in (Compass.N, Compass.SE):
        assert len({drawn(door, facing) for door in kinds}) == len(kinds) - 1 == 34  # two are archways
    one_way = next(door for door in kinds if door.one_way)
    assert len({drawn(one_way, facing) for facing in Compass}) == len(Compass)


def test_a_secret_door_leaves_the_wall_closed_but_for_its_letter() -> None:
    page = Page((0, 0, 22, 11), 20, steady=True)
    door = Door(2, Spot(10.5, 5.0), Compass.N, 1, state="locked", material="wood", secret=True)
    without = paint_map(figures_of_doors(()), page)
    changed = changed_box(without, paint_map(figures_of_doors((door,)), page))

    assert changed is not None
    left, top, right, bottom = changed
    assert right - left <= 26
    assert bottom - top <= 26


def test_a_door_before_a_slanting_wall_has_floor_behind_it() -> None:
    triangle = room(1, "triangle", 5, 5, 6, 6)
    door = Door(2, Spot(7.5, 5.0), Compass.N, 1, state="stuck", material="wood")
    region = replace(sampler(), places=(triangle,), passages=(), doors=(door,), stubs=(), marks=())
    page = Page((0, 0, 22, 15), 20, steady=True)

    mask = floor_mask(Floors(figure_of(region).rooms, figure_of(region).lanes), page)

    assert mask.getpixel((150, 125)) == 255
    assert mask.getpixel((150, 80)) == 0


def test_lines_show_the_same_parts() -> None:
    for region in (*several()[:4], sampler()):
        figure = figure_of(region)
        written = svg_of(region, "R & D")
        tree = ET.fromstring(written)
        names = {"{http://www.w3.org/2000/svg}" + tag for tag in ("use", "g", "path")}
        ids = {element.get("id") for element in tree.iter() if element.get("id")}
        used = [element.get("href", "")[1:] for element in tree.iter("{http://www.w3.org/2000/svg}use")]
        assert set(used) <= ids
        assert {sign.symbol.replace(" ", "-") for sign in figure.signs} <= set(used)
        texts = {"".join(element.itertext()) for element in tree.iter("{http://www.w3.org/2000/svg}text")}
        assert {place.number for place in region.rooms()} <= texts
        assert any("R & D" in text for text in texts)
        assert names
        assert len(written) < MOST_BYTES
        assert not re.search(r"nan|inf(?![o-])", written.split("</title>")[1].split("<text")[0])


def test_an_empty_room_and_a_lone_passage_are_drawn() -> None:
    alone = replace(sampler(), places=(), doors=(), stubs=(), marks=())
    only = replace(
        sampler(), passages=(), doors=(), stubs=(), marks=(), places=(room(1, "cave", 3, 3, 3, 3),)
    )
    for region in (alone, only):
        assert draw_region(region).png
        assert draw_snippet(region, (3.0, 3.0, 6.0, 6.0), (1,)).png
        assert svg_of(region)


def test_a_place_that_is_no_room_needs_no_outline() -> None:
    corner = Place(1, "corner", Spot(5.5, 5.5))
    passages = (
        Passage(2, "letter", (Spot(5.5, 5.5), Spot(12.0, 5.5)), (1, 0)),
        Passage(3, "letter", (Spot(5.5, 5.5), Spot(5.5, 12.0)), (1, 0)),
    )
    region = replace(sampler(), places=(corner,), passages=passages, doors=(), stubs=(), marks=())
    page = Page((0, 0, 15, 15), 20, steady=True)
    mask = floor_mask(Floors((), figure_of(region).lanes), page)

    # The outer corner is square: both passages go on to the far wall of the other.
    assert mask.getpixel((102, 102)) == 255
    assert mask.getpixel((97, 97)) == 0
