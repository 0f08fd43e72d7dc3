"""Tables as messages: the list of what can be rolled, and one table with its exact odds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.replies.answer import Attachment, Reply
from bot.replies.layout import file, sheet, text
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
    body = "\n".join(f"**{faces}** {escape(words)} ({escape(odds)})" for faces, odds, words in rows)
    source = f"-# Source: {escape(cut(table['source'], 300))}"
    if len(body) <= MAX_TABLE:
        return Reply(sheet([text(f"{head}\n{body}\n{source}")]))
    lines = "\n".join(f"{faces}\t{odds}\t{words}" for faces, odds, words in rows)
    whole = Attachment("table.txt", f"{table['title']}\n{lines}\n".encode())
    return Reply(sheet([text(f"{head}\n{source}"), file(whole)]), (whole,))


def table_list_reply(titles: Sequence[tuple[str, str]]) -> Reply:
    """All that can be rolled by name: pairs of key and title."""
    lines = "\n".join(f"`{key}` {escape(title)}" for key, title in titles)
    if len(lines) <= MAX_TABLE:
        return Reply(sheet([text(lines)]))
    plain = "\n".join(f"{key}\t{title}" for key, title in titles)
    whole = Attachment("tables.txt", f"{plain}\n".encode())
    return Reply(sheet([text(f"**{len(titles):,} tables**, each in the file"), file(whole)]), (whole,))


def _row(row: Mapping[str, Any]) -> tuple[str, str, str]:
    """A row as its faces, its odds and its words."""
    faces = str(row["from"]) if row["from"] == row["to"] else f"{row['from']}–{row['to']}"
    return faces, row["odds"], row["text"]
