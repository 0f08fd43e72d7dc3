"""The chain of hashes: a stranger can recompute it, and nothing in it changes unnoticed."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from hashlib import sha256

import pytest
from sqlalchemy import select

from bot.campaign import Audience, ChainFault, audit, open_store, record, schema
from tests.bot.campaign.conftest import CHANNEL, NOON

CONTENT = ChainFault(7, "its content is not what was hashed")
DOCUMENT = {
    "outcome": {
        "text": "Nach Süden – “left”\n",
        "dice": [{"sides": 10, "face": 0}],
        "children": [{"secret": True, "text": "a pit"}, {"text": "a door"}],
    },
    "ä": [1, None, True, "\x01\x7f\\"],
}


def written_down(value) -> bytes:
    """JSON as the chain's description says it, by hand."""
    if isinstance(value, dict):
        parts = [written_down(key) + b":" + written_down(value[key]) for key in sorted(value)]
        return b"{" + b",".join(parts) + b"}"
    if isinstance(value, list):
        return b"[" + b",".join(map(written_down, value)) + b"]"
    if isinstance(value, str):
        short = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
        escaped = (short.get(c) or (f"\\u{ord(c):04x}" if c < " " else c) for c in value)
        return b'"' + "".join(escaped).encode() + b'"'
    return json.dumps(value).encode()


async def test_a_stranger_recomputes_the_hashes_from_the_description(store, new):
    public = {
        "outcome": {**DOCUMENT["outcome"], "children": [{"text": "a door"}]},
        "ä": DOCUMENT["ä"],
    }
    first = (await store.write(record, new(document=DOCUMENT, text="To the south.", at=NOON))).event
    await store.write(record, new(document=DOCUMENT, audience=Audience.MASTERS, again_of=first.reference))
    rows = await store.read(_rows)

    before = bytes(32)
    for number, row in enumerate(rows, 1):
        head = {
            "seq": number,
            "at": row["at"],
            "person": 1,
            "channel": str(CHANNEL),
            "place": str(CHANNEL),
            "request": row["request_key"],
            "kind": "roll",
            "audience": ("everyone", "masters")[number - 1],
            "reference": row["reference"],
            "again_of": (None, 1)[number - 1],
            "undoes": None,
            "v": 1,
            "text": row["text"],
        }
        open_part = written_down(head) + b"\n" + written_down(public)
        open_seal = sha256(row["salt"][:16] + open_part).digest()
        whole_seal = sha256(row["salt"][16:] + written_down(DOCUMENT)).digest()
        assert row["previous"] == before
        before = sha256(b"undercroft event 1\n" + before + open_seal + whole_seal).digest()
        assert row["hash"] == before
    assert len(rows) == 2
    assert rows[0]["salt"] != rows[1]["salt"]


async def test_a_whole_history_is_found_sound(store, new):
    for _ in range(3):
        await store.write(_record_many, [new() for _ in range(200)])

    report = await store.read(audit, 1)

    assert (report.sound, report.fault) == (600, None)
    assert (await store.read(audit, 999)).fault is None


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (
            "UPDATE event SET text = 'better' WHERE seq = 7",
            CONTENT,
        ),
        ("UPDATE event SET person = 2 WHERE seq = 7", CONTENT),
        ("UPDATE event SET at = at + 1 WHERE seq = 7", CONTENT),
        (
            "UPDATE event SET doc = replace(doc, '\"a pit\"', '\"a pot\"') WHERE seq = 7",
            CONTENT,
        ),
        ("UPDATE event SET doc = '{' WHERE seq = 7", ChainFault(7, "it cannot be read")),
        ("UPDATE event SET v = 2 WHERE seq = 7", ChainFault(7, "it is of version 2, which is not known")),
        (
            "UPDATE event SET hash = zeroblob(32) WHERE seq = 7",
            CONTENT,
        ),
        (
            "UPDATE event SET previous = zeroblob(32) WHERE seq = 7",
            ChainFault(7, "it does not follow the event before it"),
        ),
        ("DELETE FROM event WHERE seq = 7", ChainFault(8, "event 7 is missing before it")),
        ("DELETE FROM event WHERE seq = 12", ChainFault(12, "it is missing: the history says 12 events")),
        ("UPDATE campaign SET head_seq = 13", ChainFault(13, "it is missing: the history says 13 events")),
    ],
)
async def test_what_was_changed_behind_its_back_is_named(path, new, change, found):
    async with await open_store(str(path), create=True) as store:
        await store.write(_record_many, [new(document=DOCUMENT) for _ in range(12)])
        await store.write(record, new(actor_id=1, channel_id=5))
        assert (await store.read(audit, 1)).fault is None
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("DROP TRIGGER event_never_changes")
        other.execute("DROP TRIGGER event_stays")
        if "person" in change:
            other.execute("INSERT INTO person VALUES (1, 2, 77, 'Eve')")
        assert other.execute(change).rowcount >= 1

    async with await open_store(str(path), create=False) as store:
        report = await store.read(audit, 1)

    assert report.fault == found
    assert report.sound == found.seq - 1 - (found.seq == 8)


@pytest.mark.parametrize("bit", [0x01, 0x80])
async def test_one_flipped_bit_in_the_file_is_found(path, new, bit):
    marks = [f"MARK{number:04}" for number in range(40)]
    async with await open_store(str(path), create=True) as store:
        await store.write(_record_many, [new(text=mark) for mark in marks])
    content = bytearray(path.read_bytes())
    content[content.index(b"MARK0022")] ^= bit
    path.write_bytes(content)

    async with await open_store(str(path), create=False) as store:
        report = await store.read(audit, 1)

    assert (report.sound, report.fault.seq) == (22, 23)


def _record_many(connection, news):
    return [record(connection, new).event.id for new in news]


def _rows(connection):
    rows = connection.execute(select(schema.event).order_by(schema.event.c.seq)).mappings()
    return [dict(row) for row in rows]
