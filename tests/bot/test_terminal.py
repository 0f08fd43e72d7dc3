"""The command line, as a shell sees it: its words, its JSON and its exit codes."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from bot.campaign import Audience, NewEvent, open_store, record

ROOT = Path(__file__).parents[2]


def undercroft(
    *words: str, folder: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the program in a process of its own, with nothing set but what is given."""
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("DISCORD_", "UNDERCROFT_"))
    }
    return subprocess.run(
        [sys.executable, "-m", "bot", *words],
        cwd=folder or ROOT,
        env={**clean, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        encoding=environment.get("PYTHONIOENCODING", "utf-8"),
        timeout=60,
        check=False,
    )


def test_a_roll_with_given_faces_prints_its_json() -> None:
    done = undercroft("roll", "door.destination", "--faces", "5,3", "--json")

    assert done.returncode == 0
    document = json.loads(done.stdout)
    assert set(document) == {"key", "title", "dice", "rows", "text", "value", "children"}
    assert document["key"] == "door.destination"
    assert document["value"]["kind"] == "direction"
    assert document["value"]["direction"] == "S"
    assert document["value"]["route"] == "left"
    assert document["dice"] == [{"sides": 10, "face": 5, "for": document["dice"][0]["for"], "kept": True}]
    assert [die["face"] for child in document["children"] for die in child["dice"]] == [3]


def test_options_and_notation_can_be_given() -> None:
    by_wall = undercroft("roll", "door.destination", "wall=E", "--faces", "3,5", "--json")
    dice = undercroft("roll", "2d6+3", "--faces", "2,5", "--json")

    assert json.loads(by_wall.stdout)["value"]["wall"] == "E"
    assert json.loads(by_wall.stdout)["value"]["route"] == "straight"
    assert json.loads(dice.stdout)["text"] == "2d6+3 = 10"


def test_the_same_seed_gives_the_same_roll_and_another_another() -> None:
    rolls = {
        seed: [undercroft("roll", "20d20", "--seed", seed, "--json").stdout for _ in range(2)]
        for seed in ("LEXI", "WOOD")
    }

    assert rolls["LEXI"][0] == rolls["LEXI"][1]
    assert rolls["LEXI"][0] != rolls["WOOD"][0]


def test_tables_are_printed_with_exact_odds() -> None:
    done = undercroft("tables", "--json")

    tables = {table["key"]: table for table in json.loads(done.stdout)}
    assert set(tables["door.destination"]) == {"key", "title", "dice", "source", "rows"}
    assert {row["odds"] for row in tables["door.destination"]["rows"]} == {"1/10"}
    assert set(tables["door.destination"]["rows"][0]) == {"from", "to", "text", "odds", "then"}
    in_words = undercroft("tables").stdout
    assert "(door.2d6, 2d6)" in in_words
    assert "(door.second, d6)" in in_words


def test_a_table_by_level_is_printed_band_by_band() -> None:
    printed = undercroft("tables").stdout
    document = json.loads(undercroft("tables", "--json").stdout)

    grid = printed.partition("(monster.level.odnd, d6)")[2].partition("Source:")[0]
    heading, *rows = [
        [cell.strip() for cell in re.split("[│┃]", line)[1:-1]]
        for line in grid.splitlines()
        if re.search("[│┃]", line)
    ]
    assert heading == ["level", "roll", "odds", "result", "then"]
    assert rows[:2] == [
        ["1", "1–2", "1/3", "a monster of level I", ""],
        ["", "3–4", "1/3", "a monster of level II", ""],
    ]
    assert rows[-1] == ["13+", "1–6", "1", "a monster of level VI", ""]
    [table] = [table for table in document if table["key"] == "monster.level.odnd"]
    assert len(table["rows"]) == len(rows)
    assert table["rows"][0]["level"] == "1"
    assert "{" not in printed


def test_a_roll_is_printed_whole_and_what_follows_further_in() -> None:
    done = undercroft("roll", "corridor.wall", "--faces", "2,1")
    lines = done.stdout.splitlines()

    assert "a blank wall with a secret door in it on the left" in " ".join(lines)
    assert any(line.startswith("  ") and "d8:2" in line for line in lines)
    followed = undercroft("roll", "door.destination", "--faces", "5,3").stdout.splitlines()
    assert [len(line) - len(line.lstrip()) for line in followed if "d10:5" in line] == [2]
    assert [len(line) - len(line.lstrip()) for line in followed if "d6:3" in line] == [4]
    document = json.loads(undercroft("roll", "corridor.wall", "--faces", "2,1", "--json").stdout)
    assert [child["dice"][0]["face"] for child in document["children"]] == [2, 1]


def test_without_a_word_it_shows_its_help() -> None:
    done = undercroft()

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == undercroft("--help").stdout
    assert "..." not in done.stdout.partition("Commands:")[2]


def test_dice_that_a_space_cuts_in_two_are_told_how_to_be_whole() -> None:
    assert "in quotes" in undercroft("roll", "4d6", "kh3").stderr
    assert "name=value" in undercroft("roll", "door.destination", "east").stderr


@pytest.mark.parametrize(
    "words",
    [
        ("roll", "door.destinaton"),
        ("roll", "door.destination", "--faces", "11"),
        ("roll", "door.destination", "--faces", "5"),
        ("roll", "door.destination", "--faces", "5,3,1"),
        ("roll", "door.destination", "wall=up"),
        ("roll", "door.destination", "wall"),
        ("roll", "2000d6"),
        ("roll", "d1!"),
        ("roll",),
        ("rol",),
        ("run", "--no-such-option"),
    ],
)
def test_bad_use_is_one_line_on_stderr_and_2(words: tuple[str, ...]) -> None:
    done = undercroft(*words)

    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_a_wrong_setting_is_one_line_too(tmp_path: Path) -> None:
    done = undercroft("run", folder=tmp_path, DISCORD_TOKEN="a.b.c", UNDERCROFT_LOG="loud")

    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert "UNDERCROFT_LOG" in done.stderr


def test_a_chosen_database_that_is_missing_is_not_made_silently(tmp_path: Path) -> None:
    done = undercroft("run", folder=tmp_path, DISCORD_TOKEN="a.b.c", UNDERCROFT_DATABASE="typo.db")

    assert done.returncode == 1
    assert "--create" in done.stderr
    assert not list(tmp_path.glob("typo*"))


def test_without_token_and_practice_packages_it_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "simcord.py").write_text(
        "raise ModuleNotFoundError('No module named simcord', name='simcord')"
    )
    done = undercroft("run", folder=tmp_path, PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT}")

    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1
    assert "DISCORD_TOKEN" in done.stderr
    assert ".[practice]" in done.stderr


@pytest.mark.parametrize("words", [("roll", "2d6"), ("tables",)])
def test_the_rules_load_neither_discord_nor_a_database(words: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "bot", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )

    loaded = {
        line.rsplit("|", 1)[-1].strip().split(".")[0] for line in done.stderr.splitlines() if "|" in line
    }
    assert "tables" in loaded
    assert not loaded & {"discord", "sqlalchemy", "aiosqlite", "alembic", "PIL", "shapely"}


def test_the_doctor_looks_at_everything(tmp_path: Path) -> None:
    healthy = undercroft("doctor", folder=tmp_path)
    ill = undercroft("doctor", folder=tmp_path, DISCORD_TOKEN="not a token")

    assert healthy.returncode == 0, healthy.stdout + healthy.stderr
    for name in ("Python", "SQLite", "Database", "Tables", "Font", "Practice table", "Disk"):
        assert f"✓ {name}" in healthy.stdout
    assert ill.returncode == 1
    assert "✗ DISCORD_TOKEN" in ill.stdout
    assert not list(tmp_path.glob("*.db*"))


def test_the_doctor_goes_through_every_history(tmp_path: Path) -> None:
    """Whole ones in one line, a broken one by its name and the event; the file stays as it was."""
    path = tmp_path / "campaign.db"
    asyncio.run(_two_campaigns(path))
    whole = undercroft("doctor", folder=tmp_path, UNDERCROFT_DATABASE=str(path))
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TRIGGER event_never_changes")
        connection.execute("UPDATE event SET text = 'a 20' WHERE seq = 2 AND channel_id = 7002")
    connection.close()
    before = path.read_bytes()

    broken = undercroft("doctor", folder=tmp_path, UNDERCROFT_DATABASE=str(path))

    assert "✓ Histories: 2 of 2 whole; 6 events that follow one another" in whole.stdout
    assert whole.returncode == 0
    assert "✓ Histories: 1 of 2 whole; 4 events" in broken.stdout
    assert (
        "✗ Histories: that of “channel-7002” is broken at event 2: its content is not what" in broken.stdout
    )
    assert broken.returncode == 1
    assert path.read_bytes() == before


async def _two_campaigns(path: Path) -> None:
    async with await open_store(str(path), create=True) as store:
        for number in range(6):
            channel = 7001 + number % 2
            new = NewEvent(
                interaction_id=number + 1,
                guild_id=500,
                channel_id=channel,
                place_id=channel,
                actor_id=901,
                actor_name="Aya",
                at=1_790_000_000_000 + number,
                kind="roll",
                audience=Audience.EVERYONE,
                document={},
                text="a 7",
            )
            await store.write(record, new)


@pytest.mark.parametrize("content", [b"", b"not a database at all, whatever its name says" * 50])
def test_a_database_that_is_none_stops_the_start_in_one_line(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "campaign.db"
    path.write_bytes(content)
    done = undercroft("run", folder=tmp_path, DISCORD_TOKEN="a.b.c", UNDERCROFT_DATABASE=str(path))

    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1
    assert "campaign.db" in done.stderr
    assert path.read_bytes() == content


def test_a_newer_database_stops_the_start_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "campaign.db"
    assert undercroft("upgrade", "--create", folder=tmp_path, UNDERCROFT_DATABASE=str(path)).returncode == 0
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    done = undercroft("run", folder=tmp_path, DISCORD_TOKEN="a.b.c", UNDERCROFT_DATABASE=str(path))

    assert done.returncode == 1
    assert "later version" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_terminal_of_few_letters_is_no_obstacle(encoding: str) -> None:
    table = undercroft("tables", PYTHONIOENCODING=encoding)
    roll = undercroft("roll", "door.destination", "--faces", "5,3", PYTHONIOENCODING=encoding)
    document = undercroft("tables", "--json", PYTHONIOENCODING=encoding)

    assert (table.returncode, roll.returncode, document.returncode) == (0, 0, 0)
    assert table.stderr == roll.stderr == document.stderr == ""
    assert "south" in roll.stdout
    in_full = undercroft("tables", "--json", PYTHONIOENCODING="utf-8")
    assert json.loads(document.stdout) == json.loads(in_full.stdout)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("roll", "2d6", "dice=3d6"), "Dice have no options"),
        (("roll", "door.destination", "wall=E", "wall=N"), "twice"),
        (("roll", "d6", "--faces", "\u202e7"), "a d6 does not show that"),
        (("roll", "door.destination", "wall=\u202eQ"), "“Q” is no wall"),
        (("roll", "(a+)+$"), "no table called"),
    ],
)
def test_what_is_meant_otherwise_is_not_rolled(words: tuple[str, ...], said: str) -> None:
    done = undercroft(*words)

    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert "\u202e" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="there, words are always text")
def test_bytes_that_are_no_text_are_a_seed_like_any_other() -> None:
    seed = os.fsdecode(b"\xff")
    first, second = (undercroft("roll", "100d100", "--seed", seed) for _ in range(2))

    assert first.returncode == 0
    assert first.stdout == second.stdout != undercroft("roll", "100d100", "--seed", "x").stdout


@pytest.mark.skipif(sys.platform == "win32", reason="ends the process by a POSIX signal")
def test_without_a_token_run_opens_the_practice_table_and_a_signal_ends_it(tmp_path: Path) -> None:
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("DISCORD_", "UNDERCROFT_"))
    }
    words = [sys.executable, "-m", "bot", "run", "--port", "0"]
    environment = {**clean, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        words, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            process.send_signal(signal.SIGTERM)
            _, complaints = process.communicate(timeout=2)
        finally:
            process.kill()

    assert re.search(r"http://127\.0\.0\.1:\d+/#\S+$", line.strip()), line
    assert process.returncode == 0, complaints
    assert "Traceback" not in complaints
    assert (tmp_path / "undercroft-practice.db").exists()


@pytest.mark.parametrize(
    ("address", "code"),
    [("mysql://somebody@somewhere/campaigns", 2), ("/dev/null/folder/campaign.db", 1), ("x" * 300, 2)],
)
def test_a_database_that_cannot_be_stops_the_start_in_one_line(
    address: str, code: int, tmp_path: Path
) -> None:
    done = undercroft("run", "--create", folder=tmp_path, DISCORD_TOKEN="a.b.c", UNDERCROFT_DATABASE=address)

    assert done.returncode == code
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Error" not in done.stderr
