"""The store on a SQLite file: one writer that commits for many at once, and readers beside it.

Nothing here waits for ever and no task of its own runs. The first who writes starts a batch;
whatever else comes before it begins, or while it runs, is in the next one, which starts when
those that were just answered had their turn. A batch belongs to nobody: it begins and ends in
a context of its own, so that it ends well whatever becomes of those who asked for it.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections import deque
from contextlib import suppress
from contextvars import Context
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from bot.campaign.errors import Busy, DatabaseUnreachable, StoreDown, StoreRefusal, reason_of
from bot.campaign.files import FileLock, SameFile, missing
from bot.campaign.outbox import all_lost
from bot.campaign.revisions import UpgradeReport, check_newest
from bot.campaign.sqlite import FileConnection, connect, refusal_of
from bot.campaign.sqlite_files import (
    check_whole,
    make_file,
    open_writer,
    put_log_away,
    take_back,
    upgrade_file,
)
from bot.campaign.store import Limits, Store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sqlalchemy import Connection, Engine

    from bot.campaign.address import FileAddress

LOG = logging.getLogger(__name__)

Answer = TypeVar("Answer")


class _Request(Generic[Answer]):
    """One write or glance that waits: its work, and later its answer or its error."""

    __slots__ = ("answer", "ended", "error", "work")

    def __init__(self, work: Callable[[Connection], Answer], ended: asyncio.Future[None]) -> None:
        self.work = work
        self.ended = ended
        self.answer: Answer | None = None
        self.error: BaseException | None = None


class _Reader:
    """A connection that reads, and how many wait for it."""

    __slots__ = ("connection", "waiting")

    def __init__(self, connection: FileConnection) -> None:
        self.connection = connection
        self.waiting = 0


class SqliteStore(Store):
    """An open SQLite file."""

    def __init__(
        self,
        path: Path,
        lock: FileLock,
        connections: list[FileConnection],
        limits: Limits,
        upgraded: UpgradeReport | None,
    ) -> None:
        """Take over what :func:`open_file` opened: the first connection writes, the others read."""
        self.place = str(path)
        self.engine = f"SQLite {sqlite3.sqlite_version}"
        self.upgraded = upgraded
        self._lock = lock
        self._file = SameFile(path)
        self._writer = connections[0]
        self._readers = [_Reader(connection) for connection in connections[1:]]
        self._limits = limits
        self._waiting: deque[_Request[Any]] = deque()
        self._glancing: list[_Request[Any]] = []
        self._is_writing = False
        self._closing: asyncio.Future[None] | None = None
        self._idle: asyncio.Future[None] | None = None

    async def close(self) -> None:
        """See :meth:`Store.close`."""
        if self._closing is None:
            self._closing = asyncio.ensure_future(self._close())
        await asyncio.shield(self._closing)  # a caller that is cancelled must not leave it half closed

    async def _close(self) -> None:
        if self._is_writing:
            self._idle = asyncio.get_running_loop().create_future()
            await self._idle
        try:
            for reader in self._readers:
                await reader.connection.close()
        finally:
            try:
                with suppress(StoreDown):  # beside another's file there is nothing to tidy
                    self._file.check()
                    await self._writer.run(put_log_away)
                await self._writer.close()
            finally:
                self._lock.release()

    def _check_open(self) -> None:
        if self._closing is not None:
            raise StoreDown("The campaign's memory is closing")

    async def _read(self, work: Callable[[Connection], Answer]) -> Answer:
        self._check_open()
        reader = min(self._readers, key=lambda reader: reader.waiting)
        if reader.waiting >= self._limits.queue:
            raise Busy
        reader.waiting += 1
        try:
            return await reader.connection.run(partial(self._view, work))
        finally:
            reader.waiting -= 1

    async def _glance(self, work: Callable[[Connection], Answer]) -> Answer:
        self._check_open()
        if len(self._glancing) >= self._limits.queue:
            raise Busy
        loop = asyncio.get_running_loop()
        request = _Request(work, loop.create_future())
        self._glancing.append(request)
        if len(self._glancing) == 1:
            loop.call_soon(self._begin_glances, loop, context=Context())
        await request.ended
        if request.error is not None:
            raise request.error
        return cast("Answer", request.answer)

    def _begin_glances(self, loop: asyncio.AbstractEventLoop) -> None:
        """Hand over all glances that were asked for in one turn of the loop, to share one snapshot."""
        together, self._glancing = self._glancing, []
        reader = min(self._readers, key=lambda reader: reader.waiting)
        reader.waiting += 1
        try:
            reader.connection.hand_over(partial(self._take_glances, loop, reader, together))
        except StoreDown as refusal:
            self._end_glances(reader, together, refusal)

    def _take_glances(
        self, loop: asyncio.AbstractEventLoop, reader: _Reader, together: list[_Request[Any]], engine: Engine
    ) -> None:
        """Do glances in a reader's thread, each failing alone, and let the loop know."""
        failed: BaseException | None = None
        try:
            self._view(partial(_each, together), engine)
        except BaseException as error:  # they all wait, so they all must hear of it
            failed = error
        with suppress(RuntimeError):  # the loop is closed, and with it everybody who waited
            loop.call_soon_threadsafe(self._end_glances, reader, together, failed, context=Context())

    def _end_glances(
        self, reader: _Reader, together: list[_Request[Any]], failed: BaseException | None
    ) -> None:
        reader.waiting -= 1
        for request in together:
            if failed is not None:
                request.error = failed.again() if isinstance(failed, StoreRefusal) else failed
            if not request.ended.done():
                request.ended.set_result(None)

    def _view(self, work: Callable[[Connection], Answer], engine: Engine) -> Answer:
        """Run ``work`` on a snapshot, in a reader's thread."""
        try:
            self._file.check()
            with engine.begin() as connection:
                return work(connection)
        except Exception as error:
            refusal = refusal_of(error)
            if refusal is None:
                raise
            LOG.error("%s: it could not be read: %s", self.place, reason_of(error))  # noqa: TRY400 - known
            raise refusal from error

    async def _write(self, work: Callable[[Connection], Answer]) -> Answer:
        self._check_open()
        if len(self._waiting) >= self._limits.queue:
            raise Busy
        loop = asyncio.get_running_loop()
        request = _Request(work, loop.create_future())
        self._waiting.append(request)
        if not self._is_writing:
            self._is_writing = True
            loop.call_soon(self._begin_batch, loop, context=Context())
        await request.ended
        if request.error is not None:
            raise request.error
        return cast("Answer", request.answer)

    def _begin_batch(self, loop: asyncio.AbstractEventLoop) -> None:
        batch = self._take(self._limits.batch)
        if batch:
            self._writer.hand_over(partial(self._write_batch, loop, batch))
            return
        self._is_writing = False
        if self._idle is not None:
            self._idle.set_result(None)

    def _take(self, most: int) -> list[_Request[Any]]:
        """The next requests; one whose caller was cancelled meanwhile is never begun."""
        batch: list[_Request[Any]] = []
        while self._waiting and len(batch) < most:
            request = self._waiting.popleft()
            if not request.ended.done():
                batch.append(request)
        return batch

    def _write_batch(
        self, loop: asyncio.AbstractEventLoop, batch: list[_Request[Any]], engine: Engine
    ) -> None:
        """Commit a batch, in the writer's thread, and let the loop know of the end, whatever it was."""
        stage = "begin"
        failed: BaseException | None = None
        try:
            self._file.check()
            with engine.connect() as connection, connection.begin() as transaction:
                stage = "work"
                for request in batch:
                    _attempt(connection, request)
                stage = "commit"
                transaction.commit()
        except BaseException as error:  # they all wait, so they all must hear of it
            failed = error
        with suppress(RuntimeError):  # the loop is closed, and with it everybody who waited
            loop.call_soon_threadsafe(self._end_batch, loop, batch, stage, failed, context=Context())

    def _end_batch(
        self,
        loop: asyncio.AbstractEventLoop,
        batch: list[_Request[Any]],
        stage: str,
        failed: BaseException | None,
    ) -> None:
        if failed is not None:
            if stage == "begin":  # nobody else would fare better, and each would wait as long to hear it
                batch += self._take(len(self._waiting))
            self._fail(batch, failed, committing=stage == "commit")
        for request in batch:
            if not request.ended.done():
                request.ended.set_result(None)
        loop.call_soon(self._begin_batch, loop, context=Context())

    def _fail(self, batch: list[_Request[Any]], error: BaseException, *, committing: bool) -> None:
        refusal = error if isinstance(error, StoreRefusal) else refusal_of(error, committing=committing)
        unforeseen = None if refusal else error
        told = "%s: %d changes were not saved: %s"
        LOG.error(told, self.place, len(batch), reason_of(error), exc_info=unforeseen)
        for request in batch:
            request.error = (refusal or StoreDown()).again()
            request.error.__cause__ = error


def _each(together: list[_Request[Any]], connection: Connection) -> None:
    """Do the work of glances one after the other; what one raises is its own."""
    for request in together:
        try:
            request.answer = request.work(connection)
        except Exception as error:
            if refusal_of(error) is not None:
                raise  # the file is at fault and not the request
            request.error = error


def _attempt(connection: Connection, request: _Request[Any]) -> None:
    """Do one request's work within its own savepoint, so that it fails alone."""
    directly = _plain(connection).execute  # SQLAlchemy's own savepoints cost as much as three statements
    directly("SAVEPOINT request")
    try:
        request.answer = request.work(connection)
    except Exception as error:
        if refusal_of(error) is not None:
            raise  # the file is at fault and not the request
        directly("ROLLBACK TO request")
        request.error = error
    directly("RELEASE request")


def _plain(connection: Connection) -> sqlite3.Connection:
    return cast("sqlite3.Connection", connection.connection.driver_connection)


async def open_file(address: FileAddress, *, create: bool, upgrade: bool, limits: Limits) -> SqliteStore:
    """Open a file as :func:`bot.campaign.opening.open_store` says."""
    path = address.path
    made: UpgradeReport | None = None
    if not path.exists():
        if not create:
            raise missing(path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise DatabaseUnreachable(
                f"The folder of {path} cannot be made: choose one that exists and can be written."
            ) from problem
    lock = FileLock(path)
    opened: list[FileConnection] = []
    try:
        if not path.exists():
            made = await make_file(path)
        await take_back(path)
        found = await check_whole(path)
        if not upgrade:
            check_newest(path, found)
        opened.append(await open_writer(path, limits.busy_timeout))
        done = made or await upgrade_file(opened[0], path, found)
        while len(opened) <= limits.readers:
            opened.append(await connect(path, read_only=True, busy_timeout=limits.busy_timeout))
        store = SqliteStore(path, lock, opened, limits, done if done.changed else None)
        await store.write(all_lost)  # the lock is ours, so no other process is posting
    except BaseException:
        for connection in reversed(opened):
            await connection.close()
        lock.release()
        raise
    return store
