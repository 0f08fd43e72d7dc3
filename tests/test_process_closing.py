"""The program when something holds it up: another program's lock, a wrong server, a silent database."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sqlite3
import sys
from typing import TYPE_CHECKING

import pytest

from tests.loopback.calls import refusal
from tests.loopback.discord_loopback import Loopback
from tests.loopback.program import END_WITHIN, host, program
from tests.loopback.rules import EPHEMERAL

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="ends processes by POSIX signals")


@pytest.fixture
async def loopback() -> AsyncIterator[Loopback]:
    async with Loopback() as loopback:
        yield loopback
        assert not loopback.violations, loopback.transcript()


@contextlib.contextmanager
def held(folder: Path) -> Iterator[None]:
    """Another program that has the database to itself."""
    with contextlib.closing(sqlite3.connect(folder / "undercroft.db", isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        yield


def asked(loopback: Loopback) -> asyncio.Task[object]:
    here = loopback.table, loopback.channel, loopback.alice
    return asyncio.create_task(loopback.command(*here, "roll", {"dice": "d20"}))


async def test_a_held_database_is_deferred_in_the_open_and_told_in_private(
    loopback: Loopback, tmp_path: Path
) -> None:
    """C52, C66: what follows a public deferral is public, so the sentence must not be what follows it."""
    async with host(loopback, tmp_path):
        with held(tmp_path):
            answer = await loopback.command(
                loopback.table, loopback.channel, loopback.alice, "roll", {"dice": "d20"}
            )
        await loopback.until(
            lambda: bool(answer.follow_ups and answer.original and answer.original.deleted),
            "the sentence to be told and the deferral to go",
        )

    assert not answer.flags & EPHEMERAL
    [told] = answer.messages
    assert "Nothing was saved" in told.text
    assert told.ephemeral


async def test_a_signal_ends_it_while_another_program_holds_the_database(
    loopback: Loopback, tmp_path: Path
) -> None:
    async with program(loopback, tmp_path) as running:
        await running.ready()
        with held(tmp_path):
            waiting = asked(loopback)
            await loopback.until(lambda: loopback.answers, "the roll to arrive")
            assert await running.end() == 0, "\n".join(running.lines)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)

    assert not any("Traceback" in line for line in running.lines), "\n".join(running.lines)


async def test_a_signal_ends_it_while_the_database_server_is_silent(
    loopback: Loopback, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.setblocking(False)
        address = f"postgresql://somebody@127.0.0.1:{silent.getsockname()[1]}/campaigns"
        async with program(loopback, tmp_path, UNDERCROFT_DATABASE=address) as running:
            connection, _ = await asyncio.get_running_loop().sock_accept(silent)
            with connection:
                assert await running.end() == 0, "\n".join(running.lines)

    assert not any("Traceback" in line for line in running.lines), "\n".join(running.lines)
    assert END_WITHIN == 2.0


async def test_a_server_that_the_bot_is_not_in_is_one_line(loopback: Loopback, tmp_path: Path) -> None:
    loopback.fail("put_guild_commands", refusal(403, 50001, "Missing Access"))
    async with program(loopback, tmp_path, UNDERCROFT_GUILD=str(loopback.table.id)) as running:
        assert await running.ended() == 1

    assert "UNDERCROFT_GUILD" in running.lines[-1]
    assert not any("Traceback" in line for line in running.lines), "\n".join(running.lines)


async def test_the_log_tells_no_token_and_no_secret(loopback: Loopback, tmp_path: Path) -> None:
    async with host(loopback, tmp_path, UNDERCROFT_LOG="debug") as running:
        answer = await loopback.command(
            loopback.table,
            loopback.channel,
            loopback.alice,
            "roll",
            {"dice": "d20", "seen": "masters", "note": "xyzzy"},
        )
    written = "\n".join(running.lines)

    assert answer.ephemeral
    assert "DEBUG" in written
    assert "xyzzy" not in written
    assert loopback.token not in written
    assert answer.interaction["token"] not in written
