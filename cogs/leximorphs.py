"""``/leximorph …``: letters dug as the tunnels that a region begins with."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from discord import app_commands
from discord.ext import commands

from bot.play import Ask
from cogs._options import Faces, Note, Seen, anywhere, help_for
from cogs._rolling import roll
from tables.headline import LONGEST_HEADLINE
from tables.leximorphs import LONGEST_WORD, RANDOM
from tables.procedure import MOST_LEVEL
from tables.tunnels import MOST_SECTORS

if TYPE_CHECKING:
    from bot.kit import Kit
    from bot.replies.answer import Interaction

Level: TypeAlias = app_commands.Range[int, 1, MOST_LEVEL]
Sectors: TypeAlias = app_commands.Range[int, 1, MOST_SECTORS]
Word: TypeAlias = app_commands.Range[str, 0, LONGEST_WORD]
Text: TypeAlias = app_commands.Range[str, 1, LONGEST_HEADLINE]


@anywhere
class LeximorphsCog(
    commands.GroupCog, group_name="leximorph", group_description="Letters as the tunnels of a region"
):
    """Rolls for letters and words."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    @app_commands.command()
    @app_commands.describe(**help_for("leximorph.letters", "sectors", "rotate", "level", "curved"))
    async def letters(
        self,
        interaction: Interaction,
        sectors: Sectors = 4,
        rotate: bool = False,
        level: Level = 1,
        curved: bool = False,
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Roll letters and dig them as tunnels, joined and with their loops counted."""
        options = {"sectors": sectors, "rotate": rotate, "level": level, "curved": curved}
        await roll(interaction, self.kit, Ask("leximorph.letters", options, faces, note, seen))

    @app_commands.command()
    @app_commands.describe(**help_for("leximorph.word", "word", "rotate", "level", "curved"))
    async def word(
        self,
        interaction: Interaction,
        word: Word = RANDOM,
        rotate: bool = False,
        level: Level = 1,
        curved: bool = False,
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Dig the first four letters of a word as tunnels."""
        options: dict[str, str | int | bool] = {
            "word": word,
            "rotate": rotate,
            "level": level,
            "curved": curved,
        }
        await roll(interaction, self.kit, Ask("leximorph.word", options, faces, note, seen))

    @app_commands.command()
    @app_commands.describe(**help_for("leximorph.headline", "text", "level"))
    async def headline(
        self,
        interaction: Interaction,
        text: Text,
        level: Level = 1,
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Find the nouns of a headline that can name a region."""
        options: dict[str, str | int | bool] = {"text": text, "level": level}
        await roll(interaction, self.kit, Ask("leximorph.headline", options, faces, note, seen))
