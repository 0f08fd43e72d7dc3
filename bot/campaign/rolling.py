"""Rolls that change the lists: the session whose dice are thrown, the event and its effect together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, TypeVar

from bot.campaign.changes import Changed, Changer, Told, change
from bot.campaign.sessions import ensure_session

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from bot.campaign.events import NewEvent
    from bot.campaign.sessions import Session

Value = TypeVar("Value")
Value_co = TypeVar("Value_co", covariant=True)


@dataclass(frozen=True, slots=True)
class ChangedByRoll(Generic[Value_co]):
    """What a roll changed, and the session that it opened; None for no new one."""

    changed: Changed[Value_co]
    opened: Session | None


def change_by_roll(
    connection: Connection,
    new: NewEvent,
    session: Session | None,
    work: Callable[[Changer, Session], Told[Value]],
) -> ChangedByRoll[Value]:
    """Roll with a session's dice and keep the roll and what it changes as one event.

    Args:
        connection: of the store.
        new: who rolls and where, of which kind and for whom; ``work`` gives the rest.
        session: the open session as the roller found it; None opens one.
        work: throws the session's dice and changes entries; it is called once for each try.

    Raises:
        SessionMoved: the session was closed meanwhile; nothing was changed.
        Refusal: whatever ``work`` refuses; nothing was changed, and no session opened.
    """
    opened = None
    if session is None:
        session = opened = ensure_session(connection, new)
    standing = session
    new = replace(new, session=standing.number)
    return ChangedByRoll(change(connection, new, lambda changer: work(changer, standing)), opened)
