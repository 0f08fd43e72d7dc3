"""Whether monsters wander in, by four sets of rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tables.catalog import load
from tables.procedure import LEVEL, Choice, Offer, Option, Procedure
from tables.rolling import roll_on

if TYPE_CHECKING:
    from collections.abc import Callable

    from tables.dice import Dice
    from tables.outcome import Outcome
    from tables.procedure import Chosen
    from tables.rolling import Rules

KEY = "corridor.wandering"
TITLE = "Whether a monster wanders in"

RULES = {
    "odnd": "OD&D: a 6 on a d6, every turn",
    "bx": "B/X: 1 in 6, every second turn",
    "adnd": "AD&D: 1 in 6, every third turn",
    "osric": "OSRIC and Basic Fantasy: 1 in 6, every third turn",
}
"""The sets of rules, the usual one first; and when each of them checks."""

MOST_DICE = 3
"""The check, and how far away they are."""

_RULES = Option(
    name="rules",
    kind="choice",
    help="whose rules for the check",
    default="odnd",
    choices=tuple(Choice(each, title) for each, title in RULES.items()),
)


def interval(rules: str) -> int:
    """The turns of ten minutes from one check to the next, by a set of rules."""
    return load().table(f"wandering.{rules}").every


def _runs(only: str | None) -> Callable[[Chosen, Dice, Rules], Outcome[str]]:
    def run(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[str]:
        fell = roll_on(rules.table(f"wandering.{only or chosen.word('rules')}"), dice, rules)
        return fell if only else replace(fell, key=KEY, title=TITLE)

    return run


def _offers(chosen: Chosen, outcome: Outcome[Any]) -> tuple[Offer, ...]:
    """Who comes, if somebody does."""
    del chosen
    return (Offer("encounter.room", "Who comes", {"occupied": True}),) if outcome.value == "monster" else ()


def _check(key: str, title: str, *, only: str | None = None) -> Procedure:
    return Procedure(
        key=key,
        title=title,
        options=(LEVEL,) if only else (_RULES, LEVEL),
        run=_runs(only),
        most_dice=lambda _: MOST_DICE,
        offers=_offers,
    )


def procedures() -> tuple[Procedure, ...]:
    """The check by any rules, and by each."""
    tables = [(each, load().table(f"wandering.{each}")) for each in RULES]
    return (_check(KEY, TITLE), *(_check(table.key, table.title, only=each) for each, table in tables))
