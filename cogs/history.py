"""``/history …``: what was rolled, each event as far as its reader may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import discord
from discord import app_commands
from discord.ext import commands

from bot.campaign import history
from bot.replies import Answer, history_reply
from bot.replies.history import PAGE_SIZE
from bot.tree import explain
from cogs._options import where_kept
from cogs._rolling import kit_of, reader_of, seat_of
from tables.errors import Refusal

if TYPE_CHECKING:
    import re

    from bot.campaign.history import HistoryPage
    from bot.kit import Kit
    from bot.replies import Reply
    from bot.replies.answer import Interaction
    from bot.replies.layout import Part

NOT_A_MEMBER = "Rolls are kept where I am a member of the server: ask its admins to add me."


@where_kept
class HistoryCog(
    commands.GroupCog, group_name="history", group_description="History: everything that was rolled"
):
    """The campaign's history."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    @app_commands.command()
    async def show(self, interaction: Interaction) -> None:
        """Show what was rolled in this campaign, newest first, to you alone."""
        async with Answer(interaction, private=True) as answer:
            await answer.send(await _page(interaction, self.kit, None))


class TurnPage(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.LayoutView]],
    template=r"undercroft:history:(?P<cursor>[A-Za-z0-9._~-]{1,60})",
):
    """Turns the history's page; what may be seen is decided anew for whoever presses."""

    def __init__(self, cursor: str, label: str = "Turn") -> None:
        """Show the page at ``cursor``."""
        super().__init__(
            discord.ui.Button(
                label=label,
                style=discord.ButtonStyle.secondary,
                custom_id=f"undercroft:history:{cursor}",
            )
        )
        self.cursor = cursor

    @classmethod
    async def from_custom_id(
        cls,
        interaction: Interaction,  # noqa: ARG003 - the library hands it in
        item: discord.ui.Item[Any],  # noqa: ARG003
        match: re.Match[str],
        /,
    ) -> Self:
        """The button of a page, however old."""
        return cls(match["cursor"])

    async def callback(self, interaction: Interaction) -> None:
        """Turn the page."""
        # A page shows what its reader may see, so it never goes into a message that others see too.
        in_place = interaction.message is not None and interaction.message.flags.ephemeral
        try:
            async with Answer(interaction, private=True, in_place=in_place) as answer:
                page = await _page(interaction, kit_of(interaction), self.cursor)
                await (answer.replace if in_place else answer.send)(page)
        except Exception as problem:  # every error of a button becomes words
            await explain(interaction, problem)


async def _page(interaction: Interaction, kit: Kit, cursor: str | None) -> Reply:
    """The page at a cursor, as whoever asks may see it."""
    seat = seat_of(interaction)
    if seat.guild_id is None:
        raise Refusal(NOT_A_MEMBER)
    page = await kit.store.read(history.page, seat.channel_id, reader_of(interaction), cursor, PAGE_SIZE)
    return history_reply(page, buttons=_turns(page))


def _turns(page: HistoryPage) -> list[Part]:
    """The buttons to where there is more."""
    turns: list[Part] = []
    if page.newer is not None:
        turns.append(TurnPage(page.newer, "Newer"))
    if page.older is not None:
        turns.append(TurnPage(page.older, "Older"))
    return turns
