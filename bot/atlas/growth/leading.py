"""What becomes of a door once it is known where it leads."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import TYPE_CHECKING

from bot.atlas.growth.corridor import dig_corridor, roll_corridor
from bot.atlas.growth.doorway import doorway_of
from bot.atlas.growth.goals import (
    WALLS,
    Heading,
    openings_of_passage,
    openings_of_passages,
    openings_of_room,
    places_for_room,
    rooms_towards,
)
from bot.atlas.growth.paths import Ways
from bot.atlas.layout.exits import FARTHEST_THROUGH, ahead_of, lay_exits, lead_through
from bot.atlas.layout.fitting import OVERLAP, beside, entrance_cell
from bot.atlas.layout.opening import Opening, middle, niche, put_room, side_passage
from bot.atlas.layout.rolls import Shares
from bot.atlas.layout.terrain import Terrain
from bot.atlas.layout.ways import ways_of
from bot.atlas.region import Mark, Passage, Place, Stub
from bot.atlas.shapes import QUARTERS, Spot
from tables.destination import Compass, Route, Wall, aim

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.atlas.growth.grow import Ending
    from bot.atlas.growth.paths import Way
    from bot.atlas.layout.fitting import Fit
    from bot.atlas.layout.ground import Cell
    from bot.atlas.layout.laying import Laying
    from bot.atlas.layout.rolls import Throws
    from tables.destination import Destination
    from tables.outcome import Outcome
    from tables.room_plan import RoomPlan

WORTH = 1.6
"""How many times as far the walk must be today for a second way to a room to be worth digging."""

MOST_ROOMS_TRIED = 3
"""Rooms that a way is looked for to."""

TURN_AFTER = 2
"""Squares after which a dead end turns (seed 0)."""

Led = tuple["Ending", int]
"""What a door turned out to lead to, and the number of it; 0 for nothing."""


def lead(laying: Laying, stub: Stub, destination: Destination, throws: Throws) -> Led:
    """Dig what a destination asks for; where it does not fit, the way goes on as far as it can."""
    way = doorway_of(laying, stub)
    found = _KINDS[destination.kind](laying, stub, way, destination, throws)
    return found or _stopped(laying, stub, way)


def _towards(
    laying: Laying, stub: Stub, way: Opening, destination: Destination, throws: Throws
) -> Led | None:
    """The nearest fitting room in a direction, or a new one; failing that, a corridor there."""
    heading = Heading(_middle_of(laying, way), float(aim(destination) or 0))
    rolled = throws.room(exits=True)
    for route in dict.fromkeys((destination.route, None)):
        ways = Ways(Terrain(laying.ground), way, route)
        found = (
            _to_a_room(laying, stub, way, heading, ways, throws)
            or _to_a_new_room(laying, stub, way, heading, ways, rolled, throws)
            or _to_a_corridor(laying, stub, way, heading, ways, throws)
        )
        if found is not None:
            return found
    return _to_a_neighbour(laying, stub, way) or _under_to_a_room(laying, stub, way, heading)


def _to_a_room(
    laying: Laying,
    stub: Stub,
    way: Opening,
    heading: Heading,
    ways: Ways,
    throws: Throws,
) -> Led | None:
    far = _walks(laying, way.at)
    for room in rooms_towards(laying, heading, way.at)[:MOST_ROOMS_TRIED]:
        found = ways.find(openings_of_room(laying, room.id))
        if found is not None and far.get(room.id, float("inf")) >= WORTH * found.length:
            _dig(laying, stub, way, found, found.goal.start, throws)
            return "room", room.id
    return None


def _walks(laying: Laying, start: int) -> dict[int, float]:
    """Squares to walk today from something to all the rest."""
    places, passages, doors = laying.places.values(), laying.passages.values(), laying.doors.values()
    return ways_of(places, passages, doors, secret=True).far(start)


def _to_a_new_room(
    laying: Laying,
    stub: Stub,
    way: Opening,
    heading: Heading,
    ways: Ways,
    rolled: Outcome[RoomPlan],
    throws: Throws,
) -> Led | None:
    for fit, facing in places_for_room(laying, heading, rolled.value):
        goal = _entrance(fit, facing)
        found = _way_round(ways, goal, fit)
        if found is None:
            continue
        room = put_room(laying, fit, rolled.value)
        laying.because(room, rolled)
        found = replace(found, goal=replace(goal, at=room))
        _dig(laying, stub, way, found, goal.start, throws)
        lay_exits(laying, throws, Shares(rooms=0, stairs=0), (room,))
        contents = throws.contents()
        laying.because(room, contents)
        return "new room", room
    return None


def _entrance(fit: Fit, facing: Wall) -> Opening:
    """The doorway of a room that is not dug yet, seen from inside."""
    cell = entrance_cell(fit, facing)
    out = WALLS[(QUARTERS[facing] + 2) % 4]
    start = middle(cell).moved(facing, fit.depth + OVERLAP - 0.5)
    return Opening(0, start, middle(cell).moved(out, 0.5), beside(cell, out), out)


def _way_round(ways: Ways, goal: Opening, fit: Fit) -> Way | None:
    """A way to a room that is not dug yet, and not through it."""
    terrain, ground = ways.terrain, ways.terrain.ground
    left, top = fit.west - ground.west - 1, fit.north - ground.north - 1
    box = (slice(top, top + fit.height + 2), slice(left, left + fit.width + 2))
    kept = terrain.free[box].copy()
    terrain.free[box] = False
    try:
        return ways.find((goal,))
    finally:
        terrain.free[box] = kept


def _to_a_corridor(
    laying: Laying,
    stub: Stub,
    way: Opening,
    heading: Heading,
    ways: Ways,
    throws: Throws,
) -> Led | None:
    goals = openings_of_passages(laying, heading, way.at)[:12]
    found = ways.find(goals)
    if found is None:
        return None
    _dig(laying, stub, way, found, found.goal.start, throws)
    return "corridor", found.goal.at


def _to_a_neighbour(laying: Laying, stub: Stub, way: Opening) -> Led | None:
    """What lies right behind the wall."""
    found = ahead_of(laying, way, FARTHEST_THROUGH)
    if found is None:
        return None
    _lead_door(laying, stub, lead_through(laying, way, found))
    return ("room" if found.number in laying.places else "corridor"), found.number


def _under_to_a_room(laying: Laying, stub: Stub, way: Opening, heading: Heading) -> Led | None:
    """Where nothing fits on this floor: stairs behind the door, and a way below to a ladder in a room."""
    far = _walks(laying, way.at)
    for room in rooms_towards(laying, heading, way.at)[:MOST_ROOMS_TRIED]:
        length = hypot(room.spot.x - way.line.x, room.spot.y - way.line.y)
        if far.get(room.id, float("inf")) >= WORTH * length:
            _pass_below(laying, stub, way, room, -1)
            return "room", room.id
    return None


def _pass_below(laying: Laying, stub: Stub, way: Opening, room: Place, floor: int) -> None:
    """A way on another floor, from a door to a ladder or stairs in the middle of a room."""
    out = way.line.moved(way.facing, 1.5)
    turn = Spot(room.spot.x, out.y) if way.facing in (Wall.E, Wall.W) else Spot(out.x, room.spot.y)
    if room.id == way.at:
        turn = out
    points = tuple(dict.fromkeys((way.start, out, turn, room.spot)))
    stair = laying.put(Place(laying.next_id(), "stair", room.spot, stair="chimney", floor=floor))
    passage = laying.put(Passage(laying.next_id(), "side", points, (way.at, stair), floor=floor))
    laying.put(Passage(laying.next_id(), "neck", (room.spot, room.spot.moved(Wall.N, 0.5)), (stair, room.id)))
    _lead_door(laying, stub, passage)


def _back(laying: Laying, stub: Stub, way: Opening, destination: Destination, throws: Throws) -> Led | None:
    """Round into the room or the passage that it leaves, or by another floor to a room's middle."""
    second = destination.second
    room = laying.places.get(way.at)
    if second is not None and second.sense is not None and room is not None:
        _pass_below(laying, stub, way, room, 1 if second.sense == "up" else -1)
        return "back", way.at
    wanted = Wall(second.place) if second is not None and second.sense is None else way.facing
    for route in dict.fromkeys((destination.route, None)):
        ways = Ways(Terrain(laying.ground), way, route)
        for wall in dict.fromkeys((wanted, *WALLS)):
            found = ways.find(_own_openings(laying, way, wall))
            if found is not None:
                _dig(laying, stub, way, found, found.goal.start, throws)
                return "back", way.at
    return None


def _own_openings(laying: Laying, way: Opening, wall: Wall) -> list[Opening]:
    """Where a way may come back to what it leaves, in one of its walls."""
    if way.at in laying.boxes:
        return [goal for goal in openings_of_room(laying, way.at) if goal.facing is wall]
    return [
        goal
        for goal in openings_of_passage(laying, laying.passages[way.at])
        if goal.facing is wall
        and hypot(goal.line.x - way.line.x, goal.line.y - way.line.y) >= FARTHEST_THROUGH
    ]


def _nowhere(
    laying: Laying, stub: Stub, way: Opening, destination: Destination, throws: Throws
) -> Led | None:
    """A dead end of the rolled length that turns after two squares, as long as there is rock; or blank wall."""
    del throws
    cells: list[Cell] = []
    facing = way.facing
    for step in range(destination.length or 0):
        if step == TURN_AFTER:
            turn = {Route.LEFT: 3, Route.RIGHT: 1}.get(destination.turn or Route.STRAIGHT, 0)
            facing = WALLS[(QUARTERS[way.facing] + turn) % 4]
        cell = beside(cells[-1], facing) if cells else way.neck
        if not _is_clear(laying, way, cell, first=not cells):
            break
        cells.append(cell)
    if not cells:
        laying.stubs.pop(stub.id)
        return "dead end", 0
    if len(cells) <= TURN_AFTER:
        facing = way.facing
    corner = middle(cells[min(len(cells), TURN_AFTER) - 1])
    points = dict.fromkeys((way.start, corner, middle(cells[-1]).moved(facing, 0.5)))
    passage = laying.put(Passage(laying.next_id(), "side", tuple(points), (way.at, 0)))
    laying.ground.dig(cells, passage)
    _lead_door(laying, stub, passage)
    return "dead end", passage


def _is_clear(laying: Laying, way: Opening, cell: Cell, *, first: bool) -> bool:
    """Whether a square and those round it are rock, but for what the first one leaves behind."""
    known = (way.at,) if first else ()
    return laying.ground.inside(cell) and not laying.ground.strangers(*cell, 1, 1, known)


def _stairs(laying: Laying, stub: Stub, way: Opening, destination: Destination, throws: Throws) -> Led | None:
    """Stairs to another level, or out."""
    del throws
    found = niche(laying, way)
    if found is None:
        return None
    passage, spot = found
    up = destination.kind == "exit" or destination.sense == "up" or (destination.offset or 0) < 0
    stair = laying.put(
        Place(
            laying.next_id(),
            "stair",
            spot,
            stair="stairs up" if up else "stairs down",
            levels=-1 if up else 1,
        )
    )
    laying.join(passage, stair)
    _lead_door(laying, stub, passage)
    if destination.kind != "exit":
        return "stairs", stair
    laying.put(Mark(laying.next_id(), "entrance", spot, stair))
    return "way out", stair


def _false_door(
    laying: Laying, stub: Stub, way: Opening, destination: Destination, throws: Throws
) -> Led | None:
    """Nothing behind it but a trap."""
    del destination, throws
    laying.stubs.pop(stub.id)
    laying.put(Mark(laying.next_id(), "trap", way.line, way.at, 0.7))
    return "false door", 0


def _to_a_number(
    laying: Laying, stub: Stub, way: Opening, destination: Destination, throws: Throws
) -> Led | None:
    """The room of a number; a new one where there is none of it."""
    wanted = next((place for place in laying.places.values() if place.number == str(destination.room)), None)
    ways = Ways(Terrain(laying.ground), way, None)
    if wanted is not None and wanted.id != way.at:
        found = ways.find(openings_of_room(laying, wanted.id))
        if found is not None:
            _dig(laying, stub, way, found, found.goal.start, throws)
            return "room", wanted.id
    ahead = Heading(_middle_of(laying, way), float(QUARTERS[way.facing] * 90))
    return _to_a_new_room(laying, stub, way, ahead, ways, throws.room(exits=True), throws)


_KINDS: Mapping[str, Callable[[Laying, Stub, Opening, Destination, Throws], Led | None]] = {
    "direction": _towards,
    "return": _back,
    "nowhere": _nowhere,
    "room": _to_a_number,
    "level": _stairs,
    "exit": _stairs,
    "trap": _false_door,
}


def _stopped(laying: Laying, stub: Stub, way: Opening) -> Led:
    """A passage as far as there is rock, from whose end the way goes on later; else the door stays shut."""
    if stub.kind != "passage" or stub.at not in laying.passages:
        passage = side_passage(laying, way, None)
        if passage is not None:
            _lead_door(laying, stub, passage)
            return "stub", passage
    return "stub", 0


def _dig(laying: Laying, stub: Stub, way: Opening, found: Way, end: Spot, throws: Throws) -> None:
    dug = dig_corridor(laying, found, way.at, way.start, end)
    _lead_door(laying, stub, dug[0])
    roll_corridor(laying, throws, dug)


def _lead_door(laying: Laying, stub: Stub, passage: int) -> None:
    """Let the door of a stub shut the passage that was dug behind it."""
    laying.stubs.pop(stub.id, None)
    for door in laying.doors.values():
        if (
            door.at == stub.at
            and not door.passage
            and hypot(door.spot.x - stub.spot.x, door.spot.y - stub.spot.y) < 0.1
        ):
            laying.doors[door.id] = replace(door, passage=passage, facing=Compass(door.facing))
            return


def _middle_of(laying: Laying, way: Opening) -> Spot:
    """From where a direction is looked in: the middle of a room, or the door of a passage."""
    place = laying.places.get(way.at)
    return place.spot if place is not None and place.outline else way.line
