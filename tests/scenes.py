"""Who sits at the table in a test, and how an answer is read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.app import Undercroft
from bot.settings import Settings

if TYPE_CHECKING:
    import discord
    from simcord import ChannelHandle, Env, GuildHandle, InteractionResult, MemberActor

    from bot.kit import Kit


@dataclass
class Scene:
    """Who is there, and where."""

    env: Env
    guild: GuildHandle
    channel: ChannelHandle
    master: MemberActor
    ann: MemberActor
    bert: MemberActor
    kit: Kit

    async def restart(self) -> None:
        """Start the bot anew on the same database."""
        bot = Undercroft(self.kit, Settings(), shards=1)
        answered = bot.tree.on_error
        await self.env.restart_bot(bot)
        vars(bot.tree)["on_error"] = answered


def words(result: InteractionResult | Any) -> str:
    """Every text of an answer, in order."""
    message = getattr(result, "response", result) or result
    return "\n".join(_texts(message.components))


def bare(text: str) -> str:
    """A text without its times and references, whose digits are nobody's doing."""
    return re.sub(r"<t:\d+:\w>|#[a-z0-9]+", "", text)


def view_words(view: discord.ui.LayoutView) -> str:
    """Every text of a message that is not sent yet."""
    return "\n".join(_texts(view.to_components()))


def buttons(result: InteractionResult) -> list[str]:
    """The labels of an answer's buttons."""
    assert result.response is not None
    return [item["label"] for item in _walk(result.response.components) if item["type"] == 2]


def pictures(result: InteractionResult) -> list[dict[str, Any]]:
    """The pictures that an answer shows."""
    assert result.response is not None
    return [
        item for part in _walk(result.response.components) if part["type"] == 12 for item in part["items"]
    ]


def _texts(components: list[dict[str, Any]]) -> list[str]:
    return [item["content"] for item in _walk(components) if item["type"] == 10]


def _walk(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [found for item in components for found in (item, *_walk(item.get("components", [])))]
