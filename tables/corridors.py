"""Corridors: junctions in a row, both walls of a length, and what a passage comes to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tables.catalog import load
from tables.outcome import Outcome, open_children, told
from tables.procedure import EDITION, LEVEL, Option, Procedure
from tables.rolling import roll_on

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tables.dice import Dice
    from tables.procedure import Chosen
    from tables.rolling import Rules

STRETCH = 60
"""Feet of corridor after which both walls are checked."""

MOST_JUNCTIONS = 20
"""Junctions that are rolled at once."""

MOST_LENGTH = 20 * STRETCH
"""Feet of corridor that are rolled at once."""

SIDES = ("left", "right")
"""The walls in the order thrown, as somebody sees them who walks along."""

_COUNT = Option(
    name="count",
    kind="number",
    help="how many junctions there are",
    default=1,
    least=1,
    most=MOST_JUNCTIONS,
)
_LENGTH = Option(
    name="length",
    kind="number",
    help="the corridor’s length in feet; every whole 60 feet are checked, on both sides",
    default=STRETCH,
    least=STRETCH,
    most=MOST_LENGTH,
)

EDITED = ("corridor.periodic", "corridor.passage", "corridor.width", "corridor.turn", "corridor.stairs")
"""What both editions have their own tables for."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """What is in both walls at one place of a corridor.

    Attributes:
        feet: how far along it is.
        left, right: the value of each wall's row, such as "door".
    """

    feet: int
    left: str
    right: str


def _junctions(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[Any]:
    """One junction as its table gives it, or several in the order that somebody comes to them."""
    count = chosen.number("count") or 1
    table = rules.table("corridor.junction")
    if count == 1:
        return roll_on(table, dice, rules)
    children = tuple(roll_on(table, dice, rules) for _ in range(count))
    outcome = Outcome(table.key, table.title, (), (), _numbered(children), _values(children), children)
    players = open_children(children)
    return told(outcome, _numbered(players), _values(players))


def _values(children: Sequence[Outcome[Any]]) -> tuple[str, ...]:
    return tuple(child.value for child in children)


def _numbered(children: Sequence[Outcome[Any]]) -> str:
    """The junctions by their numbers, those that are alike together: "1 and 3 a door; 2 a room."."""
    places: dict[str, list[int]] = {}
    for number, child in enumerate(children, start=1):
        places.setdefault(child.text.removesuffix("."), []).append(number)
    parts = [f"{_numbers(numbers)} {words[:1].lower()}{words[1:]}" for words, numbers in places.items()]
    return f"Junctions: {'; '.join(parts)}."


def _numbers(numbers: Sequence[int]) -> str:
    *most, last = [str(number) for number in numbers]
    return f"{', '.join(most)} and {last}" if most else last


def _walls(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[tuple[Stretch, ...]]:
    """Both walls, left and then right, at each whole 60 feet."""
    checks = (chosen.number("length") or STRETCH) // STRETCH
    table = rules.table("corridor.wall")
    children = tuple(
        roll_on(table, dice, rules, purpose=f"{side} wall") for _ in range(checks) for side in SIDES
    )
    outcome = Outcome(table.key, table.title, (), (), _by_feet(children), _stretches(children), children)
    players = open_children(children)
    return told(outcome, _by_feet(players), _stretches(players))


def _stretches(children: Sequence[Outcome[Any]]) -> tuple[Stretch, ...]:
    pairs = zip(children[::2], children[1::2], strict=True)
    return tuple(
        Stretch(number * STRETCH, left.value, right.value) for number, (left, right) in enumerate(pairs, 1)
    )


def _by_feet(children: Sequence[Outcome[Any]]) -> str:
    pairs = zip(children[::2], children[1::2], strict=True)
    return " ".join(
        f"After {number * STRETCH:,} feet: {_sides(left, right)}."
        for number, (left, right) in enumerate(pairs, 1)
    )


def _sides(left: Outcome[Any], right: Outcome[Any]) -> str:
    words = [child.text[:1].lower() + child.text[1:].removesuffix(".") for child in (left, right)]
    if words[0] == words[1]:
        return f"{words[0]} on both sides"
    return f"{words[0]} on the left, {words[1]} on the right"


def _by_edition(key: str, most_dice: int) -> Procedure:
    """A table that both editions have, by the one that is chosen."""

    def run(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[str]:
        edition = chosen.word("edition")
        table = rules.table(key if edition == "appendix-a" else f"{key}.{edition}")
        return roll_on(table, dice, rules, {"level": chosen.number("level") or 1, "edition": edition})

    return Procedure(
        key=key,
        title=load().table(key).title,
        options=(EDITION, LEVEL),
        run=run,
        most_dice=lambda _: most_dice,
    )


def procedures() -> tuple[Procedure, ...]:
    """The procedures for corridors."""
    catalog = load()
    most = {"corridor.periodic": 80, "corridor.stairs": 80}
    return (
        Procedure(
            key="corridor.junction",
            title=catalog.table("corridor.junction").title,
            options=(_COUNT,),
            run=_junctions,
            most_dice=lambda chosen: chosen.number("count") or 1,
        ),
        Procedure(
            key="corridor.wall",
            title=catalog.table("corridor.wall").title,
            options=(_LENGTH,),
            run=_walls,
            most_dice=lambda chosen: 2 * ((chosen.number("length") or STRETCH) // STRETCH),
        ),
        *(_by_edition(key, most.get(key, 4)) for key in EDITED),
    )
