"""The loopback, and the small bot on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aiohttp
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from tests.loopback.client import Client
from tests.loopback.discord_loopback import Loopback
from tests.loopback.parlour import Parlour, running

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@pytest.fixture
async def loopback(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Loopback]:
    async with Loopback() as loopback:
        monkeypatch.setattr(Route, "BASE", loopback.api_url)
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", URL(loopback.gateway_url))
        yield loopback


@pytest.fixture
async def parlour(loopback: Loopback) -> AsyncIterator[Parlour]:
    async with running(loopback) as bot:
        yield bot


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    async with Loopback() as loopback, aiohttp.ClientSession() as session:
        yield Client(loopback, session)
