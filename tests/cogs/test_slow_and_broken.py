"""What people read when the memory is slow, locked or gone, and that nothing half-done stays."""

from __future__ import annotations

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
