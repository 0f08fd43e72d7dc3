"""Destinations in plain sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tables.destination import COMPASS_NAMES, WALL_NAMES, Wall, aim, opposite, shorter_route, turn_to

if TYPE_CHECKING:
    from tables.destination import Destination, SecondDoor, Sense

_NUMBERS = {1: "one number", 2: "two numbers", 3: "three numbers", 4: "four numbers"}


def tell(destination: Destination, door: str = "") -> str:
    """One sentence that follows a door to where it leads.

    Args:
        destination: where.
        door: what the door is called, where "the north door" is not enough.
    """
    door = door or f"The {WALL_NAMES[destination.wall]} door"
    match destination.kind:
        case "direction":
            return f"{door} leads {_direction(destination)}: {_passage(destination)}."
        case "return":
            return f"{door} leads back to this room: {_second(destination)}."
        case "nowhere":
            return f"{door} leads nowhere: {_dead_end(destination)}."
        case "room":
            return f"{door} leads to {_room(destination)}."
        case "level":
            return f"{door} leads {_level(destination)}."
        case "exit":
            return f"{door} leads out of the dungeon."
        case "trap":
            return f"{door} is false, and there is a trap in it."


def _direction(destination: Destination) -> str:
    if destination.direction is not None:
        return COMPASS_NAMES[destination.direction]
    return f"towards {destination.hour} o’clock"


def _passage(destination: Destination) -> str:
    """How a passage runs to a place that lies some way round the room."""
    route = destination.route
    if route == "straight":
        return "the passage runs straight on"
    turn = turn_to(destination.wall, aim(destination) or 0)
    if turn == 0:
        return f"the passage turns {route} and goes all the way round the room"
    if turn == 180:
        return f"the passage turns {route} and goes round the room"
    if route == shorter_route(turn):
        return f"the passage turns {route}"
    return f"the passage turns {route} and goes the long way round the room"


def _second(destination: Destination) -> str:
    second = destination.second
    if second is None:
        return "the passage comes in by a second door"
    if second.sense is not None:
        return _climb(second, second.sense)
    wall = Wall(second.place)
    place = f"door in the {WALL_NAMES[wall]} wall"
    turn = turn_to(destination.wall, aim(destination) or 0)
    if turn == 0:
        return f"the passage turns {destination.route} and comes back to another {place}"
    if turn == 180:
        return f"the passage turns {destination.route} and goes round to a second {place}"
    if destination.route == shorter_route(turn):
        return f"the passage turns {destination.route} to a second {place}"
    return f"the passage turns {destination.route} and goes the long way round to a second {place}"


def _climb(second: SecondDoor, sense: Sense) -> str:
    """A ladder or stairs in the room, and their fellow that brings the passage back to its height."""
    article = "a " if second.place == "ladder" else ""
    here = f"{article}{second.place} {sense} in the middle of it"
    there = f"{article}{second.place} {opposite(sense)}"
    return f"to {here}, with {there} where the door’s corridor ends"


def _dead_end(destination: Destination) -> str:
    length = destination.length or 0
    if length == 0:
        return "it opens on a blank wall"
    if length == 1:
        return "the passage ends after 1 square, 10 feet"
    if destination.turn is None:
        return f"the passage ends after {length} squares, {10 * length} feet"
    turn = f"the passage turns {destination.turn} after 2 squares"
    return f"{turn} and ends after {length}, {10 * length} feet in all"


def _room(destination: Destination) -> str:
    away = None if destination.offset is None else _away(destination.offset)
    if destination.new:
        number = "with the next free number" if destination.room is None else f"number {destination.room}"
        fresh = f"a new room, {number}"
        return f"{fresh}, since no room yet is {away}" if away else fresh
    if destination.room is None:
        return f"the room {away}" if away else "another room"
    return f"room {destination.room}, {away}" if away else f"room {destination.room}"


def _level(destination: Destination) -> str:
    if destination.sense is not None:
        return f"{destination.sense} to another level"
    if destination.offset is None:
        return "to another level"
    return f"to another level, since no room here is {_away(destination.offset)}"


def _away(offset: int) -> str:
    return f"{_NUMBERS[abs(offset)]} {'above' if offset > 0 else 'below'} this one"
