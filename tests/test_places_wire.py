"""Where the program writes, over real sockets: closed threads, missing permissions, servers that go."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import sys
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from tests.loopback import interactions, records
from tests.loopback.calls import used_up
from tests.loopback.discord_loopback import Loopback
from tests.loopback.program import host
from tests.loopback.rest import DEAD_TOKEN
from tests.loopback.world import ATTACH, FORUM, MASTER, PLAYER, PRIVATE_THREAD, SEND, SEND_IN_THREADS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from tests.loopback.records import Answer
    from tests.loopback.world import Channel

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="ends processes by POSIX signals"),
    pytest.mark.asyncio(loop_scope="module"),
]

ATTACHMENT_OPTION = 11


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("places")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hosted(folder: Path) -> AsyncIterator[Loopback]:
    async with Loopback() as loopback, host(loopback, folder) as running:
        yield loopback
        assert not any("Traceback" in line for line in running.lines), "\n".join(running.lines)


@pytest_asyncio.fixture(loop_scope="module")
async def table(hosted: Loopback) -> AsyncIterator[Loopback]:
    """The shared process with an empty channel; what is wrong is charged to the test that did it."""
    hosted.channel = hosted.add_channel(hosted.table, "dungeon")
    await hosted.gateway.dispatch("CHANNEL_CREATE", hosted.channel.payload(), hosted.table)
    hosted.violations.clear()
    yield hosted
    hosted.lifetime = 900.0
    assert not hosted.violations, hosted.transcript()


async def thread_in(table: Loopback) -> Channel:
    thread = table.add_thread(table.table, table.channel, "session 7")
    await table.gateway.dispatch("THREAD_CREATE", thread.payload(), table.table)
    return thread


async def roll(table: Loopback, place: Channel, dice: str = "d20", **scene: Any) -> Answer:
    return await table.command(table.table, place, table.alice, "roll", {"dice": dice}, **scene)


async def door(table: Loopback, place: Channel, **scene: Any) -> Answer:
    return await table.command(table.table, place, table.alice, "door destination", {}, **scene)


async def history(table: Loopback, place: Channel) -> str:
    return (await table.command(table.table, place, table.bob, "history show")).text


@contextlib.contextmanager
def held(folder: Path) -> Iterator[None]:
    """Another program that has the database to itself."""
    with contextlib.closing(sqlite3.connect(folder / "undercroft.db", isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        yield


# -- Threads -----------------------------------------------------------------------------------


async def test_a_roll_opens_an_archived_thread(table: Loopback) -> None:
    thread = await thread_in(table)
    await table.archive(thread)

    answer = await roll(table, thread)

    assert not answer.ephemeral
    assert not thread.archived


async def unlock(table: Loopback, thread: Channel) -> None:
    thread.archived = thread.locked = False
    await table.tell_of(thread)


async def test_a_roll_in_a_locked_thread_is_kept_and_told_once_it_is_open(table: Loopback) -> None:
    thread = await thread_in(table)
    await table.archive(thread, locked=True)

    excuse = await roll(table, thread, "4d4")
    elsewhere = await roll(table, table.channel, "2d6")
    await unlock(table, thread)
    after = await roll(table, thread, "2d6")

    assert excuse.ephemeral
    assert "could not be posted" in excuse.text
    assert "4d4" not in elsewhere.text
    assert "perhaps not shown before" in after.text
    assert "4d4" in after.text
    assert (await history(table, table.channel)).count("**4d4 = ") == 1


async def test_a_thread_that_is_locked_while_a_roll_is_thinking_leaves_nobody_waiting(
    table: Loopback, folder: Path
) -> None:
    """C66: the deferral goes, and one person is told."""
    thread = await thread_in(table)
    scene = table.scene(table.table, thread, table.alice)
    chain = interactions.command(table.commands, scene, "roll")
    inner = interactions.command_body(chain, {"dice": "4d4"})
    with held(folder):
        asked = await table.deliver(scene, records.COMMAND, inner)
        await table.until(lambda: asked.callback == records.DEFERRED, "a deferral")
        await table.archive(thread, locked=True)
    await table.until(lambda: asked.follow_ups, "the sentence")

    assert asked.original is not None
    assert asked.original.deleted
    assert asked.ephemeral
    assert "could not be posted" in asked.text
    refused = [request for request in table.requests if request.status == 403]
    assert [request.route for request in refused][-2:] == ["edit_original"] * 2
    await unlock(table, thread)
    assert "4d4" in (await roll(table, thread, "2d6")).text


async def test_a_slow_roll_in_a_locked_thread_is_told_to_one_person(table: Loopback, folder: Path) -> None:
    """Not even the deferral is taken there."""
    thread = await thread_in(table)
    await table.archive(thread, locked=True)
    asking = asyncio.create_task(roll(table, thread, "4d4"))
    with held(folder):
        await table.until(
            lambda: (
                [request.body for request in table.requests if request.status == 403][-1:] == [{"type": 5}]
            ),
            "the deferral to be refused",
        )
    excuse = await asking

    assert excuse.ephemeral
    assert "could not be posted" in excuse.text


async def test_a_roll_by_user_install_in_a_locked_thread_is_refused_in_a_sentence(table: Loopback) -> None:
    thread = await thread_in(table)
    await table.archive(thread, locked=True)

    excuse = await roll(table, thread, "4d4", user_install=True)

    assert excuse.ephemeral
    assert "roll again where I may write" in excuse.text


async def test_threads_and_posts_belong_to_their_channel_and_private_threads_do_not(table: Loopback) -> None:
    """C73."""
    forum = table.add_channel(table.table, "campaigns", FORUM)
    posts = [table.add_thread(table.table, forum, name) for name in ("the north gate", "the south gate")]
    whisper = table.add_thread(table.table, table.channel, "masters", PRIVATE_THREAD)
    for place in (await thread_in(table), posts[0], whisper):
        assert not (await roll(table, place, "3d6")).ephemeral

    assert (await history(table, table.channel)).count("**3d6 = ") == 1
    assert (await history(table, posts[1])).count("**3d6 = ") == 1
    assert (await history(table, whisper)).count("**3d6 = ") == 1


async def test_without_the_right_to_send_a_command_is_answered_all_the_same(table: Loopback) -> None:
    """C74: an answer to a command needs no permission to send, in a channel, a thread or a forum."""
    forum = table.add_channel(table.table, "campaigns", FORUM)
    post = table.add_thread(table.table, forum, "the north gate")
    for place in (table.channel, await thread_in(table), post):
        may = PLAYER & ~SEND & ~SEND_IN_THREADS
        answer = await door(table, place, app_permissions=may)
        assert not answer.ephemeral
        assert answer.files


async def test_what_may_not_be_attached_names_its_permission_and_is_there_once_it_was_given(
    table: Loopback,
) -> None:
    """C75, C77: the warning is one message's own, so it is gone with the next."""
    thread = await thread_in(table)

    without = await door(table, thread, app_permissions=PLAYER & ~ATTACH)
    then = await door(table, thread)

    assert "Attach Files" in without.text
    assert not without.files
    assert "Attach Files" not in then.text
    assert then.files
    assert [message.edits for message in without.messages] == [0]


async def test_only_these_commands_take_a_file(table: Loopback) -> None:
    """C72: each looks at its size before it is read, as its scenes show."""
    taking = {
        words
        for words, chain in interactions.every_command(table.commands[None]).items()
        if ATTACHMENT_OPTION in {option["type"] for option in chain[-1].get("options") or ()}
    }
    assert taking == {"campaign import", "monster import"}


# -- Discord holds something back ---------------------------------------------------------------


async def test_an_answer_that_discord_makes_wait_holds_up_nobody_else(table: Loopback) -> None:
    """C84: no transaction is open, and no campaign is held, while Discord is asked for anything."""
    table.fail("callback", used_up(3_600.0))

    answers = [await roll(table, table.channel, f"{number}d6") for number in (1, 2, 3)]

    assert all(not answer.ephemeral for answer in answers)
    assert (await history(table, table.channel)).count("-# #") == 4  # with the session


async def test_what_is_for_masters_alone_is_let_go_when_its_token_has_died(table: Loopback) -> None:
    table.lifetime = -1.0

    here = table.table, table.channel, table.alice
    answer = await table.command(*here, "corridor wall", {"faces": "2,1"}, permissions=MASTER)
    await table.until(lambda: answer.refusals, "the whisper to be refused")

    assert answer.refusals == [DEAD_TOKEN]
    assert not answer.ephemeral
    assert not answer.follow_ups


# -- Servers that go and come -------------------------------------------------------------------


@pytest.mark.parametrize("is_outage", [True, False], ids=["an outage", "it was thrown out"])
async def test_what_a_server_rolled_is_there_when_it_comes_back(table: Loopback, is_outage: bool) -> None:
    """C90: nothing is ever cleaned up because a server was not seen."""
    await roll(table, table.channel, "3d6")
    gone = {"id": str(table.table.id), **({"unavailable": True} if is_outage else {})}
    await table.gateway.dispatch("GUILD_DELETE", gone, table.table)
    await table.gateway.dispatch("GUILD_CREATE", table.table.payload(table.me), table.table)

    assert (await history(table, table.channel)).count("**3d6 = ") == 1


async def test_a_start_without_any_server_deletes_nothing(tmp_path: Path) -> None:
    """C89, C90: the log says where the campaigns are and how many."""
    async with Loopback() as loopback:
        async with host(loopback, tmp_path):
            await roll(loopback, loopback.channel, "3d6")
        guilds, loopback.guilds = loopback.guilds, []
        async with host(loopback, tmp_path) as running:
            assert any("undercroft.db" in line and "events: 2" in line for line in running.lines)
            [loopback.table] = loopback.guilds = guilds
            await loopback.gateway.dispatch("GUILD_CREATE", loopback.table.payload(loopback.me), None)
            assert (await history(loopback, loopback.channel)).count("**3d6 = ") == 1


async def test_fifty_players_at_once_are_not_told_of_locks(table: Loopback) -> None:
    """C84, C85: many at once each get a roll of their own, and none a number twice."""
    players = [table.add_user(f"Player {number}") for number in range(50)]
    answers = await asyncio.gather(
        *(table.command(table.table, table.channel, each, "roll", {"dice": "3d6"}) for each in players)
    )

    assert all(not answer.ephemeral for answer in answers)
    told = [answer.messages[0].buttons["Roll again"] for answer in answers]
    assert len(set(told)) == 50
