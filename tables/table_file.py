"""One table's file: read strictly, and checked as far as it can be checked alone."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Annotated, NoReturn

import msgspec

from tables.amounts import NAMES, most_dice
from tables.dice import ZERO_SIDES
from tables.errors import CatalogError, Refusal
from tables.rolling import MOST_AGAIN
from tables.table import Band, Row, Source, Table
from tables.throw import Throw, parse_throw

LONGEST_TEXT = 300
"""Characters of a row's text."""

LONGEST_WAIT = 144
"""Turns from one throw to the next at most: a day."""

_KEY = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)+")
_RANGE = re.compile(r"([0-9]{1,5})(?:[-–]([0-9]{1,5}))?")
_BAND = re.compile(r"([0-9]{1,7})(?:[-–]([0-9]{1,7})|(\+))?")
_AMOUNTS = re.compile(r"\{[^{}]+\}")
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
    players: str | None = None
    again: int = 0
    next: tuple[str, ...] = ()
    ours: bool = False


class _BandEntry(msgspec.Struct, forbid_unknown_fields=True):
    of: str
    rows: tuple[_RowEntry, ...]


class _TableEntry(msgspec.Struct, forbid_unknown_fields=True):
    key: str
    title: str
    dice: str
    purpose: str
    source: _SourceEntry
    rows: tuple[_RowEntry, ...] = ()
    about: str = ""
    by: str = ""
    bands: tuple[_BandEntry, ...] = ()
    next: tuple[str, ...] = ()
    every: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_WAIT)] = 0


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
    source = Source(entry.source.work, entry.source.section, entry.source.seed, entry.source.address)
    table = Table(
        key=entry.key,
        title=entry.title,
        throw=throw,
        purpose=entry.purpose,
        source=source,
        rows=_rows(entry.rows, throw, name),
        about=entry.about,
        by=entry.by,
        bands=_bands(entry, throw, name),
        next=entry.next,
        every=entry.every,
    )
    if not table.bands:
        _check_rows(table, name)
    for band in table.bands:
        _check_rows(table.column(band.first), f"{name}, band {band.numbers}")
    return table


def _bands(entry: _TableEntry, throw: Throw, name: str) -> tuple[Band, ...]:
    """The bands, which follow one another from 0 or 1 without a gap; the last has no end."""
    if bool(entry.bands) is not bool(entry.by) or (entry.bands and entry.rows):
        _refuse(name, None, "it has rows, or else bands with “by” to say what chooses them")
    if entry.by and entry.by not in NAMES:
        _refuse(name, None, f"its bands go by {entry.by!r}, and tables are given {' or '.join(NAMES)}")
    bands: list[Band] = []
    for each in entry.bands:
        found = _BAND.fullmatch(each.of)
        if found is None:
            _refuse(name, None, f"{each.of!r} is not a band such as 1, 2-3 or 16+")
        first = int(found[1])
        last = None if found[3] else int(found[2] or first)
        expected = (0, 1) if not bands else ((bands[-1].last or 0) + 1,)
        if first not in expected or (last is not None and last < first) or (bands and not bands[-1].last):
            _refuse(name, None, f"the band {each.of!r} does not follow the one before it")
        bands.append(Band(first, last, _rows(each.rows, throw, f"{name}, band {each.of}")))
    if bands and bands[-1].last is not None:
        _refuse(name, None, f"its last band ends at {bands[-1].last}: write it with a plus")
    return tuple(bands)


def _rows(entries: tuple[_RowEntry, ...], throw: Throw, name: str) -> tuple[Row, ...]:
    return tuple(_row(each, number, throw, name) for number, each in enumerate(entries, start=1))


def _row(entry: _RowEntry, number: int, throw: Throw, name: str) -> Row:
    found = _RANGE.fullmatch(entry.on)
    if found is None:
        _refuse(name, number, f"{entry.on!r} is not a roll or a range such as 3 or 3-5")
    first, last = int(found[1]), int(found[2] or found[1])
    if 0 in (first, last) and (len(throw.sides) > 1 or throw.most not in ZERO_SIDES):
        _refuse(name, number, f"{throw.text} has no side that is written 0")
    if not entry.text.strip() or len(entry.text) > LONGEST_TEXT:
        _refuse(name, number, f"its text is empty or longer than {LONGEST_TEXT} characters")
    if not 0 <= entry.again <= MOST_AGAIN:
        _refuse(name, number, f"it is rolled again {entry.again} times, and at most {MOST_AGAIN} go")
    try:
        most_dice(entry.text)
    except Refusal as problem:
        _refuse(name, number, f"an amount in its text cannot be rolled: {problem}")
    if re.search(r"[{}]", _AMOUNTS.sub("", entry.text)):
        _refuse(name, number, "a brace in its text is no amount such as {2d6*10}")
    return Row(
        first,
        last,
        entry.text,
        entry.text if entry.value is None else entry.value,
        entry.then,
        entry.then_secret,
        entry.ours,
        entry.players,
        entry.again,
        entry.next,
    )


def _check_rows(table: Table, name: str) -> None:
    """Every sum falls on one row, and what players read tells no row from another."""
    _check_cover(table, name)
    for number, row in enumerate(table.rows, start=1):
        alike = [each for each in table.rows if each.players == row.players]
        if row.players is not None and len(alike) < 2:
            _refuse(name, number, f"only this row reads {row.players!r} to players, so it hides nothing")


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
