"""A campaign carried away or brought in, as messages: its file, what would change, and what would be lost."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.replies.answer import Attachment, Reply
from bot.replies.layout import SECRET_INK, file, sheet, text
from bot.replies.words import escape, fit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.campaign.campaign_file import CampaignFile
    from bot.campaign.carrying import Preview
    from bot.campaign.importing import Difference
    from bot.replies.layout import Part

MAX_CAMPAIGN = 200
"""Characters that a campaign's name takes in a message."""

IT_HOLDS = (
    "It holds every secret, the seeds of the dice, and the names of those who played: it is the masters’ own."
)


def attached(name: str, content: bytes, *, is_packed: bool) -> Attachment:
    """A campaign's file as an attachment, named after the campaign."""
    stem = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:40] or "campaign"
    return Attachment(f"{stem}.jsonl{'.gz' if is_packed else ''}", content)


def export_reply(name: str, events: int, attachment: Attachment) -> Reply:
    """The campaign in one file."""
    words = (
        f"**{_named(name)} in one file**, with {events:,} events.\n-# {IT_HOLDS} /campaign import reads it."
    )
    return Reply(sheet([text(words), file(attachment)], ink=SECRET_INK), (attachment,))


def progress_reply(done: int, of: int) -> Reply:
    """How far a long work has come."""
    return Reply(sheet([text(f"Writing the campaign’s file: {done:,} of {of:,} events …")], ink=SECRET_INK))


def import_reply(found: CampaignFile, shown: Preview, *, buttons: Iterable[Part]) -> Reply:
    """What a file holds, and how it differs from the campaign that it is of, before anything is done."""
    head = f"**The file holds {_named(found.header.name)}**, with {found.header.events:,} events."
    lines = [head]
    if shown.known is None or shown.difference is None:
        lines.append("This server has no such campaign yet: it would become one, played in this channel.")
    elif shown.difference.is_same:
        lines.append(f"This server has all of that already, as {_named(shown.known.name)}, and no more.")
        return Reply(sheet([text("\n".join(lines))], ink=SECRET_INK))
    else:
        lines += _difference(shown.known.name, shown.difference)
    lines.append("-# Nothing was changed yet. The buttons work for a day, for you alone.")
    return Reply(sheet([text("\n".join(lines))], buttons=buttons, ink=SECRET_INK))


def _difference(known: str, difference: Difference) -> list[str]:
    head = (
        f"This server has {_named(known)}, which is the same campaign or has its name. Both have the first "
        f"{difference.common:,} events; after those the file has {difference.only_there:,} more, and the "
        f"campaign here {difference.only_here:,}."
    )
    lines = [head]
    if difference.only_here:
        lines.append(f"**In its place, {difference.only_here:,} events that are only here would be lost.**")
    if difference.lists:
        lines.append(f"Entries here and in the file: {_lists(difference.lists)}.")
    return lines


def _lists(lists: Mapping[str, tuple[int, int]]) -> str:
    return ", ".join(f"{escape(name)} {here:,} and {there:,}" for name, (here, there) in lists.items())


def imported_reply(name: str, events: int, old: Attachment | None) -> Reply:
    """A campaign is there; with the file of the one whose place it took."""
    words = f"**{_named(name)} is here, with {events:,} events.** From now on it is played in this channel."
    if old is None:
        return Reply(sheet([text(words)], ink=SECRET_INK))
    words += "\n-# The campaign whose place it took is in this file: keep it, it is nowhere else."
    return Reply(sheet([text(words), file(old)], ink=SECRET_INK), (old,))


def delete_reply(name: str, events: int, old: Attachment | None, *, buttons: Iterable[Part]) -> Reply:
    """What would be lost, with the file that keeps it."""
    words = (
        f"**Delete {_named(name)}?** Its {events:,} events, its lists and its sessions would be gone, and no "
        "/undo brings them back."
    )
    small = "This file is the whole of it: save it first. The button works for a day, for you alone."
    if old is None:
        small = (
            "It is too large to be attached here: whoever runs the bot can write it with  undercroft export"
        )
        return Reply(sheet([text(f"{words}\n-# {small}")], buttons=buttons, ink=SECRET_INK))
    return Reply(sheet([text(f"{words}\n-# {small}"), file(old)], buttons=buttons, ink=SECRET_INK), (old,))


def delete_again_reply(name: str, events: int, *, buttons: Iterable[Part]) -> Reply:
    """Asked a second time."""
    words = f"**Really delete {_named(name)}, with its {events:,} events, for good?**"
    return Reply(sheet([text(words)], buttons=buttons, ink=SECRET_INK))


def deleted_reply(name: str) -> Reply:
    """It is gone."""
    words = f"**{_named(name)} is deleted.** The next roll in its channels begins a campaign of its own."
    return Reply(sheet([text(words)], ink=SECRET_INK))


def _named(name: str) -> str:
    return f"“{fit(name, MAX_CAMPAIGN)}”"
