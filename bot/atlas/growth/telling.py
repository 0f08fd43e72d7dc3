"""What is told of a growth: where the door leads, in a sentence for everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.atlas.naming import stub_names
from tables.destination import COMPASS_NAMES, Route

if TYPE_CHECKING:
    from bot.atlas.growth.grow import Growth
    from bot.atlas.region import Place, Region
    from tables.destination import Destination

ROUTES = {Route.LEFT: "round to the left", Route.RIGHT: "round to the right", Route.STRAIGHT: "straight on"}
"""How a passage leaves its door."""


def tell(before: Region, stub: int, growth: Growth) -> str:
    """Where a way on leads.

    Args:
        before: the region as it was.
        stub: the number of the way on.
        growth: what came of it.
    """
    name = stub_names(before)[stub]
    return f"{name[:1].upper()}{name[1:]}: {_led(growth)}"


def _led(growth: Growth) -> str:
    ending, room = growth.led.ending, _room(growth)
    way = _way(growth)
    if ending == "new room" and room is not None:
        return f"{way} to a new room, {room.number}."
    if ending == "room" and room is not None:
        return f"{way} to room {room.number}."
    if ending == "back":
        back = (
            f"into room {room.number} again"
            if room is not None and room.number
            else "into the corridor again"
        )
        return f"{way} back {back}."
    return _OTHERS[ending].format(way=way)


_OTHERS = {
    "new room": "{way} to a new room.",
    "room": "{way} to a room.",
    "corridor": "{way} out into a corridor.",
    "dead end": "a short passage that ends in rock.",
    "blank wall": "nothing but a blank wall.",
    "stairs": "stairs to another level.",
    "way out": "stairs that lead out.",
    "false door": "no door at all, but a trap.",
    "stub": "the way goes on, but nothing fits there yet.",
}


def _way(growth: Growth) -> str:
    """The direction that was rolled and the way that the passage takes."""
    destination: Destination = growth.rolls[0].value
    words = ["a passage"]
    if growth.led.below:
        words = ["stairs, and a passage on another floor"]
    elif destination.route is not None:
        words.append(ROUTES[destination.route])
    if destination.direction is not None:
        words.append(f"to the {COMPASS_NAMES[destination.direction]}")
    return " ".join(words)


def _room(growth: Growth) -> Place | None:
    return next((place for place in growth.region.rooms() if place.id == growth.led.to), None)
