"""What follows a roll where neither its procedure nor its tables say anything."""

from __future__ import annotations

from typing import Any

import pytest

from tables import procedures
from tables.following import AFTER, WITH


def offered(key: str, *faces: int, **options: Any) -> list[tuple[str, dict[str, Any]]]:
    outcome = procedures.perform_by_hand(key, options, faces)
    return [(offer.key, dict(offer.options)) for offer in procedures.offers(key, options, outcome)]


@pytest.mark.parametrize(
    ("key", "faces", "options", "follows"),
    [
        ("door.second", (1,), {}, ("corridor.junction", {})),
        ("room.exits", (1,), {"area": 400}, ("room.exit-place", {})),
        ("room.exits.osric", (1,), {"area": 400}, ("room.exit-place.osric", {})),
        ("trap.gas", (1,), {}, ("trap.severity", {})),
        ("trap.kind", (6,), {"level": 3}, ("trap.trigger", {})),
        ("monster.level", (19,), {"level": 8}, ("encounter.pick", {"level": 9})),
        ("monster.level.arneson", (6,), {"level": 7}, ("encounter.pick", {"level": 9})),
        ("points.level", (4, 5), {"level": 9}, ("encounter.room", {"level": 9, "occupied": True})),
        (
            "points.arneson",
            (6,),
            {"level": 7},
            ("encounter.room", {"level": 7, "occupied": True, "scheme": "arneson"}),
        ),
        ("treasure.container", (1,), {}, ("treasure.protection", {})),
        ("treasure.guard.osric", (1,), {}, ("trap.severity", {})),
        ("treasure.protection", (1, 1), {}, ("trap.roll", {"place": "container"})),
        ("wandering.bx", (1, 1, 1), {"level": 2}, ("encounter.room", {"level": 2, "occupied": True})),
        ("wandering.bx", (6,), {"level": 2}, ("corridor.periodic", {"level": 2})),
        ("encounter.cr", (), {"hd": "3+3"}, ("encounter.pool", {})),
        ("encounter.buy", (), {"points": "40", "cr": "2"}, ("encounter.level", {})),
        ("encounter.buy", (), {"points": "40", "monster": "orc"}, ("encounter.lair", {"monster": "orc"})),
        ("encounter.lair", (36,), {"monster": "orc"}, ("encounter.pool", {})),
    ],
)
def test_what_follows(
    key: str, faces: tuple[int, ...], options: dict[str, Any], follows: tuple[str, dict[str, Any]]
) -> None:
    assert offered(key, *faces, **options) == [follows]


def test_a_lair_is_followed_by_its_treasure() -> None:
    ghost = offered("encounter.lair", 1, monster="ghost")
    assert ghost
    assert {key for key, _ in ghost} == {"treasure.hoard"}


def test_dice_are_followed_by_nothing() -> None:
    assert offered("dice", 3, 4, dice="2d6") == []


def test_several_rolls_are_followed_by_what_follows_each() -> None:
    found = offered("several", 2, 6, 3, 6, 3, 6, name="room.contents", times=3, level=4)

    assert [key for key, _ in found] == ["encounter.room", "room.purpose"]
    assert all(options["level"] == 4 for _, options in found)


def test_a_key_is_followed_by_what_can_be_rolled_and_never_by_itself() -> None:
    assert set(AFTER.values()) <= set(procedures.titles())
    assert all(key != follows for key, follows in AFTER.items())
    assert all(each.partition(".")[0] in AFTER or each == "monster.level" for each in WITH)
