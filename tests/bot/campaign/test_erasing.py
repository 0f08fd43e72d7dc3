"""A person is taken out of every campaign of a server, and nothing else changes."""

from __future__ import annotations

from sqlalchemy import select

from bot.campaign import Audience, Reader, audit, open_store, page, record, schema
from bot.campaign.changes import Changer, Told, change
from bot.campaign.drafts import Draft, keep_draft
from bot.campaign.erasing import erase, kept_of
from bot.campaign.finding import Wanted, find
from bot.campaign.here import Visitor, here
from tests.bot.campaign.conftest import AYA, BEN, CHANNEL, GUILD, NOON, OTHER_CHANNEL

FAR_CHANNEL, FAR_GUILD = 9_001, 900
NAME = "Zephyrine Quillfeather"


def everything(connection):
    return {
        table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
        for table in schema.METADATA.sorted_tables
    }


def name_master(connection, new, person):
    def work(changer: Changer) -> Told[None]:
        changer.put(changer.next("master", ""), {"person": person})
        return Told(None, f"Person {person} is a game master.")

    return change(connection, new, work)


async def play(store, new):
    """Two campaigns on one server, one on another; Aya in all of them, with a draft and a lost reply."""
    for channel, guild in ((CHANNEL, GUILD), (OTHER_CHANNEL, GUILD), (FAR_CHANNEL, FAR_GUILD)):
        for who, name in ((AYA, NAME), (BEN, "Ben")):
            for audience in Audience:
                await store.write(
                    record,
                    new(
                        channel_id=channel,
                        guild_id=guild,
                        actor_id=who,
                        actor_name=name,
                        audience=audience,
                        token="t",
                    ),
                )
        for who in (AYA, BEN):
            await store.write(
                lambda connection, who=who, channel=channel: keep_draft(
                    connection,
                    {CHANNEL: 1, OTHER_CHANNEL: 2, FAR_CHANNEL: 3}[channel],
                    Draft(who, "k", NOON),
                    b"x",
                )
            )


async def test_what_is_kept_is_told_in_figures(store, new):
    await play(store, new)
    first, second = await store.read(kept_of, GUILD, AYA)
    assert (first.name, first.events, first.drafts, first.is_master) == (NAME, 3, 1, False)
    assert first.campaign == f"channel-{CHANNEL}"
    assert NOON < first.first_at < first.last_at < second.first_at
    assert await store.read(kept_of, GUILD, 77) == ()
    assert await store.read(kept_of, 12345, AYA) == ()


async def test_erasing_empties_the_person_and_leaves_the_rest_as_it_was(store, new):
    await play(store, new)
    before = await store.read(everything)
    assert await store.write(erase, GUILD, AYA) == 2
    after = await store.read(everything)

    assert {name for name in before if before[name] != after[name]} == {"person", "outbox", "draft"}
    assert [row for row in after["person"] if row not in before["person"]] == [
        (1, 1, None, None),
        (2, 1, None, None),
    ]
    theirs = {(row[0], row[1]) for row in before["event"] if row[3] == 1 and row[0] != 3}
    assert [row for row in before["outbox"] if row not in after["outbox"]] == [
        row for row in before["outbox"] if (row[0], row[1]) in theirs
    ]
    assert sorted((row[0], row[2]) for row in after["draft"]) == [(1, BEN), (2, BEN), (3, AYA), (3, BEN)]
    for campaign_id in (1, 2, 3):
        assert (await store.read(audit, campaign_id)).fault is None
    assert await store.read(kept_of, GUILD, AYA) == ()
    assert len(await store.read(kept_of, FAR_GUILD, AYA)) == 1
    assert await store.write(erase, GUILD, AYA) == 0


async def test_nobody_is_found_by_the_name_any_more_and_later_things_begin_anew(store, new):
    await play(store, new)
    master = Reader(BEN, game_master=True)
    assert len((await store.read(find, CHANNEL, master, Wanted(user_id=AYA))).events) == 3
    await store.write(erase, GUILD, AYA)
    assert (await store.read(find, CHANNEL, master, Wanted(user_id=AYA))).events == ()
    events = (await store.read(page, CHANNEL, master)).events
    assert [event.actor_name for event in events] == ["Ben"] * 3 + [None] * 3
    assert {event.actor_id for event in events} == {BEN, None}
    own = await store.read(page, CHANNEL, Reader(AYA, game_master=False))
    assert {event.audience for event in own.events} == {
        Audience.EVERYONE
    }  # what was shared with her is nobody's

    await store.write(record, new(actor_id=AYA, actor_name=NAME))
    (kept,) = await store.read(kept_of, GUILD, AYA)
    assert kept.events == 1


async def test_a_campaign_whose_only_master_was_erased_is_its_servers_again(store, new):
    await store.write(record, new(actor_id=AYA, actor_name=NAME))
    await store.write(name_master, new(kind="campaign.masters", document={}, text=""), 1)
    owner = Visitor(CHANNEL, manages=True)
    (kept,) = await store.read(kept_of, GUILD, AYA)
    assert kept.is_master
    assert (await store.read(here, CHANNEL, Visitor(AYA), NOON)).game_master
    assert not (await store.read(here, CHANNEL, owner, NOON)).game_master
    await store.write(erase, GUILD, AYA)
    assert not (await store.read(here, CHANNEL, Visitor(AYA), NOON)).game_master
    assert (await store.read(here, CHANNEL, owner, NOON)).game_master
    assert not (await store.read(here, CHANNEL, Visitor(BEN), NOON)).game_master


async def test_the_name_is_not_in_the_file_any_more(path, new):
    async with await open_store(str(path), create=True) as store:
        await play(store, new)
        await store.write(erase, GUILD, AYA)
        await store.write(erase, FAR_GUILD, AYA)
    for each in path.parent.iterdir():
        assert NAME.encode() not in each.read_bytes(), each.name


async def test_the_name_was_in_the_file_before(path, new):
    """Without which the test above would say nothing."""
    async with await open_store(str(path), create=True) as store:
        await play(store, new)
    assert NAME.encode() in path.read_bytes()
