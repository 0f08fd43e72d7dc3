"""A region of the dungeon as values: what is where, and what leads to what.

One unit is a square of 10 feet; x runs east and y runs south, from the north-west corner of the
region's page. The middle of a square is at a half. Every place, passage, door, stub and mark has a
number of its own within the region, which is given once and never changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.atlas.shapes import Box, Spot
    from tables.destination import Compass
    from tables.door_kinds import Material, State
    from tables.room_plan import Shape
    from tables.tunnels import Sector

PlaceKind = Literal["room", "junction", "corner", "end", "stair"]
"""What a place is: only rooms have an outline, and a number where they have been counted."""

JunctionKind = Literal["plain", "trapped", "disabled", "obstacle", "door", "room"]
"""What the die said of a corner or junction (seed 2, the junction d6)."""

StairKind = Literal["stairs up", "stairs down", "chimney", "trapdoor", "both"]
"""How a stair leads to another level; both goes up and down again, to a chamber."""

PassageKind = Literal["letter", "join", "extra", "side", "neck", "alcove"]
"""Whose a passage is: a letter's stroke, one between letters, one dug only for a loop, one out of a
wall, the length of a wall behind a door, or one that is blocked or holds stairs."""

StubKind = Literal["door", "secret door", "passage", "blocked"]
"""What is seen of a way on that has not been laid yet."""

MarkKind = Literal["trap", "disabled trap", "obstacle", "rubble", "pool", "well", "shaft", "lake", "entrance"]
"""What is drawn into a place beside its shape."""


@dataclass(frozen=True, slots=True)
class Place:
    """A spot that has a name in the dungeon: a room, or where passages meet, turn or end.

    Attributes:
        id: its number within the region.
        kind: what it is.
        spot: its middle.
        number: what is written in a room: "7", or "2A" in a group; nothing for other places.
        outline: a room's floor, clockwise; nothing for other places.
        shape: a room's shape as rolled; None for other places.
        rolled: length and width in feet as the dice gave them; None where the dice gave an area, or none.
        junction: what the die said of a corner or junction; None where none was thrown.
        stair: how a stair leads to another level; None for other places.
        levels: how many levels a stair leads down; negative for up.
        floor: its height within the level: 0, or that of a bridge, a ladder's end or a sublevel.
    """

    id: int
    kind: PlaceKind
    spot: Spot
    number: str = ""
    outline: tuple[Spot, ...] = ()
    shape: Shape | None = None
    rolled: tuple[int, int] | None = None
    junction: JunctionKind | None = None
    stair: StairKind | None = None
    levels: int = 0
    floor: int = 0


@dataclass(frozen=True, slots=True)
class Passage:
    """A way between two things, along its middle.

    Attributes:
        id: its number within the region.
        kind: whose it is.
        points: where it begins, turns and ends; a curve is many short pieces.
        between: the numbers of the places or passages that it joins; the second is 0 where it ends
            in rock, or at a stub.
        width: of its floor, in squares.
        curved: whether it is rounded.
        floor: its height within the level.
    """

    id: int
    kind: PassageKind
    points: tuple[Spot, ...]
    between: tuple[int, int]
    width: float = 1.0
    curved: bool = False
    floor: int = 0


@dataclass(frozen=True, slots=True)
class Door:
    """A door, or the frame of an open archway.

    Attributes:
        id: its number within the region.
        spot: its middle, on the line of a wall or across a passage.
        facing: the way somebody faces who goes through it, away from what it is ``at``.
        at: the number of the place or passage that it is seen from.
        passage: the number of the passage that it shuts; 0 where nothing is laid behind it yet.
        state: how it is shut; None for an open archway.
        material: what it is made of; None for an open archway.
        secret: whether it looks like wall until it is found.
        one_way: whether it opens only for those who come from what it is ``at``.
    """

    id: int
    spot: Spot
    facing: Compass
    at: int
    passage: int = 0
    state: State | None = None
    material: Material | None = None
    secret: bool = False
    one_way: bool = False


@dataclass(frozen=True, slots=True)
class Stub:
    """A way on behind which nothing has been laid: the dungeon grows from here.

    Attributes:
        id: its number within the region.
        kind: what is seen of it.
        spot: where it ends, on the line of a wall or in the middle of a passage's last edge.
        facing: the way it leads on.
        at: the number of the place or passage that it leaves.
    """

    id: int
    kind: StubKind
    spot: Spot
    facing: Compass
    at: int


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that is drawn on the map beside its shapes.

    Attributes:
        id: its number within the region.
        kind: which.
        spot: its middle.
        at: the number of the place or passage that it is in.
        size: squares across.
    """

    id: int
    kind: MarkKind
    spot: Spot
    at: int
    size: float = 1.0


@dataclass(frozen=True, slots=True)
class Region:
    """A page of a dungeon level.

    Attributes:
        code: what it is called, such as LEXI-1.
        level: the dungeon level.
        sectors: its letters, turned as they were dug.
        curved: whether round letters are drawn with curves.
        width, height: of its page, in squares.
        places, passages, doors, stubs, marks: what is on it, by their numbers.
    """

    code: str
    level: int
    sectors: tuple[Sector, ...]
    curved: bool
    width: int
    height: int
    places: tuple[Place, ...]
    passages: tuple[Passage, ...]
    doors: tuple[Door, ...] = ()
    stubs: tuple[Stub, ...] = ()
    marks: tuple[Mark, ...] = ()

    def rooms(self) -> Iterator[Place]:
        """Its rooms, in the order of their numbers within the region."""
        return (place for place in self.places if place.kind == "room")

    def entrances(self) -> Iterator[Mark]:
        """Where somebody comes in from outside the dungeon."""
        return (mark for mark in self.marks if mark.kind == "entrance")

    def box(self) -> Box:
        """The rectangle round all floors."""
        spots = [spot for place in self.places for spot in (place.outline or (place.spot,))]
        spots += [spot for passage in self.passages for spot in passage.points]
        across, down = [spot.x for spot in spots], [spot.y for spot in spots]
        return min(across) - 0.5, min(down) - 0.5, max(across) + 0.5, max(down) + 0.5
