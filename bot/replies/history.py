"""The history as a message: a page of events, each as far as its reader may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.campaign.schema import Audience
from bot.replies.answer import Reply
from bot.replies.rolls import INK, reference
from bot.replies.words import MAX_NAME, one_line
from tables.outcome import from_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.campaign.reading import Event
    from bot.campaign.history import HistoryPage
    from tables.dice import Die

PAGE_SIZE = 8
"""Events of one page: with every part at its longest they fit one message."""

MAX_EVENT = 120
"""Characters that a page repeats of an event's text."""

MAX_EVENT_NOTE = 50
"""Characters that a page repeats of an event's note."""

MAX_EVENT_DICE = 8
"""Dice that a page shows of an event; ``/history show`` of a reference shows them all."""

SEEN = {
    Audience.EVERYONE: "",
    Audience.SHARED: " · not in the open",
    Audience.MASTERS: " · game masters only",
}

WELCOME = (
    "**The table is set.** Type `/door destination` or `/roll` below: the dice are real, "
    "and what they show is kept for the next time."
)


def history_reply(
    page: HistoryPage, *, buttons: Sequence[discord.ui.Item[discord.ui.LayoutView]] = ()
) -> Reply:
    """A page of the history, newest first, with the buttons that turn it."""
    words = "\n".join(_event_line(event) for event in page.events)
    container: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(accent_colour=INK)
    container.add_item(discord.ui.TextDisplay(words or "Nothing has been rolled in this campaign yet."))
    if buttons:
        container.add_item(discord.ui.ActionRow(*buttons))
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(container)
    return Reply(view)


def where_we_were(events: Sequence[Event]) -> Reply:
    """What the practice table says when it opens: the last rolls in the open, or a welcome."""
    words = WELCOME
    if events:
        words = "**Where we were**\n" + "\n".join(_event_line(event) for event in events)
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Container(discord.ui.TextDisplay(words), accent_colour=INK))
    return Reply(view)


def _event_line(event: Event) -> str:
    note = event.document.get("note", "")
    dice = _dice(event)
    faces = ", ".join(f"d{die.sides} {die.face}" for die in dice[:MAX_EVENT_DICE])
    more = ", …" if len(dice) > MAX_EVENT_DICE else ""
    by_hand = " · thrown at the table" if event.document.get("by_hand") else ""
    again = " · rolled again" if event.again_of else ""
    return (
        f"**{one_line(event.text, MAX_EVENT)}**"
        + (f" — {one_line(note, MAX_EVENT_NOTE)}" if note else "")
        + f"\n-# {reference(event)} · {one_line(event.actor_name or "somebody", MAX_NAME)} · <t:{event.at // 1000}:f>"
        + (f" · {faces}{more}" if faces else "")
        + by_hand
        + again
        + SEEN[event.audience]
    )


def _dice(event: Event) -> tuple[Die, ...]:
    """The dice of an event's outcome, in the order thrown."""
    return from_json(event.document["outcome"]).every_die() if "outcome" in event.document else ()
