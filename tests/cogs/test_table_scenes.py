"""``/table …`` with all the tables there are: bands, levels, amounts, many keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.replies import table_reply
from bot.replies.tables import LIST_SIZE
from cogs._options import MAX_CHOICES, matching
from tables.catalog import load
from tests.scenes import buttons, view_words, words

if TYPE_CHECKING:
    from tests.scenes import Scene


async def test_a_table_by_level_is_shown_band_by_band(scene: Scene) -> None:
    result = await scene.ann.slash(scene.channel, "table show", name="monster.level.odnd")

    assert result.ephemeral
    lines = words(result).splitlines()
    assert lines[0] == "**Monster level, OD&D** · d6 · `monster.level.odnd`"
    table = load().table("monster.level.odnd")
    shown = [line.replace("\\", "") for line in lines[1 : 1 + len(table.bands)]]
    assert [line.partition("** ")[0] for line in shown] == [f"**Level {band.numbers}" for band in table.bands]
    assert all(line.count(" · ") == len(band.rows) - 1 for line, band in zip(shown, table.bands, strict=True))
    assert "1–2: a monster of level V (1/3) · 3–6: a monster of level VI (2/3)" in "\n".join(shown)


async def test_a_table_too_long_for_a_message_is_a_file_with_every_band(scene: Scene) -> None:
    result = await scene.ann.slash(scene.channel, "table show", name="monster.level")

    table = load().table("monster.level")
    reply = table_reply(table)
    assert result.response is not None
    assert [each.filename for each in result.response.attachments] == [
        each.name for each in reply.attachments
    ]
    told = view_words(reply.view) + "".join(each.content.decode() for each in reply.attachments)
    assert all(band.numbers in told.replace("\\", "") for band in table.bands)


async def test_amounts_are_shown_as_they_are_rolled(scene: Scene) -> None:
    told = words(await scene.ann.slash(scene.channel, "table show", name="treasure.map-place"))

    assert "1d4×10 miles away" in told
    assert "{" not in told


async def test_a_level_goes_with_tables_that_depend_on_it(scene: Scene) -> None:
    first = await scene.ann.slash(scene.channel, "table roll", name="monster.level", faces="20")
    deep = await scene.ann.slash(scene.channel, "table roll", name="monster.level", faces="20", level=16)

    assert "level III" in words(first)
    assert "level X" in words(deep)
    assert deep.response is not None
    again = await scene.bert.click(deep.response.message, label="Roll again")
    assert "Second roll" in words(again)


@pytest.mark.parametrize("name", ["door.second", "treasure.map-place"])
async def test_a_level_is_refused_where_nothing_depends_on_it(scene: Scene, name: str) -> None:
    result = await scene.ann.slash(scene.channel, "table roll", name=name, level=3)

    assert result.ephemeral
    assert "leave “level” away" in words(result)
    assert "Nothing has been rolled" in words(await scene.ann.slash(scene.channel, "history show"))


async def test_the_list_turns_through_all_there_is_and_back(scene: Scene) -> None:
    everything = matching("")
    assert len(everything) > 5 * LIST_SIZE
    listed = await scene.ann.slash(scene.channel, "table list")
    assert listed.response is not None
    seen = words(listed).splitlines()
    while "More" in buttons(listed):
        await scene.ann.click(listed.response.message, label="More")
        seen += words(listed).splitlines()

    assert [line.split("`")[1] for line in seen] == [key for key, _ in everything]
    await scene.ann.click(listed.response.message, label="Back")
    assert buttons(listed) == ["Back", "More"]


@pytest.mark.parametrize("typed", ["", "d", "level", "treasure.map", "stocking", "A", "x" * 100])
async def test_of_many_keys_no_more_are_offered_than_discord_shows(scene: Scene, typed: str) -> None:
    for command in ("table roll", "table show"):
        choices = await scene.ann.autocomplete(scene.channel, command, "name", typed)
        assert len(choices) <= MAX_CHOICES
        assert len({choice["value"] for choice in choices}) == len(choices)
        assert bool(choices) is (typed != "x" * 100)


async def test_what_came_already_is_rolled_again_where_somebody_asks_for_it(scene: Scene) -> None:
    result = await scene.ann.slash(
        scene.channel, "table roll", name="door.second", times=2, unique=True, faces="1,1,4"
    )

    assert "A door in the north wall. 2. A door in the west wall." in words(result)
    assert "d6 (1)" in words(result)


async def test_a_table_is_rolled_several_times_at_once(scene: Scene) -> None:
    result = await scene.ann.slash(scene.channel, "table roll", name="door.second", times=3, faces="1,5,2,4")

    assert "3\\. A door in the west wall" in words(result) or "3. A door in the west wall" in words(result)
    assert result.response is not None
    again = await scene.ann.click(result.response.message, label="Roll again")
    assert "Second roll" in words(again)
