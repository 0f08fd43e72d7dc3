"""The letters that a growing list goes by: A to Z, then AA, AB and so on, without an end.

It is counting in twenty-sixes without a nought: every number from 1 has one run of letters,
and every run of letters one number.
"""

from __future__ import annotations

import re

LONGEST = 7
"""Letters of the longest run that is read: more than eight thousand million numbers."""

_RUN = re.compile(r"[A-Za-z]{1,7}")


def letters_for(number: int) -> str:
    """The letters of a number: 1 is A, 26 is Z, 27 is AA.

    Raises:
        ValueError: the number is less than 1.
    """
    if number < 1:
        raise ValueError(f"{number} has no letters")
    run = ""
    while number:
        number, place = divmod(number - 1, 26)
        run = chr(ord("A") + place) + run
    return run


def number_for(text: str) -> int | None:
    """The number of letters in either case; None where the text is anything else, or too long."""
    if _RUN.fullmatch(text) is None:
        return None
    number = 0
    for letter in text.upper():
        number = 26 * number + ord(letter) - ord("A") + 1
    return number
