"""Which campaign a channel belongs to, and the lock that orders a campaign's changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, func, select, text, update

from bot.campaign import schema
from bot.campaign.documents import clean_name
from bot.campaign.inserting import insert_into
from bot.campaign.prepared import Prepared

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sqlalchemy import Connection


# Statements of the common path are built once: building one costs more than running it.
_OF_CHANNEL = select(schema.channel.c.campaign_id).where(schema.channel.c.channel_id == bindparam("channel"))
_NEXT_SEQ = Prepared(
    update(schema.campaign)
    .where(schema.campaign.c.campaign_id == _OF_CHANNEL.scalar_subquery())
    .values(head_seq=schema.campaign.c.head_seq + 1)
    .returning(schema.campaign.c.campaign_id, schema.campaign.c.head_seq)
)
_NEXT_IN_LINE = text(
    "UPDATE campaign SET head_seq = head_seq + 1"
    " FROM (SELECT campaign_id, pg_advisory_xact_lock(campaign_id) FROM channel"
    " WHERE channel_id = :channel OFFSET 0) AS line"
    " WHERE campaign.campaign_id = line.campaign_id RETURNING campaign.campaign_id, campaign.head_seq"
).columns(schema.campaign.c.campaign_id, schema.campaign.c.head_seq)
_WAIT_FOR = text("SELECT pg_advisory_xact_lock(:campaign)").columns()


@dataclass(frozen=True, slots=True)
class Census:
    """How much the database holds, for the line that says so at the start."""

    guilds: int
    campaigns: int
    events: int


def campaign_of(connection: Connection, channel_id: int) -> int | None:
    """The campaign that a channel is bound to (a thread's is its parent's), if it is bound to one."""
    return connection.scalar(_OF_CHANNEL, {"channel": channel_id})


def census(connection: Connection) -> Census:
    """Count what the database holds; an event is never removed alone, so the heads add up to the events."""
    row = connection.execute(
        select(
            select(func.count()).select_from(schema.guild).scalar_subquery(),
            func.count(),
            func.coalesce(func.sum(schema.campaign.c.head_seq), 0),
        ).select_from(schema.campaign)
    ).one()
    return Census(row[0], row[1], int(row[2]))


def next_seq(connection: Connection, channel_id: int) -> tuple[int, int] | None:
    """Lock the channel's campaign and take its next number: always the first thing that a write does.

    PostgreSQL wakes those who wait for a row in no order, so that one can wait for ever while
    others keep coming; those who wait for an advisory lock come one after the other. Both are asked for
    at once; the row that is then updated is the newest, whatever was seen before the wait.

    Returns:
        The campaign and the number, or None where the channel is bound to no campaign.
    """
    asked = {"channel": channel_id}
    if connection.dialect.name == "postgresql":
        rows = connection.execute(_NEXT_IN_LINE, asked).all()
    else:
        rows = _NEXT_SEQ.run(connection, asked)
    return (rows[0][0], rows[0][1]) if rows else None


def lock(connection: Connection, campaign_ids: Collection[int]) -> None:
    """Wait for several campaigns before either is written, always in the same order.

    On SQLite there is one writer, who waits for nobody.
    """
    if connection.dialect.name == "postgresql":
        for campaign_id in sorted(campaign_ids):
            connection.execute(_WAIT_FOR, {"campaign": campaign_id})


def give_back(connection: Connection, campaign_id: int) -> None:
    """Give back the number just taken, unused, while the campaign is still locked."""
    connection.execute(
        update(schema.campaign)
        .where(schema.campaign.c.campaign_id == campaign_id)
        .values(head_seq=schema.campaign.c.head_seq - 1)
    )


def make_quietly(
    connection: Connection, guild_id: int, guild_name: str | None, channel_id: int, at: int
) -> None:
    """Bind a channel to a campaign of its own, named after its id, unless it is bound already."""
    name = None if guild_name is None else clean_name(guild_name)
    _insert_new(connection, schema.guild, {"guild_id": guild_id, "name": name, "joined_at": at})
    slug = f"channel-{channel_id}"
    row = {"guild_id": guild_id, "slug": slug, "name": slug, "head_seq": 0, "created": at}
    _insert_new(connection, schema.campaign, row)
    campaign_id = connection.scalar(
        select(schema.campaign.c.campaign_id).where(
            schema.campaign.c.guild_id == guild_id, schema.campaign.c.slug == slug
        )
    )
    _insert_new(connection, schema.channel, {"channel_id": channel_id, "campaign_id": campaign_id})


def _insert_new(connection: Connection, table: schema.Table, row: Mapping[str, object]) -> None:
    connection.execute(insert_into(connection, table).values(row).on_conflict_do_nothing())
