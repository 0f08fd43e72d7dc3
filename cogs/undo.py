"""``/undo``: takes back what was changed; nothing is ever removed from the history."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, TypeAlias

from discord import app_commands
from discord.ext import commands

from bot import play
from bot.campaign.changes import Changed
from bot.campaign.schema import Audience
from bot.campaign.undo import KIND, undo
from bot.replies import Answer
from bot.replies.answer import LOST
from bot.replies.undoing import standing_reply, taken_back_reply, told_again_reply
from cogs._buttons import LastingButton, kit_of
from cogs._campaign import guest, send
from cogs._options import where_kept

if TYPE_CHECKING:
    from bot.campaign.undo import TakenBack
    from bot.kit import Kit
    from bot.replies.answer import Interaction

log = logging.getLogger(__name__)

Reference: TypeAlias = app_commands.Range[str, 1, 20]


class UndoCog(commands.Cog):
    """Taking back."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    @app_commands.command()
    @app_commands.describe(event="Its reference, such as #k4t9; the last change if you leave this out")
    @where_kept
    async def undo(self, interaction: Interaction, event: Reference | None = None) -> None:
        """Take back the last change, or the one you name: for game masters."""
        async with Answer(interaction, private=True) as answer:
            await _undo(interaction, self.kit, answer, event, None)


class TakeBackTogether(LastingButton, template=r"undercroft:together:(?P<state>[a-z0-9]{4,12}:[0-9a-f]{12})"):
    """Takes back an event with those that stand on it; where others do by now, they are named first."""

    kind = "together"
    label = "Take back all together"

    async def press(self, interaction: Interaction) -> None:
        """Take them back."""
        reference, _, seen = self.state.partition(":")
        async with Answer(interaction, private=True) as answer:
            await _undo(interaction, kit_of(interaction), answer, reference, seen)


async def _undo(
    interaction: Interaction, kit: Kit, answer: Answer, reference: str | None, seen: str | None
) -> None:
    """Take back and tell it; what was told to everybody is taken back before everybody.

    ``seen`` are the later events that the game master was shown and wants to take back too.
    """
    here = await guest(interaction, kit, master=True)
    new = play.new_event(kit, here.seat, KIND, Audience.MASTERS)
    taken = await kit.store.write(undo, new, reference, together=seen is not None, seen=seen)
    if taken.recorded is None:
        named = taken.named
        buttons = [] if named is None else [TakeBackTogether(f"{named.reference}:{taken.together}")]
        await answer.send(standing_reply(taken, buttons=buttons))
        return
    await send(kit, answer, Changed(taken.recorded, None), taken_back_reply(taken))
    await _tell_everybody(interaction, taken)


async def _tell_everybody(interaction: Interaction, taken: TakenBack) -> None:
    reply = told_again_reply(taken.reversed)
    if reply is None:
        return
    try:
        await interaction.followup.send(view=reply.view, ephemeral=False)
    except LOST as problem:
        log.warning("what interaction %s took back was not told in the channel: %s", interaction.id, problem)
