"""A table as a value: its rows, its exact odds, and what rolling on it gives."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

from tables.dice import Die
from tables.outcome import Hit, Outcome

if TYPE_CHECKING:
    from tables.dice import Dice
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
        ours: our own reading, where the source says nothing.
    """

    first: int
    last: int
    text: str
    value: str
    then: tuple[str, ...] = ()
    then_secret: tuple[str, ...] = ()
    ours: bool = False

    @property
    def rolls(self) -> str:
        """The rolls that fall on it, as a book writes them: "3" or "3–5"."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


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
        rows: in the order of their rolls; a row 0 is the last.
        about: what somebody who rolls on it should know, or nothing.
    """

    key: str
    title: str
    throw: Throw
    purpose: str
    source: Source
    rows: tuple[Row, ...]
    about: str = ""

    @property
    def dice(self) -> str:
        """What is thrown on it, as written: "d10"."""
        return self.throw.text

    @property
    def zero(self) -> bool:
        """Whether the die's last side is read as 0 (or 00)."""
        return any(row.last == 0 for row in self.rows)

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


class Tables(Protocol):
    """Where a row's links lead: the catalog."""

    def table(self, key: str) -> Table:
        """The table of that key."""
        ...


def roll_on(table: Table, dice: Dice, catalog: Tables, *, purpose: str = "") -> Outcome[str]:
    """Roll on a table, and on what its row names next.

    Args:
        table: one that the catalog has checked.
        dice: the table's own are thrown first, then those of what follows, in order.
        catalog: where the rows' links lead.
        purpose: what the dice are for, where the table's own word does not fit.

    Returns:
        An outcome whose value is the row's. Its text tells what follows too, but nothing secret.
    """
    thrown = table.throw.throw(dice, purpose or table.purpose)
    row = table.row_of(sum(die.face for die in thrown))
    if table.zero:
        thrown = tuple(Die(die.sides, die.face % die.sides, die.purpose) for die in thrown)
    children = (
        *(roll_on(catalog.table(key), dice, catalog) for key in row.then),
        *(replace(roll_on(catalog.table(key), dice, catalog), secret=True) for key in row.then_secret),
    )
    return Outcome(
        key=table.key,
        title=table.title,
        dice=thrown,
        rows=(Hit(table.key, row.first, row.last, row.text),),
        text=_sentence(_phrase(row.text, children)),
        value=row.value,
        children=children,
    )


def table_to_json(table: Table) -> dict[str, Any]:
    """The table as plain JSON values, with the exact odds of each row ("1/10")."""
    return {
        "key": table.key,
        "title": table.title,
        "dice": table.dice,
        "source": str(table.source),
        "rows": [
            {
                "from": row.first,
                "to": row.last,
                "text": row.text,
                "odds": str(chance),
                "then": [*row.then, *row.then_secret],
            }
            for row, chance in zip(table.rows, odds(table), strict=True)
        ],
    }


def _phrase(text: str, children: tuple[Outcome[object], ...]) -> str:
    """A row's text with what followed openly: "a ladder: up"."""
    followed = [_phrase(child.rows[0].text, child.children) for child in children if not child.secret]
    return f"{text}: {'; '.join(followed)}" if followed else text


def _sentence(phrase: str) -> str:
    end = "" if phrase.endswith((".", "!", "?", "…")) else "."
    return phrase[:1].upper() + phrase[1:] + end
