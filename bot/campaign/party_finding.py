"""Which party somebody means: by name, by number, by the channel, or because there is no other."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.campaign.changes import Changer, Told
from bot.campaign.entries import Lists, Slot
from bot.campaign.errors import NotHere
from bot.campaign.folding import name_key
from bot.campaign.party import LIST, Member, Party, document_of, party_of
from bot.campaign.people import person_of
from tables.errors import Refusal, echo
from tables.names import listed as either

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection

NOT_YOURS = "That is another party's to say: players lead the party that a character of theirs is in."
UNCHANGED = "That is so already. Nothing was changed: /party show tells how it is."
NO_PARTY = "There is no party yet: a game master makes one with /party create."

_NUMBER = re.compile(r"#?([1-9][0-9]{0,5})")


@dataclass(frozen=True, slots=True)
class Which:
    """Which party is meant.

    Attributes:
        text: its name or number; nothing for the party of the place.
        place_id: the channel or thread where it is asked.
        channel_id: the channel, for a thread its parent.
        leader: the Discord user who must play a character of it; None for game masters.
    """

    text: str
    place_id: int
    channel_id: int
    leader: int | None = None


@dataclass(frozen=True, slots=True)
class Numbered:
    """A party in its place on the list."""

    number: int
    party: Party


def all_parties(connection: Connection, campaign_id: int) -> tuple[Numbered, ...]:
    """Every party of a campaign, those in play first, each in order of appearance."""
    found = _every(Lists(connection, campaign_id))
    return tuple(sorted(found, key=lambda each: each.party.retired))


def find(connection: Connection, campaign_id: int, which: Which) -> Numbered | None:
    """The party that is meant; None where nobody said which and the place has none of its own.

    Raises:
        NotHere: there is no party of that name or number.
    """
    lists = Lists(connection, campaign_id)
    if not which.text and _of_place(in_play(lists), which) is None:
        return None
    slot, party = resolve(lists, which, retired=None)
    return Numbered(slot.number, party)


def resolve(lists: Lists, which: Which, *, retired: bool | None = False) -> tuple[Slot, Party]:
    """The party that is meant; ``retired`` is what it has to be, None for either.

    Raises:
        NotHere: there is none, or it is not clear which.
        Refusal: it is retired, or it is not.
    """
    found = _named(lists, which.text) if which.text else _of_place(in_play(lists), which)
    if found is None:
        raise NotHere(_nobody(in_play(lists), which.text))
    if retired is not None and found.party.retired is not retired:
        words = "is retired: bring it back with /party retire back" if found.party.retired else "is in play"
        raise Refusal(f"{found.party.name} {words}. Nothing was changed.")
    return Slot(LIST, "", found.number), found.party


def theirs(changer: Changer, which: Which) -> tuple[Slot, Party]:
    """The party that is meant, if whoever asks may lead it.

    Raises:
        NotHere: there is no such party.
        Refusal: it is not this person's to lead.
    """
    slot, party = resolve(changer.lists, which)
    if which.leader is not None:
        person = person_of(changer.connection, changer.campaign_id, which.leader)
        if not party.includes(person):
            raise Refusal(f"{NOT_YOURS} Nothing was changed.")
    return slot, party


def member_of(party: Party, character: str) -> Member:
    """The member of a character's name.

    Raises:
        NotHere: nobody in the party is called so.
    """
    found = party.member(character)
    if found is None:
        known = ", ".join(each.character for each in party.members[:10]) or "nobody yet"
        raise NotHere(
            f"“{echo(character)}” is not in {party.name}, which is {known}. Nothing was changed: "
            "let the character join first with /party join."
        )
    return found


def in_play(lists: Lists) -> list[Numbered]:
    """The parties that are not retired, in order of appearance."""
    return [each for each in _every(lists) if not each.party.retired]


def kept(changer: Changer, slot: Slot, before: Party, after: Party, text: str) -> Told[Numbered]:
    """Keep a party as it is now.

    Raises:
        Refusal: nothing has changed.
    """
    if after == before:
        raise Refusal(UNCHANGED)
    changer.put(slot, document_of(after))
    return Told(Numbered(slot.number, after), text)


def _every(lists: Lists) -> list[Numbered]:
    return [Numbered(each.slot.number, party_of(each.document)) for each in lists.all_of(LIST, "")]


def _named(lists: Lists, text: str) -> Numbered | None:
    entry = lists.named(LIST, "", name_key(text))
    number = _NUMBER.fullmatch(text.strip())
    if entry is None and number is not None:
        entry = lists.at(Slot(LIST, "", int(number[1])))
    return None if entry is None else Numbered(entry.slot.number, party_of(entry.document))


def _of_place(parties: Iterable[Numbered], which: Which) -> Numbered | None:
    several = list(parties)
    for channel in (which.place_id, which.channel_id):
        for each in several:
            if each.party.channel == channel:
                return each
    return several[0] if len(several) == 1 else None


def _nobody(parties: list[Numbered], text: str) -> str:
    if not parties:
        return NO_PARTY
    names = either([each.party.name for each in parties[:10]])
    if text:
        return f"There is no party “{echo(text)}”. Nothing was changed: name {names}."
    return f"No party has this channel, and there are several. Nothing was changed: name {names}."
