"""A kind of monster on a level's master list, as a frozen value and as the document that is kept."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import msgspec

from tables.alphabet import letters_for
from tables.errors import OptionError
from tables.figures import Figures

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.campaign.entries import Entry

LIST = "monster"
"""The list that master monster lists are; its scope is the level."""

MOST_LEFT = 1_000_000
"""The largest count of a kind."""

_FIGURES = ("hd", "hp", "sa", "ea")


@dataclass(frozen=True, slots=True)
class CopiedFrom:
    """Where an entry was copied from: the other level, and its number there."""

    level: int
    number: int


@dataclass(frozen=True, slots=True)
class Left:
    """How many are left, or by how many that changes; None as the number is endless."""

    number: int | None
    relative: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Monster:
    """A kind of monster.

    Attributes:
        name: of one of them, as it is shown.
        extraordinary: whether its letter is shown in lower case.
        variant_of: the number of the entry of the same list that it is a variant of.
        figures: what its challenge rating is computed from.
        cr: its challenge rating in quarters where one is stated; that counts before the computed one.
        price: what one costs in points, in quarters; nothing for its challenge rating.
        appearing: how many appear, in dice notation.
        lair: the chance in percent that it is met in its lair; None where nobody says.
        notes: for game masters.
        told: what players are told of it once it is known.
        known: whether players know of it.
        left: how many are left; None for endless.
        origin: where it comes from.
        never_wanders: whether it is met only where it lives.
        retired: whether it is no longer used.
        copied_from: the entry of another level that it was copied from.
    """

    name: str
    extraordinary: bool = False
    variant_of: int | None = None
    figures: Figures = field(default_factory=Figures)
    cr: str = ""
    price: str = ""
    appearing: str = ""
    lair: int | None = None
    notes: str = ""
    told: str = ""
    known: bool = False
    left: int | None = None
    origin: str = ""
    never_wanders: bool = False
    retired: bool = False
    copied_from: CopiedFrom | None = None

    @property
    def rating(self) -> str:
        """Its challenge rating in quarters, stated or computed; nothing where there is none."""
        return self.cr or self.figures.rating

    @property
    def cost(self) -> str:
        """What one costs, in quarters: its price, or its challenge rating; nothing where there is neither."""
        return self.price or self.rating


_DEFAULTS: Mapping[str, Any] = msgspec.to_builtins(Monster(name=""))
_NO_FIGURES: Mapping[str, Any] = msgspec.to_builtins(Figures())


@dataclass(frozen=True, slots=True)
class Listed:
    """A monster in its place on a level's list."""

    level: int
    number: int
    monster: Monster

    @property
    def letter(self) -> str:
        """Its letter, in lower case for what is extraordinary."""
        return letter_of(self.number, self.monster)


def letter_of(number: int, monster: Monster) -> str:
    """The letter of an entry: it follows from its number and never changes, only its case does."""
    letters = letters_for(number)
    return letters.lower() if monster.extraordinary else letters


def document_of(monster: Monster) -> dict[str, Any]:
    """A monster as it is kept: without what is as always."""
    whole = msgspec.to_builtins(monster)
    document = {name: value for name, value in whole.items() if value != _DEFAULTS[name]}
    if "figures" in document:
        figures = document["figures"].items()
        document["figures"] = {name: value for name, value in figures if value != _NO_FIGURES[name]}
    return document


def monster_of(document: Mapping[str, Any]) -> Monster:
    """The monster of a document."""
    return msgspec.convert(document, Monster)


def listed(entry: Entry) -> Listed:
    """The monster of an entry of a level's list, in its place."""
    return Listed(int(entry.slot.scope), entry.slot.number, monster_of(entry.document))


def changed(monster: Monster, edit: Mapping[str, Any]) -> Monster:
    """A monster with some of it changed.

    Args:
        monster: as it is.
        edit: fields of :class:`Monster` and of its figures by their names; "left" is a :class:`Left`.

    Raises:
        OptionError: abilities without hit points or hit dice, or fewer left than none.
    """
    given = dict(edit)
    figures = replace(monster.figures, **{name: given.pop(name) for name in _FIGURES if name in given})
    if "left" in given:
        given["left"] = _left(monster, given["left"])
    after = replace(monster, figures=figures, **given)
    if (figures.sa or figures.ea) and not after.rating:
        raise OptionError(
            "Abilities alone give no challenge rating: say its hit dice or hit points too, or its cr."
        )
    return after


def _left(monster: Monster, left: Left) -> int | None:
    if not left.relative or left.number is None:
        return left.number
    if monster.left is None:
        raise OptionError(
            f"“{monster.name}” is endless, so none can be added or taken: say how many are left."
        )
    number = monster.left + left.number
    if number < 0:
        raise OptionError(f"There are only {monster.left} of “{monster.name}” left.")
    return min(number, MOST_LEFT)
