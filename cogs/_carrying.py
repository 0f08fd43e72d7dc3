"""Carrying a campaign away and bringing one in: previewed, confirmed by buttons that last, done once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.campaign import carrying
from bot.campaign.campaign_file import FileRefused, packed, read_file
from bot.campaign.carrying import DELETE, IMPORT, Whole
from bot.campaign.drafts import Draft
from bot.campaign.importing import Place
from bot.replies import Answer
from bot.replies.answer import LOST
from bot.replies.carrying import (
    attached,
    delete_again_reply,
    delete_reply,
    deleted_reply,
    export_reply,
    import_reply,
    imported_reply,
    progress_reply,
)
from cogs._buttons import LastingButton, kit_of
from cogs._campaign import creator, guest
from tables.errors import Refusal

if TYPE_CHECKING:
    import discord

    from bot.kit import Kit
    from bot.replies.answer import Attachment, Interaction
    from bot.replies.layout import Part
    from cogs._campaign import Guest

OFTEN = 2.0
"""Seconds between two words about how far a long work has come."""

NOT_FETCHED = "Discord did not hand over that file. Nothing was changed: attach it again."


async def export_campaign(interaction: Interaction, kit: Kit) -> None:
    """Answer a game master with the campaign's file.

    Raises:
        Refusal: this person may not, or it is too large for Discord.
    """
    async with Answer(interaction, private=True) as answer:
        here = await guest(interaction, kit, master=True)
        whole = await _with_progress(answer, kit, here.campaign_id)
        attachment = _attachment(whole, interaction.filesize_limit)
        if attachment is None:
            raise Refusal(
                "The campaign's file is larger than Discord takes here. Whoever runs the bot writes it with "
                "undercroft export."
            )
        await answer.send(export_reply(whole.name, whole.events, attachment))


async def preview_import(interaction: Interaction, kit: Kit, sheet: discord.Attachment) -> None:
    """Show what a campaign's file holds and how it differs from what is here, and offer to bring it in.

    Raises:
        Refusal: this person may not, or the file is no campaign's.
    """
    async with Answer(interaction, private=True) as answer:
        here = await creator(interaction, kit)
        if sheet.size > interaction.filesize_limit:
            raise FileRefused("That file is larger than Discord takes here. Nothing was changed.")
        try:
            content = await sheet.read()
        except LOST as problem:
            raise Refusal(NOT_FETCHED) from problem
        found = await asyncio.to_thread(read_file, content)
        draft = Draft(here.seat.actor_id, IMPORT, kit.clock())
        shown = await kit.store.write(carrying.preview, _place(here, kit), draft, found, content)
        buttons: list[Part] = []
        if shown.reference:
            label = "Bring it in beside" if shown.known else "Bring it in"
            buttons.append(BringIn(f"new-{shown.reference}", label))
        if shown.reference and shown.known:
            buttons.append(BringIn(f"over-{shown.reference}", f"In the place of {shown.known.name}"[:80]))
        await answer.send(import_reply(found, shown, buttons=buttons))


async def ask_to_delete(interaction: Interaction, kit: Kit) -> None:
    """Show what would be lost, with the file that keeps it, and offer to delete the campaign.

    Raises:
        Refusal: this person may not, or there is no campaign.
    """
    async with Answer(interaction, private=True) as answer:
        here = await creator(interaction, kit)
        whole = await _with_progress(answer, kit, here.campaign_id)
        draft = Draft(here.seat.actor_id, DELETE, kit.clock())
        reference = await kit.store.write(carrying.plan_deletion, here.campaign_id, draft, whole.events)
        button = DeleteForGood(f"ask-{reference}", "Delete it")
        attachment = _attachment(whole, interaction.filesize_limit)
        await answer.send(delete_reply(whole.name, whole.events, attachment, buttons=[button]))


class BringIn(LastingButton, template=r"undercroft:bring-in:(?P<state>(?:new|over)-[a-z0-9]{4,12})"):
    """Brings a previewed file in, beside what is there or in its place: once, for whoever asked."""

    kind = "bring-in"

    async def press(self, interaction: Interaction) -> None:
        """Bring it in."""
        kit = kit_of(interaction)
        how, _, reference = self.state.partition("-")
        async with Answer(interaction, private=True) as answer:
            here = await creator(interaction, kit)
            draft = Draft(here.seat.actor_id, IMPORT, kit.clock())
            place, over = _place(here, kit), how == "over"
            found, old = await kit.store.write(carrying.bring_in, place, draft, reference, over=over)
            kept = None if old is None else _attachment(old, interaction.filesize_limit)
            await answer.send(imported_reply(found.name, found.events, kept))


class DeleteForGood(LastingButton, template=r"undercroft:delete:(?P<state>(?:ask|do)-[a-z0-9]{4,12})"):
    """Asks a second time, and then deletes the campaign: once, for who asked."""

    kind = "delete"

    async def press(self, interaction: Interaction) -> None:
        """Ask again, or do it."""
        kit = kit_of(interaction)
        step, _, reference = self.state.partition("-")
        async with Answer(interaction, private=True) as answer:
            here = await creator(interaction, kit)
            if step == "ask":
                campaign = await kit.store.read(carrying.counted, here.campaign_id)
                button = DeleteForGood(f"do-{reference}", "Yes, delete it for good")
                await answer.send(delete_again_reply(campaign.name, campaign.events, buttons=[button]))
                return
            draft = Draft(here.seat.actor_id, DELETE, kit.clock())
            name = await kit.store.write(carrying.delete, here.campaign_id, draft, reference)
            await answer.send(deleted_reply(name))


async def _with_progress(answer: Answer, kit: Kit, campaign_id: int) -> Whole:
    """A campaign's file; who waits long for it is told how far it has come."""
    come = [(0, 0)]

    def note(done: int, of: int) -> None:  # called in the store's own thread
        come[0] = (done, of)

    writing = asyncio.ensure_future(kit.store.read(carrying.whole, campaign_id, note))
    try:
        while not (await asyncio.wait({writing}, timeout=OFTEN))[0]:
            if come[0][1]:
                await answer.meanwhile(progress_reply(*come[0]))
        return writing.result()
    finally:
        writing.cancel()


def _place(here: Guest, kit: Kit) -> Place:
    seat = here.seat
    return Place(seat.guild_id or 0, seat.guild_name, seat.channel_id, kit.clock())


def _attachment(whole: Whole, limit: int) -> Attachment | None:
    """The file to be attached, packed where it would be too large; None where it still is."""
    if len(whole.content) <= limit:
        return attached(whole.name, whole.content, is_packed=False)
    small = packed(whole.content)
    return attached(whole.name, small, is_packed=True) if len(small) <= limit else None
