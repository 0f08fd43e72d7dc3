"""Which version a database is of, and the step from there to this version's.

Alembic is imported only where a step is taken, because starting does not need it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text

from bot.campaign.errors import DatabaseDamaged, DatabaseNewer, DatabaseOlder
from bot.campaign.schema import REVISIONS

if TYPE_CHECKING:
    from sqlalchemy import Connection

NEWEST = REVISIONS[-1]
"""The revision that this version of the program needs."""


@dataclass(frozen=True, slots=True)
class Steps:
    """A line of revisions, oldest first, and the folder with the steps from one to the next."""

    folder: Path
    revisions: tuple[str, ...]

    @property
    def newest(self) -> str:
        """The revision that all steps lead to."""
        return self.revisions[-1]


OURS = Steps(Path(__file__).parent / "migrations", REVISIONS)
"""The line of this program; a test may take another that goes on from it."""


@dataclass(frozen=True, slots=True)
class UpgradeReport:
    """What an upgrade did.

    Attributes:
        before: the revision it found; None for a new database.
        after: the revision it left.
        backup: the copy that was made first, where there was something to copy and a file to copy it to.
    """

    before: str | None
    after: str
    backup: Path | None = None

    @property
    def changed(self) -> bool:
        """Whether there was anything to do."""
        return self.before != self.after


def found_revision(connection: Connection, place: str) -> str | None:
    """The revision of the database at ``place``; None where there is nothing of ours in it yet.

    Raises:
        DatabaseNewer: this version does not know the revision.
    """
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.scalar(text("SELECT version_num FROM alembic_version"))
    if found is not None and found not in REVISIONS:
        raise DatabaseNewer(
            f"{place} was made by a later version of Undercroft (schema {found}, this one knows {NEWEST}): "
            "install that version again."
        )
    return found


def check_ours(connection: Connection, place: str) -> str:
    """The revision of a file that must be one of ours.

    Raises:
        DatabaseNewer: this version does not know the revision.
        DatabaseDamaged: it is a database, but not one of ours.
    """
    found = found_revision(connection, place)
    if found is None:
        raise DatabaseDamaged(
            f"{place} is a database of another program: set UNDERCROFT_DATABASE to another file."
        )
    return found


def check_newest(place: object, found: str | None) -> None:
    """Refuse a database that has to be upgraded by hand.

    Raises:
        DatabaseOlder: it is not of this version; the message names the command.
    """
    if found == NEWEST:
        return
    was = "is empty" if found is None else f"is of an earlier version (schema {found}, {NEWEST} is needed)"
    raise DatabaseOlder(f"{place} {was}: run  undercroft upgrade")


def migrate(connection: Connection, steps: Steps = OURS) -> None:
    """Take every step that is missing, in the transaction that ``connection`` is in."""
    from alembic import command  # noqa: PLC0415 - only an upgrade needs it
    from alembic.config import Config  # noqa: PLC0415 - only an upgrade needs it

    config = Config()
    config.set_main_option("script_location", str(steps.folder).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
