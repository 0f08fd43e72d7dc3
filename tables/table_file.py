"""One table's file: read strictly, and checked as far as it can be checked alone."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import NoReturn

import msgspec

from tables.dice import ZERO_SIDES
from tables.errors import CatalogError
from tables.table import Row, Source, Table
from tables.throw import Throw, parse_throw

LONGEST_TEXT = 300
"""Characters of a row's text."""

_KEY = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)+")
_RANGE = re.compile(r"([0-9]{1,5})(?:[-–]([0-9]{1,5}))?")
_ROW_OF_ERROR = re.compile(r"rows\[(\d+)\]")


class _SourceEntry(msgspec.Struct, forbid_unknown_fields=True):
    work: str
    section: str
    seed: int | None = None
    address: str | None = None


class _RowEntry(msgspec.Struct, forbid_unknown_fields=True):
    on: str
    text: str
    value: str | None = None
    then: tuple[str, ...] = ()
    then_secret: tuple[str, ...] = ()
    ours: bool = False


class _TableEntry(msgspec.Struct, forbid_unknown_fields=True):
    key: str
    title: str
    dice: str
    purpose: str
    source: _SourceEntry
    rows: tuple[_RowEntry, ...]
    about: str = ""


def read_table(content: bytes, name: str) -> Table:
    """Read the table in a file.

    Args:
        content: the file's bytes, TOML in UTF-8.
        name: its path below the folder of tables, for messages and because the key is named after it.

    Raises:
        CatalogError: it is not such a file, its key is not the file's, its dice are not known, or
            its rows leave a gap or overlap.
    """
    try:
        entry = msgspec.toml.decode(content, type=_TableEntry)
    except msgspec.DecodeError as error:
        found = _ROW_OF_ERROR.search(str(error))
        _refuse(name, int(found[1]) + 1 if found else None, str(error))
    if not _KEY.fullmatch(entry.key) or entry.key.partition(".")[2] != PurePosixPath(name).stem:
        _refuse(name, None, f"the key {entry.key!r} is not a word, a dot and the file's name")
    for field in ("title", "purpose"):
        if not getattr(entry, field).strip():
            _refuse(name, None, f"the {field} is empty")
    try:
        throw = parse_throw(entry.dice)
    except ValueError as error:
        _refuse(name, None, str(error))
    rows = tuple(_row(each, number, throw, name) for number, each in enumerate(entry.rows, start=1))
    source = Source(entry.source.work, entry.source.section, entry.source.seed, entry.source.address)
    table = Table(entry.key, entry.title, throw, entry.purpose, source, rows, entry.about)
    _check_cover(table, name)
    return table


def _row(entry: _RowEntry, number: int, throw: Throw, name: str) -> Row:
    found = _RANGE.fullmatch(entry.on)
    if found is None:
        _refuse(name, number, f"{entry.on!r} is not a roll or a range such as 3 or 3-5")
    first, last = int(found[1]), int(found[2] or found[1])
    if 0 in (first, last) and (len(throw.sides) > 1 or throw.most not in ZERO_SIDES):
        _refuse(name, number, f"{throw.text} has no side that is written 0")
    if not entry.text.strip() or len(entry.text) > LONGEST_TEXT:
        _refuse(name, number, f"its text is empty or longer than {LONGEST_TEXT} characters")
    value = entry.text if entry.value is None else entry.value
    return Row(first, last, entry.text, value, entry.then, entry.then_secret, entry.ours)


def _check_cover(table: Table, name: str) -> None:
    """Every sum of the dice falls on one row, and the rows stand in order."""
    expected = table.throw.least
    for number, row in enumerate(table.rows, start=1):
        low, high = table.span(row)
        if high < low:
            _refuse(name, number, f"{row.first}-{row.last} runs backwards")
        if high > table.throw.most or low < table.throw.least:
            _refuse(name, number, f"{table.dice} does not reach {row.first}-{row.last}")
        if low < expected:
            _refuse(name, number, f"{low} overlaps the rows before it, or stands out of order")
        if low > expected:
            _refuse(name, number, f"a gap: nothing is said for {expected}")
        expected = high + 1
    if expected <= table.throw.most:
        _refuse(name, len(table.rows), f"a gap after it: nothing is said for {expected}")


def _refuse(name: str, row: int | None, what: str) -> NoReturn:
    place = name if row is None else f"{name}, row {row}"
    raise CatalogError(f"{place}: {what}.")
