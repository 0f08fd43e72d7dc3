"""What lies outside the doors of one room: a stub of passage, and a sign that says where it leads.

Every stub is laid for a door in the north wall; quarter turns bring it to the other walls. Where it
bends, it bends to the side by which the way goes, as somebody sees it who walks out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.atlas.figure import FigureMark
from bot.atlas.routes import signed
from bot.atlas.shapes import QUARTERS, FigureDoorway, FigurePassage, Spot
from tables.destination import Route, Wall, aim, opposite

if TYPE_CHECKING:
    from tables.destination import Destination, Sense

STUB_WIDTH = 0.84
"""Squares across the floor of a stub: six fit side by side along a wall of eight squares."""

BEND = 1.25
"""Squares from the door to where a stub bends."""

ASIDE = 0.68
"""Squares from the middle of a stub to where its bend ends, where there is space for it."""

APART = 0.15
"""Squares that a bend keeps from the middle between its door and the next."""

STRAIGHT = 1.6
"""Squares of a stub that does not bend."""

PLAIN = 0.9
"""Squares of a stub behind a door of which nothing more is known."""

BADGE = 0.52
"""Half the width of a badge, without the pointer on its rim."""

POINTER = 0.24
"""How far the pointer of a badge reaches beyond its rim."""

GAP = 0.2
"""Squares between what is drawn outside a door and its sign."""

REACH = 3.5
"""Squares that a stub and its sign take at most from the wall outwards."""


@dataclass(frozen=True, slots=True)
class FigureSign:
    """What is written at the end of a stub.

    Attributes:
        anchor: the point of it that is nearest to the wall.
        facing: the wall that it stands outside of; it goes on from the anchor that way.
        lines: what it says, a line each where there is space for it.
        bearing: where the pointer of a round badge points, in degrees clockwise from north; None
            where the words stand by themselves.
        space: squares that it may take along the wall.
    """

    anchor: Spot
    facing: Wall
    lines: tuple[str, ...]
    bearing: int | None
    space: float

    def middle(self) -> Spot:
        """The middle of its badge."""
        return self.anchor.moved(self.facing, POINTER + BADGE)


@dataclass(frozen=True, slots=True)
class Stub:
    """A door of a room and what is drawn outside it.

    Attributes:
        door: the door.
        passage: the short passage behind it; None where there is none.
        mark: a symbol in the passage or in its place.
        sign: where it leads; None where that is not known.
        way: the side by which it goes; it gives the colour.
        ends: whether the passage leads nowhere.
    """

    door: FigureDoorway
    passage: FigurePassage | None
    mark: FigureMark | None
    sign: FigureSign | None
    way: Route = Route.STRAIGHT
    ends: bool = False


def stub_of(place: Spot, wall: Wall, destination: Destination | None, space: float) -> Stub:
    """What is drawn outside a door.

    Args:
        place: the middle of the door, on the line of its wall.
        wall: the wall that it is in.
        destination: where it leads, if that is known.
        space: squares that its sign may take along the wall.
    """
    door = FigureDoorway(place, wall)
    if destination is None:
        return Stub(door, _straight(door, PLAIN), None, None)
    stub, far = _shape(door, destination, min(ASIDE, space / 2 - APART))
    if stub.mark is not None:
        stub = replace(stub, mark=replace(stub.mark, facing=wall))
    bearing = aim(destination) if destination.kind == "direction" else None
    anchor = place.moved(wall, far + GAP)
    return replace(stub, sign=FigureSign(anchor, wall, sign_lines(destination), bearing, space))


def _shape(door: FigureDoorway, destination: Destination, aside: float) -> tuple[Stub, float]:
    """Passage and mark of a stub, and how far they reach from the wall."""
    match destination.kind:
        case "nowhere" if not destination.length:
            return _without(
                door, FigureMark("rock", door.place.moved(door.wall, 0.72), door.wall, size=0.98)
            ), 1.2
        case "trap":
            return _without(
                door, FigureMark("trap", door.place.moved(door.wall, 0.9), door.wall, size=1.35)
            ), 1.65
        case "nowhere":
            return _ending(door, destination, aside), BEND + STUB_WIDTH / 2
        case "level":
            mark = FigureMark(
                "flight", door.place.moved(door.wall, 0.95), door.wall, destination.sense, size=0.72
            )
            return Stub(door, _straight(door, STRAIGHT + 0.07, closed=True), mark, None), STRAIGHT + 0.07
        case "exit":
            mark = FigureMark("exit", door.place.moved(door.wall, STRAIGHT + 0.6), door.wall, size=1.15)
            return Stub(door, _straight(door, STRAIGHT), mark, None), STRAIGHT + 1.1
        case "return" if destination.second is not None and destination.second.sense is not None:
            return _climbing(door, destination, destination.second.sense), STRAIGHT + 0.07
        case _:
            way = destination.route or Route.STRAIGHT
            if way is Route.STRAIGHT:
                return Stub(door, _straight(door, STRAIGHT), None, None), STRAIGHT
            return Stub(door, _bent(door, way, aside), None, None, way), BEND + STUB_WIDTH / 2


def _without(door: FigureDoorway, mark: FigureMark) -> Stub:
    return Stub(door, None, mark, None, ends=True)


def _ending(door: FigureDoorway, destination: Destination, aside: float) -> Stub:
    """A dead end; only one that is long enough to turn is drawn with its turn."""
    turns = (destination.length or 0) > 2 and destination.turn in (Route.LEFT, Route.RIGHT)
    if turns and destination.turn is not None:
        passage = replace(_bent(door, destination.turn, aside), closed=True)
        return Stub(door, passage, None, None, destination.turn, ends=True)
    return Stub(door, _straight(door, BEND + STUB_WIDTH / 2, closed=True), None, None, ends=True)


def _climbing(door: FigureDoorway, destination: Destination, inside: Sense) -> Stub:
    """A passage that ends at the other end of a ladder or stairs in the room."""
    stairs = destination.second is not None and destination.second.place == "stairs"
    place = door.place.moved(door.wall, 1.2)
    mark = FigureMark("stairs" if stairs else "ladder", place, door.wall, opposite(inside), size=0.66)
    return Stub(door, _straight(door, STRAIGHT + 0.07, closed=True), mark, None)


def _straight(door: FigureDoorway, length: float, *, closed: bool = False) -> FigurePassage:
    return FigurePassage((door.place, door.place.moved(door.wall, length)), closed=closed, width=STUB_WIDTH)


def _bent(door: FigureDoorway, way: Route, far: float) -> FigurePassage:
    aside = -far if way is Route.LEFT else far
    offsets = (Spot(0.0, 0.0), Spot(0.0, -BEND), Spot(aside, -BEND))
    turned = (offset.turned(QUARTERS[door.wall]) for offset in offsets)
    points = tuple(Spot(door.place.x + offset.x, door.place.y + offset.y) for offset in turned)
    return FigurePassage(points, width=STUB_WIDTH)


def sign_lines(destination: Destination) -> tuple[str, ...]:
    """Where a door leads, in as few words as a sign has space for."""
    match destination.kind:
        case "direction":
            return (str(destination.hour or destination.direction),)
        case "return":
            return _back(destination)
        case "nowhere":
            length = destination.length or 0
            return ("dead end", f"{length * 10} ft") if length else ("blank", "wall")
        case "room":
            return _room(destination)
        case "level":
            return ("level", destination.sense) if destination.sense else ("other", "level")
        case "exit":
            return ("out",)
        case "trap":
            return ("trap",)


def _back(destination: Destination) -> tuple[str, ...]:
    """By which way a passage comes back into the room."""
    second = destination.second
    if second is None:
        return ("back",)
    return "back", f"by {second.place} wall" if second.sense is None else f"by {second.place}"


def _room(destination: Destination) -> tuple[str, ...]:
    """A room by its number, by a difference, or only as new."""
    if destination.room is not None:
        number = str(destination.room)
    elif destination.offset is not None:
        number = signed(destination.offset)
    else:
        return ("new", "room") if destination.new else ("a", "room")
    return ("new room" if destination.new else "room", number)
