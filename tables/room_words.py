"""Rooms in plain sentences."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tables.room_plan import ExitPlace, RoomExit, RoomPlan, Shape

_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four"}

_PLACES: dict[ExitPlace, str] = {
    "opposite": "opposite",
    "left": "in the left wall",
    "right": "in the right wall",
    "same": "in the wall of the way in",
}

_OUTLINES: dict[Shape, str] = {
    "circle": "a circular",
    "triangle": "a triangular",
    "trapezoid": "a trapezoidal",
    "odd": "an oddly shaped",
    "oval": "an oval",
    "hexagon": "a six-sided",
    "octagon": "an eight-sided",
}

CAVERN = 10_000
"""Square feet from which a cave is called a cavern."""


def outline(plan: RoomPlan) -> str:
    """Kind, shape and size: "A room of 20 by 30 feet"."""
    size = f"{plan.area:,} square feet" if plan.length is None else f"{plan.width} by {plan.length} feet"
    if plan.fore is not None:
        length, width = plan.fore
        return f"A double cave of {width} by {length} and then {size}"
    if plan.shape in _OUTLINES:
        middle = f" round a {plan.feature}" if plan.feature else ""
        return f"{_OUTLINES[plan.shape].capitalize()} {plan.kind} of {size}{middle}"
    kind = "cavern" if plan.kind == "cave" and plan.area >= CAVERN else plan.kind
    return f"A {kind} of {size}"


def ways_out(exits: tuple[RoomExit, ...]) -> str:
    """Which they are and where: "two doors: one opposite, one in the left wall"."""
    kind = exits[0].kind
    if len(exits) == 1:
        return f"one {kind} {_where(exits[0])}"
    alike = Counter(_where(each) for each in exits)
    if len(alike) == 1:
        both = "both" if len(exits) == 2 else "all"
        return f"{_NUMBERS[len(exits)]} {kind}s, {both} {_where(exits[0])}"
    between = "; " if any(each.lead != "straight" for each in exits) else ", "
    places = between.join(f"{_NUMBERS[count]} {place}" for place, count in alike.items())
    return f"{_NUMBERS[len(exits)]} {kind}s: {places}"


def _where(way: RoomExit) -> str:
    place = _PLACES[way.place]
    return place if way.lead == "straight" else f"{place}, leading off at 45 degrees to the {way.lead}"
