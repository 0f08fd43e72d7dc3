"""What the REST interface refuses and reproaches, spoken to by hand."""

from __future__ import annotations

import json

import aiohttp
import pytest

from tests.loopback import records
from tests.loopback.calls import INVALID_BODY
from tests.loopback.client import HELLO, NO_PINGS, Client, Json, asked, told
from tests.loopback.rest import TOO_MANY_FOLLOW_UPS, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK
from tests.loopback.rules import EPHEMERAL


@pytest.mark.parametrize(
    ("kind", "callback"),
    [
        (records.COMMAND, 6),
        (records.COMMAND, 7),
        (records.COMMAND, 8),
        (records.COMPLETION, 4),
        (records.SUBMISSION, 9),
    ],
)
async def test_callback_of_the_wrong_type(client: Client, kind: int, callback: int) -> None:
    answer = await asked(client, kind)
    bodies: dict[int, Json] = {8: {"choices": []}, 9: {"custom_id": "x", "title": "x", "components": []}}

    status, refused = await client.callback(answer, callback, bodies.get(callback, HELLO))

    assert (status, refused["code"]) == (400, INVALID_BODY)
    assert told(client)
    assert answer.callback is None


@pytest.mark.parametrize(
    ("callback", "body", "reproach"),
    [
        (4, {"content": "", **NO_PINGS}, "the message is empty"),
        (4, {**HELLO, "flags": 1 << 7}, "flags 0x80 cannot be set"),
        (5, {"flags": 1 << 15}, "flags 0x8000 cannot be set"),
        (4, {"content": "x" * 2001, **NO_PINGS}, "is longer than 2000 characters"),
        (4, {**HELLO, "components": [{"type": 99}]}, "components"),
        (
            9,
            {"custom_id": "x", "title": "x", "components": [{"type": 10, "content": "x"}] * 6},
            "6 parts in a form",
        ),
    ],
)
async def test_callback_of_a_wrong_body(client: Client, callback: int, body: Json, reproach: str) -> None:
    answer = await asked(client)

    status, refused = await client.callback(answer, callback, body)

    assert (status, refused["code"]) == (400, INVALID_BODY)
    assert reproach in told(client)
    assert answer.callback is None


@pytest.mark.parametrize("method", ["POST", "PATCH"])
async def test_webhook_before_the_answer(client: Client, method: str) -> None:
    answer = await asked(client)

    status, refused = await client.webhook(
        answer, method, "" if method == "POST" else "/messages/@original", HELLO
    )

    assert (status, refused["code"]) == (404, UNKNOWN_WEBHOOK)
    assert "came before the interaction was answered" in told(client)


async def test_sixth_follow_up_of_a_user_install(client: Client) -> None:
    answer = await asked(client, user_install=True)
    await client.callback(answer, 4, HELLO)

    statuses = [await client.webhook(answer, body=HELLO) for _ in range(6)]

    assert [status for status, _ in statuses] == [200] * 5 + [400]
    assert statuses[-1][1]["code"] == TOO_MANY_FOLLOW_UPS


async def test_life_of_an_answer(client: Client) -> None:
    answer = await asked(client)
    status, given = await client.callback(answer, 5, {"flags": EPHEMERAL})
    assert (status, given["interaction"]["response_message_loading"]) == (200, True)
    assert not answer.settled

    status, message = await client.webhook(answer, "PATCH", "/messages/@original", HELLO)
    assert (status, message["content"], message["flags"]) == (200, "hello", EPHEMERAL)
    assert answer.settled
    _, second = await client.webhook(answer, body={**HELLO, "flags": EPHEMERAL})
    place = f"/messages/{second['id']}"
    await client.webhook(answer, "PATCH", place, {"content": "changed", **NO_PINGS})
    assert answer.text == "hello\nchanged"

    for end in (place, "/messages/@original"):
        assert (await client.webhook(answer, "GET", end))[0] == 200
        assert (await client.webhook(answer, "DELETE", end))[0] == 204
        status, refused = await client.webhook(answer, "GET", end)
        assert (status, refused["code"]) == (404, UNKNOWN_MESSAGE)
    assert answer.messages == []
    assert not client.loopback.violations


async def test_edit_is_judged_as_the_message_would_stand(client: Client) -> None:
    answer = await asked(client)
    await client.callback(answer, 4, HELLO)

    status, refused = await client.webhook(
        answer, "PATCH", "/messages/@original", {"content": "", **NO_PINGS}
    )

    assert (status, refused["code"]) == (400, INVALID_BODY)
    assert told(client) == "edit_original: the message is empty"
    assert answer.text == "hello"


async def test_choices_of_the_wrong_type(client: Client) -> None:
    typing = {"name": "times", "type": 4, "value": "", "focused": True}
    answer = await asked(
        client, records.COMPLETION, options=[{"name": "sub", "type": 1, "options": [typing]}]
    )

    status, _ = await client.callback(answer, 8, {"choices": [{"name": "one", "value": "1"}]})

    assert status == 400
    assert told(client) == "callback: choice 'one' has the value '1'"


@pytest.mark.parametrize(("end", "code"), [("", UNKNOWN_CHANNEL), ("/5", UNKNOWN_MESSAGE)])
async def test_message_to_nowhere(client: Client, end: str, code: int) -> None:
    headers = {"Authorization": f"Bot {client.loopback.token}"}
    method = "PATCH" if end else "POST"

    status, refused = await client.call(method, f"/channels/7/messages{end}", HELLO, headers=headers)

    assert (status, refused["code"]) == (404, code)


async def test_edit_replaces_and_keeps_files(client: Client) -> None:
    answer = await asked(client)
    await client.callback(answer, 5)

    def form(name: str, kept: list[Json]) -> aiohttp.FormData:
        attachments = [{"id": 0, "filename": name, "description": "A map"}, *kept]
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", json.dumps({**NO_PINGS, "attachments": attachments}))
        form.add_field("files[0]", name.encode(), filename=name)
        return form

    _, message = await client.webhook(answer, "PATCH", "/messages/@original", data=form("a.png", []))
    kept = [{"id": message["attachments"][0]["id"]}]
    await client.webhook(answer, "PATCH", "/messages/@original", data=form("b.png", kept))
    assert answer.files == {"a.png": b"a.png", "b.png": b"b.png"}
    await client.webhook(answer, "PATCH", "/messages/@original", data=form("c.png", []))
    assert answer.files == {"c.png": b"c.png"}
    assert not client.loopback.violations

    async with client.session.get(next(iter(answer.messages)).payload()["attachments"][0]["url"]) as response:
        assert await response.read() == b"c.png"


@pytest.mark.parametrize("fields", [("file",), ("files[10]",), ("files[0]", "files[1]")])
async def test_part_that_would_be_lost(client: Client, fields: tuple[str, ...]) -> None:
    answer = await asked(client)
    await client.callback(answer, 5)
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", json.dumps(HELLO))
    for field in fields:  # Two files of one name would hide one another.
        form.add_field(field, field.encode(), filename="a.txt")

    await client.webhook(answer, "PATCH", "/messages/@original", data=form)

    assert f"a part {fields[-1]!r}" in told(client)


async def test_guarded_route_without_the_token(client: Client) -> None:
    assert (await client.call("GET", "/users/@me"))[0] == 401


@pytest.mark.parametrize("scope", ["", "/guilds/1"])
async def test_commands_that_are_refused(client: Client, scope: str) -> None:
    path = f"/applications/{client.loopback.me.id}{scope}/commands"
    headers = {"Authorization": f"Bot {client.loopback.token}"}
    nameless = [{"name": "roll", "type": 1, "description": ""}]

    status, refused = await client.call("PUT", path, nameless, headers=headers)

    assert (status, refused["code"]) == (400, INVALID_BODY)
    assert told(client).endswith("/roll: roll has no description")
    assert (await client.call("GET", path, headers=headers))[1] == []
