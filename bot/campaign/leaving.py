"""Servers that the bot has left: their data goes after a while, and never because Discord was away.

A server that removes the bot is kept for :data:`GRACE`, and everything is there again when it comes back
within that. A server that is only not seen at a start is taken to have left too, unless so many are missing
that it looks like an outage.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import delete, select, update

from bot.campaign import schema

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Connection

GRACE = 30 * 24 * 3600 * 1000
"""Milliseconds from a server's leaving to the deletion of what it had."""

MISSING_AT_MOST = 0.2
"""Share of the known servers that may be missing at a start; more looks like an outage, not like leaving."""

FEW = 2
"""So many may be missing whatever their share."""

_guild = schema.guild.c


@dataclass(frozen=True, slots=True)
class Attendance:
    """What a look at the servers came to: how many left and came back, and whether too many are missing."""

    left: int
    back: int
    is_outage: bool


def guild_left(connection: Connection, guild_id: int, at: int) -> None:
    """A server removed the bot at a time in milliseconds UTC: its data will go, unless it comes back."""
    connection.execute(
        update(schema.guild)
        .where(_guild.guild_id == guild_id, _guild.purge_after.is_(None))
        .values(purge_after=at + GRACE)
    )


def guild_came(connection: Connection, guild_id: int) -> None:
    """A server has the bot, perhaps again: nothing of it is deleted."""
    connection.execute(
        update(schema.guild)
        .where(_guild.guild_id == guild_id, _guild.purge_after.is_not(None))
        .values(purge_after=None)
    )


def call_roll(connection: Connection, seen: Collection[int], at: int) -> Attendance:
    """Compare the servers that the bot sees at its start with those that it knows.

    Direct messages are no servers and are left alone.
    """
    known = dict[int, int | None]()
    for guild_id, purge_after in connection.execute(select(_guild.guild_id, _guild.purge_after)):
        if guild_id > 0:
            known[guild_id] = purge_after
    there = set(seen)
    back = [
        guild_id for guild_id, purge_after in known.items() if purge_after is not None and guild_id in there
    ]
    for guild_id in back:
        guild_came(connection, guild_id)
    standing = [guild_id for guild_id, purge_after in known.items() if purge_after is None]
    missing = [guild_id for guild_id in standing if guild_id not in there]
    if len(missing) > max(FEW, int(MISSING_AT_MOST * len(standing))) or (missing and not there):
        return Attendance(0, len(back), is_outage=True)
    for guild_id in missing:
        guild_left(connection, guild_id, at)
    return Attendance(len(missing), len(back), is_outage=False)


def purge_left(connection: Connection, seen: Collection[int], at: int) -> list[int]:
    """Delete what servers had whose time is up, but for those that the bot sees, and say which they were."""
    due = connection.scalars(select(_guild.guild_id).where(_guild.purge_after <= at)).all()
    gone = [guild_id for guild_id in due if guild_id not in seen]
    for guild_id in gone:
        connection.execute(delete(schema.guild).where(_guild.guild_id == guild_id))
    return gone
