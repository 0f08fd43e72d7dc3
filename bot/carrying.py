"""Carrying a campaign into a file and out of it, at the terminal."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from bot.campaign import open_store
from bot.campaign.campaign_file import CampaignFile, FileRefused, packed, read_file
from bot.campaign.exporting import campaign_by_name, export
from bot.campaign.importing import Place, import_new

if TYPE_CHECKING:
    from pathlib import Path

PACKED = ".gz"
"""How the name of a packed file ends."""


def export_to(address: str, campaign: str, file: Path) -> str:
    """Write a campaign into ``file`` and say so.

    Raises:
        StartRefused: the database cannot be opened.
        Refusal: there is no such campaign, or the file is there already or cannot be written.
    """
    if file.exists():
        raise FileRefused(f"There is something at {file} already: choose another name.")
    content = asyncio.run(_exported(address, campaign))
    try:
        file.write_bytes(packed(content) if file.suffix == PACKED else content)
    except OSError as problem:
        raise FileRefused(f"{file} cannot be written: {problem.strerror}.") from problem
    lines = content.count(b"\n")
    return f"{file} holds the campaign {campaign}, in {lines:,} lines."


def import_from(address: str, file: Path, *, guild_id: int, channel_id: int) -> str:
    """Put a campaign's file into the database and say so.

    Raises:
        StartRefused: the database cannot be opened.
        Refusal: the file is no campaign, or not the whole of one.
    """
    try:
        content = file.read_bytes()
    except OSError as problem:
        raise FileRefused(f"{file} cannot be read: {problem.strerror}.") from problem
    found = read_file(content)
    asyncio.run(_imported(address, found, Place(guild_id, "", channel_id, time.time_ns() // 1_000_000)))
    return f"The campaign {found.header.name} is here, with {found.header.events:,} events."


async def _exported(address: str, campaign: str) -> bytes:
    async with await open_store(address, create=False) as store:
        return await store.read(lambda connection: export(connection, campaign_by_name(connection, campaign)))


async def _imported(address: str, file: CampaignFile, place: Place) -> None:
    async with await open_store(address, create=False) as store:
        await store.write(import_new, file, place)
