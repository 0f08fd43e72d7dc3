"""``/trap …``: tricks and traps."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from discord import app_commands
from discord.ext import commands

from bot.play import Ask
from cogs._options import Faces, Note, Seen, anywhere, choices_for, help_for
from cogs._rolling import roll
from tables.procedure import MOST_LEVEL

if TYPE_CHECKING:
    from bot.kit import Kit
    from bot.replies.answer import Interaction

Level: TypeAlias = app_commands.Range[int, 1, MOST_LEVEL]


@anywhere
class TrapsCog(commands.GroupCog, group_name="trap", group_description="Tricks and traps"):
    """Rolls for traps."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    @app_commands.command(name="roll")
    @app_commands.describe(**help_for("trap.roll", "place", "level"))
    @app_commands.choices(place=choices_for("trap.roll", "place"))
    async def roll_trap(
        self,
        interaction: Interaction,
        place: str = "room",
        level: Level = 1,
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Roll a trick or trap, what sets it off and how bad it is."""
        options: dict[str, str | int | bool] = {"place": place, "level": level}
        await roll(interaction, self.kit, Ask("trap.roll", options, faces, note, seen))
