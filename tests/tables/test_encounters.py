"""Encounters by hand: the ten rooms that the source tells of, Arneson's, and the rules between."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from tables import procedures
from tables.encounter import Encounter, Group, encounter_to_json
from tables.errors import FacesError
from tables.monster_file import bestiary
from tables.points import read_quarters

if TYPE_CHECKING:
    from tables.outcome import Outcome


def room(*faces: int, occupied: bool = True, **options: Any) -> Outcome[Encounter]:
    return procedures.perform_by_hand("encounter.room", {**options, "occupied": occupied}, faces)


def kinds(encounter: Encounter) -> dict[str, int]:
    return {group.monster: group.number for group in encounter.groups}


# dungeon level; faces: d20 for the monster level, one for the monster, d100 for its lair where it has
# one, 2d6; then the same for another monster. What comes: monster level, monsters, CR of the first,
# points, left, and how many percent that is after the first purchase.
TEN_ROOMS: list[tuple[int, tuple[int, ...], int, dict[str, int], str, str, str, str]] = [
    (1, (17, 40, 4, 5), 2, {"piercer": 2}, "4", "9", "1", "11.1"),
    (2, (6, 150, 3, 4), 1, {"wild dog": 11}, "1 1/4", "14", "1/4", "1.8"),
    (3, (10, 100, 3, 4), 1, {"shrieker": 7}, "3", "21", "0", "0.0"),
    (5, (7, 5, 60, 3, 4), 3, {"dire wolf": 9}, "3 3/4", "35", "1 1/4", "3.6"),
    (6, (14, 80, 2, 3), 5, {"ankheg": 3}, "7 3/4", "30", "6 3/4", "22.5"),
    (7, (5, 15, 1, 3), 3, {"mongrelman": 5}, "5 1/2", "28", "1/2", "1.8"),
    (
        8,
        (19, 2, 60, 2, 3, 17, 3, 20),
        9,
        {"11-headed pyrohydra": 1, "ghost": 1},
        "22 3/4",
        "40",
        "1/4",
        "43.1",
    ),
    (9, (14, 1, 3), 7, {"slime creature": 3}, "12", "36", "0", "0.0"),
    (
        10,
        (19, 6, 2, 4, 14, 9),
        9,
        {"movanic deva": 1, "giant tropical dragonfly": 2},
        "33",
        "60",
        "7 1/2",
        "45.0",
    ),
]


@pytest.mark.parametrize(
    ("level", "faces", "monster_level", "monsters", "cr", "points", "left", "percent"), TEN_ROOMS
)
def test_the_rooms_of_the_source(  # noqa: PLR0917 - a row of the table
    level: int,
    faces: tuple[int, ...],
    monster_level: int,
    monsters: dict[str, int],
    cr: str,
    points: str,
    left: str,
    percent: str,
) -> None:
    outcome = room(*faces, level=level)
    found = outcome.value

    assert (found.monster_level, kinds(found), found.points, found.left) == (
        monster_level,
        monsters,
        points,
        left,
    )
    first = found.groups[0]
    assert first.cr == cr
    after_first = read_quarters(points) - read_quarters(first.cost)
    assert f"{float(100 * after_first / read_quarters(points)):.1f}" == percent
    assert (len(found.groups) > 1) is (after_first > read_quarters(points) / 4)
    assert outcome.faces() == faces


def test_the_fourth_room_of_the_source_is_a_lair() -> None:
    outcome = room(13, 7, 25, 27, 5, 5, 5, 6, 4, level=4, occupied=False)

    assert outcome.value == Encounter(
        level=4,
        scheme="points",
        occupied=True,
        monster_level=2,
        groups=(
            Group("orc chieftain", 2, "3", 1, "0", lair=True),
            Group("orc", 1, "1", 150, "0", lair=True, away=90, treasure="L C O Qx10 S"),
        ),
        treasure="L C O Qx10 S",
        is_lair=True,
    )
    assert outcome.text == (
        "The dungeon level’s first lair is here: an orc chieftain (level II, CR 3) and 150 orcs "
        "(level I, CR 1 each). 90 of the 150 are away, on this dungeon level and those above and below."
    )
    assert [(die.sides, die.purpose) for die in outcome.every_die()] == [
        (20, "contents"),
        (20, "monster level"),
        (51, "monster"),
        (100, "lair"),
        *[(10, "number")] * 3,
        (6, "away"),
        (6, "company"),
    ]


def test_ogres_may_be_with_the_orcs() -> None:
    found = room(7, 25, 27, 5, 5, 5, 6, 1, 3, level=4).value

    assert kinds(found) == {"orc chieftain": 1, "orc": 150, "ogre": 3}
    assert found.treasure == "L C O Qx10 S; M B Qx10 S"


@pytest.mark.parametrize(("figure", "number"), [("orc", 150), ("balrogs", 4), ("wizard", 3)])
def test_arnesons_seventh_level(figure: str, number: int) -> None:
    pool = procedures.perform_by_hand("encounter.pool", {"level": 7, "method": "arneson"}, [6])
    assert pool.value == "300"

    bought = procedures.perform_by_hand(
        "encounter.buy", {"points": pool.value, "monster": figure, "scheme": "arneson"}, []
    )
    assert (bought.value.number, bought.value.left) == (number, "0")


def test_a_room_by_arneson() -> None:
    outcome = room(3, 5, 7, 6, level=7, scheme="arneson", occupied=False)

    assert outcome.value.groups == (Group("balrog", 7, "75", 4, "300", lair=False),)
    assert (outcome.value.points, outcome.value.left, outcome.value.monster_level) == ("300", "0", 7)
    assert outcome.text == "Here are 4 balrogs (level VII, 75 points each). All 300 points are spent."
    assert "contents" in {die.purpose for die in outcome.every_die()}


def test_arneson_rolls_for_no_further_monster_unless_the_first_was_too_dear() -> None:
    full = room(5, 2, 2, level=8, scheme="arneson").value
    assert (kinds(full), full.points, full.left) == ({"seer": 2}, "100", "0")
    left = room(5, 7, 2, level=8, scheme="arneson").value
    assert (kinds(left), left.left) == ({"balrog": 1}, "25")
    tried = room(5, 7, 1, 5, 2, level=8, scheme="arneson").value
    assert (kinds(tried), tried.too_dear) == ({"seer": 1}, ("balrog",))


def test_a_room_that_is_not_occupied() -> None:
    outcome = room(12, occupied=False)

    assert outcome.value == Encounter(1, "points", occupied=False)
    assert outcome.text == "Nobody lives in this room."
    assert [offer.key for offer in procedures.offers("encounter.room", {}, outcome)] == ["room.purpose"]


def test_exactly_a_quarter_left_is_not_more_than_a_quarter() -> None:
    # 8 points buy 2 shriekers for 6.
    exactly = room(1, 100, 2, 2, level=2).value
    assert (kinds(exactly), exactly.points, exactly.left) == ({"shrieker": 2}, "8", "2")


def test_no_more_are_bought_than_come_together() -> None:
    # 66 points would buy 22 shriekers, and 8 at most come together; then wild dogs for the rest: 16 at most.
    found = room(1, 100, 3, 3, 1, 150, 12, level=11).value

    assert kinds(found) == {"shrieker": 8, "wild dog": 16, "slime creature": 1}
    assert (found.points, found.left) == ("66", "10")


def test_one_that_comes_up_again_is_bought_only_up_to_its_most() -> None:
    outcome = room(19, 2, 60, 6, 6, 19, 2, 60, 19, 6, level=8)

    assert kinds(outcome.value) == {"11-headed pyrohydra": 1, "movanic deva": 2}
    assert "An 11-headed pyrohydra came up again, and no more come together." in outcome.text


def test_after_five_further_tries_nobody_could_be_afforded() -> None:
    # 2 points, and six times a piercer for 4.
    outcome = room(17, 40, 1, 1, *(17, 40) * 5, level=1)

    assert outcome.value.groups == ()
    assert (outcome.value.points, outcome.value.left) == ("2", "2")
    assert outcome.value.too_dear == ("piercer",) * 6
    assert outcome.text == (
        "Somebody would live here, but none that could be afforded. Of 2 points 2 are left. "
        "Too dear: a piercer (CR 4)."
    )


def test_a_price_above_the_points_leaves_them_for_another() -> None:
    found = room(17, 40, 1, 1, 1, 65, 36, level=1).value

    assert (kinds(found), found.too_dear, found.left) == ({"orc": 2}, ("piercer",), "0")


def test_a_later_lair_gives_its_treasure_and_not_its_full_number() -> None:
    outcome = room(7, 25, 27, 3, 4, 11, 60, 50, level=4, lair=True)
    found = outcome.value

    assert found.groups[0] == Group("orc chieftain", 2, "3", 1, "3", lair=True, treasure="L C O Qx10 S")
    assert (found.is_lair, found.treasure, found.points) == (False, "L C O Qx10 S", "28")


def test_the_first_lair_of_the_level_may_come_with_the_further_monster() -> None:
    found = room(19, 2, 60, 2, 3, 17, 3, 20, level=8).value

    assert found.is_lair
    assert found.groups[1] == Group("ghost", 8, "17", 1, "17", lair=True, treasure="E S")


def test_a_whole_lair_takes_no_more_points_than_are_left() -> None:
    # Orcs of level I for what a pyrohydra leaves: 100 of them for 17 1/4 points.
    found = room(19, 2, 60, 2, 3, 1, 5, 35, 4, 3, 3, 1, 6, level=8).value

    assert kinds(found) == {"11-headed pyrohydra": 1, "orc": 100}
    assert found.groups[1].cost == "17 1/4"
    assert (found.groups[1].away, found.left) == (10, "0")


def test_the_game_master_may_name_the_monster_and_the_level_of_further_ones() -> None:
    named = room(60, 3, 4, level=5, monster="Dire Wolves", occupied=False).value
    assert (kinds(named), named.monster_level) == ({"dire wolf": 9}, 3)
    further = room(19, 6, 2, 4, 9, level=10, extra=8).value
    assert kinds(further) == {"movanic deva": 1, "giant tropical dragonfly": 2}


def test_a_level_of_which_nothing_is_known_is_said_plainly() -> None:
    outcome = room(17, 80, 60, 3, 5, level=4)

    assert outcome.value.monster_level == 4
    assert outcome.value.groups[0].level == 3
    assert (
        "The bestiary has no monster of level IV: the nearest lower level that has one, III, was taken."
        in (outcome.text)
    )


def test_other_editions_have_their_own_monster_levels() -> None:
    # A d20 of 19 on dungeon level 10: IX by AD&D, X by the third OSRIC.
    assert room(19, 6, 2, 4, 14, 9, level=10).value.monster_level == 9
    assert room(19, 6, 6, 1, 40, level=10, matrix="osric3").value.monster_level == 10


def test_the_json_of_an_encounter() -> None:
    document = encounter_to_json(room(14, 80, 2, 3, level=6))

    assert json.loads(json.dumps(document)) == {
        "level": 6,
        "scheme": "points",
        "occupied": True,
        "monster_level": 5,
        "points": "30",
        "groups": [{"monster": "ankheg", "cr": "7 3/4", "number": 3, "cost": "23 1/4", "lair": False}],
        "left": "6 3/4",
        "treasure": None,
        "dice": [
            {"sides": 20, "face": 14, "for": "monster level", "kept": True},
            {"sides": 100, "face": 80, "for": "lair", "kept": True},
            {"sides": 6, "face": 2, "for": "points", "kept": True},
            {"sides": 6, "face": 3, "for": "points", "kept": True},
        ],
    }


def test_a_room_offers_the_treasure_of_those_that_live_there() -> None:
    at_home = procedures.offers("encounter.room", {}, room(7, 25, 27, 5, 5, 5, 6, 4, level=4))
    assert [(offer.key, offer.options["type"]) for offer in at_home] == [
        ("treasure.hoard", letter) for letter in "LCOQS"
    ]
    assert at_home[0].options["count"] == 100
    passing = procedures.offers("encounter.room", {"level": 6}, room(14, 80, 2, 3, level=6))
    assert [(offer.key, offer.options["level"]) for offer in passing] == [("treasure.cache", 6)]
    for offer in (*at_home, *passing):
        procedures.check(offer.key, offer.options)


def test_too_few_and_too_many_faces_are_refused() -> None:
    with pytest.raises(FacesError, match="more dice"):
        room(17, 40, 4, level=1)
    with pytest.raises(FacesError, match="take the rest away"):
        room(17, 40, 4, 5, 6, level=1)


def test_no_room_throws_more_dice_than_it_says() -> None:
    for scheme in ("points", "arneson"):
        assert procedures.most_dice("encounter.room", {"scheme": scheme}) < 60
    orcs = room(19, 2, 60, 2, 3, 1, 5, 35, 10, 10, 10, 1, 1, 6, level=8)
    assert len(orcs.every_die()) <= procedures.most_dice("encounter.room", {})


def test_each_monster_can_be_named_for_a_room() -> None:
    for monster in bestiary().every:
        procedures.check("encounter.room", {"monster": monster.plural})


def test_left_over_is_what_was_not_spent() -> None:
    for level, faces, *_ in TEN_ROOMS:
        found = room(*faces, level=level).value
        spent = sum((read_quarters(group.cost) for group in found.groups), Fraction(0))
        assert found.points is not None
        assert found.left is not None
        assert read_quarters(found.points) == spent + read_quarters(found.left)
