"""Whether a database holds all that was answered, and nothing by halves."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select

from bot.campaign import audit, open_store, schema
from bot.campaign.changes import last_numbers, rebuilt, standing
from bot.campaign.sessions import broken_promises


@dataclass(frozen=True, slots=True)
class Look:
    """What a look found.

    Attributes:
        kept: the interactions that are there, once each or the look fails.
        events: how many events there are.
        wrong: what is not as it must be, in words; nothing where all is sound.
    """

    kept: frozenset[int]
    events: int
    wrong: tuple[str, ...]

    def lost(self, told: set[int]) -> int:
        """How many of the answered interactions are not there."""
        return len(told - self.kept)


async def look(address: str) -> Look:
    """Open the database as the bot would, and go through everything in it."""
    wrong: list[str] = []
    async with await open_store(address, create=False) as store:
        campaigns = await store.read(lambda c: list(c.scalars(select(schema.campaign.c.campaign_id))))
        for campaign in campaigns:
            report = await store.read(audit, campaign)
            if report.fault is not None:
                wrong.append(f"event {report.fault.seq}: {report.fault.reason}")
                continue
            lists = await store.read(standing, campaign)
            if lists != await store.read(rebuilt, campaign):
                wrong.append(f"campaign {campaign}: the lists are not what the history says")
            given = await store.read(last_numbers, campaign)
            wrong += [
                f"{slot} was never given out" for slot in lists if slot.number > given[slot.list, slot.scope]
            ]
            wrong += [
                f"session {number}: its seeds are not those promised"
                for number in await store.read(broken_promises, campaign)
            ]
        keys = await store.read(lambda c: list(c.scalars(select(schema.event.c.request_key))))
    if len(keys) != len(set(keys)):
        wrong.append("an interaction acted twice")
    return Look(frozenset(int(key.partition(":")[0]) for key in keys), len(keys), tuple(wrong))
