"""What a benchmark gives, and the table that ``make bench`` prints of it.

A figure of one evening on one machine says little; a ratio of two things done in turns in the same run says
much. So a measurement carries, wherever there is one, what it stands beside: the best that others
have for the same work, or the least that the work can cost.
"""

from __future__ import annotations

import importlib
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, cast

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Goal:
    """What is asked of a measurement: of its figure, or of its ratio to what stands beside it."""

    bound: float
    of: Literal["figure", "ratio"] = "figure"


@dataclass(frozen=True, slots=True)
class Measurement:
    """One line of the table.

    Args:
        subject: what was measured, in a few words.
        figure: what it came to.
        unit: of the figure: "rolls/s", "ms", "MiB", "kB".
        more_is_better: rates yes; times and sizes no.
        beside: what was measured beside it in the same run, by name; empty for nothing.
        beside_figure: what that came to, in the same unit.
        goal: the bound that the figure or the ratio has to keep; none where none was set.
    """

    subject: str
    figure: float
    unit: str
    more_is_better: bool = False
    beside: str = ""
    beside_figure: float | None = None
    goal: Goal | None = None

    @property
    def ratio(self) -> float | None:
        """How many times as good it is as what stands beside it: above 1 is better, for rates and times."""
        if not self.beside_figure or not self.figure:
            return None
        ratio = self.figure / self.beside_figure
        return ratio if self.more_is_better else 1 / ratio

    @property
    def met(self) -> bool | None:
        """Whether the goal was kept; none where none was set.

        Raises:
            ValueError: the goal is one of the ratio, and nothing stands beside the figure.
        """
        if self.goal is None:
            return None
        if self.goal.of == "figure":
            return self.figure >= self.goal.bound if self.more_is_better else self.figure <= self.goal.bound
        if self.ratio is None:
            raise ValueError(f"{self.subject} has nothing beside it")
        return self.ratio >= self.goal.bound

    def cells(self) -> tuple[str, ...]:
        beside = "" if self.beside_figure is None else f"{self.beside} {_number(self.beside_figure)}"
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        verdict = {None: "", True: "met", False: "**missed**"}[self.met]
        return self.subject, f"{_number(self.figure)} {self.unit}", beside, ratio, self._goal(), verdict

    def _goal(self) -> str:
        if self.goal is None:
            return ""
        if self.goal.of == "ratio":
            return f"ratio ≥ {self.goal.bound:g}"
        return f"{'≥' if self.more_is_better else '≤'} {_number(self.goal.bound)} {self.unit}"


HEAD = ("measured", "ours", "beside it", "ratio", "goal", "")


def _number(figure: float) -> str:
    """Three digits that count, with thousands set apart."""
    if figure >= 100:
        return f"{figure:,.0f}"
    return f"{figure:.1f}" if figure >= 10 else f"{figure:.2f}"


def table(measurements: Iterable[Measurement]) -> str:
    """The measurements as a Markdown table, which a terminal shows in columns too."""
    rows = [HEAD, *(measurement.cells() for measurement in measurements)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in rows
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def measured(name: str, *, quick: bool) -> list[Measurement]:
    """What the module of that name gives, in the process that calls this."""
    module = importlib.import_module(f"benchmarks.{name}")
    return cast("list[Measurement]", module.measure(quick=quick))


def load() -> str:
    """How busy the machine has been, as a sentence for the table's head and foot."""
    if not hasattr(os, "getloadavg"):
        return f"{os.cpu_count()} processors"
    last, five, _ = os.getloadavg()
    return f"{os.cpu_count()} processors; load {last:.1f} in the last minute, {five:.1f} in the last five"
