"""How a region begins: with the letters of a word, or with rolled ones that hold a way round."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tables.letters import code_of
from tables.rolling import roll_on
from tables.tunnels import dig

if TYPE_CHECKING:
    from bot.atlas.layout.rolls import Throws
    from tables.leximorphs import Leximorph
    from tables.procedure import OptionValue
    from tables.tunnels import Sector

MOST_AGAIN = 20
"""Times that a letter is rolled again; seven of ten letters hold a way round."""


def letters_of_word(throws: Throws, word: str, *, rotate: bool = False, curved: bool = False) -> Leximorph:
    """The letters of a word; where none of them and no joining of them makes a loop, a passage is added.

    Raises:
        Refusal: the word has fewer than three letters.
    """
    return _roll(throws, "leximorph.word", {"word": word, "rotate": rotate, "curved": curved})


def rolled_letters(throws: Throws, sectors: int, *, rotate: bool = False, curved: bool = False) -> Leximorph:
    """Rolled letters; where there is no loop among them, the last sector is rolled again until there is.

    Three and more sectors always stand in a ring, so this happens to one or two alone.
    """
    found = _roll(throws, "leximorph.letters", {"sectors": sectors, "rotate": rotate, "curved": curved})
    table = throws.rules.table("leximorph.letters")
    for _ in range(MOST_AGAIN):
        if not found.closed:
            return found
        fell = roll_on(table, throws.dice, throws.rules)
        throws.rolls.append(fell)
        last = replace(found.sectors[-1], letter=fell.value)
        found = _laid_anew(found, (*found.sectors[:-1], last))
    return found


def _laid_anew(letters: Leximorph, sectors: tuple[Sector, ...]) -> Leximorph:
    tunnels = dig(sectors, curved=letters.curved)
    return replace(
        letters,
        code=code_of([sector.letter for sector in sectors], letters.level),
        sectors=tunnels.sectors,
        loops=tunnels.loops,
        letter_loops=tunnels.letter_loops,
        pieces=tunnels.pieces,
        corners=tunnels.count("corner", "bend"),
        junctions=tunnels.count("junction"),
        ends=tunnels.count("end"),
        feet=tunnels.feet,
        turned=tunnels.turned,
        closed=tunnels.closed,
    )


def _roll(throws: Throws, key: str, given: dict[str, OptionValue]) -> Leximorph:
    rolled = throws.rules.roll(key, throws.dice, {"level": throws.level, **given})
    throws.rolls.append(rolled)
    return rolled.value
