"""A file at the start: made, or refused in one line where it is missing, damaged, newer or in use."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing

import pytest

from bot.campaign import (
    DatabaseDamaged,
    DatabaseInUse,
    DatabaseMissing,
    DatabaseNewer,
    DatabaseUnreachable,
    Limits,
    StartRefused,
    census,
    current,
    open_store,
    record,
    upgrade,
)
from bot.campaign.sqlite import directly
from tests.bot.campaign.program import run, running

IMPATIENT = Limits(busy_timeout=0.05)


async def filled(path, new, number: int = 60) -> None:
    """A file with so many events."""

    def record_many(connection):
        for _ in range(number):
            record(connection, new(document={"outcome": {"text": "y" * 500}}))

    async with await open_store(str(path), create=True) as store:
        await store.write(record_many)


async def refusal(path, kind: type[StartRefused]) -> str:
    """The one line with which opening is refused; the file and its neighbours stay as they were."""
    before = {file.name: file.read_bytes() for file in path.parent.glob("campaign.db*")}
    for verb in (open_store(str(path), create=False), upgrade(str(path)), current(str(path))):
        with pytest.raises(kind) as refused:
            await verb
        assert "\n" not in str(refused.value)
        assert str(path) in str(refused.value)
    for name, content in before.items():
        if not name.endswith(("-shm", ".lock")):
            assert (path.parent / name).read_bytes() == content, name
    return str(refused.value)


async def test_the_first_run_makes_a_file_that_its_owner_alone_can_read(path):
    deep = path.parent / "new" / "folder" / "campaign.db"

    async with await open_store(str(deep), create=True) as store:
        assert store.place == str(deep)
        assert store.engine == f"SQLite {sqlite3.sqlite_version}"
        assert (store.upgraded.before, store.upgraded.backup) == (None, None)
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in deep.parent.iterdir()}

    assert modes == dict.fromkeys(modes, 0o600)
    assert {"campaign.db", "campaign.db.lock"} <= set(modes)
    assert not list(deep.parent.glob("*.new*"))
    async with await open_store(str(deep), create=True) as store:
        assert store.upgraded is None


async def test_a_path_that_somebody_set_and_that_is_not_there_is_refused(path):
    line = await refusal(path, DatabaseMissing)

    assert "--create" in line
    assert not list(path.parent.iterdir())


async def test_a_log_without_its_database_is_not_thrown_away(path):
    (path.parent / "campaign.db-wal").write_bytes(b"somebody's rolls")

    with pytest.raises(DatabaseMissing, match=r"campaign\.db-wal still stands"):
        await open_store(str(path), create=True)

    assert (path.parent / "campaign.db-wal").read_bytes() == b"somebody's rolls"


async def test_the_log_of_another_database_replaces_nothing(path, new):
    """A log knows nothing of its file: SQLite would lay its old pages over the newer ones."""
    log = path.with_name("campaign.db-wal")
    async with await open_store(str(path), create=True) as store:
        await store.write(record, new())
        old = log.read_bytes()
    await filled(path, new)
    log.write_bytes(old)

    assert "belongs to another" in await refusal(path, DatabaseDamaged)

    log.unlink()
    async with await open_store(str(path), create=False) as store:
        assert (await store.read(census)).events == 61


async def test_what_stands_in_the_place_of_the_file_at_the_end_is_left_alone(path, new):
    log, away = path.with_name("campaign.db-wal"), path.with_name("away")
    async with await open_store(str(path), create=True) as store:
        await store.write(record, new())
        for file in (path, log):
            away.write_bytes(file.read_bytes())
            away.replace(file)
        there = path.read_bytes(), log.read_bytes()

    assert (path.read_bytes(), log.read_bytes()) == there


async def test_a_file_that_another_reads_at_the_end_keeps_its_log(path, new):
    await filled(path, new, 1)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        async with await open_store(str(path), create=True) as store:
            await store.write(record, new())
            other.execute("BEGIN")
            assert other.execute("SELECT count(*) FROM event").fetchone() == (2,)

        assert path.with_name("campaign.db-wal").exists()
        async with await open_store(str(path), create=False) as store:
            assert (await store.read(census)).events == 2


async def test_a_program_that_was_killed_between_two_ways_of_writing_goes_on(path, new):
    """What stands in a journal was not done yet; to take it back is the next start's first work."""
    await filled(path, new)
    killed = path.with_name("killed.db")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA cache_size = 1")  # so that unfinished pages come into the file
        other.execute("BEGIN")
        other.execute("CREATE TABLE half AS SELECT * FROM event")
        killed.write_bytes(path.read_bytes())
        killed.with_name("killed.db-journal").write_bytes(path.with_name("campaign.db-journal").read_bytes())

    async with await open_store(str(killed), create=False) as store:
        assert (await store.read(census)).events == 60


async def test_a_file_with_two_names_is_refused(path, new):
    """Each name would have a log of its own, and neither would know of the other."""
    await filled(path, new)
    second = path.with_name("second.db")
    os.link(path, second)

    assert "second name" in await refusal(path, DatabaseUnreachable)

    second.unlink()
    await filled(path, new, 1)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"SQLite", "not a database"),
        (b"Dear diary, today we found a door." * 100, "not a database"),
        (b"SQLite format 3\0", "damaged"),
        (b"SQLite format 3\0" + b"\xff" * 5_000, "damaged"),
    ],
)
async def test_a_file_that_is_no_database_is_refused(path, content, words):
    path.write_bytes(content)

    assert words in await refusal(path, DatabaseDamaged)


async def test_a_file_that_was_cut_is_refused(path, new):
    await filled(path, new)
    content = path.read_bytes()
    assert len(content) > 60_000

    for length in (len(content) // 2, 4096, 600):
        path.write_bytes(content[:length])
        assert "damaged" in await refusal(path, DatabaseDamaged)


async def test_a_file_with_pages_overwritten_is_refused(path, new):
    await filled(path, new)
    content = bytearray(path.read_bytes())

    for page in (0, 4, 8):
        spoiled = content[:]
        spoiled[page * 4096 + 100 : (page + 1) * 4096] = os.urandom(3996)
        path.write_bytes(spoiled)
        assert "damaged" in await refusal(path, DatabaseDamaged)


async def test_a_database_of_another_program_is_left_alone(path):
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("CREATE TABLE event (id INTEGER)")

    assert "another program" in await refusal(path, DatabaseDamaged)


async def test_a_newer_database_is_left_alone(path, new):
    await filled(path, new)
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("UPDATE alembic_version SET version_num = '9999'")

    assert "later version" in await refusal(path, DatabaseNewer)


async def test_a_newer_database_on_a_server_is_left_alone(postgres, postgres_address):
    name = postgres_address.partition("@/")[2].partition("?")[0]
    postgres.sql("UPDATE alembic_version SET version_num = '9999'", name)

    for verb in (
        open_store(postgres_address, create=True),
        upgrade(postgres_address),
        current(postgres_address),
    ):
        with pytest.raises(DatabaseNewer, match="later version"):
            await verb


async def test_one_process_has_the_file_and_another_is_told_which(path, new):
    with running("hold", str(path)) as holder:
        number = holder.stdout.readline().split()[1]
        for verb in (open_store(str(path), create=True), upgrade(str(path))):
            with pytest.raises(DatabaseInUse, match=rf"Process {number} has .*campaign\.db open"):
                await verb
        assert (await current(str(path))).state == "current"
        holder.stdin.close()
        assert holder.wait(30) == 0

    async with await open_store(str(path), create=False) as store:
        with pytest.raises(DatabaseInUse):
            await open_store(str(path), create=False)
        await store.write(record, new())


async def test_a_process_that_was_killed_leaves_no_lock(path):
    with running("hold", str(path)) as holder:
        assert holder.stdout.readline().startswith("open")
        holder.kill()
        holder.wait(30)

    async with await open_store(str(path), create=False) as store:
        assert (await store.read(census)).events == 0


async def test_a_lock_held_at_the_start_is_one_line(path, new):
    await filled(path, new, 1)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(DatabaseUnreachable, match=r"Another program keeps .* locked"):
            await open_store(str(path), create=False, limits=IMPATIENT)


async def test_a_file_that_cannot_be_written_is_said_at_the_start(path, tmp_path_factory, new):
    await filled(path, new, 1)
    another = tmp_path_factory.mktemp("another") / "campaign.db"
    path.with_name("campaign.db.lock").chmod(0o666)
    for folder in (path.parent, *path.parent.parents[:3]):
        if "pytest" in str(folder):  # tests that run side by side have a folder more
            folder.chmod(0o755)

    for mode, words in ((0o444, "cannot be"), (0o000, "cannot be read")):
        path.chmod(mode)
        line = run("open_unprivileged", str(path), str(another))
        assert line.startswith(f"DatabaseUnreachable {path} {words}")

    path.chmod(0o600)
    async with await open_store(str(path), create=False) as store:
        await store.write(record, new())


async def test_a_process_ends_after_it_closed_the_store_and_also_if_it_did_not(path):
    """aiosqlite's thread keeps a process alive that did not close it; ours must end in any case."""
    assert run("leave_closed", str(path)) == "done"

    with running("leave_open", str(path)) as failed:
        assert failed.wait(30) == 1
        assert failed.stdout.read().strip() == "done"

    async with await open_store(str(path), create=False) as store:
        assert (await store.read(census)).events == 1


def test_what_is_not_used_is_not_loaded(path):
    """A start on an existing file needs neither the migrations nor the other engine."""
    program = """
import asyncio, sys
from bot.campaign import open_store
async def main(create):
    async with await open_store(sys.argv[1], create=create):
        return sorted({"alembic", "asyncpg", "discord", "PIL"} & set(sys.modules))
print(*asyncio.run(main(len(sys.argv) > 2)))
"""
    asked = [sys.executable, "-c", program, str(path)]
    first = subprocess.run([*asked, "create"], capture_output=True, text=True, check=True)
    second = subprocess.run(asked, capture_output=True, text=True, check=True)

    assert (first.stdout, second.stdout) == ("alembic\n", "\n")


def test_another_aiosqlite_with_other_insides_is_told_in_words():
    program = "import aiosqlite; del aiosqlite.Connection._execute; import bot.campaign.sqlite"

    tried = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)

    assert tried.stderr.splitlines()[-1] == (
        "ImportError: this aiosqlite has no _execute: install aiosqlite 0.22.1"
    )


async def test_every_connection_keeps_to_what_was_measured(file_store):
    def ask(*names: str):
        return lambda engine: {name: directly(engine, f"PRAGMA {name}")[0][0] for name in names}

    writing = (
        "journal_mode",
        "synchronous",
        "foreign_keys",
        "trusted_schema",
        "secure_delete",
        "busy_timeout",
    )
    assert await file_store._writer.run(ask(*writing)) == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "trusted_schema": 0,
        "secure_delete": 1,
        "busy_timeout": 5_000,
    }
    assert len(file_store._readers) == 2
    for reader in file_store._readers:
        assert await reader.connection.run(ask("query_only", "trusted_schema")) == {
            "query_only": 1,
            "trusted_schema": 0,
        }
