"""One table rolled several times at once."""

import pytest

from tables import procedures
from tables.dice import FairDice
from tables.errors import OptionError, OverLimit, Refusal


def test_each_roll_is_told_by_itself_in_order() -> None:
    outcome = procedures.perform_by_hand("several", {"name": "door.second", "times": 3}, (1, 5, 2, 4))

    assert outcome.text == (
        "1. A door in the north wall. "
        "2. A ladder in the middle of the room: down. "
        "3. A door in the west wall."
    )
    assert outcome.value == ("N", "ladder", "W")
    assert outcome.title == "Where the second door is"


def test_the_level_goes_to_each() -> None:
    outcome = procedures.perform_by_hand(
        "several", {"name": "monster.level", "times": 2, "level": 7}, (1, 20)
    )

    assert outcome.value == ("1", "9")


def test_the_edition_and_the_scheme_go_to_each() -> None:
    osric = {"name": "room.contents", "times": 2, "scheme": "osric"}
    assert procedures.perform_by_hand("several", osric, (16, 5)).text == (
        "1. The room holds a monster with treasure. 2. The room is empty."
    )
    for edition in ("appendix-a", "osric"):
        asked = {"edition": edition, "level": 1}
        alone = procedures.perform("corridor.stairs", asked, FairDice(b"stairs", "one"))
        again = procedures.perform_by_hand(
            "several", {**asked, "name": "corridor.stairs", "times": 1}, alone.faces()
        )
        assert again.children[0] == alone
    with pytest.raises(OptionError, match="no option"):
        procedures.check("several", {"name": "door.second", "edition": "osric"})


def test_what_is_hidden_in_one_is_hidden_in_all() -> None:
    asked = {"name": "corridor.junction", "times": 2}
    plain = procedures.perform_by_hand("several", asked, (1, 6))
    trapped = procedures.perform_by_hand("several", asked, (2, 6))

    assert plain.for_players() == trapped.for_players()
    assert plain.text != trapped.text
    assert plain.for_players().text == "1. An ordinary junction. 2. A room."


@pytest.mark.parametrize("name", ["no such table", "several", "dice", "encounter.cr"])
def test_what_cannot_be_rolled_by_its_key_is_refused(name: str) -> None:
    with pytest.raises(Refusal):
        procedures.check("several", {"name": name, "times": 2})


@pytest.mark.parametrize(("name", "level"), [("encounter.pick", 99), ("door.second", 1), ("trap.roll", 0)])
def test_a_level_that_cannot_be_is_refused_before_a_die_as_for_one_roll(name: str, level: int) -> None:
    with pytest.raises(OptionError) as of_one:
        procedures.check(name, {"level": level})
    with pytest.raises(OptionError) as of_several:
        procedures.check("several", {"name": name, "times": 2, "level": level})

    assert "level" in str(of_one.value)
    assert "level" in str(of_several.value)


def test_no_more_than_ten_and_no_more_dice_than_one_command_may_throw() -> None:
    with pytest.raises(OptionError):
        procedures.check("several", {"name": "door.second", "times": 11})
    big = max(procedures.titles(), key=lambda key: procedures.most_dice(key, {}))
    assert procedures.most_dice(big, {}) * 10 > 1_000
    with pytest.raises(OverLimit):
        procedures.check("several", {"name": big, "times": 10})


def test_a_roll_of_several_is_the_roll_of_each() -> None:
    several = procedures.perform("several", {"name": "room.size", "times": 4}, FairDice(b"several", "x"))
    dice = FairDice(b"several", "x")

    assert several.children == tuple(procedures.perform("room.size", {}, dice) for _ in range(4))


def test_what_came_already_is_rolled_again() -> None:
    asked = {"name": "door.second", "times": 3, "unique": True}
    outcome = procedures.perform_by_hand("several", asked, (1, 1, 5, 2, 1, 5, 2, 4))

    assert outcome.text == (
        "1. A door in the north wall. "
        "2. A ladder in the middle of the room: down. "
        "3. A door in the west wall."
    )
    assert outcome.value == ("N", "ladder", "W")
    assert [die.kept for die in outcome.every_die()] == [True, False, True, True, False, False, False, True]


def test_what_players_cannot_tell_apart_is_rolled_again_as_if_it_were_the_same() -> None:
    asked = {"name": "corridor.junction", "times": 2, "unique": True}
    plain = procedures.perform_by_hand("several", asked, (1, 1, 6))
    trapped = procedures.perform_by_hand("several", asked, (1, 2, 6))

    assert plain.for_players() == trapped.for_players()
    assert trapped.value == ("plain", "room")
    offered = procedures.offers("several", asked, trapped)
    assert "trap.roll" not in [offer.key for offer in offered]


def test_rolling_again_ends() -> None:
    asked = {"name": "door.second", "times": 7, "unique": True}
    outcome = procedures.perform_by_hand("several", asked, (1,) * 27)

    assert outcome.text == "1. A door in the north wall. Nothing else came in 27 rolls."
    assert len(outcome.every_die()) == 27


def test_more_different_rows_than_there_are_are_refused_before_a_die() -> None:
    with pytest.raises(OptionError, match="only 4 different rows"):
        procedures.check("several", {"name": "leximorph.rotation", "times": 5, "unique": True})
    procedures.check("several", {"name": "leximorph.rotation", "times": 4, "unique": True})
    procedures.check("several", {"name": "leximorph.rotation", "times": 5})
