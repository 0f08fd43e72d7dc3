"""What a picture costs: processor time and bytes, each after warm-up, of new dice every time.

Beside it stands a blank sheet of the same size with as little ink, put into the same file format: the
least that any picture of that size costs.
"""

from __future__ import annotations

import io
import statistics
import time
from typing import TYPE_CHECKING, Any

from PIL import Image

from benchmarks.report import Goal, Measurement
from bot.drawing import painter_of
from tables import procedures
from tables.dice import FairDice

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.drawing import Picture
    from tables.procedure import OptionValue

QUICK_ENOUGH, SMALL_ENOUGH = 60.0, 80.0
"""Milliseconds and kB of a door's and of a leximorph's picture."""

SUBJECTS: dict[str, tuple[str, dict[str, OptionValue], bool]] = {
    "door": ("door.destination", {}, True),
    "leximorph of four letters": ("leximorph.word", {"word": "LEXI"}, True),
    "leximorph of nine letters": ("leximorph.letters", {"sectors": 9}, True),
    "exits of a room": ("door.exits", {"destinations": True}, False),
    "dropped dice": ("door.drop", {}, False),
    "room": ("room.size", {}, False),
    "cave": ("room.cave", {}, False),
}
"""The key and options of each picture, and whether the goals are asked of it."""


def paints(key: str, options: dict[str, OptionValue], count: int) -> list[Callable[[], Picture]]:
    """So many painters of different rolls."""
    dice, found = FairDice(b"pictures", key), list[Any]()
    while len(found) < count:
        paint = painter_of(procedures.perform(key, options, dice).value)
        if paint is not None:
            found.append(paint)
    return found


def milliseconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1_000


def blank(png: bytes) -> Callable[[], object]:
    """Encodes a sheet of one colour, of the size and kind of a picture."""
    with Image.open(io.BytesIO(png)) as picture:
        sheet = Image.new(picture.mode, picture.size)
        if picture.palette is not None:
            sheet.putpalette(picture.palette)
    return lambda: sheet.save(io.BytesIO(), "PNG", optimize=False)


def measure(*, quick: bool) -> list[Measurement]:
    found: list[Measurement] = []
    for subject, (key, options, is_asked) in SUBJECTS.items():
        waiting = paints(key, options, 4 if quick else 32)
        least = blank(waiting[0]().png)
        times, floors, sizes = list[float](), list[float](), list[float]()
        for paint in waiting[1:]:
            start = time.process_time()
            sizes.append(len(paint().png) / 1_000)
            times.append((time.process_time() - start) * 1_000)
            floors.append(milliseconds(least))
        floor = statistics.median(floors)
        middle, most = statistics.median(times), max(sizes)
        quick_enough, small_enough = (Goal(QUICK_ENOUGH), Goal(SMALL_ENOUGH)) if is_asked else (None, None)
        found.append(
            Measurement(
                f"picture: {subject}",
                middle,
                "ms",
                beside="a blank sheet",
                beside_figure=floor,
                goal=quick_enough,
            )
        )
        found.append(Measurement(f"picture: {subject}, the largest", most, "kB", goal=small_enough))
    return found
