"""What doors are like and what lies beyond them, by faces given by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from tables import procedures
from tables.dice import FairDice, parse_faces
from tables.door_beyond import Beyond
from tables.door_kinds import DoorKind
from tables.errors import OptionError

if TYPE_CHECKING:
    from tables.outcome import Outcome


def by_hand(key: str, faces: str, **options: Any) -> Outcome[Any]:
    return procedures.perform_by_hand(key, options, parse_faces(faces))


@pytest.mark.parametrize(
    ("faces", "kind", "text"),
    [
        ("1,1", DoorKind("unlocked", "wood"), "A wooden door, not locked."),
        ("8,20", DoorKind("unlocked", "curtain"), "A curtain instead of a door."),
        ("9,10", DoorKind("stuck", "iron-bound"), "A door of wood bound with iron, stuck."),
        ("16,15", DoorKind("locked", "stone"), "A stone door, locked."),
        ("17,20", DoorKind("barred", "portcullis"), "A portcullis, barred on the far side."),
        ("19,18", DoorKind("trapped", "iron"), "An iron door, not locked, but with a trap in it."),
        ("20,20", DoorKind("trapped", "curtain"), "A curtain instead of a door, with a trap in it."),
    ],
)
def test_a_door_is_shut_in_some_way_and_made_of_something(faces: str, kind: DoorKind, text: str) -> None:
    outcome = by_hand("door.kind", faces)

    assert outcome.value == kind
    assert outcome.text == text


@pytest.mark.parametrize("material", range(1, 21))
def test_players_cannot_tell_a_trapped_door_from_one_that_is_not_locked(material: int) -> None:
    plain = by_hand("door.kind", f"1,{material}")
    trapped = by_hand("door.kind", f"20,{material}")

    assert plain.for_players() == trapped.for_players()
    assert "trap" not in plain.for_players().text
    assert plain.for_players().dice[0].hidden
    assert procedures.offers("door.kind", {}, plain.for_players()) == procedures.offers(
        "door.kind", {}, trapped.for_players()
    )


@pytest.mark.parametrize("faces", ["9,1", "13,20", "18,14"])
def test_players_are_told_all_of_a_door_that_stays_shut(faces: str) -> None:
    outcome = by_hand("door.kind", faces)

    assert outcome.for_players() == outcome


def test_nothing_that_stays_shut_is_a_curtain() -> None:
    for state in range(9, 19):
        for material in range(1, 21):
            assert by_hand("door.kind", f"{state},{material}").value.material != "curtain"


def test_a_trap_is_offered_to_those_who_know_of_it() -> None:
    trapped = by_hand("door.kind", "19,1")

    offered = procedures.offers("door.kind", {}, trapped)

    assert [offer.key for offer in offered] == ["trap.roll", "door.beyond"]
    assert offered[0].options["place"] == "door"
    assert [offer.key for offer in procedures.offers("door.kind", {}, trapped.for_players())] == [
        "door.beyond"
    ]


@pytest.mark.parametrize(
    ("faces", "options", "text"),
    [
        ("4,12", {}, "a passage along the other side of the wall, 30 feet both ways, 10 feet wide."),
        ("4", {"ahead": True}, "a room of 10 by 10 feet."),
        ("5,12", {}, "a passage straight on, 10 feet wide."),
        ("8,18", {"ahead": True}, "a passage straight on, 5 feet wide."),
        ("9,1", {}, "a passage that slants ahead at 45 degrees, or back where that does not fit, 10 feet"),
        ("10,1", {}, "a passage that slants back at 45 degrees, or ahead where that does not fit, 10 feet"),
        (
            "3,1",
            {"edition": "osric"},
            "a passage along the other side of the wall, 30 feet both ways, 5 feet",
        ),
        ("3", {"edition": "osric", "ahead": True}, "a room of 10 by 10 feet."),
        ("4,2", {"edition": "osric"}, "a passage straight on, 10 feet wide."),
        ("9,18", {"edition": "osric"}, "a passage that leaves to the left at 45 degrees, 30 feet wide."),
        ("10,14", {"edition": "osric"}, "a passage that leaves to the right at 45 degrees, 20 feet wide."),
    ],
)
def test_passages_lie_beyond(faces: str, options: dict[str, Any], text: str) -> None:
    outcome = by_hand("door.beyond", faces, **options)

    assert outcome.text.startswith("Beyond the door: ")
    assert text in outcome.text
    assert outcome.key == "door.beyond"


def test_a_passage_out_of_the_ordinary_is_told_to_its_end() -> None:
    outcome = by_hand("door.beyond", "5,20,5")

    assert outcome.text == (
        "Beyond the door: a passage straight on; it is 40 feet wide, with two rows of columns."
    )
    assert outcome.value == Beyond("straight", width="special")


@pytest.mark.parametrize(
    ("faces", "options", "key"),
    [
        # The kind, its size, how many ways out, and for each its place and how it leads on.
        ("11, 12, 2,1,1", {}, "room.size"),
        ("19, 10, 2,1,1", {}, "room.chamber"),
        ("18, 13, 2,5,1,5,1", {"edition": "osric"}, "room.size"),
        ("20, 12, 2,5,1,5,1", {"edition": "osric"}, "room.chamber"),
    ],
)
def test_rooms_beyond_are_those_of_the_same_edition(faces: str, options: dict[str, Any], key: str) -> None:
    first, *following = parse_faces(faces)
    alone = procedures.perform_by_hand(key, options, following)

    beyond = procedures.perform_by_hand("door.beyond", options, (first, *following))

    assert beyond.value == Beyond("room" if key == "room.size" else "chamber", plan=alone.value)
    assert beyond.text == f"Beyond the door: a{alone.text[1:]}"
    assert procedures.offers("door.beyond", options, beyond)[0].key == "room.contents"


@pytest.mark.parametrize("ahead", [False, True])
def test_osric_by_its_own_key_is_osric_by_the_option(ahead: bool) -> None:
    for seed in range(200):
        dice = (FairDice(b"osric", f"{seed}") for _ in range(2))
        chosen = procedures.perform("door.beyond", {"edition": "osric", "ahead": ahead}, next(dice))
        alone = procedures.perform("door.beyond.osric", {"ahead": ahead}, next(dice))

        assert alone == replace(chosen, key="door.beyond.osric", title="What lies beyond a door, OSRIC")


def test_a_door_beyond_throws_no_more_dice_than_announced() -> None:
    for edition in ("appendix-a", "osric"):
        options = {"edition": edition}
        following = ("room.size", "room.chamber", "corridor.width")
        most = max(procedures.most_dice(key, options) for key in following)
        assert procedures.most_dice("door.beyond", options) > most


@pytest.mark.parametrize(
    ("faces", "options", "text", "value"),
    [
        ("6", {}, "It is on the left.", "left"),
        ("7", {}, "It is on the right.", "right"),
        ("13", {}, "It is straight ahead.", "ahead"),
        ("6,3", {"edition": "osric"}, "It is on the left: a second door is opposite.", "left"),
        ("12,4", {"edition": "osric"}, "It is on the right: no second door is opposite.", "right"),
        ("20", {"edition": "osric"}, "It is straight ahead.", "ahead"),
    ],
)
def test_a_door_is_somewhere_along_the_passage(
    faces: str, options: dict[str, Any], text: str, value: str
) -> None:
    outcome = by_hand("door.place", faces, **options)

    assert (outcome.key, outcome.text, outcome.value) == ("door.place", text, value)
    offered = procedures.offers("door.place", options, outcome)[0]
    assert offered.key == "door.beyond"
    assert offered.options["ahead"] is (value == "ahead")
    assert offered.options["edition"] == options.get("edition", "appendix-a")


@pytest.mark.parametrize(
    ("faces", "value"),
    [
        ("1,1", "no-floor"),
        ("1,2", "jail"),
        ("2,2", "farm"),
        ("1,3", "food"),
        ("3,3", "special-storage"),
        ("2,4", "storage"),
        ("4,4", "flooded-pit"),
        ("6,2", "kill-chamber"),
        ("5,5", "tunnel"),
        ("4,6", "crafting"),
        ("6,6", "tunnel"),
    ],
)
def test_doubles_are_another_sort_of_room(faces: str, value: str) -> None:
    assert by_hand("door.room-kind", faces).value == value


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("door.beyond", {"edition": "third"}),
        ("door.beyond", {"ahead": "perhaps"}),
        ("door.kind", {"edition": "osric"}),
        ("door.place", {"ahead": True}),
    ],
)
def test_options_that_cannot_be_are_refused(key: str, options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        procedures.perform(key, options, FairDice(b"seed", "label"))
