"""One table or procedure rolled several times at once."""

from __future__ import annotations

from dataclasses import replace
from itertools import compress
from typing import TYPE_CHECKING, Any

from tables.amounts import most_dice as most_dice_of
from tables.catalog import load
from tables.errors import OptionError
from tables.outcome import Outcome, open_children, told
from tables.procedure import EDITION, LEVEL, Offer, Option, Procedure

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
SPARE = 20
"""Rolls beyond those asked for that are made at most where the same would come twice."""

_UNIQUE = Option(
    name="unique",
    kind="flag",
    help="what came already is rolled again, as far as players can tell",
    default=False,
)
_LEVEL = replace(LEVEL, default=None)
"""Left out where nobody said it: not everything that is rolled has a level."""


_EDITION = replace(EDITION, default=None)
_SCHEME = Option(name="scheme", kind="text", help="by which scheme, for what has schemes", most=40)


def _roll(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[Any]:
    """Every roll by itself, in order."""
    times, unique = chosen.number("times") or 1, chosen.flag("unique")
    rolled: list[Outcome[Any]] = []
    kept: list[bool] = []
    for _ in range(times + SPARE * unique):
        child = rules.roll(chosen.word("name"), dice, _given(chosen))
        is_new = not unique or all(child.for_players().text != each.for_players().text for each in rolled)
        rolled.append(child if is_new else _dropped(child))
        kept.append(is_new)
        if sum(kept) == times:
            break
    children = tuple(rolled)
    ended = f" Nothing else came in {len(kept)} rolls." if sum(kept) < times else ""
    of_masters, of_players = (tuple(compress(each, kept)) for each in (children, open_children(children)))
    outcome = Outcome(
        KEY, children[0].title, (), (), _numbered(of_masters) + ended, _values(of_masters), children
    )
    return told(outcome, _numbered(of_players) + ended, _values(of_players))


def _dropped(outcome: Outcome[Any]) -> Outcome[Any]:
    """A roll that does not count, with every die dropped."""
    return replace(
        outcome,
        dice=tuple(replace(die, kept=False) for die in outcome.dice),
        children=tuple(_dropped(child) for child in outcome.children),
        players=outcome.players and _dropped(outcome.players),
    )


def _counts(outcome: Outcome[Any]) -> bool:
    dice = outcome.every_die()
    return not dice or any(die.kept for die in dice)


def _check_unique(chosen: Chosen) -> None:
    """See that a plain table has so many different rows as are asked for."""
    table = load().by_key.get(chosen.word("name"))
    if table is None or not chosen.flag("unique"):
        return
    told_apart = {row.players or row.text for row in table.every_row}
    leads_on = any(row.then or row.again or most_dice_of(row.text) for row in table.every_row)
    if not leads_on and len(told_apart) < (chosen.number("times") or 1):
        raise OptionError(
            f"{table.title} has only {len(told_apart)} different rows: "
            "roll it fewer times, or without unique."
        )


def _given(chosen: Chosen) -> dict[str, OptionValue]:
    """What each roll is given: the level, the edition and the scheme, where one was said."""
    given = (_LEVEL.name, _EDITION.name, _SCHEME.name)
    return {name: chosen.values[name] for name in given if name in chosen.values}


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
        times = (chosen.number("times") or 1) + SPARE * chosen.flag("unique")
        return times * most_dice(chosen.word("name"), _given(chosen))

    def check(chosen: Chosen) -> None:
        most_dice(chosen.word("name"), _given(chosen))
        _check_unique(chosen)

    def offer(chosen: Chosen, outcome: Outcome[Any]) -> tuple[Offer, ...]:
        """What follows each of the rolls that count, once."""
        name, given = chosen.word("name"), _given(chosen)
        found: list[Offer] = []
        for child in filter(_counts, outcome.children):
            found += [each for each in offers(name, given, child) if each not in found]
        return tuple(found)

    return Procedure(
        key=KEY,
        title="Several rolls",
        options=(_NAME, _TIMES, _UNIQUE, _LEVEL, _EDITION, _SCHEME),
        run=_roll,
        most_dice=most,
        check=check,
        offers=offer,
    )
