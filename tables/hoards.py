"""Hoards: what treasure is made of, how lists of it are rolled, and how it is told at the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, cast

from tables import notation
from tables.amounts import Amount
from tables.catalog import load
from tables.dice import Die
from tables.errors import CatalogError
from tables.rolling import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tables.dice import Dice
    from tables.notation import Total
    from tables.outcome import Outcome
    from tables.rolling import Rules

Kind = Literal["cp", "sp", "ep", "gp", "pp", "gems", "jewellery", "magic", "map"]
Where = Literal["here", "map", "near"]

NAMES: dict[str, str] = {
    "cp": "copper",
    "sp": "silver",
    "ep": "electrum",
    "gp": "gold",
    "pp": "platinum",
    "gems": "gem",
    "jewellery": "piece of jewellery",
    "map": "treasure map",
}
"""What one of each kind is called, but for magic items, which have names of their own."""

KINDS: tuple[Kind, ...] = ("cp", "sp", "ep", "gp", "pp", "gems", "jewellery", "magic", "map")
"""The order in which a hoard is told."""

_PLACES: tuple[Where, ...] = ("here", "map", "near")
_SEVERAL = {"gems": "gems", "jewellery": "pieces of jewellery", "map": "treasure maps"}
_NO_ITEM = "treasure map"
"""What a scroll can turn out to be instead of magic."""


@dataclass(frozen=True, slots=True)
class Part:
    """So much of one thing.

    Attributes:
        kind: coins by their metal (cp, sp, ep, gp, pp), gems, jewellery, magic or map.
        amount: how many coins or pieces.
        name: what one of it is called ("gold", "gem", "potion of healing").
        where: in the hoard itself (here), where a map in it leads (map), or hidden near by (near).
    """

    kind: Kind
    amount: int
    name: str
    where: Where = "here"


@dataclass(frozen=True, slots=True)
class Hoard:
    """Treasure that lies together.

    Attributes:
        parts: all that it holds; the same things are counted together.
        container: what it lies in ("in chests"), where that was rolled.
        guard: what guards it ("a magic symbol"), where that was rolled.
        hiding: how it is hidden ("by an illusion"), where that was rolled.
    """

    parts: tuple[Part, ...]
    container: str | None = None
    guard: str | None = None
    hiding: str | None = None

    def holds(self, kind: Kind) -> bool:
        """Whether something of that kind is in the hoard itself."""
        return any(part.kind == kind and part.where == "here" for part in self.parts)


@dataclass(frozen=True, slots=True)
class Lot:
    """What a list of treasure names: so much of something.

    Attributes:
        what: a kind but for magic; or which magic: "any", or the last part of a key below
            "treasure.magic-kind" ("potion", "arms").
        amount: dice notation, perhaps with the word "level".
        where: as of a :class:`Part`.
    """

    what: str
    amount: str
    where: Where = "here"

    @property
    def table(self) -> str | None:
        """The table of magic items that it is rolled on; None for what is no magic."""
        if self.what in NAMES:
            return None
        return "treasure.magic-kind" if self.what == "any" else f"treasure.magic-kind.{self.what}"


@lru_cache(maxsize=1_024)
def read_lots(text: str) -> tuple[Lot, ...]:
    """Read a list such as "gp 3d6*1000; potion 2d4; any 2 near".

    Raises:
        CatalogError: it is no such list.
    """
    lots: list[Lot] = []
    for words in (lot.split() for lot in text.split(";")):
        if len(words) not in (2, 3) or (len(words) == 3 and words[2] not in _PLACES):
            raise CatalogError(f"“{text}” is no list of treasure such as “gp 3d6*1000; any 2 near”.")
        lot = Lot(words[0], words[1], cast("Where", words[2]) if len(words) == 3 else "here")
        if lot.table is not None and lot.table not in load().by_key:
            raise CatalogError(f"“{text}”: there is no treasure called {lot.what!r}.")
        lots.append(lot)
    return tuple(lots)


def most_dice(lots: Iterable[Lot]) -> int:
    """The dice that lots throw at most, with the tables of magic items."""
    most = 0
    for lot in lots:
        expression = notation.parse(_written(lot, 1))
        most += expression.dice
        if lot.table is not None:
            most += expression.parts[0].extent.high * load().worst[lot.table]
    return most


def roll_lots(
    lots: Iterable[Lot], level: int, dice: Dice, rules: Rules
) -> tuple[tuple[Part, ...], tuple[Outcome[object], ...]]:
    """Roll how much there is of each lot, and then which magic items.

    Returns:
        What there is, one part for each lot and each magic item, and the outcomes of what was rolled.
    """
    parts: list[Part] = []
    rolled: list[Outcome[object]] = []
    for lot in lots:
        if lot.amount.isdecimal():
            number = int(lot.amount)
        else:
            amount = _roll_amount(lot, level, dice)
            number = amount.value.total
            if amount.dice:
                rolled.append(amount)
        if lot.table is None:
            parts.append(Part(cast("Kind", lot.what), number, NAMES[lot.what], lot.where))
            continue
        for _ in range(number):
            item = rules.roll(lot.table, dice)
            rolled.append(item)
            parts.append(_item(item, lot.where))
    return tuple(parts), tuple(rolled)


def _roll_amount(lot: Lot, level: int, dice: Dice) -> Outcome[Total]:
    """Roll how much there is of a lot on a dungeon level; its dice say what they are for."""
    rolled = cast("Outcome[Total]", notation.roll(_written(lot, level), dice))
    purpose = NAMES.get(lot.what, lot.what)
    thrown = tuple(Die(die.sides, die.face, purpose, die.kept) for die in rolled.dice)
    return replace(rolled, title=f"{purpose}: {rolled.title}", dice=thrown)


def hoard_of(parts: Sequence[Part]) -> Hoard:
    """The hoard of these parts, in the order in which it is told, the same things together."""
    amounts: dict[tuple[Where, Kind, str], int] = {}
    for part in parts:
        thing = (part.where, part.kind, part.name)
        amounts[thing] = amounts.get(thing, 0) + part.amount
    return Hoard(
        tuple(
            Part(kind, amount, name, where)
            for (where, kind, name), amount in sorted(
                amounts.items(), key=lambda entry: (_PLACES.index(entry[0][0]), KINDS.index(entry[0][1]))
            )
        )
    )


def tell(hoard: Hoard) -> str:
    """What a hoard is, as one tells it at the table: a sentence, or two where some of it lies elsewhere."""
    here, there, near = (_told_parts(hoard, place) for place in _PLACES)
    kept = [] if hoard.container is None else [hoard.container]
    if hoard.guard is not None:
        kept.append(f"guarded by {hoard.guard}")
    if hoard.hiding is not None:
        kept.append(f"hidden {hoard.hiding}")
    told = [sentence(", ".join([here or "nothing of worth", *kept]))]
    if there:
        told.append(f"The map leads to {there}.")
    if near:
        told.append(f"Near by: {near}.")
    return " ".join(told)


def _told_parts(hoard: Hoard, place: Where) -> str:
    words = [_told(part) for part in hoard.parts if part.where == place]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _told(part: Part) -> str:
    """A part in words: "3,000 copper", "a gem", "2 × potion of healing"."""
    if part.kind in ("cp", "sp", "ep", "gp", "pp"):
        return f"{part.amount:,} {part.name}"
    if part.amount == 1:
        return f"{'an' if part.name[0] in 'aeio' else 'a'} {part.name}"
    if part.kind == "magic":
        return f"{part.amount:,} × {part.name}"
    return f"{part.amount:,} {_SEVERAL[part.kind]}"


def _item(outcome: Outcome[object], where: Where) -> Part:
    """The magic item that was rolled: the last table that was come to names it."""
    last = outcome
    while last.children:
        last = last.children[-1]
    name = str(last.value)
    return Part("map" if name == _NO_ITEM else "magic", 1, name, where)


@lru_cache(maxsize=4_096)
def _written(lot: Lot, level: int) -> str:
    return Amount(lot.amount).notation({"level": level})
