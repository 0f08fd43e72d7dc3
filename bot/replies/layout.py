"""How every message is laid out: one sheet with a coloured edge, its parts in order, buttons last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import discord

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.replies.answer import Attachment

Part: TypeAlias = "discord.ui.Item[Any]"
"""Anything that a message is made of."""

INK = discord.Colour(0xB08D57)
"""The old brass of an open message's edge."""

SECRET_INK = discord.Colour(0x6B4E8A)
"""The edge of what not everybody sees; a line of words says the same."""


ROW = 5
"""Buttons that stand beside each other."""


def sheet(
    parts: Iterable[Part], *, buttons: Iterable[Part] = (), ink: discord.Colour = INK
) -> discord.ui.LayoutView:
    """A message of these parts, which lives as long as Discord keeps it."""
    container: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(accent_colour=ink)
    for part in parts:
        container.add_item(part)
    waiting = list(buttons)
    for start in range(0, len(waiting), ROW):
        row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
        for button in waiting[start : start + ROW]:
            row.add_item(button)
        container.add_item(row)
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(container)
    view.stop()  # the library need not keep it: a button is found by its custom id, however old
    return view


def text(words: str) -> Part:
    """Words, in Discord's markdown."""
    part: Part = discord.ui.TextDisplay(words)
    return part


def picture(attachment: Attachment) -> Part:
    """An attached picture with its alt text."""
    gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
    gallery.add_item(media=attachment.address, description=attachment.description)
    return gallery


def file(attachment: Attachment) -> Part:
    """An attached file to open or save."""
    part: Part = discord.ui.File(attachment.address)
    return part
