"""``/roll``: any dice notation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.play import Ask
from cogs._options import SHARED_HELP, Faces, Notation, Note, Seen, anywhere
from cogs._rolling import roll

if TYPE_CHECKING:
    from bot.kit import Kit
    from bot.replies.answer import Interaction


class DiceCog(commands.Cog):
    """Dice by notation."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    @app_commands.command(name="roll")
    @app_commands.describe(dice="Dice, such as 2d6+3, 4d6kh3, d%, (2d3)d10; several with ;", **SHARED_HELP)
    @anywhere
    async def roll(
        self,
        interaction: Interaction,
        dice: Notation,
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Roll dice of any kind."""
        await roll(interaction, self.kit, Ask("dice", {"dice": dice}, faces, note, seen))
