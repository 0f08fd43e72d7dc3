"""What dice notation refuses: before any die, in one sentence, with the place."""

import inspect
import sys

import pytest

from tables.errors import ImpossibleRoll, NotationError, OverLimit, Refusal
from tables.notation import MAX_CHARACTERS, parse, roll, worst_case


class NoDice:
    """Dice that may not be touched."""

    def throw(self, sides: int) -> int:
        raise AssertionError(f"a d{sides} was thrown")


class LowDice:
    """Dice that always show a 1."""

    def throw(self, sides: int) -> int:
        return 1


def refusal(text: str) -> Refusal:
    """The refusal of ``text``, which comes before any die."""
    with pytest.raises(Refusal) as caught:
        roll(text, NoDice())
    return caught.value


SIDES = "the number of sides should follow the d, such as d6, d%, dF or d(4+2)"
OPERATOR = "write an operator such as + or * in between, or a ; between two rolls"

MISREADINGS = [
    ("", 0, "There is nothing to roll yet: write dice such as 2d6+3."),
    (" \u200b ", 3, "There is nothing to roll yet: write dice such as 2d6+3."),
    ("2d6+", 4, "I can read “2d6+” up to the end: a number or dice should follow the plus."),
    ("2d6 – ", 6, "I can read “2d6 –” up to the end: a number or dice should follow the minus."),
    ("2d6+*3", 4, "I can read “2d6+” but not “*3” after it: a number or dice should follow the plus."),
    ("2d6--3", 4, "I can read “2d6-” but not “-3” after it: a number or dice should follow the minus."),
    ("(", 1, "I can read “(” up to the end: a number or dice should follow the bracket."),
    ("2d6;", 4, "I can read “2d6;” up to the end: a number or dice should follow the semicolon."),
    ("2d6;;d4", 4, "I can read “2d6;” but not “;d4” after it: a number or dice should follow the semicolon."),
    ("hello", 0, "I cannot read “hello” at the beginning: begin with a number or dice, such as 2d6+3."),
    ("4d", 2, f"I can read “4d” up to the end: {SIDES}."),
    ("2d6+D", 5, f"I can read “2d6+D” up to the end: {SIDES}."),
    ("(2)d-3", 4, f"I can read “(2)d” but not “-3” after it: {SIDES}."),
    ("2d6 3", 4, f"I can read “2d6” but not “3” after it: {OPERATOR}."),
    ("2(3)", 1, f"I can read “2” but not “(3)” after it: {OPERATOR}."),
    ("(2d6", 4, "I can read “(2d6” up to the end: a closing bracket should follow."),
    ("2d6)", 3, "I can read “2d6” but not “)” after it: there is no open bracket for this one to close."),
    ("8d6>=", 5, "I can read “8d6>=” up to the end: a whole number should follow the comparison."),
    ("2d6!>x", 5, "I can read “2d6!>” but not “x” after it: a whole number should follow the comparison."),
    (
        "4d6ro",
        5,
        "I can read “4d6ro” up to the end: the faces to reroll should follow, such as ro1 or rr<3.",
    ),
    (
        "2d6\u202e+3",
        3,
        "I can read “2d6” but not “+3” after it: there is a hidden character, which you can delete.",
    ),
    (
        "2d6\x07",
        3,
        "I can read “2d6” and no further: there is a hidden character, which you can delete.",
    ),
    (
        "1d20 attack",
        5,
        (
            "I can read “1d20” but not “attack” after it: an operator such as + or *, or the end, "
            "should follow, and words go into the note."
        ),
    ),
]


@pytest.mark.parametrize(("text", "position", "sentence"), MISREADINGS)
def test_a_misreading_shows_the_place_and_what_belongs_there(text: str, position: int, sentence: str) -> None:
    error = refusal(text)
    assert isinstance(error, NotationError)
    assert str(error) == sentence
    assert error.position == position
    assert error.expected
    assert error.expected in sentence or not text.strip("\u200b ")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("4d6r1", "ro1"),
        ("2d6!!", "a single !"),
        ("2d6!p", "a single !"),
        ("2d6!=6", "!6 explodes on a 6"),
        ("2d6e6", "write ! to explode"),
        ("2d6e", "write ! to explode"),
        ("3d10x10", "write * for times"),
        ("4d6d1", "write dl1"),
        ("2d6d8", "(2d3)d10"),
        ("2d6dF", "(2d3)d10"),
        ("8d6=>5", "compare with one of"),
        ("8d6==5", "compare with one of"),
        ("2d6+3>=5", "only dice can be counted"),
        ("(2d6)>5", "only dice can be counted"),
        ("(2d6)kh1", "reroll, explode, keep or drop, count"),
        ("4d6kh3!", "reroll, explode, keep or drop, count"),
        ("4d6!ro1", "reroll, explode, keep or drop, count"),
        ("8d6>=5kh3", "reroll, explode, keep or drop, count"),
        ("d20 adv", "2d20kh1"),
        ("advantage", "2d20kh1"),
        ("d6.5", "whole numbers"),
        ("1,000d6", "whole numbers"),
        ("d6٣", "digits as 0 to 9"),
        ("+d6", "begin with a number or dice"),
        ("d６k３a", "words go into the note"),
    ],
)
def test_what_other_notations_write_is_answered_with_what_to_write(text: str, hint: str) -> None:
    error = refusal(text)
    assert isinstance(error, NotationError)
    assert hint in str(error)


IMPOSSIBLE = [
    ("d1!", "explode on every face"),
    ("2d6!>=1", "explode on every face"),
    ("2d6!<7", "explode on every face"),
    ("4dF!>=-1", "explode on every face"),
    ("d66!>=11", "explode on every face"),
    ("d(d4)!", "explode on every face"),
    ("d(d4+1)!<=2", "explode on every face"),
    ("d8rr<8!", "explode on every face"),
    ("d8rr>1!1", "explode on every face"),
    ("d8ro<8!>=1", "explode on every face"),
    ("8d6rr<7", "reroll every face"),
    ("d6rr>=1", "reroll every face"),
    ("d1rr1", "reroll every face"),
    ("d(d6)rr=1", "reroll every face"),
    ("dFrr<2", "reroll every face"),
    ("0d6", "throws no dice"),
    ("(2-2)d6", "throws no dice"),
    ("(d3-2)d6", "may ask for -1 dice"),
    ("(-1)d6", "throws no dice"),
    ("d0", "may have 0 sides"),
    ("d(d6-1)", "may have 0 sides"),
    ("d(2-3)", "may have -1 sides"),
    ("4d6kh5", "would keep 5 of 4 dice"),
    ("4d6dl4", "would drop 4 of 4 dice and leave none"),
    ("4d6dl3dh1", "would drop 1 of 1 dice"),
    ("4d6kh2kl3", "would keep 3 of 2 dice"),
    ("4d6kh0", "would keep 0 dice"),
    ("4d6dh0", "would drop 0 dice"),
    ("7/0", "may come to 0"),
    ("7/(d6-1)", "may come to 0"),
    ("7/(d6-3)", "may come to -2"),
    ("7/-2", "may come to -2"),
]


@pytest.mark.parametrize(("text", "words"), IMPOSSIBLE)
def test_what_no_dice_can_do_is_refused(text: str, words: str) -> None:
    error = refusal(text)
    assert isinstance(error, ImpossibleRoll)
    assert words in str(error)


@pytest.mark.parametrize(
    "text",
    [
        "d2!",
        "d8rr<7!",
        "d8ro<8!>=2",
        "2d6!>1",
        "8d6rr<6",
        "d(d4+1)!2",
        "(d3-1)d6",
        "4d6kh4",
        "4d6dl3",
        "7/1",
        "2d6!kh8",
        "d1000000",
        "1000d1",
        "1000000000000",
        "8d6>=9",
        "d6rr7!8",
    ],
)
def test_what_can_just_be_done_is_not_refused(text: str) -> None:
    assert worst_case(parse(text)) <= 1_000


BEYOND = [
    ("1001d6", "1,001 dice"),
    ("600d6;600d6", "1,200 dice"),
    ("501d66", "1,002 dice"),
    ("501d6ro1", "1,002 dice"),
    ("900d2!", "dice, and 1,000 are the most"),
    ("d1000000!>1", "dice, and 1,000 are the most"),
    ("d1000rr<1000", "dice, and 1,000 are the most"),
    ("(((2d10)d10)d10)d10", "2,000 dice"),
    ("(600d1)d6", "1,200 dice"),
    ("(d6*d6*d6*d6)d6", "1,296 dice"),
    ("d1000001", "1,000,001 sides"),
    ("d(1000*1001)", "1,001,000 sides"),
    ("d(d1000000+1)", "1,000,001 sides"),
    ("1000000000001", "too large a number"),
    ("d6kh9999999999999", "too large a number"),
    ("d6>9999999999999", "too large a number"),
    ("1000000*1000001", "may go beyond"),
    ("1000000000000+1", "may go beyond"),
    ("-1000000000000-1", "may go beyond"),
    ("1000d1000000*1001", "may go beyond"),
    ("6d6dl1dl1dl1dl1dl1", "more than 4 times"),
    ("1" + "+1" * 220, "200 numbers"),
    (";".join("1" * 220), "200 numbers"),
    ("(" * 60 + "1" + ")" * 60, "too deep"),
    ("1" * (MAX_CHARACTERS + 1), "501 characters long"),
    ("9" * 500, "too large a number"),
]


@pytest.mark.parametrize(("text", "words"), BEYOND)
def test_what_goes_beyond_a_limit_is_refused(text: str, words: str) -> None:
    error = refusal(text)
    assert isinstance(error, OverLimit)
    assert words in str(error)


@pytest.mark.parametrize(
    "text",
    [
        "1" + "+1" * 150,
        "*".join(["1"] * 190),
        ";".join("1" * 190),
        "(" * 48 + "1" + ")" * 48,
        "d(" * 20 + "6" + ")" * 20,
        "4d6kh4dl1dl1dh1",
        " " * 499 + "1",
    ],
)
def test_the_largest_that_may_be_written_rolls_with_little_room_left_to_recurse(text: str) -> None:
    used = len(inspect.stack())
    limit = sys.getrecursionlimit()

    def deeper(levels: int) -> int:
        return deeper(levels - 1) if levels else roll(text, LowDice()).faces().__len__()

    assert deeper(limit - used - 250) <= 1_000


@pytest.mark.parametrize(
    "text",
    [
        "1" + "+1" * 900,
        "1+" * 3_000 + "1",
        "(" * 2_000 + "1" + ")" * 2_000,
        "-" * 500,
        "-" * 400 + "1",
        "(" * 250 + "1" + ")" * 249,
        "(" * 500,
        "d" * 500,
        "d(" * 166 + "6" + ")" * 166,
        "!" * 500,
        "k" * 500,
        "2d6" + "!" * 400,
        "1 " * 250,
        "1d" * 250,
        "9" * 499 + "d",
    ],
)
def test_nothing_recurses_without_end(text: str) -> None:
    assert len(str(refusal(text))) < 300


@pytest.mark.parametrize(
    "text",
    ["9" * 900, "9" * 490, "hello " * 80, "1d20 " + "abc" * 150, "d6" + "kh9" * 150, "*" * 400]
    + [text for text, *_ in [*MISREADINGS, *IMPOSSIBLE, *BEYOND]],
)
def test_a_refusal_is_one_short_sentence(text: str) -> None:
    sentence = str(refusal(text))
    assert sentence.endswith(".")
    assert len(sentence) <= 300
    assert sentence.isprintable()
