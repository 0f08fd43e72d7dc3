"""Killed without warning: whatever was answered is there, once, in order, and sound."""

from __future__ import annotations

import random

from sqlalchemy import select

from bot.campaign import audit, census, open_store, schema
from tests.bot.campaign.program import running

ROUNDS = 4


def write_and_kill(verb: str, address: str, start: int, lines: int) -> set[str]:
    """The interactions that the program said were kept, before it was killed in mid-writing."""
    with running(verb, address, str(start)) as program:
        told = [program.stdout.readline() for _ in range(lines)]
        program.kill()
        told += program.stdout.readlines()
        program.wait(30)
    whole = [line for line in told if line.endswith("\n")]
    assert len(whole) >= lines, program.stderr.read()
    return {line.split()[1] for line in whole}


async def look(address: str) -> set[str]:
    """All interactions in the database, after its whole history was found sound."""
    async with await open_store(address, create=False) as store:
        for campaign_id in await store.read(lambda c: list(c.scalars(select(schema.campaign.c.campaign_id)))):
            assert (await store.read(audit, campaign_id)).fault is None
        kept = await store.read(lambda c: list(c.scalars(select(schema.event.c.request_key))))
        owed = await store.read(lambda c: list(c.scalars(select(schema.outbox.c.seq))))
        assert len(kept) == len(set(kept)) == (await store.read(census)).events == len(owed)
    return set(kept)


async def test_no_answered_roll_is_lost_however_often_the_program_is_killed(address):
    chance = random.Random(3)
    told: set[str] = set()
    for number in range(ROUNDS):
        told |= write_and_kill("write", address, number * 100_000, chance.randrange(20, 200))

        assert told <= await look(address)
    assert len(told) > 100


async def test_a_program_that_answers_too_early_is_caught_by_the_same_look(path):
    """The control: were the test above blind, this one would fail."""
    told: set[str] = set()
    for number in range(ROUNDS):
        told |= write_and_kill("write_too_early", str(path), number * 100_000, 60)

    assert told - await look(str(path))
