"""What rolling gave: every die, the rows they hit, the words, and what was rolled next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

import msgspec

from tables.dice import Die

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Value = TypeVar("Value")
Value_co = TypeVar("Value_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Hit:
    """The row of a table that dice fell on: ``first`` to ``last`` as the table writes them."""

    table: str
    first: int
    last: int
    text: str


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Value_co]):
    """What rolling gave.

    Attributes:
        key: the table or procedure that was rolled ("door.destination").
        title: its name for people.
        dice: its own dice in the order thrown, kept or not; the children's follow.
        rows: the rows that its own dice hit.
        text: what came of it, in one plain sentence without markdown.
        value: the same for machines, a frozen value.
        children: what was rolled next, in order.
        secret: told to the game masters only.
        players: what players are told instead; None where that is the same but for secret children.
    """

    key: str
    title: str
    dice: tuple[Die, ...]
    rows: tuple[Hit, ...]
    text: str
    value: Value_co
    children: tuple[Outcome[object], ...] = ()
    secret: bool = False
    players: Outcome[Value_co] | None = None

    def walk(self) -> Iterator[Outcome[object]]:
        """This outcome and everything below it, in the order rolled."""
        yield self
        for child in self.children:
            yield from child.walk()

    def every_die(self) -> tuple[Die, ...]:
        """All dice in the order thrown."""
        return tuple(die for outcome in self.walk() for die in outcome.dice)

    def faces(self) -> tuple[int, ...]:
        """All faces in the order thrown: a :class:`~tables.dice.ScriptedDice` of them replays the roll."""
        return tuple(die.face for die in self.every_die())

    def for_players(self) -> Outcome[Value_co]:
        """What players are told of it: nothing secret, and no gap, count or size where it was."""
        if self.players is not None:
            return self.players
        children = open_children(self.children)
        return self if children == self.children else replace(self, children=children)


def open_children(children: tuple[Outcome[object], ...]) -> tuple[Outcome[object], ...]:
    """Children as players are told of them, without the secret ones."""
    return tuple(child.for_players() for child in children if not child.secret)


def screened(outcome: Outcome[Value]) -> Outcome[Value]:
    """The outcome with all its dice, and those of what followed, thrown behind the screen."""
    return replace(
        outcome,
        dice=tuple(replace(die, screened=True) for die in outcome.dice),
        children=tuple(screened(child) for child in outcome.children),
        players=None if outcome.players is None else screened(outcome.players),
    )


def told(outcome: Outcome[Value], players_text: str, players_value: Value) -> Outcome[Value]:
    """The outcome with what players are told instead, where a child differs for them.

    Args:
        outcome: the whole.
        players_text: its text, made from :func:`open_children` alone.
        players_value: its value, made from them too.
    """
    children = open_children(outcome.children)
    if children == outcome.children:
        return outcome
    return replace(
        outcome, players=replace(outcome, text=players_text, value=players_value, children=children)
    )


def to_json(outcome: Outcome[object]) -> dict[str, Any]:
    """The outcome as plain JSON values, in the shape that the terminal prints and the history keeps."""
    return {
        "key": outcome.key,
        "title": outcome.title,
        "dice": [
            {
                "sides": die.sides,
                "face": die.face,
                "for": die.purpose,
                "kept": die.kept,
                **({"hidden": True} if die.hidden else {}),
                **({"screened": True} if die.screened else {}),
            }
            for die in outcome.dice
        ],
        "rows": [
            {"table": row.table, "from": row.first, "to": row.last, "text": row.text} for row in outcome.rows
        ],
        "text": outcome.text,
        "value": _without_nothing(msgspec.to_builtins(outcome.value, str_keys=True)),
        "children": [to_json(child) for child in outcome.children],
        **({"secret": True} if outcome.secret else {}),
    }


def from_json(document: dict[str, Any]) -> Outcome[Any]:
    """The outcome that :func:`to_json` wrote; its value stays plain JSON values."""
    return Outcome(
        key=document["key"],
        title=document["title"],
        dice=tuple(
            Die(
                sides=die["sides"],
                face=die["face"],
                purpose=die["for"],
                kept=die["kept"],
                hidden=die.get("hidden", False),
                screened=die.get("screened", False),
            )
            for die in document["dice"]
        ),
        rows=tuple(Hit(row["table"], row["from"], row["to"], row["text"]) for row in document["rows"]),
        text=document["text"],
        value=document["value"],
        children=tuple(from_json(child) for child in document["children"]),
        secret=document.get("secret", False),
    )


def _without_nothing(value: object) -> object:
    """Plain values without the keys that hold nothing."""
    if isinstance(value, dict):
        items = cast("dict[str, object]", value).items()
        return {key: _without_nothing(item) for key, item in items if item is not None}
    if isinstance(value, list | tuple):
        return [_without_nothing(item) for item in cast("Sequence[object]", value)]
    return value
