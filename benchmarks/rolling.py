"""How fast tables are rolled and followed to their end: ``python -m benchmarks.roll_speed``.

Each key is rolled in turns with the others, by fair dice, in one process. Beside the rolls a
second stands how many times as long a roll takes as its dice alone: what the rules add.
"""

from __future__ import annotations

import os
import time

from tables import procedures
from tables.dice import FairDice

GOAL = 10_000
"""Rolls a second of ``door.destination`` that a campaign's host can count on."""

ROUNDS = 5
SECONDS = 0.2
SLOWEST = 12


def rolls_a_second(key: str) -> float:
    dice = FairDice(b"benchmark", key)
    count, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < SECONDS:
        for _ in range(20):
            procedures.perform(key, {}, dice)
        count += 20
    return count / spent


def dice_a_second() -> float:
    dice = FairDice(b"benchmark", "dice")
    count, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < SECONDS:
        for _ in range(100):
            dice.throw(10)
        count += 100
    return count / spent


def dice_of(key: str) -> float:
    """Dice that a roll throws, on average."""
    dice = FairDice(b"count", key)
    return sum(len(procedures.perform(key, {}, dice).every_die()) for _ in range(500)) / 500


def main() -> None:
    chosen = ["door.destination", "door.d8", "door.relative"]
    every = sorted(procedures.titles(), key=lambda key: rolls_a_second(key) if key not in chosen else 0)
    keys = [*chosen, *[key for key in every if key not in chosen][:SLOWEST]]
    best = {key: max(rolls_a_second(key) for _ in range(ROUNDS)) for key in keys}
    thrown = max(dice_a_second() for _ in range(ROUNDS))
    print(f"load {os.getloadavg()[0]:.1f}; dice alone {thrown:,.0f} a second; {SLOWEST} slowest keys below\n")
    print(f"{'key':34} {'rolls/s':>9} {'dice':>6} {'× its dice':>11}")
    for key in keys:
        dice = dice_of(key)
        print(f"{key:34} {best[key]:9,.0f} {dice:6.2f} {thrown / max(dice, 0.01) / best[key]:11.1f}")
    met = best["door.destination"] >= GOAL
    print(
        f"\ndoor.destination, followed to its end: {'met' if met else 'MISSED'} the goal of {GOAL:,} a second"
    )


if __name__ == "__main__":
    main()
