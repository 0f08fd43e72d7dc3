"""Closed doors where there is space behind them, so that a way can leave each of them in play."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import TYPE_CHECKING

from bot.atlas.layout.exits import WALLS, exits_in
from bot.atlas.layout.lines import length_of
from bot.atlas.layout.terrain import Terrain
from bot.atlas.layout.walls import openings_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.atlas.layout.laying import Laying
    from bot.atlas.layout.opening import Opening

APART = 2.0
"""Squares between two doors at least."""


def settle_doors(laying: Laying) -> None:
    """Move each closed door that faces something along its wall, or to another wall, where there is space."""
    terrain = Terrain(laying.ground)
    for door in tuple(laying.doors.values()):
        way = laying.ways.get(door.id)
        if door.passage or way is None or terrain.has_space(way):
            continue
        spots = sorted(
            _ways_of(laying, way),
            key=lambda other: (hypot(other.line.x - door.spot.x, other.line.y - door.spot.y), other.neck),
        )
        found = next((other for other in spots if terrain.has_space(other)), None)
        if found is not None:
            _move(laying, door.id, found)


def _move(laying: Laying, door: int, way: Opening) -> None:
    old = laying.doors[door]
    spot, facing = way.shut
    stub = next(each for each in laying.stubs.values() if each.spot == old.spot and each.at == old.at)
    laying.doors[door] = replace(old, spot=spot, facing=facing)
    laying.stubs[stub.id] = replace(stub, spot=spot, facing=facing)
    laying.ways[door] = way


def _ways_of(laying: Laying, way: Opening) -> Iterator[Opening]:
    """Every other place for a door in the walls of the same room or passage."""
    if way.at in laying.boxes:
        for facing in WALLS:
            yield from exits_in(laying, way.at, facing)
        return
    passage = laying.passages[way.at]
    for along in range(1, int(length_of(passage.points))):
        for side in (-1, 1):
            for found in openings_at(laying, passage, along, side):
                if not _crowded(laying, found):
                    yield found


def _crowded(laying: Laying, way: Opening) -> bool:
    spot = way.shut[0]
    return any(
        abs(door.spot.x - spot.x) < APART and hypot(door.spot.x - spot.x, door.spot.y - spot.y) < APART
        for door in laying.doors.values()
    )
