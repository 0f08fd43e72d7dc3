"""What tests of every part may ask for."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.postgres import PostgresServer, programs_or_skip

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server for the whole run."""
    server = PostgresServer(programs_or_skip())
    try:
        yield server
    finally:
        server.remove()


@pytest.fixture(scope="session")
def postgres_template(postgres: PostgresServer) -> str:
    """A database with this version's tables, to be copied for each test: its name."""
    from bot.campaign import upgrade  # noqa: PLC0415 - most tests need no database

    name = postgres.make_database()
    asyncio.run(upgrade(postgres.address(name)))
    return name


@pytest.fixture
def postgres_address(postgres: PostgresServer, postgres_template: str) -> str:
    """A PostgreSQL database of the test's own, with this version's tables: its address."""
    return postgres.address(postgres.make_database(postgres_template))
