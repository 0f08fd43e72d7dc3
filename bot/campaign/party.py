"""A party as a frozen value: who goes where, for how long, and what light they have."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import msgspec

from bot.campaign.folding import name_key

if TYPE_CHECKING:
    from collections.abc import Mapping

LIST = "party"
"""The list of a campaign's parties."""

TURN = 10
"""Minutes of a turn."""

LIGHTS = {"torch": 6, "lantern": 24}
"""The turns that a light burns, where nobody says otherwise: a torch, and a flask of oil in a lantern."""

MOST_TURNS = 1_000
"""Turns that pass at once, and that a light burns, at most."""

MOST_KNOWN = 1_000
"""Places that a party knows; the first ones are forgotten."""

MOST_MEMBERS = 40
"""Characters of a party."""


@dataclass(frozen=True, slots=True)
class Member:
    """A character, and the number of the person who plays it; None where nobody has said who does."""

    character: str
    person: int | None = None


@dataclass(frozen=True, slots=True)
class Light:
    """What burns, and for how many turns more; None for one that does not burn down."""

    what: str
    turns: int | None = None

    def after(self, turns: int) -> Light:
        """The light when so many turns have passed."""
        return self if self.turns is None else replace(self, turns=max(0, self.turns - turns))

    @property
    def is_out(self) -> bool:
        """Whether it has burnt down."""
        return self.turns == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Party:
    """A group of characters who go together.

    Attributes:
        name: what they are called.
        channel: the channel or thread where they are played; None for none of their own.
        place: where they are, such as "LEXI-1/12"; nothing before anybody said.
        known: the places that they have been to, in order.
        clock: the turns since they set out.
        light: what burns; None for no light.
        caller: the character who speaks for them; nothing for none.
        members: the characters, in the order in which they joined.
        order: the characters' names as they march, row by row, the first in front.
        retired: whether they are no longer played.
    """

    name: str
    channel: int | None = None
    place: str = ""
    known: tuple[str, ...] = ()
    clock: int = 0
    light: Light | None = None
    caller: str = ""
    members: tuple[Member, ...] = ()
    order: tuple[tuple[str, ...], ...] = ()
    retired: bool = False

    def member(self, character: str) -> Member | None:
        """The member of a character's name, however it is written."""
        key = name_key(character)
        return next((each for each in self.members if name_key(each.character) == key), None)

    def includes(self, person: int | None) -> bool:
        """Whether a person plays one of the characters."""
        return person is not None and any(each.person == person for each in self.members)

    def moved(self, place: str, turns: int) -> Party:
        """The party when it has come to a place (nothing for where it is) and turns have passed."""
        known = self.known
        if place and place not in known:
            known = (*known, place)[-MOST_KNOWN:]
        light = None if self.light is None else self.light.after(turns)
        return replace(self, place=place or self.place, known=known, clock=self.clock + turns, light=light)

    def without(self, character: str) -> Party:
        """The party when a character has left: from the order too, and as the caller."""
        key = name_key(character)
        rows = (tuple(name for name in row if name_key(name) != key) for row in self.order)
        return replace(
            self,
            members=tuple(each for each in self.members if name_key(each.character) != key),
            order=tuple(row for row in rows if row),
            caller="" if name_key(self.caller) == key else self.caller,
        )


_DEFAULTS: Mapping[str, Any] = msgspec.to_builtins(Party(name=""))


def document_of(party: Party) -> dict[str, Any]:
    """A party as it is kept: without what is as always."""
    whole = msgspec.to_builtins(party)
    return {name: value for name, value in whole.items() if value != _DEFAULTS[name]}


def party_of(document: Mapping[str, Any]) -> Party:
    """The party of a document."""
    return msgspec.convert(document, Party)


def light_words(light: Light) -> str:
    """A light in words: "torch, 3 turns left"."""
    if light.turns is None:
        return light.what
    if light.is_out:
        return f"{light.what}, burnt down"
    return f"{light.what}, {turns_words(light.turns)} left"


def turns_words(turns: int) -> str:
    """So many turns: "1 turn", "24 turns"."""
    return "1 turn" if turns == 1 else f"{turns:,} turns"


def clock_words(turns: int) -> str:
    """The clock: "turn 45, 7 hours 30 minutes since they set out"."""
    hours, minutes = divmod(turns * TURN, 60)
    parts = [f"{hours:,} hour{'s' * (hours != 1)}"] if hours else []
    parts += [f"{minutes} minutes"] if minutes else []
    return f"turn {turns:,}, {' '.join(parts) or 'no time'} since they set out"
