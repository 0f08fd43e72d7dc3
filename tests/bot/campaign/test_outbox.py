"""Replies that did not appear are told with the next one, to those who may know."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from bot.campaign import Audience, could_not_post, posted, record, schema
from tests.bot.campaign.conftest import BEN, NOON, OTHER_CHANNEL, THREAD

MINUTE = 60_000


async def test_a_reply_that_discord_took_is_not_told_again(store, new):
    event = (await store.write(record, new(token="secret-token"))).event
    row = await store.read(_row)
    assert (row.token, row.state, row.expires) == (None, "pending", event.at + 15 * MINUTE)

    await store.write(posted, [event.id])

    assert await store.read(_row) is None
    assert (await store.write(record, new(at=NOON + 5 * MINUTE, token="t"))).unposted == ()


async def test_a_reply_that_failed_is_told_with_the_next_until_it_was_told(store, new):
    lost = (await store.write(record, new(token="secret-token"))).event
    await store.write(could_not_post, lost.id, "Missing\0 Permissions" * 40)

    row = await store.read(_row)
    assert (row.token, row.state, len(row.reason)) == (None, "failed", 200)
    second = await store.write(record, new(token="t"))
    third = await store.write(record, new(token="t"))
    assert [event.id for event in second.unposted] == [lost.id]
    assert [event.id for event in third.unposted] == [lost.id]

    await store.write(posted, [event.id for event in third.unposted])

    assert (await store.write(record, new(token="t"))).unposted == ()


async def test_a_reply_that_nobody_heard_of_for_a_minute_is_told(store, new):
    """The process was killed between the commit and the reply."""
    lost = (await store.write(record, new(at=NOON, token="t"))).event

    soon = await store.write(record, new(at=NOON + MINUTE, token="t"))
    later = await store.write(record, new(at=NOON + MINUTE + 1, token="t"))

    assert soon.unposted == ()
    assert [event.id for event in later.unposted] == [lost.id]


async def test_no_reply_is_owed_where_none_was_promised(store, new):
    await store.write(record, new(at=NOON))

    assert (await store.write(record, new(at=NOON + 5 * MINUTE))).unposted == ()


async def test_lost_replies_are_told_where_they_belong_and_to_whom_they_belong(store, new):
    lost = {}
    for audience in Audience:
        lost[audience] = (await store.write(record, new(audience=audience, token="t"))).event
        await store.write(could_not_post, lost[audience].id, "locked")

    async def told_with(**given) -> list:
        return [event.id for event in (await store.write(record, new(**given))).unposted]

    everyone, shared = lost[Audience.EVERYONE].id, lost[Audience.SHARED].id
    assert await told_with() == [everyone]
    assert await told_with(audience=Audience.SHARED) == [everyone, shared]
    assert await told_with(audience=Audience.MASTERS) == [everyone, shared]
    assert await told_with(audience=Audience.SHARED, actor_id=BEN) == [everyone]
    assert await told_with(place_id=THREAD) == []
    assert await told_with(channel_id=OTHER_CHANNEL) == []


async def test_a_lost_reply_is_told_without_what_is_secret_in_it(store, new):
    document = {"outcome": {"children": [{"secret": True, "text": "a trap"}]}}
    lost = (await store.write(record, new(document=document, token="t"))).event
    await store.write(could_not_post, lost.id, "locked")

    (event,) = (await store.write(record, new())).unposted

    assert event.document == {"outcome": {"children": []}}


async def test_at_most_five_are_told_at_once_the_oldest_first(store, new):
    lost = [(await store.write(record, new(at=NOON + n, token="t"))).event for n in range(8)]

    first = (await store.write(record, new(at=NOON + 5 * MINUTE))).unposted
    await store.write(posted, [event.id for event in first])
    second = (await store.write(record, new(at=NOON + 5 * MINUTE))).unposted

    assert [event.id for event in (*first, *second)] == [event.id for event in lost]
    assert (len(first), len(second)) == (5, 3)


async def test_the_same_interaction_a_second_time_tells_nothing_twice(store, new):
    lost = (await store.write(record, new(token="t"))).event
    await store.write(could_not_post, lost.id, "locked")
    await store.write(record, new(interaction_id=42, token="t"))

    assert (await store.write(record, new(interaction_id=42, token="t"))).unposted == ()


async def test_noting_what_is_gone_changes_nothing(store, new):
    event = (await store.write(record, new(token="t"))).event
    for _ in range(2):
        await store.write(posted, [event.id])
        await store.write(could_not_post, event.id, "late")

    assert await store.read(_row) is None


async def test_an_event_that_is_not_kept_owes_no_reply(store, new):
    """Both are written in one transaction."""

    def record_and_fail(connection, one):
        record(connection, one)
        raise LookupError

    with pytest.raises(LookupError):
        await store.write(record_and_fail, new(token="t"))

    assert await store.read(_row) is None


def _row(connection):
    return connection.execute(select(schema.outbox).order_by(schema.outbox.c.seq)).first()
