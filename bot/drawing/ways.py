"""What was rolled, laid on a canvas: the passage, its doors, the trail along it and its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.atlas.shapes import QUARTERS, FigureRoom, Spot
from bot.drawing import style
from bot.drawing.symbols import SYMBOLS, Disc
from bot.drawing.trail import bow, dashes, length, piece
from tables.destination import Wall

if TYPE_CHECKING:
    from bot.atlas.figure import Figure, FigureMark
    from bot.atlas.shapes import Box, FigureDoorway, FigurePassage
    from bot.drawing.canvas import Canvas

BACK: dict[Wall, Wall] = {Wall.N: Wall.S, Wall.S: Wall.N, Wall.E: Wall.W, Wall.W: Wall.E}
"""The other way of each way."""

HERE = 0.85
"""Squares from a door to the spot inside the room where the trail begins."""

SIZES: dict[str, float] = {"rock": 1.1, "trap": 2.2, "exit": 2.3, "flight": 0.92}
"""Squares of symbols that are not one square wide."""

UPRIGHT = ("rock", "trap", "exit")
"""Symbols that stand upright whichever way somebody goes."""


def paint_passage(canvas: Canvas, passage: FigurePassage) -> tuple[Box, ...]:
    """Walls and floor of a passage; its open ends cut through the walls they meet.

    Returns:
        the rectangles that now hide what was there before.
    """
    wall, depth = style.WALL / 2, style.SHADOW_DEPTH
    ends = _open_ends(passage)
    boxes = tuple(zip(passage.boxes(), ends, strict=True))
    outer = tuple(_spread(box, wall, dict.fromkeys(open_ends, 0.0)) for box, open_ends in boxes)
    inner = tuple(_spread(box, -wall, dict.fromkeys(open_ends, style.OPENING)) for box, open_ends in boxes)
    for box in outer:
        canvas.fill_box(box, style.INK)
    for box in inner:
        canvas.fill_box(box, style.SHADOW)
    for (west, north, east, south), open_ends in zip(inner, ends, strict=True):
        lit_west = west if Wall.W in open_ends else west + depth
        lit_north = north if Wall.N in open_ends else north + depth
        canvas.fill_box((lit_west, lit_north, east, south), style.FLOOR)
    return (*outer, *inner)


def tinted_boxes(passage: FigurePassage) -> tuple[Box, ...]:
    """The floor of a passage as far as its colour goes: through the walls at its open ends."""
    ends = _open_ends(passage)
    return tuple(
        _spread(box, 0.0, dict.fromkeys(open_ends, style.OPENING))
        for box, open_ends in zip(passage.boxes(), ends, strict=True)
    )


def _open_ends(passage: FigurePassage) -> tuple[tuple[Wall, ...], ...]:
    """For each leg the sides on which it is open to a room or to the air."""
    headings = passage.headings()
    last = len(headings) - 1
    return tuple(
        (*((BACK[facing],) if leg == 0 else ()), *((facing,) if leg == last and not passage.closed else ()))
        for leg, facing in enumerate(headings)
    )


def _spread(box: Box, margin: float, ends: dict[Wall, float]) -> Box:
    """A box with a margin on every side, another one where ``ends`` says so."""
    west, north, east, south = box
    return (
        west - ends.get(Wall.W, margin),
        north - ends.get(Wall.N, margin),
        east + ends.get(Wall.E, margin),
        south + ends.get(Wall.S, margin),
    )


def paint_door(canvas: Canvas, door: FigureDoorway) -> tuple[Box, ...]:
    """A door on the line of its wall; one that was not rolled with a short stub behind it."""
    hidden: list[Box] = []
    if not door.rolled:
        outer = _beyond(door, style.STUB_LENGTH, style.STUB_WIDTH / 2)
        canvas.fill_box(outer, style.QUIET)
        canvas.fill_box(_beyond(door, style.STUB_LENGTH, style.STUB_WIDTH / 2 - style.STUB_WALL), style.FLOOR)
        hidden.append(outer)
    canvas.symbol("rolled door" if door.rolled else "door", door.place, 1.0, QUARTERS[door.wall])
    half, depth = (0.44, 0.21) if door.rolled else (0.405, 0.185)
    across, down = (half, depth) if door.wall in (Wall.N, Wall.S) else (depth, half)
    x, y = door.place.x, door.place.y
    return (*hidden, (x - across, y - down, x + across, y + down))


def _beyond(door: FigureDoorway, length: float, half: float) -> Box:
    """The rectangle of a stub behind a door."""
    far = door.place.moved(door.wall, length)
    across, down = (half, 0.0) if door.wall in (Wall.N, Wall.S) else (0.0, half)
    return (
        min(door.place.x, far.x) - across,
        min(door.place.y, far.y) - down,
        max(door.place.x, far.x) + across,
        max(door.place.y, far.y) + down,
    )


def target_radius(goal: FigureRoom) -> float:
    """Half the width of the ring round the goal's number."""
    return style.TARGET_RADIUS * min(goal.width, goal.height)


def paint_target(canvas: Canvas, goal: FigureRoom) -> None:
    """The ring round the number of the room that the passage leads to."""
    radius = target_radius(goal)
    canvas.disc(goal.centre.x, goal.centre.y, radius, style.ACCENT)
    canvas.disc(goal.centre.x, goal.centre.y, radius - style.TARGET_LINE, style.FLOOR)


def paint_here(canvas: Canvas, door: FigureDoorway) -> None:
    """The spot inside the starting room from which the rolled door is opened."""
    canvas.symbol("here", door.place.moved(door.wall, -HERE), 0.5)


def paint_trail(canvas: Canvas, figure: Figure, passage: FigurePassage) -> None:
    """The dashed line from inside the starting room to where the passage ends, and its head."""
    first, facing = passage.headings()[0], passage.headings()[-1]
    begin = passage.points[0].moved(first, 0.38 - HERE)
    end = passage.points[-1].moved(facing, _reach(figure, passage))
    for dash in dashes((begin, *passage.points[:-1], end), style.TRAIL_DASH, style.TRAIL_GAP):
        canvas.line(dash, style.TRAIL_WIDTH, style.ACCENT)
    if passage.closed and not figure.marks:
        canvas.symbol("end", end.moved(facing, 0.34), 0.62)
    else:
        canvas.symbol("arrow", end.moved(facing, 0.1), 0.62, QUARTERS[facing])


def _reach(figure: Figure, passage: FigurePassage) -> float:
    """How far the trail goes on beyond the end of the passage; below 0 where it ends before."""
    if figure.goal is not None:
        rim = min(figure.goal.width, figure.goal.height) / 2 - target_radius(figure.goal)
        return min(rim - 0.42, 0.5)
    if len([door for door in figure.doors if door.rolled]) > 1:
        return 0.62
    if not passage.closed:
        return -0.4
    if not figure.marks:
        return -0.78
    return -2.5 if figure.marks[0].symbol == "flight" else -1.5


def paint_break(canvas: Canvas, passage: FigurePassage) -> Box:
    """The torn gap in a passage that is longer than the page shows; the box that it fills."""
    start, end = passage.points[0], passage.points[-1]
    middle = Spot((start.x + end.x) / 2, (start.y + end.y) / 2)
    facing = passage.headings()[0]
    canvas.symbol("break", middle, 1.0, QUARTERS[facing])
    across, down = (1.3, 0.32) if facing in (Wall.N, Wall.S) else (0.32, 1.3)
    return (middle.x - across, middle.y - down, middle.x + across, middle.y + down)


def paint_mark(canvas: Canvas, mark: FigureMark, *, inside: bool) -> None:
    """A symbol of the map; ``inside`` the starting room there is space for a large one."""
    name = f"{mark.symbol} {mark.sense}" if mark.sense is not None else mark.symbol
    quarters = 0 if mark.symbol in UPRIGHT else QUARTERS[mark.facing]
    canvas.symbol(name, mark.place, mark_size(mark, inside=inside), quarters)


def mark_outline(mark: FigureMark) -> tuple[Spot, ...]:
    """The shape that hides the rock below a mark; nothing for one that stands on a floor."""
    if mark.symbol not in UPRIGHT:
        return ()
    size = mark_size(mark, inside=False)
    body = SYMBOLS[mark.symbol][0]
    if isinstance(body, Disc):
        return FigureRoom(
            "", "", mark.place, 2 * body.radius * size, 2 * body.radius * size, "round"
        ).corners()
    return tuple(Spot(mark.place.x + x * size, mark.place.y + y * size) for x, y in body.points)


def mark_size(mark: FigureMark, *, inside: bool) -> float:
    """How wide the symbol of a mark is, in squares."""
    return mark.size or SIZES.get(mark.symbol, 1.8 if inside else 0.88)


def paint_link(canvas: Canvas, here: FigureMark, there: FigureMark) -> None:
    """The dashed curve between two marks whose way runs on another floor."""
    bulge = {Wall.N: 1.7, Wall.S: -1.7, Wall.E: -1.7, Wall.W: 1.7}[there.facing]
    curve = bow(there.place, here.place, bulge)
    reach = length(curve)
    for dash in dashes(piece(curve, 0.55, reach - 1.1), 0.22, 0.16):
        canvas.line(dash, style.LINK_WIDTH, style.INK)
