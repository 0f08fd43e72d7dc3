"""``/encounter …``: who lives in a room, and each step towards it by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from discord import app_commands
from discord.ext import commands

from bot.play import Ask
from cogs._options import Faces, MonsterName, Note, Seen, anywhere, choices_for, given, help_for
from cogs._rolling import roll
from tables.encounters import LONGEST_NAME, MOST_ABILITIES
from tables.monsters import LEVELS
from tables.procedure import MOST_LEVEL

if TYPE_CHECKING:
    from bot.kit import Kit
    from bot.replies.answer import Interaction

Level: TypeAlias = app_commands.Range[int, 1, MOST_LEVEL]
MonsterLevel: TypeAlias = app_commands.Range[int, 1, len(LEVELS)]
Abilities: TypeAlias = app_commands.Range[int, 0, MOST_ABILITIES]
Figure: TypeAlias = app_commands.Range[str, 1, LONGEST_NAME]


@anywhere
class EncountersCog(
    commands.GroupCog, group_name="encounter", group_description="Encounters: which monsters, and how many"
):
    """Rolls for monsters."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    @app_commands.command()
    @app_commands.describe(
        **help_for("encounter.room", "level", "scheme", "occupied", "monster", "matrix", "lair", "extra")
    )
    @app_commands.choices(
        scheme=choices_for("encounter.room", "scheme"), matrix=choices_for("encounter.room", "matrix")
    )
    async def room(
        self,
        interaction: Interaction,
        level: Level = 1,
        scheme: str | None = None,
        occupied: bool = False,
        monster: MonsterName | None = None,
        matrix: str | None = None,
        lair: bool = False,
        extra: MonsterLevel | None = None,
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Roll who lives in a room: occupied, monster level, monster, lair, points, number, and others."""
        options = given(
            level=level,
            scheme=scheme,
            occupied=occupied,
            monster=monster,
            matrix=matrix,
            lair=lair,
            extra=extra,
        )
        await roll(interaction, self.kit, Ask("encounter.room", options, faces, note, seen))

    @app_commands.command()
    @app_commands.describe(**help_for("encounter.pool", "level", "method"))
    @app_commands.choices(method=choices_for("encounter.pool", "method"))
    async def pool(
        self,
        interaction: Interaction,
        level: Level = 1,
        method: str = "level",
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Roll the points that a room has to spend on monsters."""
        await roll(
            interaction,
            self.kit,
            Ask("encounter.pool", given(level=level, method=method), faces, note, seen),
        )

    @app_commands.command()
    @app_commands.describe(**help_for("encounter.buy", "points", "monster", "cr", "scheme"))
    @app_commands.choices(scheme=choices_for("encounter.buy", "scheme"))
    async def buy(
        self,
        interaction: Interaction,
        points: Figure,
        monster: MonsterName | None = None,
        cr: Figure | None = None,
        scheme: str | None = None,
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Reckon how many monsters points buy; no dice are thrown."""
        options = given(points=points, monster=monster, cr=cr, scheme=scheme)
        await roll(interaction, self.kit, Ask("encounter.buy", options, faces, note, seen))

    @app_commands.command()
    @app_commands.describe(**help_for("encounter.cr", "hp", "hd", "sa", "ea"))
    async def cr(
        self,
        interaction: Interaction,
        hp: Figure | None = None,
        hd: Figure | None = None,
        sa: Abilities = 0,
        ea: Abilities = 0,
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Reckon a challenge rating from hit points or hit dice and abilities; no dice are thrown."""
        await roll(
            interaction,
            self.kit,
            Ask("encounter.cr", given(hp=hp, hd=hd, sa=sa, ea=ea), faces, note, seen),
        )

    @app_commands.command()
    @app_commands.describe(**help_for("encounter.level", "level", "method"))
    @app_commands.choices(method=choices_for("encounter.level", "method"))
    async def level(
        self,
        interaction: Interaction,
        level: Level = 1,
        method: str = "adnd",
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Roll how strong a monster is on a dungeon level."""
        await roll(
            interaction,
            self.kit,
            Ask("encounter.level", given(level=level, method=method), faces, note, seen),
        )

    @app_commands.command()
    @app_commands.describe(**help_for("encounter.pick", "level", "weight", "scheme"))
    @app_commands.choices(
        weight=choices_for("encounter.pick", "weight"), scheme=choices_for("encounter.pick", "scheme")
    )
    async def pick(
        self,
        interaction: Interaction,
        level: MonsterLevel = 1,
        weight: str = "frequency",
        scheme: str | None = None,
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Pick a monster of a monster level."""
        options = given(level=level, weight=weight, scheme=scheme)
        await roll(interaction, self.kit, Ask("encounter.pick", options, faces, note, seen))
