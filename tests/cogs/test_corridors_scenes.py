"""Corridors and traps rolled in a channel."""

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


@pytest.mark.parametrize(
    ("command", "given", "answer"),
    [
        ("corridor junction", {"faces": "4"}, "Something small in the way"),
        ("corridor junction", {"count": 3, "faces": "5,6,5"}, "Junctions 1 and 3: a door; 2: a room."),
        ("corridor wall", {"faces": "6,1"}, "After 60 feet: a door on the left, a blank wall on the right."),
        (
            "corridor wall",
            {"length": 130, "faces": "3,3,8,5"},
            (
                "After 120 feet: stairs on the left, a passage that is blocked on the right. "
                "The last 10 feet are too short for a check."
            ),
        ),
        (
            "corridor passage",
            {"faces": "6,2,12"},
            "A side passage (next check in 30 feet): to the left, at a right angle; 10 feet wide.",
        ),
        (
            "corridor passage",
            {"edition": "osric", "level": 4, "faces": "4"},
            "Straight on (next check in 50 feet).",
        ),
        ("corridor passage", {"what": "corridor.passage", "faces": "20"}, "Two that cross in an X"),
        (
            "corridor passage",
            {"what": "corridor.width", "edition": "osric", "faces": "19,16,5"},
            "A river crosses it: there is a boat on this bank.",
        ),
        (
            "corridor passage",
            {"what": "corridor.turn", "faces": "9"},
            "To the left, slanting ahead at 45 degrees.",
        ),
        ("corridor stairs", {"faces": "14"}, "A trapdoor down one level, and the passage goes on"),
        ("corridor stairs", {"edition": "osric", "faces": "9"}, "Stairs up one level."),
        (
            "trap roll",
            {"faces": "14,3,1,11"},
            (
                "A pit 10 feet deep whose walls close in, and crush in 4 rounds. "
                "Set off by a plate in the floor that gives way. It is hazardous."
            ),
        ),
        (
            "trap roll",
            {"place": "container", "level": 9, "faces": "8,5,20"},
            "A jet of acid. Set off by a pick in the lock. It is fatal.",
        ),
    ],
)
async def test_what_is_rolled_is_told_to_everyone(
    scene: Scene, command: str, given: dict[str, Any], answer: str
) -> None:
    result = await scene.ann.slash(scene.channel, command, **given)

    assert not result.ephemeral
    assert answer in said(result)
    assert "thrown at the table" in said(result)
    assert answer[:40] in said(await scene.bert.slash(scene.channel, "history show"))


async def test_the_longest_answers_are_told_and_stand_whole_in_a_file(scene: Scene) -> None:
    walls = await scene.ann.slash(scene.channel, "corridor wall", length=1_200, faces="1 " * 40)
    junctions = await scene.ann.slash(scene.channel, "corridor junction", count=20)

    assert not walls.ephemeral
    assert "After 60 feet: " in said(walls)
    assert "40 dice, each in the file" in said(walls)
    assert not junctions.ephemeral
    assert "Junctions 1" in said(junctions)
    assert "20" in said(junctions)


async def test_a_row_that_is_hit_again_is_told_once_in_the_line_of_dice(scene: Scene) -> None:
    result = await scene.ann.slash(scene.channel, "corridor junction", count=3, faces="5,6,5")

    assert "d6 **5** → a door · d6 **6** → a room · d6 **5** · " in said(result)


async def test_a_door_in_a_wall_leads_on(scene: Scene) -> None:
    first = await scene.ann.slash(scene.channel, "corridor wall", faces="6,1")
    assert first.response is not None
    assert {"What a door is like", "What lies beyond a door"} <= set(buttons(first))

    second = await scene.bert.click(first.response.message, label="What lies beyond a door")

    assert "Beyond the door: " in said(second)


async def test_a_passage_is_checked_again_in_its_edition(scene: Scene) -> None:
    first = await scene.ann.slash(scene.channel, "corridor passage", edition="osric", level=3, faces="4")
    assert first.response is not None
    address = str(first.response.components)
    assert "corridor.periodic?" in address
    assert "edition=osric" in address
    assert "level=3" in address

    second = await scene.bert.click(first.response.message, label="Check the passage")

    assert not second.ephemeral
    assert buttons(second)[0] == "Roll again"


async def test_a_trap_in_a_passage_is_kept_from_players(scene: Scene) -> None:
    trap = await scene.ann.slash(scene.channel, "corridor passage", faces="19,20")

    assert "Straight on." in said(trap)
    assert "chute" not in said(trap)
    assert "chute" not in said(await scene.bert.slash(scene.channel, "history show"))
    assert "a chute down one level" in said(await scene.master.slash(scene.channel, "history show"))


async def test_what_stairs_hide_is_kept_from_players(scene: Scene) -> None:
    stairs = await scene.ann.slash(scene.channel, "corridor stairs", faces="5,1")

    assert "Stairs down one level." in said(stairs)
    assert "shut" not in said(stairs)
    assert "shut" not in said(await scene.bert.slash(scene.channel, "history show"))


async def test_whoever_wants_secrecy_picks_it(scene: Scene) -> None:
    result = await scene.ann.slash(scene.channel, "trap roll", seen="masters", faces="20,1,1")

    assert result.ephemeral
    assert "chute" not in said(result)
    assert "A chute down one level" in said(await scene.master.slash(scene.channel, "history show"))


@pytest.mark.parametrize(
    ("command", "given", "answer"),
    [
        ("corridor junction", {"faces": "7"}, "d6 does not show"),
        ("corridor junction", {"count": 2, "faces": "1"}, "more dice"),
        ("corridor wall", {"faces": "1,9"}, "d8 does not show"),
        ("corridor passage", {"faces": "6"}, "more dice"),
        ("corridor stairs", {"faces": "8,1"}, "take the rest away"),
        ("trap roll", {"faces": "many"}, "not a face"),
    ],
)
async def test_a_mistake_is_answered_privately_and_kept_nowhere(
    scene: Scene, command: str, given: dict[str, Any], answer: str
) -> None:
    result = await scene.ann.slash(scene.channel, command, **given)

    assert result.ephemeral
    assert answer in said(result)
    assert "Nothing has been rolled" in said(await scene.ann.slash(scene.channel, "history show"))
