"""Tables as messages: the list of what can be rolled, and one table with its exact odds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.replies.answer import Attachment, Reply
from bot.replies.layout import file, sheet, text
from bot.replies.words import cut, escape
from tables.table_words import OURS, columns_of, row_words, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.replies.layout import Part
    from tables.table import Table

MAX_TABLE = 3_000
"""Characters of a table within the message; a longer one becomes a file."""

MAX_ABOUT = 500
"""Characters of what a table says of itself, and of its source."""

LIST_SIZE = 20
"""Tables on a page of the list."""


def table_reply(table: Table) -> Reply:
    """One table: each row with its faces and its exact odds, band by band, and where it comes from."""
    head = f"**{escape(table.title)}** · {table.dice} · `{table.key}`"
    small = [
        f"Source: {table.source}",
        " ".join(table.about.split()),
        OURS if any(row.ours for row in table.every_row) else "",
    ]
    foot = "\n".join(f"-# {escape(cut(line, MAX_ABOUT))}" for line in small if line)
    body = "\n".join(_band_lines(table) if table.bands else _row_lines(table))
    if len(body) <= MAX_TABLE - len(foot):
        return Reply(sheet([text(f"{head}\n{body}\n{foot}")]))
    whole = Attachment("table.txt", f"{table.title}\n{_file_lines(table)}\n".encode())
    return Reply(sheet([text(f"{head}\n{foot}"), file(whole)]), (whole,))


def _row_lines(table: Table) -> Iterator[str]:
    for rolls, chance, row in rows_of(table):
        yield f"**{rolls}** {escape(row_words(row))} ({escape(chance)})"


def _band_lines(table: Table) -> Iterator[str]:
    """A line for each band."""
    for numbers, column in columns_of(table):
        rows = (f"{rolls}: {row_words(row)} ({chance})" for rolls, chance, row in rows_of(column))
        yield f"**{table.by.capitalize()} {escape(numbers)}** {escape(' · '.join(rows))}"


def _file_lines(table: Table) -> str:
    """The rows as a file: a line for each, its parts between tabs."""
    lines: list[str] = []
    for numbers, column in columns_of(table):
        for rolls, chance, row in rows_of(column):
            lines.append("\t".join(part for part in (numbers, rolls, chance, row_words(row)) if part))
    return "\n".join(lines)


def table_list_reply(
    titles: Sequence[tuple[str, str]], number: int, *, buttons: Iterable[Part] = ()
) -> Reply:
    """A page of all that can be rolled by name: pairs of key and title; the first page is 0."""
    shown = titles[number * LIST_SIZE : (number + 1) * LIST_SIZE]
    lines = "\n".join(f"`{key}` {escape(title)}" for key, title in shown)
    return Reply(sheet([text(lines or "There is nothing on this page.")], buttons=buttons))
