"""Taking back restores exactly what was before, names what stands on it, and happens once."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

import pytest

from bot.campaign import audit, record
from bot.campaign.changes import Changed, Changer, Told, change, last_numbers, rebuilt, standing
from bot.campaign.entries import Lists, Slot
from bot.campaign.errors import NameTaken, NothingToUndo
from bot.campaign.undo import undo

if TYPE_CHECKING:
    from bot.campaign import Store


def add(connection, new, name, relies_on=None) -> Changed[Slot]:
    def work(changer: Changer) -> Told[Slot]:
        slot = changer.next("chamber", "3")
        changer.put(slot, {"name": name})
        if relies_on is not None:
            changer.stand_on(relies_on)
        return Told(slot, f"Chamber {slot.number} is {name}.")

    return change(connection, new, work)


def rename(connection, new, slot, name) -> Changed[None]:
    def work(changer: Changer) -> Told[None]:
        changer.put(slot, {"name": name})
        return Told(None, f"Chamber {slot.number} is now {name}.")

    return change(connection, new, work)


async def state(store: Store):
    return await store.read(standing, 1), await store.read(last_numbers, 1)


async def check(store: Store) -> None:
    """The lists are what the history says, and the history is whole."""
    assert await store.read(standing, 1) == await store.read(rebuilt, 1)
    assert (await store.read(audit, 1)).fault is None


@pytest.fixture
def of(new):
    return lambda **given: new(kind="chamber", document={}, text="", **given)


async def test_the_last_change_is_taken_back_and_its_number_stays_given(store, of):
    first = await store.write(add, of(), "hall of mirrors")
    before, _ = await state(store)
    second = await store.write(add, of(), "well room")

    taken = await store.write(undo, of())

    assert [event.reference for event in taken.reversed] == [second.recorded.event.reference]
    assert (await state(store))[0] == before
    assert taken.recorded is not None
    assert (
        taken.recorded.event.text == f"Took back #{second.recorded.event.reference}: Chamber 2 is well room."
    )
    third = await store.write(add, of(), "well room")
    assert third.value == Slot("chamber", "3", 3)
    assert first.value == Slot("chamber", "3", 1)
    await check(store)


async def test_a_second_time_it_is_already_undone(store, of):
    added = await store.write(add, of(), "crypt")
    reference = added.recorded.event.reference
    taken = await store.write(undo, of(), reference)
    before = await state(store)

    with pytest.raises(
        NothingToUndo, match=f"#{reference} is already undone, by #{taken.recorded.event.reference}"
    ):
        await store.write(undo, of(), reference)

    assert await state(store) == before
    await check(store)


async def test_two_at_once_take_it_back_once(store, of):
    added = await store.write(add, of(), "crypt")
    reference = added.recorded.event.reference
    found = await asyncio.gather(
        *(store.write(undo, of(), reference) for _ in range(8)), return_exceptions=True
    )
    assert sum(not isinstance(result, BaseException) for result in found) == 1
    assert sum(isinstance(result, NothingToUndo) for result in found) == 7
    await check(store)


async def test_the_same_interaction_takes_back_once(store, of):
    await store.write(add, of(), "crypt")
    added = await store.write(add, of(), "chapel")
    request = of()
    first = await store.write(undo, request)
    again = await store.write(undo, request)
    assert again.recorded.event == first.recorded.event
    assert list((await state(store))[0]) == [Slot("chamber", "3", 1)]
    assert added.value == Slot("chamber", "3", 2)
    await check(store)


async def test_what_stands_on_it_is_named_and_taken_back_together(store, of):
    empty = await state(store)
    crypt = await store.write(add, of(), "crypt")
    renamed = await store.write(rename, of(), crypt.value, "bone crypt")
    stair = await store.write(add, of(), "stair", crypt.value)
    other = await store.write(add, of(), "chapel")
    full = await state(store)

    offered = await store.write(undo, of(), crypt.recorded.event.reference)
    assert offered.recorded is None
    assert [event.reference for event in offered.standing] == [
        stair.recorded.event.reference,
        renamed.recorded.event.reference,
    ]
    assert await state(store) == full

    taken = await store.write(undo, of(), crypt.recorded.event.reference, together=True)
    assert len(taken.reversed) == 3
    assert list((await state(store))[0]) == [other.value]
    assert empty[0] == {}
    await check(store)


async def test_taking_back_an_undo_does_it_again(store, of):
    crypt = await store.write(add, of(), "crypt")
    await store.write(rename, of(), crypt.value, "bone crypt")
    before = await state(store)
    taken = await store.write(undo, of())
    await store.write(undo, of(), taken.recorded.event.reference)
    assert await state(store) == before

    last = await store.write(undo, of())  # the renaming counts again, so it is the last thing done
    assert last.recorded.event.text.startswith("Took back")
    assert (await state(store))[0] == {crypt.value: {"name": "crypt"}}
    await check(store)


async def test_what_changed_nothing_is_not_taken_back(store, of, new):
    with pytest.raises(NothingToUndo, match="no event in force"):
        await store.write(undo, of())
    rolled = await store.write(record, new())
    with pytest.raises(NothingToUndo, match="stays in the history"):
        await store.write(undo, of(), rolled.event.reference)
    with pytest.raises(NothingToUndo, match="no event of that reference"):
        await store.write(undo, of(), "zzzz")


@pytest.mark.parametrize(
    "name", ["ägir", "A\u0308gir", " Ägir ", "Ä\u200bgir", "ＡＧＩＲ".replace("Ａ", "Ä", 1), "ÄGIR"]
)
async def test_names_that_look_alike_are_one(store, of, name):
    await store.write(add, of(), "Ägir")
    before = await state(store)
    with pytest.raises(NameTaken, match="There is “Ägir”"):
        await store.write(add, of(), name)
    assert await state(store) == before


async def test_sixty_four_at_once_get_every_number(store, of):
    done = await asyncio.gather(*(store.write(add, of(), f"room {n}") for n in range(64)))
    assert sorted(changed.value.number for changed in done) == list(range(1, 65))
    await check(store)


@pytest.mark.parametrize("seed", range(4))
async def test_whatever_is_done_and_undone_the_history_tells_the_lists(store, of, seed):
    """Random additions, renamings and undos; after each undo together the lists are as they were before."""
    chance = random.Random(seed)
    references: list[str] = []
    for step in range(60):
        kept = sorted((await state(store))[0])
        try:
            if chance.random() < 0.4 or not kept:
                done = await store.write(add, of(), f"room {step}", chance.choice(kept) if kept else None)
                references.append(done.recorded.event.reference)
            elif chance.random() < 0.5:
                done = await store.write(rename, of(), chance.choice(kept), f"name {step}")
                references.append(done.recorded.event.reference)
            else:
                taken = await store.write(undo, of(), chance.choice(references), together=True)
                references.append(taken.recorded.event.reference)
        except NothingToUndo:
            continue
        await check(store)


async def test_lists_are_read_by_pages_names_and_scopes(store, of):
    for number in range(7):
        await store.write(add, of(), f"Room {number}")

    def look(connection):
        lists = Lists(connection, 1)
        page = lists.following("chamber", "3", after=4, most=2)
        named = lists.named("chamber", "3", "room 2")
        return (
            [entry.slot.number for entry in page],
            named,
            lists.scopes("chamber"),
            lists.count("chamber", "3"),
        )

    page, named, scopes, count = await store.read(look)
    assert page == [5, 6]
    assert named is not None
    assert named.slot.number == 3
    assert scopes == {"3": 7}
    assert count == 7
