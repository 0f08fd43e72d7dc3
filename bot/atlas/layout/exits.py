"""What the exits of rooms lead to: what lies beside them, one more room, or nothing yet behind a door."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot
from typing import TYPE_CHECKING, Any

from bot.atlas.layout.fitting import DEEP, OVERLAP, beside, depth_at
from bot.atlas.layout.ground import ROCK
from bot.atlas.layout.opening import Opening, closed_door, middle, put_door, room_behind
from bot.atlas.layout.ways import ways_of
from bot.atlas.region import Passage
from bot.atlas.shapes import QUARTERS, STEPS, Spot
from tables.destination import Wall

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.atlas.layout.ground import Cell
    from bot.atlas.layout.laying import Laying, Site
    from bot.atlas.region import PassageKind
    from tables.door_kinds import DoorKind
    from tables.outcome import Outcome
    from tables.room_plan import ExitPlace, RoomPlan

APART = 2.0
"""Squares between two doors of one wall at least."""

CORNER = 1
"""Squares from a corner of a room within which no door stands, where the wall is long enough."""

FARTHEST_THROUGH = 4
"""Squares of rock that a closed door is led through at most."""

LONG_WALK = 12.0
"""Squares to walk today for which a way round is worth digging."""

PLACES: dict[ExitPlace, int] = {"opposite": 0, "right": 1, "same": 2, "left": 3}
"""Quarter turns clockwise from the way somebody came in to the way out of each wall."""

WALLS = tuple(QUARTERS)


@dataclass(frozen=True, slots=True)
class Ahead:
    """What lies straight ahead of an opening.

    Attributes:
        number: of the place or passage.
        end: a point inside it, where the way ends.
        cells: the rock between.
    """

    number: int
    end: Spot
    cells: tuple[Cell, ...]


def lay_exits(site: Site, rooms: Iterable[int]) -> None:
    """The exits of rooms; those of the rooms that they lead to stay closed."""
    before = site.laying.last
    for room in rooms:
        _exits_of(site, room, deeper=True)
    for room in site.laying.rooms_after(before):
        _exits_of(site, room, deeper=False)


def open_between(laying: Laying) -> None:
    """Let closed doors lead straight to what has since been laid behind them, where that is a way round."""
    for door in tuple(laying.doors.values()):
        way = laying.ways.get(door.id)
        if door.passage or way is None or way.slant or door.secret:
            continue
        ahead = ahead_of(laying, way, FARTHEST_THROUGH)
        if ahead is not None and _is_worth(laying, way.at, ahead):
            neck = lead_through(laying, way, ahead)
            laying.doors[door.id] = replace(door, passage=neck)
            stub = next(each for each in laying.stubs.values() if each.spot == door.spot)
            del laying.stubs[stub.id]


def _is_worth(laying: Laying, at: int, ahead: Ahead) -> bool:
    """Whether the walk today is so long that another way is worth having."""
    ways = ways_of(laying.places.values(), laying.passages.values(), laying.doors.values(), secret=True)
    return ways.far(at).get(ahead.number, 0.0) >= LONG_WALK


def _exits_of(site: Site, room: int, *, deeper: bool) -> None:
    rolled = _plan_of(site.laying, room)
    if rolled is None:
        return
    came = entered_by(site.laying, room)
    for exit_ in rolled.value.exits:
        facing = WALLS[(QUARTERS[came] + PLACES[exit_.place]) % 4]
        ways = list(exits_in(site.laying, room, facing))
        kind = site.throws.door() if exit_.kind == "door" else None
        why = (rolled,) if kind is None else (rolled, kind)
        if not ways or _leads_to_neighbour(site, ways, kind, why):
            continue
        if not (deeper and site.shares.rooms and _leads_to_room(site, ways, kind, why)):
            closed = closed_door(site.laying, ways[0], kind and kind.value)
            site.laying.because(closed, *why)


def _leads_to_neighbour(
    site: Site, ways: Sequence[Opening], kind: Outcome[DoorKind] | None, why: Sequence[Outcome[Any]]
) -> bool:
    """A door to what is dug already, behind one square of rock."""
    for way in ways:
        ahead = ahead_of(site.laying, way, 1)
        if ahead is not None:
            neck = lead_through(site.laying, way, ahead)
            site.laying.because(put_door(site.laying, way, kind and kind.value, passage=neck), *why)
            return True
    return False


def _leads_to_room(
    site: Site, ways: Sequence[Opening], kind: Outcome[DoorKind] | None, why: Sequence[Outcome[Any]]
) -> bool:
    """A door to a room that is rolled for it, which joins the group."""
    plan = site.throws.room(exits=True)
    for way in ways:
        found = room_behind(site.laying, way, plan.value, kind and kind.value)
        if found is not None:
            site.shares.rooms -= 1
            site.laying.groups[found] = way.at
            site.laying.because(found, *why, plan)
            return True
    return False


def exits_in(laying: Laying, room: int, facing: Wall) -> Iterator[Opening]:
    """Where a door can stand in a wall of a room, the middle of the wall first."""
    west, north, width, height = laying.boxes[room]
    outline = laying.places[room].outline
    for cell in _along(west, north, width, height, facing):
        spot = middle(cell)
        depth = depth_at(outline, facing, spot.x if facing in (Wall.N, Wall.S) else spot.y)
        neck = beside(cell, facing)
        if depth is None or depth > DEEP or not laying.ground.inside(neck) or laying.ground.at(neck) != ROCK:
            continue
        way = Opening(room, spot.moved(facing, -depth - OVERLAP + 0.5), spot.moved(facing, 0.5), neck, facing)
        if not _crowded(laying, way):
            yield way


def _along(west: int, north: int, width: int, height: int, facing: Wall) -> list[Cell]:
    """The squares of a room along a wall, the middle first, without its corners where it is long enough."""
    if facing in (Wall.N, Wall.S):
        row = north if facing is Wall.N else north + height - 1
        cells = [(column, row) for column in range(west, west + width)]
    else:
        column = west if facing is Wall.W else west + width - 1
        cells = [(column, row) for row in range(north, north + height)]
    count = len(cells)
    inner = cells[CORNER:-CORNER] if count > 2 * CORNER + 1 else cells
    half = (len(inner) - 1) / 2
    order = sorted(range(len(inner)), key=lambda index: (abs(index - half), index))
    return [inner[index] for index in order]


def _crowded(laying: Laying, way: Opening) -> bool:
    """Whether another way in or out is too near in the same wall."""
    ends = [
        spot for passage in laying.passages.values() if way.at in passage.between for spot in _ends(passage)
    ]
    lines = [door.spot for door in laying.doors.values()]
    lines += [stub.spot for stub in laying.stubs.values() if stub.at == way.at]
    return any(hypot(spot.x - way.line.x, spot.y - way.line.y) < APART for spot in (*ends, *lines))


def _ends(passage: Passage) -> tuple[Spot, Spot]:
    return passage.points[0], passage.points[-1]


def ahead_of(laying: Laying, way: Opening, most: int) -> Ahead | None:
    """What lies straight ahead behind so many squares of rock at most, where a way can lead into it."""
    across, down = STEPS[way.facing]
    cells = [way.neck]
    for _ in range(most):
        x, y = cells[-1]
        sides = ((x + down, y + across), (x - down, y - across))
        if not laying.ground.inside(cells[-1]) or any(laying.ground.at(side) != ROCK for side in sides):
            return None
        beyond = beside(cells[-1], way.facing)
        number = laying.ground.at(beyond)
        if number != ROCK:
            end = _into(laying, way, beyond, number)
            joined = end is None or number == way.at or _joined(laying, way.at, number)
            return None if end is None or joined else Ahead(number, end, tuple(cells))
        cells.append(beyond)
    return None


def _into(laying: Laying, way: Opening, beyond: Cell, number: int) -> Spot | None:
    """A point inside what is met, where a way can end; None where none can."""
    spot = middle(beyond)
    if number not in laying.places:
        closed = laying.passages[number].kind in ("alcove", "neck")
        return None if closed or laying.ground.beside_others(beyond, number) else spot
    back = WALLS[(QUARTERS[way.facing] + 2) % 4]
    along = spot.x if way.facing in (Wall.N, Wall.S) else spot.y
    depth = depth_at(laying.places[number].outline, back, along)
    return None if depth is None or depth > DEEP else spot.moved(way.facing, depth + OVERLAP - 0.5)


def _joined(laying: Laying, one: int, other: int) -> bool:
    """Whether two things are joined already, straight or by one passage."""
    straight = [passage.between for passage in laying.passages.values()]
    if (one, other) in straight or (other, one) in straight:
        return True
    near = {each for pair in straight if one in pair for each in pair}
    return other in near


def lead_through(laying: Laying, way: Opening, ahead: Ahead) -> int:
    """Dig straight to what lies ahead; the number of the passage."""
    kind: PassageKind = "neck" if len(ahead.cells) == 1 else "side"
    passage = laying.put(Passage(laying.next_id(), kind, (way.start, ahead.end), (way.at, ahead.number)))
    laying.ground.dig(ahead.cells, passage)
    return passage


def entered_by(laying: Laying, room: int) -> Wall:
    """The way somebody faced who first came into a room."""
    passage = next(each for each in laying.passages.values() if room in each.between)
    points = passage.points if passage.between[1] == room else passage.points[::-1]
    before, after = points[-2], points[-1]
    across, down = after.x - before.x, after.y - before.y
    if abs(across) > abs(down):
        return Wall.E if across > 0 else Wall.W
    return Wall.S if down > 0 else Wall.N


def _plan_of(laying: Laying, room: int) -> Outcome[RoomPlan] | None:
    """The roll that gave a room its size and its ways out."""
    rolls = reversed(laying.reasons.get(room, ()))
    return next((rolled for rolled in rolls if rolled.key == "room.size"), None)
