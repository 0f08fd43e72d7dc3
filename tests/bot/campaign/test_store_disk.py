"""A file while it is served: locked, full, deleted or replaced is one kind sentence and nothing half-done."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
from contextlib import closing, contextmanager

import pytest

from bot.campaign import Limits, StoreDown, audit, census, open_store, record
from tests.bot.campaign.program import run

IMPATIENT = Limits(busy_timeout=0.05)


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
        assert all("tell whoever runs the bot" in str(one) for one in refused)
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
