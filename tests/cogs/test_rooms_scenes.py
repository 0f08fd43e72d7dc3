"""Rooms rolled in a channel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.scenes import buttons, words

if TYPE_CHECKING:
    from simcord import InteractionResult

    from tests.scenes import Scene


def said(result: InteractionResult) -> str:
    """The answer as it is read: without the signs that keep Discord from reading more into it."""
    return words(result).replace("\\", "")


async def test_a_room_is_told_with_its_doors(scene: Scene) -> None:
    result = await scene.ann.slash(scene.channel, "room size", faces="12, 5, 3,10, 9,10")

    assert not result.ephemeral
    assert "A room of 20 by 30 feet with two doors: one opposite, one in the left wall." in said(result)
    assert "thrown at the table" in said(result)
    assert "Roll again" in buttons(result)
    assert "What a room holds" in buttons(result)
    assert "20 by 30 feet" in said(await scene.bert.slash(scene.channel, "history show"))


async def test_a_chamber_and_a_cave_are_kinds_of_room(scene: Scene) -> None:
    chamber = await scene.ann.slash(scene.channel, "room size", kind="chamber", faces="16,14,1,1")
    cave = await scene.ann.slash(
        scene.channel, "room size", kind="cave", edition="osric", level=3, faces="12,17,20,9,17"
    )

    assert "A chamber of 40 by 60 feet with one passage opposite." in said(chamber)
    assert (
        "A cavern of 100 by 125 feet with one door opposite, leading off at 45 degrees to the left. "
        "There is a pool with a monster and treasure in it." in said(cave)
    )


async def test_what_a_room_holds_is_rolled_by_any_scheme(scene: Scene) -> None:
    usual = await scene.ann.slash(scene.channel, "room contents", faces="2,3")
    arneson = await scene.ann.slash(scene.channel, "room contents", scheme="arneson", level=6, faces="3")
    talysman = await scene.ann.slash(scene.channel, "room contents", scheme="talysman", faces="6,1")

    assert "The room holds a monster with treasure." in said(usual)
    assert "The room holds a monster." in said(arneson)
    assert "The room holds hidden treasure." in said(talysman)


async def test_a_room_leads_on_to_what_it_holds(scene: Scene) -> None:
    first = await scene.ann.slash(scene.channel, "room size", level=5)
    assert first.response is not None

    second = await scene.bert.click(first.response.message, label="What a room holds")

    assert "The room" in said(second)


async def test_what_a_room_was(scene: Scene) -> None:
    result = await scene.ann.slash(scene.channel, "room purpose", faces="5,5,4")

    assert "Common: a kitchen with a soot-black hearth" in said(result)


async def test_whoever_wants_secrecy_picks_it(scene: Scene) -> None:
    result = await scene.ann.slash(scene.channel, "room contents", seen="masters", faces="2,3")

    assert result.ephemeral
    assert "treasure" not in said(result)
    assert "a monster with treasure" in said(await scene.master.slash(scene.channel, "history show"))


@pytest.mark.parametrize(
    ("command", "given", "answer"),
    [
        ("room size", {"faces": "12"}, "more dice"),
        ("room size", {"faces": "21"}, "d20 does not show"),
        ("room contents", {"faces": "2,3,4"}, "take the rest away"),
        ("room purpose", {"faces": "many"}, "not a face"),
    ],
)
async def test_a_mistake_is_answered_privately_and_kept_nowhere(
    scene: Scene, command: str, given: dict[str, str], answer: str
) -> None:
    result = await scene.ann.slash(scene.channel, command, **given)

    assert result.ephemeral
    assert answer in said(result)
    assert "Nothing has been rolled" in said(await scene.ann.slash(scene.channel, "history show"))
