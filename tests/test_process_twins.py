"""Two processes of the program with one token and one database: each command is answered and kept once."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

import pytest

from bot.campaign import audit, campaign_of, open_store
from tests.loopback.discord_loopback import Loopback
from tests.loopback.program import host, program
from tests.loopback.rest import ACKNOWLEDGED

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.loopback.records import Answer

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="ends processes by POSIX signals")

ROLLS = 20
"""At once: more than a table ever types. Of twice as many a busy machine answers some too late to count."""


@pytest.fixture
async def loopback() -> AsyncIterator[Loopback]:
    async with Loopback() as loopback:
        yield loopback
        assert not loopback.violations, loopback.transcript()


async def roll(loopback: Loopback, dice: str) -> Answer:
    here = loopback.table, loopback.channel, loopback.alice
    return await loopback.command(*here, "roll", {"dice": dice})


def callbacks(loopback: Loopback, answer: Answer) -> list[int | None]:
    """How Discord took each answer to an interaction."""
    end = f"/{answer.id}/{answer.interaction['token']}/callback"
    return [request.status for request in loopback.requests if request.path.endswith(end)]


async def kept(address: str, loopback: Loopback) -> int:
    """How many events the campaign has; its chain must be whole."""
    async with await open_store(address, create=False) as store:
        report = await store.read(audit, await store.read(campaign_of, loopback.channel.id))
    assert report.fault is None
    return report.sound


async def test_two_processes_on_one_server_answer_and_keep_each_command_once(
    loopback: Loopback, tmp_path: Path, postgres_address: str
) -> None:
    """C58: both are delivered everything, both answer, and the same roll stands in both answers."""
    settings = {"UNDERCROFT_DATABASE": postgres_address}
    async with host(loopback, tmp_path, **settings) as one:
        async with program(loopback, tmp_path, **settings) as other:
            other.look_anew()
            await other.ready()
            await loopback.ready(2)
            answers = await asyncio.gather(
                *(roll(loopback, f"{number}d1000") for number in range(1, ROLLS + 1))
            )
            await loopback.until(
                lambda: all(len(callbacks(loopback, answer)) == 2 for answer in answers), "both answers"
            )
            # One of them ends, as when a new version takes over, and commands go on coming meanwhile.
            meanwhile = [asyncio.create_task(roll(loopback, "4d4")) for _ in range(ROLLS)]
            await loopback.until(lambda: len(loopback.answers) > ROLLS, "the next rolls")
            assert await other.end() == 0, "\n".join(other.lines)
            later = await asyncio.gather(*meanwhile)
        alone = await roll(loopback, "2d6")

    assert [answer.refusals for answer in answers] == [[ACKNOWLEDGED]] * ROLLS
    assert all(sorted(map(str, callbacks(loopback, answer))) == ["200", "400"] for answer in answers)
    assert all(len(answer.messages) == 1 and not answer.ephemeral for answer in [*answers, *later])
    assert "perhaps not shown before" not in alone.text
    assert not any("Traceback" in line for line in [*one.lines, *other.lines])
    assert len(loopback.puts) == 1
    assert (
        await kept(postgres_address, loopback) == 2 * ROLLS + 2
    )  # with the session that the first of them opened
    for answer in answers:
        sent = [request.body for request in loopback.requests if answer.id in request.path]
        assert sent[0] == sent[1]


async def test_a_second_process_on_one_file_is_told_which_has_it(loopback: Loopback, tmp_path: Path) -> None:
    """C58, C84: a file belongs to one process, which answers everything and keeps each once."""
    async with host(loopback, tmp_path) as one:
        async with program(loopback, tmp_path) as other:
            assert await other.ended() == 1
        answers = await asyncio.gather(*(roll(loopback, "d20") for _ in range(ROLLS)))

    assert len(other.lines) == 1, "\n".join(other.lines)
    assert f"Process {one.process.pid} has" in other.lines[0]
    assert [callbacks(loopback, answer) for answer in answers] == [[200]] * ROLLS
    assert await kept(str(tmp_path / "undercroft.db"), loopback) == ROLLS + 1  # with the session
