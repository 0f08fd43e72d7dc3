"""The dice that tables are thrown with, and their exact chances."""

from fractions import Fraction

import pytest

from tables.dice import Die, ScriptedDice
from tables.throw import parse_throw


@pytest.mark.parametrize(
    ("text", "sides", "least", "most"),
    [
        ("d10", (10,), 1, 10),
        ("1d6", (6,), 1, 6),
        ("2d6", (6, 6), 2, 12),
        ("d8+d12", (8, 12), 2, 20),
        ("2d4+d6+3d10", (4, 4, 6, 10, 10, 10), 6, 44),
        ("20d1000", (1000,) * 20, 20, 20_000),
    ],
)
def test_dice_are_read_as_written(text: str, sides: tuple[int, ...], least: int, most: int) -> None:
    throw = parse_throw(text)

    assert (throw.text, throw.sides, throw.least, throw.most) == (text, sides, least, most)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "6",
        "d",
        "d1",
        "d0",
        "0d6",
        "d1001",
        "21d6",
        "20d6+d4",
        "2d6+",
        "2d6-1",
        "2d6+3",
        "D6",
        " d6",
        "d６",
    ],
)
def test_what_is_no_dice_of_a_table_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"not dice such as|more than 20 dice|without 2 to 1,000 sides"):
        parse_throw(text)


def test_chances_of_two_dice_are_the_ones_of_the_book() -> None:
    ways = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}

    assert parse_throw("2d6").chances() == {total: Fraction(count, 36) for total, count in ways.items()}


def test_chances_of_unlike_dice_have_their_flat_middle() -> None:
    chances = parse_throw("d8+d12").chances()

    assert chances[2] == chances[20] == Fraction(1, 96)
    assert [chances[total] for total in range(9, 14)] == [Fraction(8, 96)] * 5
    assert chances[14] == Fraction(7, 96)
    assert sum(chances.values()) == 1


def test_dice_are_thrown_in_the_order_written() -> None:
    dice = ScriptedDice((7, 11))

    assert parse_throw("d8+d12").throw(dice, "chamber") == (Die(8, 7, "chamber"), Die(12, 11, "chamber"))
