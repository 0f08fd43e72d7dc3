"""Rolled rooms as figures: to scale, whole, and with every way where it belongs."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import pytest
from shapely.geometry import LineString, Point, Polygon
from shapely.ops import unary_union

from bot.atlas.outlines import cave_outline, floor_area, outline_of
from bot.atlas.plans import PlanFigure, PlanWay, corners_of, plan_figure
from tables.destination import Wall
from tables.room_plan import RoomExit, RoomPlan, Shape

SIZED = [(10, 10), (10, 20), (20, 20), (20, 30), (30, 40), (40, 40), (30, 50), (40, 60)]
CAVES = [(40, 60), (50, 75), (95, 125), (120, 150), (150, 200), (250, 350), (300, 400), (310, 400)]
AREAS = [500, 900, 1300, 2000, 2700, 3400, 5400, 43_400]
UNUSUAL: list[Shape] = ["circle", "triangle", "trapezoid", "odd", "oval", "hexagon", "octagon"]

ALL_ROUND = (
    RoomExit("opposite", "passage"),
    RoomExit("left", "passage", "left"),
    RoomExit("right", "passage", "right"),
    RoomExit("same", "passage"),
)
DOORS = tuple(RoomExit(way.place, "door") for way in ALL_ROUND)
CROWDS = [tuple(RoomExit(place, "door") for _ in range(4)) for place in ("opposite", "left", "right", "same")]


def rooms(exits: tuple[RoomExit, ...] = ()) -> list[RoomPlan]:
    """A room of every size and shape."""
    found = [
        RoomPlan("room", "square" if width == length else "rectangle", length, width, width * length)
        for width, length in SIZED
    ]
    found += [RoomPlan("room", shape, None, None, area) for shape in UNUSUAL for area in AREAS]
    found += [RoomPlan("cave", "cave", length, width, width * length) for width, length in CAVES]
    found += [
        RoomPlan("cave", "cave", 60, 60, 4200, fore=(30, 20)),
        RoomPlan("cave", "cave", 90, 80, 8950, fore=(50, 35)),
        RoomPlan("cave", "cave", 100, 80, 9500, fore=(50, 30)),
    ]
    return [
        RoomPlan(each.kind, each.shape, each.length, each.width, each.area, None, exits, each.fore)
        for each in found
    ]


def polygon(figure: PlanFigure) -> Polygon:
    parts = [Polygon([(spot.x, spot.y) for spot in floor]) for floor in figure.floors]
    if figure.neck:
        neck = LineString([(spot.x, spot.y) for spot in figure.neck])
        parts.append(neck.buffer(figure.neck_width / 2, cap_style="flat"))
    return unary_union(parts)  # pyright: ignore[reportReturnType] - a multipolygon fails the tests


def lane(way: PlanWay) -> Polygon:
    line = LineString([(spot.x, spot.y) for spot in way.points])
    return line.buffer(way.width / 2, cap_style="flat", join_style="mitre")


@pytest.mark.parametrize("shape", UNUSUAL)
@pytest.mark.parametrize("area", AREAS)
def test_an_unusual_room_has_its_area(shape: Shape, area: int) -> None:
    outline = outline_of(shape, None, None, area)

    assert floor_area(outline) == pytest.approx(area)
    assert Polygon([(spot.x, spot.y) for spot in outline]).is_valid


@pytest.mark.parametrize(("width", "length"), CAVES)
def test_a_cave_is_as_long_and_wide_as_it_was_rolled(width: int, length: int) -> None:
    outline = cave_outline(length, width)
    across, down = [spot.x for spot in outline], [spot.y for spot in outline]

    assert max(across) - min(across) == pytest.approx(width)
    assert max(down) - min(down) == pytest.approx(length)
    assert Polygon([(spot.x, spot.y) for spot in outline]).is_valid
    assert 0.6 * width * length < floor_area(outline) < 0.95 * width * length


def test_a_cave_follows_from_its_size_alone() -> None:
    assert cave_outline(60, 40) == cave_outline(60, 40)
    assert cave_outline(60, 40) != cave_outline(40, 60)


@pytest.mark.parametrize("plan", rooms())
def test_a_room_is_one_piece_to_scale_that_fits_its_page(plan: RoomPlan) -> None:
    figure = plan_figure(plan)
    floor = polygon(figure)
    west, north, east, south = floor.bounds

    assert floor.geom_type == "Polygon"
    assert floor.is_valid
    assert east - west <= 10.8 + 1e-9
    assert south - north <= 12 + 1e-9
    assert (west + east, north + south) == pytest.approx((0, 0))
    if plan.length is not None and plan.width is not None and plan.fore is None:
        assert ((east - west) / figure.square, (south - north) / figure.square) == pytest.approx(
            (plan.width / 10, plan.length / 10)
        )
        assert figure.size == (plan.width, plan.length)


@pytest.mark.parametrize("plan", [*rooms(ALL_ROUND), *rooms(DOORS)])
def test_every_way_runs_from_the_floor_into_the_rock(plan: RoomPlan) -> None:
    figure = plan_figure(plan)
    floor = polygon(figure)

    assert [way.wall for way in figure.ways] == [Wall.S, Wall.N, Wall.W, Wall.E, Wall.S]
    assert [way.inward for way in figure.ways] == [True, False, False, False, False]
    for way in figure.ways:
        first, last = way.points[0], way.points[-1]
        assert floor.buffer(1e-6).contains(Point(first.x, first.y)), way
        assert floor.distance(Point(last.x, last.y)) > 0.8, way
        # Its door stands clear of the floor and bars it from side to side.
        assert floor.distance(Point(way.door.x, way.door.y)) > 0.04, way
        assert lane(way).contains(Point(way.door.x, way.door.y)), way


@pytest.mark.parametrize("crowd", CROWDS, ids=["north", "west", "east", "south"])
def test_ways_of_one_wall_lie_side_by_side(crowd: tuple[RoomExit, ...]) -> None:
    for plan in rooms(crowd):
        ways = plan_figure(plan).ways
        assert len(ways) == 5
        for one, other in combinations(ways, 2):
            assert lane(one).distance(lane(other)) > 0.1, plan


def test_the_way_in_is_in_the_middle_of_the_south_wall() -> None:
    for plan in [*rooms(), *rooms(CROWDS[3])]:
        figure = plan_figure(plan)
        entrance = figure.ways[0]
        across = [spot.x for spot in figure.floors[0]]

        assert entrance.inward
        assert entrance.door.x == pytest.approx((min(across) + max(across)) / 2)


def test_a_smaller_cave_lies_between_the_way_in_and_the_larger_one() -> None:
    figure = plan_figure(RoomPlan("cave", "cave", 60, 60, 4200, fore=(30, 20)))
    fore, main = figure.floors

    assert min(spot.y for spot in fore) > max(spot.y for spot in main)
    assert figure.ways[0].door.y > max(spot.y for spot in fore)
    assert figure.size == (60, 102)


def test_left_and_right_are_those_of_somebody_who_goes_out() -> None:
    plan = RoomPlan("room", "square", 40, 40, 1600, None, ALL_ROUND)
    _, _, left, right, _ = plan_figure(plan).ways

    # Through the west wall the left is south; through the east wall the right is south too.
    assert left.wall is Wall.W
    assert left.points[-1].y > left.door.y
    assert right.wall is Wall.E
    assert right.points[-1].y > right.door.y


def test_a_secret_way_leaves_its_wall_whole() -> None:
    plan = RoomPlan("room", "square", 30, 30, 900, None, (RoomExit("opposite", "door", state="secret"),))
    figure = plan_figure(plan)
    _, secret = figure.ways
    north = min(spot.y for spot in corners_of(figure))

    assert all(spot.y < north for spot in secret.points)


def test_what_is_in_the_middle_lies_on_the_floor() -> None:
    for feature in ("pool", "well", "shaft"):
        for area in AREAS:
            figure = plan_figure(RoomPlan("room", "circle", None, None, area, feature))
            assert figure.feature is not None
            edge = Polygon([(spot.x, spot.y) for spot in figure.feature[1]])
            assert polygon(figure).buffer(-0.5).contains(edge)
    for width, length in CAVES:
        figure = plan_figure(RoomPlan("cave", "cave", length, width, width * length, "lake"))
        assert figure.feature is not None
        edge = Polygon([(spot.x, spot.y) for spot in figure.feature[1]])
        assert polygon(figure).contains(edge)


def test_every_shape_is_drawn_here() -> None:
    assert {plan.shape for plan in rooms()} == set(get_args(Shape))
