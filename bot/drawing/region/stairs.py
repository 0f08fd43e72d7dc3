"""Ways to other levels as symbols, and the words beside them."""

from __future__ import annotations

from math import atan2, hypot, pi
from typing import TYPE_CHECKING

from bot.atlas.shapes import Spot
from bot.drawing.region.lanes import NEAR
from bot.drawing.region.signs import Label, Sign

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.atlas.region import Place, Region

FLIGHTS = {"stairs up": "flight up", "stairs down": "flight down", "both": "flight both"}
"""Stairs that take the last two squares of their passage."""

BACK = 0.5
"""Squares from the middle of a stair's last square to the middle of its flight."""

EDGE = 0.5
"""Squares from the middle of a stair's last square to the wall that its words stand behind."""

FLIGHT, LADDER, TRAPDOOR = 0.94, 0.92, 0.98
"""Squares across each symbol."""


def stair_signs(region: Region) -> Iterator[Sign]:
    """The symbols of all ways to other levels."""
    for place in region.places:
        if place.kind == "stair" and place.stair is not None:
            yield _sign(region, place)


def stair_labels(region: Region) -> Iterator[Label]:
    """Which way stairs lead and how many levels, or that somebody comes in there."""
    entrances = {mark.at for mark in region.entrances()}
    for place in region.places:
        if place.kind != "stair":
            continue
        way = heading_of(region, place)
        entrance = place.id in entrances
        text = "IN" if entrance else _told(place)
        if text:
            x, y = way or (0.0, 1.0)
            spot = Spot(place.spot.x + x * EDGE, place.spot.y + y * EDGE)
            yield Label(text, spot, (x, y), "in" if entrance else "way", place.id)


def heading_of(region: Region, place: Place) -> tuple[float, float] | None:
    """The way somebody faces who walks up to a stair; None where nothing leads straight to it."""
    for passage in region.passages:
        if place.id not in passage.between or len(passage.points) < 2 or passage.floor != place.floor:
            continue
        points = passage.points if passage.between[1] == place.id else passage.points[::-1]
        before, last = points[-2], points[-1]
        if _inside_room(region, place):
            return None
        length = hypot(last.x - before.x, last.y - before.y)
        if length > NEAR:
            return (last.x - before.x) / length, (last.y - before.y) / length
    return None


def _inside_room(region: Region, place: Place) -> bool:
    return any(
        hypot(room.spot.x - place.spot.x, room.spot.y - place.spot.y) < NEAR for room in region.rooms()
    )


def _sign(region: Region, place: Place) -> Sign:
    way = heading_of(region, place)
    if place.stair in FLIGHTS and way is not None:
        turn = round(4 * atan2(way[0], -way[1]) / pi) / 2 % 4
        spot = Spot(place.spot.x - way[0] * BACK, place.spot.y - way[1] * BACK)
        return Sign(FLIGHTS[place.stair], spot, FLIGHT, turn, place.id)
    if place.stair == "trapdoor":
        return Sign("trapdoor", place.spot, TRAPDOOR, 0, place.id)
    if place.stair == "chimney":
        below = place.levels > 0 or (place.levels == 0 and place.floor < 0)
        return Sign("ladder down" if below else "ladder up", place.spot, LADDER, 0, place.id)
    return Sign("stairs up" if place.stair == "stairs up" else "stairs down", place.spot, LADDER, 0, place.id)


def _told(place: Place) -> str:
    """UP or DN, with the number of levels where it is more than one."""
    if place.stair == "both":
        return "UP DN"
    if place.floor or place.stair is None:
        return ""
    up = place.levels < 0 or place.stair == "stairs up"
    count = f" {abs(place.levels)}" if abs(place.levels) > 1 else ""
    return f"{'UP' if up else 'DN'}{count}"
