"""Letters as the first passages of a region: corners, junctions and ends, and what runs between them."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from bot.atlas.layout.ground import Ground, cells_along
from bot.atlas.layout.laying import Laying
from bot.atlas.region import Passage, PassageKind, Place, PlaceKind
from bot.atlas.shapes import Spot
from bot.atlas.tunnels import PIECES, TRIM, owners_of, rounded_corner
from tables.letters import edges_along

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tables.letters import Edge, Point
    from tables.tunnels import PlaceKind as CrossingKind
    from tables.tunnels import Tunnels

STEP = 2
"""Squares of a step of the rules' lattice."""

MARGIN = 5
"""Squares between the letters and the edge of the page."""

KINDS: Mapping[CrossingKind, PlaceKind] = {
    "end": "end",
    "corner": "corner",
    "bend": "corner",
    "junction": "junction",
}


def lay_network(tunnels: Tunnels) -> Laying:
    """A page with the passages of its letters, and nothing else yet."""
    across, down = tunnels.size()
    laying = Laying(Ground(across * STEP + 1 + 2 * MARGIN, down * STEP + 1 + 2 * MARGIN))
    curves = _curves(tunnels)
    places: dict[Point, int] = {}
    for crossing in tunnels.places:
        point, curve = crossing.point, curves.get(crossing.point)
        spot = _spot(point) if curve is None else next(iter(curve.values()))[0]
        places[point] = laying.put(Place(laying.next_id(), KINDS[crossing.kind], spot))
    owners = owners_of(tunnels)
    for passage in tunnels.passages:
        start, end = passage.points
        points = _along(start, end, curves)
        laying.put(
            Passage(
                id=laying.next_id(),
                kind=_kind(passage.points, owners),
                points=points,
                between=(places[start], places[end]),
                curved=len(points) > 2,
            )
        )
    for passage in laying.passages.values():
        laying.ground.dig(cells_along(passage.points), passage.id)
    return laying


def _along(
    start: Point, end: Point, curves: Mapping[Point, Mapping[Point, tuple[Spot, ...]]]
) -> tuple[Spot, ...]:
    """The middle of a passage, from the middle of a rounded corner to that of the next."""
    first = curves[start][end] if start in curves else (_spot(start),)
    last = curves[end][start] if end in curves else (_spot(end),)
    return tuple(dict.fromkeys((*first, *reversed(last))))


def _curves(tunnels: Tunnels) -> dict[Point, dict[Point, tuple[Spot, ...]]]:
    """For each rounded corner its two halves, from its middle, by the crossing that each leads to."""
    ways: dict[Point, list[Point]] = {}
    for passage in tunnels.passages:
        start, end = passage.points
        ways.setdefault(start, []).append(end)
        ways.setdefault(end, []).append(start)
    found: dict[Point, dict[Point, tuple[Spot, ...]]] = {}
    for crossing in tunnels.places:
        if crossing.kind == "bend":
            one, other = ways[crossing.point]
            middle = _spot(crossing.point)
            curve = rounded_corner(_toward(middle, _spot(one)), middle, _toward(middle, _spot(other)))
            half = PIECES // 2
            found[crossing.point] = {one: curve[half::-1], other: curve[half:]}
    return found


def _toward(start: Spot, end: Spot) -> Spot:
    """Where a rounded corner begins on one of its legs."""
    length = hypot(end.x - start.x, end.y - start.y)
    part = min(TRIM, length / 2) / length
    return Spot(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)


def _kind(points: tuple[Point, ...], owners: Mapping[Edge, PassageKind]) -> PassageKind:
    """A letter's where any of it is a letter's."""
    kinds: list[PassageKind] = [owners[edge] for edge in edges_along(points)]
    return min(kinds, key=("letter", "join", "extra").index)


def _spot(point: Point) -> Spot:
    return Spot(point[0] * STEP + MARGIN + 0.5, point[1] * STEP + MARGIN + 0.5)
