"""Everything that is measured, in one run: ``make bench``, or ``python -m benchmarks [NAME …] [--quick]``.

Each name is a module of this folder with ``measure(*, quick)``. Each runs in a process of its own, so that
none finds the memory or the caches of another; ``--quick`` makes short work of all, to see that they work.
Ends with 1 where a goal was missed.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import multiprocessing
import platform
import sys
from typing import TYPE_CHECKING

from benchmarks.report import load, measured, table

if TYPE_CHECKING:
    from benchmarks.report import Measurement

NAMES = (
    "starting",
    "commands",
    "notation",
    "rolling",
    "writing",
    "campaign",
    "pictures",
    "loop_lag",
    "atlas",
)


def main() -> int:
    words = argparse.ArgumentParser(prog="benchmarks", description="What is measured, as a table of ratios.")
    words.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}; all without one")
    words.add_argument("--quick", action="store_true", help="short work, to see that everything runs")
    chosen = words.parse_args()
    if unknown := set(chosen.names) - set(NAMES):
        words.error(f"there is no {', '.join(sorted(unknown))}: choose of {', '.join(NAMES)}")
    print(f"Python {platform.python_version()} on {platform.machine()}, {load()}\n")
    measurements: list[Measurement] = []
    for name in chosen.names or NAMES:
        print(f"{name} …", end=" ", flush=True, file=sys.stderr)
        apart = multiprocessing.get_context("spawn")
        with concurrent.futures.ProcessPoolExecutor(1, mp_context=apart) as pool:
            measurements += pool.submit(measured, name, quick=chosen.quick).result()
    print(file=sys.stderr)
    print(table(measurements))
    print(f"\nAfterwards: {load()}")
    return 1 if any(measurement.met is False for measurement in measurements) else 0


if __name__ == "__main__":
    sys.exit(main())
