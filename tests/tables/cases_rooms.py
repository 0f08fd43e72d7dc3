"""Rooms and what they hold, for the replay law."""

from typing import Any

EDITIONS = ("appendix-a", "osric")

SCHEMES = (
    "odnd",
    "talysman",
    "bx",
    "appendix-a",
    "osric",
    "labyrinth-lord",
    "basic-fantasy",
    "whitebox",
    "arneson",
    "points",
)

REPLAYED: list[tuple[str, dict[str, Any]]] = [
    *(
        (key, {"edition": edition, "exits": exits})
        for key in ("room.size", "room.chamber", "room.cave")
        for edition in EDITIONS
        for exits in (True, False)
    ),
    ("room.purpose", {}),
    *(("room.contents", {"scheme": scheme, "level": 4}) for scheme in SCHEMES),
    *((f"stocking.{scheme}", {}) for scheme in SCHEMES),
    *(("stocking.arneson", {"level": level}) for level in (2, 3, 5, 6)),
    *((f"stocking.{key}", {}) for key in ("one-roll", "2d6", "restock", "restock.2d6", "restock.visit")),
]
