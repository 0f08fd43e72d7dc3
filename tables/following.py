"""What follows a roll of which neither its procedure nor its tables say anything.

Whatever is rolled leads on: a table that is a part of something leads to the next part,
and what ends a chain leads to what is rolled in that place anyhow.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tables.procedure import Offer
from tables.rolling import NOTHING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tables.outcome import Outcome
    from tables.procedure import OptionValue

AFTER: Mapping[str, str] = MappingProxyType(
    {
        "corridor": "corridor.periodic",
        "corridor.periodic": "corridor.wall",
        "corridor.stairs": "corridor.wall",
        "door": "door.beyond",
        "door.dead-end": "corridor.wall",
        "door.exits": "room.contents",
        "door.room": "room.size",
        "door.room-kind": "room.size",
        "door.round": "corridor.wall",
        "door.route": "corridor.junction",
        "door.second": "corridor.junction",
        "door.turn": "corridor.wall",
        "encounter": "encounter.room",
        "encounter.buy": "encounter.level",
        "encounter.cr": "encounter.pool",
        "encounter.lair": "encounter.pool",
        "leximorph": "leximorph.letters",
        "points": "encounter.room",
        "room": "room.contents",
        "room.exit-direction": "door.kind",
        "room.exit-moved": "room.exit-direction",
        "room.exits": "room.exit-place",
        "room.round": "room.unusual-size",
        "room.unusual-shape": "room.unusual-size",
        "room.unusual-size": "room.exits",
        "stocking": "room.purpose",
        "stocking.appendix-a.stairs": "corridor.stairs",
        "trap": "trap.severity",
        "trap.kind": "trap.trigger",
        "trap.severity": "room.contents",
        "treasure": "treasure.container",
        "treasure.container": "treasure.protection",
        "treasure.guard": "trap.severity",
        "treasure.hiding": "treasure.cache",
        "treasure.hoard": "room.purpose",
        "treasure.map": "encounter.room",
        "treasure.map-guard": "treasure.monetary",
        "treasure.map-place": "treasure.map-guard",
        "treasure.osric": "room.purpose",
        "treasure.osric-chance": "room.purpose",
        "treasure.osric-guarded": "room.purpose",
        "treasure.protection": "trap.roll",
        "treasure.topup": "room.contents",
        "treasure.vein": "room.purpose",
        "wandering": "corridor.periodic",
    }
)
"""What is rolled next, by the key of what was rolled or by its first parts, of which the longest counts."""


WITH: Mapping[str, Mapping[str, OptionValue]] = MappingProxyType(
    {
        "points": {"occupied": True},
        "points.arneson": {"occupied": True, "scheme": "arneson"},
        "treasure.protection": {"place": "container"},
    }
)
"""How it is rolled then, by keys as in :data:`AFTER`."""

OF_LEVEL = "monster.level"
"""What these tables give is the level of the monster that is picked next."""


def after(outcome: Outcome[Any]) -> Offer | None:
    """What follows; None for dice, which belong to nothing."""
    if outcome.key.startswith(OF_LEVEL):
        return Offer("encounter.pick", options={"level": int(outcome.value)})
    beginnings = _beginnings(outcome.key)
    key = next((AFTER[each] for each in beginnings if each in AFTER), None)
    known = next((WITH[each] for each in beginnings if each in WITH), NOTHING)
    return Offer(key, options=known) if key is not None else None


def _beginnings(key: str) -> tuple[str, ...]:
    """A key and its first parts, the longest first."""
    parts = key.split(".")
    return tuple(".".join(parts[:length]) for length in range(len(parts), 0, -1))
