"""Letters as strokes: what a letter looks like when it is dug as tunnels.

A letter stands in a square eight steps wide, a step being 20 feet. Its strokes run from one crossing
of the lattice to another along rows, columns and diagonals only, so that all of them meet on crossings.
``leximorphs/strokes.csv`` has a letter in each line: every two digits are a crossing, the column from
the west and the row from the north. Where a letter has a curved drawing, ``rounded`` names the corners
that are round in it.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NoReturn

from tables.catalog import FOLDER
from tables.errors import CatalogError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

Point = tuple[int, int]
"""A crossing: column and row, counted in steps to the east and to the south."""

Edge = tuple[Point, Point]
"""One step of a tunnel, the smaller end first."""

SIZE = 8
"""Steps from one side of a letter to the other."""

WORD_LETTERS = 4
"""Letters that a word gives, and that a region is called by."""

STROKES = FOLDER / "leximorphs" / "strokes.csv"

_COLUMNS = ["letter", "strokes", "rounded"]
_STROKE = re.compile(r"[0-8]{2}(?:-[0-8]{2})+")


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter as tunnels.

    Attributes:
        name: a capital, or "g".
        strokes: where each stroke begins, turns and ends.
        rounded: the corners that are round where the letter is drawn curved.
    """

    name: str
    strokes: tuple[tuple[Point, ...], ...]
    rounded: tuple[Point, ...] = ()

    @property
    def curved(self) -> bool:
        """Whether it has a curved drawing beside the angular one."""
        return bool(self.rounded)

    def turned(self, quarters: int) -> Letter:
        """The letter after so many quarter turns clockwise."""
        return _turned(self, quarters % 4)

    def edges(self) -> frozenset[Edge]:
        """Every step of its strokes."""
        return frozenset(edge for stroke in self.strokes for edge in edges_along(stroke))

    def loops(self) -> int:
        """How many ways round the letter holds."""
        return loops_of(self.edges())


@lru_cache(maxsize=256)
def _turned(letter: Letter, quarters: int) -> Letter:
    return Letter(
        letter.name,
        tuple(tuple(turned(point, quarters) for point in stroke) for stroke in letter.strokes),
        tuple(turned(point, quarters) for point in letter.rounded),
    )


def turned(point: Point, quarters: int) -> Point:
    """A crossing of a letter after quarter turns clockwise."""
    x, y = point
    for _ in range(quarters):
        x, y = SIZE - y, x
    return x, y


def crossings_along(points: Iterable[Point]) -> tuple[Point, ...]:
    """Every crossing along a line, each a step from the one before."""
    points = tuple(points)
    found = [points[0]]
    for (x, y), (to_x, to_y) in pairwise(points):
        steps = max(abs(to_x - x), abs(to_y - y))
        across, down = (to_x - x) // steps, (to_y - y) // steps
        found += [(x + across * step, y + down * step) for step in range(1, steps + 1)]
    return tuple(found)


def edges_along(points: Iterable[Point]) -> tuple[Edge, ...]:
    """Every step along a line."""
    return tuple(
        (start, end) if start < end else (end, start) for start, end in pairwise(crossings_along(points))
    )


def loops_of(edges: Iterable[Edge]) -> int:
    """How many ways round tunnels hold: steps less crossings and more pieces."""
    edges = tuple(edges)
    return len(edges) - len({point for edge in edges for point in edge}) + pieces_of(edges)


def pieces_of(edges: Iterable[Edge]) -> int:
    """How many parts there are with no way from one to another."""
    chief: dict[Point, Point] = {}

    def find(point: Point) -> Point:
        while chief.setdefault(point, point) != point:
            chief[point] = chief[chief[point]]
            point = chief[point]
        return point

    for start, end in edges:
        chief[find(start)] = find(end)
    return sum(find(point) == point for point in tuple(chief))


@cache
def letters() -> Mapping[str, Letter]:
    """The 26 capitals and the lower-case g.

    Raises:
        CatalogError: the file is wrong; the message names the line.
    """
    return read_letters(STROKES)


def read_letters(path: Path) -> dict[str, Letter]:
    """Read and check a file of letters.

    Raises:
        CatalogError: a line is no letter, or its strokes leave the lattice, run otherwise than along
            rows, columns and diagonals, cross between crossings or do not hang together.
    """
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, restkey="more"))
    if not rows or list(rows[0]) != _COLUMNS:
        raise CatalogError(f"{path.name}: its columns are not {', '.join(_COLUMNS)}.")
    found: dict[str, Letter] = {}
    for number, row in enumerate(rows, start=2):
        letter = _read_letter(row, f"{path.name}, line {number}")
        if letter.name in found:
            _refuse(f"{path.name}, line {number}", f"{letter.name} stands there twice")
        found[letter.name] = letter
    missing = set("ABCDEFGHIJKLMNOPQRSTUVWXYZg") - set(found)
    if missing:
        raise CatalogError(f"{path.name}: nothing is said of {', '.join(sorted(missing))}.")
    return found


def _read_letter(row: dict[str, str], place: str) -> Letter:
    if list(row) != _COLUMNS or None in row.values() or not re.fullmatch("[A-Z]|g", row["letter"]):
        _refuse(place, "it is no letter with its strokes")
    strokes = row["strokes"].split("; ")
    for stroke in strokes:
        if not _STROKE.fullmatch(stroke):
            _refuse(place, f"{stroke!r} does not name crossings of the lattice")
    letter = Letter(
        row["letter"],
        tuple(tuple(_point(pair) for pair in stroke.split("-")) for stroke in strokes),
        tuple(_point(pair) for pair in row["rounded"].split()),
    )
    for stroke in letter.strokes:
        for (x, y), (to_x, to_y) in pairwise(stroke):
            across, down = abs(to_x - x), abs(to_y - y)
            if (across and down and across != down) or not across | down:
                _refuse(place, "a stroke runs along no row, column or diagonal")
    edges = letter.edges()
    if pieces_of(edges) != 1:
        _refuse(place, "its strokes do not hang together")
    if any(across_of(edge) in edges for edge in edges):
        _refuse(place, "two strokes cross between the crossings of the lattice")
    if not {point for edge in edges for point in edge}.issuperset(letter.rounded):
        _refuse(place, "a round corner lies on none of its strokes")
    return letter


def across_of(edge: Edge) -> Edge | None:
    """The other diagonal of the same square, which a step must not cross; None for a straight step."""
    (x, y), (to_x, to_y) = edge
    return ((x, to_y), (to_x, y)) if x != to_x and y != to_y else None


def _point(pair: str) -> Point:
    return int(pair[0]), int(pair[1])


def _refuse(place: str, what: str) -> NoReturn:
    raise CatalogError(f"{place}: {what}.")


def code_of(names: Iterable[str], level: int) -> str:
    """What a region is called: the first four letters in capitals, and the level."""
    return f"{''.join(names)[:WORD_LETTERS].upper()}-{level}"
