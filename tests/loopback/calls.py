"""The way of a REST call: read, matched with a route, judged, carried out or made to fail."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from aiohttp import BodyPartReader, web

from tests.loopback.gateway import reset
from tests.loopback.records import Request
from tests.loopback.schema import complaints, misspelt

if TYPE_CHECKING:
    import asyncio

    from tests.loopback.discord_loopback import Loopback
    from tests.loopback.world import Json

INVALID_BODY = 50035


class Refused(Exception):  # noqa: N818 - it is Discord's answer
    """Discord's refusal: a status, its own error code and a message."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


@dataclass(frozen=True)
class Fault:
    """What a route does instead of answering, or (``after``) after it has acted.

    ``hold`` keeps the request waiting until the event is set; alone, it only delays.
    """

    status: int | None = None
    body: Json | None = None
    headers: dict[str, str] = field(default_factory=dict)
    reset: bool = False
    after: bool = False
    hold: asyncio.Event | None = None

    @property
    def fails(self) -> bool:
        """Whether the bot does not get the answer."""
        return self.reset or self.status is not None


def refusal(status: int, code: int, message: str) -> Fault:
    """An error of Discord's, such as 403, 50013, "Missing Permissions"."""
    return Fault(status, {"code": code, "message": message})


def rate_limited(seconds: float, *, via: bool = True) -> Fault:
    """A 429; without ``via`` it looks as if it came from Cloudflare."""
    body = {"message": "You are being rate limited.", "retry_after": seconds, "global": False}
    return Fault(429, body, {"Retry-After": str(int(seconds) + 1), **({"Via": "1.1 google"} if via else {})})


def used_up(seconds: float) -> Fault:
    """The answer that uses a bucket's last token: it comes at once, and the library keeps it so long."""
    return Fault(headers={"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": f"{seconds:.3f}"})


def broken(status: int = 502, *, after: bool = False) -> Fault:
    """A server error, before or after the request was carried out."""
    return Fault(status, {"message": HTTPStatus(status).phrase, "code": 0}, after=after)


def connection_reset(*, after: bool = False) -> Fault:
    """A TCP reset, before or after the request was carried out."""
    return Fault(reset=True, after=after)


@dataclass
class Call:
    """One request on its way through a route."""

    route: Route
    record: Request
    parts: dict[str, str]
    query: dict[str, str]

    @property
    def body(self) -> Any:
        return self.record.body

    @property
    def files(self) -> dict[str, bytes]:
        return self.record.files


Answering = Callable[[Any, Any], object]


@dataclass(frozen=True)
class Route:
    """One operation: its path is the key of Discord's document; ``guarded`` asks for the bot's token."""

    name: str
    method: str
    path: str
    answer: Answering
    guarded: bool

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.path))

    def match(self, method: str, path: str) -> dict[str, str] | None:
        found = self.pattern.fullmatch(path) if method == self.method else None
        return found.groupdict() if found else None


ROUTES: list[Route] = []


def route(method: str, path: str, *, guarded: bool = True) -> Callable[[Answering], Answering]:
    """Register a method of a :class:`Router` as the answer to an operation."""

    def register(answer: Answering) -> Answering:
        ROUTES.append(Route(answer.__name__, method, path, answer, guarded))
        return answer

    return register


NOTHING = None


class Router:
    """Takes a request through, records it, and fails it where a test has ordered so."""

    def __init__(self, loopback: Loopback) -> None:
        self.loopback = loopback
        self.requests: list[Request] = []
        self.faults: dict[str, list[Fault]] = {}

    async def accept(self, request: web.Request) -> web.StreamResponse:
        """Read it, find its route, judge it, carry it out; or fail as a test has ordered."""
        path = "/" + request.match_info["tail"]
        matches = ((route, route.match(request.method, path)) for route in ROUTES)
        route, parts = next(((route, parts) for route, parts in matches if parts is not None), (None, {}))
        body, files = await self._read(request)
        record = Request(request.method, path, route and route.name, body, files, dict(request.headers))
        self.requests.append(record)
        if route is None:
            self.loopback.violated(f"{request.method} {path}", "the loopback knows no such route")
            return self._reply(record, 404, {"message": "404: Not Found", "code": 0})
        call = Call(route, record, parts or {}, dict(request.query))
        waiting = self.faults.get(route.name) or []
        fault = waiting.pop(0) if waiting else Fault()
        self.loopback.notify()
        if fault.hold is not None:
            await fault.hold.wait()
        status, answer = self._carry_out(call) if fault.after or not fault.fails else (0, NOTHING)
        if fault.reset:
            reset(request)
        if fault.fails:
            status, answer = fault.status or 0, fault.body
        return self._reply(record, status, answer, fault.headers)

    async def _read(self, request: web.Request) -> tuple[Any, dict[str, bytes]]:
        if request.content_type == "multipart/form-data":
            return await self._read_parts(request)
        text = await request.read()
        if not text:
            return None, {}
        if request.headers["Content-Type"] != "application/json":
            self.loopback.violated(request.path, f"a body of type {request.headers['Content-Type']}")
        return json.loads(text), {}

    async def _read_parts(self, request: web.Request) -> tuple[Any, dict[str, bytes]]:
        body, files = None, {}
        async for part in await request.multipart():
            assert isinstance(part, BodyPartReader)
            if part.name == "payload_json":
                body = json.loads(await part.read())
            elif re.fullmatch(r"files\[\d\]", part.name or "") and part.filename not in files:
                files[part.filename or ""] = bytes(await part.read())
            else:
                self.loopback.violated(
                    request.path, f"a part {part.name!r} with the file name {part.filename!r}"
                )
        return body, files

    def _carry_out(self, call: Call) -> tuple[int, object]:
        route, headers = call.route, call.record.headers
        try:
            self._guard(route, headers)
            if call.record.method in {"POST", "PUT", "PATCH"}:
                self.refuse(call, complaints(route.method, route.path, call.body))
                for fault in misspelt(route.method, route.path, call.body):
                    self.loopback.violated(route.name, fault)
            answer = route.answer(self, call)
        except Refused as refused:
            return refused.status, {"code": refused.code, "message": str(refused)}
        if answer is NOTHING:
            return 204, NOTHING
        for fault in complaints(route.method, route.path, answer, status="200"):
            self.loopback.violated(f"the loopback's own answer to {route.name}", fault)
        return 200, answer

    def _guard(self, route: Route, headers: dict[str, str]) -> None:
        if route.guarded and headers.get("Authorization") != f"Bot {self.loopback.token}":
            raise Refused(401, 0, "401: Unauthorized")

    def _reply(
        self, record: Request, status: int, answer: object, headers: dict[str, str] | None = None
    ) -> web.Response:
        record.status = status
        self.loopback.notify()
        limits = {
            "X-RateLimit-Limit": "50",
            "X-RateLimit-Remaining": "49",
            "X-RateLimit-Reset-After": "1.000",
        }
        limits |= {"X-RateLimit-Bucket": record.route or "unknown", **(headers or {})}
        if answer is NOTHING:
            return web.Response(status=status or 204, headers=limits)
        # The type must be bare: with a charset discord.py takes the body for text.
        return web.Response(
            body=json.dumps(answer).encode(),
            status=status,
            headers={"Content-Type": "application/json", **limits},
        )

    def refuse(self, call: Call, faults: list[str]) -> None:
        """Record what Discord has against a body, and refuse it."""
        for fault in faults:
            self.loopback.violated(call.route.name, fault)
        if faults:
            raise Refused(400, INVALID_BODY, f"Invalid Form Body: {faults[0]}")
