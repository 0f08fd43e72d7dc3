"""Tables as messages: the list of what can be rolled, and one table with its exact odds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.replies.answer import Attachment, Reply
from bot.replies.rolls import INK
from bot.replies.words import cut, escape

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

MAX_TABLE = 3_000
"""Characters of a table within the message; a longer one becomes a file."""


def table_reply(table: Mapping[str, Any]) -> Reply:
    """One table, from its JSON: each row with its faces and its exact odds, and where it comes from."""
    rows = [_row(row) for row in table["rows"]]
    head = f"**{escape(table['title'])}** · {table['dice']} · `{table['key']}`"
    body = "\n".join(f"**{faces}** {escape(text)} ({escape(odds)})" for faces, odds, text in rows)
    source = f"-# Source: {escape(cut(table['source'], 300))}"
    view = discord.ui.LayoutView(timeout=None)
    if len(body) <= MAX_TABLE:
        view.add_item(
            discord.ui.Container(discord.ui.TextDisplay(f"{head}\n{body}\n{source}"), accent_colour=INK)
        )
        return Reply(view)
    lines = "\n".join(f"{faces}\t{odds}\t{text}" for faces, odds, text in rows)
    whole = Attachment("table.txt", f"{table['title']}\n{lines}\n".encode())
    view.add_item(
        discord.ui.Container(
            discord.ui.TextDisplay(f"{head}\n{source}"), discord.ui.File(whole.address), accent_colour=INK
        )
    )
    return Reply(view, (whole,))


def table_list_reply(titles: Sequence[tuple[str, str]]) -> Reply:
    """All that can be rolled by name: pairs of key and title."""
    lines = "\n".join(f"`{key}` {escape(title)}" for key, title in titles)
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Container(discord.ui.TextDisplay(cut(lines, MAX_TABLE)), accent_colour=INK))
    return Reply(view)


def _row(row: Mapping[str, Any]) -> tuple[str, str, str]:
    """A row as its faces, its odds and its words."""
    faces = str(row["from"]) if row["from"] == row["to"] else f"{row['from']}–{row['to']}"
    return faces, row["odds"], row["text"]
