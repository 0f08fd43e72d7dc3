"""All tables, read from their files and checked whole before anything is rolled.

One TOML file a table, in folders below ``data``::

    key = "door.sense"                  # its last part is the file's name
    title = "Up or down"
    dice = "d6"                         # d10, 2d6, d8+d12 …
    purpose = "sense"                   # what the die is for, in a word or two
    about = "…"                         # may be left out

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
    ours = true                         # our own reading
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from tables.dice import MAX_DICE
from tables.errors import CatalogError
from tables.names import fold, search, unknown_table
from tables.table_file import read_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tables.table import Table

FOLDER = Path(__file__).parent / "data"
"""Where the tables of the program lie."""


@dataclass(frozen=True, slots=True)
class Catalog:
    """Tables that have been checked together.

    Attributes:
        tables: all of them, folder by folder.
        by_key: the same by their keys.
        worst: the dice that each throws at most, with everything that follows.
    """

    tables: tuple[Table, ...]
    by_key: Mapping[str, Table]
    worst: Mapping[str, int]

    def table(self, key: str) -> Table:
        """The table of that key, however its letters are cased.

        Raises:
            UnknownTable: there is none; the nearest ones are suggested.
        """
        found = self.by_key.get(fold(key))
        if found is None:
            raise unknown_table(key, self.titles())
        return found

    def most_dice(self, key: str) -> int:
        """The dice that a table throws at most, with everything that may follow.

        Raises:
            UnknownTable: there is no such table.
        """
        return self.worst[self.table(key).key]

    def search(self, text: str) -> tuple[Table, ...]:
        """The tables whose key or title holds every word of ``text``, the best first."""
        return tuple(self.by_key[key] for key in search(text, self.titles()))

    def titles(self) -> Mapping[str, str]:
        """Each table's title by its key."""
        return {table.key: table.title for table in self.tables}


@cache
def load() -> Catalog:
    """The program's own tables.

    Raises:
        CatalogError: a file is wrong; the message names it and its row.
    """
    return read(FOLDER)


def read(folder: Path) -> Catalog:
    """Read and check every table below ``folder``.

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
    _check_links(tables, files)
    worst: dict[str, int] = {}
    for key in tables:
        _count_dice(key, tables, files, worst, ())
    return Catalog(tuple(tables.values()), MappingProxyType(tables), MappingProxyType(worst))


def _check_links(tables: Mapping[str, Table], files: Mapping[str, str]) -> None:
    for table in tables.values():
        for number, row in enumerate(table.rows, start=1):
            for key in (*row.then, *row.then_secret):
                if key not in tables:
                    raise CatalogError(
                        f"{files[table.key]}, row {number}: it leads to {key!r}, and no table has that key."
                    )


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
    for number, row in enumerate(tables[key].rows, start=1):
        dice = 0
        for following in (*row.then, *row.then_secret):
            if following in chain:
                circle = " → ".join((*chain[chain.index(following) :], following))
                raise CatalogError(f"{files[key]}, row {number}: it leads in a circle, {circle}.")
            dice += _count_dice(following, tables, files, worst, chain)
        if own + dice > MAX_DICE:
            raise CatalogError(f"{files[key]}, row {number}: it may throw more than {MAX_DICE:,} dice.")
        below = max(below, dice)
    worst[key] = own + below
    return worst[key]
