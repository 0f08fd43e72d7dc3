"""What stands outside the doors of one room."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from bot.atlas.exits import MARK_SIZE, exit_figure
from bot.atlas.shapes import Spot
from bot.atlas.signs import sign_lines, stub_of
from tables.destination import Compass, Destination, Route, SecondDoor, Wall
from tables.exits import Exit, Exits

LEFT, RIGHT = Route.LEFT, Route.RIGHT


@pytest.mark.parametrize(
    ("destination", "lines"),
    [
        (Destination("direction", Wall.N, "d10", direction=Compass.SE, route=LEFT), ("SE",)),
        (Destination("direction", Wall.N, "clock", hour=7, route=LEFT), ("7",)),
        (Destination("return", Wall.N, "d10", second=SecondDoor("W"), route=LEFT), ("back", "by W wall")),
        (Destination("return", Wall.N, "d10", second=SecondDoor("ladder", "up")), ("back", "by ladder")),
        (Destination("return", Wall.N, "d10", second=SecondDoor("stairs", "down")), ("back", "by stairs")),
        (Destination("nowhere", Wall.N, "d10", length=0), ("blank", "wall")),
        (Destination("nowhere", Wall.N, "d10", length=4, turn=LEFT), ("dead end", "40 ft")),
        (Destination("room", Wall.N, "2d6", room=6), ("room", "6")),
        (Destination("room", Wall.N, "relative", offset=-4), ("room", "−4")),
        (Destination("room", Wall.N, "relative", room=13, offset=3, new=True), ("new room", "13")),
        (Destination("room", Wall.N, "relative", new=True), ("new", "room")),
        (Destination("level", Wall.N, "2d6", sense="down"), ("level", "down")),
        (Destination("level", Wall.N, "relative", offset=-2), ("other", "level")),
        (Destination("exit", Wall.N, "2d6"), ("out",)),
        (Destination("trap", Wall.N, "2d6"), ("trap",)),
    ],
)
def test_a_sign_says_where_a_door_leads(destination: Destination, lines: tuple[str, ...]) -> None:
    assert sign_lines(destination) == lines


@pytest.mark.parametrize(
    ("wall", "route", "ahead"),
    [
        (Wall.N, LEFT, (-1, 0)),
        (Wall.N, RIGHT, (1, 0)),
        (Wall.E, LEFT, (0, -1)),
        (Wall.E, RIGHT, (0, 1)),
        (Wall.S, LEFT, (1, 0)),
        (Wall.S, RIGHT, (-1, 0)),
        (Wall.W, LEFT, (0, 1)),
        (Wall.W, RIGHT, (0, -1)),
    ],
)
def test_a_stub_bends_to_the_side_of_somebody_who_walks_out(
    wall: Wall, route: Route, ahead: tuple[int, int]
) -> None:
    destination = Destination("direction", wall, "d10", direction=Compass.NE, route=route)
    stub = stub_of(Spot(0.0, 0.0), wall, destination, 2.0)

    assert stub.passage is not None
    bend, end = stub.passage.points[1:]
    assert (end.x - bend.x, end.y - bend.y) == pytest.approx([0.68 * step for step in ahead])
    assert stub.way is route


def test_the_pointer_of_a_badge_points_where_the_door_leads() -> None:
    bearings = [
        sign.bearing
        for destination in (
            Destination("direction", Wall.E, "d10", direction=Compass.SW, route=LEFT),
            Destination("direction", Wall.E, "clock", hour=7, route=LEFT),
            Destination("return", Wall.E, "d10", second=SecondDoor("W"), route=LEFT),
        )
        if (sign := stub_of(Spot(0.0, 0.0), Wall.E, destination, 2.0).sign) is not None
    ]

    assert bearings == [225, 210, None]


def test_the_far_end_of_a_ladder_goes_the_other_way() -> None:
    destination = Destination("return", Wall.E, "d10", second=SecondDoor("ladder", "up"))
    mark = stub_of(Spot(0.0, 0.0), Wall.E, destination, 2.0).mark

    assert mark is not None
    assert (mark.symbol, mark.sense) == ("ladder", "down")


def test_only_doors_that_lead_somewhere_have_an_open_passage() -> None:
    blank = stub_of(Spot(0.0, 0.0), Wall.N, Destination("nowhere", Wall.N, "d10", length=0), 2.0)
    short = stub_of(Spot(0.0, 0.0), Wall.N, Destination("nowhere", Wall.N, "d10", length=2), 2.0)
    room = stub_of(Spot(0.0, 0.0), Wall.N, Destination("room", Wall.N, "2d6", room=2), 2.0)

    assert blank.passage is None
    assert short.passage is not None
    assert (short.passage.closed, short.ends) == (True, True)
    assert room.passage is not None
    assert (room.passage.closed, room.ends) == (False, False)


def test_doors_that_are_alike_stand_side_by_side_in_the_middle_of_their_wall() -> None:
    figure = exit_figure(Exits((Exit("E"), Exit("N"), Exit("E"))))

    assert [(stub.door.wall, stub.door.place) for stub in figure.stubs] == [
        (Wall.E, Spot(3.5, -0.8)),
        (Wall.N, Spot(0.0, -3.5)),
        (Wall.E, Spot(3.5, 0.8)),
    ]
    assert all(stub.sign is None for stub in figure.stubs)


def test_ladders_and_stairs_lie_side_by_side_in_the_middle() -> None:
    kinds = [Exit(place, sense) for place, sense in product(("ladder", "stairs"), ("up", "down"))]
    figure = exit_figure(Exits(tuple(kinds)))
    across = [mark.place.x for mark in figure.marks]

    assert [(mark.symbol, mark.sense) for mark in figure.marks] == [(way.place, way.sense) for way in kinds]
    assert sum(across) == pytest.approx(0)
    assert all(right - left > MARK_SIZE for left, right in pairwise(across))
    assert not figure.stubs


def test_a_room_can_have_no_way_out() -> None:
    figure = exit_figure(Exits(()))

    assert (figure.stubs, figure.marks) == ((), ())
