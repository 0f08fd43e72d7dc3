"""The odds of letters and of how they are turned: by hand, then held against 100,000 rolls."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from tables import procedures
from tables.catalog import load
from tables.dice import FairDice
from tables.letters import letters
from tables.nouns import nouns
from tables.rolling import roll_on
from tables.table import odds
from tests.tables.chances import ROLLS, UNLIKELY, check_rolls, check_rows, even, likelihood

if TYPE_CHECKING:
    from collections.abc import Hashable

    from tables.outcome import Outcome

BY_ROW: dict[str, list[str]] = {
    "leximorph.letters": ["1/10"] * 10,
    "leximorph.rotation": ["1/4"] * 4,
}

BY_VALUE = {
    "leximorph.letters": ["A", "D", "T", "Q", "L", "X", "P", "B", "g", "R"],
    "leximorph.rotation": ["0", "1", "2", "3"],
}

LOOPLESS = {"T", "L", "X"}
"""The letters of the d10 that hold no loop."""


def letters_of(outcome: Outcome[Any]) -> Hashable:
    return "".join(sector.letter for sector in outcome.value.sectors)


def test_every_table_of_the_subject_has_its_odds() -> None:
    assert set(BY_ROW) == {key for key in load().by_key if key.startswith("leximorph.")}


@pytest.mark.parametrize("key", BY_ROW)
def test_the_odds_of_rows_are_those_by_hand(key: str) -> None:
    assert [row.value for row in load().table(key).rows] == BY_VALUE[key]
    check_rows(key, BY_ROW[key])


def test_100_000_turnings_fall_evenly() -> None:
    check_rolls("leximorph.rotation", {}, even("0", "1", "2", "3"))


def test_100_000_letters_fall_evenly() -> None:
    check_rolls("leximorph.letters", {"sectors": 1}, even(*BY_VALUE["leximorph.letters"]), letters_of)


def test_two_letters_are_rolled_apart_from_each_other() -> None:
    pairs = ("".join(pair) for pair in product(BY_VALUE["leximorph.letters"], repeat=2))
    check_rolls("leximorph.letters", {"sectors": 2}, even(*pairs), letters_of)


def test_a_turned_letter_is_any_of_forty() -> None:
    ends = {
        (letter, turn): Fraction(1, 40) for letter in BY_VALUE["leximorph.letters"] for turn in (0, 1, 2, 3)
    }

    def end_of(outcome: Outcome[Any]) -> Hashable:
        return outcome.value.sectors[0].letter, outcome.value.sectors[0].rotation

    check_rolls("leximorph.letters", {"sectors": 1, "rotate": True}, ends, end_of)


def test_seven_letters_of_ten_hold_a_loop() -> None:
    table = load().table("leximorph.letters")
    holding = [letters()[row.value].loops() > 0 for row in table.rows]

    chance = sum((each for each, holds in zip(odds(table), holding, strict=True) if holds), Fraction(0))

    assert chance == Fraction(7, 10)
    assert {row.value for row, holds in zip(table.rows, holding, strict=True) if not holds} == LOOPLESS
    assert (1 - chance) ** 4 == Fraction(81, 10_000)


def test_four_letters_without_a_loop_come_81_times_in_10_000() -> None:
    table, dice = load().table("leximorph.letters"), FairDice(b"odds", "four letters")
    rules = procedures.RULES
    found = {True: 0, False: 0}
    for _ in range(ROLLS):
        found[all(roll_on(table, dice, rules).value in LOOPLESS for _ in range(4))] += 1

    chances: dict[Hashable, Fraction] = {True: Fraction(81, 10_000), False: Fraction(9_919, 10_000)}
    assert likelihood(dict(found), chances) > UNLIKELY


def test_every_noun_has_one_side_of_the_die() -> None:
    listed = nouns()
    for face in (1, 2, len(listed) // 2, len(listed)):
        outcome = procedures.perform_by_hand("leximorph.word", {}, [face])
        assert outcome.value.word == listed[face - 1]
        assert [die.sides for die in outcome.dice] == [len(listed)]
