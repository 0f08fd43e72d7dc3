"""Encounters, for the replay law."""

from typing import Any

MATRICES = ("adnd", "odnd", "osric2", "osric3", "arneson")

REPLAYED: list[tuple[str, dict[str, Any]]] = [
    ("encounter.room", {}),
    ("encounter.room", {"level": 4, "occupied": True, "lair": True}),
    ("encounter.room", {"level": 9, "occupied": True, "matrix": "osric3", "extra": 8}),
    ("encounter.room", {"level": 3, "monster": "orc"}),
    ("encounter.room", {"level": 10, "scheme": "arneson"}),
    *(("encounter.level", {"level": 7, "method": method}) for method in MATRICES),
    *(("encounter.pool", {"level": 5, "method": method}) for method in ("level", "arneson")),
    *(("encounter.pick", {"level": 2, "weight": weight}) for weight in ("frequency", "even")),
    ("encounter.pick", {"level": 7, "scheme": "arneson"}),
    *(("encounter.lair", {"monster": name}) for name in ("orc", "orc chieftain", "ghost", "ankheg")),
    ("encounter.lair", {"monster": "solar"}),
    ("encounter.buy", {"points": "40", "monster": "ghost"}),
    ("encounter.cr", {"hd": "3+3", "sa": 1}),
    ("points.level", {"level": 9}),
]
