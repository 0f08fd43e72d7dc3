"""Every test of the store runs on both engines, unless it is about one of them."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import pytest

from bot.campaign import Audience, NewEvent, Store, open_store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

CHANNEL, OTHER_CHANNEL, THREAD = 7_001, 7_002, 7_901
GUILD = 500
AYA, BEN, CAT = 901, 902, 903
NOON = 1_790_000_000_000


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of the test's own; a file is not there yet."""
    if request.param == "sqlite":
        return str(tmp_path / "campaign.db")
    return request.getfixturevalue("postgres_address")


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    async with await open_store(address, create=True) as store:
        yield store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a file may be made."""
    return tmp_path / "campaign.db"


@pytest.fixture
async def file_store(path: Path) -> AsyncIterator[Store]:
    """A store on a SQLite file, for what only a file can do."""
    async with await open_store(str(path), create=True) as store:
        yield store


@pytest.fixture
def new() -> Callable[..., NewEvent]:
    """Makes events to be recorded, each of an interaction of its own."""
    numbers = itertools.count(1)

    def make(**given: Any) -> NewEvent:
        number = next(numbers)
        values: dict[str, Any] = {
            "interaction_id": 1_400_000_000_000_000_000 + number,
            "guild_id": GUILD,
            "channel_id": CHANNEL,
            "place_id": given.get("channel_id", CHANNEL),
            "actor_id": AYA,
            "actor_name": "Aya",
            "at": NOON + number,
            "kind": "roll",
            "audience": Audience.EVERYONE,
            "document": {"outcome": {"text": f"roll {number}", "children": []}},
            "text": f"roll {number}",
        }
        return NewEvent(**{**values, **given})

    return make
