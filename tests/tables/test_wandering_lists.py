"""A region's two sets of six and a level's quadrants: both readings, exact odds, and the replay law."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from tables.dice import FairDice, ScriptedDice
from tables.errors import OptionError, OverLimit
from tables.wandering import RULES, interval
from tables.wandering_lists import (
    How,
    Met,
    Wanderer,
    WanderingList,
    check_encounter,
    most_list_dice,
    roll_list,
    roll_quadrant,
)

RAT = Wanderer("A", "giant rat", "3d6")
BAT = Wanderer("B", "bat", "1d10")
GHOST = Wanderer("q", "haunting dwarf spirit", "1")
GOBLIN = Wanderer("C", "goblin")
FIRST = (RAT, BAT, BAT, GOBLIN, GOBLIN, RAT)
SECOND = (GHOST, GHOST, RAT, GOBLIN, GHOST, GHOST)


def listed(how: How | None = None) -> WanderingList:
    return WanderingList("LEXI-1", FIRST, SECOND, how or How())


def test_one_die_chooses_the_set_and_the_other_the_label() -> None:
    outcome = roll_list(listed(), ScriptedDice((4, 2, 7)))
    assert outcome.value == (Met("B", "bat", 7),)
    assert outcome.text == "In LEXI-1: bat (B), 7 of them."
    assert [row.text for row in outcome.rows] == ["first set", "B bat"]

    outcome = roll_list(listed(), ScriptedDice((5, 1)))
    assert outcome.text == "In LEXI-1: one haunting dwarf spirit (q)."


def test_of_a_counted_kind_no_more_come_than_are_left() -> None:
    few = WanderingList(
        "LEXI-1", tuple(Wanderer("C", "goblin", "2d4", left) for left in (3, 0, 1, 3, 3, 3)), SECOND
    )
    assert roll_list(few, ScriptedDice((1, 1, 4, 4))).value[0].number == 3
    assert roll_list(few, ScriptedDice((1, 2, 4, 4))).text == (
        "In LEXI-1: goblin (C), of which none is left."
    )
    assert roll_list(few, ScriptedDice((1, 3, 4, 4))).text == "In LEXI-1: one goblin (C)."


def test_each_die_falls_on_a_set_of_its_own() -> None:
    outcome = roll_list(listed(How("pair")), ScriptedDice((1, 3, 6, 6, 5, 1, 1, 1)))
    assert outcome.value == (Met("A", "giant rat", 17), Met("A", "giant rat", 3))
    assert outcome.text == "In LEXI-1: giant rat (A), 17 of them and giant rat (A), 3 of them."
    assert (
        roll_list(listed(How("pair")), ScriptedDice((4, 4))).text == "In LEXI-1: goblin (C) and goblin (C)."
    )


@pytest.mark.parametrize(("first_on", "ghosts"), [(4, Fraction(8, 36)), (3, Fraction(12, 36))])
def test_the_odds_of_the_second_set_are_what_the_dice_say(first_on: int, ghosts: Fraction) -> None:
    found = Counter(
        roll_list(listed(How("one", first_on)), ScriptedDice((*faces, 1, 1, 1))).value[0].name
        for faces in product(range(1, 7), repeat=2)
    )
    assert Fraction(found["haunting dwarf spirit"], 36) == ghosts
    assert found.total() == 36


@pytest.mark.parametrize("how", [How(), How("one", 3), How("pair")])
def test_a_list_keeps_the_replay_law(how: How) -> None:
    seen = set[tuple[Met, ...]]()
    for seed in range(500):
        outcome = roll_list(listed(how), FairDice(b"wandering", str(seed)))
        assert len(outcome.every_die()) <= most_list_dice(listed(how))
        dice = ScriptedDice(outcome.faces())
        assert roll_list(listed(how), dice) == outcome
        dice.finish()
        seen.add(outcome.value)
    assert len(seen) > 20


def test_a_quadrant_is_chosen_by_a_d4_or_by_where_the_party_is() -> None:
    prepared = {1: "{2d6} orcs from the fort", 4: "a solar, alone"}
    outcome = roll_quadrant(5, prepared, ScriptedDice((1, 3, 4)))
    assert outcome.text == "The north-west quadrant of level 5: 7 orcs from the fort."
    assert roll_quadrant(5, prepared, ScriptedDice(()), 4).text == (
        "The south-east quadrant of level 5: a solar, alone."
    )
    assert roll_quadrant(5, prepared, ScriptedDice((2,))).text == (
        "The north-east quadrant of level 5 has no encounter prepared."
    )


def test_quadrants_keep_the_replay_law_and_are_all_as_likely() -> None:
    prepared = {1: "{2d6} orcs", 2: "{1d6*level} rats", 3: "a bear"}
    found = Counter[int]()
    for seed in range(2_000):
        outcome = roll_quadrant(2, prepared, FairDice(b"quadrant", str(seed)))
        assert roll_quadrant(2, prepared, ScriptedDice(outcome.faces())) == outcome
        found[outcome.value.number] += 1
    assert all(400 < found[number] < 600 for number in (1, 2, 3, 4))


@pytest.mark.parametrize("text", ["{2d6} orcs", "nobody", "{level} bats", "a } brace", ""])
def test_encounters_that_can_be_prepared(text: str) -> None:
    check_encounter(text)


@pytest.mark.parametrize("text", ["{orcs} of them", "{area} rats", "{2d} x", "x" * 301])
def test_encounters_that_cannot_be_rolled_are_refused_when_they_are_prepared(text: str) -> None:
    with pytest.raises(OptionError):
        check_encounter(text)


def test_an_encounter_of_too_many_dice_is_refused() -> None:
    with pytest.raises(OverLimit):
        check_encounter("{99d6} orcs and {2d6} ogres")


def test_a_set_of_another_size_is_no_list() -> None:
    with pytest.raises(ValueError, match="two sets of 6"):
        WanderingList("LEXI-1", FIRST[:5], SECOND)


def test_each_set_of_rules_says_how_many_turns_lie_between_two_checks() -> None:
    assert {rules: interval(rules) for rules in RULES} == {"odnd": 1, "bx": 2, "adnd": 3, "osric": 3}
