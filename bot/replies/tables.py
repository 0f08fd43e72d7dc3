"""Tables as messages: the list of what can be rolled, and one table with its exact odds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.replies.answer import Attachment, Reply
from bot.replies.layout import file, sheet, text
from bot.replies.words import cut, escape
from tables.table import odds

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.replies.layout import Part
    from tables.table import Table

MAX_TABLE = 3_000
"""Characters of a table within the message; a longer one becomes a file."""

MAX_ABOUT = 500
"""Characters of what a table says of itself, and of its source."""

LIST_SIZE = 20
"""Tables on a page of the list."""

OURS = "* our own reading, where the source says nothing"


def table_reply(table: Table) -> Reply:
    """One table: each row with its faces and its exact odds, and where it comes from."""
    rows = [
        (row.rolls, str(chance), row.text + ("*" if row.ours else ""))
        for row, chance in zip(table.rows, odds(table), strict=True)
    ]
    head = f"**{escape(table.title)}** · {table.throw} · `{table.key}`"
    small = [
        f"Source: {table.source}",
        table.about.strip(),
        OURS if any(row.ours for row in table.rows) else "",
    ]
    foot = "\n".join(f"-# {escape(cut(line, MAX_ABOUT))}" for line in small if line)
    body = "\n".join(f"**{faces}** {escape(words)} ({escape(chance)})" for faces, chance, words in rows)
    if len(body) <= MAX_TABLE - len(foot):
        return Reply(sheet([text(f"{head}\n{body}\n{foot}")]))
    lines = "\n".join("\t".join(row) for row in rows)
    whole = Attachment("table.txt", f"{table.title}\n{lines}\n".encode())
    return Reply(sheet([text(f"{head}\n{foot}"), file(whole)]), (whole,))


def table_list_reply(
    titles: Sequence[tuple[str, str]], number: int, *, buttons: Iterable[Part] = ()
) -> Reply:
    """A page of all that can be rolled by name: pairs of key and title; the first page is 0."""
    shown = titles[number * LIST_SIZE : (number + 1) * LIST_SIZE]
    lines = "\n".join(f"`{key}` {escape(title)}" for key, title in shown)
    return Reply(sheet([text(lines or "There is nothing on this page.")], buttons=buttons))
