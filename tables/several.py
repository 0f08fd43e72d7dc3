"""One table or procedure rolled several times at once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tables.outcome import Outcome, open_children, told
from tables.procedure import LEVEL, Offer, Option, Procedure

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tables.dice import Dice
    from tables.procedure import Chosen, OptionValue
    from tables.rolling import Rules

KEY = "several"

MOST_TIMES = 10
"""Rolls that are made at once."""

_NAME = Option(name="name", kind="text", help="the key of what is rolled", required=True, most=100)
_TIMES = Option(
    name="times", kind="number", help="how many times it is rolled", default=2, least=1, most=MOST_TIMES
)
_LEVEL = replace(LEVEL, default=None)
"""Left out where nobody said it: not everything that is rolled has a level."""


def _roll(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[Any]:
    """Every roll by itself, in order."""
    times = chosen.number("times") or 1
    children = tuple(rules.roll(chosen.word("name"), dice, _given(chosen)) for _ in range(times))
    outcome = Outcome(KEY, children[0].title, (), (), _numbered(children), _values(children), children)
    players = open_children(children)
    return told(outcome, _numbered(players), _values(players))


def _given(chosen: Chosen) -> dict[str, OptionValue]:
    """What each roll is given: the level, where one was said."""
    level = chosen.number("level")
    return {} if level is None else {"level": level}


def _numbered(children: Sequence[Outcome[Any]]) -> str:
    return " ".join(f"{number}. {child.text}" for number, child in enumerate(children, start=1))


def _values(children: Sequence[Outcome[Any]]) -> tuple[Any, ...]:
    return tuple(child.value for child in children)


def procedure(
    most_dice: Callable[[str, dict[str, Any]], int],
    offers: Callable[[str, dict[str, Any], Outcome[Any]], tuple[Offer, ...]],
) -> Procedure:
    """The procedure.

    Args:
        most_dice: knows how many dice a key throws at most, and which keys there are.
        offers: knows what follows a roll of a key.
    """

    def most(chosen: Chosen) -> int:
        return (chosen.number("times") or 1) * most_dice(chosen.word("name"), _given(chosen))

    def check(chosen: Chosen) -> None:
        most_dice(chosen.word("name"), _given(chosen))

    def offer(chosen: Chosen, outcome: Outcome[Any]) -> tuple[Offer, ...]:
        """What follows each of the rolls, once."""
        name, given = chosen.word("name"), _given(chosen)
        found: list[Offer] = []
        for child in outcome.children:
            found += [each for each in offers(name, given, child) if each not in found]
        return tuple(found)

    return Procedure(
        key=KEY,
        title="Several rolls",
        options=(_NAME, _TIMES, _LEVEL),
        run=_roll,
        most_dice=most,
        check=check,
        offers=offer,
    )
