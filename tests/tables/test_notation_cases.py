"""Public bug reports of other dice programs, each as the roll or the refusal that belongs there."""

import pytest

from tables.dice import BoundedDice, FairDice, ScriptedDice
from tables.errors import ImpossibleRoll, NotationError, OverLimit, Refusal
from tables.notation import parse, roll, worst_case


class NoDice:
    def throw(self, sides: int) -> int:
        raise AssertionError(f"a d{sides} was thrown")


REFUSED = [
    ("C01", "1d1e1", NotationError),
    ("C01", "1d1!1", ImpossibleRoll),
    ("C02", "d8e8r1r2r3r4r5r6r7", NotationError),
    ("C02", "d8rr<8!8", ImpossibleRoll),
    ("C02", "8d6rr<7", ImpossibleRoll),
    ("C03", "d1!", ImpossibleRoll),
    ("C03", "d1!!", NotationError),
    ("C03", "d1!p", NotationError),
    ("C05", "20 500d100", NotationError),
    ("C08", "9" * 900, OverLimit),
    ("C08", "9" * 400, OverLimit),
    ("C09", "999999999999 99999999999999", NotationError),
    ("C10", "2147483647d2147483647", OverLimit),
    ("C11", "9999999d999999999", OverLimit),
    ("C12", "1001d20", OverLimit),
    ("C12", ">999dX", NotationError),
    ("C13", "10d2e2k3", NotationError),
    ("C15", "2d6 e6 + 1d4 e4", NotationError),
    ("C17", "1d66%", NotationError),
    ("C18", "+d%", NotationError),
    ("C24", "1d20 abcd\\", NotationError),
    ("C25", "(500d1)d6;600d6", OverLimit),
    ("C27", "1" + "+1" * 900, OverLimit),
    ("C27", "1+" * 3_000 + "1", OverLimit),
    ("C27", "(" * 2_000 + "1" + ")" * 2_000, OverLimit),
    ("C27", "(" * 240 + "1" + ")" * 240, OverLimit),
    ("C27", "1" + "+1" * 249, OverLimit),
    ("C29", "(a+)+$", NotationError),
    ("C30", "d20 #@everyone", NotationError),
]


@pytest.mark.parametrize(("case", "text", "kind"), REFUSED)
def test_the_reported_input_is_refused_before_any_die(case: str, text: str, kind: type[Refusal]) -> None:
    with pytest.raises(kind) as caught:
        roll(text, NoDice())
    assert len(str(caught.value)) <= 300  # C08: no answer grows with what was typed


def test_c05_to_c07_and_c12_a_thousand_dice_have_a_short_answer() -> None:
    for text in ("1000d1", "999d100000", "1000d1000000"):
        outcome = roll(text, FairDice(b"many", text))
        assert len(outcome.text) < 40
        assert len(outcome.dice) == worst_case(parse(text))


def test_c11_what_the_history_keeps_of_a_die_is_short() -> None:
    text = "(" * 40 + "1000" + ")" * 40 + "d6"
    outcome = roll(text, FairDice(b"long", "term"))
    assert max(len(die.purpose) for die in outcome.dice) <= 60


def test_c13_exploded_dice_are_kept_each_by_itself_and_the_answer_says_so() -> None:
    outcome = roll("10d2!2kh3", ScriptedDice([1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 1]))
    assert outcome.value.total == 6
    assert outcome.text == "10d2!2kh3 = 6 (13 dice after exploding, then the highest 3 kept)"


def test_c15_two_terms_explode_on_faces_of_their_own() -> None:
    assert roll("2d6!6 + 1d4!4", ScriptedDice([6, 4, 2, 4, 1])).value.total == 17


def test_c17_a_d66_shows_every_pair() -> None:
    shown = {
        roll("d66", ScriptedDice([tens, units])).value.total for tens in range(1, 7) for units in range(1, 7)
    }
    assert shown == {10 * tens + units for tens in range(1, 7) for units in range(1, 7)}


def test_c18_percentile_dice_run_from_1_to_100_and_00_is_100() -> None:
    totals = [roll("d%", ScriptedDice([face])).value.total for face in range(1, 101)]
    assert totals == list(range(1, 101))
    assert roll("d%", ScriptedDice([0])).value.total == 100
    assert roll("2d%kl1", ScriptedDice([0, 10])).value.total == 10
    assert roll("d10", ScriptedDice([0])).value.total == 10


def test_c25_one_budget_holds_for_many_rolls() -> None:
    dice = BoundedDice(FairDice(b"seed", "roll"), 1_000)
    for _ in range(10):
        roll("100d6", dice)
    with pytest.raises(OverLimit):
        roll("d6", dice)
