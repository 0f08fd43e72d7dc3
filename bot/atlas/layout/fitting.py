"""Where a rolled room fits: as large as it was rolled, turned, or smaller, and never too near to others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from bot.atlas.outlines import fitted, squares_of
from bot.atlas.shapes import QUARTERS, STEPS, Spot
from tables.destination import Wall

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from bot.atlas.layout.ground import Cell, Ground
    from tables.room_plan import RoomPlan, Shape

LEAST = 2
"""Squares of a room's side at least: in one square there is no space for its number."""

LEAST_AT_A_CROSSING = 3
"""The same where passages meet or end, so that the room is wider than they are."""

LARGEST = 9
"""Squares of a room's side at most on a page."""

DEEP = 1.05
"""Squares that an outline lies back from its box at most where a way comes in."""

OVERLAP = 0.45
"""Squares by which a way in reaches over the outline, so that no seam is left."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A room on the page.

    Attributes:
        west, north, width, height: its box, in squares.
        outline: its floor.
        depth: squares from the side of the box to the floor where the way comes in.
    """

    west: int
    north: int
    width: int
    height: int
    outline: tuple[Spot, ...]
    depth: float = 0.0

    @property
    def middle(self) -> Spot:
        """The middle of its box."""
        return Spot(self.west + self.width / 2, self.north + self.height / 2)


def fit_behind(
    ground: Ground, near: Cell, facing: Wall, plan: RoomPlan, known: Collection[int] = ()
) -> Fit | None:
    """The room behind a doorway.

    Args:
        ground: what is dug.
        near: the first square of the room, straight behind the doorway.
        facing: the way somebody goes who comes in.
        plan: what was rolled.
        known: numbers of what may lie beside the room: the passage that leads to it.
    """
    for width, length in sizes(plan, LEAST):
        outline = _outline(plan.shape, width, length, QUARTERS[facing])
        for aside in _from_the_middle(width):
            depth = _depth(plan.shape, width, length, aside)
            if depth > DEEP:
                continue
            west, north, across, down = _box_behind(near, facing, width, length, aside)
            clear = (
                not ground.strangers(west, north, across, down, known)
                if known
                else ground.is_rock(west, north, across, down)
            )
            if clear:
                return Fit(west, north, across, down, _placed(outline, west, north, across, down), depth)
    return None


def fit_over(ground: Ground, cell: Cell, plan: RoomPlan, known: Collection[int]) -> Fit | None:
    """The room round a crossing or the end of a slanting passage, whose passages may run out of it."""
    for across, down in sizes(plan, LEAST_AT_A_CROSSING):
        west, north = cell[0] - across // 2, cell[1] - down // 2
        if across % 2 and down % 2 and not ground.strangers(west, north, across, down, known):
            outline = _outline(plan.shape, across, down, 0)
            return Fit(west, north, across, down, _placed(outline, west, north, across, down))
    return None


def fit_in(ground: Ground, cell: Cell, facing: Wall, shape: Shape, size: tuple[int, int]) -> Fit | None:
    """A room of a size round a square, which is entered at the middle of one side.

    Args:
        ground: what is dug.
        cell: the square in its middle.
        facing: the way somebody goes who comes in.
        shape: its shape.
        size: squares across that way and along it.
    """
    width, length = size
    across, down = (width, length) if facing in (Wall.N, Wall.S) else (length, width)
    west, north = cell[0] - across // 2, cell[1] - down // 2
    depth = _depth(shape, width, length, (width - 1) // 2)
    if depth > DEEP or not ground.is_rock(west, north, across, down):
        return None
    outline = _outline(shape, width, length, QUARTERS[facing])
    return Fit(west, north, across, down, _placed(outline, west, north, across, down), depth)


def entrance_cell(fit: Fit, facing: Wall) -> Cell:
    """The square of a room at the middle of the side where somebody comes in."""
    width = fit.width if facing in (Wall.N, Wall.S) else fit.height
    aside = (width - 1) // 2
    if facing is Wall.N:
        return fit.west + aside, fit.north + fit.height - 1
    if facing is Wall.S:
        return fit.west + width - 1 - aside, fit.north
    if facing is Wall.E:
        return fit.west, fit.north + aside
    return fit.west + fit.width - 1, fit.north + width - 1 - aside


def sizes(plan: RoomPlan, least: int) -> Iterator[tuple[int, int]]:
    """Widths and lengths to try in squares: as rolled, turned, and then ever smaller."""
    rolled = squares_of(plan.shape, plan.length, plan.width, plan.area)
    width, length = (min(LARGEST, max(least, side)) for side in rolled)
    tried: set[tuple[int, int]] = set()
    while True:
        for size in ((width, length), (length, width)):
            if size not in tried:
                tried.add(size)
                yield size
        if width == length == least:
            return
        if width >= length:
            width -= 1
        else:
            length -= 1
        width, length = max(least, width), max(least, length)


def depth_at(outline: tuple[Spot, ...], facing: Wall, along: float) -> float | None:
    """How far a wall's floor lies back from the outermost line of that wall, at a place along it.

    Args:
        outline: a room's floor.
        facing: the way that wall faces.
        along: x of the place on a north or south wall, y on an east or west wall.

    Returns:
        Squares; None where there is no floor behind that place.
    """
    if len(outline) == 4 and outline[0].x == outline[3].x and outline[1].x == outline[2].x:
        return 0.0  # a rectangle: asked hundreds of times for a page
    back = (4 - QUARTERS[facing]) % 4
    turned = [spot.turned(back) for spot in outline]
    place = (Spot(along, 0) if facing in (Wall.N, Wall.S) else Spot(0, along)).turned(back).x
    crossed = [
        one.y + (two.y - one.y) * (place - one.x) / (two.x - one.x)
        for one, two in pairwise((*turned, turned[0]))
        if one.x != two.x and min(one.x, two.x) <= place <= max(one.x, two.x)
    ]
    return min(crossed) - min(spot.y for spot in turned) if crossed else None


@lru_cache(maxsize=2048)
def _outline(shape: Shape, width: int, length: int, quarters: int) -> tuple[Spot, ...]:
    return tuple(spot.turned(quarters) for spot in fitted(shape, width, length))


@lru_cache(maxsize=4096)
def _depth(shape: Shape, width: int, length: int, aside: int) -> float:
    """How far the floor lies back from the side of the way in, ``aside`` squares from the west end."""
    depth = depth_at(fitted(shape, width, length), Wall.S, aside + 0.5 - width / 2)
    return float(length) if depth is None else depth


def _from_the_middle(width: int) -> list[int]:
    """The squares of a side, those in the middle first and those at corners last."""
    return sorted(range(width), key=lambda aside: (abs(aside + 0.5 - width / 2), aside))


def _box_behind(near: Cell, facing: Wall, width: int, length: int, aside: int) -> tuple[int, int, int, int]:
    """West, north, width and height of a room that is entered at one of its squares."""
    x, y = near
    if facing is Wall.N:
        return x - aside, y - length + 1, width, length
    if facing is Wall.S:
        return x - (width - 1 - aside), y, width, length
    if facing is Wall.E:
        return x, y - aside, length, width
    return x - length + 1, y - (width - 1 - aside), length, width


def _placed(outline: tuple[Spot, ...], west: int, north: int, across: int, down: int) -> tuple[Spot, ...]:
    middle_x, middle_y = west + across / 2, north + down / 2
    return tuple(Spot(round(spot.x + middle_x, 3), round(spot.y + middle_y, 3)) for spot in outline)


def beside(cell: Cell, facing: Wall, far: int = 1) -> Cell:
    """The square so many squares away in a direction."""
    across, down = STEPS[facing]
    return cell[0] + across * far, cell[1] + down * far
