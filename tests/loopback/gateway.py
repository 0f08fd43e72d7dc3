"""The gateway: sessions that outlive their sockets, as Discord's do.

Opcodes, close codes and the order of events are those of Discord's gateway documentation, v10.
"""

from __future__ import annotations

import itertools
import json
import socket
import struct
import zlib
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from tests.loopback.world import Guild, Json, snowflake

if TYPE_CHECKING:
    from tests.loopback.discord_loopback import Loopback

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, RESUME, RECONNECT = 0, 1, 2, 3, 6, 7
INVALID_SESSION, HELLO, ACK = 9, 10, 11
NOT_AUTHENTICATED, BAD_TOKEN, TOO_FAST, BAD_SHARD, TOO_FEW_SHARDS = 4003, 4004, 4008, 4010, 4011
BAD_VERSION, DISALLOWED_INTENTS = 4012, 4014
GOODBYE = frozenset({1000, 1001})
"""Close codes of the bot after which its session cannot be resumed."""
PRIVILEGED = {"members": 1 << 1, "presences": 1 << 8, "message content": 1 << 15}
LARGEST_FRAME = 4096
"""Bytes of the largest frame that a bot may send."""
MOST_FRAMES, MINUTE = 120, 60.0
"""Frames that a bot may send through one connection within a minute."""
MOST_GUILDS = 2500
"""Servers of one shard."""


def reset(request: web.Request) -> None:
    """Break a connection so that the other side sees a TCP reset."""
    if request.transport is not None:
        peer: socket.socket = request.transport.get_extra_info("socket")
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        request.transport.abort()


@dataclass
class Connection:
    """One socket, with its one compression context."""

    request: web.Request
    frames: web.WebSocketResponse
    compressor: Any = None
    heard: deque[float] = field(default_factory=lambda: deque(maxlen=MOST_FRAMES + 1))

    def is_hurried(self, now: float) -> bool:
        """Note a frame that came now; whether they come too fast."""
        self.heard.append(now)
        return len(self.heard) > MOST_FRAMES and now - self.heard[0] < MINUTE

    @property
    def path(self) -> str:
        return self.request.path

    async def send(self, op: int, d: object = None, *, s: int | None = None, t: str | None = None) -> None:
        if self.frames.closed:
            return
        text = json.dumps({"op": op, "d": d, "s": s, "t": t})
        try:
            if self.compressor is None:
                await self.frames.send_str(text)
            else:  # A synchronising flush ends the frame in 00 00 ff ff.
                frame = self.compressor.compress(text.encode()) + self.compressor.flush(zlib.Z_SYNC_FLUSH)
                await self.frames.send_bytes(frame)
        except ConnectionError:
            pass  # The bot went away meanwhile; the event waits in the session for a RESUME.


@dataclass
class Session:
    """What IDENTIFY began: its events are kept, numbered from 1, for a RESUME."""

    identity: Json
    connection: Connection | None
    id: str = field(default_factory=lambda: f"session-{snowflake()}")
    sent: list[tuple[str, Json]] = field(default_factory=list)
    ready: bool = False
    resumed: int = 0

    @property
    def shard(self) -> tuple[int, int]:
        number, count = self.identity.get("shard", (0, 1))
        return number, count

    @property
    def live(self) -> bool:
        return self.connection is not None

    def sees(self, guild: Guild | None) -> bool:
        number, count = self.shard
        return number == (0 if guild is None else guild.shard(count))

    async def dispatch(self, event: str, payload: Json) -> None:
        self.sent.append((event, payload))
        if self.connection is not None:
            await self.connection.send(DISPATCH, payload, s=len(self.sent), t=event)

    async def resume(self, connection: Connection, after: int) -> None:
        """Send what came since event number ``after``, whatever is added meanwhile included."""
        for number, (event, payload) in itertools.islice(enumerate(self.sent, 1), after, None):
            await connection.send(DISPATCH, payload, s=number, t=event)
        self.connection = connection
        await self.dispatch("RESUMED", {"_trace": []})
        self.resumed += 1


class Gateway:
    """Takes sockets, and keeps the sessions."""

    def __init__(self, loopback: Loopback) -> None:
        self.loopback = loopback
        self.sessions: list[Session] = []
        self.connections: list[Connection] = []
        self.frames: list[Json] = []
        self.rewind = 0
        """How many events more than asked for the next RESUME replays."""

    @property
    def live(self) -> list[Session]:
        return [session for session in self.sessions if session.live and session.ready]

    async def accept(self, request: web.Request) -> web.WebSocketResponse:
        """One connection, from HELLO to its end."""
        frames = web.WebSocketResponse(max_msg_size=0)
        await frames.prepare(request)
        compression = request.query.get("compress")
        connection = Connection(request, frames, zlib.compressobj() if compression == "zlib-stream" else None)
        self.connections.append(connection)
        asked = request.query.get("v"), request.query.get("encoding"), compression
        if asked[:2] != ("10", "json") or compression not in {None, "zlib-stream"}:
            self.loopback.violated("gateway", f"asked for version, encoding and compression {asked}")
            await frames.close(code=BAD_VERSION)
        await connection.send(HELLO, {"heartbeat_interval": self.loopback.heartbeat, "_trace": []})
        session: Session | None = None
        try:
            async for message in frames:
                if message.type is WSMsgType.TEXT:
                    session = await self._receive(connection, session, message.data)
        finally:
            if session is not None and session.connection is connection:
                session.connection = None
                if frames.close_code in GOODBYE:
                    self.sessions.remove(session)
            self.loopback.notify()
        return frames

    async def _receive(self, connection: Connection, session: Session | None, text: str) -> Session | None:
        frame = json.loads(text)
        self.frames.append(frame)
        if len(text.encode()) > LARGEST_FRAME:
            self.loopback.violated("gateway", f"sent a frame of {len(text)} characters")
        if connection.is_hurried(self.loopback.now()):
            self.loopback.violated("gateway", f"sent more than {MOST_FRAMES} frames within a minute")
            await connection.frames.close(code=TOO_FAST)
        match frame["op"]:
            case 1:
                await connection.send(ACK)
            case 2:
                session = await self._identify(connection, frame["d"])
            case 6:
                session = await self._resume(connection, frame["d"])
            case 3:
                if session is None:
                    await connection.frames.close(code=NOT_AUTHENTICATED)
            case other:
                self.loopback.violated("gateway", f"sent opcode {other}, which this bot has no use for")
        self.loopback.notify()
        return session

    async def _identify(self, connection: Connection, identity: Json) -> Session | None:
        asked = [name for name, bit in PRIVILEGED.items() if identity["intents"] & bit]
        number, count = identity.get("shard", (0, 1))
        guilds = sum(guild.shard(count) == number for guild in self.loopback.guilds)
        if identity["token"] != self.loopback.token:
            await connection.frames.close(code=BAD_TOKEN)
        elif asked:
            self.loopback.violated("gateway", f"asked for the privileged intent {' and '.join(asked)}")
            await connection.frames.close(code=DISALLOWED_INTENTS)
        elif not 0 <= number < count:
            await connection.frames.close(code=BAD_SHARD)
        elif guilds > MOST_GUILDS:
            await connection.frames.close(code=TOO_FEW_SHARDS)
        else:
            session = Session(identity, connection)
            self.sessions.append(session)
            await self._greet(session)
            return session
        return None

    async def _greet(self, session: Session) -> None:
        guilds = [
            guild for guild in self.loopback.guilds if guild.shard(session.shard[1]) == session.shard[0]
        ]
        ready: Json = {
            "v": 10,
            "user": {**self.loopback.me.payload(), "verified": True, "mfa_enabled": False, "email": None},
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.loopback.resume_url,
            "session_type": "normal",
            "private_channels": [],
            "shard": list(session.shard),
            "application": {"id": str(self.loopback.me.id), "flags": 0},
        }
        await session.dispatch("READY", ready)
        for guild in guilds:
            await session.dispatch("GUILD_CREATE", guild.payload(self.loopback.me))
        session.ready = True

    async def _resume(self, connection: Connection, wish: Json) -> Session | None:
        found = [session for session in self.sessions if session.id == wish["session_id"]]
        if not found or wish["token"] != self.loopback.token or not 0 < wish["seq"] <= len(found[0].sent):
            await connection.send(INVALID_SESSION, False)
            return None
        session = found[0]
        rewind, self.rewind = self.rewind, 0
        await session.resume(connection, max(0, wish["seq"] - rewind))
        return session

    async def dispatch(self, event: str, payload: Json, guild: Guild | None) -> int:
        """Tell every session that sees the guild, connected or not; say how many were told."""
        told = [session for session in self.sessions if session.ready and session.sees(guild)]
        for session in told:
            await session.dispatch(event, payload)
        return len(told)

    async def drop(self, code: int | None = None) -> None:
        """Break every socket: by a TCP reset, or by closing it with a code."""
        for session in self.live:
            connection, session.connection = session.connection, None
            assert connection is not None
            if code is None:
                reset(connection.request)
            else:
                await connection.frames.close(code=code)

    async def ask_to_reconnect(self) -> None:
        """Opcode 7: connect anew and resume."""
        for session in self.live:
            assert session.connection is not None
            await session.connection.send(RECONNECT)

    async def invalidate(self, *, resumable: bool) -> None:
        """Opcode 9: the session is over; ``resumable`` says that a RESUME may be tried."""
        for session in self.live:
            assert session.connection is not None
            await session.connection.send(INVALID_SESSION, resumable)
            if not resumable:
                self.sessions.remove(session)
