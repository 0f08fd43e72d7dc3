"""Copies made while the bot writes, and put back only where nothing is lost by it."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import stat
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from bot.campaign import audit, census, open_store, record
from bot.campaign.backup import BackupRefused, backup, restore
from bot.campaign.errors import DatabaseDamaged, DatabaseMissing, DatabaseUnreachable
from bot.campaign.files import beside

if TYPE_CHECKING:
    from pathlib import Path


async def events_in(path: Path) -> int:
    async with await open_store(str(path), create=False) as store:
        assert (await store.read(audit, 1)).fault is None
        return (await store.read(census)).events


async def test_a_copy_made_under_load_holds_all_that_was_answered_before(path, tmp_path, new):
    copy, answered, under_way = tmp_path / "copies" / "copy.db", 0, asyncio.Event()

    async with await open_store(str(path), create=True) as store:

        async def write() -> None:
            nonlocal answered
            for _ in range(40):
                await store.write(record, new())
                answered += 1
                if answered == 100:
                    under_way.set()

        writing = [asyncio.create_task(write()) for _ in range(8)]
        await under_way.wait()
        before = answered
        held = await backup(str(path), copy)
        await asyncio.gather(*writing)

    assert before <= held.events <= 320
    assert await events_in(copy) == held.events
    assert str(held) == f"1 campaigns with {held.events:,} events"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert sorted(file.name for file in copy.parent.iterdir()) == ["copy.db", "copy.db.lock"]


async def test_a_copy_never_takes_the_place_of_something(path, tmp_path, new):
    async with await open_store(str(path), create=True) as store:
        await store.write(record, new())
    other = tmp_path / "there.db"
    other.write_text("mine")
    with pytest.raises(BackupRefused, match="something at"):
        await backup(str(path), other)
    assert other.read_text() == "mine"
    with pytest.raises(DatabaseMissing):
        await backup(str(tmp_path / "nowhere.db"), tmp_path / "copy.db")
    with pytest.raises(DatabaseUnreachable):
        await backup(str(path), other / "within" / "copy.db")


async def test_a_history_that_is_not_as_it_was_written_gives_no_copy(path, tmp_path, new):
    async with await open_store(str(path), create=True) as store:
        for _ in range(3):
            await store.write(record, new())
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("DROP TRIGGER event_never_changes")
        file.execute("UPDATE event SET text = 'a natural twenty' WHERE seq = 2")
    copy = tmp_path / "copy.db"
    with pytest.raises(DatabaseDamaged, match="event 2 of the campaign"):
        await backup(str(path), copy)
    assert not list(tmp_path.glob("copy*"))


async def test_what_was_there_is_moved_aside_with_its_log(path, tmp_path, new):
    """The log of a killed bot belongs to its own file, and would spoil the copy."""
    async with await open_store(str(path), create=True) as store:
        for _ in range(5):
            await store.write(record, new())
    copy = tmp_path / "copy.db"
    await backup(str(path), copy)
    with closing(sqlite3.connect(path)) as killed:
        killed.execute("PRAGMA journal_mode = WAL")
        killed.execute("INSERT INTO meta VALUES ('later', '1')")
        killed.commit()
        log = beside(path, "-wal").read_bytes()
        shutil.copy(path, tmp_path / "as-killed.db")
    shutil.copy(tmp_path / "as-killed.db", path)
    beside(path, "-wal").write_bytes(log)

    restored = await restore(str(path), copy)

    assert restored.held.events == 5
    assert restored.aside is not None
    assert restored.aside.name.startswith("campaign-before-restore-")
    assert beside(restored.aside, "-wal").read_bytes() == log
    assert not beside(path, "-wal").exists()
    assert await events_in(path) == 5


async def test_a_newer_database_is_not_given_up_for_an_older_copy(path, tmp_path, new):
    copy = tmp_path / "copy.db"
    async with await open_store(str(path), create=True) as store:
        await store.write(record, new())
        await backup(str(path), copy)
        await store.write(record, new())
        with pytest.raises(BackupRefused, match="only while the bot is stopped"):
            await restore(str(path), copy)

    with pytest.raises(BackupRefused, match=r"is newer than .*--even-if-newer"):
        await restore(str(path), copy)
    assert await events_in(path) == 2
    restored = await restore(str(path), copy, even_if_newer=True)
    assert restored.held.events == 1
    assert await events_in(path) == 1
    assert await events_in(restored.aside) == 2


async def test_what_is_no_copy_is_not_put_back(path, tmp_path, new):
    async with await open_store(str(path), create=True) as store:
        await store.write(record, new())
    cut = tmp_path / "cut.db"
    cut.write_bytes(path.read_bytes()[:5_000])
    for source in (cut, tmp_path / "nothing.db", path):
        with pytest.raises((DatabaseDamaged, DatabaseMissing, BackupRefused)):
            await restore(str(path), source)
    assert await events_in(path) == 1
    assert not list(tmp_path.glob("*before-restore*"))


async def test_where_there_is_none_or_a_damaged_one_a_copy_is_put(path, tmp_path, new):
    copy = tmp_path / "copy.db"
    async with await open_store(str(path), create=True) as store:
        await store.write(record, new())
    await backup(str(path), copy)
    path.write_bytes(b"not a database at all")
    restored = await restore(str(path), copy)
    assert restored.aside.read_bytes() == b"not a database at all"
    assert await events_in(path) == 1
    fresh = tmp_path / "another" / "folder" / "campaign.db"
    assert (await restore(str(fresh), copy)).aside is None
    assert await events_in(fresh) == 1


async def test_a_database_server_has_tools_of_its_own(postgres_address, tmp_path):
    with pytest.raises(BackupRefused, match="pg_dump"):
        await backup(postgres_address, tmp_path / "copy.db")
    with pytest.raises(BackupRefused, match="psql"):
        await restore(postgres_address, tmp_path / "copy.db")
