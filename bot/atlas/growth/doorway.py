"""The doorway that a stub stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.atlas.layout.crossings import cell_of
from bot.atlas.layout.fitting import OVERLAP, beside, depth_at
from bot.atlas.layout.opening import Opening, opening
from bot.atlas.shapes import STEPS, Spot
from tables.destination import Compass, Wall

if TYPE_CHECKING:
    from bot.atlas.layout.laying import Laying
    from bot.atlas.region import Stub

AXES: dict[Compass, tuple[Wall, ...]] = {
    Compass.N: (Wall.N,),
    Compass.NE: (Wall.E, Wall.N),
    Compass.E: (Wall.E,),
    Compass.SE: (Wall.E, Wall.S),
    Compass.S: (Wall.S,),
    Compass.SW: (Wall.W, Wall.S),
    Compass.W: (Wall.W,),
    Compass.NW: (Wall.W, Wall.N),
}
"""The walls that a direction lies between."""


def doorway_of(laying: Laying, stub: Stub) -> Opening:
    """Where the way on leaves: a slanting one goes on along a row or a column."""
    walls = AXES[stub.facing]
    if len(walls) == 1:
        return _straight(laying, stub, walls[0])
    inside = Spot(
        stub.spot.x - sum(STEPS[wall][0] for wall in walls) * 0.36,
        stub.spot.y - sum(STEPS[wall][1] for wall in walls) * 0.36,
    )
    for wall in walls:
        found = opening(laying, stub.at, cell_of(inside), wall, (stub.spot, stub.facing))
        if found is not None:
            return found
    wall = walls[0]
    neck = beside(cell_of(inside), wall)
    return Opening(stub.at, inside, inside.moved(wall, 0.5), neck, wall, (stub.spot, stub.facing))


def _straight(laying: Laying, stub: Stub, wall: Wall) -> Opening:
    """A doorway on the line of a wall, or at the end of a passage."""
    depth = 0.5
    place = laying.places.get(stub.at)
    if place is not None and place.outline:
        along = stub.spot.x if wall in (Wall.N, Wall.S) else stub.spot.y
        depth = (depth_at(place.outline, wall, along) or 0.0) + OVERLAP
    return Opening(
        at=stub.at,
        start=stub.spot.moved(wall, -depth),
        line=stub.spot,
        neck=cell_of(stub.spot.moved(wall, 0.5)),
        facing=wall,
    )
