"""A campaign that has been played for years: 100,000 events, 10,000 entries, on both engines.

What people wait for is measured on it as the bot does it: a page of a list, a page of the history for a
player and for a game master, one addition, an undo, the whole campaign in one file, and the start.
Beside each stands the same on a campaign of one evening, so that the ratio says what the years cost.
"""

from __future__ import annotations

import asyncio
import itertools
import statistics
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, update

from benchmarks.report import Goal, Measurement
from bot.campaign import Audience, NewEvent, Reader, open_store, page, record, schema, upgrade
from bot.campaign.chain import seal
from bot.campaign.changes import CHANGES, Changer, Told, change
from bot.campaign.entries import Lists
from bot.campaign.exporting import export
from bot.campaign.outbox import posted
from bot.campaign.references import ALPHABET
from bot.campaign.undo import undo
from tests.postgres import PostgresServer, find_programs

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sqlalchemy import Connection

    from bot.campaign import Store
    from bot.campaign.changes import Changed
    from bot.campaign.reading import EventId

CHANNEL, PLAYER, MASTER = 7_001, 901, 902
EVENING, YEARS = (200, 50), (100_000, 10_000)
"""Events and entries of a campaign after one evening, and after years."""

LEVELS = 20
TOGETHER = 2_000
"""Events that are laid down by one statement."""

TASKS = 64
PACE = 200
"""Operations a second that must stay quick."""

_numbers = itertools.count(time.time_ns())


def new(kind: str = "roll", **given: Any) -> NewEvent:  # noqa: ANN401 - whatever parts an event has
    number = next(_numbers)
    values: dict[str, Any] = {
        "interaction_id": number,
        "guild_id": 500,
        "channel_id": CHANNEL,
        "place_id": CHANNEL,
        "actor_id": MASTER,
        "actor_name": "Mora",
        "at": time.time_ns() // 1_000_000,
        "kind": kind,
        "audience": Audience.EVERYONE,
        "document": {
            "note": "",
            "by_hand": False,
            "outcome": {"text": "x" * 300, "dice": [], "children": []},
        },
        "text": "To the room south of this one, turning left.",
        "token": "t",
    }
    return NewEvent(**{**values, **given})


def add(connection: Connection, event: NewEvent, name: str) -> Changed[None]:
    def work(changer: Changer) -> Told[None]:
        slot = changer.next("monster", str(len(name) % LEVELS + 1))
        changer.put(slot, {"name": name, "cr": "3/4", "notes": "hungry"})
        return Told(None, f"{slot.number} is {name}.")

    return change(connection, replace(event, document={}, text=""), work)


def fill(connection: Connection, events: int, entries: int) -> None:
    """Lay the years down at once: rolls of five people, and every n-th event an entry."""
    first = dict(connection.execute(schema.event.select().where(schema.event.c.seq == 1)).mappings().one())
    every, previous, rows, made = events // entries, bytes(first["hash"]), list[dict[str, Any]](), 0
    for seq in range(2, events + 1):
        content = _roll(first, seq)
        if seq % every == 0:
            made += 1
            content |= {"kind": "monster.add", "doc": _make_entry(connection, seq, made)}
        rows.append(seal(content, previous))
        previous = rows[-1]["hash"]
        if len(rows) == TOGETHER:
            connection.execute(insert(schema.event), rows)
            rows = []
    if rows:
        connection.execute(insert(schema.event), rows)
    counters = [
        {"campaign_id": 1, "list": "monster", "scope": str(level), "last": entries}
        for level in range(1, LEVELS + 1)
    ]
    connection.execute(insert(schema.counter), counters)
    connection.execute(update(schema.campaign).values(head_seq=events))


def _roll(first: dict[str, Any], seq: int) -> dict[str, Any]:
    """A roll like the first one, of that number."""
    same = ("campaign_id", "person", "channel_id", "place_id", "again_of", "undoes", "text", "kind", "doc")
    return {
        **{name: first[name] for name in same},
        "seq": seq,
        "at": first["at"] + seq,
        "request_key": f"years-{seq}",
        "audience": ("everyone", "shared", "masters")[seq % 7 % 3],
        "reference": _reference(seq),
    }


def _make_entry(connection: Connection, seq: int, made: int) -> dict[str, Any]:
    """An entry that event number ``seq`` makes; what the event keeps of it."""
    place = {"list": "monster", "scope": str(made % LEVELS + 1), "number": made // LEVELS + 1}
    entry = {"name": f"monster {made}", "cr": "3/4"}
    row = {"campaign_id": 1, **place, "name_key": f"monster {made}", "doc": entry}
    connection.execute(insert(schema.entry), row)
    connection.execute(insert(schema.touch), {"campaign_id": 1, **place, "seq": seq})
    return {CHANGES: {"secret": True, "made": [{**place, "before": None, "after": entry}]}}


def _reference(number: int) -> str:
    """Six signs for a number, each of its own."""
    signs = ""
    for _ in range(6):
        number, rest = divmod(number, len(ALPHABET))
        signs += ALPHABET[rest]
    return signs


async def milliseconds(times: int, work: Callable[[], Awaitable[Any]]) -> float:
    """The middle one of so many runs."""
    spent: list[float] = []
    for _ in range(times):
        start = time.perf_counter()
        await work()
        spent.append((time.perf_counter() - start) * 1_000)
    return statistics.median(spent)


async def add_and_undo(store: Store) -> float:
    """Milliseconds that an undo takes."""
    await store.write(add, new("monster.add"), f"undone {next(_numbers)}")
    start = time.perf_counter()
    await store.write(undo, new("undo", document={}, text=""))
    return (time.perf_counter() - start) * 1_000


async def paced(store: Store, seconds: float) -> float:
    """The p99 in milliseconds at :data:`PACE` operations a second.

    Half of them are pages of the history, a quarter rolls, a quarter says that Discord took their replies.
    """
    waits: list[float] = []
    kept: asyncio.Queue[EventId] = asyncio.Queue()

    async def one(number: int) -> None:
        start = time.perf_counter()
        if number % 2:
            await store.read(page, CHANNEL, Reader(PLAYER, game_master=False))
        elif number % 4:
            kept.put_nowait((await store.write(record, new())).event.id)
        elif not kept.empty():
            await store.write(posted, [kept.get_nowait()])
        waits.append((time.perf_counter() - start) * 1_000)

    began, tasks = time.perf_counter(), list[asyncio.Task[None]]()
    for number in range(int(PACE * seconds)):
        await asyncio.sleep(max(0.0, began + number / PACE - time.perf_counter()))
        tasks.append(asyncio.create_task(one(number)))
    await asyncio.gather(*tasks)
    return sorted(waits)[len(waits) * 99 // 100]


async def roll(store: Store) -> None:
    """A roll as the bot keeps it: the event with its reply to come, then that Discord took the reply."""
    recorded = await store.write(record, new())
    await store.write(posted, [recorded.event.id])


async def saturated(store: Store, each: int) -> float:
    """Rolls stored a second by :data:`TASKS` tasks, each of two writes."""

    async def write() -> None:
        for _ in range(each):
            await roll(store)

    start = time.perf_counter()
    await asyncio.gather(*(write() for _ in range(TASKS)))
    return TASKS * each / (time.perf_counter() - start)


async def figures(address: str, size: tuple[int, int], *, quick: bool) -> dict[str, float]:
    """Everything that is measured, on a campaign of that many events and entries."""
    async with await open_store(address, create=True) as store:
        await roll(store)
        await store.write(fill, *size)
    start = time.perf_counter()
    async with await open_store(address, create=False) as store:
        found = {"start": (time.perf_counter() - start) * 1_000}
        times = 3 if quick else 30
        player, master = Reader(PLAYER, game_master=False), Reader(MASTER, game_master=True)
        found["list page"] = await milliseconds(
            times, lambda: store.read(lambda c: Lists(c, 1).following("monster", "3", after=200, most=20))
        )
        found["history page, player"] = await milliseconds(times, lambda: store.read(page, CHANNEL, player))
        found["history page, master"] = await milliseconds(times, lambda: store.read(page, CHANNEL, master))
        found["addition"] = await milliseconds(
            times, lambda: store.write(add, new("monster.add"), f"a kind {next(_numbers)}")
        )
        found["undo"] = statistics.median([await add_and_undo(store) for _ in range(times)])
        found["p99 at 200/s"] = await paced(store, 0.5 if quick else 4.0)
        found["rolls/s of 64 tasks"] = await saturated(store, 5 if quick else 60)
        start = time.perf_counter()
        await store.read(export, 1)
        found["export"] = (time.perf_counter() - start) * 1_000
    return found


GOALS: dict[str, float] = {
    "start": 1_500,
    "list page": 10,
    "history page, player": 10,
    "history page, master": 10,
    "addition": 5,
    "undo": 50,
    "p99 at 200/s": 10,
    "export": 10_000,
}
"""Milliseconds at most on a campaign of years."""

STORED = 1_500
"""Rolls a second at least, on SQLite."""


async def compare(name: str, addresses: tuple[str, str], *, quick: bool) -> list[Measurement]:
    short = await figures(addresses[0], EVENING, quick=quick)
    long = await figures(addresses[1], (2_000, 500) if quick else YEARS, quick=quick)
    found: list[Measurement] = []
    for subject, figure in long.items():
        rate = subject.startswith("rolls")
        bound = STORED if rate and name == "SQLite" else GOALS.get(subject)
        found.append(
            Measurement(
                f"{name}: {subject}",
                figure,
                "rolls/s" if rate else "ms",
                more_is_better=rate,
                beside="after one evening",
                beside_figure=short[subject],
                goal=None if bound is None else Goal(bound),
            )
        )
    return found


def measure(*, quick: bool) -> list[Measurement]:
    """Both engines; PostgreSQL where its programs are on this machine."""
    with tempfile.TemporaryDirectory() as folder:
        files = tuple(str(Path(folder) / f"{name}.db") for name in ("evening", "years"))
        found = asyncio.run(compare("SQLite", (files[0], files[1]), quick=quick))
    programs = find_programs()
    if programs is not None:
        server = PostgresServer(programs)
        try:
            addresses = tuple(server.address(server.make_database()) for _ in range(2))
            for address in addresses:
                asyncio.run(upgrade(address))
            found += asyncio.run(compare("PostgreSQL", (addresses[0], addresses[1]), quick=quick))
        finally:
            server.remove()
    return found


if __name__ == "__main__":
    from benchmarks.report import table

    print(table(measure(quick=False)))
