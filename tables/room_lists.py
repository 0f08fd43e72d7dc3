"""Several rooms of a region in a few signs: "1-12, 14, 6A"."""

from __future__ import annotations

import re

from tables.errors import OptionError, echo
from tables.region_codes import Region, Room, parse_room

_ONE = re.compile(r"([0-9]{1,3}[A-Z]?)")
_RANGE = re.compile(r"([0-9]{1,3}) ?[-–] ?([0-9]{1,3})")


def rooms_of(region: Region, text: str) -> tuple[Room, ...]:
    """The rooms of a list such as "1-12, 14, 6a", each once, in the order written.

    Raises:
        OptionError: something in it is no room, or there are none.
    """
    found: dict[Room, None] = {}
    for word in (part.strip().upper() for part in re.split(r"[,;]", text) if part.strip()):
        spread = _RANGE.fullmatch(word)
        if spread is not None:
            first, last = int(spread[1]), int(spread[2])
            if last < first:
                raise OptionError(f"“{echo(word)}” goes down: write the smaller number first, such as 1-12.")
            found.update((parse_room(f"{region.code}/{number}"), None) for number in range(first, last + 1))
        elif _ONE.fullmatch(word):
            found[parse_room(f"{region.code}/{word}")] = None
        else:
            raise OptionError(f"“{echo(word)}” is no room: write them such as 1-12, 14.")
    if not found:
        raise OptionError("Say which rooms, such as 1-12, 14.")
    return tuple(found)
