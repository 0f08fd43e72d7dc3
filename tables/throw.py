"""The dice that a table is thrown with: one die, or a sum such as 2d6 or d8+d12."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING

from tables.dice import Die

if TYPE_CHECKING:
    from tables.dice import Dice

MOST_DICE = 20
"""Dice that one table may be thrown with."""

MOST_SIDES = 1_000
"""Sides of a table's largest die."""

_TERM = re.compile(r"([1-9][0-9]?)?d([1-9][0-9]{0,3})")


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that are thrown together and added up.

    Attributes:
        text: as it is written, "2d6".
        sides: the sides of each die, in the order thrown.
    """

    text: str
    sides: tuple[int, ...]

    @property
    def least(self) -> int:
        """The smallest sum."""
        return len(self.sides)

    @property
    def most(self) -> int:
        """The largest sum."""
        return sum(self.sides)

    def chances(self) -> dict[int, Fraction]:
        """How likely each sum is, exactly; they add up to 1."""
        ways = {0: 1}
        for sides in self.sides:
            longer: dict[int, int] = {}
            for total, count in ways.items():
                for face in range(1, sides + 1):
                    longer[total + face] = longer.get(total + face, 0) + count
            ways = longer
        every = prod(self.sides)
        return {total: Fraction(count, every) for total, count in sorted(ways.items())}

    def throw(self, dice: Dice, purpose: str) -> tuple[Die, ...]:
        """Throw each die once."""
        return tuple(Die(sides, dice.throw(sides), purpose) for sides in self.sides)


def parse_throw(text: str) -> Throw:
    """Read "d10", "2d6" or "d8+d12".

    Raises:
        ValueError: it is none of that, or more than 20 dice, or a die without 2 to 1,000 sides.
    """
    sides: list[int] = []
    for term in text.split("+"):
        match = _TERM.fullmatch(term)
        if match is None:
            raise ValueError(f"{text!r} is not dice such as d10, 2d6 or d8+d12")
        sides += [int(match[2])] * int(match[1] or 1)
    if len(sides) > MOST_DICE:
        raise ValueError(f"{text!r} is more than {MOST_DICE} dice")
    if not all(2 <= each <= MOST_SIDES for each in sides):
        raise ValueError(f"{text!r} has a die without 2 to {MOST_SIDES:,} sides")
    return Throw(text, tuple(sides))
