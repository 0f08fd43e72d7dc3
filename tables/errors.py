"""Everything a player can get wrong, as one family.

The message of a :class:`Refusal` is one kind sentence for the player: it says
what to do, repeats at most a little of what was typed, and is shown as it is.

* Refusal
    * FacesError: the dice thrown at the table do not fit the roll
    * NotationError: dice notation that cannot be read, with the place
    * ImpossibleRoll: dice notation that reads well and asks for what no dice can do
    * OverLimit: more dice, depth or text than one command may ask for
    * UnknownTable: no table of that name
    * OptionError: an option that the roll does not have, or a value it cannot take

:class:`CatalogError` is no player's mistake: a table file of ours is wrong.
"""

ECHO_LENGTH = 60
"""How many characters of a user's own text an error repeats at most."""


class Refusal(Exception):  # noqa: N818 - it is an answer, not an accident
    """What was asked cannot be done; the message tells the player why and what to do."""


class FacesError(Refusal):
    """Faces thrown at the table are too few, too many, or not on the die."""


class NotationError(Refusal):
    """Dice notation that cannot be read.

    Attributes:
        position: index of the first character that does not fit, from 0.
        expected: what could have stood there, in words.
    """

    def __init__(self, message: str, *, position: int, expected: str) -> None:
        super().__init__(message)
        self.position = position
        self.expected = expected


class ImpossibleRoll(Refusal):
    """Dice that read well and cannot be thrown: none at all, or some that would never end."""


class OverLimit(Refusal):
    """The work asked for is larger than one command may do; nothing was rolled."""


class UnknownTable(Refusal):
    """No table or procedure has that key."""


class OptionError(Refusal):
    """An option the roll does not have, or a value that it cannot take."""


class CatalogError(Exception):
    """A table file of the program itself is wrong: the message names file and row."""


def echo(text: str) -> str:
    """The user's own words, short enough to stand in an error, and without signs that nobody sees.

    Controls, overrides of the direction and halves of characters would break the sentence they
    are quoted in, or could not be sent at all.
    """
    flat = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return flat if len(flat) <= ECHO_LENGTH else flat[: ECHO_LENGTH - 1] + "…"
