"""Dice notation, from text to outcome, against ``d20``: on what was typed before, and on what never was.

``d20`` is what most bots roll with. It stands apart, in ``.venv/beside``, because it needs an older
lark than ours; it is driven in a process of its own by this same file. Both roll the same texts, whose
least and greatest totals are compared first, so that the same work is measured: both draw their faces
from Python's quick generator. The lines with fair dice say what it costs beside it that
every face can be recomputed.
"""

from __future__ import annotations

import importlib
import json
import os
import random
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from benchmarks.report import Goal, Measurement

if TYPE_CHECKING:
    from collections.abc import Callable

    from tables.dice import Dice

BESIDE = Path(sys.prefix) / "beside"
KNOWN: tuple[str, ...] = (
    "d20", "2d6", "3d6", "1d20+5", "2d6+3", "4d6kh3", "2d20kh1", "2d20kl1", "1d8+1d6+2", "10d6",
    "d100", "2d10-1", "(2d6+1)*10", "3d10*10", "8d8", "1d4+1", "6d6kh4+2", "1d12+1d8-1", "20d10", "2*(1d6+1)",
)  # fmt: skip
"""What people type, in the words that both understand."""

ROUNDS = 5


class QuickDice:
    """Faces of the generator that d20 uses too."""

    def throw(self, sides: int) -> int:
        return random.randrange(sides) + 1


def never_seen(count: int, start: int) -> list[str]:
    """So many texts that were not rolled before: each has a number that no other has."""
    chance = random.Random(start)
    shapes = ("{n}+2d6", "3d6+{n}", "1d20-{n}", "4d6kh3+{n}", "(2d8+{n})*2", "2d20kh1+{n}+1d4")
    return [chance.choice(shapes).format(n=start + number) for number in range(count)]


def rate(roll: Callable[[str], Any], texts: list[str]) -> float:
    """Rolls a second of these texts, one after the other."""
    start = time.perf_counter()
    for text in texts:
        roll(text)
    return len(texts) / (time.perf_counter() - start)


def extremes(roll: Callable[[str], int], texts: list[str]) -> list[list[int]]:
    """The least and greatest total of each text: with every die at its lowest, then at its highest face."""
    found: list[list[int]] = []
    for face in (lowest, highest):
        with patch.object(random, "randrange", face):
            found.append([roll(text) for text in texts])
    return found


def lowest(_: int) -> int:
    """What the generator gives for a die's first side: both ask it for a number below that of the sides."""
    return 0


def highest(sides: int) -> int:
    """What it gives for the last."""
    return sides - 1


class Theirs:
    """d20 in its own process, which is asked line by line."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONPATH": f"{BESIDE}{os.pathsep}{Path(__file__).parents[1]}"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.notation"],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, verb: str, texts: list[str]) -> Any:  # noqa: ANN401 - whatever was asked for
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([verb, texts]) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        self._process.communicate(timeout=30)


def answer_lines() -> None:
    """The other side of :class:`Theirs`."""
    d20 = importlib.import_module("d20")  # only this process has it
    for line in sys.stdin:
        verb, texts = json.loads(line)
        if verb == "extremes":
            answer = extremes(lambda text: d20.roll(text).total, texts)
        else:
            answer = rate(d20.roll, texts)
        print(json.dumps(answer), flush=True)


def roller(dice: Dice) -> Callable[[str], Any]:
    """What the bot does with a text, from its words to its outcome."""
    from tables import procedures  # noqa: PLC0415 - d20's process has not got what it needs
    from tables.dice import BoundedDice  # noqa: PLC0415

    return lambda text: procedures.perform("dice", {"dice": text}, BoundedDice(dice))


def measure(*, quick: bool) -> list[Measurement]:
    from tables.dice import FairDice  # noqa: PLC0415 - as above

    if not BESIDE.exists():
        raise SystemExit("d20 is not there: run it by  make bench")
    quickly, fairly = roller(QuickDice()), roller(FairDice(b"benchmark", "notation"))
    count = 200 if quick else 4_000
    rates = defaultdict[str, list[float]](list)
    theirs = Theirs()
    try:
        compared = [*KNOWN, *never_seen(50, 1_000_000_000)]
        if extremes(lambda text: quickly(text).value.total, compared) != theirs.ask("extremes", compared):
            raise AssertionError("the two do not roll the same")
        for number in range(2 if quick else ROUNDS):
            texts = {
                "seen before": list(KNOWN) * (count // len(KNOWN)),
                "never seen": never_seen(count, number * 1_000_000 + 1),
            }
            for subject, chosen in texts.items():
                rates[subject].append(rate(quickly, chosen))
                rates[f"{subject}, d20"].append(theirs.ask("rate", chosen))
            rates["seen before, fair dice"].append(rate(fairly, texts["seen before"]))
            fresh = never_seen(count, number * 1_000_000 + 500_001)
            rates["never seen, fair dice"].append(rate(fairly, fresh))
    finally:
        theirs.close()
    return [
        line(subject, rates, fair=fair) for fair in (False, True) for subject in ("seen before", "never seen")
    ]


def line(subject: str, rates: dict[str, list[float]], *, fair: bool) -> Measurement:
    ours = f"{subject}, fair dice" if fair else subject
    return Measurement(
        f"dice notation {ours}",
        max(rates[ours]),
        "rolls/s",
        more_is_better=True,
        beside="d20",
        beside_figure=max(rates[f"{subject}, d20"]),
        goal=None if fair else Goal(1.0, of="ratio"),
    )


if __name__ == "__main__":
    answer_lines()
