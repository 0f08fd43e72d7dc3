"""``/door …``: what doors are rolled for."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from discord import app_commands
from discord.ext import commands

from bot.play import Ask
from cogs._options import SHARED_HELP, Faces, Note, Seen, anywhere, choices_for, given, help_for
from cogs._rolling import roll
from tables import procedures
from tables.destination import WALL_NAMES
from tables.doors import METHOD_TITLES, METHODS, MOST_ROOMS
from tables.errors import OptionError
from tables.names import listed
from tables.procedure import MOST_LEVEL

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.kit import Kit
    from bot.replies.answer import Interaction

WALLS = [app_commands.Choice(name=name, value=wall.value) for wall, name in WALL_NAMES.items()]

NAMES = {key: str(method) for method, key in METHODS.items()}
"""What people call each method, by its key."""

DROPPED_HELP = "Dice dropped at the table: 7@N by the north wall, 7@3,2 in column 3, row 2; then what follows"
"""What ``faces`` says of itself where dice lie somewhere."""

DESTINATIONS = [app_commands.Choice(name=METHOD_TITLES[method], value=key) for method, key in METHODS.items()]


RoomNumber: TypeAlias = app_commands.Range[int, 1, MOST_ROOMS]
Level: TypeAlias = app_commands.Range[int, 1, MOST_LEVEL]


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
    @app_commands.choices(wall=WALLS, method=DESTINATIONS)
    async def destination(
        self,
        interaction: Interaction,
        wall: str = "N",
        method: str = "door.destination",
        spiral: bool = False,
        room: RoomNumber | None = None,
        rooms: RoomNumber | None = None,
        seen: Seen | None = None,
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

    @app_commands.command()
    @app_commands.describe(**help_for("door.exits", "destinations", "method", "spiral"))
    @app_commands.choices(method=choices_for("door.exits", "method"))
    async def exits(
        self,
        interaction: Interaction,
        destinations: bool = False,
        method: str = "d10",
        spiral: bool = False,
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Roll which walls of a room have doors, and where those lead if you like."""
        options: dict[str, str | int | bool] = {
            "destinations": destinations,
            "method": method,
            "spiral": spiral,
        }
        await roll(interaction, self.kit, Ask("door.exits", options, faces, note, seen))

    @app_commands.command()
    @app_commands.describe(**help_for("door.drop", "dice", "spiral") | {"faces": DROPPED_HELP})
    @app_commands.choices(dice=choices_for("door.drop", "dice"))
    async def drop(
        self,
        interaction: Interaction,
        dice: str = "4",
        spiral: bool = False,
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Drop d10s on a room: where they lie are doors, and they say where those lead."""
        options: dict[str, str | int | bool] = {"dice": dice, "spiral": spiral}
        await roll(interaction, self.kit, Ask("door.drop", options, faces, note, seen))

    @app_commands.command()
    @app_commands.describe(**SHARED_HELP)
    async def kind(
        self,
        interaction: Interaction,
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Roll how a door is shut, and what it is made of."""
        await roll(interaction, self.kit, Ask("door.kind", {}, faces, note, seen))

    @app_commands.command()
    @app_commands.describe(**help_for("door.beyond", "edition", "ahead", "level"))
    @app_commands.choices(edition=choices_for("door.beyond", "edition"))
    async def beyond(
        self,
        interaction: Interaction,
        edition: str | None = None,
        ahead: bool = False,
        level: Level = 1,
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Roll what lies beyond a door: a passage, a room or a chamber, to the end."""
        options = given(edition=edition, ahead=ahead, level=level)
        await roll(interaction, self.kit, Ask("door.beyond", options, faces, note, seen))


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
