"""Where chance enters: the source of faces, and the dice that were thrown.

A *die* is one thrown die, its *face* what it shows; *dice* are the source of
faces. Everything random in the program goes through :meth:`Dice.throw`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Protocol

from tables.errors import FacesError, OverLimit, echo

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MAX_DICE = 1_000
"""Dice that one command may throw, with everything that follows from it."""

MAX_SIDES = 1_000_000
"""Sides of the largest die."""

ZERO_SIDES = frozenset({10, 100})
"""Dice whose last side is written 0."""

_HASH_RANGE = 1 << 256
_BLOCK = 64
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
"""What HMAC makes of the key's bytes before its inner and its outer hash (RFC 2104)."""


class Dice(Protocol):
    """The source of faces."""

    def throw(self, sides: int) -> int:
        """Throw one die and return its face, 1 to ``sides``."""
        ...


@dataclass(frozen=True, slots=True)
class Die:
    """One thrown die.

    Attributes:
        sides: how many sides it has.
        face: what it shows. A d10 read on a table that has a row 0 shows 0 for its tenth side.
        purpose: what it was thrown for, in a word or two ("route").
        kept: False where the roll dropped or replaced it.
        hidden: True where its reader may not know its face; it then shows 0.
        screened: thrown behind the screen: its source is not the one of the dice rolled in the open.
    """

    sides: int
    face: int
    purpose: str = ""
    kept: bool = True
    hidden: bool = False
    screened: bool = False


def behind_the_screen(dice: Dice) -> Dice:
    """Where to throw what players may not learn: apart, so that no open die tells of it; else the same dice.

    Who learns the seed of the open dice can compute every face that was thrown with them. How
    many dice were thrown behind the screen shows in no open die either.
    """
    # Asked for every roll that hides something: to ask for a protocol would take ten times as long.
    apart: Callable[[], Dice] | None = getattr(dice, "behind_the_screen", None)
    return dice if apart is None else apart()


class ScreenedDice:
    """Dice of two sources: one for the open, one for behind the screen."""

    def __init__(self, dice: Dice, behind: Dice) -> None:
        """Throw ``dice`` in the open and ``behind`` where players may not look."""
        self._dice = dice
        self._behind = behind

    def throw(self, sides: int) -> int:
        """Throw one die in the open."""
        return self._dice.throw(sides)

    def behind_the_screen(self) -> Dice:
        """The dice that are thrown where players may not look."""
        return self._behind


class FairDice:
    """Dice derived from a secret seed, so that anybody who later learns the seed can recompute them.

    Face *n* (from 0) of a roll is drawn from HMAC-SHA256(seed, "label:n") read as a
    big-endian number of 256 bits. A number in the last, incomplete run of ``sides`` is
    rejected and "label:n:1", "label:n:2" … are tried, so that every face is exactly
    equally likely.
    """

    def __init__(self, seed: bytes, label: str) -> None:
        """Derive from ``seed`` for the roll named ``label`` (Discord's interaction id)."""
        # HMAC written out, so that seed and label are hashed once a roll and not for every face.
        key = (seed if len(seed) <= _BLOCK else sha256(seed).digest()).ljust(_BLOCK, b"\0")
        self._inner = sha256(key.translate(_INNER) + f"{label}:".encode())
        self._outer = sha256(key.translate(_OUTER))
        self._thrown = 0

    def throw(self, sides: int) -> int:
        """Throw the next die of this roll."""
        place = str(self._thrown)
        self._thrown += 1
        limit = _HASH_RANGE - _HASH_RANGE % sides
        attempt = 0
        while True:
            number = self._number(place if attempt == 0 else f"{place}:{attempt}")
            if number < limit:
                return number % sides + 1
            attempt += 1

    def _number(self, place: str) -> int:
        """HMAC-SHA256 of the label and what follows it, as a number."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(place.encode())
        outer.update(inner.digest())
        return int.from_bytes(outer.digest(), "big")


class ScriptedDice:
    """Dice that show given faces in order: dice thrown at the table, or a roll replayed."""

    def __init__(self, faces: Sequence[int]) -> None:
        """Show ``faces`` one after the other; 0 on a d10 is its tenth side."""
        self._faces = tuple(faces)
        self._shown = 0

    def throw(self, sides: int) -> int:
        """Show the next face.

        Raises:
            FacesError: no face is left, or the next one is not on a die of so many sides.
        """
        if self._shown == len(self._faces):
            given = _count(len(self._faces))
            raise FacesError(
                f"This roll needs more dice: you gave {given}, and a d{sides} follows. Add its face."
            )
        face = self._faces[self._shown]
        self._shown += 1
        if face == 0 and sides in ZERO_SIDES:
            face = sides
        if not 1 <= face <= sides:
            raise FacesError(
                f"Face {self._shown} is {face}, and a d{sides} does not show that: give 1 to {sides}."
            )
        return face

    def finish(self) -> None:
        """Say that the roll is over.

        Raises:
            FacesError: faces are left that the roll had no use for.
        """
        if self._shown < len(self._faces):
            given = _count(len(self._faces))
            raise FacesError(
                f"This roll uses {_count(self._shown)}, and you gave {given}: take the rest away."
            )


class BoundedDice:
    """Dice with an end: one budget for everything that a command throws."""

    def __init__(self, dice: Dice, limit: int = MAX_DICE) -> None:
        """Throw at most ``limit`` dice of ``dice``."""
        self._dice = dice
        self._left = limit
        self._limit = limit

    def throw(self, sides: int) -> int:
        """Throw one die of the budget.

        Raises:
            OverLimit: the budget is spent.
        """
        self.spend()
        return self._dice.throw(sides)

    def behind_the_screen(self) -> Dice:
        """The dice behind the screen, of the same budget."""
        behind = behind_the_screen(self._dice)
        return self if behind is self._dice else _OfTheSameBudget(self, behind)

    def spend(self) -> None:
        """Take one die from the budget without throwing it.

        Raises:
            OverLimit: the budget is spent.
        """
        if self._left == 0:
            raise OverLimit(f"That would throw more than {self._limit:,} dice: ask for fewer.")
        self._left -= 1


class _OfTheSameBudget:
    """Other dice, which spend the budget of the first."""

    def __init__(self, budget: BoundedDice, dice: Dice) -> None:
        self._budget = budget
        self._dice = dice

    def throw(self, sides: int) -> int:
        self._budget.spend()
        return self._dice.throw(sides)


def parse_faces(text: str) -> tuple[int, ...]:
    """Read the faces of dice thrown at the table, such as "5,3" or "5 3".

    A die that was dropped on a room is written with where it lies: "7@3,2" in the third column
    from the west and the second row from the north, or "7@N" at the middle of the north wall.
    It reads as three faces, the die's and those that its position would take.

    Signs that nobody sees, which come along with what is pasted, count as blanks.

    Raises:
        FacesError: something in it is not a whole number or a dropped die, or there are too many.
    """
    seen = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    words = [word for word in re.split(r"[\s,;]+", _DROPPED.sub(_dropped, seen)) if word]
    if len(words) > MAX_DICE:
        raise FacesError(f"At most {MAX_DICE:,} faces fit in one roll.")
    for word in words:
        if "@" in word:
            raise FacesError(
                f"“{echo(word)}” does not say where a die lies: write it such as 7@3,2, with the "
                "column from the west and the row from the north, or 7@N for a wall."
            )
        if not re.fullmatch(r"[0-9]{1,7}", word):
            raise FacesError(
                f"“{echo(word)}” is not a face: give the dice as they fell, in order, such as 5,3."
            )
    return tuple(int(word) for word in words)


_DROPPED = re.compile(
    r"(?<![^\s,;])([0-9]{1,7}) ?@ ?(?:([0-9]{1,7}) ?, ?([0-9]{1,7})|([NESWnesw]))(?![^\s,;])"
)
"""A dropped die with its position; what stands before and after it are the signs between faces."""

_BY_WALL = {"N": "4 1", "E": "8 4", "S": "5 8", "W": "1 5"}
"""The square of each wall's middle, column and row, of which that wall is the nearest."""


def _dropped(found: re.Match[str]) -> str:
    """The three faces that a dropped die spells."""
    face, column, row, wall = found.groups()
    return f"{face} {_BY_WALL[wall.upper()]}" if wall else f"{face} {column} {row}"


def _count(number: int) -> str:
    return "1 die" if number == 1 else f"{number} dice"
