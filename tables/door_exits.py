"""A room's ways out: four d8 on the wall table, or d10s dropped on the room.

The four d8 say which walls have doors, and whether there are ladders or stairs. Dropped d10s
say two things at once: where they lie is where the doors are, and what they show is where those
lead. A position is two more dice, a column and a row, so that chance alone can drop them too.

All dice that are thrown together come first, then what each of them needs to be followed to its end.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from tables.destination import WALL_NAMES, Wall
from tables.dice import Die, behind_the_screen
from tables.doors import METHOD_TITLES, METHODS, MOST_DICE, SPIRAL
from tables.exit_words import tell_drops, tell_exits
from tables.exits import SHEET, Drop, Drops, Exit, Exits, nearest_wall
from tables.outcome import Outcome
from tables.procedure import Choice, Offer, Option, Procedure
from tables.rolling import roll_on

if TYPE_CHECKING:
    from tables.destination import Destination, Method, Place, Sense
    from tables.dice import Dice
    from tables.procedure import Chosen
    from tables.rolling import Rules

EXIT_DICE = ("first exit", "second exit", "third exit", "fourth exit")
"""What each of the four d8 is thrown for."""

FEW_DROPS = 4
"""The d10s that are dropped where their number is not rolled."""

NUMBER_DICE = (3, 3)
"""The sides of the dice for the number of d10s, where it is rolled."""

FOR_ALL_DOORS = (Offer("door.kind"), Offer("corridor.junction"), Offer("corridor.wall"))
"""What is natural once it is known where several doors lead."""

_DESTINATIONS = Option(
    name="destinations",
    kind="flag",
    help="roll where each door leads as well",
    default=False,
)
_METHOD = Option(
    name="method",
    kind="choice",
    help="how to roll where the doors lead",
    default="d10",
    choices=tuple(Choice(method, title) for method, title in METHOD_TITLES.items()),
)
_DICE = Option(
    name="dice",
    kind="choice",
    help="how many d10s are dropped on the room",
    default="4",
    choices=(Choice("4", "four"), Choice("2d3", "two to six, by 2d3")),
)


class _Lying:
    """Dice of which the first lies on the table already."""

    def __init__(self, face: int, dice: Dice) -> None:
        """Show ``face`` once, then throw ``dice``."""
        self._face: int | None = face
        self._dice = dice

    def throw(self, sides: int) -> int:
        """The face that lies there, and after it new ones."""
        if self._face is None:
            return self._dice.throw(sides)
        face, self._face = self._face, None
        return face

    def behind_the_screen(self) -> Dice:
        """Where those others are thrown behind the screen; what lies on the table is open."""
        return behind_the_screen(self._dice)


def _roll_exits(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[Exits]:
    table = rules.table("door.exits")
    thrown = [die for purpose in EXIT_DICE for die in table.throw.throw(dice, purpose)]
    key = METHODS[_method(chosen)] if chosen.flag("destinations") else None
    found: list[Exit] = []
    children: list[Outcome[Any]] = []
    read: list[Outcome[str]] = []
    for die in thrown:
        fell = roll_on(table, _Lying(die.face, dice), rules)
        read.append(fell)
        children += fell.children
        if fell.children:
            found.append(Exit(cast("Place", fell.value), sense=cast("Sense", fell.children[0].value)))
        elif fell.value != "none":
            led = None if key is None else _lead(key, Wall(fell.value), chosen, dice, rules)
            children += () if led is None else (led,)
            found.append(Exit(cast("Place", fell.value), destination=led and led.value))
    exits = Exits(tuple(found))
    return Outcome(
        key=table.key,
        title=table.title,
        dice=tuple(thrown),
        rows=tuple(row for fell in read for row in fell.rows),
        text=tell_exits(exits),
        value=exits,
        children=tuple(children),
    )


def _lead(key: str, wall: Wall, chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[Destination]:
    """Roll where a door in that wall leads, to the end."""
    return rules.roll(key, dice, {"wall": wall.value, "spiral": chosen.flag("spiral")})


def _roll_drop(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[Drops]:
    thrown: list[Die] = []
    number = FEW_DROPS
    if chosen.word("dice") != _DICE.default:
        thrown += [Die(sides, dice.throw(sides), "how many") for sides in NUMBER_DICE]
        number = sum(die.face for die in thrown)
    lying = [_drop(f"drop {each}", dice) for each in range(1, number + 1)]
    fallen: list[Drop] = []
    children: list[Outcome[Destination]] = []
    for shown, column, row in lying:
        wall = nearest_wall(column.face, row.face)
        led = _lead(METHODS["d10"], wall, chosen, _Lying(shown.face or shown.sides, dice), rules)
        # The die is among those thrown together, so it is not told again with what it leads to.
        children.append(replace(led, dice=()))
        fallen.append(Drop(shown.face, column.face, row.face, wall, led.value))
    drops = Drops(tuple(fallen))
    return Outcome(
        key="door.drop",
        title="Dice dropped on the room",
        dice=(*thrown, *(die for each in lying for die in each)),
        rows=(),
        text=tell_drops(drops),
        value=drops,
        children=tuple(children),
    )


def _drop(purpose: str, dice: Dice) -> tuple[Die, Die, Die]:
    """A d10, then the column and the row where it came to lie."""
    return (
        Die(10, dice.throw(10) % 10, purpose),
        Die(SHEET, dice.throw(SHEET), purpose),
        Die(SHEET, dice.throw(SHEET), purpose),
    )


def _method(chosen: Chosen) -> Method:
    return cast("Method", chosen.word("method"))


def _most_exits(chosen: Chosen) -> int:
    """Four d8, and with each up or down, or a whole destination."""
    each = MOST_DICE[_method(chosen)] if chosen.flag("destinations") else 1
    return len(EXIT_DICE) * (1 + each)


def _most_drops(chosen: Chosen) -> int:
    """For each die its position too, and a whole destination, of which it is the first die."""
    rolled = chosen.word("dice") != _DICE.default
    first = len(NUMBER_DICE) if rolled else 0
    number = sum(NUMBER_DICE) if rolled else FEW_DROPS
    return first + number * (2 + MOST_DICE["d10"])


def _offer_exits(chosen: Chosen, outcome: Outcome[Exits]) -> tuple[Offer, ...]:
    """Where each wall's door leads; or, where that is known, what follows for all doors."""
    places = [way.place for way in outcome.value.found]
    walls = [wall for wall in Wall if wall.value in places]
    if chosen.flag("destinations"):
        return FOR_ALL_DOORS if walls else ()
    key = METHODS[_method(chosen)]
    return tuple(
        Offer(key, f"Where the {WALL_NAMES[wall]} door leads", {"wall": wall.value}) for wall in walls
    )


def _offer_drop(chosen: Chosen, outcome: Outcome[Drops]) -> tuple[Offer, ...]:
    del chosen, outcome
    return FOR_ALL_DOORS


def procedures() -> tuple[Procedure, ...]:
    """The procedures for a room's ways out."""
    return (
        Procedure(
            key="door.exits",
            title="Which walls have doors",
            options=(_DESTINATIONS, _METHOD, SPIRAL),
            run=_roll_exits,
            most_dice=_most_exits,
            offers=_offer_exits,
        ),
        Procedure(
            key="door.drop",
            title="Dice dropped on the room",
            options=(_DICE, SPIRAL),
            run=_roll_drop,
            most_dice=_most_drops,
            offers=_offer_drop,
        ),
    )
