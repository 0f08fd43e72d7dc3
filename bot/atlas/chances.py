"""Numbers that look like chance and belong to a place: hatching, stones and ragged edges.

They follow from a seed and two whole numbers alone, so that a spot looks the same whatever else
is on the map and whatever was drawn before. Nothing is ever rolled with them.
"""

from __future__ import annotations

from functools import lru_cache

_MASK = 0xFFFFFFFF


@lru_cache(maxsize=4096)
def chances(seed: int, column: int, row: int) -> tuple[float, ...]:
    """Seven numbers from 0 to 1 that belong to one place of the lattice."""
    mixed = (seed * 0x9E3779B1 ^ column * 0x85EBCA77 ^ row * 0xC2B2AE3D) & _MASK
    numbers: list[float] = []
    for _ in range(7):
        mixed = (mixed + 0x6D2B79F5) & _MASK
        value = mixed
        value = (value ^ value >> 15) * (value | 1) & _MASK
        value ^= value + ((value ^ value >> 7) * (value | 61) & _MASK) & _MASK
        numbers.append(((value ^ value >> 14) & _MASK) / (_MASK + 1))
    return tuple(numbers)
