"""Drives a bot as Discord would, but much faster: what ``starting`` and ``commands`` measure with.

It is the loopback of the tests with one short cut: while it is :attr:`Driver.hurried`, answers to
interactions are looked at but not judged against Discord's document, and nothing of them is kept. Each
bot answers once under the full judge before it is measured.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import orjson
from aiohttp import web

from tests.loopback import interactions, records
from tests.loopback.discord_loopback import Loopback
from tests.loopback.program import program
from tests.loopback.records import Message
from tests.loopback.rest import Rest
from tests.loopback.rules import EPHEMERAL

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterator

    from tests.loopback.interactions import Scene
    from tests.loopback.program import Running
    from tests.loopback.world import Json

BOTS = {"ours": "bot", "bare bot": "benchmarks.bare_bot"}
"""The module that each bot is started by."""

CHANNELS = 4
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
LONGEST_WAIT = 30.0
"""Seconds without an answer after which a measurement is given up."""


class HurriedRest(Rest):
    """Takes an answer to an interaction with as little work as can be; all else as the loopback does."""

    def __init__(self, driver: Driver) -> None:
        super().__init__(driver)
        self.driver = driver

    async def accept(self, request: web.Request) -> web.StreamResponse:
        """Note when the answer came, at once or after a deferral, and tell the bot that it stands."""
        is_first, is_later = request.path.endswith("/callback"), request.path.endswith("/messages/@original")
        if not (self.driver.hurried and (is_first or is_later)):
            return await super().accept(request)
        body, files = await self._read(request)
        if is_later:
            number = request.path.split("/")[-3].removeprefix("token-of-")
            return _told(self._message(number, body, files))
        number = request.path.split("/")[-3]
        told: Json = {"interaction": {"id": number, "type": records.COMMAND}}
        if body["type"] != records.DEFERRED:
            told["resource"] = {"type": body["type"], "message": self._message(number, body["data"], files)}
        return _told(told)

    def _message(self, number: str, body: Json, files: dict[str, bytes]) -> Json:
        self.driver.answered(number, body, files)
        return Message(self.driver.channel.id, self.driver.me, body, files).payload()


def _told(answer: Json) -> web.Response:
    return web.Response(body=orjson.dumps(answer), headers={"Content-Type": "application/json"})


@dataclass(frozen=True, slots=True)
class Order:
    """A command that is given again and again.

    Attributes:
        words: the command ("door destination").
        options: its options.
        has_picture: whether a picture belongs to the answer.
    """

    words: str
    options: dict[str, str]
    has_picture: bool = False


class Driver(Loopback):
    """A loopback Discord in a hurry.

    Attributes:
        hurried: whether answers are taken without being judged.
        stored: the ids of all interactions that were answered as they should be.
    """

    def __init__(self) -> None:
        super().__init__()
        self.rest = HurriedRest(self)
        self.hurried = False
        self.stored: set[str] = set()
        self._waiting: dict[str, asyncio.Future[float]] = {}
        self._pictured: set[str] = set()
        rooms = [self.channel, *(self.add_channel(self.table, f"level {n}") for n in range(1, CHANNELS))]
        people = (self.alice, self.bob)
        self.scenes: Iterator[Scene] = itertools.cycle(
            self.scene(self.table, room, person) for room in rooms for person in people
        )

    async def judged(self, order: Order) -> None:
        """Give the order once under the loopback's whole judgement.

        Raises:
            AssertionError: something about the answer is not as Discord, or the program itself, has it.
        """
        answer = await self.command(self.table, self.channel, self.alice, order.words, order.options)
        assert not self.violations, self.violations
        assert bool(answer.files) is order.has_picture, answer.text
        self.stored.add(answer.id)

    async def order(self, order: Order) -> float:
        """Give the order and wait; the time (:func:`time.perf_counter`) at which its answer had come.

        Raises:
            AssertionError: it was refused, or it lacks its picture.
        """
        scene = next(self.scenes)
        chain = interactions.command(self.commands, scene, order.words)
        inner = interactions.command_body(chain, order.options)
        interaction = scene.interaction(self.me, records.COMMAND, inner)
        came: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._waiting[interaction["id"]] = came
        if order.has_picture:
            self._pictured.add(interaction["id"])
        await self.gateway.dispatch("INTERACTION_CREATE", interaction, self.table)
        async with asyncio.timeout(LONGEST_WAIT):
            return await came

    def answered(self, number: str, body: Json, files: dict[str, bytes]) -> None:
        """An answer came; it must be a message for everybody, with its picture."""
        came = self._waiting.pop(number)
        is_open = (
            bool(body.get("components") or body.get("content")) and not (body.get("flags") or 0) & EPHEMERAL
        )
        if not is_open or (number in self._pictured and not files):
            came.set_exception(AssertionError(f"answered with {body}"))
            return
        self.stored.add(number)
        came.set_result(time.perf_counter())


@contextlib.asynccontextmanager
async def hosted(name: str, folder: Path, driver: Driver) -> AsyncGenerator[Running]:
    """One of :data:`BOTS` as a process of its own at ``driver``, connected; killed in the end."""
    async with program(driver, folder, module=BOTS[name], UNDERCROFT_LOG="warning") as running:
        await running.ready()
        await driver.until(lambda: driver.commands.get(None), "commands")
        yield running


def processor_seconds(pid: int) -> float:
    """Processor time that a process has used so far; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident(pid: int) -> float:
    """MiB that a process holds in memory (RSS); 0 where the system does not tell."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))
