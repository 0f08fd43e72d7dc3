"""What a server had goes a month after it left, and never because Discord was away (C90)."""

from __future__ import annotations

from bot.campaign import census, record
from bot.campaign.leaving import GRACE, Attendance, call_roll, guild_came, guild_left, purge_left

AT = 1_800_000_000_000


async def test_it_goes_when_its_time_is_up_and_not_before(store, new):
    for guild in (1, 2):
        await store.write(record, new(guild_id=guild, channel_id=7_000 + guild))
    await store.write(guild_left, 1, AT)
    await store.write(guild_left, 1, AT + 5)  # told twice, the first time counts
    assert await store.write(purge_left, {2}, AT + GRACE - 1) == []
    assert await store.write(purge_left, {2}, AT + GRACE) == [1]
    held = await store.read(census)
    assert (held.guilds, held.campaigns, held.events) == (1, 1, 1)


async def test_one_that_comes_back_finds_everything(store, new):
    await store.write(record, new(guild_id=1))
    await store.write(guild_left, 1, AT)
    await store.write(guild_came, 1)
    assert await store.write(purge_left, set(), AT + 2 * GRACE) == []
    await store.write(guild_left, 1, AT)
    assert await store.write(call_roll, {1}, AT + 1) == Attendance(0, 1, is_outage=False)
    assert await store.write(purge_left, set(), AT + 2 * GRACE) == []
    assert (await store.read(census)).events == 1


async def test_one_that_the_bot_sees_is_never_deleted(store, new):
    await store.write(record, new(guild_id=1))
    await store.write(guild_left, 1, AT)
    assert await store.write(purge_left, {1}, AT + 2 * GRACE) == []
    assert (await store.read(census)).events == 1


async def test_an_outage_does_not_look_like_leaving(store, new):
    for guild in range(1, 21):
        await store.write(record, new(guild_id=guild, channel_id=7_000 + guild))
    await store.write(record, new(guild_id=-77, channel_id=77))

    assert await store.write(call_roll, set(), AT) == Attendance(0, 0, is_outage=True)
    assert await store.write(call_roll, set(range(6, 21)), AT) == Attendance(0, 0, is_outage=True)
    assert await store.write(purge_left, set(), AT + 2 * GRACE) == []

    assert await store.write(call_roll, set(range(5, 21)), AT) == Attendance(4, 0, is_outage=False)
    assert await store.write(call_roll, set(range(4, 21)), AT) == Attendance(0, 1, is_outage=False)
    assert await store.write(purge_left, set(range(4, 21)), AT + GRACE) == [1, 2, 3]
    assert (await store.read(census)).guilds == 18
