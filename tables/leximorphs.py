"""Leximorphs: letters laid side by side as the tunnels that a region begins with.

The letters are rolled, or are the first four of a word, or of a headline's noun. A region is called by
them and its level: LEXI-1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tables import headline
from tables.corridors import MOST_JUNCTIONS, MOST_LENGTH
from tables.dice import Die
from tables.errors import OptionError, echo
from tables.letters import WORD_LETTERS, code_of
from tables.names import fold
from tables.nouns import nouns, plain
from tables.outcome import Outcome
from tables.procedure import LEVEL, Offer, Option, Procedure
from tables.rolling import roll_on
from tables.tunnels import MOST_SECTORS, Sector, Turn, dig, quarters, sectors_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tables.dice import Dice
    from tables.procedure import Chosen
    from tables.rolling import Rules
    from tables.tunnels import Tunnels

LEAST_LETTERS = 3
"""Letters that a word needs."""

LONGEST_WORD = 100
"""Characters of a word."""

RANDOM = "random"
"""The word that stands for any noun."""

TURNED: dict[Turn, str] = {
    0: "upright",
    1: "a quarter turn clockwise",
    2: "upside down",
    3: "a quarter turn anticlockwise",
}

SECTORS = Option(
    name="sectors",
    kind="number",
    help="how many parts the map has, each with a letter",
    default=WORD_LETTERS,
    least=1,
    most=MOST_SECTORS,
)
ROTATE = Option(name="rotate", kind="flag", help="roll how each letter is turned", default=False)
CURVED = Option(name="curved", kind="flag", help="draw round letters with curves", default=False)
WORD = Option(
    name="word",
    kind="text",
    help="the word whose first four letters are taken; left out or “random”, any noun",
    default=RANDOM,
    most=LONGEST_WORD,
)


@dataclass(frozen=True, slots=True)
class Leximorph:
    """Letters as tunnels.

    Attributes:
        code: what the region is called: its first four letters and its level.
        level: the dungeon level.
        word: the word that the letters come from; nothing where they were rolled.
        sectors: the letters with their places, turned as they were dug.
        curved: whether round letters are drawn with curves.
        loops: ways round in the finished network.
        letter_loops: those of them within letters.
        pieces: parts with no way from one to another: always 1.
        corners, junctions, ends: places where tunnels turn, meet and end.
        feet: the length of all tunnels together.
        turned: the sectors, counted from 0, whose letters were turned so that there is a loop.
        closed: whether a tunnel was dug only so that there is a loop.
    """

    code: str
    level: int
    word: str
    sectors: tuple[Sector, ...]
    curved: bool
    loops: int
    letter_loops: int
    pieces: int
    corners: int
    junctions: int
    ends: int
    feet: int
    turned: tuple[int, ...] = ()
    closed: bool = False


# Rolling


def _roll_letters(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[Leximorph]:
    table = rules.table("leximorph.letters")
    rolled = [roll_on(table, dice, rules) for _ in range(chosen.number("sectors") or WORD_LETTERS)]
    rotations = _rotations(chosen, len(rolled), dice, rules)
    value, tunnels = _lay([fell.value for fell in rolled], rotations, chosen)
    return Outcome(
        key=table.key,
        title=table.title,
        dice=tuple(die for fell in rolled for die in fell.dice),
        rows=tuple(row for fell in rolled for row in fell.rows),
        text=_tell(value, tunnels),
        value=value,
        children=tuple(rotations),
    )


def _roll_word(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[Leximorph]:
    word, thrown = chosen.word("word"), ()
    if _is_random(word):
        listed = nouns()
        face = dice.throw(len(listed))
        word, thrown = listed[face - 1], (Die(len(listed), face, f"word of {len(listed):,}"),)
    names = plain(word)[:WORD_LETTERS]
    rotations = _rotations(chosen, len(names), dice, rules)
    value, tunnels = _lay(names, rotations, chosen, word)
    return Outcome(
        key="leximorph.word",
        title="A word for tunnels",
        dice=thrown,
        rows=(),
        text=_tell(value, tunnels),
        value=value,
        children=tuple(rotations),
    )


def _rotations(chosen: Chosen, count: int, dice: Dice, rules: Rules) -> list[Outcome[str]]:
    """How each letter is turned, as far as that is rolled."""
    if not chosen.flag("rotate"):
        return []
    table = rules.table("leximorph.rotation")
    return [roll_on(table, dice, rules) for _ in range(count)]


def _lay(
    names: Sequence[str], rotations: Sequence[Outcome[str]], chosen: Chosen, word: str = ""
) -> tuple[Leximorph, Tunnels]:
    """Dig the letters."""
    level, curved = chosen.number("level") or 1, chosen.flag("curved")
    turns: list[Turn] = [quarters(int(rolled.value)) for rolled in rotations]
    tunnels = dig(sectors_of(names, turns), curved=curved)
    value = Leximorph(
        code=code_of(names, level),
        level=level,
        word=echo(word),
        sectors=tunnels.sectors,
        curved=curved,
        loops=tunnels.loops,
        letter_loops=tunnels.letter_loops,
        pieces=tunnels.pieces,
        corners=tunnels.count("corner"),
        junctions=tunnels.count("junction"),
        ends=tunnels.count("end"),
        feet=tunnels.feet,
        turned=tunnels.turned,
        closed=tunnels.closed,
    )
    return value, tunnels


# Telling


def _tell(value: Leximorph, tunnels: Tunnels) -> str:
    """What was dug, how long it is, and what was done so that there is a loop."""
    names = [sector.letter for sector in value.sectors]
    if any(sector.rotation for sector in value.sectors):
        names = [f"{sector.letter} {TURNED[sector.rotation]}" for sector in value.sectors]
    source = f", from “{value.word}”" if value.word and plain(value.word) != "".join(names) else ""
    places = value.corners + value.junctions
    where = "is one corner or junction" if places == 1 else f"are {places or 'no'} corners and junctions"
    return " ".join(
        (
            f"{value.code}{source}: {_listed(names)} as tunnels, with {_loops(value)}.",
            f"There {where} along {value.feet:,} feet of tunnel.",
            *_steps(value, tunnels),
        )
    )


def _loops(value: Leximorph) -> str:
    loops = _count(value.loops, "loop", "loops")
    if value.letter_loops and value.letter_loops < value.loops:
        within = "letters" if value.letter_loops > 1 else "a letter"
        return f"{loops}, {value.letter_loops} of them within {within}"
    return loops


def _steps(value: Leximorph, tunnels: Tunnels) -> Iterable[str]:
    """What was done because neither the letters nor their joins had a loop."""
    if not value.closed:
        return
    names = [sector.letter for sector in value.sectors]
    join = tunnels.joins[-1]
    if join.first == join.second:
        yield f"{names[join.first]} holds no loop, so one more tunnel closes one."
    elif value.turned:
        turned = names[value.turned[0]] if len(value.turned) == 1 and names[0] != names[1] else "one"
        them = "both were" if len(value.turned) > 1 else f"{turned} was"
        yield f"Neither letter holds a loop, so {them} turned until a second tunnel fitted between them."
    else:
        yield "Neither letter holds a loop, so a second tunnel joins them."


def _listed(names: Sequence[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _count(number: int, one: str, several: str) -> str:
    return f"{number:,} {one if number == 1 else several}"


# Offering and refusing


def _offer_tunnels(chosen: Chosen, outcome: Outcome[Leximorph]) -> tuple[Offer, ...]:
    """What is rolled along the tunnels: their corners and junctions, then their walls."""
    del chosen
    value = outcome.value
    places = value.corners + value.junctions
    found: list[Offer] = []
    if places:
        found.append(
            Offer("corridor.junction", "Corners and junctions", {"count": min(places, MOST_JUNCTIONS)})
        )
    found.append(Offer("corridor.wall", "Along the tunnels", {"length": min(value.feet, MOST_LENGTH)}))
    return tuple(found)


def _is_random(word: str) -> bool:
    return fold(word) in ("", RANDOM)


def _check_word(chosen: Chosen) -> None:
    word = chosen.word("word")
    if not _is_random(word) and len(plain(word)) < LEAST_LETTERS:
        raise OptionError(
            f"“{echo(word)}” has fewer than three letters from A to Z: give a word of three or more, "
            "or leave it out for any noun."
        )


def _rotating(chosen: Chosen) -> int:
    return 2 if chosen.flag("rotate") else 1


def procedures() -> tuple[Procedure, ...]:
    """The procedures for the tunnels that a region begins with."""
    return (
        Procedure(
            key="leximorph.letters",
            title="Letters for tunnels",
            options=(SECTORS, ROTATE, LEVEL, CURVED),
            run=_roll_letters,
            most_dice=lambda chosen: (chosen.number("sectors") or 1) * _rotating(chosen),
            offers=_offer_tunnels,
        ),
        Procedure(
            key="leximorph.word",
            title="A word for tunnels",
            options=(WORD, ROTATE, LEVEL, CURVED),
            run=_roll_word,
            most_dice=lambda chosen: 1 + WORD_LETTERS * chosen.flag("rotate"),
            check=_check_word,
            offers=_offer_tunnels,
        ),
        headline.procedure(),
    )
