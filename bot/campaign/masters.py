"""A campaign's game masters: people and roles that it has named, and nobody else.

Until somebody is named, whoever may manage the server is a game master; once the last one is
dismissed, that holds again, so that nobody can be locked out. People stand in the list by their number
(:mod:`bot.campaign.people`), so that erasing one leaves no name behind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select

from bot.campaign import schema
from bot.campaign.changes import Changed, Changer, Told, change
from bot.campaign.entries import Lists
from bot.campaign.errors import NotHere, TooMuch
from bot.campaign.folding import shown_name
from bot.campaign.here import MASTERS
from bot.campaign.people import meet, person_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from bot.campaign.entries import Slot
    from bot.campaign.events import NewEvent

NAMED = "campaign.masters"
"""The kind of event that names a game master or dismisses one."""

MOST = 25
"""Game masters that a campaign names."""

FROM_NOW_ON = "From now on only those who are named are game masters, whoever manages the server."
NOBODY_IS_NAMED = "Nobody is named now, so whoever may manage the server is a game master again."


@dataclass(frozen=True, slots=True)
class Candidate:
    """Who is to be named or dismissed: a Discord user or a role, with the name it goes by.

    Attributes:
        id: Discord's id of either.
        name: of either; a person's is never part of an event.
        is_role: whether it is a role.
    """

    id: int
    name: str
    is_role: bool = False


@dataclass(frozen=True, slots=True)
class Master:
    """A game master who was named.

    Attributes:
        slot: the place in the list.
        person: the number of a person; None for a role.
        user_id: that person's Discord user; None for a role, and once the person was erased.
        role: Discord's id of a role; None for a person.
    """

    slot: Slot
    person: int | None
    user_id: int | None
    role: int | None


def masters_of(connection: Connection, campaign_id: int) -> tuple[Master, ...]:
    """Everybody whom a campaign has named, in the order in which it did."""
    entries = Lists(connection, campaign_id).all_of(MASTERS, "")
    people = [entry.document["person"] for entry in entries if "person" in entry.document]
    asked = select(schema.person.c.person, schema.person.c.user_id).where(
        schema.person.c.campaign_id == campaign_id, schema.person.c.person.in_(people)
    )
    users = {row.person: row.user_id for row in connection.execute(asked)} if people else {}
    found: list[Master] = []
    for entry in entries:
        person, role = entry.document.get("person"), entry.document.get("role")
        user_id = None if person is None else users.get(person)
        found.append(Master(entry.slot, person, user_id, None if role is None else int(role)))
    return tuple(found)


def name_master(connection: Connection, new: NewEvent, candidate: Candidate) -> Changed[None]:
    """Name a game master.

    Raises:
        TooMuch: enough are named.
        NotHere: this one is named already.
    """

    def work(changer: Changer) -> Told[None]:
        masters = masters_of(connection, changer.campaign_id)
        if _standing(connection, changer.campaign_id, masters, candidate) is not None:
            raise NotHere("That is a game master of this campaign already. Nothing was changed.")
        if len(masters) >= MOST:
            raise TooMuch(
                f"{MOST} game masters are named already. Nothing was changed: name a role, or dismiss one."
            )
        document, called = _document(changer, candidate)
        changer.put(changer.next(MASTERS, ""), document)
        told = f"{called} is a game master of this campaign now."
        return Told(None, told if masters else f"{told} {FROM_NOW_ON}")

    return change(connection, new, work)


def dismiss_master(connection: Connection, new: NewEvent, candidate: Candidate) -> Changed[None]:
    """Take a game master's name off the list.

    Raises:
        NotHere: this one is not named.
    """

    def work(changer: Changer) -> Told[None]:
        masters = masters_of(connection, changer.campaign_id)
        standing = _standing(connection, changer.campaign_id, masters, candidate)
        if standing is None:
            raise NotHere(
                "That is no game master whom this campaign has named. Nothing was changed: "
                "/campaign show lists them."
            )
        changer.drop(standing.slot)
        called = _called(candidate) if standing.person is None else f"Person {standing.person}"
        told = f"{called} is no game master of this campaign any more."
        return Told(None, told if len(masters) > 1 else f"{told} {NOBODY_IS_NAMED}")

    return change(connection, new, work)


def _document(changer: Changer, candidate: Candidate) -> tuple[dict[str, object], str]:
    """What the list keeps of somebody, and what the event calls them."""
    if candidate.is_role:
        return {"role": str(candidate.id)}, _called(candidate)
    known = person_of(changer.connection, changer.campaign_id, candidate.id)
    person = meet(changer.connection, changer.campaign_id, candidate.id, candidate.name, (known, None))
    return {"person": person}, f"Person {person}"


def _called(role: Candidate) -> str:
    return f"The role “{shown_name(role.name, 100)}”"


def _standing(
    connection: Connection, campaign_id: int, masters: tuple[Master, ...], candidate: Candidate
) -> Master | None:
    if candidate.is_role:
        return next((each for each in masters if each.role == candidate.id), None)
    person = person_of(connection, campaign_id, candidate.id)
    return next((each for each in masters if person is not None and each.person == person), None)
