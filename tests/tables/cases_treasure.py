"""What the replay law is tried on, of treasure."""

from typing import Any

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SCHEMES = ("odnd", "ose", "basic-fantasy", "appendix-a", "osric", "osric3")

REPLAYED: list[tuple[str, dict[str, Any]]] = [
    *(("treasure.hoard", {"type": letter}) for letter in LETTERS),
    *(("treasure.hoard", {"level": 4, "edition": edition}) for edition in ("appendix-a", "osric")),
    ("treasure.hoard", {"type": "K", "count": 30}),
    *(("treasure.cache", {"scheme": scheme, "level": level}) for scheme in SCHEMES for level in (1, 6)),
    ("treasure.map", {}),
    ("treasure.topup", {}),
    *(
        (f"treasure.{table}", {"level": 3})
        for table in ("appendix-a", "osric", "osric-guarded", "osric-valuables", "osric-chance", "osric3")
    ),
    *((f"treasure.{table}", {}) for table in ("monetary", "magic", "combined")),
]
