"""Who learns of an undo, what it asks before it takes others along, and why something stays."""

from __future__ import annotations

import pytest

from bot.campaign import Audience, Reader, page, record
from bot.campaign.errors import NothingToUndo
from bot.campaign.sessions import close_session, ensure_session
from bot.campaign.undo import MOST, undo
from tests.bot.campaign.conftest import AYA, BEN, CAT, CHANNEL
from tests.bot.campaign.test_undo import add, check, rename, state


@pytest.fixture
def of(new):
    return lambda **given: new(kind="chamber", document={}, text="", **given)


@pytest.mark.parametrize(
    ("audience", "by", "told"),
    [
        (Audience.EVERYONE, CAT, Audience.EVERYONE),
        (Audience.MASTERS, CAT, Audience.MASTERS),
        (Audience.SHARED, AYA, Audience.SHARED),
        (Audience.SHARED, CAT, Audience.MASTERS),
    ],
)
async def test_an_undo_is_read_by_those_who_read_what_it_takes_back(store, of, audience, by, told):
    """Whatever audience the taker would give it: its text repeats what was told."""
    await store.write(add, of(audience=audience, actor_id=AYA), "vampire's bed")
    for given in Audience:
        taken = await store.write(undo, of(actor_id=by, audience=given))
        assert taken.recorded.event.audience is told
        stranger = await store.read(page, CHANNEL, Reader(BEN, game_master=False))
        assert bool(stranger.events) is (told is Audience.EVERYONE)
        again = await store.write(undo, of(actor_id=by, audience=given), taken.recorded.event.reference)
        assert again.recorded.event.audience is told
    await check(store)


async def test_what_joined_meanwhile_is_named_before_it_is_taken_back(store, of):
    crypt = await store.write(add, of(), "crypt")
    reference = crypt.recorded.event.reference
    await store.write(rename, of(), crypt.value, "bone crypt")
    offered = await store.write(undo, of(), reference)
    assert offered.named.reference == reference
    late = await store.write(rename, of(), crypt.value, "skull crypt")
    before = await state(store)

    shown = await store.write(undo, of(), reference, together=True, seen=offered.together)
    assert shown.recorded is None
    assert late.recorded.event.reference in [event.reference for event in shown.standing]
    assert await state(store) == before

    taken = await store.write(undo, of(), reference, together=True, seen=shown.together)
    assert len(taken.reversed) == 3
    with pytest.raises(NothingToUndo, match="already undone"):
        await store.write(undo, of(), reference, together=True, seen=shown.together)
    assert (await state(store))[0] == {}
    await check(store)


async def test_a_name_that_another_took_meanwhile_is_not_given_twice(store, of):
    crypt = await store.write(add, of(), "crypt")
    renamed = await store.write(rename, of(), crypt.value, "bone crypt")
    await store.write(add, of(), "Crypt")
    before = await state(store)
    with pytest.raises(NothingToUndo, match=r"“crypt” is the name of another entry"):
        await store.write(undo, of(), renamed.recorded.event.reference)
    assert await state(store) == before
    await check(store)


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("roll", "is a roll, and what was rolled stays"),
        ("campaign.bind", "bound a campaign"),
        ("chamber.add", "changed no list and no setting"),
    ],
)
async def test_why_something_stays_is_said_in_a_sentence(store, new, kind, why):
    kept = await store.write(record, new(kind=kind))
    with pytest.raises(NothingToUndo, match=why):
        await store.write(undo, new(), kept.event.reference)


async def test_a_session_is_not_taken_back(store, new):
    await store.write(ensure_session, new())
    _, closed = await store.write(close_session, new())
    for event in (await store.read(page, CHANNEL, Reader(CAT, game_master=True))).events:
        with pytest.raises(NothingToUndo, match="opened or closed a session"):
            await store.write(undo, new(), event.reference)
    assert closed.fresh


async def test_an_entry_that_was_changed_a_thousand_times_is_looked_through_once(store, of):
    """What stands on what is asked entry by entry: a thousand changes of one are no million of rows."""
    crypt = await store.write(add, of(), "crypt")

    def many(connection, news):
        for number, new in enumerate(news):
            rename(connection, new, crypt.value, f"crypt {number}")

    await store.write(many, [of() for _ in range(1_000)])
    with pytest.raises(NothingToUndo, match=f"1000 later events stand on that one.*{MOST}"):
        await store.write(undo, of(), crypt.recorded.event.reference)
    await store.write(undo, of())
    await check(store)
