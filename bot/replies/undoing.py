"""What was taken back, or what stands on it, as messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.campaign.schema import Audience
from bot.replies.answer import Reply
from bot.replies.layout import INK, SECRET_INK, sheet, text
from bot.replies.rolls import reference, unposted_line
from bot.replies.words import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.campaign.reading import Event
    from bot.campaign.undo import TakenBack
    from bot.replies.layout import Part

MAX_LINE = 100
"""Characters of an event's text in a list of up to 25 of them."""

STAYS_GIVEN = "Letters and numbers that were given out stay given. /undo with this reference does it again."


def taken_back_reply(taken: TakenBack) -> Reply:
    """What was taken back, each with its reference, for whoever did it."""
    recorded = taken.recorded
    if recorded is None or not taken.reversed:  # the same interaction came twice
        told = "" if recorded is None else recorded.event.text
        return Reply(sheet([text(f"**{one_line(told, 2 * MAX_LINE)}**")], ink=SECRET_INK))
    small = [f"{reference(recorded.event)} · {STAYS_GIVEN}"]
    if recorded.unposted:
        small.append(unposted_line(recorded.unposted))
    lines = [_head(len(taken.reversed)), *map(_line, taken.reversed), *(f"-# {line}" for line in small)]
    return Reply(sheet([text("\n".join(lines))], ink=SECRET_INK))


def told_again_reply(events: Sequence[Event]) -> Reply | None:
    """What the players are told of it: what was told to everybody and does not hold any more."""
    told = [event for event in events if event.audience is Audience.EVERYONE]
    if not told:
        return None
    return Reply(sheet([text("\n".join((_head(len(told)), *map(_line, told))))], ink=INK))


def standing_reply(taken: TakenBack, *, buttons: Iterable[Part] = ()) -> Reply:
    """The later events that stand on the one to be taken back."""
    named = taken.named
    head = "Later events stand on it, the latest first"
    if named is not None:
        head = f"{reference(named)} {one_line(named.text, MAX_LINE)}"
    lines = [
        f"**Nothing was taken back yet:** {head}",
        "These later ones stand on it, the latest first:",
        *map(_line, taken.standing),
        "-# Take them back one by one with /undo, or all together.",
    ]
    return Reply(sheet([text("\n".join(lines))], buttons=buttons, ink=SECRET_INK))


def _head(many: int) -> str:
    return "**Taken back:**" if many == 1 else f"**Taken back together, the latest first: {many} events**"


def _line(event: Event) -> str:
    return f"{reference(event)} {one_line(event.text, MAX_LINE)}"
