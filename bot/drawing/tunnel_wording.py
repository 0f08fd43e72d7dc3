"""The title of a picture of tunnels, and its description for those who cannot see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.drawing.picture import LONGEST_ALT
from tables.leximorphs import TURNED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tables.leximorphs import Leximorph
    from tables.tunnels import Tunnels

MOST_PAIRS = 4
"""Joins that are told one by one."""


def title_of(value: Leximorph) -> tuple[str, str]:
    """The title in two parts: what the region is called, and its ways round."""
    return value.code, _count(value.loops, "loop", "loops")


def alt_of(value: Leximorph, tunnels: Tunnels) -> str:
    """What is to be seen on the picture, in words; at most 1024 characters."""
    plural = "s" if len(value.sectors) > 1 else ""
    curved = ", with round corners where letters are round" if value.curved else ""
    sentences = (
        f"A dungeon map of tunnels in the shape of the letter{plural} {_rows(value)}{curved}.",
        *_joins(value, tunnels),
        f"Altogether there {'is' if value.loops == 1 else 'are'} {_count(value.loops, 'loop', 'loops')}.",
        f"{_places(value)}.",
        f"The tunnels are 10 feet wide and {value.feet:,} feet long in all; north is up.",
    )
    return " ".join(sentences)[:LONGEST_ALT]


def _rows(value: Leximorph) -> str:
    """The letters row by row, from the north."""
    rows: dict[int, list[str]] = {}
    for sector in value.sectors:
        turn = f" {TURNED[sector.rotation]}" if sector.rotation else ""
        rows.setdefault(sector.row, []).append(sector.letter + turn)
    return "; below ".join(_listed(names) for _, names in sorted(rows.items()))


def _joins(value: Leximorph, tunnels: Tunnels) -> tuple[str, ...]:
    """The coloured tunnels between letters."""
    names = [sector.letter for sector in value.sectors]
    between = tunnels.joins[:-1] if value.closed else tunnels.joins
    told: list[str] = []
    if 0 < len(between) <= MOST_PAIRS:
        pairs = [f"{names[join.first]} with {names[join.second]}" for join in between]
        one = len(between) == 1
        told.append(f"{'A yellow tunnel joins' if one else 'Yellow tunnels join'} {_listed(pairs)}.")
    elif between:
        told.append(f"{len(between)} yellow tunnels join letters that lie side by side.")
    if value.closed:
        told.append("One red tunnel is there only to have a loop.")
    return tuple(told)


def _places(value: Leximorph) -> str:
    """How many places there are of each kind, and how they are marked."""
    found = (
        (value.corners, "corner is a dot", "corners are dots"),
        (value.junctions, "junction is a ring", "junctions are rings"),
        (value.ends, "end is blind", "ends are blind"),
    )
    return _listed([_count(*each) for each in found if each[0]])


def _listed(names: Sequence[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _count(number: int, one: str, several: str) -> str:
    return f"{number:,} {one if number == 1 else several}"
