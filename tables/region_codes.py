"""What regions and their rooms are called: LEXI-1 is a region of level 1, LEXI-1/12 a room of it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tables.errors import OptionError, echo
from tables.letters import WORD_LETTERS

_REGION = re.compile(rf"\s*([A-Za-z]{{1,{WORD_LETTERS}}})\s*[-–]\s*([1-9][0-9]?)\s*")
_ROOM = re.compile(r"\s*([1-9][0-9]{0,3}[A-Za-z]?)\s*")


@dataclass(frozen=True, slots=True)
class Region:
    """A region: its letters, in capitals, and the number of its level."""

    letters: str
    level: int

    @property
    def code(self) -> str:
        """What it is called: "LEXI-1"."""
        return f"{self.letters}-{self.level}"


@dataclass(frozen=True, slots=True)
class Room:
    """A room of a region: its number as it stands on the map, "12" or "6A"."""

    region: Region
    number: str

    @property
    def code(self) -> str:
        """What it is called: "LEXI-1/12"."""
        return f"{self.region.code}/{self.number}"


def parse_region(text: str) -> Region:
    """Read "LEXI-1", however its letters are cased.

    Raises:
        OptionError: it is no such code.
    """
    found = _REGION.fullmatch(text[:100])
    if found is None:
        raise OptionError(
            f"“{echo(text)}” is no region: its letters and its level make its name, such as LEXI-1."
        )
    return Region(found[1].upper(), int(found[2]))


def parse_room(text: str) -> Room:
    """Read "LEXI-1/12" or "lexi-1/6a".

    Raises:
        OptionError: it is no such code.
    """
    region, slash, number = text[:100].partition("/")
    found = _ROOM.fullmatch(number)
    if not slash or found is None or _REGION.fullmatch(region) is None:
        raise OptionError(
            f"“{echo(text)}” is no room: name region and number, such as LEXI-1/12 or LEXI-1/6A."
        )
    return Room(parse_region(region), found[1].upper())
