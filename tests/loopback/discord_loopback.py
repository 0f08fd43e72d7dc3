"""A Discord of our own on 127.0.0.1: real sockets, Discord's document and rules, people who type and press.

    async with Loopback() as loopback:
        ...start a bot at loopback.api_url and loopback.gateway_url...
        await loopback.ready()
        here = loopback.table, loopback.channel, loopback.alice
        answer = await loopback.command(*here, "roll", {"dice": "2d6"})
        assert "2d6" in answer.text
        assert not loopback.violations

Nothing here sleeps: :meth:`Loopback.until` wakes at each frame and each request.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Self

from aiohttp import web

from tests.loopback import interactions, records
from tests.loopback.gateway import Gateway
from tests.loopback.interactions import NotOffered, Scene, Value, private_channel
from tests.loopback.records import Answer, Message, Request, Violation
from tests.loopback.rest import Rest
from tests.loopback.world import PUBLIC_THREAD, TEXT_CHANNEL, Channel, Guild, Json, User, snowflake

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import TracebackType

    from tests.loopback.calls import Fault

TOKEN = "MTExMTExMTExMTExMTExMTEx.loopback.not-a-token-of-anybody"
PATIENCE = 30.0
"""Seconds after which a test gives up waiting; only a broken program meets it."""


class Loopback:
    """The whole of it: what a bot connects to, and what a test does and sees.

    Attributes:
        violations: what the bot did that Discord or the program's own law forbids.
        answers: every interaction by its id, with all that was answered.
        messages: every message by its id, as it stands.
        commands: the commands put, by server (None: everywhere).
        by_token: the same by the interaction's token.
        deadline: seconds within which an interaction must be answered.
        lifetime: seconds for which its token is good.
        deliveries: how often each interaction is delivered, one time right after the other.
        shards: how many shards ``/gateway/bot`` recommends.
    """

    def __init__(self, *, shards: int = 1, deadline: float = 3.0, heartbeat: int = 41_250) -> None:
        self.shards, self.deadline, self.heartbeat, self.token = shards, deadline, heartbeat, TOKEN
        self.lifetime = 900.0
        self.me = User(111_111_111_111_111_111, "Undercroft", bot=True)
        self.owner = User(snowflake(), "Olga")
        self.alice, self.bob = User(snowflake(), "Alice"), User(snowflake(), "Bob")
        self.guilds: list[Guild] = []
        self.channels: dict[int, Channel] = {}
        self._private: dict[int, Channel] = {}
        self.table = self.add_guild("The Table")
        self.channel = self.add_channel(self.table, "dungeon")
        self.commands: dict[int | None, list[Json]] = {}
        self.answers: dict[str, Answer] = {}
        self.by_token: dict[str, Answer] = {}
        self.messages: dict[int, Message] = {}
        self.violations: list[Violation] = []
        self.rest, self.gateway = Rest(self), Gateway(self)
        self.port, self.deliveries = 0, 1
        self._changed = asyncio.Event()
        self._telling: set[asyncio.Task[None]] = set()

    # -- What a bot connects to ----------------------------------------------------------

    async def __aenter__(self) -> Self:
        application = web.Application(client_max_size=64 * 1024 * 1024)
        application.router.add_get("/gateway", self.gateway.accept)
        application.router.add_get("/resume", self.gateway.accept)
        application.router.add_get("/attachments/{message}/{name}", self._attachment)
        application.router.add_route("*", "/api/v10/{tail:.*}", self.rest.accept)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.gateway.drop()
        await self._runner.cleanup()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def api_url(self) -> str:
        return f"{self.address}/api/v10"

    @property
    def gateway_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/gateway"

    @property
    def resume_url(self) -> str:
        """The address that ``/gateway/bot`` and READY name; a bot behind a proxy ignores it."""
        return f"ws://127.0.0.1:{self.port}/resume"

    async def _attachment(self, request: web.Request) -> web.Response:
        message = self.messages.get(int(request.match_info["message"]))
        content = message and message.files.get(request.match_info["name"])
        return web.Response(status=404) if content is None else web.Response(body=content)

    # -- People, servers, channels -------------------------------------------------------

    def add_guild(self, name: str, number: int | None = None) -> Guild:
        """A server; one added after the bot has connected is told by :meth:`Gateway.dispatch` only."""
        guild = Guild(number or snowflake(), name, self.owner)
        self.guilds.append(guild)
        return guild

    def add_channel(
        self, guild: Guild, name: str, kind: int = TEXT_CHANNEL, parent: int | None = None
    ) -> Channel:
        channel = Channel(snowflake(), name, kind, guild.id, parent)
        guild.channels.append(channel)
        self.channels[channel.id] = channel
        return channel

    def add_thread(self, guild: Guild, channel: Channel, name: str, kind: int = PUBLIC_THREAD) -> Channel:
        """A thread in a channel, or a post in a forum."""
        return self.add_channel(guild, name, kind, channel.id)

    async def archive(self, thread: Channel, *, locked: bool = False) -> None:
        """Somebody closes a thread; where it is locked, only a moderator opens it again."""
        thread.archived, thread.locked = True, locked
        await self.tell_of(thread)

    async def tell_of(self, thread: Channel) -> None:
        """Tell the bot how a thread now is."""
        guild = next(guild for guild in self.guilds if guild.id == thread.guild_id)
        await self.gateway.dispatch("THREAD_UPDATE", thread.payload(), guild)

    def add_user(self, name: str) -> User:
        return User(snowflake(), name)

    def channel_of(self, number: int) -> Channel | None:
        return self.channels.get(number)

    # -- What people do ------------------------------------------------------------------

    async def command(
        self,
        guild: Guild | None,
        channel: Channel | None,
        user: User,
        words: str,
        options: Mapping[str, Value] | None = None,
        **scene: Any,
    ) -> Answer:
        """A user types ``/words`` with options; comes back when the answer is before him.

        ``scene`` may give permissions, app_permissions and user_install, as in :class:`Scene`.
        """
        place = self.scene(guild, channel, user, **scene)
        chain = interactions.command(self.commands, place, words)
        inner = interactions.command_body(chain, options or {})
        return await self.settled(await self.deliver(place, records.COMMAND, inner))

    async def autocomplete(
        self,
        guild: Guild | None,
        channel: Channel | None,
        user: User,
        words: str,
        *,
        focused: str,
        typed: str = "",
        options: Mapping[str, Value] | None = None,
        **scene: Any,
    ) -> list[Json]:
        """A user types into the option ``focused``; comes back with the choices offered."""
        place = self.scene(guild, channel, user, **scene)
        chain = interactions.command(self.commands, place, words)
        inner = interactions.command_body(chain, {**(options or {}), focused: typed}, focused)
        return (await self.settled(await self.deliver(place, records.COMPLETION, inner))).choices

    async def component(
        self,
        message: Message | Answer,
        custom_id: str,
        user: User,
        values: list[str] | None = None,
        **scene: Any,
    ) -> Answer:
        """A user presses a button of a message, or chooses ``values`` in a select of it."""
        message = message.messages[0] if isinstance(message, Answer) else message
        channel = self.channel_of(message.channel_id)
        guild = next((guild for guild in self.guilds if channel and guild.id == channel.guild_id), None)
        inner = interactions.component_body(message, custom_id, values)
        place = self.scene(guild, channel, user, **scene)
        return await self.settled(await self.deliver(place, records.COMPONENT, inner, message))

    def scene(self, guild: Guild | None, channel: Channel | None, user: User, **scene: Any) -> Scene:
        """Somebody somewhere; without a channel, in private."""
        if guild is not None and (channel is None or channel.guild_id != guild.id):
            raise NotOffered(f"{guild.name} has no such channel")
        if channel is None:
            channel = self._private.setdefault(user.id, private_channel(user))
        return Scene(guild, channel, user, **scene)

    async def deliver(self, scene: Scene, kind: int, inner: Json, message: Message | None = None) -> Answer:
        """Send an interaction to every session that sees its server, and do not wait for the answer."""
        answer = Answer(scene.interaction(self.me, kind, inner, message), self.now(), scene.guild, message)
        self.answers[answer.id] = self.by_token[answer.interaction["token"]] = answer
        for _ in range(self.deliveries):
            await self.again(answer)
        return answer

    async def again(self, answer: Answer) -> None:
        """Deliver the same interaction once more, as a RESUME may."""
        await self.gateway.dispatch("INTERACTION_CREATE", answer.interaction, answer.guild)

    async def malformed(self) -> None:
        """An interaction without a key that it must have, which ends a discord.py client."""
        scene = Scene(self.table, self.channel, self.alice)
        interaction = scene.interaction(self.me, records.COMPONENT, {"custom_id": "x", "component_type": 2})
        del interaction["attachment_size_limit"]
        await self.gateway.dispatch("INTERACTION_CREATE", interaction, self.table)

    def fail(self, route: str, *faults: Fault) -> None:
        """Let the next requests to a route fail, one after the other."""
        assert callable(getattr(self.rest, route)), route
        self.rest.faults.setdefault(route, []).extend(faults)

    # -- What a test sees ----------------------------------------------------------------

    async def ready(self, sessions: int = 1) -> None:
        """Wait until so many sessions are connected and greeted."""
        await self.until(lambda: len(self.gateway.live) >= sessions, f"{sessions} sessions")

    async def synced(self, times: int = 1) -> None:
        """Wait until commands have been put so many times."""
        await self.until(lambda: len(self.puts) >= times, f"commands put {times} times")

    async def settled(self, answer: Answer) -> Answer:
        """Wait until the user has the whole answer before him."""
        await self.until(lambda: answer.settled, f"an answer to {answer.interaction['data']}")
        return answer

    async def until(self, condition: Callable[[], object], what: str, within: float = PATIENCE) -> None:
        """Wait for a condition, looking at it whenever something has come in."""
        try:
            async with asyncio.timeout(within):
                while not condition():
                    changed = self._changed
                    await changed.wait()
        except TimeoutError:
            raise AssertionError(f"waited {within} s for {what}\n{self.transcript()}") from None

    @property
    def requests(self) -> list[Request]:
        return self.rest.requests

    @property
    def puts(self) -> list[Request]:
        """The requests that put commands."""
        return [request for request in self.requests if request.method == "PUT" and request.status]

    @property
    def listed_twice(self) -> set[str]:
        """Commands that a user would see twice: put everywhere and in a server too."""
        named = {scope: {entry["name"] for entry in entries} for scope, entries in self.commands.items()}
        everywhere = named.pop(None, set())
        return {name for names in named.values() for name in names & everywhere}

    def transcript(self) -> str:
        """The last things that happened, for a failed test."""
        lines = [f"{r.status or '...'} {r.method} {r.path} {str(r.body)[:300]}" for r in self.requests[-15:]]
        return "\n".join([*lines, *map(str, self.violations)])

    # -- For the two interfaces ----------------------------------------------------------

    def now(self) -> float:
        return asyncio.get_running_loop().time()

    def keep(self, message: Message) -> Message:
        self.messages[message.id] = message
        return message

    def violated(self, where: str, what: str) -> None:
        self.violations.append(Violation(where, what))

    def tell_soon(self, thread: Channel) -> None:
        """Tell the bot how a thread now is, once what changed it is done."""
        telling = asyncio.create_task(self.tell_of(thread))
        self._telling.add(telling)
        telling.add_done_callback(self._telling.discard)

    def notify(self) -> None:
        """Wake whoever waits in :meth:`until`."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()
