"""Traps: what they do, what sets them off and how bad they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tables.outcome import Outcome
from tables.procedure import LEVEL, Choice, Offer, Option, Procedure
from tables.rolling import roll_on

if TYPE_CHECKING:
    from tables.dice import Dice
    from tables.procedure import Chosen
    from tables.rolling import Rules

PLACES = {
    "passage": "trap.kind",
    "room": "trap.kind",
    "door": "trap.small",
    "container": "trap.small",
}
"""The table for each place where a trap can be."""

NO_TRAP = "secret-door"
"""The one row of tricks and traps that is neither."""

_PLACE = Option(
    name="place",
    kind="choice",
    help="where the trap is",
    default="room",
    choices=(
        Choice("room", "in a room"),
        Choice("passage", "in a passage"),
        Choice("door", "on a door"),
        Choice("container", "on a container"),
    ),
)

MOST_DICE = 6
"""What it is with its amounts and what follows, what sets it off, and how bad it is."""


@dataclass(frozen=True, slots=True)
class Trap:
    """A trick or trap.

    Attributes:
        place: "passage", "room", "door" or "container".
        kind: the value of its row, such as "pit".
        trigger: what sets it off, such as "thread"; None for a secret door, which is no trap.
        severity: "nuisance", "hazardous", "dangerous" or "fatal"; None likewise.
    """

    place: str
    kind: str
    trigger: str | None = None
    severity: str | None = None


def _roll(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[Trap]:
    """What it is, then what sets it off, then how bad it is."""
    place, level = chosen.word("place"), chosen.number("level") or 1
    given = {"level": level}
    kind = roll_on(rules.table(PLACES[place]), dice, rules, given)
    if kind.value == NO_TRAP:
        return Outcome("trap.roll", TITLE, (), (), kind.text, Trap(place, kind.value), (kind,))
    trigger = roll_on(rules.table("trap.trigger"), dice, rules, given)
    severity = roll_on(rules.table("trap.severity"), dice, rules, given)
    return Outcome(
        key="trap.roll",
        title=TITLE,
        dice=(),
        rows=(),
        text=f"{kind.text} Set off by {_phrase(trigger)}. {severity.text}",
        value=Trap(place, kind.value, trigger.value, severity.value),
        children=(kind, trigger, severity),
    )


TITLE = "A trap, its trigger and how bad it is"


def _phrase(outcome: Outcome[str]) -> str:
    return outcome.rows[0].text


def _offers(chosen: Chosen, outcome: Outcome[Trap]) -> tuple[Offer, ...]:
    """What a trap guards: behind a door, or in a container."""
    del outcome
    after = {"door": Offer("door.beyond"), "container": Offer("treasure.cache")}
    found = after.get(chosen.word("place"))
    return (found,) if found else ()


def procedures() -> tuple[Procedure, ...]:
    """The procedures for traps."""
    return (
        Procedure(
            key="trap.roll",
            title=TITLE,
            options=(_PLACE, LEVEL),
            run=_roll,
            most_dice=lambda _: MOST_DICE,
            offers=_offers,
        ),
    )
