"""Challenge ratings and quarters."""

from fractions import Fraction

import pytest

from tables.errors import OptionError
from tables.points import challenge_rating, hit_points, in_quarters, read_quarters


@pytest.mark.parametrize(
    ("hit_dice", "special", "extraordinary", "rating"),
    [
        # Those that the source of the formula names.
        ("1", 0, 0, "1"),  # orc
        ("1+1", 0, 0, "1 1/4"),  # wild dog
        ("3", 0, 0, "3"),  # shrieker
        ("3", 1, 0, "4"),  # piercer
        ("3+3", 0, 0, "3 3/4"),  # dire wolf
        ("6", 2, 0, "7 3/4"),  # ankheg
        ("6", 0, 1, "7 3/4"),  # the same by one extraordinary ability
        ("10", 0, 4, "17"),  # ghost
        # Reckoned by hand: 45/18 = 2 1/2; 41 1/2 / 4 1/2 = 9 2/9; 3 1/2 / 4 1/2 = 7/9; 1 1/2 / 4 1/2 = 1/3.
        ("2+2", 0, 0, "2 1/2"),
        ("8+1d2", 1, 0, "9 1/4"),
        ("1-1", 0, 0, "3/4"),
        ("1d2hp", 0, 0, "1/4"),
        ("88hp", 2, 1, "23"),
    ],
)
def test_challenge_ratings(hit_dice: str, special: int, extraordinary: int, rating: str) -> None:
    assert in_quarters(challenge_rating(hit_dice, special, extraordinary)) == rating


@pytest.mark.parametrize(
    ("points", "rating"),
    [
        # A quarter of 4 1/2 is 1 1/8: the borders lie at 9/16, 27/16, 45/16 …, and a half goes up.
        (Fraction(27, 16), "1/2"),
        (Fraction(27, 16) - Fraction(1, 1000), "1/4"),
        (Fraction(45, 16), "3/4"),
        (Fraction(45, 16) - Fraction(1, 1000), "1/2"),
        (Fraction(81, 16), "1 1/4"),
    ],
)
def test_a_half_is_rounded_away_from_zero(points: Fraction, rating: str) -> None:
    assert in_quarters(challenge_rating(points)) == rating


@pytest.mark.parametrize(
    ("hit_dice", "average"),
    [
        ("1", "9/2"),
        ("8", "36"),
        ("3+3", "33/2"),
        ("1-1", "7/2"),
        ("1−1", "7/2"),
        ("1d6hp", "7/2"),
        ("1D6 hp", "7/2"),
        ("1d6+1hp", "9/2"),
        ("40hp", "40"),
        ("40 hit points", "40"),
        ("12+1d6", "115/2"),
        (" 2 ", "9"),
    ],
)
def test_hit_dice_as_average_hit_points(hit_dice: str, average: str) -> None:
    assert hit_points(hit_dice) == Fraction(average)


@pytest.mark.parametrize(
    "text", ["", "x", "-1", "0", "1-9", "1/2", "3d", "1e9", "9999", "²", "1+1+1", "d8", "0hp"]
)
def test_what_is_no_hit_dice_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match="not hit dice"):
        hit_points(text)


QUARTERS = {
    "0": "0",
    "1/4": "1/4",
    "1/2": "1/2",
    "3/4": "3/4",
    "4": "4",
    "17 1/4": "69/4",
    "1000 3/4": "4003/4",
}


@pytest.mark.parametrize(("written", "number"), QUARTERS.items())
def test_quarters_are_written_and_read_back(written: str, number: str) -> None:
    assert in_quarters(Fraction(number)) == written
    assert read_quarters(written) == Fraction(number)


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("17¼", "17 1/4"),
        ("17 ¼", "17 1/4"),
        ("¾", "3/4"),
        ("17.25", "17 1/4"),
        ("2,5", "2 1/2"),
        ("4.0", "4"),
        ("17-1/2", "17 1/2"),
        ("  17   1/4 ", "17 1/4"),
        ("1 2/4", "1 1/2"),
        ("1000000", "1000000"),
    ],
)
def test_quarters_as_people_type_them(typed: str, written: str) -> None:
    assert in_quarters(read_quarters(typed)) == written


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "x",
        "-1",
        "1/3",
        "171/4",
        "17-",
        "1.3",
        "1e3",
        "1 1/4 1/4",
        "٣",
        "1000000 1/4",
        "9" * 400,
        "½½",
        "1/0",
    ],
)
def test_what_is_no_quarters_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match="points is a number in quarters"):
        read_quarters(text)


@pytest.mark.parametrize("number", [Fraction(1, 3), Fraction(1, 8), Fraction(-1, 4)])
def test_only_quarters_are_written(number: Fraction) -> None:
    with pytest.raises(ValueError, match="quarters"):
        in_quarters(number)
