"""What is rolled for monsters: each step of an encounter by itself, and a whole room."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from tables import encounter_room, lairs
from tables.catalog import load
from tables.encounter_steps import (
    BUY,
    BUY_TITLE,
    PICK,
    PICK_TITLE,
    POOLS,
    buy,
    pick,
    roll_monster_level,
    roll_points_by_level,
)
from tables.encounter_words import level_name, monsters_of
from tables.errors import OptionError
from tables.monster_file import bestiary
from tables.outcome import Outcome
from tables.points import EXTRAORDINARY, SPECIAL, challenge_rating, hit_points, in_quarters, read_quarters
from tables.procedure import LEVEL, Choice, Chosen, Offer, Option, Procedure

if TYPE_CHECKING:
    from fractions import Fraction

    from tables.dice import Dice
    from tables.encounter import Bought, Encounter, Lair, Picked, Scheme
    from tables.encounter_steps import Weight
    from tables.monsters import Monster
    from tables.rolling import Rules

LEVEL_TITLE = "How strong a monster is"
POOL_TITLE = "How many points a room has"

MOST_ABILITIES = 50
"""The most special or extraordinary abilities of one monster."""

LONGEST_NAME = 100
"""Characters of a monster's name, and of a number in quarters."""

_MATRIX_CHOICES = (
    Choice("adnd", "AD&D, d20"),
    Choice("odnd", "OD&D, d6"),
    Choice("osric2", "OSRIC 2, d12"),
    Choice("osric3", "OSRIC 3, d20"),
    Choice("arneson", "Arneson, d6"),
)
_METHOD = Option(
    name="method",
    kind="choice",
    help="whose table of monster levels",
    default="adnd",
    choices=_MATRIX_CHOICES,
)
_MATRIX = Option(
    name="matrix",
    kind="choice",
    help="whose table of monster levels; AD&D’s, or Arneson’s for his scheme, unless you say otherwise",
    choices=_MATRIX_CHOICES,
)
_POOL = Option(
    name="method",
    kind="choice",
    help="how points are rolled",
    default="level",
    choices=(Choice("level", "2d6 × the dungeon level"), Choice("arneson", "Arneson: d10 × his factor")),
)
_SCHEME = Option(
    name="scheme",
    kind="choice",
    help="what points buy: monsters by challenge rating, or Arneson’s by the prices of Chainmail",
    default="points",
    choices=(
        Choice("points", "points: challenge ratings"),
        Choice("arneson", "Arneson: prices of Chainmail"),
    ),
)
_MONSTER_LEVEL = Option(
    name="level", kind="number", help="the monster level, 1 to 10", default=1, least=1, most=10
)
_WEIGHT = Option(
    name="weight",
    kind="choice",
    help="how likely each monster is",
    default="frequency",
    choices=(
        Choice("frequency", "by frequency: common 65, uncommon 20, rare 11, very rare 4"),
        Choice("even", "all alike"),
    ),
)
_POINTS = Option(
    name="points",
    kind="text",
    help="the points to spend, in quarters: 40 or 17 1/4",
    required=True,
    most=LONGEST_NAME,
)
_MONSTER = Option(name="monster", kind="text", help="the name of the monster", most=LONGEST_NAME)
_CR = Option(
    name="cr", kind="text", help="what one costs, in quarters, in place of its name", most=LONGEST_NAME
)
_HP = Option(name="hp", kind="text", help="its hit points on average, such as 13 1/2", most=LONGEST_NAME)
_HD = Option(name="hd", kind="text", help="its hit dice, such as 3+3 or 1d6hp", most=LONGEST_NAME)
_SA = Option(
    name="sa",
    kind="number",
    help="how many special abilities it has",
    default=0,
    least=0,
    most=MOST_ABILITIES,
)
_EA = Option(
    name="ea",
    kind="number",
    help="how many extraordinary abilities it has",
    default=0,
    least=0,
    most=MOST_ABILITIES,
)
_OCCUPIED = Option(
    name="occupied",
    kind="flag",
    help="the room is known to be occupied: that is not rolled",
    default=False,
)
_LIVES_THERE = Option(
    name="monster",
    kind="text",
    help="who is known to live there: neither that nor whether anybody does is rolled",
    most=LONGEST_NAME,
)
_HAS_LAIR = Option(
    name="lair",
    kind="flag",
    help="the dungeon level has its first lair already",
    default=False,
)
_EXTRA = Option(
    name="extra",
    kind="number",
    help="the monster level of further monsters, in place of rolling it",
    least=1,
    most=10,
)


def _level(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[int]:
    depth = chosen.number("level") or 1
    rolled = roll_monster_level(chosen.word("method"), depth, dice, rules)
    level = int(rolled.value)
    text = f"On dungeon level {depth}: a monster of level {level_name(level)}."
    return Outcome("encounter.level", LEVEL_TITLE, (), (), text, level, (rolled,))


def _pool(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[str]:
    depth = chosen.number("level") or 1
    rolled = rules.roll(POOLS[chosen.word("method")], dice, {"level": depth})
    text = f"On dungeon level {depth} a room has {int(rolled.value):,} points to spend."
    return Outcome("encounter.pool", POOL_TITLE, (), (), text, rolled.value, (rolled,))


def _pick(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[Picked]:
    del rules
    scheme, weight = cast("Scheme", chosen.word("scheme")), cast("Weight", chosen.word("weight"))
    return pick(chosen.number("level") or 1, scheme, dice, weight)


def _wanted(chosen: Chosen) -> tuple[Fraction, Monster | None]:
    """What one monster costs, and which it is if that was said.

    Raises:
        OptionError: neither was said or both were, or one of them cannot be.
    """
    name = str(chosen.values.get("monster", "")).strip()
    cr = str(chosen.values.get("cr", "")).strip()
    if bool(name) is bool(cr):
        raise OptionError("Say what to buy: either monster, by its name, or cr, what one costs.")
    if name:
        monster = monsters_of(cast("Scheme", chosen.word("scheme"))).find(name)
        return monster.price, monster
    price = read_quarters(cr, "cr")
    if price == 0:
        raise OptionError("A cr of 0 would buy monsters without end: the least is 1/4.")
    return price, None


def _check_buy(chosen: Chosen) -> None:
    read_quarters(chosen.word("points"))
    _wanted(chosen)


def _buy(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[Bought]:
    del dice, rules
    return buy(read_quarters(chosen.word("points")), *_wanted(chosen))


def _hit_points(chosen: Chosen) -> Fraction:
    """The hit points on average.

    Raises:
        OptionError: neither they nor hit dice were given or both were, or they cannot be read.
    """
    hp, hd = (str(chosen.values.get(name, "")).strip() for name in ("hp", "hd"))
    if bool(hp) is bool(hd):
        raise OptionError("Say how tough it is: either hp, its hit points, or hd, its hit dice.")
    points = read_quarters(hp, "hp") if hp else hit_points(hd)
    if points < 1:
        raise OptionError("A monster has at least 1 hit point.")
    return points


def _check_cr(chosen: Chosen) -> None:
    _hit_points(chosen)


def _cr(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[str]:
    del dice, rules
    points = _hit_points(chosen)
    special, extraordinary = chosen.number("sa") or 0, chosen.number("ea") or 0
    rating = in_quarters(challenge_rating(points, special, extraordinary))
    sum_of_all = in_quarters(points + SPECIAL * special + EXTRAORDINARY * extraordinary)
    abilities = "".join(
        f" and {each} for each of {number} {kind} abilities"
        if number > 1
        else f" and {each} for one {kind} ability"
        for number, each, kind in (
            (special, SPECIAL, "special"),
            (extraordinary, EXTRAORDINARY, "extraordinary"),
        )
        if number
    )
    text = (
        f"Challenge rating {rating}: {in_quarters(points)} hit points{abilities}, {sum_of_all} in all, "
        "divided by 4 1/2, to the nearest quarter."
    )
    return Outcome("encounter.cr", "Challenge rating", (), (), text, rating)


def _lair(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[Lair]:
    del rules
    monsters = bestiary()
    return lairs.roll_lair(
        monsters.find(chosen.word("monster")), monsters, dice, first=not chosen.flag("lair")
    )


def _check_lair(chosen: Chosen) -> None:
    bestiary().find(chosen.word("monster"))


def _room(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[Encounter]:
    return encounter_room.roll_room(encounter_room.asked(chosen), dice, rules)


def _check_room(chosen: Chosen) -> None:
    encounter_room.asked(chosen)


def _offer_pick(chosen: Chosen, outcome: Outcome[Any]) -> tuple[Offer, ...]:
    del chosen
    return (Offer(PICK, options={"level": outcome.value}),)


def _offer_lair(chosen: Chosen, outcome: Outcome[Any]) -> tuple[Offer, ...]:
    """Whether a picked monster is in its lair; of those that have none, how many they are."""
    name = outcome.value.monster
    if chosen.word("scheme") == "arneson" or not bestiary().find(name).lair:
        return (Offer(encounter_room.KEY, "How many there are", {"monster": name}),)
    return (Offer(lairs.KEY, "Is it in its lair", {"monster": name}),)


def _offer_lair_of_bought(chosen: Chosen, outcome: Outcome[Any]) -> tuple[Offer, ...]:
    """Whether bought monsters are in their lair, where it is known who they are."""
    name = outcome.value.monster
    if not name or chosen.word("scheme") == "arneson" or not bestiary().find(name).lair:
        return ()
    return (Offer(lairs.KEY, "Are they in their lair", {"monster": name}),)


def _offer_hoards(chosen: Chosen, outcome: Outcome[Lair]) -> tuple[Offer, ...]:
    """A lair's treasure, type by type."""
    if not outcome.value.found:
        return ()
    monster = bestiary().find(chosen.word("monster"))
    return encounter_room.offer_hoards(outcome.value.groups or (lairs.living(monster, 1),))


def _points_by_level(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[str]:
    return roll_points_by_level(chosen.number("level") or 1, dice, rules)


def procedures() -> tuple[Procedure, ...]:
    """The procedures for monsters, the most usual first."""
    room = Procedure(
        encounter_room.KEY,
        encounter_room.TITLE,
        (LEVEL, _SCHEME, _OCCUPIED, _LIVES_THERE, _MATRIX, _HAS_LAIR, _EXTRA),
        _room,
        most_dice=encounter_room.most_dice,
        check=_check_room,
        offers=encounter_room.offers,
    )
    return room, *_rolled_steps(), *_reckoned_steps()


def _rolled_steps() -> tuple[Procedure, ...]:
    return (
        Procedure(
            "encounter.level",
            LEVEL_TITLE,
            (LEVEL, _METHOD),
            _level,
            most_dice=lambda _: 1,
            offers=_offer_pick,
        ),
        Procedure(
            PICK,
            PICK_TITLE,
            (_MONSTER_LEVEL, _WEIGHT, _SCHEME),
            _pick,
            most_dice=lambda _: 1,
            offers=_offer_lair,
        ),
        Procedure(
            "encounter.pool",
            POOL_TITLE,
            (LEVEL, _POOL),
            _pool,
            most_dice=lambda _: 2,
            offers=lambda _chosen, _outcome: (Offer("encounter.room", options={"occupied": True}),),
        ),
        Procedure(
            lairs.KEY,
            lairs.TITLE,
            (replace(_MONSTER, required=True), _HAS_LAIR),
            _lair,
            most_dice=lambda chosen: lairs.most_dice(bestiary().find(chosen.word("monster")), bestiary()),
            check=_check_lair,
            offers=_offer_hoards,
        ),
        Procedure(
            "points.level",
            load().table("points.level").title,
            (LEVEL,),
            _points_by_level,
            most_dice=lambda _: 2,
        ),
    )


def _reckoned_steps() -> tuple[Procedure, ...]:
    """Those that throw no dice."""
    return (
        Procedure(
            BUY,
            BUY_TITLE,
            (_POINTS, _MONSTER, _CR, _SCHEME),
            _buy,
            most_dice=lambda _: 0,
            check=_check_buy,
            offers=_offer_lair_of_bought,
        ),
        Procedure(
            "encounter.cr", "Challenge rating", (_HP, _HD, _SA, _EA), _cr, lambda _: 0, check=_check_cr
        ),
    )
