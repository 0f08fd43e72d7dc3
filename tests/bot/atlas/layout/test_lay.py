"""Regions laid out from letters: what holds for every one of them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING

import pytest
import shapely

from bot.atlas.layout.checking import faults_of, loops_of
from bot.atlas.layout.lay import ROOMS
from tables.dice import ScriptedDice
from tests.bot.atlas import regions

if TYPE_CHECKING:
    from bot.atlas.layout.lay import Laid
    from bot.atlas.region import Region

SEEDS = 20
"""Seeds of each word, straight and curved in turn; with the rolled letters 300 regions in all."""

LETTERS = 200

SQUARE = 1.0


def all_regions() -> list[Laid]:
    words = [
        regions.of_word(word, seed, curved=seed % 2 == 1) for word in regions.WORDS for seed in range(SEEDS)
    ]
    return words + [regions.of_rolled_letters(seed) for seed in range(LETTERS)]


def floor_of(region: Region) -> shapely.Geometry:
    """All floors as one shape, made of nothing that the layout itself asks."""
    parts = [shapely.Polygon([(spot.x, spot.y) for spot in room.outline]) for room in region.rooms()]
    parts += [
        shapely.LineString([(spot.x, spot.y) for spot in passage.points]).buffer(
            SQUARE / 2, cap_style="flat", join_style="mitre"
        )
        for passage in region.passages
    ]
    return shapely.union_all(parts)


def test_every_region_may_be_kept() -> None:
    laid = all_regions()

    assert len(laid) == 300
    assert [faults_of(each.region) for each in laid] == [()] * 300


def test_the_floor_is_one_piece_with_a_way_round() -> None:
    for laid in all_regions():
        floor = floor_of(laid.region)

        assert isinstance(floor, shapely.Polygon), laid.region.code
        holes = [shapely.Polygon(ring).area for ring in floor.interiors]
        assert max(holes, default=0) >= 4 * SQUARE, laid.region.code
        assert loops_of(laid.region) >= 1


def test_rooms_keep_a_square_of_rock_between_them() -> None:
    for laid in all_regions():
        shapes = [shapely.Polygon([(s.x, s.y) for s in room.outline]) for room in laid.region.rooms()]
        tree = shapely.STRtree(shapes)
        pairs = tree.query(shapes, predicate="dwithin", distance=SQUARE - 0.01).T.tolist()
        assert all(one == other for one, other in pairs), laid.region.code


def test_rooms_are_numbered_without_a_gap() -> None:
    for laid in all_regions():
        numbers = [room.number for room in laid.region.rooms()]
        figures = {int(number.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) for number in numbers}

        assert len(set(numbers)) == len(numbers)
        assert figures == set(range(1, len(figures) + 1))


def test_about_26_rooms_are_prepared_on_a_page_of_four() -> None:
    rooms = [
        sum(1 for _ in regions.of_word(word, seed).region.rooms())
        for word in regions.WORDS
        for seed in range(SEEDS)
    ]

    assert max(rooms) == round(4 * ROOMS)
    assert sorted(rooms)[len(rooms) // 2] == round(4 * ROOMS)


def test_everything_has_a_number_of_its_own() -> None:
    for laid in all_regions():
        region = laid.region
        things = (*region.places, *region.passages, *region.doors, *region.stubs, *region.marks)
        assert max(Counter(thing.id for thing in things).values()) == 1


def test_everything_of_the_sources_comes_up() -> None:
    """Each row of the junctions and of the walls is on some map, and every kind of way on."""
    junctions, marks, stubs, stairs, doors = (Counter[object]() for _ in range(5))
    for laid in all_regions():
        junctions.update(place.junction for place in laid.region.places)
        marks.update(mark.kind for mark in laid.region.marks)
        stubs.update(stub.kind for stub in laid.region.stubs)
        stairs.update(place.stair for place in laid.region.places)
        doors.update((door.secret, door.passage > 0) for door in laid.region.doors)

    assert {"plain", "trapped", "disabled", "obstacle", "door", "room"} <= set(junctions)
    assert {"trap", "disabled trap", "obstacle", "rubble", "entrance"} <= set(marks)
    assert set(stubs) == {"door", "secret door", "passage", "blocked"}
    assert {"stairs up", "stairs down", "chimney", "trapdoor", "both"} <= set(stairs)
    assert len(doors) == 4


@pytest.mark.parametrize("word", regions.WORDS)
def test_the_same_faces_lay_the_same_region(word: str) -> None:
    """The replay law, for a whole page."""
    laid = regions.of_word(word, 1)
    faces = [face for rolled in laid.rolls for face in rolled.faces()]
    dice = ScriptedDice(faces)

    again = regions.lay(dice, {"word": word}, edition=regions.EDITIONS[1])

    dice.finish()
    assert again.region == laid.region
    assert again.reasons == laid.reasons


def test_every_room_knows_the_roll_it_came_from() -> None:
    laid = regions.of_word("LEXI", 0)

    for room in laid.region.rooms():
        keys = [laid.rolls[place].key for place in laid.reasons[room.id]]
        assert "room.size" in keys, room


def test_a_region_is_the_same_in_every_process() -> None:
    asked = (
        "from tests.bot.atlas import regions; from hashlib import sha256;"
        "print(sha256(repr(regions.of_word('LEXI', 0).region).encode()).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", asked],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "12345")
    }

    assert len(digests) == 1
