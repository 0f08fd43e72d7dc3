"""The verb encounter, as a shell sees it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def encounter(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the verb in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "bot", "encounter", *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def test_a_room_as_json() -> None:
    """The ninth room of the source: 36 points buy three slime creatures."""
    done = encounter("--level", "9", "--faces", "13,14,1,3", "--json")

    assert (done.returncode, done.stderr) == (0, "")
    document = json.loads(done.stdout)
    assert [(die["sides"], die["face"]) for die in document.pop("dice")] == [
        (20, 13),
        (20, 14),
        (6, 1),
        (6, 3),
    ]
    assert document == {
        "level": 9,
        "scheme": "points",
        "occupied": True,
        "monster_level": 7,
        "points": "36",
        "groups": [{"monster": "slime creature", "cr": "12", "number": 3, "cost": "36", "lair": False}],
        "left": "0",
        "treasure": None,
    }


def test_a_room_in_words() -> None:
    done = encounter("--level", "7", "--scheme", "arneson", "occupied=yes", "--faces", "5,7,6")

    assert done.returncode == 0
    assert "Here are 4 balrogs (level VII, 75 points each)." in done.stdout
    assert "d10:6 → 300 points" in done.stdout


def test_a_seed_gives_the_same_room() -> None:
    first, again, other = (encounter("--level", "5", "--seed", seed, "--json") for seed in ("a", "a", "b"))

    assert first.returncode == 0
    assert first.stdout == again.stdout != other.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "--level"),
        (("--level", "0"), "level is a whole number from 1 to 99"),
        (("--level", "-1"), "level is a whole number from 1 to 99"),
        (("--level", "1000"), "level is a whole number from 1 to 99"),
        (("--level", "deep"), "not “deep”"),
        (("--level", "3", "--scheme", "bx"), "choose points or arneson"),
        (("--level", "3", "monster=gohst"), "Did you mean ghost?"),
        (("--level", "3", "--faces", "21"), "a d20 does not show that"),
    ],
)
def test_bad_use_is_one_line_on_stderr(words: tuple[str, ...], said: str) -> None:
    done = encounter(*words)

    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
