"""What rooms hold: ten schemes from one die to two, and what has come since the last visit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from tables.catalog import load
from tables.outcome import Outcome
from tables.procedure import LEVEL, Choice, Offer, Option, Procedure
from tables.rolling import roll_on
from tables.rooms import EDITIONS

if TYPE_CHECKING:
    from tables.dice import Dice
    from tables.procedure import Chosen
    from tables.rolling import Rules

SCHEMES = {
    "odnd": "OD&D",
    "talysman": "Talysman, The Nine and Thirty Kingdoms",
    "bx": "Moldvay’s Basic (B/X)",
    "appendix-a": "AD&D, Dungeon Masters Guide, Appendix A",
    "osric": "OSRIC",
    "labyrinth-lord": "Labyrinth Lord",
    "basic-fantasy": "Basic Fantasy",
    "whitebox": "White Box",
    "arneson": "Arneson, by dungeon level",
    "points": "occupied on 13 or more of a d20, for buying with points",
}
"""The schemes by what keys call them, the usual one first; and what people call them."""

BEYOND = ("one-roll", "2d6", "restock", "restock.2d6", "restock.visit")
"""Tables of the same kind that are no scheme for a whole dungeon, or are for its second visit."""

TITLE = "What a room holds"
"""How the roll is called whose scheme is chosen."""

_SCHEME = Option(
    name="scheme",
    kind="choice",
    help="whose rules for what rooms hold",
    default="odnd",
    choices=tuple(Choice(scheme, title) for scheme, title in SCHEMES.items()),
)


@dataclass(frozen=True, slots=True)
class Contents:
    """What a room holds.

    Attributes:
        monster: one or more of them.
        treasure: treasure; a monster's or a trap's where there is one.
        trap: a trap, or a trick.
        special: something of its own kind, for the game master to think up.
        hidden: the treasure is not in view.
        clue: tracks or other signs of another room.
        stairs: "up 1" to "down 3", the way and the levels; "any" where another roll says which; else None.
    """

    monster: bool = False
    treasure: bool = False
    trap: bool = False
    special: bool = False
    hidden: bool = False
    clue: bool = False
    stairs: str | None = None


def read_contents(fell: Outcome[Any]) -> Contents:
    """What a table of contents gave, with the tables that followed."""
    words: set[str] = set()
    stairs: str | None = None
    for each in fell.walk():
        if each.value == "stairs":
            stairs = "any"
        elif each.key.endswith(".stairs"):
            stairs = None if each.value == "special" else str(each.value)
        words.update(str(each.value).split())
    return Contents(
        monster="monster" in words,
        treasure="treasure" in words,
        trap="trap" in words,
        special="special" in words,
        hidden="hidden" in words,
        clue="clue" in words,
        stairs=stairs,
    )


EMPTY = "The room is empty."
"""How most schemes say that there is nothing."""


def tell(contents: Contents, empty: str = EMPTY) -> str:
    """What a room holds, in one sentence."""
    treasure = ("hidden treasure" if contents.hidden else "treasure") if contents.treasure else ""
    holds = [
        *(["something special"] if contents.special else []),
        *(["a monster"] if contents.monster else []),
        *(["a trap"] if contents.trap else []),
        *([_stairs(contents.stairs)] if contents.stairs else []),
    ]
    if not holds and not treasure:
        return "The room is empty but for signs of another room." if contents.clue else empty
    if not holds:
        return f"The room holds {treasure}."
    *before, last = holds
    found = f"{', '.join(before)} and {last}" if before else last
    return f"The room holds {found} with {treasure}." if treasure else f"The room holds {found}."


def _stairs(stairs: str) -> str:
    if stairs == "any":
        return "stairs"
    way, _, levels = stairs.partition(" ")
    return f"stairs {way} {levels} level" if levels == "1" else f"stairs {way} {levels} levels"


_EMPTY = {
    "stocking.talysman": "Nobody lives in the room; what lies about may still be of use.",
    "stocking.points": "The room is not occupied.",
}
"""How the others say it, by their tables."""


_CACHES = {
    "bx": "ose",
    "labyrinth-lord": "ose",
    "one-roll": "ose",
    "basic-fantasy": "basic-fantasy",
    "appendix-a": "appendix-a",
    "osric": "osric",
}
"""Whose treasure without an owner goes with a scheme; OD&D’s with the others."""


def _roll(table: str, chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[Contents]:
    fell = roll_on(rules.table(table), dice, rules, {"level": chosen.number("level") or 1})
    contents = read_contents(fell)
    is_return = table.startswith("stocking.restock")
    text = fell.text if is_return else tell(contents, _EMPTY.get(table, EMPTY))
    return Outcome(fell.key, fell.title, fell.dice, fell.rows, text, contents, fell.children)


def _of_scheme(scheme: str) -> Procedure:
    table = load().table(f"stocking.{scheme}")
    return Procedure(
        key=table.key,
        title=table.title,
        options=(LEVEL,),
        run=partial(_roll, table.key),
        most_dice=lambda _: load().worst[table.key],
        offers=_offers,
    )


def _run_scheme(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[Contents]:
    rolled = _roll(f"stocking.{chosen.word('scheme')}", chosen, dice, rules)
    return replace(rolled, key="room.contents", title=TITLE)


def _offers(chosen: Chosen, outcome: Outcome[Any]) -> tuple[Offer, ...]:
    """What the room holds is what is rolled next; a known scheme's treasure and monsters by its own rules."""
    contents: Contents = outcome.value
    scheme = str(chosen.values.get("scheme") or outcome.key.removeprefix("stocking."))
    found: list[Offer] = []
    if contents.monster:
        points = "arneson" if scheme == "arneson" else "points"
        found.append(Offer("encounter.room", options={"occupied": True, "scheme": points}))
    if contents.treasure and contents.monster and scheme in EDITIONS:
        found.append(Offer("treasure.hoard", "Treasure: two rolls", {"edition": scheme}))
    elif contents.treasure:
        found.append(Offer("treasure.cache", options={"scheme": _CACHES.get(scheme, "odnd")}))
    if contents.trap:
        found.append(Offer("trap.roll", options={"place": "room"}))
    if contents.stairs == "any":
        found.append(Offer("corridor.stairs", options={"edition": "osric"}))
    return tuple(found) or (Offer("room.purpose"),)


def procedures() -> tuple[Procedure, ...]:
    """What rooms hold, by a scheme that is chosen; then each scheme, and what goes beyond them."""
    by_scheme = Procedure(
        key="room.contents",
        title=TITLE,
        options=(_SCHEME, LEVEL),
        run=_run_scheme,
        most_dice=lambda chosen: load().worst[f"stocking.{chosen.word('scheme')}"],
        offers=_offers,
    )
    return by_scheme, *(_of_scheme(scheme) for scheme in (*SCHEMES, *BEYOND))
