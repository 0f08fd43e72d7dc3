"""From the setting that names a database to an open store, on whichever engine that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.campaign.address import FileAddress, parse_address
from bot.campaign.store import Limits

if TYPE_CHECKING:
    from bot.campaign.store import Store


async def open_store(
    address: str, *, create: bool, upgrade: bool = True, limits: Limits | None = None
) -> Store:
    """Open the database that the setting names.

    Args:
        address: a file path, ``sqlite:///…`` or ``postgresql://…``.
        create: make the file where there is none (SQLite only: a server's database is somebody's).
        upgrade: on SQLite, back an older file up and upgrade it instead of refusing it.
        limits: other limits than the usual ones.

    Raises:
        StartRefused: it cannot be used; the message is one line for whoever starts the program.
    """
    parsed = parse_address(address)
    limits = limits or Limits()
    if isinstance(parsed, FileAddress):
        from bot.campaign.sqlite_store import open_file  # noqa: PLC0415 - only the engine that is used

        return await open_file(parsed, create=create, upgrade=upgrade, limits=limits)
    from bot.campaign.postgres_store import open_server  # noqa: PLC0415 - only the engine that is used

    return await open_server(parsed, limits=limits)
