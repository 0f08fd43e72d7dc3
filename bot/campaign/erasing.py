"""What is kept of a person on a server, and taking the person out of it.

Events name people by a number; only ``person`` knows who that is. Emptying it there leaves every event, and
the chain of their hashes, as they are: the history then says "somebody".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, select, update

from bot.campaign import schema
from bot.campaign.campaigns import lock
from bot.campaign.entries import Lists
from bot.campaign.here import MASTERS

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection

_event, _person, _draft, _outbox = schema.event.c, schema.person.c, schema.draft.c, schema.outbox.c


@dataclass(frozen=True, slots=True)
class Kept:
    """What a campaign keeps of a person.

    Attributes:
        campaign: what it is called.
        name: the name that it knows the person by.
        events: what the person did in it.
        first_at: when the first of these was, in milliseconds UTC; None for none.
        last_at: when the last was.
        drafts: what the person was shown and has not confirmed.
        is_master: whether the person is named as a game master.
    """

    campaign: str
    name: str
    events: int
    first_at: int | None
    last_at: int | None
    drafts: int
    is_master: bool


def kept_of(connection: Connection, guild_id: int, user_id: int) -> tuple[Kept, ...]:
    """What the campaigns of a server keep of a Discord user, one for each that keeps anything."""
    found: list[Kept] = []
    for campaign_id, name in _campaigns(connection, guild_id):
        known = connection.execute(
            select(_person.person, _person.name).where(
                _person.campaign_id == campaign_id, _person.user_id == user_id
            )
        ).one_or_none()
        drafts = connection.scalar(
            select(func.count()).where(_draft.campaign_id == campaign_id, _draft.user_id == user_id)
        )
        if known is None and not drafts:
            continue
        number = 0 if known is None else known[0]
        events = connection.execute(
            select(func.count(), func.min(_event.at), func.max(_event.at)).where(
                _event.campaign_id == campaign_id, _event.person == number
            )
        ).one()
        named = Lists(connection, campaign_id).all_of(MASTERS, "")
        found.append(
            Kept(
                campaign=name,
                name="" if known is None else known[1] or "",
                events=events[0],
                first_at=events[1],
                last_at=events[2],
                drafts=drafts or 0,
                is_master=any(entry.document.get("person") == number for entry in named),
            )
        )
    return tuple(found)


def erase(connection: Connection, guild_id: int, user_id: int) -> int:
    """Take a Discord user out of every campaign of a server; in how many the user was.

    Replies that the user still waits for and drafts go too. What was rolled and written stays, by nobody.
    """
    ids = [campaign_id for campaign_id, _ in _campaigns(connection, guild_id)]
    lock(connection, ids)
    mine: ColumnElement[bool] = _person.user_id == user_id
    people = connection.execute(
        select(_person.campaign_id, _person.person).where(mine, _person.campaign_id.in_(ids))
    ).all()
    for campaign_id, number in people:
        theirs = select(_event.seq).where(_event.campaign_id == campaign_id, _event.person == number)
        connection.execute(
            delete(schema.outbox).where(_outbox.campaign_id == campaign_id, _outbox.seq.in_(theirs))
        )
    connection.execute(delete(schema.draft).where(_draft.user_id == user_id, _draft.campaign_id.in_(ids)))
    connection.execute(
        update(schema.person).where(mine, _person.campaign_id.in_(ids)).values(user_id=None, name=None)
    )
    return len(people)


def _campaigns(connection: Connection, guild_id: int) -> list[tuple[int, str]]:
    campaign = schema.campaign.c
    asked = select(campaign.campaign_id, campaign.name).where(campaign.guild_id == guild_id)
    return [(row[0], row[1]) for row in connection.execute(asked.order_by(campaign.campaign_id))]
