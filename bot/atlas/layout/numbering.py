"""The numbers of rooms, in the order a party would meet them."""

from __future__ import annotations

from itertools import count
from string import ascii_uppercase
from typing import TYPE_CHECKING

from bot.atlas.layout.ways import ways_of

if TYPE_CHECKING:
    from bot.atlas.layout.laying import Laying


def number_rooms(laying: Laying, entrance: int) -> None:
    """Number the rooms by how far they are from the way in.

    Rooms that another room's exits lead to share its number: 2A, 2B. So does a room that only a
    secret way leads to, with the room next to it, so that who does not know of it misses no number.
    """
    places, passages, doors = laying.places.values(), laying.passages.values(), laying.doors.values()
    far = ways_of(places, passages, doors, secret=False).far(entrance)
    all_far = ways_of(places, passages, doors, secret=True).far(entrance)
    rooms = [place.id for place in places if place.kind == "room"]
    hidden = [room for room in rooms if room not in far]
    heads: dict[int, list[int]] = {}
    for room in sorted(rooms, key=lambda room: (all_far[room], room)):
        head = room
        while head in laying.groups and head not in hidden:
            head = laying.groups[head]
        if room not in hidden and head not in hidden:
            heads.setdefault(head, []).append(room)
    numbers = count(1)
    written: dict[int, str] = {}
    used: dict[str, int] = {}
    for head in sorted(heads, key=lambda head: (min(far[room] for room in heads[head]), head)):
        number = str(next(numbers))
        group = heads[head]
        letters = ascii_uppercase if len(group) > 1 else [""]
        written |= {room: f"{number}{letter}" for room, letter in zip(group, letters, strict=False)}
        used[number] = len(group) if len(group) > 1 else 0
    for room, text in written.items():
        laying.number(room, text)
    for room in sorted(hidden, key=lambda room: (all_far[room], room)):
        number = str(number_of(laying.places[nearest_numbered(laying, room)].number))
        laying.number(room, f"{number}{ascii_uppercase[used[number]]}")
        used[number] += 1


def number_of(written: str) -> int:
    """The number in what is written in a room: 2 of "2A"."""
    return int(written.rstrip(ascii_uppercase))


def nearest_numbered(laying: Laying, room: int) -> int:
    """The room with a number that is nearest to another."""
    spot = laying.places[room].spot
    numbered = [place for place in laying.places.values() if place.number and place.id != room]
    near = min(
        numbered, key=lambda place: ((place.spot.x - spot.x) ** 2 + (place.spot.y - spot.y) ** 2, place.id)
    )
    return near.id
