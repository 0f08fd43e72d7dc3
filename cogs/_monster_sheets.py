"""Sheets of monsters on their way in: fetched or pasted, shown as a preview, imported when confirmed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot import play
from bot.campaign import monster_import
from bot.campaign.monster_sheet import read_sheet
from bot.replies import Answer
from bot.replies.answer import LOST
from bot.replies.monsters import done_reply, preview_reply
from cogs._buttons import LastingButton, kit_of
from cogs._campaign import change, guest
from cogs._forms import LastingForm, level_of
from tables.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.campaign.monster_import import Preview
    from bot.kit import Kit
    from bot.replies import Reply
    from bot.replies.answer import Interaction
    from cogs._campaign import Guest

CELLS = "cells"
"""The field of the form."""

FETCH_FAILED = (
    "Discord did not hand over that file. Nothing was imported: try again, or paste the cells instead."
)


class PasteSheet(LastingForm):
    """Takes the cells of a spreadsheet as they are pasted; its state is the level."""

    kind = "sheet"

    def __init__(self, level: int) -> None:
        super().__init__(str(level), f"Monsters for level {level}")
        cells: discord.ui.TextInput[Any] = discord.ui.TextInput(
            style=discord.TextStyle.paragraph,
            custom_id=CELLS,
            placeholder="name  HTK  SA  EA  number appearing  lair  notes …",
            max_length=4_000,
        )
        hint = "CSV, cells of a spreadsheet or a Markdown table; for more, attach a file"
        self.ask("Paste the cells; the first line names them", hint, cells)

    @classmethod
    async def submitted(cls, interaction: Interaction, state: str, written: Mapping[str, str]) -> None:
        """Show what would come of it."""
        kit = kit_of(interaction)
        async with Answer(interaction, private=True) as answer:
            here = await guest(interaction, kit, master=True)
            await answer.send(await preview_of(kit, here, level_of(state), written.get(CELLS, "")))


class ImportMonsters(LastingButton, template=r"undercroft:monster-import:(?P<state>[a-z0-9]{4,12})"):
    """Imports what a preview showed, by its draft's reference: once, and for nobody else."""

    kind = "monster-import"
    label = "Import"

    async def press(self, interaction: Interaction) -> None:
        """Import it."""
        await change(
            interaction,
            kit_of(interaction),
            monster_import.KIND,
            monster_import.bring,
            self.state,
            tell=done_reply,
        )


async def preview_of(kit: Kit, here: Guest, level: int, text: str, *notes: str) -> Reply:
    """Read a sheet and keep what can be imported until it is confirmed."""
    sheet = read_sheet(text)
    new = play.new_event(kit, here.seat, monster_import.KIND)
    preview: Preview = await kit.store.write(monster_import.prepare, new, level, sheet)
    buttons = [ImportMonsters(preview.reference)] if preview.reference else []
    return preview_reply(preview, notes=notes, buttons=buttons)


async def fetched(file: discord.Attachment) -> bytes:
    """The bytes of a file whose size was looked at.

    Raises:
        Refusal: Discord did not hand it over.
    """
    try:
        return await file.read()
    except LOST as problem:
        raise Refusal(FETCH_FAILED) from problem
