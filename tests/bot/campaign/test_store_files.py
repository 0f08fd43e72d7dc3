"""A file that is missing, damaged, locked, full or gone: one sentence, and nothing half-done."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing, contextmanager

import pytest

from bot.campaign import (
    DatabaseDamaged,
    DatabaseInUse,
    DatabaseMissing,
    DatabaseNewer,
    DatabaseUnreachable,
    Limits,
    StartRefused,
    StoreDown,
    audit,
    census,
    current,
    open_store,
    record,
    upgrade,
)
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


async def test_a_lock_of_another_program_is_waited_for_and_then_everybody_is_told(path, new):
    async with await open_store(str(path), create=True, limits=IMPATIENT) as store:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            answers = await asyncio.gather(
                *(store.write(record, new()) for _ in range(150)), return_exceptions=True
            )
            reading = await store.read(census)
            other.execute("ROLLBACK")

        assert {type(answer) for answer in answers} == {StoreDown}
        assert {str(answer).partition(".")[0] for answer in answers} == {
            "Another program is holding the campaign's memory"
        }
        assert reading.events == 0
        assert (await store.write(record, new())).event.seq == 1


async def test_a_lock_that_ends_in_time_delays_and_nothing_more(path, new):
    async with await open_store(str(path), create=True) as store:
        with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
            other.execute("BEGIN IMMEDIATE")
            writing = asyncio.ensure_future(store.write(record, new()))
            await asyncio.sleep(0)
            await asyncio.to_thread(other.execute, "ROLLBACK")

        assert (await writing).event.seq == 1


async def test_a_lock_held_at_the_start_is_one_line(path, new):
    await filled(path, new, 1)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(DatabaseUnreachable, match=r"Another program keeps .* locked"):
            await open_store(str(path), create=False, limits=IMPATIENT)


async def test_a_file_that_was_deleted_or_replaced_takes_no_write_into_nothing(path, new):
    away = path.with_suffix(".away")
    async with await open_store(str(path), create=True) as store:
        await store.write(record, new())
        path.rename(away)
        refused = await _try_all(store, new)
        path.write_bytes(away.read_bytes())
        refused += await _try_all(store, new)
        path.unlink()
        away.rename(path)
        log = path.with_name("campaign.db-wal")
        log.rename(away)
        refused += await _try_all(store, new)
        away.rename(log)

        assert {type(one) for one in refused} == {StoreDown}
        assert {str(one).partition(".")[0] for one in refused} == {
            "The campaign's file was moved or deleted while the bot was running"
        }
        assert (await store.write(record, new())).event.seq == 2


async def test_a_disk_that_is_full_refuses_in_words_and_goes_on_when_there_is_room(path):
    """A limit on the size of files stands for the disk, so it needs no rights."""
    output = run("fill", str(path))

    first, limited, after = (output[name] for name in ("first", "limited", "after"))
    assert (len(first["kept"]), first["refused"]) == (50, 0)
    assert limited["refused"] >= 20
    assert all("Nothing was saved" in words for words in limited["words"])
    assert output["reading"] == 50 + len(limited["kept"])
    assert (len(after["kept"]), after["refused"]) == (50, 0)
    await _check_kept(path, first["kept"] + limited["kept"] + after["kept"])


async def test_a_disk_that_is_really_full(tmp_path, new):
    with _small_disk(tmp_path / "disk") as disk:
        path = disk / "campaign.db"
        async with await open_store(str(path), create=True) as store:
            await store.write(record, new())
            ballast = disk / "ballast"
            ballast.write_bytes(bytes(os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize - 60_000))
            kept, refused = [1_400_000_000_000_000_001], []
            for _ in range(20):
                news = [new(document={"outcome": {"text": "z" * 300}}) for _ in range(20)]
                answers = await asyncio.gather(
                    *(store.write(record, one) for one in news), return_exceptions=True
                )
                for one, answer in zip(news, answers, strict=True):
                    (refused if isinstance(answer, BaseException) else kept).append(
                        answer if isinstance(answer, BaseException) else one.interaction_id
                    )
            assert {str(one).partition(".")[0] for one in refused} == {
                "The disk that keeps the campaign is full"
            }
            assert (await store.read(census)).events == len(kept)
            ballast.unlink()
            kept.append((await store.write(record, one := new())).event.seq and one.interaction_id)
        await _check_kept(path, kept)


async def test_a_file_that_cannot_be_written_is_said_at_the_start(path, tmp_path_factory, new):
    await filled(path, new, 1)
    another = tmp_path_factory.mktemp("another") / "campaign.db"
    path.with_name("campaign.db.lock").chmod(0o666)
    for folder in (path.parent, *path.parent.parents[:2]):
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


async def _try_all(store, new) -> list[BaseException]:
    tries = (store.write(record, new()), store.read(census))
    return [one for one in await asyncio.gather(*tries, return_exceptions=True) if isinstance(one, Exception)]


async def _check_kept(path, interactions: list[int]) -> None:
    """What was told as kept is there, and nothing else, and all of it is sound."""
    async with await open_store(str(path), create=False) as store:
        kept = await store.read(
            lambda c: [
                row[0] for row in c.exec_driver_sql("SELECT request_key FROM event ORDER BY request_key")
            ]
        )
        campaigns = (await store.read(census)).campaigns
        reports = [await store.read(audit, number) for number in range(1, campaigns + 1)]
    assert sorted(kept) == sorted(map(str, interactions))
    assert all(report.fault is None for report in reports)


@contextmanager
def _small_disk(folder):
    """Four megabytes, where this user may mount some."""
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("this user cannot mount a small disk; the test with a limited file size stands for it")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


def test_another_aiosqlite_with_other_insides_is_told_in_words():
    program = "import aiosqlite; del aiosqlite.Connection._execute; import bot.campaign.sqlite"

    tried = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)

    assert tried.stderr.splitlines()[-1] == (
        "ImportError: this aiosqlite has no _execute: install aiosqlite 0.22.1"
    )
