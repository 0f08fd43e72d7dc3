"""A region at the terminal: the same everywhere for the same seed, in words and in files."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from bot import mapping
from tables.errors import OptionError

ROOT = Path(__file__).parents[2]


def undercroft(*words: str, hashed: str = "random") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bot", *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hashed},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_seed_gives_the_same_words_and_pictures_in_every_process(tmp_path: Path) -> None:
    found: set[tuple[str, str, str]] = set()
    for hashed in ("0", "7"):
        files = tmp_path / f"{hashed}.png", tmp_path / f"{hashed}.svg"
        words = ("region", "lexi-1", "--seed", "lexi", "--png", str(files[0]), "--svg", str(files[1]))
        done = undercroft(*words, hashed=hashed)
        assert done.returncode == 0, done.stderr
        found.add((done.stdout, *(sha256(file.read_bytes()).hexdigest() for file in files)))

    assert len(found) == 1
    told = done.stdout
    assert told.startswith("LEXI-1: 26 rooms, ")
    with Image.open(BytesIO(files[0].read_bytes())) as picture:
        assert picture.format == "PNG"
        assert min(picture.size) > 900
    assert ET.fromstring(files[1].read_text("utf-8")).tag.endswith("svg")


def test_without_a_seed_no_two_are_alike() -> None:
    one, other = (mapping.lay("LEXI-1", None).region for _ in range(2))

    assert one != other


def test_every_room_is_told_once_in_the_order_of_the_numbers() -> None:
    region = mapping.lay("GUAN-3", "any", curved=True).region

    first, *rooms, ways = mapping.told(region)

    assert first.startswith("GUAN-3: ")
    assert region.level == 3
    assert sorted(line.split()[0] for line in rooms) == sorted(room.number for room in region.rooms())
    figures = [int(line.split()[0].rstrip("ABCDEFGHIJ")) for line in rooms]
    assert figures == sorted(figures)
    assert ways.count(";") == len(region.stubs) - 1


@pytest.mark.parametrize("code", ["LEXI", "LEXI-0", "X-1", "-1", "LEXI-1/12", "../../etc-1"])
def test_what_is_no_region_is_bad_use_in_one_line(code: str) -> None:
    done = undercroft("region", "--", code)

    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr
    with pytest.raises(OptionError):
        mapping.lay(code, "x")


def test_a_file_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    done = undercroft("region", "WOOD-1", "--seed", "x", "--png", str(tmp_path / "no" / "folder.png"))

    assert done.returncode == 1
    assert "cannot be written" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_it_needs_neither_discord_nor_a_database() -> None:
    asked = (
        "import sys; from bot import mapping; r = mapping.lay('LEXI-1', 'x').region; list(mapping.told(r));"
        "print([n for n in ('discord', 'sqlalchemy', 'aiosqlite', 'PIL') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
