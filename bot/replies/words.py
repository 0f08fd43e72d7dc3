"""Text on its way to Discord: tidied, cut, escaped."""

from __future__ import annotations

import re
import unicodedata

MAX_TEXT = 4_000
"""Characters that all the texts of one message may hold together."""

MAX_ALT_TEXT = 1_024
"""Characters of a picture's description."""

MAX_NAME = 48
"""Characters that a person's name takes in a message; Discord's longest has 32, before escaping."""

_MARKDOWN = str.maketrans({sign: f"\\{sign}" for sign in "\\*_~`|>#-+[]()<@:"})
_NUMBERED = re.compile(r"^(\d+)\.", re.MULTILINE)
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_KEPT = {"\n", "\u200d"}
"""Line ends, and what joins one emoji out of several."""


def tidy(text: str) -> str:
    """The text without what cannot be seen: controls, direction overrides, zero-width marks.

    Runs of blanks become one, and the whole is in composed form, so that two texts
    that look alike are alike.
    """
    seen = "".join(
        character
        for character in unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\t", " "))
        if character in _KEPT or unicodedata.category(character) not in _INVISIBLE
    )
    return "\n".join(re.sub(r" {2,}", " ", line).strip() for line in seen.strip().split("\n")).strip("\u200d")


def cut(text: str, length: int) -> str:
    """The text, at most ``length`` characters long; an ellipsis stands for what was cut."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def escape(text: str) -> str:
    """The text as Discord shows it letter by letter: no markdown, no mention, no link, no emoji code."""
    return _NUMBERED.sub(r"\1\.", text.translate(_MARKDOWN))


def fit(text: str, length: int) -> str:
    """The text as :func:`escape` gives it, at most ``length`` characters long as Discord counts them.

    What has to be escaped takes two characters, so a text is cut by what it takes and not by
    what it has: otherwise one full of asterisks would make a message that Discord refuses.
    """
    whole = escape(text)
    if len(whole) <= length:
        return whole
    kept = text[:length]
    while (excess := len(escape(kept)) + 1 - length) > 0:
        kept = kept[: -((excess + 1) // 2)]
    return escape(kept.rstrip()) + "…"


def one_line(text: str, length: int) -> str:
    """A user's text as one escaped line of at most ``length`` characters, as :func:`fit` counts."""
    return fit(" ".join(tidy(text).split()), length)


ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def ordinal(number: int) -> str:
    """The ordinal of a number: "second", "11th"."""
    if number < len(ORDINALS):
        return ORDINALS[number]
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
