"""Symbols and words of a region where they stand: what is drawn into its places, and its open ways on."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, hypot
from typing import TYPE_CHECKING, Literal

import shapely

from bot.atlas.chances import chances
from bot.atlas.shapes import Spot
from bot.drawing.region.lanes import NEAR, WAYS, Mouth
from tables.destination import Compass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bot.atlas.region import MarkKind, Place, Region

PEBBLE_SEED = 37

PEBBLE_CHANCE = 0.3
"""The part of the squares of a room with a stone on it."""

CRACK_CHANCE = 0.1
"""The part of the squares of a room with a crack in its floor."""

CLEAR = 0.34
"""Squares that stones keep from walls."""

EIGHTHS: Mapping[Compass, float] = {facing: index / 2 for index, facing in enumerate(Compass)}
"""Quarter turns clockwise from the north to each direction."""

MARKS: Mapping[MarkKind, tuple[str, float]] = {
    "trap": ("trap mark", 0.96),
    "disabled trap": ("disabled trap", 0.96),
    "obstacle": ("obstacle", 0.95),
    "rubble": ("rubble", 0.98),
    "pool": ("pool", 1.2),
    "well": ("well", 0.95),
    "shaft": ("shaft", 1.0),
    "lake": ("lake", 1.6),
}
"""The symbol of each kind of mark, and how many times as large as the mark. A kind is added here."""

TURNED: frozenset[MarkKind] = frozenset({"rubble", "obstacle", "pool", "lake"})
"""Marks that lie as they fell: turned by the square that they are on."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A symbol on the map.

    Attributes:
        symbol: its name in the table of symbols.
        spot: its middle.
        size: squares across.
        quarters: clockwise turns; halves are eighths.
        id: the number of what it stands for; 0 for mere texture.
    """

    symbol: str
    spot: Spot
    size: float
    quarters: float = 0
    id: int = 0


@dataclass(frozen=True, slots=True)
class Label:
    """Words beside something on the map.

    Attributes:
        text: the words.
        spot: the middle of the edge that they stand at.
        way: one square from there in the direction in which they stand.
        kind: how large they are written.
        id: the number of what they belong to.
    """

    text: str
    spot: Spot
    way: tuple[float, float]
    kind: Literal["way", "in"]
    id: int


def mark_signs(region: Region) -> Iterator[Sign]:
    """The symbols of what is drawn into places."""
    for mark in region.marks:
        if mark.kind in MARKS:
            symbol, part = MARKS[mark.kind]
            turned = mark.kind in TURNED
            turn = int(4 * chances(PEBBLE_SEED, int(mark.spot.x), int(mark.spot.y))[5]) if turned else 0
            yield Sign(symbol, mark.spot, mark.size * part, turn, mark.id)


def mouths_of(region: Region) -> tuple[tuple[Mouth, ...], tuple[Mouth, ...]]:
    """Where ways lead on: at the ends of passages, and through walls that an archway is in."""
    ends = [(passage.points[0], passage.points[-1]) for passage in region.passages]
    known = [spot for pair in ends for spot in pair]
    at_ends: list[Mouth] = []
    through: list[Mouth] = []
    for stub in region.stubs:
        if stub.kind == "passage":
            x, y = WAYS[stub.facing]
            mouth = Mouth(stub.spot, Spot(stub.spot.x + x, stub.spot.y + y))
            end = any(hypot(stub.spot.x - spot.x, stub.spot.y - spot.y) < NEAR for spot in known)
            (at_ends if end else through).append(mouth)
    return tuple(at_ends), tuple(through)


def pebbles(rooms: Sequence[Place], signs: Iterable[Sign]) -> Iterator[Sign]:
    """A few stones and cracks on the floors of rooms, each a matter of its square alone."""
    found = [sign for room in rooms for sign in _texture(room)]
    if not found:
        return
    taken = {square for sign in signs for square in _squares(sign)}
    spots = shapely.points([(sign.spot.x, sign.spot.y) for sign in found])
    floors = [shapely.Polygon([(spot.x, spot.y) for spot in room.outline]) for room in rooms]
    tree = shapely.STRtree(spots)
    inside: set[int] = set(tree.query(shapely.buffer(floors, -CLEAR), predicate="contains")[1].tolist())
    for index, sign in enumerate(found):
        if index in inside and (floor(sign.spot.x), floor(sign.spot.y)) not in taken:
            yield sign


def _squares(sign: Sign) -> Iterator[tuple[int, int]]:
    """The squares that a symbol touches."""
    reach = sign.size / 2
    for column in range(floor(sign.spot.x - reach), ceil(sign.spot.x + reach)):
        for row in range(floor(sign.spot.y - reach), ceil(sign.spot.y + reach)):
            yield column, row


def _texture(room: Place) -> Iterator[Sign]:
    across, down = [spot.x for spot in room.outline], [spot.y for spot in room.outline]
    for row in range(floor(min(down)), ceil(max(down))):
        for column in range(floor(min(across)), ceil(max(across))):
            chance = chances(PEBBLE_SEED, column, row)
            spot = Spot(column + 0.12 + 0.76 * chance[0], row + 0.12 + 0.76 * chance[1])
            if chance[2] < PEBBLE_CHANCE:
                yield Sign("pebble", spot, 0.1 + 0.13 * chance[3] * chance[3], int(4 * chance[4]))
            elif chance[2] < PEBBLE_CHANCE + CRACK_CHANCE:
                yield Sign("crack", spot, 0.4 + 0.4 * chance[3], int(8 * chance[4]) / 2)
