"""The odds of where doors lead, by hand from the sources, against the exact ones and 100,000 rolls."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from tables import procedures
from tables.catalog import load
from tables.table import odds
from tests.tables.chances import LoadedDice, check_rolls, check_rows, count, even, likelihood, of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from tables.outcome import Outcome
    from tests.tables.chances import Chances

    EveryOutcome = Callable[..., Mapping[Any, Fraction]]

COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")

BY_VALUE: dict[str, Chances] = {
    "door.destination": even(*COMPASS, "return", "nowhere"),
    "door.d8": even(*COMPASS),
    "door.clock": even("12", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"),
    "door.relative": even("-4", "-3", "-2", "-1", "return", "+1", "+2", "+3", "+4", "new"),
    "door.2d6": of(36, nowhere=1, trap=2 + 3 + 4, room=5 + 6 + 5, level=4 + 3 + 2, exit=1),
    "door.second": even("N", "E", "S", "W", "ladder", "stairs"),
    "door.sense": even("up", "down"),
    "door.dead-end": even("1", "2", "3", "4", "5", "0"),
    "door.turn": even("left", "right"),
    "door.route": even("left", "right", "straight"),
    "door.round": even("left", "right"),
}
"""How likely each value of each table is."""

BY_ROW: dict[str, list[str]] = {
    "door.destination": ["1/10"] * 10,
    "door.d8": ["1/8"] * 8,
    "door.clock": ["1/12"] * 12,
    "door.relative": ["1/10"] * 10,
    "door.2d6": ["1/36", "1/4", "4/9", "1/4", "1/36"],
    "door.second": ["1/6"] * 6,
    "door.sense": ["1/6"] * 6,
    "door.dead-end": ["1/6"] * 6,
    "door.turn": ["1/6"] * 6,
    "door.route": ["1/6", "1/6", "1/6", "1/6", "1/3"],
    "door.round": ["1/6"] * 6,
}
"""How likely each row is, as it is shown."""

BACK_AND_NOWHERE: Chances = {
    # 1 in 10, then a d6: the walls, a ladder, stairs; another die for what is left open.
    ("back", "N", "left"): Fraction(1, 120),
    ("back", "N", "right"): Fraction(1, 120),
    ("back", "E", "right"): Fraction(1, 60),
    ("back", "S", "left"): Fraction(1, 120),
    ("back", "S", "right"): Fraction(1, 120),
    ("back", "W", "left"): Fraction(1, 60),
    ("back", "ladder", "up"): Fraction(1, 120),
    ("back", "ladder", "down"): Fraction(1, 120),
    ("back", "stairs", "up"): Fraction(1, 120),
    ("back", "stairs", "down"): Fraction(1, 120),
    # 1 in 10, then a d6 with 6 for none; 3 and more turn.
    ("nowhere", 0, None): Fraction(1, 60),
    ("nowhere", 1, None): Fraction(1, 60),
    ("nowhere", 2, None): Fraction(1, 60),
    ("nowhere", 3, "left"): Fraction(1, 120),
    ("nowhere", 3, "right"): Fraction(1, 120),
    ("nowhere", 4, "left"): Fraction(1, 120),
    ("nowhere", 4, "right"): Fraction(1, 120),
    ("nowhere", 5, "left"): Fraction(1, 120),
    ("nowhere", 5, "right"): Fraction(1, 120),
}


def directions(each: Fraction) -> Chances:
    """The eight directions from a north door, each as likely as that; the shorter routes."""
    return {
        ("N", "left"): each / 3,
        ("N", "right"): each / 3,
        ("N", "straight"): each / 3,
        ("NE", "right"): each,
        ("E", "right"): each,
        ("SE", "right"): each,
        ("S", "left"): each / 2,
        ("S", "right"): each / 2,
        ("SW", "left"): each,
        ("W", "left"): each,
        ("NW", "left"): each,
    }


def spirals(each: Fraction) -> Chances:
    """The same with a die wherever there are two routes."""
    ahead: Chances = {("N", route): each / 3 for route in ("left", "right", "straight")}
    return ahead | {(way, route): each / 2 for way in COMPASS[1:] for route in ("left", "right")}


SPIRAL_BACK: Chances = {
    ("back", "E", "left"): Fraction(1, 120),
    ("back", "E", "right"): Fraction(1, 120),
    ("back", "W", "left"): Fraction(1, 120),
    ("back", "W", "right"): Fraction(1, 120),
}

RELATIVE_BACK: Chances = {
    place: chance
    for place, chance in BACK_AND_NOWHERE.items()
    if isinstance(place, tuple) and place[0] == "back"
}

PROCEDURES: list[tuple[str, dict[str, Any], Chances]] = [
    ("door.destination", {}, directions(Fraction(1, 10)) | BACK_AND_NOWHERE),
    ("door.destination", {"spiral": True}, spirals(Fraction(1, 10)) | BACK_AND_NOWHERE | SPIRAL_BACK),
    ("door.d8", {}, directions(Fraction(1, 8))),
    ("door.d8", {"spiral": True}, spirals(Fraction(1, 8))),
    (
        "door.clock",
        {},
        {
            (12, "left"): Fraction(1, 36),
            (12, "right"): Fraction(1, 36),
            (12, "straight"): Fraction(1, 36),
            (6, "left"): Fraction(1, 24),
            (6, "right"): Fraction(1, 24),
            **{(hour, "right"): Fraction(1, 12) for hour in (1, 2, 3, 4, 5)},
            **{(hour, "left"): Fraction(1, 12) for hour in (7, 8, 9, 10, 11)},
        },
    ),
    (
        "door.relative",
        {"room": 3, "rooms": 6},
        {
            ("level", -4): Fraction(1, 10),
            ("level", -3): Fraction(1, 10),
            ("room", 1): Fraction(1, 10),
            ("room", 2): Fraction(1, 10),
            ("room", 4): Fraction(1, 10),
            ("room", 5): Fraction(1, 10),
            ("room", 6): Fraction(1, 10),
            ("room", 7): Fraction(2, 10),  # one beyond the highest, or a new one
            **RELATIVE_BACK,
        },
    ),
    (
        "door.2d6",
        {"rooms": 8},
        {
            ("nowhere", 0, None): Fraction(1, 216),
            ("nowhere", 1, None): Fraction(1, 216),
            ("nowhere", 2, None): Fraction(1, 216),
            **{
                ("nowhere", squares, turn): Fraction(1, 432)
                for squares in (3, 4, 5)
                for turn in ("left", "right")
            },
            ("trap",): Fraction(1, 4),
            **{("room", number): Fraction(1, 18) for number in range(1, 9)},
            ("level", "up"): Fraction(1, 8),
            ("level", "down"): Fraction(1, 8),
            ("exit",): Fraction(1, 36),
        },
    ),
    ("door.room", {"rooms": 5}, {(number,): Fraction(1, 5) for number in range(1, 6)}),
]
"""How likely each end of each procedure is, from a door in the north wall."""


def end_of(outcome: Outcome[Any]) -> Hashable:
    """What the hand-written odds call a destination."""
    value = outcome.value
    if isinstance(value, int):
        return (value,)
    route = value.route and str(value.route)
    match value.kind:
        case "direction":
            return (value.hour or str(value.direction), route)
        case "return":
            return ("back", value.second.place, value.second.sense or route)
        case "nowhere":
            return ("nowhere", value.length, value.turn and str(value.turn))
        case "room":
            return ("room", value.room)
        case "level":
            return ("level", value.sense or value.offset)
        case kind:
            return (kind,)


def test_odds_by_hand_are_odds() -> None:
    assert set(BY_VALUE) == set(BY_ROW)
    for chances in (*BY_VALUE.values(), *(chances for _, _, chances in PROCEDURES)):
        assert sum(chances.values()) == 1


@pytest.mark.parametrize("key", BY_ROW)
def test_the_odds_of_rows_are_exactly_those_by_hand(key: str) -> None:
    check_rows(key, BY_ROW[key])


@pytest.mark.parametrize("key", BY_VALUE)
def test_the_odds_of_values_are_exactly_those_by_hand(key: str) -> None:
    table = load().table(key)
    chances: Chances = {}
    for row, chance in zip(table.rows, odds(table), strict=True):
        chances[row.value] = chances.get(row.value, Fraction(0)) + chance

    assert chances == BY_VALUE[key]


@pytest.mark.parametrize(("key", "options", "by_hand"), PROCEDURES)
def test_the_odds_of_procedures_are_exactly_those_by_hand(
    key: str, options: dict[str, Any], by_hand: Chances, every_outcome: EveryOutcome
) -> None:
    chances: Chances = {}
    for outcome, chance in every_outcome(partial(procedures.perform, key, options)).items():
        end = end_of(outcome)
        chances[end] = chances.get(end, Fraction(0)) + chance

    assert chances == by_hand


def test_a_north_door_leads_south_by_the_left_once_in_twenty(every_outcome: EveryOutcome) -> None:
    """The example that the source itself gives: a north door, a 5, and an odd die."""
    outcomes = every_outcome(partial(procedures.perform, "door.destination", {}))

    assert sum(
        chance
        for outcome, chance in outcomes.items()
        if (outcome.value.direction, outcome.value.route) == ("S", "left")
    ) == Fraction(1, 20)


@pytest.mark.parametrize("key", sorted(set(BY_VALUE) - set(procedures.PROCEDURES)))
def test_100_000_rolls_on_a_table_fall_as_they_should(key: str) -> None:
    check_rolls(key, {}, BY_VALUE[key])


@pytest.mark.parametrize(("key", "options", "chances"), PROCEDURES)
def test_100_000_rolls_of_a_procedure_fall_as_they_should(
    key: str, options: dict[str, Any], chances: Chances
) -> None:
    check_rolls(key, options, chances, end_of)


@pytest.mark.parametrize(
    ("key", "sides", "face", "chances"),
    [
        ("door.destination", 10, 10, PROCEDURES[0][2]),
        ("door.2d6", 6, 6, PROCEDURES[6][2]),
    ],
)
def test_loaded_dice_are_found_out(key: str, sides: int, face: int, chances: Chances) -> None:
    """The test above is no test unless dice that are a little off fail it."""
    counts = count(key, {}, end_of, LoadedDice(sides, face))

    assert likelihood(counts, chances) < 1e-6


@pytest.mark.parametrize("key", ["door.sense", "door.route"])
def test_loaded_dice_are_found_out_on_a_table(key: str) -> None:
    counts = count(key, {}, dice=LoadedDice(6, 2))

    assert likelihood(counts, BY_VALUE[key]) < 1e-6


def test_the_likelihood_is_the_one_of_the_books() -> None:
    """Upper five and one per cent points of chi-square with 5 and 9 degrees of freedom."""
    for degrees, square, chance in ((5, 11.070, 0.05), (9, 16.919, 0.05), (9, 21.666, 0.01)):
        each = 10_000
        off = round((square * each / 2) ** 0.5)
        counts: dict[Hashable, int] = dict.fromkeys(range(degrees + 1), each)
        counts |= {0: each + off, 1: each - off}
        even_chances: Chances = dict.fromkeys(range(degrees + 1), Fraction(1, degrees + 1))
        assert likelihood(counts, even_chances) == pytest.approx(chance, rel=0.03)
