"""Who is in a party: characters join and leave, and players take the parts of some."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.campaign.changes import Changed, Changer, Told, change
from bot.campaign.errors import TooMuch
from bot.campaign.folding import shown_name
from bot.campaign.party import MOST_MEMBERS, Member
from bot.campaign.party_finding import Numbered, Which, kept, member_of, resolve
from bot.campaign.people import meet, person_of
from tables.errors import Refusal

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from bot.campaign.events import NewEvent


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays a character: a Discord user, by the name that is known."""

    user_id: int
    name: str


def join(
    connection: Connection, new: NewEvent, which: Which, character: str, player: Player
) -> Changed[Numbered]:
    """Let a player's character join a party; one who is in it already is from now on that player's.

    ``which.leader`` is None for game masters; another may take only a character that nobody plays.

    Raises:
        Refusal: there is no such party, it is full, or somebody else plays the character.
    """

    def work(changer: Changer) -> Told[Numbered]:
        slot, before = resolve(changer.lists, which)
        name = shown_name(character)
        known = before.member(name)
        person = person_of(connection, changer.campaign_id, player.user_id)
        taken = known is not None and known.person not in {None, person}
        if taken and which.leader is not None:
            raise Refusal(f"Somebody else plays {name}. Nothing was changed: ask a game master.")
        if known is None and len(before.members) >= MOST_MEMBERS:
            raise TooMuch(f"A party has {MOST_MEMBERS} characters at most. Nothing was changed.")
        number = meet(connection, changer.campaign_id, player.user_id, player.name, (person, None))
        if known is None:
            members = (*before.members, Member(name, number))
        else:
            members = tuple(
                replace(each, person=number) if each == known else each for each in before.members
            )
        text = (
            f"{name} joins {before.name}."
            if known is None
            else f"{known.character} of {before.name} has a player."
        )
        return kept(changer, slot, before, replace(before, members=members), text)

    return change(connection, new, work)


def leave(connection: Connection, new: NewEvent, which: Which, character: str) -> Changed[Numbered]:
    """Let a character leave a party; a player only one of that player's own.

    Raises:
        Refusal: there is no such party or character, or it is not this person's.
    """

    def work(changer: Changer) -> Told[Numbered]:
        slot, before = resolve(changer.lists, which)
        member = member_of(before, character)
        if which.leader is not None:
            person = person_of(connection, changer.campaign_id, which.leader)
            if person is None or member.person != person:
                raise Refusal(f"{member.character} is not yours to say. Nothing was changed.")
        after = before.without(member.character)
        return kept(changer, slot, before, after, f"{member.character} leaves {before.name}.")

    return change(connection, new, work)
