"""A small bot that proves the loopback: one command for each thing that can be right or wrong."""

from __future__ import annotations

import asyncio
import contextlib
import io
from typing import TYPE_CHECKING

import discord
from discord import app_commands

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.loopback.discord_loopback import Loopback
    from tests.loopback.world import Channel, Guild, User

PICTURE = b"\x89PNG\r\n\x1a\n not much of a picture"


class Again(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"again:(?P<text>.+)"):
    def __init__(self, text: str) -> None:
        super().__init__(discord.ui.Button(label="Again", custom_id=f"again:{text}"))
        self.text = text

    @classmethod
    async def from_custom_id(cls, interaction, item, match):
        return cls(match["text"])

    async def callback(self, interaction: discord.Interaction) -> None:
        if self.text == "edit":
            await interaction.response.edit_message(content="edited")
        elif self.text == "later":
            await interaction.response.defer()
            await interaction.edit_original_response(content="edited later")
        else:
            await interaction.response.send_message(f"again: {self.text}")


class Card(discord.ui.LayoutView):
    def __init__(self, text: str, *, shown: str = "map.png", alt: str = "A map") -> None:
        super().__init__()
        gallery = discord.ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{shown}", description=alt))
        self.add_item(discord.ui.Container(discord.ui.TextDisplay(text), gallery))


def picture(content: bytes = PICTURE) -> discord.File:
    return discord.File(io.BytesIO(content), "map.png")


class Parlour(discord.AutoShardedClient):
    """A bot with one command for each thing that can be right or wrong."""

    def __init__(self, loopback: Loopback, **options: object) -> None:
        options.setdefault("allowed_mentions", discord.AllowedMentions.none())
        options.setdefault("intents", discord.Intents(guilds=True))
        super().__init__(guild_ready_timeout=0.05, **options)
        self.loopback = loopback
        self.tree = app_commands.CommandTree(self)
        self.resumes = self.calls = 0
        self.errors: list[Exception] = []
        self.tree.error(self._keep_error)

    async def _keep_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError
    ) -> None:
        self.errors.append(getattr(error, "original", error))
        self.loopback.notify()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Not to wait 5 s, as Discord itself would ask."""

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Again)
        add_commands(self)
        await self.tree.sync()

    async def on_resumed(self) -> None:
        self.resumes += 1
        self.loopback.notify()


def add_commands(bot: Parlour) -> None:
    group = app_commands.Group(name="door", description="Doors")

    @bot.tree.command(description="Say it")
    async def say(
        interaction: discord.Interaction, text: str, times: app_commands.Range[int, 1, 3] = 1
    ) -> None:
        bot.calls += 1
        view = discord.ui.View(timeout=None).add_item(Again(text))
        await interaction.response.send_message(" ".join([text] * times), view=view)

    @bot.tree.command(description="Say it twice, which cannot be")
    async def twice(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("once")
        interaction.response._response_type = None
        await interaction.response.send_message("twice")

    @bot.tree.command(description="Draw it")
    @app_commands.describe(secret="for you alone")
    async def draw(interaction: discord.Interaction, secret: bool = False) -> None:
        await interaction.response.defer(ephemeral=secret)
        await interaction.edit_original_response(view=Card("Here"), attachments=[picture()])
        await interaction.followup.send("and this")

    @bot.tree.command(description="A card at once")
    async def card(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=Card("Here"), file=picture())

    @bot.tree.command(description="Tell a secret after a public defer")
    async def leak(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await interaction.followup.send("the secret", ephemeral=True)

    @bot.tree.command(description="Post into the channel")
    async def post(interaction: discord.Interaction) -> None:
        assert isinstance(interaction.channel, discord.TextChannel | discord.Thread)
        message = await interaction.channel.send("posted")
        await message.edit(content="posted and edited")
        await interaction.response.send_message("done", ephemeral=True)

    @group.command(description="Where it leads")
    async def destination(interaction: discord.Interaction, wall: str) -> None:
        await interaction.response.send_message(f"{wall}: {interaction.permissions.manage_guild}")

    @destination.autocomplete("wall")
    async def walls(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        count = 26 if typed == "many" else 2
        return [app_commands.Choice(name=f"{typed} {n}", value=str(n)) for n in range(count)]

    bot.tree.add_command(group)


@contextlib.asynccontextmanager
async def running(loopback: Loopback, **options: object) -> AsyncIterator[Parlour]:
    async with Parlour(loopback, **options) as bot:
        ended = asyncio.create_task(bot.start(loopback.token))
        await loopback.ready()
        await bot.wait_until_ready()
        yield bot
        await bot.close()
        await ended


def here(loopback: Loopback) -> tuple[Guild, Channel, User]:
    """Alice in the first channel."""
    return loopback.table, loopback.channel, loopback.alice


def reproaches(loopback: Loopback) -> str:
    """All violations, a line each."""
    return "\n".join(map(str, loopback.violations))
