"""The ways out of a room as values: found by the wall table, or by dice dropped on the room.

Dropped dice lie on a sheet of 8 by 8 squares of 10 feet. Its columns are numbered from the west,
its rows from the north, so that 1, 1 is the north-west corner.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tables.destination import Wall

if TYPE_CHECKING:
    from tables.destination import Destination, Place, Sense

SHEET = 8
"""Squares along each side of the sheet that dice are dropped on."""

SQUARE = 10
"""Feet along each side of a square."""


@dataclass(frozen=True, slots=True)
class Exit:
    """A way out of a room.

    Attributes:
        place: the wall that its door is in, or a ladder or stairs in the middle of the room.
        sense: which way the ladder or the stairs go, seen from the room; None for a door.
        destination: where the door leads, where that was rolled too; None for a ladder or stairs.
    """

    place: Place
    sense: Sense | None = None
    destination: Destination | None = None


@dataclass(frozen=True, slots=True)
class Exits:
    """What the dice for a room's ways out found, in the order thrown; empty where they found none."""

    found: tuple[Exit, ...]


@dataclass(frozen=True, slots=True)
class Drop:
    """A d10 that was dropped on the room: a door where it lies, leading where it says.

    Attributes:
        face: what the d10 shows, 0 to 9.
        column: the square that it lies in, 1 in the west to 8 in the east.
        row: the same, 1 in the north to 8 in the south.
        wall: the nearest wall, which the door is in.
        destination: where the door leads.
    """

    face: int
    column: int
    row: int
    wall: Wall
    destination: Destination


@dataclass(frozen=True, slots=True)
class Drops:
    """All dice that were dropped on the room, in the order thrown."""

    fallen: tuple[Drop, ...]


def nearest_wall(column: int, row: int) -> Wall:
    """The wall that a square of the sheet lies nearest to.

    Two walls are as near from a diagonal: towards the north-west it counts as north, towards
    the north-east as east, south-east as south and south-west as west. So each wall has 16 of
    the 64 squares.

    Args:
        column: 1 in the west to 8 in the east.
        row: 1 in the north to 8 in the south.
    """
    is_north_or_west = row + column <= SHEET
    is_north_or_east = row <= column
    if row + column == SHEET + 1:  # the diagonal from south-west to north-east
        return Wall.E if row <= SHEET // 2 else Wall.W
    if row == column:  # the diagonal from north-west to south-east
        return Wall.N if row <= SHEET // 2 else Wall.S
    if is_north_or_west:
        return Wall.N if is_north_or_east else Wall.W
    return Wall.E if is_north_or_east else Wall.S
