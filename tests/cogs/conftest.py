"""A table to play at: the real bot in simcord's Discord, a game master and two players."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import discord
import pytest
import simcord

from bot.app import Undercroft
from bot.host import open_kit
from bot.settings import Settings
from tests.scenes import Scene

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    async with contextlib.AsyncExitStack() as stack:
        kit = await stack.enter_async_context(open_kit(str(tmp_path / "campaign.db"), create=True))
        bot = Undercroft(kit, Settings(), shards=1)
        env = await stack.enter_async_context(simcord.run(bot))
        guild = env.create_guild("The Prisoner's Forge")
        channel = guild.create_text_channel("dungeon")
        masters = guild.create_role("Masters", permissions=discord.Permissions(manage_guild=True))
        yield Scene(
            env=env,
            guild=guild,
            channel=channel,
            master=guild.add_member(env.create_user("mora"), roles=[masters]),
            ann=guild.add_member(env.create_user("ann")),
            bert=guild.add_member(env.create_user("bert")),
            kit=kit,
        )
