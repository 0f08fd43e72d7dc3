"""A campaign's file into the database: as a new campaign, or in the place of one, all or nothing."""

from __future__ import annotations

from collections import Counter as Tally
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Table, delete, func, insert, select, update

from bot.campaign import schema
from bot.campaign.campaign_file import (
    CampaignFile,
    Channel,
    Counter,
    FileEntry,
    FileEvent,
    FileSession,
    Person,
    Touch,
    rows_of,
)
from bot.campaign.documents import clean_name
from bot.campaign.errors import NotHere
from bot.campaign.inserting import insert_into

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sqlalchemy import Connection

STRETCH = 500
"""Rows that are written at once."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How a file differs from a campaign that is here.

    Attributes:
        common: events from the first that both have, equal to the byte.
        only_here: events of the campaign after those.
        only_there: events of the file after those.
        lists: for each list, how many entries the campaign and the file have, where they differ.
    """

    common: int
    only_here: int
    only_there: int
    lists: Mapping[str, tuple[int, int]]

    @property
    def is_same(self) -> bool:
        """Whether the campaign has all that the file has, and no more."""
        return not (self.only_here or self.only_there or self.lists)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a campaign is put: the server with its name, and the channel it is bound to at least."""

    guild_id: int
    guild_name: str
    channel_id: int
    at: int


def difference(connection: Connection, campaign_id: int, file: CampaignFile) -> Difference:
    """How a file differs from a campaign."""
    asked = (
        select(schema.event.c.seq, schema.event.c.hash)
        .where(schema.event.c.campaign_id == campaign_id)
        .order_by(schema.event.c.seq)
    )
    here = [bytes(row.hash).hex() for row in connection.execute(asked)]
    there = [event.hash for event in file.of(FileEvent)]
    common = next(
        (number for number, (ours, theirs) in enumerate(zip(here, there, strict=False)) if ours != theirs),
        min(len(here), len(there)),
    )
    held = select(schema.entry.c.list, func.count()).where(schema.entry.c.campaign_id == campaign_id)
    ours = {name: number for name, number in connection.execute(held.group_by(schema.entry.c.list))}  # noqa: C416 - rows are no pairs to the type checker
    theirs = Tally(entry.list for entry in file.of(FileEntry))
    lists = {
        name: (ours.get(name, 0), theirs[name])
        for name in sorted({*ours, *theirs})
        if ours.get(name, 0) != theirs[name]
    }
    return Difference(common, len(here) - common, len(there) - common, lists)


def like(connection: Connection, guild_id: int, file: CampaignFile) -> int | None:
    """The campaign of a server that a file is of: the one with the same first event, or the same slug."""
    events = file.of(FileEvent)
    named = schema.campaign.c
    if events:
        asked = (
            select(named.campaign_id)
            .join(schema.event, schema.event.c.campaign_id == named.campaign_id)
            .where(
                named.guild_id == guild_id,
                schema.event.c.seq == 1,
                schema.event.c.hash == bytes.fromhex(events[0].hash),
            )
        )
        found = connection.scalar(asked.limit(1))
        if found is not None:
            return found
    return connection.scalar(
        select(named.campaign_id).where(named.guild_id == guild_id, named.slug == file.header.slug)
    )


def import_new(connection: Connection, file: CampaignFile, place: Place) -> int:
    """Put a file's campaign beside those of a server and return its number.

    Its channels are bound to it where they are bound to none; the place's own is in any case, if it
    belongs to none or to one that nobody has named.
    """
    _know_guild(connection, place)
    row = {
        "guild_id": place.guild_id,
        "slug": _free_slug(connection, place.guild_id, file.header.slug),
        "name": clean_name(file.header.name) or file.header.slug,
        "head_seq": file.header.events,
        "created": file.header.created,
    }
    campaign_id = connection.scalar(
        insert(schema.campaign).values(row).returning(schema.campaign.c.campaign_id)
    )
    assert campaign_id is not None  # noqa: S101 - an insert gives the row's number
    _fill(connection, campaign_id, file)
    _bind(connection, campaign_id, [*(int(line.id) for line in file.of(Channel)), place.channel_id])
    return campaign_id


def import_over(connection: Connection, file: CampaignFile, place: Place, campaign_id: int) -> int:
    """Put a file's campaign in the place of one of the same server, whose channels it keeps.

    Raises:
        NotHere: that campaign is not here any more.
    """
    row = connection.execute(
        select(schema.campaign).where(
            schema.campaign.c.campaign_id == campaign_id, schema.campaign.c.guild_id == place.guild_id
        )
    ).one_or_none()
    if row is None:
        raise NotHere("That campaign is not here any more. Nothing was changed: import the file anew.")
    bound = connection.scalars(
        select(schema.channel.c.channel_id).where(schema.channel.c.campaign_id == campaign_id)
    ).all()
    connection.execute(delete(schema.campaign).where(schema.campaign.c.campaign_id == campaign_id))
    made = import_new(connection, file, place)
    _bind(connection, made, bound)
    return made


def delete_campaign(connection: Connection, campaign_id: int) -> None:
    """Delete a campaign with everything in it; what only backups hold ages with them."""
    connection.execute(delete(schema.campaign).where(schema.campaign.c.campaign_id == campaign_id))


def _know_guild(connection: Connection, place: Place) -> None:
    row = {"guild_id": place.guild_id, "name": clean_name(place.guild_name) or None, "joined_at": place.at}
    connection.execute(insert_into(connection, schema.guild).values(row).on_conflict_do_nothing())


def _free_slug(connection: Connection, guild_id: int, slug: str) -> str:
    taken = set(
        connection.scalars(select(schema.campaign.c.slug).where(schema.campaign.c.guild_id == guild_id))
    )
    stem = slug[:90] or "campaign"
    return next(
        name
        for name in (slug[:100], *(f"{stem}-{number}" for number in range(2, len(taken) + 3)))
        if name not in taken
    )


def _bind(connection: Connection, campaign_id: int, channels: Iterable[int]) -> None:
    """Bind channels that are bound to nothing, or to a campaign that was made quietly for them alone."""
    for channel_id in channels:
        row = {"channel_id": channel_id, "campaign_id": campaign_id}
        connection.execute(insert_into(connection, schema.channel).values(row).on_conflict_do_nothing())
        quiet = select(schema.campaign.c.campaign_id).where(schema.campaign.c.slug == f"channel-{channel_id}")
        connection.execute(
            update(schema.channel)
            .where(schema.channel.c.channel_id == channel_id, schema.channel.c.campaign_id.in_(quiet))
            .values(campaign_id=campaign_id)
        )


def _fill(connection: Connection, campaign_id: int, file: CampaignFile) -> None:
    people = (
        {"person": p.number, "user_id": None if p.user is None else int(p.user), "name": p.name}
        for p in file.of(Person)
    )
    _insert(connection, schema.person, campaign_id, people)
    _insert(connection, schema.event, campaign_id, rows_of(file.of(FileEvent), campaign_id))
    for table, kind in ((schema.entry, FileEntry), (schema.counter, Counter), (schema.touch, Touch)):
        _insert(
            connection,
            table,
            campaign_id,
            ({n: getattr(line, n) for n in line.__struct_fields__} for line in file.of(kind)),
        )
    sessions = (
        {
            "number": line.number,
            "opened_by": line.opened_by,
            "closed_by": line.closed_by,
            "words": line.words,
            "open_seed": bytes.fromhex(line.open_seed),
            "secret_seed": bytes.fromhex(line.secret_seed),
        }
        for line in file.of(FileSession)
    )
    _insert(connection, schema.session, campaign_id, sessions)


def _insert(
    connection: Connection, table: Table, campaign_id: int, rows: Iterable[Mapping[str, Any]]
) -> None:
    waiting: list[dict[str, Any]] = []
    for row in rows:
        waiting.append({"campaign_id": campaign_id, **row})
        if len(waiting) == STRETCH:
            connection.execute(insert(table), waiting)
            waiting = []
    if waiting:
        connection.execute(insert(table), waiting)
