"""The ways out of a room that dice found: doors in its walls, ladders and stairs in its middle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.atlas.dropped import spread
from bot.atlas.figure import FigureMark
from bot.atlas.shapes import QUARTERS, FigureRoom, Spot
from bot.atlas.signs import stub_of
from tables.destination import Wall

if TYPE_CHECKING:
    from bot.atlas.figure import Symbol
    from bot.atlas.signs import Stub
    from tables.exits import Exits

SIDE = 7
"""Squares along each wall of the room."""

GAP = 1.6
"""Squares between the middles of two doors of one wall, and of two ladders or stairs."""

MARK_SIZE = 1.35
"""Squares across a ladder or stairs."""


@dataclass(frozen=True, slots=True)
class ExitFigure:
    """What is to be drawn of a room's ways out.

    Attributes:
        room: the room.
        stubs: its doors, in the order found.
        marks: ladders and stairs in its middle.
    """

    room: FigureRoom
    stubs: tuple[Stub, ...]
    marks: tuple[FigureMark, ...]


def exit_figure(exits: Exits) -> ExitFigure:
    """The figure of a room's ways out."""
    stubs: list[Stub] = []
    taken = dict.fromkeys(Wall, 0)
    for way in exits.found:
        if way.place in ("ladder", "stairs"):
            continue
        wall = Wall(way.place)
        along = _places(sum(other.place == way.place for other in exits.found))[taken[wall]]
        taken[wall] += 1
        place = Spot(along, -SIDE / 2).turned(QUARTERS[wall])
        stubs.append(stub_of(place, wall, way.destination, GAP))
    return ExitFigure(FigureRoom("start", "", Spot(0.0, 0.0), SIDE, SIDE), tuple(stubs), _marks(exits))


def _places(count: int) -> tuple[float, ...]:
    """So many places in the middle of a line."""
    return spread([0.0] * count, GAP, -SIDE / 2, SIDE / 2)


def _marks(exits: Exits) -> tuple[FigureMark, ...]:
    found = [way for way in exits.found if way.place in ("ladder", "stairs")]
    places = _places(len(found))
    marks: list[FigureMark] = []
    for way, x in zip(found, places, strict=True):
        symbol: Symbol = "ladder" if way.place == "ladder" else "stairs"
        marks.append(FigureMark(symbol, Spot(x, -0.2), Wall.N, way.sense, way.sense or "", MARK_SIZE))
    return tuple(marks)
