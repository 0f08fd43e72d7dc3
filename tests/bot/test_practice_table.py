"""The practice table from within: the real bot, its memory, the simulation's clock and its page's wire."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import socket
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Self

import aiohttp
import discord
import pytest
import simcord
from discord import app_commands
from discord.ext import commands

from bot import app
from bot.host import open_kit
from bot.practice import PortTaken, PracticeTable, check_simulation, open_table
from bot.settings import Settings
from tables.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.kit import Kit

SCENE_IDS = (1456074443980800006, 1456074443980800002, 1456074443980800003)
"""The channel, the game master and the player, as every database made so far knows them."""


@contextlib.asynccontextmanager
async def table_on(
    folder: Path, *, ahead: timedelta | None = None, port: int = 0
) -> AsyncGenerator[PracticeTable]:
    """A practice table on the database in ``folder``; with its host's clock ``ahead`` of ours."""
    async with open_kit(str(folder / "practice.db"), create=True) as kit:
        if ahead is not None:
            leap = ahead // timedelta(milliseconds=1)
            early = replace(kit, clock=lambda: kit.clock() + leap)
        async with open_table(kit if ahead is None else early, Settings(), port=port) as table:
            yield table


def shown(message: Any) -> str:
    """Every text of a message in Components V2."""
    return "\n".join(str(part.get("content", "")) for part in walk(message.components))


def walk(parts: Any) -> Any:
    for part in parts:
        plain = part if isinstance(part, dict) else part.to_dict()
        yield plain
        yield from walk(plain.get("components", ()))


class Visitor:
    """A browser page without a browser: what the page sends over the wire, and what it is told."""

    def __init__(self, http: aiohttp.ClientSession, table: PracticeTable) -> None:
        self._http = http
        self._root, _, capability = table.preview.url.partition("/#")
        self._headers = {"X-Simcord-Capability": capability}
        self._sequence = itertools.count(1)

    async def come(self, viewer: simcord.MemberActor) -> Self:
        page = await self._ask("POST", "/api/pages", {"viewer_id": str(viewer.id)})
        self._headers["X-Simcord-Context"] = page["context"]["id"]
        return self

    async def state(self) -> dict[str, Any]:
        return await self._ask("GET", "/api/state")

    async def texts(self) -> list[str]:
        messages = (await self.state())["messages"].values()
        return [
            "\n".join(str(part.get("content", "")) for part in walk(item["components"])) for item in messages
        ]

    async def act(self, kind: str, **body: object) -> dict[str, Any]:
        state = await self.state()
        sequence = next(self._sequence)
        envelope = {
            "kind": kind,
            "protocol_version": 3,
            "sequence": sequence,
            "request_id": f"{kind}-{sequence}",
            "generation": state["context"]["generation"],
            "bot_generation": state["botGeneration"],
            "published_revision": state["publishedRevision"],
        }
        return await self._ask("POST", "/api/action", envelope | body)

    async def slash(self, invocation: str, **options: object) -> dict[str, Any]:
        catalog = await self._ask("GET", "/api/commands")
        entry = next(item for item in catalog["entries"] if item["invocation"] == invocation)
        return await self.act(
            "run_command",
            command_id=entry["commandId"],
            path=entry["path"],
            schema_fingerprint=entry["schemaFingerprint"],
            options=options,
        )

    async def press(self, label: str) -> dict[str, Any]:
        for identity, message in (await self.state())["messages"].items():
            for part in walk(message["components"]):
                if part.get("label") == label:
                    return await self.act("click", target_id=identity, control_key=part["control_key"])
        raise AssertionError(f"no button {label}")

    async def _ask(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        async with self._http.request(method, self._root + path, json=body, headers=self._headers) as answer:
            assert answer.status == 200, await answer.text()
            return await answer.json()


def interaction_of(result: simcord.InteractionResult) -> int:
    """The id of the interaction that a command's answer belongs to."""
    assert result.response is not None
    metadata = result.response.message.interaction_metadata
    assert metadata is not None
    return metadata.id


async def test_restart_goes_on_with_new_interaction_ids(tmp_path: Path) -> None:
    async with table_on(tmp_path) as table:
        first = await table.scene.game_master.slash(
            table.scene.channel, "roll", dice="2d6", note="first evening"
        )
        secret = table.preview.url.partition("#")[2]
    async with table_on(tmp_path) as table:
        second = await table.scene.game_master.slash(table.scene.channel, "roll", dice="2d6")
        third = await table.scene.player.slash(table.scene.channel, "history show")

        assert table.preview.url.partition("#")[2] == secret
        assert "first evening" in shown(table.scene.channel.history()[0])
        assert "first evening" in shown(third.response)
        assert interaction_of(second) > interaction_of(first)


async def test_where_we_were_tells_nothing_secret(tmp_path: Path) -> None:
    async with table_on(tmp_path) as table:
        master, channel = table.scene.game_master, table.scene.channel
        await master.slash(channel, "roll", dice="2d6", note="in the open")
        await master.slash(channel, "roll", dice="2d6", note="behind the screen", seen="shared")
    async with table_on(tmp_path) as table:
        card = shown(table.scene.channel.history()[0])

        assert "in the open" in card
        assert "behind the screen" not in card


async def test_scene_has_the_ids_that_earlier_databases_know(tmp_path: Path) -> None:
    async with table_on(tmp_path) as table:
        scene = table.scene

        assert (scene.channel.id, scene.game_master.id, scene.player.id) == SCENE_IDS


async def test_a_clock_that_was_set_back_repeats_no_id(tmp_path: Path) -> None:
    async with table_on(tmp_path, ahead=timedelta(hours=3)) as table:
        await table.scene.game_master.slash(table.scene.channel, "roll", dice="2d6")
    later = datetime.now(UTC) + timedelta(hours=2)
    async with table_on(tmp_path) as table:
        result = await table.scene.game_master.slash(table.scene.channel, "roll", dice="2d6")
        await table.tick()

        assert discord.utils.snowflake_time(interaction_of(result)) > later
        assert table.env.now() > later


async def test_each_tick_brings_the_clock_up_to_ours(tmp_path: Path) -> None:
    async with table_on(tmp_path) as table:
        before = datetime.now(UTC)
        await table.tick()

        assert before <= table.env.now() <= datetime.now(UTC)


async def test_a_timer_of_the_bot_is_not_counted_twice(tmp_path: Path) -> None:
    async with table_on(tmp_path) as table:
        await table.env.advance_time(60)
        gone_ahead = table.env.now()
        await table.tick()

        assert table.env.now() == gone_ahead


async def test_an_open_table_keeps_time_until_it_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table_on(tmp_path) as table:
        stop, ticked = asyncio.Event(), asyncio.Event()
        began = table.env.now()

        async def tick_and_tell() -> None:
            await PracticeTable.tick(table)
            ticked.set()

        monkeypatch.setattr(table, "tick", tick_and_tell)
        keeping = asyncio.create_task(table.keep_open(stop))
        async with asyncio.timeout(20):
            await ticked.wait()
            stop.set()
            await keeping

        assert table.env.now() > began


async def test_a_table_ends_with_its_page(tmp_path: Path) -> None:
    async with table_on(tmp_path) as table, aiohttp.ClientSession() as http:
        keeping = asyncio.create_task(table.keep_open(asyncio.Event()))
        visitor = await Visitor(http, table).come(table.scene.game_master)
        await visitor.act("close")
        async with asyncio.timeout(20):
            await keeping


class Hanging(commands.Cog):
    """A command that never ends."""

    def __init__(self, kit: Kit) -> None:
        self.begun = asyncio.Event()

    @app_commands.command()
    async def hang(self, interaction: discord.Interaction) -> None:
        """Wait for what never comes."""
        self.begun.set()
        await asyncio.get_running_loop().create_future()


async def test_the_end_leaves_a_roll_that_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "COGS", (*app.COGS, Hanging))
    async with aiohttp.ClientSession() as http:
        async with table_on(tmp_path) as table:
            visitor = await Visitor(http, table).come(table.scene.player)
            hanging = asyncio.create_task(visitor.slash("hang"))
            async with asyncio.timeout(20):
                await table.env.bot.get_cog("Hanging").begun.wait()

        # A page that waits for the command's own end would get a receipt, five seconds later.
        with pytest.raises(aiohttp.ServerDisconnectedError):
            await hanging
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_page_and_clock_take_turns(tmp_path: Path) -> None:
    async with table_on(tmp_path) as table, aiohttp.ClientSession() as http:
        visitor = await Visitor(http, table).come(table.scene.game_master)
        done = asyncio.Event()

        async def tick_on() -> None:
            while not done.is_set():
                await table.tick()
                await asyncio.sleep(0)

        ticking = asyncio.create_task(tick_on())
        receipts = [await visitor.slash("roll", dice="1d6") for _ in range(10)]
        done.set()
        await ticking

        assert [receipt["settlement"] for receipt in receipts] == ["settled"] * 10


async def test_a_secret_roll_never_goes_over_the_players_wire(tmp_path: Path) -> None:
    async with table_on(tmp_path) as table, aiohttp.ClientSession() as http:
        master = await Visitor(http, table).come(table.scene.game_master)
        player = await Visitor(http, table).come(table.scene.player)
        await master.slash("roll", dice="1d6", note="behind the screen", seen="shared")

        assert "behind the screen" in json.dumps(await master.state())
        assert "behind the screen" not in json.dumps(await player.state())


async def test_a_click_shows_on_every_open_page(tmp_path: Path) -> None:
    async with table_on(tmp_path) as table, aiohttp.ClientSession() as http:
        master = await Visitor(http, table).come(table.scene.game_master)
        player = await Visitor(http, table).come(table.scene.player)
        await master.slash("roll", dice="1d6")
        after_command = await player.texts()
        await master.press("Roll again")
        after_click = await player.texts()

        assert len(after_click) == len(after_command) + 1


async def test_a_refusal_is_an_answer_and_no_failure(tmp_path: Path) -> None:
    async with table_on(tmp_path) as table, aiohttp.ClientSession() as http:
        visitor = await Visitor(http, table).come(table.scene.player)
        receipt = await visitor.slash("roll", dice="2d")

        assert receipt["settlement"] == "settled"
        assert receipt["diagnostics"] == []


async def test_a_stranger_without_the_secret_sees_nothing(tmp_path: Path) -> None:
    async with table_on(tmp_path) as table, aiohttp.ClientSession() as http:
        root = table.preview.url.partition("/#")[0]
        async with http.post(
            f"{root}/api/pages", json={}, headers={"X-Simcord-Capability": "guess"}
        ) as answer:
            assert answer.status == 401


async def test_a_taken_port_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as holder:
        port = holder.getsockname()[1]
        with pytest.raises(PortTaken) as refused:
            async with table_on(tmp_path, port=port):
                pass

    assert str(refused.value) == (
        f"Port {port} of this computer is taken: try --port {port + 1}, or --port 0 for any that is free "
        '(with make: ARGS="--port 0").'
    )


def test_missing_packages_end_the_import_by_their_name() -> None:
    script = "import sys; sys.modules['markdown_it'] = None; import bot.practice"
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)

    assert ended.returncode != 0
    assert ended.stderr.rstrip().endswith("ModuleNotFoundError: No module named 'markdown_it'")


def test_a_name_that_vanished_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(simcord.Env, "advance_time")

    with pytest.raises(Refusal, match=r"^This release of simcord has no advance_time: make run, .*$"):
        check_simulation()
