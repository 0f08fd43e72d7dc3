"""Several rolls at once, for the replay law."""

from typing import Any

REPLAYED: list[tuple[str, dict[str, Any]]] = [
    ("several", {"name": "door.destination", "times": 3}),
    ("several", {"name": "corridor.junction", "times": 10}),
    ("several", {"name": "corridor.wall", "times": 4, "unique": True}),
    ("several", {"name": "monster.level", "times": 2, "level": 7}),
]
