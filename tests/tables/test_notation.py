"""What dice notation comes to, with the faces and the values written by hand."""

import json
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from tables.dice import BoundedDice, Die, FairDice, ScriptedDice
from tables.errors import FacesError, OverLimit
from tables.notation import Total, Totals, parse, roll, worst_case
from tables.outcome import from_json, to_json

STANDARD = [
    ("7", [], 7),
    ("d6", [4], 4),
    ("1d6", [4], 4),
    ("2d6+3", [5, 3], 11),
    ("2d6-3", [1, 1], -1),
    ("d6+d8+d10", [6, 8, 10], 24),
    ("10-2-3", [], 5),
    ("2+3*4", [], 14),
    ("(2+3)*4", [], 20),
    ("2*3+4*5", [], 26),
    ("100/10/5", [], 2),
    ("7/2", [], 3),
    ("-7/2", [], -4),
    ("(-7)/2", [], -4),
    ("-(7/2)", [], -3),
    ("10-7/2", [], 7),
    ("2*-3", [], -6),
    ("-d4+10", [3], 7),
    ("(d6+1)*(d6-1)", [3, 4], 12),
    ("3d10*10", [1, 10, 4], 150),
    ("d%", [100], 100),
    ("2d%", [3, 97], 100),
    ("d10", [0], 10),
    ("d100", [0], 100),
    ("d66", [3, 5], 35),
    ("2d66", [1, 1, 6, 6], 77),
    ("2d66kh1", [3, 5, 1, 6], 35),
    ("2d66kl1", [3, 5, 1, 6], 16),
    ("d66rr<21", [1, 6, 2, 1], 21),
    ("d66!", [6, 6, 1, 2], 78),
    ("3d66>=41", [4, 1, 3, 6, 6, 6], 2),
    ("d(66)", [40], 40),
    ("4dF", [1, 3, 2, 3], 1),
    ("dF", [1], -1),
    ("4dF!", [3, 1, 2, 2, 3, 1], 0),
    ("4dF>=0", [1, 3, 2, 3], 3),
    ("4dF<0", [1, 3, 2, 1], 2),
    ("4dFro=-1", [1, 2, 2, 2, 3], 1),
    ("(2d3)d10", [2, 1, 10, 5, 1], 16),
    ("(d3-1)d6", [1], 0),
    ("d(4+2)", [6], 6),
    ("2d(4+2)", [3, 5], 8),
    ("2d(d6+4)", [2, 6, 5], 11),
    ("(d2)d(d3)", [2, 3, 1, 3], 4),
    ("4d6kh3", [6, 1, 5, 4], 15),
    ("4d6k3", [6, 1, 5, 4], 15),
    ("4d6kl1", [6, 1, 5, 4], 1),
    ("4d6dl1", [6, 1, 5, 4], 15),
    ("4d6dh1", [6, 1, 5, 4], 10),
    ("2d20kh", [7, 15], 15),
    ("2d20k", [7, 15], 15),
    ("2d20kl", [7, 15], 7),
    ("2d20dl", [7, 15], 15),
    ("5d20dh1dl1", [3, 20, 11, 8, 14], 33),
    ("6d6kh4kl2", [1, 2, 3, 4, 5, 6], 7),
    ("4d6ro1", [1, 3, 1, 6, 1, 5], 15),
    ("2d6ro<3", [2, 1, 1, 6], 7),
    ("4d6rr<3", [1, 4, 2, 6, 2, 5, 3], 18),
    ("2d6rr=6", [6, 2, 6, 6, 3], 5),
    ("2d6!", [6, 2, 6, 1], 15),
    ("2d6!", [6, 6, 1, 2], 15),
    ("6d6!>4", [1, 5, 2, 6, 3, 4, 2, 5, 1], 29),
    ("2d6!3", [3, 1, 2], 6),
    ("2d6!<=2", [2, 5, 6], 13),
    ("d6!-1", [6, 2], 7),
    ("8d6>=5", [5, 6, 1, 2, 3, 4, 5, 6], 4),
    ("5d10>7", [8, 7, 10, 1, 9], 3),
    ("6d6=6", [6, 1, 6, 2, 3, 4], 2),
    ("3d6<2", [1, 2, 3], 1),
    ("3d6<=2", [1, 2, 3], 2),
    ("8d6>=5-1", [5, 6, 1, 2, 3, 4, 5, 6], 3),
    ("4d6kh2>=5", [6, 6, 6, 1], 2),
    ("8d6!6>=5", [6, 5, 1, 1, 1, 1, 1, 1, 5], 3),
    ("4d6ro1!kh3", [1, 6, 3, 6, 6, 2, 1, 4, 5], 18),
    ("4d6ro1!kh3>=6", [1, 6, 3, 6, 6, 2, 1, 4, 5], 3),
    ("4d6rr1!kh3", [1, 6, 3, 6, 6, 2, 1, 4, 5], 18),
]


@pytest.mark.parametrize(("text", "faces", "total"), STANDARD)
def test_a_roll_comes_to_what_its_faces_say(text: str, faces: list[int], total: int) -> None:
    dice = ScriptedDice(faces)
    outcome = roll(text, dice)
    dice.finish()
    assert outcome.value.total == total
    assert roll(text, ScriptedDice(outcome.faces())) == outcome


@pytest.mark.parametrize(("text", "faces", "total"), STANDARD)
def test_no_roll_takes_more_dice_than_its_worst_case(text: str, faces: list[int], total: int) -> None:
    assert len(faces) <= worst_case(parse(text)) <= 1_000


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("2d6", 2),
        ("3d66", 6),
        ("(2d3)d10", 8),
        ("((2d3)d10)d2", 68),
        ("4d6ro1", 8),
        ("10d6;d20", 11),
        ("7", 0),
        ("1000d6", 1_000),
    ],
)
def test_the_worst_case_is_reckoned(text: str, dice: int) -> None:
    assert worst_case(parse(text)) == dice


def test_every_die_is_kept_with_its_term_and_its_fate() -> None:
    outcome = roll("4d6kh3+d20", ScriptedDice([6, 1, 5, 4, 17]))
    assert outcome.key == "dice"
    assert outcome.title == "4d6kh3+d20"
    assert outcome.text == "4d6kh3+d20 = 32"
    assert outcome.value == Total(32, successes=False)
    assert outcome.dice == (
        Die(6, 6, "4d6kh3"),
        Die(6, 1, "4d6kh3", kept=False),
        Die(6, 5, "4d6kh3"),
        Die(6, 4, "4d6kh3"),
        Die(20, 17, "d20"),
    )


def test_a_rerolled_die_stays_and_is_not_kept() -> None:
    outcome = roll("2d6ro1", ScriptedDice([1, 4, 1]))
    assert [(die.face, die.kept) for die in outcome.dice] == [(1, False), (4, True), (1, True)]


def test_of_equal_dice_the_first_thrown_is_chosen() -> None:
    kept = roll("3d6kh2", ScriptedDice([4, 4, 4]))
    assert [die.kept for die in kept.dice] == [True, True, False]
    dropped = roll("3d6dl2", ScriptedDice([4, 4, 4]))
    assert [die.kept for die in dropped.dice] == [False, False, True]


def test_a_d66_is_two_d6_kept_and_dropped_together() -> None:
    outcome = roll("2d66kh1", ScriptedDice([1, 6, 2, 1]))
    assert outcome.dice == (
        Die(6, 1, "2d66kh1", kept=False),
        Die(6, 6, "2d66kh1", kept=False),
        Die(6, 2, "2d66kh1"),
        Die(6, 1, "2d66kh1"),
    )


def test_fudge_dice_are_d3_and_their_signs_are_told() -> None:
    outcome = roll("4dF", ScriptedDice([1, 3, 2, 3]))
    assert outcome.dice == tuple(Die(3, face, "4dF") for face in (1, 3, 2, 3))
    assert outcome.text == "4dF = 1 (− + 0 +)"


def test_successes_are_told_as_such() -> None:
    assert roll("2d6>=5", ScriptedDice([6, 1])).text == "2d6>=5 = 1 success"
    assert roll("2d6>=5", ScriptedDice([6, 5])).text == "2d6>=5 = 2 successes"
    assert roll("(2d6>=5+1)*2", ScriptedDice([6, 1])).value == Total(4, successes=True)
    assert roll("2d6>=5+d4", ScriptedDice([6, 1, 3])).value == Total(4, successes=False)
    assert roll("(2d6>=5)d4", ScriptedDice([6, 1, 3])).value == Total(3, successes=False)


def test_keeping_after_exploding_is_told() -> None:
    outcome = roll("3d6!kh3", ScriptedDice([6, 1, 6, 2, 5]))
    assert outcome.text == "3d6!kh3 = 17 (5 dice after exploding, then the highest 3 kept)"


def test_rounding_down_is_told_where_something_was_lost() -> None:
    assert roll("d6/2", ScriptedDice([5])).text == "d6/2 = 2 (rounded down)"
    assert roll("d6/2", ScriptedDice([4])).text == "d6/2 = 2"


def test_several_rolls_are_children_of_one() -> None:
    outcome = roll("2d6; d20+2 ;2d6>=5", ScriptedDice([3, 4, 17, 5, 6]))
    assert outcome.title == "2d6; d20+2; 2d6>=5"
    assert outcome.text == "2d6 = 7; d20+2 = 19; 2d6>=5 = 2 successes"
    assert outcome.value == Totals((Total(7), Total(19), Total(2, successes=True)))
    assert outcome.dice == ()
    assert [child.title for child in outcome.children] == ["2d6", "d20+2", "2d6>=5"]
    assert outcome.faces() == (3, 4, 17, 5, 6)


def test_an_exploding_run_stops_where_its_dice_end_and_says_so() -> None:
    aside = worst_case(parse("2d6!")) - 2
    assert aside > 30
    outcome = roll("2d6!", ScriptedDice([6] * (2 + aside)))
    assert outcome.value.total == 6 * (2 + aside)
    assert outcome.text.endswith(f"(exploding stopped after {aside} dice)")


def test_a_rerolling_run_stops_where_its_dice_end_and_says_so() -> None:
    aside = worst_case(parse("d6rr<6")) - 1
    assert aside > 100
    outcome = roll("d6rr<6", ScriptedDice([1] * (1 + aside)))
    assert outcome.value.total == 1
    assert outcome.text.endswith(f"(rerolling stopped after {aside} dice)")
    assert [die.kept for die in outcome.dice] == [False] * aside + [True]


@pytest.mark.parametrize("dash", "−–—‐‑‒―－﹣﹘➖-")
def test_every_dash_is_a_minus(dash: str) -> None:
    assert roll(f"d6{dash}2", ScriptedDice([5])).value.total == 3
    assert roll(f"{dash}d6", ScriptedDice([5])).title == "-d6"


@pytest.mark.parametrize("times", "×·⋅∙✕✖∗＊*")
def test_every_cross_multiplies(times: str) -> None:
    assert roll(f"d6{times}2", ScriptedDice([5])).value.total == 10


@pytest.mark.parametrize("over", "÷∕⁄／/")
def test_every_stroke_divides(over: str) -> None:
    assert roll(f"d6{over}2", ScriptedDice([5])).value.total == 2


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("4D6KH3", "4d6kh3"),
        ("4d6k3", "4d6kh3"),
        ("2d20KL", "2d20kl1"),
        (" 2 d 6 + 3 ", "2d6+3"),
        ("2d6\u00a0+\u20093", "2d6+3"),  # spaces that do not break, and thin ones
        ("2d6\u200b+3\ufeff", "2d6+3"),  # nothing to see
        ("２ｄ６＋３", "2d6+3"),
        ("８Ｄ６＞＝５；Ｄ％", "8d6>=5; d%"),
        ("8d6≥5", "8d6>=5"),
        ("4d6ro≤2", "4d6ro<=2"),
        ("4d6ro=2", "4d6ro2"),
        ("6d6 = 6", "6d6=6"),
        ("4df", "4dF"),
        ("007d06", "7d6"),
        ("D66", "d66"),
        ("d (66)", "d(66)"),
        ("2d6! > 4", "2d6!>4"),
        ("2d6!6>4", "2d6!6>4"),
    ],
)
def test_what_is_written_otherwise_is_the_same(text: str, same: str) -> None:
    assert parse(text).text == same
    assert parse(text).parts == parse(same).parts


def test_after_exploding_a_comparison_belongs_to_the_exploding() -> None:
    assert roll("2d6!>4", ScriptedDice([5, 1, 2])).value == Total(8)
    assert roll("2d6!6>4", ScriptedDice([5, 1])).value == Total(1, successes=True)


def test_an_outcome_is_json_and_back() -> None:
    outcome = roll("4d6kh3;4dF", ScriptedDice([6, 1, 5, 4, 1, 2, 3, 3]))
    document = json.loads(json.dumps(to_json(outcome)))
    assert document["value"] == {
        "totals": [{"total": 15, "successes": False}, {"total": 1, "successes": False}]
    }
    assert from_json(document).every_die() == outcome.every_die()


def test_faces_that_do_not_fit_are_refused() -> None:
    with pytest.raises(FacesError, match="needs more dice"):
        roll("2d6!", ScriptedDice([6, 2]))
    with pytest.raises(FacesError, match="d3"):
        roll("4dF", ScriptedDice([1, 3, 0, 2]))
    dice = ScriptedDice([6, 2, 6, 1, 1])
    roll("2d6!", dice)
    with pytest.raises(FacesError, match="take the rest away"):
        dice.finish()


def test_one_budget_holds_for_several_rolls() -> None:
    dice = BoundedDice(FairDice(b"seed", "roll"), 1_000)
    roll("600d6", dice)
    with pytest.raises(OverLimit):
        roll("600d6", dice)


def _odds(text: str, sides: int, dice: int) -> dict[int, Fraction]:
    counts = Counter(
        roll(text, ScriptedDice(faces)).value.total for faces in product(range(1, sides + 1), repeat=dice)
    )
    return {total: Fraction(count, sides**dice) for total, count in counts.items()}


def test_the_odds_of_the_best_three_of_four_are_known() -> None:
    odds = _odds("4d6kh3", 6, 4)
    assert odds[18] == Fraction(21, 1296)
    assert odds[13] == Fraction(172, 1296)
    assert odds[3] == Fraction(1, 1296)
    assert sum(total * chance for total, chance in odds.items()) == Fraction(15869, 1296)


def test_the_odds_of_the_better_of_two_are_known() -> None:
    odds = _odds("2d20kh1", 20, 2)
    assert {total: chance * 400 for total, chance in odds.items()} == {
        total: 2 * total - 1 for total in range(1, 21)
    }


def test_the_odds_of_fudge_dice_are_known() -> None:
    counts = {total: int(chance * 81) for total, chance in _odds("4dF", 3, 4).items()}
    assert counts == {-4: 1, -3: 4, -2: 10, -1: 16, 0: 19, 1: 16, 2: 10, 3: 4, 4: 1}


def test_fair_dice_fall_as_often_as_they_should() -> None:
    rolls = 20_000
    seen = Counter(roll("2d6", FairDice(b"two dice", str(index))).value.total for index in range(rolls))
    distance = sum(
        (seen[total] - rolls * ways / 36) ** 2 / (rolls * ways / 36)
        for total, ways in zip(range(2, 13), (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1), strict=True)
    )
    assert distance < 29.6  # chi-square of ten degrees of freedom: one fair seed in a thousand is beyond


def test_the_grammar_is_loaded_by_the_first_roll_only() -> None:
    code = "import sys, tables.notation; sys.exit('lark' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
