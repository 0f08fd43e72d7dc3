"""Names of regions and rooms, and the labels of quick stocking: read and printed alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.errors import OptionError, OverLimit, Refusal
from tables.region_codes import parse_region, parse_room
from tables.stocking_labels import (
    CONTAINERS,
    WALLS,
    HiddenTreasure,
    MonsterLabel,
    parse_label,
    parse_labels,
)

PLACES = st.integers(1, 26 + 26**2 + 26**3)
MONSTERS = st.builds(MonsterLabel, PLACES, st.sampled_from(["", *CONTAINERS]))
HIDDEN = st.one_of(
    st.just(HiddenTreasure("floor")),
    st.sampled_from([HiddenTreasure("wall"), *(HiddenTreasure("wall", wall) for wall in WALLS)]),
)


@given(MONSTERS, st.booleans())
def test_a_monsters_label_is_read_as_it_is_printed(label: MonsterLabel, extraordinary: bool) -> None:
    assert parse_label(label.written(extraordinary=extraordinary)) == label


@given(HIDDEN)
def test_a_hidden_treasures_label_is_read_as_it_is_printed(label: HiddenTreasure) -> None:
    assert parse_label(label.written()) == label


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("M:Q", MonsterLabel(17)),
        ("m: q", MonsterLabel(17)),
        ("M:Q chest", MonsterLabel(17, "chest")),
        ("M:Q+chest", MonsterLabel(17, "chest")),
        ("M:q  HUGE   chest", MonsterLabel(17, "huge chest")),
        ("M:Q c", MonsterLabel(17, "chest")),
        ("H:floor", HiddenTreasure("floor")),
        ("h:Wall n", HiddenTreasure("wall", "N")),
        ("H:wall", HiddenTreasure("wall")),
    ],
)
def test_labels_as_people_write_them(text: str, label: MonsterLabel | HiddenTreasure) -> None:
    assert parse_label(text) == label


@pytest.mark.parametrize(
    "text",
    ["", "Q", "M:", "M:1", "M:QUAD", "M:Q barrel", "H:", "H:roof", "H:wall up", "H:floor N", "@everyone"],
)
def test_what_is_no_label_is_refused_with_how_to_write_it(text: str) -> None:
    with pytest.raises(OptionError, match="write"):
        parse_label(text)


@given(st.text(max_size=60))
def test_any_text_is_labels_or_a_refusal(text: str) -> None:
    try:
        labels = parse_labels(text)
    except Refusal:
        return
    assert parse_labels(", ".join(label.written() for label in labels)) == labels


def test_a_room_has_several_labels_but_not_any_number() -> None:
    assert parse_labels("M:Q chest, m:r; H:wall N") == (
        *(MonsterLabel(17, "chest"), MonsterLabel(18), HiddenTreasure("wall", "N")),
    )
    with pytest.raises(OverLimit, match="8 labels"):
        parse_labels(", ".join(["M:A"] * 9))
    with pytest.raises(OptionError, match="No label"):
        parse_labels(" , ")


def test_regions_and_rooms_are_called_by_letters_level_and_number() -> None:
    assert parse_region(" lexi-1 ").code == "LEXI-1"
    assert parse_region("GUAN–12").level == 12
    assert parse_room("lexi-1/6a").code == "LEXI-1/6A"
    assert parse_room("LEXI-1 / 12").region == parse_region("LEXI-1")


@pytest.mark.parametrize("text", ["", "LEXI", "LEXI-0", "LEXI-100", "LEXIS-1", "ЛЕКС-1", "LEXI-1/12", "1-1"])
def test_what_is_no_region_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match="such as LEXI-1"):
        parse_region(text)


@pytest.mark.parametrize("text", ["", "LEXI-1", "LEXI-1/", "LEXI-1/0", "12", "LEXI-1/12/3", "LEXI-1/AA"])
def test_what_is_no_room_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match="LEXI-1/12"):
        parse_room(text)
