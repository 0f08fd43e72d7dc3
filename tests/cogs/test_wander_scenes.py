"""Wandering monsters at the table: lists, checks, quadrants, labels; for game masters unless they open it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.scenes import buttons, words

if TYPE_CHECKING:
    from simcord import InteractionResult

    from tests.scenes import Scene

ONLY_MASTERS = "Only the campaign's game masters can do this"
UGLY = "**@everyone** `x` <@1> [y](http://z)"


def reference(result: InteractionResult) -> str:
    return re.findall(r"#([a-z0-9]{4,16})\b", words(result))[-1]


def plain(result: InteractionResult) -> str:
    return words(result).replace("\\", "")


async def by_master(scene: Scene, command: str, **options: Any) -> InteractionResult:
    return await scene.master.slash(scene.channel, command, **options)


async def lexi(scene: Scene) -> None:
    """LEXI-1 has a list: rats and bats before, dwarf spirits behind; rats come by 2d4."""
    await by_master(scene, "monster add", level=1, name="giant rat", appearing="2d4")
    await by_master(scene, "monster add", level=1, name="cave bat", appearing="1")
    first = "A A B B goblin goblin"
    second = "haunting dwarf spirit, haunting dwarf spirit, A, hoard crawler, hoard crawler, A"
    done = await by_master(scene, "wander set", region="lexi-1", first=first, second=second)
    assert "New on the list of level 1: C goblin." in plain(done)
    assert "New on the list of level 1: D haunting dwarf spirit, E hoard crawler." in plain(done)


async def test_a_region_from_its_first_labels_to_a_meeting(scene: Scene) -> None:
    await lexi(scene)
    shown = plain(await by_master(scene, "wander list", region="LEXI-1"))
    assert "**First set** · on 1–4" in shown
    assert "**Second set** · on 5–6" in shown
    assert "`5` **C** goblin" in shown

    checked = await by_master(scene, "wander check", region="LEXI-1", rules="bx", faces="1,3,4")
    assert checked.ephemeral
    assert "wandering monsters come, 70 feet away" in plain(checked)
    assert buttons(checked)[0] == "Who comes, by LEXI-1"
    assert checked.response is not None
    await scene.restart()
    who = await scene.master.click(checked.response.message, label="Who comes, by LEXI-1")
    assert who.ephemeral
    assert "In LEXI-1: " in plain(who)

    rolled = await by_master(scene, "wander roll", region="LEXI-1", faces="4,1,2,3")
    assert rolled.ephemeral
    assert "In LEXI-1: giant rat (A), 5 of them." in plain(rolled)
    other = await by_master(scene, "wander roll", region="LEXI-1", reading="pair", faces="3,4")
    assert "In LEXI-1: one cave bat (B) and hoard crawler (E)." in plain(other)


async def test_a_list_and_the_quadrants_are_rolled_again_for_the_same_eyes(scene: Scene) -> None:
    await lexi(scene)
    await by_master(scene, "wander set", level=3, quadrant="1", encounter="a balrog")
    listed = await by_master(scene, "wander roll", region="LEXI-1", reading="pair", faces="3,4")
    quadrants = await by_master(scene, "wander roll", level=3, quadrant="1")
    opened = await by_master(scene, "wander roll", region="LEXI-1", seen="everyone")

    again = await scene.master.click(listed.response.message, label="Roll again")
    assert again.ephemeral
    assert "Second roll" in words(again)
    assert " and " in plain(again)  # the reading was kept
    there = await scene.master.click(quadrants.response.message, label="Roll again")
    assert "a balrog" in plain(there)
    assert not (await scene.master.click(opened.response.message, label="Roll again")).ephemeral

    pressed = await scene.ann.click(opened.response.message, label="Roll again")
    assert ONLY_MASTERS in words(pressed)
    assert pressed.ephemeral


async def test_nothing_of_it_reaches_a_player(scene: Scene) -> None:
    """Lists, labels, offered names, rolls, changes: players learn not even that there are any."""
    await lexi(scene)
    await by_master(scene, "place label", room="LEXI-1/12", label="M:A chest, H:wall N")
    await by_master(scene, "wander set", level=3, quadrant="1", encounter="a balrog")
    rolled = await by_master(scene, "wander roll", region="LEXI-1")
    for command, options in (
        ("wander list", {}),
        ("wander list", {"region": "LEXI-1"}),
        ("wander set", {"region": "LEXI-1", "first": "A A A A A A"}),
        ("wander roll", {"region": "LEXI-1"}),
        ("wander roll", {"level": 3}),
        ("wander check", {}),
        ("place list", {"region": "LEXI-1"}),
        ("place label", {"room": "LEXI-1/12", "label": "-"}),
    ):
        result = await scene.ann.slash(scene.channel, command, **options)
        assert result.ephemeral, command
        assert ONLY_MASTERS in words(result), command
    for command in ("wander list", "wander roll", "place list"):
        assert await scene.ann.autocomplete(scene.channel, command, "region", "") == []
        offered = await scene.master.autocomplete(scene.channel, command, "region", "lex")
        assert [choice["value"] for choice in offered] == ["LEXI-1"]
    whole = plain(await by_master(scene, "history show"))
    assert reference(rolled) in whole
    assert "a balrog" in whole
    history = words(await scene.ann.slash(scene.channel, "history show"))
    assert reference(rolled) not in history
    assert "LEXI" not in history
    assert "balrog" not in history


async def test_a_game_master_may_open_a_roll_and_tells_only_what_came(scene: Scene) -> None:
    await lexi(scene)
    rolled = await by_master(
        scene, "wander roll", region="LEXI-1", seen="everyone", faces="4,3", note="noise"
    )
    assert not rolled.ephemeral
    assert "In LEXI-1: one cave bat (B)." in plain(rolled)
    history = words(await scene.ann.slash(scene.channel, "history show"))
    assert "cave bat" in history
    assert "giant rat" not in history
    checked = await by_master(scene, "wander check", region="LEXI-1", seen="everyone", faces="6")
    assert not checked.ephemeral
    assert checked.response is not None
    assert "Who comes, by LEXI-1" in buttons(checked)  # OD&D: a 6
    pressed = await scene.ann.click(checked.response.message, label="Who comes, by LEXI-1")
    assert ONLY_MASTERS in words(pressed)


@pytest.mark.parametrize(
    ("checks", "faces", "comes"),
    [("", "6", True), ("", "1", False), ("adnd", "1", True), ("osric", "6", False)],
)
async def test_the_check_goes_by_the_campaigns_rules_unless_somebody_says_others(
    scene: Scene, checks: str, faces: str, comes: bool
) -> None:
    if checks:
        await by_master(scene, "campaign settings", checks=checks)
    told = words(await by_master(scene, "wander check", faces=faces))
    assert ("wandering monsters come" in told.casefold()) is comes
    other = words(await by_master(scene, "wander check", faces="1,1,1", rules="bx"))
    assert "20 feet away" in other
    listed = words(await by_master(scene, "wander list", region="LEXI-1"))
    assert {"": "every turn", "adnd": "every third turn", "osric": "OSRIC"}[checks] in listed


async def test_quadrants_are_prepared_shown_and_rolled(scene: Scene) -> None:
    done = await by_master(scene, "wander set", level=5, quadrant="1", encounter="{2d6} orcs from the fort.")
    assert "Prepared for the north-west quadrant of level 5: {2d6} orcs from the fort." in words(
        done
    ).replace("\\", "")
    await by_master(scene, "wander set", level=5, quadrant="4", encounter=UGLY)
    shown = words(await by_master(scene, "wander list", level=5))
    assert "`2` **north-east**: nothing prepared" in shown
    assert "\\@everyone" in shown
    rolled = await by_master(scene, "wander roll", level=5, faces="1,3,4")
    assert "The north-west quadrant of level 5: 7 orcs from the fort." in plain(rolled)
    there = await by_master(scene, "wander roll", level=5, quadrant="4")
    assert there.ephemeral
    assert "south-east quadrant" in plain(there)
    empty = await by_master(scene, "wander roll", level=4)
    assert "No quadrant of level 4 is prepared yet" in plain(empty)
    await by_master(scene, "wander set", level=5, quadrant="4", encounter="-")
    assert "everyone" not in words(await by_master(scene, "wander list", level=5))


@pytest.mark.parametrize(
    ("command", "options", "says"),
    [
        ("wander set", {}, "Say what to set"),
        ("wander set", {"region": "LEXI-1", "level": 1}, "not both"),
        ("wander set", {"level": 1, "first": "A A A A A A"}, "a level has quadrants"),
        ("wander set", {"level": 1, "encounter": "orcs"}, "which quadrant"),
        ("wander set", {"region": "LEXI-1", "first": "A B"}, "these are 2"),
        ("wander set", {"region": "nowhere", "first": "A"}, "is no region"),
        ("wander set", {"region": "LEXI-1", "first": "Q Q Q Q Q Q"}, "no Q on the list"),
        ("wander roll", {}, "Say a region"),
        ("wander roll", {"region": "LEXI-1"}, "has no wandering list yet"),
        ("wander roll", {"region": "LEXI-1", "level": 1}, "not both"),
        ("wander list", {"region": "LEXI-1", "level": 1}, "not both"),
        ("place label", {"room": "LEXI-1/12", "label": "M:Q"}, "no Q on the list"),
        ("place label", {"room": "LEXI-1/12", "label": UGLY}, "is no label"),
        ("place label", {"room": "LEXI-1", "label": "H:floor"}, "is no room"),
        ("place label", {"room": "LEXI-1/1", "label": "-"}, "has no labels"),
    ],
)
async def test_what_cannot_be_done_is_said_in_a_sentence_and_changes_nothing(
    scene: Scene, command: str, options: dict[str, Any], says: str
) -> None:
    result = await by_master(scene, command, **options)
    assert result.ephemeral
    assert says.casefold() in plain(result).casefold()
    assert "Nothing" in words(await by_master(scene, "history show"))


async def test_faces_that_do_not_fit_roll_nothing(scene: Scene) -> None:
    await lexi(scene)
    before = words(await by_master(scene, "history show"))
    for faces in ("4", "4,3,1", "7,1"):
        told = words(await by_master(scene, "wander roll", region="LEXI-1", faces=faces))
        assert "In LEXI-1" not in told
    assert words(await by_master(scene, "history show")) == before


async def test_ugly_names_stay_words_and_an_undo_takes_the_list_back(scene: Scene) -> None:
    names = ", ".join([UGLY.replace(",", " "), *["bat"] * 5])
    done = await by_master(scene, "wander set", region="LEXI-1", first=names)
    assert "\\@everyone" in words(done)
    shown = words(await by_master(scene, "wander list", region="LEXI-1"))
    assert "\\@everyone" in shown
    await by_master(scene, "undo")
    assert "Set six labels" in words(await by_master(scene, "wander list", region="LEXI-1"))
    assert "No region has a wandering list yet" in plain(await by_master(scene, "wander list"))


async def test_rooms_are_labelled_while_the_map_is_drawn(scene: Scene) -> None:
    await lexi(scene)
    done = await by_master(scene, "place label", room="lexi-1/12", label="m:a chest, M:D, H:wall n")
    assert "LEXI-1/12: M:A chest, M:D, H:wall N." in plain(done)
    await by_master(scene, "monster edit", monster="D", level=1, extraordinary=True)
    listed = plain(await by_master(scene, "place list", region="LEXI-1"))
    assert "**12** `M:A chest` giant rat, `M:d` haunting dwarf spirit, `H:wall N`" in listed
    for number in range(13, 36):
        await by_master(scene, "place label", room=f"LEXI-1/{number}", label="H:floor")
    listed = await by_master(scene, "place list", region="LEXI-1")
    assert buttons(listed) == ["More"]
    assert listed.response is not None
    await scene.restart()
    await scene.master.click(listed.response.message, label="More")
    assert "**35** `H:floor`" in words(listed)
    assert buttons(listed) == ["Back"]


async def test_many_regions_have_pages(scene: Scene) -> None:
    for number in range(1, 28):
        await by_master(scene, "wander set", region=f"LEXI-{number}", first="bat, bat, bat, bat, bat, bat")
    listed = await by_master(scene, "wander list")
    assert plain(listed).index("LEXI-2") < plain(listed).index("LEXI-10")
    assert listed.response is not None
    await scene.master.click(listed.response.message, label="More")
    assert "LEXI-27" in plain(listed)
    assert buttons(listed) == ["Back"]
