"""The page that players read says what the dice do: every example on it rolls as it stands there."""

import re
from pathlib import Path

import pytest

from tables.arithmetic import MAX_NODES, MAX_RESULT
from tables.dice import MAX_DICE, MAX_SIDES, ScriptedDice
from tables.errors import Refusal
from tables.notation import MAX_CHARACTERS, Total, Totals, parse, roll

PAGE = (Path(__file__).parents[2] / "docs" / "dice.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^\| `([^`]+)` \| ([0-9 ]+) \| ([^|]+) \|", PAGE, flags=re.MULTILINE)


def test_the_page_shows_every_part_of_the_notation() -> None:
    assert len(EXAMPLES) >= 24
    shown = " ".join(text for text, _, _ in EXAMPLES)
    for part in (
        "+",
        "-",
        "*",
        "/",
        "(",
        "d%",
        "dF",
        "d66",
        "kh",
        "kl",
        "dl",
        "dh",
        "ro",
        "rr",
        "!",
        ">=",
        "=",
        ";",
    ):
        assert part in shown


@pytest.mark.parametrize(("text", "faces", "result"), EXAMPLES)
def test_an_example_rolls_as_the_page_says(text: str, faces: str, result: str) -> None:
    dice = ScriptedDice([int(face) for face in faces.split()])
    value = roll(text, dice).value
    dice.finish()
    totals = value.totals if isinstance(value, Totals) else (value,)
    assert "; ".join(in_words(total) for total in totals) == result.strip()


def in_words(total: Total) -> str:
    return f"{total.total} successes" if total.successes else str(total.total)


def test_whatever_else_the_page_writes_as_notation_is_read() -> None:
    written = set(re.findall(r"`([^`]*d[0-9%F(][^`]*)`", PAGE))
    refused = {"d1!", "4d6rr<=6"}
    assert written > refused
    for text in written - refused:
        assert parse(text).parts
    for text in refused:
        with pytest.raises(Refusal):
            parse(text)


def test_the_limits_on_the_page_are_those_that_hold() -> None:
    for limit in (MAX_CHARACTERS, MAX_NODES, MAX_DICE, MAX_SIDES, MAX_RESULT):
        assert f"| {limit:,} |" in PAGE
