"""What the replay law is tried on, of leximorphs."""

from typing import Any

REPLAYED: list[tuple[str, dict[str, Any]]] = [
    ("leximorph.letters", {}),
    ("leximorph.letters", {"rotate": True, "level": 7, "curved": True}),
    ("leximorph.letters", {"sectors": 1, "rotate": True}),
    ("leximorph.letters", {"sectors": 2, "rotate": True}),
    ("leximorph.letters", {"sectors": 9}),
    ("leximorph.word", {}),
    ("leximorph.word", {"word": "LEXImorph", "rotate": True}),
    ("leximorph.word", {"rotate": True}),
    ("leximorph.headline", {"text": "Guantanamo detainees moved to Illinois prison"}),
]
