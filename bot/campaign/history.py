"""What happened in a campaign, page by page, newest first, with no gap and no count for what is hidden."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Literal

from sqlalchemy import bindparam, or_, select

from bot.campaign import schema
from bot.campaign.campaigns import campaign_of
from bot.campaign.reading import SELECT_EVENTS, Event, Reader, Sight, sight_of, to_event
from bot.campaign.references import clean_reference
from bot.campaign.schema import Audience

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import BindParameter, ColumnElement, Connection, Select

PAGE = 10
"""Events on a page, unless somebody asks for another number."""

MOST = 50
"""Events on the largest page."""

BEFORE, AFTER = "before-", "after-"
"""How a cursor begins: what follows is the reference of an event that its reader could see."""

MOST_UNDOING = 20
"""Times that an event was taken back and done again, of which a page tells."""


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A page of the history.

    Attributes:
        events: newest first.
        older: the cursor of the page with what came before, if anything did.
        newer: the cursor of the page with what came after, if anything did.
        undone: for the reference of an event that was taken back, the references of what took it back,
            of what took that back, and so on, as far as its reader may see them.
    """

    events: tuple[Event, ...]
    older: str | None
    newer: str | None
    undone: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])


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
    way, boundary = read_cursor(connection, sight, cursor)
    if way == AFTER and boundary is not None:
        found = numbers_of(connection, sight, boundary, size + 1, newer=True)
        if len(found) >= size:
            shown = sorted(found[:size], reverse=True)
            return page_of(connection, sight, shown, older=True, newer=len(found) > size)
        boundary = None  # too few for a page: the newest page shows them and what came before
    found = numbers_of(connection, sight, boundary, size + 1, newer=False)
    return page_of(connection, sight, found[:size], older=len(found) > size, newer=boundary is not None)


def read_cursor(connection: Connection, sight: Sight, cursor: str | None) -> tuple[str, int | None]:
    """Which way a cursor leads, and from which event; from none where it means nothing to its reader."""
    way = next((way for way in (BEFORE, AFTER) if cursor and cursor.startswith(way)), None)
    if cursor is None or way is None:
        return BEFORE, None
    return way, connection.scalar(
        select(schema.event.c.seq).where(
            schema.event.c.campaign_id == sight.campaign_id,
            schema.event.c.reference == clean_reference(cursor.removeprefix(way)),
            sight.condition(),
        )
    )


def numbers_of(  # noqa: PLR0913 - what is asked for has so many sides
    connection: Connection,
    sight: Sight,
    boundary: int | None,
    limit: int,
    *,
    newer: bool,
    also: Sequence[ColumnElement[bool]] = (),
) -> list[int]:
    """The numbers of the events nearest to ``boundary`` on one side, nearest first, that fit ``also``.

    Each audience is asked for by itself, because then an index answers however many others lie between.
    """
    audiences: list[_Part] = ["everything"] if sight.everything else ["everyone"]
    if sight.person is not None and not sight.everything:
        audiences.append("own")
    asked = {
        "campaign": sight.campaign_id,
        "own": sight.person,
        "boundary": boundary,
        "most": limit,
    }
    found: list[int] = []
    for part in audiences:
        numbers = _numbers(part, bounded=boundary is not None, newer=newer)
        found += connection.scalars(numbers.where(*also) if also else numbers, asked)
    return sorted(found, reverse=not newer)[:limit]


_Part = Literal["everything", "everyone", "own"]
"""Whose events are asked for by one question: all, those told to everybody, or one person's private ones."""


# Built once each: to build a statement takes longer than to carry it out.
@cache
def _numbers(part: _Part, *, bounded: bool, newer: bool) -> Select[int]:
    event = schema.event.c
    asked = select(event.seq).where(event.campaign_id == bindparam("campaign"))
    if part == "everyone":
        asked = asked.where(event.audience == Audience.EVERYONE.value)
    elif part == "own":
        asked = asked.where(event.audience == Audience.SHARED.value, event.person == bindparam("own"))
    if bounded:
        boundary: BindParameter[int] = bindparam("boundary")
        asked = asked.where(event.seq > boundary if newer else event.seq < boundary)
    return asked.order_by(event.seq.asc() if newer else event.seq.desc()).limit(bindparam("most"))


_PAGE = (
    SELECT_EVENTS.where(
        schema.event.c.campaign_id == bindparam("campaign"),
        schema.event.c.seq.in_(bindparam("numbers", expanding=True)),
    )
).order_by(schema.event.c.seq.desc())


@cache
def _undoing(part: _Part) -> Select[int, int | None, str]:
    """What took back the events of a range, as far as it may be seen."""
    event = schema.event.c
    # A range and not a list: with many values an engine would rather go through everything.
    asked = select(event.seq, event.undoes, event.reference).where(
        event.campaign_id == bindparam("campaign"),
        event.undoes.between(bindparam("first"), bindparam("last")),
    )
    everyone = event.audience == Audience.EVERYONE.value
    if part == "everyone":
        return asked.where(everyone)
    if part == "own":
        own = (event.audience == Audience.SHARED.value) & (event.person == bindparam("own"))
        return asked.where(or_(everyone, own))
    return asked


def page_of(
    connection: Connection, sight: Sight, numbers: Sequence[int], *, older: bool, newer: bool
) -> HistoryPage:
    """A page of the events of these numbers, which its reader may see."""
    asked = {"campaign": sight.campaign_id, "numbers": list(numbers)}
    rows = connection.execute(_PAGE, asked).mappings()
    events = tuple(to_event(row, whole=sight.everything) for row in rows)
    if not events:
        return HistoryPage((), None, None)
    return HistoryPage(
        events,
        f"{BEFORE}{events[-1].reference}" if older else None,
        f"{AFTER}{events[0].reference}" if newer else None,
        _undone(connection, sight, events),
    )


def _undone(connection: Connection, sight: Sight, events: Sequence[Event]) -> dict[str, tuple[str, ...]]:
    """What took each event back, what took that back, and so on, as far as it may be seen."""
    part: _Part = "everything" if sight.everything else "everyone" if sight.person is None else "own"
    found: dict[str, tuple[str, ...]] = {}
    asking = {each.seq: each.reference for each in events}
    for _ in range(MOST_UNDOING):
        asked = {
            "campaign": sight.campaign_id,
            "own": sight.person,
            "first": min(asking),
            "last": max(asking),
        }
        by: dict[int, str] = {}
        for number, undone, reference in connection.execute(_undoing(part), asked):
            if undone in asking:
                by[number] = of = asking[undone]
                found[of] = (*found.get(of, ()), reference)
        if not by:
            break
        asking = by
    return found
