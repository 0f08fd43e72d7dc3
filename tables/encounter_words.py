"""What is told of monsters in rooms, in plain sentences."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tables.monster_file import bestiary, price_list
from tables.monsters import LEVELS
from tables.points import read_quarters

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tables.encounter import Bought, Encounter, Group, Lair, Scheme
    from tables.monsters import Monster, Monsters

MISLEADING = (
    "Mind that the challenge rating of people with classes misleads: it counts their hit points, "
    "and their danger is their magic."
)
"""What is said whenever classed humans are bought."""


def monsters_of(scheme: Scheme) -> Monsters:
    """The list that a scheme buys from."""
    return price_list() if scheme == "arneson" else bestiary()


def level_name(level: int) -> str:
    """A monster level as it is written."""
    return LEVELS[level - 1]


def points_of(points: str) -> str:
    """An amount of points: "1 point", "3/4 point", "17 1/4 points"."""
    return f"{points} point" if _is(points) == "is" else f"{points} points"


def tell_pick(monster: Monster, asked: int, scheme: Scheme) -> str:
    """What was picked where a monster of the level ``asked`` was wanted."""
    price = _each(monster.cr, 1, scheme)
    picked = f"{_capital(monster.called(1))}: level {level_name(monster.level)}, {price}."
    return _sentences((picked, nothing_of(asked, monster.level, scheme)))


def nothing_of(asked: int, taken: int, scheme: Scheme) -> str:
    """That nothing is known of a level, and which was taken instead; nothing where it is known."""
    if asked == taken:
        return ""
    which = "the nearest lower level that has one" if taken < asked else "the lowest level that has one"
    title = _capital(monsters_of(scheme).title)
    return f"{title} has no monster of level {level_name(asked)}: {which}, {level_name(taken)}, was taken."


def tell_buy(bought: Bought, monster: Monster | None) -> str:
    """What points bought."""
    name = "monster" if monster is None else monster.name
    each = f"{points_of(bought.points)} at {points_of(bought.cr)} each"
    if bought.number == 0:
        first = f"{_capital(each)}: no {name} can be afforded."
    elif monster is None:
        first = f"{_capital(each)}: {bought.number:,} {name}{'' if bought.number == 1 else 's'}."
    else:
        first = f"{_capital(each)}: {monster.called(bought.number)}."
    left = "Nothing" if bought.left == "0" else points_of(bought.left)
    left = f"{_capital(left)} {'is' if bought.left == '0' else _is(bought.left)} left."
    return _sentences((first, left, _limit(bought, monster), _warning(monster)))


def tell_lair(monster: Monster, lair: Lair, monsters: Monsters) -> str:
    """Whether a monster is met in its lair, and everybody in it.

    Args:
        monster: whose lair it is.
        lair: what was rolled.
        monsters: the list that all of them are in.
    """
    if not monster.lair:
        return f"{_capital(monster.plural)} are not met in a lair."
    if not lair.found:
        return f"Not in its lair: {monster.called(1)} is met there {monster.lair} times in 100."
    if not lair.groups:
        return f"{_capital(monster.called(1))} in its lair, which is not the dungeon level’s first."
    told = _joined(monsters.find(group.monster).called(group.number) for group in lair.groups)
    return _sentences((f"The dungeon level’s first lair: {told}.", _away(lair.groups)))


def tell_room(encounter: Encounter, remarks: Sequence[str] = ()) -> str:
    """Who lives in a room, in two or three sentences.

    Args:
        encounter: who they are.
        remarks: what else was noticed on the way, in sentences.
    """
    if not encounter.occupied:
        return "Nobody lives in this room."
    monsters = monsters_of(encounter.scheme)
    warnings = dict.fromkeys(_warning(monsters.find(group.monster)) for group in encounter.groups)
    who, away = _who(encounter, monsters), _away(encounter.groups)
    return _sentences((who, away, _rest(encounter), _dear(encounter, monsters), *remarks, *warnings))


def _who(encounter: Encounter, monsters: Monsters) -> str:
    if not encounter.groups:
        return "Somebody would live here, but none that could be afforded."
    groups = [_group(group, encounter, monsters) for group in encounter.groups]
    if encounter.is_lair and encounter.points is None:
        return f"The dungeon level’s first lair is here: {_joined(groups)}."
    several = len(groups) > 1 or encounter.groups[0].number > 1
    told = f"Here {'are' if several else 'is'} {_joined(groups)}."
    return f"{told} The lair is the dungeon level’s first." if encounter.is_lair else told


def _group(group: Group, encounter: Encounter, monsters: Monsters) -> str:
    called = monsters.find(group.monster).called(group.number)
    told = f"{called} (level {level_name(group.level)}, {_each(group.cr, group.number, encounter.scheme)})"
    if not group.lair or encounter.points is None:
        return told
    return f"{told} in {'its' if group.number == 1 else 'their'} lair"


def _away(groups: Iterable[Group]) -> str:
    away = [group for group in groups if group.away]
    if not away:
        return ""
    told = _joined(f"{group.away:,} of the {group.number:,}" for group in away)
    are = "is" if [group.away for group in away] == [1] else "are"
    return f"{_capital(told)} {are} away, on this dungeon level and those above and below."


def _rest(encounter: Encounter) -> str:
    if encounter.points is None or encounter.left is None:
        return ""
    if encounter.left == "0":
        return f"All {points_of(encounter.points)} are spent."
    return f"Of {points_of(encounter.points)} {encounter.left} {_is(encounter.left)} left."


def _dear(encounter: Encounter, monsters: Monsters) -> str:
    if not encounter.too_dear:
        return ""
    found = [monsters.find(name) for name in dict.fromkeys(encounter.too_dear)]
    told = _joined(f"{each.called(1)} ({_each(each.cr, 1, encounter.scheme)})" for each in found)
    return f"Too dear: {told}."


def _limit(bought: Bought, monster: Monster | None) -> str:
    """That points would buy more than ever come together."""
    if monster is None or bought.number == 0 or bought.number != monster.most:
        return ""
    if read_quarters(bought.left) < monster.price:
        return ""
    return "It is solitary." if bought.number == 1 else "More never come together."


def _warning(monster: Monster | None) -> str:
    return MISLEADING if monster is not None and monster.is_classed else ""


def _each(cr: str, number: int, scheme: Scheme) -> str:
    price = points_of(cr) if scheme == "arneson" else f"CR {cr}"
    return price if number == 1 else f"{price} each"


def _is(points: str) -> str:
    return "is" if 0 < read_quarters(points) <= Fraction(1) else "are"


def _joined(words: Iterable[str]) -> str:
    """Words as a list: "a, b and c"."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _sentences(sentences: Sequence[str]) -> str:
    return " ".join(sentence for sentence in sentences if sentence)
