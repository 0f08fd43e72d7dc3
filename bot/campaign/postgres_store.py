"""The store on PostgreSQL: a transaction for each write, ordered by the lock on the campaign's row.

The first statement of every write is an update of its campaign (:func:`bot.campaign.campaigns.next_seq`),
so writes of one campaign follow one another, those of different ones run side by side, and
none waits for another in a circle.
"""

from __future__ import annotations

import asyncio
import logging
import random
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from bot.campaign.errors import Busy, DatabaseUnreachable, StartRefused, StoreDown, reason_of
from bot.campaign.postgres import Verdict, make_engine, unreachable, verdict_of
from bot.campaign.revisions import OURS, Steps, UpgradeReport, check_newest, found_revision, migrate
from bot.campaign.store import Limits, Store

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncEngine

    from bot.campaign.address import ServerAddress

LOG = logging.getLogger(__name__)

Answer = TypeVar("Answer")

ATTEMPTS = 5
"""How often a transaction that lost against another, or whose connection was gone, is tried."""

_UPGRADE_LOCK = 7_305_801_163_472_119_916
"""The number of the server-wide lock that lets one process upgrade at a time."""


class PostgresStore(Store):
    """An open PostgreSQL database."""

    upgraded: UpgradeReport | None = None

    def __init__(self, place: str, version: str, engine: AsyncEngine, limits: Limits) -> None:
        """Take over what :func:`open_server` opened."""
        self.place = place
        self.engine = f"PostgreSQL {version}"
        self._writing = engine
        self._reading = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._limits = limits
        self._connections = asyncio.Semaphore(limits.pool)
        self._running: set[asyncio.Task[object]] = set()
        self._closing: asyncio.Future[None] | None = None

    async def close(self) -> None:
        """See :meth:`Store.close`."""
        if self._closing is None:
            self._closing = asyncio.ensure_future(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        await asyncio.gather(*self._running, return_exceptions=True)
        await self._writing.dispose()

    async def _read(self, work: Callable[[Connection], Answer]) -> Answer:
        return await self._finish(self._transact(self._reading, work))

    async def _write(self, work: Callable[[Connection], Answer]) -> Answer:
        return await self._finish(self._transact(self._writing, work))

    async def _finish(self, transaction: Coroutine[object, object, Answer]) -> Answer:
        """Run a transaction to its end, even where the caller is cancelled.

        A connection that is torn out of a transaction can come back to the pool still inside it.
        """
        refusal = StoreDown("The campaign's memory is closing") if self._closing is not None else None
        if refusal is not None or len(self._running) >= self._limits.queue:
            transaction.close()
            raise refusal or Busy()
        task = asyncio.ensure_future(transaction)
        self._running.add(task)  # type: ignore[arg-type] # a set of tasks of any answer
        task.add_done_callback(self._forget)
        return await asyncio.shield(task)

    def _forget(self, task: asyncio.Task[Answer]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # heard, where the caller is gone

    async def _transact(self, engine: AsyncEngine, work: Callable[[Connection], Answer]) -> Answer:
        async with self._connections:
            for attempt in range(ATTEMPTS):
                try:
                    return await _once(engine, work, keep=engine is self._writing)
                except _Failed as failed:
                    reason = reason_of(failed.__cause__ or failed)
                    LOG.warning("%s: attempt %d failed: %s", self.place, attempt + 1, reason)
                    if not failed.verdict.again or attempt + 1 == ATTEMPTS:
                        raise failed.verdict.refusal from failed.__cause__
                # Two that met once would meet again, were it not for chance.
                await asyncio.sleep(random.uniform(0, 0.01 * 2**attempt))  # noqa: S311 - no secret
            raise StoreDown  # pragma: no cover - the last attempt answers or raises


class _Failed(Exception):  # noqa: N818 - never leaves this module
    """An attempt failed because of the server; its cause is the error."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__()
        self.verdict = verdict


async def _once(engine: AsyncEngine, work: Callable[[Connection], Answer], *, keep: bool) -> Answer:
    committing = False
    try:
        async with engine.connect() as connection:
            answer = await connection.run_sync(work)
            if keep:
                committing = True
                await connection.commit()
            return answer
    except Exception as error:
        verdict = verdict_of(error, committing=committing)
        if verdict is None:
            raise
        raise _Failed(verdict) from error


async def open_server(address: ServerAddress, *, limits: Limits) -> PostgresStore:
    """Open a database as :func:`bot.campaign.opening.open_store` says, if it is of this version."""
    engine = make_engine(address, pool=limits.pool, timeout=limits.busy_timeout)
    try:
        version, found = await _look(engine, address)
        check_newest(address, found)
    except BaseException:
        await engine.dispose()
        raise
    return PostgresStore(str(address), version, engine, limits)


async def server_revision(address: ServerAddress) -> str | None:
    """The revision of a server's database; None where there is nothing of ours in it yet."""
    engine = make_engine(address, pool=1, timeout=5.0)
    try:
        return (await _look(engine, address))[1]
    finally:
        await engine.dispose()


async def upgrade_server(address: ServerAddress, steps: Steps = OURS) -> UpgradeReport:
    """Take every step that is missing, in one transaction that no other process can share.

    Raises:
        DatabaseUnreachable: it cannot be connected to, or a step failed; nothing was changed.
    """
    engine = make_engine(address, pool=1, timeout=5.0, patience=None)
    try:
        await _look(engine, address)
        async with engine.begin() as connection:
            found = await connection.run_sync(_upgrade, str(address), steps)
    except DBAPIError as error:
        raise DatabaseUnreachable(
            f"{address} was not upgraded and is as it was: {reason_of(error)}."
        ) from error
    finally:
        await engine.dispose()
    return UpgradeReport(found, steps.newest)


def _upgrade(connection: Connection, place: str, steps: Steps) -> str | None:
    connection.execute(text("SET LOCAL statement_timeout = 0"))
    connection.execute(text("SET LOCAL lock_timeout = '60s'"))
    connection.execute(text(f"SELECT pg_advisory_xact_lock({_UPGRADE_LOCK})"))
    found = found_revision(connection, place)
    if found != steps.newest:
        migrate(connection, steps)
    return found


async def _look(engine: AsyncEngine, address: ServerAddress) -> tuple[str, str | None]:
    """The server's version and the database's revision."""
    try:
        async with engine.connect() as connection:
            version: str = (await connection.execute(text("SHOW server_version"))).scalar_one()
            encoding = (await connection.execute(text("SHOW server_encoding"))).scalar_one()
            found = await connection.run_sync(found_revision, str(address))
    except StartRefused:
        raise
    except Exception as error:
        raise unreachable(address, error) from error
    if encoding != "UTF8":
        raise DatabaseUnreachable(
            f"{address} keeps text as {encoding}: make a database with ENCODING 'UTF8'."
        )
    return version.split(maxsplit=1)[0], found
