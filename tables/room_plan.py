"""What a room is like: its shape, its size and its ways out, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

RoomKind = Literal["room", "chamber", "cave"]
"""A room has doors, a chamber open passages; a cave was not built."""

Shape = Literal[
    "square",
    "rectangle",
    "circle",
    "triangle",
    "trapezoid",
    "odd",
    "oval",
    "hexagon",
    "octagon",
    "cave",
]

Feature = Literal["pool", "well", "shaft", "lake"]
"""What the middle of a round room holds; a cave may hold a pool or a lake."""

ExitPlace = Literal["opposite", "left", "right", "same"]
"""A wall as somebody sees it who has come in by the south wall: opposite is north, same is south."""

ExitKind = Literal["door", "passage"]

Lead = Literal["straight", "left", "right"]
"""How the way beyond runs: straight on from its wall, or at 45 degrees to a side."""

ExitState = Literal["open", "secret", "one-way"]


@dataclass(frozen=True, slots=True)
class RoomExit:
    """A way out of a room, besides the one that somebody came in by.

    Attributes:
        place: the wall that it is in.
        kind: a door or an open passage.
        lead: how the way beyond runs; left and right are those of somebody who goes out.
        state: open for whoever looks, or secret, or passed from one side only.
    """

    place: ExitPlace
    kind: ExitKind
    lead: Lead = "straight"
    state: ExitState = "open"


@dataclass(frozen=True, slots=True)
class RoomPlan:
    """A room before it stands on any map.

    Attributes:
        kind: how it was made, and so what ways out it has.
        shape: its outline.
        length: feet from the entrance onward, the longer side; None where the shape is only a size.
        width: feet across; None where the length is.
        area: the whole in square feet, a double cave's both parts together.
        feature: what is in the middle of it, or None.
        exits: the other ways out, in the order rolled.
        fore: length and width in feet of a smaller cave that comes first, for a double cave; else None.
    """

    kind: RoomKind
    shape: Shape
    length: int | None
    width: int | None
    area: int
    feature: Feature | None = None
    exits: tuple[RoomExit, ...] = ()
    fore: tuple[int, int] | None = None
