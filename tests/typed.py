"""What people type into commands, shared by the tests that call every command there is."""

from __future__ import annotations

from typing import Any

PLAIN: dict[str, dict[str, Any]] = {
    "roll": {"dice": "2d6"},
    "table roll": {"name": "door.second"},
    "table show": {"name": "door.second"},
    "leximorph headline": {"text": "Miners of Chile find a dragon under the mountain"},
    "encounter buy": {"points": "40", "cr": "2"},
    "encounter cr": {"hd": "3+3"},
    "treasure hoard": {"type": "B"},
    "history find": {"words": "door"},
    "campaign create": {"name": "The Prisoner's Forge"},
    "campaign bind": {"campaign": "The Prisoner's Forge"},
    "campaign rename": {"name": "The Drowned Forge"},
    "chamber add": {"level": 3, "name": "hall of mirrors"},
    "chamber list": {"level": 3},
    "chamber show": {"level": 3, "chamber": "1"},
    "chamber edit": {"level": 3, "chamber": "1", "name": "hall of many mirrors"},
    "chamber place": {"level": 3, "chamber": "1", "where": "LEXI-3/12"},
    "chamber roll": {"level": 3},
    "chamber retire": {"level": 3, "chamber": "1"},
    "monster add": {"level": 3, "name": "hoard crawler"},
    "monster show": {"monster": "A", "level": 3},
    "monster edit": {"monster": "A", "level": 3, "notes": "hungry"},
    "monster copy": {"monster": "A", "to": 4},
    "monster find": {"text": "crawler"},
    "monster import": {"level": 3},
    "monster retire": {"monster": "A", "level": 3},
    "wander list": {"region": "LEXI-3"},
    "place label": {"room": "LEXI-3/12", "label": "M:A"},
    "place list": {"region": "LEXI-3"},
    "party create": {"name": "The Lantern Bearers"},
    "party join": {"character": "Mora"},
    "party leave": {"character": "Mora"},
}
"""What a command has to be told before it does anything; one that is not here needs nothing."""

UGLY_WORDS: tuple[Any, ...] = (
    "@everyone @here <@&1> <@1>",
    "**bold** `code` ~~gone~~ ||hidden|| [l](https://example.org) # \\",
    "\u202e\u2066right to left",
    "\u200b\u200d\ufeff",
    "d6\0",
    "🐉👩\u200d👩\u200d👧𝖏𝖚月",
    "x" * 6_000,
    "'; DROP TABLE event; --",
    "",
    7,
    True,
    None,
)
"""What no client sends, or nobody means, where text is asked for."""

UGLY_NUMBERS: tuple[Any, ...] = (0, -1, 1, 2**31, 2**53, 10**30, "three", "9" * 6_000, "", True, None)
"""The same where a number is asked for."""

UGLY_CHOICES: tuple[Any, ...] = ("yes", 2, "", None)
"""The same where yes or no is asked for."""
