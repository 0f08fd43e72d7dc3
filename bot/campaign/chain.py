r"""The chain of hashes that every campaign's events form, so exactly that a stranger can recompute it.

Version 1 (an event's ``v``). All texts are UTF-8. ``canonical`` is JSON with the keys of every
object in the order of their code points, without spaces, and with no escapes but those JSON
demands (a double quote, a backslash, and the control characters below U+0020, the short forms
\b \t \n \f \r where there is one and \u00xx in lower case elsewhere). Numbers are whole.

1. The *open part* is two lines with a line feed between: the canonical form of an object with the
   keys ``seq``, ``at`` (milliseconds UTC), ``person`` (a number within the campaign, never a name
   or a Discord id), ``channel``, ``place``, ``request`` (Discord's ids, as text), ``kind``,
   ``audience``, ``reference``, ``again_of``, ``undoes`` (a ``seq`` or null), ``v`` and ``text`` (as
   told); and the canonical form of the event's document without anything marked secret.
2. The *whole part* is the canonical form of the complete document.
3. The salt is 32 random bytes. Its first half seals the open part, its second half the whole part:
   ``seal = SHA-256(half + part)``. Who is given one half learns nothing of the other part.
4. ``hash = SHA-256("undercroft event 1\n" + previous + open seal + whole seal)``, where
   ``previous`` is the hash of the campaign's event before, or 32 zero bytes for its first.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from sqlalchemy import select
from sqlalchemy.exc import DBAPIError

from bot.campaign import schema
from bot.campaign.documents import canonical, for_players, may_hide

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sqlalchemy import Connection

VERSION = 1
"""How new events are hashed."""

START = bytes(32)
"""What stands for the hash before a campaign's first event."""

_SALT = 32
_STRETCH = 500
_COLUMNS = tuple(schema.event.c)


@dataclass(frozen=True, slots=True)
class ChainFault:
    """The first event that is not as it was written: its number, and what is wrong in a few words."""

    seq: int
    reason: str


@dataclass(frozen=True, slots=True)
class ChainReport:
    """A campaign's history gone through from the start: how many events are sound, and the first fault."""

    sound: int
    fault: ChainFault | None


@dataclass(frozen=True, slots=True)
class Audited:
    """A campaign and what its history was found to be."""

    name: str
    report: ChainReport


def seal(content: Mapping[str, Any], previous: bytes | None) -> dict[str, Any]:
    """The columns of a new event: its content, sealed and chained to the hash of the event before."""
    sealed = {**content, "v": VERSION, "salt": secrets.token_bytes(_SALT), "previous": previous or START}
    return {**sealed, "hash": event_hash(sealed)}


def event_hash(row: Mapping[str, Any]) -> bytes:
    """The hash of an event, from its columns ``salt`` and ``previous`` and its content."""
    return sha256(b"undercroft event 1\n" + row["previous"] + b"".join(seals(row))).digest()


def seals(row: Mapping[str, Any]) -> tuple[bytes, bytes]:
    """The seals of an event's open part and of its whole part."""
    open_half, whole_half = halves(row)
    whole = whole_part(row)
    return _seal(open_half, open_part(row, whole)), _seal(whole_half, whole)


def halves(row: Mapping[str, Any]) -> tuple[bytes, bytes]:
    """The half of an event's salt that seals its open part, and the one that seals the whole part."""
    salt: bytes = row["salt"]
    return salt[: _SALT // 2], salt[_SALT // 2 :]


def open_part(row: Mapping[str, Any], whole: str | None = None) -> str:
    """What those read of an event who may read it, exactly as it is sealed.

    ``whole`` is the :func:`whole_part`, where it is known: most documents hide nothing.
    """
    head = {
        "seq": row["seq"],
        "at": row["at"],
        "person": row["person"],
        "channel": str(row["channel_id"]),
        "place": str(row["place_id"]),
        "request": row["request_key"],
        "kind": row["kind"],
        "audience": row["audience"],
        "reference": row["reference"],
        "again_of": row["again_of"],
        "undoes": row["undoes"],
        "v": row["v"],
        "text": row["text"],
    }
    whole = whole_part(row) if whole is None else whole
    shown = canonical(for_players(row["doc"])) if may_hide(whole) else whole
    return f"{canonical(head)}\n{shown}"


def whole_part(row: Mapping[str, Any]) -> str:
    """An event's whole document, exactly as it is sealed."""
    return canonical(row["doc"])


def audit(connection: Connection, campaign_id: int) -> ChainReport:
    """Recompute a campaign's chain from its first event to its head and name the first wrong row."""
    head = connection.scalar(
        select(schema.campaign.c.head_seq).where(schema.campaign.c.campaign_id == campaign_id)
    )
    previous, sound = START, 0
    for number, row in _rows(connection, campaign_id):
        reason = "it cannot be read" if row is None else _wrong(row, previous, sound + 1)
        if row is None or reason is not None:
            return ChainReport(sound, ChainFault(number, reason or ""))
        previous, sound = row["hash"], sound + 1
    if sound != (head or 0):
        return ChainReport(sound, ChainFault(sound + 1, f"it is missing: the history says {head} events"))
    return ChainReport(sound, None)


def audit_all(connection: Connection) -> tuple[Audited, ...]:
    """Recompute every campaign's chain, in order of the campaigns' names for machines."""
    campaign = schema.campaign.c
    asked = select(campaign.campaign_id, campaign.name).order_by(campaign.guild_id, campaign.slug)
    return tuple(Audited(row[1], audit(connection, row[0])) for row in connection.execute(asked).all())


def _seal(half: bytes, part: str) -> bytes:
    return sha256(half + part.encode()).digest()


def _wrong(row: Mapping[str, Any], previous: bytes, expected: int) -> str | None:
    if row["seq"] != expected:
        return f"event {expected} is missing before it"
    if row["v"] != VERSION:
        return f"it is of version {row['v']}, which is not known"
    if row["previous"] != previous:
        return "it does not follow the event before it"
    return None if event_hash(row) == row["hash"] else "its content is not what was hashed"


def _rows(connection: Connection, campaign_id: int) -> Iterator[tuple[int, Mapping[str, Any] | None]]:
    """Every event in order with its number; None instead of its columns where they cannot be read."""
    after = 0
    while True:
        numbers = connection.scalars(
            select(schema.event.c.seq)
            .where(schema.event.c.campaign_id == campaign_id, schema.event.c.seq > after)
            .order_by(schema.event.c.seq)
            .limit(_STRETCH)
        ).all()
        if not numbers:
            return
        after = numbers[-1]
        readable = {row["seq"]: row for row in _stretch(connection, campaign_id, numbers[0], after)}
        yield from ((number, readable.get(number)) for number in numbers)


def _stretch(connection: Connection, campaign_id: int, first: int, last: int) -> list[Mapping[str, Any]]:
    """The events from ``first`` to ``last`` up to the first that cannot be read."""
    asked = (
        select(*_COLUMNS)
        .where(schema.event.c.campaign_id == campaign_id, schema.event.c.seq.between(first, last))
        .order_by(schema.event.c.seq)
    )
    found: list[Mapping[str, Any]] = []
    try:
        found.extend(dict(row) for row in connection.execute(asked).mappings())
    except (ValueError, DBAPIError):
        if first == last:
            return found
        middle = (first + last) // 2
        found = _stretch(connection, campaign_id, first, middle)
        found += _stretch(connection, campaign_id, middle + 1, last)
    return found
