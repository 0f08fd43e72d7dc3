"""A wandering chamber as a value: what is kept of it, who may see what of it, and how it is edited."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from bot.campaign.documents import gate_text
from bot.campaign.errors import DocumentRefused, NotHere
from bot.campaign.folding import shown_name
from tables.chambers import RARITIES, Lot
from tables.errors import OptionError, echo

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_WORDS = 1_000
"""Characters of a chamber's text."""


@dataclass(frozen=True, slots=True)
class Chamber:
    """A chamber as it is kept.

    Attributes:
        name: what it is, in a few words; no other of its level is called so.
        rarity: one of :data:`tables.chambers.RARITIES`.
        text: what game masters read of it.
        players: what players read of it, where they know it.
        known: whether players may see it.
        retired: whether it is drawn no more.
    """

    name: str
    rarity: str = "common"
    text: str = ""
    players: str = ""
    known: bool = False
    retired: bool = False

    def document(self) -> dict[str, Any]:
        """It as it is kept: its name, and what differs from the usual."""
        kept = {each.name: getattr(self, each.name) for each in fields(self)}
        usual = {each.name: each.default for each in fields(self) if each.name not in {"name", "rarity"}}
        return {name: value for name, value in kept.items() if value != usual.get(name)}


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a chamber was placed.

    Attributes:
        chamber: the chamber's number.
        where: the room ("LEXI-1/12"), or the place in words.
        at: when, in milliseconds UTC.
        by: the number of the person who did it.
    """

    chamber: int
    where: str
    at: int
    by: int


@dataclass(frozen=True, slots=True)
class ListedChamber:
    """A chamber on its level's list, as its reader may see it.

    Attributes:
        level: the dungeon level.
        number: its place in order of appearance; None for players, who would see a gap.
        chamber: what it is; for players without what is the game masters'.
        rolled: how often it was rolled; 0 for players.
        placements: where it was placed, in order; nothing for players.
    """

    level: int
    number: int | None
    chamber: Chamber
    rolled: int = 0
    placements: tuple[Placement, ...] = ()

    @property
    def name(self) -> str:
        """What it is called."""
        return self.chamber.name


@dataclass(frozen=True, slots=True)
class Edit:
    """What is to be changed of a chamber; None leaves it."""

    name: str | None = None
    rarity: str | None = None
    text: str | None = None
    players: str | None = None
    known: bool | None = None
    retired: bool | None = None


def chamber_of(edit: Edit) -> Chamber:
    """A new chamber with what is said of it, checked and tidied.

    Raises:
        Refusal: it cannot be called so, there is no such rarity, or a text is too long.
    """
    return edited(Chamber(""), replace(edit, name=edit.name or ""))


def edited(chamber: Chamber, edit: Edit) -> Chamber:
    """A chamber with some of it changed.

    Raises:
        Refusal: as :func:`chamber_of`.
    """
    chosen = {each.name: getattr(edit, each.name) for each in fields(edit)}
    chosen = {name: value for name, value in chosen.items() if value is not None}
    if "name" in chosen:
        chosen["name"] = shown_name(chosen["name"])
    if chosen.get("rarity", "common") not in RARITIES:
        raise OptionError(f"“{echo(chosen['rarity'])}” is no rarity: choose {', '.join(RARITIES.values())}.")
    for name in {"text", "players"} & chosen.keys():
        if len(chosen[name]) > MAX_WORDS:
            raise DocumentRefused(
                f"A chamber's text has {MAX_WORDS:,} characters at most. Nothing was saved."
            )
        gate_text(chosen[name])
    return replace(chamber, **chosen)


def visible(chambers: Iterable[ListedChamber], *, game_master: bool) -> tuple[ListedChamber, ...]:
    """The chambers as their reader may see them: players see what they know, and nothing that counts."""
    if game_master:
        return tuple(chambers)
    return tuple(
        ListedChamber(
            each.level, None, Chamber(each.name, rarity="", players=each.chamber.players, known=True)
        )
        for each in chambers
        if each.chamber.known
    )


def not_here(level: int, wanted: str) -> NotHere:
    """Said where a level has no such chamber, or none that the reader may know of."""
    return NotHere(f"Level {level} has no chamber “{echo(wanted)}”: /chamber list shows what there is.")


def lots_of(chambers: Iterable[ListedChamber], *, unplaced: bool = False) -> tuple[Lot, ...]:
    """What can be drawn: the chambers that are not retired, in order; only those without a place if asked."""
    return tuple(
        Lot(each.number or 0, each.name, each.chamber.rarity, each.chamber.known)
        for each in chambers
        if not each.chamber.retired and not (unplaced and each.placements)
    )


def number_of(wanted: str) -> int | None:
    """The number that somebody named a chamber by; None where it is no number."""
    digits = wanted.strip().removeprefix("#")
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= 9 else None


def differences(before: Chamber, after: Chamber) -> list[str]:
    """What an edit has changed of a chamber, each as the rest of a sentence about the chamber."""
    said = {
        "name": f"is called {after.name} now",
        "rarity": f"is {RARITIES[after.rarity]} now",
        "text": "has another text for game masters"
        if after.text
        else "has no text for game masters any more",
        "players": "has another text for players" if after.players else "has no text for players any more",
        "known": "is known to the players now" if after.known else "is hidden from the players now",
        "retired": "is retired: it is drawn no more" if after.retired else "can be drawn again",
    }
    return [words for name, words in said.items() if getattr(before, name) != getattr(after, name)]
