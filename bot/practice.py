"""The practice table: the real bot in a simulated Discord, shown as a page on this computer.

The simulation is simcord's. Everything that it keeps private and we touch is in this
module, by name in ``_TOUCHED``, and looked for when the module is imported.

Two things let a restart go on. Server, channels and people are made in one order at the
simulation's own first instant, which gives them the same ids each time. Then its clock is
set to ours, so that no interaction has an earlier one's id, and with it the old roll.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import importlib.util
import logging
import os
import secrets
import sys
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, cast
from zoneinfo import ZoneInfo

import discord

from bot.app import Undercroft
from bot.campaign import history, meta
from bot.campaign.events import Reader
from bot.host import open_kit, stop_signals
from bot.replies import where_we_were
from tables.errors import Refusal

INSTALL = "make run, or pip install -e '.[practice]' in the program's folder,"

try:
    import simcord
    from simcord.backend import Backend
    from simcord.preview import Preview
except ModuleNotFoundError:
    raise
except ImportError as _unfit:
    raise Refusal(
        f"The practice table's simcord and discord.py do not fit each other: {INSTALL} brings those that do."
    ) from _unfit

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
    from contextlib import AbstractContextManager

    from bot.campaign.events import Event
    from bot.kit import Kit
    from bot.settings import Settings

    Act = Callable[[str | None, Mapping[str, object]], Awaitable[dict[str, object]]]

PORT = 8137
"""Where the page is served unless another port is asked for."""

TICK = 1.0
"""Seconds between two looks at the clock."""

GRACE = 1.0
"""Seconds that an unfinished roll may hold up the end."""

LAST_ROLLS = 5
"""Rolls that the first message repeats of an earlier session."""

CAPABILITY = "practice.capability"
"""Under this name the memory keeps the secret part of the page's address."""

log = logging.getLogger(__name__)

_BOT_SCOPE = "_bot_scope"
_ACT = "_action"
_PARTS = ("aiohttp", "markdown_it", "linkify_it", "regex", "PIL")
_TOUCHED: tuple[tuple[object, tuple[str, ...]], ...] = (
    (simcord.Env, (_BOT_SCOPE, "start", "shutdown", "time_context", "advance_time", "http_requests")),
    (Backend(), ("advance_clock", "edit_bot_profile", "subscribers")),
    (Preview, (_ACT, "refresh", "wait_closed", "url")),
)


def check_simulation() -> None:
    """Look for the parts and names of the simulation that are used here.

    Raises:
        ModuleNotFoundError: a package that the page needs is not installed.
        Refusal: this release of the simulation lacks a name; the message says which.
    """
    for part in _PARTS:
        if importlib.util.find_spec(part) is None:
            raise ModuleNotFoundError(f"No module named {part!r}", name=part)
    gone = [name for owner, names in _TOUCHED for name in names if not hasattr(owner, name)]
    if gone:
        raise Refusal(f"This release of simcord has no {', '.join(gone)}: {INSTALL} brings one that has.")


check_simulation()


class PortTaken(Refusal):
    """The page's port cannot be had; the message names one that can."""


async def practise(settings: Settings, address: str, port: int | None = None) -> None:
    """Serve the practice table until Ctrl-C, SIGTERM, or "End preview session" on the page.

    It prints the page's whole address on one line once the page answers. ``address`` is the
    database, made where there is none; ``port`` 0 takes a free one, and None the usual one.

    Raises:
        PortTaken: the port cannot be had.
    """
    stop = asyncio.Event()
    with stop_signals(stop):
        async with (
            open_kit(address, create=True) as kit,
            open_table(kit, settings, port=PORT if port is None else port) as table,
        ):
            sys.stdout.write(f"The practice table is set. Open {table.preview.url}\n")
            sys.stdout.flush()  # at once, also into a pipe
            await table.keep_open(stop)


@contextlib.asynccontextmanager
async def open_table(kit: Kit, settings: Settings, *, port: int = 0) -> AsyncGenerator[PracticeTable]:
    """Seat the bot at a table and serve its page.

    Raises:
        PortTaken: the port cannot be had.
    """
    ahead = timedelta()

    def clock() -> int:
        return kit.clock() + ahead // timedelta(milliseconds=1)

    bot = Undercroft(replace(kit, clock=clock), settings, sync_on_start=False)
    # One shard, said out loud: the simulation cannot be asked for the number.
    env = simcord.Env(bot, check_errors=False, shard_count=1)
    env.backend.subscribers.append(say_who_installed)
    scene = set_scene(env)
    newest = await _last_events(kit, scene.channel.id, Reader(0, game_master=True))
    ahead = _set_clock(env, newest[0].at if newest else 0)
    heard = bot.tree.on_error
    try:
        await env.start()
        # The simulation calls a command failed whose error reaches the tree. Ours answers
        # every refusal there, and a refusal is an answer.
        vars(bot.tree)["on_error"] = heard
        with env.time_context():
            await _bring_in(env, bot, scene.channel.id)
            preview = await _open_page(env, scene, await _capability(kit), port)
            table = PracticeTable(env, preview, scene, ahead)
            yield table
            await table.let_go()
    finally:
        await env.shutdown()


@dataclass(frozen=True, slots=True)
class Scene:
    """Who plays where: always the same, down to the ids.

    Attributes:
        channel: the channel that the page shows.
        game_master: owner of the server.
        player: a member with nothing but the common permissions.
    """

    channel: simcord.ChannelHandle
    game_master: simcord.MemberActor
    player: simcord.MemberActor


def set_scene(env: simcord.Env) -> Scene:
    """Make the server, its channels and its people, always in this order."""
    env.backend.edit_bot_profile("Undercroft")
    owner = env.create_user("gamemaster", global_name="Game Master")
    someone = env.create_user("player", global_name="Player")
    guild = env.create_guild("The Practice Table", owner=owner)
    channel = guild.create_text_channel("dungeon", topic="Type / to begin")
    hidden = discord.PermissionOverwrite(view_channel=False)
    guild.create_text_channel("game-masters", overwrites={guild.default_role: hidden})
    return Scene(channel, guild.add_member(owner), guild.add_member(someone))


def say_who_installed(event: str, payload: Mapping[str, object]) -> None:
    """Say in an interaction that the server installed the bot: Discord does, the simulation leaves it out.

    Without it discord.py takes every interaction for that of a user-installed app.
    """
    if event == "INTERACTION_CREATE" and isinstance(payload, dict) and "guild_id" in payload:
        payload["authorizing_integration_owners"] = {"0": payload["guild_id"]}


def _set_clock(env: simcord.Env, last: int) -> timedelta:
    """Set the simulation's clock to ours and past ``last``; how far it then is ahead of ours.

    ``last`` is when the newest event happened, in milliseconds since 1970. It lies ahead
    of us only where somebody has set the computer's clock back.
    """
    wall = datetime.now(UTC)
    start = max(wall, env.now(), datetime.fromtimestamp(last / 1000, UTC) + timedelta(seconds=1))
    # Before the bot is there, so that none of its timers runs through the months between.
    env.backend.advance_clock((start - env.now()).total_seconds())
    return start - wall


async def _last_events(kit: Kit, channel_id: int, reader: Reader) -> tuple[Event, ...]:
    """The last events that ``reader`` may see, newest first."""
    page = await kit.store.read(history.page, channel_id, reader, None, LAST_ROLLS)
    return tuple(page.events)


async def _capability(kit: Kit) -> str:
    """The secret of the page's address: drawn once, so that a bookmark stays good."""
    known = await kit.store.read(meta.recall, CAPABILITY)
    if known is None:
        known = secrets.token_urlsafe(24)
        await kit.store.write(meta.remember, CAPABILITY, known)
    return known


async def _bring_in(env: simcord.Env, bot: Undercroft, channel_id: int) -> None:
    """Register the commands, which the simulation forgets each time, and say where we were."""
    last = await _last_events(bot.kit, channel_id, Reader(0, game_master=False))
    scope = cast("Callable[[], AbstractContextManager[None]]", getattr(env, _BOT_SCOPE))
    with scope():
        await bot.tree.sync()
        channel = bot.get_channel(channel_id)
        if isinstance(channel, discord.TextChannel):
            await channel.send(view=where_we_were(last).view)
    await env.settle()


async def _open_page(env: simcord.Env, scene: Scene, capability: str, port: int) -> Preview:
    """Serve the page at ``port``; the session's end closes it."""
    viewers = (scene.game_master, scene.player)
    preview = env.preview(scene.channel, viewers=viewers, layout="channel", timezone=_local_zone(), port=port)
    preview.capability = capability
    try:
        await preview.__aenter__()
    except simcord.SetupError as problem:
        cause = problem.__cause__
        if not isinstance(cause, OSError):
            raise
        reason = "is taken" if cause.errno == errno.EADDRINUSE else "may not be used"
        other = f'--port {port + 1}, or --port 0 for any that is free (with make: ARGS="--port 0")'
        raise PortTaken(f"Port {port} of this computer {reason}: try {other}.") from problem
    return preview


def _local_zone() -> str:
    """The computer's time zone by its name, or UTC where it does not say."""
    stated = os.environ.get("TZ", "").removeprefix(":")
    name = stated or str(Path("/etc/localtime").resolve()).partition("zoneinfo/")[2]
    try:
        ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        return "UTC"
    return name


class PracticeTable:
    """A session that is being served: its simulation, its page, and whose turn it is.

    The simulation does one thing at a time and refuses what comes between: a click on
    the page and the clock's tick therefore take turns here.

    Attributes:
        env, preview, scene: the simulation, its page, and who plays where.
    """

    def __init__(self, env: simcord.Env, preview: Preview, scene: Scene, ahead: timedelta) -> None:
        """Take over a page that is open; ``ahead`` is how far its clock runs before ours."""
        self.env = env
        self.preview = preview
        self.scene = scene
        self._ahead = ahead
        self._turn = asyncio.Lock()
        self._asking: set[asyncio.Task[object]] = set()
        self._calls = len(env.http_requests)
        self._act = cast("Act", getattr(preview, _ACT))
        setattr(preview, _ACT, self._act_in_turn)

    async def keep_open(self, stop: asyncio.Event) -> None:
        """Keep time until ``stop`` is set or somebody ends the session on the page."""
        ends = (
            asyncio.ensure_future(stop.wait()),
            asyncio.ensure_future(self.preview.wait_closed()),
            asyncio.ensure_future(self._keep_time()),
        )
        try:
            done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            for end in done:
                end.result()
        finally:
            for end in ends:
                end.cancel()
            await asyncio.gather(*ends, return_exceptions=True)

    async def tick(self) -> None:
        """Bring the simulation's clock up to ours, and show what the bot did by itself."""
        async with self._turn:
            # The bot's own timers move that clock too: the difference counts, not the time gone by.
            behind = datetime.now(UTC) + self._ahead - self.env.now()
            await self.env.advance_time(max(0.0, behind.total_seconds()))
            await self._show_news(when=True)

    async def _keep_time(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            try:
                await self.tick()
            except TimeoutError:
                log.warning("the bot is busy, and the practice table's clock waits for it")

    async def let_go(self) -> None:
        """Wait a moment for what is in hand, then leave it: the end must not hang on a roll."""
        if self._asking:
            _, unfinished = await asyncio.wait(self._asking, timeout=GRACE)
            for task in unfinished:
                task.cancel()

    async def _act_in_turn(self, context_id: str | None, body: Mapping[str, object]) -> dict[str, object]:
        asked = asyncio.create_task(self._act_alone(context_id, body))
        self._asking.add(asked)
        asked.add_done_callback(self._asking.discard)
        return await asked

    async def _act_alone(self, context_id: str | None, body: Mapping[str, object]) -> dict[str, object]:
        """Do what the page asks for; like a command, a click then shows on every open page."""
        async with self._turn:
            answer = await self._act(context_id, body)
            await self._show_news(when=body.get("kind") in {"click", "select", "modal_submit"})
            return answer

    async def _show_news(self, *, when: bool) -> None:
        """Show every open page what the bot did since the last look, unless they show it already."""
        if when and len(self.env.http_requests) != self._calls:
            await self.preview.refresh()
        self._calls = len(self.env.http_requests)
