"""Whether monsters are met in their lair, and how many live there."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tables.dice import Die
from tables.encounter import Group, Lair
from tables.encounter_words import tell_lair
from tables.outcome import Hit, Outcome

if TYPE_CHECKING:
    from tables.dice import Dice
    from tables.monsters import Monster, Monsters, Number

KEY = "encounter.lair"
TITLE = "Whether monsters are in their lair"

AWAY_SIDES = 6
"""A d6 says how many tenths of a lair are away from it."""


def roll_lair(monster: Monster, monsters: Monsters, dice: Dice, *, first: bool) -> Outcome[Lair]:
    """Roll whether a monster is in its lair and, if that is the dungeon level's first, everybody of it.

    The dice are thrown in this order: d100 for the lair, those of the number appearing, a d6 for the
    tenths that are away if there are several, a d6 for companions and those of their number. Dice
    that could change nothing are not thrown.

    Args:
        monster: whose lair it is.
        monsters: the list that it is in, with whoever follows it or keeps it company.
        dice: where the faces come from.
        first: whether the dungeon level has no lair yet.
    """
    rolling = _Rolling(dice)
    found = bool(monster.lair) and rolling.percentage(monster.lair)
    groups: tuple[Group, ...] = ()
    people = monsters.find(monster.followers) if monster.followers else monster
    if found and first and people.appearing is not None:
        groups = _everybody(monster, people, people.appearing, monsters, rolling)
    lair = Lair(found, groups)
    return Outcome(
        key=KEY,
        title=TITLE,
        dice=tuple(rolling.thrown),
        rows=tuple(rolling.rows),
        text=tell_lair(monster, lair, monsters),
        value=lair,
    )


def most_dice(monster: Monster, monsters: Monsters) -> int:
    """The dice that a monster's lair throws at most."""
    people = monsters.find(monster.followers) if monster.followers else monster
    number = people.appearing.dice if people.appearing else 0
    company = 1 + people.companions.number.dice if people.companions else 0
    return 2 + number + company if monster.lair else 0


def _everybody(
    monster: Monster, people: Monster, appearing: Number, monsters: Monsters, rolling: _Rolling
) -> tuple[Group, ...]:
    number = rolling.number(appearing, "number", people)
    away = number * rolling.tenths() // 10 if number > 1 else 0
    leader = () if people is monster else (replace(living(monster, 1), treasure=""),)  # it is the people’s
    groups = [*leader, living(people, number, away=away)]
    company = people.companions
    if company is not None:
        other = monsters.find(company.monster)
        if rolling.company(company.chance, other):
            groups.append(living(other, rolling.number(company.number, "companions", other)))
    return tuple(groups)


def living(monster: Monster, number: int, *, cost: str = "0", away: int = 0) -> Group:
    """So many monsters in their lair."""
    treasure = monster.treasure
    return Group(
        monster.name, monster.level, monster.cr, number, cost, lair=True, away=away, treasure=treasure
    )


@dataclass(slots=True)
class _Rolling:
    """The dice of a lair as they are thrown, each with what it said."""

    dice: Dice
    thrown: list[Die] = field(default_factory=list[Die])
    rows: list[Hit] = field(default_factory=list[Hit])

    def percentage(self, chance: int) -> bool:
        face = self._throw(100, "lair")
        if face <= chance:
            self._say(1, chance, "in its lair")
            return True
        self._say(chance + 1, 100, "not in its lair")
        return False

    def number(self, number: Number, purpose: str, monster: Monster) -> int:
        total, thrown = number.throw(self.dice, purpose)
        if thrown:
            self.thrown += thrown
            self._say(total, total, monster.called(total))
        return total

    def tenths(self) -> int:
        face = self._throw(AWAY_SIDES, "away")
        self._say(face, face, f"{face}0 % away")
        return face

    def company(self, chance: int, other: Monster) -> bool:
        face = self._throw(6, "company")
        if face <= chance:
            self._say(1, chance, f"with {other.plural}")
            return True
        self._say(chance + 1, 6, f"without {other.plural}")
        return False

    def _throw(self, sides: int, purpose: str) -> int:
        die = Die(sides, self.dice.throw(sides), purpose)
        self.thrown.append(die)
        return die.face

    def _say(self, first: int, last: int, text: str) -> None:
        self.rows.append(Hit(KEY, first, last, text))
