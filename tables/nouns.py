"""Nouns, to name dungeons by: a list to draw from, and a way to find them in a headline.

The list is that of the package wonderwords, of nouns, verbs and adjectives; only its files are read.
What it lacks is told by its ending, by two nouns in one word, or by its capital. ``leximorphs/words.csv``
is our own: nouns of the game; other words that are neither nouns nor names; unwanted nouns, and unwanted
beginnings, that nobody likes to have thrown at one as the name of a region.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from tables.catalog import FOLDER
from tables.errors import CatalogError

if TYPE_CHECKING:
    from collections.abc import Iterator

WORDS = FOLDER / "leximorphs" / "words.csv"

LEAST_NOUN = 5
"""Letters that a noun needs, to name a region by its first four."""

LONGEST_NOUN = 40
"""Letters that a noun of a headline has at most; what is longer is no word."""

_IRREGULAR = {
    "brethren": "brother",
    "children": "child",
    "dwarves": "dwarf",
    "geese": "goose",
    "people": "person",
    "teeth": "tooth",
    "wolves": "wolf",
}
_ENDINGS = ("tion", "sion", "ness", "ment", "ship", "hood", "ism", "ist", "ity", "ance", "ence")
"""What only nouns end in, or nearly."""

_WORD = re.compile(r"[^\W\d_]+(?:['’ʼ][^\W\d_]+)*")
_POSSESSIVE = re.compile(r"['’ʼ][sS]?$")
_UNDECOMPOSED = str.maketrans(
    {"ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"}
)


@dataclass(frozen=True, slots=True)
class _Lists:
    """What is known of words, each in lower case.

    Attributes:
        nouns: of the package and of the game.
        drawn: those that a region may be named after by chance, in the order of the alphabet.
        small: what is neither a noun nor a name.
        adjectives: as the package has them.
        others: verbs, adjectives and small words.
    """

    nouns: frozenset[str]
    drawn: tuple[str, ...]
    small: frozenset[str]
    adjectives: frozenset[str]
    others: frozenset[str]


@cache
def _lists() -> _Lists:
    spec = find_spec("wonderwords")
    if spec is None or not spec.submodule_search_locations:
        raise CatalogError("The package wonderwords, whose nouns name regions, is not installed.")
    folder = Path(spec.submodule_search_locations[0]) / "assets"
    read = {
        name: frozenset((folder / f"{name}list.txt").read_text(encoding="utf-8").casefold().split("\n"))
        for name in ("noun", "verb", "adjective", "profanity")
    }
    with WORDS.open(encoding="utf-8", newline="") as lines:
        ours = {row["kind"]: frozenset(row["words"].split()) for row in csv.DictReader(lines)}
    listed = frozenset(word for word in read["noun"] if re.fullmatch("[a-z]{3,}", word)) - ours["other"]
    unwanted = read["profanity"] | ours["unwanted"]
    drawn = sorted(
        word
        for word in listed
        if len(word) >= LEAST_NOUN
        and not unwanted.intersection((word, *singulars(word)))
        and word[:4] not in ours["beginning"]
    )
    return _Lists(
        nouns=listed | ours["noun"],
        drawn=tuple(drawn),
        small=ours["other"],
        adjectives=read["adjective"],
        others=read["verb"] | read["adjective"] | ours["other"],
    )


def nouns() -> tuple[str, ...]:
    """The nouns that a region may be named after by chance, in the order of the alphabet."""
    return _lists().drawn


def plain(word: str) -> str:
    """The letters of a word as the capitals A to Z: accents go, and whatever is no such letter."""
    folded = word.casefold().translate(_UNDECOMPOSED)
    letters = unicodedata.normalize("NFKD", folded).casefold()
    return "".join(letter for letter in letters if "a" <= letter <= "z").upper()


def singulars(word: str) -> tuple[str, ...]:
    """What a lower-case word may be the plural of, the likeliest first."""
    if word in _IRREGULAR:
        return (_IRREGULAR[word],)
    found: list[str] = []
    if word.endswith("ies"):
        found.append(f"{word[:-3]}y")
    if word.endswith("ves"):
        found += [f"{word[:-3]}f", f"{word[:-3]}fe"]
    if word.endswith("men"):
        found.append(f"{word[:-3]}man")
    if word.endswith("s") and not word.endswith("ss"):
        found.append(word[:-1])
    if word.endswith("es"):
        found.append(word[:-2])
    return tuple(found)


def find_nouns(text: str) -> tuple[str, ...]:
    """The nouns and names of a headline that have more than four letters, in order, as printed.

    A word with a capital that does not begin the headline is a name, unless the headline has all its
    longer words in capitals; then, as for its first word, it is one where it can be nothing else.
    """
    words = [_POSSESSIVE.sub("", found) for found in _WORD.findall(text)]
    long = [word for word in words[1:] if len(plain(word)) >= LEAST_NOUN]
    tells = any(word[0].islower() for word in long)
    found: dict[str, str] = {}
    for place, word in enumerate(words):
        lower = plain(word).casefold()
        if not LEAST_NOUN <= len(lower) <= LONGEST_NOUN or len(word) > LONGEST_NOUN:
            continue
        if lower in _lists().small:
            continue
        capital = word[0] != word[0].casefold()
        if is_noun(lower) or (capital and ((place and tells) or not _is_other(lower))):
            found.setdefault(lower, word)
    return tuple(found.values())


def is_noun(word: str) -> bool:
    """Whether a lower-case word is a noun, or the plural of one."""
    lists = _lists()
    for each in (word, *singulars(word)):
        if each in lists.nouns:
            return True
        if each in lists.others:
            continue
        if _is_doer(each) or (len(each) > LEAST_NOUN and each.endswith(_ENDINGS)):
            return True
        if any(each[:cut] in lists.nouns and each[cut:] in lists.nouns for cut in range(3, len(each) - 2)):
            return True
    return False


def _is_doer(word: str) -> bool:
    """Whether it is somebody who does something, and not only more of something: "smuggler", "bigger"."""
    lists = _lists()
    stems = {*_stems(word, "er"), *_stems(word, "or")}
    if not stems or len(word) < LEAST_NOUN or stems & lists.adjectives:
        return False
    return len(word) > LEAST_NOUN or bool(stems & (lists.nouns | lists.others))


def _is_other(word: str) -> bool:
    """Whether a lower-case word is a verb, an adjective, an adverb or a small word, in any of its forms."""
    others = _lists().others
    if word.endswith("ly"):
        return True
    forms = (word, *singulars(word), *_stems(word, "ed"), *_stems(word, "ing"), *_stems(word, "er"))
    return any(form in others for form in forms) or word.endswith(("ing", "ed"))


def _stems(word: str, ending: str) -> Iterator[str]:
    """What an ending may have been added to: "digging" to "dig", "hoping" to "hope"."""
    if word.endswith(ending):
        stem = word[: -len(ending)]
        yield stem
        yield f"{stem}e"
        if stem[-2:-1] == stem[-1:]:
            yield stem[:-1]
        if stem.endswith("i"):
            yield f"{stem[:-1]}y"
