"""A campaign out of the database into one file, on one snapshot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select

from bot.campaign import schema
from bot.campaign.campaign_file import (
    FORMAT,
    AnyLine,
    Channel,
    Counter,
    FileEntry,
    FileEvent,
    FileSession,
    Header,
    Person,
    Progress,
    Touch,
    write_file,
)
from bot.campaign.errors import NotHere

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection, Table

STRETCH = 1_000
"""Rows that are fetched at once."""


def export(connection: Connection, campaign_id: int, progress: Progress | None = None) -> bytes:
    """The campaign's file (:mod:`bot.campaign.campaign_file`); equal for equal campaigns on either engine.

    Args:
        connection: of the store.
        campaign_id: the campaign.
        progress: is told how many events were written, and of how many, from the store's own thread.

    Raises:
        NotHere: there is no such campaign.
    """
    row = connection.execute(
        select(schema.campaign).where(schema.campaign.c.campaign_id == campaign_id)
    ).one_or_none()
    if row is None:
        raise NotHere("There is no such campaign.")
    header = Header(FORMAT, row.slug, row.name, row.created, row.head_seq)
    return write_file(header, _lines(connection, campaign_id, row.head_seq, progress))


def _lines(
    connection: Connection, campaign_id: int, events: int, progress: Progress | None
) -> Iterator[AnyLine]:
    for row in _rows(connection, schema.channel, campaign_id, "channel_id"):
        yield Channel(str(row["channel_id"]))
    for row in _rows(connection, schema.person, campaign_id, "person"):
        yield Person(row["person"], None if row["user_id"] is None else str(row["user_id"]), row["name"])
    for number, row in enumerate(_events(connection, campaign_id), 1):
        if progress is not None and number % STRETCH == 0:
            progress(number, events)
        yield _event(row)
    for row in _rows(connection, schema.entry, campaign_id, "list", "scope", "number"):
        yield FileEntry(row["list"], row["scope"], row["number"], row["name_key"], row["doc"])
    for row in _rows(connection, schema.counter, campaign_id, "list", "scope"):
        yield Counter(row["list"], row["scope"], row["last"])
    for row in _rows(connection, schema.touch, campaign_id, "list", "scope", "number", "seq"):
        yield Touch(row["list"], row["scope"], row["number"], row["seq"])
    for row in _rows(connection, schema.session, campaign_id, "number"):
        seeds = bytes(row["open_seed"]).hex(), bytes(row["secret_seed"]).hex()
        yield FileSession(row["number"], row["opened_by"], row["closed_by"], row["words"], *seeds)


def _rows(connection: Connection, table: Table, campaign_id: int, *order: str) -> Iterator[dict[str, Any]]:
    """A table's rows of one campaign in the order of their key; text by code points on both engines."""
    asked = (
        select(table).where(table.c.campaign_id == campaign_id).order_by(*(table.c[name] for name in order))
    )
    for row in connection.execute(asked).mappings():
        yield dict(row)


def _events(connection: Connection, campaign_id: int) -> Iterator[dict[str, Any]]:
    after = 0
    while True:
        asked = (
            select(schema.event)
            .where(schema.event.c.campaign_id == campaign_id, schema.event.c.seq > after)
            .order_by(schema.event.c.seq)
            .limit(STRETCH)
        )
        rows = connection.execute(asked).mappings().all()
        if not rows:
            return
        yield from (dict(row) for row in rows)
        after = rows[-1]["seq"]


def _event(row: dict[str, Any]) -> FileEvent:
    return FileEvent(
        seq=row["seq"],
        at=row["at"],
        person=row["person"],
        channel=str(row["channel_id"]),
        place=str(row["place_id"]),
        request=row["request_key"],
        kind=row["kind"],
        audience=row["audience"],
        reference=row["reference"],
        again_of=row["again_of"],
        undoes=row["undoes"],
        v=row["v"],
        doc=row["doc"],
        text=row["text"],
        salt=bytes(row["salt"]).hex(),
        hash=bytes(row["hash"]).hex(),
    )


def campaign_by_name(connection: Connection, name: str) -> int:
    """The campaign of that name or slug, on whatever server, for the command line.

    Raises:
        NotHere: there is none, or there are several.
    """
    named = schema.campaign.c
    for fits in (named.slug == name, func.lower(named.name) == name.lower()):
        found = connection.scalars(select(named.campaign_id).where(fits)).all()
        if len(found) == 1:
            return found[0]
        if found:
            raise NotHere(f"{len(found)} campaigns are called that: use a name that only one of them has.")
    slugs = connection.scalars(select(named.slug).order_by(named.slug).limit(20)).all()
    listed = ", ".join(slugs) if slugs else "there are none yet"
    raise NotHere(f"There is no such campaign. Those that are here: {listed}.")
