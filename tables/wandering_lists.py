"""A region's wandering list: two sets of six labels, rolled with two d6, and a level's four quadrants.

The two dice are read in one of two ways. *One*: the first die chooses the set, the second the label. *Pair*:
each die falls on a set of its own, and both monsters come together. The sets belong to a group's
game, so these are no tables of the catalog: they are handed in.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, cast

from tables.amounts import fill, most_dice, names_in
from tables.dice import Die
from tables.errors import OptionError, OverLimit, Refusal
from tables.outcome import Hit, Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tables.dice import Dice

SET = 6
"""Labels in a set."""

READINGS = {
    "one": "one d6 chooses the set, the other the label",
    "pair": "each d6 falls on a set of its own, and both come",
}
"""How the two dice are read, the usual way first."""

Reading = Literal["one", "pair"]

FIRST_ON = 4
"""The first set is chosen by 1 to this number, unless somebody says otherwise."""

QUADRANTS = {1: "north-west", 2: "north-east", 3: "south-west", 4: "south-east"}
"""A level's quadrants by the faces of a d4."""

MOST_QUADRANT_DICE = 100
"""Dice that a prepared encounter throws at most."""

LONGEST_ENCOUNTER = 300
"""Characters of a prepared encounter."""


@dataclass(frozen=True, slots=True)
class Wanderer:
    """A line of a set.

    Attributes:
        letter: the monster's, as it is printed.
        name: of one of them.
        appearing: how many appear, in dice notation; nothing where nobody says.
        left: how many there are at most; None for endless.
    """

    letter: str
    name: str
    appearing: str = ""
    left: int | None = None


@dataclass(frozen=True, slots=True)
class How:
    """How the two dice are read.

    Attributes:
        reading: "one" or "pair".
        first_on: for "one", the first set is chosen by 1 to this number, 1 to 5.
    """

    reading: Reading = "one"
    first_on: int = FIRST_ON


@dataclass(frozen=True, slots=True)
class WanderingList:
    """A region's list: its code, its two sets of six, and how the dice are read."""

    region: str
    first: tuple[Wanderer, ...]
    second: tuple[Wanderer, ...]
    how: How = field(default_factory=How)

    def __post_init__(self) -> None:
        """Refuse sets that two d6 would miss."""
        if len(self.first) != SET or len(self.second) != SET:
            raise ValueError(f"a wandering list has two sets of {SET}")


@dataclass(frozen=True, slots=True)
class Met:
    """Who comes: the monster's letter and name, and how many; None where that is not known."""

    letter: str
    name: str
    number: int | None


@dataclass(frozen=True, slots=True)
class Quadrant:
    """A quadrant by its number, 1 to 4, and the encounter prepared for it; nothing for none."""

    number: int
    encounter: str


def roll_list(of: WanderingList, dice: Dice) -> Outcome[tuple[Met, ...]]:
    """Roll who wanders in a region, and how many."""
    if of.how.reading == "pair":
        thrown = (Die(6, dice.throw(6), "first set"), Die(6, dice.throw(6), "second set"))
        places = [(of.first, "first set", thrown[0].face), (of.second, "second set", thrown[1].face)]
        rows: list[Hit] = []
    else:
        thrown = (Die(6, dice.throw(6), "set"), Die(6, dice.throw(6), "label"))
        is_first = thrown[0].face <= of.how.first_on
        name = "first set" if is_first else "second set"
        first, last = (1, of.how.first_on) if is_first else (of.how.first_on + 1, 6)
        rows = [Hit(f"{of.region}, which set", first, last, name)]
        places = [(of.first if is_first else of.second, name, thrown[1].face)]
    met: list[Met] = []
    children: list[Outcome[object]] = []
    # A counted kind that comes by both dice is counted twice: the dice say that there are two groups.
    for wanderers, name, face in places:
        wanderer = wanderers[face - 1]
        rows.append(Hit(f"{of.region}, {name}", face, face, f"{wanderer.letter} {wanderer.name}"))
        number = _how_many(wanderer, dice, children)
        met.append(Met(wanderer.letter, wanderer.name, number))
    return Outcome(
        key="wander.list",
        title=f"Who wanders in {of.region}",
        dice=thrown,
        rows=tuple(rows),
        text=f"In {of.region}: {' and '.join(_told(each) for each in met)}.",
        value=tuple(met),
        children=tuple(children),
    )


def most_list_dice(of: WanderingList) -> int:
    """The dice that a list throws at most."""
    most = [max(_most_appearing(each) for each in wanderers) for wanderers in (of.first, of.second)]
    return 2 + (sum(most) if of.how.reading == "pair" else max(most))


def _how_many(wanderer: Wanderer, dice: Dice, children: list[Outcome[object]]) -> int | None:
    from tables import notation  # noqa: PLC0415 - its grammar is loaded only where numbers are rolled

    if not wanderer.appearing:
        return None
    rolled = cast("Outcome[notation.Total]", notation.roll(wanderer.appearing, dice))
    title = f"How many: {wanderer.name}, {wanderer.appearing}"
    children.append(replace(rolled, key="wander.number", title=title))
    number = max(0, rolled.value.total)
    return number if wanderer.left is None else min(number, wanderer.left)


def _most_appearing(wanderer: Wanderer) -> int:
    from tables import notation  # noqa: PLC0415

    return notation.worst_case(notation.parse(wanderer.appearing)) if wanderer.appearing else 0


def _told(met: Met) -> str:
    who = f"{met.name} ({met.letter})"
    if met.number is None:
        return who
    if met.number == 0:
        return f"{who}, of which none is left"
    return f"one {who}" if met.number == 1 else f"{who}, {met.number:,} of them"


def roll_quadrant(
    level: int, encounters: Mapping[int, str], dice: Dice, quadrant: int = 0
) -> Outcome[Quadrant]:
    """Roll which quadrant of a level's has its encounter come, and the amounts in what is prepared there.

    Args:
        level: of the dungeon.
        encounters: what is prepared, by the numbers of the quadrants.
        dice: where the faces come from.
        quadrant: the one where the party is; 0 lets a d4 choose.
    """
    thrown: tuple[Die, ...] = ()
    rows: tuple[Hit, ...] = ()
    if not quadrant:
        quadrant = dice.throw(len(QUADRANTS))
        thrown = (Die(len(QUADRANTS), quadrant, "quadrant"),)
        rows = (Hit(f"level {level}, quadrants", quadrant, quadrant, QUADRANTS[quadrant]),)
    written, amounts = fill(encounters.get(quadrant, ""), MappingProxyType({"level": level}), dice)
    where = f"The {QUADRANTS[quadrant]} quadrant of level {level}"
    return Outcome(
        key="wander.quadrant",
        title=f"A quadrant of level {level}",
        dice=thrown,
        rows=rows,
        text=f"{where}: {written}." if written else f"{where} has no encounter prepared.",
        value=Quadrant(quadrant, written),
        children=amounts,
    )


def check_encounter(text: str) -> None:
    """Refuse a prepared encounter whose amounts cannot be rolled.

    Raises:
        OptionError: it is too long, or an amount in braces is no dice.
        OverLimit: it throws too many dice.
    """
    if len(text) > LONGEST_ENCOUNTER:
        raise OptionError(f"A prepared encounter has {LONGEST_ENCOUNTER} characters at most: shorten it.")
    try:
        dice = most_dice(text)
    except Refusal as problem:
        raise OptionError(f"What stands in braces is rolled, such as {{2d6}} orcs. {problem}") from problem
    if names_in(text) - {"level"}:
        raise OptionError(
            "What stands in braces is rolled, such as {2d6} orcs: only the level is known there."
        )
    if dice > MOST_QUADRANT_DICE:
        raise OverLimit(
            f"A prepared encounter throws {MOST_QUADRANT_DICE} dice at most, and this one {dice}."
        )
