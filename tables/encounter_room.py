"""A whole room: whether it is occupied, by which monsters, how many, and what else comes with them.

In this order: occupied or not; the monster level; the monster; whether it is in its lair. In the
dungeon level's first lair everybody comes. Otherwise points are rolled and buy as many as they can,
and as long as more than a quarter of them is left, another monster is rolled, up to five times.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

from tables import lairs
from tables.encounter import Encounter, Group, Scheme
from tables.encounter_steps import affordable, pick, roll_monster_level, roll_points_by_level
from tables.encounter_words import monsters_of, nothing_of, tell_room
from tables.hoard_lists import types
from tables.outcome import Outcome
from tables.points import in_quarters, read_quarters
from tables.procedure import Offer
from tables.rolling import roll_on
from tables.treasure import MOST_CARRIERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tables.dice import Dice
    from tables.encounter import Lair
    from tables.monsters import Monster
    from tables.procedure import Chosen, OptionValue
    from tables.rolling import Rules

KEY = "encounter.room"
TITLE = "Who lives in a room"

_TYPE = re.compile(r"([A-Z])(x[0-9]+)?")

MOST_TYPES = 5
"""Treasure types that are offered to be rolled."""

MOST_EXTRA = 5
"""How often another monster is rolled for the points that are left."""

QUARTER = Fraction(1, 4)
"""More than this part of the points must be left for another monster."""


@dataclass(frozen=True, slots=True)
class Room:
    """What somebody asks about a room.

    Attributes:
        level: the dungeon level.
        scheme: how it is filled.
        matrix: whose table of monster levels.
        occupied: whether it is known to be occupied.
        monster: who is known to live there; None to roll for it.
        has_lair: whether the dungeon level has its first lair already.
        extra: the monster level of further monsters; None to roll for it.
    """

    level: int
    scheme: Scheme
    matrix: str
    occupied: bool = False
    monster: Monster | None = None
    has_lair: bool = False
    extra: int | None = None


def asked(chosen: Chosen) -> Room:
    """The room that somebody's options ask about.

    Raises:
        OptionError: there is no such monster.
    """
    scheme = cast("Scheme", chosen.word("scheme"))
    usual = "arneson" if scheme == "arneson" else "adnd"
    name = str(chosen.values.get("monster", "")).strip()
    return Room(
        level=chosen.number("level") or 1,
        scheme=scheme,
        matrix=str(chosen.values.get("matrix", usual)),
        occupied=chosen.flag("occupied"),
        monster=monsters_of(scheme).find(name) if name else None,
        has_lair=chosen.flag("lair"),
        extra=chosen.number("extra"),
    )


def roll_room(room: Room, dice: Dice, rules: Rules) -> Outcome[Encounter]:
    """Roll who lives in a room."""
    return _Filling(room, dice, rules, room.has_lair).fill()


def most_dice(chosen: Chosen) -> int:
    """The dice that a room throws at most."""
    monsters = monsters_of(asked(chosen).scheme)
    everybody = max(lairs.most_dice(monster, monsters) for monster in monsters.every)
    once, each = 1 + 2, 2  # occupied and points; level and monster, and whether it is in its lair
    return once + (each + 1) * (1 + MOST_EXTRA) + everybody


def offers(chosen: Chosen, outcome: Outcome[Any]) -> tuple[Offer, ...]:
    """The treasure of those that live here, type by type; of others, what may lie about."""
    encounter: Encounter = outcome.value
    if not encounter.groups:
        return (Offer("room.purpose"),)
    if encounter.treasure is None:
        return (Offer("treasure.cache", options={"level": encounter.level, "scheme": "odnd"}),)
    del chosen
    return offer_hoards(encounter.groups)


def offer_hoards(groups: Iterable[Group]) -> tuple[Offer, ...]:
    """The treasure of the lairs of monsters, type by type."""
    found = {letter: _hoard(letter, times, group) for group, letter, times in _letters(groups)}
    return tuple(found.values())[:MOST_TYPES]


def _letters(groups: Iterable[Group]) -> Iterator[tuple[Group, str, str]]:
    """Each letter of each group's treasure, with how often it counts ("x10")."""
    for group in groups:
        for letter, times in _TYPE.findall(group.treasure):
            yield group, letter, times


def _hoard(letter: str, times: str, group: Group) -> Offer:
    """The roll for a treasure type; what each of a group carries is rolled for all of them at once."""
    options: dict[str, OptionValue] = {"type": letter}
    if types()[letter].form == "each":
        options["count"] = min(group.number, MOST_CARRIERS)
    often = f", once of {times[1:]}" if times else ""
    return Offer("treasure.hoard", f"Treasure type {letter}{often}", options)


@dataclass(slots=True)
class _Filling:
    """A room while it is filled: what has been rolled, bought and noticed so far."""

    room: Room
    dice: Dice
    rules: Rules
    has_lair: bool
    children: list[Outcome[Any]] = field(default_factory=list[Outcome[Any]])
    groups: list[Group] = field(default_factory=list[Group])
    too_dear: list[str] = field(default_factory=list[str])
    remarks: list[str] = field(default_factory=list[str])
    monster_level: int | None = None
    points: Fraction | None = None
    left: Fraction = Fraction(0)

    def fill(self) -> Outcome[Encounter]:
        if not self._is_occupied():
            return self._told(Encounter(self.room.level, self.room.scheme, occupied=False))
        self._settle(self.room.monster or self._roll_monster(None))
        for _ in range(MOST_EXTRA):
            if not self._calls_for_more():
                break
            self._settle(self._roll_monster(self.room.extra))
        return self._told(self._encounter())

    def _is_occupied(self) -> bool:
        if self.room.occupied or self.room.monster is not None:
            return True
        table = self.rules.table(f"stocking.{self.room.scheme}")
        rolled = roll_on(table, self.dice, self.rules, {"level": self.room.level})
        return self._keep(rolled).value == "monster"

    def _roll_monster(self, level: int | None) -> Monster:
        """Roll for a monster, of a level that is known or else rolled first."""
        scheme = self.room.scheme
        if level is None:
            rolled = roll_monster_level(self.room.matrix, self.room.level, self.dice, self.rules)
            level = int(self._keep(rolled).value)
        if self.monster_level is None:
            self.monster_level = level
        picked = self._keep(pick(level, scheme, self.dice)).value
        self._remark(nothing_of(level, picked.level, scheme))
        return monsters_of(scheme).find(picked.monster)

    def _settle(self, monster: Monster) -> None:
        """Let a monster move in: everybody of a first lair, or else as many as the points buy."""
        lair = self._roll_lair(monster)
        if lair is not None and lair.groups:
            self.has_lair = True
            self._move_in(lair)
            return
        if self.points is None:
            self.points = self.left = self._roll_points()
        most = monster.most
        there = sum(group.number for group in self.groups if group.monster == monster.name)
        number = affordable(self.left, monster.price, None if most is None else most - there)
        if number:
            cost = number * monster.price
            self.left -= cost
            self.groups.append(_bought(monster, number, cost, is_home=lair is not None and lair.found))
        elif monster.price > self.left:
            self.too_dear.append(monster.name)
        else:
            self._remark(f"{monster.called(1).capitalize()} came up again, and no more come together.")

    def _roll_lair(self, monster: Monster) -> Lair | None:
        if not monster.lair:
            return None
        monsters = monsters_of(self.room.scheme)
        return self._keep(lairs.roll_lair(monster, monsters, self.dice, first=not self.has_lair)).value

    def _move_in(self, lair: Lair) -> None:
        """Let everybody of a lair move in; points that were rolled before pay as far as they go."""
        for group in lair.groups:
            cost = min(self.left, group.number * read_quarters(group.cr))
            self.left -= cost
            self.groups.append(replace(group, cost=in_quarters(cost)))

    def _roll_points(self) -> Fraction:
        if self.room.scheme == "arneson":
            rolled = self.rules.roll("points.arneson", self.dice, {"level": self.room.level})
        else:
            rolled = roll_points_by_level(self.room.level, self.dice, self.rules)
        return Fraction(int(self._keep(rolled).value))

    def _calls_for_more(self) -> bool:
        """Whether another monster is rolled; Arneson’s rooms are filled once, unless nobody could be had."""
        if self.points is None:
            return False
        if self.room.scheme == "arneson":
            return not self.groups
        return self.left > self.points * QUARTER

    def _encounter(self) -> Encounter:
        return Encounter(
            level=self.room.level,
            scheme=self.room.scheme,
            occupied=True,
            monster_level=self.room.monster.level if self.room.monster else self.monster_level,
            points=None if self.points is None else in_quarters(self.points),
            groups=tuple(self.groups),
            left=None if self.points is None else in_quarters(self.left),
            treasure="; ".join(group.treasure for group in self.groups if group.treasure) or None,
            too_dear=tuple(self.too_dear),
            is_lair=self.has_lair and not self.room.has_lair,
        )

    def _told(self, encounter: Encounter) -> Outcome[Encounter]:
        return Outcome(
            key=KEY,
            title=TITLE,
            dice=(),
            rows=(),
            text=tell_room(encounter, self.remarks),
            value=encounter,
            children=tuple(self.children),
        )

    def _keep(self, outcome: Outcome[Any]) -> Outcome[Any]:
        self.children.append(outcome)
        return outcome

    def _remark(self, words: str) -> None:
        if words and words not in self.remarks:
            self.remarks.append(words)


def _bought(monster: Monster, number: int, cost: Fraction, *, is_home: bool) -> Group:
    """So many monsters for so many points; only at home have they their treasure."""
    price = in_quarters(cost)
    if is_home:
        return lairs.living(monster, number, cost=price)
    return Group(monster.name, monster.level, monster.cr, number, price, lair=False)
