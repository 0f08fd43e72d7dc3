"""Points in exact quarters: what a monster costs, and what a room has to spend.

The challenge rating is a hit-dice equivalent: average hit points, with four more for every special
ability and eight for every extraordinary one, divided by the average of a d8.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import floor

from tables.errors import OptionError, echo

AVERAGE_HIT_DIE = Fraction(9, 2)
"""Hit points of one hit die, on average: a d8."""

SPECIAL, EXTRAORDINARY = 4, 8
"""Hit points that a special and an extraordinary ability count for."""

MOST_POINTS = 1_000_000
"""The largest number of points that is read."""

MOST_HIT_DICE = 1_000
"""The largest number in a monster's hit dice."""

_QUARTER = Fraction(1, 4)
_WRITTEN = {1: "1/4", 2: "1/2", 3: "3/4"}
_SIGNS = {"¼": "1/4", "½": "1/2", "¾": "3/4"}
_PARTS = {"1/4": Fraction(1, 4), "1/2": Fraction(1, 2), "2/4": Fraction(1, 2), "3/4": Fraction(3, 4)}
_DECIMALS = {
    None: Fraction(0),
    "0": Fraction(0),
    "00": Fraction(0),
    "25": Fraction(1, 4),
    "5": Fraction(1, 2),
    "50": Fraction(1, 2),
    "75": Fraction(3, 4),
}
_MIXED = re.compile(r"(?:([0-9]{1,7})[ -])?([123]/[24])")
_DECIMAL = re.compile(r"([0-9]{1,7})(?:[.,]([0-9]{1,2}))?")

_HIT_DICE = re.compile(r"([0-9]{1,3})(?:([+-])([0-9]{1,3})(?:d([0-9]{1,3}))?)?")
_HIT_POINTS = re.compile(r"([0-9]{1,5})(?:d([0-9]{1,3}))?(?:\+([0-9]{1,3}))?(?:hp| hit points?)")


def in_quarters(number: Fraction | int) -> str:
    """A number of quarters as it is written: "17 1/4", "3/4", "4".

    Raises:
        ValueError: it is negative, or no whole number of quarters.
    """
    quarters = Fraction(number) * 4
    if quarters < 0 or quarters.denominator != 1:
        raise ValueError(f"{number} is not a number of quarters")
    whole, part = divmod(quarters.numerator, 4)
    if part == 0:
        return str(whole)
    return f"{whole} {_WRITTEN[part]}" if whole else _WRITTEN[part]


def read_quarters(text: str, name: str = "points") -> Fraction:
    """Read "17 1/4", "17¼", "3/4", "17.25" or "4".

    Args:
        text: what was typed.
        name: what it is, for the message.

    Raises:
        OptionError: it is none of that, or larger than a million.
    """
    plain = " ".join(text[:40].split())
    for sign, part in _SIGNS.items():
        plain = plain.replace(f" {sign}", sign).replace(sign, f" {part}").strip()
    number = _read(plain)
    if number is None or number > MOST_POINTS:
        raise OptionError(
            f"{name} is a number in quarters such as 40, 3/4 or 17 1/4, at most {MOST_POINTS:,}, "
            f"not “{echo(text)}”."
        )
    return number


def _read(plain: str) -> Fraction | None:
    decimal = _DECIMAL.fullmatch(plain)
    if decimal is not None:
        part = _DECIMALS.get(decimal[2])
        return None if part is None else int(decimal[1]) + part
    mixed = _MIXED.fullmatch(plain)
    part = None if mixed is None else _PARTS.get(mixed[2])
    return None if mixed is None or part is None else int(mixed[1] or 0) + part


def hit_points(hit_dice: str) -> Fraction:
    """The hit points of a monster on average.

    Args:
        hit_dice: dice of eight sides and what is added to or taken from them ("8", "3+3", "1-1", "8+1d2"),
            or hit points themselves ("1d6hp", "1d6+1hp", "40hp").

    Raises:
        OptionError: it is none of that, or less than one hit point.
    """
    plain = hit_dice.strip().casefold().replace("−", "-").replace(" hp", "hp")
    average = _average(plain)
    if average is None or average < 1:
        raise OptionError(
            f"“{echo(hit_dice)}” is not hit dice: write them as 8, 3+3 or 1-1, "
            "or as hit points such as 1d6hp or 40hp."
        )
    return average


def _average(plain: str) -> Fraction | None:
    points = _HIT_POINTS.fullmatch(plain)
    if points is not None:
        return _sum_of(points[1], points[2]) + int(points[3] or 0)
    dice = _HIT_DICE.fullmatch(plain)
    if dice is None:
        return None
    more = _sum_of(dice[3] or "0", dice[4])
    return int(dice[1]) * AVERAGE_HIT_DIE + (-more if dice[2] == "-" else more)


def _sum_of(number: str, sides: str | None) -> Fraction:
    """A number, or so many dice on average."""
    return Fraction(int(number)) if sides is None else Fraction(int(number) * (int(sides) + 1), 2)


def challenge_rating(
    hit_points_or_dice: Fraction | str, special: int = 0, extraordinary: int = 0
) -> Fraction:
    """The challenge rating, to the nearest quarter, a half away from zero.

    Args:
        hit_points_or_dice: average hit points, or hit dice as :func:`hit_points` reads them.
        special: how many special abilities it has.
        extraordinary: how many extraordinary ones.

    Raises:
        OptionError: the hit dice cannot be read.
    """
    points = hit_points(hit_points_or_dice) if isinstance(hit_points_or_dice, str) else hit_points_or_dice
    exact = (points + SPECIAL * special + EXTRAORDINARY * extraordinary) / AVERAGE_HIT_DIE
    return floor(exact / _QUARTER + Fraction(1, 2)) * _QUARTER
