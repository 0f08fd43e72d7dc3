"""Wandering lists, quadrants and quick stocking labels as messages, for game masters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.replies.notes import list_reply
from bot.replies.words import escape, one_line
from tables.wandering import RULES
from tables.wandering_lists import QUADRANTS, SET

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.campaign.labels import Labelled, Page
    from bot.campaign.monster import Listed
    from bot.campaign.wander import Overview, RegionList
    from bot.replies.answer import Reply
    from bot.replies.layout import Part

MAX_NAME = 120
"""Characters of a monster's name on a page."""

MAX_ENCOUNTER = 400
"""Characters of a prepared encounter on a page."""

OVERVIEW_PAGE = 25
"""Regions and levels on a page."""

HOW_TO_SET = "Set six labels or names for each of its two sets with /wander set, such as A B B q C D."
HOW_TO_BEGIN = (
    "No region has a wandering list yet, and no level prepared quadrants: /wander set makes either. "
    "A region has two sets of six labels, a level an encounter for each of its quadrants."
)


def region_reply(found: RegionList, checks: str) -> Reply:
    """A region's list, with how its dice are read and the wandering check by the rules ``checks``."""
    lines: list[str] = []
    if found.first or found.second:
        for name, wanderers, on in _sets(found):
            lines.append(f"**{name}**{on}")
            lines += [_line(place, line) for place, line in enumerate(wanderers, 1)]
            if not wanderers:
                lines.append("not set yet")
    own = "its own choice" if found.own_how else "as the campaign has it"
    reading = "each d6 falls on its set" if found.how.reading == "pair" else "the first d6 chooses the set"
    foot = f"{reading}, {own} · the check: {escape(RULES[checks or next(iter(RULES))])}"
    return list_reply(f"Who wanders in {found.region.code}", lines, empty=HOW_TO_SET, foot=foot)


def quadrants_reply(level: int, prepared: Mapping[int, str]) -> Reply:
    """A level's quadrants with the encounter prepared for each."""
    lines = [
        f"`{number}` **{name}**: {one_line(prepared.get(number, ''), MAX_ENCOUNTER) or 'nothing prepared'}"
        for number, name in QUADRANTS.items()
    ]
    return list_reply(f"The quadrants of level {level}", lines, empty="")


def overview_reply(found: Overview, page: int, buttons: Iterable[Part]) -> Reply:
    """A page of all regions with lists and all levels with prepared quadrants."""
    lines = overview_lines(found)[page * OVERVIEW_PAGE : (page + 1) * OVERVIEW_PAGE]
    foot = "`/wander list` shows one of them whole" if lines else ""
    return list_reply("Wandering lists", lines, empty=HOW_TO_BEGIN, foot=foot, buttons=buttons)


def overview_lines(found: Overview) -> list[str]:
    """What there is, a line each."""
    regions = [f"**{escape(code)}**: two sets of six" for code in found.regions]
    return [*regions, *(f"**Level {level}**: prepared quadrants" for level in found.levels)]


def labels_reply(page: Page, buttons: Iterable[Part]) -> Reply:
    """A page of a region's rooms with their quick stocking labels."""
    empty = "No room has labels yet: /place label writes them, such as M:Q chest."
    lines = [_room(each) for each in page.rooms]
    return list_reply(f"Labels in {page.region.code}", lines, empty=empty, buttons=buttons)


def _sets(found: RegionList) -> Iterable[tuple[str, tuple[Listed, ...], str]]:
    first, second = "", ""
    if found.how.reading == "one":
        last = found.how.first_on
        first = f" · on {'1' if last == 1 else f'1–{last}'}"
        second = f" · on {SET if last == SET - 1 else f'{last + 1}–{SET}'}"
    yield "First set", found.first, first
    yield "Second set", found.second, second


def _line(place: int, line: Listed) -> str:
    marks = [
        "retired" if line.monster.retired else "",
        "never wanders" if line.monster.never_wanders else "",
        "none left" if line.monster.left == 0 else "",
    ]
    said = ", ".join(mark for mark in marks if mark)
    name = one_line(line.monster.name, MAX_NAME)
    return f"`{place}` **{line.letter}** {name}{f' ({said})' if said else ''}"


def _room(each: Labelled) -> str:
    labels = ", ".join(
        f"`{label.written}`" + (f" {one_line(label.monster, MAX_NAME)}" if label.monster else "")
        for label in each.labels
    )
    return f"**{each.room.number}** {labels}"
