"""Behind the screen: what is told in the game masters' channel, with the bot's own permission."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, TypeAlias

import discord

from bot.replies.answer import LOST
from bot.replies.words import escape

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.replies import Reply
    from bot.replies.answer import Interaction

log = logging.getLogger(__name__)

Writable: TypeAlias = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread
"""Channels that can be the game masters'."""

CHOOSE = "choose another with /campaign settings masters_channel"
GONE = f"The game masters' channel is gone, or I cannot see it: {CHOOSE}."
CLOSED = "I may not write in the game masters' channel: give me View Channel and Send Messages there, or {}."
NOT_TAKEN = "Discord did not take it for the game masters' channel just now."
OPEN = f"The game masters' channel is where this campaign is played: {CHOOSE}."


async def post_to_masters(
    interaction: Interaction, channel_id: int, make: Callable[[bool], Awaitable[Reply]]
) -> str:
    """Post something in the game masters' channel; it never fails, whatever became of that channel.

    Args:
        interaction: what it is about; it has its answer already.
        channel_id: the game masters' channel.
        make: makes the message, told whether files may be attached.

    Returns:
        nothing, or in a sentence why it is not there.
    """
    guild = interaction.guild
    try:
        if guild is None:
            return GONE
        channel = guild.get_channel_or_thread(channel_id) or await guild.fetch_channel(channel_id)
        if not isinstance(channel, Writable):
            return GONE
        if _is_played_in(interaction, channel):
            return OPEN
        if not may_write(channel, guild.me):
            return CLOSED.format(CHOOSE)
        reply = await make(channel.permissions_for(guild.me).attach_files)
        nobody = discord.AllowedMentions.none()
        await channel.send(view=reply.view, files=reply.files(), allowed_mentions=nobody)
    except (discord.NotFound, discord.InvalidData):
        return GONE
    except discord.Forbidden:
        return CLOSED.format(CHOOSE)
    except LOST as problem:
        log.warning("the game masters' channel %s took no message: %s", channel_id, problem)
        return NOT_TAKEN
    return ""


def may_write(channel: Writable, me: discord.Member) -> bool:
    """Whether the bot may write in a channel or thread."""
    allowed = channel.permissions_for(me)
    is_thread = isinstance(channel, discord.Thread)
    return allowed.view_channel and (allowed.send_messages_in_threads if is_thread else allowed.send_messages)


def is_open_to_all(channel: Writable) -> bool:
    """Whether everybody on the server can read a channel."""
    if isinstance(channel, discord.Thread) and (channel.is_private() or channel.parent is None):
        return False
    read_by = channel.parent if isinstance(channel, discord.Thread) else channel
    return read_by is not None and read_by.permissions_for(channel.guild.default_role).view_channel


def failed_line(why: str) -> str:
    """Why something is not in the game masters' channel, as a small line of a message."""
    return f"-# {escape(why)}"


def _is_played_in(interaction: Interaction, channel: Writable) -> bool:
    """Whether players of this very place read it: a thread in the open belongs to its channel."""
    read_in = _readers_place(channel)
    asked_in = interaction.channel
    here = _readers_place(asked_in) if isinstance(asked_in, Writable) else interaction.channel_id
    return read_in == here


def _readers_place(channel: Writable) -> int:
    if isinstance(channel, discord.Thread) and not channel.is_private():
        return channel.parent_id
    return channel.id
