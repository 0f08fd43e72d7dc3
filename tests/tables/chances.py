"""What the tests of odds share: chances written by hand, and 100,000 rolls held against them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from tables import procedures
from tables.catalog import load
from tables.dice import FairDice
from tables.table import odds, table_to_json

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from tables.dice import Dice
    from tables.outcome import Outcome

ROLLS = 100_000
"""Rolls that are held against the odds."""

UNLIKELY = 0.001
"""Fair dice stray further than that once in a thousand seeds; the seeds are fixed."""

Chances = dict["Hashable", Fraction]
"""How likely each value is."""

ByRow = "Sequence[str] | Mapping[str, Sequence[str]]"
"""The odds of rows in order, as they are shown; by band ("2–3") for a table with bands."""


def of(denominator: int, **numerators: int) -> Chances:
    """Chances as numerators over one denominator."""
    return {value: Fraction(numerator, denominator) for value, numerator in numerators.items()}


def even(*values: Hashable) -> Chances:
    """Every value as likely as the others."""
    return dict.fromkeys(values, Fraction(1, len(values)))


def likelihood(counts: Mapping[Hashable, int], chances: Mapping[Hashable, Fraction]) -> float:
    """How likely it is that fair dice stray so far: chi-square, by Wilson and Hilferty's cube root.

    Values that are expected fewer than five times are counted together, as the books ask for.
    """
    rolls = sum(counts.values())
    expected = {value: rolls * float(chance) for value, chance in chances.items()}
    rare = [value for value, count in expected.items() if count < 5]
    cells = [(counts.get(value, 0), count) for value, count in expected.items() if count >= 5]
    if sum(expected[value] for value in rare) >= 1:
        cells.append((sum(counts.get(value, 0) for value in rare), sum(expected[value] for value in rare)))
    square = sum((found - count) ** 2 / count for found, count in cells)
    freedom = len(cells) - 1
    spread = 2 / (9 * freedom)
    height = ((square / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5
    return 1 - NormalDist().cdf(height)


class LoadedDice:
    """Dice that show one face more often than they should: one throw in 20 is pushed to it."""

    def __init__(self, sides: int, face: int) -> None:
        self._fair = FairDice(b"loaded", "dice")
        self._sides, self._face = sides, face

    def throw(self, sides: int) -> int:
        face = self._fair.throw(sides)
        pushed = sides == self._sides and self._fair.throw(20) == 1
        return self._face if pushed else face


def check_rows(key: str, by_row: Sequence[str] | Mapping[str, Sequence[str]]) -> None:
    """See that the odds of a table's rows, and those that it shows, are exactly those by hand."""
    table = load().table(key)
    if not table.bands:
        assert not hasattr(by_row, "keys")
        assert odds(table) == tuple(Fraction(chance) for chance in by_row)
        assert [row["odds"] for row in table_to_json(table)["rows"]] == list(by_row)
        return
    assert {band.numbers for band in table.bands} == set(by_row)
    for band in table.bands:
        expected = by_row[band.numbers]  # type: ignore[call-overload] - a mapping, seen above
        assert odds(table.column(band.first)) == tuple(Fraction(chance) for chance in expected), band.numbers
    shown = [row["odds"] for row in table_to_json(table)["rows"]]
    assert shown == [chance for band in table.bands for chance in by_row[band.numbers]]  # type: ignore[call-overload]


def value_of(outcome: Outcome[Any]) -> Hashable:
    """What a plain table gave."""
    return outcome.value


def check_rolls(
    key: str,
    options: Mapping[str, Any],
    chances: Mapping[Any, Fraction],
    end_of: Callable[[Outcome[Any]], Hashable] = value_of,
    dice: Dice | None = None,
) -> None:
    """See that 100,000 rolls fall as the chances by hand say, which add up to 1."""
    assert sum(chances.values()) == 1
    counts = count(key, options, end_of, dice)
    strange = {value: number for value, number in counts.items() if value not in chances}
    assert not strange, f"{key} gave what nothing says it can give: {strange}"
    missing = [value for value, chance in chances.items() if chance * ROLLS >= 20 and value not in counts]
    assert not missing, f"{key} never gave {missing}"
    if len(chances) > 1:
        assert likelihood(counts, chances) > UNLIKELY, key


def count(
    key: str,
    options: Mapping[str, Any],
    end_of: Callable[[Outcome[Any]], Hashable] = value_of,
    dice: Dice | None = None,
) -> Counter[Hashable]:
    """How often each end came in 100,000 rolls."""
    thrown = dice or FairDice(b"odds", key)
    return Counter(end_of(procedures.perform(key, options, thrown)) for _ in range(ROLLS))
