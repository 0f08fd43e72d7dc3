"""Rooms in a few signs."""

from __future__ import annotations

import pytest

from tables.errors import OptionError
from tables.region_codes import Region
from tables.room_lists import rooms_of

LEXI = Region("LEXI", 1)


@pytest.mark.parametrize(
    ("text", "rooms"),
    [
        ("1-3,14", "1 2 3 14"),
        (" 3 ; 1–3, 6a, 3", "3 1 2 6A"),
        ("12", "12"),
        ("7-7,", "7"),
        ("1-999", " ".join(str(number) for number in range(1, 1_000))),
    ],
)
def test_rooms_are_read_each_once_in_order(text: str, rooms: str) -> None:
    assert [room.code for room in rooms_of(LEXI, text)] == [f"LEXI-1/{number}" for number in rooms.split()]


@pytest.mark.parametrize(
    "text", ["", ",", "0", "0-3", "3-1", "1-", "-3", "a", "1..3", "1000", "٣", "1-3a", "1 2"]
)
def test_what_is_no_list_of_rooms_is_refused(text: str) -> None:
    with pytest.raises(OptionError):
        rooms_of(LEXI, text)
