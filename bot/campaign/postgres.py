"""PostgreSQL through asyncpg: the engine with every timeout set, and what its errors mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import create_async_engine

from bot.campaign.errors import Busy, Damaged, DatabaseUnreachable, StoreDown, UnknownOutcome

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

    from bot.campaign.address import ServerAddress
    from bot.campaign.errors import StoreRefusal

_SETTINGS = {
    "application_name": "undercroft",
    "statement_timeout": "10s",
    "idle_in_transaction_session_timeout": "15s",
    "synchronous_commit": "on",
}
_AGAIN = frozenset({"40001", "40P01"})
"""States of a transaction that lost against another: nothing was kept, and it may be tried again."""


def make_engine(
    address: ServerAddress, *, pool: int, timeout: float, patience: float | None = 15.0
) -> AsyncEngine:
    """An engine of at most ``pool`` connections.

    Seconds to wait: ``timeout`` for a connection or a lock, ``patience`` for the answer to a statement.

    Raises:
        DatabaseUnreachable: the part that speaks to PostgreSQL is not installed.
    """
    settings = {**_SETTINGS, "lock_timeout": f"{timeout * 1000:.0f}ms"}
    try:
        return create_async_engine(
            address.url,
            pool_size=pool,
            max_overflow=0,
            pool_timeout=timeout,
            isolation_level="READ COMMITTED",
            hide_parameters=True,  # tokens and secret rolls have no place in a log
            connect_args={"timeout": timeout, "command_timeout": patience, "server_settings": settings},
        )
    except ModuleNotFoundError as error:
        raise DatabaseUnreachable(
            "PostgreSQL needs one more package: in the project's folder, pip install -e '.[postgres]'"
        ) from error


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an error of the server means: what a player is told, and whether it is safe to try again."""

    refusal: StoreRefusal
    again: bool = False


def verdict_of(error: BaseException, *, committing: bool = False) -> Verdict | None:
    """Judge an error; None where the server is not at fault.

    ``committing`` tells that the transaction was about to be kept: a connection lost just then
    leaves it open whether it was.
    """
    if isinstance(error, PoolTimeout):
        return Verdict(Busy())
    if isinstance(error, OSError | TimeoutError):
        return Verdict(UnknownOutcome() if committing else StoreDown())
    state = _state(error)
    gone = isinstance(error, DBAPIError) and error.connection_invalidated
    if state in _AGAIN:
        return Verdict(Busy(), again=True)
    if gone or state[:2] in ("08", "57"):
        lost = state != "57014"  # that one is our own time limit: the server answered
        return Verdict(
            UnknownOutcome() if committing and lost else StoreDown(), again=lost and not committing
        )
    if state == "53100":
        return Verdict(StoreDown("The disk that keeps the campaign is full"))
    if state == "55P03":
        return Verdict(Busy())
    if state[:2] in ("53", "58") or state in ("25006", "25P03"):
        return Verdict(StoreDown())
    return Verdict(Damaged()) if state[:2] == "XX" else None


def unreachable(address: ServerAddress, error: BaseException) -> DatabaseUnreachable:
    """Why the server cannot be connected to, in one line without a password."""
    reasons = {
        "28P01": "it refuses this user's password",
        "28000": "it refuses this user",
        "3D000": "it has no database of that name",
        "53300": "it has no connection to spare",
        "57P03": "it is just starting or stopping",
    }
    reason = reasons.get(
        _state(error), "no server answers there" if isinstance(error, OSError) else "it cannot be used"
    )
    return DatabaseUnreachable(f"{address} cannot be connected to: {reason}.")


def _state(error: BaseException) -> str:
    """The five characters of SQL's own classes of errors; empty where the server did not say."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return getattr(cause, "sqlstate", None) or ""
