"""``/history …``: what was rolled, each event as far as its reader may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot import play
from bot.campaign import history
from bot.campaign.reading import Reader
from bot.replies import Answer, history_reply
from bot.replies.history import PAGE_SIZE
from cogs._buttons import LastingButton, kit_of
from cogs._options import where_kept
from cogs._rolling import seat_of, visitor_of
from tables.errors import Refusal

if TYPE_CHECKING:
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


class TurnPage(LastingButton, template=r"undercroft:history:(?P<state>[A-Za-z0-9._~-]{1,60})"):
    """Turns the history to the page at a cursor; what may be seen is decided anew for whoever presses."""

    kind = "history"

    async def press(self, interaction: Interaction) -> None:
        """Turn the page."""
        # A page shows what its reader may see, so it never goes into a message that others see too.
        in_place = interaction.message is not None and interaction.message.flags.ephemeral
        async with Answer(interaction, private=True, in_place=in_place) as answer:
            page = await _page(interaction, kit_of(interaction), self.state)
            await (answer.replace if in_place else answer.send)(page)


async def _page(interaction: Interaction, kit: Kit, cursor: str | None) -> Reply:
    """The page at a cursor, as whoever asks may see it."""
    seat = seat_of(interaction)
    if seat.guild_id is None:
        raise Refusal(NOT_A_MEMBER)
    found = await play.arrive(kit, seat, visitor_of(interaction))
    reader = Reader(seat.actor_id, found.game_master)
    page = await kit.store.read(history.page, seat.channel_id, reader, cursor, PAGE_SIZE)
    return history_reply(page, buttons=_turns(page))


def _turns(page: HistoryPage) -> list[Part]:
    """The buttons to where there is more."""
    turns: list[Part] = []
    if page.newer is not None:
        turns.append(TurnPage(page.newer, "Newer"))
    if page.older is not None:
        turns.append(TurnPage(page.older, "Older"))
    return turns
