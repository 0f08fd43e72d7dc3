"""SQLite through aiosqlite: a connection whose work runs whole in aiosqlite's own thread.

This is the only module that touches aiosqlite's private names. A job (many statements, whole
transactions) is handed to the thread and runs there on SQLAlchemy's synchronous engine; a job
that was handed over runs to its end even when its caller is cancelled.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any, TypeVar

import aiosqlite
from sqlalchemy import create_engine
from sqlalchemy.event import listen
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from bot.campaign.errors import Damaged, StoreDown, UnknownOutcome

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

    from sqlalchemy import Connection, Engine

    from bot.campaign.errors import StoreRefusal

Answer = TypeVar("Answer")

OLDEST = (3, 37, 0)
"""The oldest SQLite that knows STRICT tables."""

_PRAGMAS = ("foreign_keys = ON", "trusted_schema = OFF", "cell_size_check = ON")
_WRITER = ("synchronous = FULL", "fullfsync = ON", "secure_delete = ON", f"journal_size_limit = {64 << 20}")
_READER = ("query_only = ON",)


def _check_private_names() -> None:
    """Fail at import, and in words, where another aiosqlite has other insides."""
    missing = [name for name in ("_conn", "_execute") if not hasattr(aiosqlite.Connection, name)]
    if not hasattr(aiosqlite.connect(":memory:"), "_thread"):
        missing.append("_thread")
    if missing:
        raise ImportError(f"this aiosqlite has no {' and no '.join(missing)}: install aiosqlite 0.22.1")


_check_private_names()


class FileConnection:
    """One connection to a SQLite file, with its thread and its engine."""

    def __init__(self, connection: aiosqlite.Connection, engine: Engine) -> None:
        """Take over what :func:`connect` opened."""
        self._connection = connection
        self._engine = engine
        self._open = True

    async def run(self, job: Callable[[Engine], Answer]) -> Answer:
        """Run ``job`` in the connection's thread, after all that were handed over before it, and wait for it.

        Raises:
            StoreDown: the connection is closed.
        """
        answer: Any = await self._execute(job)
        return answer

    def hand_over(self, job: Callable[[Engine], None]) -> None:
        """The same without waiting: ``job`` must tell of its end itself, and raise nothing.

        Raises:
            StoreDown: the connection is closed.
        """
        waiting = self._execute(job)
        waiting.send(None)  # by the time it first waits, it has handed the job over
        waiting.close()

    def _execute(self, job: Callable[[Engine], Any]) -> Coroutine[Any, Any, Any]:
        if not self._open:
            raise StoreDown("The campaign's memory is closing")
        # Private, and the whole design rests on it: the module checks it at import.
        return self._connection._execute(job, self._engine)  # noqa: SLF001 # pyright: ignore[reportPrivateUsage, reportUnknownMemberType]

    async def close(self) -> None:
        """Finish what was handed over, then close engine, connection and thread."""
        if self._open:
            try:
                await self.run(_dispose)
            finally:
                self._open = False
                await self._connection.close()


async def connect(path: Path, *, read_only: bool = False, busy_timeout: float = 5.0) -> FileConnection:
    """Connect to a file that exists; ``busy_timeout`` is how many seconds to wait for another's lock.

    Raises:
        sqlite3.Error: it cannot be opened, or it is no database.
    """
    mode = "ro" if read_only else "rw"
    connection = aiosqlite.connect(
        f"{path.as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=busy_timeout
    )
    # A thread that nobody told to end must not keep the process from ending; the log keeps what was answered.
    connection._thread.daemon = True  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    await connection
    # The raw connection is only ever used in the thread it was made in: here the engine is merely told of it.
    engine = create_engine(
        "sqlite://",
        creator=lambda: connection._conn,  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
        poolclass=StaticPool,
        hide_parameters=True,  # tokens and secret rolls have no place in a log
    )
    listen(engine, "begin", _begin_reading if read_only else _begin_writing)
    opened = FileConnection(connection, engine)
    try:
        await opened.run(_prepare_reader if read_only else _prepare_writer)
    except BaseException:
        await opened.close()
        raise
    return opened


def directly(engine: Engine, statement: str, *values: object) -> list[tuple[Any, ...]]:
    """Run a statement outside of any transaction, as pragmas and VACUUM have to be, and return its rows."""
    borrowed = engine.raw_connection()
    try:
        cursor = borrowed.cursor()
        cursor.execute(statement, values)
        return [tuple(row) for row in cursor.fetchall()]
    finally:
        borrowed.close()


def refusal_of(error: BaseException, *, committing: bool = False) -> StoreRefusal | None:
    """What a player is told where the file, the disk or a lock is at fault; None for any other error."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if not isinstance(cause, sqlite3.Error):
        return None
    code: int = getattr(cause, "sqlite_errorcode", 0)
    match code & 0xFF:
        case sqlite3.SQLITE_FULL:
            return StoreDown("The disk that keeps the campaign is full")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreDown("Another program is holding the campaign's memory")
        case sqlite3.SQLITE_IOERR if committing and code != sqlite3.SQLITE_IOERR_WRITE:
            return UnknownOutcome()
        case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_NOMEM | sqlite3.SQLITE_PROTOCOL:
            return StoreDown("The disk that keeps the campaign does not answer")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return StoreDown("The campaign's memory cannot be written")
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return Damaged()
        case _:
            return None


def _begin_writing(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin_reading(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _prepare_writer(engine: Engine) -> None:
    for pragma in _PRAGMAS + _WRITER:
        directly(engine, f"PRAGMA {pragma}")


def _prepare_reader(engine: Engine) -> None:
    for pragma in _PRAGMAS + _READER:
        directly(engine, f"PRAGMA {pragma}")


def _dispose(engine: Engine) -> None:
    engine.dispose()
