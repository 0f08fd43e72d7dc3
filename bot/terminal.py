"""The rules at the terminal: the same tables without Discord and without a database."""

from __future__ import annotations

import codecs
import hashlib
import json
import re
import secrets
import sys
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from tables import procedures
from tables.catalog import load
from tables.dice import BoundedDice, FairDice, parse_faces
from tables.encounter import encounter_to_json
from tables.encounter_room import KEY as ROOM
from tables.errors import OptionError, Refusal, UnknownTable, echo
from tables.outcome import to_json
from tables.table import table_to_json
from tables.table_words import columns_of, row_words, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tables.outcome import Outcome
    from tables.table import Row, Table


def tables_text(*, as_json: bool) -> None:
    """Print every table with its rows and exact odds."""
    if as_json:
        _print_json([table_to_json(table) for table in load().tables])
        return
    console = _console()
    for table in load().tables:
        console.print(_grid(table))
        about = f"Source: {table.source}. {' '.join(table.about.split())}"
        if any(row.ours for row in table.every_row):
            about += " * is our own reading."
        console.print(Text(about, style="dim"), "\n")


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
    _print_outcome(outcome)


def encounter_text(options: Sequence[str], *, faces: str | None, seed: str | None, as_json: bool) -> None:
    """Roll who lives in a room with options such as "level=3", and print it.

    Raises:
        Refusal: it cannot be rolled so.
    """
    outcome = roll(ROOM, options, faces=faces, seed=seed)
    if as_json:
        _print_json(encounter_to_json(outcome))
        return
    _print_outcome(outcome)


def _print_outcome(outcome: Outcome[Any]) -> None:
    """Print what came and, below it, every die."""
    console = _console()
    console.print(Text(outcome.text, style="bold"))
    for depth, line in _told_lines(outcome):
        console.print(Padding(Text(line, style="dim"), (0, 0, 0, 2 * depth), expand=False))


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


def _what(key: str, options: Sequence[str]) -> tuple[str, dict[str, str]]:
    """What to roll, and with which options, each as it was typed: the procedure reads it."""
    given: dict[str, str] = {}
    for text in options:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(_no_option(key, text))
        if name in given:
            raise OptionError(f"“{echo(name)}” is there twice: say it once.")
        given[name] = value
    try:
        return procedures.find(key).key, given
    except UnknownTable:
        _check_notation(key)
    if given:
        raise OptionError(f"Dice have no options: leave “{echo(next(iter(given)))}” away.")
    return "dice", {"dice": key}


def _no_option(key: str, text: str) -> str:
    """What to say of a word that is no option: after dice it mostly is what a space cut off."""
    try:
        procedures.find(key)
    except UnknownTable:
        return f"“{echo(text)}” stands alone: write dice without spaces, or in quotes."
    return f"“{echo(text)}” is not an option: write name=value, such as wall=E."


def _check_notation(text: str) -> None:
    """Read what names no table as dice, and say what fits: its mistake, or the nearest table.

    Raises:
        Refusal: it is no dice notation either.
    """
    try:
        procedures.check("dice", {"dice": text})
    except Refusal as problem:
        is_name = re.match(r"[A-Za-z]{2,}", text) is not None or not any(letter.isdigit() for letter in text)
        if is_name:
            raise UnknownTable(procedures.no_such_table(text)) from problem
        raise


def _grid(table: Table) -> Grid:
    grid = Grid(title=f"{table.title} ({table.key}, {table.dice})", title_justify="left")
    for heading in (*[table.by] * bool(table.by), "roll", "odds", "result", "then"):
        grid.add_column(heading)
    for numbers, column in columns_of(table):
        label = numbers
        for rolls, chance, row in rows_of(column):
            cells = (rolls, chance, Text(row_words(row)), _then(row))
            grid.add_row(*[label] * bool(table.by), *cells)
            label = ""
        if table.by:
            grid.add_section()
    return grid


def _then(row: Row) -> str:
    """What is rolled next."""
    return ", ".join((*row.then, *(f"{key} (secret)" for key in row.then_secret)))


def _told_lines(outcome: Outcome[Any], depth: int = 1) -> Iterator[tuple[int, str]]:
    """Every roll's dice and the rows they hit, each further in than the roll that led to it."""
    if outcome.secret:
        yield depth, f"For the game masters alone: {outcome.text}"
    if outcome.dice:
        faces = " ".join(
            f"d{die.sides}:{die.face}" if die.kept else f"d{die.sides}:({die.face})" for die in outcome.dice
        )
        rows = "; ".join(row.text for row in outcome.rows)
        yield depth, f"{outcome.title}: {faces}" + (f" → {rows}" if rows else "")
    for child in outcome.children:
        yield from _told_lines(child, depth + bool(outcome.dice))
