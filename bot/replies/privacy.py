"""What is kept of a person, and taking it out, as messages for that person alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.replies.answer import Reply
from bot.replies.layout import SECRET_INK, sheet, text
from bot.replies.words import MAX_NAME, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.campaign.erasing import Kept
    from bot.replies.layout import Part

MAX_CAMPAIGNS = 12
"""Campaigns that one message tells of; the others are added up."""

NOTHING = "Nothing of you is kept on this server."

ALWAYS = (
    "I read no messages. Of each command whose result is kept I keep: your Discord id and the name shown "
    "last, the channel and the time, what you asked for with your note, and what came. Your id and your name "
    "stand in one place by themselves, so that /privacy erase-me can take them out. Copies that the host "
    "made before keep them until they are thrown away."
)

ASKED = (
    "**Erase yourself on this server?** Your Discord id and your name go from all its campaigns, with what "
    "waits for you: answers that were not posted yet and what you have not confirmed. The history then says "
    "“somebody”, and nobody can find what you did by your name.\n"
    "Your rolls, your notes and what you wrote stay, without your name; what other people wrote of you is "
    "theirs to change. If you are named as a game master, you are one no more. Whatever you do later begins "
    "anew."
)

SURE = "**Are you sure?** This cannot be taken back, by nobody."

ERASED = "**You are erased here.** Your id and your name are gone from {campaigns} of this server."


def kept_reply(kept: Sequence[Kept]) -> Reply:
    """What is stored of the reader, in words and figures."""
    if not kept:
        return Reply(sheet([text(f"**{NOTHING}**\n{ALWAYS}")], ink=SECRET_INK))
    lines = ["**What is kept of you on this server**", *map(_line, kept[:MAX_CAMPAIGNS])]
    if len(kept) > MAX_CAMPAIGNS:
        events = sum(each.events for each in kept[MAX_CAMPAIGNS:])
        lines.append(f"· in {len(kept) - MAX_CAMPAIGNS} more campaigns: {_count(events, 'event')}")
    return Reply(sheet([text("\n".join((*lines, "", ALWAYS)))], ink=SECRET_INK))


def ask_reply(*, sure: bool, buttons: Iterable[Part]) -> Reply:
    """The question whether to erase the reader; ``sure`` is the second one."""
    return Reply(sheet([text(SURE if sure else ASKED)], buttons=buttons, ink=SECRET_INK))


def erased_reply(campaigns: int) -> Reply:
    """What erasing came to."""
    if not campaigns:
        return Reply(sheet([text(f"**{NOTHING}**")], ink=SECRET_INK))
    return Reply(sheet([text(ERASED.format(campaigns=_count(campaigns, "campaign")))], ink=SECRET_INK))


def _line(kept: Kept) -> str:
    parts = [_count(kept.events, "event")]
    if kept.first_at is not None and kept.last_at is not None:
        parts.append(f"from <t:{kept.first_at // 1000}:d> to <t:{kept.last_at // 1000}:d>")
    if kept.drafts:
        parts.append(_count(kept.drafts, "thing") + " not confirmed yet")
    if kept.is_master:
        parts.append("named as a game master")
    name = f", as {one_line(kept.name, MAX_NAME)}" if kept.name else ""
    return f"· in {one_line(kept.campaign, 80)}{name}: {', '.join(parts)}"


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"
