"""When two names are one: however they are cased, accented, spaced, or laced with signs nobody sees."""

from __future__ import annotations

import unicodedata

from bot.campaign.errors import DocumentRefused

MAX_NAME = 80
"""Characters of an entry's name."""

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories of characters that nobody sees."""


def shown_name(text: str, limit: int = MAX_NAME) -> str:
    """A name as it is kept: composed, without signs nobody sees, single spaces, none at the ends.

    Raises:
        DocumentRefused: nothing is left of it, or it is longer than ``limit`` characters.
    """
    composed = unicodedata.normalize("NFC", text[: 20 * limit])
    seen = "".join(
        sign if unicodedata.category(sign) not in _UNSEEN else " " * sign.isspace() for sign in composed
    )
    name = " ".join(seen.split())
    if not name:
        raise DocumentRefused("A name needs at least one sign that can be seen. Nothing was saved.")
    if len(name) > limit:
        raise DocumentRefused(f"A name can have {limit} characters at most. Nothing was saved.")
    return name


def name_key(name: str) -> str:
    """What does not tell names apart taken away: the same for "Ägir", "ägir " and "A\u0308gir"."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    seen = "".join(
        sign if unicodedata.category(sign) not in _UNSEEN else " " * sign.isspace() for sign in folded
    )
    return " ".join(seen.split())[:200]
