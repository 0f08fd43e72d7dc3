"""Where dropped dice and their doors are drawn."""

from __future__ import annotations

import math
from itertools import combinations, pairwise, product
from random import Random

import pytest
from shapely.geometry import LineString, Point, box

from bot.atlas.dropped import DIE_GAP, apart, drop_figure, spread, square_of
from bot.atlas.shapes import Spot
from bot.atlas.signs import BADGE, POINTER, REACH
from tables.destination import Compass, Destination, Route
from tables.exits import Drop, Drops, nearest_wall

SHEET = range(1, 9)


def drops(*squares: tuple[int, int], route: Route = Route.LEFT) -> Drops:
    fallen: list[Drop] = []
    for index, (column, row) in enumerate(squares):
        wall = nearest_wall(column, row)
        leads = Destination("direction", wall, "d10", direction=list(Compass)[index], route=route)
        fallen.append(Drop(index, column, row, wall, leads))
    return Drops(tuple(fallen))


def crowds() -> list[Drops]:
    """Dice by chance, and the worst that they can do: all on one square, along one wall, in one heap."""
    chance = Random(8)
    found = [
        drops(*[(chance.randint(1, 8), chance.randint(1, 8)) for _ in range(count)])
        for count in (2, 3, 4, 5, 6)
        for _ in range(20)
    ]
    found += [drops(*[square] * 6) for square in product((1, 4, 8), (1, 5, 8))]
    found += [drops(*[(column, 1) for column in range(2, 8)]), drops(*[(8, row) for row in range(1, 7)])]
    found += [
        drops((4, 4), (5, 4), (4, 5), (5, 5), (4, 4), (5, 5)),
        drops(*[(5, row) for row in range(1, 7)]),
    ]
    return found


def test_a_die_lies_on_its_square() -> None:
    """The sheet is counted from the north-west corner."""
    figure = drop_figure(drops((3, 5), (7, 2)))
    west, north, _, _ = figure.room.box()

    assert [(die.square.x - west, die.square.y - north) for die in figure.dice] == [(2.5, 4.5), (6.5, 1.5)]
    assert [die.place for die in figure.dice] == [die.square for die in figure.dice]


@pytest.mark.parametrize("value", crowds())
def test_every_die_can_be_read_where_it_fell(value: Drops) -> None:
    figure = drop_figure(value)
    room = box(*figure.room.box(-0.6))

    for one, other in combinations(figure.dice, 2):
        assert math.dist((one.place.x, one.place.y), (other.place.x, other.place.y)) > DIE_GAP - 0.06
    for die in figure.dice:
        assert room.contains(Point(die.place.x, die.place.y))
        away = math.dist((die.place.x, die.place.y), (die.square.x, die.square.y))
        assert away < 0.75 * len(value.fallen)


@pytest.mark.parametrize("value", crowds())
def test_doors_and_their_passages_lie_side_by_side(value: Drops) -> None:
    figure = drop_figure(value)
    room = box(*figure.room.box())
    floors = [
        [box(*part) for part in die.stub.passage.boxes()]
        for die in figure.dice
        if die.stub.passage is not None
    ]

    for die, drop in zip(figure.dice, value.fallen, strict=True):
        door = die.stub.door
        assert door.wall is drop.wall
        assert room.exterior.distance(Point(door.place.x, door.place.y)) < 1e-9
        assert not room.contains(
            Point(door.place.moved(door.wall, 0.5).x, door.place.moved(door.wall, 0.5).y)
        )
    for one, other in combinations(floors, 2):
        assert all(left.distance(right) > 0.25 for left, right in product(one, other))


@pytest.mark.parametrize("value", crowds())
def test_signs_keep_clear_of_one_another(value: Drops) -> None:
    figure = drop_figure(value)
    signs = [die.stub.sign for die in figure.dice if die.stub.sign is not None]

    for one, other in combinations(signs, 2):
        middles = [(sign.middle().x, sign.middle().y) for sign in (one, other)]
        assert math.dist(*middles) > 2 * BADGE + 0.2
    for sign in signs:
        far = sign.middle().moved(sign.facing, BADGE + POINTER)
        assert max(abs(far.x - 0.5), abs(far.y - 0.5)) <= 4 + REACH


def test_a_door_stays_by_its_die_where_there_is_space() -> None:
    figure = drop_figure(drops((2, 1), (6, 2), (8, 5)))

    assert [die.stub.door.place for die in figure.dice] == [
        Spot(-2.0, -3.5),
        Spot(2.0, -3.5),
        Spot(4.5, 1.0),
    ]


def test_lines_of_one_wall_rarely_cross() -> None:
    """Of the dice that are side by side none cross: doors stand in the order of their dice."""
    figure = drop_figure(drops((2, 1), (3, 1), (4, 1), (5, 1), (6, 1)))
    lines = [
        LineString([(die.place.x, die.place.y), (die.stub.door.place.x, die.stub.door.place.y)])
        for die in figure.dice
    ]

    assert not any(one.crosses(other) for one, other in combinations(lines, 2))


def test_dice_far_apart_are_not_moved() -> None:
    squares = [Spot(-2.0, -2.0), Spot(0.0, 0.0), Spot(3.0, 3.0)]

    assert apart(squares) == tuple(squares)


@pytest.mark.parametrize(
    ("wanted", "places"),
    [
        ([0.0], (0.0,)),
        ([0.0, 5.0], (0.0, 5.0)),
        ([0.0, 0.0], (-1.0, 1.0)),
        ([1.0, 1.0, 1.0], (-1.0, 1.0, 3.0)),
        ([5.0, 5.0], (3.0, 5.0)),
        ([-5.0, -5.0], (-5.0, -3.0)),
        ([], ()),
    ],
)
def test_places_along_a_line_keep_their_gap(wanted: list[float], places: tuple[float, ...]) -> None:
    assert spread(wanted, 2.0, -5.0, 5.0) == pytest.approx(places)


def test_a_crowded_line_shares_what_there_is() -> None:
    places = spread([0.0] * 11, 2.0, -5.0, 5.0)

    assert places[0] == pytest.approx(-5.0)
    assert places[-1] == pytest.approx(5.0)
    assert {round(right - left, 6) for left, right in pairwise(places)} == {1.0}


def test_the_squares_of_the_sheet_fill_the_room() -> None:
    every = drops(*[(column, 1) for column in SHEET])
    across = [square_of(drop).x for drop in every.fallen]

    assert across == [-3, -2, -1, 0, 1, 2, 3, 4]
