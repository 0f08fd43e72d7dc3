"""Parties as messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.campaign.party import clock_words, light_words
from bot.replies.notes import list_reply
from bot.replies.words import escape, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.campaign.party import Party
    from bot.campaign.party_finding import Numbered
    from bot.replies.answer import Reply
    from bot.replies.layout import Part

PAGE = 10
"""Parties on a page."""

MAX_NAME = 110
"""Characters of a name on a page, escaped."""

MAX_ROWS = 1_200
"""Characters of a marching order."""

MAX_KNOWN = 900
"""Characters of the places that a party knows: the last ones."""

EMPTY = "There is no party yet: a game master makes one with /party create."


def party_reply(found: Numbered) -> Reply:
    """Everything about a party."""
    party = found.party
    lines = [_where(party), f"Clock: {escape(clock_words(party.clock))}"]
    lines.append(f"Light: {one_line(light_words(party.light), 200) if party.light else 'none'}")
    if party.caller:
        lines.append(f"Caller: {one_line(party.caller, MAX_NAME)}")
    if party.members:
        lines.append(f"Characters: {one_line(', '.join(each.character for each in party.members), MAX_ROWS)}")
    if party.order:
        lines.append(f"Marching: {one_line(' / '.join(', '.join(row) for row in party.order), MAX_ROWS)}")
    if party.known:
        lines.append(f"Known: {_last_known(party.known)}")
    if party.channel is not None:
        lines.append(f"Played in <#{party.channel}>")
    foot = f"party {found.number}{' · retired' if party.retired else ''}"
    return list_reply(party.name, lines, empty="", foot=foot)


def parties_reply(found: Sequence[Numbered], page: int, buttons: Iterable[Part]) -> Reply:
    """A page of a campaign's parties."""
    lines = [_line(each) for each in found[page * PAGE : (page + 1) * PAGE]]
    return list_reply("Parties", lines, empty=EMPTY, buttons=buttons)


def _line(each: Numbered) -> str:
    party = each.party
    parts = [one_line(party.place, MAX_NAME), f"turn {party.clock:,}"]
    if party.channel is not None:
        parts.append(f"<#{party.channel}>")
    if party.retired:
        parts.append("retired")
    name = f"`{each.number}` **{one_line(party.name, MAX_NAME)}**"
    return " · ".join([name, *(part for part in parts if part)])


def _where(party: Party) -> str:
    return f"At: {one_line(party.place, MAX_NAME) if party.place else 'nobody has said where'}"


def _last_known(known: Sequence[str]) -> str:
    """The last places that fit, in the order in which they were come to."""
    shown: list[str] = []
    room = MAX_KNOWN
    for place in reversed(known):
        words = one_line(place, MAX_NAME)
        room -= len(words) + 2
        if room < 0:
            return f"… {', '.join(reversed(shown))}"
        shown.append(words)
    return ", ".join(reversed(shown))
