"""Dice dropped on a room: where each is drawn so that it can be read, and where the doors go.

The sheet is 8 by 8 squares. Column 1 lies at x = -3 and row 1 at y = -3, so that squares are
centred on whole numbers as on every figure.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from bot.atlas.shapes import FigureRoom, Spot
from bot.atlas.signs import stub_of
from tables.destination import Wall
from tables.exits import SHEET

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.atlas.signs import Stub
    from tables.exits import Drop, Drops

FIRST = -3
"""Where the first column and the first row have their middle."""

MIDDLE = 0.5
"""The middle of the sheet, on either axis."""

HALF = SHEET / 2

DIE_GAP = 1.3
"""Squares that the middles of two dice keep between them."""

DIE_EDGE = 0.86
"""Squares that the middle of a die keeps from the wall."""

DOOR_GAP = 1.75
"""Squares that doors of one wall keep between their middles, where there is space for it."""

DOOR_EDGE = 0.72
"""Squares that the middle of a door keeps from the corner of the room."""

ASKEW = 0.15
"""How far to the side dice are pushed, as a part of how far they are pushed apart."""

ROUNDS = 300
"""How often the dice are pushed apart at most."""


@dataclass(frozen=True, slots=True)
class FallenDie:
    """A die on the sheet.

    Attributes:
        face: what it shows.
        square: the middle of the square that it fell on.
        place: where it is drawn: there, or beside other dice that fell there too.
        stub: the door that it makes, and what is outside.
    """

    face: int
    square: Spot
    place: Spot
    stub: Stub


@dataclass(frozen=True, slots=True)
class DropFigure:
    """What is to be drawn of dropped dice.

    Attributes:
        room: the sheet as a room.
        dice: in the order thrown.
    """

    room: FigureRoom
    dice: tuple[FallenDie, ...]


def drop_figure(drops: Drops) -> DropFigure:
    """The figure of dropped dice."""
    fallen = drops.fallen
    squares = tuple(square_of(drop) for drop in fallen)
    places = apart(squares)
    doors: dict[int, tuple[Spot, float]] = {}
    for wall in Wall:
        members = [index for index, drop in enumerate(fallen) if drop.wall is wall]
        doors |= _doors_of(wall, members, squares, places)
    dice = tuple(
        FallenDie(
            drop.face, square, place, stub_of(doors[index][0], drop.wall, drop.destination, doors[index][1])
        )
        for index, (drop, square, place) in enumerate(zip(fallen, squares, places, strict=True))
    )
    return DropFigure(FigureRoom("start", "", Spot(MIDDLE, MIDDLE), SHEET, SHEET), dice)


def square_of(drop: Drop) -> Spot:
    """The middle of the square that a die fell on."""
    return Spot(FIRST + drop.column - 1.0, FIRST + drop.row - 1.0)


# Dice


def apart(squares: Sequence[Spot]) -> tuple[Spot, ...]:
    """Where dice are drawn: on their squares, or pushed apart as little as lets each be read."""
    places = [_inside(square.x, square.y) for square in squares]
    for _ in range(ROUNDS):
        pushed = [_push(places, one, other) for other in range(len(places)) for one in range(other)]
        if not any(pushed):
            break
    return tuple(places)


def _push(places: list[Spot], one: int, other: int) -> bool:
    """Push two dice apart, each half of what is wanting; whether they were too near."""
    here, there = places[one], places[other]
    across, down = there.x - here.x, there.y - here.y
    far = sqrt(across * across + down * down)
    if far >= DIE_GAP - 1e-6:
        return False
    if far < 1e-6:
        # Dice of one square leave it in different directions, by their order.
        across, down = 1.0, 0.3 * (other - one - 1)
        far = sqrt(1.0 + down * down)
        push = DIE_GAP / 2
    else:
        push = (DIE_GAP - far) / 2 + 0.002
    # A little sideways, so that dice in a row that is too long for the room leave the row.
    step_x, step_y = (across - ASKEW * down) / far * push, (down + ASKEW * across) / far * push
    places[one] = _inside(here.x - step_x, here.y - step_y)
    places[other] = _inside(there.x + step_x, there.y + step_y)
    return True


def _inside(x: float, y: float) -> Spot:
    low, high = MIDDLE - HALF + DIE_EDGE, MIDDLE + HALF - DIE_EDGE
    return Spot(min(max(x, low), high), min(max(y, low), high))


# Doors


def _doors_of(
    wall: Wall, members: list[int], squares: Sequence[Spot], places: Sequence[Spot]
) -> dict[int, tuple[Spot, float]]:
    """For each die of a wall its door, and the squares that its sign may take along the wall."""
    if not members:
        return {}
    upright = wall in (Wall.E, Wall.W)
    wanted = {index: squares[index].y if upright else squares[index].x for index in members}
    aim = {index: places[index].y if upright else places[index].x for index in members}
    order = sorted(members, key=lambda index: (wanted[index], aim[index], index))
    low, high = MIDDLE - HALF + DOOR_EDGE, MIDDLE + HALF - DOOR_EDGE
    best = _best_order(order, wanted, wall, places, (low, high))
    along = spread([wanted[index] for index in best], DOOR_GAP, low, high)
    edges = (MIDDLE - HALF - DOOR_EDGE, *along, MIDDLE + HALF + DOOR_EDGE)
    return {
        index: (_on_wall(wall, along[rank]), min(along[rank] - edges[rank], edges[rank + 2] - along[rank]))
        for rank, index in enumerate(best)
    }


def _best_order(
    order: list[int],
    wanted: dict[int, float],
    wall: Wall,
    places: Sequence[Spot],
    span: tuple[float, float],
) -> list[int]:
    """The order of the doors along a wall in which fewest lines cross, or run over other dice."""

    def cost(trial: list[int]) -> float:
        along = spread([wanted[index] for index in trial], DOOR_GAP, *span)
        lines = {index: (places[index], _on_wall(wall, x)) for index, x in zip(trial, along, strict=True)}
        moved = sum(abs(x - wanted[index]) for index, x in zip(trial, along, strict=True))
        covered = sum(
            max(0.0, 0.75 - _distance(places[other], *lines[index]))
            for index in trial
            for other in range(len(places))
            if other != index
        )
        ways = list(lines.values())
        crossed = sum(_crossing(*one, *two) for rank, one in enumerate(ways) for two in ways[:rank])
        return moved + 4 * covered + 10 * crossed

    best, least = order, cost(order)
    for _ in range(len(order)):
        trials = [_swapped(best, rank) for rank in range(len(best) - 1)]
        found = min(trials, key=cost, default=best)
        if cost(found) >= least:
            break
        best, least = found, cost(found)
    return best


def _swapped(order: list[int], rank: int) -> list[int]:
    return [*order[:rank], order[rank + 1], order[rank], *order[rank + 2 :]]


def _on_wall(wall: Wall, along: float) -> Spot:
    near, far = MIDDLE - HALF, MIDDLE + HALF
    if wall in (Wall.N, Wall.S):
        return Spot(along, near if wall is Wall.N else far)
    return Spot(near if wall is Wall.W else far, along)


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> tuple[float, ...]:
    """Places along a line in the order of ``wanted`` and near to it, ``gap`` apart.

    Args:
        wanted: where each would lie by itself.
        gap: how far each keeps from the next; less where the line is too short.
        low: the first place that there can be.
        high: the last.
    """
    if len(wanted) > 1:
        gap = min(gap, (high - low) / (len(wanted) - 1))
    # Places less their part of the gaps only have to rise: runs that fall are levelled to their mean.
    runs: list[list[float]] = []
    for rank, place in enumerate(wanted):
        runs.append([place - rank * gap])
        while len(runs) > 1 and _mean(runs[-2]) > _mean(runs[-1]):
            last = runs.pop()
            runs[-1] += last
    level = [_mean(run) for run in runs for _ in run]
    most = high - gap * (len(wanted) - 1)
    return tuple(min(max(place, low), most) + rank * gap for rank, place in enumerate(level))


def _mean(run: list[float]) -> float:
    return sum(run) / len(run)


def _distance(spot: Spot, start: Spot, end: Spot) -> float:
    """Squares from a spot to a line between two others."""
    across, down = end.x - start.x, end.y - start.y
    whole = across * across + down * down
    part = ((spot.x - start.x) * across + (spot.y - start.y) * down) / whole if whole else 0.0
    part = min(max(part, 0.0), 1.0)
    off_x, off_y = spot.x - start.x - across * part, spot.y - start.y - down * part
    return sqrt(off_x * off_x + off_y * off_y)


def _crossing(one: Spot, two: Spot, three: Spot, four: Spot) -> bool:
    """Whether two lines cross."""

    def side(a: Spot, b: Spot, c: Spot) -> bool:
        return (b.x - a.x) * (c.y - a.y) > (b.y - a.y) * (c.x - a.x)

    return side(one, two, three) != side(one, two, four) and side(three, four, one) != side(three, four, two)
