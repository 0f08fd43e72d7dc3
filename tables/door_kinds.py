"""What doors are like: how they are shut and what of, and the kinds of rooms that exits lead to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, cast

from tables.outcome import Hit, Outcome
from tables.procedure import Offer, Procedure
from tables.rolling import roll_on, sentence

if TYPE_CHECKING:
    from tables.dice import Dice
    from tables.procedure import Chosen
    from tables.rolling import Rules

State = Literal["unlocked", "stuck", "locked", "barred", "trapped"]
"""How a door is shut. A trapped one is not locked, so that somebody will open it."""

Material = Literal["wood", "iron-bound", "stone", "iron", "portcullis", "curtain"]
"""What a door is made of. A curtain is never stuck, locked or barred."""


@dataclass(frozen=True, slots=True)
class DoorKind:
    """What a door is like: how it is shut, and what it is made of."""

    state: State
    material: Material


_DOORS: dict[Material, str] = {
    "wood": "a wooden door",
    "iron-bound": "a door of wood bound with iron",
    "stone": "a stone door",
    "iron": "an iron door",
    "portcullis": "a portcullis",
    "curtain": "a curtain instead of a door",
}
_STATES: dict[State, str] = {
    "unlocked": "not locked",
    "stuck": "stuck",
    "locked": "locked",
    "barred": "barred on the far side",
    "trapped": "not locked, but with a trap in it",
}


def tell_kind(kind: DoorKind) -> str:
    """A door in one sentence."""
    door = _DOORS[kind.material]
    if kind.material == "curtain":
        return sentence(f"{door}, with a trap in it" if kind.state == "trapped" else door)
    return sentence(f"{door}, {_STATES[kind.state]}")


def _roll_kind(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[DoorKind]:
    """The state, then what the door is made of; players see no trap."""
    del chosen
    fell = roll_on(rules.table("door.kind"), dice, rules)
    whole = _kind_of(fell, fell)
    if fell.players is None:
        return whole
    return replace(whole, players=_kind_of(fell.players, fell))


def _kind_of(state: Outcome[str], fell: Outcome[str]) -> Outcome[DoorKind]:
    """The door, from what is told of its state and from what it is made of."""
    kind = DoorKind(cast("State", state.value), cast("Material", fell.children[0].value))
    return Outcome(
        key=fell.key,
        title=fell.title,
        dice=state.dice,
        rows=state.rows,
        text=tell_kind(kind),
        value=kind,
        children=fell.children,
    )


def _offer_kind(chosen: Chosen, outcome: Outcome[DoorKind]) -> tuple[Offer, ...]:
    """The trap, for those who know of one; what lies beyond is offered by the table itself."""
    del chosen
    return (Offer("trap.roll", options={"place": "door"}),) if outcome.value.state == "trapped" else ()


def _roll_room_kind(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[str]:
    """Two d6: their sum, or the table of doubles where they are alike."""
    del chosen
    table = rules.table("door.room-kind")
    thrown = table.throw.throw(dice, table.purpose)
    first, second = (die.face for die in thrown)
    read = rules.table("door.room-kind.doubles") if first == second else table
    row = read.row_of(first if first == second else first + second)
    return Outcome(
        key=table.key,
        title=table.title,
        dice=thrown,
        rows=(Hit(read.key, row.first, row.last, row.text),),
        text=sentence(row.text),
        value=row.value,
    )


def procedures() -> tuple[Procedure, ...]:
    """The procedures for what doors are like."""
    return (
        Procedure(
            key="door.kind",
            title="What a door is like",
            options=(),
            run=_roll_kind,
            most_dice=lambda _: 2,
            offers=_offer_kind,
        ),
        Procedure(
            key="door.room-kind",
            title="What sort of room an exit leads to",
            options=(),
            run=_roll_room_kind,
            most_dice=lambda _: 2,
        ),
    )
