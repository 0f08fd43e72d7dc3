"""The README's examples do what it says."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest
from discord import app_commands

from bot.app import COGS
from tables import procedures
from tables.doors import METHODS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def at_the_terminal() -> list[list[str]]:
    lines = re.findall(r"^\.venv/bin/undercroft (.*)$", README, re.MULTILINE)
    return [shlex.split(line.partition(" #")[0]) for line in lines]


def dice_of_roll() -> list[str]:
    [row] = re.findall(r"^\| `/roll` \| (.*) \|$", README, re.MULTILINE)
    return [text for text in re.findall(r"`([^`]+)`", row) if text != ";"]


@pytest.mark.parametrize("words", at_the_terminal(), ids=" ".join)
def test_a_line_for_the_terminal_works(words: list[str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bot", *words]
    environment = {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", timeout=60, check=False
    )

    assert done.stderr == ""
    assert done.returncode == 0
    assert done.stdout


def test_every_dice_example_can_be_rolled() -> None:
    examples = dice_of_roll()
    assert len(examples) >= 6
    for text in examples:
        procedures.check("dice", {"dice": text})


def test_every_command_is_named() -> None:
    rows = re.findall(r"^\| (`/.*?) \|", README, re.MULTILINE)
    named = {
        f"{row.split()[0].strip('`/')} {word}".replace(" /", " ")
        for row in rows
        for word in re.findall(r"`(?:/\w+ )?([\w-]+)`", row)
    }
    commands = {
        command.qualified_name
        for make in COGS
        for command in make(cast("Any", None)).walk_app_commands()
        if isinstance(command, app_commands.Command)
    }

    assert len(commands) > 30
    assert commands - {"roll", "undo"} <= named
    assert "| `/roll` |" in README
    assert "| `/undo` |" in README


def test_the_methods_and_options_of_a_door_are_named() -> None:
    [row] = re.findall(r"^\| `/door destination` \| (.*) \|$", README, re.MULTILINE)
    options = {
        option.name
        for key in procedures.PROCEDURES
        if key in METHODS.values()
        for option in procedures.find(key).options
    }
    assert all(f"`{name}`" in row for name in options)
