"""Short questions that share a snapshot: each answered for itself, as fresh as any, and bounded."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import DBAPIError

from bot.campaign import Busy, Limits, StoreDown, campaign_of, census, open_store, record, schema
from bot.campaign.errors import StoreRefusal
from tests.bot.campaign.conftest import CHANNEL


async def test_each_of_many_glances_has_its_own_answer(store, new):
    await store.write(record, new())

    answers = await asyncio.gather(*(store.glance(lambda _, n=n: n * n) for n in range(100)))

    assert answers == [n * n for n in range(100)]
    assert await store.glance(campaign_of, CHANNEL) == await store.read(campaign_of, CHANNEL)


async def test_a_glance_that_fails_fails_alone(store):
    def fail(connection):
        raise LookupError("this one")

    answers = await asyncio.gather(
        *(store.glance(fail) if n % 3 == 0 else store.glance(lambda _, n=n: n) for n in range(30)),
        return_exceptions=True,
    )

    assert [type(each) is LookupError for each in answers] == [n % 3 == 0 for n in range(30)]
    assert [each for n, each in enumerate(answers) if n % 3] == [n for n in range(30) if n % 3]


async def test_a_glance_sees_what_was_answered_before_it(store, new):
    for number in range(1, 21):
        await store.write(record, new())
        assert (await store.glance(census)).events == number


async def test_a_glance_changes_nothing(store):
    def write(connection):
        connection.execute(insert(schema.meta).values(name="glance", value="written"))

    with pytest.raises((DBAPIError, StoreRefusal)):
        await store.glance(write)

    assert await store.read(lambda c: c.execute(schema.meta.select()).all()) == []


async def test_glances_while_others_write_are_all_answered(store, new):
    writes = [store.write(record, new()) for _ in range(40)]
    glances = [store.glance(census) for _ in range(40)]

    answers = await asyncio.gather(*writes, *glances)

    assert all(0 <= each.events <= 40 for each in answers[40:])


async def test_a_cancelled_glance_leaves_the_others_theirs(store):
    glances = [asyncio.ensure_future(store.glance(lambda _, n=n: n)) for n in range(20)]
    await asyncio.sleep(0)
    for glance in glances[::2]:
        glance.cancel()

    answers = await asyncio.gather(*glances, return_exceptions=True)

    assert answers[1::2] == list(range(1, 20, 2))
    assert all(isinstance(each, asyncio.CancelledError) for each in answers[::2])


async def test_more_glances_than_may_wait_are_told_at_once(path):
    async with await open_store(str(path), create=True, limits=Limits(queue=20)) as store:
        answers = await asyncio.gather(*(store.glance(census) for _ in range(50)), return_exceptions=True)

    assert sum(isinstance(each, Busy) for each in answers) == 30


async def test_a_glance_after_closing_or_at_it_is_refused_in_words(address):
    store = await open_store(address, create=True)
    at_it = asyncio.ensure_future(store.glance(census))
    await asyncio.sleep(0)
    await store.close()

    with pytest.raises(StoreDown):
        await store.glance(census)
    (told,) = await asyncio.gather(at_it, return_exceptions=True)
    assert isinstance(told, StoreDown) or told.events == 0


async def test_of_a_file_that_was_taken_away_each_is_told_in_its_own_words(file_store, path):
    path.unlink()

    told = await asyncio.gather(*(file_store.glance(census) for _ in range(5)), return_exceptions=True)

    assert len({id(each) for each in told}) == 5
    assert len({str(each) for each in told}) == 1
    assert all(isinstance(each, StoreRefusal) for each in told)
