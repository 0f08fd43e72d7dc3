"""The figure of a rolled room: its floor to scale, and its ways in and out.

The unit of a figure is a square of the page, as on all figures; how many of them are 10 feet
depends on the room, so that a closet and a cavern both fill the page. Walls, doors and hatching
keep their size.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.atlas.outlines import box_of, cave_outline, edge_north, outline_of
from bot.atlas.shapes import QUARTERS, STEPS, Spot
from tables.destination import Wall

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tables.room_plan import ExitKind, ExitPlace, ExitState, Feature, Lead, RoomExit, RoomPlan

Floor = tuple[Spot, ...]

WALLS: dict[ExitPlace, Wall] = {"opposite": Wall.N, "right": Wall.E, "same": Wall.S, "left": Wall.W}
"""The wall of each place, for somebody who came in from the south."""

WIDEST, LONGEST = 10.8, 12.0
"""Units that a room takes at most from west to east and from north to south."""

LARGEST = 4.0
"""Units of a 10-foot square at most."""

NECK_FEET = 12
"""Feet between the two parts of a double cave, and across the way between them."""

SPAN: dict[str, float] = {"square": 1.0, "rectangle": 1.0, "triangle": 0.5, "trapezoid": 0.66}
"""The part of a side along which ways out can lie."""

SLANT = 0.42
"""Where the middle of that part lies along the slanting side of a triangle, as a part of half its length."""

ROUND_SPAN = 0.7

INWARD = 0.3
"""Units by which a way begins inside the floor, to cut through its wall."""

WALL = 0.13
"""Units of a wall; it lies outside the floor."""

PITCH = 2.6
"""Units between two ways of one wall at most."""


@dataclass(frozen=True, slots=True)
class PlanWay:
    """A way into a room or out of it.

    Attributes:
        wall: the wall that it is in.
        points: along its middle, from just inside the room outwards.
        width: of its floor.
        door: the middle of its door; where a passage has none, of its mouth.
        kind: a door or an open passage.
        lead: how it runs on, for somebody who goes out.
        state: open, secret, or passed from one side only; the way in is open.
        inward: whether it is the way in.
    """

    wall: Wall
    points: tuple[Spot, ...]
    width: float
    door: Spot
    kind: ExitKind = "passage"
    lead: Lead = "straight"
    state: ExitState = "open"
    inward: bool = False

    @property
    def reach(self) -> float:
        """Units from its mouth outwards to its end."""
        last = self.points[-1]
        step_x, step_y = STEPS[self.wall]
        corner = 0.0 if self.lead == "straight" else 0.36 * self.width
        return (last.x - self.door.x) * step_x + (last.y - self.door.y) * step_y + corner


@dataclass(frozen=True, slots=True)
class PlanFigure:
    """What is to be drawn of a room.

    Attributes:
        square: units of 10 feet.
        floors: the outlines of its floors; the last is the room itself, one before it the fore cave.
        neck: the middle of the way between two floors; empty where there is one floor.
        grid: a corner that a square of 10 feet has.
        ways: the way in, then the ways out.
        feature: what is in its middle, with its outline.
        size: feet from west to east and from south to north, rounded.
    """

    square: float
    floors: tuple[Floor, ...]
    neck: tuple[Spot, ...]
    grid: Spot
    ways: tuple[PlanWay, ...]
    feature: tuple[Feature, Floor] | None
    size: tuple[int, int]

    @property
    def neck_width(self) -> float:
        """Units across the way between two floors."""
        return max(0.7, NECK_FEET / 10 * self.square)


def plan_figure(plan: RoomPlan) -> PlanFigure:
    """The figure of a room."""
    feet = _floors(plan)
    west, north, east, south = box_of([spot for floor in feet for spot in floor])
    square = min(LARGEST, 10 * WIDEST / (east - west), 10 * LONGEST / (south - north))
    middle = Spot((west + east) / 2, (north + south) / 2)

    def unit(spot: Spot) -> Spot:
        return Spot((spot.x - middle.x) * square / 10, (spot.y - middle.y) * square / 10)

    floors = tuple(tuple(map(unit, floor)) for floor in feet)
    main = box_of(floors[-1])
    built = plan.length is not None and plan.shape != "cave"
    grid = Spot(main[0], main[1]) if built else Spot((main[0] + main[2]) / 2, (main[1] + main[3]) / 2)
    return PlanFigure(
        square=square,
        floors=floors,
        neck=_neck(floors),
        grid=grid,
        ways=_ways(plan, floors, square),
        feature=None
        if plan.feature is None
        else (plan.feature, _feature(plan.feature, plan, floors[-1], square)),
        size=(round(east - west), round(south - north)),
    )


def _floors(plan: RoomPlan) -> tuple[Floor, ...]:
    """The outlines in feet; a fore cave lies to the south."""
    if plan.fore is None or plan.length is None or plan.width is None:
        return (outline_of(plan.shape, plan.length, plan.width, plan.area),)
    length, width = plan.fore
    down = plan.length / 2 + NECK_FEET + length / 2
    fore = tuple(Spot(spot.x, spot.y + down) for spot in cave_outline(length, width))
    return fore, cave_outline(plan.length, plan.width)


def _neck(floors: tuple[Floor, ...]) -> tuple[Spot, ...]:
    """From inside the fore cave to inside the other."""
    if len(floors) == 1:
        return ()
    fore, main = box_of(floors[0]), box_of(floors[1])
    return Spot(0.0, fore[1] + (fore[3] - fore[1]) / 3), Spot(0.0, main[3] - (main[3] - main[1]) / 4)


def _feature(feature: Feature, plan: RoomPlan, floor: Floor, square: float) -> Floor:
    """The outline of what is in the middle of a room."""
    west, north, east, south = box_of(floor)
    middle = Spot((west + east) / 2, (north + south) / 2)
    if plan.shape == "cave":
        part = 0.5 if feature == "lake" else 0.26
        edge = cave_outline(round((south - north) * 100), round((east - west) * 100))
        return tuple(Spot(middle.x + spot.x / 100 * part, middle.y + spot.y / 100 * part) for spot in edge)
    narrow = min(east - west, south - north)
    radius = 0.27 * narrow if feature in ("pool", "lake") else min(0.2 * narrow, max(0.42, 0.4 * square))
    return tuple(Spot(middle.x + spot.x, middle.y + spot.y) for spot in _circle(radius))


def _circle(radius: float) -> Floor:
    unit = outline_of("circle", None, None, 1_000_000)
    _, north, _, south = box_of(unit)
    part = 2 * radius / (south - north)
    return tuple(Spot(spot.x * part, spot.y * part) for spot in unit)


# Ways in and out


def _ways(plan: RoomPlan, floors: tuple[Floor, ...], square: float) -> tuple[PlanWay, ...]:
    """The way in, in the middle of the south wall, then the ways out in their order."""
    span = SPAN.get(plan.shape, ROUND_SPAN)
    taken = dict.fromkeys(WALLS, 0)
    found = [_way(None, _places(plan, "same", floors, span)[0], floors[0], square)]
    for way in plan.exits:
        floor = floors[0] if way.place == "same" else floors[-1]
        places = _places(plan, way.place, floors, span)
        taken[way.place] += 1
        found.append(_way(way, places[taken[way.place] - (way.place != "same")], floor, square))
    return tuple(found)


def _places(
    plan: RoomPlan, place: ExitPlace, floors: tuple[Floor, ...], span: float
) -> tuple[tuple[float, float], ...]:
    """Where the ways of a wall lie along it, as seen from outside with north up, and their pitch.

    The way in has the middle of the south wall; the others of that wall lie by turns to its sides.
    """
    count = sum(way.place == place for way in plan.exits)
    floor = _north_up(floors[0] if place == "same" else floors[-1], WALLS[place])
    west, _, east, _ = box_of(floor)
    middle, half = (west + east) / 2, (east - west) / 2 * span
    if plan.shape == "triangle" and place in ("opposite", "right"):
        # One long side stands for both: ways to the north in one half of it, ways to the east in the other.
        middle += SLANT * (east - west) / 2 * (-1 if place == "opposite" else 1)
    if place == "same":
        pitch = min(PITCH, half / ((count + 1) // 2 + 0.5))
        steps = [(rank + 1) // 2 * (1 if rank % 2 else -1) for rank in range(count + 1)]
        return tuple((middle + step * pitch, pitch) for step in steps)
    pitch = min(PITCH, 2 * half / max(count, 1))
    return tuple((middle + (rank - (count - 1) / 2) * pitch, pitch) for rank in range(count))


def _north_up(floor: Floor, wall: Wall) -> Floor:
    """A floor turned so that one of its walls is to the north."""
    return tuple(spot.turned(-QUARTERS[wall]) for spot in floor)


def _way(way: RoomExit | None, place: tuple[float, float], floor: Floor, square: float) -> PlanWay:
    """A way, laid to the north and turned to its wall; None is the way in."""
    along, pitch = place
    wall = Wall.S if way is None else WALLS[way.place]
    kind: ExitKind = "passage" if way is None else way.kind
    usual = min(1.1, max(0.62, 0.6 * square)) if kind == "door" else min(1.3, max(0.7, square))
    width = min(usual, 0.66 * pitch)
    far, near = edge_north(_north_up(floor, wall), along - width / 2, along + width / 2)
    lead: Lead = "straight" if way is None else way.lead
    state: ExitState = "open" if way is None else way.state
    start = far - WALL / 2 if state == "secret" else near + INWARD
    if lead == "straight":
        points = (Spot(along, start), Spot(along, far - 1.35))
    else:
        bend, step = far - 0.55 - 0.4 * width, 0.65 + 0.25 * width
        aside = -step if lead == "left" else step
        points = (Spot(along, start), Spot(along, bend), Spot(along + aside, bend - step))
    turned = tuple(spot.turned(QUARTERS[wall]) for spot in points)
    door = Spot(along, far - WALL / 2).turned(QUARTERS[wall])
    return PlanWay(wall, turned, width, door, kind, lead, state, way is None)


def beyond(figure: PlanFigure, wall: Wall) -> float:
    """Units from the outermost edge of the floors on a side to the end of the ways there."""
    west, north, east, south = box_of(corners_of(figure))
    edge = {Wall.N: -north, Wall.E: east, Wall.S: south, Wall.W: -west}[wall]
    step_x, step_y = STEPS[wall]
    ends = (
        way.door.x * step_x + way.door.y * step_y + way.reach - edge
        for way in figure.ways
        if way.wall is wall
    )
    return max((0.0, *ends))


def corners_of(figure: PlanFigure) -> Sequence[Spot]:
    """All corners of the floors."""
    return [spot for floor in figure.floors for spot in floor]
