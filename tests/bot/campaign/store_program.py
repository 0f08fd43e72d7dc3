"""A program of its own for the tests that need a second process, or that kill one.

``python -m tests.bot.campaign.store_program VERB ADDRESS [MORE …]``
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import sys

from bot.campaign import Audience, NewEvent, StartRefused, Store, StoreRefusal, census, open_store, record

CHANNEL = 7_001


def make(interaction_id: int) -> NewEvent:
    return NewEvent(
        interaction_id=interaction_id,
        guild_id=500,
        channel_id=CHANNEL + interaction_id % 2,
        place_id=CHANNEL + interaction_id % 2,
        actor_id=901,
        actor_name="Aya",
        at=1_790_000_000_000,
        kind="roll",
        audience=Audience.EVERYONE,
        document={"outcome": {"text": "x" * 300}},
        text="a roll",
        token="t",
    )


def say(*words: object) -> None:
    """One line, in one piece, at once."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


async def write(address: str, start: str, *, too_early: bool = False) -> None:
    """Write for ever with 16 tasks; say "kept ID" after each answer, or before, as a bad bot would."""
    store = await open_store(address, create=True)
    numbers = itertools.count(int(start))

    async def keep_writing() -> None:
        for number in numbers:
            if too_early:
                say("kept", number)
            await store.write(record, make(number))
            if not too_early:
                say("kept", number)

    await asyncio.gather(*(keep_writing() for _ in range(16)))


async def write_too_early(address: str, start: str) -> None:
    await write(address, start, too_early=True)


async def hold(address: str) -> None:
    """Keep the database open until there is nothing more to read."""
    async with await open_store(address, create=True):
        say("open", os.getpid())
        await asyncio.to_thread(sys.stdin.read)


async def leave_closed(address: str) -> None:
    async with await open_store(address, create=True) as store:
        await store.write(record, make(1))
    say("done")


async def leave_open(address: str) -> None:
    store = await open_store(address, create=True)
    await store.write(record, make(1))
    say("done")
    raise LookupError("as a test that fails")


async def open_unprivileged(address: str, another: str) -> None:
    """Open a database as a user who may not write it, after opening another loaded what it takes."""
    async with await open_store(another, create=True):
        pass
    if os.geteuid() == 0:
        os.setuid(65_534)
    try:
        async with await open_store(address, create=False):
            say("opened")
    except StartRefused as refused:
        say(type(refused).__name__, refused)


async def fill(address: str) -> None:
    """Write under a limit on the size of files, then lift it and write on."""
    import resource  # noqa: PLC0415 - not on Windows

    async with await open_store(address, create=True) as store:
        first = await count_kept(store, 0, 50)
        log = os.stat(f"{address}-wal").st_size  # noqa: PTH116 - nothing else runs meanwhile
        resource.setrlimit(resource.RLIMIT_FSIZE, (log + 100_000, resource.RLIM_INFINITY))
        limited = await count_kept(store, 1_000, 400)
        reading = (await store.read(census)).events
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        after = await count_kept(store, 2_000, 50)
    say(json.dumps({"first": first, "limited": limited, "reading": reading, "after": after}))


async def count_kept(store: Store, start: int, many: int) -> dict[str, object]:
    """Write in groups of 20 at once: which were kept, how many refused, and in which words."""
    kept: list[int] = []
    words: list[str] = []
    for first in range(start, start + many, 20):
        group = range(first, min(first + 20, start + many))
        writes = (store.write(record, make(number)) for number in group)
        answers = await asyncio.gather(*writes, return_exceptions=True)
        for number, answer in zip(group, answers, strict=True):
            if isinstance(answer, StoreRefusal):
                words.append(str(answer))
            elif isinstance(answer, BaseException):
                raise answer
            else:
                kept.append(number)
    return {"kept": kept, "refused": len(words), "words": sorted(set(words))}


VERBS = (write, write_too_early, hold, leave_closed, leave_open, open_unprivileged, fill)

if __name__ == "__main__":
    asyncio.run({verb.__name__: verb for verb in VERBS}[sys.argv[1]](*sys.argv[2:]))
