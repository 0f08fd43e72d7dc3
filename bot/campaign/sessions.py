"""Sessions: evenings of play, each with dice of its own.

A session opens itself with the first roll, or by hand with words that the players give; it closes
by hand, or when a week has passed since the campaign's last event. What it promised is told at its
opening, its open seed at its closing (:mod:`bot.campaign.seeds`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, bindparam, insert, select, update

from bot.campaign import schema
from bot.campaign.campaigns import give_back
from bot.campaign.documents import gate_doc, gate_text
from bot.campaign.errors import NotHere, RequestMismatch, SessionOpen
from bot.campaign.events import Begun, NewEvent, Recorded, begin, finish
from bot.campaign.schema import Audience
from bot.campaign.seeds import Seeds, new_seeds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection, RowMapping

OPENED, CLOSED = "session.open", "session.close"
"""The kinds of the events that open and close a session."""

WEEK = 7 * 24 * 3600 * 1000
"""Milliseconds without an event after which the next roll opens a new session."""

MAX_WORDS = 200
"""Characters of the words that the players give."""

_session = schema.session.c
SESSION_COLUMNS = (
    _session.number,
    _session.opened_by,
    _session.closed_by,
    _session.words,
    _session.open_seed,
    _session.secret_seed,
)
"""What a session is made of, of a query's row."""

_OPEN = select(schema.session).where(
    _session.campaign_id == bindparam("campaign"), _session.closed_by.is_(None)
)
_NUMBERED = select(schema.session).where(
    _session.campaign_id == bindparam("campaign"), _session.number == bindparam("wanted")
)
_LAST = (
    select(_session.number)
    .where(_session.campaign_id == bindparam("campaign"))
    .order_by(_session.number.desc())
    .limit(1)
)
_LAST_AT = (
    select(schema.event.c.at)
    .where(schema.event.c.campaign_id == bindparam("campaign"))
    .order_by(schema.event.c.seq.desc())
    .limit(1)
)


@dataclass(frozen=True, slots=True)
class Session:
    """A session.

    Attributes:
        number: from 1, within its campaign.
        seeds: what its dice are made of: never shown while it is open.
        opened_by: the number of the event that opened it.
        closed_by: the number of the event that closed it; None while it is open.
        succeeds: the session before, where that had closed itself just before this one opened.
    """

    number: int
    seeds: Seeds
    opened_by: int
    closed_by: int | None = None
    succeeds: Session | None = None


def open_session(connection: Connection, campaign_id: int) -> Session | None:
    """The session that is open in a campaign, if one is."""
    row = connection.execute(_OPEN, {"campaign": campaign_id}).mappings().one_or_none()
    return None if row is None else session_of(row)


def session(connection: Connection, campaign_id: int, number: int | None = None) -> Session:
    """The session of that number, or the last one.

    Raises:
        NotHere: there is none.
    """
    wanted = connection.scalar(_LAST, {"campaign": campaign_id}) if number is None else number
    row = (
        connection.execute(_NUMBERED, {"campaign": campaign_id, "wanted": wanted or 0})
        .mappings()
        .one_or_none()
    )
    if row is None:
        raise NotHere(
            "No session has been played here yet: the first roll opens one."
            if wanted is None
            else f"There is no session {number} here: leave the number out for the last one."
        )
    return session_of(row)


def is_stale(connection: Connection, campaign_id: int, now: int) -> bool:
    """Whether nothing has happened in a campaign for a week."""
    return is_long_ago(connection.scalar(_LAST_AT, {"campaign": campaign_id}), now)


def is_long_ago(last_at: int | None, now: int) -> bool:
    """Whether the last event, at a time in milliseconds UTC, is more than a week before ``now``."""
    return last_at is not None and now - last_at > WEEK


def broken_promises(connection: Connection, campaign_id: int) -> list[int]:
    """The numbers of sessions whose seeds are not those that the event of their opening promised."""
    opened = (
        select(schema.session, schema.event.c.doc)
        .outerjoin(
            schema.event,
            and_(
                schema.event.c.campaign_id == _session.campaign_id,
                schema.event.c.seq == _session.opened_by,
            ),
        )
        .where(_session.campaign_id == campaign_id)
        .order_by(_session.number)
    )
    found: list[int] = []
    for row in connection.execute(opened).mappings():
        told: Mapping[str, Any] = row["doc"] or {}
        if session_of(row).seeds.promises != (told.get("open_promise"), told.get("secret_promise")):
            found.append(row["number"])
    return found


def ensure_session(connection: Connection, new: NewEvent, words: str = "") -> Session:
    """The open session, opened by ``new``'s author where there is none or a week has passed.

    Args:
        connection: of the store.
        new: who needs it and where; kind, audience, document and text are given here.
        words: what the players say, to be mixed into the dice of a new session.
    """
    opening = _opening(replace(new, part="session", token=None))
    begun = begin(connection, opening)
    if isinstance(begun, Recorded):
        return _told_by(connection, begun)
    standing = open_session(connection, begun.id.campaign_id)
    if standing is not None and not is_stale(connection, begun.id.campaign_id, new.at):
        give_back(connection, begun.id.campaign_id)
        return standing
    return _open_after(connection, opening, begun, standing, words)[0]


def open_with_words(connection: Connection, new: NewEvent, words: str) -> tuple[Session, Recorded]:
    """Open a session by hand, with what the players say mixed into its dice.

    Raises:
        SessionOpen: one is open already.
        DocumentRefused: the words are too long.
    """
    opening = _opening(new)
    begun = begin(connection, opening)
    if isinstance(begun, Recorded):
        return _told_by(connection, begun), begun
    standing = open_session(connection, begun.id.campaign_id)
    if standing is not None and not is_stale(connection, begun.id.campaign_id, new.at):
        raise SessionOpen(
            f"Session {standing.number} is open, and its dice are promised already. Nothing was changed: "
            "a game master closes it with /session close, then the next one can be opened with your words."
        )
    return _open_after(connection, opening, begun, standing, words)


def close_session(connection: Connection, new: NewEvent) -> tuple[Session, Recorded]:
    """Close the open session.

    Raises:
        NotHere: none is open.
    """
    closing = replace(new, kind=CLOSED, audience=Audience.EVERYONE)
    begun = begin(connection, closing)
    if isinstance(begun, Recorded):
        return _told_by(connection, begun), begun
    standing = open_session(connection, begun.id.campaign_id)
    if standing is None:
        raise NotHere("No session is open, so there is nothing to close: the next roll opens one.")
    recorded = _close(connection, closing, begun, standing)
    return replace(standing, closed_by=begun.id.seq), recorded


def _opening(new: NewEvent) -> NewEvent:
    return replace(new, kind=OPENED, audience=Audience.EVERYONE, session=None)


def _told_by(connection: Connection, recorded: Recorded) -> Session:
    """The session that an event opened or closed."""
    return session(connection, recorded.event.campaign_id, recorded.event.document["session"])


def _open_after(
    connection: Connection, opening: NewEvent, begun: Begun, standing: Session | None, words: str
) -> tuple[Session, Recorded]:
    """Open a session; one that is open still, though a week has passed, closes itself before."""
    if standing is None:
        return _open(connection, opening, begun, words)
    part = f"{opening.part} before".strip()
    _close(connection, replace(opening, kind=CLOSED, part=part, token=None), begun, standing)
    closed = replace(standing, closed_by=begun.id.seq)
    next_one = begin(connection, opening)
    if isinstance(next_one, Recorded):  # pragma: no cover - it was not there a moment ago
        raise RequestMismatch
    opened, recorded = _open(connection, opening, next_one, words)
    return replace(opened, succeeds=closed), recorded


def _open(connection: Connection, new: NewEvent, begun: Begun, words: str) -> tuple[Session, Recorded]:
    last = connection.scalar(_LAST, {"campaign": begun.id.campaign_id})
    opened = Session((last or 0) + 1, new_seeds(gate_text(words, MAX_WORDS)), begun.id.seq)
    row = {
        "campaign_id": begun.id.campaign_id,
        "number": opened.number,
        "opened_by": opened.opened_by,
        "closed_by": None,
        "words": opened.seeds.words,
        "open_seed": opened.seeds.open,
        "secret_seed": opened.seeds.secret,
    }
    connection.execute(insert(schema.session), row)
    public, secret = opened.seeds.promises
    document = {"session": opened.number, "words": words, "open_promise": public, "secret_promise": secret}
    return opened, _keep(connection, new, begun, f"Session {opened.number} is open.", document)


def _close(connection: Connection, new: NewEvent, begun: Begun, standing: Session) -> Recorded:
    connection.execute(
        update(schema.session)
        .where(_session.campaign_id == begun.id.campaign_id, _session.number == standing.number)
        .values(closed_by=begun.id.seq)
    )
    document = {"session": standing.number, "open_seed": standing.seeds.open.hex()}
    return _keep(connection, new, begun, f"Session {standing.number} is closed.", document)


def _keep(
    connection: Connection, new: NewEvent, begun: Begun, text: str, document: Mapping[str, object]
) -> Recorded:
    return finish(connection, replace(new, text=text, document=gate_doc(document)), begun)


def session_of(row: Mapping[str, Any] | RowMapping) -> Session:
    """The session of a row with :data:`SESSION_COLUMNS`."""
    seeds = Seeds(bytes(row["open_seed"]), bytes(row["secret_seed"]), row["words"])
    return Session(row["number"], seeds, row["opened_by"], row["closed_by"])
