"""``/door …``: what doors are rolled for."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from discord import app_commands
from discord.ext import commands

from bot.campaign.schema import Audience
from bot.play import Ask
from cogs._options import SHARED_HELP, Faces, Note, Seen, anywhere
from cogs._rolling import roll
from tables import procedures
from tables.destination import WALL_NAMES
from tables.doors import MOST_ROOMS
from tables.errors import OptionError
from tables.names import listed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.kit import Kit
    from bot.replies.answer import Interaction

WALLS = [app_commands.Choice(name=name, value=wall.value) for wall, name in WALL_NAMES.items()]

METHODS = [
    app_commands.Choice(name="d10: eight directions, back, or nowhere", value="door.destination"),
    app_commands.Choice(name="d8: eight directions", value="door.d8"),
    app_commands.Choice(name="clock: twelve directions", value="door.clock"),
    app_commands.Choice(name="relative: rooms by number, counted from this one", value="door.relative"),
    app_commands.Choice(name="2d6: dead end, trap, room, another level or out", value="door.2d6"),
]


NAMES = {str(method.value): method.name.partition(":")[0] for method in METHODS}
"""What people call each method, by its key."""


RoomNumber: TypeAlias = app_commands.Range[int, 1, MOST_ROOMS]


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
        room: RoomNumber | None = None,
        rooms: RoomNumber | None = None,
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
        fits_the_method(method, options)
        await roll(interaction, self.kit, Ask(method, options, faces, note, seen))


def fits_the_method(method: str, options: Mapping[str, object]) -> None:
    """See that the method has the options given: the command offers those of all methods.

    Raises:
        OptionError: it has not, and which methods have; or there is no such method.
    """
    if method not in NAMES:
        raise OptionError("Pick how to roll from the choices of method.")
    for name in options:
        having = [NAMES[key] for key in NAMES if name in _options_of(key)]
        if NAMES[method] not in having:
            raise OptionError(
                f"{name} goes with the method {listed(having)}, not with {NAMES[method]}: "
                f"pick such a method, or leave {name} away."
            )


def _options_of(key: str) -> list[str]:
    return [option.name for option in procedures.find(key).options]
