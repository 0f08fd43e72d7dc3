"""The type of the maps, Roboto Condensed, and which characters it can set."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache

from fontpkg import path  # pyright: ignore[reportMissingTypeStubs] - it ships its types inline, unmarked
from PIL import Image, ImageDraw, ImageFont

FAMILY = "Roboto Condensed"

UNASSIGNED = "\U0010fffe"
"""A code point that no type has a character for."""

SPELLED = {"→": "->", "←": "<-", "⇒": "=>", "‑": "-", "\u00a0": " ", "\t": " ", "\n": " "}
"""Characters that the type lacks or a line cannot hold, and what is set instead."""


@cache
def _file() -> str:
    return str(path(FAMILY))


@cache
def typeface(size: int, weight: int) -> ImageFont.FreeTypeFont:
    """The type in a size of pixels and a weight of 100 to 900."""
    font = ImageFont.truetype(_file(), size, layout_engine=ImageFont.Layout.BASIC)
    font.set_variation_by_axes([weight])
    return font


def drawable(text: str) -> str:
    """``text`` as far as the type can set it: what it lacks is spelled otherwise or left out.

    A map never shows the empty box of a missing character.
    """
    composed = unicodedata.normalize("NFC", text)
    kept = "".join(_substitute(character) for character in composed)
    return " ".join(kept.split())


@lru_cache(maxsize=1_024)
def _substitute(character: str) -> str:
    """What is set for one character; nothing where it cannot be set at all."""
    if character in SPELLED:
        return SPELLED[character]
    if _has(character):
        return character
    plain = unicodedata.normalize("NFKD", character)
    if plain == character:
        return ""
    return "".join(part for part in plain if _has(part) and not unicodedata.combining(part))


def _has(character: str) -> bool:
    """Whether the type has this character; those that it lacks all draw the same box."""
    if unicodedata.category(character)[0] in "CZ":
        return character == " "
    return _drawn(character) != _drawn(UNASSIGNED)


def _drawn(character: str) -> bytes:
    """The pixels of one character."""
    image = Image.new("L", (64, 64))
    ImageDraw.Draw(image).text((16, 40), character, fill=255, font=typeface(32, 400), anchor="ls")
    return image.tobytes()
