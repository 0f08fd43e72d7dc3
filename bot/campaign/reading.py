"""Events as they are read: whole for a game master, and for everybody else only what is theirs to see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import and_, or_, select, true

from bot.campaign import schema
from bot.campaign.documents import for_players
from bot.campaign.people import person_of
from bot.campaign.schema import Audience

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import ColumnElement, Connection, RowMapping, Select


class EventId(NamedTuple):
    """What the program calls an event by; people are given its reference instead."""

    campaign_id: int
    seq: int


@dataclass(frozen=True, slots=True)
class Event:
    """Something that was rolled or written.

    Attributes:
        campaign_id: its campaign; never shown.
        seq: its number in the campaign, from 1; never shown, because it would tell of hidden events.
        reference: what people call it by ("k4t9").
        at: when, in milliseconds UTC.
        actor_id: the Discord user who did it; None once the person was erased.
        actor_name: the name that user went by last; None once the person was erased.
        channel_id: the channel; a thread's is its parent.
        place_id: the thread, or the channel itself.
        kind: what it is ("roll").
        audience: who may read it.
        document: the whole of it for machines; for a reader who is no game master without what is secret.
        text: what was told.
        again_of: the reference of the first roll that it repeats.
        undoes: the number of the event that it takes back; never shown.
    """

    campaign_id: int
    seq: int
    reference: str
    at: int
    actor_id: int | None
    actor_name: str | None
    channel_id: int
    place_id: int
    kind: str
    audience: Audience
    document: Mapping[str, Any]
    text: str
    again_of: str | None
    undoes: int | None = None

    @property
    def id(self) -> EventId:
        """What the program calls it by."""
        return EventId(self.campaign_id, self.seq)


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who reads, by the Discord user's id, and whether as a game master of the campaign."""

    user_id: int
    game_master: bool


@dataclass(frozen=True, slots=True)
class Sight:
    """What may be read of a campaign: all of it, or what is open and what one person rolled privately."""

    campaign_id: int
    person: int | None
    everything: bool = False

    def covers(self, audience: Audience, person: int) -> bool:
        """Whether an event of that audience and person may be read."""
        own = audience is Audience.SHARED and person == self.person
        return self.everything or audience is Audience.EVERYONE or own

    def condition(self) -> ColumnElement[bool]:
        """The same as :meth:`covers`, for a query."""
        event = schema.event.c
        if self.everything:
            return true()
        if self.person is None:
            return event.audience == Audience.EVERYONE
        own = and_(event.audience == Audience.SHARED, event.person == self.person)
        return or_(event.audience == Audience.EVERYONE, own)


def sight_of(connection: Connection, campaign_id: int, reader: Reader) -> Sight:
    """What ``reader`` may read of a campaign."""
    if reader.game_master:
        return Sight(campaign_id, None, everything=True)
    return Sight(campaign_id, person_of(connection, campaign_id, reader.user_id))


def _select_events() -> Select[Any]:
    first = schema.event.alias("first")
    made_by = and_(
        schema.person.c.campaign_id == schema.event.c.campaign_id,
        schema.person.c.person == schema.event.c.person,
    )
    repeats = and_(first.c.campaign_id == schema.event.c.campaign_id, first.c.seq == schema.event.c.again_of)
    return select(
        schema.event,
        schema.person.c.user_id,
        schema.person.c.name,
        first.c.reference.label("again_of_reference"),
    ).select_from(schema.event.join(schema.person, made_by).outerjoin(first, repeats))


SELECT_EVENTS = _select_events()
"""Events with the people who made them and the references of what they repeat; built once, as it is large."""


def to_event(row: Mapping[str, Any] | RowMapping, *, whole: bool) -> Event:
    """The event of a row of :data:`SELECT_EVENTS`, with what is secret in it where ``whole``."""
    return Event(
        campaign_id=row["campaign_id"],
        seq=row["seq"],
        reference=row["reference"],
        at=row["at"],
        actor_id=row["user_id"],
        actor_name=row["name"],
        channel_id=row["channel_id"],
        place_id=row["place_id"],
        kind=row["kind"],
        audience=Audience(row["audience"]),
        document=row["doc"] if whole else for_players(row["doc"]),
        text=row["text"],
        again_of=row["again_of_reference"],
        undoes=row["undoes"],
    )
