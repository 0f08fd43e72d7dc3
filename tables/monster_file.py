"""The lists of monsters, read strictly from their files.

``monsters/bestiary.csv`` has a monster in each line: a cell left empty says that nobody tells. A
challenge rating is what the formula gives, unless ``stated`` says that the source states it.
``monsters/prices.csv`` has the figures of a price list in points.
"""

from __future__ import annotations

import csv
import re
from functools import cache
from typing import TYPE_CHECKING, NoReturn

from tables.catalog import FOLDER
from tables.errors import CatalogError, OptionError
from tables.monsters import LEVELS, WEIGHTS, Companions, Monster, Monsters, Number, parse_number
from tables.names import fold
from tables.points import challenge_rating, hit_points, in_quarters, read_quarters

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from fractions import Fraction
    from pathlib import Path

BESTIARY = FOLDER / "monsters" / "bestiary.csv"
PRICES = FOLDER / "monsters" / "prices.csv"

_BESTIARY_COLUMNS = (
    *("name", "plural", "level", "hit_dice", "hit_points", "special", "extraordinary", "challenge", "stated"),
    *("frequency", "appearing", "lair", "solitary", "followers", "companions", "treasure", "classed"),
    *("ours", "source"),
)
_PRICE_COLUMNS = ("name", "plural", "level", "price")
PRICE_SOURCE = "Perren and Gygax, Chainmail, 1971; the level of each is our own reading, by its price"
"""Where the prices come from."""

_COMPANIONS = re.compile(r"([^:]+): ([1-6]) in 6: (.+)")
_TREASURE = re.compile(r"(?:[A-Z](?:x[0-9]{1,2})?(?: |$))*")


@cache
def bestiary() -> Monsters:
    """The monsters that challenge ratings buy.

    Raises:
        CatalogError: the file is wrong; the message names the line.
    """
    return read_bestiary(BESTIARY)


@cache
def price_list() -> Monsters:
    """The figures that Arneson's points buy.

    Raises:
        CatalogError: the file is wrong; the message names the line.
    """
    return read_price_list(PRICES)


def read_bestiary(path: Path) -> Monsters:
    """Read a file of monsters.

    Raises:
        CatalogError: something in it cannot be read or does not fit together; the message names the line.
    """
    monsters = _read(path, _BESTIARY_COLUMNS, _monster)
    names = {monster.name for monster in monsters}
    for monster in monsters:
        others = (monster.followers, monster.companions.monster if monster.companions else "")
        for other in others:
            if other and other not in names:
                raise CatalogError(f"{path.name}, {monster.name}: there is no monster called {other!r}.")
    return Monsters(monsters, "the bestiary")


def read_price_list(path: Path) -> Monsters:
    """Read a file of prices.

    Raises:
        CatalogError: as :func:`read_bestiary`.
    """
    return Monsters(_read(path, _PRICE_COLUMNS, _figure), "the price list")


def _read(
    path: Path, columns: tuple[str, ...], read: Callable[[Mapping[str, str]], Monster]
) -> tuple[Monster, ...]:
    with path.open(encoding="utf-8", newline="") as file:
        lines = csv.DictReader(file, strict=True)
        if tuple(lines.fieldnames or ()) != columns:
            raise CatalogError(f"{path.name}: its columns are not {', '.join(columns)}.")
        monsters = tuple(_read_line(path, number, cells, read) for number, cells in enumerate(lines, start=2))
    _check_names(path, monsters)
    return monsters


def _read_line(
    path: Path, number: int, cells: Mapping[str, str], read: Callable[[Mapping[str, str]], Monster]
) -> Monster:
    try:
        if None in cells or None in cells.values():
            _refuse("it has more or fewer cells than there are columns")
        return read(cells)
    except (ValueError, OptionError) as error:
        raise CatalogError(f"{path.name}, line {number}: {error}") from error


def _check_names(path: Path, monsters: Iterable[Monster]) -> None:
    seen: set[str] = set()
    for monster in monsters:
        names = {fold(monster.name), fold(monster.plural)}
        if names & seen:
            raise CatalogError(f"{path.name}: two monsters are called {monster.name!r}.")
        seen |= names


def _monster(cells: Mapping[str, str]) -> Monster:
    frequency = cells["frequency"]
    if frequency not in WEIGHTS:
        _refuse(f"{frequency!r} is no frequency: there are {', '.join(WEIGHTS)}")
    if not _TREASURE.fullmatch(cells["treasure"]):
        _refuse(f"{cells['treasure']!r} are no treasure types such as C O Qx10")
    ours = tuple(cells["ours"].split())
    if not set(ours) <= set(_BESTIARY_COLUMNS) or not cells["source"]:
        _refuse("it says of no column that it is ours, and where its figures come from")
    return Monster(
        name=_name(cells),
        plural=cells["plural"] or f"{cells['name']}s",
        level=_level(cells),
        price=_challenge(cells),
        weight=WEIGHTS[frequency],
        appearing=_appearing(cells),
        lair=_figure_of(cells, "lair", 100),
        solitary=_yes(cells, "solitary"),
        followers=cells["followers"],
        companions=_companions(cells["companions"]),
        treasure=cells["treasure"],
        is_classed=_yes(cells, "classed"),
        ours=ours,
        source=cells["source"],
    )


def _figure(cells: Mapping[str, str]) -> Monster:
    return Monster(
        name=_name(cells),
        plural=cells["plural"] or f"{cells['name']}s",
        level=_level(cells),
        price=_price(cells, "price"),
        ours=("level",),
        source=PRICE_SOURCE,
    )


def _challenge(cells: Mapping[str, str]) -> Fraction:
    """The challenge rating, which is the formula's unless the source states another."""
    written = _price(cells, "challenge")
    if _yes(cells, "stated"):
        if cells["hit_dice"]:
            hit_points(cells["hit_dice"])
        return written
    points = read_quarters(cells["hit_points"], "hit_points") if cells["hit_points"] else cells["hit_dice"]
    special, extraordinary = (_figure_of(cells, name, 50) for name in ("special", "extraordinary"))
    reckoned = challenge_rating(points, special, extraordinary)
    if reckoned != written:
        _refuse(
            f"its challenge rating is {cells['challenge']}, and the formula gives {in_quarters(reckoned)}"
        )
    return written


def _name(cells: Mapping[str, str]) -> str:
    if not cells["name"].strip():
        _refuse("it has no name")
    return cells["name"]


def _level(cells: Mapping[str, str]) -> int:
    if cells["level"] not in LEVELS:
        _refuse(f"{cells['level']!r} is no level of monsters: they go from I to X")
    return LEVELS.index(cells["level"]) + 1


def _price(cells: Mapping[str, str], column: str) -> Fraction:
    price = read_quarters(cells[column], column)
    if price == 0:
        _refuse(f"{column} is 0, and nothing is had for nothing")
    return price


def _figure_of(cells: Mapping[str, str], column: str, most: int) -> int:
    text = cells[column]
    if text and not (text.isascii() and text.isdecimal() and int(text) <= most):
        _refuse(f"{column} is a number from 0 to {most}, not {text!r}")
    return int(text or 0)


def _yes(cells: Mapping[str, str], column: str) -> bool:
    if cells[column] not in {"", "yes"}:
        _refuse(f"{column} is yes, or left empty")
    return cells[column] == "yes"


def _appearing(cells: Mapping[str, str]) -> Number | None:
    return parse_number(cells["appearing"]) if cells["appearing"] else None


def _companions(text: str) -> Companions | None:
    if not text:
        return None
    found = _COMPANIONS.fullmatch(text)
    if found is None:
        _refuse(f"{text!r} does not say who may be with it, such as ogre: 1 in 6: 1d6")
    return Companions(found[1], int(found[2]), parse_number(found[3]))


def _refuse(what: str) -> NoReturn:
    raise ValueError(what)
