"""Corridors: junctions in a row, both walls of a length, and what a passage comes to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from tables.catalog import load
from tables.outcome import Outcome, open_children, told
from tables.procedure import EDITION, LEVEL, MOST_LEVEL, Offer, Option, Procedure
from tables.rolling import NOTHING, roll_on
from tables.rooms import EDITIONS
from tables.traps import behind_illusion

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tables.dice import Dice
    from tables.door_beyond import Beyond
    from tables.procedure import Chosen, OptionValue
    from tables.rolling import Rules
    from tables.table import Table

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

MOST_DICE = {"corridor.periodic": 210, "corridor.stairs": 40}
"""The dice that are thrown at most where a room or a door may follow."""


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
    """The junctions by their numbers, those that are alike together: "1 and 3: a door; 2: a room."."""
    places: dict[str, list[int]] = {}
    for number, child in enumerate(children, start=1):
        places.setdefault(child.text.removesuffix("."), []).append(number)
    parts = [f"{_numbers(numbers)}: {words[:1].lower()}{words[1:]}" for words, numbers in places.items()]
    return f"Junctions {'; '.join(parts)}."


def _numbers(numbers: Sequence[int]) -> str:
    *most, last = [str(number) for number in numbers]
    return f"{', '.join(most)} and {last}" if most else last


def _walls(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[tuple[Stretch, ...]]:
    """Both walls, left and then right, at each whole 60 feet."""
    checks = (chosen.number("length") or STRETCH) // STRETCH
    rest = (chosen.number("length") or STRETCH) % STRETCH
    table = rules.table("corridor.wall")
    children = tuple(
        roll_on(table, dice, rules, purpose=f"{side} wall") for _ in range(checks) for side in SIDES
    )
    left_out = f" The last {rest} feet are too short for a check." if rest else ""
    text = _by_feet(children) + left_out
    outcome = Outcome(table.key, table.title, (), (), text, _stretches(children), children)
    players = open_children(children)
    return told(outcome, _by_feet(players) + left_out, _stretches(players))


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


@dataclass(slots=True)
class _AlongPassage:
    """Rules for what a passage comes to: where a door is decides what can lie beyond it."""

    rules: Rules
    is_ahead: bool = False

    def table(self, key: str) -> Table:
        return self.rules.table(key)

    def roll(self, key: str, dice: Dice, given: Mapping[str, OptionValue] = NOTHING) -> Outcome[Any]:
        outcome = self.rules.roll(key, dice, {**given, "ahead": self.is_ahead})
        if key.startswith("door.place"):
            self.is_ahead = outcome.value == "ahead"
        return outcome


def _runs(key: str, only: str | None) -> Callable[[Chosen, Dice, Rules], Outcome[str]]:
    """A roll on the table of that key, by the edition that is chosen or by one ``only``."""

    def run(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[str]:
        edition = only or chosen.word("edition")
        table = rules.table(key + EDITIONS[edition])
        given = {"level": chosen.number("level") or 1, "edition": edition}
        fell = roll_on(table, dice, _AlongPassage(rules), given)
        if only is None:
            fell = _titled(fell, rules.table(key))
        return _tell_special_width(fell) if key == "corridor.width" else fell

    return run


def _titled(outcome: Outcome[str], table: Table) -> Outcome[str]:
    """The outcome under the key and title of a table, whichever edition's was rolled on."""
    players = outcome.players and replace(outcome.players, key=table.key, title=table.title)
    return replace(outcome, key=table.key, title=table.title, players=players)


def _tell_special_width(width: Outcome[str]) -> Outcome[str]:
    """A width that is out of the ordinary in words of its own: "A river 20 feet wide crosses it …"."""
    return replace(width, text=width.children[0].text) if width.children else width


def _offers(key: str, only: str | None) -> Callable[[Chosen, Outcome[Any]], tuple[Offer, ...]]:
    """What comes next along the passage: how wide it is, who comes along it, its next check."""

    def offer(chosen: Chosen, outcome: Outcome[Any]) -> tuple[Offer, ...]:
        edition = {"edition": only or chosen.word("edition")}
        found: list[Offer] = []
        if key in ("corridor.passage", "corridor.turn"):
            found.append(Offer("corridor.width", options=edition))
        if outcome.value == "monster":
            found.append(Offer("encounter.room", options={"occupied": True}))
        elsewhere = _at_the_end_of_stairs(chosen, outcome, edition)
        if elsewhere is not None:
            found.append(elsewhere)
        elif _goes_on(outcome):
            found.append(Offer("corridor.periodic", "Check the passage", edition))
        return (*found, *behind_illusion(outcome))

    return offer


FLOORS = {"up-1": -1, "down-1": 1, "down-2": 2, "down-3": 3, "up-1-down-2": 1, "down-1-chamber": 1}
"""How many levels further down stairs end that lead away from the passage."""

TO_CHAMBER = ("up-1-down-2", "down-1-chamber")
"""Those that end in a chamber."""


def _at_the_end_of_stairs(
    chosen: Chosen, outcome: Outcome[Any], edition: Mapping[str, OptionValue]
) -> Offer | None:
    """What is rolled on the level that stairs lead to; None where no stairs lead away from this one."""
    stairs = outcome.children[0].value if outcome.value == "stairs" else outcome.value
    if stairs not in FLOORS:
        return None
    level = min(max((chosen.number("level") or 1) + FLOORS[str(stairs)], 1), MOST_LEVEL)
    if stairs in TO_CHAMBER:
        return Offer("room.contents", options={"level": level})
    return Offer("corridor.periodic", "Check the passage there", {**edition, "level": level})


def _goes_on(outcome: Outcome[Any]) -> bool:
    """Whether there is a passage to check: not after stairs, nor where it ends at a room's door."""
    if outcome.value == "stairs":
        return _goes_on(outcome.children[0])
    if outcome.value == "door":
        place, beyond = cast("tuple[Outcome[str], Outcome[Beyond]]", outcome.children)
        return place.value != "ahead" or beyond.value.width is not None
    # Chimneys and trapdoors leave the passage as it is.
    return not str(outcome.value).startswith(("dead-end", "down", "up"))


def _by_edition(key: str, only: str | None = None) -> Procedure:
    """A table of two editions, by the one that is chosen, or one edition's by its own key."""
    own = key if only is None else key + EDITIONS[only]
    return Procedure(
        key=own,
        title=load().table(own).title,
        options=(LEVEL,) if only else (EDITION, LEVEL),
        run=_runs(key, only),
        most_dice=lambda _: MOST_DICE.get(key, 4),
        offers=_offers(key, only),
    )


def procedures() -> tuple[Procedure, ...]:
    """The procedures for corridors."""
    catalog = load()
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
        *(_by_edition(key) for key in EDITED),
        *(_by_edition(key, "osric") for key in EDITED),
    )
