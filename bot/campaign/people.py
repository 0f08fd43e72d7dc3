"""People, by their number within a campaign: the only place that knows names and Discord ids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, func, insert, select, update

from bot.campaign import schema
from bot.campaign.documents import clean_name

if TYPE_CHECKING:
    from sqlalchemy import Connection


# Built once, as in campaigns.py.
_MINE = (
    schema.person.c.user_id == bindparam("user"),
    schema.person.c.campaign_id == bindparam("campaign"),
)
KNOWN_NUMBER = select(schema.person.c.person).where(*_MINE)
"""The number of the user ``user`` in the campaign ``campaign``."""
KNOWN_NAME = select(schema.person.c.name).where(*_MINE)
"""The name that the same user went by last."""


def person_of(connection: Connection, campaign_id: int, user_id: int) -> int | None:
    """The number of a Discord user in a campaign, if that user ever did something in it."""
    return connection.scalar(KNOWN_NUMBER, {"user": user_id, "campaign": campaign_id})


def names_of(connection: Connection, campaign_id: int) -> dict[int, str]:
    """The names of a campaign's people by their numbers; whoever was erased has none."""
    known = select(schema.person.c.person, schema.person.c.name).where(
        schema.person.c.campaign_id == campaign_id, schema.person.c.name.is_not(None)
    )
    return {row[0]: row[1] for row in connection.execute(known)}


def meet(
    connection: Connection, campaign_id: int, user_id: int, name: str, known: tuple[int | None, str | None]
) -> int:
    """The number of a Discord user, made with the first event and with the name brought up to date.

    ``known`` is the number and name that the campaign knew a moment ago; it is locked since
    then by whoever calls, so that no number is given twice.
    """
    name = clean_name(name)
    if known[0] is None:
        return _make(connection, campaign_id, user_id, name)
    if known[1] != name:
        mine = {"user": user_id, "campaign": campaign_id}
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
