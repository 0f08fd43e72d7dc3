"""Rooms, doors and passages as values.

One unit is a square of 10 feet; x runs east and y runs south, as on a page.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import TYPE_CHECKING, Literal

from tables.destination import Wall

if TYPE_CHECKING:
    from collections.abc import Iterator

Outline = Literal["square", "round", "octagon", "chamfered"]
"""The shape of a room: chamfered has its four corners cut a little, octagon to eight like sides."""

Box = tuple[float, float, float, float]
"""West, north, east and south edge."""

ROUND_PIECES = 72
"""Straight pieces that stand for a circle."""

CHAMFER = 0.75
"""Squares that are cut off each corner of a chamfered room."""

OCTAGON = 0.2929
"""The part of its side that a regular octagon lacks at each corner."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A point of the map."""

    x: float
    y: float

    def turned(self, quarters: int) -> Spot:
        """This point after quarter turns clockwise round the origin."""
        spot = self
        for _ in range(quarters % 4):
            spot = Spot(-spot.y, spot.x)
        return Spot(spot.x + 0.0, spot.y + 0.0)

    def mirrored(self) -> Spot:
        """This point with east and west exchanged."""
        return Spot(0.0 - self.x, self.y)

    def moved(self, facing: Wall, far: float) -> Spot:
        """The point ``far`` squares from here in the direction that a wall faces."""
        step_x, step_y = STEPS[facing]
        return Spot(self.x + step_x * far, self.y + step_y * far)


STEPS: dict[Wall, tuple[int, int]] = {Wall.N: (0, -1), Wall.E: (1, 0), Wall.S: (0, 1), Wall.W: (-1, 0)}
"""The way out of each wall."""

QUARTERS: dict[Wall, int] = {Wall.N: 0, Wall.E: 1, Wall.S: 2, Wall.W: 3}
"""Quarter turns clockwise that bring the north wall to each wall."""


@dataclass(frozen=True, slots=True)
class FigureRoom:
    """A room of the figure.

    Attributes:
        name: what tells it from the others of its figure.
        label: what is written in it; nothing for a room whose number is not known.
        centre: the middle of its floor.
        width, height: its extent to the east and to the south, in squares.
        outline: its shape.
    """

    name: str
    label: str
    centre: Spot
    width: float
    height: float
    outline: Outline = "square"

    def box(self, margin: float = 0.0) -> Box:
        """The rectangle round the room, with a margin on every side."""
        across, down = self.width / 2 + margin, self.height / 2 + margin
        return (self.centre.x - across, self.centre.y - down, self.centre.x + across, self.centre.y + down)

    def corners(self) -> tuple[Spot, ...]:
        """The corners of the floor, clockwise from the north-west."""
        west, north, east, south = self.box()
        if self.outline == "round":
            return tuple(self._rim(2 * pi * piece / ROUND_PIECES) for piece in range(ROUND_PIECES))
        cut = {"square": 0.0, "chamfered": CHAMFER, "octagon": OCTAGON * min(self.width, self.height)}[
            self.outline
        ]
        if not cut:
            return (Spot(west, north), Spot(east, north), Spot(east, south), Spot(west, south))
        return (
            Spot(west, north + cut),
            Spot(west + cut, north),
            Spot(east - cut, north),
            Spot(east, north + cut),
            Spot(east, south - cut),
            Spot(east - cut, south),
            Spot(west + cut, south),
            Spot(west, south - cut),
        )

    def _rim(self, angle: float) -> Spot:
        return Spot(
            self.centre.x + cos(angle) * self.width / 2,
            self.centre.y + sin(angle) * self.height / 2,
        )


@dataclass(frozen=True, slots=True)
class FigureDoorway:
    """A door of the starting room.

    Attributes:
        place: its middle, on the line of the wall.
        wall: the wall it is in, which it faces out of.
        rolled: whether it is part of what was rolled; the others only stand by.
    """

    place: Spot
    wall: Wall
    rolled: bool = True


@dataclass(frozen=True, slots=True)
class FigurePassage:
    """A corridor along the middle of its squares.

    Attributes:
        points: where it starts, turns and ends; each leg runs along one axis.
        closed: whether it ends on rock; otherwise its far end is open.
        broken: whether it is drawn with a gap, as longer than the page can show.
        width: of its floor, in squares.
    """

    points: tuple[Spot, ...]
    closed: bool = False
    broken: bool = False
    width: float = 1.0

    def legs(self) -> Iterator[tuple[Spot, Spot]]:
        """Each straight piece, from its start to its end."""
        return zip(self.points, self.points[1:], strict=False)

    def length(self) -> float:
        """Its length in squares, along the middle."""
        return sum(abs(end.x - start.x) + abs(end.y - start.y) for start, end in self.legs())

    def boxes(self) -> tuple[Box, ...]:
        """The floor of each leg as a rectangle, corners filled, both ends flat."""
        legs = tuple(self.legs())
        last = len(legs) - 1
        half = self.width / 2
        return tuple(
            _leg_box(start, end, half, before=half if index else 0.0, after=half if index < last else 0.0)
            for index, (start, end) in enumerate(legs)
        )

    def headings(self) -> tuple[Wall, ...]:
        """The way each leg runs."""
        return tuple(heading(start, end) for start, end in self.legs())


def heading(start: Spot, end: Spot) -> Wall:
    """The way from one point to another on the same row or column."""
    if abs(end.x - start.x) > abs(end.y - start.y):
        return Wall.E if end.x > start.x else Wall.W
    return Wall.S if end.y > start.y else Wall.N


def _leg_box(start: Spot, end: Spot, half: float, *, before: float, after: float) -> Box:
    """The rectangle of one leg, made longer by ``before`` and ``after`` where it meets another leg."""
    facing = heading(start, end)
    near, far = start.moved(facing, -before), end.moved(facing, after)
    across, down = (half, 0.0) if facing in (Wall.N, Wall.S) else (0.0, half)
    return (
        min(near.x, far.x) - across,
        min(near.y, far.y) - down,
        max(near.x, far.x) + across,
        max(near.y, far.y) + down,
    )
