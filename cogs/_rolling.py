"""From an interaction to a told roll: the few steps that every rolling command shares."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Self, cast

import aiohttp
import discord

from bot import play
from bot.campaign.reading import Reader
from bot.campaign.schema import Audience
from bot.drawing import painter_of
from bot.play import Ask, Seat
from bot.replies import Answer, roll_reply
from bot.tree import explain, is_already_answered
from tables.errors import Refusal

if TYPE_CHECKING:
    import re

    from bot.drawing import Picture
    from bot.kit import Keeper, Kit
    from bot.play import Played
    from bot.replies.answer import Interaction

log = logging.getLogger(__name__)

NO_ATTACHMENTS = "There is a picture, but I may not attach files here: give me the permission Attach Files."
NO_PICTURE = "There is a picture, but it could not be drawn this time."

LOST = (discord.DiscordException, aiohttp.ClientError, OSError)
"""What a reply raises that never reached Discord."""


async def roll(interaction: Interaction, kit: Kit, ask: Ask, *, again_of: str | None = None) -> None:
    """Roll what was asked for, remember it and tell it.

    Raises:
        Refusal: it cannot be rolled or kept; nothing was.
    """
    seat = seat_of(interaction)
    outcome = play.throw(kit, ask, seat)
    async with Answer(interaction, private=ask.seen is not Audience.EVERYONE) as answer:
        played = await play.remember(kit, ask, seat, outcome, again_of=again_of)
        await _tell(interaction, kit, answer, played)


def seat_of(interaction: Interaction) -> Seat:
    """Who asks and where. A thread or forum post belongs to its parent's campaign.

    Direct messages with the bot are a campaign of their own. Where the bot is no member of
    the server, or the channel is other people's, there is none.
    """
    guild = interaction.guild if interaction.is_guild_integration() else None
    is_direct = interaction.guild_id is None and interaction.context.dm_channel
    place = interaction.channel
    place_id = interaction.channel_id or 0
    parent_id = place.parent_id if isinstance(place, discord.Thread) else place_id
    return Seat(
        interaction_id=interaction.id,
        guild_id=guild.id if guild else (0 if is_direct else None),
        guild_name=guild.name if guild else "",
        channel_id=parent_id,
        place_id=place_id,
        actor_id=interaction.user.id,
        actor_name=interaction.user.display_name,
        token=interaction.token,
    )


def reader_of(interaction: Interaction) -> Reader:
    """Who would read an answer to this interaction.

    Whoever manages the server is a game master, and everybody is in direct messages of their own.
    """
    alone = interaction.guild_id is None
    return Reader(interaction.user.id, game_master=alone or interaction.permissions.manage_guild)


class RollAgain(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.LayoutView]],
    template=r"undercroft:again:(?P<reference>[a-z0-9]{4,16})",
):
    """Rolls the same thing once more, as a roll of its own; works as long as the campaign lives."""

    def __init__(self, reference: str) -> None:
        """Roll again what the event of that reference rolled."""
        super().__init__(
            discord.ui.Button(
                label="Roll again",
                style=discord.ButtonStyle.secondary,
                custom_id=f"undercroft:again:{reference}",
            )
        )
        self.reference = reference

    @classmethod
    async def from_custom_id(
        cls,
        interaction: Interaction,  # noqa: ARG003 - the library hands it in
        item: discord.ui.Item[Any],  # noqa: ARG003
        match: re.Match[str],
        /,
    ) -> Self:
        """The button of a message, however old."""
        return cls(match["reference"])

    async def callback(self, interaction: Interaction) -> None:
        """Roll again."""
        kit = kit_of(interaction)
        try:
            reader = reader_of(interaction)
            ask = await play.again(kit, seat_of(interaction), self.reference, reader)
            await roll(interaction, kit, ask, again_of=self.reference)
        except Exception as problem:  # every error of a button becomes words
            await explain(interaction, problem)


def kit_of(interaction: Interaction) -> Kit:
    """The kit, for buttons: they are made by the library and not by a cog."""
    return cast("Keeper", interaction.client).kit


async def _tell(interaction: Interaction, kit: Kit, answer: Answer, played: Played) -> None:
    """Post the reply; one that is lost is kept to be told later."""
    blind = played.ask.seen is Audience.MASTERS and not reader_of(interaction).game_master
    painted, missing = (None, "") if blind else await _picture(interaction, kit, played)
    buttons = [RollAgain(played.event.reference)] if played.event else []
    reply = roll_reply(played, painted, buttons=buttons, blind=blind, picture_missing=missing)
    try:
        await answer.send(reply)
    except LOST as problem:
        if not is_already_answered(problem):
            if played.event is None:
                raise
            log.warning("the reply to interaction %s was lost: %s", interaction.id, problem)
            raise await play.could_not_post(kit, played.event, str(problem)) from problem
    await play.posted(kit, played)


async def _picture(interaction: Interaction, kit: Kit, played: Played) -> tuple[Picture | None, str]:
    """The picture of what was rolled, or why there is none; a roll is told without it rather than not."""
    paint = painter_of(played.outcome.value)
    if paint is None:
        return None, ""
    if interaction.guild and not interaction.app_permissions.attach_files:
        return None, NO_ATTACHMENTS
    try:
        return await kit.renderer.render(paint), ""
    except Refusal as problem:
        return None, f"{NO_PICTURE} {problem}"
    except Exception:
        log.exception("no picture of %s", played.outcome.key)
        return None, NO_PICTURE
