"""A monster's figures as people write them."""

from __future__ import annotations

import pytest

from tables.errors import OptionError
from tables.figures import (
    Figures,
    read_abilities,
    read_appearing,
    read_hit_dice,
    read_hit_points,
    read_lair,
)


@pytest.mark.parametrize(
    ("figures", "rating"),
    [
        (Figures(hd="1"), "1"),  # the second list of examples: orc, wild dog, shrieker, piercer, dire wolf
        (Figures(hd="1+1"), "1 1/4"),
        (Figures(hd="3"), "3"),
        (Figures(hd="3", sa=1), "4"),
        (Figures(hd="3+3"), "3 3/4"),
        (Figures(hd="6", sa=2), "7 3/4"),
        (Figures(hd="6", ea=1), "7 3/4"),
        (Figures(hd="10", ea=4), "17"),
        (Figures(hp="13 1/2"), "3"),
        (Figures(hd="8", hp="13 1/2"), "3"),  # hit points count before hit dice
        (Figures(hp="1d6"), "3/4"),
        (Figures(hd="1/2"), "1/2"),
        (Figures(sa=2, ea=1), ""),
        (Figures(), ""),
    ],
)
def test_the_rating_follows_from_the_figures(figures, rating):
    assert figures.rating == rating


@pytest.mark.parametrize(
    ("read", "typed", "kept"),
    [
        (read_hit_dice, " 3+3 ", "3+3"),
        (read_hit_dice, "1−1", "1-1"),
        (read_hit_dice, "½", "½"),
        (read_hit_dice, "3.0", "3"),
        (read_hit_points, "13.5", "13 1/2"),
        (read_hit_points, "13,5 HP", "13 1/2"),
        (read_hit_points, "4", "4"),
        (read_hit_points, "3d8hp", "3d8"),
        (read_hit_points, "17½", "17 1/2"),
        (read_appearing, "30d10", "30d10"),
        (read_appearing, "3d10x10", "3d10*10"),
        (read_appearing, "3d10 × 10", "3d10*10"),
        (read_appearing, "2-8", "2d4"),
        (read_appearing, "30–300", "30d10"),
        (read_appearing, "2-7", "1d6+1"),
        (read_appearing, "1d6 (2d10)", "1d6; 2d10"),
        (read_appearing, "3-12 (6-60)", "3d4; 6d10"),
        (read_appearing, "1", "1"),
        (read_lair, "35", 35),
        (read_lair, "35 %", 35),
        (read_lair, "0.35", 35),
        (read_lair, "0,5", 50),
        (read_lair, "nil", 0),
        (read_lair, "35.0", 35),
        (read_lair, "35,00 %", 35),
        (read_lair, "0.0", 0),
        (read_lair, "100", 100),
    ],
)
def test_figures_are_put_into_one_form(read, typed, kept):
    assert read(typed) == kept


@pytest.mark.parametrize(
    ("read", "typed"),
    [
        (read_hit_dice, "many"),
        (read_hit_dice, "3.Mar"),
        (read_hit_dice, "03.03.2026"),
        (read_hit_dice, "0"),
        (read_hit_dice, "9" * 300),
        (read_hit_points, "0"),
        (read_hit_points, "0.25"),
        (read_hit_points, "-4"),
        (read_hit_points, ""),
        (read_hit_points, "١٢"),
        (read_appearing, "varies"),
        (read_appearing, "0d6"),
        (read_appearing, "4-9999"),
        (read_appearing, "8-2"),
        (read_appearing, "9999d9999"),
        (read_appearing, "d" * 41),
        (read_lair, "101"),
        (read_lair, "-1"),
        (read_lair, "often"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(read, typed):
    with pytest.raises(OptionError) as refused:
        read(typed)
    assert len(str(refused.value)) < 250


@pytest.mark.parametrize("typed", ["two", "100", "-1", "1.5", "²", "1" * 5_000])
def test_abilities_are_counted(typed):
    with pytest.raises(OptionError, match="SA is how many"):
        read_abilities(typed, "SA")
    assert read_abilities(" 2 ", "SA") == read_abilities("2,0", "SA") == 2


def test_a_date_made_of_hit_dice_is_named():
    with pytest.raises(OptionError, match="made one of the hit dice"):
        read_hit_dice("1-Jan")
