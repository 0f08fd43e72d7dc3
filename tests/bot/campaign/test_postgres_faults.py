"""A server that restarts, is locked or is lost in mid-commit: words, no loss, and it goes on by itself."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from sqlalchemy import select, text
from sqlalchemy.util import await_only

from bot.campaign import (
    AddressError,
    Busy,
    DatabaseUnreachable,
    Limits,
    StoreDown,
    StoreRefusal,
    UnknownOutcome,
    audit,
    campaign_of,
    census,
    open_store,
    record,
    remember,
    schema,
)
from bot.campaign.campaigns import next_seq
from tests.bot.campaign.conftest import CHANNEL

IMPATIENT = Limits(busy_timeout=0.2)


class Tally:
    """What a load of writers was told, to be waited for."""

    def __init__(self) -> None:
        self.kept: set[str] = set()
        self.refused: list[StoreRefusal] = []
        self.is_over = False
        self._changed = asyncio.Condition()

    async def write_on(self, store, make) -> None:
        while not self.is_over:
            one = make()
            try:
                await store.write(record, one)
            except StoreRefusal as refusal:
                self.refused.append(refusal)
            else:
                self.kept.add(str(one.interaction_id))
            async with self._changed:
                self._changed.notify_all()

    async def until(self, is_so) -> None:
        async with self._changed:
            await self._changed.wait_for(is_so)


async def test_a_server_that_restarts_under_load_loses_nothing_that_was_answered(
    postgres, postgres_address, new
):
    tally = Tally()
    channels = (CHANNEL, CHANNEL + 1)
    async with await open_store(postgres_address, create=False) as store:
        writers = [
            asyncio.ensure_future(tally.write_on(store, partial(new, channel_id=channels[number % 2])))
            for number in range(8)
        ]
        await tally.until(lambda: len(tally.kept) >= 40)
        await asyncio.to_thread(postgres.stop)
        await tally.until(lambda: tally.refused)
        await asyncio.to_thread(postgres.start)
        before = len(tally.kept)
        await tally.until(lambda: len(tally.kept) >= before + 40)
        tally.is_over = True
        await asyncio.gather(*writers)

        kept = set(await store.read(lambda c: list(c.scalars(select(schema.event.c.request_key)))))
        assert tally.kept <= kept
        for channel in channels:
            assert (await store.read(audit, await store.read(campaign_of, channel))).fault is None
    kinds = {type(one) for one in tally.refused}
    assert StoreDown in kinds
    assert kinds <= {StoreDown, UnknownOutcome}


async def test_a_connection_lost_in_mid_commit_is_told_as_unknown(postgres_address, new):
    def end_at_commit(connection):
        connection.execute(
            text(
                "CREATE FUNCTION go_away() RETURNS trigger LANGUAGE plpgsql AS "
                "'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'"
            )
        )
        connection.execute(
            text(
                "CREATE CONSTRAINT TRIGGER go_away AFTER INSERT ON meta DEFERRABLE INITIALLY DEFERRED "
                "FOR EACH ROW EXECUTE FUNCTION go_away()"
            )
        )

    async with await open_store(postgres_address, create=False) as store:
        await store.write(end_at_commit)

        with pytest.raises(UnknownOutcome, match="look into the history"):
            await store.write(remember, "x", "y")

        assert (await store.write(record, new())).event.seq == 1


async def test_a_connection_lost_before_the_commit_is_tried_again(postgres_address, new):
    lost = iter([True, True, False])

    def lose_twice(connection):
        recorded = record(connection, new(interaction_id=42))
        if next(lost):
            connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
        return recorded

    async with await open_store(postgres_address, create=False) as store:
        recorded = await store.write(lose_twice)

        assert (recorded.fresh, recorded.event.seq) == (True, 1)
        assert (await store.read(census)).events == 1


@pytest.mark.parametrize("state", ["40001", "40P01"])
async def test_a_transaction_that_lost_to_another_is_tried_again_and_not_for_ever(postgres_address, state):
    tries = []

    def lose(connection, times):
        tries.append(1)
        if len(tries) <= times:
            connection.execute(text(f"DO 'BEGIN RAISE USING ERRCODE = ''{state}''; END'"))
        return len(tries)

    async with await open_store(postgres_address, create=False) as store:
        assert await store.write(lose, 2) == 3
        tries.clear()
        with pytest.raises(Busy):
            await store.write(lose, 99)
        assert len(tries) == 5


async def test_a_lock_that_another_holds_is_waited_for_and_then_refused(postgres_address, new):
    held, let_go = asyncio.Event(), asyncio.Event()

    def hold(connection):
        next_seq(connection, CHANNEL)
        held.set()
        await_only(let_go.wait())

    async with (
        await open_store(postgres_address, create=False) as one,
        await open_store(postgres_address, create=False, limits=IMPATIENT) as other,
    ):
        await one.write(record, new())
        holding = asyncio.ensure_future(one.write(hold))
        await held.wait()

        with pytest.raises(Busy, match="Nothing was saved"):
            await other.write(record, new())
        assert (await other.read(census)).events == 1
        let_go.set()
        await holding
        assert (await other.write(record, new(channel_id=CHANNEL + 1))).event.seq == 1


async def test_two_processes_on_one_token_keep_each_interaction_once(postgres_address, new):
    async with (
        await open_store(postgres_address, create=False) as one,
        await open_store(postgres_address, create=False) as other,
    ):
        news = [new() for _ in range(40)]
        answers = await asyncio.gather(
            *(store.write(record, one_new) for one_new in news for store in (one, other))
        )

        assert sum(answer.fresh for answer in answers) == 40
        assert [a.event.id for a in answers[::2]] == [a.event.id for a in answers[1::2]]
        assert (await one.read(audit, answers[0].event.campaign_id)).sound == 40


async def test_why_a_server_cannot_be_used_is_one_line_without_a_password(postgres, postgres_address):
    ascii_only = "test_ascii"
    postgres.sql(f"CREATE DATABASE {ascii_only} TEMPLATE template0 ENCODING 'SQL_ASCII'")
    folder = f"host={postgres.folder}"
    asked = {
        f"postgresql://keeper:hunter2@/nowhere?{folder}": "no database of that name",
        f"postgresql://nobody:hunter2@/postgres?{folder}": "refuses this user",
        f"postgresql://keeper:hunter2@/postgres?host={postgres.folder}/gone": "no server answers there",
        "postgresql://keeper:hunter2@127.0.0.1:9/postgres": "no server answers there",
        f"postgresql://keeper:hunter2@/{ascii_only}?{folder}": "SQL_ASCII",
    }

    for address, words in asked.items():
        with pytest.raises(DatabaseUnreachable) as refused:
            await open_store(address, create=True)
        line = str(refused.value)
        assert words in line
        assert line.startswith("postgresql://")
        assert "hunter2" not in line
        assert "\n" not in line
    with pytest.raises(AddressError):
        await open_store("postgresql://keeper:hunter2@/", create=True)


async def test_what_the_store_says_of_itself(postgres_address):
    async with await open_store(postgres_address, create=True) as store:
        assert store.engine.startswith("PostgreSQL 1")
        assert store.place.startswith("postgresql://keeper@/test")
        assert "host" not in store.place
        assert store.upgraded is None
