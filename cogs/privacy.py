"""``/privacy …``: what is kept of somebody, and taking it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot import play
from bot.campaign.erasing import erase, kept_of
from bot.replies import Answer
from bot.replies.privacy import ask_reply, erased_reply, kept_reply
from cogs._buttons import LastingButton, kit_of
from cogs._options import where_kept
from cogs._rolling import seat_of
from tables.errors import Refusal

if TYPE_CHECKING:
    from bot.kit import Kit
    from bot.replies.answer import Interaction

NOT_YOURS = "Only the person who asked can press this: use /privacy erase-me yourself. Nothing was changed."


@where_kept
class PrivacyCog(commands.GroupCog, group_name="privacy", group_description="Privacy: what is kept of you"):
    """What is kept of people."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    @app_commands.command()
    async def show(self, interaction: Interaction) -> None:
        """Show what is kept of you on this server, to you alone."""
        async with Answer(interaction, private=True) as answer:
            guild_id, user_id = _who(interaction)
            await answer.send(kept_reply(await self.kit.store.read(kept_of, guild_id, user_id)))

    @app_commands.command(name="erase-me")
    async def erase_me(self, interaction: Interaction) -> None:
        """Take your name and your id out of every campaign of this server; you are asked twice."""
        async with Answer(interaction, private=True) as answer:
            guild_id, user_id = _who(interaction)
            if not await self.kit.store.read(kept_of, guild_id, user_id):
                await answer.send(erased_reply(0))
                return
            await answer.send(ask_reply(sure=False, buttons=[EraseMe(f"ask.{user_id}", "Erase me")]))


class EraseMe(LastingButton, template=r"undercroft:erase:(?P<state>(?:ask|sure)\.[0-9]{1,20})"):
    """Asks whoever wants to be erased once more, then erases."""

    kind = "erase"

    async def press(self, interaction: Interaction) -> None:
        """Ask, or erase."""
        step, _, asker = self.state.partition(".")
        guild_id, user_id = _who(interaction)
        if int(asker) != user_id:
            raise Refusal(NOT_YOURS)
        async with Answer(interaction, private=True, in_place=True) as answer:
            if step == "ask":
                buttons = [EraseMe(f"sure.{user_id}", "Yes, erase me for good")]
                await answer.replace(ask_reply(sure=True, buttons=buttons))
            else:
                campaigns = await kit_of(interaction).store.write(erase, guild_id, user_id)
                await answer.replace(erased_reply(campaigns))


def _who(interaction: Interaction) -> tuple[int, int]:
    """The server and the user; for direct messages with the bot, their channel below zero.

    Raises:
        Refusal: nothing is kept here.
    """
    seat = seat_of(interaction)
    if seat.guild_id is None:
        raise Refusal(play.NOT_A_MEMBER)
    return seat.guild_id, seat.actor_id
