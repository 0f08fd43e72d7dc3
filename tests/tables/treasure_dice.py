"""What the tests of treasure share: dice that go to an end, and a hoard as amounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tables.hoards import Hoard


class FirstGiven:
    """Dice that show some given faces first, and then always the lowest or the highest."""

    def __init__(self, first: Sequence[int], *, high: bool) -> None:
        self._first = list(first)
        self._high = high

    def throw(self, sides: int) -> int:
        if self._first:
            return self._first.pop(0)
        return sides if self._high else 1


def amounts(hoard: Hoard) -> dict[str, int]:
    """How much of each kind; a scroll that is a map counts as one."""
    found: dict[str, int] = {}
    for part in hoard.parts:
        found[part.kind] = found.get(part.kind, 0) + part.amount
    return found
