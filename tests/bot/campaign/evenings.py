"""An evening of play on a store, as the rolling commands keep it: all that a published session may hold."""

from __future__ import annotations

import contextlib
import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot import play
from bot.campaign.changes import Changed, Changer, Told, change
from bot.campaign.here import Visitor
from bot.campaign.schema import Audience
from bot.campaign.sessions import close_session, open_with_words
from bot.drawing import Renderer
from bot.kit import Kit
from bot.play import Ask, Played, Seat
from tables import procedures
from tests.bot.campaign.conftest import AYA, BEN, CHANNEL, GUILD, NOON

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.campaign import Store

WORDS = "wir sind – 月 – “here”"
SECRET_NOTE = "the lich hides in the well"
SECRET_CHANGE = "The duke of Whisperwell is the vampire."
NAME = "Zephyrine"


@dataclass
class Evening:
    """Somebody's evening at the table."""

    kit: Kit
    number: itertools.count[int]

    def seat(self, actor_id: int = AYA) -> Seat:
        return Seat(
            interaction_id=1_400_000_000_000_000_000 + next(self.number) * 4_194_304,
            guild_id=GUILD,
            guild_name="The Prisoner's Forge",
            channel_id=CHANNEL,
            place_id=CHANNEL,
            actor_id=actor_id,
            actor_name={AYA: NAME, BEN: "Ben"}.get(actor_id, "Somebody"),
            token="",
        )

    async def roll(self, key: str, options: dict[str, Any] | None = None, **given: Any) -> Played:
        seat = self.seat(given.pop("actor_id", AYA))
        found = await play.arrive(self.kit, seat, Visitor(seat.actor_id, manages=True))
        ask = play.settled(Ask(key, options or {}, **given), found)
        return await play.roll(self.kit, ask, seat, found)

    async def change(self, text: str, audience: Audience = Audience.MASTERS) -> Changed[None]:
        def work(changer: Changer) -> Told[None]:
            changer.put(changer.next("chamber", "3"), {"name": text})
            return Told(None, text)

        new = play.new_event(self.kit, self.seat(), "chamber.add", audience)
        return await self.kit.store.write(lambda connection: change(connection, new, work))

    async def open(self, words: str = WORDS) -> int:
        opened, _ = await self.kit.store.write(open_with_words, play.new_event(self.kit, self.seat()), words)
        return opened.number

    async def close(self) -> int:
        closed, _ = await self.kit.store.write(close_session, play.new_event(self.kit, self.seat()))
        return closed.number


@contextlib.asynccontextmanager
async def evening(store: Store) -> AsyncIterator[Evening]:
    times = itertools.count(NOON)
    renderer = Renderer()
    try:
        yield Evening(Kit(store, renderer, clock=lambda: next(times)), itertools.count(1))
    finally:
        await renderer.close()


HIDING = ("door.kind", "corridor.wall", "corridor.periodic", "corridor.junction", "corridor.stairs")


async def play_everything(table: Evening, *, secret_rolls: int = 20) -> list[Played]:
    """Every kind of roll in the open, by hand, for some, for none, with hidden dice; and changes."""
    played = [await table.roll(key, note=f"about {key}") for key in sorted(procedures.titles())]
    played += [await table.roll(key) for key in HIDING * 6]
    played.append(await table.roll("dice", {"dice": "4d10"}, faces=(10, 1, 0, 3)))
    played.append(await table.roll("door.destination", {"wall": "N"}, faces=(5, 3)))
    for number in range(secret_rolls):
        seen = (Audience.SHARED, Audience.MASTERS)[number % 2]
        asked = {"dice": "20d1000"}
        played.append(await table.roll("dice", asked, seen=seen, note=SECRET_NOTE, actor_id=BEN))
        played.append(await table.roll("corridor.wall", {"length": 240}, seen=seen))
    await table.change(SECRET_CHANGE)
    await table.change("The hall of mirrors is open.", Audience.EVERYONE)
    return played
