"""What a way may lead to: a room in its direction, a new one that fits there, a corridor to come out in."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, radians, sin
from typing import TYPE_CHECKING

from bot.atlas.layout.crossings import cell_of
from bot.atlas.layout.exits import exits_in
from bot.atlas.layout.fitting import LEAST, fit_in, sizes
from bot.atlas.layout.lines import length_of, point_along
from bot.atlas.layout.opening import opening
from bot.atlas.shapes import QUARTERS, STEPS, Spot
from tables.destination import Wall

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.atlas.layout.fitting import Fit
    from bot.atlas.layout.laying import Laying
    from bot.atlas.layout.opening import Opening
    from bot.atlas.region import Passage, Place
    from tables.room_plan import RoomPlan

SPREAD = 30.0
"""Degrees to either side within which something lies in a direction."""

ROUGHLY = 70.0
"""The same where it need not be exact."""

FARTHEST = 26.0
"""Squares to a room that a way may lead to."""

DISTANCES = (7, 9, 11, 6, 13, 15, 18, 21)
"""Squares from what is left to the middle of a new room, the most welcome first."""

ASIDE = (0, -3, 3, -6, 6, -9, 9)
"""Squares that it may lie beside the direction."""

MOST_TRIED = 8
"""Places for a new room that are tried at most."""

WALLS = tuple(QUARTERS)


@dataclass(frozen=True, slots=True)
class Heading:
    """A direction from somewhere.

    Attributes:
        start: from where.
        bearing: degrees clockwise from north.
    """

    start: Spot
    bearing: float

    def holds(self, spot: Spot, spread: float = SPREAD) -> bool:
        """Whether a point lies in it, so many degrees to either side at most."""
        return abs(self.off(spot)) <= spread

    def reaches(self, spot: Spot) -> bool:
        """Whether a point lies in it and is not too far away."""
        return hypot(spot.x - self.start.x, spot.y - self.start.y) <= FARTHEST and self.holds(spot)

    def off(self, spot: Spot) -> float:
        """How many degrees a point lies to the right of it, -180 to 180."""
        found = degrees(atan2(spot.x - self.start.x, self.start.y - spot.y))
        return (found - self.bearing + 180) % 360 - 180

    def point(self, far: float, aside: float) -> Spot:
        """A point so many squares away in it, and so many to the right."""
        turn = radians(self.bearing)
        return Spot(
            self.start.x + sin(turn) * far + cos(turn) * aside,
            self.start.y - cos(turn) * far + sin(turn) * aside,
        )


def rooms_towards(laying: Laying, heading: Heading, own: int, spread: float = SPREAD) -> list[Place]:
    """The rooms that lie in a direction, the nearest first."""
    found = [
        (hypot(place.spot.x - heading.start.x, place.spot.y - heading.start.y), place.id)
        for place in laying.places.values()
        if place.kind == "room" and place.id != own and place.floor == 0 and heading.holds(place.spot, spread)
    ]
    return [laying.places[number] for far, number in sorted(found) if far <= FARTHEST]


def openings_of_room(laying: Laying, room: int) -> list[Opening]:
    """Where a way may come into a room, two places a wall at most."""
    found: list[Opening] = []
    for facing in WALLS:
        found += list(exits_in(laying, room, facing))[:2]
    return found


def openings_of_passage(
    laying: Laying, passage: Passage, heading: Heading | None = None
) -> Iterator[Opening]:
    """Where a way may come out in a straight corridor, every other square of both its walls.

    Args:
        laying: the region.
        passage: the corridor.
        heading: the direction that they must lie in; None for all.
    """
    if passage.kind in ("neck", "alcove") or passage.floor or passage.curved:
        return
    for along in range(2, int(length_of(passage.points)) - 1, 2):
        spot, step = point_along(passage.points, along)
        if 0 not in step or (heading is not None and not heading.reaches(spot)):
            continue
        for facing in WALLS:
            if STEPS[facing][0] * step[0] + STEPS[facing][1] * step[1] == 0:
                way = opening(laying, passage.id, cell_of(spot), facing)
                if way is not None:
                    yield way


def openings_of_passages(laying: Laying, heading: Heading, own: int) -> list[Opening]:
    """Where a way may come out in a corridor in a direction, the nearest first."""
    found: list[tuple[float, int, Opening]] = []
    for passage in laying.passages.values():
        if passage.id != own:
            for way in openings_of_passage(laying, passage, heading):
                far = hypot(way.line.x - heading.start.x, way.line.y - heading.start.y)
                found.append((far, passage.id, way))
    found.sort(key=lambda each: (each[0], each[1], each[2].neck))
    return [way for _, _, way in found]


def places_for_room(laying: Laying, heading: Heading, plan: RoomPlan) -> Iterator[tuple[Fit, Wall]]:
    """Where a new room fits in a direction, each with the way somebody faces who comes in."""
    tried = 0
    for size in sizes(plan, LEAST):
        for far in DISTANCES:
            for aside in ASIDE:
                spot = heading.point(far, aside)
                for facing in _towards(heading, spot):
                    fit = fit_in(laying.ground, cell_of(spot), facing, plan.shape, size)
                    if fit is None:
                        continue
                    tried += 1
                    yield fit, facing
                    if tried >= MOST_TRIED:
                        return
                    break


def _towards(heading: Heading, spot: Spot) -> tuple[Wall, Wall]:
    """The ways that somebody may face who comes in: along the longer axis first."""
    across, down = spot.x - heading.start.x, spot.y - heading.start.y
    first = Wall.E if across > 0 else Wall.W
    second = Wall.S if down > 0 else Wall.N
    return (first, second) if abs(across) > abs(down) else (second, first)
