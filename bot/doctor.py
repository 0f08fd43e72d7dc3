"""A look at everything the bot needs, each finding in one line that says what to do."""

from __future__ import annotations

import base64
import binascii
import importlib.util
import os
import shutil
import sqlite3
import sys
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from bot.campaign import current
from bot.campaign.examining import audit_database
from bot.settings import DEFAULT_DATABASE, StartRefused
from tables.catalog import load
from tables.errors import CatalogError

if TYPE_CHECKING:
    from bot.campaign.chain import Audited
    from bot.settings import Settings

PYTHON_NEEDED = (3, 11)

SQLITE_MENDED = (3, 51, 3)
"""From this version SQLite has no fault in resetting the write-ahead log under several writers."""

FREE_NEEDED = 200 * 1024 * 1024
"""Bytes that should be free beside the database: a copy is made before an upgrade."""

PRACTICE_PARTS = ("simcord", "aiohttp", "markdown_it", "linkify_it", "regex")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: its name, what was found, and whether the bot cannot work with it."""

    name: str
    words: str
    is_wrong: bool = False

    def __str__(self) -> str:
        """One line: a mark, the name, the words."""
        return f"{'✗' if self.is_wrong else '✓'} {self.name}: {self.words}"


async def examine(settings: Settings) -> list[Finding]:
    """Look at everything, and change nothing."""
    return [
        _program(),
        _python(),
        _token(settings.token),
        _sqlite(),
        await _database(settings.database or DEFAULT_DATABASE),
        *await _histories(settings.database or DEFAULT_DATABASE),
        _disk(settings.database or DEFAULT_DATABASE),
        _tables(),
        _font(),
        _practice(),
    ]


def _program() -> Finding:
    return Finding("Undercroft", version("undercroft"))


def _python() -> Finding:
    number = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < PYTHON_NEEDED:
        return Finding("Python", f"{number}; 3.11 or newer is needed", is_wrong=True)
    return Finding("Python", number)


def _token(token: str) -> Finding:
    """Whether a token has a token's shape: whom it belongs to stands in its first part."""
    if not token:
        return Finding("DISCORD_TOKEN", "not set; `undercroft run` opens the practice table")
    parts = token.split(".")
    try:
        owner = base64.b64decode(parts[0] + "=" * (-len(parts[0]) % 4), validate=True).decode("ascii")
    except (binascii.Error, UnicodeDecodeError, ValueError):
        owner = ""
    if len(parts) != 3 or not owner.isdigit():
        return Finding(
            "DISCORD_TOKEN", "does not look like a bot's token; copy it again from the portal", is_wrong=True
        )
    return Finding("DISCORD_TOKEN", f"set, for the application {owner}")


def _sqlite() -> Finding:
    if sqlite3.sqlite_version_info < SQLITE_MENDED:
        return Finding(
            "SQLite",
            f"{sqlite3.sqlite_version}; before 3.51.3 several writing processes could harm a file, "
            "so only one writes: the bot keeps the file locked",
        )
    return Finding("SQLite", sqlite3.sqlite_version)


async def _database(address: str) -> Finding:
    if _is_first_start(address):
        return Finding("Database", f"{address} will be made by the first start")
    try:
        version = await current(address)
    except StartRefused as problem:
        return Finding("Database", str(problem), is_wrong=True)
    words = {
        "empty": "is empty; the next start makes its tables",
        "older": "is of an older version; the next start of a file upgrades it, or undercroft upgrade",
        "current": f"is of this version ({version.needed})",
    }
    return Finding("Database", f"{version.place} {words[version.state]}")


async def _histories(address: str) -> list[Finding]:
    """Every campaign's history gone through event by event; one line for all that are whole."""
    if _is_first_start(address):
        return []
    try:
        if (await current(address)).state != "current":
            return []
        found = await audit_database(address)
    except StartRefused as problem:
        return [Finding("Histories", str(problem), is_wrong=True)]
    wrong = [each for each in found if each.report.fault is not None]
    sound = sum(each.report.sound for each in found)
    words = f"{len(found) - len(wrong):,} of {len(found):,} whole; {sound:,} events that follow one another"
    return [Finding("Histories", words), *map(_broken, wrong)]


def _broken(audited: Audited) -> Finding:
    fault = audited.report.fault
    where = "" if fault is None else f"event {fault.seq}: {fault.reason}"
    return Finding(
        "Histories",
        f"that of “{audited.name}” is broken at {where}; restore the last copy with undercroft restore",
        is_wrong=True,
    )


def _is_first_start(address: str) -> bool:
    return address == DEFAULT_DATABASE and not Path(address).exists()


def _disk(address: str) -> Finding:
    """Whether there is room beside the database, and leave to write; a server's is not ours to look at."""
    folder = Path(address).absolute().parent
    if "://" in address or not folder.is_dir():
        folder = Path.cwd()
    free = shutil.disk_usage(folder).free
    words = f"{free // 1024 // 1024:,} MiB free in {folder}"
    if "://" not in address and not os.access(folder, os.W_OK):
        return Finding("Disk", f"{folder} cannot be written: start where the bot may write", is_wrong=True)
    if free < FREE_NEEDED:
        return Finding("Disk", f"{words}; make room for at least 200 MiB", is_wrong=True)
    return Finding("Disk", words)


def _tables() -> Finding:
    try:
        return Finding("Tables", f"{len(load().tables)} loaded and checked")
    except CatalogError as problem:
        return Finding("Tables", str(problem), is_wrong=True)


def _font() -> Finding:
    if importlib.util.find_spec("fontpkg_roboto_condensed") is None:
        return Finding("Font", "Roboto Condensed is missing; install the program again", is_wrong=True)
    return Finding("Font", "Roboto Condensed")


def _practice() -> Finding:
    missing = [part for part in PRACTICE_PARTS if importlib.util.find_spec(part) is None]
    if missing:
        return Finding(
            "Practice table", "not installed; in the project's folder, pip install -e '.[practice]' brings it"
        )
    return Finding("Practice table", "ready: undercroft practice")
