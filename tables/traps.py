"""Traps: what they do, what sets them off and how bad they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tables.catalog import load
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

TRIGGERS = {"trap.kind": "trap.trigger", "trap.small": "trap.trigger.small"}
"""The table for what sets off the traps of each of those."""

NOTHING_TO_SET_OFF = ("secret-door", "illusion")
"""Rows of tricks and traps that wait for nothing: they are only found, or walked into."""

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

TITLE = "A trap, its trigger and how bad it is"
"""How the whole roll is called."""

MOST_DICE = 8
"""What it is with its amounts and what follows, what sets it off, and how bad it is."""


@dataclass(frozen=True, slots=True)
class Trap:
    """A trick or trap.

    Attributes:
        place: "passage", "room", "door" or "container".
        kind: the value of its row, such as "pit".
        trigger: what sets it off, such as "thread"; None for a secret door or an illusion.
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
    table = PLACES[place]
    kind = roll_on(rules.table(table), dice, rules, given)
    if kind.value in NOTHING_TO_SET_OFF:
        return Outcome("trap.roll", TITLE, (), (), kind.text, Trap(place, kind.value), (kind,))
    trigger = roll_on(rules.table(TRIGGERS[table]), dice, rules, given)
    severity = roll_on(rules.table("trap.severity"), dice, rules, given)
    return Outcome(
        key="trap.roll",
        title=TITLE,
        dice=(),
        rows=(),
        text=f"{kind.text} Set off by {_phrase(trigger)}. It is {_phrase(severity)}.",
        value=Trap(place, kind.value, trigger.value, severity.value),
        children=(kind, trigger, severity),
    )


def _phrase(outcome: Outcome[str]) -> str:
    return outcome.rows[0].text


def _roll_kind(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[str]:
    return roll_on(rules.table("trap.kind"), dice, rules, {"level": chosen.number("level") or 1})


def behind_illusion(outcome: Outcome[Any]) -> tuple[Offer, ...]:
    """The next rolls where a wall that is an illusion hides a chamber with a monster and treasure."""
    if all((each.key, each.value) != ("trap.illusion", "chamber") for each in outcome.walk()):
        return ()
    return (Offer("encounter.room", options={"occupied": True}), Offer("treasure.cache"))


def _offers(chosen: Chosen, outcome: Outcome[Trap]) -> tuple[Offer, ...]:
    """What a trap guards, or is met with next."""
    after = {
        "door": Offer("door.beyond"),
        "container": Offer("treasure.cache"),
        "room": Offer("room.contents"),
        "passage": Offer("corridor.periodic"),
    }
    return behind_illusion(outcome) or (after[chosen.word("place")],)


def procedures() -> tuple[Procedure, ...]:
    """The procedures for traps."""
    table = load().table("trap.kind")
    return (
        Procedure(
            key="trap.roll",
            title=TITLE,
            options=(_PLACE, LEVEL),
            run=_roll,
            most_dice=lambda _: MOST_DICE,
            offers=_offers,
        ),
        Procedure(
            key=table.key,
            title=table.title,
            options=(LEVEL,),
            run=_roll_kind,
            most_dice=lambda _: load().worst[table.key],
            offers=lambda _, outcome: behind_illusion(outcome),
        ),
    )
