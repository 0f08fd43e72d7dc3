"""The tables behind doors rolled alone, and what an outcome shows of its dice."""

import pytest

from tables import procedures
from tables.outcome import to_json


@pytest.mark.parametrize(
    ("key", "faces", "value", "text"),
    [
        ("door.second", (1,), "N", "A door in the north wall."),
        ("door.second", (2,), "E", "A door in the east wall."),
        ("door.second", (3,), "S", "A door in the south wall."),
        ("door.second", (4,), "W", "A door in the west wall."),
        ("door.second", (5, 1), "ladder", "A ladder in the middle of the room: up."),
        ("door.second", (6, 6), "stairs", "Stairs in the middle of the room: down."),
        ("door.sense", (1,), "up", "Up."),
        ("door.sense", (2,), "down", "Down."),
        ("door.sense", (3,), "up", "Up."),
        ("door.sense", (4,), "down", "Down."),
        ("door.sense", (5,), "up", "Up."),
        ("door.sense", (6,), "down", "Down."),
        ("door.dead-end", (1,), "1", "A dead end after 1 square, 10 feet."),
        ("door.dead-end", (2,), "2", "A dead end after 2 squares, 20 feet."),
        (
            "door.dead-end",
            (3, 1),
            "3",
            "A dead end of 3 squares, 30 feet, with a turn after the second: left.",
        ),
        (
            "door.dead-end",
            (4, 2),
            "4",
            "A dead end of 4 squares, 40 feet, with a turn after the second: right.",
        ),
        (
            "door.dead-end",
            (5, 3),
            "5",
            "A dead end of 5 squares, 50 feet, with a turn after the second: left.",
        ),
        ("door.dead-end", (6,), "0", "A blank wall."),
        ("door.turn", (1,), "left", "Left."),
        ("door.turn", (2,), "right", "Right."),
        ("door.turn", (3,), "left", "Left."),
        ("door.turn", (4,), "right", "Right."),
        ("door.turn", (5,), "left", "Left."),
        ("door.turn", (6,), "right", "Right."),
        ("door.route", (1,), "left", "The left-hand route."),
        ("door.route", (2,), "right", "The right-hand route."),
        ("door.route", (3,), "left", "The left-hand route."),
        ("door.route", (4,), "right", "The right-hand route."),
        ("door.route", (5,), "straight", "Straight on."),
        ("door.route", (6,), "straight", "Straight on."),
        ("door.round", (1,), "left", "The left-hand route."),
        ("door.round", (2,), "right", "The right-hand route."),
        ("door.round", (3,), "left", "The left-hand route."),
        ("door.round", (4,), "right", "The right-hand route."),
        ("door.round", (5,), "left", "The left-hand route."),
        ("door.round", (6,), "right", "The right-hand route."),
        ("door.room", (7,), 7, "Room 7."),
    ],
)
def test_a_table_rolled_alone_says_its_row(
    key: str, faces: tuple[int, ...], value: object, text: str
) -> None:
    outcome = procedures.perform_by_hand(key, {}, faces)

    assert (outcome.value, outcome.text) == (value, text)


def test_the_dice_say_what_each_was_for() -> None:
    def purposes(key: str, faces: tuple[int, ...]) -> list[tuple[int, int, str]]:
        outcome = procedures.perform_by_hand(key, {}, faces)
        return [(die.sides, die.face, die.purpose) for die in outcome.every_die()]

    assert purposes("door.destination", (9, 3, 2)) == [
        (10, 9, "destination"),
        (6, 3, "second door"),
        (6, 2, "route"),
    ]
    assert purposes("door.destination", (0, 4, 2)) == [
        (10, 0, "destination"),
        (6, 4, "length"),
        (6, 2, "turn"),
    ]
    assert purposes("door.2d6", (3, 4, 8)) == [
        (6, 3, "destination"),
        (6, 4, "destination"),
        (8, 8, "room"),
    ]


def test_every_step_is_a_child_with_its_own_row() -> None:
    outcome = procedures.perform_by_hand("door.destination", {}, (9, 3, 2))

    assert [(child.key, child.rows[0].text, child.text) for child in outcome.children] == [
        ("door.second", "a door in the south wall", "A door in the south wall."),
        ("door.round", "the right-hand route", "The right-hand route."),
    ]
    assert outcome.rows[0].text == "back to this room, through a second door"


def test_json_of_a_destination_has_its_agreed_shape() -> None:
    document = to_json(procedures.perform_by_hand("door.destination", {}, (5, 1)))

    assert document["value"] == {
        "kind": "direction",
        "wall": "N",
        "method": "d10",
        "direction": "S",
        "route": "left",
    }
    assert document["dice"] == [{"sides": 10, "face": 5, "for": "destination", "kept": True}]
    assert document["children"][0]["dice"] == [{"sides": 6, "face": 1, "for": "route", "kept": True}]


def test_json_of_a_second_door_nests() -> None:
    document = to_json(procedures.perform_by_hand("door.destination", {"wall": "E"}, (9, 5, 2)))

    assert document["value"] == {
        "kind": "return",
        "wall": "E",
        "method": "d10",
        "second": {"place": "ladder", "sense": "down"},
    }
