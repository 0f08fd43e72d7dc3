"""The passages of the figures, checked as shapes on the map."""

from __future__ import annotations

import math
from itertools import combinations, pairwise, product

import pytest
import shapely
from shapely.geometry import LineString, Point, Polygon, box

from bot.atlas.figure import clock_rooms, nine_rooms, starting_room
from bot.atlas.routes import figure_of, signed
from bot.atlas.shapes import FigurePassage, FigureRoom, Spot
from tables.destination import (
    Compass,
    Destination,
    Route,
    SecondDoor,
    Wall,
    bearing,
    hour_bearing,
    turn_to,
)

SIDES = (Route.LEFT, Route.RIGHT)
QUARTERS = [Wall.N, Wall.E, Wall.S, Wall.W]


def directions() -> list[Destination]:
    every = [
        Destination("direction", wall, "d10", direction=point, route=side)
        for wall, point, side in product(Wall, Compass, SIDES)
    ]
    straight = [
        Destination("direction", wall, "d8", direction=Compass(wall.value), route=Route.STRAIGHT)
        for wall in Wall
    ]
    return every + straight


def hours() -> list[Destination]:
    every = [
        Destination("direction", wall, "clock", hour=hour, route=side)
        for wall, hour, side in product(Wall, range(1, 13), SIDES)
    ]
    straight = [
        Destination("direction", wall, "clock", hour=hour, route=Route.STRAIGHT)
        for wall, hour in ((Wall.N, 12), (Wall.E, 3), (Wall.S, 6), (Wall.W, 9))
    ]
    return every + straight


def returns() -> list[Destination]:
    return [
        Destination("return", wall, method, second=SecondDoor(second.value), route=side)
        for wall, second, side, method in product(Wall, Wall, SIDES, ("d10", "relative"))
    ]


def dead_ends() -> list[Destination]:
    return [
        Destination("nowhere", wall, method, length=length, turn=turn if length > 2 else None)
        for wall, length, turn, method in product(Wall, range(6), SIDES, ("d10", "2d6"))
    ]


def others() -> list[Destination]:
    found: list[Destination] = []
    for wall in Wall:
        found += [
            Destination("return", wall, "d10", second=SecondDoor(place, sense))
            for place, sense in product(("ladder", "stairs"), ("up", "down"))
        ]
        found += [Destination(kind, wall, "2d6") for kind in ("exit", "trap", "level")]
        found += [Destination("level", wall, "2d6", sense=sense) for sense in ("up", "down")]
        found += [
            Destination("room", wall, "2d6", room=6),
            Destination("room", wall, "relative", offset=3),
            Destination("room", wall, "relative", room=10, offset=3, new=False),
            Destination("room", wall, "relative", room=13, offset=3, new=True),
            Destination("room", wall, "relative", new=True),
        ]
    return found


def name(value: Destination) -> str:
    parts = (
        value.method,
        value.kind,
        value.wall,
        value.direction,
        value.hour,
        value.second and value.second.place,
        value.length,
        value.room,
        value.offset,
        value.sense,
        value.route or value.turn,
    )
    return "-".join(str(part) for part in parts if part is not None)


def floor_of(room: FigureRoom) -> Polygon:
    return Polygon([(spot.x, spot.y) for spot in room.corners()])


def line_of(passage: FigurePassage) -> LineString:
    return LineString([(spot.x, spot.y) for spot in passage.points])


def corridor_of(passage: FigurePassage) -> Polygon:
    return shapely.union_all([box(*edges) for edges in passage.boxes()])


def swept(points: list[tuple[float, float]]) -> float:
    """Degrees that a walk goes round the origin, clockwise on the page."""
    bearings = [math.degrees(math.atan2(x, -y)) for x, y in points]
    return sum((new - old + 180) % 360 - 180 for old, new in pairwise(bearings))


def fine(passage: FigurePassage, *more: tuple[float, float]) -> list[tuple[float, float]]:
    """The walk along a passage in small steps, so that no step goes round far."""
    line = LineString([*[(spot.x, spot.y) for spot in passage.points], *more])
    return [line.interpolate(part / 400, normalized=True).coords[0] for part in range(401)]


@pytest.mark.parametrize("value", directions() + hours(), ids=name)
class TestToARoom:
    def test_it_leaves_straight_out_of_its_wall(self, value: Destination) -> None:
        passage = figure_of(value).passage
        assert passage is not None

        start = passage.points[0]

        assert passage.headings()[0] is value.wall
        assert (start.x, start.y) == tuple(2.5 * step for step in _step(value.wall))

    def test_it_turns_to_the_side_that_was_rolled(self, value: Destination) -> None:
        passage = figure_of(value).passage
        assert passage is not None

        headings = passage.headings()

        if value.route is Route.STRAIGHT:
            assert headings == (value.wall,)
        else:
            quarter = 1 if value.route is Route.RIGHT else -1
            assert headings[1] is QUARTERS[(QUARTERS.index(value.wall) + quarter) % 4]

    def test_it_ends_at_the_room_that_was_rolled_and_touches_no_other(self, value: Destination) -> None:
        figure = figure_of(value)
        assert figure.passage is not None
        assert figure.goal is not None
        corridor = corridor_of(figure.passage)
        end = figure.passage.points[-1]

        bare = [room for room in (figure.start, *figure.rooms) if room != figure.goal]

        assert figure.goal.name == str(value.direction or value.hour)
        assert floor_of(figure.goal).distance(Point(end.x, end.y)) < 1e-9
        assert corridor.intersection(floor_of(figure.goal)).area < 0.05
        assert corridor.intersection(floor_of(figure.start)).area < 1e-9
        least = 1.0 if figure.layout == "nine" else 0.5
        for room in bare[1:]:
            assert corridor.distance(floor_of(room)) >= least - 1e-9, room.name

    def test_it_keeps_clear_of_the_starting_room_and_of_itself(self, value: Destination) -> None:
        figure = figure_of(value)
        assert figure.passage is not None
        boxes = figure.passage.boxes()

        beyond = [box(*edges) for edges in boxes[1:]]

        assert line_of(figure.passage).is_simple
        assert corridor_of(figure.passage).area == pytest.approx(figure.passage.length())
        assert all(floor_of(figure.start).distance(leg) >= 1.0 for leg in beyond)
        legs = [box(*edges) for edges in boxes]
        for (first, one), (second, other) in combinations(enumerate(legs), 2):
            if second - first > 1:
                assert one.distance(other) >= 1.0 - 1e-9

    def test_it_goes_round_as_far_as_it_was_told(self, value: Destination) -> None:
        figure = figure_of(value)
        assert figure.passage is not None
        assert figure.goal is not None
        target = bearing(value.direction) if value.direction is not None else hour_bearing(value.hour or 0)
        turn = turn_to(value.wall, target)
        wanted = {Route.STRAIGHT: 0, Route.RIGHT: turn or 360, Route.LEFT: turn - 360}

        centre = (figure.goal.centre.x, figure.goal.centre.y)

        assert value.route is not None
        assert swept(fine(figure.passage, centre)) == pytest.approx(wanted[value.route], abs=0.5)


@pytest.mark.parametrize("value", returns(), ids=name)
class TestBackIntoTheRoom:
    def test_it_joins_two_doors_of_the_walls_that_were_rolled(self, value: Destination) -> None:
        figure = figure_of(value)
        assert figure.passage is not None
        first, second = [door for door in figure.doors if door.rolled]
        edge = floor_of(figure.start).exterior

        assert value.second is not None
        assert (first.wall, second.wall) == (value.wall, value.second.place)
        assert (first.place, second.place) == (figure.passage.points[0], figure.passage.points[-1])
        for door in (first, second):
            assert edge.distance(Point(door.place.x, door.place.y)) < 1e-9
        assert math.dist(_pair(first.place), _pair(second.place)) >= 2
        assert figure.passage.headings()[0] is value.wall
        assert figure.passage.headings()[-1] is QUARTERS[(QUARTERS.index(second.wall) + 2) % 4]

    def test_it_stays_outside_and_apart(self, value: Destination) -> None:
        figure = figure_of(value)
        assert figure.passage is not None
        corridor = corridor_of(figure.passage)

        assert line_of(figure.passage).is_simple
        assert corridor.area == pytest.approx(figure.passage.length())
        assert corridor.intersection(floor_of(figure.start)).area < 1e-9
        assert all(corridor.distance(floor_of(room)) >= 1.0 for room in figure.rooms)

    def test_it_goes_round_by_the_side_that_was_rolled(self, value: Destination) -> None:
        figure = figure_of(value)
        assert figure.passage is not None
        assert value.second is not None
        turn = turn_to(value.wall, bearing(Wall(value.second.place)))
        wanted = (turn or 360) if value.route is Route.RIGHT else turn - 360

        gone = swept(fine(figure.passage))

        # Two doors of one wall stand a little to either side of its middle.
        assert gone == pytest.approx(wanted, abs=45 if turn == 0 else 0.5)
        assert math.copysign(1, gone) == (1 if value.route is Route.RIGHT else -1)

    def test_the_other_walls_keep_a_door_that_was_not_rolled(self, value: Destination) -> None:
        figure = figure_of(value)

        assert {door.wall for door in figure.doors} == set(Wall)
        assert len(figure.doors) == (5 if value.second and value.second.place == value.wall else 4)


@pytest.mark.parametrize("value", dead_ends(), ids=name)
def test_a_dead_end_is_as_long_as_rolled_and_turns_after_two_squares(value: Destination) -> None:
    figure = figure_of(value)

    if value.length == 0:
        assert figure.passage is None
        assert [mark.symbol for mark in figure.marks] == ["rock"]
        return
    assert figure.passage is not None
    corridor = corridor_of(figure.passage)

    assert figure.passage.closed
    assert figure.goal is None
    assert corridor.area == pytest.approx(value.length)
    assert all(corridor.distance(floor_of(room)) >= 1.0 - 1e-9 for room in figure.rooms)
    if value.turn is not None:
        along, across = (LineString([_pair(start), _pair(end)]) for start, end in figure.passage.legs())
        quarter = 1 if value.turn is Route.RIGHT else -1
        assert along.length == 1.5
        assert across.length == value.length - 1.5
        assert figure.passage.headings()[1] is QUARTERS[(QUARTERS.index(value.wall) + quarter) % 4]


@pytest.mark.parametrize("value", others(), ids=name)
def test_what_lies_elsewhere_lies_beyond_the_rolled_wall(value: Destination) -> None:
    figure = figure_of(value)
    step = _step(value.wall)
    away = [*[room.centre for room in figure.rooms if room == figure.goal], *[m.place for m in figure.marks]]

    assert figure.doors[0].wall is value.wall
    assert figure.doors[0].rolled
    assert away
    for spot in away:
        if spot != figure.start.centre:
            assert spot.x * step[0] + spot.y * step[1] > 2.5
            assert abs(spot.x * step[1] + spot.y * step[0]) < 1e-9
    if figure.passage is not None:
        assert figure.passage.headings() == (value.wall,)
        assert corridor_of(figure.passage).intersection(floor_of(figure.start)).area < 1e-9


@pytest.mark.parametrize("rooms", [nine_rooms(), clock_rooms()], ids=["nine", "clock"])
def test_the_rooms_of_a_figure_lie_apart(rooms: tuple[FigureRoom, ...]) -> None:
    every = [starting_room(), *rooms]

    gaps = [floor_of(one).distance(floor_of(other)) for one, other in combinations(every, 2)]

    assert len(rooms) in (8, 12)
    assert min(gaps) >= 1.0


def test_the_nine_rooms_run_clockwise_from_the_north() -> None:
    places = {room.label: _pair(room.centre) for room in nine_rooms()}

    assert places == {
        "1": (0, -7),
        "2": (7, -7),
        "3": (7, 0),
        "4": (7, 7),
        "5": (0, 7),
        "6": (-7, 7),
        "7": (-7, 0),
        "8": (-7, -7),
    }


def test_the_hours_lie_where_a_clock_has_them() -> None:
    for room in clock_rooms():
        angle = math.degrees(math.atan2(room.centre.x, -room.centre.y)) % 360
        assert angle == pytest.approx(30 * int(room.label) % 360, abs=0.5)


def test_north_to_seven_o_clock_runs_forty_feet_west_and_then_south() -> None:
    passage = figure_of(Destination("direction", Wall.N, "clock", hour=7, route=Route.LEFT)).passage

    assert passage is not None
    assert passage.headings() == (Wall.N, Wall.W, Wall.S)
    assert passage.points[1].x - passage.points[2].x == 4


def test_north_to_north_by_the_left_goes_round_every_corner_of_the_room() -> None:
    passage = figure_of(
        Destination("direction", Wall.N, "d10", direction=Compass.N, route=Route.LEFT)
    ).passage

    assert passage is not None
    assert passage.headings() == (Wall.N, Wall.W, Wall.S, Wall.E, Wall.N, Wall.W)


def test_without_a_route_the_shorter_one_is_laid() -> None:
    east = figure_of(Destination("direction", Wall.N, "d10", direction=Compass.E))
    west = figure_of(Destination("direction", Wall.N, "d10", direction=Compass.W))
    ahead = figure_of(Destination("direction", Wall.N, "d10", direction=Compass.N))

    assert (east.way, west.way, ahead.way) == (Route.RIGHT, Route.LEFT, Route.STRAIGHT)


@pytest.mark.parametrize(("place", "sense", "other"), [("ladder", "up", "down"), ("stairs", "down", "up")])
def test_a_ladder_and_stairs_have_their_opposite_at_the_end_of_the_corridor(
    place: str, sense: str, other: str
) -> None:
    figure = figure_of(Destination("return", Wall.E, "d10", second=SecondDoor(place, sense)))
    inside, end = figure.marks

    assert figure.passage is not None
    assert (inside.symbol, inside.sense, inside.place) == (place, sense, figure.start.centre)
    assert (end.symbol, end.sense) == (place, other)
    assert corridor_of(figure.passage).contains(Point(end.place.x, end.place.y))


@pytest.mark.parametrize(
    ("value", "goal", "start"),
    [
        (Destination("room", Wall.N, "relative", room=10, offset=3, new=False), "10", "7"),
        (Destination("room", Wall.N, "relative", room=13, offset=3, new=True), "13", ""),
        (Destination("room", Wall.N, "relative", offset=3), "+3", ""),
        (Destination("room", Wall.N, "relative", offset=-2), "−2", ""),
        (Destination("room", Wall.N, "relative", new=True), "new", ""),
        (Destination("room", Wall.N, "2d6", room=6), "6", ""),
    ],
)
def test_a_room_known_by_number_says_so(value: Destination, goal: str, start: str) -> None:
    figure = figure_of(value)

    assert figure.goal is not None
    assert (figure.goal.label, figure.start.label) == (goal, start)


def test_signs_are_set_as_print_sets_them() -> None:
    assert [signed(number) for number in (3, 0, -2)] == ["+3", "+0", "−2"]


def test_four_quarter_turns_and_two_mirrors_change_nothing() -> None:
    spot = Spot(3.5, -7.0)

    assert spot.turned(4) == spot
    assert spot.turned(1) == Spot(7.0, 3.5)
    assert spot.turned(-1).turned(1) == spot
    assert spot.mirrored().mirrored() == spot


def _step(wall: Wall) -> tuple[int, int]:
    return {Wall.N: (0, -1), Wall.E: (1, 0), Wall.S: (0, 1), Wall.W: (-1, 0)}[wall]


def _pair(spot: Spot) -> tuple[float, float]:
    return spot.x, spot.y
