"""How many rolls a second are stored, beside hand-written aiosqlite.

Each roll is recorded with its reply to come, as the bot does it, and answered after it was committed.
Beside it the same rows go into tables of the same shape, with the same indexes and settings, one
transaction each, on one connection with a lock: how a careful bot is written by hand. Its references are
drawn at random as ours are, for rows that come in order cost an index less. It seals no chain of hashes,
looks for no earlier delivery and gives out no number. What those cost, the store makes up by sharing
commits where several write at once; one after the other has nothing to share.

``python -m benchmarks.writing ADDRESS`` (a file, or ``postgresql://…``) measures that database alone.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Protocol

import aiosqlite

from benchmarks.report import Goal, Measurement, table
from bot.campaign import Audience, NewEvent, Reader, Store, open_store, page, record, upgrade

if TYPE_CHECKING:
    from collections.abc import Awaitable

TASKS = 64
CHANNEL = 7_001
DOCUMENT = {
    "key": "door.destination",
    "options": {"wall": "N"},
    "by_hand": False,
    "note": "",
    "outcome": {
        "key": "door.destination",
        "title": "Door destination",
        "dice": [
            {"sides": 10, "face": 5, "for": "direction", "kept": True},
            {"sides": 6, "face": 2, "for": "route", "kept": True},
        ],
        "rows": [{"table": "door.destination", "from": 5, "to": 5, "text": "south"}],
        "text": "To the room south of this one, turning left.",
        "value": {"kind": "direction", "direction": "S", "route": "left"},
        "children": [],
    },
}
EVENT = """
INSERT INTO event VALUES (1, ?, ?, 1, ?, ?, ?, 'roll', 'everyone', ?, NULL, NULL, 1, ?, ?, ?, ?, ?)
"""
TEXT = "To the room south of this one, turning left."
PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "fullfsync = ON",
    "foreign_keys = ON",
    "secure_delete = ON",
    "cell_size_check = ON",
)
"""What the bot's own writer sets, as far as it costs time."""
_numbers = itertools.count(time.time_ns())


class Writer(Protocol):
    """Something that stores a roll and returns once it is safe."""

    def write(self) -> Awaitable[object]: ...


class Ours:
    """The bot's store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def write(self) -> Awaitable[object]:
        return self.store.write(record, roll())


class ByHand:
    """One aiosqlite connection, one lock, one transaction for each roll, written by hand."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self.connection = connection
        self.lock = asyncio.Lock()

    async def write(self) -> None:
        number, document = next(_numbers), json.dumps(DOCUMENT)
        async with self.lock:
            await self.connection.execute("BEGIN IMMEDIATE")
            await self.connection.execute(
                EVENT,
                (
                    number,
                    number // 1_000_000,
                    CHANNEL,
                    CHANNEL,
                    str(number),
                    secrets.token_hex(4),
                    document,
                    TEXT,
                )
                + (bytes(32),) * 3,
            )
            await self.connection.execute(
                "INSERT INTO outbox VALUES (1, ?, ?, NULL, ?, ?, 'pending', NULL)",
                (number, CHANNEL, number, number),
            )
            await self.connection.commit()


def roll() -> NewEvent:
    number = next(_numbers)
    return NewEvent(
        interaction_id=number,
        guild_id=500,
        channel_id=CHANNEL,
        place_id=CHANNEL,
        actor_id=900 + number % 5,
        actor_name="Aya",
        at=time.time_ns() // 1_000_000,
        kind="roll",
        audience=Audience.EVERYONE,
        document=DOCUMENT,
        text=TEXT,
        token="t" * 200,
    )


async def by_hand(path: Path) -> ByHand:
    """A database of the same shape, opened as a careful bot opens it."""
    async with await open_store(str(path), create=True) as store:
        await store.write(record, roll())
    connection = await aiosqlite.connect(path, isolation_level=None)
    for pragma in PRAGMAS:
        await connection.execute(f"PRAGMA {pragma}")
    return ByHand(connection)


async def rate(writer: Writer, tasks: int, each: int) -> float:
    """Rolls stored a second by so many tasks."""

    async def play() -> None:
        for _ in range(each):
            await writer.write()

    start = time.perf_counter()
    await asyncio.gather(*(play() for _ in range(tasks)))
    return tasks * each / (time.perf_counter() - start)


async def in_turns(folder: Path, *, quick: bool) -> list[Measurement]:
    beside = await by_hand(folder / "by-hand.db")
    found: list[Measurement] = []
    async with await open_store(str(folder / "ours.db"), create=True) as store:
        ours = Ours(store)
        await ours.write()
        for subject, tasks, each in (("one after the other", 1, 400), (f"of {TASKS} at once", TASKS, 30)):
            each = max(5, each // 10) if quick else each  # noqa: PLW2901 - less of the same
            rounds = [
                (await rate(ours, tasks, each), await rate(beside, tasks, each))
                for _ in range(2 if quick else 7)
            ]
            found.append(
                Measurement(
                    f"rolls stored, {subject}",
                    median(one for one, _ in rounds),
                    "rolls/s",
                    more_is_better=True,
                    beside="by hand",
                    beside_figure=median(other for _, other in rounds),
                    goal=Goal(1.0, of="ratio"),
                )
            )
        found.append(
            Measurement("a page of the history", await history_page(store, 5 if quick else 100), "ms")
        )
    await beside.connection.close()
    return found


async def history_page(store: Store, times: int) -> float:
    """Milliseconds that a page takes."""
    start = time.perf_counter()
    for _ in range(times):
        await store.read(page, CHANNEL, Reader(900, game_master=False))
    return (time.perf_counter() - start) / times * 1_000


def measure(*, quick: bool) -> list[Measurement]:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(in_turns(Path(folder), quick=quick))


async def one_database(address: str) -> list[Measurement]:
    await upgrade(address, create=True)
    async with await open_store(address, create=True) as store:
        ours = Ours(store)
        await ours.write()
        rates = {tasks: median([await rate(ours, tasks, 40) for _ in range(5)]) for tasks in (1, 16, TASKS)}
        return [
            *(Measurement(f"rolls stored by {tasks}", figure, "rolls/s") for tasks, figure in rates.items()),
            Measurement("a page of the history", await history_page(store, 100), "ms"),
        ]


if __name__ == "__main__":
    print(table(asyncio.run(one_database(sys.argv[1])) if len(sys.argv) > 1 else measure(quick=False)))
