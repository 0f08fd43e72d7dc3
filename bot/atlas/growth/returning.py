"""A door that leads back to what it leaves."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from bot.atlas.growth.below import pass_below
from bot.atlas.growth.goals import WALLS, openings_of_passage, openings_of_room
from bot.atlas.growth.opened import Led
from bot.atlas.growth.paths import Ways
from bot.atlas.layout.terrain import Terrain
from tables.destination import Wall

if TYPE_CHECKING:
    from bot.atlas.growth.opened import Opened
    from bot.atlas.layout.opening import Opening
    from tables.destination import Destination

AWAY = 4.0
"""Squares along a passage between where a way leaves it and where it comes back."""


def lead_back(opened: Opened, destination: Destination) -> Led | None:
    """Round into the room or the passage that it leaves, or by another floor to a room's middle.

    Where the way does not fit to the wall that the dice named, the next ones are tried.
    """
    second, laying, way = destination.second, opened.laying, opened.way
    room = laying.places.get(way.at)
    if second is not None and second.sense is not None and room is not None:
        pass_below(opened, room, 1 if second.sense == "up" else -1)
        return Led("back", way.at, below=True)
    wanted = Wall(second.place) if second is not None and second.sense is None else way.facing
    for route in dict.fromkeys((destination.route, None)):
        ways = Ways(Terrain(laying.ground), way, route)
        for wall in dict.fromkeys((wanted, *WALLS)):
            found = ways.find(_openings(opened, wall))
            if found is not None:
                opened.dig(found)
                return Led("back", way.at)
    return _below(opened)


def _below(opened: Opened) -> Led | None:
    """Where it fits nowhere: on another floor to the middle of the room, or of the one nearest to walk to."""
    far = opened.walks()
    rooms = [place for place in opened.laying.places.values() if place.kind == "room" and place.id in far]
    room = min(rooms, key=lambda place: (far[place.id], place.id), default=None)
    if room is None:
        return None
    pass_below(opened, room, -1)
    return Led("back", room.id, below=True)


def _openings(opened: Opened, wall: Wall) -> list[Opening]:
    """Where a way may come back to what it leaves, in one of its walls."""
    laying, way = opened.laying, opened.way
    if way.at in laying.boxes:
        return [goal for goal in openings_of_room(laying, way.at) if goal.facing is wall]
    return [
        goal
        for goal in openings_of_passage(laying, laying.passages[way.at])
        if goal.facing is wall and hypot(goal.line.x - way.line.x, goal.line.y - way.line.y) >= AWAY
    ]
