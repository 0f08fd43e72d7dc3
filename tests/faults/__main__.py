"""The faults that a campaign has to survive, and how it did: ``make faults``.

Each line says what was done how often, how much had been answered, and what of it was lost or done by
halves. Each has a control: a bot that answers before it keeps must be caught by the same look.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from bot.campaign import StartRefused, upgrade
from tests.faults.looking import look
from tests.postgres import PostgresServer, find_programs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[2]
APART = 1_000_000
"""Numbers between the first interactions of two rounds."""


@dataclass
class Figures:
    """What one fault came to."""

    fault: str
    times: int = 0
    answered: int = 0
    lost: int = 0
    wrong: list[str] = field(default_factory=list[str])
    note: str = ""
    must_lose: bool = False

    @property
    def held(self) -> bool:
        """Whether it came out as it must."""
        return (self.lost > 0) if self.must_lose else not (self.lost or self.wrong)

    def row(self) -> str:
        wrong = len(self.wrong)
        verdict = (
            ("caught" if self.held else "**NOT CAUGHT**")
            if self.must_lose
            else ("held" if self.held else "**FAILED**")
        )
        figures = f"{self.times} | {self.answered:,} | {self.lost} | {wrong}"
        return f"| {self.fault} | {figures} | {self.note} | {verdict} |"


class Player:
    """The playing program in a process of its own, and what it said."""

    def __init__(self, address: str, start: int, seed: int, *, early: bool = False) -> None:
        words = [sys.executable, "-m", "tests.faults.writer", address, str(start), str(seed)]
        self.process = subprocess.Popen(
            words + ["early"] * early, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.told: set[int] = set()
        self.refused: list[str] = []
        self._reading = threading.Thread(target=self._read)
        self._reading.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.endswith("\n"):  # half a line was never heard
                verb, number, *rest = line.split()
                if verb == "kept":
                    self.told.add(int(number))
                elif verb == "declined":
                    self.told.discard(int(number))  # who answered too early has taken it back
                elif verb == "refused":
                    self.refused.append(" ".join(rest))

    def wait_for(self, answers: int, seconds: float = 60) -> None:
        """Until so many more were answered."""
        goal, end = len(self.told) + answers, time.monotonic() + seconds
        while len(self.told) < goal and time.monotonic() < end and self.process.poll() is None:
            time.sleep(0.005)
        assert len(self.told) >= goal, (
            self.process.stderr.read() if self.process.poll() is not None else "stuck"
        )

    def kill(self) -> None:
        """Without warning."""
        self.process.kill()
        self.process.wait(30)
        self._reading.join(30)


def kills(
    address: str, figures: Figures, times: int, chance: random.Random, *, early: bool = False
) -> Figures:
    """Killed in mid-writing, again and again, on one database."""
    told: set[int] = set()
    for number in range(times):
        player = Player(address, number * APART, number, early=early)
        player.wait_for(chance.randrange(10, 120))
        time.sleep(chance.random() * 0.05)
        player.kill()
        told |= player.told
        found = asyncio.run(look(address))
        figures.wrong += found.wrong
        figures.lost = max(figures.lost, found.lost(told))
    figures.times, figures.answered = times, len(told)
    return figures


def server_restarts(server: PostgresServer, address: str, figures: Figures, times: int) -> Figures:
    """The database server killed under a living bot, which tells everybody and goes on by itself."""
    player, slowest = Player(address, 0, 7), 0.0
    for _ in range(times):
        player.wait_for(60)
        server.stop("immediate")
        server.start()
        start = time.monotonic()
        player.wait_for(1)
        slowest = max(slowest, time.monotonic() - start)
    player.wait_for(60)
    player.kill()
    found = asyncio.run(look(address))
    figures.wrong += [
        *found.wrong,
        *(word for word in set(player.refused) if word.endswith("False") and "Unknown" not in word),
    ]
    figures.times, figures.answered, figures.lost = times, len(player.told), found.lost(player.told)
    figures.note = f"{len(player.refused)} refused in words, writing again after {slowest:.1f} s"
    return figures


def damages(path: Path, figures: Figures, times: int, chance: random.Random) -> Figures:
    """A bit changed anywhere in a closed file: found at the start or by the history, or without a meaning."""
    player = Player(str(path), 0, 11)
    player.wait_for(600)
    player.kill()
    assert not is_noticed(path)  # closes it in good order too
    whole, before = path.read_bytes(), contents(path)
    found = 0
    for _ in range(times):
        damaged = bytearray(whole)
        damaged[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        path.write_bytes(damaged)
        if is_noticed(path):
            found += 1
        elif contents(path) != before:
            figures.lost += 1
        for ending in ("-wal", "-shm", "-journal"):
            path.with_name(path.name + ending).unlink(missing_ok=True)
    path.write_bytes(whole)
    figures.times, figures.answered = times, len(player.told)
    figures.note = f"{found} found, the others touched nothing that is kept"
    return figures


def is_noticed(path: Path) -> bool:
    try:
        return bool(asyncio.run(look(str(path))).wrong)
    except Exception as problem:
        return (
            isinstance(problem, StartRefused)
            or "Damaged" in type(problem).__name__
            or "damaged" in str(problem)
        )


def contents(path: Path) -> list[str]:
    """What was rolled and written; names of people, channels and campaigns stand outside what is hashed."""
    with closing(sqlite3.connect(path)) as file:
        names = ("event", "entry", "session")
        return sorted(repr(row) for name in names for row in file.execute(f"SELECT * FROM {name}"))


@contextmanager
def file() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="undercroft-faults-"))
    try:
        yield folder / "campaign.db"
    finally:
        shutil.rmtree(folder)


def on_file(name: str, work: Callable[[Path, Figures], Figures], *, must_lose: bool = False) -> Figures:
    print(f"{name} …", file=sys.stderr)
    with file() as path:
        return work(path, Figures(name, must_lose=must_lose))


def on_server(
    server: PostgresServer, name: str, work: Callable[[str, Figures], Figures], *, must_lose: bool = False
) -> Figures:
    print(f"{name} …", file=sys.stderr)
    address = server.address(server.make_database())
    asyncio.run(upgrade(address))
    return work(address, Figures(name, must_lose=must_lose))


def main() -> int:
    words = argparse.ArgumentParser(prog="faults", description="The faults that a campaign has to survive.")
    words.add_argument("--kills", type=int, default=50, help="how often the bot is killed on SQLite")
    words.add_argument("--seed", type=int, default=1)
    chosen = words.parse_args()
    many, few = chosen.kills, max(1, chosen.kills // 5)
    chance = random.Random(chosen.seed)
    found = [
        on_file("SQLite: killed (kill -9) under load", lambda p, f: kills(str(p), f, many, chance)),
        on_file(
            "control: answers before it keeps",
            lambda p, f: kills(str(p), f, few, chance, early=True),
            must_lose=True,
        ),
        on_file("SQLite: a bit of the file changed", lambda p, f: damages(p, f, 2 * many, chance)),
    ]
    programs = find_programs()
    if programs is not None:
        server = PostgresServer(programs)
        try:
            found += [
                on_server(server, "PostgreSQL: bot killed under load", lambda a, f: kills(a, f, few, chance)),
                on_server(
                    server,
                    "control on PostgreSQL: answers before it keeps",
                    lambda a, f: kills(a, f, few, chance, early=True),
                    must_lose=True,
                ),
                on_server(
                    server,
                    "PostgreSQL: server killed under a living bot",
                    lambda a, f: server_restarts(server, a, f, max(1, few // 3)),
                ),
            ]
        finally:
            server.remove()
    print("| fault | times | answered | lost | wrong | | |\n|---|---|---|---|---|---|---|")
    for figures in found:
        print(figures.row())
        for wrong in figures.wrong[:5]:
            print(f"  {wrong}")
    return 0 if all(figures.held for figures in found) else 1


if __name__ == "__main__":
    sys.exit(main())
