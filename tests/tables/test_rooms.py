"""Rooms by hand: what given faces make of them, and how they are told."""

from __future__ import annotations

from typing import Any

import pytest

from tables import procedures
from tables.dice import MAX_DICE, FairDice
from tables.errors import FacesError, OptionError
from tables.outcome import to_json
from tables.room_plan import RoomExit, RoomPlan
from tables.room_words import outline, ways_out
from tables.rooms import Purpose

OSRIC = {"edition": "osric"}
BARE = {"exits": False}


def plan_of(key: str, options: dict[str, Any], *faces: int) -> RoomPlan:
    return procedures.perform_by_hand(key, options, faces).value


def test_a_room_with_two_doors() -> None:
    outcome = procedures.perform_by_hand("room.size", {}, (12, 5, 3, 10, 9, 10))

    assert outcome.text == "A room of 20 by 30 feet with two doors: one opposite, one in the left wall."
    assert outcome.value == RoomPlan(
        kind="room",
        shape="rectangle",
        length=30,
        width=20,
        area=600,
        exits=(RoomExit("opposite", "door"), RoomExit("left", "door")),
    )
    assert [child.key for child in outcome.children] == [
        "room.exits",
        *("room.exit-place", "room.exit-direction") * 2,
    ]


def test_a_chambers_ways_out_are_passages_and_its_odd_one_a_door() -> None:
    usual = procedures.perform_by_hand("room.chamber", {}, (1, 4, 8, 17, 13, 1))
    other = procedures.perform_by_hand("room.chamber", {}, (1, 19, 18, 20))

    assert usual.text == (
        "A chamber of 20 by 20 feet with two passages: "
        "one in the left wall, leading off at 45 degrees to the left; one in the right wall."
    )
    assert other.text == (
        "A chamber of 20 by 20 feet with one door in the wall of the way in, "
        "leading off at 45 degrees to the right."
    )
    assert plan_of("room.size", {}, 1, 20, 1, 1).exits == (RoomExit("opposite", "passage"),)


EVERY_10_FEET = "No other way out to be seen: look for a secret door every 10 feet."
ONE_IN_FOUR = "No other way out to be seen: a wall near a mapped place has a secret door 1 time in 4."


@pytest.mark.parametrize(
    ("options", "faces", "said"),
    [
        ({}, (1, 10), f"A room of 10 by 10 feet. {EVERY_10_FEET}"),
        ({}, (7, 13), f"A room of 40 by 40 feet. {EVERY_10_FEET}"),
        (OSRIC, (1, 15), f"A room of 10 by 10 feet. {ONE_IN_FOUR}"),
    ],
)
def test_rooms_without_another_way_out_say_where_to_look(
    options: dict[str, Any], faces: tuple[int, ...], said: str
) -> None:
    outcome = procedures.perform_by_hand("room.size", options, faces)

    assert outcome.text == said
    assert outcome.value.exits == ()


def test_a_child_die_says_how_many_ways_out() -> None:
    outcome = procedures.perform_by_hand("room.size", {}, (1, 16, 3, *(1, 1) * 3))

    assert outcome.text == "A room of 10 by 10 feet with three doors, all opposite."
    assert outcome.children[0].children[0].dice[0].sides == 4


@pytest.mark.parametrize(
    ("edition", "square_feet", "faces", "number"),
    [
        # 1,200 square feet is still "up to 1,200", and 1,600 "up to 1,600".
        ("appendix-a", "30x40", (16, 10), 0),
        ("appendix-a", "40x40", (7, 10, 1, 1), 1),
        ("appendix-a", "40x40", (7, 13), 0),
        ("appendix-a", "20x30", (11, 1, 1, 1), 1),
        ("appendix-a", "20x40", (14, 1, *(1, 1) * 2), 2),
        # 500 square feet, which the book leaves out, counts as below.
        ("osric", "500", (19, 7, 1, 1, 1, 1), 1),
        ("osric", "20x30", (12, 1, *(1, 1) * 2), 2),
    ],
)
def test_how_many_ways_out_goes_by_the_size(
    edition: str, square_feet: str, faces: tuple[int, ...], number: int
) -> None:
    plan = plan_of("room.size", {"edition": edition}, *faces)

    assert square_feet in (f"{plan.width}x{plan.length}", str(plan.area))
    assert len(plan.exits) == number


def test_round_rooms_hold_a_pool_a_well_or_a_shaft() -> None:
    for face, feature in ((5, "pool"), (6, "well"), (10, "shaft"), (11, None)):
        plan = plan_of("room.size", BARE, 18, 1, face, 4)
        assert (plan.shape, plan.area, plan.feature) == ("circle", 900, feature)
    for face, feature in ((6, "pool"), (7, "well"), (11, "shaft"), (12, None)):
        plan = plan_of("room.size", {**BARE, **OSRIC}, 19, 2, face, 4)
        assert (plan.shape, plan.area, plan.feature) == ("circle", 1_000, feature)


def test_unusual_sizes_add_up_for_as_long_as_the_dice_say_so() -> None:
    assert plan_of("room.chamber", BARE, 20, 6, 15, 20, 7).area == 2_000 + 2_000 + 1_300
    assert plan_of("room.chamber", {**BARE, **OSRIC}, 18, 20, 16, 20, 15).area == 1_000 + 1_000 + 4_000


def test_even_the_largest_room_comes_to_an_end() -> None:
    """Twenty more dice, then the last counts for what it adds: 21 times 2,000 square feet."""
    plan = plan_of("room.size", BARE, 18, 8, *[15] * 21)

    assert plan.area == 42_000
    with pytest.raises(FacesError, match="take the rest away"):
        plan_of("room.size", BARE, 18, 8, *[15] * 22)


def test_an_unusual_room_is_told_by_shape_and_size() -> None:
    outcome = procedures.perform_by_hand("room.size", {}, (18, 1, 1, 4, 1, *(1, 1) * 2))

    assert outcome.text == "A circular room of 900 square feet round a pool with two doors, both opposite."
    assert to_json(outcome)["value"]["feature"] == "pool"
    assert outcome.value.length is outcome.value.width is None


def test_a_room_may_turn_out_to_be_a_cave_whose_ways_out_are_rolled_once() -> None:
    outcome = procedures.perform_by_hand("room.size", {}, (20, 20, 9, 10, 8, 1))

    assert outcome.text == (
        "A double cave of 20 by 30 and then 60 by 60 feet with one passage in the left wall."
    )
    assert outcome.value == RoomPlan(
        "cave", "cave", 60, 60, 4_200, exits=(RoomExit("left", "passage"),), fore=(30, 20)
    )
    osric = procedures.perform_by_hand("room.size", {**OSRIC, **BARE}, (20, 1, 10, 20, 9, 1, 4, 2))
    assert osric.value.fore == (50, 30)
    assert osric.text == (
        "A double cave of 30 by 50 and then 80 by 100 feet. There is a magic pool: whoever steps in has one "
        "ability changed, once and for good: strength; worse by 2."
    )


def test_a_mammoth_cavern_with_a_lake() -> None:
    outcome = procedures.perform_by_hand("room.cave", {}, (19, 1, 6, 8, 10, 1, 1))

    assert outcome.text == (
        "A cavern of 250 by 400 feet with one passage opposite. There is a lake with monsters in it."
    )
    assert (outcome.value.area, outcome.value.feature) == (100_000, "lake")


def test_what_a_room_was_is_told_with_its_rarity() -> None:
    common = procedures.perform_by_hand("room.purpose", {}, (5, 5, 1))
    very_rare = procedures.perform_by_hand("room.purpose", {}, (2, 2, 6, 5))

    assert common.text.startswith("Common: a guardroom")
    assert common.value == Purpose("common", "guardroom")
    assert very_rare.text.startswith("Very rare: a whispering well")
    assert very_rare.value == Purpose("very rare", "whispering well")


def test_words_for_plans_that_nobody_rolled() -> None:
    plan = RoomPlan("chamber", "odd", None, None, 500)

    assert outline(plan) == "An oddly shaped chamber of 500 square feet"
    assert ways_out((RoomExit("same", "door", state="secret"),)) == "one door in the wall of the way in"


@pytest.mark.parametrize("key", ["room.size", "room.chamber", "room.cave"])
def test_no_room_throws_more_dice_than_it_says(key: str) -> None:
    for edition in ("appendix-a", "osric"):
        for exits in (True, False):
            options = {"edition": edition, "exits": exits}
            most = procedures.most_dice(key, options)
            dice = FairDice(b"most dice", key)
            thrown = max(len(procedures.perform(key, options, dice).every_die()) for _ in range(3_000))
            assert thrown <= most <= MAX_DICE


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"edition": "adnd"}, "choose appendix-a or osric"),
        ({"level": 0}, "from 1 to 99"),
        ({"exits": "perhaps"}, "yes or no"),
        ({"kind": "cave"}, "no option"),
    ],
)
def test_what_cannot_be_is_refused_before_a_die(options: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        procedures.check("room.size", options)


def test_a_room_is_followed_by_what_it_holds_on_the_same_level() -> None:
    outcome = procedures.perform_by_hand("room.size", {}, (12, 5, 3, 10, 9, 10))

    offered = {offer.key: offer for offer in procedures.offers("room.size", {"level": 5}, outcome)}

    assert list(offered) == ["room.contents", "room.purpose", "room.exit-moved"]
    assert offered["room.contents"].options["level"] == 5
