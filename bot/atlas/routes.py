"""Where the passage behind a rolled door runs: from a destination to its figure.

Every passage is laid for a door in the north wall that is left to the left,
counter-clockwise on the page; a mirror gives the right-hand ways and quarter
turns the other walls. A passage that goes round the starting room keeps one
square of rock on either side.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.atlas.figure import (
    EDGE,
    HOUR_RADIUS,
    OUTER,
    RING,
    Figure,
    FigureMark,
    clock_rooms,
    nine_rooms,
    starting_room,
)
from bot.atlas.shapes import QUARTERS, FigureDoorway, FigurePassage, FigureRoom, Spot
from tables.destination import Route, Wall, aim, opposite, turn_to

if TYPE_CHECKING:
    from bot.atlas.figure import Symbol
    from tables.destination import Destination, Sense

FAR = 9.0
"""From the middle of the starting room to a room that stands alone beyond its door."""

MOST_STUB = 5
"""Squares of the longest dead end that is drawn."""


def figure_of(destination: Destination) -> Figure:
    """The figure that shows a destination."""
    if destination.kind == "direction":
        return _leading_round(destination)
    if destination.kind == "return":
        return _leading_back(destination)
    if destination.kind == "nowhere":
        return _leading_nowhere(destination)
    return _leading_away(destination)


# What each kind of destination looks like


def _leading_round(destination: Destination) -> Figure:
    """A passage to the next room by compass or by clock."""
    clock = destination.hour is not None
    way = _way(destination)
    rooms = clock_rooms() if clock else nine_rooms()
    name = str(destination.hour) if clock else str(destination.direction)
    goal = next(room for room in rooms if room.name == name)
    if way is Route.STRAIGHT:
        end = OUTER - (HOUR_RADIUS if clock else 1.5)
        points = (Spot(0.0, -EDGE), Spot(0.0, -end))
    else:
        sweep = _sweep(destination, way)
        points = _to_hour(sweep // 30) if clock else _to_eighth(sweep // 45)
    return Figure(
        layout="clock" if clock else "nine",
        start=starting_room("" if clock else "9"),
        rooms=rooms,
        goal=goal,
        doors=_doors(destination.wall, FigureDoorway(Spot(0.0, -EDGE), Wall.N)),
        passage=FigurePassage(_placed(points, destination.wall, way)),
        marks=(),
        way=way,
    )


def _leading_back(destination: Destination) -> Figure:
    """A passage that comes back into the room it left."""
    second = destination.second
    if second is None or second.place in ("ladder", "stairs"):
        return _leading_over(destination)
    way = _way(destination)
    quarters = _sweep(destination, way) // 90
    points = _placed(_to_wall(quarters), destination.wall, way)
    first = FigureDoorway(points[0], destination.wall)
    other = FigureDoorway(points[-1], Wall(second.place))
    return replace(
        _bare(destination),
        doors=(first, other, *_spare_doors({first.wall, other.wall})),
        passage=FigurePassage(points),
        way=way,
    )


def _leading_over(destination: Destination) -> Figure:
    """A passage that comes back by a ladder or stairs in the middle of the room."""
    second = destination.second
    symbol: Symbol = "stairs" if second is not None and second.place == "stairs" else "ladder"
    inside: Sense = second.sense if second is not None and second.sense is not None else "up"
    points = _placed((Spot(0.0, -EDGE), Spot(0.0, -RING - 0.5)), destination.wall, Route.STRAIGHT)
    end = Spot(0.0, -RING).turned(QUARTERS[destination.wall])
    return replace(
        _bare(destination),
        passage=FigurePassage(points, closed=True),
        marks=(
            FigureMark(symbol, Spot(0.0, 0.0), destination.wall, inside, inside),
            FigureMark(symbol, end, destination.wall, opposite(inside), opposite(inside)),
        ),
    )


def _leading_nowhere(destination: Destination) -> Figure:
    """A door on bare rock, or a short dead end."""
    length = min(destination.length or 0, MOST_STUB)
    blank = _bare(destination)
    if not length:
        place = Spot(0.0, -EDGE - 0.95).turned(QUARTERS[destination.wall])
        return replace(blank, marks=(FigureMark("rock", place, destination.wall),))
    turned = length > 2 and destination.turn in (Route.LEFT, Route.RIGHT)
    way = destination.turn if turned and destination.turn is not None else Route.STRAIGHT
    points = (Spot(0.0, -EDGE), Spot(0.0, -EDGE - length))
    if turned:
        points = (Spot(0.0, -EDGE), Spot(0.0, -RING), Spot(-(length - 2) - 0.5, -RING))
    return replace(blank, passage=FigurePassage(_placed(points, destination.wall, way), closed=True), way=way)


def _leading_away(destination: Destination) -> Figure:
    """A passage to a numbered room, another level or the open air; or a door that is a trap."""
    blank = _alone(destination)
    quarters = QUARTERS[destination.wall]
    if destination.kind == "trap":
        place = Spot(0.0, -EDGE - 1.5).turned(quarters)
        return replace(blank, marks=(FigureMark("trap", place, destination.wall, words="trap"),))
    if destination.kind == "room":
        points = (Spot(0.0, -EDGE), Spot(0.0, EDGE - FAR))
        centre = Spot(0.0, -FAR).turned(quarters)
        goal = FigureRoom("goal", _goal_label(destination), centre, 2 * EDGE, 2 * EDGE, "octagon")
        passage = FigurePassage(_placed(points, destination.wall, Route.STRAIGHT), broken=True)
        return replace(blank, rooms=(goal,), goal=goal, passage=passage)
    points = _placed((Spot(0.0, -EDGE), Spot(0.0, -EDGE - 4)), destination.wall, Route.STRAIGHT)
    if destination.kind == "exit":
        mark = FigureMark("exit", Spot(0.0, -EDGE - 5.3).turned(quarters), destination.wall, words="out")
        return replace(blank, passage=FigurePassage(points), marks=(mark,))
    sense = destination.sense
    flight = Spot(0.0, -EDGE - 3).turned(quarters)
    mark = FigureMark("flight", flight, destination.wall, sense, sense or "another level")
    return replace(blank, passage=FigurePassage(points, closed=True), marks=(mark,))


def _bare(destination: Destination) -> Figure:
    """The figure of the method with nothing in it but the rolled door."""
    if destination.method not in ("d10", "d8"):
        return _alone(destination)
    doors = _doors(destination.wall, FigureDoorway(Spot(0.0, -EDGE), Wall.N))
    return Figure("nine", starting_room("9"), nine_rooms(), None, doors, None, (), Route.STRAIGHT)


def _alone(destination: Destination) -> Figure:
    """The starting room by itself with nothing but the rolled door."""
    label = ""
    if destination.room is not None and destination.offset is not None and not destination.new:
        label = str(destination.room - destination.offset)
    doors = _doors(destination.wall, FigureDoorway(Spot(0.0, -EDGE), Wall.N))
    return Figure("passage", starting_room(label), (), None, doors, None, (), Route.STRAIGHT)


def _goal_label(destination: Destination) -> str:
    """What is written in a room that is known by its number, by a difference, or only as new."""
    if destination.room is not None:
        return str(destination.room)
    if destination.offset:
        return signed(destination.offset)
    return "new" if destination.new else "?"


def signed(number: int) -> str:
    """A number with its sign, the minus as print sets it."""
    return f"+{number}" if number >= 0 else f"−{-number}"


# Ways round the room, for a north door left to the left


def _to_eighth(eighths: int) -> tuple[Spot, ...]:
    """To the room that lies so many eighths of a turn counter-clockwise, 1 to 8."""
    quarter = eighths // 2
    if eighths == 8:
        # Past the last corner and back in from the side: the door's own way up is taken.
        ending = (*_corners(3), Spot(RING, -OUTER), Spot(EDGE, -OUTER))
    elif eighths % 2:
        # Past the corner, then outward into the room's nearer side.
        turn, end = Spot(-OUTER, -RING), Spot(-OUTER, -OUTER + 1.5)
        ending = (*_corners(quarter), turn.turned(-quarter), end.turned(-quarter))
    else:
        turn, end = Spot(0.0, -RING), Spot(0.0, -OUTER + 1.5)
        ending = (*_corners(quarter), turn.turned(-quarter), end.turned(-quarter))
    return (Spot(0.0, -EDGE), Spot(0.0, -RING), *ending)


def _to_hour(hours: int) -> tuple[Spot, ...]:
    """To the place that lies so many hours counter-clockwise, 1 to 12."""
    reach = OUTER - HOUR_RADIUS
    quarter, step = divmod(hours, 3)
    if hours == 12:
        # Straight up would cut through the hour beside it: in between the two.
        ending = (*_corners(4), Spot(2.0, -RING), Spot(2.0, -OUTER), Spot(HOUR_RADIUS, -OUTER))
    elif step == 1:
        ending = (*_corners(quarter + 1), Spot(-RING, -reach).turned(-quarter))
    elif step == 2:
        ending = (*_corners(quarter), Spot(-reach, -RING).turned(-quarter))
    else:
        ending = (
            *_corners(quarter),
            Spot(0.0, -RING).turned(-quarter),
            Spot(0.0, -reach).turned(-quarter),
        )
    return (Spot(0.0, -EDGE), Spot(0.0, -RING), *ending)


def _to_wall(quarters: int) -> tuple[Spot, ...]:
    """Back in by the wall that lies so many quarters counter-clockwise, 1 to 4.

    Four quarters lead all the way round to a second door beside the first one.
    """
    if quarters == 4:
        first = (Spot(-1.0, -EDGE), Spot(-1.0, -RING))
        return (*first, *_corners(4), Spot(1.0, -RING), Spot(1.0, -EDGE))
    ending = (Spot(0.0, -RING).turned(-quarters), Spot(0.0, -EDGE).turned(-quarters))
    return (Spot(0.0, -EDGE), Spot(0.0, -RING), *_corners(quarters), *ending)


def _corners(count: int) -> tuple[Spot, ...]:
    """The first corners of the way round: north-west, south-west, south-east, north-east."""
    return tuple(Spot(-RING, -RING).turned(-quarter) for quarter in range(count))


def _placed(points: tuple[Spot, ...], wall: Wall, way: Route) -> tuple[Spot, ...]:
    """Points for a north door left to the left, brought to the right wall and side."""
    sided = tuple(point.mirrored() for point in points) if way is Route.RIGHT else points
    return tuple(point.turned(QUARTERS[wall]) for point in sided)


def _way(destination: Destination) -> Route:
    """The side by which the passage leaves; where none was rolled, the shorter one."""
    if destination.route is not None:
        return destination.route
    turn = turn_to(destination.wall, aim(destination) or 0)
    if not turn and destination.kind == "direction":
        return Route.STRAIGHT
    return Route.RIGHT if 0 < turn < 180 else Route.LEFT


def _sweep(destination: Destination, way: Route) -> int:
    """Degrees that the passage goes round the room, 30 to 360."""
    turn = turn_to(destination.wall, aim(destination) or 0)
    return 360 - turn if way is Route.LEFT else turn or 360


def _doors(wall: Wall, north: FigureDoorway) -> tuple[FigureDoorway, ...]:
    """The rolled door, laid for the north wall, and the three that stand by."""
    rolled = FigureDoorway(north.place.turned(QUARTERS[wall]), wall)
    return (rolled, *_spare_doors({wall}))


def _spare_doors(taken: set[Wall]) -> tuple[FigureDoorway, ...]:
    """A door in every wall that has none yet."""
    return tuple(
        FigureDoorway(Spot(0.0, -EDGE).turned(QUARTERS[wall]), wall, rolled=False)
        for wall in Wall
        if wall not in taken
    )
