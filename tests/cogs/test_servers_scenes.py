"""A server that removes the bot finds everything when it comes back within a month (C89, C90)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.campaign import census
from bot.campaign.leaving import GRACE
from tests.scenes import words

if TYPE_CHECKING:
    import pytest

    from tests.scenes import Scene


async def events(scene: Scene) -> int:
    return (await scene.kit.store.read(census)).events


async def test_a_restart_a_month_later_deletes_nothing_of_a_server_that_is_there(scene: Scene) -> None:
    await scene.ann.slash(scene.channel, "roll", dice="d6", faces="5")
    before = await events(scene)
    later = scene.kit.clock() + 2 * GRACE
    scene.kit = replace(scene.kit, clock=lambda: later)
    await scene.restart()
    assert await events(scene) == before
    assert "d6 = 5" in words(await scene.ann.slash(scene.channel, "history show"))


async def test_a_memory_that_is_away_when_servers_come_and_go_is_the_hosts_to_know(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    cog = scene.env.bot.get_cog("ServersCog")
    await scene.kit.store.close()

    for listener in (cog.on_guild_join, cog.on_guild_remove):
        await listener(scene.env.bot.get_guild(scene.guild.id))

    assert caplog.text.count("will be tomorrow") == 2
    assert "Traceback" not in caplog.text
