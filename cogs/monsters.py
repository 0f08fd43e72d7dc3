"""``/monster …``: the master monster lists, one for each level."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.campaign import monster_finding, monster_list
from bot.campaign.errors import SheetRefused
from bot.campaign.monster_cells import read_edit
from bot.campaign.monster_finding import MOST_FOUND, Search
from bot.campaign.monster_list import Details
from bot.campaign.sheets import MOST_BYTES, TOO_LARGE, decoded
from bot.replies import Answer
from bot.replies.monsters import done_reply, found_reply, list_page, monster_reply
from bot.replies.words import tidy
from cogs._buttons import TurningButton
from cogs._campaign import change, guest, turn_buttons
from cogs._monster_sheets import PasteSheet, fetched, preview_of
from cogs._monsters import Level, MonsterEntry, named
from cogs._options import where_kept
from tables.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.kit import Kit
    from bot.replies import Reply
    from bot.replies.answer import Interaction
    from cogs._campaign import Guest

Name = app_commands.Range[str, 1, 200]
Short = app_commands.Range[str, 1, 40]
Long = app_commands.Range[str, 1, 1_000]
Count = app_commands.Range[int, 0, 99]

ONE_ONLY = (
    "Figures and texts belong to one monster: add the others by themselves, or say theirs with /monster edit."
)
FIGURES = {
    "hd": "Hit dice such as 3+3; with sa and ea they give the challenge rating",
    "hp": "Hit points on average, such as 13.5, or dice such as 3d8; they count before hit dice",
    "sa": "How many special abilities it has",
    "ea": "How many extraordinary abilities it has",
    "cr": "Its challenge rating in quarters, where you state one instead of the formula's",
    "price": "What one costs in points, where that is not its challenge rating",
    "appearing": "How many appear: dice such as 3d10*10, a range such as 2-8, or a number",
    "lair": "The chance in per cent that it is met in its lair",
    "left": "How many are left, such as 12; +2 or -3 changes it; endless unless you say a number",
    "origin": "Where it comes from",
    "never_wanders": "Whether it is met only where it lives",
    "extraordinary": "Whether its letter is shown in lower case",
    "variant_of": "The monster of this level that it is a variant of: its letter or name",
    "known": "Whether players know of it",
    "notes": "For game masters",
    "told": "What players are told of it once they know of it",
}
"""What the options of a monster say of themselves."""


@where_kept
class MonstersCog(
    commands.GroupCog, group_name="monster", group_description="Monsters: each level's master list"
):
    """The master monster lists."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    @app_commands.command()
    @app_commands.describe(
        level="The dungeon level of the list",
        name="The monster",
        name2="A second one",
        name3="A third one",
        **FIGURES,
    )
    async def add(
        self,
        interaction: Interaction,
        level: Level,
        name: Name,
        name2: Name = "",
        name3: Name = "",
        extraordinary: bool | None = None,
        hd: Short | None = None,
        hp: Short | None = None,
        sa: Count | None = None,
        ea: Count | None = None,
        cr: Short | None = None,
        price: Short | None = None,
        appearing: Short | None = None,
        lair: Short | None = None,
        left: Short | None = None,
        origin: Name | None = None,
        never_wanders: bool | None = None,
        variant_of: MonsterEntry | None = None,
        known: bool | None = None,
        notes: Long | None = None,
        told: Long | None = None,
    ) -> None:
        """Put one to three monsters at the end of a level's list; each gets the next letter."""
        names = [each for each in (name, name2, name3) if each.strip()]
        texts = _texts(hd, hp, sa, ea, cr, price, appearing, lair, left, notes, told)
        if len(names) > 1 and any(text is not None for text in texts.values()):
            raise OptionError(ONE_ONLY)
        edit = read_edit({**texts, "origin": origin}) | _flags(extraordinary, never_wanders, known)
        details = Details(edit, variant_of)
        await change(
            interaction, self.kit, "monster.add", monster_list.add, level, names, details, tell=done_reply
        )

    @app_commands.command(name="list")
    @app_commands.describe(level="The dungeon level; the first with monsters unless you say otherwise")
    async def list_monsters(self, interaction: Interaction, level: Level | None = None) -> None:
        """List a level's monsters in order of appearance, to you alone, as far as you know of them."""
        async with Answer(interaction, private=True) as answer:
            here = await guest(interaction, self.kit)
            await answer.send(await _page(self.kit, here, level, 0))

    @app_commands.command()
    @app_commands.describe(
        monster="The monster: its name, for game masters also its letter",
        level="Its level, where several levels have one of that name",
    )
    async def show(self, interaction: Interaction, monster: MonsterEntry, level: Level | None = None) -> None:
        """Show one monster, to you alone, as far as you know of it."""
        async with Answer(interaction, private=True) as answer:
            here = await guest(interaction, self.kit)
            shown = await self.kit.store.read(
                monster_finding.show, here.campaign_id, named(here, monster, level)
            )
            await answer.send(monster_reply(shown, game_master=here.found.game_master))

    @app_commands.command()
    @app_commands.describe(
        monster="The monster: its letter or name",
        level="Its level, where several levels have one of that letter or name",
        name="What it is called from now on",
        **FIGURES | {"cr": "Its stated challenge rating; - goes back to the formula's"},
    )
    async def edit(
        self,
        interaction: Interaction,
        monster: MonsterEntry,
        level: Level | None = None,
        name: Name | None = None,
        extraordinary: bool | None = None,
        hd: Short | None = None,
        hp: Short | None = None,
        sa: Count | None = None,
        ea: Count | None = None,
        cr: Short | None = None,
        price: Short | None = None,
        appearing: Short | None = None,
        lair: Short | None = None,
        left: Short | None = None,
        origin: Name | None = None,
        never_wanders: bool | None = None,
        variant_of: MonsterEntry | None = None,
        known: bool | None = None,
        notes: Long | None = None,
        told: Long | None = None,
    ) -> None:
        """Change a monster: whatever you name; a - empties an option, and the letter stays."""
        texts = _texts(hd, hp, sa, ea, cr, price, appearing, lair, left, notes, told)
        edit = read_edit({**texts, "origin": origin}) | _flags(extraordinary, never_wanders, known)
        if name is not None:
            edit |= read_edit({"name": _real(name)})
        details = Details(edit, "" if variant_of in {"-", "–", "—"} else variant_of)
        await _change_one(interaction, self.kit, "monster.edit", monster_list.edit, monster, level, details)

    @app_commands.command()
    @app_commands.describe(
        monster="The monster: its letter or name",
        level="Its level, where several levels have one of that letter or name",
        back="Bring it back into use instead",
    )
    async def retire(
        self, interaction: Interaction, monster: MonsterEntry, level: Level | None = None, back: bool = False
    ) -> None:
        """Take a monster out of use; its letter stays its own."""
        await _change_one(
            interaction, self.kit, "monster.retire", monster_list.retire, monster, level, back=back
        )

    @app_commands.command()
    @app_commands.describe(
        monster="The monster: its letter or name",
        to="The level whose list it is copied to",
        level="Its level, where several levels have one of that letter or name",
    )
    async def copy(
        self, interaction: Interaction, monster: MonsterEntry, to: Level, level: Level | None = None
    ) -> None:
        """Copy a monster to another level's list; it keeps a link to where it came from."""
        await _change_one(interaction, self.kit, "monster.copy", monster_list.copy, monster, level, to)

    @app_commands.command()
    @app_commands.describe(text="A name, a part of one, or for game masters a letter")
    async def find(self, interaction: Interaction, text: Name) -> None:
        """Find monsters across all levels, as far as you know of them."""
        wanted = " ".join(tidy(text).split())
        if not wanted:
            raise OptionError("Type a name, a part of one, or a letter.")
        async with Answer(interaction, private=True) as answer:
            here = await guest(interaction, self.kit)
            search = Search(wanted, here.found.game_master)
            found = await self.kit.store.read(monster_finding.search, here.campaign_id, search)
            reply = found_reply(found, wanted, most=MOST_FOUND, game_master=here.found.game_master)
            await answer.send(reply)

    @app_commands.command(name="import")
    @app_commands.describe(
        level="The dungeon level of the list",
        file="A CSV file of at most 1 MiB; without one you paste the cells of a spreadsheet",
    )
    async def import_monsters(
        self, interaction: Interaction, level: Level, file: discord.Attachment | None = None
    ) -> None:
        """Import monsters from a spreadsheet; you see first what would come, and what not and why."""
        if file is None:
            await guest(interaction, self.kit, master=True)
            await interaction.response.send_modal(PasteSheet(level))
            return
        if file.size > MOST_BYTES:
            raise SheetRefused(TOO_LARGE)
        async with Answer(interaction, private=True) as answer:
            here = await guest(interaction, self.kit, master=True)
            text, encoding = decoded(await fetched(file))
            await answer.send(
                await preview_of(self.kit, here, level, text, f"The file was read as {encoding}")
            )


class TurnMonsters(TurningButton, template=r"undercroft:monsters:(?P<state>[0-9]{1,2}-[0-9]{1,6})"):
    """Turns a level's list to a page ("1-0"); what may be seen is decided anew for whoever presses."""

    kind = "monsters"

    async def page(self, interaction: Interaction, kit: Kit) -> Reply:
        """The page."""
        level, _, number = self.state.partition("-")
        return await _page(kit, await guest(interaction, kit), int(level), int(number))


async def _change_one(
    interaction: Interaction,
    kit: Kit,
    kind: str,
    work: Any,  # noqa: ANN401 - one of the operations on an entry
    monster: str,
    level: int | None,
    *given: Any,  # noqa: ANN401
    **rest: Any,  # noqa: ANN401
) -> None:
    """Change one entry, which only a game master may."""
    wanted = monster_list.Named(monster, level)
    await change(interaction, kit, kind, work, wanted, *given, tell=done_reply, **rest)


async def _page(kit: Kit, here: Guest, level: int | None, number: int) -> Reply:
    is_master = here.found.game_master
    page = await kit.store.read(monster_finding.page, here.campaign_id, level, number, game_master=is_master)
    buttons = turn_buttons(page.number, more=page.more, button=TurnMonsters, state=f"{page.level}-{{}}")
    return list_page(page, game_master=is_master, buttons=buttons)


def _texts(*values: str | int | None) -> Mapping[str, str | None]:
    """The options that belong to one monster, by the names of their fields."""
    names = ("hd", "hp", "sa", "ea", "cr", "price", "appearing", "lair", "left", "notes", "told")
    return {name: None if value is None else str(value) for name, value in zip(names, values, strict=True)}


def _flags(extraordinary: bool | None, never_wanders: bool | None, known: bool | None) -> dict[str, bool]:
    said = {"extraordinary": extraordinary, "never_wanders": never_wanders, "known": known}
    return {name: value for name, value in said.items() if value is not None}


def _real(name: str) -> str:
    if name.strip() in {"-", "–", "—"}:
        raise OptionError("A monster cannot be without a name.")
    return name
