"""What holds for every region before it is kept: one piece, ways round, clear walls, no number missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import shapely

from bot.atlas.layout.ways import ways_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.atlas.region import Passage, Place, Region

APART = 0.9
"""Squares of rock between two rooms at least."""

CLEAR = 0.4
"""Squares of rock between a room and a passage that does not lead to it at least."""


def faults_of(region: Region) -> tuple[str, ...]:
    """What is wrong with a region, each in a sentence; nothing for one that may be kept."""
    return tuple(_faults(region))


def _faults(region: Region) -> Iterator[str]:
    if ways_of(region.places, region.passages, region.doors, secret=True).pieces() != 1:
        yield "It is in more than one piece."
    if loops_of(region) < 1:
        yield "There is no way round in it."
    yield from _overlaps(region)
    yield from _numbers(region)


def loops_of(region: Region) -> int:
    """How many ways round there are for somebody who knows of no secret door."""
    return ways_of(region.places, region.passages, region.doors, secret=False).loops()


def _overlaps(region: Region) -> Iterator[str]:
    """What is too near to a room; what passes above or below is no matter."""
    rooms = [room for room in region.rooms() if room.floor == 0]
    shapes = [shapely.Polygon([(spot.x, spot.y) for spot in room.outline]) for room in rooms]
    tree = shapely.STRtree(shapes)
    near: list[tuple[int, int]] = tree.query(shapes, predicate="dwithin", distance=APART).T.tolist()
    for one, other in near:
        if one < other:
            yield f"Rooms {rooms[one].number} and {rooms[other].number} are too near to each other."
    passages = [passage for passage in region.passages if passage.floor == 0]
    lines = [shapely.LineString([(spot.x, spot.y) for spot in each.points]) for each in passages]
    near = tree.query(lines, predicate="dwithin", distance=CLEAR + 0.5).T.tolist()
    for index, room in near:
        if not _leads_to(region, passages[index], rooms[room]):
            yield f"A passage runs too near to room {rooms[room].number}."


def _leads_to(region: Region, passage: Passage, room: Place) -> bool:
    """Whether a passage has to do with a room: it leads there, or a passage does that leaves it."""
    if room.id in passage.between:
        return True
    return any(passage.id in each.between and room.id in each.between for each in region.passages)


def _numbers(region: Region) -> Iterator[str]:
    written = [room.number for room in region.rooms()]
    if len(set(written)) != len(written) or not all(written):
        yield "A room has no number of its own."
    counted = {int("".join(sign for sign in number if sign.isdigit()) or 0) for number in written}
    if counted != set(range(1, len(counted) + 1)):
        yield "A number is missing."
