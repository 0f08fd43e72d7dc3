"""A headline's nouns: each may name a region by its first four letters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tables.errors import OptionError
from tables.letters import code_of
from tables.nouns import find_nouns, plain
from tables.outcome import Outcome
from tables.procedure import LEVEL, Offer, Option, Procedure

if TYPE_CHECKING:
    from tables.dice import Dice
    from tables.procedure import Chosen
    from tables.rolling import Rules

LONGEST_HEADLINE = 300
"""Characters of a headline."""

MOST_NOUNS = 10
"""Nouns of a headline that are offered."""

TEXT = Option(
    name="text",
    kind="text",
    help="a headline; its nouns of more than four letters are offered",
    required=True,
    most=LONGEST_HEADLINE,
)


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun of a headline: the word as printed, and the region that it would name."""

    word: str
    code: str


@dataclass(frozen=True, slots=True)
class Headline:
    """The nouns of a headline that have more than four letters, at most ten, in order."""

    nouns: tuple[Noun, ...]


def _find_nouns(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[Headline]:
    del dice, rules
    found = _nouns_of(chosen)
    *first, last = (f"{noun.code} from “{noun.word}”" for noun in found)
    named = f"{', '.join(first)} or {last}" if first else last
    return Outcome(
        key="leximorph.headline",
        title="A headline’s nouns",
        dice=(),
        rows=(),
        text=f"The headline gives {named}.",
        value=Headline(found),
    )


def _nouns_of(chosen: Chosen) -> tuple[Noun, ...]:
    """The nouns of the headline: of those that would name the same region the first one."""
    level = chosen.number("level") or 1
    found: dict[str, Noun] = {}
    for word in find_nouns(chosen.word("text")):
        code = code_of(plain(word), level)
        found.setdefault(code, Noun(word, code))
    return tuple(found.values())[:MOST_NOUNS]


def _offer_nouns(chosen: Chosen, outcome: Outcome[Headline]) -> tuple[Offer, ...]:
    del chosen
    return tuple(
        Offer("leximorph.word", f"{noun.code}: {noun.word}", {"word": noun.word})
        for noun in outcome.value.nouns
    )


def _check_headline(chosen: Chosen) -> None:
    if not _nouns_of(chosen):
        raise OptionError(
            "No noun or name of more than four letters is in that headline: "
            "try another one, or give the word itself with /leximorph word."
        )


def procedure() -> Procedure:
    """The procedure for a headline's nouns; it throws no dice."""
    return Procedure(
        key="leximorph.headline",
        title="A headline’s nouns",
        options=(TEXT, LEVEL),
        run=_find_nouns,
        most_dice=lambda _: 0,
        check=_check_headline,
        offers=_offer_nouns,
    )
