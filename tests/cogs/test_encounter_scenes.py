"""Encounters rolled in a channel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.scenes import buttons, words

if TYPE_CHECKING:
    from simcord import InteractionResult

    from tests.scenes import Scene


def said(result: InteractionResult) -> str:
    """The answer as it is read: without the signs that keep Discord from reading more into it."""
    return words(result).replace("\\", "")


async def test_a_lair_is_told_with_every_die_and_leads_on_to_its_treasure(scene: Scene) -> None:
    result = await scene.ann.slash(
        scene.channel, "encounter room", level=4, faces="13 7 25 27 5 5 5 6 4", note="behind the bronze door"
    )

    assert not result.ephemeral
    assert "an orc chieftain (level II, CR 3) and 150 orcs (level I, CR 1 each)." in said(result)
    assert "90 of the 150 are away" in said(result)
    for die in ("d20 **13** → a monster", "d51 **25** → orc chieftain", "d100 **27** → in its lair"):
        assert die in said(result)
    assert "3d10 **5**+**5**+**5** → 150 orcs · d6 **6** → 60 % away · d6 **4** → without ogres" in said(
        result
    )
    assert buttons(result)[:3] == ["Roll again", "Treasure type L", "Treasure type C"]
    assert result.response is not None
    treasure = await scene.bert.click(result.response.message, label="Treasure type C")
    assert not treasure.ephemeral
    assert "150 orcs" in said(await scene.bert.slash(scene.channel, "history show"))


async def test_a_room_without_monsters(scene: Scene) -> None:
    result = await scene.ann.slash(scene.channel, "encounter room", faces="12")

    assert "Nobody lives in this room." in said(result)
    assert buttons(result) == ["Roll again", "What a room is or was"]


@pytest.mark.parametrize(
    ("name", "options", "text"),
    [
        ("room", {"scheme": "arneson", "level": 7, "occupied": True, "faces": "5,7,6"}, "Here are 4 balrogs"),
        ("room", {"monster": "Dire Wolves", "level": 5, "faces": "60,3,4"}, "Here are 9 dire wolves"),
        (
            "room",
            {"level": 10, "occupied": True, "extra": 8, "faces": "19,6,2,4,9"},
            "2 giant tropical dragonflies",
        ),
        (
            "room",
            {"level": 2, "matrix": "odnd", "occupied": True, "lair": True, "faces": "6,80,3,4,1,65,36"},
            "an ankheg (level V, CR 7 3/4) and 6 orcs",
        ),
        ("pool", {"level": 7, "method": "arneson", "faces": "6"}, "a room has 300 points"),
        ("pool", {"level": 5, "faces": "3,4"}, "a room has 35 points"),
        ("buy", {"points": "14", "monster": "wild dog"}, "11 wild dogs. 1/4 point is left."),
        ("buy", {"points": "300", "monster": "wizard", "scheme": "arneson"}, "3 wizards. Nothing is left."),
        ("buy", {"points": "17¼", "cr": "5.75"}, "3 monsters. Nothing is left."),
        ("cr", {"hd": "3+3"}, "Challenge rating 3 3/4"),
        ("cr", {"hp": "27", "ea": 1}, "Challenge rating 7 3/4"),
        ("level", {"level": 8, "faces": "19"}, "a monster of level IX"),
        ("level", {"level": 8, "method": "osric2", "faces": "12"}, "a monster of level X"),
        ("pick", {"level": 2, "faces": "51"}, "A piercer: level II, CR 4."),
        ("pick", {"level": 9, "scheme": "arneson", "faces": "3"}, "A dragon: level IX, 100 points."),
        ("pick", {"level": 2, "weight": "even", "faces": "2"}, "An orc chieftain: level II, CR 3."),
    ],
)
async def test_each_step_by_itself(scene: Scene, name: str, options: dict[str, Any], text: str) -> None:
    result = await scene.ann.slash(scene.channel, f"encounter {name}", **options)

    assert not result.ephemeral
    assert text in said(result)


@pytest.mark.parametrize("name", ["room", "pool", "level", "pick"])
async def test_the_bots_own_dice_do_as_well(scene: Scene, name: str) -> None:
    result = await scene.ann.slash(scene.channel, f"encounter {name}")

    assert not result.ephemeral
    assert "d" in said(result).splitlines()[-1]


async def test_a_monster_level_leads_to_a_monster_and_that_to_its_lair(scene: Scene) -> None:
    level = await scene.ann.slash(scene.channel, "encounter level", level=8, faces="18")
    assert level.response is not None
    monster = await scene.ann.click(level.response.message, label="Which monster")
    assert monster.response is not None
    assert "level VIII" in said(monster)

    ghost = await scene.ann.slash(scene.channel, "encounter pick", level=8, faces="1")
    assert ghost.response is not None
    lair = await scene.ann.click(ghost.response.message, label="Is it in its lair")
    assert "lair" in said(lair)


@pytest.mark.parametrize(
    ("name", "options", "text"),
    [
        ("room", {"monster": "gohst"}, "Did you mean ghost?"),
        ("room", {"monster": "@everyone"}, "no monster called"),
        ("room", {"faces": "13"}, "needs more dice"),
        ("pool", {"faces": "7,7"}, "a d6 does not show that"),
        ("buy", {"points": "forty", "cr": "1"}, "points is a number in quarters"),
        ("buy", {"points": "40"}, "Say what to buy"),
        ("buy", {"points": "40", "cr": "0"}, "the least is 1/4"),
        ("cr", {}, "Say how tough it is"),
        ("cr", {"hd": "heavy"}, "is not hit dice"),
        ("level", {"faces": "21"}, "a d20 does not show that"),
        ("pick", {"level": 5, "faces": "1"}, "take the rest away"),
    ],
)
async def test_a_mistake_is_answered_privately(
    scene: Scene, name: str, options: dict[str, Any], text: str
) -> None:
    result = await scene.ann.slash(scene.channel, f"encounter {name}", **options)

    assert result.ephemeral
    assert text in said(result)
    assert "Nothing has been rolled" in words(await scene.ann.slash(scene.channel, "history show"))


@pytest.mark.parametrize(
    ("typed", "scheme", "names"),
    [
        ("or", "points", ["orc", "orc chieftain"]),
        ("or", "arneson", ["orc"]),
        ("ghost", "arneson", []),
    ],
)
async def test_names_of_monsters_are_offered_while_typing(
    scene: Scene, typed: str, scheme: str, names: list[str]
) -> None:
    found = await scene.ann.autocomplete(scene.channel, "encounter room", "monster", typed, scheme=scheme)

    offered = [choice["name"] for choice in found]
    assert offered[: len(names)] == names
    assert bool(offered) is bool(names)


async def test_no_more_names_are_offered_than_fit(scene: Scene) -> None:
    found = await scene.ann.autocomplete(scene.channel, "encounter room", "monster", "", scheme="arneson")

    assert len(found) == 25
