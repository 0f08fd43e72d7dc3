"""Ways out of a wall: doors with a room behind them, side passages, niches, and what could not be laid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.atlas.layout.fitting import OVERLAP, beside, fit_behind, fit_over
from bot.atlas.layout.ground import ROCK, cells_along
from bot.atlas.region import Door, Mark, Passage, Place, Stub
from bot.atlas.shapes import STEPS, Spot
from tables.destination import Compass

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from bot.atlas.layout.fitting import Fit
    from bot.atlas.layout.ground import Cell
    from bot.atlas.layout.laying import Laying
    from bot.atlas.region import PassageKind, StubKind
    from tables.destination import Wall
    from tables.door_kinds import DoorKind
    from tables.room_plan import Feature, RoomPlan

THICKEST = 3
"""Squares that are walked through a slanting passage before its wall is reached."""

SIDE_LENGTHS = (4, 3, 5, 2)
"""Squares of a side passage, the most welcome first."""

SLANT_LENGTHS = (5, 4, 6, 3)
"""Steps of a slanting passage."""

NICHE = 2
"""Squares of what is blocked or holds stairs."""

BEYOND_RIM = 0.35
"""Squares from a room's edge to the middle of a feature that is drawn into it."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A place in a wall where a way can leave.

    Attributes:
        at: the number of the place or passage that it leaves.
        start: the middle of the square that it leaves from.
        line: the middle of the edge between the floor and the first square of rock.
        neck: the first square of rock.
        facing: the way out.
        slant: the middle of a door on the wall's own line and the way it faces, where the wall slants.
    """

    at: int
    start: Spot
    line: Spot
    neck: Cell
    facing: Wall
    slant: tuple[Spot, Compass] | None = None

    @property
    def shut(self) -> tuple[Spot, Compass]:
        """Where a door stands behind which nothing is laid, and the way it faces."""
        return self.slant or (self.line, COMPASS[self.facing])

    @property
    def door(self) -> Spot:
        """Where a door stands that a neck leads to or from."""
        return self.line.moved(self.facing, 1) if self.slant else self.line


def opening(
    laying: Laying, at: int, cell: Cell, facing: Wall, slant: tuple[Spot, Compass] | None = None
) -> Opening | None:
    """The opening in a wall of a passage, from a square of its middle outwards; None where there is none."""
    here = cell
    if laying.ground.at(cell) != at or laying.ground.beside_others(cell, at):
        return None
    for _ in range(THICKEST):
        ahead = beside(here, facing)
        dug = laying.ground.at(ahead)
        if dug == ROCK:
            line = middle(here).moved(facing, 0.5)
            inside = laying.ground.inside(ahead)
            return Opening(at, middle(cell), line, ahead, facing, slant) if inside else None
        if dug != at:
            return None
        here = ahead
    return None


COMPASS = {wall: Compass(wall) for wall in STEPS}
"""Each wall as a direction."""


def compass_of(step: tuple[int, int]) -> Compass:
    """The direction of a step of the eight."""
    return _COMPASS[step]


_COMPASS = {
    (0, -1): Compass.N,
    (1, -1): Compass.NE,
    (1, 0): Compass.E,
    (1, 1): Compass.SE,
    (0, 1): Compass.S,
    (-1, 1): Compass.SW,
    (-1, 0): Compass.W,
    (-1, -1): Compass.NW,
}


def middle(cell: Cell) -> Spot:
    """The middle of a square."""
    return Spot(cell[0] + 0.5, cell[1] + 0.5)


def room_behind(
    laying: Laying, way: Opening, plan: RoomPlan, kind: DoorKind | None, *, secret: bool = False
) -> int | None:
    """A room behind a doorway in the rock; its number, or None where no room fits."""
    fit = fit_behind(laying.ground, beside(way.neck, way.facing), way.facing, plan)
    if fit is None:
        return None
    room = put_room(laying, fit, plan)
    end = way.line.moved(way.facing, 1 + fit.depth + OVERLAP)
    neck = laying.put(Passage(laying.next_id(), "neck", (way.start, end), (way.at, room)))
    laying.ground.dig((way.neck,), neck)
    put_door(laying, way, kind, passage=neck, secret=secret)
    return room


def put_door(
    laying: Laying,
    way: Opening,
    kind: DoorKind | None,
    *,
    passage: int = 0,
    secret: bool = False,
) -> int:
    """A door in a wall; an archway where nothing is said of its kind."""
    spot, facing = (way.door, COMPASS[way.facing]) if passage else way.shut
    return laying.put(
        Door(
            id=laying.next_id(),
            spot=spot,
            facing=facing,
            at=way.at,
            passage=passage,
            state=kind and kind.state,
            material=kind and kind.material,
            secret=secret,
        )
    )


def closed_door(laying: Laying, way: Opening, kind: DoorKind | None, *, secret: bool = False) -> int:
    """A door or an archway behind which nothing is laid yet; its number."""
    door = put_door(laying, way, kind, secret=secret)
    laying.ways[door] = way
    stub: StubKind = "secret door" if secret else "door" if kind else "passage"
    laying.put(Stub(laying.next_id(), stub, *way.shut, way.at))
    return door


def put_room(laying: Laying, fit: Fit, plan: RoomPlan) -> int:
    """Dig a room; its number."""
    room = laying.next_id()
    laying.put(
        Place(
            id=room,
            kind="room",
            spot=fit.middle,
            outline=fit.outline,
            shape=plan.shape,
            rolled=None if plan.length is None or plan.width is None else (plan.length, plan.width),
        )
    )
    laying.boxes[room] = (fit.west, fit.north, fit.width, fit.height)
    laying.ground.dig_room(fit.west, fit.north, fit.width, fit.height, room)
    if plan.feature is not None:
        put_feature(laying, fit, plan.feature, room)
    return room


def put_feature(laying: Laying, fit: Fit, feature: Feature, room: int) -> None:
    """A pool or the like, away from the middle, where the number stands."""
    size = max(1.0, min(fit.width, fit.height) * 0.3)
    spot = Spot(fit.middle.x, fit.north + fit.height * 0.27)
    laying.put(Mark(laying.next_id(), feature, spot, room, size))


def side_passage(laying: Laying, way: Opening, plan: RoomPlan | None) -> int | None:
    """A passage straight out of a wall, to a room where one fits; the number of the passage.

    Args:
        laying: what there is.
        way: where it leaves.
        plan: the room that was rolled for its end; None for an open end.
    """
    clear = [far for far in SIDE_LENGTHS if _strip_is_clear(laying, way, far)]
    if plan is not None:
        for far in clear:
            near = beside(way.neck, way.facing, far)
            passage = laying.last + 1
            fit = fit_behind(laying.ground, near, way.facing, plan)
            if fit is not None:
                end = way.line.moved(way.facing, far + fit.depth + OVERLAP)
                passage = _dig_strip(laying, way, far, "side", end)
                room = put_room(laying, fit, plan)
                laying.join(passage, room)
                return passage
    if not clear:
        return None
    far = max(clear)
    passage = _dig_strip(laying, way, far, "side", way.line.moved(way.facing, far))
    end = way.line.moved(way.facing, far)
    laying.put(Stub(laying.next_id(), "passage", end, Compass(way.facing), passage))
    return passage


def niche(laying: Laying, way: Opening) -> tuple[int, Spot] | None:
    """A short dead end out of a wall: the number of its passage, and the middle of its last square."""
    if not _strip_is_clear(laying, way, NICHE):
        return None
    passage = _dig_strip(laying, way, NICHE, "alcove", way.line.moved(way.facing, NICHE))
    return passage, middle(beside(way.neck, way.facing, NICHE - 1))


def slanting_passage(
    laying: Laying, known: Sequence[int], cell: Cell, step: tuple[int, int], plan: RoomPlan | None
) -> int | None:
    """A passage at a slant out of another, to a room round its end where one fits; its number.

    Args:
        laying: what there is.
        known: the number of the passage that it leaves, and those of others that leave at the same place.
        cell: the square that it leaves from.
        step: the way it runs, as a step of the eight.
        plan: the room that was rolled for its end; None for an open end.
    """
    clear = [far for far in SLANT_LENGTHS if _slant_is_clear(laying, _slant(cell, step, far), known)]
    for far in clear if plan is not None else ():
        end = (cell[0] + step[0] * far, cell[1] + step[1] * far)
        fit = fit_over(laying.ground, end, plan, ()) if plan is not None else None
        if fit is not None and plan is not None:
            passage = _dig_slant(laying, _slant(cell, step, far), known[0])
            laying.join(passage, put_room(laying, fit, plan))
            return passage
    if not clear:
        return None
    points = _slant(cell, step, max(clear))
    passage = _dig_slant(laying, points, known[0])
    laying.put(Stub(laying.next_id(), "passage", points[1], compass_of(step), passage))
    return passage


def _slant(cell: Cell, step: tuple[int, int], far: int) -> tuple[Spot, Spot]:
    return middle(cell), Spot(cell[0] + 0.5 + step[0] * far, cell[1] + 0.5 + step[1] * far)


def _dig_slant(laying: Laying, points: tuple[Spot, Spot], at: int) -> int:
    passage = laying.put(Passage(laying.next_id(), "side", points, (at, 0)))
    laying.ground.dig(cells_along(points), passage)
    return passage


def _slant_is_clear(laying: Laying, points: Sequence[Spot], known: Collection[int]) -> bool:
    """Whether a slanting passage and the squares round it are rock, but for what it leaves at its start."""
    ground = laying.ground
    start = points[0]
    for x, y in cells_along(points):
        if not ground.inside((x, y)):
            return False
        near = max(abs(x + 0.5 - start.x), abs(y + 0.5 - start.y)) <= 2
        for column in (x - 1, x, x + 1):
            for row in (y - 1, y, y + 1):
                dug = ground.at((column, row))
                if dug != ROCK and not (near and dug in known):
                    return False
    return True


def _strip_is_clear(laying: Laying, way: Opening, far: int) -> bool:
    """Whether so many squares straight ahead, and those round them, are rock but for what is left behind."""
    x, y = way.neck
    across, down = STEPS[way.facing]
    end_x, end_y = x + across * (far - 1), y + down * (far - 1)
    west, north = min(x, end_x), min(y, end_y)
    return not laying.ground.strangers(west, north, abs(end_x - x) + 1, abs(end_y - y) + 1, (way.at,))


def _dig_strip(laying: Laying, way: Opening, far: int, kind: PassageKind, end: Spot) -> int:
    passage = laying.put(Passage(laying.next_id(), kind, (way.start, end), (way.at, 0)))
    laying.ground.dig((beside(way.neck, way.facing, step) for step in range(far)), passage)
    return passage
