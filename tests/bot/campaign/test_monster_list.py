"""The master monster lists on both engines: letters, looking up, changes and taking them back."""

from __future__ import annotations

import asyncio
from fractions import Fraction

import pytest

from bot.campaign import Audience, audit, monster_finding, monster_list
from bot.campaign.changes import Changer, Told, change, last_numbers, rebuilt, standing
from bot.campaign.entries import Lists
from bot.campaign.errors import DocumentRefused, NameTaken, NotHere
from bot.campaign.monster import Listed, Monster, changed, document_of, monster_of
from bot.campaign.monster_cells import read_edit
from bot.campaign.monster_finding import PAGE, Search
from bot.campaign.monster_list import Details, enter, entered
from bot.campaign.monster_naming import Named, resolve, visible
from bot.campaign.undo import undo
from tables.alphabet import letters_for
from tables.errors import OptionError

NOTHING = Details({})


@pytest.fixture
def of(new):
    return lambda **given: new(kind="monster", document={}, text="", audience=Audience.MASTERS, **given)


async def add(store, of, *names, level=1, variant_of=None, **cells):
    flags = {name: cells.pop(name) for name in list(cells) if isinstance(cells[name], bool)}
    details = Details(read_edit(cells) | flags, variant_of)
    return await store.write(monster_list.add, of(), level, names, details)


async def edit(store, of, text, level=1, variant_of=None, **cells):
    flags = {name: cells.pop(name) for name in list(cells) if isinstance(cells[name], bool)}
    details = Details(read_edit(cells) | flags, variant_of)
    return await store.write(monster_list.edit, of(), Named(text, level), details)


async def state(store):
    return await store.read(standing, 1)


async def find(store, text, level=None, *, game_master=True) -> Listed:
    def look(connection):
        return resolve(Lists(connection, 1), Named(text, level, game_master)).listed

    return await store.read(look)


async def check(store):
    assert await store.read(standing, 1) == await store.read(rebuilt, 1)
    assert (await store.read(audit, 1)).fault is None


async def fill(store, of, many, *, level=1, known=lambda number: False):
    """So many monsters on a list, by events of a hundred."""
    for start in range(0, many, 100):
        numbers = range(start + 1, min(start + 100, many) + 1)

        def work(changer: Changer, numbers=numbers) -> Told[None]:
            for number in numbers:
                enter(changer, level, Monster(name=f"Kind {number}", known=known(number)))
            return Told(None, "Filled.")

        await store.write(change, of(), work)


def test_a_document_holds_what_is_said_and_comes_back():
    plain = Monster(name="orc")
    assert document_of(plain) == {"name": "orc"}
    full = changed(plain, read_edit({"hd": "3+3", "sa": "1", "price": "2.5", "left": "12", "lair": "0"}))
    assert document_of(full) == {
        "name": "orc",
        "figures": {"hd": "3+3", "sa": 1},
        "price": "2 1/2",
        "left": 12,
        "lair": 0,
    }
    assert monster_of(document_of(full)) == full
    assert (full.rating, full.cost) == ("4 1/2", "2 1/2")
    assert not any(isinstance(value, float | Fraction) for value in document_of(full).values())


async def test_letters_come_in_order_of_appearance_and_their_case_is_a_flag(store, of):
    first = await add(store, of, "orc", "wild dog", "shrieker")
    ghost = await add(store, of, "ghost", extraordinary=True, hd="10", ea="4")
    other = await add(store, of, "orc", level=2)

    assert first.text == "New on the list of level 1: A orc, B wild dog and C shrieker."
    assert ghost.text == "ghost is d of level 1: CR 17 by the formula, from 10 HD, 4 extraordinary abilities."
    assert other.text == "orc is A of level 2."
    for text in ("d", "D", "M:d", "m:D", "1:d", "ghost", "GHOST", "d · ghost (level 1)", "ghost (level 1)"):
        assert (await find(store, text)).monster.name == "ghost", text
    assert (await find(store, "a", 2)).level == 2

    now = await edit(store, of, "D", extraordinary=False)
    assert now.text == "D of level 1, ghost: now ordinary, with the letter D."
    assert (await find(store, "d", 1)).letter == "D"
    await check(store)


async def test_sixty_four_at_once_get_every_letter_without_a_gap(store, of):
    """C85."""
    done = await asyncio.gather(*(add(store, of, f"monster {number}") for number in range(64)))
    letters = {entry.letter for one in done for entry in one.value.entries}
    assert letters == {letters_for(number) for number in range(1, 65)}
    assert {"A", "Z", "AA", "BL"} <= letters
    await check(store)


async def test_many_change_one_count_at_once_and_none_is_lost(store, of):
    """C85: a change of a count is worked out where it is kept."""
    await add(store, of, "goblin", left="100")
    await asyncio.gather(*(edit(store, of, "A", left="-3") for _ in range(20)))
    assert (await find(store, "A")).monster.left == 40
    await edit(store, of, "A", left="+2")
    assert (await edit(store, of, "goblin", left="40")).text == "A of level 1, goblin: 42 to 40 left."
    with pytest.raises(OptionError, match="only 40"):
        await edit(store, of, "A", left="-41")
    await edit(store, of, "A", left="endless")
    with pytest.raises(OptionError, match="is endless"):
        await edit(store, of, "A", left="-1")
    assert (await find(store, "A")).monster.left is None
    await check(store)


async def test_the_letter_counts_before_a_name_and_that_is_said(store, of):
    await fill(store, of, 17)
    await add(store, of, "B")
    done = await store.write(monster_list.retire, of(), Named("b", 1))
    assert done.value.entries[0].monster.name == "Kind 2"
    assert done.value.said == "“b” is also the name of R; the letter counts before the name."
    assert (await find(store, "R", 1)).monster.name == "B"
    await add(store, of, "Ox")
    assert (await find(store, "ox", 1)).monster.name == "Ox"  # OX would be number 414: nobody has it


async def test_a_letter_on_several_levels_asks_for_the_level(store, of):
    await add(store, of, "orc", level=1)
    await add(store, of, "orc", "elf", level=3)
    with pytest.raises(OptionError, match="say level 1 or 3"):
        await find(store, "A")
    with pytest.raises(OptionError, match="say level 1 or 3"):
        await find(store, "Orc")
    assert (await find(store, "b")).monster.name == "elf"
    assert (await find(store, "elf")).level == 3
    assert (await find(store, "orc", 3)).level == 3
    for text in ("zz", "nobody", "9:A", "", "\u200b", "M:", "1:ZZ", "x" * 5_000):
        with pytest.raises(NotHere, match="/monster find"):
            await find(store, text, 1)


@pytest.mark.parametrize("name", ["ägir", "A\u0308gir", " Ägir ", "Ä\u200bgir", "Ägir\u2060", "ÄGIR"])
async def test_names_that_look_alike_are_one(store, of, name):
    await add(store, of, "Ägir", "orc")
    before = await state(store)
    with pytest.raises(NameTaken, match="There is “Ägir”"):
        await add(store, of, name)
    with pytest.raises(NameTaken, match="There is “Ägir”"):
        await edit(store, of, "orc", name=name)
    with pytest.raises(OptionError, match="are the same"):
        await add(store, of, "Elf", "e\u200bLF", level=2)
    assert await state(store) == before
    assert (await find(store, name, 1)).letter == "A"
    await edit(store, of, "A", name=name, lair="10")  # its own name, however it is written, is no other's
    assert (await find(store, "ÄGIR", 1)).monster.lair == 10


@pytest.mark.parametrize("name", ["", " ", "\u200b\u2060", "n" * 81])
async def test_what_is_no_name_is_refused(store, of, name):
    with pytest.raises(DocumentRefused):
        await add(store, of, "orc", name)
    assert await state(store) == {}


async def test_a_refused_addition_leaves_no_gap_in_the_letters(store, of):
    await add(store, of, "orc")
    for _ in range(3):
        with pytest.raises(NameTaken):
            await add(store, of, "elf", "ORC")
    done = await add(store, of, "elf")
    assert done.value.entries[0].letter == "B"


async def test_ratings_are_stated_or_computed_and_say_which(store, of):
    await add(store, of, "gnoll", hd="2", cr="1.75")
    orc = await add(store, of, "orc", hd="1")
    assert orc.text == "orc is B of level 1: CR 1 by the formula, from 1 HD."
    gnoll = await find(store, "gnoll", 1)
    assert (gnoll.monster.rating, gnoll.monster.figures.rating) == ("1 3/4", "2")

    told = await edit(store, of, "gnoll", sa="1")
    assert told.text == (
        "A of level 1, gnoll: CR by the formula 2 to 3, from 2 HD, 1 special ability; "
        "CR stays 1 3/4 as stated."
    )
    await edit(store, of, "gnoll", cr="-")
    assert (await find(store, "gnoll", 1)).monster.rating == "3"
    with pytest.raises(OptionError, match="Abilities alone"):
        await add(store, of, "thing", sa="2")
    with pytest.raises(OptionError, match="like that already"):
        await edit(store, of, "gnoll", sa="1")
    with pytest.raises(OptionError, match="Say what should change"):
        await store.write(monster_list.edit, of(), Named("gnoll", 1), NOTHING)
    await check(store)


async def test_variants_of_a_kind(store, of):
    await add(store, of, "centipede")
    await add(store, of, "hoard crawler", variant_of="a")
    crawler = await find(store, "hoard crawler", 1)
    assert crawler.monster.variant_of == 1
    shown = await store.read(monster_finding.show, 1, Named("centipede", 1))
    assert [each.monster.name for each in shown.variants] == ["hoard crawler"]
    assert (await store.read(monster_finding.show, 1, Named("b", 1))).parent.monster.name == "centipede"

    for text, variant_of, words in (
        ("A", "centipede", "no variant of itself"),
        ("A", "B", "is a variant itself"),
        ("A", "nobody", "no monster"),
    ):
        if text != variant_of:
            with pytest.raises((OptionError, NotHere), match=words):
                await edit(store, of, text, variant_of=variant_of)
    await add(store, of, "spider")
    with pytest.raises(OptionError, match="variants of its own"):
        await edit(store, of, "A", variant_of="spider")
    await add(store, of, "bat", level=2)
    with pytest.raises(OptionError, match="its own level"):
        await edit(store, of, "spider", variant_of="2:A")
    await edit(store, of, "B", variant_of="")
    assert (await find(store, "B", 1)).monster.variant_of is None
    await check(store)


async def test_a_copy_keeps_a_link_and_its_own_count(store, of):
    await add(store, of, "centipede")
    await add(
        store, of, "hoard crawler", variant_of="A", left="7", known=True, hd="1", notes="hides in coins"
    )
    done = await store.write(monster_list.copy, of(), Named("B", 1), 2)
    assert done.text == (
        "hoard crawler is A of level 2, copied from B of level 1: CR 1 by the formula, from 1 HD."
    )
    copied = (await find(store, "A", 2)).monster
    assert (copied.notes, copied.left, copied.known, copied.variant_of) == (
        "hides in coins",
        None,
        False,
        None,
    )
    assert (copied.copied_from.level, copied.copied_from.number) == (1, 2)
    with pytest.raises(NameTaken):
        await store.write(monster_list.copy, of(), Named("B", 1), 2)
    with pytest.raises(OptionError, match="on that list already"):
        await store.write(monster_list.copy, of(), Named("B", 1), 1)
    await add(store, of, "Centipede", level=3)
    await store.write(monster_list.copy, of(), Named("B", 1), 3)
    assert (await find(store, "hoard crawler", 3)).monster.variant_of == 1
    await check(store)


async def test_a_retired_one_keeps_its_letter_and_name(store, of):
    await add(store, of, "orc")
    done = await store.write(monster_list.retire, of(), Named("A", 1))
    assert done.text == "A of level 1, orc, is retired; its letter stays its own."
    assert (await add(store, of, "elf")).value.entries[0].letter == "B"
    with pytest.raises(NameTaken):
        await add(store, of, "orc")
    with pytest.raises(OptionError, match="retired already"):
        await store.write(monster_list.retire, of(), Named("A", 1))
    await store.write(monster_list.retire, of(), Named("A", 1), back=True)
    with pytest.raises(OptionError, match="in use already"):
        await store.write(monster_list.retire, of(), Named("A", 1), back=True)


async def test_every_change_is_taken_back_exactly(store, of):
    await add(store, of, "centipede", "orc", left="12", hd="1")
    await add(store, of, "elf", level=2)
    steps = (
        lambda: add(store, of, "bat", "rat", "cat"),
        lambda: add(store, of, "hoard crawler", variant_of="A", extraordinary=True),
        lambda: edit(store, of, "orc", name="uruk", left="-5", lair="35", notes="mean", known=True),
        lambda: edit(store, of, "orc", extraordinary=True),
        lambda: edit(store, of, "orc", variant_of="centipede"),
        lambda: store.write(monster_list.retire, of(), Named("B", 1)),
        lambda: store.write(monster_list.copy, of(), Named("B", 1), 2),
        lambda: fill(store, of, 3, level=5),
    )
    for step in steps:
        before = await state(store)
        await step()
        assert await state(store) != before
        taken = await store.write(undo, of())
        assert await state(store) == before
        assert taken.recorded is not None
        await check(store)
    assert (await add(store, of, "last")).value.entries[0].letter == "G"  # A, B and four given out before


async def test_what_stands_on_an_entry_is_taken_back_with_it(store, of):
    centipede = await add(store, of, "centipede")
    crawler = await add(store, of, "hoard crawler", variant_of="A")
    copied = await store.write(monster_list.copy, of(), Named("A", 1), 2)
    offered = await store.write(undo, of(), centipede.recorded.event.reference)
    assert {event.reference for event in offered.standing} == {
        crawler.recorded.event.reference,
        copied.recorded.event.reference,
    }
    await store.write(undo, of(), centipede.recorded.event.reference, together=True)
    assert await state(store) == {}
    assert await store.read(last_numbers, 1) == {("monster", "1"): 2, ("monster", "2"): 1}


async def test_the_same_interaction_adds_once(store, of):
    request = of()
    first = await store.write(monster_list.add, request, 1, ["orc"], NOTHING)
    again = await store.write(monster_list.add, request, 1, ["orc"], NOTHING)
    assert again.text == first.text
    assert again.value is None
    assert len(await state(store)) == 1


async def test_a_region_copies_up_what_the_level_lacks(store, of):
    await add(store, of, "Orc")

    def up(changer: Changer) -> Told[list[str]]:
        kept = [entered(changer, 1, Monster(name=name)) for name in ("ORC", "bat", "orc", "bat")]
        return Told([each.letter for each in kept], "Copied up.")

    assert (await store.write(change, of(), up)).value == ["A", "B", "A", "B"]
    await check(store)


@pytest.mark.parametrize("many", [0, 1, PAGE, PAGE + 1, 1_000])
async def test_pages_hold_everything_once_and_players_see_no_gap(store, of, many):
    await add(store, of, "on another level", level=9)
    await fill(store, of, many, known=lambda number: number % 7 == 0)
    for game_master in (True, False):
        wanted = [number for number in range(1, many + 1) if game_master or number % 7 == 0]
        found, number, more = [], 0, True
        while more:
            page = await store.read(monster_finding.page, 1, 1, number, game_master=game_master)
            assert page.number == number
            assert len(page.entries) <= PAGE
            found += [each.number for each in page.entries]
            number, more = number + 1, page.more
        assert found == wanted
        assert number == max(1, -(-len(wanted) // PAGE))
        assert page.levels.get(1, 0) == len(wanted)
        assert (9 in page.levels) is game_master
        beyond = await store.read(monster_finding.page, 1, 1, 10_000, game_master=game_master)
        assert beyond.number == number - 1


async def test_looking_for_a_name_a_part_or_a_letter(store, of):
    await add(store, of, "bat", "Ägir the bat", "cat")
    await add(store, of, "giant bat", "100%_bat", "\\bat", level=2)
    await add(store, of, "bat", level=12)

    async def names(text, *, game_master=True, level=None):
        wanted = Search(text, game_master, level)
        return [
            (each.level, each.monster.name) for each in await store.read(monster_finding.search, 1, wanted)
        ]

    assert await names("BAT") == [
        (1, "bat"),
        (12, "bat"),
        (1, "Ägir the bat"),
        (2, "giant bat"),
        (2, "100%_bat"),
        (2, "\\bat"),
    ]
    assert await names("a\u0308GIR") == [(1, "Ägir the bat")]
    assert await names("%") == [(2, "100%_bat")]
    assert await names("_") == [(2, "100%_bat")]
    assert await names("\\") == [(2, "\\bat")]
    assert [name for _, name in await names("c")] == ["cat", "\\bat"]  # the letter C first on each level
    assert await names("b", level=2) == [(2, "100%_bat"), (2, "giant bat"), (2, "\\bat")]
    assert len(await names("")) == 7
    assert await names("zz") == []
    assert await names("bat", game_master=False) == []
    await edit(store, of, "bat", level=12, known=True)
    assert await names("bat", game_master=False) == [(12, "bat")]
    await store.write(monster_list.retire, of(), Named("bat", 12))
    assert await names("bat", game_master=False) == []


@pytest.mark.parametrize("most", [26, 1_000])
async def test_no_more_is_offered_than_asked_for(store, of, most):
    """C44."""
    await fill(store, of, most, known=lambda number: number > most - 3)
    found = await store.read(monster_finding.search, 1, Search("kind", game_master=True, most=25))
    assert len(found) == 26
    known = await store.read(monster_finding.search, 1, Search("kind", game_master=False, most=25))
    assert [each.number for each in known] == [most - 2, most - 1, most]


async def test_players_know_of_nothing_that_is_not_told(store, of):
    """The database's filter and ours agree, whatever stands in somebody's text."""
    tricky = '"known":true "known": true \\"known\\":true'
    await add(store, of, "orc", notes=tricky, told=tricky, origin=tricky)
    await add(store, of, "elf", known=True, notes='"retired":true "retired": true')
    await add(store, of, '"known":true')
    for text in ("", "orc", "known"):
        found = await store.read(monster_finding.search, 1, Search(text, game_master=False))
        assert [each.monster.name for each in found] == (["elf"] if not text else [])
        assert visible(found, game_master=False) == found
    for text in ("orc", "A", "1:A", "M:A", "A · orc (level 1)", "B", "1:B", "C"):
        with pytest.raises(NotHere):
            await find(store, text, 1, game_master=False)
    assert (await find(store, "ELF", game_master=False)).number == 2
    assert (await find(store, "elf (level 1)", game_master=False)).number == 2
