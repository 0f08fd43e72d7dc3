"""Buttons that last: what they do stands in their custom id and in the memory, never in the process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

import discord

from bot.replies import Answer
from bot.tree import explain

if TYPE_CHECKING:
    import re

    from bot.kit import Keeper, Kit
    from bot.replies import Reply
    from bot.replies.answer import Interaction


class LastingButton(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.LayoutView]],
    template=r"undercroft:[a-z]+:(?P<state>.+)",
):
    """A button whose custom id is "undercroft:kind:state".

    A subclass names its ``kind``, gives a template of its own with a group ``state``, and says
    in :meth:`press` what happens. It is registered in ``bot/app.py``.
    """

    kind: ClassVar[str]
    label: ClassVar[str] = "…"

    def __init__(self, state: str, label: str = "") -> None:
        """A button that acts on ``state``."""
        super().__init__(
            discord.ui.Button(
                label=label or self.label,
                style=discord.ButtonStyle.secondary,
                custom_id=f"undercroft:{self.kind}:{state}",
            )
        )
        self.state = state

    @classmethod
    async def from_custom_id(
        cls,
        interaction: Interaction,  # noqa: ARG003 - the library hands it in
        item: discord.ui.Item[Any],  # noqa: ARG003
        match: re.Match[str],
        /,
    ) -> Self:
        """The button of a message, however old."""
        return cls(match["state"])

    async def callback(self, interaction: Interaction) -> None:
        """Act, and turn every error into words."""
        try:
            await self.press(interaction)
        except Exception as problem:  # whatever it was, the person is told
            await explain(interaction, problem)

    async def press(self, interaction: Interaction) -> None:
        """Do what the button is for."""
        raise NotImplementedError


class TurningButton(LastingButton, template=r"undercroft:[a-z]+:(?P<state>.+)"):
    """A button that turns a list to a page, which is made anew for whoever presses."""

    async def press(self, interaction: Interaction) -> None:
        """Turn the page: where it stands for its reader alone, else in a message of the reader's own."""
        # A page shows what its reader may see, so it never goes into a message that others see too.
        in_place = interaction.message is not None and interaction.message.flags.ephemeral
        async with Answer(interaction, private=True, in_place=in_place) as answer:
            reply = await self.page(interaction, kit_of(interaction))
            await (answer.replace if in_place else answer.send)(reply)

    async def page(self, interaction: Interaction, kit: Kit) -> Reply:
        """The page that the state names, as whoever presses may see it."""
        raise NotImplementedError


def kit_of(interaction: Interaction) -> Kit:
    """The kit, for buttons: they are made by the library and not by a cog."""
    return cast("Keeper", interaction.client).kit
