"""A program that plays for ever, and says after each answer what was kept: ``python -m tests.faults.writer``.

Its words: the database's address, the number of its first interaction, the seed of its chance, and "early"
where it says so before it is kept, as a bad bot would: the control that every look must catch.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import sys
from typing import TYPE_CHECKING, Any

from bot.campaign import Audience, NewEvent, Store, StoreRefusal, open_store, record
from bot.campaign.changes import Changed, Changer, Told, change
from bot.campaign.sessions import close_session, ensure_session
from bot.campaign.undo import undo
from tables.errors import Refusal

if TYPE_CHECKING:
    from sqlalchemy import Connection

TASKS = 16
CHANNELS = (7_001, 7_002)


def new(number: int, kind: str, **given: Any) -> NewEvent:
    values: dict[str, Any] = {
        "interaction_id": number,
        "guild_id": 500,
        "channel_id": CHANNELS[number % len(CHANNELS)],
        "place_id": CHANNELS[number % len(CHANNELS)],
        "actor_id": 901 + number % 5,
        "actor_name": "Aya",
        "at": 1_790_000_000_000 + number,
        "kind": kind,
        "audience": list(Audience)[number % 3],
        "document": {},
        "text": "",
        "token": "t",
    }
    return NewEvent(**{**values, **given})


def add(connection: Connection, event: NewEvent) -> Changed[int]:
    """One to three entries of a level, as a game master adds them."""

    def work(changer: Changer) -> Told[int]:
        level, many = str(event.interaction_id % 3 + 1), event.interaction_id % 3 + 1
        for place in range(many):
            changer.put(changer.next("monster", level), {"name": f"kind {event.interaction_id} {place}"})
        return Told(many, f"{many} more on level {level}.")

    return change(connection, event, work)


async def act(store: Store, number: int, chance: random.Random) -> bool:
    """One thing that somebody does at the table; whether it has to be found in the history."""
    what = chance.random()
    if what < 0.6:
        await store.write(
            record, new(number, "roll", document={"outcome": {"text": "x" * 300}}, text="a roll")
        )
    elif what < 0.85:
        await store.write(add, new(number, "monster.add"))
    elif what < 0.95:
        await store.write(undo, new(number, "undo"), together=True)
    elif what < 0.98:
        await store.write(ensure_session, new(number, "roll"))
        return False  # where one was open there is nothing to keep
    else:
        await store.write(close_session, new(number, "session.close"))
    return True


def say(*words: object) -> None:
    """One line, in one piece, at once."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


async def play(address: str, start: int, seed: int, *, early: bool) -> None:
    """Play with many hands for ever, through refusals too."""
    store = await open_store(address, create=True)
    numbers, chance = itertools.count(start), random.Random(seed)

    async def keep_playing() -> None:
        for number in numbers:
            try:
                if early:
                    say("kept", number)
                if await act(store, number, chance) and not early:
                    say("kept", number)
            except StoreRefusal as problem:
                say("refused", number, type(problem).__name__, "Nothing was saved" in str(problem))
                await asyncio.sleep(0.05)
            except Refusal as problem:  # such as an undo where there is nothing left to take back
                say("declined", number, type(problem).__name__)

    await asyncio.gather(*(keep_playing() for _ in range(TASKS)))


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), early="early" in sys.argv))
