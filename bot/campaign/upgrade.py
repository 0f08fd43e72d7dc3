"""Upgrading a database by hand, and looking at its version without changing anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.campaign.address import FileAddress, parse_address
from bot.campaign.revisions import NEWEST, UpgradeReport
from bot.campaign.store import Limits


@dataclass(frozen=True, slots=True)
class Version:
    """Which version a database is of.

    Attributes:
        place: where it is, without a password.
        found: its revision; None where there is nothing yet.
        needed: the revision that this version of the program needs.
    """

    place: str
    found: str | None
    needed: str = NEWEST

    @property
    def state(self) -> Literal["empty", "older", "current"]:
        """What has to be done: make it, upgrade it, or nothing."""
        if self.found is None:
            return "empty"
        return "current" if self.found == self.needed else "older"


async def current(address: str) -> Version:
    """Look which version a database is of, also while the bot runs on it.

    Raises:
        StartRefused: it is missing, damaged, newer, or cannot be reached.
    """
    parsed = parse_address(address)
    if isinstance(parsed, FileAddress):
        from bot.campaign.sqlite_files import check_whole  # noqa: PLC0415 - only the engine that is used

        return Version(str(parsed), await check_whole(parsed.path))
    from bot.campaign.postgres_store import server_revision  # noqa: PLC0415 - only the engine that is used

    return Version(str(parsed), await server_revision(parsed))


async def upgrade(address: str, *, create: bool = False) -> UpgradeReport:
    """Make or upgrade the database that the setting names; a file is copied beside itself first.

    Raises:
        StartRefused: it is missing and ``create`` is not given, damaged, newer, in use, or cannot be reached.
    """
    parsed = parse_address(address)
    if isinstance(parsed, FileAddress):
        from bot.campaign.sqlite_store import open_file  # noqa: PLC0415 - only the engine that is used

        store = await open_file(parsed, create=create, upgrade=True, limits=Limits())
        await store.close()
        return store.upgraded or UpgradeReport(NEWEST, NEWEST)
    from bot.campaign.postgres_store import upgrade_server  # noqa: PLC0415 - only the engine that is used

    return await upgrade_server(parsed)
