"""The history as a message: a page of events, each as far as its reader may see it."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from bot.campaign.schema import Audience
from bot.play import WHOLE, told_of
from bot.replies.answer import Reply
from bot.replies.layout import sheet, text
from bot.replies.rolls import reference, secrets_of
from bot.replies.words import MAX_NAME, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.campaign.history import HistoryPage
    from bot.campaign.reading import Event
    from bot.replies.layout import Part
    from tables.dice import Die

PAGE_SIZE = 8
"""Events of one page: with every part at its longest they fit one message."""

# The lengths count what is sent, escapes and all: a page of eight events with every part at its longest
# stays below the MAX_TEXT that Discord takes.

MAX_EVENT = 120
"""Characters that a page spends on an event's text."""

MAX_EVENT_NOTE = 70
"""Characters that a page spends on an event's note."""

MAX_EVENT_DICE = 80
"""Characters that a page spends on an event's dice."""

MAX_RUN = 6
"""Like dice in a row that a page shows of an event."""

MAX_RUNS = 4
"""Rows of like dice that a page shows of an event."""

SEEN = {
    Audience.EVERYONE: "",
    Audience.SHARED: "not in the open",
    Audience.MASTERS: "game masters only",
}

MORE = "more than players know"
"""Said to game masters of an event that told the players less."""

EMPTY = "Nothing has been rolled or written in this campaign yet."

WELCOME = (
    "**The table is set.** Type `/door destination` or `/roll` below: the dice are real, "
    "and what they show is kept for the next time."
)


MAX_SOUGHT = 140
"""Characters that a page spends on what was looked for."""

NOTHING_FOUND = "Nothing that you may see is like that."
NOT_YET_FOUND = "Nothing so far; there is more to look through: press Older."


def history_reply(page: HistoryPage, *, sought: str = "", buttons: Iterable[Part] = ()) -> Reply:
    """A page of the history, newest first, with the buttons that turn it.

    ``sought`` is what was looked for, in plain words; nothing where everything is shown.
    """
    words = "\n\n".join(_event_line(event, page.undone.get(event.reference, ())) for event in page.events)
    if not sought:
        return Reply(sheet([text(words or EMPTY)], buttons=buttons))
    none = NOTHING_FOUND if page.older is None else NOT_YET_FOUND
    return Reply(sheet([text(f"-# Found {one_line(sought, MAX_SOUGHT)}:\n{words or none}")], buttons=buttons))


def where_we_were(events: Sequence[Event]) -> Reply:
    """What the practice table says when it opens: the last rolls in the open, or a welcome."""
    words = WELCOME
    if events:
        words = "**Where we were**\n\n" + "\n\n".join(_event_line(event) for event in events)
    return Reply(sheet([text(words)]))


def undone_line(undone: Sequence[str]) -> str:
    """What became of an event, from what took it back, what took that back, and so on."""
    if not undone:
        return ""
    return f"{'taken back' if len(undone) % 2 else 'done again'} by #{undone[-1]}"


def _event_line(event: Event, undone: Sequence[str] = ()) -> str:
    note = event.document.get("note", "")
    small = [
        reference(event),
        one_line(event.actor_name or "somebody", MAX_NAME),
        f"<t:{event.at // 1000}:f>",
    ]
    dice = dice_in_short(_dice(event))
    if dice:
        small.append(dice)
    if event.document.get("by_hand"):
        small.append("thrown at the table")
    if event.again_of:
        small.append(f"#{event.again_of} again")
    if undone:
        small.append(undone_line(undone))
    if event.audience is not Audience.EVERYONE:
        small.append(SEEN[event.audience])
    if WHOLE in event.document and event.audience is not Audience.MASTERS:
        small.append(MORE)
    told = f"**{one_line(_text(event), MAX_EVENT)}**" + (
        f" — {one_line(note, MAX_EVENT_NOTE)}" if note else ""
    )
    return f"{told}\n-# {' · '.join(small)}"


def dice_in_short(dice: Sequence[Die]) -> str:
    """Dice in the order thrown, like ones together: "d10: 5, d6: 3" or "20d6: 2 5 5 1 6 3 …"."""
    runs = [
        (sides, [str(die.face) if die.kept else f"({die.face})" for die in run])
        for sides, run in groupby((die for die in dice if not die.hidden), lambda die: die.sides)
    ]
    parts = [
        f"{len(faces) if len(faces) > 1 else ''}d{sides}: {' '.join(faces[:MAX_RUN])}"
        + (" …" if len(faces) > MAX_RUN else "")
        for sides, faces in runs[:MAX_RUNS]
    ]
    while len(", ".join(parts)) > MAX_EVENT_DICE:
        parts.pop()
    return ", ".join(parts) + (", …" if len(runs) > len(parts) else "")


def _dice(event: Event) -> tuple[Die, ...]:
    """The dice of an event's outcome, in the order thrown."""
    return told_of(event).every_die() if "outcome" in event.document else ()


def _text(event: Event) -> str:
    """What the event tells its reader: to a game master the whole, where it is more than was told."""
    if WHOLE not in event.document:
        return event.text
    told = told_of(event)
    return " ".join((told.text, *secrets_of(told)))
