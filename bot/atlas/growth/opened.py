"""A way on that somebody opens, and what is at hand to lead it somewhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot
from typing import TYPE_CHECKING, Literal

from bot.atlas.growth.corridor import dig_corridor, roll_corridor
from bot.atlas.layout.ways import ways_of

if TYPE_CHECKING:
    from bot.atlas.growth.paths import Way
    from bot.atlas.layout.laying import Laying
    from bot.atlas.layout.opening import Opening
    from bot.atlas.layout.rolls import Throws
    from bot.atlas.region import Stub
    from bot.atlas.shapes import Spot

Ending = Literal[
    "new room",
    "room",
    "corridor",
    "back",
    "dead end",
    "blank wall",
    "stairs",
    "way out",
    "false door",
    "stub",
]
"""What a door turned out to lead to; a stub where nothing fitted and the way goes on later."""

HAIR = 0.1
"""Squares within which two points are the same."""


@dataclass(frozen=True, slots=True)
class Led:
    """Where a way on leads.

    Attributes:
        ending: what it leads to.
        to: the number of the room, passage or stair; 0 where there is none.
        below: whether the way passes on another floor.
    """

    ending: Ending
    to: int = 0
    below: bool = False


@dataclass(frozen=True, slots=True)
class Opened:
    """A way on that is being opened.

    Attributes:
        laying: the region.
        throws: who throws.
        stub: the way on as it was.
        way: its doorway.
    """

    laying: Laying
    throws: Throws
    stub: Stub
    way: Opening

    def middle(self) -> Spot:
        """From where a direction is looked in: the middle of a room, or the door of a passage."""
        place = self.laying.places.get(self.way.at)
        return place.spot if place is not None and place.outline else self.way.line

    def walks(self) -> dict[int, float]:
        """Squares to walk today from here to all the rest."""
        laying = self.laying
        places, passages, doors = laying.places.values(), laying.passages.values(), laying.doors.values()
        return ways_of(places, passages, doors, secret=True).far(self.way.at)

    def dig(self, found: Way) -> None:
        """Dig a way that was found, and throw for its corners and walls."""
        dug = dig_corridor(self.laying, found, self.way, found.goal.start)
        self.lead_door(dug[0])
        roll_corridor(self.laying, self.throws, dug)

    def lead_door(self, passage: int) -> None:
        """Let the door shut the passage that was dug behind it."""
        self.laying.stubs.pop(self.stub.id, None)
        for door in self.laying.doors.values():
            away = hypot(door.spot.x - self.stub.spot.x, door.spot.y - self.stub.spot.y)
            if door.at == self.stub.at and not door.passage and away < HAIR:
                self.laying.doors[door.id] = replace(door, passage=passage)
                return
