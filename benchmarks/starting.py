"""How long a host waits for the bot, and what it takes of his memory, beside the bare bot.

A start is measured from the moment at which the process is made to its first answer to a ``/roll``, which is
asked for as soon as the gateway has sent everything. The first start makes the database and gives
Discord the commands; each later one finds both. The bare bot gives Discord its command at every start.

Memory is the resident set (RSS) of the process as Linux tells it, after a few hundred rolls; elsewhere it is
left out. Each of many servers has 30 channels and 20 roles, 13 kB of JSON on the wire.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter

import uvloop

from benchmarks.driver import Driver, Order, hosted, resident
from benchmarks.report import Measurement
from tests.loopback.world import Channel, Guild, Json, User, snowflake

ROLL = Order("roll", {"dice": "2d6+3"})
BARE = "bare bot"
ROLLS = 300
"""Rolls before memory is looked at."""

SERVERS = 2_500
CHANNELS, ROLES = 30, 20


class Server(Guild):
    """A server as large as most are: with roles, and with channels that have a topic and overwrites."""

    def payload(self, me: User) -> Json:
        payload = super().payload(me)
        everyone = payload["roles"][0]
        roles = [{**everyone, "id": str(snowflake()), "name": f"role {number}"} for number in range(ROLES)]
        return {**payload, "roles": [everyone, *roles]}


@dataclass
class Starts:
    """What the starts of a bot came to: seconds, the first apart from the later ones; MiB in the end."""

    first: list[float] = field(default_factory=list[float])
    later: list[float] = field(default_factory=list[float])
    memory: list[float] = field(default_factory=list[float])


def measure(*, quick: bool) -> list[Measurement]:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        few = runner.run(_start(servers=1, rounds=1 if quick else 5))
        many = runner.run(_start(servers=100 if quick else SERVERS, rounds=1 if quick else 2))
    told = f"{100 if quick else SERVERS:,} servers"
    return [
        *_beside("first start to first answer", "s", {name: starts.first for name, starts in few.items()}),
        *_beside("later start to first answer", "s", {name: starts.later for name, starts in few.items()}),
        *_beside(f"  with {told}", "s", {name: starts.later for name, starts in many.items()}),
        *_beside("memory with 1 server", "MiB", {name: starts.memory for name, starts in few.items()}),
        *_beside(f"  with {told}", "MiB", {name: starts.memory for name, starts in many.items()}),
    ]


async def _start(*, servers: int, rounds: int) -> dict[str, Starts]:
    """Start both bots in turns, each with its own folder in every round, once anew and once again."""
    found = {"ours": Starts(), BARE: Starts()}
    payloads = 0
    for _ in range(rounds):
        for name, starts in found.items():
            with tempfile.TemporaryDirectory() as folder:
                async with Driver() as driver:
                    driver.guilds += [_server(number) for number in range(1, servers)]
                    payloads = sum(len(json.dumps(guild.payload(driver.me))) for guild in driver.guilds)
                    starts.first.append(await _first_answer(name, Path(folder), driver))
                    starts.later.append(await _first_answer(name, Path(folder), driver, starts))
    assert servers == 1 or 10_000 < payloads / servers < 16_000, f"servers of {payloads / servers:.0f} bytes"
    return found


async def _first_answer(name: str, folder: Path, driver: Driver, starts: Starts | None = None) -> float:
    """Seconds from the start of a bot to its first answer; with ``starts``, memory is noted too."""
    began = perf_counter()
    driver.hurried = True
    async with hosted(name, folder, driver) as running:
        took = await driver.order(ROLL) - began
        if starts is not None:
            for _ in range(ROLLS):
                await driver.order(ROLL)
            starts.memory.append(resident(running.process.pid))
    driver.gateway.sessions.clear()
    return took


def _server(number: int) -> Server:
    guild = Server(snowflake(), f"Server {number}", User(snowflake(), "Somebody"))
    guild.channels += [Channel(snowflake(), f"channel {n}", guild_id=guild.id) for n in range(CHANNELS)]
    return guild


def _beside(subject: str, unit: str, figures: dict[str, list[float]]) -> list[Measurement]:
    """The medians of both bots; nothing where the system tells no memory."""
    ours, bare = median(figures["ours"]), median(figures[BARE])
    return [Measurement(subject, ours, unit, beside=BARE, beside_figure=bare)] if ours and bare else []
