"""Inserts that know what to do when the row is there already, for either engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy.dialects import postgresql, sqlite

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table


def insert_into(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """An insert with ``on_conflict_do_nothing`` and ``on_conflict_do_update``."""
    return insert_for(connection.dialect.name, table)


def insert_for(dialect: str, table: Table) -> sqlite.Insert | postgresql.Insert:
    """The same for the engine of that name, to be built once and used with many rows."""
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
