"""A monster's figures as people write them: hit dice and points, abilities, numbers, chances.

What can be read is put into one form, what cannot is refused with what to write instead. The
challenge rating follows from the figures (:func:`tables.points.challenge_rating`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from tables import notation
from tables.errors import OptionError, Refusal, echo
from tables.points import (
    AVERAGE_HIT_DIE,
    challenge_rating,
    hit_points,
    in_quarters,
    read_quarters,
)

MOST_ABILITIES = 99
"""Special or extraordinary abilities of one monster."""

MOST_APPEARING = 40
"""Characters of a number appearing."""

_PART_OF_A_DIE = {"1/4": Fraction(1, 4), "¼": Fraction(1, 4), "1/2": Fraction(1, 2), "½": Fraction(1, 2)}
_PLAIN_POINTS = re.compile(r"[0-9]{1,5}(?:[.,][0-9]{1,2})?|(?:[0-9]{1,5} )?[1-3]/[24]|[0-9]{0,5}[¼½¾]")
_WHOLE = re.compile(r"^([0-9]{1,3})[.,]0{1,2}( ?%?)$")
_LAIR = re.compile(r"([0-9]{1,3}) ?%?")
_SHARE = re.compile(r"0?[.,]([0-9]{1,2})")
_DATE = re.compile(r"[0-9]{1,2}[./ -]+(?:[A-Za-z]{3,9}|[0-9]{1,2}[./ -]+[0-9]{2,4})\.?")
_TIMES = re.compile(r"(?<=[0-9]) ?[x×] ?(?=[0-9])")
_RANGE = re.compile(r"([0-9]{1,4}) ?[-–—] ?([0-9]{1,5})")
_BOTH = re.compile(r"([0-9d+*%-–—×x ]+?) ?\(([0-9d+*%-–—×x ]+)\)")
_SIDES = (100, 20, 12, 10, 8, 6, 4, 3, 2)


@dataclass(frozen=True, slots=True)
class Figures:
    """What a challenge rating is computed from.

    Attributes:
        hd: hit dice as they are written ("3+3"); nothing where nobody says.
        hp: hit points on average, or as dice ("13 1/2", "1d6"); they count before hit dice.
        sa: how many special abilities it has.
        ea: how many extraordinary ones.
    """

    hd: str = ""
    hp: str = ""
    sa: int = 0
    ea: int = 0

    @property
    def rating(self) -> str:
        """The challenge rating by the formula, in quarters; nothing without hit points or hit dice."""
        average = _average_points(self.hp) if self.hp else _average_dice(self.hd) if self.hd else None
        return "" if average is None else in_quarters(challenge_rating(average, self.sa, self.ea))


def read_hit_dice(text: str) -> str:
    """Hit dice such as 8, 3+3, 1-1 or 1/2.

    Raises:
        OptionError: they are none.
    """
    plain = _WHOLE.sub(r"\1", _plain(text))
    if _DATE.fullmatch(plain):
        raise OptionError(
            f"“{echo(text)}” is a date: the spreadsheet made one of the hit dice. Write them as text."
        )
    _average_dice(plain)
    return plain


def read_hit_points(text: str) -> str:
    """Hit points on average, as a number in quarters ("13.5") or as dice ("3d8").

    Raises:
        OptionError: they are none, or less than one.
    """
    plain = _plain(text).casefold().removesuffix("hp").strip()
    if _average_points(plain) < 1:
        raise OptionError("A monster has one hit point at least.")
    return in_quarters(read_quarters(plain)) if _PLAIN_POINTS.fullmatch(plain) else plain


def read_abilities(text: str, name: str) -> int:
    """How many abilities of a kind it has; ``name`` is what they are called in the message.

    Raises:
        OptionError: it is no number from 0 to 99.
    """
    plain = _WHOLE.sub(r"\1", _plain(text))
    if not plain.isascii() or not plain.isdigit() or int(plain[:9]) > MOST_ABILITIES:
        raise OptionError(f"{name} is how many it has, from 0 to {MOST_ABILITIES}, not “{echo(text)}”.")
    return int(plain)


def read_lair(text: str) -> int:
    """The chance in percent that it is met in its lair: "35", "35 %", "0.35", "none".

    Raises:
        OptionError: it is no chance.
    """
    plain = _WHOLE.sub(r"\1\2", _plain(text).casefold())
    if plain in {"nil", "none", "no", "never"}:
        return 0
    share = _SHARE.fullmatch(plain)
    if share is not None:
        return int(share[1].ljust(2, "0"))
    chance = _LAIR.fullmatch(plain)
    if chance is None or int(chance[1]) > 100:
        raise OptionError(f"The lair is a chance from 0 to 100 per cent, not “{echo(text)}”.")
    return int(chance[1])


def read_appearing(text: str) -> str:
    """How many appear, as dice that can be rolled.

    A range ("30-300") becomes the dice that give it, "3d10x10" is written with its sign, and
    what stands behind in brackets, as number in lair, follows after a semicolon.

    Raises:
        OptionError: it cannot be rolled.
    """
    plain = _plain(text)
    if len(plain) > MOST_APPEARING:
        raise OptionError(f"A number appearing has {MOST_APPEARING} characters at most.")
    both = _BOTH.fullmatch(plain)
    written = "; ".join(_dice_of(part.strip()) for part in (both.groups() if both else (plain,)))
    try:
        notation.parse(written)
    except Refusal as problem:
        raise OptionError(
            f"“{echo(text)}” is no number appearing: write dice or a number, such as 3d10*10, 2-8 or 1."
        ) from problem
    return written


def _dice_of(part: str) -> str:
    found = _RANGE.fullmatch(part)
    if found is None:
        return _TIMES.sub("*", part)
    least, most = int(found[1]), int(found[2])
    if 0 < least < most:
        if most % least == 0 and most // least in _SIDES:
            return f"{least}d{most // least}"
        if most - least + 1 in _SIDES:
            return f"1d{most - least + 1}+{least - 1}"
    raise OptionError(f"No dice give “{echo(part)}”: write the dice, such as 2d4+1.")


def _average_dice(plain: str) -> Fraction:
    part = _PART_OF_A_DIE.get(plain)
    return hit_points(plain) if part is None else part * AVERAGE_HIT_DIE


def _average_points(plain: str) -> Fraction:
    if _PLAIN_POINTS.fullmatch(plain):
        return read_quarters(plain, "hit points")
    try:
        return hit_points(f"{plain}hp")
    except OptionError as problem:
        raise OptionError(
            f"“{echo(plain)}” is not hit points: write them as a number such as 13.5, or as dice such as 3d8."
        ) from problem


def _plain(text: str) -> str:
    return " ".join(text.replace("−", "-").split())
