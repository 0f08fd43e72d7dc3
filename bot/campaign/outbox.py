"""Replies that are still to appear on Discord, so that none is lost when the program or Discord goes away.

A row is written with its event and goes when Discord took the reply. What is left is told
with the next reply in the same place, to somebody who may know of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import and_, bindparam, delete, exists, insert, or_, select, update

from bot.campaign import schema
from bot.campaign.documents import clean_name
from bot.campaign.prepared import Prepared
from bot.campaign.reading import SELECT_EVENTS, Event, EventId, to_event
from bot.campaign.schema import Audience, PostState

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection

TOKEN_LIFE = 15 * 60 * 1000
"""Milliseconds that Discord takes an interaction's token for."""

PATIENCE = 60 * 1000
"""Milliseconds after which a reply that was not heard of counts as lost."""

MOST = 5
"""Events that one reply tells of at most; the next reply tells of the next."""

# Built once, as in campaigns.py.
_EXPECT = Prepared(insert(schema.outbox))
_IS = and_(
    schema.outbox.c.campaign_id == bindparam("campaign"),
    schema.outbox.c.seq == bindparam("number"),
)
_POSTED = Prepared(delete(schema.outbox).where(_IS))
_COULD_NOT = (
    update(schema.outbox)
    .where(_IS)
    .values(state=PostState.FAILED.value, due=0, reason=bindparam("why"), token=None)
)
_LOST = update(schema.outbox).values(due=0)
_LEFT = (
    schema.outbox.c.place_id == bindparam("place"),
    schema.outbox.c.campaign_id == bindparam("campaign"),
    schema.outbox.c.seq < bindparam("until"),
    schema.outbox.c.due < bindparam("now"),
)
IS_ANY_LEFT = exists(select(schema.outbox.c.seq).where(*_LEFT))
"""Whether a reply of the campaign ``campaign`` never appeared in ``place``, of an event before ``until``."""
_UNPOSTED = (
    SELECT_EVENTS.join(
        schema.outbox,
        and_(
            schema.outbox.c.campaign_id == schema.event.c.campaign_id,
            schema.outbox.c.seq == schema.event.c.seq,
        ),
    )
    .where(
        *_LEFT,
        or_(
            schema.event.c.audience == Audience.EVERYONE.value,
            and_(schema.event.c.audience == Audience.SHARED.value, schema.event.c.person == bindparam("own")),
        ),
    )
    .order_by(schema.outbox.c.seq)
    .limit(MOST)
)


def expect(connection: Connection, event: EventId, place_id: int, at: int) -> None:
    """Write down that a reply is owed for an event made at ``at``, in the event's own transaction.

    The interaction's token is a secret that only its own process needs: it is not kept.
    """
    row = {
        "campaign_id": event.campaign_id,
        "seq": event.seq,
        "place_id": place_id,
        "token": None,
        "expires": at + TOKEN_LIFE,
        "due": at + PATIENCE,
        "state": PostState.PENDING.value,
        "reason": None,
    }
    _EXPECT.run(connection, row)


def all_lost(connection: Connection) -> None:
    """Nobody is posting anything any more: what was not heard of is lost, and may be told at once.

    True at the start of a process that has the database to itself; another's replies may be on their way.
    """
    connection.execute(_LOST)


def posted(connection: Connection, events: Iterable[EventId]) -> None:
    """Discord took the replies of these events."""
    for event in events:
        _POSTED.run(connection, {"campaign": event.campaign_id, "number": event.seq})


def could_not_post(connection: Connection, event: EventId, reason: str) -> None:
    """The reply of an event could not be posted; ``reason`` is for whoever runs the program."""
    why = clean_name(reason, 200)
    connection.execute(_COULD_NOT, {"campaign": event.campaign_id, "number": event.seq, "why": why})


def unposted(connection: Connection, event: Event, own: int | None, now: int) -> tuple[Event, ...]:
    """Events before ``event`` in its place whose reply never appeared, oldest first, without what is secret.

    Those of everybody, and the private ones of the person ``own`` where the telling is private.
    """
    asked = {
        "place": event.place_id,
        "campaign": event.campaign_id,
        "until": event.seq,
        "now": now,
        "own": own,
    }
    rows = connection.execute(_UNPOSTED, asked).mappings().all()
    return tuple(to_event(row, whole=False) for row in rows)
