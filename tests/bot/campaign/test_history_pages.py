"""The history, page by page, as each of its readers sees it."""

from __future__ import annotations

from itertools import count

import pytest

from bot.campaign import Audience, Reader, by_reference, page, record
from tests.bot.campaign.conftest import AYA, BEN, CAT, CHANNEL, OTHER_CHANNEL

READERS = {
    "game master": Reader(CAT, game_master=True),
    "roller": Reader(AYA, game_master=False),
    "other roller": Reader(BEN, game_master=False),
    "onlooker": Reader(CAT, game_master=False),
}
SECRET = {"key": "room.contents", "secret": True, "children": []}
MANY = 1_000


def may_read(reader: Reader, event) -> bool:
    """Written once more, by hand, from the words of the campaign's laws."""
    if reader.game_master or event.audience == "everyone":
        return True
    return event.audience == "shared" and event.actor_id == reader.user_id


async def walk(store, reader: Reader, cursor: str | None = None, size: int = 10) -> list:
    """Every page from the newest to the oldest."""
    pages = [await store.read(page, CHANNEL, reader, cursor, size)]
    while pages[-1].older is not None:
        pages.append(await store.read(page, CHANNEL, reader, pages[-1].older, size))
        assert len(pages) <= MANY
    return pages


def record_many(connection, news):
    return [record(connection, new).event for new in news]


async def test_a_thousand_events_are_paged_both_ways_for_every_reader_without_a_gap(store, new):
    audiences = [Audience.EVERYONE, Audience.SHARED, Audience.MASTERS, Audience.MASTERS, Audience.EVERYONE]
    news = [
        new(audience=audiences[i * i % 13 % 5], actor_id=(AYA, BEN)[i % 7 % 2], actor_name="P")
        for i in range(MANY)
    ]
    recorded = await store.write(record_many, news)

    for name, reader in READERS.items():
        mine = [event for event in reversed(recorded) if may_read(reader, event)]
        pages = await walk(store, reader, size=25)
        seen = [event for one in pages for event in one.events]

        assert [event.id for event in seen] == [event.id for event in mine], name
        assert [len(one.events) for one in pages[:-1]] == [25] * (len(pages) - 1), name
        assert pages[0].newer is None
        back = [pages[-1]]
        while back[-1].newer is not None:
            back.append(await store.read(page, CHANNEL, reader, back[-1].newer, 25))
        assert [one.events for one in back] == [one.events for one in reversed(pages)], name
    seen_by_all = {name: sum(may_read(r, e) for e in recorded) for name, r in READERS.items()}
    assert MANY == seen_by_all["game master"] > seen_by_all["roller"] > seen_by_all["onlooker"] > 200


async def test_a_page_is_full_whatever_is_hidden_between(store, new):
    hidden = [new(audience=Audience.MASTERS) for _ in range(120)]
    shown = [new() for _ in range(12)]
    mixed = [one for group in zip(*[iter(hidden)] * 10, strict=True) for one in group]
    for place, one in zip(count(5, 11), shown, strict=False):
        mixed.insert(place, one)
    await store.write(record_many, mixed)

    first = await store.read(page, CHANNEL, READERS["onlooker"])
    second = await store.read(page, CHANNEL, READERS["onlooker"], first.older)

    assert (len(first.events), len(second.events)) == (10, 2)
    assert (first.newer, second.older) == (None, None)


@pytest.mark.parametrize("name", READERS)
async def test_what_is_secret_within_an_event_is_for_game_masters(store, new, name):
    reader = READERS[name]
    nested = {"key": "room", "children": [SECRET, {"key": "size", "children": [SECRET]}], "value": SECRET}
    bare = {"key": "room", "children": [{"key": "size", "children": []}]}
    event = (await store.write(record, new(document={"outcome": nested, "kept": [1]}))).event

    seen = (await store.read(page, CHANNEL, reader)).events[0]
    named = await store.read(by_reference, CHANNEL, event.reference, reader)

    assert seen.document == named.document
    assert seen.document == {"outcome": nested if reader.game_master else bare, "kept": [1]}
    assert event.document["outcome"] == nested


@pytest.mark.parametrize(
    ("audience", "readers"),
    [
        (Audience.EVERYONE, set(READERS)),
        (Audience.SHARED, {"game master", "roller"}),
        (Audience.MASTERS, {"game master"}),
    ],
)
async def test_a_reference_leads_those_who_may_read_it_and_nobody_else(store, new, audience, readers):
    event = (await store.write(record, new(audience=audience))).event
    await store.write(record, new(actor_id=BEN))

    found = {
        name
        for name, reader in READERS.items()
        if await store.read(by_reference, CHANNEL, event.reference, reader) is not None
    }

    assert found == readers
    assert await store.read(by_reference, OTHER_CHANNEL, event.reference, READERS["game master"]) is None


async def test_a_cursor_that_means_nothing_to_its_reader_leads_to_the_newest_page(store, new):
    blind = (await store.write(record, new(audience=Audience.MASTERS))).event
    events = await store.write(record_many, [new() for _ in range(12)])
    newest = await store.read(page, CHANNEL, READERS["roller"])

    strange = ["", "before-", "before-zzzz", "after-zzzz", "17", "before-\0", f"before-{blind.reference}"]
    for cursor in [*strange, f"after-{blind.reference}", "x" * 5_000]:
        assert await store.read(page, CHANNEL, READERS["roller"], cursor) == newest
    assert [event.id for event in newest.events] == [event.id for event in reversed(events[2:])]


async def test_no_cursor_tells_a_number(store, new):
    await store.write(record_many, [new() for _ in range(30)])

    first = await store.read(page, CHANNEL, READERS["roller"])
    second = await store.read(page, CHANNEL, READERS["roller"], first.older)

    assert first.older == f"before-{first.events[-1].reference}"
    assert second.newer == f"after-{second.events[0].reference}"


async def test_new_events_push_the_pages_on_and_are_found_from_any_of_them(store, new):
    await store.write(record_many, [new() for _ in range(15)])
    older = await store.read(
        page, CHANNEL, READERS["roller"], (await store.read(page, CHANNEL, READERS["roller"])).older
    )
    latest = await store.write(record_many, [new() for _ in range(5)])

    nearest = await store.read(page, CHANNEL, READERS["roller"], older.newer)
    newest = await store.read(page, CHANNEL, READERS["roller"], nearest.newer)

    assert len(older.events) == 5
    assert [event.seq for event in nearest.events] == list(range(15, 5, -1))
    assert newest.events[0].id == latest[-1].id
    assert (len(newest.events), newest.newer) == (10, None)


@pytest.mark.parametrize(("asked", "given"), [(-3, 1), (0, 1), (1, 1), (50, 50), (51, 50), (10**9, 50)])
async def test_the_size_of_a_page_has_bounds(store, new, asked, given):
    await store.write(record_many, [new() for _ in range(60)])

    assert len((await store.read(page, CHANNEL, READERS["roller"], None, asked)).events) == given


async def test_a_channel_without_a_campaign_has_an_empty_history(store):
    for reader in READERS.values():
        empty = await store.read(page, CHANNEL, reader)
        assert (empty.events, empty.older, empty.newer) == ((), None, None)
