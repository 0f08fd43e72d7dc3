"""Wandering lists, quadrants and quick stocking labels: kept, read, refused and taken back."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.campaign import audit, labels, wander
from bot.campaign.changes import last_numbers, rebuilt, standing
from bot.campaign.entries import Slot
from bot.campaign.errors import NotHere
from bot.campaign.monster_list import Details, Named, add, edit, retire
from bot.campaign.undo import undo
from bot.campaign.wander import Setting
from tables.dice import ScriptedDice
from tables.errors import OptionError, OverLimit, Refusal
from tables.region_codes import parse_region, parse_room
from tables.stocking_labels import parse_labels
from tables.wandering_lists import roll_list

if TYPE_CHECKING:
    from bot.campaign import Store

LEXI = parse_region("LEXI-1")
ORDINARY = "A B B A C C"
STRANGE = "haunting dwarf spirit, hoard crawler, q, Goblin, haunting dwarf spirit, hoard  CRAWLER"


async def state(store: Store):
    return await store.read(standing, 1)


async def check(store: Store) -> None:
    """The lists are what the history says, and the history is whole."""
    assert await store.read(standing, 1) == await store.read(rebuilt, 1)
    assert (await store.read(audit, 1)).fault is None


@pytest.fixture
def of(new):
    return lambda **given: new(kind="wander", document={}, text="", **given)


@pytest.fixture
async def level(store, of) -> None:
    """Level 1 has a giant rat, a bat and a goblin, A to C."""
    await store.write(add, of(), 1, ["giant rat", "bat", "goblin"], Details({}))


def sets(found) -> tuple[list[str], list[str]]:
    return tuple(
        [f"{line.letter} {line.monster.name}" for line in each] for each in (found.first, found.second)
    )


async def test_a_regions_two_sets_are_kept_with_repeats(store, of, level):
    await store.write(edit, of(), Named("C", 1), Details({"extraordinary": True}))
    done = await store.write(
        wander.set_list,
        of(),
        Setting(region=LEXI, first="A b B a c, C".replace(",", ""), second="c c c c c A"),
    )
    assert "first set of LEXI-1: A giant rat, B bat, B bat, A giant rat, c goblin, c goblin." in done.text
    found = await store.read(wander.list_of, 1, LEXI)
    assert sets(found) == (
        ["A giant rat", "B bat", "B bat", "A giant rat", "c goblin", "c goblin"],
        ["c goblin"] * 5 + ["A giant rat"],
    )
    await check(store)


async def test_new_names_come_onto_the_level_list_on_the_fly_and_go_with_the_undo(store, of, level):
    before = await state(store)
    done = await store.write(wander.set_list, of(), Setting(region=LEXI, second=STRANGE.replace("q,", "b,")))
    assert "New on the list of level 1: D haunting dwarf spirit, E hoard crawler." in done.text
    found = await store.read(wander.list_of, 1, LEXI)
    assert [line.letter for line in found.second] == ["D", "E", "B", "C", "D", "E"]
    assert found.first == ()

    await store.write(undo, of())
    assert await state(store) == before
    assert (await store.read(last_numbers, 1))["monster", "1"] == 5  # letters stay given
    await check(store)


async def test_setting_again_is_taken_back_to_the_set_before(store, of, level):
    await store.write(wander.set_list, of(), Setting(region=LEXI, first=ORDINARY, second=ORDINARY))
    before = await state(store)
    for setting in (
        Setting(region=LEXI, first="C C C C C wolf"),
        Setting(region=LEXI, second="-"),
        Setting(region=LEXI, reading="pair"),
        Setting(region=LEXI, first_on=3),
        Setting(region=None, reading="pair", first_on=2),
    ):
        await store.write(wander.set_list, of(), setting)
        assert await state(store) != before
        await store.write(undo, of())
        assert await state(store) == before
    await check(store)


async def test_a_list_stands_on_the_monsters_that_it_names(store, of, level):
    added = await store.write(add, of(), 1, ["wolf"], Details({}))
    listed = await store.write(wander.set_list, of(), Setting(region=LEXI, first="D D D A A A"))
    placed = await store.write(labels.place, of(), parse_room("LEXI-1/3"), parse_labels("M:D chest"))

    offered = await store.write(undo, of(), added.recorded.event.reference)
    assert offered.recorded is None
    assert [event.reference for event in offered.standing] == [
        placed.recorded.event.reference,
        listed.recorded.event.reference,
    ]
    await store.write(undo, of(), added.recorded.event.reference, together=True)
    assert [slot.list for slot in await state(store)] == ["monster"] * 3
    await check(store)


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("A B C", "these are 3"),
        ("A B B q C D Z", "these are 7"),
        ("A A A A A Z", "no Z on the list of level 1"),
        ("A, A, A, A, A, \u200b", "sign that can be seen"),
        (", ".join(["x" * 81] * 6), "80 characters"),
        ("A, " * 400, "1,000 characters"),
        ("giant rat", "these are 2"),
    ],
)
async def test_what_is_no_set_changes_nothing(store, of, level, written, says):
    before = await state(store)
    with pytest.raises(Refusal, match=says):
        await store.write(wander.set_list, of(), Setting(region=LEXI, first=written))
    assert await state(store) == before
    assert (await store.read(last_numbers, 1))["monster", "1"] == 3
    await check(store)


async def test_a_retired_monster_is_not_set(store, of, level):
    await store.write(retire, of(), Named("B", 1))
    with pytest.raises(OptionError, match="B bat is retired"):
        await store.write(wander.set_list, of(), Setting(region=LEXI, first=ORDINARY))


async def test_the_same_again_or_nothing_at_all_is_refused(store, of, level):
    await store.write(wander.set_list, of(), Setting(region=LEXI, first=ORDINARY))
    for setting in (
        Setting(region=LEXI, first=ORDINARY.lower()),
        Setting(region=LEXI),
        Setting(region=None),
        Setting(region=None, first=ORDINARY),
        Setting(region=LEXI, reading="both"),
        Setting(region=LEXI, first_on=6),
    ):
        with pytest.raises(Refusal, match="Nothing was changed"):
            await store.write(wander.set_list, of(), setting)
    await check(store)


async def test_how_the_dice_are_read_is_the_regions_or_the_campaigns(store, of, level):
    both = Setting(region=LEXI, first=ORDINARY, second="C C C C C C")
    await store.write(wander.set_list, of(), both)
    await store.write(wander.set_list, of(), Setting(region=None, first_on=3))
    found = await store.read(wander.list_of, 1, LEXI)
    assert (found.how.first_on, found.own_how) == (3, False)
    assert roll_list(wander.to_roll(found), ScriptedDice((4, 1, *[1] * 40))).value[0].name == "goblin"

    await store.write(wander.set_list, of(), Setting(region=LEXI, reading="pair"))
    found = await store.read(wander.list_of, 1, LEXI)
    assert (found.how.reading, found.own_how) == ("pair", True)
    assert len(roll_list(wander.to_roll(found), ScriptedDice([1] * 60)).value) == 2
    assert len(roll_list(wander.to_roll(found, "one"), ScriptedDice([1] * 60)).value) == 1


async def test_how_many_appear_is_the_lists_own_or_the_bestiarys(store, of, level):
    await store.write(edit, of(), Named("A", 1), Details({"appearing": "2d4; 5d10"}))
    await store.write(add, of(), 1, ["orc", "thing without a number"], Details({}))
    both = Setting(region=LEXI, first="A orc orc orc orc E", second=ORDINARY)
    await store.write(wander.set_list, of(), both)
    listed = wander.to_roll(await store.read(wander.list_of, 1, LEXI))
    assert [each.appearing for each in listed.first] == ["2d4", *["3d10*10"] * 4, ""]


async def test_a_list_that_is_not_whole_or_throws_too_many_dice_is_not_rolled(store, of, level):
    with pytest.raises(NotHere, match="LEXI-1 has no wandering list"):
        wander.to_roll(await store.read(wander.list_of, 1, LEXI))
    await store.write(wander.set_list, of(), Setting(region=LEXI, first=ORDINARY))
    with pytest.raises(NotHere, match="only half of one"):
        wander.to_roll(await store.read(wander.list_of, 1, LEXI))
    await store.write(edit, of(), Named("A", 1), Details({"appearing": "999d6"}))
    await store.write(wander.set_list, of(), Setting(region=LEXI, second=ORDINARY))
    with pytest.raises(OverLimit, match="1,000 dice"):
        wander.to_roll(await store.read(wander.list_of, 1, LEXI), "pair")


async def test_regions_set_at_once_enter_each_name_once(store, of):
    codes = [f"{letters}-2" for letters in ("WOOD", "FING", "CHIL", "GUAN", "LEXI", "APES", "TALE", "QUIP")]
    every = [
        Setting(region=parse_region(code), first=f"goblin, bat, {code} boss, bat, goblin, bat")
        for code in codes
    ]
    await asyncio.gather(*(store.write(wander.set_list, of(), setting) for setting in every))
    monsters = [slot for slot in await state(store) if slot.list == "monster"]
    assert sorted(slot.number for slot in monsters) == list(range(1, 11))
    assert (await store.read(wander.overview, 1)).regions == tuple(sorted(codes))
    await check(store)


async def test_quadrants_are_prepared_changed_and_taken_back(store, of):
    await store.write(wander.prepare, of(), 5, 1, "{2d6} orcs from the fort")
    before = await state(store)
    done = await store.write(wander.prepare, of(), 5, 1, "a balrog")
    assert done.text == "Prepared for the north-west quadrant of level 5: a balrog."
    await store.write(wander.prepare, of(), 5, 4, "nothing but echoes")
    assert await store.read(wander.quadrants_of, 1, 5) == {1: "a balrog", 4: "nothing but echoes"}
    assert (await store.read(wander.overview, 1)).levels == (5,)
    await store.write(undo, of())
    await store.write(undo, of())
    assert await state(store) == before
    await store.write(wander.prepare, of(), 5, 1, "")
    assert await store.read(wander.quadrants_of, 1, 5) == {}
    for level, quadrant, text in ((5, 1, ""), (5, 5, "x"), (5, 2, "{orcs}")):
        with pytest.raises(Refusal):
            await store.write(wander.prepare, of(), level, quadrant, text)
    await check(store)


async def test_a_rooms_labels_are_kept_in_order_and_printed_as_the_monster_is_now(store, of, level):
    room = parse_room("lexi-1/12")
    done = await store.write(labels.place, of(), room, parse_labels("m:b chest, M:c, H:wall n, H:floor"))
    assert done.text == "LEXI-1/12: M:B chest, M:C, H:wall N, H:floor."
    await store.write(edit, of(), Named("C", 1), Details({"extraordinary": True}))
    page = await store.read(labels.page, 1, LEXI, 0)
    [labelled] = page.rooms
    assert [(each.written, each.monster) for each in labelled.labels] == [
        ("M:B chest", "bat"),
        ("M:c", "goblin"),
        ("H:wall N", ""),
        ("H:floor", ""),
    ]
    assert not page.more
    assert await store.read(labels.regions, 1) == ("LEXI-1",)


async def test_labels_are_replaced_taken_away_and_taken_back(store, of, level):
    room = parse_room("LEXI-1/6A")
    empty = await state(store)
    await store.write(labels.place, of(), room, parse_labels("M:A"))
    one = await state(store)
    await store.write(labels.place, of(), room, parse_labels("M:B sack, H:wall"))
    assert [slot for slot in await state(store) if slot.list == "label"] == [Slot("label", "LEXI-1", 1)]
    two = await state(store)
    with pytest.raises(Refusal, match="these labels already"):
        await store.write(labels.place, of(), room, parse_labels("m:b s, h:WALL"))
    await store.write(labels.place, of(), room, ())
    assert await state(store) == empty
    for before in (two, one, empty):
        await store.write(undo, of())
        assert await state(store) == before
    with pytest.raises(NotHere, match="LEXI-1/6A has no labels"):
        await store.write(labels.place, of(), room, ())
    with pytest.raises(NotHere, match="no Q on the list of level 1"):
        await store.write(labels.place, of(), room, parse_labels("M:Q"))
    await check(store)


async def test_many_rooms_with_labels_have_pages(store, of):
    for number in range(1, 2 * labels.PAGE + 2):
        await store.write(labels.place, of(), parse_room(f"LEXI-1/{number}"), parse_labels("H:floor"))
    pages = [await store.read(labels.page, 1, LEXI, number) for number in range(3)]
    assert [len(page.rooms) for page in pages] == [labels.PAGE, labels.PAGE, 1]
    assert [page.more for page in pages] == [True, True, False]
