"""Who lives in a room, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from tables.outcome import Outcome

Scheme = Literal["points", "arneson"]
"""How rooms are filled: with points for challenge ratings, or with Arneson's for the prices of Chainmail."""


@dataclass(frozen=True, slots=True)
class Group:
    """Monsters of one kind.

    Attributes:
        monster: the name of one of them.
        level: their level, 1 to 10.
        cr: what one of them costs, in quarters: "1 1/4".
        number: how many there are.
        cost: the points spent on them, in quarters; "0" for those of a lair that came without points.
        lair: whether they live here.
        away: how many of a lair are away from it, on this dungeon level and those above and below.
        treasure: the letters of the treasure types of their lair; nothing for none.
    """

    monster: str
    level: int
    cr: str
    number: int
    cost: str
    lair: bool
    away: int = 0
    treasure: str = ""


@dataclass(frozen=True, slots=True)
class Lair:
    """Whether monsters are met in their lair.

    Attributes:
        found: whether they are.
        groups: everybody of it, where it is the dungeon level's first lair and their full number comes.
    """

    found: bool
    groups: tuple[Group, ...] = ()


@dataclass(frozen=True, slots=True)
class Picked:
    """A monster that was picked.

    Attributes:
        monster: its name.
        level: its level, which is lower than the one asked for where nothing is known of that.
        cr: what one costs, in quarters.
    """

    monster: str
    level: int
    cr: str


@dataclass(frozen=True, slots=True)
class Bought:
    """What points bought; all points are in quarters.

    Attributes:
        monster: its name; nothing where only a challenge rating was given.
        cr: what one costs.
        points: what there was to spend.
        number: how many were bought.
        cost: what they cost together.
        left: what is left.
    """

    monster: str
    cr: str
    points: str
    number: int
    cost: str
    left: str


@dataclass(frozen=True, slots=True)
class Encounter:
    """Who lives in a room.

    Attributes:
        level: the dungeon level.
        scheme: how the room was filled.
        occupied: whether anybody lives here; the groups are empty if nobody could be afforded.
        monster_level: the level that was rolled first; None where none was.
        points: what there was to spend, in quarters; None where nothing was rolled for.
        groups: who they are, in the order found.
        left: the points left, in quarters; None as for ``points``.
        treasure: the letters of the treasure types of those that live here; None for none.
        too_dear: the monsters that were rolled and cost more than was left.
        is_lair: whether the dungeon level's first lair is here.
    """

    level: int
    scheme: Scheme
    occupied: bool
    monster_level: int | None = None
    points: str | None = None
    groups: tuple[Group, ...] = ()
    left: str | None = None
    treasure: str | None = None
    too_dear: tuple[str, ...] = ()
    is_lair: bool = False


def encounter_to_json(outcome: Outcome[Encounter]) -> dict[str, Any]:
    """The encounter as plain JSON values, with every die in the order thrown."""
    encounter = outcome.value
    return {
        "level": encounter.level,
        "scheme": encounter.scheme,
        "occupied": encounter.occupied,
        "monster_level": encounter.monster_level,
        "points": encounter.points,
        "groups": [
            {name: getattr(group, name) for name in ("monster", "cr", "number", "cost", "lair")}
            for group in encounter.groups
        ],
        "left": encounter.left,
        "treasure": encounter.treasure,
        "dice": [
            {"sides": die.sides, "face": die.face, "for": die.purpose, "kept": die.kept}
            for die in outcome.every_die()
        ],
    }
