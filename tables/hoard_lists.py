"""Hoards as lists: each thing with the chance that it is there.

Two files beside the tables hold them, since they are not tables with rows that one die falls on:
types.csv, the hoards by letter, and caches.csv, treasure without an owner by dungeon level. Each line
has the chance in 100 and what is there then, written as :func:`tables.hoards.read_lots` reads it.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from tables.catalog import FOLDER
from tables.dice import Die
from tables.errors import CatalogError
from tables.hoards import NAMES, Lot, most_dice, read_lots
from tables.table import Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tables.dice import Dice

Form = Literal["hoard", "each", "cache"]

TYPES_SOURCE = Source(
    "Gygax, Monster Manual, 1977, and OSRIC 3.0, GM Guide, 2025",
    "treasure types A to Z; loot: hoards 1 to 9, individual 1 to 5, caches 1 to 12",
)
CACHE_SOURCES: Mapping[str, Source] = MappingProxyType(
    {
        "odnd": Source(
            "Gygax and Arneson, Dungeons & Dragons, Underworld & Wilderness Adventures, 1974",
            "treasure by level beneath the surface",
        ),
        "ose": Source(
            "Old-School Essentials SRD", "Designing a Dungeon: treasure in empty and trapped rooms"
        ),
        "basic-fantasy": Source("Gonnerman, Basic Fantasy, 4th edition", "unguarded treasures"),
    }
)
"""Where the lists come from."""

_HEADS = {"types": ["type", "form", "chance", "what"], "caches": ["scheme", "levels", "chance", "what"]}


@dataclass(frozen=True, slots=True)
class Component:
    """Something that a hoard may hold: its chance in 100, and what is there then."""

    chance: int
    lots: tuple[Lot, ...]

    @property
    def name(self) -> str:
        """What it is in a word: a coin, gems, jewellery, a map; or magic, whatever it is."""
        first = self.lots[0]
        return NAMES[first.what] if first.table is None else "magic"


@dataclass(frozen=True, slots=True)
class TreasureType:
    """A hoard by its letter.

    Attributes:
        letter: A to Z.
        form: a lair's hoard, what each creature carries, or a cache.
        components: what it may hold.
    """

    letter: str
    form: Form
    components: tuple[Component, ...]


@dataclass(frozen=True, slots=True)
class Band:
    """Treasure without an owner on the levels from ``first`` to ``last``; None: and all deeper ones."""

    first: int
    last: int | None
    components: tuple[Component, ...]


@cache
def types() -> Mapping[str, TreasureType]:
    """The treasure types by their letters, in order.

    Raises:
        CatalogError: the file is wrong.
    """
    grouped: dict[str, list[dict[str, str]]] = {}
    for line in _lines("types"):
        grouped.setdefault(line["type"], []).append(line)
    found: dict[str, TreasureType] = {}
    for letter, lines in grouped.items():
        form = lines[0]["form"]
        if form not in ("hoard", "each", "cache") or any(line["form"] != form for line in lines):
            raise CatalogError(f"treasure/types.csv: type {letter} is a hoard, each or a cache throughout.")
        found[letter] = TreasureType(letter, form, _components(lines, "types"))
    return MappingProxyType(found)


@cache
def caches() -> Mapping[str, tuple[Band, ...]]:
    """Treasure without an owner, by scheme, level by level.

    Raises:
        CatalogError: the file is wrong, or its levels leave a gap.
    """
    grouped: dict[str, dict[str, list[dict[str, str]]]] = {}
    for line in _lines("caches"):
        grouped.setdefault(line["scheme"], {}).setdefault(line["levels"], []).append(line)
    return MappingProxyType(
        {
            scheme: _bands(
                scheme, {levels: _components(lines, "caches") for levels, lines in by_level.items()}
            )
            for scheme, by_level in grouped.items()
        }
    )


def cache_of(scheme: str, level: int) -> tuple[Component, ...]:
    """What a cache on that level may hold by that scheme."""
    bands = caches()[scheme]
    return next(band.components for band in bands if band.last is None or level <= band.last)


def roll_chances(
    components: Iterable[Component], dice: Dice
) -> tuple[tuple[Die, ...], tuple[Component, ...]]:
    """Throw a d% for each component that is not certain: the dice, and what is there."""
    thrown: list[Die] = []
    there: list[Component] = []
    for component in components:
        if component.chance < 100:
            die = Die(100, dice.throw(100), f"{component.name}, {component.chance} in 100")
            thrown.append(die)
            if die.face > component.chance:
                continue
        there.append(component)
    return tuple(thrown), tuple(there)


def worst_case(components: Iterable[Component]) -> int:
    """The dice that components throw at most."""
    return sum((component.chance < 100) + most_dice(component.lots) for component in components)


def _bands(scheme: str, levels: Mapping[str, tuple[Component, ...]]) -> tuple[Band, ...]:
    """Bands in order, from level 1 without a gap; the last is open."""
    bands: list[Band] = []
    for written, components in levels.items():
        first, _, last = written.rstrip("+").partition("-")
        end = None if written.endswith("+") else int(last or first)
        expected = 1 if not bands else (bands[-1].last or 0) + 1
        if int(first) != expected:
            raise CatalogError(f"treasure/caches.csv: {scheme} says nothing for level {expected}.")
        bands.append(Band(int(first), end, components))
    if not bands or bands[-1].last is not None:
        raise CatalogError(f"treasure/caches.csv: the last levels of {scheme} have a plus.")
    return tuple(bands)


def _components(lines: Iterable[Mapping[str, str]], name: str) -> tuple[Component, ...]:
    components = tuple(Component(int(line["chance"]), read_lots(line["what"])) for line in lines)
    for component in components:
        if not 1 <= component.chance <= 100:
            raise CatalogError(f"treasure/{name}.csv: {component.chance} is no chance in 100.")
    return components


def _lines(name: str) -> list[dict[str, str]]:
    with (FOLDER / "treasure" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        lines = list(reader)
    if reader.fieldnames != _HEADS[name] or any(None in line or None in line.values() for line in lines):
        raise CatalogError(f"treasure/{name}.csv: each line has {', '.join(_HEADS[name])}.")
    return lines
