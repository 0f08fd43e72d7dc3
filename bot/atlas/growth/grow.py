"""One door opened in play: where it leads is rolled, and the region grows by the way there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bot.atlas.growth.digging import taken_up
from bot.atlas.growth.doorway import doorway_of
from bot.atlas.growth.leading import lead
from bot.atlas.growth.numbering import number_new_rooms
from bot.atlas.growth.opened import Led, Opened
from bot.atlas.layout.checking import faults_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.atlas.layout.laying import Laying
    from bot.atlas.layout.rolls import Throws
    from bot.atlas.region import Region, Stub
    from tables.destination import Destination, Method
    from tables.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Growth:
    """What came of opening a door.

    Attributes:
        region: the region with what is new.
        led: where the door leads.
        fresh: the numbers of all that is new or was changed, in order.
        rolls: every roll, in the order made; the first one is the destination.
        reasons: for the numbers of new things the places of their rolls in ``rolls``.
    """

    region: Region
    led: Led
    fresh: tuple[int, ...]
    rolls: tuple[Outcome[Any], ...]
    reasons: Mapping[int, tuple[int, ...]]


def grow(region: Region, stub: int, throws: Throws, method: Method = "d10") -> Growth:
    """Open a way on.

    Args:
        region: as it is.
        stub: the number of a stub.
        throws: who throws.
        method: by which destinations are rolled.

    Raises:
        StopIteration: the region has no stub of that number.
    """
    found = next(each for each in region.stubs if each.id == stub)
    laying = taken_up(region)
    destination = throws.destination(doorway_of(laying, found).facing, method)
    return _grow(region, laying, found, destination, throws)


def grow_by(region: Region, stub: Stub, destination: Outcome[Destination], throws: Throws) -> Growth:
    """Open a way on whose destination has been rolled already."""
    return _grow(region, taken_up(region), stub, destination, throws)


def _grow(
    region: Region, laying: Laying, stub: Stub, destination: Outcome[Destination], throws: Throws
) -> Growth:
    """Dig what was rolled; what would break a law of the atlas is not dug, and the way on stays as it was."""
    for leading in (lead, _stay):
        before = laying.last
        laying.because(stub.id, destination)
        led = leading(Opened(laying, throws, stub, doorway_of(laying, stub)), destination.value)
        number_new_rooms(laying, before, known=led.to)
        grown = _region(region, laying)
        if not faults_of(grown):
            return Growth(grown, led, _fresh(region, laying), tuple(throws.rolls), throws.reasons(laying))
        laying = taken_up(region)
    raise AssertionError("a region that may not be kept as it was")


def _stay(opened: Opened, destination: Destination) -> Led:
    """The way on as it was."""
    del opened, destination
    return Led("stub")


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
