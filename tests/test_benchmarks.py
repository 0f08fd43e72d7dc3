"""What `make bench` prints: ratios that mean one thing, goals that can be missed, and modules that run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.__main__ import NAMES
from benchmarks.report import Goal, Measurement, table

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("figure", "beside", "more_is_better", "ratio"),
    [(200, 100, True, 2.0), (50, 100, True, 0.5), (50, 100, False, 2.0), (200, 100, False, 0.5)],
)
def test_a_ratio_above_one_is_always_better(figure, beside, more_is_better, ratio):
    measured = Measurement("x", figure, "ms", more_is_better=more_is_better, beside="y", beside_figure=beside)
    assert measured.ratio == pytest.approx(ratio)


@pytest.mark.parametrize(
    ("figure", "goal", "more_is_better", "met"),
    [
        (801, Goal(800), True, True),
        (799, Goal(800), True, False),
        (19, Goal(20), False, True),
        (21, Goal(20), False, False),
        (100, Goal(1.0, of="ratio"), True, True),
        (99, Goal(1.0, of="ratio"), True, False),
        (100, None, True, None),
    ],
)
def test_a_goal_is_met_or_missed(figure, goal, more_is_better, met):
    measured = Measurement(
        "x", figure, "rolls/s", more_is_better=more_is_better, beside="y", beside_figure=100, goal=goal
    )
    assert measured.met is met
    assert ("**missed**" in table([measured])) == (met is False)


def test_a_goal_of_a_ratio_needs_something_beside():
    with pytest.raises(ValueError, match="nothing beside it"):
        _ = Measurement("x", 1, "ms", goal=Goal(1, of="ratio")).met


def test_every_name_is_a_module():
    assert {f"{name}.py" for name in NAMES} <= {file.name for file in (ROOT / "benchmarks").iterdir()}


@pytest.mark.parametrize("name", ["rolling", "writing"])
def test_a_short_run_prints_its_table(name):
    words = [sys.executable, "-m", "benchmarks", name, "--quick"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode in {0, 1}, done.stderr
    assert done.stdout.count("|") > 20
    assert "Traceback" not in done.stderr


def test_a_name_that_is_none_is_told():
    words = [sys.executable, "-m", "benchmarks", "doors"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert "there is no doors" in done.stderr
