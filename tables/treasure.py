"""Treasure: hoards by a type's letter or by level, caches without an owner, and tables as procedures.

Magic items are always rolled to their names. Where a hoard is a list of things that may be there, the
dice that decide which are come first, then their amounts and items in the order of the list.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tables.catalog import load
from tables.errors import OptionError
from tables.hoard_lists import cache_of, caches, roll_chances, types
from tables.hoard_lists import worst_case as worst_of_list
from tables.hoards import Hoard, hoard_of, roll_lots
from tables.outcome import Outcome
from tables.procedure import EDITION, LEVEL, Choice, Chosen, Offer, Option, Procedure
from tables.treasure_maps import TOP_UP_TITLE, TopUp, TreasureMap, roll_map, roll_top_up
from tables.treasure_tables import BY_LEVEL, OF_MAPS, come_to, parts_of, roll_table, worst_case

if TYPE_CHECKING:
    from tables.dice import Dice
    from tables.hoard_lists import TreasureType
    from tables.rolling import Rules

MOST_CARRIERS = 100
"""Creatures whose own coins are rolled at once."""

_A_MONSTERS = {"appendix-a": "treasure.appendix-a", "osric": "treasure.osric-guarded"}
"""The table that is rolled twice for a monster's treasure, by edition."""

_FORMS = {"hoard": "a lair’s hoard", "each": "what each of them carries", "cache": "a cache"}

TYPE = Option(
    name="type",
    kind="choice",
    help="the treasure type by its letter; without one, a monster’s treasure by dungeon level",
    choices=tuple(Choice(each.letter, f"{each.letter}: {_FORMS[each.form]}") for each in types().values()),
)
"""The treasure type of a hoard."""

COUNT = Option(
    name="count",
    kind="number",
    help="how many creatures carry it, for the types J to N",
    least=1,
    most=MOST_CARRIERS,
)
"""How many carry a treasure of which each has its own."""

SCHEME = Option(
    name="scheme",
    kind="choice",
    help="whose treasure without an owner",
    default="odnd",
    choices=(
        Choice("odnd", "OD&D, Underworld & Wilderness Adventures"),
        Choice("ose", "B/X, Old-School Essentials"),
        Choice("basic-fantasy", "Basic Fantasy"),
        Choice("appendix-a", "AD&D, Dungeon Masters Guide, Appendix A"),
        Choice("osric", "OSRIC 2"),
        Choice("osric3", "OSRIC 3"),
    ),
)
"""Whose lists or table a cache is rolled by."""


def _type_of(chosen: Chosen) -> TreasureType | None:
    letter = chosen.values.get("type")
    return None if letter is None else types()[str(letter)]


def _hoard(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[Hoard]:
    """A hoard by its letter; without one, a monster's by the level: two rolls."""
    outcome: Outcome[Any] = Outcome("treasure.hoard", "A hoard", (), (), "", None)
    kind = _type_of(chosen)
    if kind is None:
        key, level = _A_MONSTERS[chosen.word("edition")], chosen.number("level") or 1
        rolls = tuple(roll_table(key, level, dice, rules) for _ in range(2))
        return come_to(outcome, hoard_of(parts_of(rolls)), rolls)
    carriers = chosen.number("count") or 1
    thrown, there = roll_chances(kind.components, dice)
    lots = [lot for component in there for lot in component.lots]
    if carriers > 1:
        lots = [replace(lot, amount=_for_each(lot.amount, carriers)) for lot in lots]
    parts, rolled = roll_lots(lots, 1, dice, rules)
    told = come_to(replace(outcome, dice=thrown), hoard_of(parts), rolled)
    return told if carriers == 1 else replace(told, text=f"All {carriers} together carry {told.text}")


def _for_each(amount: str, carriers: int) -> str:
    """The dice of so many creatures: "3d8" for 5 of them is "15d8"."""
    number, _, sides = amount.partition("d")
    return f"{int(number) * carriers}d{sides}"


def _check_hoard(chosen: Chosen) -> None:
    kind = _type_of(chosen)
    if chosen.number("count") is not None and (kind is None or kind.form != "each"):
        raise OptionError("count goes with the types J to N, which each creature carries: leave it away.")


def _most_of_hoard(chosen: Chosen) -> int:
    kind = _type_of(chosen)
    if kind is None:
        return 2 * worst_case(_A_MONSTERS[chosen.word("edition")])
    return worst_of_list(kind.components) * (chosen.number("count") or 1)


def _cache(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[Hoard]:
    """Treasure without an owner, with what it lies in and what protects it."""
    scheme, level = chosen.word("scheme"), chosen.number("level") or 1
    outcome: Outcome[Any] = Outcome("treasure.cache", "Treasure without an owner", (), (), "", None)
    if scheme in caches():
        thrown, there = roll_chances(cache_of(scheme, level), dice)
        parts, children = roll_lots([lot for each in there for lot in each.lots], level, dice, rules)
        outcome = replace(outcome, dice=thrown)
    else:
        children = (roll_table(f"treasure.{scheme}", level, dice, rules),)
        parts = parts_of(children)
    if not parts:
        return come_to(outcome, Hoard(()), children)
    container = rules.roll("treasure.container", dice)
    protection = rules.roll(f"treasure.protection{_tail(scheme)}", dice)
    keeper = str(protection.children[0].value)
    hoard = replace(
        hoard_of(parts),
        container=container.value,
        guard=keeper if protection.value == "guarded" else None,
        hiding=keeper if protection.value == "hidden" else None,
    )
    return come_to(outcome, hoard, (*children, container, protection))


def _tail(scheme: object) -> str:
    """How the keys of traps and hiding places end for a scheme or edition."""
    return ".osric" if scheme in ("osric", "osric3") else ""


def _most_of_cache(chosen: Chosen) -> int:
    scheme, level = chosen.word("scheme"), chosen.number("level") or 1
    listed = scheme in caches()
    most = worst_of_list(cache_of(scheme, level)) if listed else worst_case(f"treasure.{scheme}")
    return most + load().worst["treasure.container"] + load().worst["treasure.protection"]


def _offers(chosen: Chosen, outcome: Outcome[Any]) -> tuple[Offer, ...]:
    """After a hoard, what it lies in and what keeps it; and where a map in it leads."""
    value: Any = outcome.value
    hoard = value.hoard if isinstance(value, TreasureMap | TopUp) else value
    if not isinstance(hoard, Hoard) or not hoard.parts:
        return ()
    kind = _type_of(chosen)
    is_carried = kind is not None and kind.form == "each"
    tail = _tail(chosen.values.get("edition"))
    keys = ["treasure.container", f"treasure.guard{tail}", f"treasure.hiding{tail}"]
    keys = [] if is_carried or hoard.container is not None else keys
    trap = [Offer("trap.roll", options={"place": "container"})] if hoard.container is not None else []
    return (*map(Offer, keys), *map(Offer, ["treasure.map"] * hoard.holds("map")), *trap)


def _of_table(key: str, *options: Option) -> Procedure:
    """A table whose rows list treasure, rolled to the names of its magic items."""

    def run(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[Hoard]:
        return roll_table(key, chosen.number("level") or 1, dice, rules)

    return Procedure(key, load().table(key).title, options, run, lambda _: worst_case(key), offers=_offers)


def procedures() -> tuple[Procedure, ...]:
    """The procedures for treasure, the most usual first."""
    worst, title = load().worst, load().table("treasure.map").title
    most = worst_case("treasure.map")
    most_followed = most + worst["treasure.map-place"] + worst["treasure.map-guard"]
    return (
        Procedure(
            key="treasure.hoard",
            title="A hoard",
            options=(TYPE, LEVEL, EDITION, COUNT),
            run=_hoard,
            most_dice=_most_of_hoard,
            check=_check_hoard,
            offers=_offers,
        ),
        Procedure(
            key="treasure.cache",
            title="Treasure without an owner",
            options=(LEVEL, SCHEME),
            run=_cache,
            most_dice=_most_of_cache,
            offers=_offers,
        ),
        Procedure("treasure.map", title, (), roll_map, lambda _: most_followed, offers=_offers),
        Procedure("treasure.topup", TOP_UP_TITLE, (), roll_top_up, lambda _: most, offers=_offers),
        *(_of_table(key, LEVEL) for key in BY_LEVEL),
        *(_of_table(key) for key in OF_MAPS),
    )
