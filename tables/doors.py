"""Where doors lead: the five ways to roll a destination, each followed to its end.

The idea is to roll where a door leads before anything is drawn, and to let the
passage find its way there. After the dice for the destination comes, where there is
a choice, one for the route. Left and right are those of somebody who walks out of
the door; unless routes may spiral, the shorter one is taken without a die.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, cast

from tables.catalog import load
from tables.destination import (
    WALL_NAMES,
    Compass,
    Destination,
    Kind,
    Method,
    Place,
    Route,
    SecondDoor,
    Sense,
    Wall,
    aim,
    bearing,
    hour_bearing,
    shorter_route,
    turn_to,
)
from tables.dice import MAX_SIDES, Die
from tables.door_words import tell
from tables.errors import OptionError
from tables.outcome import Outcome
from tables.procedure import Choice, Chosen, Offer, Option, Procedure
from tables.rolling import roll_on

if TYPE_CHECKING:
    from tables.dice import Dice
    from tables.rolling import Rules

METHODS: dict[Method, str] = {
    "d10": "door.destination",
    "d8": "door.d8",
    "clock": "door.clock",
    "relative": "door.relative",
    "2d6": "door.2d6",
}
"""The key of each method, the most usual first."""

METHOD_TITLES: dict[Method, str] = {
    "d10": "d10: eight directions, back, or nowhere",
    "d8": "d8: eight directions",
    "clock": "clock: twelve directions",
    "relative": "relative: rooms by number, counted from this one",
    "2d6": "2d6: dead end, trap, room, another level or out",
}
"""Each method in words, for whoever chooses one."""

MOST_DICE: dict[Method, int] = {"d10": 3, "d8": 2, "clock": 2, "relative": 3, "2d6": 4}
"""The dice that each method throws at most, to the end."""

MOST_ROOMS = 9_999
"""The highest number that a room may have."""

USUAL_ROOMS = 8
"""The die for one of the rooms, where nothing else is said."""

_WALL = Option(
    name="wall",
    kind="choice",
    help="the wall that the door is in",
    default="N",
    choices=tuple(Choice(wall.value, name) for wall, name in WALL_NAMES.items()),
)
SPIRAL = Option(
    name="spiral",
    kind="flag",
    help="throw for the route wherever there are two, so that passages may go the long way round",
    default=False,
)
"""Whether the route is thrown for wherever there are two."""

_ROOM = Option(
    name="room", kind="number", help="the number of this room, to count from", least=1, most=MOST_ROOMS
)
_HIGHEST = Option(
    name="rooms", kind="number", help="the highest room number so far", least=1, most=MOST_ROOMS
)
_ROOMS = Option(
    name="rooms",
    kind="number",
    help="how many rooms there are: the sides of their die",
    default=USUAL_ROOMS,
    least=1,
    most=MAX_SIDES,
)


@dataclass(frozen=True, slots=True)
class _Door:
    """The door that somebody asks about, and how."""

    wall: Wall
    method: Method
    spiral: bool
    room: int | None
    rooms: int | None


def _roll(door: _Door, dice: Dice) -> Outcome[Destination]:
    """Roll a destination and everything that follows from it."""
    catalog = load()
    fell = roll_on(catalog.table(METHODS[door.method]), dice, catalog)
    destination = _read(door, fell)
    children = fell.children
    if fell.value == "room":
        which = _roll_room(door.rooms or USUAL_ROOMS, dice)
        destination = replace(destination, room=which.value)
        children = (*children, which)
    table = _route_table(destination, spiral=door.spiral)
    if table is not None:
        way = roll_on(catalog.table(table), dice, catalog)
        destination = replace(destination, route=Route(way.value))
        children = (*children, way)
    return Outcome(
        key=fell.key,
        title=fell.title,
        dice=fell.dice,
        rows=fell.rows,
        text=tell(destination),
        value=destination,
        children=children,
    )


def _read(door: _Door, fell: Outcome[str]) -> Destination:
    """What the row says, as far as no further die is needed."""
    read = _WORDS.get(fell.value) or _FIGURES[door.method]
    return read(door, fell)


def _towards(door: _Door, fell: Outcome[str]) -> Destination:
    direction = Compass(fell.value)
    route = _short_route(door, bearing(direction))
    return Destination("direction", door.wall, door.method, direction=direction, route=route)


def _at_hour(door: _Door, fell: Outcome[str]) -> Destination:
    hour = int(fell.value)
    route = _short_route(door, hour_bearing(hour))
    return Destination("direction", door.wall, door.method, hour=hour, route=route)


def _numbered(door: _Door, fell: Outcome[str]) -> Destination:
    """The room so many numbers away: another level below 1, a new room beyond the highest."""
    offset = int(fell.value)
    found = partial(Destination, wall=door.wall, method=door.method, offset=offset)
    if door.room is None:
        return found("room")
    number = door.room + offset
    if number < 1:
        return found("level")
    if door.rooms is None:
        return found("room", room=number)
    if number > door.rooms:
        return found("room", room=door.rooms + 1, new=True)
    return found("room", room=number, new=False)


def _new_room(door: _Door, _: Outcome[str]) -> Destination:
    number = None if door.rooms is None else door.rooms + 1
    return Destination("room", door.wall, door.method, room=number, new=True)


def _second_door(door: _Door, fell: Outcome[str]) -> Destination:
    second = fell.children[0]
    sense = second.children[0].value if second.children else None
    place = SecondDoor(cast("Place", second.value), cast("Sense | None", sense))
    route = None if sense else _short_route(door, bearing(Wall(place.place)))
    return Destination("return", door.wall, door.method, second=place, route=route)


def _dead_end(door: _Door, fell: Outcome[str]) -> Destination:
    length = fell.children[0]
    turn = Route(cast("str", length.children[0].value)) if length.children else None
    squares = int(cast("str", length.value))
    return Destination("nowhere", door.wall, door.method, length=squares, turn=turn)


def _other_level(door: _Door, fell: Outcome[str]) -> Destination:
    return Destination("level", door.wall, door.method, sense=cast("Sense", fell.children[0].value))


def _plainly(door: _Door, fell: Outcome[str]) -> Destination:
    return Destination(cast("Kind", fell.value), door.wall, door.method)


_Reader = Callable[[_Door, Outcome[str]], Destination]

_WORDS: dict[str, _Reader] = {
    "return": _second_door,
    "nowhere": _dead_end,
    "new": _new_room,
    "level": _other_level,
    "room": _plainly,
    "trap": _plainly,
    "exit": _plainly,
}
"""How rows are read whose value is a word."""

_FIGURES: dict[Method, _Reader] = {
    "d10": _towards,
    "d8": _towards,
    "clock": _at_hour,
    "relative": _numbered,
}
"""How each method reads its other rows: directions, hours and numbers."""


def _short_route(door: _Door, target: int) -> Route | None:
    return shorter_route(turn_to(door.wall, target))


def _route_table(destination: Destination, *, spiral: bool) -> str | None:
    """The table that chooses the route, or None where nothing is to choose."""
    target = aim(destination)
    if target is None:
        return None
    if destination.kind == "direction" and turn_to(destination.wall, target) == 0:
        return "door.route"
    return "door.round" if spiral or destination.route is None else None


def _roll_room(rooms: int, dice: Dice) -> Outcome[int]:
    """One of so many rooms, by a die with as many sides."""
    die = Die(rooms, dice.throw(rooms), "room")
    return Outcome(
        key="door.room",
        title="Which of the rooms",
        dice=(die,),
        rows=(),
        text=f"Room {die.face}.",
        value=die.face,
    )


def _check_rooms(chosen: Chosen) -> None:
    room, rooms = chosen.number("room"), chosen.number("rooms")
    if room is not None and rooms is not None and room > rooms:
        raise OptionError(f"This room is number {room}, so rooms, the highest number, is at least {room}.")


def _runs(method: Method) -> Callable[[Chosen, Dice, Rules], Outcome[Destination]]:
    def run(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[Destination]:
        del rules  # a door's tables lead to tables alone
        door = _Door(
            wall=Wall(chosen.word("wall")),
            method=method,
            spiral=chosen.flag("spiral"),
            room=chosen.number("room"),
            rooms=chosen.number("rooms"),
        )
        return _roll(door, dice)

    return run


def _offer(chosen: Chosen, outcome: Outcome[Destination]) -> tuple[Offer, ...]:
    """What is natural once it is known where a door leads."""
    del chosen
    destination = outcome.value
    if destination.kind == "trap":
        return (Offer("trap.roll", options={"place": "door"}),)
    more = _NEXT.get(destination.kind, ())
    if destination.new:
        more = ("room.size",)
    return tuple(Offer(key) for key in ("door.kind", *more))


_NEXT: dict[Kind, tuple[str, ...]] = {
    "direction": ("corridor.junction", "corridor.wall"),
    "return": ("corridor.junction", "corridor.wall"),
    "level": ("door.link",),
}
"""What is rolled after each kind of destination, besides what the door is like."""


def _procedure(method: Method, *more: Option) -> Procedure:
    table = load().table(METHODS[method])
    return Procedure(
        key=table.key,
        title=table.title,
        options=(_WALL, SPIRAL, *more),
        run=_runs(method),
        most_dice=lambda _: MOST_DICE[method],
        check=_check_rooms,
        offers=_offer,
    )


def procedures() -> tuple[Procedure, ...]:
    """The procedures for doors, the most usual first."""
    one_room = Procedure(
        key="door.room",
        title="Which of the rooms",
        options=(_ROOMS,),
        run=lambda chosen, dice, _: _roll_room(chosen.number("rooms") or USUAL_ROOMS, dice),
        most_dice=lambda _: 1,
    )
    return (
        _procedure("d10"),
        _procedure("d8"),
        _procedure("clock"),
        _procedure("relative", _ROOM, _HIGHEST),
        _procedure("2d6", _ROOMS),
        one_room,
    )
