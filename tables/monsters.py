"""Monsters as values, and the lists that they are found in.

A monster's *level*, I to X, sorts the lists; it is no number of hit dice. What it costs is its
challenge rating, or its price in points; both are in quarters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from tables.dice import Die
from tables.errors import OptionError, echo
from tables.names import fold, listed, nearest
from tables.points import in_quarters

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from tables.dice import Dice

LEVELS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
"""The levels of monsters, as they are written."""

WEIGHTS: Mapping[str, int] = MappingProxyType({"common": 65, "uncommon": 20, "rare": 11, "very rare": 4})
"""How much each frequency weighs when a monster is picked."""

ATTENDED = 9
"""Monsters of this level and above do not come in greater numbers further down: others attend them."""

_NUMBER = re.compile(r"([0-9]{1,3})(?:d([0-9]{1,3})(?:\*([0-9]{1,3}))?(?:\+([0-9]{1,3}))?)?")


@dataclass(frozen=True, slots=True)
class Number:
    """How many there are: dice and what is done to their sum, or a plain number.

    Attributes:
        text: as it is written, "3d10*10".
        count: so many dice, or the number itself.
        sides: of each die; 1 for a plain number.
        times: what their sum is multiplied by.
        plus: what is added after that.
    """

    text: str
    count: int
    sides: int = 1
    times: int = 1
    plus: int = 0

    @property
    def most(self) -> int:
        """The greatest number that it can be."""
        return self.count * self.sides * self.times + self.plus

    @property
    def dice(self) -> int:
        """How many dice it throws."""
        return self.count if self.sides > 1 else 0

    def throw(self, dice: Dice, purpose: str) -> tuple[int, tuple[Die, ...]]:
        """Throw its dice: the number, and the dice thrown."""
        thrown = tuple(Die(self.sides, dice.throw(self.sides), purpose) for _ in range(self.dice))
        pips = sum(die.face for die in thrown) if thrown else self.count
        return pips * self.times + self.plus, thrown


def parse_number(text: str) -> Number:
    """Read "3d10*10", "1d4+1", "2d4" or "1".

    Raises:
        ValueError: it is none of that, nobody at all, or a die without sides to choose from.
    """
    found = _NUMBER.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not a number of monsters such as 3d10*10, 1d4+1 or 1")
    count, sides = int(found[1]), int(found[2] or 1)
    number = Number(text, count, sides, int(found[3] or 1), int(found[4] or 0))
    if 0 in (count, sides, number.times) or (found[2] and sides == 1):
        raise ValueError(f"{text!r} is nobody, or has a die without sides")
    return number


@dataclass(frozen=True, slots=True)
class Companions:
    """Another kind that may be with a monster in its lair.

    Attributes:
        monster: its name.
        chance: they are there on 1 to ``chance`` of a d6.
        number: how many they are then.
    """

    monster: str
    chance: int
    number: Number


@dataclass(frozen=True, slots=True)
class Monster:
    """A kind of monster.

    Attributes:
        name: of one of them.
        plural: of several.
        level: 1 to 10.
        price: the points that one costs: its challenge rating, or its price in a list.
        weight: how likely it is picked among others of its level.
        appearing: how many appear in a lair, which is also the most that points buy; None where nobody says.
        lair: the chance in percent that it is met in its lair.
        solitary: whether there is never more than one.
        followers: the kind that fills its lair instead of its own; nothing for its own.
        companions: who else may be there; None for nobody.
        treasure: the letters of the treasure types in its lair; nothing for none.
        is_classed: a human or the like with a class, whose challenge rating misleads.
        ours: the figures that are our own reading, by the names of their columns.
        source: where the figures come from.
    """

    name: str
    plural: str
    level: int
    price: Fraction
    weight: int = 1
    appearing: Number | None = None
    lair: int = 0
    solitary: bool = False
    followers: str = ""
    companions: Companions | None = None
    treasure: str = ""
    is_classed: bool = False
    ours: tuple[str, ...] = ()
    source: str = ""

    @property
    def most(self) -> int | None:
        """The most of them that points may buy; None for no limit."""
        if self.solitary:
            return 1
        return None if self.appearing is None else self.appearing.most

    @property
    def cr(self) -> str:
        """Its price as it is written, in quarters."""
        return in_quarters(self.price)

    def called(self, number: int) -> str:
        """So many of them in words: "a ghost", "an orc", "1,500 orcs"."""
        return f"{article(self.name)} {self.name}" if number == 1 else f"{number:,} {self.plural}"


def article(name: str) -> str:
    """The article that a name has: "an" before a vowel, and before eleven or eight in figures."""
    return "an" if name[:1].casefold() in tuple("aeiou") or name.startswith(("8", "11-", "18-")) else "a"


@dataclass(frozen=True)
class Monsters:
    """A list of monsters.

    Attributes:
        every: all of them, as their file has them.
        title: what the list is called within a sentence.
    """

    every: tuple[Monster, ...]
    title: str

    @cached_property
    def names(self) -> Mapping[str, Monster]:
        """Every monster by each name that it is known by, folded."""
        by_name = {fold(monster.plural): monster for monster in self.every}
        return MappingProxyType(by_name | {fold(monster.name): monster for monster in self.every})

    def find(self, name: str) -> Monster:
        """The monster of that name, of one or of several, in any case.

        Raises:
            OptionError: there is none; the nearest names are suggested.
        """
        found = self.names.get(fold(name))
        if found is not None:
            return found
        near = dict.fromkeys(self.names[each].name for each in nearest(name, self.names))
        hint = f"Did you mean {listed(near)}?" if near else "Pick one of its names."
        raise OptionError(f"There is no monster called “{echo(name)}” in {self.title}. {hint}")

    @cached_property
    def by_level(self) -> Mapping[int, tuple[Monster, ...]]:
        """The monsters of each level that has any."""
        levels = sorted({monster.level for monster in self.every})
        return MappingProxyType(
            {level: tuple(each for each in self.every if each.level == level) for level in levels}
        )

    def of_level(self, level: int) -> tuple[Monster, ...]:
        """Those of a level; where it has none, of the nearest lower one; failing that, of the lowest."""
        lower = [each for each in self.by_level if each <= level]
        return self.by_level[lower[-1] if lower else next(iter(self.by_level))]


@dataclass(frozen=True, slots=True)
class NumberChange:
    """How a listed number appearing changes with depth.

    Attributes:
        times: how often the listed dice are thrown and added up.
        fewer: what is taken from the sum; at least one monster stays.
        attendants: for how many levels of difference it gets attendants instead of more of its kind.
    """

    times: int = 1
    fewer: int = 0
    attendants: int = 0

    def applied(self, numbers: Sequence[int]) -> int:
        """The changed number.

        Args:
            numbers: what the listed dice gave, thrown ``times`` times.
        """
        return max(1, sum(numbers) - self.fewer)


def number_change(monster_level: int, dungeon_level: int) -> NumberChange:
    """How a listed number changes where monsters live above or below their own level.

    The listed number holds where the levels are equal. Further down it is added again for each level
    between; further up one fewer comes for each. From level IX on monsters get attendants instead.
    """
    deeper = dungeon_level - monster_level
    if deeper <= 0:
        return NumberChange(fewer=-deeper)
    if monster_level >= ATTENDED:
        return NumberChange(attendants=deeper)
    return NumberChange(times=1 + deeper)
