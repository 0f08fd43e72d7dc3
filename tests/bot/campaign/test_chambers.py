"""Wandering chambers: grown in order, named once, rolled, placed, retired; each of it taken back exactly."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.campaign import audit
from bot.campaign.chamber import Chamber, Edit, chamber_of, lots_of
from bot.campaign.chamber_rolls import Wanted, roll_chambers
from bot.campaign.chambers import (
    MOST_AT_ONCE,
    add_chambers,
    chamber_seen,
    chambers_seen,
    edit_chamber,
    place_chamber,
)
from bot.campaign.changes import Told, change, last_numbers, rebuilt, standing
from bot.campaign.entries import Slot
from bot.campaign.errors import DocumentRefused, NameTaken, NotHere, TooMuch
from bot.campaign.people import names_of
from bot.campaign.undo import undo
from tables.chambers import MOST_ENTRIES
from tables.dice import ScriptedDice
from tables.errors import FacesError, OptionError, Refusal

if TYPE_CHECKING:
    from bot.campaign import Store

BEN = 902


@pytest.fixture
def of(new):
    return lambda **given: new(**{"kind": "chamber", "document": {}, "text": "", **given})


def room(name: str, rarity: str = "common", **more) -> Chamber:
    return chamber_of(Edit(name, rarity, **more))


def roll(connection, new, wanted, faces):
    """A roll as the shell makes it, with dice that were thrown at the table."""

    def work(changer):
        dice = ScriptedDice(faces)
        rolled = roll_chambers(changer, dice, wanted, new.actor_id, new.at)
        dice.finish()
        return Told(rolled, rolled.outcome.text)

    return change(connection, new, work)


async def listed(store: Store, level: int = 3, *, game_master: bool = True):
    return await store.read(chambers_seen, 1, level, game_master=game_master)


async def state(store: Store):
    return await store.read(standing, 1)


async def check(store: Store) -> None:
    """The lists are what the history says, and the history is whole."""
    assert await state(store) == await store.read(rebuilt, 1)
    assert (await store.read(audit, 1)).fault is None


async def begin(store: Store, of, *chambers: Chamber, level: int = 3):
    return await store.write(add_chambers, of(), level, chambers)


async def test_chambers_are_numbered_in_order_of_appearance_level_by_level(store, of):
    one = await begin(store, of, room("Guardroom"), room("Orrery", "rare", text="brass"), room("Crypt"))
    two = await begin(store, of, room("Well room"))
    other = await begin(store, of, room("Guardroom"), level=4)

    assert (one.value, two.value, other.value) == ((1, 2, 3), (4,), (1,))
    assert one.text == (
        "Level 3 has new wandering chambers: 1 Guardroom (common), 2 Orrery (rare), 3 Crypt (common)."
    )
    assert two.text == "Level 3 has a new wandering chamber: 4 Well room (common)."
    found = await listed(store)
    assert [(each.number, each.name, each.rolled) for each in found] == [
        (1, "Guardroom", 0),
        (2, "Orrery", 0),
        (3, "Crypt", 0),
        (4, "Well room", 0),
    ]
    assert found[1].chamber == Chamber("Orrery", "rare", "brass")
    await check(store)


@pytest.mark.parametrize("same", ["guardroom", " GUARD\u200bROOM ", "Ｇuardroom"])
async def test_a_level_has_a_name_once_and_nothing_of_a_refused_addition_stays(store, of, same):
    await begin(store, of, room("Guardroom"))
    before = await state(store), await store.read(last_numbers, 1)

    with pytest.raises(NameTaken):
        await begin(store, of, room("Crypt"), room(same))
    with pytest.raises(NameTaken):
        await begin(store, of, room("Ägir's hall"), room("a\u0308gir's  hall"))

    assert (await state(store), await store.read(last_numbers, 1)) == before
    assert (await begin(store, of, room("Crypt"))).value == (2,)
    await check(store)


async def test_sixty_four_additions_at_once_leave_no_gap(store, of):
    await asyncio.gather(*(begin(store, of, room(f"room {n}")) for n in range(64)))

    found = await listed(store)
    assert [each.number for each in found] == list(range(1, 65))
    assert {each.name for each in found} == {f"room {n}" for n in range(64)}
    await check(store)


async def test_an_interaction_adds_once(store, of):
    request = of()
    first = await store.write(add_chambers, request, 3, [room("Guardroom")])
    again = await store.write(add_chambers, request, 3, [room("Guardroom")])

    assert again.recorded.event == first.recorded.event
    assert again.value is None
    assert len(await listed(store)) == 1


@pytest.mark.parametrize("many", [0, MOST_AT_ONCE + 1])
async def test_too_many_at_once_are_refused(store, of, many):
    await begin(store, of, room("Guardroom"))
    with pytest.raises(TooMuch):
        await begin(store, of, *(room(f"room {n}") for n in range(many)))


async def test_a_full_list_takes_no_more_and_can_all_be_drawn_from(store, of):
    for start in range(0, MOST_ENTRIES, MOST_AT_ONCE):
        names = [f"{n} {'x' * 70}" for n in range(start, start + MOST_AT_ONCE)]
        await begin(store, of, *(room(name) for name in names))

    with pytest.raises(TooMuch, match="1,000"):
        await begin(store, of, room("one more"))
    rolled = await store.write(roll, of(), Wanted(3), (4, 5, 1_000))
    assert rolled.value is not None
    assert rolled.value.outcome.value.number == 1_000


@pytest.mark.parametrize(
    "edit", [Edit(""), Edit("\u200b"), Edit("x" * 81), Edit("x", "mythical"), Edit("x", text="y" * 1_001)]
)
def test_what_cannot_be_a_chamber_is_refused(edit):
    with pytest.raises(Refusal):
        chamber_of(edit)


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (Edit(name="Barracks"), "is called Barracks now"),
        (Edit(rarity="very-rare"), "is very rare now"),
        (Edit(text="Bunks."), "has another text for game masters"),
        (Edit(text=""), "has no text for game masters any more"),
        (Edit(players="A smell of feet."), "has another text for players"),
        (Edit(known=True), "is known to the players now"),
        (Edit(retired=True), "is retired: it is drawn no more"),
        (Edit(name="GUARDROOM", known=True), "is called GUARDROOM now; is known to the players now"),
    ],
)
@pytest.mark.parametrize("wanted", ["guardroom", "#1", "1"])
async def test_an_edit_is_told_and_taken_back(store, of, edit, said, wanted):
    await begin(store, of, room("Guardroom", text="Three stools."), room("Crypt"))
    before = await state(store)

    changed = await store.write(edit_chamber, of(), 3, wanted, edit)

    assert changed.text == f"Chamber 1 of level 3, Guardroom, {said}."
    assert await state(store) != before
    await check(store)
    await store.write(undo, of())
    assert await state(store) == before
    await check(store)


async def test_edits_that_change_nothing_or_take_a_name_are_refused(store, of):
    await begin(store, of, room("Guardroom"), room("Crypt"))
    before = await state(store)
    with pytest.raises(OptionError, match="so already"):
        await store.write(edit_chamber, of(), 3, "Guardroom", Edit(rarity="common", known=False))
    with pytest.raises(NameTaken):
        await store.write(edit_chamber, of(), 3, "Guardroom", Edit(name="CRYPT"))
    for wanted in ("Chapel", "0", "3", "99999999999", "٣"):
        with pytest.raises(NotHere, match="/chamber list"):
            await store.write(edit_chamber, of(), 3, wanted, Edit(known=True))
    assert await state(store) == before


async def test_a_name_of_digits_goes_before_a_number(store, of):
    await begin(store, of, room("2"), room("Crypt"))
    changed = await store.write(edit_chamber, of(), 3, "2", Edit(known=True))
    assert changed.text.startswith("Chamber 1 of level 3, 2,")


async def test_each_placing_is_kept_with_when_and_by_whom(store, of):
    await begin(store, of, room("Guardroom"), room("Crypt"))
    before = await state(store)
    one = await store.write(place_chamber, of(at=1_800_000_000_000), 3, "Guardroom", "LEXI-1/12")
    two = await store.write(
        place_chamber, of(actor_id=BEN, actor_name="Ben", at=1_800_000_000_001), 3, "1", "below  the mill"
    )

    shown = await store.read(chamber_seen, 1, 3, "guardroom", game_master=True)
    assert one.text == "Guardroom, chamber 1 of level 3, is placed at LEXI-1/12."
    assert [(each.where, each.at, shown.people[each.by]) for each in shown.listed.placements] == [
        ("LEXI-1/12", 1_800_000_000_000, "Aya"),
        ("below the mill", 1_800_000_000_001, "Ben"),
    ]
    assert await store.read(names_of, 1) == {1: "Aya", 2: "Ben"}
    assert Slot("placement", "3", 2) in await state(store)
    await check(store)
    await store.write(undo, of(), two.recorded.event.reference)
    await store.write(undo, of(), one.recorded.event.reference)
    assert await state(store) == before
    with pytest.raises(DocumentRefused):
        await store.write(place_chamber, of(), 3, "Crypt", "\u200b")


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
