"""The client: what it asks Discord for, which commands it gives, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
import pytest
import simcord
from discord import app_commands

from bot.app import Undercroft
from bot.host import open_kit
from bot.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from bot.kit import Kit

GUILD = 81384788765712384


ROLLING = {
    "roll",
    "table roll",
    *(f"door {name}" for name in ("destination", "exits", "drop", "kind", "beyond")),
    *(f"corridor {name}" for name in ("junction", "wall", "passage", "stairs")),
    "trap roll",
    *(f"leximorph {name}" for name in ("letters", "word", "headline")),
    *(f"room {name}" for name in ("size", "contents", "purpose")),
    *(f"encounter {name}" for name in ("room", "pool", "buy", "cr", "level", "pick")),
    *(f"treasure {name}" for name in ("hoard", "cache", "map", "topup")),
}
READING = {"table list", "table show"}
KEPT = {
    "undo",
    *(f"history {name}" for name in ("show", "find")),
    *(f"session {name}" for name in ("show", "open", "close", "digest")),
    *(f"privacy {name}" for name in ("show", "erase-me")),
    *(f"campaign {name}" for name in ("create", "rename", "bind", "show", "masters", "settings")),
    *(f"campaign {name}" for name in ("export", "import", "delete")),
    *(f"chamber {name}" for name in ("add", "list", "show", "edit", "retire", "place", "roll")),
    *(f"monster {name}" for name in ("add", "list", "show", "edit", "retire", "copy", "find", "import")),
    *(f"wander {name}" for name in ("list", "set", "roll", "check")),
    *(f"place {name}" for name in ("label", "list")),
    *(f"party {name}" for name in ("create", "show", "move", "order", "join", "leave", "retire")),
}
"""Commands that need a campaign."""

COMMANDS = len({name.split()[0] for name in ROLLING | READING | KEPT})
"""Commands and groups that Discord is given."""


@pytest.fixture
async def kit(tmp_path: Path) -> AsyncIterator[Kit]:
    async with open_kit(str(tmp_path / "campaign.db"), create=True) as opened:
        yield opened


async def synced(kit: Kit, settings: Settings) -> list[tuple[str, int]]:
    """Start the bot once: which scopes it gave how many commands."""
    env = simcord.Env(Undercroft(kit, settings, shards=1), strict_sync=False)
    env.create_guild(id=GUILD)
    await env.start()
    await env.shutdown()
    return [
        ("guild" if "/guilds/" in call.path else "global", len(call.json))
        for call in env.http_requests
        if call.method == "PUT" and call.path.endswith("/commands")
    ]


async def test_commands_are_given_once_and_not_again(kit: Kit) -> None:
    assert await synced(kit, Settings()) == [("global", COMMANDS)]
    assert await synced(kit, Settings()) == []


async def test_commands_stand_in_one_scope_only(kit: Kit) -> None:
    """C68, C69."""
    developing = Settings(guild=GUILD)

    assert await synced(kit, Settings()) == [("global", COMMANDS)]
    assert await synced(kit, developing) == [("guild", COMMANDS), ("global", 0)]
    assert await synced(kit, developing) == []
    assert await synced(kit, Settings()) == [("global", COMMANDS), ("guild", 0)]


async def test_it_asks_for_guilds_only_and_pings_nobody(kit: Kit) -> None:
    """C30, C32."""
    bot = Undercroft(kit, Settings())

    assert bot.intents.value == discord.Intents(guilds=True).value
    allowed = bot.allowed_mentions
    assert allowed is not None
    assert allowed.to_dict() == {"parse": []}


def every_command(bot: Undercroft) -> Iterator[app_commands.Command]:
    for command in bot.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield command


def characters(command: dict[str, Any]) -> int:
    """What Discord counts of a command: names, descriptions and values, with all that stands below."""
    own = sum(len(str(command.get(part, ""))) for part in ("name", "description", "value"))
    below = [*command.get("options", ()), *command.get("choices", ())]
    return own + sum(characters(each) for each in below)


async def test_every_command_says_where_it_works_and_what_it_does(kit: Kit) -> None:
    bot = Undercroft(kit, Settings())
    await bot.add_everything()
    commands = list(every_command(bot))

    assert {command.qualified_name for command in commands} == ROLLING | READING | KEPT
    for root in bot.tree.get_commands():
        payload = root.to_dict(bot.tree)
        everywhere = root.name not in {name.split()[0] for name in KEPT}
        assert payload["contexts"] == ([0, 1, 2] if everywhere else [0, 1]), root.name
        assert payload["integration_types"] == ([0, 1] if everywhere else [0]), root.name
        assert payload["description"]
        assert characters(payload) < 8_000, root.name
    for command in commands:
        for parameter in command.parameters:
            assert parameter.description != "…", f"{command.qualified_name} {parameter.name}"


async def test_every_rolling_command_takes_the_shared_options(kit: Kit) -> None:
    bot = Undercroft(kit, Settings())
    await bot.add_everything()
    rolling = [command for command in every_command(bot) if command.qualified_name in ROLLING]

    assert len(rolling) == len(ROLLING)
    for command in rolling:
        assert {"seen", "faces", "note"} <= {parameter.name for parameter in command.parameters}


async def test_a_refused_sync_leaves_the_bot_at_work_and_is_tried_again(kit: Kit) -> None:
    env = simcord.Env(Undercroft(kit, Settings(), shards=1), strict_sync=False)
    env.inject_error(
        "PUT", "/applications/*/commands", status=400, code=30034, message="Max number of creates"
    )
    await env.start()
    assert env.bot.is_ready()
    await env.shutdown()

    assert await synced(kit, Settings()) == [("global", COMMANDS)]
