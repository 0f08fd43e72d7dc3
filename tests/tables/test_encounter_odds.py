"""The odds of encounters, written by hand from the sources, against the exact ones and 100,000 rolls."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from tables import procedures
from tables.catalog import load
from tables.dice import FairDice
from tables.table import odds
from tests.tables.chances import Chances, LoadedDice, check_rolls, check_rows, count, even, likelihood, of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from tables.outcome import Outcome

    EveryOutcome = Callable[..., Mapping[Any, Fraction]]


def sides(most: int, **bands: str) -> dict[str, dict[str, Fraction]]:
    """Of so many sides, how many each monster level has, from I upwards, by bands of dungeon levels."""
    return {
        band.strip("_").replace("_", "–"): {
            str(level): Fraction(int(number), most)
            for level, number in enumerate(numbers.split(), start=1)
            if number != "0"
        }
        for band, numbers in bands.items()
    }


LEVELS: dict[str, dict[str, dict[str, Fraction]]] = {
    "monster.level": sides(
        20,
        _1="16 3 1",
        _2_3="12 4 2 1 1",
        _4="5 5 6 2 1 1",
        _5="3 3 6 4 2 1 1",
        _6="2 2 2 6 4 2 1 1",
        _7="1 2 2 5 4 2 2 1 1",
        _8="1 1 2 3 3 4 2 2 1 1",
        _9="1 1 1 2 3 4 3 2 2 1",
        _10_11="1 1 1 1 2 3 3 4 3 1",
        _12_13="1 1 1 1 1 2 2 3 6 2",
        _14_15="1 1 1 1 1 1 2 3 6 3",
        **{"16+": "1 1 1 1 1 1 1 3 6 4"},
    ),
    "monster.level.odnd": sides(
        6,
        _1="2 2 1 1",
        _2="1 1 2 1 1",
        _3="0 1 1 2 1 1",
        _4_5="0 0 1 2 2 1",
        _6_7="0 0 0 1 3 2",
        _8_9="0 0 0 0 2 4",
        _10_12="0 0 0 0 1 5",
        **{"13+": "0 0 0 0 0 6"},
    ),
    "monster.level.osric2": sides(
        12,
        _1_2="8 3 1",
        _3="5 3 2 1 1",
        _4="4 3 2 1 1 1",
        _5="3 2 2 2 1 1 1",
        _6="2 2 2 2 1 1 1 1",
        _7="1 2 2 2 1 1 1 1 1",
        _8="1 1 2 2 1 1 1 1 1 1",
        _9="1 1 1 2 2 1 1 1 1 1",
        _10_11="1 1 1 1 2 2 1 1 1 1",
        _12_13="1 1 1 1 1 2 2 1 1 1",
        _14_15="1 1 1 1 1 1 2 2 1 1",
        **{"16+": "1 1 1 1 1 1 1 2 2 1"},
    ),
    "monster.level.osric3": sides(
        20,
        _1="15 4 1",
        _2="12 4 2 2",
        _3="11 4 3 1 1",
        _4="5 5 6 2 1 1",
        _5="4 2 6 4 2 1 1",
        _6="2 2 2 4 5 3 1 1",
        _7="1 2 2 4 5 2 2 1 1",
        _8="1 1 2 2 3 4 3 2 1 1",
        _9="1 1 1 2 3 3 3 3 2 1",
        _10_11="0 1 1 1 2 3 3 5 2 2",
        _12_13="0 0 1 1 1 2 4 6 2 3",
        _14_15="0 0 0 1 1 2 4 6 2 4",
        **{"16+": "0 0 0 0 1 2 2 8 3 4"},
    ),
    "monster.level.arneson": sides(
        6,
        _1_2="5 0 1",
        _3_4="0 0 5 0 1",
        _5_6="0 0 0 0 5 0 1",
        _7_8="0 0 0 0 0 0 5 0 1",
        _9_10="0 0 0 0 0 0 0 0 5 1",
        **{"11+": "0 0 0 0 0 0 0 0 0 6"},
    ),
}
"""How likely each monster level is, by bands of dungeon levels."""

FACTORS = {"1": 5, "2–3": 15, "4": 25, "5": 35, "6": 40, "7+": 50}
"""What Arneson's d10 is multiplied by, by bands of dungeon levels."""

BY_BAND: dict[str, dict[str, list[str]]] = {
    **{
        key: {band: [str(chance) for chance in chances.values()] for band, chances in bands.items()}
        for key, bands in LEVELS.items()
    },
    "points.arneson": {band: ["1/10"] * 10 for band in FACTORS},
}

BY_ROW = {
    "points.level": ["1/36", "1/18", "1/12", "1/9", "5/36", "1/6", "5/36", "1/9", "1/12", "1/18", "1/36"]
}

OF_2D6 = dict(zip(range(2, 13), [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1], strict=True))
"""In how many of 36 ways two dice show each sum."""

METHODS = {
    "adnd": "monster.level",
    "odnd": "monster.level.odnd",
    "osric2": "monster.level.osric2",
    "osric3": "monster.level.osric3",
    "arneson": "monster.level.arneson",
}


def by_points(level: int) -> Chances:
    return {str(pips * level): Fraction(ways, 36) for pips, ways in OF_2D6.items()}


def monster(outcome: Outcome[Any]) -> Hashable:
    return outcome.value.monster


def lair(outcome: Outcome[Any]) -> Hashable:
    """Whether it is in its lair, with how many kinds, and which tenths are away."""
    value = outcome.value
    return (value.found, len(value.groups), [group.away > 0 for group in value.groups].count(True))


def first_step(outcome: Outcome[Any]) -> Hashable:
    """How a room begins: empty, with the first lair of its level, or with points."""
    if not outcome.value.occupied:
        return "empty"
    return "lair" if outcome.value.points is None else "points"


LAIR_ON_LEVEL_1 = Fraction(2, 5) * (
    # I, 16 in 20: the orc is one of three common ones, 35 % in lair.
    Fraction(16, 20) * Fraction(65, 195) * Fraction(35, 100)
    # II, 3 in 20: gnoll 20, chieftain 11, piercer 20; 20 % and 35 % in lair, the piercer never.
    + Fraction(3, 20) * (Fraction(20, 51) * Fraction(20, 100) + Fraction(11, 51) * Fraction(35, 100))
    # III, 1 in 20: dire wolf 11, mongrelman 11, ogre 65; 10 % and 20 % in lair.
    + Fraction(1, 20) * (Fraction(11, 87) * Fraction(10, 100) + Fraction(65, 87) * Fraction(20, 100))
)

PROCEDURES: list[tuple[str, dict[str, Any], Any, Chances]] = [
    *(
        (
            "encounter.level",
            {"level": 4, "method": method},
            lambda outcome: str(outcome.value),
            next(bands[band] for band in ("4", "3–4", "4–5") if band in bands),
        )
        for method, bands in ((method, LEVELS[key]) for method, key in METHODS.items())
    ),
    ("encounter.pool", {"level": 3}, lambda outcome: outcome.value, by_points(3)),
    ("points.level", {"level": 7}, lambda outcome: outcome.value, by_points(7)),
    (
        "encounter.pool",
        {"level": 7, "method": "arneson"},
        lambda outcome: outcome.value,
        even("50", "100", "150", "200", "250", "300", "350", "400", "450", "500"),
    ),
    ("encounter.pick", {"level": 1}, monster, even("orc", "shrieker", "wild dog")),
    ("encounter.pick", {"level": 2}, monster, of(51, **{"gnoll": 20, "orc chieftain": 11, "piercer": 20})),
    (
        "encounter.pick",
        {"level": 2, "weight": "even"},
        monster,
        even("gnoll", "orc chieftain", "piercer"),
    ),
    # None of level IV is known: those of level III.
    ("encounter.pick", {"level": 4}, monster, of(87, **{"dire wolf": 11, "mongrelman": 11, "ogre": 65})),
    ("encounter.pick", {"level": 5}, monster, {"ankheg": Fraction(1)}),
    ("encounter.pick", {"level": 8}, monster, of(15, **{"ghost": 4, "giant tropical dragonfly": 11})),
    ("encounter.pick", {"level": 9}, monster, of(8, **{"11-headed pyrohydra": 4, "movanic deva": 4})),
    (
        "encounter.pick",
        {"level": 3, "scheme": "arneson"},
        monster,
        even("wraith", "wight", "ghoul", "zombie", "ogre", "treant"),
    ),
    (
        "encounter.lair",
        {"monster": "ghost"},
        lair,
        of(100) | {(True, 1, 0): Fraction(1, 4), (False, 0, 0): Fraction(3, 4)},
    ),
    (
        "encounter.lair",
        {"monster": "orc", "lair": True},
        lair,
        {(True, 0, 0): Fraction(35, 100), (False, 0, 0): Fraction(65, 100)},
    ),
]
"""How likely each end of each procedure is."""

ONE_OF_EACH = list({case[0]: case for case in reversed(PROCEDURES)}.values())
"""The first case of each key."""

MANY_DICE: list[tuple[str, dict[str, Any], Any, Chances]] = [
    (
        "encounter.lair",
        {"monster": "orc"},
        lair,
        {
            (False, 0, 0): Fraction(65, 100),
            (True, 1, 1): Fraction(35, 100) * Fraction(5, 6),
            (True, 2, 1): Fraction(35, 100) * Fraction(1, 6),
        },
    ),
    (
        "encounter.room",
        {},
        first_step,
        {"empty": Fraction(3, 5), "lair": LAIR_ON_LEVEL_1, "points": Fraction(2, 5) - LAIR_ON_LEVEL_1},
    ),
]
"""The same for what throws too many dice to try them all."""


def test_everything_for_encounters_has_odds_by_hand() -> None:
    subjects = ("monster.", "points.", "encounter.")
    tables = {table.key for table in load().tables if table.key.startswith(subjects)}
    rolled = {key for key in procedures.PROCEDURES if key.startswith(subjects)}

    assert set(BY_BAND) | set(BY_ROW) == tables
    without_dice = {"encounter.buy", "encounter.cr"}
    assert {key for key, *_ in (*PROCEDURES, *MANY_DICE)} == rolled - without_dice
    for *_, chances in (*PROCEDURES, *MANY_DICE):
        assert sum(chances.values()) == 1


@pytest.mark.parametrize(("key", "by_row"), [*BY_BAND.items(), *BY_ROW.items()])
def test_the_odds_of_rows_are_exactly_those_by_hand(key: str, by_row: Any) -> None:
    check_rows(key, by_row)


@pytest.mark.parametrize("key", LEVELS)
def test_every_dungeon_level_has_its_monster_levels(key: str) -> None:
    for level in range(1, 100):
        column = load().table(key).column(level)
        chances: dict[str, Fraction] = {}
        for row, chance in zip(column.rows, odds(column), strict=True):
            chances[row.value] = chances.get(row.value, Fraction(0)) + chance

        assert chances == LEVELS[key][band_of(level, LEVELS[key])], level


def band_of(level: int, bands: Mapping[str, object]) -> str:
    """The band that a dungeon level falls in, by its name."""
    for band in bands:
        first, _, last = band.rstrip("+").partition("–")
        if int(first) <= level and (band.endswith("+") or level <= int(last or first)):
            return band
    raise LookupError(level)


@pytest.mark.parametrize(("band", "factor"), FACTORS.items())
def test_arnesons_die_is_multiplied_by_his_factor(band: str, factor: int) -> None:
    table = load().table("points.arneson")
    (column,) = (table.column(each.first) for each in table.bands if each.numbers == band)

    assert [row.value for row in column.rows] == [str(pips * factor) for pips in range(1, 11)]
    assert [row.text for row in column.rows] == [f"{pips * factor} points" for pips in range(1, 11)]


@pytest.mark.parametrize(("key", "options", "end_of", "by_hand"), PROCEDURES)
def test_the_odds_of_procedures_are_exactly_those_by_hand(
    key: str, options: dict[str, Any], end_of: Any, by_hand: Chances, every_outcome: EveryOutcome
) -> None:
    chances: Chances = {}
    for end, chance in every_outcome(lambda dice: end_of(procedures.perform(key, options, dice))).items():
        chances[end] = chances.get(end, Fraction(0)) + chance

    assert chances == by_hand


@pytest.mark.parametrize(("key", "options", "end_of", "chances"), [*ONE_OF_EACH, *MANY_DICE])
def test_100_000_rolls_of_a_procedure_fall_as_they_should(
    key: str, options: dict[str, Any], end_of: Any, chances: Chances
) -> None:
    check_rolls(key, options, chances, end_of)


@pytest.mark.parametrize("key", [*LEVELS, "points.arneson"])
def test_100_000_rolls_on_a_table_fall_as_they_should(key: str) -> None:
    factor = {str(pips * 15): Fraction(1, 10) for pips in range(1, 11)}
    chances = factor if key == "points.arneson" else LEVELS[key][band_of(2, LEVELS[key])]

    check_rolls(key, {"level": 2}, chances)


@pytest.mark.parametrize(
    ("key", "sides", "face", "index"),
    [("encounter.level", 20, 20, 0), ("encounter.pick", 51, 30, 9)],
)
def test_loaded_dice_are_found_out(key: str, sides: int, face: int, index: int) -> None:
    """The tests above are no tests unless dice that are a little off fail them."""
    found, options, end_of, chances = PROCEDURES[index]
    assert found == key

    counts = count(key, options, end_of, LoadedDice(sides, face))

    assert likelihood(counts, chances) < 1e-6


class FirstFace:
    """Dice of which the first shows a given face."""

    def __init__(self, face: int) -> None:
        self._faces = [face]
        self._fair = FairDice(b"first", str(face))

    def throw(self, sides: int) -> int:
        return self._faces.pop() if self._faces else self._fair.throw(sides)


@pytest.mark.parametrize(
    ("scheme", "levels", "sides", "occupied"),
    [
        ("points", (1, 5, 12, 99), 20, range(13, 21)),
        ("arneson", (1, 2), 6, range(1, 2)),
        ("arneson", (3, 4, 5), 6, range(1, 3)),
        ("arneson", (6, 7, 12, 99), 6, range(1, 4)),
    ],
)
def test_rooms_are_occupied_as_the_first_die_says(
    scheme: str, levels: tuple[int, ...], sides: int, occupied: range
) -> None:
    for level in levels:
        options = {"level": level, "scheme": scheme}
        found = [
            face
            for face in range(1, sides + 1)
            if procedures.perform("encounter.room", options, FirstFace(face)).value.occupied
        ]
        assert found == list(occupied)
