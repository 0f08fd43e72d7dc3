"""Statements that go to SQLite as they were written do there what SQLAlchemy would do with them."""

from __future__ import annotations

import sqlite3

import pytest
from sqlalchemy import bindparam, create_engine, insert, select

from bot.campaign import schema
from bot.campaign.prepared import Prepared

ROW = {
    "campaign_id": 1,
    "seq": 7,
    "at": 1,
    "person": 1,
    "channel_id": 2,
    "place_id": 2,
    "request_key": "9",
    "kind": "roll",
    "audience": "everyone",
    "reference": "bcdf",
    "again_of": None,
    "undoes": None,
    "v": 1,
    "doc": {"b": [1, None, "é"], "a": True},
    "text": "2d6 = 7",
    "salt": bytes(32),
    "previous": b"\x01" * 32,
    "hash": b"\xff" * 32,
}
_INSERT = insert(schema.event)
_NAMED = select(schema.event.c.seq, schema.event.c.hash).where(
    schema.event.c.reference == bindparam("reference"), schema.event.c.person > 0
)


@pytest.fixture
def connection():
    engine = create_engine("sqlite://")
    schema.event.create(engine)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def test_a_row_is_kept_as_sqlalchemy_keeps_it(connection):
    every = select(schema.event)
    Prepared(_INSERT).run(connection, ROW)
    ours = connection.execute(every).mappings().one()
    connection.rollback()
    connection.execute(_INSERT, ROW)

    assert ours == connection.execute(every).mappings().one() == ROW


def test_rows_come_back_with_values_given_and_values_of_the_statement_itself(connection):
    Prepared(_INSERT).run(connection, ROW)
    named = Prepared(_NAMED)

    assert list(named.run(connection, {"reference": "bcdf"})) == [(7, ROW["hash"])]
    assert list(named.run(connection, {"reference": "zzzz"})) == []


def test_a_value_that_is_not_given_is_an_error_and_not_null(connection):
    with pytest.raises(sqlite3.ProgrammingError):
        Prepared(_NAMED).run(connection, {})
