"""The draw of wandering chambers, for the tests that go through all procedures."""

from __future__ import annotations

from typing import Any

from tables.chambers import KEY, Lot, entries_text

LOTS = (
    Lot(1, "Guardroom", "common", known=True),
    Lot(2, "Store of crates", "common"),
    Lot(4, "Well room", "uncommon"),
    Lot(5, "Coal cellar", "common"),
    Lot(7, "Hall of mirrors", "very-rare", known=True),
    Lot(9, "Orrery", "rare"),
    Lot(10, "Crypt", "rare"),
)

PLACES = "LEXI-1/1\nLEXI-1/2\nLEXI-1/4\nthe top of the stair"

REPLAYED: list[tuple[str, dict[str, Any]]] = [
    (KEY, {"level": 3, "entries": entries_text(LOTS)}),
    (KEY, {"level": 3}),
    (KEY, {"level": 3, "entries": entries_text(LOTS), "places": PLACES}),
    (KEY, {"level": 3, "entries": entries_text(LOTS[:3]), "places": PLACES, "once": True}),
]
