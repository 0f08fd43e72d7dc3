"""The figure of a rolled door as a value: rooms, doors, the passage and the symbols on it.

The starting room stands round the origin and is 5 by 5 squares.

* nine: the starting room in the middle of a square of nine (d10, d8)
* clock: the starting room with the twelve hours round it
* passage: the starting room alone, and what lies beyond its door (relative, 2d6)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from bot.atlas.shapes import FigureRoom, Outline, Spot
from tables.destination import Compass

if TYPE_CHECKING:
    from bot.atlas.shapes import FigureDoorway, FigurePassage
    from tables.destination import Route, Sense, Wall

Layout = Literal["nine", "clock", "passage"]
Symbol = Literal["ladder", "stairs", "flight", "exit", "trap", "rock"]
"""What a mark can be; a flight is stairs of two squares that lead to another level."""

EDGE = 2.5
"""From the middle of the starting room to its walls."""

RING = 4.0
"""From the middle of the starting room to the middle of a passage round it."""

OUTER = 7.0
"""From the middle of the starting room to the rows of rooms round it."""

HOUR_RADIUS = 1.0
"""Half the width of a room on the clock."""


@dataclass(frozen=True, slots=True)
class FigureMark:
    """A symbol on the map.

    Attributes:
        symbol: which one.
        place: its middle.
        facing: the way somebody goes who meets it.
        sense: up or down, where it leads to another height.
        words: what is written by it, if anything.
        size: squares across; 0 for as large as such symbols are by themselves.
    """

    symbol: Symbol
    place: Spot
    facing: Wall
    sense: Sense | None = None
    words: str = ""
    size: float = 0.0


@dataclass(frozen=True, slots=True)
class Figure:
    """What is to be drawn of a destination.

    Attributes:
        layout: which of the three figures it is.
        start: the room whose door was rolled.
        rooms: the rooms round it, the goal among them.
        goal: the room that the passage ends in; None where it ends elsewhere.
        doors: the doors of the starting room; those that were rolled come first.
        passage: the corridor behind the first door; None where there is none.
        marks: symbols on the map.
        way: the side by which the passage goes; it gives the colour.
    """

    layout: Layout
    start: FigureRoom
    rooms: tuple[FigureRoom, ...]
    goal: FigureRoom | None
    doors: tuple[FigureDoorway, ...]
    passage: FigurePassage | None
    marks: tuple[FigureMark, ...]
    way: Route


def nine_rooms() -> tuple[FigureRoom, ...]:
    """The eight rooms round the starting room, 1 in the north and on clockwise."""
    outlines: dict[Compass, Outline] = {
        Compass.NE: "round",
        Compass.E: "chamfered",
        Compass.SE: "octagon",
        Compass.SW: "round",
        Compass.W: "chamfered",
        Compass.NW: "octagon",
    }
    places = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
    return tuple(
        FigureRoom(
            name=point.value,
            label=str(number),
            centre=Spot(across * OUTER, down * OUTER),
            width=3.0 if across else 5.0,
            height=3.0 if down else 5.0,
            outline=outlines.get(point, "square"),
        )
        for number, (point, (across, down)) in enumerate(zip(Compass, places, strict=True), start=1)
    )


def clock_rooms() -> tuple[FigureRoom, ...]:
    """The rooms of the twelve hours, 1 first and 12 last; 12 lies in the north."""
    side = ((-RING, -OUTER), (0.0, -OUTER), (RING, -OUTER))
    spots = [Spot(x, y).turned(quarter) for quarter in range(4) for x, y in side]
    hours = (11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    rooms = [
        FigureRoom(str(hour), str(hour), spot, 2 * HOUR_RADIUS, 2 * HOUR_RADIUS, "round")
        for hour, spot in zip(hours, spots, strict=True)
    ]
    return tuple(sorted(rooms, key=lambda room: int(room.name)))


def starting_room(label: str = "") -> FigureRoom:
    """The room whose door is rolled."""
    return FigureRoom("start", label, Spot(0.0, 0.0), 2 * EDGE, 2 * EDGE)
