"""What rooms hold, by hand: what given faces make of it, how it is told, and what is rolled next."""

from __future__ import annotations

from typing import Any

import pytest

from tables import procedures
from tables.dice import FairDice
from tables.errors import OptionError
from tables.outcome import to_json
from tables.stocking import Contents, tell


def rolled(key: str, *faces: int, **options: Any) -> tuple[Contents, str]:
    outcome = procedures.perform_by_hand(key, options, faces)
    return outcome.value, outcome.text


@pytest.mark.parametrize(
    ("key", "faces", "contents", "text"),
    [
        ("odnd", (2, 3), Contents(monster=True, treasure=True), "The room holds a monster with treasure."),
        ("odnd", (1, 4), Contents(monster=True), "The room holds a monster."),
        ("odnd", (3, 1), Contents(treasure=True), "The room holds treasure."),
        ("odnd", (6, 2), Contents(), "The room is empty."),
        ("talysman", (3, 1), Contents(treasure=True, hidden=True), "The room holds hidden treasure."),
        ("bx", (3, 2), Contents(trap=True, treasure=True), "The room holds a trap with treasure."),
        ("bx", (4,), Contents(special=True), "The room holds something special."),
        ("bx", (5, 1), Contents(treasure=True), "The room holds treasure."),
        ("appendix-a", (18, 20), Contents(stairs="down 3"), "The room holds stairs down 3 levels."),
        ("appendix-a", (18, 5), Contents(stairs="up 1"), "The room holds stairs up 1 level."),
        ("appendix-a", (18, 6), Contents(special=True), "The room holds something special."),
        ("appendix-a", (19,), Contents(trap=True), "The room holds a trap."),
        ("osric", (18,), Contents(stairs="any"), "The room holds stairs."),
        ("osric", (12,), Contents(monster=True, treasure=True), "The room holds a monster with treasure."),
        ("labyrinth-lord", (30, 15), Contents(treasure=True), "The room holds treasure."),
        ("labyrinth-lord", (75, 31), Contents(trap=True), "The room holds a trap."),
        ("labyrinth-lord", (0,), Contents(special=True), "The room holds something special."),
        ("basic-fantasy", (97,), Contents(trap=True, treasure=True), "The room holds a trap with treasure."),
        ("whitebox", (2,), Contents(treasure=True), "The room holds treasure."),
        ("points", (13,), Contents(monster=True), "The room holds a monster."),
        ("points", (12,), Contents(), "The room is not occupied."),
        ("one-roll", (15,), Contents(treasure=True), "The room holds treasure."),
        ("2d6", (1, 2, 4), Contents(special=True, trap=True), "The room holds something special and a trap."),
        ("2d6", (2, 4), Contents(clue=True), "The room is empty but for signs of another room."),
        (
            "2d6",
            (6, 6, 3),
            Contents(treasure=True, hidden=True, special=True),
            "The room holds something special with hidden treasure.",
        ),
        ("restock", (2,), Contents(monster=True, treasure=True), "A monster has moved in, with treasure."),
        ("restock", (3, 1), Contents(treasure=True), "Nobody has moved in: treasure."),
        ("restock.2d6", (4, 4), Contents(), "Nothing new."),
        ("restock.visit", (5,), Contents(monster=True), "Something new has moved in."),
    ],
)
def test_faces_make_contents(key: str, faces: tuple[int, ...], contents: Contents, text: str) -> None:
    assert rolled(f"stocking.{key}", *faces) == (contents, text)


def test_arnesons_rooms_go_by_the_level() -> None:
    """Seed 4: five in six are empty on levels 1 and 2, two in three on 3 to 5, half of them below."""
    occupied = {
        level: [face for face in range(1, 7) if arneson(level, face)] for level in (1, 2, 3, 5, 6, 99)
    }

    assert occupied == {1: [1], 2: [1], 3: [1, 2], 5: [1, 2], 6: [1, 2, 3], 99: [1, 2, 3]}


def arneson(level: int, face: int) -> bool:
    return rolled("room.contents", face, scheme="arneson", level=level)[0].monster


def test_contents_are_plain_for_other_programs() -> None:
    outcome = procedures.perform_by_hand("stocking.appendix-a", {}, (18, 9))

    assert to_json(outcome)["value"] == {
        **dict.fromkeys(("monster", "treasure", "trap", "special", "hidden", "clue"), False),
        "stairs": "down 1",
    }


def test_every_kind_of_contents_is_told() -> None:
    whole = Contents(monster=True, treasure=True, trap=True, special=True, hidden=True, stairs="up 2")

    assert tell(whole) == (
        "The room holds something special, a monster, a trap and stairs up 2 levels with hidden treasure."
    )


def offers(key: str, *faces: int, **options: Any) -> dict[str, dict[str, Any]]:
    outcome = procedures.perform_by_hand(key, options, faces)
    return {offer.key: dict(offer.options) for offer in procedures.offers(key, options, outcome)}


def test_what_a_room_holds_is_what_is_rolled_next() -> None:
    assert offers("room.contents", 2, 3, level=4) == {
        "encounter.room": {"level": 4, "occupied": True, "scheme": "points"},
        "treasure.cache": {"level": 4, "scheme": "odnd"},
    }
    assert offers("room.contents", 3, 1, scheme="bx", level=2) == {
        "treasure.cache": {"level": 2, "scheme": "ose"},
        "trap.roll": {"level": 2, "place": "room"},
    }
    assert offers("room.contents", 18, scheme="osric", level=2) == {
        "corridor.stairs": {"level": 2, "edition": "osric"}
    }
    assert offers("room.contents", 6, 6) == {"room.purpose": {"level": 1}}
    assert offers("room.contents", 1, scheme="arneson", level=2) == {
        "encounter.room": {"level": 2, "occupied": True, "scheme": "arneson"}
    }


def test_a_monsters_treasure_of_appendix_a_is_rolled_twice() -> None:
    for scheme, face in (("appendix-a", 15), ("osric", 17)):
        found = offers("room.contents", face, scheme=scheme, level=3)
        assert found["treasure.hoard"] == {"level": 3, "edition": scheme}
        hoard = procedures.perform("treasure.hoard", found["treasure.hoard"], FairDice(b"twice", scheme))
        assert len(hoard.children) == 2
        alone = offers("room.contents", 20, scheme=scheme, level=3)
        assert alone == {"treasure.cache": {"level": 3, "scheme": scheme}}


def test_treasure_is_rolled_by_the_schemes_own_rules() -> None:
    for key, faces, scheme in (
        ("stocking.bx", (5, 1), "ose"),
        ("stocking.labyrinth-lord", (1, 1), "ose"),
        ("stocking.basic-fantasy", (17,), "basic-fantasy"),
        ("stocking.whitebox", (2,), "odnd"),
        ("stocking.talysman", (6, 1), "odnd"),
    ):
        assert offers(key, *faces)["treasure.cache"]["scheme"] == scheme


def test_an_unknown_scheme_is_refused_before_a_die() -> None:
    with pytest.raises(OptionError, match="odnd"):
        procedures.check("room.contents", {"scheme": "acks"})
