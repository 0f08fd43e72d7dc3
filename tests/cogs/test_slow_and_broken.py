"""What people read when the memory is slow, locked or gone, and that nothing half-done stays."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import discord
import pytest

from bot.replies import answer
from tests.scenes import buttons, words

if TYPE_CHECKING:
    from pathlib import Path

    from tests.scenes import Scene


def hold(path: Path) -> sqlite3.Connection:
    """Another program that has the file to itself."""
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    return holder


def first_response(scene: Scene) -> dict[str, int]:
    """The kind of the last interaction's first response, and the flags that fix who may see it."""
    sent = [call.json for call in scene.env.http_requests if call.path.endswith("/callback")]
    return {"type": sent[-1]["type"], "flags": sent[-1].get("data", {}).get("flags", 0)}


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that takes a turn of the event loop counts as slow: the simulation's clock stands still."""
    monkeypatch.setattr(answer, "DEFER_AFTER", 0.0)


@pytest.mark.usefixtures("slow")
async def test_a_locked_database_is_told_privately_and_nothing_is_kept(scene: Scene, tmp_path: Path) -> None:
    """C52, C56, C66: deferred in time, and the error is private although the deferral was open."""
    with closing(hold(tmp_path / "campaign.db")):
        result = await scene.ann.slash(scene.channel, "roll", dice="d20")

    assert first_response(scene) == {"type": 5, "flags": 0}
    assert result.response is None
    (told,) = result.followups
    assert told.ephemeral
    assert "Nothing was saved" in words(told)
    assert scene.channel.history(viewer=scene.bert) == []
    assert "Nothing has been rolled" in words(await scene.ann.slash(scene.channel, "history show"))


@pytest.mark.usefixtures("slow")
async def test_a_slow_roll_is_deferred_in_the_open_and_then_told(scene: Scene) -> None:
    result = await scene.ann.slash(scene.channel, "roll", dice="d20", faces="17")

    assert first_response(scene) == {"type": 5, "flags": 0}
    assert not result.ephemeral
    assert "d20 = 17" in words(result)
    assert buttons(result) == ["Roll again"]


@pytest.mark.usefixtures("slow")
async def test_a_slow_secret_stays_private_from_its_deferral_on(scene: Scene) -> None:
    """C66."""
    result = await scene.ann.slash(scene.channel, "roll", dice="d20", faces="17", seen="shared")

    assert first_response(scene) == {"type": 5, "flags": 64}
    assert result.ephemeral
    assert "17" in words(result)
    assert [message.id for message in scene.channel.history(viewer=scene.bert)] == []


async def test_a_reply_that_is_lost_is_told_with_the_next(scene: Scene) -> None:
    scene.env.inject_error("POST", "/interactions/*/callback", status=500)
    lost = await scene.ann.slash(scene.channel, "roll", dice="d20", faces="17")
    assert lost.response is None or "17" not in words(lost)

    following = await scene.bert.slash(scene.channel, "roll", dice="d6", faces="2")
    after = await scene.bert.slash(scene.channel, "roll", dice="d6", faces="3")

    assert "perhaps not shown before" in words(following)
    assert "d20 = 17" in words(following)
    assert "perhaps not shown before" not in words(after)
    assert "d20 = 17" in words(await scene.ann.slash(scene.channel, "history show"))


async def test_a_lost_secret_is_not_told_to_others(scene: Scene) -> None:
    scene.env.inject_error("POST", "/interactions/*/callback", status=500)
    await scene.ann.slash(scene.channel, "roll", dice="d20", faces="17", seen="shared")

    others = await scene.bert.slash(scene.channel, "roll", dice="d6", faces="2")
    own = await scene.ann.slash(scene.channel, "roll", dice="d6", faces="2", seen="shared")

    assert "17" not in words(others)
    assert "d20 = 17" in words(own)


async def test_without_the_permission_the_roll_is_told_without_its_picture(scene: Scene) -> None:
    bot = scene.guild.default_role
    overwrite = discord.PermissionOverwrite(attach_files=False)
    channel = scene.guild.create_text_channel("no-pictures", overwrites={bot: overwrite})

    result = await scene.ann.slash(channel, "door destination", wall="N", faces="5,3")

    assert "leads south" in words(result)
    assert "Attach Files" in words(result)
    assert result.response is not None
    assert result.response.attachments == []


async def test_what_nobody_foresaw_is_answered_by_a_reference_of_the_log(
    scene: Scene, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("an inner name")

    monkeypatch.setattr("bot.play.remember", broken)
    result = await scene.ann.slash(scene.channel, "roll", dice="d20")

    assert result.ephemeral
    told = re.search(r"reference for the host's log is ([0-9a-f]{6})", words(result))
    assert told, words(result)
    assert "inner name" not in words(result)
    [record] = [record for record in caplog.records if record.name == "bot.tree"]
    assert told[1] in record.getMessage()
    assert record.exc_info is not None
    caplog.clear()


async def test_a_roll_is_told_although_its_picture_cannot_be_drawn(
    scene: Scene, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_font(_: object) -> None:
        raise OSError("cannot open resource")

    monkeypatch.setattr("bot.drawing.destination.draw_destination", no_font)
    result = await scene.ann.slash(scene.channel, "door destination", wall="N", faces="5,3")

    assert "leads south" in words(result)
    assert "could not be drawn" in words(result)
    assert "cannot open" not in words(result)
    caplog.clear()


async def test_a_private_thread_is_a_campaign_of_its_own(scene: Scene) -> None:
    scene.env.backend.create_thread(scene.channel.id, "behind the screen", scene.master.id, type=12)
    (thread,) = scene.channel.threads
    await scene.master.slash(thread, "roll", dice="d20", faces="17", note="the ogre waits")

    assert "17" in words(await scene.master.slash(thread, "history show"))
    for outside in (scene.bert, scene.master):
        told = words(await outside.slash(scene.channel, "history show"))
        assert "ogre" not in told
        assert "Nothing has been rolled" in told


@pytest.mark.usefixtures("slow")
async def test_a_button_that_came_to_other_eyes_rolls_nothing(scene: Scene) -> None:
    """C66: a deferral in the open must not be followed by what is secret."""
    secret = await scene.ann.slash(scene.channel, "roll", dice="d20", faces="17", seen="shared")
    assert secret.response is not None
    reference = re.search(r"#([a-z0-9]{4,})", words(secret))
    assert reference
    view = discord.ui.LayoutView(timeout=None)
    row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
    row.add_item(discord.ui.Button(label="Roll", custom_id=f"undercroft:again:{reference[1]}"))
    view.add_item(row)
    channel = scene.env.bot.get_channel(scene.channel.id)
    assert isinstance(channel, discord.TextChannel)
    message = await channel.send(view=view)

    pressed = await scene.ann.click(message, label="Roll")

    assert first_response(scene) == {"type": 5, "flags": 0}
    assert pressed.response is None
    (told,) = pressed.followups
    assert told.ephemeral
    assert "Nothing was rolled" in words(told)
    assert words(await scene.ann.slash(scene.channel, "history show")).count("d20 =") == 1
