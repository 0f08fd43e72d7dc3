"""Chambers rolled, retired, listed by pages, and what players see of them."""

from __future__ import annotations

import pytest

from bot.campaign.chamber import Edit, lots_of
from bot.campaign.chamber_rolls import Wanted
from bot.campaign.chambers import (
    Page,
    chamber_page,
    chamber_seen,
    chambers_seen,
    edit_chamber,
    place_chamber,
)
from bot.campaign.errors import NotHere
from bot.campaign.undo import undo
from tables.errors import FacesError, OptionError
from tests.bot.campaign.chambers_at_hand import begin, check, listed, roll, room, state


@pytest.fixture
def of(new):
    return lambda **given: new(**{"kind": "chamber", "document": {}, "text": "", **given})


async def test_a_roll_counts_places_and_is_taken_back(store, of):
    await begin(store, of, room("Guardroom"), room("Crypt"), room("Orrery", "rare"))
    before = await state(store)

    plain = await store.write(roll, of(), Wanted(3), (4, 5, 2))
    placed = await store.write(roll, of(), Wanted(3, places=("LEXI-1/12",)), (2, 3))

    assert plain.text == "Crypt, common."
    assert placed.text == "LEXI-1/12: Orrery, rare."
    found = await listed(store)
    assert [each.rolled for each in found] == [0, 1, 1]
    assert [[at.where for at in each.placements] for each in found] == [[], [], ["LEXI-1/12"]]
    await check(store)
    await store.write(undo, of(), placed.recorded.event.reference)
    await store.write(undo, of(), plain.recorded.event.reference)
    assert await state(store) == before
    await check(store)


async def test_a_whole_region_is_rolled_at_once(store, of):
    """In order, in one event; rooms that have a chamber are left out; each comes once where asked."""
    await begin(store, of, room("Guardroom"), room("Crypt"), room("Chapel"), room("Orrery", "very-rare"))
    await store.write(place_chamber, of(), 3, "Guardroom", "LEXI-1/2")
    before = await state(store)
    rooms = tuple(f"LEXI-1/{n}" for n in (1, 2, 4, 5, 6))

    wanted = Wanted(3, unplaced=True, places=rooms, skip_named=True)
    rolled = await store.write(roll, of(), wanted, (4, 5, 1, 1, 1, 4, 5, 4, 5))

    assert rolled.text.startswith(
        "LEXI-1/1: Crypt, common. LEXI-1/4: Orrery, very rare. LEXI-1/5: Chapel, common. "
        "LEXI-1/6: A new common chamber"
    )
    assert rolled.value is not None
    assert rolled.value.skipped == ("LEXI-1/2",)
    found = {each.name: [at.where for at in each.placements] for each in await listed(store)}
    assert found == {
        "Guardroom": ["LEXI-1/2"],
        "Crypt": ["LEXI-1/1"],
        "Chapel": ["LEXI-1/5"],
        "Orrery": ["LEXI-1/4"],
    }
    await check(store)
    await store.write(undo, of())
    assert await state(store) == before
    await check(store)


async def test_one_chamber_may_come_twice_in_a_region(store, of):
    await begin(store, of, room("Guardroom"))
    before = await state(store)
    await store.write(roll, of(), Wanted(3, places=("LEXI-1/1", "LEXI-1/2")), (4, 5, 1, 1))
    (found,) = await listed(store)
    assert found.rolled == 2
    assert [at.where for at in found.placements] == ["LEXI-1/1", "LEXI-1/2"]
    await store.write(undo, of())
    assert await state(store) == before


async def test_a_roll_that_is_refused_changes_nothing(store, of):
    await begin(store, of, room("Guardroom"), room("Crypt"))
    await store.write(place_chamber, of(), 3, "Guardroom", "LEXI-1/2")
    before = await state(store)

    with pytest.raises(FacesError):
        await store.write(roll, of(), Wanted(3, places=("LEXI-1/1",)), (4, 5))
    with pytest.raises(OptionError, match="already"):
        await store.write(roll, of(), Wanted(3, places=("LEXI-1/2",), skip_named=True), (4, 5, 1))

    assert await state(store) == before


async def test_the_retired_are_not_drawn_and_come_back(store, of):
    await begin(store, of, room("Guardroom"), room("Crypt"))
    await store.write(edit_chamber, of(), 3, "Guardroom", Edit(retired=True))
    assert [lot.name for lot in lots_of(await listed(store))] == ["Crypt"]
    assert (await store.write(roll, of(), Wanted(3), (4, 5))).text == "Crypt, common."
    assert (await begin(store, of, room("Chapel"))).value == (3,)

    await store.write(edit_chamber, of(), 3, "1", Edit(retired=False))
    assert [lot.number for lot in lots_of(await listed(store))] == [1, 2, 3]


async def test_an_addition_names_its_rolls_but_an_edit_is_taken_back_beneath_them(store, of):
    """What was rolled or placed stands on the chamber being there, not on how it was described."""
    added = await begin(store, of, room("Guardroom"))
    edited = await store.write(edit_chamber, of(), 3, "1", Edit(text="Three stools."))
    rolled = await store.write(roll, of(), Wanted(3), (4, 5))
    placed = await store.write(place_chamber, of(), 3, "1", "LEXI-1/12")

    taken = await store.write(undo, of(), edited.recorded.event.reference)
    assert taken.recorded is not None
    offered = await store.write(undo, of(), added.recorded.event.reference)
    assert {event.reference for event in offered.standing} == {
        rolled.recorded.event.reference,
        placed.recorded.event.reference,
    }
    (found,) = await listed(store)
    assert (found.chamber.text, found.rolled) == ("", 1)
    await store.write(undo, of(), added.recorded.event.reference, together=True)
    assert await state(store) == {}
    assert (await begin(store, of, room("Guardroom"))).value == (2,)
    await check(store)


async def test_players_see_what_they_know_and_nothing_that_counts(store, of):
    await begin(store, of, room("Guardroom", "rare", text="An ambush.", players="Three stools.", known=True))
    before = await listed(store, game_master=False)
    await begin(store, of, room("Crypt", text="Of the king."))
    await begin(store, of, room("Chapel", known=True))
    await store.write(roll, of(), Wanted(3, places=("LEXI-1/1",)), (2, 3))
    seen = await listed(store, game_master=False)

    assert seen[0] == before[0]
    assert [each.name for each in seen] == ["Guardroom", "Chapel"]
    assert all(each.number is None and not each.placements and not each.rolled for each in seen)
    assert "ambush" not in repr(seen)
    assert await store.read(chambers_seen, 1, 3, game_master=False) == seen
    shown = await store.read(chamber_seen, 1, 3, "guardroom", game_master=False)
    assert shown.listed == seen[0]
    assert not shown.people
    sentences = set()
    for wanted in ("Crypt", "Crapt"):
        with pytest.raises(NotHere) as refused:
            await store.read(chamber_seen, 1, 3, wanted, game_master=False)
        sentences.add(str(refused.value).replace(wanted, "it"))
    assert len(sentences) == 1
    with pytest.raises(NotHere):
        await store.read(chamber_seen, 1, 3, "1", game_master=False)


async def test_pages_hold_everything_once_in_order(store, of):
    """C42: also where numbers are missing, and for players, who know every third."""
    for start in range(1, 34, 3):
        await begin(store, of, *(room(f"room {n}", known=n % 3 == 0) for n in range(start, start + 3)))
    await store.write(undo, of())
    await store.write(roll, of(), Wanted(3, places=("LEXI-1/1",)), (4, 5, 12))
    for game_master in (True, False):
        everything = await listed(store, game_master=game_master)
        found, number, more = [], 0, True
        while more:
            page = await store.read(chamber_page, 1, 3, number, game_master=game_master)
            assert page.number == number
            found += page.chambers
            number, more = number + 1, page.more
        assert tuple(found) == everything
        assert len(found) == (30 if game_master else 10)
        last = await store.read(chamber_page, 1, 3, 99, game_master=game_master)
        assert last.number == number - 1
        assert last.chambers == page.chambers
    assert await store.read(chamber_page, 1, 9, 0, game_master=True) == Page((), 0, more=False)
