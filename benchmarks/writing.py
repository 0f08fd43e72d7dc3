"""How many rolls a second are stored, and how long one waits: ``python -m benchmarks.store_speed [ADDRESS]``.

Without an address a SQLite file in a temporary folder is used. Each roll is recorded with
its reply to come, as the bot does it, and answered after it was committed.
"""

from __future__ import annotations

import asyncio
import itertools
import sys
import tempfile
import time
from pathlib import Path

from bot.campaign import Audience, NewEvent, Reader, Store, open_store, page, posted, record, upgrade

TASKS = 64
ROLLS = 40
CHANNEL = 7_001
DOCUMENT = {
    "key": "door.destination",
    "options": {"wall": "N"},
    "faces": [5, 2],
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
_numbers = itertools.count(time.time_ns())


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
        text="To the room south of this one, turning left.",
        token="t" * 200,
    )


async def play(store: Store, waits: list[float], *, note_posted: bool) -> None:
    for _ in range(ROLLS):
        start = time.perf_counter()
        recorded = await store.write(record, roll())
        waits.append(time.perf_counter() - start)
        if note_posted:
            await store.write(posted, [recorded.event.id])


async def measure(store: Store, tasks: int, *, note_posted: bool) -> str:
    waits: list[float] = []
    start, used = time.perf_counter(), time.process_time()
    await asyncio.gather(*(play(store, waits, note_posted=note_posted) for _ in range(tasks)))
    took, used = time.perf_counter() - start, time.process_time() - used
    waits.sort()
    stored = len(waits) * (2 if note_posted else 1)
    return (
        f"{stored / took:7.0f} stored/s, wait p50 {waits[len(waits) // 2] * 1000:6.1f} ms, "
        f"p99 {waits[len(waits) * 99 // 100] * 1000:6.1f} ms, processor {used / stored * 1000:.2f} ms each"
    )


async def main(address: str) -> None:
    await upgrade(address, create=True)
    async with await open_store(address, create=True) as store:
        print(store.engine, "at", store.place)
        await store.write(record, roll())
        for name, tasks, note_posted in (
            ("one roll after the other", 1, False),
            (f"rolls of {TASKS} at once", TASKS, False),
            (f"rolls and notes of {TASKS} at once", TASKS, True),
        ):
            for _ in range(3):
                print(f"{name:30}", await measure(store, tasks, note_posted=note_posted))
        start = time.perf_counter()
        for _ in range(100):
            await store.read(page, CHANNEL, Reader(900, game_master=False))
        print(f"{'a page of the history':30} {(time.perf_counter() - start) * 10:7.2f} ms")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else str(Path(folder) / "campaign.db")))
