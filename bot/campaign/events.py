"""Recording what was rolled: the event, its reply to come and what is told with it, in one transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, bindparam, exists, func, insert, select

from bot.campaign import schema
from bot.campaign.campaigns import campaign_of, give_back, make_quietly, next_seq
from bot.campaign.chain import seal
from bot.campaign.documents import clean_name, gate_doc, gate_text
from bot.campaign.errors import RequestMismatch, SessionMoved
from bot.campaign.outbox import IS_ANY_LEFT, expect, unposted
from bot.campaign.people import KNOWN_NAME, KNOWN_NUMBER, meet
from bot.campaign.prepared import Prepared
from bot.campaign.reading import SELECT_EVENTS, Event, EventId, Reader, Sight, sight_of, to_event
from bot.campaign.references import LENGTH, TAKEN, clean_reference, draw, new_reference
from bot.campaign.schema import Audience
from bot.campaign.seeds import OPEN_NUMBER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEvent:
    """Something to be recorded.

    Attributes:
        interaction_id: Discord's id of the interaction; the same one never acts twice.
        guild_id: the server; for direct messages, the channel below zero, so that each is deleted by itself.
        guild_name: what it is called, if known.
        channel_id: the channel; a thread's is its parent.
        place_id: the thread, or the channel itself: where the reply will stand.
        actor_id: the Discord user who did it.
        actor_name: the name that user goes by.
        at: when, in milliseconds UTC.
        kind: what it is ("roll").
        audience: who may read it.
        document: the whole of it for machines; what is marked ``"secret": true`` is the game masters' alone.
        text: what is told to its audience.
        again_of: the reference of the roll that this one repeats.
        token: the interaction's token while a reply is still owed; None where none is.
        part: which of several events of one interaction this is; nothing for the only one.
        session: the number of the session whose dice were thrown; None where they were of none.
    """

    interaction_id: int
    guild_id: int
    channel_id: int
    place_id: int
    actor_id: int
    actor_name: str
    at: int
    kind: str
    audience: Audience
    document: Mapping[str, Any]
    text: str
    guild_name: str | None = None
    again_of: str | None = None
    token: str | None = None
    part: str = ""
    session: int | None = None

    @property
    def request_key(self) -> str:
        """What makes it act only once."""
        return f"{self.interaction_id}:{self.part}" if self.part else str(self.interaction_id)


@dataclass(frozen=True, slots=True)
class Recorded:
    """What became of a :class:`NewEvent`.

    Nothing here tells more than the event's own audience may know; for a blind roll that is the game masters.

    Attributes:
        event: the event, whole; the one recorded before where the interaction came twice.
        fresh: False where the interaction came twice.
        ordinal: 1, or 2 for a second roll, and so on.
        first_text: what the first roll of these told, where this is not the first.
        unposted: earlier events of this place whose reply never appeared, to be told with this one.
    """

    event: Event
    fresh: bool
    ordinal: int
    first_text: str | None
    unposted: tuple[Event, ...]


# Built once, as in campaigns.py.
_event, _first = schema.event.c, schema.event.alias("first")
_IS = (_event.campaign_id == bindparam("campaign"), _event.seq == bindparam("number"))
_INSERT = Prepared(insert(schema.event))
_HASH = select(_event.hash).where(*_IS)
_BY_ID = SELECT_EVENTS.where(*_IS)
_BY_KEY = select(_event.campaign_id, _event.seq).where(_event.request_key == bindparam("key"))
_BEFORE = Prepared(  # all that has to be known beforehand, in one question
    select(
        exists(_BY_KEY),
        _HASH.scalar_subquery(),
        exists(TAKEN),
        KNOWN_NUMBER.scalar_subquery(),
        KNOWN_NAME.scalar_subquery(),
        IS_ANY_LEFT,
        OPEN_NUMBER.scalar_subquery(),
    )
)
_FIRST_OF = (
    select(_first.c.seq, _first.c.reference, _first.c.audience, _first.c.person)
    .select_from(
        schema.event.join(
            _first,
            and_(
                _first.c.campaign_id == _event.campaign_id,
                _first.c.seq == func.coalesce(_event.again_of, _event.seq),
            ),
        )
    )
    .where(_event.campaign_id == bindparam("campaign"), _event.reference == bindparam("reference"))
)


@dataclass(frozen=True, slots=True)
class Begun:
    """An event under way: its campaign is locked, its number taken, and it did not come before.

    Attributes:
        id: the campaign and the number.
        reference: what people will call it by.
        person: the number of whoever does it.
        previous: the hash of the event before.
        undoes: the number of the event that it takes back, if it does.
        is_any_left: whether earlier replies of its place wait to be told.
    """

    id: EventId
    reference: str
    person: int
    previous: bytes | None
    undoes: int | None = None
    is_any_left: bool = True


def record(connection: Connection, new: NewEvent) -> Recorded:
    """Record an event once, making the channel's campaign if there is none yet.

    Raises:
        DocumentRefused: the document or the text cannot be kept.
        RequestMismatch: the same interaction was recorded as something else.
        SessionMoved: its dice were of a session that is not the open one any more.
    """
    gate_doc(new.document)
    gate_text(new.text)
    begun = begin(connection, new)
    return begun if isinstance(begun, Recorded) else finish(connection, new, begun)


def begin(connection: Connection, new: NewEvent) -> Begun | Recorded:
    """Lock the campaign and take the event's number; what was recorded before where it came before.

    Raises:
        RequestMismatch: the same interaction was recorded as something else.
        SessionMoved: its dice were of a session that is not the open one any more.
    """
    taken = _take_number(connection, new)
    reference = draw(LENGTH)
    ((came_before, previous, is_taken, number, name, is_any_left, session),) = _BEFORE.run(
        connection,
        {
            "key": new.request_key,
            "campaign": taken.campaign_id,
            "number": taken.seq - 1,
            "reference": reference,
            "user": new.actor_id,
            "place": new.place_id,
            "until": taken.seq,
            "now": new.at,
        },
    )
    if came_before:
        give_back(connection, taken.campaign_id)
        return _recorded_before(connection, new, taken.campaign_id)
    if new.session is not None and session != new.session:
        raise SessionMoved
    if is_taken:
        reference = new_reference(connection, taken.campaign_id)
    person = meet(connection, taken.campaign_id, new.actor_id, new.actor_name, (number, name))
    return Begun(taken, reference, person, previous, is_any_left=bool(is_any_left))


def finish(connection: Connection, new: NewEvent, begun: Begun) -> Recorded:
    """Keep the event that was begun, whose document and text the caller has gated."""
    again_of, again_of_reference = _first_of(connection, new, begun.id.campaign_id, begun.person)
    row = seal(_content(new, begun, again_of), begun.previous)
    made_by = {"user_id": new.actor_id, "name": clean_name(new.actor_name)}
    event = to_event({**row, **made_by, "again_of_reference": again_of_reference}, whole=True)
    return _keep(connection, new, row, event, is_any_left=begun.is_any_left)


def by_reference(connection: Connection, channel_id: int, reference: str, reader: Reader) -> Event | None:
    """The event that people of a channel call by ``reference``, as far as ``reader`` may see it."""
    campaign_id = campaign_of(connection, channel_id)
    if campaign_id is None:
        return None
    sight = sight_of(connection, campaign_id, reader)
    named = SELECT_EVENTS.where(
        _event.campaign_id == campaign_id,
        _event.reference == clean_reference(reference),
        sight.condition(),
    )
    row = connection.execute(named).mappings().one_or_none()
    return None if row is None else to_event(row, whole=sight.everything)


def _take_number(connection: Connection, new: NewEvent) -> EventId:
    taken = next_seq(connection, new.channel_id)
    if taken is None:
        make_quietly(connection, new.guild_id, new.guild_name, new.channel_id, new.at)
        taken = next_seq(connection, new.channel_id)
    if taken is None:  # pragma: no cover - the channel was bound a moment ago in this transaction
        raise RuntimeError(f"channel {new.channel_id} could not be bound to a campaign")
    return EventId(*taken)


def _recorded_before(connection: Connection, new: NewEvent, campaign_id: int) -> Recorded:
    known = connection.execute(_BY_KEY, {"key": new.request_key}).all()
    # Its channel may have belonged to another campaign when it came the first time.
    found = min((EventId(*row) for row in known), key=lambda event: event.campaign_id != campaign_id)
    asked = {"campaign": found.campaign_id, "number": found.seq}
    row = connection.execute(_BY_ID, asked).mappings().one()
    if row["kind"] != new.kind:
        raise RequestMismatch
    event = to_event(row, whole=True)
    ordinal, first_text = _place_in_line(connection, event, row["again_of"], row["person"])
    return Recorded(event, fresh=False, ordinal=ordinal, first_text=first_text, unposted=())


def _keep(
    connection: Connection, new: NewEvent, row: Mapping[str, Any], event: Event, *, is_any_left: bool
) -> Recorded:
    _INSERT.run(connection, row)
    if new.token is not None and new.audience is not Audience.MASTERS:  # a blind roll's reply tells nothing
        expect(connection, event.id, new.place_id, new.at)
    ordinal, first_text = _place_in_line(connection, event, row["again_of"], row["person"])
    own = None if new.audience is Audience.EVERYONE else row["person"]
    waiting = unposted(connection, event, own, new.at) if is_any_left else ()
    return Recorded(event, fresh=True, ordinal=ordinal, first_text=first_text, unposted=waiting)


def _content(new: NewEvent, begun: Begun, again_of: int | None) -> dict[str, Any]:
    return {
        "campaign_id": begun.id.campaign_id,
        "seq": begun.id.seq,
        "at": new.at,
        "person": begun.person,
        "channel_id": new.channel_id,
        "place_id": new.place_id,
        "request_key": new.request_key,
        "kind": new.kind,
        "audience": new.audience.value,
        "reference": begun.reference,
        "again_of": again_of,
        "undoes": begun.undoes,
        "doc": dict(new.document),
        "text": new.text,
    }


def _first_of(
    connection: Connection, new: NewEvent, campaign_id: int, person: int
) -> tuple[int | None, str | None]:
    """The number and reference of the first of the rolls that this one repeats.

    Nothing where this one's audience may not know of that first roll, so whoever may read an
    event may also read what it says it repeats; and nothing where the first is not known any more.
    """
    if new.again_of is None:
        return None, None
    asked = {"campaign": campaign_id, "reference": clean_reference(new.again_of)}
    found = connection.execute(_FIRST_OF, asked).one_or_none()
    if found is None:
        return None, None
    sight = _sight_of_audience(campaign_id, new.audience, person)
    return (found[0], found[1]) if sight.covers(Audience(found[2]), found[3]) else (None, None)


def _sight_of_audience(campaign_id: int, audience: Audience, person: int) -> Sight:
    """What everybody in an audience may read at least."""
    if audience is Audience.MASTERS:
        return Sight(campaign_id, None, everything=True)
    return Sight(campaign_id, person if audience is Audience.SHARED else None)


def _place_in_line(
    connection: Connection, event: Event, again_of: int | None, person: int
) -> tuple[int, str | None]:
    """The how many-th of its line an event is, for its audience, and what the first of the line told."""
    if again_of is None:
        return 1, None
    between = connection.scalar(
        select(func.count()).where(
            _event.campaign_id == event.campaign_id,
            _event.again_of == again_of,
            _event.seq < event.seq,
            _sight_of_audience(event.campaign_id, event.audience, person).condition(),
        )
    )
    first = select(_event.text).where(*_IS)
    told = connection.scalar(first, {"campaign": event.campaign_id, "number": again_of})
    return 2 + (between or 0), told
