"""The odds of what rooms hold: written by hand from the sources, then held against 100,000 rolls."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from tables import procedures
from tables.catalog import load
from tests.tables.chances import LoadedDice, check_rolls, check_rows, count, likelihood

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from tables.outcome import Outcome
    from tables.stocking import Contents
    from tests.tables.chances import Chances

    EveryOutcome = Callable[..., Mapping[Any, Fraction]]

BY_ROW: dict[str, str] = {
    "stocking.odnd": "monster 1/3, nothing 2/3",
    "stocking.odnd.treasure-with-monster": "treasure 1/2, nothing 1/2",
    "stocking.odnd.treasure-unguarded": "treasure 1/6, nothing 5/6",
    "stocking.talysman": "monster 1/3, nothing 2/3",
    "stocking.talysman.treasure-with-monster": "treasure 1/2, nothing 1/2",
    "stocking.talysman.treasure-hidden": "treasure hidden 1/6, nothing 5/6",
    "stocking.bx": "monster 1/3, trap 1/6, special 1/6, nothing 1/3",
    "stocking.bx.treasure-with-monster": "treasure 1/2, nothing 1/2",
    "stocking.bx.treasure-with-trap": "treasure 1/3, nothing 2/3",
    "stocking.bx.treasure-unguarded": "treasure 1/6, nothing 5/6",
    "stocking.appendix-a": (
        "nothing 3/5, monster 1/10, monster treasure 3/20, stairs 1/20, trap 1/20, treasure 1/20"
    ),
    "stocking.appendix-a.stairs": "up 1 1/4, special 1/20, up 2 1/10, down 1 3/10, down 2 1/4, down 3 1/20",
    "stocking.osric": (
        "nothing 7/20, monster 1/5, monster treasure 3/10, stairs 1/20, trap 1/20, treasure 1/20"
    ),
    "stocking.labyrinth-lord": "nothing 3/10, monster 3/10, trap 3/20, special 1/4",
    "stocking.labyrinth-lord.treasure-unguarded": "treasure 3/20, nothing 17/20",
    "stocking.labyrinth-lord.treasure-with-monster": "treasure 1/2, nothing 1/2",
    "stocking.labyrinth-lord.treasure-with-trap": "treasure 3/10, nothing 7/10",
    "stocking.basic-fantasy": (
        "nothing 4/25, treasure 1/25, monster 2/5, monster treasure 6/25, special 1/25, trap 2/25, "
        "trap treasure 1/25"
    ),
    "stocking.whitebox": (
        "nothing 1/6, treasure 1/6, monster 1/6, monster treasure 1/6, trap 1/6, special 1/6"
    ),
    "stocking.points": "nothing 3/5, monster 2/5",
    "stocking.one-roll": (
        "monster treasure 3/20, monster 3/20, trap treasure 1/20, trap 1/10, special 1/4, treasure 1/20, "
        "nothing 1/4"
    ),
    "stocking.2d6": (
        "trap 1/36, special 1/18, special 1/12, nothing 1/9, clue 5/36, monster 1/6, monster treasure 5/36, "
        "treasure 1/9, trap treasure 1/12, treasure hidden 1/18, treasure hidden 1/36"
    ),
    "stocking.2d6.with-special": "monster 1/2, trap 1/2",
    "stocking.2d6.with-treasure": "special 1/2, trap 1/2",
    "stocking.restock": "monster 1/6, monster treasure 1/6, nothing 2/3",
    "stocking.restock.treasure": "treasure 1/6, nothing 5/6",
    "stocking.restock.2d6": "monster 1/6, nothing 5/9, treasure 1/9, monster treasure 1/6",
    "stocking.restock.visit": "nothing 2/3, monster 1/3",
}
"""Each row's value and odds, in order."""

ARNESON = {"1–2": ("1/6", "5/6"), "3–5": ("1/3", "2/3"), "6+": ("1/2", "1/2")}
"""Occupied and empty rooms by dungeon level."""

OD_AND_D = {"nothing": "5/9", "treasure": "1/9", "monster": "1/6", "monster treasure": "1/6"}

WHOLE: list[tuple[str, dict[str, int], dict[str, str]]] = [
    ("stocking.odnd", {}, OD_AND_D),
    (
        "stocking.talysman",
        {},
        {"nothing": "5/9", "treasure hidden": "1/9", "monster": "1/6", "monster treasure": "1/6"},
    ),
    (
        "stocking.bx",
        {},
        {
            "nothing": "5/18",
            "treasure": "1/18",
            "monster": "1/6",
            "monster treasure": "1/6",
            "trap": "1/9",
            "trap treasure": "1/18",
            "special": "1/6",
        },
    ),
    (
        "stocking.appendix-a",
        {},
        {
            "nothing": "12/20",
            "monster": "2/20",
            "monster treasure": "3/20",
            "trap": "1/20",
            "treasure": "1/20",
            "special": "1/400",
            "stairs up 1": "5/400",
            "stairs up 2": "2/400",
            "stairs down 1": "6/400",
            "stairs down 2": "5/400",
            "stairs down 3": "1/400",
        },
    ),
    (
        "stocking.osric",
        {},
        {
            "nothing": "7/20",
            "monster": "4/20",
            "monster treasure": "6/20",
            "stairs any": "1/20",
            "trap": "1/20",
            "treasure": "1/20",
        },
    ),
    (
        "stocking.labyrinth-lord",
        {},
        {
            "nothing": "255/1000",
            "treasure": "45/1000",
            "monster": "150/1000",
            "monster treasure": "150/1000",
            "trap": "105/1000",
            "trap treasure": "45/1000",
            "special": "250/1000",
        },
    ),
    (
        "stocking.basic-fantasy",
        {},
        {
            "nothing": "16/100",
            "treasure": "4/100",
            "monster": "40/100",
            "monster treasure": "24/100",
            "special": "4/100",
            "trap": "8/100",
            "trap treasure": "4/100",
        },
    ),
    (
        "stocking.whitebox",
        {},
        dict.fromkeys(("nothing", "treasure", "monster", "monster treasure", "trap", "special"), "1/6"),
    ),
    *(
        ("stocking.arneson", {"level": level}, {"monster": occupied, "nothing": empty})
        for levels, (occupied, empty) in zip(((1, 2), (3, 5), (6, 99)), ARNESON.values(), strict=True)
        for level in levels
    ),
    ("stocking.points", {}, {"monster": "8/20", "nothing": "12/20"}),
    (
        "stocking.one-roll",
        {},
        {
            "monster treasure": "3/20",
            "monster": "3/20",
            "trap treasure": "1/20",
            "trap": "2/20",
            "special": "5/20",
            "treasure": "1/20",
            "nothing": "5/20",
        },
    ),
    (
        "stocking.2d6",
        {},
        {
            "trap": "1/36",
            "monster special": "1/36",
            "trap special": "1/36",
            "special": "3/36",
            "nothing": "4/36",
            "clue": "5/36",
            "monster": "6/36",
            "monster treasure": "5/36",
            "treasure": "4/36",
            "trap treasure": "3/36",
            "treasure hidden": "2/36",
            "special treasure hidden": "1/72",
            "trap treasure hidden": "1/72",
        },
    ),
    ("stocking.restock", {}, OD_AND_D),
    ("stocking.restock.2d6", {}, OD_AND_D),
    ("stocking.restock.visit", {}, {"nothing": "2/3", "monster": "1/3"}),
]
"""How likely each contents are in the end, every die counted."""

COLUMNS = ("nothing", "treasure", "monster", "both", "trap", "trap and treasure", "special", "occupied")

PERCENT: dict[str, str] = {
    "odnd": "55.6 11.1 16.7 16.7 0.0 0.0 0.0 33.3",
    "talysman": "55.6 11.1 16.7 16.7 0.0 0.0 0.0 33.3",
    "bx": "27.8 5.6 16.7 16.7 11.1 5.6 16.7 33.3",
    "appendix-a": "60.0 5.0 10.0 15.0 5.0 0.0 5.0 25.0",
    "osric": "35.0 5.0 20.0 30.0 5.0 0.0 5.0 50.0",
    "labyrinth-lord": "25.5 4.5 15.0 15.0 10.5 4.5 25.0 30.0",
    "basic-fantasy": "16.0 4.0 40.0 24.0 8.0 4.0 4.0 64.0",
    "whitebox": "16.7 16.7 16.7 16.7 16.7 0.0 16.7 33.3",
    "arneson": "83.3 0.0 16.7 0.0 0.0 0.0 0.0 16.7",
    "points": "60.0 0.0 40.0 0.0 0.0 0.0 0.0 40.0",
}
"""The whole in percent, one decimal, as the schemes are compared; Arneson on levels 1 and 2."""


def rows_by_hand(written: str) -> list[tuple[str, str]]:
    return [(value, chance) for value, _, chance in (row.rpartition(" ") for row in written.split(", "))]


def held(contents: Contents) -> str:
    """What the hand-written odds call contents."""
    names = ("monster", "trap", "special", "treasure", "hidden", "clue")
    found = [name for name in names if getattr(contents, name)]
    return " ".join(found + ([f"stairs {contents.stairs}"] if contents.stairs else [])) or "nothing"


def kind_of(contents: Contents) -> str:
    """The column of the comparison."""
    if contents.monster:
        return "both" if contents.treasure else "monster"
    if contents.trap:
        return "trap and treasure" if contents.treasure else "trap"
    if contents.special or contents.stairs:
        return "special"
    return "treasure" if contents.treasure else "nothing"


def end_of(outcome: Outcome[Any]) -> Hashable:
    return held(outcome.value)


def in_fractions(chances: dict[str, str]) -> Chances:
    return {end: Fraction(chance) for end, chance in chances.items()}


def test_every_key_for_stocking_has_odds_by_hand() -> None:
    keys = {table.key for table in load().tables if table.key.startswith("stocking.")}
    rolled_whole = {key for key in procedures.PROCEDURES if key.startswith("stocking.")}

    assert set(BY_ROW) == keys - {"stocking.arneson"}
    assert {key for key, _, _ in WHOLE} == rolled_whole
    assert {f"stocking.{scheme}" for scheme in PERCENT} <= rolled_whole


@pytest.mark.parametrize("key", BY_ROW)
def test_rows_and_their_odds_are_exactly_those_by_hand(key: str) -> None:
    by_hand = rows_by_hand(BY_ROW[key])

    assert [row.value for row in load().table(key).rows] == [value for value, _ in by_hand]
    check_rows(key, [chance for _, chance in by_hand])


def test_arnesons_rooms_are_occupied_more_often_further_down() -> None:
    check_rows("stocking.arneson", ARNESON)
    for band in load().table("stocking.arneson").bands:
        assert [row.value for row in band.rows] == ["monster", "nothing"]


@pytest.mark.parametrize(("key", "options", "chances"), WHOLE)
def test_the_odds_of_the_whole_are_exactly_those_by_hand(
    key: str, options: dict[str, int], chances: dict[str, str], every_outcome: EveryOutcome
) -> None:
    found: Chances = {}
    for outcome, chance in every_outcome(lambda dice: procedures.perform(key, options, dice)).items():
        found[end_of(outcome)] = found.get(end_of(outcome), Fraction(0)) + chance

    assert found == in_fractions(chances)


@pytest.mark.parametrize("scheme", PERCENT)
def test_the_whole_in_percent_is_the_one_that_schemes_are_compared_by(
    scheme: str, every_outcome: EveryOutcome
) -> None:
    found = dict.fromkeys(COLUMNS, Fraction(0))
    options = {"scheme": scheme}
    for outcome, chance in every_outcome(
        lambda dice: procedures.perform("room.contents", options, dice)
    ).items():
        found[kind_of(outcome.value)] += chance
        found["occupied"] += chance * outcome.value.monster

    assert " ".join(f"{float(100 * chance):.1f}" for chance in found.values()) == PERCENT[scheme]


@pytest.mark.parametrize("key", sorted(set(BY_ROW) - set(procedures.PROCEDURES)))
def test_100_000_rolls_on_a_table_fall_as_they_should(key: str) -> None:
    check_rolls(key, {}, {value: Fraction(chance) for value, chance in rows_by_hand(BY_ROW[key])})


@pytest.mark.parametrize(("key", "options", "chances"), WHOLE)
def test_100_000_rooms_hold_what_they_should(
    key: str, options: dict[str, int], chances: dict[str, str]
) -> None:
    check_rolls(key, options, in_fractions(chances), end_of)


def test_loaded_dice_are_found_out() -> None:
    """The tests above are no tests unless dice that are a little off fail them."""
    counts = count("stocking.appendix-a", {}, end_of, LoadedDice(20, 20))

    assert likelihood(counts, in_fractions(WHOLE[3][2])) < 1e-6


def test_the_dice_of_contents_are_those_of_the_scheme() -> None:
    """By the scheme that is chosen, the same comes of the same dice as by its own key."""
    for scheme, faces in (("odnd", (2, 3)), ("osric", (18,)), ("labyrinth-lord", (0,))):
        chosen = procedures.perform_by_hand("room.contents", {"scheme": scheme}, faces)
        alone = procedures.perform_by_hand(f"stocking.{scheme}", {}, faces)
        assert (chosen.value, chosen.dice, chosen.text) == (alone.value, alone.dice, alone.text)
        assert chosen.key == "room.contents"
