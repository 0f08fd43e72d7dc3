"""One door opened in play: where it leads is rolled, and the region grows by the way there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from bot.atlas.growth import leading
from bot.atlas.growth.digging import taken_up
from bot.atlas.growth.doorway import doorway_of
from bot.atlas.growth.numbering import number_new_rooms
from bot.atlas.layout.checking import faults_of
from bot.atlas.region import Region

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.atlas.layout.laying import Laying
    from bot.atlas.layout.rolls import Throws
    from bot.atlas.region import Stub
    from tables.destination import Destination, Method
    from tables.outcome import Outcome

Ending = Literal[
    "new room", "room", "corridor", "back", "dead end", "stairs", "way out", "false door", "stub"
]
"""What a door turned out to lead to; a stub where nothing fitted and the way goes on later."""


@dataclass(frozen=True, slots=True)
class Growth:
    """What came of opening a door.

    Attributes:
        region: the region with what is new.
        ending: what the door leads to.
        fresh: the numbers of all that is new or was changed, in order.
        to: the number of the room or passage that it leads to; 0 where it leads to none.
        rolls: every roll, in the order made; the first one is the destination.
        reasons: for the numbers of new things the places of their rolls in ``rolls``.
    """

    region: Region
    ending: Ending
    fresh: tuple[int, ...]
    to: int
    rolls: tuple[Outcome[Any], ...]
    reasons: Mapping[int, tuple[int, ...]]


class NothingThere(ValueError):
    """The region has no way on of that number."""


def grow(region: Region, stub: int, throws: Throws, method: Method = "d10") -> Growth:
    """Open a way on.

    Args:
        region: as it is.
        stub: the number of a stub.
        throws: who throws.
        method: by which destinations are rolled.

    Raises:
        NothingThere: the region has no stub of that number.
    """
    found = next((each for each in region.stubs if each.id == stub), None)
    if found is None:
        raise NothingThere(str(stub))
    way = doorway_of(taken_up(region), found)
    destination = throws.destination(way.facing, method)
    return grow_by(region, found, destination, throws)


def grow_by(region: Region, stub: Stub, destination: Outcome[Destination], throws: Throws) -> Growth:
    """Open a way on whose destination has been rolled already."""
    laying = taken_up(region)
    before = laying.last
    laying.because(stub.id, destination)
    ending, to = leading.lead(laying, stub, destination.value, throws)
    number_new_rooms(laying, before, known=_open_end(laying, to))
    grown = _region(region, laying)
    faults = faults_of(grown)
    if faults:
        raise AssertionError(" ".join(faults))
    return Growth(grown, ending, _fresh(region, laying), to, tuple(laying.rolls), dict(laying.reasons))


def _open_end(laying: Laying, to: int) -> int:
    return to if to in laying.places else 0


def _fresh(region: Region, laying: Laying) -> tuple[int, ...]:
    """The numbers of what the region did not have, or has otherwise now."""
    old = {
        thing.id: thing
        for thing in (*region.places, *region.passages, *region.doors, *region.stubs, *region.marks)
    }
    new = (laying.places, laying.passages, laying.doors, laying.stubs, laying.marks)
    return tuple(sorted(key for things in new for key, thing in things.items() if old.get(key) != thing))


def _region(region: Region, laying: Laying) -> Region:
    return replace(
        region,
        places=tuple(laying.places.values()),
        passages=tuple(laying.passages.values()),
        doors=tuple(laying.doors.values()),
        stubs=tuple(laying.stubs.values()),
        marks=tuple(laying.marks.values()),
    )
