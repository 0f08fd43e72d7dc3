"""``/door …``: what doors are rolled for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.campaign.schema import Audience
from bot.play import Ask
from cogs._options import SHARED_HELP, Faces, Note, Seen, anywhere
from cogs._rolling import roll
from tables.destination import WALL_NAMES

if TYPE_CHECKING:
    from bot.kit import Kit
    from bot.replies.answer import Interaction

WALLS = [app_commands.Choice(name=name, value=wall.value) for wall, name in WALL_NAMES.items()]

METHODS = [
    app_commands.Choice(name="d10: eight directions, back, or nowhere", value="door.destination"),
    app_commands.Choice(name="d8: eight directions", value="door.d8"),
    app_commands.Choice(name="clock: twelve directions", value="door.clock"),
    app_commands.Choice(name="relative: rooms by number, counted from this one", value="door.relative"),
    app_commands.Choice(name="2d6: dead end, trap, room, another floor or out", value="door.2d6"),
]


@anywhere
class DoorsCog(commands.GroupCog, group_name="door", group_description="Doors: where they lead"):
    """Rolls for doors."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    @app_commands.command()
    @app_commands.describe(
        wall="The wall that the door is in; north unless you say otherwise",
        method="How to roll; the d10 unless you say otherwise",
        spiral="Throw for left or right at every choice, so that passages may spiral",
        room="This room's number, for the relative method",
        rooms="How many rooms there are: the highest number, and the die of the 2d6 method",
        **SHARED_HELP,
    )
    @app_commands.choices(wall=WALLS, method=METHODS)
    async def destination(
        self,
        interaction: Interaction,
        wall: str = "N",
        method: str = "door.destination",
        spiral: bool = False,
        room: app_commands.Range[int, 1, 999] | None = None,
        rooms: app_commands.Range[int, 1, 999] | None = None,
        seen: Seen = Audience.EVERYONE,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Roll where a door leads, by which route, to the end."""
        options: dict[str, str | int | bool] = {"wall": wall, "spiral": spiral}
        if room is not None:
            options["room"] = room
        if rooms is not None:
            options["rooms"] = rooms
        await roll(interaction, self.kit, Ask(method, options, faces, note, seen))
