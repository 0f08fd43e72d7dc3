"""Copies that the bot makes by itself: whole, only when something changed, fewer as they age."""

from __future__ import annotations

import asyncio
import logging
import shutil
import sqlite3
from datetime import UTC, datetime, timedelta

import pytest

from bot.campaign import census, open_store, record
from bot.campaign.copies import Copies, kept
from bot.campaign.errors import DatabaseDamaged
from bot.copying import copies_of, copying

NOW = datetime(2026, 12, 1, 13, 0, tzinfo=UTC)


async def until(is_so):
    """Let the loop run until something is so, 20 seconds at most."""
    for _ in range(2_000):
        if is_so():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came to be")


@pytest.fixture
def copies(path, tmp_path):
    return Copies(str(path), tmp_path / "copies")


async def test_a_copy_of_a_running_bots_file_holds_what_was_answered(file_store, copies, new):
    for _ in range(20):
        await file_store.write(record, new())

    made = await copies.make(NOW)

    assert made.path.name == "campaign-20261201T130000Z.db"
    assert made.held.events == 20
    async with await open_store(str(made.path), create=False) as copy:
        assert (await copy.read(census)).events == 20


async def test_nothing_is_copied_twice(file_store, copies, new):
    await file_store.write(record, new())
    assert await copies.make(NOW) is not None
    assert await copies.make(NOW + timedelta(hours=1)) is None

    await asyncio.sleep(0.02)  # file times are no finer than that everywhere
    await file_store.write(record, new())

    assert await copies.make(NOW + timedelta(hours=2)) is not None
    assert len(copies.found()) == 2


async def test_old_copies_go_when_a_new_one_is_there(file_store, copies, new):
    await file_store.write(record, new())
    first = await copies.make(NOW)
    for hours in range(1, 24 * 500, 7):
        shutil.copyfile(
            first.path, copies.folder / f"campaign-{NOW - timedelta(hours=hours):%Y%m%dT%H%M%SZ}.db"
        )
    other = copies.folder / "campaign-mine.db"
    other.write_text("kept by hand")
    await asyncio.sleep(0.02)
    await file_store.write(record, new())

    await copies.make(NOW + timedelta(hours=1))

    found = sorted(copies.found())
    assert set(found) == kept(found, NOW + timedelta(hours=1))
    assert 12 < len(found) < 40
    assert NOW + timedelta(hours=1) in found
    assert other.exists()


def test_those_of_a_day_of_each_day_and_of_each_month_are_kept():
    made = [NOW - timedelta(hours=hours) for hours in range(24 * 500)]

    found = kept(made, NOW)

    assert {NOW - timedelta(hours=hours) for hours in range(25)} <= found
    older = sorted(each for each in found if each < NOW - timedelta(hours=24))
    days = [each.date() for each in older if each >= NOW - timedelta(days=14)]
    assert days == [(NOW - timedelta(days=day)).date() for day in range(14, 1, -1)]
    assert {each.hour for each in older} == {23}  # the last of each
    assert len({(each.year, each.month) for each in found}) == 12
    assert min(found) == datetime(2026, 1, 31, 23, tzinfo=UTC)


async def test_a_damaged_file_is_not_copied_over_what_is_whole(path, copies, new):
    async with await open_store(str(path), create=True) as store:
        await store.write(record, new())
    whole = await copies.make(NOW)
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TRIGGER event_never_changes")
        connection.execute("UPDATE event SET text = 'a 20'")
    connection.close()

    with pytest.raises(DatabaseDamaged):
        await copies.make(NOW + timedelta(hours=1))

    assert list(copies.found().values()) == [whole.path]
    assert [each.name for each in copies.folder.iterdir()] == [whole.path.name]


async def test_the_bot_copies_while_it_runs_and_says_so(file_store, path, new, caplog):
    await file_store.write(record, new())
    caplog.set_level(logging.INFO)
    copies = copies_of(str(path), "")

    async with copying(copies, first=0, each=0.01):
        await until(lambda: "a copy of the database is at" in caplog.text)

    assert copies.folder == path.parent / "copies"
    assert len(copies.found()) == 1


async def test_a_folder_that_cannot_be_written_is_the_hosts_to_know_and_nobody_elses(
    file_store, path, new, caplog
):
    await file_store.write(record, new())
    (path.parent / "copies").write_text("a file is in the way")

    async with copying(copies_of(str(path), ""), first=0, each=0.01):
        await until(lambda: "no copy of the database was made" in caplog.text)
        await file_store.write(record, new())

    assert "Traceback" not in caplog.text


@pytest.mark.parametrize(("address", "wanted"), [("campaign.db", "none"), ("postgresql://u:p@h/name", "")])
async def test_where_none_are_wanted_or_possible_there_are_none(address, wanted):
    assert copies_of(address, wanted) is None
    async with copying(None):
        pass
