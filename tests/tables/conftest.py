"""Tools for the rules' tests: exact distributions, and catalogs of made-up files."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

import pytest

from tables.catalog import read

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tables.catalog import Catalog
    from tables.dice import Dice

Result = TypeVar("Result")


class _Undecided(Exception):  # noqa: N818 - not an error: the next die is to be branched on
    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class _Beginning:
    """Dice whose first faces are fixed."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self._faces = list(faces)

    def throw(self, sides: int) -> int:
        if not self._faces:
            raise _Undecided(sides)
        return self._faces.pop(0)


def every_outcome(run: Callable[[Dice], Result]) -> dict[Result, Fraction]:
    """All that a roll can give, each with its exact chance: every face of every die is tried."""
    found: dict[Result, Fraction] = {}
    undecided = [((), Fraction(1))]
    while undecided:
        faces, chance = undecided.pop()
        try:
            result = run(_Beginning(faces))
        except _Undecided as pending:
            undecided += [((*faces, face), chance / pending.sides) for face in range(1, pending.sides + 1)]
        else:
            found[result] = found.get(result, Fraction(0)) + chance
    return found


@pytest.fixture(name="every_outcome")
def every_outcome_fixture() -> Callable[[Callable[[Dice], Result]], dict[Result, Fraction]]:
    """The function that lists all that a roll can give."""
    return every_outcome


@pytest.fixture
def catalog_of(tmp_path: Path) -> Callable[..., Catalog]:
    """Reads a catalog from rows written in the test.

    ``catalog_of(a=("d6", '{on = "1-6", text = "x"}'))`` has one table, "made.a".
    """

    def make(**tables: tuple[str, ...]) -> Catalog:
        folder = tmp_path / "made"
        folder.mkdir()
        for name, (dice, *rows) in tables.items():
            lines = [
                f'key = "made.{name}"',
                f'title = "The table {name}"',
                f'dice = "{dice}"',
                'purpose = "test"',
                "rows = [",
                *(f"  {row}," for row in rows),
                "]",
                'source = {work = "this test", section = "whole"}',
            ]
            (folder / f"{name}.toml").write_text("\n".join(lines), encoding="utf-8")
        return read(tmp_path)

    return make
