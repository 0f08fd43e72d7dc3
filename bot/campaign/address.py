"""Where the database is: the only place that reads the setting, and it never shows a password."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.campaign.errors import AddressError

_SCHEME = re.compile(r"^([a-z][a-z0-9+.-]+):(?://|$)", re.IGNORECASE)
_POSTGRESQL = frozenset({"postgresql", "postgres", "postgresql+asyncpg"})
_WAYS = "give a file path, sqlite:///file.db, or postgresql://user@host/name"


@dataclass(frozen=True, slots=True)
class FileAddress:
    """A SQLite file, by its path with every link followed."""

    path: Path

    def __str__(self) -> str:
        return str(self.path)


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """A PostgreSQL database; :func:`str` shows it without its password and options."""

    url: URL = field(repr=False)

    def __str__(self) -> str:
        bare = URL.create(
            "postgresql", self.url.username, None, self.url.host, self.url.port, self.url.database or ""
        )
        return bare.render_as_string(hide_password=True)


def parse_address(text: str) -> FileAddress | ServerAddress:
    """Read the setting: a file path, ``sqlite:///…`` or ``postgresql://…``.

    Raises:
        AddressError: it names neither; the message repeats nothing that may be a password.
    """
    text = text.strip()
    if not text or "\0" in text:
        raise AddressError(f"The database's address is empty: {_WAYS}.")
    scheme = _SCHEME.match(text)
    if scheme is None:
        return _file(text)
    name = scheme[1].lower()
    if name == "sqlite":
        return _file_of_url(text)
    if name in _POSTGRESQL:
        return _server(text)
    raise AddressError(f"A database at {name}:// is not supported: {_WAYS}.")


def _file_of_url(text: str) -> FileAddress:
    rest = text[len("sqlite:") :]
    if not rest.startswith("///") or "?" in rest or rest in ("///", "///:memory:"):
        raise AddressError(
            "A SQLite address is sqlite:/// and a file's path, without options; a database that lives in "
            "memory alone would forget every roll."
        )
    return _file(rest[3:])


def _file(text: str) -> FileAddress:
    if text == ":memory:":
        raise AddressError("A database that lives in memory alone would forget every roll: give a file path.")
    try:
        path = Path(text).expanduser().resolve()
        is_folder = path.is_dir()
    except (OSError, RuntimeError, ValueError) as error:
        raise AddressError(f"{text} cannot be a file's path: {_WAYS}.") from error
    if is_folder:
        raise AddressError(f"{path} is a folder: name a file in it, such as {path / 'undercroft.db'}.")
    return FileAddress(path)


def _server(text: str) -> ServerAddress:
    try:
        url = make_url(text).set(drivername="postgresql+asyncpg")
    except (ArgumentError, ValueError):
        raise AddressError(
            "The PostgreSQL address cannot be read: write postgresql://user:password@host:port/name, "
            "with %40 for an @ in the password."
        ) from None  # the library's own message repeats the address, password and all
    if not url.database:
        raise AddressError("The PostgreSQL address names no database: end it with /name.")
    query = {key: value for key, value in url.query.items() if key != "sslmode"}
    unknown = sorted(set(query) - {"host", "port", "ssl", "prepared_statement_cache_size"})
    if unknown:
        raise AddressError(f"The PostgreSQL address has an option that is not known: {', '.join(unknown)}.")
    if "sslmode" in url.query:
        query["ssl"] = url.query["sslmode"]
    return ServerAddress(url.set(query=query))
