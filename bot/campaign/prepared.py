"""Statements of the common path: written once, and then given to SQLite as they are.

SQLAlchemy looks a statement up, binds and wraps its result at every use, which takes longer than SQLite
takes to carry it out. On PostgreSQL, where the way to the server counts, it goes on as usual.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from sqlalchemy.dialects import sqlite
from sqlalchemy.types import TypeDecorator

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Mapping, Sequence

    from sqlalchemy import Connection, Delete, Insert, Select, Update

_SQLITE = sqlite.dialect(paramstyle="named")


class Prepared:
    """A statement whose open values are all bound by name.

    On SQLite a result has the types that SQLite gives: no column with a type of ours may be asked for.
    """

    def __init__(self, statement: Select[*tuple[Any, ...]] | Insert | Update | Delete) -> None:
        """Write ``statement`` once; of an insert, every column is a value to be given."""
        self._statement = statement
        written = statement.compile(dialect=_SQLITE)
        self._sql = str(written)
        self._fixed = {name: value for name, value in written.params.items() if value is not None}
        self._ours: dict[str, Callable[[Any], Any]] = {}
        for name, bound in written.binds.items():
            processor = bound.type.bind_processor(_SQLITE) if isinstance(bound.type, TypeDecorator) else None
            if processor is not None:
                self._ours[name] = processor

    def run(self, connection: Connection, values: Mapping[str, Any]) -> Sequence[Sequence[Any]]:
        """Carry it out and give back its rows, if it has any."""
        if connection.dialect.name != "sqlite":
            result = connection.execute(self._statement, values)
            return result.all() if result.returns_rows else ()
        given = {**self._fixed, **values}
        for name, processor in self._ours.items():
            given[name] = processor(given[name])
        plain = cast("sqlite3.Connection", connection.connection.driver_connection)
        return plain.execute(self._sql, given).fetchall()
