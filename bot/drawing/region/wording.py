"""The title of a region's picture, and its description for those who cannot see it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.drawing.picture import LONGEST_ALT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.atlas.region import Place, Region
    from bot.drawing.region.legend import Entry


def title_of(region: Region, name: str) -> tuple[str, str]:
    """The title in two parts: what the region is called, and its name or its level."""
    return region.code, name or f"Level {region.level}"


def alt_of(region: Region, listed: Sequence[Entry], name: str) -> str:
    """What a whole page shows, in words; at most 1024 characters."""
    rooms = tuple(region.rooms())
    called = f", {name}," if name else ""
    sentences = (
        f"A dungeon map of {region.code}{called} on level {region.level}: {_rooms(rooms)}.",
        f"{_doors(region)}.",
        *_stairs(region),
        *((f"The legend shows {_listed([words for _, words in listed])}.",) if listed else ()),
        "A square is 10 feet; north is up.",
    )
    return " ".join(sentences)[:LONGEST_ALT]


def snippet_alt(region: Region, shown: Sequence[Place], fresh: int) -> str:
    """What a part of the map shows, in words; at most 1024 characters."""
    numbers = [room.number for room in shown if room.number]
    rooms = f"room{'' if len(numbers) == 1 else 's'} {_listed(numbers)}" if numbers else "passages"
    new = " What is new is in colour." if fresh else ""
    return f"A part of the dungeon map of {region.code}: {rooms}.{new} A square is 10 feet; north is up."[
        :LONGEST_ALT
    ]


def _rooms(rooms: Sequence[Place]) -> str:
    if not rooms:
        return "no rooms"
    return f"{_count(len(rooms), 'room', 'rooms')} and the passages between them"


def _doors(region: Region) -> str:
    secret = sum(door.secret for door in region.doors)
    parts = [_count(len(region.doors) - secret, "door", "doors")]
    if secret:
        parts.append(_count(secret, "secret door", "secret doors"))
    if region.stubs:
        parts.append(
            _count(len(region.stubs), "way on that nobody has explored", "ways on that nobody has explored")
        )
    told = _listed(parts)
    return f"There {'is' if told.startswith('1 ') else 'are'} {told}"


def _stairs(region: Region) -> tuple[str, ...]:
    counted = Counter(place.stair for place in region.places if place.kind == "stair" and place.stair)
    entrances = sum(1 for _ in region.entrances())
    told = [_count(number, *NAMES[kind]) for kind, number in counted.items()]
    found = (f"It has {_listed(told)}.",) if told else ()
    return (
        (*found, f"The way in is marked IN{'' if entrances == 1 else ' in several places'}.")
        if entrances
        else found
    )


NAMES = {
    "stairs up": ("flight of stairs up", "flights of stairs up"),
    "stairs down": ("flight of stairs down", "flights of stairs down"),
    "chimney": ("chimney with a ladder", "chimneys with ladders"),
    "trapdoor": ("trapdoor", "trapdoors"),
    "both": ("stair both up and down", "stairs both up and down"),
}
"""What each kind of stair is called, one and several."""


def _listed(names: Sequence[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _count(number: int, one: str, several: str) -> str:
    return f"{number:,} {one if number == 1 else several}"
