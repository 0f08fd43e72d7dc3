"""The other ways to roll for a door: every row thrown by hand and followed to the end."""

from typing import Any

import pytest

from tables import procedures
from tables.catalog import load
from tables.destination import (
    Compass,
    Destination,
    Route,
    SecondDoor,
    Wall,
)

N, E, S, W = Wall
LEFT, RIGHT, STRAIGHT = Route.LEFT, Route.RIGHT, Route.STRAIGHT

Rolled = tuple[str, dict[str, Any], tuple[int, ...], Destination, str]


def towards(direction: str, route: Route, wall: Wall = N, method: Any = "d10") -> Destination:
    return Destination("direction", wall, method, direction=Compass(direction), route=route)


def at_hour(hour: int, route: Route, wall: Wall = N) -> Destination:
    return Destination("direction", wall, "clock", hour=hour, route=route)


ROUND = "and goes round the room"
LONG = "and goes the long way round the room"
CIRCLE = "and goes all the way round the room"

D8: list[Rolled] = [
    ("door.d8", {}, faces, towards(direction, route, N, "d8"), text)
    for faces, direction, route, text in [
        ((1, 6), "N", STRAIGHT, "The north door leads north: the passage runs straight on."),
        ((2,), "NE", RIGHT, "The north door leads north-east: the passage turns right."),
        ((3,), "E", RIGHT, "The north door leads east: the passage turns right."),
        ((4,), "SE", RIGHT, "The north door leads south-east: the passage turns right."),
        ((5, 4), "S", RIGHT, f"The north door leads south: the passage turns right {ROUND}."),
        ((6,), "SW", LEFT, "The north door leads south-west: the passage turns left."),
        ((7,), "W", LEFT, "The north door leads west: the passage turns left."),
        ((8,), "NW", LEFT, "The north door leads north-west: the passage turns left."),
    ]
]

CLOCK: list[Rolled] = [
    ("door.clock", options, faces, destination, text)
    for options, faces, destination, text in [
        ({}, (1,), at_hour(1, RIGHT), "The north door leads towards 1 o’clock: the passage turns right."),
        ({}, (2,), at_hour(2, RIGHT), "The north door leads towards 2 o’clock: the passage turns right."),
        ({}, (3,), at_hour(3, RIGHT), "The north door leads towards 3 o’clock: the passage turns right."),
        ({}, (4,), at_hour(4, RIGHT), "The north door leads towards 4 o’clock: the passage turns right."),
        ({}, (5,), at_hour(5, RIGHT), "The north door leads towards 5 o’clock: the passage turns right."),
        (
            {},
            (6, 1),
            at_hour(6, LEFT),
            f"The north door leads towards 6 o’clock: the passage turns left {ROUND}.",
        ),
        ({}, (7,), at_hour(7, LEFT), "The north door leads towards 7 o’clock: the passage turns left."),
        ({}, (8,), at_hour(8, LEFT), "The north door leads towards 8 o’clock: the passage turns left."),
        ({}, (9,), at_hour(9, LEFT), "The north door leads towards 9 o’clock: the passage turns left."),
        ({}, (10,), at_hour(10, LEFT), "The north door leads towards 10 o’clock: the passage turns left."),
        ({}, (11,), at_hour(11, LEFT), "The north door leads towards 11 o’clock: the passage turns left."),
        (
            {},
            (12, 5),
            at_hour(12, STRAIGHT),
            "The north door leads towards 12 o’clock: the passage runs straight on.",
        ),
        (
            {},
            (12, 2),
            at_hour(12, RIGHT),
            f"The north door leads towards 12 o’clock: the passage turns right {CIRCLE}.",
        ),
        (
            {"wall": "E"},
            (3, 6),
            at_hour(3, STRAIGHT, E),
            "The east door leads towards 3 o’clock: the passage runs straight on.",
        ),
        (
            {"spiral": True},
            (11, 2),
            at_hour(11, RIGHT),
            f"The north door leads towards 11 o’clock: the passage turns right {LONG}.",
        ),
    ]
]


def numbered(kind: Any = "room", **more: Any) -> Destination:
    return Destination(kind, N, "relative", **more)


RELATIVE: list[Rolled] = [
    ("door.relative", options, faces, destination, f"The north door leads {text}.")
    for options, faces, destination, text in [
        ({}, (1,), numbered(offset=-4), "to the room four numbers below this one"),
        ({}, (2,), numbered(offset=-3), "to the room three numbers below this one"),
        ({}, (3,), numbered(offset=-2), "to the room two numbers below this one"),
        ({}, (4,), numbered(offset=-1), "to the room one number below this one"),
        (
            {},
            (5, 2),
            numbered("return", second=SecondDoor("E"), route=RIGHT),
            "back to this room: the passage turns right to a second door in the east wall",
        ),
        (
            {"room": 5, "rooms": 9},
            (5, 3, 1),
            numbered("return", second=SecondDoor("S"), route=LEFT),
            "back to this room: the passage turns left and goes round to a second door in the south wall",
        ),
        ({}, (6,), numbered(offset=1), "to the room one number above this one"),
        ({}, (7,), numbered(offset=2), "to the room two numbers above this one"),
        ({}, (8,), numbered(offset=3), "to the room three numbers above this one"),
        ({}, (9,), numbered(offset=4), "to the room four numbers above this one"),
        ({}, (0,), numbered(new=True), "to a new room, with the next free number"),
        ({"rooms": 9}, (0,), numbered(new=True, room=10), "to a new room, number 10"),
        ({"room": 5}, (0,), numbered(new=True), "to a new room, with the next free number"),
        ({"rooms": 9}, (3,), numbered(offset=-2), "to the room two numbers below this one"),
        ({"room": 5}, (1,), numbered(room=1, offset=-4), "to room 1, four numbers below this one"),
        ({"room": 5}, (9,), numbered(room=9, offset=4), "to room 9, four numbers above this one"),
        (
            {"room": 5, "rooms": 9},
            (9,),
            numbered(room=9, offset=4, new=False),
            "to room 9, four numbers above this one",
        ),
        (
            {"room": 5, "rooms": 8},
            (9,),
            numbered(room=9, offset=4, new=True),
            "to a new room, number 9, since no room yet is four numbers above this one",
        ),
        (
            {"room": 8, "rooms": 8},
            (9,),
            numbered(room=9, offset=4, new=True),
            "to a new room, number 9, since no room yet is four numbers above this one",
        ),
        (
            {"room": 4, "rooms": 8},
            (1,),
            numbered("level", offset=-4),
            "to another level, since no room here is four numbers below this one",
        ),
        (
            {"room": 1},
            (4,),
            numbered("level", offset=-1),
            "to another level, since no room here is one number below this one",
        ),
    ]
]


def by_two(kind: Any, **more: Any) -> Destination:
    return Destination(kind, N, "2d6", **more)


TWO_DICE: list[Rolled] = [
    ("door.2d6", options, faces, destination, f"The north door {text}.")
    for options, faces, destination, text in [
        ({}, (1, 1, 6), by_two("nowhere", length=0), "leads nowhere: it opens on a blank wall"),
        (
            {},
            (1, 1, 3, 2),
            by_two("nowhere", length=3, turn=RIGHT),
            "leads nowhere: the passage turns right after 2 squares and ends after 3, 30 feet in all",
        ),
        ({}, (1, 2), by_two("trap"), "is false, and there is a trap in it"),
        ({}, (2, 2), by_two("trap"), "is false, and there is a trap in it"),
        ({}, (4, 1), by_two("trap"), "is false, and there is a trap in it"),
        ({}, (3, 3, 5), by_two("room", room=5), "leads to room 5"),
        ({}, (6, 1, 8), by_two("room", room=8), "leads to room 8"),
        ({"rooms": 20}, (4, 4, 20), by_two("room", room=20), "leads to room 20"),
        ({}, (4, 5, 1), by_two("level", sense="up"), "leads up to another level"),
        ({}, (5, 5, 2), by_two("level", sense="down"), "leads down to another level"),
        ({}, (6, 5, 3), by_two("level", sense="up"), "leads up to another level"),
        ({}, (6, 6), by_two("exit"), "leads out of the dungeon"),
    ]
]

EVERY = D8 + CLOCK + RELATIVE + TWO_DICE


@pytest.mark.parametrize(("key", "options", "faces", "destination", "text"), EVERY)
def test_dice_thrown_by_hand_lead_where_the_source_says(
    key: str, options: dict[str, Any], faces: tuple[int, ...], destination: Destination, text: str
) -> None:
    outcome = procedures.perform_by_hand(key, options, faces)

    assert outcome.value == destination
    assert outcome.text == text
    assert outcome.faces() == faces
    assert outcome.key == key


@pytest.mark.parametrize("method", ["door.d8", "door.clock", "door.relative", "door.2d6"])
def test_every_row_is_thrown_above(method: str) -> None:
    thrown = {
        procedures.perform_by_hand(key, options, faces).rows[0].first
        for key, options, faces, _, _ in EVERY
        if key == method
    }

    assert thrown == {row.first for row in load().table(method).rows}
