"""The one face of the rules: keys, options, dice thrown by hand."""

from collections.abc import Callable, Mapping

import pytest

from tables import procedures
from tables.catalog import load
from tables.dice import BoundedDice, Die, FairDice, ScriptedDice
from tables.errors import FacesError, OptionError, OverLimit, Refusal, UnknownTable

KEYS = tuple(procedures.titles())

FEW_DICE = (
    *("door.destination", "door.d8", "door.clock", "door.relative", "door.2d6", "door.room"),
    *("door.second", "door.dead-end", "door.route", "door.round", "door.sense", "door.turn"),
    *("corridor.junction", "corridor.river", "corridor.shut-1", "trap.gas", "monster.level", "points.level"),
)
"""Rolls of so few dice that everything they can give is listed; the others are tried by seeds."""

METHODS = ("door.destination", "door.d8", "door.clock", "door.relative", "door.2d6")


def test_all_that_can_be_rolled_by_its_key_has_a_title() -> None:
    titles = procedures.titles()

    assert tuple(titles)[:6] == (*METHODS, "door.room")
    assert {table.key for table in load().tables} < set(titles)
    assert len(set(titles.values())) == len(titles)
    assert "dice" not in titles  # needs its notation


def test_a_procedure_and_its_first_table_bear_one_title() -> None:
    for key in METHODS:
        outcome = procedures.perform(key, {}, FairDice(b"seed", key))
        assert outcome.title == procedures.PROCEDURES[key].title == load().table(key).title


@pytest.mark.parametrize("key", KEYS)
def test_every_key_rolls_without_a_word_more(key: str) -> None:
    procedures.check(key, {})

    outcome = procedures.perform(key, {}, FairDice(b"seed", key))

    assert outcome.key == key
    assert outcome.title == procedures.titles()[key]


@pytest.mark.parametrize("key", FEW_DICE)
def test_every_outcome_below_has_a_key_that_can_be_rolled_too(
    key: str, every_outcome: Callable[..., Mapping]
) -> None:
    for outcome in every_outcome(lambda dice: procedures.perform(key, {}, dice)):
        assert {each.key for each in outcome.walk()} <= {*KEYS, "dice"}


@pytest.mark.parametrize("key", FEW_DICE)
def test_the_most_dice_are_thrown_by_some_roll_and_never_more(
    key: str, every_outcome: Callable[..., Mapping]
) -> None:
    outcomes = every_outcome(lambda dice: procedures.perform(key, {}, dice))

    assert max(len(outcome.every_die()) for outcome in outcomes) == procedures.most_dice(key, {})


def test_a_key_is_known_however_it_is_cased() -> None:
    assert procedures.find(" DOOR.D8 ").key == "door.d8"
    assert procedures.perform_by_hand("Door.Sense", {}, (1,)).value == "up"


@pytest.mark.parametrize(
    "act",
    [
        lambda key: procedures.check(key, {}),
        lambda key: procedures.most_dice(key, {}),
        lambda key: procedures.perform(key, {}, ScriptedDice(())),
        lambda key: procedures.perform_by_hand(key, {}, ()),
    ],
)
def test_an_unknown_key_is_answered_with_the_nearest(act: Callable[[str], object]) -> None:
    with pytest.raises(UnknownTable, match=r"called “door\.destinaton”. Did you mean door\.destination"):
        act("door.destinaton")


def test_no_such_table_is_one_sentence() -> None:
    assert procedures.no_such_table("Up or dwn") == (
        "There is no table called “Up or dwn”. Did you mean door.sense?"
    )
    assert len(procedures.no_such_table("x" * 6_000)) < 200


@pytest.mark.parametrize(
    ("key", "options", "message"),
    [
        ("door.destination", {"wal": "N"}, "door.destination has no option “wal”: did you mean wall?"),
        ("door.d8", {"xyz": 1}, "door.d8 has no option “xyz”: it has wall, spiral."),
        ("door.second", {"wall": "N"}, "door.second has no options: leave “wall” away."),
        ("door.clock", {"wall": "up"}, "“up” is no wall: choose N, E, S or W."),
        ("door.clock", {"spiral": "often"}, "spiral is yes or no, not “often”."),
        ("door.2d6", {"rooms": 0}, "rooms is a whole number from 1 to 1,000,000, not “0”."),
        ("door.2d6", {"room": 3}, "door.2d6 has no option “room”: did you mean rooms?"),
        ("door.relative", {"room": 10_000}, "room is a whole number from 1 to 9,999, not “10000”."),
        (
            "door.relative",
            {"room": 7, "rooms": 6},
            "This room is number 7, so rooms, the highest number, is at least 7.",
        ),
        ("dice", {}, "dice needs dice: dice notation such as 2d6+3."),
    ],
)
def test_what_is_wrong_is_refused_before_a_die_is_thrown(
    key: str, options: dict[str, str | int | bool], message: str
) -> None:
    for act in (
        lambda: procedures.check(key, options),
        lambda: procedures.most_dice(key, options),
        lambda: procedures.perform(key, options, BoundedDice(ScriptedDice((1,)), 0)),
        lambda: procedures.perform_by_hand(key, options, ()),
    ):
        with pytest.raises(OptionError) as caught:
            act()
        assert str(caught.value) == message


def test_words_from_a_terminal_are_options_too() -> None:
    typed = procedures.perform_by_hand(
        "door.relative", {"wall": "south", "spiral": "no", "room": "3", "rooms": "12"}, (7,)
    )
    plain = procedures.perform_by_hand(
        "door.relative", {"wall": "S", "spiral": False, "room": 3, "rooms": 12}, (7,)
    )

    assert typed == plain
    assert typed.text == "The south door leads to room 5, two numbers above this one."


@pytest.mark.parametrize(
    ("key", "faces", "message"),
    [
        ("door.destination", (), "you gave 0 dice, and a d10 follows"),
        ("door.destination", (5,), "you gave 1 die, and a d6 follows"),
        ("door.destination", (0, 3), "you gave 2 dice, and a d6 follows"),
        ("door.destination", (5, 1, 1), "uses 2 dice, and you gave 3 dice"),
        ("door.destination", (3, 1), "uses 1 die, and you gave 2 dice"),
        ("door.destination", (11,), "Face 1 is 11, and a d10 does not show that"),
        ("door.destination", (5, 7), "Face 2 is 7, and a d6 does not show that"),
        ("door.destination", (5, 0), "Face 2 is 0, and a d6 does not show that"),
        ("door.clock", (0,), "Face 1 is 0, and a d12 does not show that"),
        ("door.second", (5,), "you gave 1 die, and a d6 follows"),
        ("door.second", (1, 1), "uses 1 die, and you gave 2 dice"),
        ("door.2d6", (3, 4, 9), "Face 3 is 9, and a d8 does not show that"),
    ],
)
def test_faces_that_do_not_fit_are_refused(key: str, faces: tuple[int, ...], message: str) -> None:
    with pytest.raises(FacesError, match=message):
        procedures.perform_by_hand(key, {}, faces)


@pytest.mark.parametrize("key", ["door.destination", "door.relative"])
def test_0_and_10_are_one_face_of_a_d10(key: str) -> None:
    more = (6,) if key == "door.destination" else ()

    zero = procedures.perform_by_hand(key, {}, (0, *more))

    assert zero == procedures.perform_by_hand(key, {}, (10, *more))
    assert zero.dice == (Die(10, 0, "destination"),)
    assert zero.rows[0].first == 0


def test_one_budget_holds_for_all_that_follows() -> None:
    with pytest.raises(OverLimit):
        procedures.perform("door.destination", {}, BoundedDice(ScriptedDice((9, 3, 1)), 2))


def test_search_finds_by_key_or_title_the_best_first() -> None:
    assert procedures.search("") == KEYS
    assert procedures.search("door.d8")[0] == "door.d8"
    assert procedures.search("dest")[0] == "door.destination"
    assert procedures.search("clock") == ("door.clock",)
    assert {"door.round", "door.turn"} <= set(procedures.search("which way"))
    assert procedures.search("no such words") == ()


def test_dice_notation_is_rolled_by_the_key_dice() -> None:
    outcome = procedures.perform_by_hand("dice", {"dice": "2d6+3"}, (1, 2))

    assert outcome.key == "dice"
    assert outcome.faces() == (1, 2)
    assert outcome.value.total == 6
    assert procedures.most_dice("dice", {"dice": "4d6kh3"}) == 4


@pytest.mark.parametrize("text", ["2d6+", "2001d6", "7" * 501, "2d6; drop"])
def test_notation_that_cannot_be_rolled_is_refused_before_a_die(text: str) -> None:
    for act in (
        lambda: procedures.check("dice", {"dice": text}),
        lambda: procedures.perform("dice", {"dice": text}, BoundedDice(ScriptedDice((1,)), 0)),
    ):
        with pytest.raises(Refusal):
            act()


def test_what_could_throw_more_than_the_limit_is_refused_before_a_die(monkeypatch) -> None:
    monkeypatch.setattr(procedures, "MAX_DICE", procedures.most_dice("door.destination", {}) - 1)

    with pytest.raises(OverLimit, match="ask for fewer"):
        procedures.check("door.destination", {})
    procedures.check("door.d8", {})
