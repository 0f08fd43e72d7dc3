"""Treasure rolled in a channel."""

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


async def test_a_cache_is_told_with_what_it_lies_in_and_what_protects_it(scene: Scene) -> None:
    result = await scene.ann.slash(
        scene.channel, "treasure cache", level=3, faces="50,10,11,5,12,6,4,1,1,7,9,13"
    )

    assert not result.ephemeral
    assert (
        "1,200 silver, 600 gold, 4 gems and a potion of healing, in chests, "
        "hidden under a loose stone of the floor." in said(result)
    )
    assert "gold, 50 in 100" in said(result)
    assert "thrown at the table" in said(result)
    assert buttons(result)[0] == "Roll again"
    assert "A trap, its trigger and how bad" in buttons(result)[1]
    assert "1,200 silver" in said(await scene.bert.slash(scene.channel, "history show"))


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"scheme": "basic-fantasy", "faces": "76 51 26 8 2 8 4 3"}, "Nothing of worth."),
        ({"scheme": "osric3", "level": 2, "faces": "1 1 1 1"}, "3,000 copper, in bags, guarded by a blade"),
        ({"scheme": "appendix-a", "faces": "95 3 20 1"}, "A piece of jewellery, in sacks, hidden by"),
    ],
)
async def test_a_cache_is_rolled_by_any_scheme(scene: Scene, options: dict[str, Any], text: str) -> None:
    assert text in said(await scene.ann.slash(scene.channel, "treasure cache", **options))


async def test_a_hoard_leads_on_to_what_it_lies_in(scene: Scene) -> None:
    first = await scene.ann.slash(scene.channel, "treasure hoard", type="y", faces="70,6,6")
    assert "12,000 gold." in said(first)
    assert buttons(first) == [
        "Roll again",
        "What treasure lies in",
        "What guards treasure",
        "Where treasure is hidden",
    ]
    assert first.response is not None

    second = await scene.bert.click(first.response.message, label="What guards treasure")

    assert not second.ephemeral
    assert buttons(second) == ["Roll again", "How bad a trap is"]


async def test_a_map_among_the_treasure_leads_on(scene: Scene) -> None:
    first = await scene.ann.slash(scene.channel, "treasure hoard", type="W", faces="61,16,61,51,55")
    assert "A treasure map." in said(first)
    assert first.response is not None

    second = await scene.ann.click(first.response.message, label="What a treasure map leads to")

    assert "map" in said(second)


async def test_without_a_type_a_hoard_goes_by_the_level(scene: Scene) -> None:
    usual = await scene.ann.slash(scene.channel, "treasure hoard", level=2, faces="1,91,1")
    osric = await scene.ann.slash(
        scene.channel, "treasure hoard", level=2, edition="osric", faces="17,8,1,1,1"
    )

    assert "2,000 copper and 2 gems." in said(usual)
    assert "400 copper and 2 pieces of jewellery." in said(osric)


async def test_many_carry_their_own(scene: Scene) -> None:
    result = await scene.ann.slash(scene.channel, "treasure hoard", type="L", count=3, faces="6 5 4 3 2 1")

    assert "All 3 together carry 21 electrum." in said(result)
    assert buttons(result) == ["Roll again", "What a room is or was"]


async def test_a_map_is_followed_and_a_dungeon_topped_up(scene: Scene) -> None:
    found = await scene.ann.slash(scene.channel, "treasure map", faces="6 6 1 2 3 60 4 21")
    false = await scene.ann.slash(scene.channel, "treasure map", faces="5 20")
    none = await scene.ann.slash(scene.channel, "treasure topup", faces="5")
    some = await scene.ann.slash(scene.channel, "treasure topup", faces="71 9 1 1 1")

    assert "What it shows is in a lair that is guarded: 6,000 gold." in said(found)
    assert "it leads to caves by the lair where it was found, and nothing is there" in said(false)
    assert "No top-up" in said(none)
    assert "a sword +1, a shield +1 and an axe +1. Divide it" in said(some)


@pytest.mark.parametrize("command", ["hoard", "cache", "map", "topup"])
async def test_each_command_rolls_by_itself_in_a_channel_and_alone(scene: Scene, command: str) -> None:
    for result in (
        await scene.ann.slash(scene.channel, f"treasure {command}"),
        await scene.ann.user.slash(f"treasure {command}"),
    ):
        assert not result.ephemeral
        assert words(result).startswith("**")


@pytest.mark.parametrize(
    ("command", "options", "text"),
    [
        ("hoard", {"type": "AB"}, "choose A, B"),
        ("hoard", {"type": "A", "count": 4}, "types J to N"),
        ("hoard", {"type": "J", "faces": "1,2"}, "more dice"),
        ("cache", {"faces": "1,2,3,x"}, "not a face"),
        ("map", {"faces": "5,20,1"}, "take the rest away"),
        ("topup", {"faces": "101"}, "d100 does not show"),
    ],
)
async def test_a_mistake_is_answered_privately(
    scene: Scene, command: str, options: dict[str, Any], text: str
) -> None:
    result = await scene.ann.slash(scene.channel, f"treasure {command}", **options)

    assert result.ephemeral
    assert text in said(result)
    assert "Nothing has been rolled" in words(await scene.ann.slash(scene.channel, "history show"))


@pytest.mark.parametrize(
    ("typed", "letters"),
    [
        ("", list("ABCDEFGHIJKLMNOPQRSTUVWXY")),
        ("z", ["Z"]),
        ("w: a", ["W"]),
        ("each", list("JKLMN")),
        ("dragon", []),
    ],
)
async def test_treasure_types_are_offered_by_letter(scene: Scene, typed: str, letters: list[str]) -> None:
    choices = await scene.ann.autocomplete(scene.channel, "treasure hoard", "type", typed)

    assert [choice["value"] for choice in choices] == letters
