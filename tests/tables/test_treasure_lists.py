"""Hoards by letter and caches by level: what each may hold, from least to most, by hand from the sources."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tables import procedures
from tables.hoard_lists import caches, types
from tests.tables.treasure_dice import FirstGiven, amounts

if TYPE_CHECKING:
    from collections.abc import Sequence

TYPES: dict[str, dict[str, tuple[int, int, int]]] = {
    "A": {
        "cp": (25, 1_000, 6_000),
        "sp": (30, 1_000, 6_000),
        "ep": (35, 1_000, 6_000),
        "gp": (40, 1_000, 10_000),
        "pp": (25, 100, 400),
        "gems": (60, 4, 40),
        "jewellery": (60, 3, 30),
        "magic": (30, 3, 3),
    },
    "B": {
        "cp": (50, 1_000, 8_000),
        "sp": (25, 1_000, 6_000),
        "ep": (25, 1_000, 4_000),
        "gp": (25, 1_000, 3_000),
        "gems": (30, 1, 8),
        "jewellery": (20, 1, 4),
        "magic": (10, 1, 1),
    },
    "C": {
        "cp": (20, 1_000, 12_000),
        "sp": (30, 1_000, 6_000),
        "ep": (10, 1_000, 4_000),
        "gems": (25, 1, 6),
        "jewellery": (20, 1, 3),
        "magic": (10, 2, 2),
    },
    "D": {
        "cp": (10, 1_000, 8_000),
        "sp": (15, 1_000, 12_000),
        "ep": (15, 1_000, 8_000),
        "gp": (50, 1_000, 6_000),
        "gems": (30, 1, 10),
        "jewellery": (25, 1, 6),
        "magic": (15, 3, 3),
    },
    "E": {
        "cp": (5, 1_000, 10_000),
        "sp": (25, 1_000, 12_000),
        "ep": (25, 1_000, 6_000),
        "gp": (25, 1_000, 8_000),
        "gems": (15, 1, 12),
        "jewellery": (10, 1, 8),
        "magic": (25, 4, 4),
    },
    "F": {
        "sp": (10, 1_000, 20_000),
        "ep": (15, 1_000, 12_000),
        "gp": (40, 1_000, 10_000),
        "pp": (35, 100, 800),
        "gems": (20, 3, 30),
        "jewellery": (10, 1, 10),
        "magic": (30, 5, 5),
    },
    "G": {
        "gp": (50, 10_000, 40_000),
        "pp": (50, 100, 2_000),
        "gems": (30, 5, 20),
        "jewellery": (25, 1, 10),
        "magic": (35, 5, 5),
    },
    "H": {
        "cp": (25, 5_000, 30_000),
        "sp": (40, 1_000, 100_000),
        "ep": (40, 10_000, 40_000),
        "gp": (55, 10_000, 60_000),
        "pp": (25, 500, 5_000),
        "gems": (50, 1, 100),
        "jewellery": (50, 10, 40),
        "magic": (15, 6, 6),
    },
    "I": {"pp": (30, 300, 1_800), "gems": (55, 2, 20), "jewellery": (50, 1, 12), "magic": (15, 1, 1)},
    "J": {"cp": (100, 3, 24)},
    "K": {"sp": (100, 3, 18)},
    "L": {"ep": (100, 2, 12)},
    "M": {"gp": (100, 2, 8)},
    "N": {"pp": (100, 1, 6)},
    "O": {"cp": (25, 1_000, 4_000), "sp": (20, 1_000, 3_000)},
    "P": {"sp": (30, 1_000, 6_000), "ep": (25, 1_000, 2_000)},
    "Q": {"gems": (50, 1, 4)},
    "R": {
        "gp": (40, 2_000, 8_000),
        "pp": (50, 1_000, 6_000),
        "gems": (55, 4, 32),
        "jewellery": (45, 1, 12),
    },
    "S": {"magic": (40, 2, 8)},
    "T": {"magic": (50, 1, 4)},
    "U": {"gems": (90, 10, 80), "jewellery": (80, 5, 30), "magic": (70, 6, 6)},
    "V": {"magic": (85, 12, 12)},
    "W": {
        "gp": (60, 5_000, 30_000),
        "pp": (15, 100, 800),
        "gems": (60, 10, 80),
        "jewellery": (50, 5, 40),
        "map": (55, 1, 1),
    },
    "X": {"magic": (60, 2, 2)},
    "Y": {"gp": (70, 2_000, 12_000)},
    "Z": {
        "cp": (20, 1_000, 3_000),
        "sp": (25, 1_000, 4_000),
        "ep": (25, 1_000, 4_000),
        "gp": (30, 1_000, 4_000),
        "pp": (30, 100, 600),
        "gems": (55, 10, 60),
        "jewellery": (50, 5, 30),
        "magic": (50, 3, 3),
    },
}
"""By letter: of each kind of thing the chance in 100, the least and the most; of magic, how many items."""


def listed(*things: tuple[int, int, int] | None) -> dict[str, tuple[int, int, int]]:
    """Things in the order of the Basic Fantasy table, the last of them one magic item."""
    kinds = ("cp", "sp", "ep", "gp", "pp", "gems", "jewellery", "magic")
    return {kind: thing for kind, thing in zip(kinds, things, strict=True) if thing is not None}


CACHES: list[tuple[str, Sequence[int], dict[str, tuple[int, int, int]]]] = [
    (
        "odnd",
        (1,),
        listed(None, (100, 100, 600), None, (50, 10, 60), None, (5, 1, 6), (5, 1, 6), (5, 1, 1)),
    ),
    (
        "odnd",
        (2, 3),
        listed(None, (100, 100, 1_200), None, (50, 100, 600), None, (10, 1, 6), (10, 1, 6), (5, 1, 1)),
    ),
    (
        "odnd",
        (4, 5),
        listed(None, (100, 1_000, 6_000), None, (50, 200, 1_200), None, (20, 1, 6), (20, 1, 6), (10, 1, 1)),
    ),
    (
        "odnd",
        (6, 7),
        listed(None, (100, 2_000, 12_000), None, (50, 500, 3_000), None, (30, 1, 6), (30, 1, 6), (15, 1, 1)),
    ),
    (
        "odnd",
        (8, 9),
        listed(
            None, (100, 5_000, 30_000), None, (50, 1_000, 6_000), None, (40, 1, 12), (40, 1, 12), (20, 1, 1)
        ),
    ),
    (
        "odnd",
        (10, 12),
        listed(
            None, (100, 5_000, 30_000), None, (50, 2_000, 12_000), None, (50, 1, 12), (50, 1, 12), (25, 1, 1)
        ),
    ),
    (
        "odnd",
        (13, 99),
        listed(
            None,
            (100, 10_000, 60_000),
            None,
            (50, 5_000, 30_000),
            None,
            (50, 1, 12),
            (50, 1, 12),
            (30, 1, 1),
        ),
    ),
    (
        "ose",
        (1,),
        listed(None, (100, 100, 600), None, (50, 10, 60), None, (5, 1, 6), (2, 1, 6), (2, 1, 1)),
    ),
    (
        "ose",
        (2, 3),
        listed(None, (100, 100, 1_200), None, (50, 100, 600), None, (10, 1, 6), (5, 1, 6), (8, 1, 1)),
    ),
    (
        "ose",
        (4, 5),
        listed(None, (100, 1_000, 6_000), None, (100, 200, 1_200), None, (20, 1, 6), (10, 1, 6), (10, 1, 1)),
    ),
    (
        "ose",
        (6, 7),
        listed(None, (100, 2_000, 12_000), None, (100, 500, 3_000), None, (30, 1, 6), (15, 1, 6), (15, 1, 1)),
    ),
    (
        "ose",
        (8, 9, 99),
        listed(
            None, (100, 5_000, 30_000), None, (100, 1_000, 6_000), None, (40, 1, 12), (20, 1, 12), (20, 1, 1)
        ),
    ),
    (
        "basic-fantasy",
        (1,),
        listed(
            (75, 100, 800),
            (50, 100, 600),
            (25, 100, 400),
            (7, 100, 400),
            (1, 100, 400),
            (7, 1, 4),
            (3, 1, 4),
            (2, 1, 1),
        ),
    ),
    (
        "basic-fantasy",
        (2,),
        listed(
            (50, 100, 1_000),
            (50, 100, 800),
            (25, 100, 600),
            (20, 100, 600),
            (2, 100, 400),
            (10, 1, 6),
            (7, 1, 4),
            (5, 1, 1),
        ),
    ),
    (
        "basic-fantasy",
        (3,),
        listed(
            (30, 200, 1_200),
            (50, 100, 1_000),
            (25, 100, 800),
            (50, 100, 600),
            (4, 100, 400),
            (15, 1, 6),
            (7, 1, 6),
            (8, 1, 1),
        ),
    ),
    (
        "basic-fantasy",
        (4, 5),
        listed(
            (20, 300, 1_800),
            (50, 200, 1_200),
            (25, 100, 1_000),
            (50, 200, 1_200),
            (8, 100, 400),
            (20, 1, 8),
            (10, 1, 6),
            (12, 1, 1),
        ),
    ),
    (
        "basic-fantasy",
        (6, 7),
        listed(
            (15, 400, 2_400),
            (50, 300, 1_800),
            (25, 100, 1_200),
            (70, 200, 1_600),
            (15, 100, 400),
            (30, 1, 8),
            (15, 1, 6),
            (16, 1, 1),
        ),
    ),
    (
        "basic-fantasy",
        (8, 99),
        listed(
            (10, 500, 3_000),
            (50, 500, 3_000),
            (25, 200, 1_600),
            (75, 400, 2_400),
            (30, 100, 400),
            (40, 1, 8),
            (30, 1, 8),
            (20, 1, 1),
        ),
    ),
]
"""By scheme and levels: the same."""


def check_list(key: str, options: dict[str, Any], things: dict[str, tuple[int, int, int]]) -> None:
    """Just within each chance all is there, from least to most; just beyond it only what is certain."""
    uncertain = [chance for chance, _, _ in things.values() if chance < 100]
    for high in (False, True):
        outcome = procedures.perform(key, options, FirstGiven(uncertain, high=high))
        expected = {kind: most if high else least for kind, (_, least, most) in things.items()}
        assert amounts(outcome.value) == expected
        assert [die.face for die in outcome.dice] == uncertain
        assert all(die.sides == 100 for die in outcome.dice)

    beyond = FirstGiven([chance + 1 for chance in uncertain], high=False)
    outcome = procedures.perform(key, options, beyond)
    certain = {kind: least for kind, (chance, least, _) in things.items() if chance == 100}
    assert amounts(outcome.value) == certain


@pytest.mark.parametrize("letter", TYPES)
def test_each_type_holds_what_the_book_says(letter: str) -> None:
    check_list("treasure.hoard", {"type": letter}, TYPES[letter])


def test_every_type_and_cache_is_written_down_here() -> None:
    assert list(TYPES) == list(types()) == list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    assert {scheme for scheme, _, _ in CACHES} == set(caches())
    assert len(CACHES) == sum(len(bands) for bands in caches().values())


@pytest.mark.parametrize(("scheme", "levels", "things"), CACHES)
def test_each_cache_holds_what_the_book_says(
    scheme: str, levels: Sequence[int], things: dict[str, tuple[int, int, int]]
) -> None:
    for level in levels:
        check_list("treasure.cache", {"scheme": scheme, "level": level}, things)


@pytest.mark.parametrize(
    ("letter", "tables"),
    [
        ("A", [""] * 3),
        ("B", [".arms"]),
        ("D", [".potion", "", ""]),
        ("E", [".scroll", "", "", ""]),
        ("F", [".potion", ".scroll", *[".no-sword-or-weapon"] * 3]),
        ("H", [".potion", ".scroll", "", "", "", ""]),
        ("S", [".potion"] * 2),
        ("T", [".scroll"]),
        ("U", [".ring", ".rod", ".miscellaneous", ".armour", ".sword", ".weapon"]),
        ("X", [".potion", ".miscellaneous"]),
    ],
)
def test_magic_is_of_the_kinds_that_the_book_says(letter: str, tables: list[str]) -> None:
    chances = [chance for chance, _, _ in TYPES[letter].values()]
    outcome = procedures.perform("treasure.hoard", {"type": letter}, FirstGiven(chances, high=False))

    rolled = [child.key for child in outcome.children if child.key != "dice"]
    assert rolled == [f"treasure.magic-kind{table}" for table in tables]
