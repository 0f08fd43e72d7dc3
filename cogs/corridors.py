"""``/corridor …``: what is along corridors, and where they go."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from discord import app_commands
from discord.ext import commands

from bot.play import Ask
from cogs._options import Faces, Note, Seen, anywhere, choices_for, given, help_for
from cogs._rolling import roll
from tables.corridors import MOST_JUNCTIONS, MOST_LENGTH, STRETCH
from tables.errors import OptionError
from tables.procedure import MOST_LEVEL

if TYPE_CHECKING:
    from bot.kit import Kit
    from bot.replies.answer import Interaction

Count: TypeAlias = app_commands.Range[int, 1, MOST_JUNCTIONS]
Feet: TypeAlias = app_commands.Range[int, STRETCH, MOST_LENGTH]
Level: TypeAlias = app_commands.Range[int, 1, MOST_LEVEL]

WHAT = [
    app_commands.Choice(name="periodic check: what the passage comes to", value="corridor.periodic"),
    app_commands.Choice(name="side passage: which way it goes", value="corridor.passage"),
    app_commands.Choice(name="width: how wide it is", value="corridor.width"),
    app_commands.Choice(name="turn: which way it turns", value="corridor.turn"),
]


@anywhere
class CorridorsCog(
    commands.GroupCog, group_name="corridor", group_description="Corridors: junctions, walls, stairs"
):
    """Rolls for corridors."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    @app_commands.command()
    @app_commands.describe(**help_for("corridor.junction", "count"))
    async def junction(
        self,
        interaction: Interaction,
        count: Count = 1,
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Roll what is at a corner or junction, or at several."""
        await roll(interaction, self.kit, Ask("corridor.junction", {"count": count}, faces, note, seen))

    @app_commands.command()
    @app_commands.describe(**help_for("corridor.wall", "length"))
    async def wall(
        self,
        interaction: Interaction,
        length: Feet = STRETCH,
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Roll what is in both walls of a corridor, every 60 feet."""
        await roll(interaction, self.kit, Ask("corridor.wall", {"length": length}, faces, note, seen))

    @app_commands.command()
    @app_commands.describe(
        what="What to roll; what the passage comes to unless you say otherwise",
        **help_for("corridor.periodic", "edition", "level"),
    )
    @app_commands.choices(what=WHAT, edition=choices_for("corridor.periodic", "edition"))
    async def passage(
        self,
        interaction: Interaction,
        what: str = "corridor.periodic",
        edition: str | None = None,
        level: Level = 1,
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Roll how a passage goes on, followed to the end."""
        if all(choice.value != what for choice in WHAT):
            raise OptionError("Pick what to roll from the choices of what.")
        await roll(interaction, self.kit, Ask(what, given(edition=edition, level=level), faces, note, seen))

    @app_commands.command()
    @app_commands.describe(**help_for("corridor.stairs", "edition", "level"))
    @app_commands.choices(edition=choices_for("corridor.stairs", "edition"))
    async def stairs(
        self,
        interaction: Interaction,
        edition: str | None = None,
        level: Level = 1,
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Roll where stairs go."""
        options = given(edition=edition, level=level)
        await roll(interaction, self.kit, Ask("corridor.stairs", options, faces, note, seen))
