"""How many commands a second the bot answers, each stored before its answer, and how long one waits.

The bot is the real process with a SQLite file, the bare bot of :mod:`benchmarks.bare_bot` another; both are
driven through real sockets, in turns. Saturation is a closed loop: :data:`IN_FLIGHT` people, each of
whom types again as soon as he is answered. A pace is an open loop: commands leave at their time
whether or not the last were answered, and a wait counts from the time at which the command was due.

That the driver is not what is measured: it must reach more with the bare bot than ours does, and the
share of a processor that it used itself stands in the table, below a whole one. That every answer was
stored: in the end the process is killed, not closed, and the events in its file are compared with the
interactions answered.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING

import uvloop

from benchmarks.driver import Driver, Order, hosted, processor_seconds
from benchmarks.report import Goal, Measurement

if TYPE_CHECKING:
    from collections.abc import Generator

IN_FLIGHT = 64
PACE = 100.0
"""Rolls a second in the open loop."""

PAINTING = 8
"""Pictures asked for at a time: fewer than may wait for the painter."""

PICTURE_PACE = 10.0
ROLL = Order("roll", {"dice": "2d6+3"})
DOOR = Order("door destination", {"wall": "N"}, has_picture=True)
BARE = "bare bot"


@dataclass
class Load:
    """What rounds of one load came to, round by round.

    Attributes:
        rates: commands answered a second.
        waits: of each round, every wait in seconds, shortest first.
        processor: processor seconds of the bot for a command.
        driver: share of one processor that the driver used.
    """

    rates: list[float] = field(default_factory=list[float])
    waits: list[list[float]] = field(default_factory=list[list[float]])
    processor: list[float] = field(default_factory=list[float])
    driver: list[float] = field(default_factory=list[float])

    def wait(self, share: float) -> float:
        """The wait in milliseconds that ``share`` of the commands did not exceed, in the median round."""
        return 1000 * median(waits[int(len(waits) * share)] for waits in self.waits)


@dataclass(frozen=True)
class Playing:
    """A bot in its process, with its driver."""

    driver: Driver
    pid: int

    async def saturate(self, order: Order, people: int, seconds: float, load: Load) -> None:
        """One round of a closed loop."""
        waits: list[float] = []
        end = perf_counter() + seconds

        async def play() -> None:
            while (asked := perf_counter()) < end:
                waits.append(await self.driver.order(order) - asked)

        with self._watched(waits, load):
            await asyncio.gather(*(play() for _ in range(people)))

    async def pace(self, order: Order, rate: float, seconds: float, load: Load) -> None:
        """One round of an open loop."""
        waits: list[float] = []
        begin = perf_counter()

        async def play(due: float) -> None:
            await asyncio.sleep(due - perf_counter())
            waits.append(await self.driver.order(order) - due)

        with self._watched(waits, load):
            await asyncio.gather(*(play(begin + number / rate) for number in range(int(rate * seconds))))

    @contextlib.contextmanager
    def _watched(self, waits: list[float], load: Load) -> Generator[None]:
        began, ours, theirs = perf_counter(), process_time(), processor_seconds(self.pid)
        yield
        took = perf_counter() - began
        load.rates.append(len(waits) / took)
        load.waits.append(sorted(waits))
        load.processor.append((processor_seconds(self.pid) - theirs) / len(waits))
        load.driver.append((process_time() - ours) / took)


def measure(*, quick: bool) -> list[Measurement]:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(_measure(rounds=1 if quick else 5, seconds=0.3 if quick else 3.0))


async def _measure(*, rounds: int, seconds: float) -> list[Measurement]:
    full = {"ours": Load(), BARE: Load()}
    paced = {"ours": Load(), BARE: Load()}
    doors, paced_doors = Load(), Load()
    with tempfile.TemporaryDirectory() as folder:
        async with contextlib.AsyncExitStack() as stack:
            bots = {name: await _seated(stack, name, Path(folder)) for name in full}
            for _ in range(rounds):
                for name, bot in bots.items():
                    await bot.saturate(ROLL, IN_FLIGHT, seconds, full[name])
                for name, bot in bots.items():
                    await bot.pace(ROLL, PACE, seconds, paced[name])
                await bots["ours"].saturate(DOOR, PAINTING, seconds, doors)
                await bots["ours"].pace(DOOR, PICTURE_PACE, seconds, paced_doors)
        _compare(Path(folder) / "undercroft.db", bots["ours"].driver.stored)
    return [*_rolls(full, paced), *_doors(doors, paced_doors)]


async def _seated(stack: contextlib.AsyncExitStack, name: str, folder: Path) -> Playing:
    """A bot that was judged, and has done what only a first command has to do."""
    driver = await stack.enter_async_context(Driver())
    running = await stack.enter_async_context(hosted(name, folder, driver))
    for order in (ROLL,) if name == BARE else (ROLL, DOOR):
        await driver.judged(order)
    driver.hurried = True
    playing = Playing(driver, running.process.pid)
    await playing.saturate(ROLL, IN_FLIGHT, 0.5, Load())
    return playing


def _compare(file: Path, answered: set[str]) -> None:
    """See that the campaign holds every roll that was answered, after the process was killed."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        kept = {key for (key,) in connection.execute("SELECT request_key FROM event")}
    assert answered <= kept, f"{len(answered - kept)} of {len(answered)} answered rolls were not stored"


def _rolls(full: dict[str, Load], paced: dict[str, Load]) -> list[Measurement]:
    ours, bare = full["ours"], full[BARE]

    def beside(
        subject: str, figure: str, ours: float, theirs: float, goal: float | None = None
    ) -> Measurement:
        bound = None if goal is None else Goal(goal)
        return Measurement(subject, ours, figure, figure.endswith("/s"), BARE, theirs, bound)

    return [
        beside(f"/roll stored, {IN_FLIGHT} in flight", "rolls/s", max(ours.rates), max(bare.rates), goal=800),
        beside("  its processor time", "ms", 1000 * min(ours.processor), 1000 * min(bare.processor)),
        beside("  the driver's share of a processor", "%", 100 * max(ours.driver), 100 * max(bare.driver)),
        beside(f"/roll at {PACE:.0f} a second, p50", "ms", paced["ours"].wait(0.5), paced[BARE].wait(0.5)),
        beside("  p99", "ms", paced["ours"].wait(0.99), paced[BARE].wait(0.99), goal=20),
    ]


def _doors(full: Load, paced: Load) -> list[Measurement]:
    return [
        Measurement(
            f"/door destination, {PAINTING} in flight", max(full.rates), "pictures/s", more_is_better=True
        ),
        Measurement("  its processor time", 1000 * min(full.processor), "ms"),
        Measurement(f"/door destination at {PICTURE_PACE:.0f} a second, p50", paced.wait(0.5), "ms"),
        Measurement("  p99", paced.wait(0.99), "ms"),
    ]
