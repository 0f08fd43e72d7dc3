"""Tables whose rows are lists of treasure: by a dungeon's level, and what maps lead to.

A row's value is such a list ("gp 250*level", "potion 6; scroll 6"), or it leads on to another table.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from tables.catalog import load
from tables.dice import Die
from tables.hoards import Hoard, hoard_of, most_dice, read_lots, roll_lots, tell
from tables.outcome import Hit, Outcome
from tables.rolling import roll_on

if TYPE_CHECKING:
    from tables.dice import Dice
    from tables.hoards import Part
    from tables.rolling import Rules
    from tables.table import Row, Table

BY_LEVEL = (
    "treasure.appendix-a",
    "treasure.osric",
    "treasure.osric-guarded",
    "treasure.osric-valuables",
    "treasure.osric-chance",
    "treasure.osric3",
)
"""The tables that go by the dungeon's level."""

OF_MAPS = ("treasure.monetary", "treasure.magic", "treasure.combined")
"""The tables of what maps lead to."""

_AGAIN = {"twice": 2, "thrice": 3}
"""Rows that ask for more rolls on the rows before them."""

_NO_LIST = frozenset({"valuables", "chance", "nothing", "false", "monetary", "magic", "combined", *_AGAIN})
"""Rows whose value is no list of treasure: they lead on, or to nothing."""

_RESTRICTED = 17
"""The die for more rolls on monetary treasure: it shows the rows before those that ask for them."""


def roll_table(key: str, level: int, dice: Dice, rules: Rules) -> Outcome[Hoard]:
    """Roll a table of treasure, and what its row lists or leads to."""
    table = rules.table(key)
    fell = roll_on(table, dice, rules, {"level": level})
    children = fell.children
    for _ in range(_AGAIN.get(fell.value, 0)):
        children = (*children, _roll_again(table, dice, rules))
    return _gather(replace(fell, children=children), level, dice, rules)


def come_to(outcome: Outcome[Any], hoard: Hoard, children: tuple[Outcome[object], ...]) -> Outcome[Hoard]:
    """The outcome with the hoard that it came to, and the text that tells it."""
    return replace(outcome, text=tell(hoard), value=hoard, children=children)


def parts_of(outcomes: tuple[Outcome[object], ...]) -> list[Part]:
    """What all the hoards among these outcomes hold."""
    return [part for each in outcomes if isinstance(each.value, Hoard) for part in each.value.parts]


def worst_case(key: str) -> int:
    """The dice that a table of treasure throws at most, with all that its rows list or lead to."""
    table = load().table(key)
    return len(table.throw.sides) + max(_worst_row(table, row) for row in table.rows)


def _roll_again(table: Table, dice: Dice, rules: Rules) -> Outcome[Hoard]:
    """One more roll on the rows that ask for no further ones."""
    die = Die(_RESTRICTED, dice.throw(_RESTRICTED), table.purpose)
    row = table.row_of(die.face)
    hit = Hit(table.key, row.first, row.last, row.text)
    return _gather(Outcome(table.key, table.title, (die,), (hit,), row.text, row.value), 1, dice, rules)


def _gather(fell: Outcome[str], level: int, dice: Dice, rules: Rules) -> Outcome[Hoard]:
    """A table's outcome with the hoard that its row and its children come to."""
    lots = () if fell.value in _NO_LIST else read_lots(fell.value)
    parts, rolled = roll_lots(lots, level, dice, rules)
    hoard = hoard_of([*parts_of(fell.children), *parts])
    return come_to(cast("Outcome[Any]", fell), hoard, (*fell.children, *rolled))


def _worst_row(table: Table, row: Row) -> int:
    own = 0 if row.value in _NO_LIST else most_dice(read_lots(row.value))
    led = sum(worst_case(key) for key in row.then)
    if row.value not in _AGAIN:
        return own + led
    before = [most_dice(read_lots(each.value)) for each in table.rows if each.last <= _RESTRICTED]
    return _AGAIN[row.value] * (1 + max(before))
