"""Where something is written, and how much: threads that are closed, files, tokens that have died."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest

from tests.loopback.calls import used_up
from tests.loopback.client import HELLO, NO_PINGS, Client, Json, asked, told
from tests.loopback.parlour import Parlour, here
from tests.loopback.rest import (
    ARCHIVED,
    DEAD_TOKEN,
    NO_ACCESS,
    NO_PERMISSION,
    TOO_LARGE,
    TOO_MANY_FOLLOW_UPS,
)
from tests.loopback.rules import EPHEMERAL, FILE_LIMIT
from tests.loopback.world import ATTACH, FORUM, MANAGE_THREADS, PLAYER, PRIVATE_THREAD, PUBLIC_THREAD

if TYPE_CHECKING:
    from tests.loopback.discord_loopback import Loopback
    from tests.loopback.world import Channel

SECRET: Json = {**HELLO, "flags": EPHEMERAL}


def a_thread(client: Client, kind: int = PUBLIC_THREAD) -> Channel:
    return client.loopback.add_thread(client.loopback.table, client.loopback.channel, "session 1", kind)


def form(size: int, body: Json = NO_PINGS) -> aiohttp.FormData:
    """A message with a file of so many bytes."""
    form = aiohttp.FormData(quote_fields=False)
    attachments = [{"id": 0, "filename": "a.txt"}]
    form.add_field("payload_json", json.dumps({**body, "attachments": attachments}))
    form.add_field("files[0]", io.BytesIO(b"x" * size), filename="a.txt")
    return form


def bot(client: Client) -> dict[str, Any]:
    return {"headers": {"Authorization": f"Bot {client.loopback.token}"}}


# -- Threads that are closed -------------------------------------------------------------------


async def test_an_answer_opens_an_archived_thread(client: Client) -> None:
    socket = await client.connect()
    await socket.send_json(client.identity())
    for _ in range(3):
        await socket.receive_json()
    thread = a_thread(client)
    await client.loopback.archive(thread)
    answer = await asked(client, channel=thread)
    closed, _ = await socket.receive_json(), await socket.receive_json()

    status, _ = await client.callback(answer, 4, HELLO)
    opened = await socket.receive_json()

    assert status == 200
    assert [event["t"] for event in (closed, opened)] == ["THREAD_UPDATE"] * 2
    assert [event["d"]["thread_metadata"]["archived"] for event in (closed, opened)] == [True, False]
    assert not thread.archived


@pytest.mark.parametrize("kind", [PUBLIC_THREAD, PRIVATE_THREAD])
async def test_a_locked_thread_takes_what_one_alone_sees_and_nothing_else(client: Client, kind: int) -> None:
    thread = a_thread(client, kind)
    await client.loopback.archive(thread, locked=True)
    answer = await asked(client, channel=thread)

    for callback, body in ((4, HELLO), (5, None)):
        status, refused = await client.callback(answer, callback, body)
        assert (status, refused["code"]) == (403, ARCHIVED)
    path = f"/channels/{thread.id}/messages"
    status, refused = await client.call("POST", path, HELLO, **bot(client))
    assert (status, refused["code"]) == (403, ARCHIVED)

    assert (await client.callback(answer, 4, SECRET))[0] == 200
    assert thread.archived
    assert not client.loopback.violations


async def test_who_may_manage_threads_writes_into_a_locked_one(client: Client) -> None:
    thread = a_thread(client)
    await client.loopback.archive(thread, locked=True)
    answer = await asked(client, channel=thread, app_permissions=PLAYER | MANAGE_THREADS)

    assert (await client.callback(answer, 4, HELLO))[0] == 200


async def test_a_program_that_is_no_member_learns_less_of_a_locked_thread(client: Client) -> None:
    thread = a_thread(client)
    await client.loopback.archive(thread, locked=True)
    answer = await asked(client, channel=thread, user_install=True)

    status, refused = await client.callback(answer, 4, HELLO)

    assert (status, refused["code"]) == (403, NO_ACCESS)


async def test_a_deferral_in_a_thread_that_was_then_locked_can_only_go(client: Client) -> None:
    thread = a_thread(client)
    answer = await asked(client, channel=thread)
    await client.callback(answer, 5)
    await client.loopback.archive(thread, locked=True)

    for method, end in (("PATCH", "/messages/@original"), ("POST", "?wait=true")):
        status, refused = await client.webhook(answer, method, end, HELLO)
        assert (status, refused["code"]) == (403, ARCHIVED)
    assert (await client.webhook(answer, "DELETE", "/messages/@original"))[0] == 204
    assert (await client.webhook(answer, body=SECRET))[0] == 200

    assert (answer.text, answer.ephemeral) == ("hello", True)
    assert not client.loopback.violations


async def test_a_message_in_an_archived_thread_cannot_be_changed(client: Client) -> None:
    thread = a_thread(client)
    path = f"/channels/{thread.id}/messages"
    _, message = await client.call("POST", path, HELLO, **bot(client))
    await client.loopback.archive(thread)

    status, refused = await client.call("PATCH", f"{path}/{message['id']}", HELLO, **bot(client))
    assert (status, refused["code"]) == (403, ARCHIVED)
    assert (await client.call("POST", path, HELLO, **bot(client)))[0] == 200
    assert (await client.call("PATCH", f"{path}/{message['id']}", HELLO, **bot(client)))[0] == 200


async def test_a_post_in_a_forum_is_a_thread(loopback: Loopback, parlour: Parlour) -> None:
    forum = loopback.add_channel(loopback.table, "campaigns", FORUM)
    post = loopback.add_thread(loopback.table, forum, "the north gate")
    whisper = loopback.add_thread(loopback.table, loopback.channel, "masters", PRIVATE_THREAD)

    for place in (post, whisper):
        answer = await loopback.command(loopback.table, place, loopback.alice, "say", {"text": "here"})
        assert answer.interaction["channel"]["parent_id"] == str(place.parent)
        assert answer.interaction["channel"]["type"] == place.kind
    assert not loopback.violations


# -- Files and follow-ups ----------------------------------------------------------------------


async def test_a_file_needs_its_permission(client: Client) -> None:
    answer = await asked(client, app_permissions=PLAYER & ~ATTACH)
    await client.callback(answer, 5)

    status, refused = await client.webhook(answer, "PATCH", "/messages/@original", data=form(3))

    assert (status, refused["code"]) == (403, NO_PERMISSION)
    assert "without the permission Attach Files" in told(client)


@pytest.mark.parametrize("limit", [FILE_LIMIT, 25])
async def test_a_file_over_the_servers_limit_is_too_large(client: Client, limit: int) -> None:
    client.loopback.table.file_limit = limit
    answer = await asked(client)
    await client.callback(answer, 5)

    status, refused = await client.webhook(answer, "PATCH", "/messages/@original", data=form(limit + 1))
    assert (status, refused["code"]) == (413, TOO_LARGE)
    assert f"has {limit + 1} bytes, more than {limit}" in told(client)
    status, _ = await client.webhook(answer, "PATCH", "/messages/@original", data=form(limit))
    assert status == 200


async def test_the_follow_ups_of_a_server_install_are_not_counted(client: Client) -> None:
    answers = [await asked(client, user_install=installed) for installed in (False, True)]
    for answer in answers:
        await client.callback(answer, 4, HELLO)

    last = [[await client.webhook(answer, body=HELLO) for _ in range(6)][-1] for answer in answers]

    assert last[0][0] == 200
    assert last[1][1]["code"] == TOO_MANY_FOLLOW_UPS


async def test_a_token_is_good_for_a_quarter_of_an_hour(client: Client) -> None:
    answer = await asked(client)
    await client.callback(answer, 4, HELLO)
    assert client.loopback.lifetime == 15 * 60
    client.loopback.lifetime = -1.0

    status, refused = await client.webhook(answer, body=HELLO)

    assert (status, refused["code"]) == (401, DEAD_TOKEN)
    assert answer.refusals == [DEAD_TOKEN]


async def test_an_answer_that_used_up_its_bucket_comes_late_to_its_sender_alone(
    loopback: Loopback, parlour: Parlour
) -> None:
    loopback.fail("callback", used_up(3_600.0))

    answers = [await loopback.command(*here(loopback), "say", {"text": "x"}) for _ in range(2)]

    assert [answer.text for answer in answers] == ["x", "x"]
