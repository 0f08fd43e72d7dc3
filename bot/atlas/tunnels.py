"""Tunnels as shapes: where their middle runs, where it is rounded, and the floor on either side.

One unit is a square of 10 feet, and a tunnel is one square wide. A step of the rules' lattice is two squares.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby, pairwise
from math import atan2, cos, floor, hypot, pi, sin
from typing import TYPE_CHECKING, Literal

from bot.atlas.shapes import Spot
from tables.letters import edges_along

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.atlas.shapes import Box
    from tables.letters import Edge, Point
    from tables.tunnels import PlaceKind, Tunnels

STEP = 2
"""Squares of a step."""

TRIM = 4.0
"""Squares of each leg that a rounded corner takes at most; never more than half of the leg."""

PIECES = 6
"""Straight pieces that stand for a rounded corner."""

BLUNT = 1.3
"""How far the tip of a sharp corner reaches, as a part of half the width."""

LegKind = Literal["letter", "join", "extra"]
"""Whose a tunnel is: a letter's, one between letters, or one dug only to have a loop."""


@dataclass(frozen=True, slots=True)
class Leg:
    """A straight piece of a tunnel, along its middle."""

    start: Spot
    end: Spot
    kind: LegKind

    def quad(self, half: float, first: float = 0.0, last: float = 0.0) -> tuple[Spot, ...]:
        """Its floor, ``half`` squares to either side, from ``first`` to ``last`` squares before its ends."""
        across, down = _direction(self.start, self.end)
        start = Spot(self.start.x + across * first, self.start.y + down * first)
        end = Spot(self.end.x - across * last, self.end.y - down * last)
        return (
            Spot(start.x - down * half, start.y + across * half),
            Spot(start.x + down * half, start.y - across * half),
            Spot(end.x + down * half, end.y - across * half),
            Spot(end.x - down * half, end.y + across * half),
        )

    def length(self) -> float:
        """Its length in squares."""
        return hypot(self.end.x - self.start.x, self.end.y - self.start.y)

    def distance(self, x: float, y: float) -> float:
        """Squares from a point to its middle line."""
        start, end = self.start, self.end
        across, down = end.x - start.x, end.y - start.y
        over, under = x - start.x, y - start.y
        along = (over * across + under * down) / (across * across + down * down)
        if along < 0.0:  # asked thousands of times for a picture: min and max would take as long again
            along = 0.0
        elif along > 1.0:
            along = 1.0
        return hypot(over - along * across, under - along * down)


@dataclass(frozen=True, slots=True)
class Joint:
    """Where legs meet: the directions in which they leave, as angles that grow clockwise."""

    spot: Spot
    angles: tuple[float, ...]

    def wedges(self, half: float) -> Iterator[tuple[Spot, ...]]:
        """The floor on the outer side of each turn, pointed, and blunt where it would be too sharp."""
        for angle, after in zip(self.angles, (*self.angles[1:], self.angles[0] + 2 * pi), strict=True):
            gap = after - angle
            if pi + 1e-6 < gap < 2 * pi - 1e-6:
                yield self._wedge(angle + pi / 2, after - pi / 2, gap, half)

    def _wedge(self, first: float, last: float, gap: float, half: float) -> tuple[Spot, ...]:
        """The floor between the outer corners of two legs, which lie in these directions."""
        middle = (first + last) / 2
        spread = (gap - pi) / 2
        points = [(first, half), (last, half)]
        if half / cos(spread) <= BLUNT * half * 1.1:
            points.insert(1, (middle, half / cos(spread)))
        else:
            # Both edges go on until the tip is cut off square.
            far = (BLUNT * half - half * cos(spread)) / sin(spread)
            lean, reach = atan2(far, half), hypot(half, far)
            points[1:1] = [(first + lean, reach), (last - lean, reach)]
        return (
            self.spot,
            *(Spot(self.spot.x + cos(a) * far, self.spot.y + sin(a) * far) for a, far in points),
        )


@dataclass(frozen=True, slots=True)
class TunnelMark:
    """A place of the network, and where it lies."""

    spot: Spot
    kind: PlaceKind


@dataclass(frozen=True, slots=True)
class TunnelPlan:
    """A network of tunnels as shapes.

    Attributes:
        legs: straight pieces, those of rounded corners too.
        joints: where two and more of them meet.
        tips: the spots where tunnels end, each with the direction in which it ends, as an angle.
        marks: corners, junctions and ends.
        box: the rectangle round all middle lines.
    """

    legs: tuple[Leg, ...]
    joints: tuple[Joint, ...]
    tips: tuple[tuple[Spot, float], ...]
    marks: tuple[TunnelMark, ...]
    box: Box

    def floor(self, half: float) -> Iterator[tuple[Spot, ...]]:
        """Shapes that together are the floor, ``half`` squares to either side of the middle."""
        for leg in self.legs:
            yield leg.quad(half)
        for spot, angle in self.tips:
            beyond = Spot(spot.x + cos(angle) * half, spot.y + sin(angle) * half)
            yield Leg(spot, beyond, "letter").quad(half)
        for joint in self.joints:
            yield from joint.wedges(half)

    def near(self, lattice: float, reach: float) -> dict[tuple[int, int], list[Leg]]:
        """The legs near each place of a lattice, for all places near any.

        Args:
            lattice: squares from one place to the next.
            reach: squares from a middle line that count as near.
        """
        found: dict[tuple[int, int], list[Leg]] = {}
        for leg in self.legs:
            upper, lower = sorted((leg.start, leg.end), key=lambda spot: (spot.y, spot.x))
            down = lower.y - upper.y
            slope = (lower.x - upper.x) / down if down > 1e-6 else 0.0
            for row in range(floor((upper.y - reach) / lattice), floor((lower.y + reach) / lattice) + 1):
                top = max(0.0, row * lattice - reach - upper.y)
                bottom = min(down, (row + 1) * lattice + reach - upper.y)
                ends = (upper.x + slope * top, upper.x + slope * bottom) if slope else (upper.x, lower.x)
                first, last = floor((min(ends) - reach) / lattice), floor((max(ends) + reach) / lattice)
                for column in range(first, last + 1):
                    found.setdefault((column, row), []).append(leg)
        return found


def plan_of(tunnels: Tunnels) -> TunnelPlan:
    """The shapes of a network."""
    kinds = {place.point: place.kind for place in tunnels.places}
    owner = owners_of(tunnels)
    lengths = {passage.points: _length(passage.points) for passage in tunnels.passages}
    legs: list[Leg] = []
    meeting: dict[Point, list[tuple[Spot, float]]] = {}
    for points, length in lengths.items():
        start, end = (_spot(point) for point in points)
        trims = [min(TRIM, length / 2) if kinds[point] == "bend" else 0.0 for point in points]
        across, down = _direction(start, end)
        cut = [trims[0], length - trims[1]]
        near, far = (Spot(start.x + across * along, start.y + down * along) for along in cut)
        for first, last, kind in _stretches(points, length, owner):
            ends = [min(max(along, cut[0]), cut[1]) for along in (first, last)]
            if ends[1] - ends[0] > 1e-6:
                one, other = (Spot(start.x + across * along, start.y + down * along) for along in ends)
                legs.append(Leg(one, other, kind))
        meeting.setdefault(points[0], []).append((near, atan2(down, across)))
        meeting.setdefault(points[1], []).append((far, atan2(-down, -across)))
    joints: list[Joint] = []
    tips: list[tuple[Spot, float]] = []
    for point, met in meeting.items():
        spot = _spot(point)
        if kinds[point] == "bend":
            curve = rounded_corner(met[0][0], spot, met[1][0])
            legs += [Leg(one, other, "letter") for one, other in pairwise(curve)]
            joints += _joints_along(curve, met[0][1], met[1][1])
        elif kinds[point] == "end":
            tips.append((spot, met[0][1] + pi))
        else:
            joints.append(Joint(spot, _sorted(angle for _, angle in met)))
    width, height = tunnels.size()
    return TunnelPlan(
        legs=tuple(legs),
        joints=tuple(joints),
        tips=tuple(tips),
        marks=tuple(TunnelMark(_spot(place.point), place.kind) for place in tunnels.places),
        box=(0.0, 0.0, float(width * STEP), float(height * STEP)),
    )


def _stretches(
    points: tuple[Point, ...], length: float, owner: dict[Edge, LegKind]
) -> Iterator[tuple[float, float, LegKind]]:
    """The parts of a passage that belong to a letter or to a join, in squares from its start."""
    steps = edges_along(points)
    walked = 0
    kinds: list[LegKind] = [owner[step] for step in steps]
    for kind, same in groupby(kinds):
        begun, walked = walked, walked + len(tuple(same))
        yield length * begun / len(steps), length * walked / len(steps), kind


def owners_of(tunnels: Tunnels) -> dict[Edge, LegKind]:
    """Whose each step is."""
    owner: dict[Edge, LegKind] = {}
    for stroke in tunnels.strokes:
        owner.update(dict.fromkeys(edges_along(stroke.points), "letter"))
    last = len(tunnels.joins) - 1
    for index, join in enumerate(tunnels.joins):
        kind: LegKind = "extra" if tunnels.closed and index == last else "join"
        for edge in edges_along(join.points):
            owner.setdefault(edge, kind)
    return owner


def rounded_corner(start: Spot, corner: Spot, end: Spot) -> tuple[Spot, ...]:
    """A rounded corner, from one leg to the other."""

    def at(part: float) -> Spot:
        rest = 1 - part
        return Spot(
            rest * rest * start.x + 2 * rest * part * corner.x + part * part * end.x,
            rest * rest * start.y + 2 * rest * part * corner.y + part * part * end.y,
        )

    return tuple(at(piece / PIECES) for piece in range(PIECES + 1))


def _joints_along(curve: Sequence[Spot], before: float, after: float) -> Iterator[Joint]:
    """The joints of a rounded corner, whose legs lead away in the directions ``before`` and ``after``."""
    angles = [atan2(other.y - one.y, other.x - one.x) for one, other in pairwise(curve)]
    yield Joint(curve[0], _sorted((before, angles[0])))
    for spot, one, other in zip(curve[1:-1], angles, angles[1:], strict=False):
        yield Joint(spot, _sorted((one + pi, other)))
    yield Joint(curve[-1], _sorted((angles[-1] + pi, after)))


def _sorted(angles: Iterable[float]) -> tuple[float, ...]:
    return tuple(sorted(angle % (2 * pi) for angle in angles))


def _direction(start: Spot, end: Spot) -> tuple[float, float]:
    far = hypot(end.x - start.x, end.y - start.y)
    return (end.x - start.x) / far, (end.y - start.y) / far


def _spot(point: Point) -> Spot:
    return Spot(float(point[0] * STEP), float(point[1] * STEP))


def _length(points: tuple[Point, ...]) -> float:
    (x, y), (to_x, to_y) = points
    return hypot(to_x - x, to_y - y) * STEP
