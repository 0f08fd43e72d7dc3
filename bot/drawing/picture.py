"""A finished picture."""

from __future__ import annotations

from dataclasses import dataclass

LONGEST_ALT = 1024
"""Characters that Discord takes as a picture's description."""

WIDTH = 960
"""Pixels across every picture."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture for a message.

    Attributes:
        png: the file's bytes, with nothing in them but pixels.
        alt: what is to be seen, in words, for those who cannot see it; at most 1024 characters.
        width, height: in pixels.
    """

    png: bytes
    alt: str
    width: int
    height: int
