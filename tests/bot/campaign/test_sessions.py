"""Sessions open by themselves or with words, close by hand or after a week, and tell what they came to."""

from __future__ import annotations

import asyncio

import pytest

from bot.campaign import Audience, Reader, audit, record
from bot.campaign.errors import DocumentRefused, NotHere, SessionOpen
from bot.campaign.overviews import PAGE, digest, overview
from bot.campaign.sessions import (
    WEEK,
    broken_promises,
    close_session,
    ensure_session,
    open_session,
    open_with_words,
)
from bot.campaign.undo import undo
from tests.bot.campaign.conftest import AYA, BEN, CAT, NOON
from tests.bot.campaign.test_undo import add

MASTER = Reader(CAT, game_master=True)
PLAYER = Reader(BEN, game_master=False)


async def test_words_of_the_players_are_in_every_label_of_the_session(store, new):
    opened, recorded = await store.write(open_with_words, new(), "we are here")
    assert opened.seeds.label(77) == "77 we are here"
    assert recorded.event.document == {
        "session": 1,
        "words": "we are here",
        "open_promise": opened.seeds.promises[0],
        "secret_promise": opened.seeds.promises[1],
    }
    assert recorded.event.audience is Audience.EVERYONE
    assert await store.write(ensure_session, new()) == opened
    assert await store.read(broken_promises, 1) == []


async def test_no_second_one_is_opened_while_one_is_open(store, new):
    await store.write(ensure_session, new())
    with pytest.raises(SessionOpen, match="Session 1 is open"):
        await store.write(open_with_words, new(), "other words")
    await store.write(close_session, new())
    opened, _ = await store.write(open_with_words, new(), "other words")
    assert (opened.number, opened.seeds.words) == (2, "other words")
    await store.write(close_session, new())
    with pytest.raises(DocumentRefused):
        await store.write(open_with_words, new(), "x" * 201)
    assert (await store.read(audit, 1)).fault is None


async def test_of_many_at_once_one_opens_it_and_the_same_interaction_once(store, new):
    requests = [new() for _ in range(6)]
    found = await asyncio.gather(
        *(store.write(open_with_words, each, "w") for each in requests), return_exceptions=True
    )
    assert sum(isinstance(each, SessionOpen) for each in found) == 5
    (place,) = [place for place, each in enumerate(found) if not isinstance(each, BaseException)]
    again = await store.write(open_with_words, requests[place], "w")
    assert again[0].number == 1
    assert again[1].event == found[place][1].event
    assert not again[1].fresh


async def test_a_session_closes_itself_after_a_week_and_tells_its_seed_with_the_next(store, new):
    first = await store.write(ensure_session, new(at=NOON))
    await store.write(record, new(at=NOON + WEEK))
    assert await store.write(ensure_session, new(at=NOON + 2 * WEEK)) == first

    request = new(at=NOON + 2 * WEEK + 1)
    second = await store.write(ensure_session, request)
    assert second.number == 2
    assert second.succeeds is not None
    assert second.succeeds.seeds == first.seeds
    told = await store.read(overview, 1, 1)
    assert told.closed_at == request.at
    assert (await store.read(open_session, 1)).number == 2
    again = await store.write(ensure_session, request)  # delivered twice: the same session, no third one
    assert (again.number, again.seeds) == (2, second.seeds)
    assert (await store.read(audit, 1)).fault is None


async def test_opening_by_hand_after_a_week_closes_the_old_one_too(store, new):
    await store.write(ensure_session, new(at=NOON))
    request = new(at=NOON + WEEK + 1)
    opened, _ = await store.write(open_with_words, request, "anew")
    assert (opened.number, opened.succeeds.number) == (2, 1)
    again, recorded = await store.write(open_with_words, request, "anew")
    assert (again.number, recorded.fresh) == (2, False)


async def test_closing_twice_by_one_interaction_closes_one(store, new):
    await store.write(ensure_session, new())
    request = new()
    closed, _ = await store.write(close_session, request)
    await store.write(ensure_session, new())
    again, recorded = await store.write(close_session, request)
    assert (again.number, again.seeds, recorded.fresh) == (1, closed.seeds, False)
    await store.write(close_session, new())
    with pytest.raises(NotHere, match="nothing to close"):
        await store.write(close_session, new())


async def test_an_overview_tells_of_what_was_open_alone(store, new):
    await store.write(ensure_session, new(actor_id=AYA, actor_name="Aya"))
    for audience, who, name in (
        (Audience.EVERYONE, BEN, "Ben"),
        (Audience.MASTERS, CAT, "Cat"),
        (Audience.SHARED, BEN, "Ben"),
        (Audience.EVERYONE, AYA, "Aya"),
    ):
        await store.write(record, new(audience=audience, actor_id=who, actor_name=name))
    await store.write(record, new(kind="chamber.roll"))
    await store.write(record, new(kind="chamber.enrolled"))
    told = await store.read(overview, 1)
    assert (told.rolls, told.people) == (3, ("Aya", "Ben"))
    assert told.closed_at is None
    await store.write(close_session, new())
    await store.write(record, new())
    assert await store.read(overview, 1) == await store.read(overview, 1, 1)
    assert (await store.read(overview, 1)).rolls == 3
    with pytest.raises(NotHere, match="no session 2"):
        await store.read(overview, 1, 2)


async def test_a_digest_tells_each_reader_what_changed_and_counts(store, new):
    def of(**given):
        return new(kind="chamber.add", document={}, text="", **given)

    early = await store.write(add, of(), "before the session")
    await store.write(ensure_session, new())
    await store.write(record, new())
    shown = await store.write(add, of(), "hall of mirrors")
    secret = await store.write(add, of(audience=Audience.MASTERS), "vampire's bed")
    wrong = await store.write(add, of(), "a slip")
    await store.write(undo, of(), wrong.recorded.event.reference)
    gone = await store.write(undo, of(), early.recorded.event.reference)
    taken = await store.write(undo, of(), shown.recorded.event.reference)
    again = await store.write(undo, of(), taken.recorded.event.reference)

    references = [each.recorded.event.reference for each in (shown, secret, gone)]
    master, player = await store.read(digest, 1, MASTER), await store.read(digest, 1, PLAYER)
    assert [told for told, _ in master.changes] == references
    assert [told for told, _ in player.changes] == [references[0], references[2]]
    assert not master.more
    assert again.recorded is not None
    await store.write(close_session, new())
    await store.write(add, of(), "after it")
    late = await store.write(undo, of(), secret.recorded.event.reference)
    assert [told for told, _ in (await store.read(digest, 1, MASTER, 1)).changes] == [
        references[0],
        references[2],
    ]
    await store.write(undo, of(), late.recorded.event.reference)  # done again, it counts again
    assert [told for told, _ in (await store.read(digest, 1, MASTER, 1)).changes] == references
    assert await store.read(digest, 1, PLAYER, 1) == await store.read(digest, 1, PLAYER)
    assert [told for told, _ in (await store.read(digest, 1, PLAYER, 1)).changes] == [
        told for told, _ in player.changes
    ]


async def test_a_digest_has_pages_without_a_gap_for_what_is_hidden(store, new):
    await store.write(ensure_session, new())
    shown = []
    for number in range(2 * PAGE + 3):
        hidden = await store.write(
            add, new(kind="c", document={}, text="", audience=Audience.MASTERS), f"hidden {number}"
        )
        assert hidden.recorded.fresh
        done = await store.write(add, new(kind="c", document={}, text=""), f"shown {number}")
        shown.append(done.recorded.event.reference)
    pages = [await store.read(digest, 1, PLAYER, 1, number) for number in range(3)]
    assert [len(each.changes) for each in pages] == [PAGE, PAGE, 3]
    assert [each.more for each in pages] == [True, True, False]
    assert [told for each in pages for told, _ in each.changes] == shown
    assert (await store.read(digest, 1, PLAYER, 1, 9)).changes == ()
