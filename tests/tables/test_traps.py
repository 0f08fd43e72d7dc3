"""Traps and wandering monsters as golden cases: dice by hand, and what is said of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tables import procedures
from tables.errors import OptionError
from tables.traps import Trap

if TYPE_CHECKING:
    from tables.outcome import Outcome


def roll(key: str, faces: str, **options: Any) -> Outcome[Any]:
    return procedures.perform_by_hand(key, options, [int(face) for face in faces.split()])


def offered(outcome: Outcome[Any], key: str, **options: Any) -> list[str]:
    return [offer.key for offer in procedures.offers(key, options, outcome)]


TRAPS = [
    (
        "passage",
        "6 1 10",
        (
            "A pit 10 feet deep, into which whoever walks over it falls on 1 to 3 of a d6. "
            "Set off by a plate in the floor that gives way. It is a nuisance."
        ),
        Trap("passage", "pit", "plate", "nuisance"),
    ),
    (
        "room",
        "13 3 4 1 12 20",
        (
            "Oil poured from above and a spark, for 7 points of damage, or only 1 after a save. "
            "Set off by a watcher who pulls a cord. It is fatal."
        ),
        Trap("room", "oil", "watcher", "fatal"),
    ),
    (
        "room",
        "17 14 6 10 5 11",
        (
            "Gas that fills 60 feet of the passage: it lends fighters 6 points of strength for 10 hours. "
            "Set off by a thread across the way. It is hazardous."
        ),
        Trap("room", "gas", "thread", "hazardous"),
    ),
    (
        "passage",
        "12 1 1 1 1 8 18",
        (
            "A wall that slides shut 10 feet behind, for 40 turns. Set off by light that falls on it. "
            "It is dangerous."
        ),
        Trap("passage", "wall", "light", "dangerous"),
    ),
    (
        "room",
        "18 1 1 3 1",
        (
            "Something that falls: a door, for 1 point of damage; a save avoids it. "
            "Set off by a plate in the floor that gives way. It is a nuisance."
        ),
        Trap("room", "falling", "plate", "nuisance"),
    ),
    ("room", "19 10", "A wall that is an illusion: behind it is a chute.", Trap("room", "illusion")),
    (
        "door",
        "1 3 12",
        "A poisoned needle. Set off by the handle, turned the wrong way. It is hazardous.",
        Trap("door", "needle", "handle", "hazardous"),
    ),
    (
        "container",
        "7 1 2 1",
        "A puff of gas: it only hides the view. Set off by opening it. It is a nuisance.",
        Trap("container", "gas", "opening", "nuisance"),
    ),
]


@pytest.mark.parametrize(("place", "faces", "text", "trap"), TRAPS)
def test_a_trap_its_trigger_and_how_bad_it_is(place: str, faces: str, text: str, trap: Trap) -> None:
    outcome = roll("trap.roll", faces, place=place)

    assert outcome.text == text
    assert outcome.value == trap


@pytest.mark.parametrize(
    ("level", "severity"), [(3, "nuisance"), (4, "hazardous"), (7, "hazardous"), (8, "dangerous")]
)
def test_traps_are_worse_on_deeper_levels(level: int, severity: str) -> None:
    assert roll("trap.roll", "6 1 10", level=level).value.severity == severity


def test_nothing_sets_off_a_secret_door() -> None:
    outcome = roll("trap.roll", "5", place="passage")

    assert outcome.value == Trap("passage", "secret-door")
    assert "a secret door" in outcome.text
    assert offered(outcome, "trap.roll", place="passage") == ["corridor.periodic", "door.beyond"]


@pytest.mark.parametrize(
    ("place", "faces", "keys"),
    [
        ("door", "12 1 1", ["door.beyond"]),
        ("container", "12 1 1", ["treasure.cache"]),
        ("room", "19 11", ["encounter.room", "treasure.cache"]),
        ("room", "9 1 1", ["room.contents"]),
        ("passage", "9 1 1", ["corridor.periodic"]),
    ],
)
def test_traps_lead_on_to_what_they_guard(place: str, faces: str, keys: list[str]) -> None:
    assert offered(roll("trap.roll", faces, place=place), "trap.roll", place=place) == keys


@pytest.mark.parametrize(
    ("rules", "faces", "text"),
    [
        ("odnd", "6", "Wandering monsters come."),
        ("odnd", "1", "Nobody comes."),
        ("bx", "1 3 5", "Wandering monsters come, 80 feet away when they are met."),
        ("osric", "1", "Wandering monsters come."),
        ("osric", "6", "Nobody comes."),
    ],
)
def test_a_check_for_wandering_monsters(rules: str, faces: str, text: str) -> None:
    outcome = roll("corridor.wandering", faces, rules=rules)

    assert (outcome.text, outcome.key) == (text, "corridor.wandering")
    follows = "encounter.room" if outcome.value == "monster" else "corridor.periodic"
    assert offered(outcome, "corridor.wandering", rules=rules) == [follows]
    assert roll(f"wandering.{rules}", faces).text == text


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("trap.roll", {"place": "ceiling"}),
        ("trap.roll", {"level": 0}),
        ("trap.roll", {"level": 100}),
        ("corridor.wandering", {"rules": "none"}),
    ],
)
def test_what_cannot_be_is_refused_before_a_die(key: str, options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        procedures.check(key, options)
