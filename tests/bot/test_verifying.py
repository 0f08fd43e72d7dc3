"""A published session is verified at the terminal and by the code of a stranger; both find a forged one."""

from __future__ import annotations

import asyncio
import gzip
import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bot.campaign import open_store
from bot.campaign.publishing import publish
from bot.campaign.schema import Audience
from tests.bot.campaign.evenings import WORDS, evening

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
STRANGER = ROOT / "docs" / "verify_session.py"

Forge = "Callable[[dict[str, Any]], None]"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A session's file without its secrets and with them."""
    return asyncio.run(made(tmp_path_factory.mktemp("session") / "campaign.db"))


async def made(path: Path) -> dict[str, bytes]:
    async with await open_store(str(path), create=True) as store, evening(store) as table:
        await table.roll("dice", {"dice": "d6"})
        await table.close()
        await table.open()
        await table.roll("dice", {"dice": "4d6kh3"}, note="strength")
        await table.roll("dice", {"dice": "d20"}, seen=Audience.SHARED)
        await table.roll("corridor.wall", {"length": 240})
        await table.change("The duke is the vampire.")
        await table.roll("dice", {"dice": "3d10"}, faces=(10, 1, 3))
        await table.roll("door.destination", {"wall": "N"})
        await table.close()
        return {
            name: (await store.read(publish, 1, 2, secrets=name == "secrets")).content
            for name in ("open", "secrets")
        }


def verified(path: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bot", "verify", str(path)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60, check=False)


def by_stranger(path: Path) -> subprocess.CompletedProcess[str]:
    """The verifier of the documentation, with nothing of ours within its reach."""
    command = [sys.executable, "-I", str(STRANGER), str(path)]
    return subprocess.run(
        command, cwd=path.parent, capture_output=True, encoding="utf-8", timeout=60, check=False
    )


@pytest.mark.parametrize("name", ["open", "secrets"])
def test_a_true_file_is_found_true(files: dict[str, bytes], tmp_path: Path, name: str) -> None:
    path = tmp_path / "session.json"
    path.write_bytes(files[name])
    ours, theirs = verified(path), by_stranger(path)

    assert (ours.returncode, theirs.returncode) == (0, 0), (ours.stderr, theirs.stderr)
    assert ours.stderr == theirs.stderr == ""
    file = json.loads(files[name])
    assert f"session    2, with the words “{WORDS}”" in ours.stdout
    assert f"whole: 8 events, {2 if name == 'open' else 1} of them sealed" in ours.stdout
    assert f"{3 if name == 'open' else 4} recomputed" in ours.stdout
    assert "by hand    1" in ours.stdout
    assert file["promises"]["open"] in ours.stdout
    assert file["events"][-1]["hash"] in ours.stdout


def test_a_packed_file_is_read_too(files: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "session.json.gz"
    path.write_bytes(gzip.compress(files["open"]))
    assert verified(path).returncode == 0


def test_the_strangers_verifier_is_short_and_of_python_alone() -> None:
    source = STRANGER.read_text()
    assert len(source.splitlines()) < 60
    imported = [line for line in source.splitlines() if line.startswith(("import", "from"))]
    assert imported == ["import hashlib, hmac, itertools, json, pathlib, sys"]


def test_verifying_needs_neither_discord_nor_a_database() -> None:
    """The verb loads neither."""
    looked = (
        "import sys, bot.__main__, bot.verifying;"
        "print([name for name in ('discord', 'sqlalchemy', 'aiosqlite', 'PIL') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", looked], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "[]\n"


def row_of(file: dict[str, Any], words: str) -> dict[str, Any]:
    """The row whose open part has these words."""
    return next(row for row in file["events"] if words in row.get("open", ""))


def edited(file: dict[str, Any], words: str, change: Any) -> None:
    row = row_of(file, words)
    head, document = map(json.loads, row["open"].split("\n"))
    change(head, document)
    dumped = (
        json.dumps(each, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        for each in (head, document)
    )
    row["open"] = "\n".join(dumped)


def face(file: dict[str, Any]) -> None:
    def change(head: dict[str, Any], document: dict[str, Any]) -> None:
        die = document["outcome"]["dice"][0]
        die["face"] = die["face"] % 6 + 1

    edited(file, '"note":"strength"', change)


def text(file: dict[str, Any]) -> None:
    edited(file, '"note":"strength"', lambda head, document: head.update(text="4d6kh3 = 18"))


def order(file: dict[str, Any]) -> None:
    file["events"][3:5] = reversed(file["events"][3:5])


def dropped(file: dict[str, Any]) -> None:
    del file["events"][3]


def seed(file: dict[str, Any]) -> None:
    file["seeds"]["open"] = "00" * 32


def promise(file: dict[str, Any]) -> None:
    file["promises"]["open"] = "00" * 32


def hidden_promise(file: dict[str, Any]) -> None:
    file["promises"]["secret"] = "00" * 32


def words(file: dict[str, Any]) -> None:
    file["words"] = "other words"


def hash_of_one(file: dict[str, Any]) -> None:
    file["events"][4]["hash"] = "00" * 32


def hidden_seal(file: dict[str, Any]) -> None:
    next(row for row in file["events"] if row["row"] == "hidden")["whole_seal"] = "00" * 32


def salt(file: dict[str, Any]) -> None:
    file["events"][1]["open_salt"] = "00" * 16


def before(file: dict[str, Any]) -> None:
    file["previous"] = "00" * 32


def tail(file: dict[str, Any]) -> None:
    del file["events"][-1]


def doubled(file: dict[str, Any]) -> None:
    file["events"].insert(2, dict(file["events"][2]))


def chained(file: dict[str, Any]) -> None:
    """Every hash made to fit again, as somebody would who knows how."""
    previous = bytes.fromhex(file["previous"])
    for row in file["events"]:
        seals = b""
        for part in ("open", "whole"):
            known = bytes.fromhex(row.get(f"{part}_salt", "")) + row.get(part, "").encode()
            seals += sha256(known).digest() if part in row else bytes.fromhex(row[f"{part}_seal"])
        previous = sha256(b"undercroft event 1\n" + previous + seals).digest()
        row["hash"] = previous.hex()


def other_seed_and_promise(file: dict[str, Any]) -> None:
    file["seeds"]["open"] = "11" * 32
    file["promises"]["open"] = sha256(bytes.fromhex("11" * 32)).hexdigest()


def wholly_other_seed(file: dict[str, Any]) -> None:
    """Seed, promise, opening and closing all of another seed: then the faces do not fit."""
    other_seed_and_promise(file)
    edited(
        file, '"session.open"', lambda head, document: document.update(open_promise=file["promises"]["open"])
    )
    edited(file, '"session.close"', lambda head, document: document.update(open_seed=file["seeds"]["open"]))


def forged(*steps: Callable[[dict[str, Any]], None]) -> Callable[[dict[str, Any]], None]:
    def forge(file: dict[str, Any]) -> None:
        for step in steps:
            step(file)

    return forge


PLAIN = {
    "a face": (face, "Row 2 "),
    "a text": (text, "Row 2 "),
    "the order": (order, "Row 4"),
    "an event left out": (dropped, "Row 4"),
    "an event twice": (doubled, "Row 4"),
    "the last event left out": (tail, "Row 7"),
    "the seed": (seed, "The open seed"),
    "the promise": (promise, "The open seed"),
    "the hidden promise": (hidden_promise, "Row 1 "),
    "the words": (words, "Row 1 "),
    "a hash": (hash_of_one, "Row 5"),
    "a hidden seal": (hidden_seal, "Row 3 "),
    "a salt": (salt, "Row 2 "),
    "the hash before": (before, "Row 1 "),
}
CLEVER = {
    "a face": (forged(face, chained), "Row 2 "),
    # Row 4 is then a sealed one, which has no number to be seen: the next one's is wrong.
    "an event left out": (forged(dropped, chained), "Row 5"),
    "the order": (forged(order, chained), "Row 5"),
    "an event twice": (forged(doubled, chained), "Row 5"),
    "the last event left out": (forged(tail, chained), "Row 7"),
    "seed and promise": (forged(other_seed_and_promise, chained), "Row 1 "),
    "seed, promise and what repeats them": (forged(wholly_other_seed, chained), "Row 2 "),
}


@pytest.mark.parametrize(
    ("forge", "found"),
    [*PLAIN.values(), *CLEVER.values()],
    ids=[*PLAIN, *(f"{name}, with every hash made to fit" for name in CLEVER)],
)
def test_a_forged_file_is_found_and_its_first_wrong_row_named(
    files: dict[str, bytes], tmp_path: Path, forge: Any, found: str
) -> None:
    file = json.loads(files["open"])
    forge(file)
    assert file != json.loads(files["open"])
    path = tmp_path / "session.json"
    path.write_text(json.dumps(file))

    ours, theirs = verified(path), by_stranger(path)

    assert (ours.returncode, ours.stdout) == (1, "")
    assert ours.stderr.startswith(found), ours.stderr
    assert " fails: " in ours.stderr
    assert (theirs.returncode, theirs.stdout) == (1, ""), theirs.stderr
    row = found.strip().lower()
    assert row.removeprefix("the ") in theirs.stderr, theirs.stderr


def test_a_secret_face_that_was_changed_is_found(files: dict[str, bytes], tmp_path: Path) -> None:
    """What is told of a published secret roll must be what was sealed, and what the hidden seed gives."""
    for fits_again in (False, True):
        file = json.loads(files["secrets"])
        row = next(row for row in file["events"] if '"audience":"shared"' in row.get("open", ""))
        for part in ("open", "whole"):
            was = row[part]
            row[part] = (
                was.replace('"face":', '"face":1', 1)
                if '"face":1,' not in was
                else was.replace('"face":1,', '"face":2,')
            )
            assert row[part] != was
        if fits_again:
            chained(file)
        path = tmp_path / "session.json"
        path.write_text(json.dumps(file))
        ours, theirs = verified(path), by_stranger(path)
        assert ours.returncode == theirs.returncode == 1
        assert ours.stderr.startswith("Row 3 ")
        assert ("its die 1, a d20" in ours.stderr) is fits_again


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"[]", b"not json", b"\x1f\x8bnot gzip", b'{"format":"undercroft session 2"}', b"\xff\xfe"],
)
def test_what_is_no_session_is_bad_use(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "session.json"
    path.write_bytes(content)
    done = verified(path)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_a_file_that_is_not_there_is_bad_use(tmp_path: Path) -> None:
    assert verified(tmp_path / "none.json").returncode == 2
