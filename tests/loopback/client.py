"""A bot of a few lines, spoken through by hand: a library does too much right to prove a judge."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.loopback import records

if TYPE_CHECKING:
    import aiohttp

    from tests.loopback.discord_loopback import Loopback
    from tests.loopback.records import Answer
    from tests.loopback.world import Channel

Json = dict[str, Any]
PLAIN = "?v=10&encoding=json"
NO_PINGS: Json = {"allowed_mentions": {"parse": []}}
HELLO: Json = {"content": "hello", **NO_PINGS}


class Client:
    """A bot of a few lines, which does what it is told."""

    def __init__(self, loopback: Loopback, session: aiohttp.ClientSession) -> None:
        self.loopback, self.session = loopback, session

    async def call(self, method: str, path: str, body: object = None, **options: Any) -> tuple[int, Any]:
        if body is not None:
            options["data"] = json.dumps(body).encode()
            options["headers"] = {**options.get("headers", {}), "Content-Type": "application/json"}
        async with self.session.request(method, self.loopback.api_url + path, **options) as response:
            return response.status, json.loads(await response.read() or "null")

    async def callback(self, answer: Answer, kind: int, body: Json | None = None) -> tuple[int, Any]:
        path = f"/interactions/{answer.id}/{answer.interaction['token']}/callback?with_response=1"
        return await self.call("POST", path, {"type": kind, "data": body} if body else {"type": kind})

    async def webhook(
        self,
        answer: Answer,
        method: str = "POST",
        end: str = "?wait=true",
        body: object = None,
        **options: Any,
    ) -> tuple[int, Any]:
        path = f"/webhooks/{self.loopback.me.id}/{answer.interaction['token']}{end}"
        return await self.call(method, path, body, **options)

    async def connect(self, query: str = PLAIN) -> aiohttp.ClientWebSocketResponse:
        return await self.session.ws_connect(self.loopback.gateway_url + query)

    def identity(self, **changes: object) -> Json:
        return {"op": 2, "d": {"token": self.loopback.token, "intents": 1, "properties": {}, **changes}}


async def asked(
    client: Client,
    kind: int = records.COMMAND,
    *,
    options: list[Json] | None = None,
    channel: Channel | None = None,
    **place: Any,
) -> Answer:
    """An interaction; ``place`` may give permissions, app_permissions and user_install."""
    loopback = client.loopback
    scene = loopback.scene(loopback.table, channel or loopback.channel, loopback.alice, **place)
    return await loopback.deliver(scene, kind, {"id": "1", "name": "x", "type": 1, "options": options or []})


def told(client: Client) -> str:
    return "\n".join(map(str, client.loopback.violations))
