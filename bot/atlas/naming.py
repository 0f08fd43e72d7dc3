"""What ways on and rooms are called, so that everybody at the table knows which is meant."""

from __future__ import annotations

from collections import Counter
from math import hypot
from typing import TYPE_CHECKING

from tables.destination import COMPASS_NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.atlas.region import Place, Region, Stub, StubKind

KINDS: Mapping[StubKind, str] = {
    "door": "door",
    "secret door": "secret door",
    "passage": "passage",
    "blocked": "blocked passage",
}
"""What is seen of a way on, in words."""

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
"""Which of several like ways, from the north and then from the west."""


def stub_names(region: Region) -> dict[int, str]:
    """The name of every way on by its number: "12, north door", "corridor by 7, second east door".

    No two are alike. They are made from the region alone, so a redacted one gives nothing away.
    """
    bases = {stub.id: _base(region, stub) for stub in region.stubs}
    counted = Counter(bases.values())
    found: dict[int, str] = {}
    used = Counter[tuple[str, str]]()
    for stub in sorted(region.stubs, key=lambda each: (each.spot.y, each.spot.x, each.id)):
        base = bases[stub.id]
        where, what = base
        if counted[base] > 1:
            place = used[base]
            used[base] += 1
            which = ORDINALS[place] if place < len(ORDINALS) else f"{place + 1}th"
            what = f"{which} {what}"
        found[stub.id] = f"{where}, {what}"
    return found


def _base(region: Region, stub: Stub) -> tuple[str, str]:
    place = next((place for place in region.places if place.id == stub.at), None)
    what = f"{COMPASS_NAMES[stub.facing]} {KINDS[stub.kind]}"
    if place is not None and place.number:
        return place.number, what
    near = nearest_room(region, stub)
    return ("corridor" if near is None else f"corridor by {near.number}"), what


def nearest_room(region: Region, stub: Stub) -> Place | None:
    """The numbered room that is nearest to a way on."""
    rooms = [room for room in region.rooms() if room.number]
    return min(
        rooms,
        key=lambda room: (hypot(room.spot.x - stub.spot.x, room.spot.y - stub.spot.y), room.id),
        default=None,
    )
