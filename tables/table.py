"""A table as a value: its rows and its exact odds."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tables.throw import Throw


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table.

    Attributes:
        first: the lowest roll that falls on it, as the table writes it (0 for a d10's tenth side).
        last: the highest, the same way.
        text: what it says: a phrase in plain words, without a full stop.
        value: the same for machines.
        then: tables rolled next, in order.
        then_secret: tables rolled after those, told to the game masters only.
        players: what players read instead; every row with the same words looks alike to them.
        again: how many times the same table is rolled again.
        next: keys that are the natural next roll.
        ours: our own reading, where the source says nothing.
    """

    first: int
    last: int
    text: str
    value: str
    then: tuple[str, ...] = ()
    then_secret: tuple[str, ...] = ()
    ours: bool = False
    players: str | None = None
    again: int = 0
    next: tuple[str, ...] = ()

    @property
    def rolls(self) -> str:
        """The rolls that fall on it, as a book writes them: "3", "3–5" or, on a d100, "91–00"."""
        if self.first == self.last:
            return str(self.first)
        return f"{self.first}–00" if self.last == 0 and self.first > 9 else f"{self.first}–{self.last}"


@dataclass(frozen=True, slots=True)
class Band:
    """The rows that count where a number, such as the dungeon level, is ``first`` to ``last``.

    The last band of a table has no end: its ``last`` is None.
    """

    first: int
    last: int | None
    rows: tuple[Row, ...]

    @property
    def numbers(self) -> str:
        """The numbers it is for, as a book writes them: "1", "2–3" or "16+"."""
        if self.last is None:
            return f"{self.first}+"
        return str(self.first) if self.first == self.last else f"{self.first:,}–{self.last:,}"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a table comes from.

    Attributes:
        work: author, title and date.
        section: which part of it.
        seed: the number of the source text, where it is one of those this program was made for.
        address: where it can be read.
    """

    work: str
    section: str
    seed: int | None = None
    address: str | None = None

    def __str__(self) -> str:
        """Work, section and address in one line."""
        address = "" if self.address is None else f", {self.address}"
        return f"{self.work} ({self.section}){address}"


@dataclass(frozen=True, slots=True)
class Table:
    """A table: every roll of its dice falls on exactly one row (the catalog checks that).

    Attributes:
        key: its name for machines ("door.second").
        title: its name for people.
        throw: what is thrown on it.
        purpose: what the dice are for, in a word or two.
        source: where it comes from.
        rows: in the order of their rolls; a row 0 is the last. None for a table with bands.
        about: what somebody who rolls on it should know, or nothing.
        by: the number that chooses the band: "level" or "area"; nothing for a table without bands.
        bands: the rows for each number, in order, without a gap.
        next: keys that are the natural next roll, whatever came.
        every: the turns of ten minutes from one throw to the next; 0 where the clock has no say.
        hides: whether players read some rows otherwise, so that its dice fall behind the screen.
    """

    key: str
    title: str
    throw: Throw
    purpose: str
    source: Source
    rows: tuple[Row, ...]
    about: str = ""
    by: str = ""
    bands: tuple[Band, ...] = ()
    next: tuple[str, ...] = ()
    every: int = 0
    hides: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        """Look once whether any row reads otherwise to players."""
        object.__setattr__(self, "hides", any(row.players is not None for row in self.every_row))

    @property
    def dice(self) -> str:
        """What is thrown on it, as written: "d10"."""
        return self.throw.text

    @property
    def zero(self) -> bool:
        """Whether the die's last side is read as 0 (or 00)."""
        return any(row.last == 0 for row in self.every_row)

    @property
    def every_row(self) -> tuple[Row, ...]:
        """Its rows, those of all its bands in order."""
        return self.rows or tuple(row for band in self.bands for row in band.rows)

    def column(self, number: int) -> Table:
        """The table that counts for a number: the same with the rows of the band it falls in."""
        for band in self.bands:
            if band.last is None or number <= band.last:
                return replace(self, rows=band.rows, bands=(), by="")
        return self

    def span(self, row: Row) -> tuple[int, int]:
        """The lowest and highest sum that falls on ``row``: a written 0 is the die's last side."""
        most = self.throw.most
        return row.first or most, row.last or most

    def row_of(self, total: int) -> Row:
        """The row that a sum falls on; a table checked by the catalog has one for each."""
        most = self.throw.most
        for row in self.rows:  # in order and without a gap: the first that reaches so far
            if total <= (row.last or most):
                return row
        raise LookupError(f"{self.key} has no row for {total}")


def odds(table: Table) -> tuple[Fraction, ...]:
    """How likely each row is, exactly, in the order of the rows; they add up to 1."""
    chances = table.throw.chances()
    spans = [table.span(row) for row in table.rows]
    return tuple(sum((chances[total] for total in range(low, high + 1)), Fraction(0)) for low, high in spans)


def table_to_json(table: Table) -> dict[str, Any]:
    """The table as plain JSON values, with the exact odds of each row ("1/10").

    A row of a table with bands says for which numbers it counts: ``"level": "2–3"``.
    """
    columns = [(band.numbers, table.column(band.first)) for band in table.bands] or [("", table)]
    return {
        "key": table.key,
        "title": table.title,
        "dice": table.dice,
        "source": str(table.source),
        "rows": [
            {
                **({table.by: numbers} if table.by else {}),
                "from": row.first,
                "to": row.last,
                "text": row.text,
                "odds": str(chance),
                "then": [*row.then, *row.then_secret],
            }
            for numbers, column in columns
            for row, chance in zip(column.rows, odds(column), strict=True)
        ],
    }
