"""What the replay law is tried on, of doors."""

from typing import Any

METHODS = ("d10", "d8", "clock", "relative", "2d6")

REPLAYED: list[tuple[str, dict[str, Any]]] = [
    ("door.exits", {}),
    *(("door.exits", {"destinations": True, "method": method}) for method in METHODS),
    ("door.exits", {"destinations": True, "spiral": True}),
    *(("door.drop", {"dice": dice, "spiral": spiral}) for dice in ("4", "2d3") for spiral in (False, True)),
    ("door.kind", {}),
    *(
        ("door.beyond", {"edition": edition, "ahead": ahead})
        for edition in ("appendix-a", "osric")
        for ahead in (False, True)
    ),
    ("door.beyond.osric", {}),
    ("door.beyond.osric", {"ahead": True, "level": 5}),
    ("door.place", {}),
    ("door.place", {"edition": "osric"}),
    ("door.room-kind", {}),
]
