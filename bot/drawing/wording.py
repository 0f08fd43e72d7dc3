"""Titles of the figures, and their descriptions for those who cannot see them."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from bot.atlas.routes import signed
from bot.atlas.shapes import QUARTERS
from bot.drawing.picture import LONGEST_ALT
from tables.destination import COMPASS_NAMES, WALL_NAMES, Route, aim, turn_to

if TYPE_CHECKING:
    from bot.atlas.figure import Figure, FigureMark
    from bot.atlas.shapes import FigurePassage
    from tables.destination import Destination

FEET = 10
"""Feet to a square."""

COLOURS: dict[Route, str] = {Route.LEFT: "red", Route.RIGHT: "blue", Route.STRAIGHT: "white"}
TIMES = ("", "", " twice", " three times", " four times", " five times", " six times")

MAPS = {
    "nine": "A dungeon map of nine rooms in a square: room 9 in the middle,"
    " rooms 1 to 8 round it, clockwise from the north.",
    "clock": "A dungeon map of a room with twelve small rooms round it, numbered like the hours of a clock.",
    "passage": "A dungeon map of a room",
}


def title_of(destination: Destination, figure: Figure) -> tuple[str, str]:
    """The title of a figure in two parts: where the door leads, and by which way."""
    door = f"{WALL_NAMES[destination.wall].capitalize()} door"
    match destination.kind:
        case "direction":
            return f"{door} leads {_towards(destination)}", _side(destination, figure)
        case "return":
            return f"{door} leads back", _back(destination, figure)
        case "nowhere":
            length = destination.length or 0
            return f"{door} leads nowhere", f"dead end, {length * FEET} feet" if length else "blank wall"
        case "room":
            away = "" if destination.offset is None else signed(destination.offset)
            return f"{door} leads to {_room(destination)}", away
        case "level":
            sense = f"{destination.sense} " if destination.sense else ""
            return f"{door} leads {sense}to another level", ""
        case "exit":
            return f"{door} leads out", "into the open"
        case "trap":
            return f"{door} is false", "and trapped"


def _towards(destination: Destination) -> str:
    if destination.direction is not None:
        return COMPASS_NAMES[destination.direction]
    return f"to {destination.hour} o’clock"


def _side(destination: Destination, figure: Figure) -> str:
    if figure.way is Route.STRAIGHT:
        return "straight on"
    turn = turn_to(destination.wall, aim(destination) or 0)
    return f"all round by the {figure.way}" if turn == 0 else f"by the {figure.way}"


def _back(destination: Destination, figure: Figure) -> str:
    second = destination.second
    if second is None or second.sense is None:
        return _side(destination, figure)
    return f"{second.place} {second.sense}"


def _room(destination: Destination) -> str:
    if destination.room is not None:
        return f"{'new ' if destination.new else ''}room {destination.room}"
    return "a new room" if destination.new else "a room"


# Descriptions


def alt_of(destination: Destination, figure: Figure) -> str:
    """What is to be seen on the figure, in words; at most 1024 characters."""
    number = f", marked {figure.start.label}," if figure.start.label and figure.layout == "passage" else ""
    room = {"nine": "room 9", "clock": "the middle room", "passage": ""}[figure.layout]
    wall = WALL_NAMES[destination.wall]
    if figure.layout == "passage":
        seen = f"{MAPS['passage']}{number} with a door marked in its {wall} wall."
    else:
        seen = f"{MAPS[figure.layout]} A door is marked in the {wall} wall of {room}."
    return f"{seen} {_beyond(destination, figure)}"[:LONGEST_ALT]


def _beyond(destination: Destination, figure: Figure) -> str:
    """What is drawn behind the door."""
    if figure.passage is None:
        return _no_passage(figure)
    passage = f"A {COLOURS[figure.way]} passage leaves by it{_turns(figure.passage)}"
    if figure.goal is not None:
        return f"{passage} and leads to {_goal(destination, figure)}."
    if destination.kind == "return":
        return f"{passage} and {_return(figure)}"
    if destination.kind == "nowhere":
        length = round(figure.passage.length())
        turn = " after 2 squares" if figure.way is not Route.STRAIGHT else ""
        return f"{passage}{turn} and ends at a blank wall after {_squares(length)}, {length * FEET} feet."
    return f"{passage} and {_end(figure.marks[0])}."


def _no_passage(figure: Figure) -> str:
    if figure.marks and figure.marks[0].symbol == "trap":
        return "There is no passage behind it: a star with a T in it stands for a trap."
    return "There is no passage behind it: a cross in a circle stands for bare rock."


def _goal(destination: Destination, figure: Figure) -> str:
    """The room that the passage leads to, and how it is marked."""
    label = figure.goal.label if figure.goal is not None else ""
    if destination.direction is not None:
        place = f"room {label}, {COMPASS_NAMES[destination.direction]} of it"
    elif destination.hour is not None:
        place = f"the room at {label} o’clock, where the hand of a clock face points"
    else:
        fresh = "new " if destination.new and label != "new" else ""
        place = f"an eight-sided {fresh}room marked {label}, across a gap that stands for any distance"
    return f"{place}; that room has a heavy wall, a coloured floor and a ring round its number"


def _return(figure: Figure) -> str:
    """How the way comes back into the room it left."""
    if len(figure.marks) == 2:
        inside, end = figure.marks
        kind = "a ladder" if end.symbol == "ladder" else "stairs"
        return (
            f"ends at {kind} {end.sense}; a dashed line joins it to {kind} {inside.sense}"
            " in the middle of the room it left."
        )
    first, second = figure.doors[0].wall, figure.doors[1].wall
    if first == second:
        return "comes back in by another door of the same wall."
    return f"comes back in by a second door, in the {WALL_NAMES[second]} wall."


def _end(mark: FigureMark) -> str:
    """What a passage ends in that leads away."""
    if mark.symbol == "exit":
        return "opens on the sun, marked out"
    return (
        f"ends in stairs {mark.sense} to another level" if mark.sense else "ends in stairs to another level"
    )


def _turns(passage: FigurePassage) -> str:
    """The turns of a passage, as somebody makes them who walks along it."""
    headings = [QUARTERS[facing] for facing in passage.headings()]
    sides = ["left" if (new - old) % 4 == 3 else "right" for old, new in pairwise(headings)]
    if not sides:
        return ", runs straight on"
    runs = [f"{side}{TIMES[len(tuple(turns))]}" for side, turns in groupby(sides)]
    return f", turns {', then '.join(runs)}"


def _squares(count: int) -> str:
    return f"{count} square{'' if count == 1 else 's'}"
