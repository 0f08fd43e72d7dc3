"""The program amid many commands: killed, asked to end, cut off, its database's server restarted."""

from __future__ import annotations

import asyncio
import re
import sys
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from bot.campaign import audit, campaign_of, open_store
from tests.loopback import interactions, records
from tests.loopback.discord_loopback import Loopback
from tests.loopback.program import host, program

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable
    from pathlib import Path

    from tests.loopback.records import Answer
    from tests.postgres import PostgresServer

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="ends processes by POSIX signals")

REFERENCE = re.compile(r"#([a-z0-9]{4})\b")
LINE_OF_HISTORY = re.compile(r"(?<!is open\.\*\*\n)-# #([a-z0-9]{4})\b")
"""A roll's; the opening of the session, which is kept too, is told with the first roll."""


@pytest.fixture
async def loopback() -> AsyncIterator[Loopback]:
    async with Loopback() as loopback:
        yield loopback
        assert not loopback.violations, loopback.transcript()


async def ask(loopback: Loopback, number: int) -> list[Answer]:
    """Send so many commands and wait for none; each fifth draws a picture."""
    scene = loopback.scene(loopback.table, loopback.channel, loopback.alice)
    asked = []
    for place in range(number):
        words, options = ("roll", {"dice": "2d6"}) if place % 5 else ("door destination", {})
        chain = interactions.command(loopback.commands, scene, words)
        inner = interactions.command_body(chain, options)
        asked.append(await loopback.deliver(scene, records.COMMAND, inner))
    return asked


async def answered(loopback: Loopback, asked: list[Answer], number: int) -> None:
    await loopback.until(lambda: sum(one.settled for one in asked) >= number, f"{number} answers")


def shown(asked: Iterable[Answer]) -> set[str]:
    """The references of the rolls that people have before them."""
    buttons = [button for one in asked for message in one.messages for button in message.buttons.values()]
    again = "undercroft:again:"
    return {button.removeprefix(again) for button in buttons if button.startswith(again)}


async def tell_what_is_owed(loopback: Loopback, asked: list[Answer]) -> Counter[str]:
    """Roll until a reply tells of no earlier roll any more: how often each was told of."""
    told: Counter[str] = Counter()
    while True:
        here = loopback.table, loopback.channel, loopback.alice
        answer = await loopback.command(*here, "roll", {"dice": "d4"})
        asked.append(answer)
        earlier = set(REFERENCE.findall(answer.text)) - shown([answer])
        if not earlier:
            return told
        told.update(earlier)


async def history(loopback: Loopback) -> list[str]:
    """The references on all pages of the history."""
    answer = await loopback.command(loopback.table, loopback.channel, loopback.bob, "history show")
    found = LINE_OF_HISTORY.findall(answer.text)
    while older := answer.messages[0].buttons.get("Older"):
        answer = await loopback.component(answer, older, loopback.bob)
        found += LINE_OF_HISTORY.findall(answer.text)
    assert len(found) == len(set(found))
    return found


async def sound_events(address: str, loopback: Loopback) -> int:
    """How many events the campaign has; its chain must be whole."""
    async with await open_store(address, create=False) as store:
        campaign = await store.read(campaign_of, loopback.channel.id)
        report = await store.read(audit, campaign)
    assert report.fault is None
    return report.sound


async def test_killed_again_and_again_it_keeps_what_was_answered_and_tells_the_rest_once(
    loopback: Loopback, tmp_path: Path
) -> None:
    asked: list[Answer] = []
    told: Counter[str] = Counter()
    for answers in (2, 9, 17):
        async with program(loopback, tmp_path) as running:
            await running.ready()
            told += await tell_what_is_owed(loopback, asked)
            in_work = await ask(loopback, 30)
            await answered(loopback, in_work, answers)
            running.process.kill()
            await running.ended()
        asked += in_work
    async with host(loopback, tmp_path):
        told += await tell_what_is_owed(loopback, asked)
        kept = set(await history(loopback))

    assert shown(asked) <= kept
    assert kept - shown(asked) <= told.keys() <= kept
    assert set(told.values()) == {1}
    assert await sound_events(str(tmp_path / "undercroft.db"), loopback) == len(kept) + 1  # the session


async def test_a_signal_in_the_middle_of_50_commands_loses_none_that_was_answered(
    loopback: Loopback, tmp_path: Path
) -> None:
    async with program(loopback, tmp_path) as running:
        await running.ready()
        asked = await ask(loopback, 50)
        await answered(loopback, asked, 5)
        assert await running.end() == 0, "\n".join(running.lines)
    async with host(loopback, tmp_path):
        kept = await history(loopback)

    assert not any("Traceback" in line for line in running.lines), "\n".join(running.lines)
    assert len(shown(asked)) >= 5
    assert shown(asked) <= set(kept)
    assert await sound_events(str(tmp_path / "undercroft.db"), loopback) == len(kept) + 1  # the session


async def test_a_gateway_that_drops_in_the_middle_of_20_commands_loses_and_doubles_none(
    loopback: Loopback, tmp_path: Path
) -> None:
    async with host(loopback, tmp_path):
        asked = await ask(loopback, 10)
        loopback.gateway.rewind = 3  # what was delivered just before comes again
        await loopback.gateway.drop()
        asked += await ask(loopback, 10)
        await answered(loopback, asked, 20)
        kept = await history(loopback)

    assert shown(asked) == set(kept)
    assert len(kept) == 20


async def test_on_a_database_server_that_restarts_it_keeps_what_was_answered(
    loopback: Loopback, tmp_path: Path, postgres: PostgresServer
) -> None:
    address = postgres.address(postgres.make_database())
    async with program(loopback, tmp_path, UNDERCROFT_DATABASE=address) as running:
        assert await running.ended() == 1
        assert "undercroft upgrade" in running.lines[-1]
    async with program(loopback, tmp_path, "upgrade", UNDERCROFT_DATABASE=address) as running:
        assert await running.ended() == 0

    async with host(loopback, tmp_path, UNDERCROFT_DATABASE=address):
        asked = await ask(loopback, 20)
        await answered(loopback, asked, 3)
        await asyncio.to_thread(postgres.stop)
        try:
            meanwhile = await ask(loopback, 20)
            await answered(loopback, meanwhile, 20)
        finally:
            await asyncio.to_thread(postgres.start)
        after = await ask(loopback, 20)
        await answered(loopback, [*asked, *after], 40)
        kept = set(await history(loopback))

    assert not shown(meanwhile)
    assert all("Nothing was saved" in one.text for one in meanwhile)
    assert len(shown(after)) == 20
    assert shown([*asked, *after]) <= kept
    assert await sound_events(address, loopback) == len(kept) + 1  # the session
