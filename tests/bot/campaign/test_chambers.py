"""Wandering chambers: grown in order, named once, rolled, placed, retired; each of it taken back exactly."""

from __future__ import annotations

import asyncio

import pytest

from bot.campaign.chamber import Chamber, Edit, chamber_of
from bot.campaign.chamber_rolls import Wanted
from bot.campaign.chambers import (
    MOST_AT_ONCE,
    add_chambers,
    chamber_seen,
    edit_chamber,
    place_chamber,
)
from bot.campaign.changes import last_numbers
from bot.campaign.entries import Slot
from bot.campaign.errors import DocumentRefused, NameTaken, NotHere, TooMuch
from bot.campaign.people import names_of
from bot.campaign.undo import undo
from tables.chambers import MOST_ENTRIES
from tables.errors import OptionError, Refusal
from tests.bot.campaign.chambers_at_hand import begin, check, listed, roll, room, state

BEN = 902


@pytest.fixture
def of(new):
    return lambda **given: new(**{"kind": "chamber", "document": {}, "text": "", **given})


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
