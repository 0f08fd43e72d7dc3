"""Corners, junctions and ends of the letters: what the die says of each, and the rooms at them."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import TYPE_CHECKING, cast

from bot.atlas.layout.fitting import OVERLAP, fit_behind, fit_over
from bot.atlas.layout.opening import put_room
from bot.atlas.region import Door, Mark
from bot.atlas.shapes import Spot, heading
from tables.destination import Compass

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.atlas.layout.fitting import Fit
    from bot.atlas.layout.ground import Cell
    from bot.atlas.layout.laying import Laying
    from bot.atlas.layout.rolls import Throws
    from bot.atlas.region import JunctionKind, MarkKind, Passage, Place
    from tables.destination import Wall
    from tables.outcome import Outcome
    from tables.room_plan import RoomPlan

MARKS: Mapping[str, MarkKind] = {"trapped": "trap", "disabled": "disabled trap", "obstacle": "obstacle"}

LEADS_AWAY = 2.0
"""Squares that a passage leads away from a room at a crossing at least."""

DOOR_AWAY = 1.0
"""Squares from the middle of a crossing to a door across one of its passages."""


def roll_crossings(laying: Laying, throws: Throws, places: Iterable[Place]) -> None:
    """Throw for corners and junctions, in order, and lay what comes."""
    for place in tuple(places):
        if place.kind in ("corner", "junction"):
            rolled = throws.junction()
            kind = cast("JunctionKind", rolled.value)
            laying.places[place.id] = replace(place, junction=kind)
            laying.because(place.id, rolled)
            if kind == "room":
                _room_round(laying, place, throws)
            elif kind == "door":
                _door_across(laying, place, throws)
            elif kind in MARKS:
                laying.put(Mark(laying.next_id(), MARKS[kind], place.spot, place.id))


def rooms_at_ends(laying: Laying, throws: Throws, spare: Place | None) -> None:
    """A room at every end of a letter but one that is spared for the way in."""
    for place in tuple(laying.places.values()):
        if place.kind == "end" and place != spare:
            rolled = throws.room(exits=True)
            laying.because(place.id, rolled)
            _room_at_end(laying, place, rolled)


def _room_round(laying: Laying, place: Place, throws: Throws) -> None:
    rolled = throws.room(exits=False)
    ways = [passage for passage in laying.passages.values() if place.id in passage.between]
    fit = fit_over(laying.ground, cell_of(place.spot), rolled.value, [way.id for way in ways])
    laying.because(place.id, rolled)
    if fit is not None and all(_leaves_by_one_side(laying, fit, way) for way in ways):
        _become(laying, place, put_room(laying, fit, rolled.value), rolled)


def _leaves_by_one_side(laying: Laying, fit: Fit, passage: Passage) -> bool:
    """Whether a passage leads well away from a room and does not run along the outside of its wall."""
    away = max(
        max(abs(spot.x - fit.middle.x) - fit.width / 2, abs(spot.y - fit.middle.y) - fit.height / 2)
        for spot in (passage.points[0], passage.points[-1])
    )
    if away < LEADS_AWAY:
        return False
    way = passage.id
    part = laying.ground.round_box(fit.west, fit.north, fit.width, fit.height)
    if part is None:
        return False
    inner = part[1:-1, 1:-1]
    return int((part == way).sum() - (inner == way).sum()) <= 3


def _room_at_end(laying: Laying, place: Place, rolled: Outcome[RoomPlan]) -> None:
    passage = next(each for each in laying.passages.values() if place.id in each.between)
    before, tip = _last_leg(passage, place)
    if before.x != tip.x and before.y != tip.y:
        fit = fit_over(laying.ground, cell_of(tip), rolled.value, (passage.id,))
        if fit is not None and not _leaves_by_one_side(laying, fit, passage):
            fit = None
    else:
        facing = heading(before, tip)
        fit = fit_behind(laying.ground, cell_of(tip), facing, rolled.value, (passage.id,))
        if fit is not None and fit.depth > 0:
            _reach(laying, passage, place, tip.moved(facing, fit.depth + OVERLAP))
    if fit is not None:
        _become(laying, place, put_room(laying, fit, rolled.value), rolled)


def _become(laying: Laying, place: Place, room: int, rolled: Outcome[RoomPlan]) -> None:
    """Let the passages of a crossing or end lead to the room that stands there now."""
    laying.because(room, rolled)
    laying.reasons[room] = (*laying.reasons.get(place.id, ()), *laying.reasons[room])
    for passage in tuple(laying.passages.values()):
        if place.id in passage.between:
            first, second = (room if each == place.id else each for each in passage.between)
            laying.passages[passage.id] = replace(passage, between=(first, second))
    laying.places[room] = replace(laying.places[room], junction=laying.places[place.id].junction)
    del laying.places[place.id]


def _door_across(laying: Laying, place: Place, throws: Throws) -> None:
    """A door across one of the passages that meet."""
    for passage in laying.passages.values():
        if place.id not in passage.between:
            continue
        points = passage.points if passage.between[0] == place.id else passage.points[::-1]
        start, ahead = points[0], points[1]
        far = hypot(ahead.x - start.x, ahead.y - start.y)
        if (start.x == ahead.x or start.y == ahead.y) and far > 2 * DOOR_AWAY:
            rolled = throws.door()
            facing = heading(start, ahead)
            door = Door(
                id=laying.next_id(),
                spot=start.moved(facing, DOOR_AWAY),
                facing=Compass(facing),
                at=place.id,
                passage=passage.id,
                state=rolled.value.state,
                material=rolled.value.material,
            )
            laying.because(laying.put(door), rolled)
            return


def _last_leg(passage: Passage, place: Place) -> tuple[Spot, Spot]:
    points = passage.points[::-1] if passage.between[0] == place.id else passage.points
    return points[-2], points[-1]


def _reach(laying: Laying, passage: Passage, place: Place, end: Spot) -> None:
    """Let a passage end a little farther on."""
    points = (end, *passage.points[1:]) if passage.between[0] == place.id else (*passage.points[:-1], end)
    laying.passages[passage.id] = replace(passage, points=points)


def cell_of(spot: Spot) -> Cell:
    """The square that a point lies in."""
    return int(spot.x), int(spot.y)


def way_out(passage: Passage, place: Place) -> Wall:
    """The way somebody faces who stands at the end of a passage and looks on."""
    return heading(*_last_leg(passage, place))
