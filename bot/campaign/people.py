"""People, by their number within a campaign: the only place that knows names and Discord ids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, func, insert, select, update

from bot.campaign import schema
from bot.campaign.documents import clean_name

if TYPE_CHECKING:
    from sqlalchemy import Connection


_MINE = (
    schema.person.c.user_id == bindparam("user"),
    schema.person.c.campaign_id == bindparam("campaign"),
)
_KNOWN = select(schema.person.c.person, schema.person.c.name).where(*_MINE)


def person_of(connection: Connection, campaign_id: int, user_id: int) -> int | None:
    """The number of a Discord user in a campaign, if that user ever did something in it."""
    return connection.scalar(_KNOWN, {"user": user_id, "campaign": campaign_id})


def meet(connection: Connection, campaign_id: int, user_id: int, name: str) -> int:
    """The number of a Discord user, made with the first event and with the name brought up to date.

    The campaign is locked by whoever calls, so that no number is given twice.
    """
    name = clean_name(name)
    mine = {"user": user_id, "campaign": campaign_id}
    known = connection.execute(_KNOWN, mine).one_or_none()
    if known is None:
        return _make(connection, campaign_id, user_id, name)
    if known[1] != name:
        connection.execute(update(schema.person).where(*_MINE).values(name=name), mine)
    return known[0]


def _make(connection: Connection, campaign_id: int, user_id: int, name: str) -> int:
    last = connection.scalar(
        select(func.max(schema.person.c.person)).where(schema.person.c.campaign_id == campaign_id)
    )
    number = (last or 0) + 1
    row = {"campaign_id": campaign_id, "person": number, "user_id": user_id, "name": name}
    connection.execute(insert(schema.person).values(row))
    return number
