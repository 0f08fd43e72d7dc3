"""The odds of whole rooms: written by hand from the sources, then held against 100,000 rolls."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from tables import procedures
from tables.dice import FairDice
from tests.tables.chances import ROLLS, LoadedDice, check_rolls, count, likelihood, of

if TYPE_CHECKING:
    from collections.abc import Hashable

    from tables.outcome import Outcome
    from tables.room_plan import RoomPlan
    from tests.tables.chances import Chances


def shapes(unusual: Fraction) -> Chances:
    """Shapes of a built room: 3 in 20 or so are unusual; a quarter of those round, 1 in 20 a cave."""
    return {
        "circle": unusual / 4,
        "triangle": unusual * 3 / 20,
        "trapezoid": unusual * 3 / 20,
        **dict.fromkeys(("odd", "oval", "hexagon", "octagon"), unusual / 10),
        "cave": unusual / 20,
    }


def shape(outcome: Outcome[Any]) -> Hashable:
    plan = outcome.value
    return plan.shape if plan.length is None or plan.shape == "cave" else f"{plan.width}x{plan.length}"


def water(outcome: Outcome[Any]) -> Hashable:
    plan: RoomPlan = outcome.value
    fore = "" if plan.fore is None else f"{plan.fore[1]}x{plan.fore[0]}+"
    size = f"{fore}{plan.width}x{plan.length}" if plan.area < 80_000 else "mammoth"
    return (size, plan.feature)


def number_of_exits(outcome: Outcome[Any]) -> Hashable:
    exits = outcome.value.exits
    return (len(exits), exits[0].kind if exits else None)


def first_exit(outcome: Outcome[Any]) -> Hashable:
    """Every cave has at least one way out: it is larger than the rows with none."""
    return (outcome.value.exits[0].place, outcome.value.exits[0].lead)


def rarity(outcome: Outcome[Any]) -> Hashable:
    """The rarity that is told, which is the one of the list that was rolled on last."""
    *_, last = outcome.walk()
    assert last.key == f"room.purpose.{outcome.value.rarity.replace(' ', '-')}"
    assert last.value == outcome.value.room
    return outcome.value.rarity


OSRIC = {"edition": "osric"}

PROCEDURES: list[tuple[str, dict[str, Any], Any, Chances]] = [
    (
        "room.size",
        {"exits": False},
        shape,
        of(20, **{"10x10": 2, "20x20": 2, "30x30": 2, "40x40": 2, "10x20": 2, "20x30": 3, "20x40": 2})
        | {"30x40": Fraction(1, 10)}
        | shapes(Fraction(3, 20)),
    ),
    (
        "room.size",
        {"exits": False, **OSRIC},
        shape,
        of(20, **{"10x10": 1, "20x20": 3, "30x30": 3, "40x40": 3, "10x20": 1, "20x30": 2, "20x40": 2})
        | {"30x40": Fraction(3, 20)}
        | shapes(Fraction(1, 10)),
    ),
    (
        "room.chamber",
        {"exits": False},
        shape,
        of(20, **{"20x20": 4, "30x30": 2, "40x40": 2, "20x30": 5, "30x50": 2, "40x60": 2})
        | shapes(Fraction(3, 20)),
    ),
    (
        "room.chamber",
        {"exits": False, **OSRIC},
        shape,
        of(20, **{"10x20": 1, "20x20": 3, "30x30": 2, "40x40": 2, "20x30": 2, "20x40": 3, "40x50": 2})
        | {"40x60": Fraction(1, 10)}
        | shapes(Fraction(3, 20)),
    ),
    (
        "room.cave",
        {"exits": False},
        water,
        {
            ("40x60", None): Fraction(1, 4),
            ("50x75", None): Fraction(1, 10),
            ("20x30+60x60", None): Fraction(1, 10),
            ("35x50+80x90", None): Fraction(1, 10),
            ("95x125", None): Fraction(3, 50),
            ("95x125", "pool"): Fraction(9, 100),
            ("120x150", None): Fraction(1, 10),
            ("150x200", None): Fraction(1, 25),
            ("150x200", "pool"): Fraction(3, 50),
            ("mammoth", None): Fraction(1, 20),
            ("mammoth", "lake"): Fraction(1, 20),
        },
    ),
    (
        "room.cave",
        {"exits": False, **OSRIC},
        water,
        {
            ("40x60", None): Fraction(1, 4),
            ("50x75", None): Fraction(1, 10),
            ("30x30+60x60", None): Fraction(1, 10),
            ("30x50+80x100", None): Fraction(3, 50),
            ("30x50+80x100", "pool"): Fraction(1, 25),
            ("100x125", None): Fraction(9, 100),
            ("100x125", "pool"): Fraction(3, 50),
            ("125x150", None): Fraction(1, 10),
            ("150x200", None): Fraction(3, 50),
            ("150x200", "pool"): Fraction(1, 25),
            ("mammoth", None): Fraction(3, 50),
            ("mammoth", "lake"): Fraction(1, 25),
        },
    ),
    (
        # More than 1,600 square feet: 1 on 10-15 and a quarter of 16-18, the others 3 in 20 each and a
        # quarter of 16-18; 19-20 one door.
        "room.cave",
        {},
        number_of_exits,
        {
            (1, "passage"): Fraction(27, 80),
            (2, "passage"): Fraction(15, 80),
            (3, "passage"): Fraction(15, 80),
            (4, "passage"): Fraction(15, 80),
            (1, "door"): Fraction(8, 80),
        },
    ),
    (
        "room.cave",
        OSRIC,
        number_of_exits,
        {
            (1, "passage"): Fraction(7, 20),
            (2, "passage"): Fraction(5, 20),
            (3, "passage"): Fraction(4, 20),
            (4, "passage"): Fraction(3, 20),
            (1, "door"): Fraction(1, 20),
        },
    ),
    (
        "room.cave",
        {},
        first_exit,
        {
            (place, lead): Fraction(places, 20) * Fraction(leads, 20)
            for place, places in (("opposite", 7), ("left", 5), ("right", 5), ("same", 3))
            for lead, leads in (("straight", 16), ("left", 2), ("right", 2))
        },
    ),
    (
        # 96 throws of d8+d12, those of "rare or very rare" (3 for 4, 3 for 18) halved.
        "room.purpose",
        {},
        rarity,
        {
            "common": Fraction(40, 96),
            "uncommon": Fraction(26, 96),
            "rare": Fraction(18 + 3, 96),
            "very rare": Fraction(6 + 3, 96),
        },
    ),
]
"""How likely each end of each procedure is."""


def test_every_procedure_for_rooms_has_odds_by_hand() -> None:
    of_rooms = {key for key in procedures.PROCEDURES if key.startswith("room.")}

    assert {key for key, _, _, _ in PROCEDURES} == of_rooms - {"room.contents"}


@pytest.mark.parametrize(("key", "options", "end_of", "chances"), PROCEDURES)
def test_100_000_rolls_of_a_procedure_fall_as_they_should(
    key: str, options: dict[str, Any], end_of: Any, chances: Chances
) -> None:
    check_rolls(key, options, chances, end_of)


def test_a_mammoth_cavern_is_as_wide_and_long_as_the_book_says() -> None:
    """250 to 300 by 350 to 400 feet, in steps of 10, each as likely."""
    dice = FairDice(b"mammoth", "cavern")
    sides: set[tuple[int, int]] = set()
    for _ in range(ROLLS // 20):
        plan = procedures.perform("room.cave", {"exits": False}, dice).value
        if plan.area > 80_000:
            sides.add((plan.width, plan.length))

    assert sides == {(width, length) for width in range(250, 301, 10) for length in range(350, 401, 10)}


def test_loaded_dice_are_found_out() -> None:
    """The tests above are no tests unless dice that are a little off fail them."""
    key, options, end_of, chances = PROCEDURES[0]

    counts = count(key, options, end_of, LoadedDice(20, 19))

    assert likelihood(counts, chances) < 1e-6
