"""A table's rows in words, for people who read the table rather than roll on it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tables.amounts import amounts_of
from tables.table import odds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tables.amounts import Amount
    from tables.table import Row, Table

_BRACES = re.compile(r"\{[^{}]*\}")
_LONG = re.compile(r"[0-9]{4,}")

OURS = "* our own reading, where the source says nothing"
"""Explains the star behind a row's words."""


def columns_of(table: Table) -> tuple[tuple[str, Table], ...]:
    """The table's bands, each as a table, with the numbers that it is for ("2–3").

    A table without bands comes alone, and for no numbers.
    """
    if not table.bands:
        return (("", table),)
    return tuple((band.numbers, table.column(band.first)) for band in table.bands)


def rows_of(table: Table) -> Iterator[tuple[str, str, Row]]:
    """The rolls, the exact odds and the row, for each row of a table without bands."""
    for row, chance in zip(table.rows, odds(table), strict=True):
        yield row.rolls, str(chance), row


def row_words(row: Row) -> str:
    """What a row says, its amounts as they are rolled, and whether the table is rolled again."""
    filled = iter([_amount(amount) for amount in amounts_of(row.text)])
    text = _BRACES.sub(lambda found: next(filled, found[0]), row.text)
    again = f" (again, {row.again} times)" if row.again > 1 else " (and again)" * row.again
    return text + again + "*" * row.ours


def _amount(amount: Amount) -> str:
    """An amount before it is rolled: "2d4×10,000", "1d4 gems"."""
    written = _LONG.sub(lambda number: f"{int(number[0]):,}", amount.written).replace("*", "×")
    return f"{written} {amount.several}".rstrip()
