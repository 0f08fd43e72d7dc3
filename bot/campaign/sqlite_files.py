"""Making, checking, copying and upgrading a SQLite file, before anything is served from it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy.exc import DBAPIError

from bot.campaign.errors import DatabaseDamaged, DatabaseMissing, DatabaseUnreachable, reason_of
from bot.campaign.files import beside, check_file
from bot.campaign.revisions import NEWEST, OURS, Steps, UpgradeReport, check_ours, migrate
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
        put_in_place(unfinished, path)
    except (OSError, sqlite3.Error, DBAPIError) as error:
        raise DatabaseUnreachable(f"{path} cannot be made: {reason_of(error)}.") from error
    return UpgradeReport(None, NEWEST)


async def check_whole(path: Path) -> str:
    """Check an existing file without changing anything in it, and give back its revision.

    Others may use the file meanwhile. What is damaged is not even tidied up: closing a
    connection that may write would move its log into it.

    Raises:
        StartRefused: it is missing, damaged, newer, or another program's.
    """
    if sqlite3.sqlite_version_info < OLDEST:
        raise DatabaseUnreachable(
            f"This Python has SQLite {sqlite3.sqlite_version}, and it needs 3.37: use a newer Python."
        )
    check_file(path)
    connection: FileConnection | None = None
    try:
        connection = await connect(path, read_only=True)
        await connection.run(_quick_check)
        return await connection.run(lambda engine: _revision(engine, str(path)))
    except (sqlite3.Error, DBAPIError) as error:
        raise _start_refusal(path, error) from error
    finally:
        if connection is not None:
            await connection.close()


async def take_back(path: Path) -> None:
    """Undo what a kill left half done outside of the log, which nobody who only reads can.

    The log itself begins and ends like that, see :func:`put_log_away`.
    """
    if beside(path, "-journal").exists():
        with suppress(sqlite3.Error):  # what is wrong is said by check_whole
            connection = await connect(path)
            try:
                await connection.run(lambda engine: directly(engine, "PRAGMA schema_version"))
            finally:
                await connection.close()


def put_log_away(engine: Engine) -> None:
    """Empty the log into the file and say in it that it needs none, as far as nobody else has it open.

    A log knows nothing of its file. One that is found beside a file like this is another's, and is refused
    at the start (:func:`~bot.campaign.files.check_file`) before old pages of it replace newer ones.
    """
    with suppress(sqlite3.Error):  # another reads it, or the disk is full: file and log stay as after a kill
        directly(engine, "PRAGMA busy_timeout = 0")
        directly(engine, "PRAGMA journal_mode = DELETE")


async def open_writer(path: Path, busy_timeout: float) -> FileConnection:
    """Connect to a checked file for writing.

    Raises:
        DatabaseUnreachable: it cannot be written.
    """
    connection: FileConnection | None = None
    try:
        connection = await connect(path, busy_timeout=busy_timeout)
        await connection.run(_use_log)
        await connection.run(_try_to_write)
    except BaseException as error:
        if connection is not None:
            await connection.close()
        if isinstance(error, sqlite3.Error | DBAPIError | OSError):
            raise _start_refusal(path, error) from error
        raise
    return connection


async def upgrade_file(
    connection: FileConnection, path: Path, found: str, steps: Steps = OURS
) -> UpgradeReport:
    """Back the file up beside itself, then take every step that is missing in one transaction.

    Raises:
        DatabaseUnreachable: the copy cannot be written, or a step failed; nothing was changed.
        DatabaseDamaged: a step would leave something without what it belongs to; nothing was changed.
    """
    if found == steps.newest:
        return UpgradeReport(found, found)
    now = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    backup = path.with_name(f"{path.stem}-before-{steps.newest}-{now}{path.suffix}")
    try:
        await connection.run(lambda engine: copy_file(engine, backup))
    except (OSError, sqlite3.Error, DBAPIError) as error:
        raise DatabaseUnreachable(
            f"{path} was not upgraded, because it cannot be copied to {backup}: {reason_of(error)}."
        ) from error
    try:
        await connection.run(lambda engine: _migrate(engine, steps))
    except (OSError, sqlite3.Error, DBAPIError) as error:
        raise DatabaseUnreachable(f"{path} was not upgraded and is as it was: {reason_of(error)}.") from error
    return UpgradeReport(found, steps.newest, backup)


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
    put_in_place(unfinished, target)


def _quick_check(engine: Engine) -> None:
    answer = directly(engine, "PRAGMA quick_check(1)")
    if answer != [("ok",)]:
        raise sqlite3.DatabaseError(str(answer[0][0]))


def _revision(engine: Engine, place: str) -> str:
    with engine.begin() as connection:
        return check_ours(connection, place)


def _try_to_write(engine: Engine) -> None:
    """Find out at the start, and not with the first roll, that a file cannot be written."""
    with engine.begin():
        pass


def _use_log(engine: Engine) -> None:
    if directly(engine, "PRAGMA journal_mode = WAL") != [("wal",)]:
        raise OSError("its folder does not allow a write-ahead log")


def _migrate(engine: Engine, steps: Steps = OURS) -> None:
    # A step may rebuild a table. With foreign keys on, dropping the old one would empty its children; and
    # a trigger that names it must not keep the new one from taking its name.
    directly(engine, "PRAGMA foreign_keys = OFF")
    directly(engine, "PRAGMA legacy_alter_table = ON")
    try:
        with engine.begin() as connection:
            migrate(connection, steps)
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
            if broken is not None:
                raise DatabaseDamaged(
                    f"Nothing was upgraded: a row of {broken[0]} would be left without what it belongs to."
                )
    finally:
        directly(engine, "PRAGMA legacy_alter_table = OFF")
        directly(engine, "PRAGMA foreign_keys = ON")


def _start_refusal(
    path: Path, error: sqlite3.Error | DBAPIError | OSError
) -> DatabaseDamaged | DatabaseUnreachable:
    cause = error.orig if isinstance(error, DBAPIError) else error
    code: int | None = getattr(cause, "sqlite_errorcode", None)
    if isinstance(error, OSError):
        return DatabaseUnreachable(f"{path} cannot be used: {reason_of(error)}.")
    if code is None or code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return DatabaseDamaged(
            f"{path} is damaged ({reason_of(error)}): nothing was changed in it; put a backup in its place "
            "and move away the files beside it that end in -wal and -shm."
        )
    if code & 0xFF == sqlite3.SQLITE_BUSY:
        return DatabaseUnreachable(f"Another program keeps {path} locked: close it there first.")
    return DatabaseUnreachable(f"{path} cannot be opened: {reason_of(error)}.")


def _make_private(path: Path) -> None:
    """An empty file that only its owner reads: tokens and secret rolls come into it."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def put_in_place(unfinished: Path, path: Path) -> None:
    """Give a finished file its name, so that file and name outlive a power cut."""
    _sync(unfinished)
    unfinished.replace(path)
    if os.name != "nt":  # a folder cannot be opened there
        _sync(path.parent)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
