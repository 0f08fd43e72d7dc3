"""The letters of a growing list."""

from __future__ import annotations

import pytest

from tables.alphabet import letters_for, number_for


@pytest.mark.parametrize(
    ("number", "letters"),
    [(1, "A"), (26, "Z"), (27, "AA"), (52, "AZ"), (53, "BA"), (702, "ZZ"), (703, "AAA"), (18_278, "ZZZ")],
)
def test_numbers_have_letters(number, letters):
    assert letters_for(number) == letters
    assert number_for(letters) == number
    assert number_for(letters.lower()) == number


def test_every_number_comes_back_and_has_letters_of_its_own():
    runs = [letters_for(number) for number in range(1, 20_000)]
    assert [number_for(run) for run in runs] == list(range(1, 20_000))
    assert len(set(runs)) == len(runs)
    assert sorted(runs, key=lambda run: (len(run), run)) == runs


@pytest.mark.parametrize("text", ["", " ", "A1", "Ä", "A B", "ABCDEFGH", "１", "-", "ａ"])
def test_what_is_no_letters_has_no_number(text):
    assert number_for(text) is None


@pytest.mark.parametrize("number", [0, -1])
def test_there_are_no_letters_below_one(number):
    with pytest.raises(ValueError, match="no letters"):
        letters_for(number)
