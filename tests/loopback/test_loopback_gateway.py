"""The gateway of the loopback, frame by frame."""

from __future__ import annotations

import json
import zlib

import pytest

from tests.loopback.client import PLAIN, Client, Json, asked, told


async def test_plain_session_from_hello_to_resume(client: Client) -> None:
    socket = await client.connect()
    assert (await socket.receive_json())["op"] == 10
    await socket.send_json({"op": 1, "d": None})
    assert (await socket.receive_json())["op"] == 11
    await socket.send_json(client.identity())
    events = [await socket.receive_json() for _ in range(2)]
    assert [(event["s"], event["t"]) for event in events] == [(1, "READY"), (2, "GUILD_CREATE")]
    await client.loopback.gateway.drop()
    await asked(client)

    socket = await client.connect()
    wish = {"token": client.loopback.token, "session_id": events[0]["d"]["session_id"], "seq": 2}
    await socket.receive_json()
    await socket.send_json({"op": 6, "d": wish})

    events = [await socket.receive_json() for _ in range(2)]
    assert [(event["s"], event["t"]) for event in events] == [(3, "INTERACTION_CREATE"), (4, "RESUMED")]
    assert not client.loopback.violations


async def test_compressed_frames_share_one_context(client: Client) -> None:
    socket = await client.connect(PLAIN + "&compress=zlib-stream")
    await socket.send_json(client.identity())
    stream, frames = zlib.decompressobj(), []
    for _ in range(3):
        frame = await socket.receive_bytes()
        assert frame.endswith(b"\x00\x00\xff\xff")
        frames.append(json.loads(stream.decompress(frame)))

    assert [frame["t"] for frame in frames] == [None, "READY", "GUILD_CREATE"]


@pytest.mark.parametrize(
    ("changes", "code", "reproach"),
    [
        ({"token": "wrong"}, 4004, ""),
        ({"shard": [2, 2]}, 4010, ""),
        ({"intents": 1 | 1 << 15}, 4014, "gateway: asked for the privileged intent message content"),
    ],
)
async def test_identity_that_is_refused(client: Client, changes: Json, code: int, reproach: str) -> None:
    socket = await client.connect()
    await socket.receive_json()
    await socket.send_json(client.identity(**changes))
    await socket.receive()

    assert (socket.close_code, told(client)) == (code, reproach)


async def test_resume_of_nothing_invalidates(client: Client) -> None:
    socket = await client.connect()
    await socket.receive_json()
    await socket.send_json({"op": 6, "d": {"token": client.loopback.token, "session_id": "none", "seq": 1}})

    assert await socket.receive_json() == {"op": 9, "d": False, "s": None, "t": None}


@pytest.mark.parametrize(
    ("query", "frame", "code", "reproach"),
    [
        ("?v=9&encoding=json", None, 4012, "asked for version"),
        ("?v=10&encoding=etf", None, 4012, "asked for version"),
        (PLAIN + "&compress=zstd-stream", None, 4012, "asked for version"),
        (PLAIN, {"op": 1, "d": "x" * 4096}, None, "sent a frame of"),
        (PLAIN, {"op": 8, "d": {}}, None, "sent opcode 8"),
        (PLAIN, {"op": 3, "d": {}}, 4003, ""),
    ],
)
async def test_frame_that_breaks_a_rule(
    client: Client, query: str, frame: Json | None, code: int | None, reproach: str
) -> None:
    socket = await client.connect(query)
    if frame is not None:
        await socket.receive_json()
        await socket.send_json(frame)
    if code is None:
        await client.loopback.until(lambda: client.loopback.violations, "a reproach")
    else:
        await socket.receive()

    assert socket.close_code == code
    assert reproach in told(client)


async def test_too_many_frames_in_a_minute(client: Client) -> None:
    socket = await client.connect()
    await socket.receive_json()
    for _ in range(121):
        await socket.send_json({"op": 1, "d": None})
    while not socket.closed:
        await socket.receive()

    assert socket.close_code == 4008
    assert "more than 120 frames within a minute" in told(client)


async def test_too_many_servers_for_a_shard(client: Client) -> None:
    for number in range(2_500):
        client.loopback.add_guild(f"Guild {number}")
    socket = await client.connect()
    await socket.receive_json()
    await socket.send_json(client.identity())
    await socket.receive()

    assert socket.close_code == 4011
