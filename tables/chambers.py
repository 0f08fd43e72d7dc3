"""The wandering chamber: what a room is, drawn by rarity from a level's own growing list.

A d8 and a d12 together give a band of rarity, on the table "room.purpose". The chamber is drawn
from what the list has in that band, all alike likely, by a die of as many sides, counted in order of
appearance. An empty band falls to the next commoner one; where nothing commoner is left either, a new chamber
is asked for: it never falls to a rarer one. All dice are thrown behind the screen, as what players
are told depends on which chambers they know.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tables.catalog import load
from tables.dice import Die, behind_the_screen
from tables.errors import OptionError, echo
from tables.outcome import Hit, Outcome
from tables.procedure import LEVEL, Option, Procedure

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from tables.dice import Dice
    from tables.procedure import Chosen
    from tables.rolling import Rules

KEY = "chamber.roll"
PICK = "chamber.pick"
TITLE = "A wandering chamber"
PICK_TITLE = "Which of them"
BANDS = "room.purpose"
"""The table whose rows are the bands of rarity."""

RARITIES = {"common": "common", "uncommon": "uncommon", "rare": "rare", "very-rare": "very rare"}
"""Each rarity with its words, the commonest first."""

EITHER = "rare-or-very-rare"
"""The band of two rarities: what is in both is drawn alike."""

MOST_ENTRIES = 1_000
"""Chambers that are drawn from at most."""

MOST_PLACES = 100
"""Rooms that one roll fills at most."""

LONGEST_PLACE = 80
"""Characters of a place."""

UNKNOWN = "a chamber that only the game masters know"
"""What players are told of a chamber that they do not know, and of none at all."""

_LINE = re.compile(r"([1-9][0-9]{0,8}) ([a-z-]+) (known|hidden) (\S.*)")
_FALLS: dict[str, tuple[tuple[str, ...], ...]] = {
    "common": (("common",),),
    "uncommon": (("uncommon",), ("common",)),
    "rare": (("rare",), ("uncommon",), ("common",)),
    EITHER: (("rare", "very-rare"), ("uncommon",), ("common",)),
    "very-rare": (("very-rare",), ("rare",), ("uncommon",), ("common",)),
}
_DICE_OF_A_DRAW = 3


@dataclass(frozen=True, slots=True)
class Lot:
    """A chamber that may be drawn: its number on the list, its name, its rarity, whether players know it."""

    number: int
    name: str
    rarity: str
    known: bool = False


@dataclass(frozen=True, slots=True)
class Drawn:
    """What one draw gave.

    Attributes:
        place: where it is to be; None where nobody said.
        name: the chamber's; None for a new one, and for one that the reader does not know.
        number: the chamber's; None likewise, and for players always.
        band: the band of rarity that the dice gave; None for players.
    """

    place: str | None = None
    name: str | None = None
    number: int | None = None
    band: str | None = None


def entries_text(lots: Iterable[Lot]) -> str:
    """Lots as the procedure's option takes them: a line each, "4 very-rare hidden The hall of mirrors"."""
    return "\n".join(
        f"{lot.number} {lot.rarity} {'known' if lot.known else 'hidden'} {lot.name}" for lot in lots
    )


def read_entries(text: str) -> tuple[Lot, ...]:
    """The lots of such a text.

    Raises:
        OptionError: a line is none, or there are too many.
    """
    lines = [line for line in text.split("\n") if line]
    if len(lines) > MOST_ENTRIES:
        raise OptionError(f"At most {MOST_ENTRIES:,} chambers can be drawn from: retire some.")
    return tuple(map(_read_lot, lines))


def _read_lot(line: str) -> Lot:
    found = _LINE.fullmatch(line)
    if found is None or found[2] not in RARITIES:
        raise OptionError(f"“{echo(line)}” is no entry: write it such as 4 very-rare hidden Hall of mirrors.")
    return Lot(int(found[1]), found[4], found[2], found[3] == "known")


def draw(lots: Sequence[Lot], dice: Dice, place: str | None = None) -> Outcome[Drawn]:
    """Draw a chamber for a place.

    Args:
        lots: what there is to draw from, in order of appearance.
        dice: a d8, a d12, and a die of as many sides as the band has chambers where it has several.
        place: where it is to be.
    """
    table = load().table(BANDS)
    behind = behind_the_screen(dice)
    thrown = tuple(replace(die, screened=True) for die in table.throw.throw(behind, table.purpose))
    row = table.row_of(sum(die.face for die in thrown))
    fell = next((band for band in _FALLS[row.value] if _of(lots, band)), None)
    chosen, children = _pick(_of(lots, fell), behind) if fell else (None, ())
    head = f"{place}: " if place else ""
    whole = Outcome(
        key=KEY,
        title=TITLE,
        dice=thrown,
        rows=(Hit(table.key, row.first, row.last, row.text),),
        text=f"{head}{_told(chosen, row.value, row.text)}",
        value=Drawn(place, chosen and chosen.name, chosen and chosen.number, row.value),
        children=children,
    )
    known = chosen.name if chosen is not None and chosen.known else None
    words = known or (UNKNOWN if place else UNKNOWN[:1].upper() + UNKNOWN[1:])
    hidden = tuple(replace(die, face=0, hidden=True) for die in thrown)
    players = Outcome(KEY, TITLE, hidden, (), f"{head}{words}.", Drawn(place, known))
    return replace(whole, players=players)


def _of(lots: Sequence[Lot], band: tuple[str, ...]) -> list[Lot]:
    return [lot for lot in lots if lot.rarity in band]


def _pick(lots: Sequence[Lot], dice: Dice) -> tuple[Lot, tuple[Outcome[object], ...]]:
    """One of the lots; a single one needs no die."""
    if len(lots) == 1:
        return lots[0], ()
    face = dice.throw(len(lots))
    chosen = lots[face - 1]
    hit = Hit(PICK, face, face, chosen.name)
    die = Die(len(lots), face, "which", screened=True)
    return chosen, (Outcome(PICK, PICK_TITLE, (die,), (hit,), f"{chosen.name}.", chosen.number),)


def _told(chosen: Lot | None, band: str, words: str) -> str:
    if chosen is None:
        commoner = "" if band == "common" else ", nor a commoner one"
        return f"A new {words} chamber: the list has none to draw{commoner}, so invent it."
    rarity = RARITIES[chosen.rarity]
    fell = chosen.rarity not in _FALLS[band][0]
    return f"{chosen.name}, {rarity}, as there is no {words} one." if fell else f"{chosen.name}, {rarity}."


def _roll(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[Any]:
    del rules
    lots = read_entries(chosen.word("entries"))
    places = _places(chosen)
    if len(places) <= 1:
        return draw(lots, dice, next(iter(places), None))
    drawn: list[Outcome[Drawn]] = []
    for place in places:
        outcome = draw(lots, dice, place)
        drawn.append(outcome)
        if chosen.flag("once"):
            lots = tuple(lot for lot in lots if lot.number != outcome.value.number)
    return _together(drawn)


def _together(drawn: Sequence[Outcome[Drawn]]) -> Outcome[tuple[Drawn, ...]]:
    """Several draws as one outcome, in order."""

    def of(children: Sequence[Outcome[Drawn]]) -> Outcome[tuple[Drawn, ...]]:
        words = " ".join(child.text for child in children)
        values = tuple(child.value for child in children)
        return Outcome(KEY, f"{TITLE} for each room", (), (), words, values, tuple(children))

    return replace(of(drawn), players=of([outcome.for_players() for outcome in drawn]))


def _places(chosen: Chosen) -> list[str]:
    return [line for line in chosen.word("places").split("\n") if line]


def _check(chosen: Chosen) -> None:
    read_entries(chosen.word("entries"))
    places = _places(chosen)
    if len(places) > MOST_PLACES:
        raise OptionError(f"One roll fills {MOST_PLACES} rooms at most: ask for fewer.")
    if any(len(place) > LONGEST_PLACE for place in places):
        raise OptionError(f"A place has {LONGEST_PLACE} characters at most.")


def procedures() -> tuple[Procedure, ...]:
    """The draw, from a list that is given as text."""
    return (
        Procedure(
            key=KEY,
            title=TITLE,
            options=(
                replace(LEVEL, default=None, required=True),
                Option(
                    name="entries",
                    kind="text",
                    help="the level’s chambers, a line each",
                    default="",
                    most=MOST_ENTRIES * 120,
                ),
                Option(
                    name="places",
                    kind="text",
                    help="where they are to be, a line each",
                    default="",
                    most=MOST_PLACES * (LONGEST_PLACE + 1),
                ),
                Option(name="once", kind="flag", help="each chamber comes once at most", default=False),
            ),
            run=_roll,
            most_dice=lambda chosen: _DICE_OF_A_DRAW * max(1, len(_places(chosen))),
            check=_check,
        ),
    )
