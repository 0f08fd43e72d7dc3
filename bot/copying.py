"""Copies of the database, made by the running bot while nobody has to think of them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from bot.campaign.address import FileAddress, parse_address
from bot.campaign.copies import Copies
from bot.settings import NO_COPIES, StartRefused

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

log = logging.getLogger(__name__)

FIRST = 300.0
"""Seconds after the start until the first copy: the start itself should be quick."""

EACH = 3600.0
"""Seconds between two copies."""

FOLDER = "copies"
"""The folder beside the database, where no other is set."""


def copies_of(address: str, wanted: str) -> Copies | None:
    """The copies of a database, in the folder of the setting; None where there are to be none."""
    parsed = parse_address(address)
    if wanted == NO_COPIES or not isinstance(parsed, FileAddress):
        return None
    return Copies(address, Path(wanted) if wanted else parsed.path.absolute().parent / FOLDER)


@contextlib.asynccontextmanager
async def copying(copies: Copies | None, *, first: float = FIRST, each: float = EACH) -> AsyncGenerator[None]:
    """Make copies for as long as the bot runs; one that is in work at the end is left unfinished."""
    if copies is None:
        yield
        return
    task = asyncio.create_task(_copy_for_ever(copies, first, each))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _copy_for_ever(copies: Copies, first: float, each: float) -> None:
    await asyncio.sleep(first)
    while True:
        await _copy(copies)
        await asyncio.sleep(each)


async def _copy(copies: Copies) -> None:
    """Make one copy; whatever hinders it is the host's to know, and nobody's at the table."""
    try:
        made = await copies.make(datetime.now(UTC))
    except (StartRefused, OSError) as problem:
        log.error("no copy of the database was made: %s", problem)  # noqa: TRY400 - known, and said in a line
    except Exception:
        log.exception("no copy of the database was made")
    else:
        if made is not None:
            log.info("a copy of the database is at %s (%s)", made.path, made.held)
