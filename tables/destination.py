"""Where a door can lead, as values; and the small geometry that its routes need.

Bearings are whole degrees clockwise from north. Left and right are those of
somebody who walks out of the door.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

Kind = Literal["direction", "return", "nowhere", "room", "level", "exit", "trap"]
"""What sort of place a door leads to.

* direction: the next room that way, by compass or by clock
* return: this same room, by a second door
* nowhere: a blank wall or a short dead end
* room: a room known by its number, or by how far its number is from this room's
* level: another level of the dungeon
* exit: out of the dungeon
* trap: nothing behind it; the door is false and trapped
"""

Method = Literal["d10", "d8", "clock", "relative", "2d6"]
"""The five ways to find out where a door leads."""

Sense = Literal["up", "down"]
"""Which way a ladder, a stair or a change of level goes."""

Place = Literal["N", "E", "S", "W", "ladder", "stairs"]
"""Where a second door can be: in a wall, or a ladder or stairs in the middle of the room."""


class Wall(StrEnum):
    """A wall of a room."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"


class Compass(StrEnum):
    """A direction of the compass, clockwise from north."""

    N = "N"
    NE = "NE"
    E = "E"
    SE = "SE"
    S = "S"
    SW = "SW"
    W = "W"
    NW = "NW"


class Route(StrEnum):
    """Which way a passage leaves the door."""

    LEFT = "left"
    RIGHT = "right"
    STRAIGHT = "straight"


@dataclass(frozen=True, slots=True)
class SecondDoor:
    """Where a passage comes back into the room it left.

    Attributes:
        place: a wall of the room, or a ladder or stairs in its middle.
        sense: which way the ladder or the stairs go, seen from the room; None for a wall.
    """

    place: Place
    sense: Sense | None = None


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a door leads, followed to the end.

    Attributes:
        kind: the sort of place; it says which of the others are given.
        wall: the wall that the door is in.
        method: how it was found out.
        direction: direction: where to by the compass (d10, d8).
        hour: direction: where to by the clock, 1 to 12, 12 in the north.
        route: direction, return: the way the passage leaves; None where it ends at a ladder or stairs.
        second: return: where the passage comes back in.
        length: nowhere: squares of 10 feet; 0 is a blank wall.
        turn: nowhere: the way it turns after 2 squares, where it is 3 or longer.
        room: room: its number, where it is known.
        offset: room, level: how far the rolled number is from this room's (relative).
        sense: level: up or down, where it was rolled (2d6).
        new: room: whether it has yet to be drawn; None where that cannot be told.
    """

    kind: Kind
    wall: Wall
    method: Method
    direction: Compass | None = None
    hour: int | None = None
    route: Route | None = None
    second: SecondDoor | None = None
    length: int | None = None
    turn: Route | None = None
    room: int | None = None
    offset: int | None = None
    sense: Sense | None = None
    new: bool | None = None


WALL_NAMES: dict[Wall, str] = {Wall.N: "north", Wall.E: "east", Wall.S: "south", Wall.W: "west"}
"""Each wall in words."""

COMPASS_NAMES: dict[Compass, str] = {
    Compass.N: "north",
    Compass.NE: "north-east",
    Compass.E: "east",
    Compass.SE: "south-east",
    Compass.S: "south",
    Compass.SW: "south-west",
    Compass.W: "west",
    Compass.NW: "north-west",
}
"""Each direction in words."""

_BEARINGS = {point.value: 45 * eighth for eighth, point in enumerate(Compass)}


def bearing(point: Wall | Compass) -> int:
    """The bearing of a wall or a direction, 0 to 315 degrees."""
    return _BEARINGS[point.value]


def hour_bearing(hour: int) -> int:
    """The bearing of an hour on the clock, 0 to 330 degrees; 12 is north."""
    return hour * 30 % 360


def aim(destination: Destination) -> int | None:
    """The bearing that a destination lies on; None where it has none.

    A second door in a wall lies on that wall's bearing.
    """
    if destination.direction is not None:
        return bearing(destination.direction)
    if destination.hour is not None:
        return hour_bearing(destination.hour)
    second = destination.second
    if second is None or second.place in ("ladder", "stairs"):
        return None
    return bearing(Wall(second.place))


def turn_to(wall: Wall, target: int) -> int:
    """Degrees to the right, 0 to 359, from the way out of ``wall`` to the bearing ``target``."""
    return (target - bearing(wall)) % 360


def shorter_route(turn: int) -> Route | None:
    """The shorter way round to a place ``turn`` degrees to the right; None where both are as long."""
    if turn in (0, 180):
        return None
    return Route.RIGHT if turn < 180 else Route.LEFT


def opposite(sense: Sense) -> Sense:
    """The other way of a ladder or stair."""
    return "down" if sense == "up" else "up"
