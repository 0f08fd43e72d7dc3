"""The steps that encounters are made of: the monster level, the points, the monster, and how many."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from tables.dice import Die
from tables.encounter import Bought, Picked
from tables.encounter_words import monsters_of, tell_buy, tell_pick
from tables.outcome import Hit, Outcome
from tables.points import in_quarters
from tables.rolling import roll_on

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from tables.dice import Dice
    from tables.encounter import Scheme
    from tables.monsters import Monster
    from tables.rolling import Rules

PICK = "encounter.pick"
PICK_TITLE = "Which monster"
BUY = "encounter.buy"
BUY_TITLE = "How many monsters points buy"

MATRICES: Mapping[str, str] = MappingProxyType(
    {
        "adnd": "monster.level",
        "odnd": "monster.level.odnd",
        "osric2": "monster.level.osric2",
        "osric3": "monster.level.osric3",
        "arneson": "monster.level.arneson",
    }
)
"""The table of monster levels of each edition, the most usual first."""

POOLS: Mapping[str, str] = MappingProxyType({"level": "points.level", "arneson": "points.arneson"})
"""What rolls a room's points by each method."""

Weight = Literal["frequency", "even"]


def roll_points_by_level(level: int, dice: Dice, rules: Rules) -> Outcome[str]:
    """Roll 2d6 times the dungeon level; the value is the points."""
    rolled = roll_on(rules.table("points.level"), dice, rules, {"level": level})
    points = sum(die.face for die in rolled.dice) * level
    return Outcome(rolled.key, rolled.title, rolled.dice, rolled.rows, rolled.text, str(points))


def roll_monster_level(matrix: str, level: int, dice: Dice, rules: Rules) -> Outcome[Any]:
    """Roll a monster level, 1 to 10 as text, on an edition's table for a dungeon level."""
    return rules.roll(MATRICES[matrix], dice, {"level": level})


def pick(level: int, scheme: Scheme, dice: Dice, weight: Weight = "frequency") -> Outcome[Picked]:
    """Pick a monster of a level; where nothing is known of it, of the nearest lower one.

    One die has as many sides as all that can be picked weigh together; each is on so many of them
    as it weighs. Where only one can be picked no die is thrown.

    Args:
        level: of the monster, 1 to 10.
        scheme: which list it is picked from.
        dice: where the faces come from.
        weight: by frequency (common 65, uncommon 20, rare 11, very rare 4), or all alike.
    """
    found = monsters_of(scheme).of_level(level)
    spans = _spans(found, weight)
    sides = spans[-1][1]
    thrown = (Die(sides, dice.throw(sides), "monster"),) if len(found) > 1 else ()
    face = thrown[0].face if thrown else 1
    monster, (first, last) = next(
        (monster, span) for monster, span in zip(found, spans, strict=True) if face <= span[1]
    )
    return Outcome(
        key=PICK,
        title=PICK_TITLE,
        dice=thrown,
        rows=(Hit(PICK, first, last, monster.name),) if thrown else (),
        text=tell_pick(monster, level, scheme),
        value=Picked(monster.name, monster.level, monster.cr),
    )


def _spans(monsters: tuple[Monster, ...], weight: Weight) -> list[tuple[int, int]]:
    """The faces that each monster is on, first and last."""
    spans: list[tuple[int, int]] = []
    last = 0
    for monster in monsters:
        first, last = last + 1, last + (monster.weight if weight == "frequency" else 1)
        spans.append((first, last))
    return spans


def affordable(points: Fraction, price: Fraction, most: int | None = None) -> int:
    """How many monsters points buy: as many as go in, and no more than come together.

    Args:
        points: what there is to spend.
        price: of one, more than 0.
        most: of them that come together; None for no limit.
    """
    number = points // price
    return number if most is None else min(number, most)


def buy(points: Fraction, price: Fraction, monster: Monster | None = None) -> Outcome[Bought]:
    """Buy as many monsters as points allow; no dice are thrown.

    Args:
        points: what there is to spend.
        price: of one, more than 0.
        monster: which; None where only its price is known.
    """
    number = affordable(points, price, monster.most if monster else None)
    cost = number * price
    bought = Bought(
        monster=monster.name if monster else "",
        cr=in_quarters(price),
        points=in_quarters(points),
        number=number,
        cost=in_quarters(cost),
        left=in_quarters(points - cost),
    )
    text = tell_buy(bought, monster)
    return Outcome(key=BUY, title=BUY_TITLE, dice=(), rows=(), text=text, value=bought)
