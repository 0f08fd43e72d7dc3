"""A region while it is being laid."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from bot.atlas.region import Door, Mark, Passage, Place, Stub

if TYPE_CHECKING:
    from bot.atlas.layout.ground import Ground
    from bot.atlas.layout.opening import Opening
    from bot.atlas.layout.rolls import Shares, Throws
    from tables.outcome import Outcome


@dataclass(slots=True)
class Laying:
    """What is there so far, each under its number, and the rolls that it came from.

    Attributes:
        ground: which squares are dug.
        places, passages, doors, stubs, marks: what there is.
        reasons: for each number the rolls that it came from.
        boxes: west, north, width and height of each room, in squares.
        groups: for each room that another room's exit leads to, that room.
        ways: for each closed door of a room where it could lead.
        last: the number that was given last.
    """

    ground: Ground

    places: dict[int, Place] = field(default_factory=dict[int, Place])
    passages: dict[int, Passage] = field(default_factory=dict[int, Passage])
    doors: dict[int, Door] = field(default_factory=dict[int, Door])
    stubs: dict[int, Stub] = field(default_factory=dict[int, Stub])
    marks: dict[int, Mark] = field(default_factory=dict[int, Mark])
    reasons: dict[int, tuple[Outcome[Any], ...]] = field(
        default_factory=dict[int, "tuple[Outcome[Any], ...]"]
    )
    boxes: dict[int, tuple[int, int, int, int]] = field(
        default_factory=dict[int, "tuple[int, int, int, int]"]
    )
    groups: dict[int, int] = field(default_factory=dict[int, int])
    ways: dict[int, Opening] = field(default_factory=dict[int, "Opening"])
    last: int = 0

    def join(self, passage: int, place: int) -> None:
        """Let a passage that ended in rock lead to a place."""
        self.passages[passage] = replace(
            self.passages[passage], between=(self.passages[passage].between[0], place)
        )

    def because(self, thing: int, *rolled: Outcome[Any]) -> None:
        """Keep the rolls that a thing came from."""
        self.reasons[thing] = (*self.reasons.get(thing, ()), *rolled)

    def next_id(self) -> int:
        """A number that nothing has had."""
        self.last += 1
        return self.last

    def put(self, thing: Place | Passage | Door | Stub | Mark) -> int:
        """Keep a thing under its number, which is returned."""
        if isinstance(thing, Place):
            self.places[thing.id] = thing
        elif isinstance(thing, Passage):
            self.passages[thing.id] = thing
        elif isinstance(thing, Door):
            self.doors[thing.id] = thing
        elif isinstance(thing, Stub):
            self.stubs[thing.id] = thing
        else:
            self.marks[thing.id] = thing
        return thing.id

    def rooms_after(self, number: int) -> tuple[int, ...]:
        """The rooms that have been laid since a number was given."""
        return tuple(place.id for place in self.places.values() if place.kind == "room" and place.id > number)

    def number(self, place: int, written: str) -> None:
        """Write a number into a room."""
        self.places[place] = replace(self.places[place], number=written)


@dataclass(frozen=True, slots=True)
class Site:
    """What a layout works with.

    Attributes:
        laying: what there is so far.
        throws: who throws.
        shares: how much more is laid.
    """

    laying: Laying
    throws: Throws
    shares: Shares
