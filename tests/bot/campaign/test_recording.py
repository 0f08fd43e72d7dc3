"""What is recorded, once and in order, on both engines."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.util import await_only

from bot.campaign import (
    Audience,
    DocumentRefused,
    Reader,
    RequestMismatch,
    StoreDown,
    audit,
    by_reference,
    campaign_of,
    census,
    page,
    record,
    schema,
)
from bot.campaign.references import ALPHABET, new_reference
from tests.bot.campaign.conftest import AYA, BEN, CHANNEL, GUILD, NOON, OTHER_CHANNEL, THREAD

MASTER = Reader(BEN, game_master=True)


async def test_the_first_roll_of_a_channel_makes_its_campaign(store, new):
    before = await store.read(campaign_of, CHANNEL)

    recorded = await store.write(record, new(guild_name="The Lantern", actor_name="Aya"))

    event = recorded.event
    assert before is None
    assert event.campaign_id == await store.read(campaign_of, CHANNEL)
    assert (event.seq, event.actor_id, event.actor_name, event.channel_id) == (1, AYA, "Aya", CHANNEL)
    assert (event.kind, event.audience, event.text) == ("roll", Audience.EVERYONE, "roll 1")
    assert event.document == {"outcome": {"text": "roll 1", "children": []}}
    assert (recorded.fresh, recorded.ordinal, recorded.first_text, recorded.unposted) == (True, 1, None, ())
    assert await store.read(by_reference, CHANNEL, event.reference, MASTER) == event
    assert await store.read(_one, select(schema.campaign.c.slug)) == f"channel-{CHANNEL}"
    assert await store.read(_one, select(schema.guild.c.name)) == "The Lantern"


async def test_a_thread_belongs_to_its_channel_and_another_channel_does_not(store, new):
    first = await store.write(record, new())
    in_thread = await store.write(record, new(place_id=THREAD))
    elsewhere = await store.write(record, new(channel_id=OTHER_CHANNEL, guild_id=0))

    assert in_thread.event.campaign_id == first.event.campaign_id
    assert (in_thread.event.seq, in_thread.event.place_id) == (2, THREAD)
    assert elsewhere.event.campaign_id != first.event.campaign_id
    assert elsewhere.event.seq == 1
    counted = await store.read(census)
    assert (counted.guilds, counted.campaigns, counted.events) == (2, 2, 3)


async def test_the_same_interaction_acts_once(store, new):
    first = await store.write(record, new(interaction_id=42, document={"faces": [3]}))

    again = await store.write(record, new(interaction_id=42, document={"faces": [5]}))

    assert (first.fresh, again.fresh) == (True, False)
    assert again.event == first.event
    assert (await store.read(census)).events == 1
    assert (await store.write(record, new())).event.seq == 2


async def test_the_same_interaction_delivered_twenty_times_at_once_acts_once(store, new):
    answers = await asyncio.gather(*(store.write(record, new(interaction_id=42)) for _ in range(20)))

    assert sum(answer.fresh for answer in answers) == 1
    assert len({(answer.event.id, answer.event.reference) for answer in answers}) == 1
    assert (await store.read(census)).events == 1


async def test_the_same_interaction_acts_once_also_after_its_channel_moved_to_another_campaign(store, new):
    first = await store.write(record, new(interaction_id=42))
    elsewhere = await store.write(record, new(channel_id=OTHER_CHANNEL))
    moving = update(schema.channel).where(schema.channel.c.channel_id == CHANNEL)
    await store.write(_change, moving.values(campaign_id=elsewhere.event.campaign_id))

    again = await store.write(record, new(interaction_id=42))

    assert (again.fresh, again.event) == (False, first.event)


async def test_the_same_interaction_for_something_else_is_refused(store, new):
    await store.write(record, new(interaction_id=42))

    with pytest.raises(RequestMismatch, match="Nothing was saved"):
        await store.write(record, new(interaction_id=42, kind="undo"))

    assert (await store.write(record, new())).event.seq == 2


async def test_64_writes_at_once_leave_no_gap_and_no_double_reference(store, new):
    people = [(AYA, "Aya"), (BEN, "Ben")]
    news = [
        new(actor_id=people[i % 2][0], actor_name=people[i % 2][1], channel_id=CHANNEL + i % 2)
        for i in range(64)
    ]

    answers = await asyncio.gather(*(store.write(record, one) for one in news))

    for channel in (CHANNEL, CHANNEL + 1):
        events = [answer.event for answer in answers if answer.event.channel_id == channel]
        assert sorted(event.seq for event in events) == list(range(1, 33))
        assert len({event.reference for event in events}) == 32
        assert (await store.read(audit, events[0].campaign_id)).sound == 32
    assert {answer.event.text for answer in answers} == {one.text for one in news}


async def test_a_person_is_known_by_the_last_name(store, new):
    first = await store.write(record, new(actor_name="Aya"))
    await store.write(record, new(actor_name="Aya the\0 Bold\ud800"))

    event = await store.read(by_reference, CHANNEL, f"#{first.event.reference.upper()}", MASTER)

    assert event.actor_name == "Aya the Bold"


async def test_what_cannot_be_kept_is_refused_and_leaves_nothing(store, new):
    unfit = [
        new(document={"note": "nul \0"}),
        new(document={"note": "half a character \ud83d"}),
        new(document={"number": float("nan")}),
        new(document={"number": 0.5}),
        new(document={"note": "x" * 16_001}),
        new(document={"lists": [["x" * 10_000] * 60, ["x" * 10_000] * 60]}),
        new(text="half \udfff"),
        new(text="x" * 16_001),
    ]

    for one in unfit:
        with pytest.raises(DocumentRefused, match="Nothing was saved"):
            await store.write(record, one)

    assert (await store.read(census)).events == 0
    assert await store.read(campaign_of, CHANNEL) is None


async def test_every_character_comes_back_as_it_went(store, new):
    text = "".join(map(chr, [*range(1, 0x2FF), 0x200B, 0x202E, 0xFEFF, 0xFFFD, 0xFFFF, 0x1F3B2, 0x10FFFF]))
    document = {"é": text, "e\u0301": [text, {"": 10**1000}], "z": [-(2**63), True, None, [], {}]}

    event = (await store.write(record, new(document=document, text=text))).event

    stored = await store.read(by_reference, CHANNEL, event.reference, MASTER)
    assert (stored.document, stored.text) == (document, text)
    assert (await store.read(audit, event.campaign_id)).fault is None


async def test_an_event_never_changes_and_goes_only_with_its_campaign(store, new):
    event = (await store.write(record, new(token="t"))).event

    with pytest.raises(DBAPIError, match="an event never changes"):
        await store.write(_change, update(schema.event).values(text="better"))
    with pytest.raises(DBAPIError, match="an event goes only with its campaign"):
        await store.write(_change, delete(schema.event))
    assert await store.read(by_reference, CHANNEL, event.reference, MASTER) == event

    assert await store.write(_change, delete(schema.guild).where(schema.guild.c.guild_id == GUILD)) == 1
    left = {table.name: await store.read(_count, table) for table in schema.METADATA.sorted_tables}
    assert left == dict.fromkeys(left, 0)


async def test_a_person_can_be_erased_without_breaking_the_history(store, new):
    event = (await store.write(record, new(audience=Audience.SHARED))).event
    aya = update(schema.person).where(schema.person.c.user_id == AYA)
    await store.write(_change, aya.values(user_id=None, name=None))

    read = await store.read(by_reference, CHANNEL, event.reference, MASTER)
    back = (await store.write(record, new())).event

    assert (read.actor_id, read.actor_name, read.text) == (None, None, event.text)
    assert back.actor_id == AYA
    assert await store.read(by_reference, CHANNEL, event.reference, Reader(AYA, game_master=False)) is None
    assert (await store.read(audit, event.campaign_id)).sound == 2


async def test_a_second_roll_says_so_and_what_the_first_told(store, new):
    first = (await store.write(record, new(text="It leads north."))).event
    second = await store.write(record, new(again_of=first.reference))
    third = await store.write(record, new(again_of=second.event.reference))

    assert (second.ordinal, second.first_text, second.event.again_of) == (
        2,
        "It leads north.",
        first.reference,
    )
    assert (third.ordinal, third.first_text, third.event.again_of) == (3, "It leads north.", first.reference)
    twice = await store.write(record, new(interaction_id=int(2e18), again_of=first.reference))
    same = await store.write(record, new(interaction_id=int(2e18), again_of=first.reference))
    await store.write(record, new(again_of=first.reference))
    assert (twice.ordinal, same.ordinal, same.first_text) == (4, 4, "It leads north.")
    unknown = await store.write(record, new(again_of="zzzz"))
    assert (unknown.ordinal, unknown.first_text, unknown.event.again_of) == (1, None, None)


async def test_a_second_roll_tells_nothing_of_rolls_that_its_audience_may_not_know(store, new):
    blind = (await store.write(record, new(audience=Audience.MASTERS, text="blind"))).event
    opened = await store.write(record, new(again_of=blind.reference))
    assert (opened.ordinal, opened.first_text, opened.event.again_of) == (1, None, None)

    start = opened.event.reference
    private = await store.write(record, new(again_of=start, audience=Audience.SHARED))
    await store.write(record, new(again_of=start, audience=Audience.MASTERS))
    of_ben = await store.write(record, new(again_of=start, audience=Audience.SHARED, actor_id=BEN))
    public = await store.write(record, new(again_of=start))
    masters = await store.write(record, new(again_of=start, audience=Audience.MASTERS))

    assert [r.ordinal for r in (private, of_ben, public, masters)] == [2, 2, 2, 6]
    assert {r.event.again_of for r in (private, of_ben, public, masters)} == {start}
    of_private = await store.write(record, new(again_of=private.event.reference, actor_id=BEN))
    assert (of_private.ordinal, of_private.event.again_of) == (3, start)


async def test_a_reference_that_is_taken_is_drawn_again_and_grows(store, new):
    taken = (await store.write(record, new())).event
    offered = iter([taken.reference] * 3 + ["bcdfg"])
    lengths = []

    def draw(length: int) -> str:
        lengths.append(length)
        return next(offered)

    assert await store.read(new_reference, taken.campaign_id, draw) == "bcdfg"
    assert lengths == [4, 4, 4, 5]
    assert set(taken.reference) <= set(ALPHABET)
    assert len(taken.reference) == 4


async def test_a_reading_sees_one_moment_and_can_change_nothing(store, new):
    await store.write(record, new())

    with pytest.raises(StoreDown, match="Nothing was saved"):
        await store.read(_change, insert(schema.meta).values(name="x", value="y"))

    assert await store.read(_count, schema.meta) == 0
    loop = asyncio.get_running_loop()

    def look_twice(connection):
        before = _count(connection, schema.event)
        writing = store.write(record, new())
        if connection.dialect.name == "postgresql":
            await_only(writing)
        else:  # the reader has a thread of its own
            asyncio.run_coroutine_threadsafe(writing, loop).result(30)
        return before, _count(connection, schema.event)

    assert await store.read(look_twice) == (1, 1)
    assert await store.read(_count, schema.event) == 2


async def test_times_and_numbers_of_discord_keep_all_their_bits(store, new):
    large = 2**63 - 1
    given = {"channel_id": large, "place_id": large - 1, "actor_id": large - 2, "interaction_id": 2**64 - 1}

    event = (await store.write(record, new(at=NOON, **given))).event

    read = (await store.read(page, large, MASTER)).events[0]
    assert read == event
    assert (read.channel_id, read.place_id, read.actor_id, read.at) == (large, large - 1, large - 2, NOON)


async def test_whoever_waits_for_a_campaign_gets_its_turn(store, new):
    """Under steady load on one campaign nobody is passed over for ever."""
    turns: list[int] = []

    async def write(who: int) -> None:
        for _ in range(6):
            await store.write(record, new())
            turns.append(who)

    await asyncio.gather(*map(write, range(16)))

    rounds = [turns[start : start + 16] for start in range(0, 96, 16)]
    assert all(len(set(one)) >= 8 for one in rounds)


def _count(connection, table):
    return connection.scalar(select(func.count()).select_from(table))


def _one(connection, statement):
    return connection.scalars(statement).one()


def _change(connection, statement):
    return connection.execute(statement).rowcount
