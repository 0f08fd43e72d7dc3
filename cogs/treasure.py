"""``/treasure …``: hoards, caches, maps, and what a whole dungeon holds beside."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from discord import app_commands
from discord.ext import commands

from bot.play import Ask
from cogs._options import (
    MAX_CHOICES,
    SHARED_HELP,
    Faces,
    Note,
    Seen,
    anywhere,
    choices_for,
    given,
    help_for,
)
from cogs._rolling import roll
from tables.names import fold
from tables.procedure import MOST_LEVEL
from tables.treasure import MOST_CARRIERS, TYPE

if TYPE_CHECKING:
    from bot.kit import Kit
    from bot.replies.answer import Interaction

Level: TypeAlias = app_commands.Range[int, 1, MOST_LEVEL]
Carriers: TypeAlias = app_commands.Range[int, 1, MOST_CARRIERS]

HOARD_HELP = help_for("treasure.hoard", "type", "level", "edition", "count")


@anywhere
class TreasureCog(
    commands.GroupCog, group_name="treasure", group_description="Treasure: hoards, caches and maps"
):
    """Rolls for treasure."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    @app_commands.command()
    @app_commands.rename(letter="type")
    @app_commands.describe(
        letter=HOARD_HELP["type"], **{name: words for name, words in HOARD_HELP.items() if name != "type"}
    )
    @app_commands.choices(edition=choices_for("treasure.hoard", "edition"))
    async def hoard(
        self,
        interaction: Interaction,
        letter: str | None = None,
        level: Level = 1,
        edition: str | None = None,
        count: Carriers | None = None,
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Roll what a hoard holds, by its treasure type or by the dungeon level."""
        options = given(type=letter, level=level, edition=edition, count=count)
        await roll(interaction, self.kit, Ask("treasure.hoard", options, faces, note, seen))

    @hoard.autocomplete("letter")
    async def letters(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The treasure types that fit what was typed: all of them are one too many to list."""
        del interaction
        wanted = fold(typed)
        found = [each for each in TYPE.choices if fold(each.title).startswith(wanted)] or [
            each for each in TYPE.choices if wanted in fold(each.title)
        ]
        return [app_commands.Choice(name=each.title, value=each.value) for each in found[:MAX_CHOICES]]

    @app_commands.command()
    @app_commands.describe(**help_for("treasure.cache", "level", "scheme"))
    @app_commands.choices(scheme=choices_for("treasure.cache", "scheme"))
    async def cache(
        self,
        interaction: Interaction,
        level: Level = 1,
        scheme: str | None = None,
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Roll treasure without an owner: what it is, what it lies in, and what protects it."""
        options = given(level=level, scheme=scheme)
        await roll(interaction, self.kit, Ask("treasure.cache", options, faces, note, seen))

    @app_commands.command()
    @app_commands.describe(**SHARED_HELP)
    async def map(
        self,
        interaction: Interaction,
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Roll where a treasure map leads, and what lies there."""
        await roll(interaction, self.kit, Ask("treasure.map", {}, faces, note, seen))

    @app_commands.command()
    @app_commands.describe(**SHARED_HELP)
    async def topup(
        self,
        interaction: Interaction,
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Roll the one last hoard of a whole dungeon, to be shared out in it."""
        await roll(interaction, self.kit, Ask("treasure.topup", {}, faces, note, seen))
