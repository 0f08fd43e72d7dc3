"""What happened in a campaign, page by page, newest first, with no gap and no count for what is hidden."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select, true

from bot.campaign import schema
from bot.campaign.campaigns import campaign_of
from bot.campaign.reading import SELECT_EVENTS, Event, Reader, Sight, sight_of, to_event
from bot.campaign.references import clean_reference
from bot.campaign.schema import Audience

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection

PAGE = 10
"""Events on a page, unless somebody asks for another number."""

MOST = 50
"""Events on the largest page."""

_BEFORE, _AFTER = "before-", "after-"


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A page of the history.

    Attributes:
        events: newest first.
        older: the cursor of the page with what came before, if anything did.
        newer: the cursor of the page with what came after, if anything did.
    """

    events: tuple[Event, ...]
    older: str | None
    newer: str | None


def page(
    connection: Connection, channel_id: int, reader: Reader, cursor: str | None = None, size: int = PAGE
) -> HistoryPage:
    """A page of the history of a channel's campaign, as far as ``reader`` may see it.

    ``cursor`` comes from an earlier page. It names an event that its reader could see, so it
    gives nothing away; one that means nothing to this reader leads to the newest page.
    """
    size = max(1, min(size, MOST))
    campaign_id = campaign_of(connection, channel_id)
    if campaign_id is None:
        return HistoryPage((), None, None)
    sight = sight_of(connection, campaign_id, reader)
    way, boundary = _read_cursor(connection, sight, cursor)
    if way == _AFTER and boundary is not None:
        found = _numbers(connection, sight, boundary, size + 1, newer=True)
        if len(found) >= size:
            shown = sorted(found[:size], reverse=True)
            return _page(connection, sight, shown, older=True, newer=len(found) > size)
        boundary = None  # too few for a page: the newest page shows them and what came before
    found = _numbers(connection, sight, boundary, size + 1, newer=False)
    return _page(connection, sight, found[:size], older=len(found) > size, newer=boundary is not None)


def _read_cursor(connection: Connection, sight: Sight, cursor: str | None) -> tuple[str, int | None]:
    way = next((way for way in (_BEFORE, _AFTER) if cursor and cursor.startswith(way)), None)
    if cursor is None or way is None:
        return _BEFORE, None
    return way, connection.scalar(
        select(schema.event.c.seq).where(
            schema.event.c.campaign_id == sight.campaign_id,
            schema.event.c.reference == clean_reference(cursor.removeprefix(way)),
            sight.condition(),
        )
    )


def _numbers(
    connection: Connection, sight: Sight, boundary: int | None, limit: int, *, newer: bool
) -> list[int]:
    """The numbers of the events nearest to ``boundary`` on one side, nearest first.

    Each audience is asked for by itself, because then an index answers however many others lie between.
    """
    event = schema.event.c
    parts: list[ColumnElement[bool]] = [event.audience == Audience.EVERYONE.value]
    if sight.everything:
        parts = [true()]
    elif sight.person is not None:
        parts.append((event.audience == Audience.SHARED.value) & (event.person == sight.person))
    order = event.seq.asc() if newer else event.seq.desc()
    found: list[int] = []
    for part in parts:
        asked = select(event.seq).where(event.campaign_id == sight.campaign_id, part)
        if boundary is not None:
            asked = asked.where(event.seq > boundary if newer else event.seq < boundary)
        found += connection.scalars(asked.order_by(order).limit(limit))
    return sorted(found, reverse=not newer)[:limit]


def _page(
    connection: Connection, sight: Sight, numbers: list[int], *, older: bool, newer: bool
) -> HistoryPage:
    asked = SELECT_EVENTS.where(
        schema.event.c.campaign_id == sight.campaign_id, schema.event.c.seq.in_(numbers)
    )
    rows = connection.execute(asked.order_by(schema.event.c.seq.desc())).mappings()
    events = tuple(to_event(row, whole=sight.everything) for row in rows)
    if not events:
        return HistoryPage((), None, None)
    return HistoryPage(
        events,
        f"{_BEFORE}{events[-1].reference}" if older else None,
        f"{_AFTER}{events[0].reference}" if newer else None,
    )
