"""Small things that the program remembers about itself, such as the hash of the commands it last sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from bot.campaign import schema
from bot.campaign.documents import gate_text
from bot.campaign.inserting import insert_into

if TYPE_CHECKING:
    from sqlalchemy import Connection


def remember(connection: Connection, key: str, value: str) -> None:
    """Keep ``value`` under ``key``, in place of what was there."""
    row = {"name": gate_text(key, 200), "value": gate_text(value)}
    insert = insert_into(connection, schema.meta).values(row)
    connection.execute(insert.on_conflict_do_update(index_elements=["name"], set_={"value": row["value"]}))


def recall(connection: Connection, key: str) -> str | None:
    """What is kept under ``key``, if anything is."""
    return connection.scalar(select(schema.meta.c.value).where(schema.meta.c.name == key))
