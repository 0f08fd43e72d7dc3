"""No missing character is ever drawn as a box."""

from __future__ import annotations

import pytest

from bot.drawing.fonts import drawable, typeface


@pytest.mark.parametrize("text", ["¼½¾×–—′″•éßд", "CR ½ – Ä and €", "Room 6A: 30′ × 40′", "−2", "o’clock"])
def test_what_the_type_has_stays(text: str) -> None:
    """C36."""
    assert drawable(text) == text


@pytest.mark.parametrize(
    ("text", "set_as"),
    [
        ("🐉 Dragon’s door", "Dragon’s door"),
        ("月", ""),
        ("👩‍👩‍👧", ""),
        ("𝖏𝖚", "ju"),
        ("N → S", "N -> S"),
        ("e\u0301", "é"),
        ("a\u200bb\u202ec\u0000", "abc"),
        ("one\ntwo\tthree", "one two three"),
        ("\ue000\U0010ffff", ""),
        ("", ""),
    ],
)
def test_what_the_type_lacks_is_spelled_or_left_out(text: str, set_as: str) -> None:
    """C36."""
    assert drawable(text) == set_as


def test_weights_are_drawn_apart() -> None:
    light, heavy = (typeface(60, weight).getlength("Undercroft") for weight in (300, 900))

    assert heavy > light * 1.05


def test_a_size_and_weight_is_loaded_once() -> None:
    assert typeface(40, 700) is typeface(40, 700)
