"""The program as its host runs it: a process of its own, on real sockets, ended by real signals."""

from __future__ import annotations

import asyncio
import contextlib
import io
import signal
import sqlite3
import sys
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from PIL import Image

from tests.loopback.calls import Fault, refusal
from tests.loopback.discord_loopback import Loopback
from tests.loopback.program import host, program
from tests.loopback.rules import EPHEMERAL

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.loopback.records import Answer

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="ends processes by POSIX signals")

LARGEST_PICTURE = 80_000
"""Bytes of a door's picture at most."""

GUILDS_INTENT = 1


@pytest.fixture
async def loopback() -> AsyncIterator[Loopback]:
    async with Loopback() as loopback:
        yield loopback
        assert not loopback.violations, loopback.transcript()
        assert loopback.listed_twice == set()


async def roll(loopback: Loopback, dice: str = "2d6+3", **options: str) -> Answer:
    here = loopback.table, loopback.channel, loopback.alice
    return await loopback.command(*here, "roll", {"dice": dice, **options})


async def history(loopback: Loopback) -> str:
    answer = await loopback.command(loopback.table, loopback.channel, loopback.bob, "history show")
    assert answer.ephemeral
    return answer.text


def references(answer: Answer) -> list[str]:
    """The references of rolls that a message's buttons name."""
    return [
        custom_id.rpartition(":")[2] for message in answer.messages for custom_id in message.buttons.values()
    ]


def closed_database(folder: Path) -> str:
    """All that the database of an ended program holds; it must be whole, with nothing left beside it."""
    assert not list(folder.glob("*-wal"))
    with contextlib.closing(sqlite3.connect(folder / "undercroft.db")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return "\n".join(database.iterdump())


# -- Coming up -------------------------------------------------------------------------------


async def test_starts_and_gives_its_commands_once(loopback: Loopback, tmp_path: Path) -> None:
    """C32, C59, C63, C68: the guilds intent alone, so no message is read; every command is there once.

    What was rolled before a restart is there after it, and its buttons work.
    """
    async with host(loopback, tmp_path):
        first = await roll(loopback)
    [reference] = references(first)
    async with host(loopback, tmp_path):
        assert reference in await history(loopback)
        [button] = first.messages[0].buttons.values()
        second = await loopback.component(first, button, loopback.bob)
        assert reference in await history(loopback)

    assert second.original is not first.original
    assert "second roll" in second.text.lower()
    assert "2d6" in second.text
    assert [request.route for request in loopback.puts] == ["put_commands"]
    identities = [frame["d"] for frame in loopback.gateway.frames if frame["op"] == 2]
    assert [identity["intents"] for identity in identities] == [GUILDS_INTENT] * 2
    assert {connection.path for connection in loopback.gateway.connections} == {"/gateway"}
    commands = loopback.commands[None]
    assert {"roll", "door", "table", "history"} <= {command["name"] for command in commands}
    assert all(command["contexts"] and command["integration_types"] for command in commands)


async def test_commands_follow_their_scope(loopback: Loopback, tmp_path: Path) -> None:
    """C68, C69: a change of scope clears the other."""
    async with host(loopback, tmp_path):
        everywhere = loopback.commands[None]
    async with host(loopback, tmp_path, UNDERCROFT_GUILD=str(loopback.table.id)):
        assert not loopback.commands[None]
        assert len(loopback.commands[loopback.table.id]) == len(everywhere)
    async with host(loopback, tmp_path):
        assert not loopback.commands[loopback.table.id]
        assert len(loopback.commands[None]) == len(everywhere)


async def test_every_server_is_answered_by_its_shard(tmp_path: Path) -> None:
    async with Loopback(shards=2) as loopback:
        other = loopback.add_guild("Elsewhere", loopback.table.id + (1 << 22))
        hall = loopback.add_channel(other, "hall")
        async with host(loopback, tmp_path) as running:
            await running.ready(2)
            for guild, channel in ((loopback.table, loopback.channel), (other, hall)):
                answer = await loopback.command(guild, channel, loopback.alice, "roll", {"dice": "d6"})
                assert not answer.refusals

        assert {connection.path for connection in loopback.gateway.connections} == {"/gateway"}
        assert not loopback.violations, loopback.transcript()


async def test_wrong_token_is_one_line(loopback: Loopback, tmp_path: Path) -> None:
    wrong = f"{loopback.token}-but-wrong"
    async with program(loopback, tmp_path, DISCORD_TOKEN=wrong, UNDERCROFT_LOG="error") as running:
        assert await running.ended() == 1

    assert len(running.lines) == 1
    assert "DISCORD_TOKEN" in running.lines[0]
    assert wrong not in running.lines[0]


async def test_database_that_is_not_there_is_made_only_when_asked(loopback: Loopback, tmp_path: Path) -> None:
    path = tmp_path / "campaigns" / "winter.db"
    settings = {"UNDERCROFT_DATABASE": str(path), "UNDERCROFT_LOG": "error"}
    path.parent.mkdir()

    async with program(loopback, tmp_path, **settings) as running:
        assert await running.ended() == 1
    assert len(running.lines) == 1
    assert not path.exists()

    async with program(loopback, tmp_path, "run", "--create", **settings) as running:
        await running.ready()
        assert await running.end() == 0
    assert path.exists()


# -- At the table: one process for them all, a channel for each ------------------------------

together = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("table")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hosted(folder: Path) -> AsyncIterator[Loopback]:
    async with Loopback() as loopback, host(loopback, folder):
        yield loopback


@pytest_asyncio.fixture(loop_scope="module")
async def table(hosted: Loopback) -> AsyncIterator[Loopback]:
    """The shared table with an empty channel; what is wrong is charged to the test that did it."""
    hosted.channel = hosted.add_channel(hosted.table, "dungeon")
    await hosted.gateway.dispatch("CHANNEL_CREATE", hosted.channel.payload(), hosted.table)
    hosted.violations.clear()
    yield hosted
    assert not hosted.violations, hosted.transcript()


@together
async def test_door_is_told_with_its_picture(table: Loopback) -> None:
    here = table.table, table.channel, table.alice
    answer = await table.command(*here, "door destination", {"wall": "E", "faces": "5"})

    assert not answer.ephemeral
    assert "south" in answer.text
    [(name, png)] = answer.files.items()
    assert len(png) < LARGEST_PICTURE
    with Image.open(io.BytesIO(png)) as picture:
        picture.load()
        assert picture.format == "PNG"
        assert min(picture.size) >= 200
    assert "south" in answer.alt_texts[name]


@together
async def test_thread_belongs_to_its_channel(table: Loopback) -> None:
    thread = table.add_thread(table.table, table.channel, "session 7")

    answer = await table.command(table.table, thread, table.alice, "roll", {"dice": "3d6"})

    [reference] = references(answer)
    assert reference in await history(table)


@together
async def test_private_and_user_installed_rolls(table: Loopback) -> None:
    here = table.table, table.channel, table.alice
    alone = await table.command(None, None, table.alice, "roll", {"dice": "3d6"})
    elsewhere = await table.command(*here, "roll", {"dice": "3d6"}, user_install=True)

    assert "3d6" in alone.text
    assert "3d6" in elsewhere.text


@together
async def test_secret_roll_is_secret_from_its_first_word(table: Loopback) -> None:
    """C66."""
    answer = await roll(table, seen="shared")

    assert answer.flags & EPHEMERAL
    [reference] = references(answer)
    assert reference not in await history(table)
    here = [message for message in table.messages.values() if message.channel_id == table.channel.id]
    assert all(message.ephemeral for message in here)


@together
async def test_ugly_note_pings_nobody(table: Loopback) -> None:
    """C30."""
    answer = await roll(table, note="@everyone <@&1> `**\u202e\u200b https://example.org \\")

    assert answer.body["allowed_mentions"] == {"parse": []}


@together
async def test_choices_are_offered_and_resolved_again(table: Loopback) -> None:
    """C44, C46, C49: the value of a choice is text, and is looked up again."""
    here = table.table, table.channel, table.alice
    choices = await table.autocomplete(*here, "table roll", focused="name", typed="dead")
    assert choices
    for typed in (choices[0]["value"], choices[0]["name"]):
        assert not (await table.command(*here, "table roll", {"name": typed})).ephemeral

    refused = await table.command(*here, "table roll", {"name": "no such table"})

    assert refused.ephemeral


@together
async def test_interaction_delivered_twice_acts_once(table: Loopback) -> None:
    """C56, C58."""
    table.deliveries = 2
    answer = await roll(table)
    await table.until(lambda: answer.refusals, "the second answer to be refused")
    table.deliveries = 1
    await table.again(answer)
    await table.until(lambda: len(answer.refusals) == 2, "the third answer to be refused")
    page = await history(table)

    [reference] = references(answer)
    assert page.count(reference) == 1
    assert page.count("-# #") == 2  # with the session that the roll opened


@together
async def test_dropped_gateway_is_resumed(table: Loopback) -> None:
    before = await roll(table)
    table.gateway.rewind = 1
    await table.gateway.drop()
    await roll(table)
    await table.until(lambda: before.refusals, "the replayed interaction to be refused")
    page = await history(table)

    frames = [frame["op"] for frame in table.gateway.frames]
    assert (frames.count(2), frames.count(6)) == (1, 1)
    assert {connection.path for connection in table.gateway.connections} == {"/gateway"}
    assert page.count("-# #") == 3  # with the session that the first of them opened


@together
async def test_answer_that_could_not_be_posted_is_told_with_the_next(table: Loopback) -> None:
    table.fail("callback", refusal(403, 50013, "Missing Permissions"))
    excuse = await roll(table, "4d4")
    assert excuse.ephemeral
    after = await roll(table, "2d6")
    then = await roll(table, "2d6")

    assert "4d4" in after.text
    assert "4d4 = " not in then.text


# -- When things go wrong ----------------------------------------------------------------------


async def test_malformed_event_restarts_the_client_later_each_time(
    loopback: Loopback, tmp_path: Path
) -> None:
    async with host(loopback, tmp_path) as running:
        for pause in (1, 2):
            running.look_anew()
            await loopback.malformed()
            await running.says(f"started again in {pause} seconds")
            await running.ready()
        assert (await roll(loopback)).callback is not None

    assert len(loopback.puts) == 1


# -- Going down ------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_signal_ends_it_with_everything_closed(
    loopback: Loopback, tmp_path: Path, number: signal.Signals
) -> None:
    async with program(loopback, tmp_path) as running:
        await running.ready()
        [reference] = references(await roll(loopback))
        assert await running.end(number) == 0, "\n".join(running.lines)

    assert not any("Traceback" in line for line in running.lines)
    assert reference in closed_database(tmp_path)
    assert loopback.gateway.live == []


async def test_signal_ends_it_while_discord_is_silent(loopback: Loopback, tmp_path: Path) -> None:
    gate = asyncio.Event()
    loopback.fail("me", Fault(hold=gate))
    async with program(loopback, tmp_path) as running:
        await loopback.until(lambda: loopback.requests, "the first request")
        assert await running.end() == 0
        gate.set()

    assert not any("Traceback" in line for line in running.lines)


async def test_signal_ends_it_in_the_pause_after_a_fall(loopback: Loopback, tmp_path: Path) -> None:
    async with program(loopback, tmp_path) as running:
        await running.ready()
        await loopback.malformed()
        await running.says("started again in")
        assert await running.end() == 0
