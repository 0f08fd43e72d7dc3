"""Copies of the whole database: made while the bot runs, checked before they get their name, and put back.

A copy of the file alone would miss what still stands in its log, and one put beside another's log would be
spoilt by it. So a copy is made by SQLite itself, and putting it back moves all three files aside first.
"""

from __future__ import annotations

import shutil
import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError

from bot.campaign import schema
from bot.campaign.address import FileAddress, parse_address
from bot.campaign.campaigns import census
from bot.campaign.chain import audit
from bot.campaign.errors import DatabaseDamaged, DatabaseInUse, DatabaseUnreachable, reason_of
from bot.campaign.files import FileLock, beside
from bot.campaign.sqlite import connect
from bot.campaign.sqlite_files import check_whole, copy_file, put_in_place
from bot.settings import StartRefused

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection, Engine

ENDINGS = ("", "-wal", "-shm")
"""What belongs to a SQLite database: the file, its log, and the index of the log."""


class BackupRefused(StartRefused):
    """A copy cannot be made or put back as it was asked for; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Held:
    """What a database holds: its campaigns and events, and when the last one was (milliseconds UTC)."""

    campaigns: int
    events: int
    last_at: int

    def __str__(self) -> str:
        """In words."""
        return f"{self.campaigns:,} campaigns with {self.events:,} events"


@dataclass(frozen=True, slots=True)
class Restored:
    """What putting a copy back did: what is there now, and where the database from before went, if any."""

    held: Held
    aside: Path | None


async def backup(address: str, target: Path) -> Held:
    """Copy the database that the setting names to a file, also while the bot runs on it.

    The copy is whole and every campaign's history in it was gone through before it gets its name.

    Raises:
        StartRefused: there is no such database, it is damaged, or the copy cannot be written.
    """
    path = _path_of(address, "pg_dump")
    unchecked = _place_for(target)
    await check_whole(path)
    try:
        connection = await connect(path)
        try:
            await connection.run(lambda engine: copy_file(engine, unchecked))
        finally:
            await connection.close()
        held = await _gone_through(unchecked)
        put_in_place(unchecked, target)
    except (OSError, sqlite3.Error, DBAPIError) as problem:
        raise DatabaseUnreachable(f"{path} was not copied to {target}: {reason_of(problem)}.") from problem
    finally:
        _forget(unchecked)
    return held


async def restore(address: str, source: Path, *, even_if_newer: bool = False) -> Restored:
    """Put a copy in the place of the database that the setting names, while the bot is stopped.

    What was there is moved aside with its log, never deleted.

    Raises:
        StartRefused: the bot runs, the copy is not whole, or the database there has more or later events
            than the copy and ``even_if_newer`` is not given.
    """
    path = _path_of(address, "psql")
    lock = _lock(path, source)
    try:
        await check_whole(source)
        held = await _gone_through(source)
        if not even_if_newer:
            await _refuse_newer(path, source, held)
        aside = _put_back(source, path)
    except (OSError, sqlite3.Error, DBAPIError) as problem:
        raise DatabaseUnreachable(f"{source} was not put back: {reason_of(problem)}.") from problem
    finally:
        lock.release()
    return Restored(held, aside)


def _place_for(target: Path) -> Path:
    """Where a copy stands until it was checked; nothing is there."""
    if target.exists():
        raise BackupRefused(f"There is something at {target} already: choose another name for the copy.")
    unchecked = beside(target, ".unchecked")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        unchecked.unlink(missing_ok=True)
    except OSError as problem:
        raise DatabaseUnreachable(f"{target.parent} cannot be written: {reason_of(problem)}.") from problem
    return unchecked


def _forget(unchecked: Path) -> None:
    for ending in ENDINGS:
        beside(unchecked, ending).unlink(missing_ok=True)


def _lock(path: Path, source: Path) -> FileLock:
    """The database's lock, which nobody has while the bot is stopped."""
    if source.resolve() == path.resolve():
        raise BackupRefused(f"{source} is the database itself: name the copy to be put in its place.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return FileLock(path)
    except DatabaseInUse as problem:
        raise BackupRefused(f"{problem} A copy is put back only while the bot is stopped.") from problem
    except OSError as problem:
        raise DatabaseUnreachable(f"{path.parent} cannot be written: {reason_of(problem)}.") from problem


def _put_back(source: Path, path: Path) -> Path | None:
    """Copy the source beside the database, move that aside, and give the copy its name."""
    unfinished = beside(path, ".new")
    shutil.copyfile(source, unfinished)
    unfinished.chmod(0o600)
    aside = _move_aside(path)
    put_in_place(unfinished, path)
    return aside


def _path_of(address: str, tool: str) -> Path:
    parsed = parse_address(address)
    if not isinstance(parsed, FileAddress):
        raise BackupRefused(
            f"{parsed} is a PostgreSQL database: its own tools make copies and put them back ({tool})."
        )
    return parsed.path


async def _gone_through(path: Path) -> Held:
    """What a copy holds, once the history of every campaign in it was found whole.

    Raises:
        DatabaseDamaged: a campaign's history is not as it was written.
    """
    connection = await connect(path, read_only=True)
    try:
        return await connection.run(lambda engine: _look_through(engine, path))
    finally:
        await connection.close()


def _look_through(engine: Engine, path: Path) -> Held:
    with engine.begin() as connection:
        for campaign_id, name in connection.execute(
            select(schema.campaign.c.campaign_id, schema.campaign.c.name)
        ):
            fault = audit(connection, campaign_id).fault
            if fault is not None:
                raise DatabaseDamaged(
                    f"In {path}, event {fault.seq} of the campaign {name} is not as it was written "
                    f"({fault.reason}): keep that file apart, and take an earlier copy."
                )
        return _held(connection)


def _held(connection: Connection) -> Held:
    counted = census(connection)
    last_at = connection.scalar(select(func.max(schema.event.c.at))) or 0
    return Held(counted.campaigns, counted.events, last_at)


async def _refuse_newer(path: Path, source: Path, held: Held) -> None:
    """Refuse where the database that would be moved aside has what the copy has not."""
    try:
        await check_whole(path)
        connection = await connect(path, read_only=True)
        try:
            here = await connection.run(_hold)
        finally:
            await connection.close()
    except (StartRefused, sqlite3.Error, DBAPIError):
        return  # there is none, or it cannot be read, so putting a copy back is what should be done
    if here.last_at > held.last_at or here.events > held.events:
        raise BackupRefused(
            f"{path} is newer than {source}: it holds {here}, last on {_day(here.last_at)}, and the copy "
            f"{held}, last on {_day(held.last_at)}. Nothing was changed; with --even-if-newer it is moved "
            "aside all the same."
        )


def _hold(engine: Engine) -> Held:
    with engine.begin() as connection:
        return _held(connection)


def _move_aside(path: Path) -> Path | None:
    if not any(beside(path, ending).exists() for ending in ENDINGS):
        return None
    now = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    aside = path.with_name(f"{path.stem}-before-restore-{now}{path.suffix}")
    for ending in ENDINGS:
        part = beside(path, ending)
        if part.exists():
            part.replace(beside(aside, ending))
    return aside


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%d %B %Y, %H:%M")
