"""Laying regions out and growing them, beside ``dungeongen``'s layout of a MEDIUM map.

``dungeongen`` stands apart, in ``.venv/beside``, and is driven in a process of its own by this same file.
The regions are checked for what is promised of every one: a map that breaks it ends the run.
``python -m benchmarks.atlas 10000`` lays so many regions out and prints what was found.
"""

from __future__ import annotations

import importlib
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.report import Goal, Measurement

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.atlas.region import Region

BESIDE = Path(sys.prefix) / "beside"

A_FIFTH = 5.0
"""How many times as fast as dungeongen a region of four letters is laid out at least."""

DOOR, SLOW_DOOR = 10.0, 60.0
"""Milliseconds of opening a door: the middle one, and one of twenty."""

WORDS = ("LEXI", "WOOD", "FING", "CHIL", "GUAN")

DOORS = 20
"""Doors that are opened in a region."""


def milliseconds(work: Callable[[], Any]) -> tuple[float, Any]:
    """What some work took of the processor, and what came of it."""
    start = time.process_time()
    done = work()
    return (time.process_time() - start) * 1_000, done


def lay(seed: int) -> Region:
    """A region of one of the words, straight and curved in turn, checked as every one is."""
    from bot.atlas.layout.lay import lay_region  # noqa: PLC0415 - dungeongen's process has not got them
    from bot.atlas.layout.rolls import Throws  # noqa: PLC0415 - as above
    from tables.dice import FairDice  # noqa: PLC0415 - as above
    from tables.procedures import RULES, perform  # noqa: PLC0415 - as above

    dice = FairDice(b"benchmark", f"region {seed}")
    options = {"word": WORDS[seed % len(WORDS)], "level": 1, "curved": seed % 2 == 1}
    return lay_region(perform("leximorph.word", options, dice).value, Throws(dice, RULES)).region


def opened(region: Region, seed: int) -> tuple[list[float], list[str]]:
    """What it took to open doors one after another, and what they led to."""
    from bot.atlas.growth.grow import grow  # noqa: PLC0415 - dungeongen's process has not got them
    from bot.atlas.layout.rolls import Throws  # noqa: PLC0415 - as above
    from tables.dice import FairDice  # noqa: PLC0415 - as above
    from tables.procedures import RULES  # noqa: PLC0415 - as above

    times, endings = list[float](), list[str]()
    for door in range(DOORS):
        dice = FairDice(b"benchmark", f"door {seed}:{door}")
        stub = region.stubs[dice.throw(len(region.stubs)) - 1].id
        took, grown = milliseconds(lambda r=region, s=stub, d=dice: grow(r, s, Throws(d, RULES)))
        times.append(took)
        endings.append(grown.led.ending)
        region = grown.region
    return times, endings


def measure(*, quick: bool) -> list[Measurement]:
    lay(0)
    theirs = their_times(3 if quick else 20)
    laid = [milliseconds(lambda s=seed: lay(s)) for seed in range(1, 4 if quick else 61)]
    times = [took for took, _ in laid]
    doors = [took for _, region in laid[: 2 if quick else 15] for took in opened(region, len(times))[0]]
    return [
        Measurement(
            "a region of four letters, laid out and checked",
            statistics.median(times),
            "ms",
            beside="dungeongen, MEDIUM",
            beside_figure=statistics.median(theirs),
            goal=Goal(A_FIFTH, "ratio"),
        ),
        Measurement("the same, one of twenty", statistics.quantiles(times, n=20)[-1], "ms"),
        Measurement("a door opened in play", statistics.median(doors), "ms", goal=Goal(DOOR)),
        Measurement(
            "the same, one of twenty", statistics.quantiles(doors, n=20)[-1], "ms", goal=Goal(SLOW_DOOR)
        ),
    ]


def their_times(count: int) -> list[float]:
    """Milliseconds of dungeongen for so many MEDIUM layouts."""
    if not (BESIDE / "dungeongen").exists():
        raise SystemExit("dungeongen is not there: run it by  make bench")
    done = subprocess.run(
        [sys.executable, __file__, "theirs", str(count)],
        env={**os.environ, "PYTHONPATH": f"{BESIDE}{os.pathsep}{Path(__file__).parent.parent}"},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def time_theirs(count: int) -> None:
    """The other side of :func:`their_times`."""
    generator = importlib.import_module("dungeongen.layout.generator")  # only this process has it
    params = importlib.import_module("dungeongen.layout.params")
    times: list[float] = []
    for seed in range(count + 1):
        size = params.GenerationParams(size=params.DungeonSize.MEDIUM)
        times.append(milliseconds(lambda s=seed, p=size: generator.DungeonGenerator(p).generate(seed=s))[0])
    print(json.dumps(times[1:]))


def lay_many(count: int) -> None:
    """Lay so many regions out: the first that breaks a promise ends it."""
    rooms = list[int]()
    for seed in range(count):
        rooms.append(sum(1 for _ in lay(seed).rooms()))
    middle = statistics.median(rooms)
    print(f"{count:,} regions, none with a fault; {min(rooms)} to {max(rooms)} rooms, {middle} in the middle")


if __name__ == "__main__":
    if sys.argv[1:2] == ["theirs"]:
        time_theirs(int(sys.argv[2]))
    else:
        lay_many(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
