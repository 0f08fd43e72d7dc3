"""Inserts that know what to do when the row is there already, for either engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy.dialects import postgresql, sqlite

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table


def insert_into(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """An insert with ``on_conflict_do_nothing`` and ``on_conflict_do_update``."""
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)
