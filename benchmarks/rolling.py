"""How fast tables are rolled and followed to their end, beside their dice alone.

Each key is rolled in turns with the others, by fair dice, in one process. The ratio says how much of a
roll is the dice themselves, which are drawn from a hash: what is missing to 1 is what the rules add.
"""

from __future__ import annotations

import time

from benchmarks.report import Goal, Measurement
from tables import procedures
from tables.dice import FairDice

GOAL = 10_000
"""Rolls a second of ``door.destination`` that a campaign's host can count on."""

SLOWEST = 3


def rolls_a_second(key: str, seconds: float) -> float:
    dice = FairDice(b"benchmark", key)
    count, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        for _ in range(20):
            procedures.perform(key, {}, dice)
        count += 20
    return count / spent


def dice_a_second(seconds: float) -> float:
    dice = FairDice(b"benchmark", "dice")
    count, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        for _ in range(100):
            dice.throw(10)
        count += 100
    return count / spent


def dice_of(key: str) -> float:
    """Dice that a roll throws, on average."""
    dice = FairDice(b"count", key)
    return sum(len(procedures.perform(key, {}, dice).every_die()) for _ in range(500)) / 500


def measure(*, quick: bool) -> list[Measurement]:
    seconds, rounds = (0.02, 1) if quick else (0.2, 5)
    keys = sorted(procedures.titles(), key=lambda key: rolls_a_second(key, seconds / 4))
    chosen = ["door.destination", *[key for key in keys if key != "door.destination"][:SLOWEST]]
    best, thrown = dict.fromkeys(chosen, 0.0), 0.0
    for _ in range(rounds):
        thrown = max(thrown, dice_a_second(seconds))
        best = {key: max(rate, rolls_a_second(key, seconds)) for key, rate in best.items()}
    return [
        Measurement(
            f"{key}, followed to its end" if place == 0 else f"{key}, of all keys the slowest {place}",
            rate,
            "rolls/s",
            more_is_better=True,
            beside="its dice alone",
            beside_figure=thrown / max(dice_of(key), 0.01),
            goal=Goal(GOAL) if place == 0 else None,
        )
        for place, (key, rate) in enumerate(best.items())
    ]
