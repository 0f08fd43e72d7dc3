"""Why dice notation could not be read: one kind sentence that shows the place and what belongs there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tables.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Collection

_SHOWN_BEFORE = 30
"""Characters quoted of what could be read: its end."""

_SHOWN_AFTER = 20
"""Characters quoted of what could not be read: its beginning."""

_UNFINISHED = (
    (
        r"d\s*(?![a-z])",
        {"DIE", "DIE_OF"},
        "the number of sides should follow the d, such as d6, d%, dF or d(4+2)",
    ),
    (
        r"r[or](?![a-z])\s*[<>≤≥]?=?\s*-?",
        {"REROLL"},
        "the faces to reroll should follow, such as ro1 or rr<3",
    ),
    (r"(<=|>=|[<>=≤≥])(?!\s*[<>=])\s*-?", {"COUNT"}, "a whole number should follow the comparison"),
)
"""What is begun and lacks its number: (how it begins, where the grammar has room for it, what is missing)."""

_ADVANTAGE = (r"adv|dis", "write 2d20kh1 for the better of two, or 2d20kl1 for the worse")

_MISTAKES = (
    (r"r\s*[0-9<>=]", "write ro1 to reroll a 1 once, or rr1 to reroll until something else shows"),
    (r"!\s*=", "write the face alone, so that !6 explodes on a 6 and !6>=5 counts from 5 on"),
    (r"[!p]", "there is one way to explode, a single ! right after the dice"),
    (r"e\s*([0-9<>=]|$)", "write ! to explode, such as 2d6! or 2d6!6"),
    (r"x\s*([0-9(d]|$)", "write * for times, such as 3d10*10, or ! to explode"),
    (
        r"d\s*[0-9]",
        "write dl1 to drop the lowest, or brackets to roll how many dice there are, such as (2d3)d10",
    ),
    (r"d[%f]", "write brackets to roll how many dice there are, such as (2d3)d10"),
    (r"=>|=<|==|<>", "compare with one of < <= = >= >, such as 8d6>=5"),
    _ADVANTAGE,
    (r"[.,]", "write whole numbers, without point or comma"),
    (r"%", "write d% for a hundred sides"),
    (r"\)", "there is no open bracket for this one to close"),
    (r"[0-9(]", "write an operator such as + or * in between, or a ; between two rolls"),
    (r"\d", "write digits as 0 to 9"),
)
"""What people write who are used to other notations, or in haste, tried in order."""

_CHANGES = {"REROLL", "EXPLODE", "KEEP"}

_ORDER = (
    "what is done with dice stands right after them, "
    "in the order reroll, explode, keep or drop, count, such as 4d6ro1!kh3"
)

_OPERATORS = {"+": "plus", "-": "minus", "*": "*", "/": "/", "(": "bracket", ";": "semicolon"}


def misreading(typed: str, plain: str, position: int, found: str, expected: Collection[str]) -> NotationError:
    """The error for notation that can be read up to ``position``.

    Args:
        typed: what was to be read, as it was typed.
        plain: the same, character for character, as the grammar reads it.
        position: where it stops making sense, from 0.
        found: the terminal of the grammar that stands there; "" for none.
        expected: the terminals that could have stood there.
    """
    position, words = _expected(plain, position, found, set(expected))
    before, after = _printable(typed[:position]), _printable(typed[position:])
    if not _printable(typed):
        sentence = "There is nothing to roll yet: write dice such as 2d6+3."
    elif not plain[position:].strip():
        sentence = f"I can read “{_end(before)}” up to the end: {words}."
    elif not after:
        sentence = f"I can read “{_end(before)}” and no further: {words}."
    elif not before:
        sentence = f"I cannot read “{_beginning(after)}” at the beginning: {words}."
    else:
        sentence = f"I can read “{_end(before)}” but not “{_beginning(after)}” after it: {words}."
    return NotationError(sentence, position=position, expected=words)


def _expected(plain: str, position: int, found: str, expected: set[str]) -> tuple[int, str]:
    """Where the mistake is, and what should stand there."""
    after = plain[position:].lstrip()
    start = len(plain) - len(after)
    for pattern, room, words in _UNFINISHED:
        begun = re.match(pattern, after)
        if begun and room & expected:
            return start + begun.end(), words
    if after and not after[0].isprintable():
        return start, "there is a hidden character, which you can delete"
    if "NUMBER" in expected:
        return start, _beginning_of_part(plain[:position].rstrip(), after)
    return start, _going_on(after, found)


def _beginning_of_part(before: str, after: str) -> str:
    """What should stand where a number or dice are missing."""
    if re.match(_ADVANTAGE[0], after):
        return _ADVANTAGE[1]
    if not before:
        return "begin with a number or dice, such as 2d6+3"
    return f"a number or dice should follow the {_OPERATORS.get(before[-1], before[-1])}"


def _going_on(after: str, found: str) -> str:
    """What should stand after a number, a bracket or dice."""
    if found == "COUNT":
        return "only dice can be counted, and that stands right after them, such as 8d6>=5"
    if found in _CHANGES:
        return _ORDER
    if not after:
        return "a closing bracket should follow"
    for pattern, words in _MISTAKES:
        if re.match(pattern, after):
            return words
    return "an operator such as + or *, or the end, should follow, and words go into the note"


def _printable(text: str) -> str:
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def _end(text: str) -> str:
    return text if len(text) <= _SHOWN_BEFORE else "…" + text[-_SHOWN_BEFORE:]


def _beginning(text: str) -> str:
    return text if len(text) <= _SHOWN_AFTER else text[:_SHOWN_AFTER] + "…"
