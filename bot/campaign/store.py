"""The store: two verbs for everything that is kept, whatever the engine.

``await store.write(record, new)`` runs a plain function of a synchronous connection in one
transaction and answers only after that is safe; ``await store.read(page, channel_id, …)`` runs
one on a snapshot that cannot be changed. A function uses nothing but its connection and its
arguments, returns plain values, leaves beginning and ending to the store, and may be run again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from sqlalchemy import Connection

    from bot.campaign.revisions import UpgradeReport

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much the store takes and how long it waits.

    Attributes:
        queue: requests that wait at most; the next is told at once that the store is busy.
        batch: requests that share one commit at most (SQLite).
        readers: connections that read (SQLite).
        pool: connections in all (PostgreSQL).
        busy_timeout: seconds to wait for another program's lock, or for a connection.
    """

    queue: int = 500
    batch: int = 100
    readers: int = 2
    pool: int = 8
    busy_timeout: float = 5.0


class Store(ABC):
    """An open database.

    Attributes:
        place: where it is, as it may be shown: a path, or an address without a password.
        engine: what keeps it, with its version ("SQLite 3.40.1").
        upgraded: what opening it changed, where it made or upgraded the database.
    """

    place: str
    engine: str
    upgraded: UpgradeReport | None

    async def read(
        self,
        work: Callable[Concatenate[Connection, Given], Answer],
        /,
        *args: Given.args,
        **kwargs: Given.kwargs,
    ) -> Answer:
        """Run ``work`` on one snapshot; it can change nothing.

        Raises:
            StoreRefusal: the database cannot be read just now.
        """
        return await self._read(_bind(work, *args, **kwargs))

    async def glance(
        self,
        work: Callable[Concatenate[Connection, Given], Answer],
        /,
        *args: Given.args,
        **kwargs: Given.kwargs,
    ) -> Answer:
        """The same for ``work`` that asks a question or two: it may share its snapshot with others like it.

        Every command begins with one, and the way to a thread and back takes longer than the question.

        Raises:
            StoreRefusal: the database cannot be read just now.
        """
        return await self._glance(_bind(work, *args, **kwargs))

    async def write(
        self,
        work: Callable[Concatenate[Connection, Given], Answer],
        /,
        *args: Given.args,
        **kwargs: Given.kwargs,
    ) -> Answer:
        """Run ``work`` in one transaction and answer after it was committed.

        Whatever ``work`` raises comes back unchanged, and then nothing of it was kept. A caller
        that is cancelled may find the change kept or not; its request's key tells.

        Raises:
            StoreRefusal: the database cannot be written just now.
        """
        return await self._write(_bind(work, *args, **kwargs))

    @abstractmethod
    async def _read(self, work: Callable[[Connection], Answer]) -> Answer: ...

    async def _glance(self, work: Callable[[Connection], Answer]) -> Answer:
        return await self._read(work)

    @abstractmethod
    async def _write(self, work: Callable[[Connection], Answer]) -> Answer: ...

    @abstractmethod
    async def close(self) -> None:
        """Finish what was asked for, then close everything; the second time does nothing."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


def _bind(
    work: Callable[Concatenate[Connection, Given], Answer], *args: Given.args, **kwargs: Given.kwargs
) -> Callable[[Connection], Answer]:
    return lambda connection: work(connection, *args, **kwargs)
