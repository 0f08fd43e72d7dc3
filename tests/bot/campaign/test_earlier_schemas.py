"""A database that an earlier version filled is brought to this one's shape, whole, on both engines."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from bot.campaign import (
    DatabaseOlder,
    Reader,
    audit,
    census,
    current,
    open_store,
    page,
    parse_address,
    record,
    schema,
    upgrade,
)
from bot.campaign.chain import seal
from bot.campaign.documents import canonical
from bot.campaign.postgres import make_engine
from bot.campaign.postgres_store import upgrade_server
from bot.campaign.revisions import NEWEST, OURS, Steps, migrate
from bot.campaign.sqlite import connect, directly

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection

EARLIER = schema.REVISIONS[:-1]
EVENTS = 30


def steps_to(revision: str, folder: Path) -> Steps:
    """The line of steps as it was when that revision was the newest."""
    known = schema.REVISIONS[: schema.REVISIONS.index(revision) + 1]
    shutil.copytree(OURS.folder, folder, ignore=shutil.ignore_patterns("__pycache__", "v*.py"))
    for name in known:
        (step,) = (OURS.folder / "versions").glob(f"v{name}_*.py")
        shutil.copy(step, folder / "versions")
    return Steps(folder, known)


def fill(connection: Connection) -> None:
    """Two campaigns of thirty rolls, as the first version wrote them; later tables are empty here."""
    connection.execute(text("INSERT INTO guild (guild_id, name, joined_at) VALUES (500, 'The Forge', 1)"))
    for campaign in (1, 2):
        given = {"campaign": campaign, "slug": f"channel-{7_000 + campaign}", "channel": 7_000 + campaign}
        connection.execute(
            text(
                "INSERT INTO campaign (guild_id, slug, name, head_seq, created) "
                f"VALUES (500, :slug, 'Ägir’s halls', {EVENTS}, 1)"
            ),
            given,
        )
        connection.execute(text("INSERT INTO channel VALUES (:channel, :campaign)"), given)
        connection.execute(text("INSERT INTO person VALUES (:campaign, 1, 901, 'Aya')"), given)
        previous = None
        for seq in range(1, EVENTS + 1):
            row = seal(_event(campaign, seq), previous)
            previous = row["hash"]
            values = {**row, "doc": canonical(row["doc"])}
            kept = {
                name: f"CAST(:{name} AS JSONB)" if _is_server(connection) and name == "doc" else f":{name}"
                for name in row
            }
            connection.execute(
                text(f"INSERT INTO event ({', '.join(kept)}) VALUES ({', '.join(kept.values())})"), values
            )
        connection.execute(
            text("INSERT INTO outbox VALUES (:campaign, 30, :channel, NULL, 9, 9, 'failed', 'lost')"), given
        )
    connection.execute(text("INSERT INTO meta VALUES ('commands', '{}')"))


def _is_server(connection: Connection) -> bool:
    return connection.dialect.name == "postgresql"


def _event(campaign: int, seq: int) -> dict[str, Any]:
    return {
        "campaign_id": campaign,
        "seq": seq,
        "at": 1_790_000_000_000 + seq,
        "person": 1,
        "channel_id": 7_000 + campaign,
        "place_id": 7_000 + campaign,
        "request_key": f"{campaign}{seq:03}",
        "kind": "roll",
        "audience": ("everyone", "shared", "masters")[seq % 3],
        "reference": f"bc{seq:02}".replace("0", "d").replace("1", "f"),
        "again_of": None,
        "undoes": None,
        "doc": {"note": "½ “é”", "by_hand": False, "whole": {"secret": True, "x": seq}},
        "text": f"roll {seq}",
    }


async def made(address: str, revision: str, folder: Path) -> None:
    """A filled database of an earlier revision."""
    steps, parsed = steps_to(revision, folder), parse_address(address)
    if not address.startswith("postgresql"):
        parsed.path.touch()
        connection = await connect(parsed.path)

        def make(engine: Any) -> None:
            directly(engine, "PRAGMA journal_mode = WAL")
            with engine.begin() as begun:
                migrate(begun, steps)
                fill(begun)

        await connection.run(make)
        await connection.close()
        return
    await upgrade_server(parsed, steps)
    engine = make_engine(parsed, pool=1, timeout=5.0)
    async with engine.begin() as begun:
        await begun.run_sync(fill)
    await engine.dispose()


@pytest.fixture
def earlier_address(address: str, request: pytest.FixtureRequest) -> str:
    """Where there is nothing yet: on the server, a database without this version's tables."""
    if not address.startswith("postgresql"):
        return address
    server = request.getfixturevalue("postgres")
    return server.address(server.make_database())


@pytest.mark.parametrize("revision", EARLIER)
async def test_everything_is_there_afterwards_and_goes_on(earlier_address, revision, tmp_path, new):
    await made(earlier_address, revision, tmp_path / "steps")
    before = await current(earlier_address)
    assert (before.found, before.state) == (revision, "older")

    report = await upgrade(earlier_address)

    assert (report.before, report.after) == (revision, NEWEST)
    async with await open_store(earlier_address, create=False) as store:
        held = await store.read(census)
        assert (held.guilds, held.campaigns, held.events) == (1, 2, 2 * EVENTS)
        for campaign in (1, 2):
            assert (await store.read(audit, campaign)).sound == EVENTS
        pages = await store.read(page, 7_001, Reader(901, game_master=False), None, 50)
        assert len(pages.events) == EVENTS * 2 // 3
        recorded = await store.write(record, new())
        assert recorded.event.seq == EVENTS + 1
        assert [event.text for event in recorded.unposted] == ["roll 30"]
        assert (await store.read(audit, 1)).sound == EVENTS + 1
        with pytest.raises(DBAPIError, match="an event never changes"):
            await store.write(lambda c: c.execute(text("UPDATE event SET text = 'x'")))


@pytest.mark.parametrize("revision", EARLIER)
async def test_its_shape_is_that_of_a_new_one(path, revision, tmp_path):
    await made(str(path), revision, tmp_path / "steps")
    report = await upgrade(str(path))
    assert report.backup is not None
    fresh = tmp_path / "fresh.db"
    await upgrade(str(fresh), create=True)

    def written(file: Path) -> set[tuple[str, ...]]:
        with closing(sqlite3.connect(file)) as database:
            return set(database.execute("SELECT type, name, tbl_name, sql FROM sqlite_master"))

    assert written(path) == written(fresh)


@pytest.mark.parametrize("revision", EARLIER)
async def test_a_bot_upgrades_its_own_file_and_no_server(earlier_address, revision, tmp_path, new):
    await made(earlier_address, revision, tmp_path / "steps")
    if earlier_address.startswith("postgresql"):
        with pytest.raises(DatabaseOlder, match="undercroft upgrade"):
            await open_store(earlier_address, create=False)
        return
    async with await open_store(earlier_address, create=False) as store:
        assert store.upgraded is not None
        assert store.upgraded.backup is not None
        await store.write(record, new())
