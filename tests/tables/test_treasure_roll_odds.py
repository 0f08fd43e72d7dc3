"""The odds of treasure rolled to its end, written by hand from the sources, against 100,000 rolls."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from tables import procedures
from tables.treasure_tables import BY_LEVEL
from tests.tables.chances import LoadedDice, check_rolls, count, likelihood, of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from tables.dice import Dice
    from tables.outcome import Outcome
    from tests.tables.chances import Chances


def parts(total: int, shares: dict[Any, int]) -> Chances:
    """Chances as shares of a total."""
    assert sum(shares.values()) == total
    return {value: Fraction(share, total) for value, share in shares.items()}


MAP_AMONG_MAGIC = Fraction(15, 100) * Fraction(2, 20)
"""An item of any kind is a scroll 15 times in 100, and of 20 scrolls two are treasure maps."""


def first_part(outcome: Outcome[Any]) -> Hashable:
    """The one thing that was found: its kind, with the amount where that is not the name of an item."""
    if not outcome.value.parts:
        return "nothing"
    (part,) = outcome.value.parts
    return (part.kind, part.amount)


def with_item(chance: Fraction) -> Chances:
    """One magic item of any kind, which may turn out to be a map."""
    return {("magic", 1): chance * (1 - MAP_AMONG_MAGIC), ("map", 1): chance * MAP_AMONG_MAGIC}


def two_d(sides: int, unit: int, kind: str, chance: Fraction) -> Chances:
    """The amounts of two dice of a kind."""
    return {
        (kind, total * unit): chance * Fraction(sides - abs(total - sides - 1), sides * sides)
        for total in range(2, 2 * sides + 1)
    }


def osric(first: int, last: int) -> Chances:
    """OSRIC's treasure of level 2: the shares of copper and of magic differ with a monster."""
    twentieth = Fraction(1, 20)
    return {
        **two_d(10, 200, "cp", first * twentieth),
        **two_d(10, 200, "sp", 5 * twentieth),
        **two_d(8, 200, "ep", 3 * twentieth),
        **{("gp", amount): 2 * twentieth / 4 for amount in (200, 400, 600, 800)},
        **two_d(10, 20, "pp", 2 * twentieth),
        **{("gems", amount): twentieth * Fraction(5, 8) / 3 for amount in (2, 4, 6)},
        ("jewellery", 2): twentieth * Fraction(3, 8),
        "nothing": twentieth * Fraction(5, 8),
        **with_item(last * twentieth + twentieth * Fraction(3, 8)),
    }


def kinds_there(outcome: Outcome[Any]) -> Hashable:
    """Which kinds of things a hoard holds; a map that was among the magic counts as magic."""
    return tuple(sorted({"magic" if part.kind == "map" else part.kind for part in outcome.value.parts}))


def independent(**chances: int) -> Chances:
    """Which of several things are there, each with its chance in 100."""
    found: Chances = {}
    for there in product((True, False), repeat=len(chances)):
        names = tuple(sorted(name for name, has in zip(chances, there, strict=True) if has))
        odds_of_all = Fraction(1)
        for chance, has in zip(chances.values(), there, strict=True):
            odds_of_all *= Fraction(chance if has else 100 - chance, 100)
        if odds_of_all:
            found[names] = odds_of_all
    return found


def monetary_rows(outcome: Outcome[Any]) -> Hashable:
    """The row that came, and those that were rolled again on it."""
    return (
        outcome.rows[0].first,
        *(child.rows[0].first for child in outcome.children if child.key == "treasure.monetary"),
    )


SEVENTEENTHS = {1: 2, 3: 3, 6: 5, 11: 2, 13: 3, 16: 2}
"""The rows of the d17 by their first number: copper, electrum, gold, platinum, gems, jewels."""

MONETARY: Chances = {
    **{(row,): Fraction(share, 20) for row, share in SEVENTEENTHS.items()},
    **{
        (18, one, two): Fraction(1, 20) * Fraction(SEVENTEENTHS[one] * SEVENTEENTHS[two], 17**2)
        for one, two in product(SEVENTEENTHS, repeat=2)
    },
    **{
        (19, *three): Fraction(1, 20)
        * Fraction(SEVENTEENTHS[three[0]] * SEVENTEENTHS[three[1]] * SEVENTEENTHS[three[2]], 17**3)
        for three in product(SEVENTEENTHS, repeat=3)
    },
    (20,): Fraction(1, 20),
}


def items_by_place(outcome: Outcome[Any]) -> Hashable:
    """How many magic items are in a hoard, where its map leads, and near by; maps among them count."""
    hoard = outcome.value
    return tuple(
        sum(part.amount for part in hoard.parts if part.where == place and part.kind in ("magic", "map"))
        for place in ("here", "map", "near")
    )


def followed(outcome: Outcome[Any]) -> Hashable:
    """What a found map leads to, how far that is, and what keeps it."""
    value = outcome.value
    far = "caves" if value.place.startswith("to caves") else "outdoors"
    return (value.kind, far, value.guard)


def kind_of(outcome: Outcome[Any]) -> Hashable:
    """What the map table leads to."""
    return outcome.value.kind


GUARDS = {
    "buried, with nobody to guard it": 10,
    "sunk in water": 10,
    "in a lair that is guarded": 50,
    "in a ruin": 10,
    "in a burial crypt": 10,
    "hidden in a town": 10,
}

PROCEDURES: list[tuple[str, dict[str, Any], Chances, Any]] = [
    (
        "treasure.appendix-a",
        {"level": 3},
        {
            ("cp", 3000): Fraction(25, 100),
            ("sp", 3000): Fraction(25, 100),
            ("ep", 2250): Fraction(15, 100),
            ("gp", 750): Fraction(15, 100),
            ("pp", 300): Fraction(10, 100),
            **{("gems", amount): Fraction(1, 100) for amount in (3, 6, 9, 12)},
            ("jewellery", 3): Fraction(3, 100),
            **with_item(Fraction(3, 100)),
        },
        first_part,
    ),
    ("treasure.osric", {"level": 2}, osric(5, 1), first_part),
    ("treasure.osric-guarded", {"level": 2}, osric(4, 2), first_part),
    (
        "treasure.osric-valuables",
        {"level": 4},
        {
            **{("gems", amount): Fraction(5, 24) for amount in (4, 8, 12)},
            ("jewellery", 4): Fraction(3, 8),
        },
        first_part,
    ),
    (
        "treasure.osric-chance",
        {"level": 4},
        {"nothing": Fraction(5, 8), **with_item(Fraction(3, 8))},
        first_part,
    ),
    (
        "treasure.osric3",
        {"level": 2},
        {
            ("cp", 3000): Fraction(35, 100),
            ("sp", 1500): Fraction(30, 100),
            ("gp", 500): Fraction(15, 100),
            ("pp", 200): Fraction(10, 100),
            **{("gems", amount): Fraction(5, 300) for amount in (2, 4, 6)},
            ("jewellery", 2): Fraction(2, 100),
            **with_item(Fraction(3, 100)),
        },
        first_part,
    ),
    ("treasure.monetary", {}, MONETARY, monetary_rows),
    (
        "treasure.magic",
        {},
        # 5 for rows 1-5 and 20, 2 for 6-8, 3 for 9-14, 12 for 15-18, 4 for 19
        parts(20, {(5, 0, 0): 6, (2, 0, 0): 3, (3, 0, 0): 6, (12, 0, 0): 4, (4, 0, 0): 1}),
        items_by_place,
    ),
    (
        "treasure.combined",
        {},
        parts(
            100,
            {
                (2, 0, 0): 20 + 20,
                (17, 0, 0): 15,
                (6, 0, 0): 10,
                (14, 0, 0): 10,
                (8, 0, 0): 5,
                (1, 5, 0): 5,  # the map itself, and what it leads to
                (1, 4, 0): 5,
                (0, 0, 5): 6,
                (0, 0, 17): 4,
            },
        ),
        items_by_place,
    ),
    (
        "treasure.map",
        {},
        {
            ("false", "caves", None): Fraction(5 * 20, 100**2),
            ("false", "outdoors", None): Fraction(5 * 80, 100**2),
            **{
                (kind, far, guard): Fraction(share * near * kept, 100**3)
                for (kind, share) in (("monetary", 65), ("magic", 20), ("combined", 10))
                for (far, near) in (("caves", 20), ("outdoors", 80))
                for (guard, kept) in GUARDS.items()
            },
        },
        followed,
    ),
    (
        "treasure.topup",
        {},
        of(100, false=5, monetary=65, magic=20, combined=10),
        kind_of,
    ),
    (
        "treasure.hoard",
        {"type": "A"},
        independent(cp=25, sp=30, ep=35, gp=40, pp=25, gems=60, jewellery=60, magic=30),
        kinds_there,
    ),
    ("treasure.cache", {}, independent(sp=100, gp=50, gems=5, jewellery=5, magic=5), kinds_there),
]
"""How likely each end of each procedure is."""


def test_every_procedure_for_treasure_has_odds_by_hand() -> None:
    rolled = {key for key in procedures.PROCEDURES if key.startswith("treasure.")}

    assert {key for key, _, _, _ in PROCEDURES} == rolled
    for _, _, chances, _ in PROCEDURES:
        assert sum(chances.values()) == 1


@pytest.mark.parametrize(
    ("key", "options", "by_hand", "end_of"), [case for case in PROCEDURES if case[0] in BY_LEVEL]
)
def test_the_odds_by_level_are_exactly_those_by_hand(
    key: str,
    options: dict[str, Any],
    by_hand: Chances,
    end_of: Callable[[Outcome[Any]], Hashable],
    every_outcome: Callable[[Callable[[Dice], Hashable]], Chances],
) -> None:
    chances = every_outcome(lambda dice: end_of(procedures.perform(key, options, dice)))

    assert chances == by_hand


@pytest.mark.parametrize(("key", "options", "chances", "end_of"), PROCEDURES)
def test_100_000_rolls_of_a_procedure_fall_as_they_should(
    key: str, options: dict[str, Any], chances: Chances, end_of: Callable[[Outcome[Any]], Hashable]
) -> None:
    check_rolls(key, options, chances, end_of)


def test_loaded_dice_are_found_out() -> None:
    """The test above is no test unless dice that are a little off fail it."""
    counts = count("treasure.appendix-a", {"level": 3}, first_part, LoadedDice(100, 92))

    assert likelihood(counts, PROCEDURES[0][2]) < 1e-6
