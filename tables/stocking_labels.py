"""Quick stocking labels: what is written into a room while its map is drawn.

    labels    = label { "," label }                 at most eight, "M:Q chest, M:r, H:wall N"
    label     = monster | hidden
    monster   = "M:" letters [ " " container ]      one to three letters of the level's master list;
                                                    a container is drawn where it has treasure
    container = "bag" | "chest" | "coffer" | "huge chest" | "jar" | "sack" | "stone" | "trunk" | "urn"
              | "loose" | "treasure"                or its first letter: b c k h j s o t u l x
    hidden    = "H:" ( "floor" | "wall" [ " " wall ] )
    wall      = "N" | "E" | "S" | "W"

Letters are read in any case; they are printed as the monster is, in capitals or, for an extraordinary
one, in small letters. A hidden treasure lies under the floor, a dotted box, or behind a wall, a cache.
Printed and read again, a label is the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from tables.alphabet import letters_for, number_for
from tables.errors import OptionError, OverLimit, echo

MOST_LABELS = 8
"""Labels that one room has."""

CONTAINERS = {
    "bag": "b",
    "chest": "c",
    "coffer": "k",
    "huge chest": "h",
    "jar": "j",
    "sack": "s",
    "stone": "o",
    "trunk": "t",
    "urn": "u",
    "loose": "l",
    "treasure": "x",
}
"""Each container by its word, with the letter that stands for it; "treasure" where nobody has said which."""

Wall = Literal["N", "E", "S", "W"]

WALLS: tuple[Wall, ...] = ("N", "E", "S", "W")

GRAMMAR = (
    "write M:Q for the monster of letter Q, M:Q chest where it has treasure, "
    "H:floor or H:wall N for hidden treasure, several with commas"
)
"""How labels are written, for people."""

_MONSTER = re.compile(r"m\s*:\s*([a-z]{1,3})(?:\s*\+?\s+|\s*\+\s*|$)(.*)", re.IGNORECASE)
_HIDDEN = re.compile(r"h\s*:\s*(floor|wall)(?:\s+([nesw]))?", re.IGNORECASE)
_WORDS = {letter: word for word, letter in CONTAINERS.items()} | {word: word for word in CONTAINERS}


@dataclass(frozen=True, slots=True)
class MonsterLabel:
    """A monster in a room.

    Attributes:
        place: its place in the level's master list, from 1.
        container: what its treasure lies in; nothing where it has none.
    """

    place: int
    container: str = ""

    def written(self, *, extraordinary: bool = False) -> str:
        """The label as it is printed, in small letters for an extraordinary monster."""
        letters = letters_for(self.place)
        label = f"M:{letters.lower() if extraordinary else letters}"
        return f"{label} {self.container}" if self.container else label


@dataclass(frozen=True, slots=True)
class HiddenTreasure:
    """Treasure that has to be found: under the floor or behind a wall, which may be named."""

    under: Literal["floor", "wall"]
    wall: Wall | None = None

    def written(self) -> str:
        """The label as it is printed."""
        return f"H:{self.under} {self.wall}" if self.wall else f"H:{self.under}"


StockingLabel: TypeAlias = "MonsterLabel | HiddenTreasure"


def parse_labels(text: str) -> tuple[StockingLabel, ...]:
    """Read the labels of a room.

    Raises:
        OptionError: one of them is no label; the message says how they are written.
        OverLimit: there are too many.
    """
    parts = [part for part in re.split(r"[,;\n]", text) if part.strip()]
    if not parts:
        raise OptionError(f"No label is there: {GRAMMAR}.")
    if len(parts) > MOST_LABELS:
        raise OverLimit(
            f"A room has {MOST_LABELS} labels at most, and these are {len(parts)}: leave some away."
        )
    return tuple(parse_label(part) for part in parts)


def parse_label(text: str) -> StockingLabel:
    """Read one label, "M:Q", "m:q chest", "H:floor" or "H:wall N".

    Raises:
        OptionError: it is none; the message says how they are written.
    """
    written = " ".join(text.split())
    hidden = _HIDDEN.fullmatch(written)
    if hidden is not None:
        return _hidden(hidden[1].casefold(), (hidden[2] or "").upper(), written)
    monster = _MONSTER.fullmatch(written)
    place = None if monster is None else number_for(monster[1])
    if monster is None or place is None:
        raise OptionError(f"“{echo(written)}” is no label: {GRAMMAR}.")
    return MonsterLabel(place, _container(monster[2]))


def _hidden(under: str, wall: str, written: str) -> HiddenTreasure:
    if under == "floor":
        if wall:
            raise OptionError(
                f"“{echo(written)}” names a wall for the floor: write H:floor or H:wall {wall}."
            )
        return HiddenTreasure("floor")
    return HiddenTreasure("wall", cast("Wall", wall) if wall else None)


def _container(text: str) -> str:
    word = text.strip().casefold()
    if not word:
        return ""
    if word not in _WORDS:
        known = ", ".join(CONTAINERS)
        raise OptionError(f"“{echo(text)}” is no container: write one of {known}, or its letter.")
    return _WORDS[word]
