"""The replay law: the faces of an outcome give that outcome, and no other faces do."""

from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tables import procedures
from tables.dice import FairDice
from tables.errors import FacesError
from tables.outcome import Outcome

SEEDS = 1_000
"""Rolls of each key, shared among the cases of its options; each case has 100 at least."""

Options = dict[str, Any]

WALLS: list[Options] = [{"wall": wall, "spiral": spiral} for wall in "NESW" for spiral in (False, True)]
NUMBERS: list[Options] = [{}, {"room": 2}, {"rooms": 6}, {"room": 2, "rooms": 4}]


def of_subjects() -> list[tuple[str, Options]]:
    """The cases of every subject: the lists REPLAYED of the modules cases_….py beside this one."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("cases_*.py"))
    assert names
    return [case for name in names for case in import_module(f"tests.tables.{name}").REPLAYED]


BY_SUBJECT: list[tuple[str, Options]] = [
    *((key, options) for key in ("door.destination", "door.d8", "door.clock") for options in WALLS),
    *(
        ("door.relative", {**numbers, "wall": "E", "spiral": spiral})
        for numbers in NUMBERS
        for spiral in (False, True)
    ),
    *(("door.2d6", options) for options in ({}, {"rooms": 2}, {"rooms": 100, "wall": "W"})),
    *(("door.room", options) for options in ({}, {"rooms": 1_000})),
    *of_subjects(),
]

CASES = [
    *BY_SUBJECT,
    *((key, {}) for key in procedures.titles() if key not in procedures.PROCEDURES),
]


def test_every_procedure_is_among_the_cases() -> None:
    assert {key for key, _ in BY_SUBJECT} >= set(procedures.PROCEDURES) - {"dice"}


def with_one_changed(outcome: Outcome[Any], seed: int) -> tuple[int, ...]:
    """The faces with one of them changed to another that its die has."""
    dice = outcome.every_die()
    place = seed % len(dice)
    sides, side = dice[place].sides, dice[place].face or dice[place].sides
    other = (side + seed // len(dice) % (sides - 1)) % sides + 1
    shown = 0 if other == sides == 10 else other
    assert shown != dice[place].face
    return tuple(shown if index == place else die.face for index, die in enumerate(dice))


def replay(key: str, options: Options, seeds: int = SEEDS) -> Counter[str]:
    """Roll so many times, replay each, and change one face; how often that differed or was refused."""
    changes: Counter[str] = Counter()
    for seed in range(seeds):
        outcome = procedures.perform(key, options, FairDice(b"replay", f"{key} {seed}"))
        assert procedures.perform_by_hand(key, options, outcome.faces()) == outcome
        if not outcome.every_die():
            changes["no dice"] += 1
            continue

        changed = with_one_changed(outcome, seed)
        try:
            other = procedures.perform_by_hand(key, options, changed)
        except FacesError:
            changes["refused"] += 1
        else:
            assert other != outcome
            # A tenth side is 0 on the tables that write it so, and 10 on others.
            sides = [die.sides for die in other.every_die()]
            assert [face or most for face, most in zip(other.faces(), sides, strict=True)] == [
                face or most for face, most in zip(changed, sides, strict=True)
            ]
            changes["differed"] += 1
    return changes


@pytest.mark.parametrize(("key", "options"), CASES)
def test_the_faces_of_an_outcome_give_it_again_and_no_others_do(key: str, options: Options) -> None:
    seeds = max(100, SEEDS // sum(key == other for other, _ in CASES))

    changes = replay(key, options, seeds)

    assert changes.total() == seeds
    assert changes["differed"] > 0 or changes["no dice"] == seeds


@pytest.mark.parametrize("key", ["door.destination", "door.relative", "door.2d6", "door.second"])
def test_faces_that_ask_for_other_dice_are_refused(key: str) -> None:
    assert replay(key, {})["refused"] > 0
