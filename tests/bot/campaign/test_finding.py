"""What is looked for in the history is found, by whom it may be, and nothing tells of the rest."""

from __future__ import annotations

import pytest

from bot.campaign import Audience, Reader, record
from bot.campaign import finding as module
from bot.campaign.errors import NotHere
from bot.campaign.finding import Wanted, find
from bot.campaign.history import page
from bot.campaign.sessions import close_session, ensure_session
from bot.campaign.undo import undo
from tests.bot.campaign.conftest import AYA, BEN, CAT, CHANNEL, OTHER_CHANNEL
from tests.bot.campaign.test_undo import add

MASTER = Reader(CAT, game_master=True)
ROLLER = Reader(AYA, game_master=False)
OTHER = Reader(BEN, game_master=False)
MANY = 1_000


def a_roll(key, text, **more):
    return {"key": key, "note": more.pop("note", ""), "outcome": {"text": text, "children": []}, **more}


def record_many(connection, news):
    return [record(connection, one).event for one in news]


async def everything(store, reader, wanted, size=10):
    """Every page from the newest to the oldest, and back again."""
    pages = [await store.read(find, CHANNEL, reader, wanted, None, size)]
    while pages[-1].older is not None:
        pages.append(await store.read(find, CHANNEL, reader, wanted, pages[-1].older, size))
        assert len(pages) <= MANY
    back = [pages[-1]]
    while back[-1].newer is not None:
        back.append(await store.read(find, CHANNEL, reader, wanted, back[-1].newer, size))
        assert len(back) <= MANY
    forth = [event.reference for one in pages for event in one.events]
    assert sorted({event.reference for one in back for event in one.events}) == sorted(forth)
    return forth


@pytest.fixture
async def played(store, new):
    """A thousand events of three people in three sessions, some of them hidden."""
    events = []
    for number in range(3):
        session = await store.write(ensure_session, new(kind="", document={}, text=""))
        assert session.number == number + 1
        audiences = (Audience.EVERYONE, Audience.SHARED, Audience.EVERYONE, Audience.MASTERS)
        news = []
        for step in range(MANY // 3):
            who = (AYA, BEN)[step % 3 % 2]
            key, text = (
                ("door.destination", f"The door leads {step} squares on."),
                ("dice", f"d20 = {step}"),
            )[step % 2]
            document = a_roll(key, text, note="über den Fluß" if step % 50 == 0 else "")
            news.append(
                new(
                    actor_id=who,
                    actor_name=str(who),
                    audience=audiences[step % 4],
                    document=document,
                    text=text,
                )
            )
        events += await store.write(record_many, news)
        await store.write(close_session, new())
    return events


def may_read(reader, event):
    own = event.audience is Audience.SHARED and event.actor_id == reader.user_id
    return reader.game_master or event.audience is Audience.EVERYONE or own


@pytest.mark.parametrize(
    ("wanted", "fits"),
    [
        (Wanted(what="door.destination"), lambda number, event: event.document["key"] == "door.destination"),
        (Wanted(what="door"), lambda number, event: event.document["key"] == "door.destination"),
        (Wanted(user_id=BEN), lambda number, event: event.actor_id == BEN),
        (Wanted(words="UBER FLUSS", session=2), None),
        (Wanted(words="ÜBER fluss"), lambda number, event: event.document["note"] != ""),
        (Wanted(words="leads 8 squares"), lambda number, event: "leads" in event.text and "8" in event.text),
        (Wanted(what="roll", session=2), lambda number, event: number // (MANY // 3) == 1),
        (
            Wanted(what="dice", user_id=AYA, session=3),
            lambda number, event: (
                event.document["key"] == "dice" and event.actor_id == AYA and number // (MANY // 3) == 2
            ),
        ),
    ],
    ids=[
        "a table",
        "a family",
        "a person",
        "no such words",
        "words",
        "several words",
        "a session",
        "all of it",
    ],
)
async def test_everything_that_fits_is_found_by_each_reader(store, played, wanted, fits):
    for reader in (MASTER, ROLLER, OTHER):
        mine = [
            event.reference
            for number, event in reversed(list(enumerate(played)))
            if fits is not None and fits(number, event) and may_read(reader, event)
        ]
        assert await everything(store, reader, wanted) == mine
        assert bool(mine) is (fits is not None) or reader is not MASTER


async def test_looking_for_nothing_shows_what_the_history_shows(store, played):
    for reader in (MASTER, ROLLER):
        found = await store.read(find, CHANNEL, reader, Wanted())
        assert found.events == (await store.read(page, CHANNEL, reader)).events


async def test_what_is_secret_in_an_event_is_not_found_by_its_words(store, new):
    whole = {"secret": True, "text": "a trapped junction", "children": []}
    event = await store.write(record, new(document=a_roll("x", "a junction", whole=whole), text="a junction"))
    wanted = Wanted(words="trapped")
    assert await everything(store, MASTER, wanted) == [event.event.reference]
    assert await everything(store, ROLLER, wanted) == []
    assert await everything(store, ROLLER, Wanted(words="junction")) == [event.event.reference]


async def test_a_long_search_goes_on_where_it_stopped(store, new, monkeypatch):
    """A page with nothing on it yet, and the next one; for a player no more than for whom it is meant."""
    monkeypatch.setattr(module, "LOOKED_AT", 2 * module._STRETCH)
    hidden = Audience.MASTERS
    news = [new(text="the needle", document={"note": "first"})]
    news += [new() if number % 2 else new(audience=hidden) for number in range(5 * module._STRETCH)]
    recorded = await store.write(record_many, news)

    first = await store.read(find, CHANNEL, ROLLER, Wanted(words="needle"))
    assert first.events == ()
    assert first.older is not None
    named = first.older.removeprefix("before-")
    assert next(event for event in recorded if event.reference == named).audience is Audience.EVERYONE
    assert await everything(store, ROLLER, Wanted(words="needle")) == [recorded[0].reference]
    assert await everything(store, MASTER, Wanted(words="needle")) == [recorded[0].reference]


async def test_there_is_nothing_of_strangers_and_other_channels(store, played):
    assert await everything(store, MASTER, Wanted(user_id=77)) == []
    assert (await store.read(find, OTHER_CHANNEL, MASTER, Wanted(what="roll"))).events == ()
    with pytest.raises(NotHere, match="no session 9"):
        await store.read(find, CHANNEL, MASTER, Wanted(session=9))


@pytest.mark.parametrize(
    "cursor", ["", "before-", "before-zzzz", "after-zzzz", "17", "before-\0", "x" * 5_000]
)
async def test_a_cursor_that_means_nothing_leads_to_the_newest_page(store, new, cursor):
    await store.write(record_many, [new() for _ in range(12)])
    newest = await store.read(find, CHANNEL, ROLLER, Wanted(what="roll"))
    assert await store.read(find, CHANNEL, ROLLER, Wanted(what="roll"), cursor) == newest
    assert len(newest.events) == 10


async def test_what_was_taken_back_is_marked_for_those_who_may_read_both(store, new):
    def of(**given):
        return new(kind="chamber", document={}, text="", **given)

    shown = await store.write(add, of(), "crypt")
    secret = await store.write(add, of(audience=Audience.MASTERS), "vault")
    for done in (secret, shown):
        await store.write(undo, of(), done.recorded.event.reference)

    for read in (page, lambda *given: find(*given[:3], Wanted(what="chamber"))):
        masters, players = await store.read(read, CHANNEL, MASTER), await store.read(read, CHANNEL, OTHER)
        assert set(masters.undone) == {shown.recorded.event.reference, secret.recorded.event.reference}
        assert set(players.undone) == {shown.recorded.event.reference}
    history = await store.read(page, CHANNEL, OTHER)
    assert [event.text for event in history.events] == [
        f"Took back #{shown.recorded.event.reference}: Chamber 1 is crypt.",
        "Chamber 1 is crypt.",
    ]
    (by,) = history.undone[shown.recorded.event.reference]
    assert by == history.events[0].reference
    again = await store.write(undo, of(), by)
    history = await store.read(page, CHANNEL, OTHER)
    assert history.undone[shown.recorded.event.reference] == (by, again.recorded.event.reference)
    assert history.undone[by] == (again.recorded.event.reference,)
