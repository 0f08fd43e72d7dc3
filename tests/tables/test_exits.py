"""A room's ways out and dropped dice, by faces given by hand."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from tables import procedures
from tables.destination import Compass, Destination, Route, SecondDoor, Wall
from tables.dice import FairDice, parse_faces
from tables.errors import FacesError, OptionError
from tables.exits import Drop, Drops, Exit, Exits, nearest_wall

if TYPE_CHECKING:
    from tables.outcome import Outcome

NEAREST = """
    N N N N N N N E
    W N N N N N E E
    W W N N N E E E
    W W W N E E E E
    W W W W S E E E
    W W W S S S E E
    W W S S S S S E
    W S S S S S S S
"""
"""The nearest wall of each square of the sheet, as it lies on the table."""


def by_hand(key: str, faces: str, **options: Any) -> Outcome[Any]:
    return procedures.perform_by_hand(key, options, parse_faces(faces))


def test_each_square_of_the_sheet_belongs_to_its_nearest_wall() -> None:
    rows = [line.split() for line in NEAREST.split("\n") if line.strip()]

    found = [[str(nearest_wall(column, row)) for column in range(1, 9)] for row in range(1, 9)]

    assert found == rows
    assert Counter(wall for line in rows for wall in line) == dict.fromkeys("NESW", 16)


@pytest.mark.parametrize(
    ("faces", "text", "places"),
    [
        ("7,8,8,7", "No doors, ladders or stairs: all four dice find nothing.", []),
        ("1,7,8,7", "The room has a door in the north wall.", ["N"]),
        (
            "3,1,3,8",
            "The room has a door in the north wall and two doors in the south wall.",
            ["S", "N", "S"],
        ),
        ("4,4,4,4", "The room has four doors in the west wall.", ["W"] * 4),
        (
            "2,5,6,4,1,2",
            (
                "The room has a door in the east wall, a door in the west wall, a ladder up in the middle "
                "and stairs down in the middle."
            ),
            ["E", ("ladder", "up"), ("stairs", "down"), "W"],
        ),
        (
            "5,5,6,6,1,2,4,6",
            (
                "The room has a ladder up in the middle, a ladder down in the middle "
                "and two flights of stairs down in the middle."
            ),
            [("ladder", "up"), ("ladder", "down"), ("stairs", "down"), ("stairs", "down")],
        ),
        ("5,5,5,7,1,3,5", "The room has three ladders up in the middle.", [("ladder", "up")] * 3),
    ],
)
def test_four_dice_find_the_ways_out(faces: str, text: str, places: list[Any]) -> None:
    outcome = by_hand("door.exits", faces)

    assert outcome.text == text
    assert [(way.place, way.sense) if way.sense else way.place for way in outcome.value.found] == places
    assert {way.destination for way in outcome.value.found} <= {None}
    assert [die.sides for die in outcome.dice] == [8] * 4
    assert len(outcome.rows) == 4


def test_each_door_is_followed_to_its_end_in_the_order_thrown() -> None:
    # A south door, a ladder and two north doors; then 5 and its route; up;
    # 9, the second door's wall and its route; 0, its length and its turn.
    outcome = by_hand("door.exits", "3,5,1,1, 5,6, 3, 9,3,2, 0,4,1", destinations=True)

    assert outcome.value == Exits(
        (
            Exit(
                "S",
                destination=Destination(
                    "direction", Wall.S, "d10", direction=Compass.S, route=Route.STRAIGHT
                ),
            ),
            Exit("ladder", "up"),
            Exit(
                "N",
                destination=Destination("return", Wall.N, "d10", second=SecondDoor("S"), route=Route.RIGHT),
            ),
            Exit("N", destination=Destination("nowhere", Wall.N, "d10", length=4, turn=Route.LEFT)),
        )
    )
    assert [child.key for child in outcome.children] == [
        "door.destination",
        "door.sense",
        "door.destination",
        "door.destination",
    ]
    assert outcome.text == (
        "The room has two doors in the north wall, a door in the south wall and a ladder up in the middle. "
        "A door in the south wall leads south: the passage runs straight on. "
        "A door in the north wall leads back to this room: "
        "the passage turns right and goes round to a second door in the south wall. "
        "Another door in the north wall leads nowhere: "
        "the passage turns left after 2 squares and ends after 4, 40 feet in all."
    )


@pytest.mark.parametrize(
    ("options", "faces", "told"),
    [
        ({"method": "d8"}, "1,7,7,7,7", "A door in the north wall leads west: the passage turns left."),
        ({"method": "clock"}, "2,7,7,7,3,5", "A door in the east wall leads towards 3 o’clock: "),
        ({"method": "relative"}, "3,7,7,7,7", "A door in the south wall leads to the room two numbers above"),
        ({"method": "2d6"}, "4,7,7,7,3,4,6", "A door in the west wall leads to room 6."),
        ({"method": "2d6"}, "4,7,7,7,1,3", "A door in the west wall is false, and there is a trap in it."),
        ({"spiral": True}, "1,7,7,7,3,1", "the passage turns left and goes the long way round the room."),
    ],
)
def test_destinations_go_by_any_method(options: dict[str, Any], faces: str, told: str) -> None:
    outcome = by_hand("door.exits", faces, destinations=True, **options)

    assert told in outcome.text
    assert outcome.value.found[0].destination == outcome.children[0].value


def test_several_doors_of_a_wall_are_told_apart() -> None:
    outcome = by_hand("door.exits", "2,2,2,2,3,5,3,6,3,1,3,2", destinations=True)

    assert "A door in the east wall leads east: the passage runs straight on." in outcome.text
    assert "Another door in the east wall leads east: the passage runs straight on." in outcome.text
    assert "A third door in the east wall leads east: the passage turns left" in outcome.text
    assert "A fourth door in the east wall leads east: the passage turns right" in outcome.text


def test_dropped_dice_are_doors_where_they_lie() -> None:
    # The source's own example, a 5 in the north wall by the left, and three others.
    outcome = by_hand("door.drop", "5@N 3@8,7 9@2,6 0@6,8, 3,1, 5,2, 6")

    east = Destination("direction", Wall.E, "d10", direction=Compass.E, route=Route.LEFT)
    back = Destination("return", Wall.W, "d10", second=SecondDoor("ladder", "down"))
    assert outcome.value == Drops(
        (
            Drop(5, 4, 1, Wall.N, Destination("direction", Wall.N, "d10", Compass.S, route=Route.LEFT)),
            Drop(3, 8, 7, Wall.E, east),
            Drop(9, 2, 6, Wall.W, back),
            Drop(0, 6, 8, Wall.S, Destination("nowhere", Wall.S, "d10", length=0)),
        )
    )
    assert outcome.text == (
        "Four dice fall on the room. "
        "A door in the north wall, 35 feet from its west end (5 at 4,1), leads south: "
        "the passage turns left and goes round the room. "
        "A door in the east wall, 15 feet from its south end (3 at 8,7), leads east: "
        "the passage turns left and goes all the way round the room. "
        "A door in the west wall, 25 feet from its south end (9 at 2,6), leads back to this room: "
        "to a ladder down in the middle of it, with a ladder up where the door’s corridor ends. "
        "A door in the south wall, 25 feet from its east end (0 at 6,8), leads nowhere: "
        "it opens on a blank wall."
    )


def test_all_dice_that_are_thrown_together_come_first() -> None:
    outcome = by_hand("door.drop", "1,2, 9@N, 2@S, 0@2,2, 5,1, 6", dice="2d3")

    assert [die.sides for die in outcome.dice] == [3, 3, *[10, 8, 8] * 3]
    assert [die.face for die in outcome.dice] == [1, 2, 9, 4, 1, 2, 5, 8, 0, 2, 2]
    assert [die.sides for child in outcome.children for die in child.every_die()] == [6, 6, 6]
    assert [child.dice for child in outcome.children] == [(), (), ()]
    assert [hit.first for child in outcome.children for hit in child.rows] == [9, 2, 0]
    assert outcome.text.startswith("Three dice fall on the room. ")


def test_dropped_dice_may_spiral() -> None:
    short = by_hand("door.drop", "3@N 3@N 3@N 3@N")
    spiral = by_hand("door.drop", "3@N 3@N 3@N 3@N 1,2,3,4", spiral=True)

    assert {drop.destination.route for drop in short.value.fallen} == {Route.RIGHT}
    assert [drop.destination.route for drop in spiral.value.fallen] == [Route.LEFT, Route.RIGHT] * 2


@pytest.mark.parametrize(
    ("faces", "options", "said"),
    [
        ("7@9,1 1@N 1@N 1@N", {}, "Face 2 is 9, and a d8 does not show that"),
        ("7@0,1 1@N 1@N 1@N", {}, "Face 2 is 0, and a d8 does not show that"),
        ("11@N 1@N 1@N 1@N", {}, "Face 1 is 11, and a d10 does not show that"),
        ("4,1 1@N 1@N 1@N", {"dice": "2d3"}, "Face 1 is 4, and a d3 does not show that"),
        ("7@N 7@N 7@N", {}, "a d10 follows"),
        ("7@N 7@N 7@N 7@N 7@N", {}, "take the rest away"),
    ],
)
def test_dice_that_cannot_have_fallen_so_are_refused(faces: str, options: dict[str, Any], said: str) -> None:
    with pytest.raises(FacesError, match=said):
        by_hand("door.drop", faces, **options)


@pytest.mark.parametrize(
    ("key", "options"),
    [("door.drop", {"dice": "3"}), ("door.exits", {"method": "d12"}), ("door.exits", {"wall": "N"})],
)
def test_options_that_cannot_be_are_refused(key: str, options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        procedures.perform(key, options, FairDice(b"seed", "label"))


@pytest.mark.parametrize("method", ["d10", "d8", "clock", "relative", "2d6"])
@pytest.mark.parametrize("key", ["door.exits", "door.drop"])
def test_no_more_dice_are_thrown_than_announced(key: str, method: str) -> None:
    options = {"destinations": True, "method": method} if key == "door.exits" else {"dice": "2d3"}
    most = procedures.most_dice(key, options)

    thrown = [
        len(procedures.perform(key, options, FairDice(b"most", f"{seed}")).every_die()) for seed in range(500)
    ]

    assert max(thrown) <= most
    assert max(thrown) > most // 2


def test_each_wall_with_a_door_is_offered_once() -> None:
    outcome = by_hand("door.exits", "4,1,1,6,2", method="clock", spiral=True)

    offered = procedures.offers("door.exits", {"method": "clock", "spiral": True}, outcome)

    assert [(offer.key, offer.label) for offer in offered] == [
        ("door.clock", "Where the north door leads"),
        ("door.clock", "Where the west door leads"),
    ]
    assert [offer.options for offer in offered] == [
        {"wall": "N", "spiral": True},
        {"wall": "W", "spiral": True},
    ]


@pytest.mark.parametrize(
    ("key", "faces", "options", "keys"),
    [
        (
            "door.exits",
            "1,7,7,7,3",
            {"destinations": True},
            ["door.kind", "corridor.junction", "corridor.wall"],
        ),
        ("door.exits", "7,7,7,7", {"destinations": True}, ["room.contents"]),
        ("door.exits", "7,7,7,7", {}, ["room.contents"]),
        ("door.drop", "3@N 3@N 3@N 3@N", {}, ["door.kind", "corridor.junction", "corridor.wall"]),
        ("door.destination", "3", {}, ["door.kind", "corridor.junction", "corridor.wall"]),
        ("door.destination", "9,2", {}, ["door.kind", "corridor.junction", "corridor.wall"]),
        ("door.destination", "0,6", {}, ["door.kind"]),
        ("door.relative", "1", {"room": 2}, ["door.kind", "door.link"]),
        ("door.relative", "0", {}, ["door.kind", "room.size"]),
        ("door.2d6", "1,2", {}, ["trap.roll"]),
        ("door.2d6", "6,6", {}, ["door.kind"]),
    ],
)
def test_what_follows_is_offered(key: str, faces: str, options: dict[str, Any], keys: list[str]) -> None:
    offered = procedures.offers(key, options, by_hand(key, faces, **options))

    assert [offer.key for offer in offered] == keys
