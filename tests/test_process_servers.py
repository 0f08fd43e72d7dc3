"""The program hears that a server removed it, and does not take an outage for that (C90)."""

from __future__ import annotations

import contextlib
import sqlite3
import sys
from typing import TYPE_CHECKING

import pytest

from tests.loopback.discord_loopback import Loopback
from tests.loopback.program import host

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="ends processes by POSIX signals")


async def roll(loopback: Loopback) -> None:
    here = loopback.table, loopback.channel, loopback.alice
    assert not (await loopback.command(*here, "roll", {"dice": "d6"})).refusals


def purges(folder: Path) -> list[int | None]:
    """When what each server had will be deleted."""
    with contextlib.closing(sqlite3.connect(folder / "undercroft.db")) as database:
        return [row[0] for row in database.execute("SELECT purge_after FROM guild ORDER BY guild_id")]


async def test_a_server_that_removes_the_bot_is_kept_for_a_while(tmp_path: Path) -> None:
    async with Loopback() as loopback:
        table = loopback.table
        async with host(loopback, tmp_path) as running:
            await roll(loopback)
            gone = {"id": str(table.id)}
            await loopback.gateway.dispatch("GUILD_DELETE", {**gone, "unavailable": True}, table)
            await loopback.gateway.dispatch("GUILD_DELETE", gone, table)
            await running.says("a server removed the bot")
        assert [purge is not None for purge in purges(tmp_path)] == [True]

        async with host(loopback, tmp_path) as running:
            await running.says("that came back: 1")
        assert purges(tmp_path) == [None]
        assert not loopback.violations, loopback.transcript()


async def test_an_outage_is_not_leaving(tmp_path: Path) -> None:
    async with Loopback() as loopback:
        async with host(loopback, tmp_path):
            await roll(loopback)
            away = {"id": str(loopback.table.id), "unavailable": True}
            await loopback.gateway.dispatch("GUILD_DELETE", away, loopback.table)
            await loopback.gateway.dispatch(
                "GUILD_CREATE", loopback.table.payload(loopback.me), loopback.table
            )
            await roll(loopback)
        assert purges(tmp_path) == [None]

        loopback.guilds.remove(table := loopback.table)
        async with host(loopback, tmp_path) as running:
            await running.says("looks like an outage")
        assert purges(tmp_path) == [None]
        assert table.id > 0
