"""The odds of ways out, dropped dice, kinds of doors and what lies beyond them, written by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from tables import procedures
from tables.catalog import load
from tests.tables.chances import UNLIKELY, LoadedDice, check_rolls, check_rows, count, even, likelihood, of
from tests.tables.test_door_odds import BY_ROW as DESTINATION_ROWS
from tests.tables.test_door_odds import PROCEDURES as DESTINATIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from tables.outcome import Outcome
    from tests.tables.chances import Chances

    EveryOutcome = Callable[..., Mapping[Any, Fraction]]
    EndOf = Callable[[Outcome[Any]], Hashable]

BY_ROW: dict[str, list[str]] = {
    "door.exits": ["1/8"] * 6 + ["1/4"],
    "door.kind": ["2/5", "1/5", "1/5", "1/10", "1/10"],
    "door.material": ["1/2", "1/5", "1/10", "1/10", "1/20", "1/20"],
    "door.material.shut": ["9/20", "1/4", "1/10", "1/10", "1/10"],
    "door.beyond": ["1/5", "1/5", "1/20", "1/20", "2/5", "1/10"],
    "door.beyond.osric": ["3/20", "1/4", "1/20", "1/20", "2/5", "1/10"],
    "door.place": ["3/10", "3/10", "2/5"],
    "door.place.osric": ["3/10", "3/10", "2/5"],
    "door.opposite": ["3/20", "17/20"],
    "door.link": ["1/6"] * 6,
    "door.room-kind": [
        "1/36",
        "1/18",
        "1/12",
        "1/9",
        "5/36",
        "1/6",
        "5/36",
        "1/9",
        "1/12",
        "1/18",
        "1/36",
    ],
    "door.room-kind.doubles": ["1/6"] * 6,
}
"""How likely each row is, as it is shown."""

BY_VALUE: dict[str, Chances] = {
    "door.material": of(20, wood=10, stone=2, iron=2, portcullis=1, curtain=1)
    | {"iron-bound": Fraction(1, 5)},
    "door.material.shut": of(20, wood=9, stone=2, iron=2, portcullis=2) | {"iron-bound": Fraction(1, 4)},
    "door.place.osric": of(20, left=6, right=6, ahead=8),
    "door.opposite": of(20, yes=3, no=17),
    "door.link": even("natural", "built", "lift", "sub-level", "teleporter", "weird"),
    "door.room-kind.doubles": {
        "no-floor": Fraction(1, 6),
        "farm": Fraction(1, 6),
        "special-storage": Fraction(1, 6),
        "flooded-pit": Fraction(1, 6),
        "tunnel": Fraction(1, 3),
    },
}
"""How likely each value is of what is rolled as a table alone."""


def number_found(outcome: Outcome[Any]) -> Hashable:
    return len(outcome.value.found)


def north_doors(outcome: Outcome[Any]) -> Hashable:
    return sum(way.place == "N" for way in outcome.value.found)


def ladders_up(outcome: Outcome[Any]) -> Hashable:
    return sum((way.place, way.sense) == ("ladder", "up") for way in outcome.value.found)


def first_way(outcome: Outcome[Any]) -> Hashable:
    """Where the first way out leads, or what it is, if it is no door."""
    if not outcome.value.found:
        return "nothing"
    way = outcome.value.found[0]
    return way.destination.kind if way.destination else way.place


def number_fallen(outcome: Outcome[Any]) -> Hashable:
    return len(outcome.value.fallen)


def wall_and_face(outcome: Outcome[Any]) -> Hashable:
    last = outcome.value.fallen[-1]
    return (str(last.wall), last.face)


def square(outcome: Outcome[Any]) -> Hashable:
    second = outcome.value.fallen[1]
    return (second.column, second.row)


def end_of_first(outcome: Outcome[Any]) -> Hashable:
    """Where the first die's door leads; a route with it where that is in the north wall and leads south."""
    destination = outcome.value.fallen[0].destination
    if (destination.wall, destination.direction) == ("N", "S"):
        return ("N to S", str(destination.route))
    return destination.kind


def state_and_material(outcome: Outcome[Any]) -> Hashable:
    return (outcome.value.state, outcome.value.material)


def as_players_see(outcome: Outcome[Any]) -> Hashable:
    return state_and_material(outcome.for_players())


def kind(outcome: Outcome[Any]) -> Hashable:
    return outcome.value.kind


def place_and_second(outcome: Outcome[Any]) -> Hashable:
    return (outcome.value, outcome.children[0].value if outcome.children else None)


def value(outcome: Outcome[Any]) -> Hashable:
    return outcome.value


def parts(denominator: int, numerators: Mapping[Any, int]) -> Chances:
    """Chances of ends that are no words."""
    return {end: Fraction(numerator, denominator) for end, numerator in numerators.items()}


# Of 100 in a hundred, what each material has: doors that open when tried, and doors that do not.
OPENING = {"wood": 50, "iron-bound": 20, "stone": 10, "iron": 10, "portcullis": 5, "curtain": 5}
SHUT = {"wood": 45, "iron-bound": 25, "stone": 10, "iron": 10, "portcullis": 10}

PROCEDURES: list[tuple[str, dict[str, Any], dict[EndOf, Chances]]] = [
    (
        "door.exits",
        {},
        {
            # Each of four d8 is a way out three times in four,
            number_found: parts(256, {0: 1, 1: 12, 2: 54, 3: 108, 4: 81}),
            # a door in the north wall once in eight, and a ladder up once in sixteen.
            north_doors: parts(4096, {0: 2401, 1: 1372, 2: 294, 3: 28, 4: 1}),
            ladders_up: parts(65536, {0: 50625, 1: 13500, 2: 1350, 3: 60, 4: 1}),
        },
    ),
    (
        "door.exits",
        {"destinations": True, "method": "2d6"},
        # The first way out is a wall's four times in six; then two d6.
        {
            first_way: of(
                4608,
                nothing=18,
                ladder=765,
                stairs=765,
                nowhere=85,
                trap=765,
                room=1360,
                level=765,
                exit=85,
            )
        },
    ),
    (
        "door.drop",
        {"dice": "2d3"},
        {
            number_fallen: parts(9, {2: 1, 3: 2, 4: 3, 5: 2, 6: 1}),
            wall_and_face: even(*((wall, face) for wall in "NESW" for face in range(10))),
            square: even(*((column, row) for column in range(1, 9) for row in range(1, 9))),
            # Once in forty it is the north door that leads south, by either route.
            end_of_first: parts(
                80,
                {"direction": 62, "return": 8, "nowhere": 8, ("N to S", "left"): 1, ("N to S", "right"): 1},
            ),
        },
    ),
    (
        "door.kind",
        {},
        {
            state_and_material: parts(
                10_000,
                {("unlocked", each): 40 * chance for each, chance in OPENING.items()}
                | {("trapped", each): 10 * chance for each, chance in OPENING.items()}
                | {("stuck", each): 20 * chance for each, chance in SHUT.items()}
                | {("locked", each): 20 * chance for each, chance in SHUT.items()}
                | {("barred", each): 10 * chance for each, chance in SHUT.items()},
            ),
            as_players_see: parts(
                10_000,
                {("unlocked", each): 50 * chance for each, chance in OPENING.items()}
                | {("stuck", each): 20 * chance for each, chance in SHUT.items()}
                | {("locked", each): 20 * chance for each, chance in SHUT.items()}
                | {("barred", each): 10 * chance for each, chance in SHUT.items()},
            ),
        },
    ),
    (
        "door.beyond",
        {},
        {kind: of(20, parallel=4, straight=4, ahead=1, behind=1, room=8, chamber=2)},
    ),
    (
        "door.beyond",
        {"edition": "osric", "ahead": True},
        {kind: parts(20, {"small-room": 3, "straight": 5, "left": 1, "right": 1, "room": 8, "chamber": 2})},
    ),
    (
        "door.beyond.osric",
        {},
        {kind: of(20, parallel=3, straight=5, left=1, right=1, room=8, chamber=2)},
    ),
    ("door.place", {}, {value: of(20, left=6, right=6, ahead=8)}),
    (
        "door.place",
        {"edition": "osric"},
        # 3 in 20 of the doors at a side have another one opposite.
        {
            place_and_second: parts(
                200,
                {
                    ("left", "yes"): 9,
                    ("left", "no"): 51,
                    ("right", "yes"): 9,
                    ("right", "no"): 51,
                    ("ahead", None): 80,
                },
            )
        },
    ),
    (
        "door.room-kind",
        {},
        # The ways to throw each sum, without the doubles; 2 and 12 are always doubles.
        {
            value: parts(
                36,
                {
                    "no-floor": 1,
                    "jail": 2,
                    "food": 2,
                    "farm": 1,
                    "lair": 4,
                    "storage": 4,
                    "special-storage": 1,
                    "monument": 6,
                    "kill-chamber": 4,
                    "flooded-pit": 1,
                    "guard": 4,
                    "crafting": 2,
                    "ruin": 2,
                    "tunnel": 1 + 1,
                },
            )
        },
    ),
]
"""How likely each end of each procedure is; one throw may have several things to look at."""

SMALL = ("door.kind", "door.place", "door.room-kind")
"""Procedures with so few dice that every face of every die can be tried."""


def test_every_key_of_doors_has_odds_by_hand() -> None:
    tables = {table.key for table in load().tables if table.key.startswith("door.")}
    rolled = {key for key in procedures.PROCEDURES if key.startswith("door.")}

    assert set(DESTINATION_ROWS) | set(BY_ROW) == tables
    assert {key for key, *_ in DESTINATIONS} | {key for key, *_ in PROCEDURES} == rolled
    assert set(BY_VALUE) == set(BY_ROW) - rolled
    by_hand = [*BY_VALUE.values(), *(chances for *_, ends in PROCEDURES for chances in ends.values())]
    assert [sum(chances.values()) for chances in by_hand] == [1] * len(by_hand)


@pytest.mark.parametrize("key", BY_ROW)
def test_the_odds_of_rows_are_exactly_those_by_hand(key: str) -> None:
    check_rows(key, BY_ROW[key])


@pytest.mark.parametrize("key", BY_VALUE)
def test_100_000_rolls_on_a_table_fall_as_they_should(key: str) -> None:
    check_rolls(key, {}, BY_VALUE[key])


@pytest.mark.parametrize(("key", "options", "ends"), PROCEDURES)
def test_100_000_rolls_of_a_procedure_fall_as_they_should(
    key: str, options: dict[str, Any], ends: dict[EndOf, Chances]
) -> None:
    counts = count(key, options, lambda outcome: tuple(end_of(outcome) for end_of in ends))

    for place, chances in enumerate(ends.values()):
        alone: Counter[Hashable] = Counter()
        for came, number in counts.items():
            alone[came[place]] += number  # type: ignore[index] - a tuple, made above
        assert set(alone) == set(chances)
        assert likelihood(alone, chances) > UNLIKELY


@pytest.mark.parametrize(("key", "options", "ends"), [case for case in PROCEDURES if case[0] in SMALL])
def test_the_odds_of_small_procedures_are_exactly_those_by_hand(
    key: str, options: dict[str, Any], ends: dict[EndOf, Chances], every_outcome: EveryOutcome
) -> None:
    outcomes = every_outcome(partial(procedures.perform, key, options))

    for end_of, chances in ends.items():
        found: Chances = {}
        for outcome, chance in outcomes.items():
            end = end_of(outcome)
            found[end] = found.get(end, Fraction(0)) + chance
        assert found == chances


@pytest.mark.parametrize(
    ("case", "end_of", "sides", "face"),
    [
        (3, state_and_material, 20, 20),
        (7, value, 20, 20),
        (9, value, 6, 3),
    ],
)
def test_loaded_dice_are_found_out(case: int, end_of: EndOf, sides: int, face: int) -> None:
    key, options, ends = PROCEDURES[case]

    counts = count(key, options, end_of, LoadedDice(sides, face))

    assert likelihood(counts, ends[end_of]) < 1e-6
