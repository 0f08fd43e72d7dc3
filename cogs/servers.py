"""Servers that come and go: what a server had is kept for a month after it left."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from discord.ext import commands

from bot.campaign import leaving
from tables.errors import Refusal

if TYPE_CHECKING:
    import discord

    from bot.kit import Kit

log = logging.getLogger(__name__)

DAY = 24 * 3600.0
"""Seconds between two looks at whose time is up."""


class ServersCog(commands.Cog):
    """Listens to servers, and has no commands."""

    def __init__(self, kit: Kit, bot: commands.AutoShardedBot) -> None:
        self.kit = kit
        self._bot = bot
        self._next: asyncio.TimerHandle | None = None
        self._looking: asyncio.Task[None] | None = None

    async def cog_unload(self) -> None:
        """Look no more."""
        if self._next is not None:
            self._next.cancel()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Compare the servers that are there with those that are known, once all have been told."""
        sees_a_part = self._bot.shard_ids is not None  # of all shards, and so of the servers
        if self._bot.is_closed() or sees_a_part:
            return
        seen = {guild.id for guild in self._bot.guilds}
        try:
            found = await self.kit.store.write(leaving.call_roll, seen, self.kit.clock())
            if found.is_outage:
                log.warning(
                    "so many servers are missing that it looks like an outage: none is taken to have left"
                )
            elif found.left or found.back:
                log.info("servers that left: %d, that came back: %d", found.left, found.back)
            gone = await self.kit.store.write(leaving.purge_left, seen, self.kit.clock())
            if gone:
                log.info("what %d servers had was deleted: they left more than 30 days ago", len(gone))
        except Refusal as problem:
            log.warning("the servers were not compared with those that are known: %s", problem)
        self._look_again()

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """A server has the bot, perhaps again."""
        try:
            await self.kit.store.write(leaving.guild_came, guild.id)
        except Refusal as problem:
            log.warning("it was not noted that a server has the bot again, and will be tomorrow: %s", problem)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """A server removed the bot; an outage is told otherwise and does not come here."""
        try:
            await self.kit.store.write(leaving.guild_left, guild.id, self.kit.clock())
        except Refusal as problem:
            log.warning("it was not noted that a server removed the bot, and will be tomorrow: %s", problem)
        else:
            log.info("a server removed the bot: what it had is kept for 30 days")

    def _look_again(self) -> None:
        """Look in a day; a timer, because a task that sleeps a day is one more thing to end."""
        if self._next is not None:
            self._next.cancel()
        self._next = asyncio.get_running_loop().call_later(DAY, self._look)

    def _look(self) -> None:
        self._looking = asyncio.ensure_future(self.on_ready())
