"""The letters as strokes: by hand what they hold, and what their file refuses."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from tables.errors import CatalogError
from tables.letters import SIZE, STROKES, letters, loops_of, pieces_of, read_letters

if TYPE_CHECKING:
    from pathlib import Path

CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

LOOPS = {"A": 1, "B": 2, "D": 1, "O": 1, "P": 1, "Q": 1, "R": 1, "g": 1}
"""Those that hold any."""

ENDS = {"B": 0, "D": 0, "O": 0, "P": 1, "g": 1} | dict.fromkeys("EFJTY", 3) | dict.fromkeys("HIKX", 4)
"""The loose ends of each, as one counts them on paper; two where it says nothing."""

CURVED = set("BCDGJOPQRSUg")


def test_the_capitals_and_g_are_there() -> None:
    assert set(letters()) == {*CAPITALS, "g"}


@pytest.mark.parametrize("name", [*CAPITALS, "g"])
def test_a_letter_has_its_loops_and_its_ends(name: str) -> None:
    letter = letters()[name]
    reached = [point for edge in letter.edges() for point in edge]

    assert letter.loops() == LOOPS.get(name, 0)
    assert sum(reached.count(point) == 1 for point in set(reached)) == ENDS.get(name, 2)


@pytest.mark.parametrize("name", [*CAPITALS, "g"])
def test_a_letter_is_whole_and_fills_its_square(name: str) -> None:
    letter = letters()[name]
    points = {point for edge in letter.edges() for point in edge}

    assert pieces_of(letter.edges()) == 1
    assert {min(y for _, y in points), max(y for _, y in points)} == {0, SIZE}
    across = {min(x for x, _ in points), max(x for x, _ in points)}
    assert across == ({2, 6} if name == "I" else {0, SIZE})


@pytest.mark.parametrize("name", [*CAPITALS, "g"])
def test_round_letters_are_round_where_their_strokes_turn(name: str) -> None:
    letter = letters()[name]
    turns: set[tuple[int, int]] = set()
    for stroke in letter.strokes:
        closed = stroke[0] == stroke[-1]
        turns.update(stroke if closed else stroke[1:-1])

    assert letter.curved is (name in CURVED)
    assert turns.issuperset(letter.rounded)


def test_turning_is_clockwise_and_four_turns_are_none() -> None:
    ell = letters()["L"]

    assert ell.strokes == (((0, 0), (0, 8), (8, 8)),)
    assert ell.turned(1).strokes == (((8, 0), (0, 0), (0, 8)),)
    assert ell.turned(2).strokes == (((8, 8), (8, 0), (0, 0)),)
    assert ell.turned(3).strokes == (((0, 8), (8, 8), (8, 0)),)
    for letter in letters().values():
        assert letter.turned(4) == letter
        assert all(letter.turned(turn).loops() == letter.loops() for turn in range(4))


def test_strokes_run_along_rows_columns_and_diagonals() -> None:
    for letter in letters().values():
        for stroke in letter.strokes:
            for (x, y), (to_x, to_y) in pairwise(stroke):
                assert 0 in (to_x - x, to_y - y) or abs(to_x - x) == abs(to_y - y)


def test_loops_are_counted_on_any_network() -> None:
    square = [((0, 0), (1, 0)), ((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 0), (1, 1))]

    assert loops_of(square) == 1
    assert loops_of(square[:-1]) == 0
    assert loops_of([*square, ((5, 5), (6, 6))]) == 1
    assert pieces_of([*square, ((5, 5), (6, 6))]) == 2


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("L,00-08-88", "no letter with its strokes"),
        ("L,00-08-88,,more", "no letter with its strokes"),
        ("ß,00-08-88,", "no letter with its strokes"),
        ("L,00-08-89,", "does not name crossings"),
        ("L,00-08-8,", "does not name crossings"),
        ("L,,", "does not name crossings"),
        ("L,00-08-24,", "no row, column or diagonal"),
        ("L,00-08-08-88,", "no row, column or diagonal"),
        ("L,00-08; 80-88,", "do not hang together"),
        ("L,00-11-21-30; 10-01-00; 10-20-21,", "cross between the crossings"),
        ("L,00-08-88,44", "lies on none of its strokes"),
        ("T,00-08-88,", "stands there twice"),
        ("", "nothing is said of L"),
    ],
)
def test_a_wrong_line_is_refused(tmp_path: Path, line: str, problem: str) -> None:
    lines = STROKES.read_text(encoding="utf-8").splitlines()
    (place,) = [index for index, each in enumerate(lines) if each.startswith("L,")]
    lines[place : place + 1] = [line] if line else []
    wrong = tmp_path / "strokes.csv"
    wrong.write_text("\n".join(lines), encoding="utf-8")

    with pytest.raises(CatalogError, match=problem):
        read_letters(wrong)


def test_a_file_with_other_columns_is_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "strokes.csv"
    wrong.write_text("name,lines\nL,00-08-88\n", encoding="utf-8")

    with pytest.raises(CatalogError, match="its columns are not letter, strokes, rounded"):
        read_letters(wrong)
