"""A table to play at: the real bot in simcord's Discord, a game master and two players."""

from __future__ import annotations

import contextlib
import logging
from typing import TYPE_CHECKING

import discord
import pytest
import simcord

from bot.app import Undercroft
from bot.campaign import Limits
from bot.host import open_kit
from bot.practice import say_who_installed
from bot.settings import Settings
from tests.scenes import Scene

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


IMPATIENT = Limits(busy_timeout=0.3)
"""A store that waits for another program's lock no longer than a test likes to."""


@pytest.fixture
async def scene(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Scene]:
    async with seated(str(tmp_path / "campaign.db"), caplog) as scene:
        yield scene


@pytest.fixture(params=["sqlite", "postgresql"])
def each_address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of each engine."""
    on_file = request.param == "sqlite"
    return str(tmp_path / "campaign.db") if on_file else request.getfixturevalue("postgres_address")


@pytest.fixture
async def scene_on_each(each_address: str, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Scene]:
    """The same table with each engine below it."""
    async with seated(each_address, caplog) as scene:
        yield scene


@contextlib.asynccontextmanager
async def seated(address: str, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Scene]:
    """Everybody at the table; in the end nothing may have gone wrong that nobody foresaw."""
    async with contextlib.AsyncExitStack() as stack:
        kit = await stack.enter_async_context(open_kit(address, create=True, limits=IMPATIENT))
        bot = Undercroft(kit, Settings(), shards=1)
        answered = bot.tree.on_error
        env = simcord.Env(bot, check_errors=False)
        env.backend.subscribers.append(say_who_installed)
        await env.start()
        stack.push_async_callback(env.shutdown)
        # simcord counts whatever reaches the tree as an error. A refusal is an answer, though, and
        # what nobody foresaw is in the log, where the end of this fixture looks.
        vars(bot.tree)["on_error"] = answered
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
    unforeseen = [
        record.getMessage()
        for phase in ("setup", "call")
        for record in caplog.get_records(phase)
        if record.levelno >= logging.ERROR
        and record.name.startswith(("bot.tree", "cogs", "discord", "asyncio"))
    ]
    assert unforeseen == []
