"""A room's ways out in plain sentences."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tables.destination import WALL_NAMES, Wall
from tables.door_words import tell
from tables.exits import SHEET, SQUARE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tables.exits import Drop, Drops, Exit, Exits

_COUNTS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
_ORDINALS = {1: "A", 2: "Another", 3: "A third", 4: "A fourth"}


def tell_exits(exits: Exits) -> str:
    """All ways out in one sentence, then where each door leads, as far as that was rolled."""
    if not exits.found:
        return "No doors, ladders or stairs: all four dice find nothing."
    sentences = [f"The room has {_listed(_ways(exits.found))}."]
    doors: Counter[str] = Counter()
    for way in exits.found:
        if way.destination is not None:
            doors[way.place] += 1
            door = f"{_ORDINALS[doors[way.place]]} door in the {WALL_NAMES[Wall(way.place)]} wall"
            sentences.append(tell(way.destination, door))
    return " ".join(sentences)


def tell_drops(drops: Drops) -> str:
    """How many dice fell, then for each where it lies and where the door there leads."""
    sentences = [f"{_COUNTS[len(drops.fallen)].capitalize()} dice fall on the room."]
    sentences += [tell(drop.destination, _door_of(drop)) for drop in drops.fallen]
    return " ".join(sentences)


def _ways(found: Sequence[Exit]) -> list[str]:
    """The ways out as phrases, those that are alike counted together: doors clockwise from north."""
    counts = Counter((way.place, way.sense) for way in found)
    words = [
        f"{_some(counts[wall.value, None], 'door')} in the {WALL_NAMES[wall]} wall"
        for wall in Wall
        if counts[wall.value, None]
    ]
    for sense in ("up", "down"):
        ladders, stairs = counts["ladder", sense], counts["stairs", sense]
        if ladders:
            words.append(f"{_some(ladders, 'ladder')} {sense} in the middle")
        if stairs:
            flights = "stairs" if stairs == 1 else f"{_COUNTS[stairs]} flights of stairs"
            words.append(f"{flights} {sense} in the middle")
    return words


def _some(number: int, thing: str) -> str:
    return f"a {thing}" if number == 1 else f"{_COUNTS[number]} {thing}s"


def _listed(words: Sequence[str]) -> str:
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _door_of(drop: Drop) -> str:
    """The door where a die lies: how far along its wall, and which die that was."""
    across = drop.column if drop.wall in (Wall.N, Wall.S) else drop.row
    ends = ("west", "east") if drop.wall in (Wall.N, Wall.S) else ("north", "south")
    near = across <= SHEET // 2
    squares = across if near else SHEET + 1 - across
    feet = SQUARE * squares - SQUARE // 2
    end = ends[0] if near else ends[1]
    lies = f"{drop.face} at {drop.column},{drop.row}"
    return f"A door in the {WALL_NAMES[drop.wall]} wall, {feet} feet from its {end} end ({lies}),"
