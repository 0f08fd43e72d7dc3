"""``/room …``: what rooms are like, and what they hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from discord import app_commands
from discord.ext import commands

from bot.play import Ask
from cogs._options import Faces, Note, Seen, anywhere, choices_for, given, help_for
from cogs._rolling import roll
from tables.errors import OptionError
from tables.procedure import MOST_LEVEL
from tables.rooms import KINDS

if TYPE_CHECKING:
    from bot.kit import Kit
    from bot.replies.answer import Interaction

KIND_NAMES = [
    app_commands.Choice(name="room: built, with doors", value="room"),
    app_commands.Choice(name="chamber: built, with open passages", value="chamber"),
    app_commands.Choice(name="cave: not built", value="cave"),
]

Level: TypeAlias = app_commands.Range[int, 1, MOST_LEVEL]


@anywhere
class RoomsCog(
    commands.GroupCog, group_name="room", group_description="Rooms: their size, and what they hold"
):
    """Rolls for rooms."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    @app_commands.command()
    @app_commands.describe(
        kind="Whether it is a room, a chamber or a cave; a room unless you say otherwise",
        **help_for("room.size", "edition", "level"),
    )
    @app_commands.choices(kind=KIND_NAMES, edition=choices_for("room.size", "edition"))
    async def size(
        self,
        interaction: Interaction,
        edition: str | None = None,
        kind: str = "room",
        level: Level = 1,
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Roll how big a room is, its shape, and the ways out of it."""
        key = next((key for each, key in KINDS.items() if each == kind), None)
        if key is None:
            raise OptionError("Pick a room, a chamber or a cave from the choices of kind.")
        await roll(interaction, self.kit, Ask(key, given(edition=edition, level=level), faces, note, seen))

    @app_commands.command()
    @app_commands.describe(**help_for("room.contents", "scheme", "level"))
    @app_commands.choices(scheme=choices_for("room.contents", "scheme"))
    async def contents(
        self,
        interaction: Interaction,
        scheme: str | None = None,
        level: Level = 1,
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Roll whether a room is occupied, and what else it holds."""
        options = given(scheme=scheme, level=level)
        await roll(interaction, self.kit, Ask("room.contents", options, faces, note, seen))

    @app_commands.command()
    @app_commands.describe(**help_for("room.purpose", "level"))
    async def purpose(
        self,
        interaction: Interaction,
        level: Level = 1,
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Roll what a room is or was, by how rare such rooms are."""
        await roll(interaction, self.kit, Ask("room.purpose", {"level": level}, faces, note, seen))
