"""The wandering chambers as messages: pages of a level's list, and one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.replies.notes import list_reply, words_reply
from bot.replies.words import escape, fit, one_line
from tables.chambers import RARITIES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.campaign.chamber import ListedChamber, Placement
    from bot.campaign.chambers import Page, ShownChamber
    from bot.replies import Reply
    from bot.replies.layout import Part

MAX_LINE_NAME = 100
"""Characters that a name takes in a line."""

MAX_LINE_TEXT = 150
"""Characters that a text takes in a line."""

SHOWN_PLACES = 3
"""Places that a line shows of a chamber, the latest."""

SHOWN_PLACINGS = 15
"""Placings that are told of one chamber, the latest."""

NO_CHAMBERS = (
    "This level has no wandering chambers yet. Add the first with /chamber add, one to three at a time."
)
NONE_KNOWN = "You know no wandering chambers of this level yet."


# With every part at its longest, the ten chambers of a page fit one message.


def chamber_list_reply(level: int, page: Page, *, game_master: bool, buttons: Iterable[Part] = ()) -> Reply:
    """A page of a level's list, as its reader may see it."""
    lines = [_line(each) for each in page.chambers]
    title = f"Wandering chambers of level {level}" + (f", page {page.number + 1}" if page.number else "")
    empty = NO_CHAMBERS if game_master else NONE_KNOWN
    return list_reply(title, lines, empty=empty, buttons=buttons)


def chamber_reply(shown: ShownChamber) -> Reply:
    """One chamber: everything for game masters, for players its name and what they read of it."""
    listed = shown.listed
    chamber = listed.chamber
    if listed.number is None:
        told = fit(chamber.players, 2_400) or "You know of it, and no more is told yet."
        return list_reply(f"{listed.name} (level {listed.level})", [told], empty="")
    lines = [fit(chamber.text, 1_300)] if chamber.text else []
    if chamber.players:
        lines.append(f"Players read: {fit(chamber.players, 1_300)}")
    lines.append("Players know it." if chamber.known else "Players do not know it.")
    if chamber.retired:
        lines.append("It is retired: it is drawn no more.")
    lines.append(f"Rolled {_times(listed.rolled)}.")
    lines += _placings(listed.placements, shown.people)
    title = f"{listed.number} · {listed.name} (level {listed.level}, {RARITIES[chamber.rarity]})"
    return list_reply(title, lines, empty="")


def skipped_reply(places: Sequence[str]) -> Reply | None:
    """Which rooms a roll left out because they have a chamber; None where it left out none."""
    if not places:
        return None
    return words_reply(fit(f"Left out, as they have a chamber already: {', '.join(places)}.", 1_500))


def lost_words_reply(problem: str, written: str) -> Reply:
    """Why what was written in a form was not taken, with the words, so that they are not lost."""
    return words_reply(f"{fit(problem, 600)}\n-# You wrote:\n{fit(written, 3_000)}")


def _line(listed: ListedChamber) -> str:
    chamber = listed.chamber
    name = one_line(listed.name, MAX_LINE_NAME)
    if listed.number is None:
        told = one_line(chamber.players, MAX_LINE_TEXT)
        return f"**{name}**" + (f" — {told}" if told else "")
    parts = [f"**{listed.number}** {name}", RARITIES[chamber.rarity]]
    if chamber.known:
        parts.append("known")
    if chamber.retired:
        parts.append("retired")
    if listed.rolled:
        parts.append(f"rolled {_times(listed.rolled)}")
    if listed.placements:
        parts.append(_places(listed.placements))
    return " · ".join(parts)


def _places(placements: Sequence[Placement]) -> str:
    """The latest places, in order."""
    last = [one_line(each.where, 60) for each in placements[-SHOWN_PLACES:]]
    before = len(placements) - len(last)
    return f"in {', '.join(last)}" + (f" and {before} more" if before else "")


def _placings(placements: Sequence[Placement], people: Mapping[int, str]) -> list[str]:
    lines = [
        f"- {one_line(each.where, 80)}, <t:{each.at // 1000}:d>, "
        f"by {one_line(people.get(each.by) or 'somebody', 48)}"
        for each in placements[-SHOWN_PLACINGS:]
    ]
    if len(placements) > len(lines):
        lines.insert(0, escape(f"{len(placements) - len(lines):,} earlier places, and then:"))
    return ["Placed:", *lines] if lines else []


def _times(number: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number:,} times")
