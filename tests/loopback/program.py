"""The program as its host runs it: a process of its own at a loopback Discord, ended by real signals."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.loopback.discord_loopback import Loopback

ROOT = Path(__file__).parents[2]

END_WITHIN = 2.0
"""Seconds within which the program ends when it is asked to."""

EXITED_WITHIN = 30.0
"""Seconds within which a process ends that ends by itself; only a hanging one meets them."""


class Running:
    """A process of the program, and what it has said on stderr so far."""

    def __init__(self, process: asyncio.subprocess.Process, loopback: Loopback) -> None:
        self.process, self.loopback = process, loopback
        self.lines: list[str] = []
        self.look_anew()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self.process.stderr is not None
        async for line in self.process.stderr:
            self.lines.append(line.decode().rstrip("\n"))
            self.loopback.notify()
        await self.process.wait()
        self.loopback.notify()

    def look_anew(self) -> None:
        """Take no session there is now for one that is still to come."""
        self._earlier = [session.id for session in self.loopback.gateway.sessions]

    async def ready(self, sessions: int = 1) -> None:
        """Wait until it is on Discord; fail at once if it has ended instead."""

        def there() -> bool:
            live = {session.id for session in self.loopback.gateway.live}
            return len(live.difference(self._earlier)) >= sessions or self.process.returncode is not None

        await self.loopback.until(there, f"{sessions} sessions of the process")
        assert self.process.returncode is None, "\n".join(self.lines)

    async def says(self, words: str) -> None:
        """Wait for a line in its log."""
        await self.loopback.until(
            lambda: any(words in line for line in self.lines), f"the log to say {words}"
        )

    async def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end, which it must do within the time that is promised."""
        self.process.send_signal(number)
        return await self.ended(END_WITHIN)

    async def ended(self, within: float = EXITED_WITHIN) -> int:
        """Wait for its end and return its exit code."""
        try:
            async with asyncio.timeout(within):
                code = await self.process.wait()
        except TimeoutError:
            self.process.kill()
            raise AssertionError("\n".join([f"did not end within {within} s", *self.lines])) from None
        await self._reading
        return code


@contextlib.asynccontextmanager
async def program(
    loopback: Loopback, folder: Path, *words: str, module: str = "bot", **settings: str
) -> AsyncIterator[Running]:
    """Run ``undercroft`` with its working folder and settings; kill it if it is still there in the end.

    ``module`` is that of another bot, which a benchmark sets beside it.
    """
    ours = {"DISCORD_TOKEN": loopback.token, "DISCORD_API_URL": loopback.api_url}
    ours |= {"DISCORD_GATEWAY_URL": loopback.gateway_url, **settings}
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("UNDERCROFT_")}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, *(words or ("run",))),
        cwd=folder,
        env={**inherited, "PYTHONPATH": str(ROOT), **ours},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    running = Running(process, loopback)
    try:
        yield running
    finally:
        if process.returncode is None:
            process.kill()
        await running.ended()


@contextlib.asynccontextmanager
async def host(loopback: Loopback, folder: Path, **settings: str) -> AsyncIterator[Running]:
    """The program from ready to its orderly end."""
    async with program(loopback, folder, **settings) as running:
        await running.ready()
        yield running
        assert await running.end() == 0, "\n".join(running.lines)
