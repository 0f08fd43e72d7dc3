"""Doors rolled in a channel: ways out, dropped dice, kinds, and what lies beyond."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.scenes import buttons, pictures, words

if TYPE_CHECKING:
    from simcord import InteractionResult

    from tests.scenes import Scene


def said(result: InteractionResult) -> str:
    """The answer as it is read: without the signs that keep Discord from reading more into it."""
    return words(result).replace("\\", "")


async def test_a_rooms_ways_out_lead_on_to_where_each_door_goes(scene: Scene) -> None:
    found = await scene.ann.slash(scene.channel, "door exits", faces="1,7,5,4,2")

    assert not found.ephemeral
    assert "a door in the north wall, a door in the west wall and a ladder down in the middle." in said(found)
    assert "d8 **1** → a door in the north wall" in said(found)
    assert "d8 **7** → no way out" in said(found)
    assert "thrown at the table" in said(found)
    assert {"Where the north door leads", "Where the west door leads"} <= set(buttons(found))

    assert found.response is not None
    north = await scene.bert.click(found.response.message, label="Where the north door leads")
    assert "The north door leads" in said(north)
    west = await scene.bert.click(found.response.message, label="Where the west door leads")
    assert "The west door leads" in said(west)


async def test_ways_out_and_destinations_come_in_one_answer(scene: Scene) -> None:
    result = await scene.ann.slash(
        scene.channel, "door exits", destinations=True, method="d8", spiral=True, faces="2,8,2,8,7,1,5,4"
    )

    assert "The room has two doors in the east wall." in said(result)
    assert "A door in the east wall leads west: the passage turns left and goes round the room." in said(
        result
    )
    assert "Another door in the east wall leads south: the passage turns right." in said(result)
    assert "What a door is like" in buttons(result)
    assert len(pictures(result)) == 1


async def test_ways_out_by_the_bots_own_dice(scene: Scene) -> None:
    for method in ("d10", "d8", "clock", "relative", "2d6"):
        result = await scene.ann.slash(scene.channel, "door exits", destinations=True, method=method)
        assert not result.ephemeral
        assert "The room has" in said(result) or "all four dice find nothing" in said(result)


async def test_dropped_dice_are_told_with_where_they_lie(scene: Scene) -> None:
    result = await scene.ann.slash(scene.channel, "door drop", faces="5@N 3@8,7 9@2,6 0@6,8, 3,1, 5,2, 6")

    assert not result.ephemeral
    assert "A door in the north wall, 35 feet from its west end (5 at 4,1), leads south" in said(result)
    assert "leads nowhere: it opens on a blank wall." in said(result)
    assert "drop 1: **5** **4** **1**" in said(result)
    assert len(pictures(result)) == 1
    assert "Four dice fall on the room" in said(await scene.bert.slash(scene.channel, "history show"))


async def test_two_to_six_dice_are_dropped(scene: Scene) -> None:
    by_hand = await scene.ann.slash(scene.channel, "door drop", dice="2d3", faces="1,1 3@N 3@E 5")
    own = await scene.ann.slash(scene.channel, "door drop", dice="2d3", spiral=True)

    assert "Two dice fall on the room." in said(by_hand)
    assert "how many: **1** **1**" in said(by_hand)
    assert "dice fall on the room." in said(own)


async def test_a_door_is_of_some_kind_and_something_lies_beyond(scene: Scene) -> None:
    door = await scene.ann.slash(scene.channel, "door kind", faces="9,10")

    assert "A door of wood bound with iron, stuck." in said(door)
    assert door.response is not None
    beyond = await scene.bert.click(door.response.message, label="What lies beyond a door")
    assert "Beyond the door: " in said(beyond)


async def test_players_are_told_of_no_trap_in_a_door(scene: Scene) -> None:
    trapped = await scene.ann.slash(scene.channel, "door kind", faces="19,1")

    assert "A wooden door, not locked." in said(trapped)
    assert "trap" not in said(trapped)
    assert "A trick or trap" not in buttons(trapped)
    assert "trap" not in said(await scene.bert.slash(scene.channel, "history show"))
    assert "not locked, but with a trap in it" in said(
        await scene.master.slash(scene.channel, "history show")
    )


async def test_what_lies_beyond_goes_by_edition_and_by_where_the_door_is(scene: Scene) -> None:
    side = await scene.ann.slash(scene.channel, "door beyond", faces="4,12")
    ahead = await scene.ann.slash(scene.channel, "door beyond", ahead=True, faces="4")
    osric = await scene.ann.slash(scene.channel, "door beyond", edition="osric", level=3, faces="9,18")
    room = await scene.ann.slash(scene.channel, "door beyond", faces="11,12,2,1,1")

    assert "a passage along the other side of the wall, 30 feet both ways, 10 feet wide." in said(side)
    assert "a room of 10 by 10 feet." in said(ahead)
    assert "a passage that leaves to the left at 45 degrees, 30 feet wide." in said(osric)
    assert "Beyond the door: a room of 20 by 30 feet with one door opposite." in said(room)
    assert "What a room holds" in buttons(room)


@pytest.mark.parametrize(
    ("command", "given", "answer"),
    [
        ("door exits", {"faces": "1,2,3"}, "a d8 follows"),
        ("door exits", {"faces": "9,1,1,1"}, "a d8 does not show that"),
        ("door drop", {"faces": "7@X"}, "does not say where a die lies"),
        ("door drop", {"faces": "7@9,9 1@N 1@N 1@N"}, "a d8 does not show that"),
        ("door kind", {"faces": "21"}, "a d20 does not show that"),
    ],
)
async def test_a_mistake_is_answered_privately_and_kept_nowhere(
    scene: Scene, command: str, given: dict[str, str], answer: str
) -> None:
    result = await scene.ann.slash(scene.channel, command, **given)

    assert result.ephemeral
    assert answer in said(result)
    assert "Nothing has been rolled" in said(await scene.ann.slash(scene.channel, "history show"))
