"""Sheets as people have them: CSV of any kind, cells pasted from a spreadsheet, Markdown tables.

A sheet is told from bytes to lines of cells with the number of the line that each begins on. Nothing
here knows what the columns mean.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.campaign.errors import SheetRefused

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST_BYTES = 1_048_576
"""Bytes of a file that is read."""

TOO_LARGE = "That file has more than 1 MiB. Nothing was imported: split it, or save the one sheet as CSV."
NO_TEXT = (
    "That is no text file. Nothing was imported: save the sheet as CSV, or copy its cells and paste them."
)

_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF", b"\x1f\x8b")
_SEPARATOR_LINE = re.compile(r"\s*sep=(.)\s*", re.IGNORECASE)
_RULE = re.compile(r"[\s|:-]*-[\s|:-]*")
_FENCE = re.compile(r"\s*```\w*\s*")
_BETWEEN = re.compile(r"(?<!\\)\|")
_NAMES = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "upright strokes"}


@dataclass(frozen=True, slots=True)
class Line:
    """The cells of a line, and the number that the line begins on, from 1."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a line cannot be taken."""

    number: int
    why: str


@dataclass(frozen=True, slots=True)
class Lines:
    """What a sheet is made of, without empty lines.

    Attributes:
        lines: that have something in them.
        faults: of lines that cannot even be told into cells.
        told_by: what stands between the cells, in plain words.
    """

    lines: tuple[Line, ...]
    faults: tuple[Fault, ...]
    told_by: str


def decoded(content: bytes) -> tuple[str, str]:
    """The text of a file, and the name of the encoding that it is read by.

    Raises:
        SheetRefused: it is too large, or no text.
    """
    if len(content) > MOST_BYTES:
        raise SheetRefused(TOO_LARGE)
    if content.startswith(_WORKBOOKS):
        raise SheetRefused(NO_TEXT)
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        readings = [("utf-16", "UTF-16")]
    else:
        readings = [("utf-8-sig", "UTF-8"), ("cp1252", "Windows-1252")]
    for encoding, name in readings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" in text:
            break
        return text, name
    raise SheetRefused(NO_TEXT)


def told(text: str) -> Lines:
    """Tell a text into lines of cells.

    Raises:
        SheetRefused: there is nothing in it.
    """
    bare = text.removeprefix("\ufeff")
    if _is_markdown(bare):
        found, faults, between = list(_markdown(bare.splitlines())), list[Fault](), "|"
    else:
        found, faults, between = _separated(bare)
    if not found and not faults:
        raise SheetRefused("There is nothing in that sheet. Nothing was imported.")
    return Lines(tuple(found), tuple(faults), _NAMES.get(between, f"“{between}”"))


def _is_markdown(text: str) -> bool:
    lines = [line for line in text.splitlines() if line.strip() and not _FENCE.fullmatch(line)][:2]
    if not lines:
        return False
    is_ruled = len(lines) == 2 and "|" in lines[0] and "|" in lines[1] and bool(_RULE.fullmatch(lines[1]))
    return is_ruled or lines[0].strip().startswith("|")


def _markdown(lines: Iterable[str]) -> Iterator[Line]:
    for number, line in enumerate(lines, 1):
        plain = line.strip()
        if not plain or _RULE.fullmatch(plain) or _FENCE.fullmatch(plain):
            continue
        inner = plain.removeprefix("|")
        if inner.endswith("|") and not inner.endswith("\\|"):
            inner = inner[:-1]
        cells = tuple(cell.strip().replace("\\|", "|") for cell in _BETWEEN.split(inner))
        if any(cells):
            yield Line(number, cells)


def _separated(text: str) -> tuple[list[Line], list[Fault], str]:
    """Lines of cells between which the same sign stands, with quotation marks as spreadsheets write them."""
    stream = io.StringIO(text, newline="")
    skipped, between = _between(text)
    reader = csv.reader(stream, delimiter=between, strict=True)
    found: list[Line] = []
    faults: list[Fault] = []
    while True:
        number = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return found, faults, between
        except csv.Error as problem:
            faults.append(Fault(number, _why(problem)))
            continue
        if number > skipped and any(cell.strip() for cell in cells) and not _is_fence(cells):
            found.append(Line(number, tuple(cell.strip() for cell in cells)))


def _is_fence(cells: list[str]) -> bool:
    return len(cells) == 1 and bool(_FENCE.fullmatch(cells[0]))


def _why(problem: csv.Error) -> str:
    words = str(problem)
    if "unexpected end" in words:
        return "a quotation mark is opened here and never closed, so nothing after it could be read"
    if "field limit" in words:
        return "a cell is longer than any that can be read; a quotation mark may be missing before it"
    return "there is something behind a closing quotation mark: a mark within a text is written twice"


def _between(text: str) -> tuple[int, str]:
    """The lines to skip at the beginning, and the sign between cells, as the first line shows it."""
    for number, line in enumerate(io.StringIO(text, newline=""), 1):
        named = _SEPARATOR_LINE.fullmatch(line)
        if named is not None and named[1] not in '"\r\n':
            return number, named[1]
        if line.strip() and not _FENCE.fullmatch(line):
            bare = re.sub(r'"[^"]*"', "", line)
            return 0, max("\t;,|", key=bare.count)
    return 0, ","
