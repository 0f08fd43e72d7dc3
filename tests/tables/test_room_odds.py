"""The odds of rooms: written by hand from the sources, then held against 100,000 rolls."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from tables import procedures
from tables.catalog import load
from tests.tables.chances import check_rolls, check_rows, of

if TYPE_CHECKING:
    from collections.abc import Hashable

    from tables.outcome import Outcome
    from tests.tables.chances import Chances

CHAMBER = "20x20 1/10, 20x20 1/10, 30x30 1/10, 40x40 1/10, 20x30 1/10, 20x30 3/20, 30x50 1/10, 40x60 1/10"
OSRIC_ROOM = "10x10 1/20, 20x20 3/20, 30x30 3/20, 40x40 3/20, 10x20 1/20, 20x30 1/10, 20x40 1/10, 30x40 3/20"
OSRIC_CHAMBER = (
    "10x20 1/20, 20x20 3/20, 30x30 1/10, 40x40 1/10, 20x30 1/10, 20x40 3/20, 40x50 1/10, 40x60 1/10"
)
ROOM = "10x10 1/10, 20x20 1/10, 30x30 1/10, 40x40 1/10, 10x20 1/10, 20x30 3/20, 20x40 1/10, 30x40 1/10"

OSRIC_SHAPES = (
    "cave 1/20, circle 1/4, hexagon 1/10, octagon 1/10, oval 1/10, odd 1/10, trapezoid 3/20, triangle 3/20"
)
SHAPES = (
    "circle 1/4, triangle 3/20, trapezoid 3/20, odd 1/10, oval 1/10, hexagon 1/10, octagon 1/10, cave 1/20"
)

BY_ROW: dict[str, str] = {
    "room.size": f"{ROOM}, unusual 3/20",
    "room.size.osric": f"{OSRIC_ROOM}, unusual 1/10",
    "room.chamber": f"{CHAMBER}, unusual 3/20",
    "room.chamber.osric": f"{OSRIC_CHAMBER}, unusual 3/20",
    "room.unusual-shape": SHAPES,
    "room.unusual-shape.osric": OSRIC_SHAPES,
    "room.unusual-size": "500 3/20, 900 3/20, 1300 1/10, 2000 1/10, 2700 1/10, 3400 1/10, 2000 3/10",
    "room.unusual-size.osric": "500 3/20, 1000 3/20, 1500 1/10, 2500 1/10, 3250 1/10, 4000 3/20, 1000 1/4",
    "room.round": "pool 1/4, well 1/10, shaft 3/20, nothing 1/2",
    "room.round.osric": "pool 3/10, well 1/20, shaft 1/5, nothing 9/20",
    "room.exit-place": "opposite 7/20, left 1/4, right 1/4, same 3/20",
    "room.exit-place.osric": "left 1/5, opposite 2/5, right 1/5, same 1/5",
    "room.exit-moved": "secret 1/4, one-way 1/4, moved 1/2",
    "room.exit-moved.osric": "moved 1/2, secret 1/4, one-way 1/4",
    "room.exit-direction": "straight 4/5, left 1/10, right 1/10",
    "room.exit-direction.osric": "straight 4/5, left 1/10, right 1/10",
    "room.cave": (
        "40x60 1/4, 50x75 1/10, 20x30+60x60 1/10, 35x50+80x90 1/10, 95x125 3/20, 120x150 1/10, "
        "150x200 1/10, 250-300x350-400 1/10"
    ),
    "room.cave.osric": (
        "40x60 1/4, 50x75 1/10, 30x30+60x60 1/10, 30x50+80x100 1/10, 100x125 3/20, 125x150 1/10, "
        "150x200 1/10, 300x400 1/10"
    ),
    "room.pool": "none 2/5, pool 1/10, monster 1/10, monster treasure 3/10, magic 1/10",
    "room.pool.osric": "none 3/5, pool 1/10, monster 1/10, monster treasure 3/20, magic 1/20",
    "room.lake": "none 1/2, lake 1/5, monster 1/5, magic 1/10",
    "room.lake.osric": "none 3/5, lake 3/20, monster 1/10, monster treasure 1/10, magic 1/20",
    "room.magic-pool": "metal 2/5, ability 7/20, wish 1/10, transport 3/20",
    "room.pool-metal": "platinum 11/20, lead 9/20",
    "room.pool-ability": (
        "strength 1/6, intelligence 1/6, wisdom 1/6, dexterity 1/6, constitution 1/6, charisma 1/6"
    ),
    "room.pool-change": "better 1/2, worse 1/2",
    "room.pool-transport": "surface 7/20, level 1/4, down 1 1/5, far 1/5",
    # d8+d12 has 96 throws: 1 to 7 of them for 2 to 8, 8 each for 9 to 13, 7 down to 1 for 14 to 20.
    "room.purpose": (
        "very-rare 1/32, rare-or-very-rare 1/32, rare 3/32, uncommon 13/96, common 5/12, uncommon 7/96, "
        "uncommon 1/16, rare 3/32, rare-or-very-rare 1/32, very-rare 1/32"
    ),
    "room.purpose.rare-or-very-rare": "rare 1/2, very-rare 1/2",
    "room.purpose.common": (
        "guardroom 1/12, store 1/12, bunk room 1/12, kitchen 1/12, workshop 1/12, coal cellar 1/12, "
        "armoury 1/12, smithy 1/12, washhouse 1/12, privy 1/12, mess hall 1/12, lumber room 1/12"
    ),
    "room.purpose.uncommon": (
        "assay room 1/12, counting room 1/12, shrine 1/12, prison 1/12, stable 1/12, brewery 1/12, "
        "map room 1/12, winch room 1/12, landing stage 1/12, fungus garden 1/12, infirmary 1/12, "
        "schoolroom 1/12"
    ),
    "room.purpose.rare": (
        "bell chamber 1/10, mint 1/10, hall of judgement 1/10, crypt 1/10, false strongroom 1/10, "
        "library 1/10, casting floor 1/10, fighting pit 1/10, parlour 1/10, still room 1/10"
    ),
    "room.purpose.very-rare": (
        "steam organ 1/8, hall of stars 1/8, casting bed 1/8, silver garden 1/8, whispering well 1/8, "
        "gallery of hands 1/8, great clock 1/8, empty tomb 1/8"
    ),
}
"""Each row's value and odds, in order."""

BY_BAND: dict[str, dict[str, str]] = {
    "room.exits": {
        "0–600": "1 3/20, 2 3/20, 3 3/20, 0 3/20, 0 3/20, d4 3/20, other 1/10",
        "601–1,200": "2 3/20, 3 3/20, 4 3/20, 0 3/20, 0 3/20, d4 3/20, other 1/10",
        "1,201–1,600": "2 3/20, 3 3/20, 4 3/20, 1 3/20, 0 3/20, d4 3/20, other 1/10",
        "1601+": "2 3/20, 3 3/20, 4 3/20, 1 3/20, 1 3/20, d4 3/20, other 1/10",
    },
    "room.exits.osric": {
        "0–500": "1 1/5, 2 3/20, 3 1/10, 0 3/20, 0 3/20, d4 1/5, other 1/20",
        "501–1,000": "2 1/5, 3 3/20, 4 1/10, 0 3/20, 0 3/20, d4 1/5, other 1/20",
        "1,001–1,500": "2 1/5, 3 3/20, 4 1/10, 1 3/20, 0 3/20, d4 1/5, other 1/20",
        "1501+": "2 1/5, 3 3/20, 4 1/10, 1 3/20, 1 3/20, d4 1/5, other 1/20",
    },
}


def area(outcome: Outcome[Any]) -> Hashable:
    """Square feet, where at most one die added to them."""
    sizes = [int(each.value) for each in outcome.walk() if each.key.startswith("room.unusual-size")]
    return sum(sizes) if len(sizes) < 3 else "more"


AREAS: dict[str, Chances] = {
    "room.unusual-size": of(20, **{"500": 3, "900": 3, "1300": 2, "2000": 2, "2700": 2, "3400": 2})
    | of(400, **{"2500": 18, "2900": 18, "3300": 12, "4000": 12, "4700": 12, "5400": 12})
    | {"more": Fraction(36, 400)},
    "room.unusual-size.osric": of(
        80, **{"500": 12, "1000": 12, "1500": 8 + 3, "2500": 8 + 2, "3250": 8, "4000": 12}
    )
    | of(80, **{"2000": 3, "3500": 2, "4250": 2, "5000": 3, "more": 5}),
}
"""Square feet with what is added once; twice and more together."""


def rows_by_hand(written: str) -> list[tuple[str, str]]:
    return [(value, chance) for value, _, chance in (row.rpartition(" ") for row in written.split(", "))]


def test_every_table_for_rooms_has_odds_by_hand() -> None:
    assert {*BY_ROW, *BY_BAND} == {table.key for table in load().tables if table.key.startswith("room.")}


@pytest.mark.parametrize("key", BY_ROW)
def test_rows_and_their_odds_are_exactly_those_by_hand(key: str) -> None:
    by_hand = rows_by_hand(BY_ROW[key])

    assert [row.value for row in load().table(key).rows] == [value for value, _ in by_hand]
    check_rows(key, [chance for _, chance in by_hand])


@pytest.mark.parametrize("key", BY_BAND)
def test_ways_out_by_area_are_exactly_those_by_hand(key: str) -> None:
    by_hand = {numbers: rows_by_hand(written) for numbers, written in BY_BAND[key].items()}

    for band in load().table(key).bands:
        assert [row.value for row in band.rows] == [value for value, _ in by_hand[band.numbers]]
    check_rows(key, {numbers: [chance for _, chance in rows] for numbers, rows in by_hand.items()})


@pytest.mark.parametrize("key", sorted(set(BY_ROW) - set(procedures.PROCEDURES)))
def test_100_000_rolls_on_a_table_fall_as_they_should(key: str) -> None:
    chances: Chances = {}
    for value, chance in rows_by_hand(BY_ROW[key]):
        chances[value] = chances.get(value, Fraction(0)) + Fraction(chance)

    check_rolls(key, {}, chances)


@pytest.mark.parametrize(
    ("key", "square_feet", "numbers"),
    [
        (key, square_feet, numbers)
        for key, limits in (("room.exits", (600, 1_200, 1_600)), ("room.exits.osric", (500, 1_000, 1_500)))
        for square_feet, numbers in zip((*limits, limits[-1] + 1), BY_BAND[key], strict=True)
    ],
)
def test_100_000_rolls_by_area_fall_as_they_should(key: str, square_feet: int, numbers: str) -> None:
    chances: Chances = {}
    for value, chance in rows_by_hand(BY_BAND[key][numbers]):
        chances[value] = chances.get(value, Fraction(0)) + Fraction(chance)

    check_rolls(key, {"area": square_feet}, chances)


@pytest.mark.parametrize("key", AREAS)
def test_100_000_unusual_sizes_add_up_as_they_should(key: str) -> None:
    check_rolls(key, {}, AREAS[key], lambda outcome: str(area(outcome)))


def test_the_water_of_a_pool_does_what_it_should() -> None:
    """Of all: metal 2/5 of which 11/20 is platinum; ability 7/20; a wish 1/10; elsewhere 3/20."""
    chances: Chances = {
        ("metal", "platinum"): Fraction(22, 100),
        ("metal", "lead"): Fraction(18, 100),
        ("ability", "better"): Fraction(7, 40),
        ("ability", "worse"): Fraction(7, 40),
        ("wish", "dice"): Fraction(1, 10),
        ("transport", "surface"): Fraction(21, 400),
        ("transport", "level"): Fraction(15, 400),
        ("transport", "down 1"): Fraction(12, 400),
        ("transport", "far"): Fraction(12, 400),
    }

    def end_of(outcome: Outcome[Any]) -> Hashable:
        last = outcome.children[-1]
        return (outcome.value, "dice" if last.key == "dice" else last.value)

    check_rolls("room.magic-pool", {}, chances, end_of)
