"""The rules at the terminal: the same tables without Discord and without a database."""

from __future__ import annotations

import codecs
import hashlib
import json
import secrets
import sys
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from tables import procedures
from tables.catalog import load
from tables.dice import BoundedDice, FairDice, parse_faces
from tables.errors import OptionError, Refusal, UnknownTable, echo
from tables.outcome import to_json
from tables.table import table_to_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tables.outcome import Outcome


def tables_text(*, as_json: bool) -> None:
    """Print every table with its rows and exact odds."""
    documents = [table_to_json(table) for table in load().tables]
    if as_json:
        _print_json(documents)
        return
    console = _console()
    for document in documents:
        console.print(_grid(document))
        console.print(Text(document["source"], style="dim"), "\n")


def roll_text(
    key: str, options: Sequence[str], *, faces: str | None, seed: str | None, as_json: bool
) -> None:
    """Roll a table, a procedure or dice notation, and print what came.

    Raises:
        Refusal: there is no such roll, or it cannot be rolled so.
    """
    outcome = roll(key, options, faces=faces, seed=seed)
    if as_json:
        _print_json(to_json(outcome))
        return
    console = _console()
    console.print(Text(outcome.text, style="bold"))
    for rolled in outcome.walk():
        for line in _dice_lines(rolled):
            console.print(Text(line, style="dim"))


def roll(key: str, options: Sequence[str], *, faces: str | None, seed: str | None) -> Outcome[Any]:
    """Roll ``key`` with options such as "wall=E"; a key that names no table is read as dice notation.

    ``faces`` are dice thrown at the table. The same ``seed`` gives the same roll; without
    one the system's generator is asked.
    """
    name, given = _what(key, options)
    if faces is not None:
        return procedures.perform_by_hand(name, given, parse_faces(faces))
    procedures.check(name, given)
    # A terminal may hand over bytes that are no text; any of them are a seed.
    secret = (
        secrets.token_bytes(32)
        if seed is None
        else hashlib.sha256(seed.encode(errors="surrogateescape")).digest()
    )
    return procedures.perform(name, given, BoundedDice(FairDice(secret, name)))


def _console() -> Console:
    """Where to print; a terminal of few letters gets a question mark for each that it lacks."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)  # a test's or a pager's stream may lack it
    if reconfigure is not None:
        reconfigure(errors="replace")
    return Console(highlight=False)


def _print_json(document: object) -> None:
    """Print JSON as it is where the output takes all letters, and with escapes where it does not."""
    takes_all = codecs.lookup(sys.stdout.encoding or "utf-8").name == "utf-8"
    print(json.dumps(document, ensure_ascii=not takes_all, indent=2))


def _what(key: str, options: Sequence[str]) -> tuple[str, dict[str, str | int | bool]]:
    given: dict[str, str | int | bool] = {}
    for text in options:
        name, value = _option(text)
        if name in given:
            raise OptionError(f"“{echo(name)}” is there twice: say it once.")
        given[name] = value
    if key in procedures.titles() or key == "dice":
        return key, given
    try:
        procedures.check("dice", {"dice": key})
    except Refusal as problem:
        if any(character.isdigit() for character in key):
            raise
        raise UnknownTable(procedures.no_such_table(key)) from problem
    if given:
        raise OptionError(f"Dice have no options: leave “{echo(next(iter(given)))}” away.")
    return "dice", {"dice": key}


def _option(text: str) -> tuple[str, str | int | bool]:
    name, equals, value = text.partition("=")
    if not equals:
        raise OptionError(f"“{echo(text)}” is not an option: write name=value, such as wall=E.")
    if value.lower() in {"yes", "true", "no", "false"}:
        return name, value.lower() in {"yes", "true"}
    return name, int(value) if value.isascii() and value.isdigit() and len(value) < 10 else value


def _grid(document: dict[str, Any]) -> Grid:
    grid = Grid(title=f"{document['title']} ({document['key']}, {document['dice']})", title_justify="left")
    for heading in ("roll", "odds", "result", "then"):
        grid.add_column(heading)
    for row in document["rows"]:
        faces = str(row["from"]) if row["from"] == row["to"] else f"{row['from']}–{row['to']}"
        grid.add_row(faces, row["odds"], Text(row["text"]), ", ".join(row["then"]))
    return grid


def _dice_lines(rolled: Outcome[Any]) -> list[str]:
    if not rolled.dice:
        return []
    faces = " ".join(
        f"d{die.sides}:{die.face}" if die.kept else f"d{die.sides}:({die.face})" for die in rolled.dice
    )
    rows = "; ".join(row.text for row in rolled.rows)
    return [f"  {rolled.title}: {faces}" + (f" → {rows}" if rows else "")]
