"""Titles of pictures of a room's ways out, and their descriptions for those who cannot see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.atlas.dropped import FIRST
from bot.drawing.picture import LONGEST_ALT
from tables.destination import WALL_NAMES, Route, Wall

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.atlas.dropped import DropFigure, FallenDie
    from bot.atlas.exits import ExitFigure
    from bot.atlas.figure import FigureMark
    from bot.atlas.signs import FigureSign, Stub

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
COLOURS: dict[Route, str] = {Route.LEFT: "red", Route.RIGHT: "blue", Route.STRAIGHT: "white"}


# Dropped dice


def drop_title(figure: DropFigure) -> tuple[str, str]:
    """The title of dropped dice in two parts: what it shows, and how many doors they make."""
    return "Dice dropped on the room", counted(len(figure.dice), "door")


def drop_alt(figure: DropFigure) -> str:
    """What is to be seen of dropped dice, in words; at most 1024 characters."""
    seen = (
        f"A dungeon map of a room of 8 by 8 squares with {counted(len(figure.dice), 'die', 'dice')} on its"
        " floor. A dashed line runs from each to a door. Columns are counted from the west, rows from the"
        " north."
    )
    return " ".join((seen, *map(_die, figure.dice)))[:LONGEST_ALT]


def _die(die: FallenDie) -> str:
    """Where a die lies, and the door that it makes."""
    column, row = round(die.square.x - FIRST) + 1, round(die.square.y - FIRST) + 1
    return f"{die.face} in column {column}, row {row}: {_outside(die.stub)}."


def _outside(stub: Stub) -> str:
    """A door, what is drawn outside it, and what its sign says."""
    door = f"{WALL_NAMES[stub.door.wall]} door"
    if stub.sign is None:
        return door
    return f"{door}, {_beyond(stub)}, sign {_read(stub.sign)}"


def _beyond(stub: Stub) -> str:
    """What is drawn behind a door."""
    mark = stub.mark
    if stub.passage is None:
        return "a star with a T" if mark is not None and mark.symbol == "trap" else "a cross in a circle"
    turned = "" if stub.way is Route.STRAIGHT else f" to the {stub.way}"
    passage = f"{COLOURS[stub.way]} passage{turned}"
    if stub.ends:
        return f"{passage} closed by a cross"
    if mark is not None and mark.symbol == "exit":
        return f"{passage} to a sun"
    if mark is not None:
        kind = "stairs" if mark.symbol == "flight" else mark.symbol
        return f"{passage} to {_marked(kind, mark)}"
    return passage


def _marked(kind: str, mark: FigureMark) -> str:
    thing = "stairs" if kind == "stairs" else f"a {kind}"
    return f"{thing} {mark.sense}" if mark.sense else thing


def _read(sign: FigureSign) -> str:
    """What a sign says, and how its pointer points."""
    return " ".join(sign.lines)


# Ways out that were found


def exits_title(figure: ExitFigure) -> tuple[str, str]:
    """The title of a room's ways out in two parts: what it shows, and how many there are."""
    ladders = sum(mark.symbol == "ladder" for mark in figure.marks)
    stairs = len(figure.marks) - ladders
    found = [
        counted(len(figure.stubs), "door") if figure.stubs else "",
        counted(ladders, "ladder") if ladders else "",
        ("stairs" if stairs == 1 else f"{NUMBERS[stairs]} flights of stairs") if stairs else "",
    ]
    signs = [stub.sign for stub in figure.stubs if stub.sign is not None]
    if any(sign.lines[0].isdigit() for sign in signs if sign.bearing is not None):
        found.append("by the clock")
    return "Ways out of the room", ", ".join(part for part in found if part) or "none found"


def exits_alt(figure: ExitFigure) -> str:
    """What is to be seen of a room's ways out, in words; at most 1024 characters."""
    if not figure.stubs and not figure.marks:
        return "A dungeon map of a square room in hatched rock, without a door, a ladder or stairs."
    seen = ["A dungeon map of a square room in hatched rock."]
    if figure.marks:
        marks = [_marked(mark.symbol, mark) for mark in figure.marks]
        seen.append(f"In its middle {listed(marks)}.")
    if any(stub.sign is not None for stub in figure.stubs):
        seen += [f"{_first(stub)}." for stub in figure.stubs]
    elif figure.stubs:
        doors = [
            f"{counted(count, 'door', told=True)} in the {WALL_NAMES[wall]} wall"
            for wall in Wall
            if (count := sum(stub.door.wall is wall for stub in figure.stubs))
        ]
        seen.append(f"It has {listed(doors)}, each with the beginning of a passage behind it.")
    return " ".join(seen)[:LONGEST_ALT]


def _first(stub: Stub) -> str:
    words = _outside(stub)
    return words[0].upper() + words[1:]


# Words


def counted(number: int, thing: str, things: str = "", *, told: bool = False) -> str:
    """A number of things; ``told`` says "a door" for one."""
    if number == 1:
        article = "an" if thing[0] in "aeiou" and not thing.startswith("one") else "a"
        return f"{article} {thing}" if told else f"one {thing}"
    return f"{NUMBERS[number]} {things or thing + 's'}"


def listed(words: Sequence[str]) -> str:
    """Words in a row: "one, two and three"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
