"""Runs ``store_program`` in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[3]


@contextmanager
def running(*words: str) -> Iterator[subprocess.Popen[str]]:
    """The program while it runs; killed at the end, if it still does."""
    program = subprocess.Popen(
        [sys.executable, "-m", "tests.bot.campaign.store_program", *words],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with program:
        try:
            yield program
        finally:
            program.kill()


def run(*words: str) -> Any:
    """Run the program to its end: what it printed, read as JSON where it is."""
    with running(*words) as program:
        output, errors = program.communicate(timeout=60)
        assert program.returncode == 0, errors
    return json.loads(output) if output.startswith("{") else output.strip()
