"""What the host may set: the only reader of the environment.

Values come from the environment, and before that from a file ``.env`` in the
working folder. Every field is one setting, listed in the README.
"""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from dotenv import dotenv_values

from tables.errors import echo

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT_DATABASE = "undercroft.db"
"""The file in the working folder that keeps every campaign unless another is set."""

PRACTICE_DATABASE = "undercroft-practice.db"
"""The practice table's own file, so that practising never touches a campaign."""

NO_COPIES = "none"
"""What UNDERCROFT_COPIES says where the bot is to make no copies by itself."""

LOG_LEVELS = ("debug", "info", "warning", "error")


class StartRefused(Exception):  # noqa: N818 - it is an answer for the host, not an accident
    """The program cannot start like this; the message is one line that says what to do."""


class SettingError(StartRefused):
    """A setting that cannot be used; the message names it and says what it should be."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the host set.

    Attributes:
        token: the bot's token on Discord; empty means the practice table.
        api_url: base of Discord's REST interface, for a REST proxy; empty means Discord's own.
        gateway_url: address of the gateway, for a gateway proxy; empty means Discord's own.
        database: path of an SQLite file, or a database URL; empty means the default file.
        copies: folder of the copies that the bot makes by itself; "none" for none, empty for the usual one.
        log: least level of what is logged.
        guild: server that commands are synced to while developing; 0 means all servers.
    """

    token: str = field(default="", metadata={"name": "DISCORD_TOKEN"}, repr=False)
    api_url: str = field(default="", metadata={"name": "DISCORD_API_URL"})
    gateway_url: str = field(default="", metadata={"name": "DISCORD_GATEWAY_URL"})
    database: str = field(default="", metadata={"name": "UNDERCROFT_DATABASE"}, repr=False)
    copies: str = field(default="", metadata={"name": "UNDERCROFT_COPIES"})
    log: str = field(default="info", metadata={"name": "UNDERCROFT_LOG"})
    guild: int = field(default=0, metadata={"name": "UNDERCROFT_GUILD"})

    @property
    def is_database_chosen(self) -> bool:
        """Whether somebody named the database, rather than leaving the default."""
        return bool(self.database)

    @property
    def log_level(self) -> int:
        """The level for :mod:`logging`."""
        return int(logging.getLevelNamesMapping()[self.log.upper()])


NAMES = tuple(str(item.metadata["name"]) for item in fields(Settings))
"""Every setting, by the name that stands in the environment."""


def read_settings(folder: Path | None = None, environment: Mapping[str, str] | None = None) -> Settings:
    """Read the settings from ``folder``'s file ``.env`` and, stronger, from the environment.

    Raises:
        SettingError: a value is not of its kind.
    """
    stated = {
        **_read_file((folder or Path.cwd()) / ".env"),
        **(os.environ if environment is None else environment),
    }
    given = {name: stated[name].strip() for name in NAMES if stated.get(name, "").strip()}
    return Settings(
        token=given.get("DISCORD_TOKEN", ""),
        api_url=_address(given, "DISCORD_API_URL", {"http", "https"}, "https://discord.com/api/v10"),
        gateway_url=_address(given, "DISCORD_GATEWAY_URL", {"ws", "wss"}, "wss://gateway.discord.gg"),
        database=given.get("UNDERCROFT_DATABASE", ""),
        copies=given.get("UNDERCROFT_COPIES", ""),
        log=_level(given.get("UNDERCROFT_LOG", "info")),
        guild=_snowflake(given.get("UNDERCROFT_GUILD", "0")),
    )


def _read_file(path: Path) -> dict[str, str]:
    """The lines of a ``.env`` file; none where there is no such file."""
    try:
        return {name: value for name, value in dotenv_values(path).items() if value is not None}
    except (OSError, UnicodeDecodeError) as problem:
        raise SettingError(f"{path} cannot be read: save it as plain UTF-8 text.") from problem


def _address(given: Mapping[str, str], name: str, schemes: set[str], example: str) -> str:
    text = given.get(name, "")
    if not text:
        return ""
    try:
        parts = urlsplit(text)
        is_address = (
            parts.scheme in schemes and bool(parts.hostname) and (parts.port is None or parts.port > 0)
        )
    except ValueError:
        is_address = False
    if not is_address:
        raise SettingError(f"{name} is “{echo(text)}”: it should be an address such as {example}.")
    return text.rstrip("/")


def _level(text: str) -> str:
    if text.lower() not in LOG_LEVELS:
        raise SettingError(f"UNDERCROFT_LOG is “{echo(text)}”: it should be one of {', '.join(LOG_LEVELS)}.")
    return text.lower()


def _snowflake(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 20 or int(text) >= 1 << 63:
        raise SettingError(
            f"UNDERCROFT_GUILD is “{echo(text)}”: it should be a server's id, the long number that "
            "Discord copies in developer mode."
        )
    return int(text)
