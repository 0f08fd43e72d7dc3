"""What a running bot holds open: its database and its painter; and how it is asked to stop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from typing import TYPE_CHECKING, TypeVar

from bot.campaign import census, open_store
from bot.drawing import Renderer
from bot.kit import Kit

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Generator

    from bot.campaign import Limits, Store

Result = TypeVar("Result")

log = logging.getLogger(__name__)

CLOSING = 0.4
"""Seconds that the painter, and then the database, may take to close."""

STOPPING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGBREAK") if hasattr(signal, name))
"""The signals that ask a program to end, as far as this system has them."""


@contextlib.asynccontextmanager
async def open_kit(address: str, *, create: bool, limits: Limits | None = None) -> AsyncGenerator[Kit]:
    """Bring the database up to date, open it, and close everything in the end.

    ``address`` is a file path or a database URL; ``create`` allows a file to be made;
    ``limits`` are other limits of the store than the usual ones.

    Raises:
        StartRefused: the database cannot be used; the message says why in one line.
    """
    store = await open_store(address, create=create, limits=limits)
    renderer = Renderer()
    try:
        await _introduce(store)
        yield Kit(store, renderer)
    finally:
        await _in_time(renderer.close())
        await _in_time(store.close())


async def unless_stopped(work: Awaitable[Result], stop: asyncio.Event) -> Result | None:
    """What ``work`` gives, or None when ``stop`` came first and it was cancelled."""
    working = asyncio.ensure_future(work)
    stopping = asyncio.ensure_future(stop.wait())
    try:
        await asyncio.wait({working, stopping}, return_when=asyncio.FIRST_COMPLETED)
        return working.result() if working.done() else None
    finally:
        for task in (working, stopping):
            task.cancel()
        await asyncio.gather(working, stopping, return_exceptions=True)


async def _in_time(closing: Awaitable[None]) -> None:
    """Close something, but let it hold up the end for no longer than :data:`CLOSING`.

    Another program may be holding the database. Whatever was answered is safe in it, and its
    thread does not keep the process.
    """
    try:
        async with asyncio.timeout(CLOSING):
            await closing
    except TimeoutError:
        log.warning("something was still in work when the program ended; what was answered is kept")


async def _introduce(store: Store) -> None:
    """Say which database this is and what it holds, so that a lost volume is seen at once."""
    if store.upgraded is not None and store.upgraded.backup is not None:
        log.info("upgraded the database; the copy from before is %s", store.upgraded.backup)
    held = await store.read(census)
    log.info("%s (%s); campaigns: %d, events: %d", store.place, store.engine, held.campaigns, held.events)


@contextlib.contextmanager
def stop_signals(stop: asyncio.Event) -> Generator[None]:
    """Set ``stop`` when the system or the keyboard asks the program to end."""
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in STOPPING}
    for number in STOPPING:
        signal.signal(number, lambda _number, _frame: loop.call_soon_threadsafe(stop.set))
    try:
        yield
    finally:
        for number, action in before.items():
            signal.signal(number, action)
