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
