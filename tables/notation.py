"""Dice notation: "4d6kh3+2" to an expression, and an expression to an outcome.

Everything that can be refused is refused when the text is read, before any die
is thrown: what makes no sense, what would never end, and what could come to
more dice, sides or digits than one roll may have. The grammar stands in
grammar.lark, and for players in docs/dice.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from tables.arithmetic import Extent, Rolling, within_limits
from tables.errors import OverLimit
from tables.outcome import Outcome

if TYPE_CHECKING:
    from tables.arithmetic import Node
    from tables.dice import Dice

KEY = "dice"
"""The key of every roll of notation."""

MAX_CHARACTERS = 500
"""Characters of one roll."""

_SHOWN_TITLE = 100
"""Characters of an expression that its own result repeats."""

_SHOWN_REMARKS = 4
"""Remarks that a result makes at most."""


@dataclass(frozen=True, slots=True)
class Total:
    """What one expression came to.

    Attributes:
        total: the number.
        successes: whether it counts successes rather than pips.
    """

    total: int
    successes: bool = False


@dataclass(frozen=True, slots=True)
class Totals:
    """What several expressions came to, in order."""

    totals: tuple[Total, ...]


@dataclass(frozen=True, slots=True)
class Expression:
    """A roll as it was asked for, within all limits.

    Attributes:
        text: in plain notation: lower case but for dF, without spaces, nothing left out.
        parts: what stands between the semicolons.
        dice: how many dice it throws at most.
    """

    text: str
    parts: tuple[Node, ...]
    dice: int


@lru_cache(maxsize=256)
def parse(text: str) -> Expression:
    """Read dice notation.

    Raises:
        NotationError: it cannot be read; the sentence shows the place and what belongs there.
        ImpossibleRoll: it asks for no dice, or for some that would never end.
        OverLimit: it is too long, or may take too many dice, sides or digits.
    """
    if len(text) > MAX_CHARACTERS:
        raise OverLimit(f"That is {len(text):,} characters long, and a roll has {MAX_CHARACTERS} at most.")
    from tables.reading import read  # noqa: PLC0415 - the grammar is loaded by the first roll

    parts = read(text)
    if len(parts) == 1:
        return Expression(parts[0].text, parts, parts[0].extent.dice)
    whole = "; ".join(part.text for part in parts)
    dice = sum(part.extent.dice for part in parts)
    within_limits(whole, Extent(0, 0, dice, sum(part.extent.nodes for part in parts)))
    return Expression(whole, parts, dice)


def worst_case(expression: Expression) -> int:
    """How many dice ``expression`` throws at most, with all that may be rerolled or explode."""
    return expression.dice


def roll(text: str, dice: Dice) -> Outcome[Total] | Outcome[Totals]:
    """Roll dice notation; several expressions become the children of one outcome.

    Raises:
        NotationError, ImpossibleRoll, OverLimit: as :func:`parse`, before any die is thrown.
    """
    expression = parse(text)
    outcomes = tuple(_roll_part(part, dice) for part in expression.parts)
    if len(outcomes) == 1:
        return outcomes[0]
    return Outcome(
        key=KEY,
        title=expression.text,
        dice=(),
        rows=(),
        text="; ".join(outcome.text for outcome in outcomes),
        value=Totals(tuple(outcome.value for outcome in outcomes)),
        children=outcomes,
    )


def _roll_part(part: Node, dice: Dice) -> Outcome[Total]:
    rolling = Rolling(dice)
    total = part.value(rolling)
    successes = part.successes() or False
    text = part.text if len(part.text) <= _SHOWN_TITLE else part.text[: _SHOWN_TITLE - 1] + "…"
    told = f"{text} = {total}"
    if successes:
        told += " success" if total == 1 else " successes"
    if rolling.remarks:
        remarks = tuple(dict.fromkeys(rolling.remarks))
        more = ("…",) if len(remarks) > _SHOWN_REMARKS else ()
        told += f" ({'; '.join((*remarks[:_SHOWN_REMARKS], *more))})"
    return Outcome(KEY, part.text, tuple(rolling.thrown), (), told, Total(total, successes))
