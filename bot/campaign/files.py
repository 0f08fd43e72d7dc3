"""The database's file on the disk: is it there, is it ours alone, is it still the same one."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from bot.campaign.errors import (
    DatabaseDamaged,
    DatabaseInUse,
    DatabaseMissing,
    DatabaseUnreachable,
    StoreDown,
)

if TYPE_CHECKING:
    from pathlib import Path

_MAGIC = b"SQLite format 3\0"
_NEEDS_NO_LOG = b"\1\1"
"""What follows the page size in a file that no write-ahead log belongs to (sqlite.org/fileformat2.html)."""


def beside(path: Path, ending: str) -> Path:
    """The file whose name is the database's with something added ("-wal", ".lock")."""
    return path.with_name(path.name + ending)


def missing(path: Path) -> DatabaseMissing:
    """The refusal of a path where nothing stands."""
    return DatabaseMissing(
        f"There is no database at {path}: correct the path, or give --create to start a new one there."
    )


def check_file(path: Path) -> None:
    """Look whether a database can stand at ``path``, before anything opens it.

    Raises:
        DatabaseMissing: there is nothing.
        DatabaseDamaged: the file is empty or no database, or the log of another one stands beside it.
        DatabaseUnreachable: it cannot be read, or it has a second name.
    """
    start = _start_of(path)
    if not start:
        raise DatabaseDamaged(f"{path} is empty: put a backup in its place, or remove it to start a new one.")
    if not start.startswith(_MAGIC):
        raise DatabaseDamaged(f"{path} is not a database, or it is damaged: put a backup in its place.")
    if path.stat().st_nlink > 1:
        raise DatabaseUnreachable(
            f"{path} has a second name (a hard link), and whoever opened it by that one would damage it: "
            "remove one of the two, or make a copy instead."
        )
    # Looked at twice: the program that has it open may be starting or ending just now.
    if _needs_no_log(start) and _size(beside(path, "-wal")) and _needs_no_log(_start_of(path)):
        raise DatabaseDamaged(
            f"{path} was closed in good order, so {path.name}-wal beside it belongs to another database and "
            "would spoil this one: move it away, or put the database back that it belongs to."
        )


def _start_of(path: Path) -> bytes:
    """The part of a file that says what it is."""
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC) + 4)
    except FileNotFoundError:
        raise missing(path) from None
    except OSError as error:
        raise DatabaseUnreachable(f"{path} cannot be read: {error.strerror or error}.") from error


def _needs_no_log(start: bytes) -> bool:
    return start.endswith(_NEEDS_NO_LOG) and len(start) == len(_MAGIC) + 4


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


class FileLock:
    """A lock on ``<database>.lock`` that one process holds while it has the database open.

    It is the system's own lock, so it ends with the process however that ends; the file stays.
    """

    def __init__(self, path: Path) -> None:
        """Take the lock that belongs to the database at ``path``.

        Raises:
            DatabaseInUse: another process holds it.
            DatabaseUnreachable: the file beside the database cannot be written.
        """
        lock = beside(path, ".lock")
        try:
            self._file: int | None = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise DatabaseUnreachable(f"{lock} cannot be written: {error.strerror or error}.") from error
        try:
            _lock(self._file)
        except OSError as error:
            holder = os.pread(self._file, 20, 0).decode("ascii", "replace").strip() if _CAN_SAY_WHO else ""
            self.release()
            who = f"Process {holder}" if holder.isdigit() else "Another process"
            raise DatabaseInUse(
                f"{who} has {path} open: stop it first, or start in another folder or on another file."
            ) from error
        if _CAN_SAY_WHO:
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, str(os.getpid()).encode(), 0)

    def release(self) -> None:
        """Let the next process have it."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


class SameFile:
    """Whether the files that were opened still stand where they stood.

    A file that was deleted or replaced takes every write without an error, into nothing.
    """

    def __init__(self, path: Path) -> None:
        """Remember the database at ``path`` and its log as they are now, while both are open."""
        self._paths = (path, beside(path, "-wal"))
        self._identities = tuple(map(_identity, self._paths))

    def check(self) -> None:
        """Look again.

        Raises:
            StoreDown: one of them is gone or another one.
        """
        if tuple(map(_identity, self._paths)) != self._identities:
            raise StoreDown(
                "The campaign's file was moved or deleted while the bot was running",
                "please tell whoever runs the bot to put it back, or to start the bot again",
            )


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


if sys.platform == "win32":
    import msvcrt

    _CAN_SAY_WHO = False  # what is locked there cannot be read by the others

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    _CAN_SAY_WHO = True

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
