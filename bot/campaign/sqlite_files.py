"""Making, checking, copying and upgrading a SQLite file, before anything is served from it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy.exc import DBAPIError

from bot.campaign.errors import DatabaseDamaged, DatabaseMissing, DatabaseUnreachable
from bot.campaign.files import beside, check_file
from bot.campaign.revisions import NEWEST, UpgradeReport, check_ours, migrate
from bot.campaign.sqlite import OLDEST, FileConnection, connect, directly

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Engine


async def make_file(path: Path) -> UpgradeReport:
    """Make a new database at ``path``: whole or not at all.

    Raises:
        DatabaseMissing: the log of a database that is gone stands there.
        DatabaseUnreachable: the folder cannot be written.
    """
    if beside(path, "-wal").exists():
        raise DatabaseMissing(
            f"{path} is gone, but {path.name}-wal still stands beside it: put the database back, or move "
            "that away to start a new one."
        )
    unfinished = beside(path, ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for ending in ("", "-wal", "-shm"):
            beside(unfinished, ending).unlink(missing_ok=True)
        _make_private(unfinished)
        connection = await connect(unfinished)
        try:
            await connection.run(_use_log)
            await connection.run(_migrate)
        finally:
            await connection.close()
        unfinished.replace(path)
        _make_durable(path)
    except (OSError, sqlite3.Error, DBAPIError) as error:
        raise DatabaseUnreachable(f"{path} cannot be made: {_reason(error)}.") from error
    return UpgradeReport(None, NEWEST)


async def open_checked(path: Path, busy_timeout: float) -> tuple[FileConnection, str]:
    """Connect to an existing file for writing, and check it; its revision comes with it.

    Raises:
        StartRefused: it is missing, damaged, newer, another program's, or cannot be written.
    """
    if sqlite3.sqlite_version_info < OLDEST:
        raise DatabaseUnreachable(
            f"This Python has SQLite {sqlite3.sqlite_version}, and it needs 3.37: use a newer Python."
        )
    check_file(path)
    connection: FileConnection | None = None
    try:
        connection = await connect(path, busy_timeout=busy_timeout)
        await connection.run(_quick_check)
        revision = await connection.run(lambda engine: _revision(engine, str(path)))
        await connection.run(_use_log)
    except BaseException as error:
        if connection is not None:
            await connection.close()
        if isinstance(error, sqlite3.Error | DBAPIError):
            raise _start_refusal(path, error) from error
        raise
    return connection, revision


async def file_revision(path: Path) -> str:
    """The revision of an existing file, without changing anything and while others may use it.

    Raises:
        StartRefused: it is missing, damaged, newer, or another program's.
    """
    check_file(path)
    connection: FileConnection | None = None
    try:
        connection = await connect(path, read_only=True)
        return await connection.run(lambda engine: _revision(engine, str(path)))
    except (sqlite3.Error, DBAPIError) as error:
        raise _start_refusal(path, error) from error
    finally:
        if connection is not None:
            await connection.close()


async def upgrade_file(connection: FileConnection, path: Path, found: str) -> UpgradeReport:
    """Back the file up beside itself, then take every step that is missing in one transaction.

    Raises:
        DatabaseUnreachable: the copy cannot be written; nothing was changed.
    """
    if found == NEWEST:
        return UpgradeReport(found, NEWEST)
    now = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    backup = path.with_name(f"{path.stem}-before-{NEWEST}-{now}{path.suffix}")
    try:
        await connection.run(lambda engine: copy_file(engine, backup))
    except (OSError, sqlite3.Error, DBAPIError) as error:
        raise DatabaseUnreachable(
            f"{path} was not upgraded, because it cannot be copied to {backup}: {_reason(error)}."
        ) from error
    await connection.run(_migrate)
    return UpgradeReport(found, NEWEST, backup)


def copy_file(engine: Engine, target: Path) -> None:
    """Copy the whole database as it is now into one file at ``target``: checked, whole or not at all."""
    unfinished = beside(target, ".part")
    unfinished.unlink(missing_ok=True)
    _make_private(unfinished)
    directly(engine, "VACUUM INTO ?", str(unfinished))
    with closing(sqlite3.connect(f"{unfinished.as_uri()}?mode=ro", uri=True)) as copy:
        answer = copy.execute("PRAGMA quick_check(1)").fetchone()
    if answer != ("ok",):
        raise OSError(f"the copy is damaged ({answer[0]})")
    unfinished.replace(target)
    _make_durable(target)


def _quick_check(engine: Engine) -> None:
    answer = directly(engine, "PRAGMA quick_check(1)")
    if answer != [("ok",)]:
        raise sqlite3.DatabaseError(str(answer[0][0]))


def _revision(engine: Engine, place: str) -> str:
    # This begins as a writer does, so a file that cannot be written is found here and not at the first roll.
    with engine.begin() as connection:
        return check_ours(connection, place)


def _use_log(engine: Engine) -> None:
    if directly(engine, "PRAGMA journal_mode = WAL") != [("wal",)]:
        raise OSError("its folder does not allow a write-ahead log")


def _migrate(engine: Engine) -> None:
    # A step may rebuild a table; with foreign keys on, dropping the old one would empty its children.
    directly(engine, "PRAGMA foreign_keys = OFF")
    try:
        with engine.begin() as connection:
            migrate(connection)
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
            if broken is not None:
                raise DatabaseDamaged(
                    f"The upgrade would leave a row of {broken[0]} without what it belongs to."
                )
    finally:
        directly(engine, "PRAGMA foreign_keys = ON")


def _start_refusal(path: Path, error: sqlite3.Error | DBAPIError) -> DatabaseDamaged | DatabaseUnreachable:
    cause = error.orig if isinstance(error, DBAPIError) else error
    code: int | None = getattr(cause, "sqlite_errorcode", None)
    if code is None or code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return DatabaseDamaged(
            f"{path} is damaged ({_reason(error)}): nothing was changed in it; put a backup in its place and "
            "move away the files beside it that end in -wal and -shm."
        )
    if code & 0xFF == sqlite3.SQLITE_BUSY:
        return DatabaseUnreachable(f"Another program keeps {path} locked: close it there first.")
    return DatabaseUnreachable(f"{path} cannot be opened: {_reason(error)}.")


def _reason(error: Exception) -> str:
    """What went wrong in a few words, without statements or values."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, OSError) and cause.strerror:
        return cause.strerror
    return " ".join(str(cause).split())[:200]


def _make_private(path: Path) -> None:
    """An empty file that only its owner reads: tokens and secret rolls come into it."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def _make_durable(path: Path) -> None:
    """Make sure that the file and its new name outlive a power cut."""
    for place in (path, path.parent):
        if place is not path and os.name == "nt":
            return  # a folder cannot be opened there
        descriptor = os.open(place, os.O_RDONLY if os.name != "nt" else os.O_RDWR)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
