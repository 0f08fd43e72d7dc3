"""A look at the histories of a database from outside: it changes nothing, and a bot may run meanwhile."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from bot.campaign.address import FileAddress, parse_address
from bot.campaign.chain import audit_all
from bot.campaign.errors import DatabaseDamaged, reason_of
from bot.campaign.store import Limits

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Engine

    from bot.campaign.chain import Audited


async def audit_database(address: str) -> tuple[Audited, ...]:
    """Go through every campaign's history.

    Raises:
        StartRefused: the database cannot be read.
    """
    parsed = parse_address(address)
    if isinstance(parsed, FileAddress):
        return await _audit_file(parsed.path)
    from bot.campaign.postgres_store import open_server  # noqa: PLC0415 - only the engine that is used

    async with await open_server(parsed, limits=Limits(pool=1)) as store:
        return await store.read(audit_all)


async def _audit_file(path: Path) -> tuple[Audited, ...]:
    from bot.campaign.sqlite import connect  # noqa: PLC0415 - only the engine that is used

    def look(engine: Engine) -> tuple[Audited, ...]:
        with engine.begin() as connection:
            return audit_all(connection)

    try:
        opened = await connect(path, read_only=True)
        try:
            return await opened.run(look)
        finally:
            await opened.close()
    except sqlite3.Error as error:
        raise DatabaseDamaged(f"{path} cannot be read: {reason_of(error)}.") from error
