"""The one worker that paints: the event loop only waits for it, and never for long.

Painting holds the interpreter for a few dozen milliseconds in small steps, so a
thread keeps the loop alive; a second thread would make nothing faster.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING

from tables.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.drawing.picture import Picture

QUEUE = 32
"""Pictures that may wait or be in work at a time."""

TIMEOUT = 10.0
"""Seconds after which nobody waits for a picture any longer."""

PATIENCE = 1.0
"""Seconds that closing waits for the picture in work."""


class PainterBusy(Refusal):
    """Why there is no picture: too many are being drawn, or this one took too long."""


class Renderer:
    """Paints pictures one after another in a thread of its own.

    Args:
        queue: pictures that may wait or be in work at a time.
        timeout: seconds that a caller waits at most.
    """

    def __init__(self, *, queue: int = QUEUE, timeout: float = TIMEOUT) -> None:
        self._queue = queue
        self._timeout = timeout
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="painter")
        self._open: set[Future[Picture]] = set()
        self._closed = False

    async def render(self, paint: Callable[[], Picture]) -> Picture:
        """The picture that ``paint`` makes, painted in the worker.

        A caller who is cancelled, or who has waited too long, leaves nothing behind:
        a picture not yet begun is dropped, one in work is finished and forgotten.

        Raises:
            PainterBusy: the queue is full, the time is over, or the renderer is closed.
        """
        if self._closed:
            raise PainterBusy("The bot is going down.")
        if len(self._open) >= self._queue:
            raise PainterBusy("Too many pictures are being drawn just now.")
        work = self._worker.submit(paint)
        self._open.add(work)
        work.add_done_callback(self._open.discard)
        try:
            async with asyncio.timeout(self._timeout):
                return await asyncio.wrap_future(work)
        except TimeoutError:
            raise PainterBusy("It took too long to draw.") from None
        except asyncio.CancelledError:
            if self._closed and work.cancelled() and not _leaving():
                raise PainterBusy("The bot is going down.") from None
            raise

    async def close(self) -> None:
        """Drop what waits, and wait a second at most for the picture in work."""
        self._closed = True
        self._worker.shutdown(wait=False, cancel_futures=True)
        last = [asyncio.wrap_future(work) for work in tuple(self._open)]
        if last:
            await asyncio.wait(last, timeout=PATIENCE)


def _leaving() -> bool:
    """Whether the present task itself was asked to end."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
