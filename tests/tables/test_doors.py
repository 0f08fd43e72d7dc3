"""Where a door leads by the d10: every row thrown by hand and followed to the end."""

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


def back(place: Any, route: Route | None, sense: Any = None, wall: Wall = N) -> Destination:
    return Destination("return", wall, "d10", second=SecondDoor(place, sense), route=route)


def nowhere(length: int, turn: Route | None = None) -> Destination:
    return Destination("nowhere", N, "d10", length=length, turn=turn)


ROUND = "and goes round the room"
LONG = "and goes the long way round the room"
CIRCLE = "and goes all the way round the room"
BACK = "The north door leads back to this room:"
NOWHERE = "The north door leads nowhere:"

D10: list[Rolled] = [
    ("door.destination", {}, faces, destination, text)
    for faces, destination, text in [
        ((1, 1), towards("N", LEFT), f"The north door leads north: the passage turns left {CIRCLE}."),
        ((1, 2), towards("N", RIGHT), f"The north door leads north: the passage turns right {CIRCLE}."),
        ((1, 3), towards("N", LEFT), f"The north door leads north: the passage turns left {CIRCLE}."),
        ((1, 4), towards("N", RIGHT), f"The north door leads north: the passage turns right {CIRCLE}."),
        ((1, 5), towards("N", STRAIGHT), "The north door leads north: the passage runs straight on."),
        ((1, 6), towards("N", STRAIGHT), "The north door leads north: the passage runs straight on."),
        ((2,), towards("NE", RIGHT), "The north door leads north-east: the passage turns right."),
        ((3,), towards("E", RIGHT), "The north door leads east: the passage turns right."),
        ((4,), towards("SE", RIGHT), "The north door leads south-east: the passage turns right."),
        ((5, 1), towards("S", LEFT), f"The north door leads south: the passage turns left {ROUND}."),
        ((5, 2), towards("S", RIGHT), f"The north door leads south: the passage turns right {ROUND}."),
        ((5, 3), towards("S", LEFT), f"The north door leads south: the passage turns left {ROUND}."),
        ((5, 4), towards("S", RIGHT), f"The north door leads south: the passage turns right {ROUND}."),
        ((5, 5), towards("S", LEFT), f"The north door leads south: the passage turns left {ROUND}."),
        ((5, 6), towards("S", RIGHT), f"The north door leads south: the passage turns right {ROUND}."),
        ((6,), towards("SW", LEFT), "The north door leads south-west: the passage turns left."),
        ((7,), towards("W", LEFT), "The north door leads west: the passage turns left."),
        ((8,), towards("NW", LEFT), "The north door leads north-west: the passage turns left."),
        (
            (9, 1, 3),
            back("N", LEFT),
            f"{BACK} the passage turns left and comes back to another door in the north wall.",
        ),
        ((9, 2), back("E", RIGHT), f"{BACK} the passage turns right to a second door in the east wall."),
        (
            (9, 3, 6),
            back("S", RIGHT),
            f"{BACK} the passage turns right and goes round to a second door in the south wall.",
        ),
        ((9, 4), back("W", LEFT), f"{BACK} the passage turns left to a second door in the west wall."),
        (
            (9, 5, 1),
            back("ladder", None, "up"),
            f"{BACK} to a ladder up in the middle of it, with a ladder down where the door’s corridor ends.",
        ),
        (
            (9, 5, 2),
            back("ladder", None, "down"),
            f"{BACK} to a ladder down in the middle of it, with a ladder up where the door’s corridor ends.",
        ),
        (
            (9, 6, 5),
            back("stairs", None, "up"),
            f"{BACK} to stairs up in the middle of it, with stairs down where the door’s corridor ends.",
        ),
        (
            (9, 6, 4),
            back("stairs", None, "down"),
            f"{BACK} to stairs down in the middle of it, with stairs up where the door’s corridor ends.",
        ),
        ((0, 1), nowhere(1), f"{NOWHERE} the passage ends after 1 square, 10 feet."),
        ((0, 2), nowhere(2), f"{NOWHERE} the passage ends after 2 squares, 20 feet."),
        (
            (0, 3, 1),
            nowhere(3, LEFT),
            f"{NOWHERE} the passage turns left after 2 squares and ends after 3, 30 feet in all.",
        ),
        (
            (0, 4, 2),
            nowhere(4, RIGHT),
            f"{NOWHERE} the passage turns right after 2 squares and ends after 4, 40 feet in all.",
        ),
        (
            (0, 5, 5),
            nowhere(5, LEFT),
            f"{NOWHERE} the passage turns left after 2 squares and ends after 5, 50 feet in all.",
        ),
        ((0, 6), nowhere(0), f"{NOWHERE} it opens on a blank wall."),
    ]
]

SPIRAL: list[Rolled] = [
    ("door.destination", {"spiral": True}, faces, destination, text)
    for faces, destination, text in [
        ((1, 5), towards("N", STRAIGHT), "The north door leads north: the passage runs straight on."),
        ((2, 2), towards("NE", RIGHT), "The north door leads north-east: the passage turns right."),
        ((2, 1), towards("NE", LEFT), f"The north door leads north-east: the passage turns left {LONG}."),
        ((3, 3), towards("E", LEFT), f"The north door leads east: the passage turns left {LONG}."),
        ((4, 5), towards("SE", LEFT), f"The north door leads south-east: the passage turns left {LONG}."),
        ((5, 1), towards("S", LEFT), f"The north door leads south: the passage turns left {ROUND}."),
        ((6, 2), towards("SW", RIGHT), f"The north door leads south-west: the passage turns right {LONG}."),
        ((7, 6), towards("W", RIGHT), f"The north door leads west: the passage turns right {LONG}."),
        ((8, 4), towards("NW", RIGHT), f"The north door leads north-west: the passage turns right {LONG}."),
        (
            (9, 2, 1),
            back("E", LEFT),
            f"{BACK} the passage turns left and goes the long way round to a second door in the east wall.",
        ),
        ((9, 4, 1), back("W", LEFT), f"{BACK} the passage turns left to a second door in the west wall."),
        (
            (9, 5, 1),
            back("ladder", None, "up"),
            f"{BACK} to a ladder up in the middle of it, with a ladder down where the door’s corridor ends.",
        ),
        ((0, 6), nowhere(0), f"{NOWHERE} it opens on a blank wall."),
    ]
]

OTHER_WALLS: list[Rolled] = [
    (
        "door.destination",
        {"wall": "S"},
        (5, 5),
        towards("S", STRAIGHT, S),
        "The south door leads south: the passage runs straight on.",
    ),
    (
        "door.destination",
        {"wall": "S"},
        (3,),
        towards("E", LEFT, S),
        "The south door leads east: the passage turns left.",
    ),
    (
        "door.destination",
        {"wall": "E"},
        (1,),
        towards("N", LEFT, E),
        "The east door leads north: the passage turns left.",
    ),
    (
        "door.destination",
        {"wall": "E"},
        (7, 2),
        towards("W", RIGHT, E),
        f"The east door leads west: the passage turns right {ROUND}.",
    ),
    (
        "door.destination",
        {"wall": "W"},
        (9, 4, 2),
        back("W", RIGHT, wall=W),
        f"{BACK} the passage turns right and comes back to another door in the west wall.".replace(
            "north", "west"
        ),
    ),
    (
        "door.destination",
        {"wall": "W"},
        (9, 1),
        back("N", RIGHT, wall=W),
        "The west door leads back to this room: the passage turns right to a second door in the north wall.",
    ),
]

EVERY = D10 + SPIRAL + OTHER_WALLS


@pytest.mark.parametrize(("key", "options", "faces", "destination", "text"), EVERY)
def test_dice_thrown_by_hand_lead_where_the_source_says(
    key: str, options: dict[str, Any], faces: tuple[int, ...], destination: Destination, text: str
) -> None:
    outcome = procedures.perform_by_hand(key, options, faces)

    assert outcome.value == destination
    assert outcome.text == text
    assert outcome.faces() == faces
    assert outcome.key == key


def test_every_row_is_thrown_above() -> None:
    thrown = {procedures.perform_by_hand(key, {}, faces).rows[0].first for key, _, faces, _, _ in D10}

    assert thrown == {row.first for row in load().table("door.destination").rows}
