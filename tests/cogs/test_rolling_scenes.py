"""Rolling in a channel, as the people there do it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
import pytest

from bot.replies import table_list_reply
from bot.replies.tables import LIST_SIZE
from cogs._options import choices_of, matching
from tests.scenes import bare, buttons, pictures, view_words, words

if TYPE_CHECKING:
    from tests.scenes import Scene


async def test_a_door_is_told_drawn_and_kept(scene: Scene) -> None:
    result = await scene.ann.slash(scene.channel, "door destination", wall="N", faces="5,3")

    assert not result.ephemeral
    assert "south" in words(result)
    assert "left" in words(result)
    assert "d10 **5**" in words(result)
    assert "d6 **3**" in words(result)
    assert "thrown at the table" in words(result)
    (picture,) = pictures(result)
    assert "north" in picture["description"]
    assert result.response is not None
    (attachment,) = result.response.attachments
    assert attachment.content_type == "image/png"
    assert 0 < attachment.size < 80_000

    history = await scene.ann.slash(scene.channel, "history show")
    assert history.ephemeral
    assert "south" in words(history)


async def test_dice_show_each_die_and_what_was_dropped(scene: Scene) -> None:
    result = await scene.ann.slash(scene.channel, "roll", dice="4d6kh3", faces="6 1 5 2")

    assert "4d6kh3 = 13" in words(result)
    assert "**6** (1) **5** **2**" in words(result)


async def test_rolling_again_is_a_roll_of_its_own_and_says_so(scene: Scene) -> None:
    """C63."""
    first = await scene.ann.slash(scene.channel, "roll", dice="d20", faces="7")
    assert first.response is not None
    second = await scene.bert.click(first.response.message, label="Roll again")
    assert second.response is not None
    third = await scene.ann.click(second.response.message, label="Roll again")

    assert "Second roll; the first was: d20 = 7" in words(second)
    assert "Third roll" in words(third)
    history = words(await scene.ann.slash(scene.channel, "history show"))
    assert history.count("d20") >= 3


async def test_the_button_works_after_a_restart(scene: Scene) -> None:
    """C59."""
    first = await scene.ann.slash(scene.channel, "door destination", wall="E")
    assert first.response is not None
    message = first.response.message
    await scene.restart()

    second = await scene.ann.click(message, label="Roll again")

    assert "Second roll" in words(second)
    assert "east door" in words(second)


async def test_a_shared_roll_is_seen_by_its_roller_and_the_masters_alone(scene: Scene) -> None:
    result = await scene.ann.slash(scene.channel, "roll", dice="d20", faces="13", seen="shared")
    assert result.ephemeral

    assert "13" in bare(words(await scene.ann.slash(scene.channel, "history show")))
    assert "13" in bare(words(await scene.master.slash(scene.channel, "history show")))
    assert "13" not in bare(words(await scene.bert.slash(scene.channel, "history show")))


async def test_a_blind_roll_tells_its_roller_nothing(scene: Scene) -> None:
    await scene.bert.slash(
        scene.channel, "roll", dice="d6"
    )  # opens the session, whose promises are full of digits
    result = await scene.ann.slash(scene.channel, "roll", dice="d20", faces="13", seen="masters")

    assert result.ephemeral
    assert "13" not in bare(words(result))
    assert buttons(result) == []
    assert "13" not in bare(words(await scene.ann.slash(scene.channel, "history show")))
    assert "13" in bare(words(await scene.master.slash(scene.channel, "history show")))


async def test_a_master_who_rolls_blind_sees_it(scene: Scene) -> None:
    result = await scene.master.slash(scene.channel, "roll", dice="d20", faces="13", seen="masters")

    assert result.ephemeral
    assert "13" in words(result)


async def test_a_thread_belongs_to_its_channels_campaign(scene: Scene) -> None:
    await scene.ann.slash(scene.channel, "roll", dice="d20", faces="4")
    scene.env.backend.create_thread(scene.channel.id, "the forge", scene.ann.id)
    (thread,) = scene.channel.threads
    assert thread.is_thread
    await scene.bert.slash(thread, "roll", dice="d20", faces="17")

    told = words(await scene.ann.slash(thread, "history show"))

    assert "d20 = 4" in told
    assert "17" in told


@pytest.mark.parametrize(
    ("dice", "faces", "said"),
    [
        ("2d6", "3", "more dice"),
        ("2d6", "3,4,5", "take the rest away"),
        ("2d6", "3,7", "d6 does not show"),
        ("2d6", "three", "not a face"),
        ("1001d6", None, "1,000"),
        ("2d", None, ""),
        ("d1!", None, ""),
        ("(" * 200 + "1" + ")" * 200, None, ""),
        ("9" * 400, None, ""),
    ],
)
async def test_a_mistake_is_answered_privately_and_kept_nowhere(
    scene: Scene, dice: str, faces: str | None, said: str
) -> None:
    """C03, C08, C10, C12, C27, C34."""
    options = {"dice": dice} if faces is None else {"dice": dice, "faces": faces}
    result = await scene.ann.slash(scene.channel, "roll", **options)

    assert result.ephemeral
    assert said in words(result)
    assert 10 < len(words(result)) < 400
    assert "Nothing has been rolled" in words(await scene.ann.slash(scene.channel, "history show"))


@pytest.mark.parametrize(
    "note",
    [
        "@everyone <@1> <@&2> <#3>",
        "**bold** ||spoiler|| `code` ```block``` [link](https://example.org)",
        "abcd\\",
        "\u202eright to left\u202c and zero\u200bwidth\u2060",
        "# heading\n- list\n> quote\n-# small",
        "🐉 Ägir ½ 月",
    ],
)
async def test_a_note_stands_letter_by_letter(scene: Scene, note: str) -> None:
    """C24, C30, C36."""
    result = await scene.ann.slash(scene.channel, "roll", dice="d20", note=note)

    assert not result.ephemeral
    told = words(result)
    assert "\u202e" not in told
    assert "\u200b" not in told
    assert "<@1>" not in told
    assert "@everyone" not in told.replace("\\@everyone", "")
    assert result.response is not None
    assert result.response.message.mentions == []
    assert not result.response.message.mention_everyone


async def test_many_dice_go_into_a_file(scene: Scene) -> None:
    """C05, C06, C07, C11."""
    result = await scene.ann.slash(scene.channel, "roll", dice="1000d1000")

    assert result.response is not None
    (attachment,) = result.response.attachments
    assert attachment.filename == "dice.txt"
    assert "1,000 dice" in words(result)


async def test_tables_are_found_by_a_word_and_looked_up_again(scene: Scene) -> None:
    """C44, C46."""
    choices = await scene.ann.autocomplete(scene.channel, "table roll", "name", "second")
    assert 0 < len(choices) <= 25
    assert "door.second" in [choice["value"] for choice in choices]

    by_key = await scene.ann.slash(scene.channel, "table roll", name="door.second", faces="2")
    by_choice = await scene.ann.slash(scene.channel, "table roll", name=choices[0]["name"], faces="2")
    unknown = await scene.ann.slash(scene.channel, "table roll", name="door.secnd")

    assert not by_key.ephemeral
    assert words(by_key).split("·")[0] == words(by_choice).split("·")[0]
    assert unknown.ephemeral
    assert "door.second" in words(unknown)


async def test_a_table_shows_its_rows_and_odds(scene: Scene) -> None:
    result = await scene.ann.slash(scene.channel, "table show", name="door.destination")

    assert result.ephemeral
    assert words(result).count("1/10") == 10


async def test_history_has_pages_from_the_first_day(scene: Scene) -> None:
    """C42."""
    for face in range(1, 21):
        await scene.ann.slash(scene.channel, "roll", dice="d100", faces=str(face))

    newest = await scene.ann.slash(scene.channel, "history show")
    assert buttons(newest) == ["Older"]
    assert newest.response is not None
    middle = await scene.ann.click(newest.response.message, label="Older")
    assert middle.response is None or middle.response.id == newest.response.id
    assert buttons(newest) == ["Newer", "Older"]
    await scene.ann.click(newest.response.message, label="Older")

    assert buttons(newest) == ["Newer"]
    assert "d100 = 1**" in words(newest)


async def test_direct_messages_with_the_bot_are_a_campaign_of_their_own(scene: Scene) -> None:
    user = scene.ann.user
    result = await user.slash("roll", dice="2d6", faces="2,5")
    await scene.ann.slash(scene.channel, "roll", dice="d20", faces="19")

    assert "2d6 = 7" in words(result)
    kept = words(await user.slash("history show"))
    assert "2d6" in kept
    assert "d20" not in kept


@pytest.mark.parametrize("many", [26, 1_000])
def test_an_autocomplete_offers_no_more_than_discord_shows(many: int) -> None:
    """C44: the twenty-sixth choice makes Discord show none."""
    found = [(f"monster.{number}", "Ogre " * 40) for number in range(many)]

    choices = choices_of(found)

    assert [choice.value for choice in choices] == [key for key, _ in found[:25]]
    assert all(len(choice.name) <= 100 for choice in choices)


async def test_only_what_has_rows_is_offered_to_be_shown(scene: Scene) -> None:
    offered = await scene.ann.autocomplete(scene.channel, "table show", "name", "door")

    assert len(offered) > 5
    for choice in offered:
        shown = await scene.ann.slash(scene.channel, "table show", name=choice["value"])
        assert "Source" in words(shown)


async def test_the_list_of_tables_turns(scene: Scene) -> None:
    everything = matching("")
    listed = await scene.ann.slash(scene.channel, "table list")

    assert listed.ephemeral
    for key, title in everything[:LIST_SIZE]:
        assert f"`{key}` {title}" in words(listed)
    assert buttons(listed) == (["More"] if len(everything) > LIST_SIZE else [])
    assert listed.response is not None


def test_pages_of_the_list_hold_everything_once() -> None:
    titles = [(f"table.{number}", f"Table {number}") for number in range(2 * LIST_SIZE + 1)]

    pages = [view_words(table_list_reply(titles, number).view) for number in range(3)]

    assert "\n".join(pages).split("\n") == [f"`{key}` {title}" for key, title in titles]


async def test_a_button_that_nobody_knows_is_answered(scene: Scene) -> None:
    listed = await scene.ann.slash(scene.channel, "roll", dice="d6")
    assert listed.response is not None
    view = discord.ui.LayoutView(timeout=None)
    row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
    row.add_item(discord.ui.Button(label="Old", custom_id="undercroft:gone:7"))
    view.add_item(row)
    channel = scene.env.bot.get_channel(scene.channel.id)
    assert isinstance(channel, discord.TextChannel)
    message = await channel.send(view=view)

    pressed = await scene.ann.click(message, label="Old")

    assert pressed.ephemeral
    assert "older version" in words(pressed)
