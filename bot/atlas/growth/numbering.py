"""The numbers of rooms that were found in play."""

from __future__ import annotations

from string import ascii_uppercase
from typing import TYPE_CHECKING

from bot.atlas.layout.numbering import nearest_numbered, number_of

if TYPE_CHECKING:
    from bot.atlas.layout.laying import Laying


def number_new_rooms(laying: Laying, before: int, known: int) -> None:
    """Number the rooms that have been laid since, the one that was found first.

    Args:
        laying: the region.
        before: the number of the last thing that was there already.
        known: the number of the room that the open door leads to; 0 where it leads to none. It takes
            the next number; others get a letter behind the number of the room next to them, so
            that who does not know of them misses none.
    """
    new = [number for number in laying.rooms_after(before) if not laying.places[number].number]
    for number in sorted(new, key=lambda each: (each != known, each)):
        if number == known:
            numbers = [number_of(place.number) for place in laying.places.values() if place.number]
            laying.number(number, str(max(numbers, default=0) + 1))
        else:
            laying.number(number, _lettered(laying, number))


def _lettered(laying: Laying, room: int) -> str:
    """The number of the nearest room with the first letter that is free."""
    number = number_of(laying.places[nearest_numbered(laying, room)].number)
    used = {place.number for place in laying.places.values()}
    return next(text for letter in ascii_uppercase if (text := f"{number}{letter}") not in used)
