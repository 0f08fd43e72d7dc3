"""All tables as one page of Markdown: each with its rows, its exact odds and its source."""

from __future__ import annotations

import csv
from itertools import groupby
from typing import TYPE_CHECKING

from tables import procedures
from tables.catalog import FOLDER, load
from tables.hoard_lists import CACHE_SOURCES, TYPES_SOURCE
from tables.monster_file import PRICE_SOURCE
from tables.table import odds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tables.procedure import Procedure
    from tables.table import Row, Table

HEAD = """# Tables

Made from the files in `tables/data/` by `make docs`; change those, not this page. Every table can be
rolled with `/table roll` and shown with `/table show`; at the terminal, `undercroft roll KEY`.

Odds are exact. *Then* is what the row has rolled next, 🔒 to the game masters alone. A row marked \\* is
our own reading, where the source says nothing. *Players read* is what a roll in the open tells instead of
the row. Amounts in braces are rolled: `{2d4*10000}`.
"""

PROCEDURES = """## Procedures

Several tables or dice in order, rolled as one. Options are written `name=value` at the terminal:
`undercroft roll room.contents scheme=bx level=3`.
"""


LISTS = (
    ("Treasure types", "treasure/types.csv", (str(TYPES_SOURCE),)),
    (
        "Treasure without an owner",
        "treasure/caches.csv",
        tuple(str(source) for source in CACHE_SOURCES.values()),
    ),
    ("Monsters", "monsters/bestiary.csv", ()),
    ("Arneson’s prices", "monsters/prices.csv", (PRICE_SOURCE,)),
)
"""The lists beside the tables: title, file, sources."""


def page() -> str:
    """The whole page."""
    tables = load().tables
    groups = [(name, list(group)) for name, group in groupby(tables, key=lambda table: _group(table.key))]
    contents = "\n".join(
        f"* **{name}**: {' · '.join(f'[`{table.key}`](#{_anchor(table)})' for table in group)}"
        for name, group in groups
    )
    sections = [f"## {name}\n\n" + "\n".join(_section(table) for table in group) for name, group in groups]
    lists = [_list(*each) for each in LISTS]
    return "\n".join((HEAD, contents, "", *sections, "## Lists\n", *lists, _procedures()))


def _list(title: str, name: str, sources: tuple[str, ...]) -> str:
    """A list that is no table with rows that one die falls on: every line of its file."""
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        head, *lines = list(csv.reader(file))
    cells = [_line(head), _line(["---"] * len(head)), *(_line(line) for line in lines)]
    source = f"Source: {'; '.join(sources)}." if sources else "Each line names its source."
    return "\n".join((f"### {title} (`{name}`)", "", *cells, "", source, ""))


def _group(key: str) -> str:
    return key.partition(".")[0].capitalize()


def _anchor(table: Table) -> str:
    """The place of a table's heading, as Markdown pages name it."""
    kept = (sign for sign in _heading(table).casefold() if sign.isalnum() or sign in " -_")
    return "".join(kept).replace(" ", "-")


def _heading(table: Table) -> str:
    return f"{table.title} {table.key}"


def _section(table: Table) -> str:
    lines = [f"### {table.title} `{table.key}`", "", *_body(table), "", f"Source: {table.source}."]
    if table.about:
        lines += ["", " ".join(table.about.split())]
    if table.next:
        lines += ["", f"Offered next: {_keys(table.next)}."]
    return "\n".join((*lines, ""))


def _body(table: Table) -> Iterator[str]:
    if table.bands:
        yield from _matrix(table)
        return
    columns = ["then"] * any(row.then or row.then_secret for row in table.rows)
    columns += ["players read"] * any(row.players is not None for row in table.rows)
    yield _line((table.dice, "odds", "result", *columns))
    yield _line(["---"] * (3 + len(columns)))
    for row, chance in zip(table.rows, odds(table), strict=True):
        cells = {"then": _then(row), "players read": row.players or ""}
        yield _line((row.rolls, str(chance), _words(row), *(cells[column] for column in columns)))


def _matrix(table: Table) -> Iterator[str]:
    """A row for each band, a column for each result."""
    results = list(dict.fromkeys(_words(row) for row in table.every_row))
    yield _line((table.by, *results))
    yield _line(["---"] * (1 + len(results)))
    for band in table.bands:
        column = table.column(band.first)
        cells = {
            _words(row): f"{row.rolls} ({chance})"
            for row, chance in zip(column.rows, odds(column), strict=True)
        }
        yield _line((band.numbers, *(cells.get(result, "") for result in results)))


def _words(row: Row) -> str:
    again = f" (again, {row.again} times)" if row.again > 1 else " (and again)" * row.again
    return row.text + "*" * row.ours + again


def _then(row: Row) -> str:
    return ", ".join((_keys(row.then), *(f"🔒 `{key}`" for key in row.then_secret))).strip(", ")


def _keys(keys: Iterable[str]) -> str:
    return ", ".join(f"`{key}`" for key in keys)


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|").replace("*", "\\*") for cell in cells) + " |"


def _procedures() -> str:
    found = [_procedure(each) for each in procedures.PROCEDURES.values()]
    return "\n".join((PROCEDURES, *found))


def _procedure(procedure: Procedure) -> str:
    lines = [f"* `{procedure.key}` {procedure.title}"]
    for option in procedure.options:
        words = option.help.replace("*", "\\*")
        if option.choices:
            words += f": {', '.join(f'`{choice.value}`' for choice in option.choices)}"
        elif option.kind == "number":
            words += f" ({option.least:,} to {option.most:,})"
        elif option.kind == "flag":
            words += " (`yes` or `no`)"
        unsaid = option.default
        if isinstance(unsaid, bool):
            unsaid = "yes" if unsaid else "no"
        default = "" if unsaid in (None, "") else f"; `{unsaid}` unless said"
        lines.append(f"  * `{option.name}` {words}{default}")
    return "\n".join(lines)
