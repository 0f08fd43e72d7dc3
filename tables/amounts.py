"""Amounts in a row's words: "{2d4*10000} copper pieces", rolled and filled in.

Between braces stands dice notation, or a plain product such as 1000*level; in both,
"level" and "area" are the numbers that were given. After it may stand the words for one and for several:
"{1d4|gem|gems}".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tables.dice import Dice
    from tables.notation import Total
    from tables.outcome import Outcome
    from tables.procedure import OptionValue

NAMES: tuple[str, ...] = ("level", "area")
"""The numbers that a table can be given: a dungeon level, and square feet."""

_AMOUNT = re.compile(r"\{([^{}|]+)(?:\|([^{}|]*)\|([^{}|]*))?\}")
_NAME = re.compile(r"\b(?:" + "|".join(NAMES) + r")\b")
_PRODUCT = re.compile(r"[0-9]{1,9}(?:\*[0-9]{1,9})*")


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount within a text.

    Attributes:
        written: dice notation, perhaps with names of numbers.
        one, several: the words that follow the number, or nothing.
    """

    written: str
    one: str = ""
    several: str = ""

    def notation(self, given: Mapping[str, OptionValue]) -> str:
        """Its notation with the given numbers in place of their names."""
        return _NAME.sub(lambda name: str(given[name[0]]), self.written)

    def names(self) -> frozenset[str]:
        """The numbers that it needs."""
        return frozenset(_NAME.findall(self.written))

    def told(self, total: int) -> str:
        """So many, in words."""
        word = self.one if total == 1 else self.several
        return f"{total:,} {word}" if word else f"{total:,}"


@lru_cache(maxsize=4_096)
def amounts_of(text: str) -> tuple[Amount, ...]:
    """The amounts of a text, in order."""
    return tuple(Amount(found[1], found[2] or "", found[3] or "") for found in _AMOUNT.finditer(text))


def fill(text: str, given: Mapping[str, OptionValue], dice: Dice) -> tuple[str, tuple[Outcome[object], ...]]:
    """The text with its amounts rolled and filled in, and an outcome for each that has dice."""
    outcomes: list[Outcome[object]] = []
    words: list[str] = []
    for amount in amounts_of(text):
        written = amount.notation(given)
        if _PRODUCT.fullmatch(written):
            total = prod(int(factor) for factor in written.split("*"))
        else:
            rolled = _roll(written, dice)
            outcomes.append(rolled)
            total = rolled.value.total
        words.append(amount.told(total))
    filled = iter(words)
    return _AMOUNT.sub(lambda _: next(filled), text), tuple(outcomes)


def most_dice(text: str) -> int:
    """The dice that the amounts of a text throw at most, whatever numbers are given.

    Raises:
        Refusal: one of them is neither dice notation nor a product.
    """
    given = dict.fromkeys(NAMES, 1)
    return sum(_most_dice(amount.notation(given)) for amount in amounts_of(text))


def names_in(text: str) -> frozenset[str]:
    """The numbers that the amounts of a text need."""
    return frozenset[str]().union(*(amount.names() for amount in amounts_of(text)))


def _roll(written: str, dice: Dice) -> Outcome[Total]:
    from tables import notation  # noqa: PLC0415 - its grammar is loaded only where amounts are rolled

    return cast("Outcome[Total]", notation.roll(written, dice))


def _most_dice(written: str) -> int:
    if _PRODUCT.fullmatch(written):
        return 0
    from tables import notation  # noqa: PLC0415

    return notation.worst_case(notation.parse(written))
