"""From letters to a region: the one function that lays a page out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.atlas.layout.checking import faults_of
from bot.atlas.layout.crossings import roll_crossings, rooms_at_ends
from bot.atlas.layout.entrance import entrance_end, lay_entrance
from bot.atlas.layout.exits import lay_exits, open_between
from bot.atlas.layout.laying import Site
from bot.atlas.layout.network import lay_network
from bot.atlas.layout.numbering import number_rooms
from bot.atlas.layout.rolls import Shares
from bot.atlas.layout.settling import settle_doors
from bot.atlas.layout.walls import lay_walls, roll_walls
from bot.atlas.region import Region
from tables.tunnels import dig

if TYPE_CHECKING:
    from bot.atlas.layout.laying import Laying
    from bot.atlas.layout.rolls import Throws
    from tables.leximorphs import Leximorph
    from tables.outcome import Outcome

ROOMS = 6.5
"""Rooms that are prepared in a sector: 26 on a page of four."""

FOR_EXITS = 0.12
"""The part of them that is kept for the exits of the rooms at ends, which make groups and ways round."""

STAIRS = 1
"""Stairs in a sector at most, beside the way in."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A region that may be kept, and why it is as it is.

    Attributes:
        region: the region.
        rolls: every roll, in the order made; what did not fit was rolled too.
        reasons: for the number of a thing the places of its rolls in ``rolls``.
    """

    region: Region
    rolls: tuple[Outcome[Any], ...]
    reasons: dict[int, tuple[int, ...]]


def lay_region(letters: Leximorph, throws: Throws) -> Laid:
    """Lay a region out, and see that it may be kept.

    Args:
        letters: its letters, as rolled.
        throws: who throws.
    """
    laying = lay_network(dig(letters.sectors, curved=letters.curved))
    count = len(letters.sectors)
    shares = Shares(round(ROOMS * count), STAIRS * count)
    site = Site(laying, throws, shares)
    spare = entrance_end(laying)
    entrance = lay_entrance(laying, spare)
    letters_own = [each for each in laying.passages.values() if each.kind != "alcove"]
    roll_crossings(laying, throws, laying.places.values())
    checks = roll_walls(throws, letters_own)
    rooms_at_ends(laying, throws, spare)
    ends = laying.rooms_after(0)
    rest = max(0, shares.rooms - len(ends))
    shares.rooms = min(rest, round(FOR_EXITS * ROOMS * count))
    rest -= shares.rooms
    lay_exits(site, ends)
    shares.rooms += rest
    lay_walls(site, checks)
    open_between(laying)
    settle_doors(laying)
    number_rooms(laying, entrance)
    region = _region(laying, letters)
    faults = faults_of(region)
    if faults:
        raise AssertionError(" ".join(faults))
    return Laid(region, tuple(throws.rolls), throws.reasons(laying))


def _region(laying: Laying, letters: Leximorph) -> Region:
    return Region(
        code=letters.code,
        level=letters.level,
        sectors=letters.sectors,
        curved=letters.curved,
        width=laying.ground.width,
        height=laying.ground.height,
        places=tuple(laying.places.values()),
        passages=tuple(laying.passages.values()),
        doors=tuple(laying.doors.values()),
        stubs=tuple(laying.stubs.values()),
        marks=tuple(laying.marks.values()),
    )
