"""A sheet comes onto a list: held against it first, kept as a draft, done once, taken back as a whole."""

from __future__ import annotations

import asyncio

import pytest

from bot.campaign import Audience, audit, monster_import, monster_list
from bot.campaign.changes import rebuilt, standing
from bot.campaign.entries import Lists
from bot.campaign.errors import NameTaken, NotHere, SheetRefused
from bot.campaign.monster_list import Details
from bot.campaign.monster_naming import Named, resolve
from bot.campaign.monster_sheet import read_sheet
from bot.campaign.undo import undo

from .conftest import AYA, BEN, NOON

NOTHING = Details({})


@pytest.fixture
def of(new):
    def make(**given):
        return new(
            **{"kind": monster_import.KIND, "document": {}, "text": "", "audience": Audience.MASTERS} | given
        )

    return make


async def prepare(store, of, text, level=1, **given):
    return await store.write(monster_import.prepare, of(**given), level, read_sheet(text))


async def names(store):
    return [document["name"] for slot, document in sorted((await store.read(standing, 1)).items())]


async def test_nothing_comes_before_it_is_confirmed_and_then_once(store, of):
    preview = await prepare(store, of, "name,HTK,EA\norc,4.5,\nghost,45,4\n")
    assert [row.monster.name for row in preview.sheet.rows] == ["orc", "ghost"]
    assert await names(store) == []

    done = await store.write(monster_import.bring, of(), preview.reference)
    assert done.text == "New on the list of level 1 by import: A orc and B ghost."
    assert await names(store) == ["orc", "ghost"]
    with pytest.raises(NotHere, match="confirmed already"):
        await store.write(monster_import.bring, of(), preview.reference)
    assert await names(store) == ["orc", "ghost"]


async def test_pressed_twice_at_once_it_comes_once(store, of):
    preview = await prepare(store, of, "name\norc\n")
    found = await asyncio.gather(
        *(store.write(monster_import.bring, of(), preview.reference) for _ in range(8)),
        return_exceptions=True,
    )
    assert sum(not isinstance(each, BaseException) for each in found) == 1
    assert sum(isinstance(each, NotHere) for each in found) == 7
    assert await names(store) == ["orc"]


async def test_the_same_press_delivered_twice_is_answered_the_same(store, of):
    preview = await prepare(store, of, "name\norc\n")
    press = of()
    first = await store.write(monster_import.bring, press, preview.reference)
    again = await store.write(monster_import.bring, press, preview.reference)
    assert again.text == first.text
    assert await names(store) == ["orc"]


async def test_only_who_asked_may_confirm_and_only_for_a_day(store, of):
    preview = await prepare(store, of, "name\norc\n", actor_id=AYA)
    with pytest.raises(NotHere):
        await store.write(monster_import.bring, of(actor_id=BEN), preview.reference)
    with pytest.raises(NotHere):
        await store.write(monster_import.bring, of(at=NOON + 25 * 3600 * 1000), preview.reference)
    await store.write(monster_import.bring, of(), preview.reference)
    assert await names(store) == ["orc"]


async def test_names_on_the_list_are_left_out_and_say_whose_they_are(store, of):
    await store.write(monster_list.add, of(), 1, ["Ägir"], Details({"extraordinary": True}))
    await store.write(monster_list.add, of(), 2, ["orc"], NOTHING)
    preview = await prepare(store, of, "name\norc\nA\u0308GIR\n a\u0308\u200bgir\nelf\n")
    assert [row.monster.name for row in preview.sheet.rows] == ["orc", "elf"]
    why = {fault.number: fault.why for fault in preview.sheet.faults}
    assert why == {3: "“Ägir” is a of level 1 already", 4: "“ägir” stands in line 3 already"}


async def test_a_name_that_came_meanwhile_stops_the_whole(store, of):
    preview = await prepare(store, of, "name\nbat\norc\n")
    await store.write(monster_list.add, of(), 1, ["ORC"], NOTHING)
    with pytest.raises(NameTaken, match="“ORC”"):
        await store.write(monster_import.bring, of(), preview.reference)
    assert await names(store) == ["ORC"]
    await store.write(undo, of())
    done = await store.write(monster_import.bring, of(), preview.reference)
    assert [each.letter for each in done.value.entries] == ["B", "C"]  # A was given out


async def test_variants_stand_above_or_on_the_list(store, of):
    await store.write(monster_list.add, of(), 1, ["spider"], NOTHING)
    preview = await prepare(
        store,
        of,
        "name,variant of\ncentipede,\nhoard crawler,Centipede\nsage spider,a\nlost,nobody\n"
        "third,hoard crawler\nself,self\nplain,-\n",
    )
    assert {fault.number: fault.why for fault in preview.sheet.faults} == {
        5: "“nobody”, of which it is a variant, is neither above it nor on the list",
        6: "“hoard crawler”, of which it is a variant, is a variant itself",
        7: "“self”, of which it is a variant, is neither above it nor on the list",
    }
    await store.write(monster_import.bring, of(), preview.reference)

    def look(connection):
        lists = Lists(connection, 1)
        named = ("centipede", "hoard crawler", "sage spider", "plain")
        return [resolve(lists, Named(name, 1)).listed.monster.variant_of for name in named]

    assert await store.read(look) == [None, 2, 1, None]


async def test_a_sheet_without_a_good_line_leaves_no_draft(store, of):
    preview = await prepare(store, of, "name,hd\norc,many\n")
    assert preview.reference == ""
    assert len(preview.sheet.faults) == 1


async def test_five_hundred_are_one_event_and_taken_back_as_one(store, of):
    await store.write(monster_list.add, of(), 1, ["first"], NOTHING)
    before = await store.read(standing, 1)
    preview = await prepare(
        store, of, "name,hd,notes\n" + "".join(f"kind {n},{n},note\n" for n in range(1, 501))
    )
    done = await store.write(monster_import.bring, of(), preview.reference)
    assert done.text == (
        "500 monsters came onto the list of level 1 by import, B to SG: "
        "B kind 1, C kind 2, D kind 3 and 497 more."
    )
    assert len(await names(store)) == 501
    assert await store.read(standing, 1) == await store.read(rebuilt, 1)
    taken = await store.write(undo, of())
    assert len(taken.reversed) == 1
    assert await store.read(standing, 1) == before
    assert (await store.read(audit, 1)).fault is None


async def test_more_than_an_event_can_keep_is_refused_at_once(store, of):
    rows = "".join(f"kind {n},{'n' * 990}\n" for n in range(450))
    with pytest.raises(SheetRefused, match="split it"):
        await prepare(store, of, f"name,notes\n{rows}")
    assert await names(store) == []
