"""The least that a bot made with discord.py can be: one ``/roll``, no store, no rules, no pictures.

It stands beside ours wherever Discord is spoken to: started, addressed and hosted in the same way,
on uvloop and with orjson where ours has them. ``python -m benchmarks.bare_bot`` reads the same settings.
"""

from __future__ import annotations

import asyncio
import os
import random

import discord
import uvloop
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route


class BareBot(discord.AutoShardedClient):
    """A client with one command."""

    def __init__(self) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        super().__init__(intents=intents, allowed_mentions=discord.AllowedMentions.none(), shard_count=1)
        self.tree = app_commands.CommandTree(self)
        self.tree.command()(roll)

    async def setup_hook(self) -> None:
        await self.tree.sync()


async def roll(interaction: discord.Interaction[BareBot], dice: str) -> None:
    """Roll two dice, whatever is asked for."""
    faces = random.randint(1, 6), random.randint(1, 6)
    await interaction.response.send_message(f"{dice}: **{sum(faces)}** ({faces[0]}+{faces[1]})")


async def main() -> None:
    Route.BASE = os.environ["DISCORD_API_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    async with BareBot() as bot:
        await bot.start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main())
