"""What a session came to: what anybody may know of it, and what changed in it as far as a reader may."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import func, or_, select

from bot.campaign import schema
from bot.campaign.reading import sight_of
from bot.campaign.schema import Audience
from bot.campaign.sessions import Session, session
from bot.campaign.undo import in_force

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection

    from bot.campaign.reading import Reader

PAGE = 12
"""Changes on a page of a digest."""

_event, _touch, _person = schema.event.c, schema.touch.c, schema.person.c


@dataclass(frozen=True, slots=True)
class Overview:
    """What anybody may know of a session.

    Attributes:
        session: the session.
        opened_at: when, in milliseconds UTC.
        closed_at: likewise; None while it is open.
        rolls: how many rolls everybody could see.
        people: who did what everybody could see, in the order in which they came; None for who was erased.
    """

    session: Session
    opened_at: int
    closed_at: int | None
    rolls: int
    people: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Digest:
    """What changed in a session, as far as a reader may know.

    Attributes:
        overview: of the session.
        changes: the references and texts of what changed and still counts, in order, of one page.
        more: whether there is another page.
    """

    overview: Overview
    changes: tuple[tuple[str, str], ...]
    more: bool


def overview(connection: Connection, campaign_id: int, number: int | None = None) -> Overview:
    """What anybody may know of a session, by its number or the last one.

    Raises:
        NotHere: there is no such session.
    """
    played = session(connection, campaign_id, number)
    ends = [played.opened_by, played.closed_by or played.opened_by]
    asked = select(_event.seq, _event.at).where(_event.campaign_id == campaign_id, _event.seq.in_(ends))
    times = {row[0]: row[1] for row in connection.execute(asked)}
    shown = (*_within(campaign_id, played), _event.audience == Audience.EVERYONE.value)
    is_roll = or_(_event.kind == "roll", _event.kind.endswith(".roll", autoescape=True))
    rolls = connection.scalar(select(func.count()).select_from(schema.event).where(*shown, is_roll))
    first = func.min(_event.seq).label("first")
    came = select(_event.person, first).where(*shown).group_by(_event.person).subquery()
    people = (
        select(_person.name)
        .join(came, came.c.person == _person.person)
        .where(_person.campaign_id == campaign_id)
        .order_by(came.c.first)
    )
    return Overview(
        played,
        times[ends[0]],
        None if played.closed_by is None else times[played.closed_by],
        rolls or 0,
        tuple(connection.scalars(people)),
    )


def digest(
    connection: Connection, campaign_id: int, reader: Reader, number: int | None = None, page: int = 0
) -> Digest:
    """A page, from 0, of what changed in a session and still counts, as far as ``reader`` may know.

    Raises:
        NotHere: there is no such session.
    """
    told = overview(connection, campaign_id, number)
    within = _within(campaign_id, told.session)
    touches = select(_touch.seq).where(_touch.campaign_id == campaign_id, _touch.seq == _event.seq).exists()
    changing = connection.scalars(select(_event.seq).where(*within, touches)).all()
    counting = in_force(connection, campaign_id, changing)
    sight = sight_of(connection, campaign_id, reader)
    seen = connection.scalars(select(_event.seq).where(*within, touches, sight.condition()))
    mine = sorted(counting.intersection(seen))
    shown = mine[page * PAGE : (page + 1) * PAGE]
    asked = select(_event.reference, _event.text).where(
        _event.campaign_id == campaign_id, _event.seq.in_(shown)
    )
    rows = connection.execute(asked.order_by(_event.seq))
    return Digest(told, tuple((row[0], row[1]) for row in rows), len(mine) > (page + 1) * PAGE)


def _within(campaign_id: int, played: Session) -> tuple[ColumnElement[bool], ...]:
    """The events of a session."""
    since = (_event.campaign_id == campaign_id, _event.seq >= played.opened_by)
    return since if played.closed_by is None else (*since, _event.seq <= played.closed_by)
