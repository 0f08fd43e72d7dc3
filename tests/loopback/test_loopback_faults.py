"""The faults of the loopback reach a bot as Discord's own would."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import aiohttp
import discord
import pytest

from tests.loopback.calls import Fault, broken, connection_reset, rate_limited, refusal
from tests.loopback.parlour import Parlour, here
from tests.loopback.rest import ACKNOWLEDGED

if TYPE_CHECKING:
    from tests.loopback.discord_loopback import Loopback


async def test_dropped_socket_is_resumed_and_nothing_is_lost(loopback: Loopback, parlour: Parlour) -> None:
    await loopback.gateway.drop()
    answer = await loopback.command(*here(loopback), "say", {"text": "while away"})

    assert answer.text == "while away"
    assert (len(loopback.gateway.sessions), loopback.gateway.sessions[0].resumed) == (1, 1)
    assert loopback.gateway.connections[-1].path == "/resume"
    assert not loopback.violations


@pytest.mark.parametrize("way", ["code", "reconnect", "resumable"])
async def test_other_ways_to_a_resume(loopback: Loopback, parlour: Parlour, way: str) -> None:
    if way == "code":
        await loopback.gateway.drop(4000)
    elif way == "reconnect":
        await loopback.gateway.ask_to_reconnect()
    else:
        await loopback.gateway.invalidate(resumable=True)
    await loopback.until(lambda: parlour.resumes == 1, "the RESUME")

    assert (await loopback.command(*here(loopback), "say", {"text": "back"})).text == "back"
    assert len(loopback.gateway.sessions) == 1


async def test_invalid_session_is_identified_anew(loopback: Loopback, parlour: Parlour) -> None:
    first = loopback.gateway.sessions[0]
    await loopback.gateway.invalidate(resumable=False)
    await loopback.until(lambda: len(loopback.gateway.connections) == 2, "a new connection")
    await loopback.ready()

    assert loopback.gateway.sessions != [first]
    assert (await loopback.command(*here(loopback), "say", {"text": "new"})).text == "new"


async def test_events_replayed_after_a_resume(loopback: Loopback, parlour: Parlour) -> None:
    answer = await loopback.command(*here(loopback), "say", {"text": "once"})
    loopback.gateway.rewind = 1
    await loopback.gateway.drop()
    await loopback.until(lambda: answer.refusals, "the second answer")

    assert (parlour.calls, answer.refusals) == (2, [ACKNOWLEDGED])


async def test_event_replayed_by_hand(loopback: Loopback, parlour: Parlour) -> None:
    answer = await loopback.command(*here(loopback), "say", {"text": "once"})
    await loopback.again(answer)
    await loopback.until(lambda: answer.refusals, "the second answer")

    assert parlour.calls == 2


async def test_malformed_event_ends_the_client(loopback: Loopback) -> None:
    async with Parlour(loopback) as bot:
        ended = asyncio.create_task(bot.start(loopback.token))
        await loopback.ready()
        await loopback.malformed()
        with pytest.raises(KeyError, match="attachment_size_limit"):
            await ended


async def test_rate_limit_is_waited_out(loopback: Loopback, parlour: Parlour) -> None:
    loopback.fail("callback", rate_limited(0.05))

    answer = await loopback.command(*here(loopback), "say", {"text": "patience"})

    callbacks = [request.status for request in loopback.requests if request.route == "callback"]
    assert (callbacks, answer.text) == ([429, 200], "patience")


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (rate_limited(0.05, via=False), discord.HTTPException),
        (refusal(403, 50013, "Missing Permissions"), discord.Forbidden),
        (connection_reset(), aiohttp.ClientOSError),
        (connection_reset(after=True), aiohttp.ClientOSError),
    ],
)
async def test_fault_reaches_the_bot(
    loopback: Loopback, parlour: Parlour, fault: Fault, error: type[Exception]
) -> None:
    loopback.fail("post_message", fault)
    async with asyncio.TaskGroup() as group:
        waiting = group.create_task(loopback.command(*here(loopback), "post"))
        await loopback.until(lambda: parlour.errors, "the error")
        waiting.cancel()

    assert isinstance(parlour.errors[0], error)
    assert [message.text for message in loopback.messages.values()] == (["posted"] if fault.after else [])


async def test_server_error_is_retried(loopback: Loopback, parlour: Parlour) -> None:
    loopback.fail("post_message", broken(502, after=True))

    await loopback.command(*here(loopback), "post")

    posts = [request for request in loopback.requests if request.route == "post_message"]
    assert [request.status for request in posts] == [502, 200]
    assert len({request.body["nonce"] for request in posts}) == 1


async def test_held_request_waits_for_its_event(loopback: Loopback, parlour: Parlour) -> None:
    gate = asyncio.Event()
    loopback.fail("callback", Fault(hold=gate))
    waiting = asyncio.create_task(loopback.command(*here(loopback), "say", {"text": "slow"}))
    await loopback.until(lambda: [r for r in loopback.requests if r.route == "callback"], "the callback")
    assert not waiting.done()

    gate.set()

    assert (await waiting).text == "slow"


async def test_patience_ends_with_a_transcript(loopback: Loopback, parlour: Parlour) -> None:
    with pytest.raises(AssertionError, match=r"a miracle\n.*200 GET /users/@me"):
        await loopback.until(lambda: False, "a miracle", within=0.01)
