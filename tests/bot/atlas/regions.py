"""Regions to look at: laid out from words and rolled letters, the same for the same seed."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from bot.atlas.layout.lay import Laid, lay_region
from bot.atlas.layout.rolls import Throws
from tables.dice import FairDice
from tables.procedures import RULES, perform

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tables.dice import Dice
    from tables.procedure import OptionValue

WORDS = ("LEXI", "WOOD", "FING", "CHIL", "GUAN")
"""The regions of the seed."""

EDITIONS = ("appendix-a", "osric")


def lay(
    dice: Dice, options: Mapping[str, OptionValue], key: str = "leximorph.word", edition: str = "osric"
) -> Laid:
    """A region whose letters and everything else come from these dice."""
    letters = perform(key, {"level": 1, **options}, dice).value
    return lay_region(letters, Throws(dice, RULES, edition))


@cache
def of_word(word: str, seed: int, *, curved: bool = False) -> Laid:
    """A region of a word."""
    dice = FairDice(b"a region of a word", f"{word}:{seed}")
    return lay(dice, {"word": word, "curved": curved}, edition=EDITIONS[seed % 2])


@cache
def of_rolled_letters(seed: int) -> Laid:
    """A region of one to nine rolled letters, upright or turned, straight or curved."""
    options = {"sectors": 1 + seed % 9, "rotate": seed % 2 == 1, "curved": seed % 3 == 1}
    dice = FairDice(b"a region of letters", str(seed))
    return lay(dice, options, "leximorph.letters", EDITIONS[seed % 2])
