"""A monster's figures and texts as somebody typed them, one cell or option at a time."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any

from bot.campaign.folding import shown_name
from bot.campaign.monster import MOST_LEFT, Left
from tables.errors import OptionError, echo
from tables.figures import read_abilities, read_appearing, read_hit_dice, read_hit_points, read_lair
from tables.points import in_quarters, read_quarters

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MAX_NOTES = 1_000
"""Characters of a text, for game masters or for players."""

MAX_ORIGIN = 100
"""Characters of where a monster comes from."""

NOTHING = frozenset({"-", "–", "—"})
"""What empties an option, and is an empty cell."""

_LEFT = re.compile(r"([+-]?)([0-9]{1,7})")
_YES = frozenset({"yes", "y", "x", "true", "1", "✓", "✔", "☑"})
_NO = frozenset({"no", "n", "false", "0", "☐"})
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def read_cell(column: str, text: str) -> Any:  # noqa: ANN401 - each column has its own kind
    """What stands in a column (a field of the monster or of its figures), "-" for nothing.

    Raises:
        Refusal: it cannot be read as what the column holds.
    """
    plain = text.strip()
    return _EMPTY.get(column, "") if plain in NOTHING or not plain else _READERS[column](plain)


def read_edit(cells: Mapping[str, str | None]) -> dict[str, Any]:
    """The changes that options ask for: what was left out is not changed.

    Raises:
        Refusal: one of them cannot be read.
    """
    return {column: read_cell(column, text) for column, text in cells.items() if text is not None}


def read_flag(text: str) -> bool:
    """Yes or no, as spreadsheets say it.

    Raises:
        OptionError: it is neither.
    """
    plain = text.casefold()
    if plain in _YES or plain in _NO:
        return plain in _YES
    raise OptionError(f"Write yes or no, not “{echo(text)}”.")


def tidied(text: str, limit: int) -> str:
    """A text in composed form without signs that nobody sees, its lines kept.

    Raises:
        OptionError: it is longer than ``limit`` characters.
    """
    composed = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " "))
    seen = "".join(
        sign for sign in composed if sign in "\n\u200d" or unicodedata.category(sign) not in _UNSEEN
    )
    clean = "\n".join(" ".join(line.split()) for line in seen.strip().split("\n"))
    if len(clean) > limit:
        raise OptionError(f"A text here has {limit:,} characters at most, and this one {len(clean):,}.")
    return clean


def _quarters(name: str) -> Callable[[str], str]:
    return lambda text: in_quarters(read_quarters(text, name))


def _left(text: str) -> Left:
    if text.casefold() in {"endless", "∞"}:
        return Left(None)
    found = _LEFT.fullmatch(text.replace("−", "-"))
    if found is None or int(found[2]) > MOST_LEFT:
        raise OptionError(
            "How many are left is a number such as 12, a change such as +2 or -3, or endless, "
            f"not “{echo(text)}”."
        )
    number = int(found[2])
    return Left(-number if found[1] == "-" else number, relative=bool(found[1]))


_READERS: Mapping[str, Callable[[str], Any]] = {
    "name": shown_name,
    "hd": read_hit_dice,
    "hp": read_hit_points,
    "sa": lambda text: read_abilities(text, "SA"),
    "ea": lambda text: read_abilities(text, "EA"),
    "cr": _quarters("The CR"),
    "price": _quarters("The price"),
    "appearing": read_appearing,
    "lair": read_lair,
    "notes": lambda text: tidied(text, MAX_NOTES),
    "told": lambda text: tidied(text, MAX_NOTES),
    "left": _left,
    "origin": lambda text: " ".join(tidied(text, MAX_ORIGIN).split()),
    "extraordinary": read_flag,
    "known": read_flag,
    "never_wanders": read_flag,
}
_EMPTY: Mapping[str, Any] = {
    "sa": 0,
    "ea": 0,
    "lair": None,
    "left": Left(None),
    "extraordinary": False,
    "known": False,
    "never_wanders": False,
}
