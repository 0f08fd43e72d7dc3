"""A sheet of monsters: which column means what, and each line as a monster or as a reason why not.

Nothing here knows the campaign; what the list says of it is :mod:`bot.campaign.monster_import`'s.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.campaign.errors import SheetRefused
from bot.campaign.folding import name_key
from bot.campaign.monster import Monster, changed
from bot.campaign.monster_cells import NOTHING, read_cell
from bot.campaign.sheets import Fault, told
from tables.errors import OptionError, Refusal, echo

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.campaign.sheets import Line

MOST_ROWS = 500
"""Monsters of one sheet."""

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "name": ("name", "monster", "monsters", "monstername", "creature", "figure", "kind"),
    "hd": ("hd", "hitdice", "hitdie"),
    "hp": (
        *("htk", "hitstokill", "hp", "hits", "hitpoints", "avghp", "averagehp", "hpavg"),
        *("averagehitpoints", "avghitpoints"),
    ),
    "sa": ("sa", "special", "specials", "specialabilities", "specialability", "specialattacks"),
    "ea": ("ea", "extraordinaryabilities", "extraordinaryability", "eas"),
    "cr": ("cr", "challenge", "challengerating", "rating"),
    "price": ("price", "cost", "points", "pointcost"),
    "appearing": (
        *("numberappearing", "noappearing", "nrappearing", "appearing", "appear", "number", "no", "na"),
        *("noapp", "numapp", "numappearing", "numberencountered", "noenc"),
    ),
    "lair": ("lair", "inlair", "lairpct", "lairchance", "lairpercent", "percentinlair", "chanceinlair"),
    "notes": ("notes", "note", "remarks", "comments", "description"),
    "told": ("players", "playerstext", "told", "forplayers", "playertext"),
    "extraordinary": ("extraordinary", "isextraordinary", "lowercase"),
    "known": ("known", "knowntoplayers", "isknown"),
    "left": ("left", "remaining", "countleft", "count"),
    "origin": ("origin", "from", "comesfrom", "wherefrom"),
    "never_wanders": ("neverwanders", "nowandering", "doesnotwander"),
    "variant_of": ("variantof", "variant"),
}
"""The columns that are read, each with the names it goes by, without case, spaces and signs."""

HEADINGS = "name, HTK (or hp, or HD), SA, EA, CR, price, number appearing, lair, notes, extraordinary"
"""The usual ones, as they are told to people."""

_KNOWN = {name: column for column, names in COLUMNS.items() for name in names}
_ERRORS = ("#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#N/A", "#NUM!", "#NULL!")


@dataclass(frozen=True, slots=True)
class Row:
    """A monster of a sheet.

    Attributes:
        number: the line of the sheet, from 1.
        monster: what stands there.
        variant_of: letter or name of what it is a variant of; nothing for none.
    """

    number: int
    monster: Monster
    variant_of: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What was read.

    Attributes:
        rows: the lines that are monsters, in order.
        faults: the lines that are none, and why.
        ignored: headings of columns that mean nothing here.
        told_by: how the sheet was read, in plain words.
    """

    rows: tuple[Row, ...]
    faults: tuple[Fault, ...]
    ignored: tuple[str, ...]
    told_by: str


def read_sheet(text: str) -> Sheet:
    """Read a sheet whose first line names its columns, in any order.

    Raises:
        SheetRefused: it has no such line, nothing below it, or more than 500 lines.
    """
    lines = told(text)
    if not lines.lines:
        raise SheetRefused(f"Line {lines.faults[0].number}: {lines.faults[0].why}. Nothing was imported.")
    head, *body = lines.lines
    columns, ignored = _columns(head)
    if len(body) > MOST_ROWS:
        raise SheetRefused(
            f"That sheet has {len(body):,} lines of monsters, and {MOST_ROWS} are imported at a time. "
            "Nothing was imported: split it."
        )
    rows: list[Row] = []
    faults = list(lines.faults)
    names: dict[str, int] = {}
    for line in body:
        try:
            row = _row(line, columns, len(head.cells))
            key = name_key(row.monster.name)
            if key in names:
                raise OptionError(f"“{echo(row.monster.name)}” stands in line {names[key]} already")
        except Refusal as problem:
            faults.append(Fault(line.number, _reason(problem)))
        else:
            names[key] = line.number
            rows.append(row)
    faults.sort(key=lambda fault: fault.number)
    return Sheet(tuple(rows), tuple(faults), ignored, lines.told_by)


def _columns(head: Line) -> tuple[Mapping[int, str], tuple[str, ...]]:
    """Which column each cell of a line belongs to by its place, and the headings that mean nothing."""
    columns: dict[int, str] = {}
    ignored: list[str] = []
    for place, heading in enumerate(head.cells):
        column = _KNOWN.get(_plain(heading))
        if column is not None and column not in columns.values():
            columns[place] = column
        elif heading:
            ignored.append(heading)
    if "name" not in columns.values():
        raise SheetRefused(
            f"Line {head.number} has to name the columns, and one of them “name”. The usual ones are "
            f"{HEADINGS}, in any order. Nothing was imported."
        )
    return columns, tuple(ignored)


def _plain(heading: str) -> str:
    decomposed = unicodedata.normalize("NFKD", heading.replace("#", "no ").casefold())
    return "".join(sign for sign in decomposed if sign.isalnum())


def _row(line: Line, columns: Mapping[int, str], width: int) -> Row:
    if any(line.cells[width:]):
        raise OptionError(
            f"it has more cells than the {width} columns: a sign between cells may be part of a text"
        )
    cells = {column: line.cells[place] for place, column in columns.items() if place < len(line.cells)}
    for column, cell in cells.items():
        _check_cell(column, cell)
    if not cells.get("name") or cells["name"] in NOTHING:
        raise OptionError("there is no name")
    variant_of = cells.pop("variant_of", "")
    edit: dict[str, Any] = {}
    for column, cell in cells.items():
        if cell and column != "name":
            edit[column] = read_cell(column, cell)
    return Row(
        line.number,
        changed(Monster(name=read_cell("name", cells["name"])), edit),
        "" if variant_of in NOTHING else variant_of,
    )


def _check_cell(column: str, cell: str) -> None:
    if cell.startswith("="):
        raise OptionError(f"under {column.replace('_', ' ')} stands a formula, not its value: “{echo(cell)}”")
    if cell in _ERRORS:
        raise OptionError(f"under {column.replace('_', ' ')} stands an error of the spreadsheet, {cell}")
    if column == "left" and cell.startswith(("+", "-", "−")) and cell not in NOTHING:
        raise OptionError(f"how many are left is a number or endless, not “{echo(cell)}”")


def _reason(problem: Refusal) -> str:
    """A refusal's sentence without its end, and without what it says of saving."""
    return str(problem).replace(" Nothing was saved.", "").rstrip(".")
