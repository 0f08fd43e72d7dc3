"""Many at once: in order, each for itself, bounded, and whole whatever is cancelled."""

from __future__ import annotations

import asyncio
import gc
import random
import threading

import pytest
from sqlalchemy import insert, select, text

from bot.campaign import (
    Busy,
    Limits,
    StoreDown,
    audit,
    campaign_of,
    census,
    open_store,
    record,
    remember,
    schema,
)
from bot.campaign.errors import StoreRefusal
from tests.bot.campaign.conftest import CHANNEL


class Gate:
    """A write that holds the writer's thread until the test lets it go."""

    def __init__(self, store) -> None:
        self.entered, self.open = threading.Event(), threading.Event()
        self.task = asyncio.ensure_future(store.write(self._wait))

    async def closed(self) -> Gate:
        assert await asyncio.to_thread(self.entered.wait, 30)
        return self

    async def let_go(self) -> None:
        self.open.set()
        await self.task

    def _wait(self, connection) -> None:
        self.entered.set()
        assert self.open.wait(30)


async def test_a_request_that_fails_in_a_batch_fails_alone(file_store, new):
    def half(connection, one):
        record(connection, one)
        remember(connection, "half", "done")
        raise LookupError(one.text)

    def twice(connection):
        for _ in range(2):
            connection.execute(insert(schema.meta).values(name="twice", value="x"))

    gate = await Gate(file_store).closed()
    writes = []
    for number in range(30):
        works = ((record, new()), (half, new()), (twice,))
        writes.append(asyncio.ensure_future(file_store.write(*works[number % 3])))
    await asyncio.sleep(0)
    await gate.let_go()
    answers = await asyncio.gather(*writes, return_exceptions=True)

    assert [answer.event.seq for answer in answers[::3]] == list(range(1, 11))
    assert {type(answer).__name__ for answer in answers[1::3]} == {"LookupError"}
    assert {type(answer).__name__ for answer in answers[2::3]} == {"IntegrityError"}
    assert await file_store.read(_names) == []
    assert (await file_store.read(audit, 1)).sound == 10


async def test_a_request_that_fails_fails_alone_on_both_engines(store, new):
    def half(connection):
        record(connection, new())
        raise LookupError

    answers = await asyncio.gather(
        *(store.write(record, new()) if n % 2 else store.write(half) for n in range(12)),
        return_exceptions=True,
    )

    assert sum(isinstance(answer, LookupError) for answer in answers) == 6
    assert (await store.read(audit, await store.read(campaign_of, CHANNEL))).sound == 6


async def test_whoever_comes_when_the_queue_is_full_is_told_at_once(path, new):
    async with await open_store(str(path), create=True, limits=Limits(queue=20)) as store:
        gate = await Gate(store).closed()
        waiting = [asyncio.ensure_future(store.write(record, new())) for _ in range(20)]
        await asyncio.sleep(0)

        for _ in range(5):
            with pytest.raises(Busy, match="Nothing was saved"):
                await store.write(record, new())

        assert not any(task.done() for task in waiting)
        await gate.let_go()
        assert len({answer.event.seq for answer in await asyncio.gather(*waiting)}) == 20
        assert (await store.read(census)).events == 20
        await store.write(record, new())


async def test_of_5000_at_once_those_are_kept_that_were_not_told_busy(store, new):
    answers = await asyncio.gather(
        *(store.write(remember, f"name {number}", "x") for number in range(5_000)), return_exceptions=True
    )

    kept = {f"name {number}" for number, answer in enumerate(answers) if answer is None}
    assert {type(answer) for answer in answers} == {type(None), Busy}
    assert len(kept) >= 500
    assert set(await store.read(_names)) == kept


async def test_cancelled_callers_lose_nothing_and_leave_nothing_behind(store, new):
    chance = random.Random(7)
    told: dict[str, str] = {}

    async def write(one) -> None:
        recorded = await store.write(record, one)
        told[str(one.interaction_id)] = recorded.event.reference

    tasks = []
    for _ in range(160):
        tasks.append(asyncio.ensure_future(write(new())))
        for _ in range(chance.randrange(3)):
            await asyncio.sleep(0)
        if chance.random() < 0.6:
            chance.choice(tasks).cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)

    assert any(isinstance(one, asyncio.CancelledError) for one in ended)
    assert {type(one) for one in ended} <= {type(None), asyncio.CancelledError}
    assert len(told) >= 20
    last = (await store.write(record, new())).event
    kept = await store.read(_references)
    assert told.items() <= kept.items()
    assert (await store.read(audit, last.campaign_id)).sound == len(kept) == last.seq


async def test_a_request_that_was_cancelled_while_it_waited_is_never_begun(file_store, new):
    gate = await Gate(file_store).closed()
    waiting = [asyncio.ensure_future(file_store.write(record, new())) for _ in range(10)]
    await asyncio.sleep(0)
    for task in waiting[::2]:
        task.cancel()
    await gate.let_go()
    await asyncio.gather(*waiting, return_exceptions=True)

    assert (await file_store.read(census)).events == 5


async def test_no_cancelled_transaction_stays_open_on_the_server(postgres, postgres_address, new):
    async with await open_store(postgres_address, create=False) as store:
        for _ in range(5):
            tasks = [asyncio.ensure_future(store.write(record, new())) for _ in range(20)]
            for number, task in enumerate(tasks):
                await asyncio.sleep(0)
                if number % 3:
                    task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        await store.write(record, new())
        name = await store.read(lambda connection: connection.scalar(text("SELECT current_database()")))
        await store.write(record, new())
        idle = f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}' AND state LIKE 'idle in%'"

        assert postgres.sql(idle) == "0"


async def test_closing_finishes_what_was_asked_for_and_refuses_the_rest(address, new):
    store = await open_store(address, create=True)
    asked = [asyncio.ensure_future(store.write(record, new())) for _ in range(20)]
    await asyncio.sleep(0)

    await asyncio.gather(store.close(), store.close())

    assert len({answer.event.seq for answer in await asyncio.gather(*asked)}) == 20
    for late in (store.write(record, new()), store.read(census)):
        with pytest.raises(StoreDown, match="closing"):
            await late
    await store.close()
    async with await open_store(address, create=False) as store:
        assert (await store.read(census)).events == 20


async def test_closing_goes_on_when_its_caller_is_cancelled(file_store, path, new):
    closing = asyncio.ensure_future(file_store.close())
    await asyncio.sleep(0)
    closing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await closing
    await file_store.close()

    async with await open_store(str(path), create=False) as store:
        await store.write(record, new())


async def test_no_task_of_the_stores_own_waits_between_requests(store, new):
    """A bot in memory is settled when its tasks have ended, so none may wait for ever."""
    await asyncio.gather(*(store.write(record, new()) for _ in range(10)))
    await store.read(census)
    await asyncio.sleep(0)
    gc.collect()

    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_long_reading_holds_up_neither_writes_nor_other_readings(file_store, new):
    entered, go_on = threading.Event(), threading.Event()

    def read_for_long(connection):
        entered.set()
        assert go_on.wait(30)
        return connection.scalar(text("SELECT count(*) FROM event"))

    reading = asyncio.ensure_future(file_store.read(read_for_long))
    assert await asyncio.to_thread(entered.wait, 30)

    await file_store.write(record, new())
    assert (await file_store.read(census)).events == 1
    go_on.set()
    await reading


async def test_the_words_of_a_refusal_are_the_same_for_each_who_waited(file_store, new, path):
    path.rename(path.with_suffix(".away"))
    gathered = await asyncio.gather(
        *(file_store.write(record, new()) for _ in range(8)), return_exceptions=True
    )
    path.with_suffix(".away").rename(path)

    assert all(isinstance(one, StoreRefusal) for one in gathered)
    assert len({str(one) for one in gathered}) == 1
    assert len({id(one) for one in gathered}) == 8
    assert str(gathered[0]).count("Nothing was saved") == 1


def _names(connection):
    return list(connection.scalars(select(schema.meta.c.name)))


def _references(connection):
    asked = select(schema.event.c.request_key, schema.event.c.reference)
    return {key: reference for key, reference in connection.execute(asked)}  # noqa: C416 - rows, not pairs
