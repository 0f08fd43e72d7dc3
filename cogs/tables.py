"""``/table …``: any table by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from discord import app_commands
from discord.ext import commands

from bot.play import Ask
from bot.replies import Answer, table_list_reply, table_reply
from bot.replies.tables import LIST_SIZE
from cogs._buttons import TurningButton
from cogs._options import SHARED_HELP, Faces, Note, Rollable, Seen, TableKey, anywhere, matching
from cogs._rolling import roll
from tables import several
from tables.catalog import load
from tables.procedure import MOST_LEVEL

if TYPE_CHECKING:
    from bot.kit import Kit
    from bot.replies import Reply
    from bot.replies.answer import Interaction
    from bot.replies.layout import Part

Level: TypeAlias = app_commands.Range[int, 1, MOST_LEVEL]
Times: TypeAlias = app_commands.Range[int, 1, several.MOST_TIMES]


@anywhere
class TablesCog(commands.GroupCog, group_name="table", group_description="Tables: roll on them, read them"):
    """Tables by name."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    @app_commands.command(name="roll")
    @app_commands.describe(
        name="The table; type a word of its name",
        level="The dungeon level, for tables that depend on it",
        times="How many times it is rolled; once unless you say otherwise",
        unique="Roll again what came already, for several times",
        **SHARED_HELP,
    )
    async def roll_table(
        self,
        interaction: Interaction,
        name: Rollable,
        level: Level | None = None,
        times: Times = 1,
        unique: bool = False,
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Roll on a table, and on the tables that its rows lead to."""
        options: dict[str, str | int | bool] = {} if level is None else {"level": level}
        key = name if times == 1 else several.KEY
        if times != 1:
            options |= {"name": name, "times": times, "unique": unique}
        await roll(interaction, self.kit, Ask(key, options, faces, note, seen))

    @app_commands.command(name="list")
    async def list_tables(self, interaction: Interaction) -> None:
        """List everything that can be rolled by name."""
        async with Answer(interaction, private=True) as answer:
            await answer.send(_list_page(0))

    @app_commands.command(name="show")
    @app_commands.describe(name="The table; type a word of its name")
    async def show_table(self, interaction: Interaction, name: TableKey) -> None:
        """Show a table's rows, their exact odds and where it comes from."""
        async with Answer(interaction, private=True) as answer:
            await answer.send(table_reply(load().table(name)))


class TurnList(TurningButton, template=r"undercroft:tables:(?P<state>[0-9]{1,4})"):
    """Turns the list of tables to a page, by its number from 0."""

    kind = "tables"

    async def page(self, interaction: Interaction, kit: Kit) -> Reply:
        """The page."""
        del interaction, kit
        return _list_page(int(self.state))


def _list_page(number: int) -> Reply:
    """A page of the list, with the buttons to where there is more."""
    everything = matching("")
    turns: list[Part] = []
    if number > 0:
        turns.append(TurnList(str(number - 1), "Back"))
    if (number + 1) * LIST_SIZE < len(everything):
        turns.append(TurnList(str(number + 1), "More"))
    return table_list_reply(everything, number, buttons=turns)
