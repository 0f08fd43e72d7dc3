"""How far rerolling and exploding may go: reckoned exactly, before the first die.

Dice that are thrown again, or that bring another die, form chains. A chain has
no longest length, so each roll sets dice aside for its chains: so many that a
fair roll does not use them up (less than once in a thousand million rolls), and
never so many that they would go beyond what a command may throw. A chain that
could not end is found here.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt
from typing import TYPE_CHECKING

from tables.errors import ImpossibleRoll, echo

if TYPE_CHECKING:
    from collections.abc import Iterator

_OPEN_END = 10**13
"""An end that no face reaches."""


@dataclass(frozen=True, slots=True)
class Range:
    """The faces that a comparison names, both ends included: "<3", "6", ">=5"."""

    low: int
    high: int
    text: str

    def holds(self, face: int) -> bool:
        """Whether ``face`` is one of them."""
        return self.low <= face <= self.high


def compare(sign: str, number: int) -> Range:
    """The faces for which "face ``sign`` ``number``" is true; without a sign, the number alone."""
    text = f"{sign}{number}"
    match sign:
        case "<":
            return Range(-_OPEN_END, number - 1, text)
        case "<=":
            return Range(-_OPEN_END, number, text)
        case ">":
            return Range(number + 1, _OPEN_END, text)
        case ">=":
            return Range(number, _OPEN_END, text)
        case _:
            return Range(number, number, text)


PAIR_FACES = tuple(10 * tens + units for tens in range(1, 7) for units in range(1, 7))
"""What a d66 shows: one d6 for the tens, one for the units."""


@dataclass(frozen=True, slots=True)
class Faces:
    """What one die can show: every whole number from ``low`` to ``high``, or the pairs of a d66."""

    low: int
    high: int
    pair: bool = False

    @property
    def number(self) -> int:
        """How many faces there are, each as likely as any other."""
        return len(PAIR_FACES) if self.pair else self.high - self.low + 1

    def among(self, low: int, high: int) -> int:
        """How many of them lie from ``low`` to ``high``."""
        if self.pair:
            return sum(low <= face <= high for face in PAIR_FACES)
        return max(0, min(high, self.high) - max(low, self.low) + 1)


@dataclass(frozen=True, slots=True)
class Chains:
    """What a roll sets aside for its chains, in throws.

    Attributes:
        again: throws that take the place of another.
        extra: throws that come on top.
    """

    again: int
    extra: int


@dataclass(frozen=True, slots=True)
class Reroll:
    """Faces thrown again: once, or until another face shows."""

    on: Range
    once: bool


def set_aside(text: str, dice: int, faces: Faces, reroll: Reroll | None, explode: Range | None) -> Chains:
    """The throws that ``dice`` dice, written ``text``, need for rerolling and exploding.

    Raises:
        ImpossibleRoll: every face is thrown again, or every face that stays brings another die.
    """
    again = (0, 1) if reroll is None else (faces.among(reroll.on.low, reroll.on.high), faces.number)
    once = reroll is not None and reroll.once
    if again[0] == again[1] and not once:
        raise ImpossibleRoll(f"“{echo(text)}” would reroll every face and never end: leave one that stays.")
    burst = (0, 1) if explode is None else _chance_to_explode(faces, reroll, explode)
    if burst[0] == burst[1]:
        raise ImpossibleRoll(
            f"“{echo(text)}” would explode on every face and never end: leave one that stays."
        )
    extra = _enough(dice, *burst)
    if once:
        return Chains(dice + extra, extra)
    return Chains(_enough(dice + extra, *again), extra)


def sizes_to_try(low: int, high: int, ranges: tuple[Range, ...]) -> Iterator[int]:
    """The sides, from ``low`` to ``high``, among which is the likeliest to be thrown again.

    Between the ends of the ranges the chances rise or fall steadily, so the ends are enough.
    """
    yield low
    if high > low:
        yield high
        for found in ranges:
            ends = (found.low - 1, found.low, found.high, found.high + 1)
            yield from (end for end in ends if low < end < high)


def _chance_to_explode(faces: Faces, reroll: Reroll | None, explode: Range) -> tuple[int, int]:
    """The chance, as numerator and denominator, that a die that stays brings another."""
    every = faces.number
    bursting = faces.among(explode.low, explode.high)
    if reroll is None:
        return (bursting, every)
    replaced = faces.among(reroll.on.low, reroll.on.high)
    both = faces.among(max(reroll.on.low, explode.low), min(reroll.on.high, explode.high))
    if reroll.once:  # a face that stays at once, or one that is thrown again and then bursts
        return ((bursting - both) * every + replaced * bursting, every * every)
    return (bursting - both, every - replaced)


def _enough(chains: int, hits: int, of: int) -> int:
    """More throws than ``chains`` chains take that go on with a chance of ``hits`` in ``of``.

    The mean, six standard deviations, and twenty times the mean length of one chain.
    """
    if hits == 0:
        return 0
    stops = of - hits
    mean = -(-chains * hits // stops)
    variance = -(-chains * hits * of // (stops * stops))
    return mean + 6 * (isqrt(variance) + 1) + -(-20 * of // stops)
