"""Copies that the running bot makes by itself: one each hour in which something changed, fewer as they age.

Damage that nobody notices for weeks would otherwise be in every copy there is. So a copy is gone through
before it gets its name, and besides those of the last day one of each day and of each month are kept.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from bot.campaign.address import FileAddress, parse_address
from bot.campaign.backup import ENDINGS, backup
from bot.campaign.files import beside

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from bot.campaign.backup import Held

HOURS, DAYS, MONTHS = 24, 14, 12
"""For how long every copy is kept, then the last one of each day, then the last one of each month."""

_STAMP = "%Y%m%dT%H%M%SZ"
_NAMED = re.compile(r"-(\d{8}T\d{6}Z)$")


@dataclass(frozen=True, slots=True)
class Copied:
    """A copy that was made: where it is and what it holds."""

    path: Path
    held: Held


class Copies:
    """The copies of one database in one folder."""

    def __init__(self, address: str, folder: Path) -> None:
        """Look after the copies in ``folder`` of the database that the setting names."""
        self.address = address
        self.folder = folder
        parsed = parse_address(address)
        self._path = parsed.path if isinstance(parsed, FileAddress) else None

    @property
    def are_possible(self) -> bool:
        """Whether it is a file: a server's own tools copy its databases."""
        return self._path is not None

    async def make(self, now: datetime) -> Copied | None:
        """Make a copy, if anything changed since the last one, and let go of those that have aged out.

        Raises:
            StartRefused: the database is damaged or cannot be read, or the folder cannot be written.
        """
        if self._path is None or not self._has_changed(self._path):
            return None
        target = self.folder / f"{self._path.stem}-{now.astimezone(UTC).strftime(_STAMP)}{self._path.suffix}"
        held = await backup(self.address, target)
        found = self.found()
        for old in set(found) - kept(found, now):
            found[old].unlink(missing_ok=True)
        return Copied(target, held)

    def found(self) -> dict[datetime, Path]:
        """The copies that are there, by when they were made."""
        stem = "" if self._path is None else self._path.stem
        found: dict[datetime, Path] = {}
        for path in self.folder.glob(f"{stem}-*") if self.folder.is_dir() else ():
            named = _NAMED.search(path.stem)
            if named is not None and path.stem[: named.start()] == stem:
                found[datetime.strptime(named[1], _STAMP).replace(tzinfo=UTC)] = path
        return found

    def _has_changed(self, path: Path) -> bool:
        last = max((copy.stat().st_mtime for copy in self.found().values()), default=0.0)
        parts = (beside(path, ending) for ending in ENDINGS[:2])
        return any(part.exists() and part.stat().st_mtime > last for part in parts)


def kept(made: Iterable[datetime], now: datetime) -> set[datetime]:
    """Those of the copies, by when they were made, that are kept."""
    found: set[datetime] = set()
    last_of: dict[tuple[str, str], datetime] = {}
    for each in sorted(made):
        age = now - each
        if age <= timedelta(hours=HOURS):
            found.add(each)
        if age <= timedelta(days=DAYS):
            last_of["day", each.strftime("%Y%m%d")] = each
        if _months_between(each, now) < MONTHS:
            last_of["month", each.strftime("%Y%m")] = each
    return found | set(last_of.values())


def _months_between(earlier: datetime, later: datetime) -> int:
    return (later.year - earlier.year) * 12 + later.month - earlier.month
