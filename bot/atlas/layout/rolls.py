"""The dice of a layout: what is thrown for a room, a crossing, a wall, a door or stairs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tables.doors import METHODS
from tables.rolling import roll_on

if TYPE_CHECKING:
    from bot.atlas.layout.laying import Laying
    from tables.destination import Destination, Method, Wall
    from tables.dice import Dice
    from tables.door_kinds import DoorKind
    from tables.outcome import Outcome
    from tables.procedure import OptionValue
    from tables.rolling import Rules
    from tables.room_plan import RoomPlan


@dataclass(frozen=True, slots=True)
class Throws:
    """Who throws for a layout.

    Attributes:
        dice: where the faces come from.
        rules: the tables.
        edition: whose rooms and stairs are rolled.
        level: the dungeon level.
        scheme: by which rooms are stocked.
        spiral: whether routes are thrown for wherever there are two.
        rolls: every roll, in the order made.
    """

    dice: Dice
    rules: Rules
    edition: str = "appendix-a"
    level: int = 1
    scheme: str = "odnd"
    spiral: bool = False
    rolls: list[Outcome[Any]] = field(default_factory=list["Outcome[Any]"])

    def junction(self) -> Outcome[str]:
        """What is at a corner or junction (seed 2, d6)."""
        return self._kept(roll_on(self.rules.table("corridor.junction"), self.dice, self.rules))

    def wall(self, side: str) -> Outcome[str]:
        """What is in one wall of a passage (seed 2, d8 for each side every 60 feet)."""
        table = self.rules.table("corridor.wall")
        return self._kept(roll_on(table, self.dice, self.rules, purpose=f"{side} wall"))

    def room(self, *, exits: bool) -> Outcome[RoomPlan]:
        """How a room is shaped and how large it is, and what leads out of it."""
        return self._roll("room.size", exits=exits)

    def door(self) -> Outcome[DoorKind]:
        """How a door is shut and what it is made of."""
        return self._roll("door.kind")

    def stairs(self) -> Outcome[str]:
        """Where stairs lead."""
        return self._roll("corridor.stairs")

    def destination(self, wall: Wall, method: Method) -> Outcome[Destination]:
        """Where a door leads, by one of the five methods (seed 0)."""
        return self._roll(METHODS[method], wall=wall.value, spiral=self.spiral)

    def contents(self) -> Outcome[Any]:
        """What a new room holds."""
        return self._roll("room.contents", scheme=self.scheme)

    def _roll(self, key: str, **given: OptionValue) -> Outcome[Any]:
        options = {"edition": self.edition, "level": self.level, **given}
        return self._kept(self.rules.roll(key, self.dice, options))

    def _kept(self, outcome: Outcome[Any]) -> Outcome[Any]:
        self.rolls.append(outcome)
        return outcome

    def reasons(self, laying: Laying) -> dict[int, tuple[int, ...]]:
        """For the number of each thing the places of its rolls among all."""
        places = {id(outcome): place for place, outcome in enumerate(self.rolls)}
        return {
            thing: tuple(places[id(outcome)] for outcome in rolled if id(outcome) in places)
            for thing, rolled in laying.reasons.items()
        }


@dataclass(slots=True)
class Shares:
    """How much more is laid on this page; what is rolled beyond it stays behind closed doors.

    Attributes:
        rooms: rooms that may still be laid.
        stairs: stairs that may still be laid.
    """

    rooms: int
    stairs: int
