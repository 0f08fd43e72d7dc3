"""Forms: what somebody fills in where a line of options would be too narrow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.tree import explain

if TYPE_CHECKING:
    from bot.replies.answer import Interaction

MAX_TITLE = 45
"""Characters of a form's title."""

PATIENCE = 3600.0
"""Seconds that somebody may take to fill it in."""


class Form(discord.ui.Modal):
    """A form for one person.

    Its id is of that one opening: under a shared one the library would mix up what two people have
    open at once.
    """

    def __init__(self, interaction: Interaction, title: str) -> None:
        """Make the form that answers ``interaction``."""
        custom_id = f"undercroft:form:{interaction.id}"
        super().__init__(title=title[:MAX_TITLE], custom_id=custom_id, timeout=PATIENCE)

    async def on_error(self, interaction: Interaction, error: Exception, /) -> None:
        """Turn every error into words."""
        await explain(interaction, error)

    def ask(self, question: str, hint: str, field: discord.ui.TextInput[Any]) -> None:
        """Put a field on the form, with its question and a small hint below it."""
        self.add_item(discord.ui.Label(text=question, description=hint, component=field))
