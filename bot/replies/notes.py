"""What a change came to, and lists of what the campaign holds, as messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.replies.answer import Reply
from bot.replies.layout import INK, SECRET_INK, sheet, text
from bot.replies.rolls import unposted_line
from bot.replies.words import MAX_TEXT, escape, fit

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.campaign.events import Recorded
    from bot.replies.layout import Part

MAX_CHANGE = 2_500
"""Characters of what a change tells."""

MAX_LINES = 3_400
"""Characters of a list's lines on one page."""


def change_reply(
    recorded: Recorded,
    *,
    hint: str = "",
    parts: Iterable[Part] = (),
    buttons: Iterable[Part] = (),
    private: bool = True,
) -> Reply:
    """The message that tells a change: its event's text, its reference, and what may be done next.

    ``hint`` is a line of our own below it, in markdown.
    """
    small = [f"#{recorded.event.reference}", hint]
    if recorded.unposted:
        small.append(unposted_line(recorded.unposted))
    foot = "\n".join(f"-# {line}" for line in small if line)
    words = text(f"**{fit(recorded.event.text, MAX_CHANGE)}**\n{foot}")
    ink = SECRET_INK if private else INK
    return Reply(sheet([words, *parts], buttons=buttons, ink=ink))


def list_reply(
    title: str,
    lines: Sequence[str],
    *,
    empty: str,
    foot: str = "",
    buttons: Iterable[Part] = (),
) -> Reply:
    """A page of a list, for one reader: its title, its lines in markdown (escaped), and a small line below.

    ``empty`` is said where there are none: what to do to have some.
    """
    body = "\n".join(lines) if lines else escape(empty)
    small = f"\n-# {foot}" if foot else ""
    room = MAX_TEXT - len(small) - 200
    shown = body if len(body) <= room else body[:room].rsplit("\n", 1)[0] + "\n…"
    head = f"**{fit(title, 150)}**\n"
    return Reply(sheet([text(f"{head}{shown}{small}")], buttons=buttons, ink=SECRET_INK))


def words_reply(words: str, *, buttons: Iterable[Part] = (), private: bool = True) -> Reply:
    """A message of a few sentences in markdown (what people wrote in them already escaped)."""
    return Reply(sheet([text(words)], buttons=buttons, ink=SECRET_INK if private else INK))
