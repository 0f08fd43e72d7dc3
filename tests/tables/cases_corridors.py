"""Corridors and traps, for the replay law."""

from typing import Any

EDITIONS = ("appendix-a", "osric")

REPLAYED: list[tuple[str, dict[str, Any]]] = [
    *(("corridor.junction", {"count": count}) for count in (1, 2, 20)),
    *(("corridor.wall", {"length": length}) for length in (60, 119, 240, 1_200)),
    *(
        (f"corridor.{what}", {"edition": edition})
        for what in ("periodic", "passage", "width", "turn", "stairs")
        for edition in EDITIONS
    ),
    *((f"corridor.{what}.osric", {}) for what in ("periodic", "passage", "width", "turn", "stairs")),
    *(("corridor.wandering", {"rules": rules}) for rules in ("odnd", "bx", "adnd", "osric")),
    *((f"wandering.{rules}", {}) for rules in ("odnd", "bx", "adnd", "osric")),
    ("trap.kind", {}),
    *(
        ("trap.roll", {"place": place, "level": level})
        for place in ("passage", "room", "door", "container")
        for level in (1, 9)
    ),
]
