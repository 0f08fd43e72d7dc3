"""Options: what is read, and what is refused in a sentence."""

import pytest

from tables.errors import OptionError
from tables.procedure import Choice, Option

WALL = Option("wall", "choice", "the wall", "N", choices=(Choice("N", "north"), Choice("E", "east")))
SPIRAL = Option("spiral", "flag", "long ways", default=False)
ROOM = Option("room", "number", "this room", least=1, most=9_999)
BELOW = Option("level", "number", "the level", least=-3, most=3)
TEXT = Option("dice", "text", "dice notation such as 2d6", required=True, most=10)


@pytest.mark.parametrize(
    ("option", "given", "read"),
    [
        (WALL, "N", "N"),
        (WALL, " e ", "E"),
        (WALL, "East", "E"),
        (SPIRAL, True, True),
        (SPIRAL, False, False),
        (SPIRAL, "Yes", True),
        (SPIRAL, "off", False),
        (SPIRAL, 1, True),
        (ROOM, 1, 1),
        (ROOM, 9_999, 9_999),
        (ROOM, " 12 ", 12),
        (BELOW, "-3", -3),
        (BELOW, 0, 0),
        (TEXT, "2d6 + 3", "2d6 + 3"),
    ],
)
def test_words_are_taken_for_what_they_say(option: Option, given, read) -> None:
    value = option.read(given)

    assert value == read
    assert type(value) is type(read)


@pytest.mark.parametrize(
    ("option", "given", "message"),
    [
        (WALL, "up", "“up” is no wall: choose N or E."),
        (WALL, 1, "“1” is no wall: choose N or E."),
        (WALL, "", "“” is no wall: choose N or E."),
        (SPIRAL, "maybe", "spiral is yes or no, not “maybe”."),
        (SPIRAL, 2, "spiral is yes or no, not “2”."),
        (ROOM, 0, "room is a whole number from 1 to 9,999, not “0”."),
        (ROOM, 10_000, "room is a whole number from 1 to 9,999, not “10000”."),
        (ROOM, -1, "room is a whole number from 1 to 9,999, not “-1”."),
        (ROOM, True, "room is a whole number from 1 to 9,999, not “True”."),
        (ROOM, "１２", "room is a whole number from 1 to 9,999, not “１２”."),
        (ROOM, "1_0", "room is a whole number from 1 to 9,999, not “1_0”."),
        (ROOM, "--1", "room is a whole number from 1 to 9,999, not “--1”."),
        (ROOM, "9" * 5_000, f"room is a whole number from 1 to 9,999, not “{'9' * 59}…”."),
        (BELOW, "-4", "level is a whole number from -3 to 3, not “-4”."),
        (TEXT, "   ", "Say what to roll: dice is dice notation such as 2d6."),
        (TEXT, "x" * 11, "dice has 11 characters: at most 10 fit."),
        (TEXT, 6, "dice is text, not “6”."),
    ],
)
def test_what_an_option_cannot_be_is_refused_in_a_sentence(option: Option, given, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        option.read(given)

    assert str(caught.value) == message
