"""All tables, read from their files and checked whole before anything is rolled.

One TOML file a table, in folders below ``data``::

    key = "door.sense"                  # its last part is the file's name
    title = "Up or down"
    dice = "d6"                         # d10, 2d6, d8+d12 …
    purpose = "sense"                   # what the die is for, in a word or two
    about = "…"                         # may be left out
    every = 3                           # turns from one throw to the next; may be left out

    [source]
    work = "…"                          # author, title, date
    section = "…"
    seed = 0                            # may be left out
    address = "…"                       # may be left out

    [[rows]]
    on = "1-3"                          # one roll or a range; 0 or 00 is a die's last side
    text = "…"                          # a phrase without a full stop
    value = "up"                        # for machines; the text where it is left out
    then = ["door.second"]              # rolled next; then_secret: for the game masters only
    players = "a blank wall"            # what players read instead, on two rows at least
    again = 2                           # this table is rolled again so many times
    next = ["door.beyond"]              # offered as the next roll
    ours = true                         # our own reading

Amounts in a text are rolled and filled in: "{2d4*10000} copper pieces", "{100*level} gold",
"{1d4|gem|gems}". A table may go by a number instead, ``by = "level"`` or "area"::

    [[bands]]
    of = "2-3"                          # 1, 2-3, 16+: from 1 on, without a gap
    rows = [ {on = "1-12", text = "…", value = "1"}, … ]

A table may have ``next`` too. Links may lead to procedures as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from tables.amounts import NAMES, most_dice
from tables.dice import MAX_DICE
from tables.errors import CatalogError
from tables.names import fold, unknown_table
from tables.rolling import MOST_AGAIN, NOTHING, roll_on
from tables.table_file import read_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tables.dice import Dice
    from tables.outcome import Outcome
    from tables.procedure import OptionValue
    from tables.table import Table

FOLDER = Path(__file__).parent / "data"
"""Where the tables of the program lie."""


@dataclass(frozen=True, slots=True)
class Catalog:
    """Tables that have been checked together.

    Attributes:
        tables: all of them, folder by folder.
        by_key: the same by their keys.
        worst: the dice that each throws at most, with the tables that follow.
        loose: links to what is no table, by their keys, with the place that has them.
    """

    tables: tuple[Table, ...]
    by_key: Mapping[str, Table]
    worst: Mapping[str, int]
    loose: Mapping[str, str]

    def table(self, key: str) -> Table:
        """The table of that key, however its letters are cased.

        Raises:
            UnknownTable: there is none; the nearest ones are suggested.
        """
        found = self.by_key.get(fold(key))
        if found is None:
            raise unknown_table(key, self.titles())
        return found

    def roll(self, key: str, dice: Dice, given: Mapping[str, OptionValue] = NOTHING) -> Outcome[str]:
        """Roll a table, and the tables that follow from it.

        Raises:
            UnknownTable: there is no such table.
        """
        numbers = {name: given[name] for name in NAMES if name in given}
        return roll_on(self.table(key), dice, self, cast("Mapping[str, int]", numbers))

    def titles(self) -> Mapping[str, str]:
        """Each table's title by its key."""
        return {table.key: table.title for table in self.tables}


@cache
def load() -> Catalog:
    """The program's own tables.

    Raises:
        CatalogError: a file is wrong; the message names it and its row.
    """
    return read(FOLDER, loose=True)


def read(folder: Path, *, loose: bool = False) -> Catalog:
    """Read and check every table below ``folder``.

    Args:
        folder: where the files are.
        loose: links may lead to what is no table; whoever knows procedures has to check them.

    Raises:
        CatalogError: a file is wrong: a gap or an overlap in its rows, a link to a table that is
            not there or back to itself, dice or keys that are not known, more dice than one
            command may throw. The message names the file and the row.
    """
    files: dict[str, str] = {}
    tables: dict[str, Table] = {}
    for path in sorted(folder.rglob("*.toml")):
        name = path.relative_to(folder).as_posix()
        table = read_table(path.read_bytes(), name)
        if table.key in tables:
            raise CatalogError(f"{name}: {files[table.key]} has the key {table.key!r} too.")
        tables[table.key] = table
        files[table.key] = name
    links = _loose_links(tables, files)
    if links and not loose:
        key, place = next(iter(links.items()))
        raise CatalogError(f"{place}: it leads to {key!r}, and no table has that key.")
    worst: dict[str, int] = {}
    for key in tables:
        _count_dice(key, tables, files, worst, ())
    return Catalog(
        tuple(tables.values()), MappingProxyType(tables), MappingProxyType(worst), MappingProxyType(links)
    )


def _loose_links(tables: Mapping[str, Table], files: Mapping[str, str]) -> dict[str, str]:
    """The keys that rows and tables lead to and no table has, each with the first place of it."""
    found: dict[str, str] = {}
    for table in tables.values():
        for key in table.next:
            found.setdefault(key, files[table.key])
        for number, row in enumerate(table.every_row, start=1):
            for key in (*row.then, *row.then_secret, *row.next):
                found.setdefault(key, f"{files[table.key]}, row {number}")
    return {key: place for key, place in found.items() if key not in tables}


def _count_dice(
    key: str,
    tables: Mapping[str, Table],
    files: Mapping[str, str],
    worst: dict[str, int],
    above: tuple[str, ...],
) -> int:
    """The most dice a table throws, written to ``worst``; ``above`` are the tables that led to it."""
    if key in worst:
        return worst[key]
    chain = (*above, key)
    own = len(tables[key].throw.sides)
    below = 0
    rows = tables[key].every_row
    times = 1 + MOST_AGAIN * any(row.again for row in rows)
    for number, row in enumerate(rows, start=1):
        dice = most_dice(row.text)
        for following in (*row.then, *row.then_secret):
            if following not in tables:
                continue
            if following in chain:
                circle = " → ".join((*chain[chain.index(following) :], following))
                raise CatalogError(f"{files[key]}, row {number}: it leads in a circle, {circle}.")
            dice += _count_dice(following, tables, files, worst, chain)
        if (own + dice) * times > MAX_DICE:
            raise CatalogError(f"{files[key]}, row {number}: it may throw more than {MAX_DICE:,} dice.")
        below = max(below, dice)
    worst[key] = (own + below) * times
    return worst[key]
