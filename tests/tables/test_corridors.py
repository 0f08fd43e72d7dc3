"""Corridors as golden cases: dice by hand, and what is said of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tables import procedures
from tables.corridors import Stretch
from tables.errors import FacesError, OptionError

if TYPE_CHECKING:
    from tables.outcome import Outcome


def roll(key: str, faces: str, **options: Any) -> Outcome[Any]:
    return procedures.perform_by_hand(key, options, [int(face) for face in faces.split()])


def offered(outcome: Outcome[Any], key: str, **options: Any) -> list[str]:
    return [offer.key for offer in procedures.offers(key, options, outcome)]


@pytest.mark.parametrize(
    ("faces", "text", "value"),
    [
        ("1", "An ordinary junction.", "plain"),
        ("2", "A junction with a trap in it.", "trapped"),
        ("3", "A junction whose trap no longer works.", "disabled"),
        ("4", "Something small in the way, such as fallen stones or standing water.", "obstacle"),
        ("5", "A door.", "door"),
        ("6", "A room.", "room"),
    ],
)
def test_a_junction(faces: str, text: str, value: str) -> None:
    outcome = roll("corridor.junction", faces)

    assert (outcome.text, outcome.value, outcome.children) == (text, value, ())


def test_a_trapped_junction_is_an_ordinary_one_to_players() -> None:
    plain, trapped = roll("corridor.junction", "1"), roll("corridor.junction", "2")

    assert plain.for_players() == trapped.for_players()
    assert plain.for_players().text == "An ordinary junction."
    assert offered(trapped, "corridor.junction") == ["trap.roll", "corridor.wall"]
    assert offered(trapped.for_players(), "corridor.junction") == ["corridor.wall"]


def test_junctions_are_numbered_and_those_alike_told_together() -> None:
    outcome = roll("corridor.junction", "5 1 2 5 6", count=5)

    assert outcome.value == ("door", "plain", "trapped", "door", "room")
    assert outcome.text == (
        "Junctions 1 and 4: a door; 2: an ordinary junction; 3: a junction with a trap in it; 5: a room."
    )
    assert (
        outcome.for_players().text == "Junctions 1 and 4: a door; 2 and 3: an ordinary junction; 5: a room."
    )
    assert outcome.for_players().value == ("door", "plain", "plain", "door", "room")
    assert [child.value for child in outcome.children] == list(outcome.value)


def test_both_walls_are_told_by_the_distance() -> None:
    outcome = roll("corridor.wall", "6 1 3 3 2 8", length=180)

    assert outcome.value == (
        Stretch(60, "door", "blank"),
        Stretch(120, "passage", "passage"),
        Stretch(180, "secret", "stairs"),
    )
    assert outcome.text == (
        "After 60 feet: a door on the left, a blank wall on the right. "
        "After 120 feet: a side passage on both sides. "
        "After 180 feet: a blank wall with a secret door in it on the left, stairs on the right."
    )


def test_a_secret_door_is_a_blank_wall_to_players() -> None:
    secret = roll("corridor.wall", "2 1")

    assert secret.for_players() == roll("corridor.wall", "1 2").for_players()
    assert secret.for_players().text == "After 60 feet: a blank wall on both sides."
    assert secret.for_players().value == (Stretch(60, "blank", "blank"),)


@pytest.mark.parametrize(
    ("length", "checks", "rest"), [(60, 1, 0), (119, 1, 59), (120, 2, 0), (1_200, 20, 0)]
)
def test_only_whole_stretches_are_checked(length: int, checks: int, rest: int) -> None:
    outcome = roll("corridor.wall", " ".join(["1", "2"] * checks), length=length)

    assert len(outcome.value) == checks
    for told in (outcome, outcome.for_players()):
        assert told.text.endswith(f"The last {rest} feet are too short for a check.") is bool(rest)


PASSAGES: list[tuple[str, dict[str, Any], str]] = [
    ("2", {}, "Straight on (next check in 60 feet)."),
    (
        "3 1 5 12",
        {},
        (
            "A door (if at the side, check at once for another, or else in 30 feet): it is on the left. "
            "Beyond the door: a passage straight on, 10 feet wide."
        ),
    ),
    (
        "5 13 4",
        {},
        (
            "A door (if at the side, check at once for another, or else in 30 feet): it is straight ahead. "
            "Beyond the door: a room of 10 by 10 feet."
        ),
    ),
    ("6 2 12", {}, "A side passage (next check in 30 feet): to the left, at a right angle; 10 feet wide."),
    (
        "10 11 18",
        {},
        "A side passage (next check in 30 feet): to both sides, where this one ends in a T; 5 feet wide.",
    ),
    (
        "7 16 20 17 6",
        {},
        (
            "A side passage (next check in 30 feet): to both sides, and this one goes on. "
            "A river 20 feet wide crosses it: there is a boat on the far bank."
        ),
    ),
    (
        "13 20 13",
        {},
        "A turn (next check in 30 feet): to the right, slanting back at 45 degrees; 20 feet wide.",
    ),
    (
        "14 16 14 1 1",
        {},
        (
            "The passage opens out (next check 30 feet beyond that). "
            "A chamber of 40 by 60 feet with one passage opposite."
        ),
    ),
    ("17 8", {}, "A way up or down: stairs up one level."),
    ("18", {}, "A dead end, whose walls may be searched for secret doors."),
    (
        "19 20",
        {},
        (
            "A trick or trap, and the passage goes on (next check in 30 feet): "
            "a chute down one level, which nobody can climb."
        ),
    ),
    ("20", {}, "A wandering monster (check again at once for what lies ahead)."),
    ("4", {"edition": "osric"}, "Straight on (next check in 50 feet)."),
    ("5", {"edition": "osric"}, "A dead end."),
    (
        "8 7 4 9 13",
        {"edition": "osric"},
        (
            "A door (next check in 30 feet): it is on the right: no second door is opposite. "
            "Beyond the door: a passage that leaves to the left at 45 degrees, 10 feet wide."
        ),
    ),
    (
        "14 9 3 1",
        {"edition": "osric"},
        "A side passage (next check in 30 feet): to the left, at 45 degrees: slanting ahead; 5 feet wide.",
    ),
    ("15 9", {"edition": "osric"}, "A way up or down: stairs up one level."),
    (
        "19 20 19 12",
        {"edition": "osric"},
        "A turn (next check in 30 feet): to the right, at 45 degrees. It is 50 feet wide.",
    ),
    ("20", {"edition": "osric"}, "A wandering monster (next check in 30 feet)."),
]


@pytest.mark.parametrize(("faces", "options", "text"), PASSAGES)
def test_what_a_passage_comes_to(faces: str, options: dict[str, Any], text: str) -> None:
    assert roll("corridor.periodic", faces, **options).text == text


@pytest.mark.parametrize(("faces", "text"), [(faces, text) for faces, options, text in PASSAGES if options])
def test_the_key_of_an_edition_gives_the_same(faces: str, text: str) -> None:
    outcome = roll("corridor.periodic.osric", faces)

    assert (outcome.key, outcome.text) == ("corridor.periodic.osric", text)


def test_a_trap_ahead_is_a_straight_passage_to_players() -> None:
    straight, trap = roll("corridor.periodic", "1"), roll("corridor.periodic", "19 15 2 1")

    assert trap.text.endswith("a trap that shoots 2 arrows: poisoned.")
    assert straight.for_players() == trap.for_players()
    assert trap.for_players().text == "Straight on."
    assert offered(trap.for_players(), "corridor.periodic") == ["corridor.periodic"]


@pytest.mark.parametrize(
    ("faces", "keys"),
    [
        ("2", ["corridor.periodic"]),
        ("18", ["corridor.wall"]),
        ("20", ["encounter.room", "corridor.periodic"]),
        ("17 8", ["corridor.periodic"]),
        ("17 10 1", ["corridor.wall"]),
        ("17 11", ["corridor.periodic"]),
        ("3 1 5 12", ["corridor.periodic", "door.kind"]),
        ("3 13 5 12", ["corridor.periodic", "door.kind"]),
        ("3 13 4", ["door.kind"]),
        ("19 19 11", ["corridor.periodic", "encounter.room", "treasure.cache"]),
    ],
)
def test_a_passage_goes_on_unless_it_ends(faces: str, keys: list[str]) -> None:
    assert offered(roll("corridor.periodic", faces), "corridor.periodic") == keys


def test_edition_and_level_go_on_to_the_next_check() -> None:
    asked = {"edition": "osric", "level": 5}
    outcome = roll("corridor.periodic", "20", **asked)

    who, check = procedures.offers("corridor.periodic", asked, outcome)

    assert (who.key, dict(who.options)) == ("encounter.room", {"level": 5, "occupied": True})
    assert (check.key, dict(check.options)) == ("corridor.periodic", asked)


@pytest.mark.parametrize(
    ("faces", "text"),
    [
        ("1", "10 feet wide."),
        ("17", "30 feet wide."),
        ("19 1", "It is 40 feet wide, with a row of columns down the middle."),
        ("19 7", "It is 40 feet wide, with two rows of columns."),
        ("20 10", "It is 50 feet wide, with two rows of columns."),
        (
            "20 11 16",
            (
                "It is 50 feet wide, with columns that carry galleries 10 feet wide and 20 feet up: "
                "stairs go up to them where it begins."
            ),
        ),
        ("19 13 15", "A stream 10 feet wide crosses it: there is a bridge."),
        ("19 15 16", "A stream 10 feet wide crosses it: there is no bridge."),
        ("19 18 5", "A river 40 feet wide crosses it: there is a boat on this bank."),
        ("19 19 8", "A river 60 feet wide crosses it: there is no way across."),
        (
            "19 20 11",
            (
                "A chasm 20 feet wide and 150 to 200 feet deep crosses it: "
                "in one place it is only 5 to 10 feet wide, and can be jumped."
            ),
        ),
    ],
)
def test_how_wide_a_passage_is(faces: str, text: str) -> None:
    outcome = roll("corridor.width", faces)

    assert outcome.text == text
    assert offered(outcome, "corridor.width") == ["corridor.periodic"]


@pytest.mark.parametrize(
    ("faces", "text", "secret"),
    [
        ("5 1", "Stairs down one level.", "A door falls shut behind and stays so for a day."),
        ("5 2", "Stairs down one level.", "Nothing shuts behind."),
        ("6 2", "Stairs down two levels.", "A door falls shut behind and stays so for a day."),
        ("7 4", "Stairs down three levels.", "Nothing shuts behind."),
        ("9 1", "Stairs up to a dead end.", "Where it ends, a chute goes down two levels."),
        ("10 1", "Stairs down to a dead end.", "Where it ends, a chute goes down one level."),
        ("10 6", "Stairs down to a dead end.", "There is nothing else."),
    ],
)
def test_what_stairs_do_to_people_is_told_to_game_masters(faces: str, text: str, secret: str) -> None:
    outcome = roll("corridor.stairs", faces)

    assert outcome.text == text
    assert [child.text for child in outcome.children if child.secret] == [secret]
    assert outcome.for_players().text == text
    assert outcome.for_players().children == ()


@pytest.mark.parametrize(
    ("faces", "key", "level"),
    [
        ("5 1", "corridor.periodic", 6),
        ("6 2", "corridor.periodic", 7),
        ("7 4", "corridor.periodic", 8),
        ("8", "corridor.periodic", 4),
        ("18 16 14 1 1", "room.contents", 6),
    ],
)
def test_what_follows_stairs_is_rolled_on_the_level_that_they_lead_to(
    faces: str, key: str, level: int
) -> None:
    offer, *_ = procedures.offers("corridor.stairs", {"level": 5}, roll("corridor.stairs", faces, level=5))

    assert (offer.key, offer.options["level"]) == (key, level)


def test_stairs_up_from_the_first_level_are_followed_on_it() -> None:
    (offer,) = procedures.offers("corridor.stairs", {}, roll("corridor.stairs", "8"))

    assert offer.options["level"] == 1


def test_stairs_to_a_chamber_have_the_chamber_rolled() -> None:
    outcome = roll("corridor.stairs", "18 16 14 1 1")

    assert outcome.text == (
        "Stairs up one level and then down two, to a chamber. "
        "A chamber of 40 by 60 feet with one passage opposite."
    )
    assert "room.contents" in offered(outcome, "corridor.stairs")


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("corridor.junction", {"count": 0}),
        ("corridor.junction", {"count": 21}),
        ("corridor.wall", {"length": 59}),
        ("corridor.wall", {"length": 1_201}),
        ("corridor.periodic", {"edition": "fifth"}),
    ],
)
def test_what_cannot_be_is_refused_before_a_die(key: str, options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        procedures.check(key, options)


def test_two_dice_are_thrown_for_each_stretch() -> None:
    with pytest.raises(FacesError):
        roll("corridor.wall", "1 2 3", length=120)
