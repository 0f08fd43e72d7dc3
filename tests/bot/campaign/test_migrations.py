"""Upgrades: one line of steps that ends where a fresh database begins, and that loses nothing."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import stat
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text

from bot.campaign import (
    DatabaseDamaged,
    DatabaseOlder,
    DatabaseUnreachable,
    audit,
    census,
    current,
    open_store,
    parse_address,
    record,
    schema,
    upgrade,
)
from bot.campaign.postgres import make_engine
from bot.campaign.postgres_store import upgrade_server
from bot.campaign.revisions import NEWEST, OURS, Steps, UpgradeReport, check_newest, migrate
from bot.campaign.sqlite import connect, directly
from bot.campaign.sqlite_files import open_writer, upgrade_file

if TYPE_CHECKING:
    from pathlib import Path

NEXT = """
import sqlalchemy as sa
from alembic import op
revision, down_revision, branch_labels, depends_on = "9998", "{before}", None, None
def upgrade():
{steps}
"""
REBUILD = """
    with op.batch_alter_table("campaign", recreate="{how}") as table:
        table.add_column(sa.Column("motto", sa.Text(), nullable=False, server_default="on"))
"""
FAIL = """
    op.execute("CREATE TABLE half (done INTEGER)")
    op.execute("UPDATE campaign SET name = 'half done'")
    op.execute("UPDATE nowhere SET name = 'x'")
"""
ORPHAN = """
    op.execute("DELETE FROM guild")
"""


@pytest.fixture
def going_on(tmp_path: Path):
    """Makes a line of steps that goes on from this version's by one more."""

    def make(steps: str) -> Steps:
        folder = tmp_path / "migrations"
        shutil.copytree(OURS.folder, folder, ignore=shutil.ignore_patterns("__pycache__"))
        (folder / "versions" / "v9998_more.py").write_text(NEXT.format(before=NEWEST, steps=steps))
        return Steps(folder, (*OURS.revisions, "9998"))

    return make


async def filled(address: str, new) -> None:
    async with await open_store(address, create=True) as store:
        for number in range(20):
            await store.write(record, new(token="t", channel_id=7_001 + number % 2))


async def upgraded(path: Path, steps: Steps) -> UpgradeReport:
    writer = await open_writer(path, 1.0)
    try:
        return await upgrade_file(writer, path, NEWEST, steps)
    finally:
        await writer.close()


def counts(path: Path) -> dict[str, int]:
    with closing(sqlite3.connect(path)) as file:
        names = [name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: file.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names}


def test_the_names_of_the_revisions_are_those_of_the_steps():
    config = Config()
    config.set_main_option("script_location", str(OURS.folder))
    walked = [step.revision for step in ScriptDirectory.from_config(config).walk_revisions()]

    assert tuple(reversed(walked)) == schema.REVISIONS
    files = {file.name.partition("_")[0] for file in (OURS.folder / "versions").glob("v*.py")}
    assert files == {f"v{revision}" for revision in schema.REVISIONS}


async def test_the_steps_lead_to_the_tables_of_this_version_on_sqlite(path):
    """Tables, constraints, indexes and triggers, as SQLite itself wrote them down."""
    await upgrade(str(path), create=True)
    fresh = path.with_name("fresh.db")
    engine = create_engine(f"sqlite:///{fresh}")
    schema.METADATA.create_all(engine)
    engine.dispose()

    def written(file: Path) -> set[tuple[str, ...]]:
        with closing(sqlite3.connect(file)) as database:
            rows = database.execute(
                "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE '%alembic%'"
            )
            # A column that was added later stands in the same words, on a line of another.
            return {(*row, " ".join((sql or "").split())) for *row, sql in rows}

    assert written(path) == written(fresh)
    assert sum(kind == "trigger" for kind, *_ in written(path)) == 2
    assert all("STRICT" in sql for kind, *_, sql in written(path) if kind == "table")


async def test_the_steps_lead_to_the_tables_of_this_version_on_postgresql(postgres, postgres_template):
    fresh = postgres.make_database()
    engine = make_engine(parse_address(postgres.address(fresh)), pool=1, timeout=5.0)
    async with engine.begin() as connection:
        await connection.run_sync(schema.METADATA.create_all)
    await engine.dispose()

    def written(database: str) -> list[str]:
        asked = (
            """SELECT table_name, column_name, data_type, is_nullable, collation_name, is_identity,
            column_default FROM information_schema.columns WHERE table_schema = 'public'""",
            """SELECT conrelid::regclass, conname, pg_get_constraintdef(oid) FROM pg_constraint
            WHERE connamespace = 'public'::regnamespace""",
            "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'",
            "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
            "SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
        )
        lines = [line for query in asked for line in postgres.sql(query, database).splitlines()]
        return sorted(line for line in lines if "alembic" not in line)

    assert written(postgres_template) == written(fresh)
    assert len(written(fresh)) > 80
    assert sum("CREATE TRIGGER" in line for line in written(fresh)) == 1


async def test_an_upgrade_that_has_nothing_to_do_does_nothing(address):
    first = await upgrade(address, create=True)
    again = await upgrade(address)

    assert first.after == NEWEST
    assert (again.before, again.after, again.changed, again.backup) == (NEWEST, NEWEST, False, None)
    version = await current(address)
    assert (version.found, version.needed, version.state) == (NEWEST, NEWEST, "current")


async def test_a_file_is_copied_first_and_a_rebuilt_table_keeps_its_children(path, new, going_on):
    await filled(str(path), new)
    before = counts(path)
    assert before["event"] == before["outbox"] == 20

    report = await upgraded(path, going_on(REBUILD.format(how="always")))

    assert (report.before, report.after, report.changed) == (NEWEST, "9998", True)
    assert counts(path) == counts(report.backup) == before
    assert stat.S_IMODE(report.backup.stat().st_mode) == 0o600
    assert not list(path.parent.glob("*.part*"))
    async with await open_store(str(report.backup), create=False) as store:
        assert (await store.read(census)).events == 20
        assert (await store.read(audit, 1)).sound == 10
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT DISTINCT motto FROM campaign").fetchall() == [("on",)]
        with pytest.raises(sqlite3.IntegrityError, match="an event never changes"):
            file.execute("UPDATE event SET text = 'x'")


async def test_the_same_step_without_our_runner_empties_the_children(path, new, going_on):
    """The control: with foreign keys on, dropping the old table deletes what belongs to it."""
    await filled(str(path), new)
    steps = going_on(REBUILD.format(how="always"))

    def careless(engine):
        directly(engine, "PRAGMA legacy_alter_table = ON")
        with engine.begin() as connection:
            migrate(connection, steps)

    connection = await connect(path)
    await connection.run(careless)
    await connection.close()

    assert counts(path)["event"] == 0


@pytest.mark.parametrize(
    ("step", "refused"),
    [
        (FAIL, (DatabaseUnreachable, "as it was: no such table")),
        (ORPHAN, (DatabaseDamaged, "a row of campaign would be left")),
    ],
)
async def test_an_upgrade_that_fails_changes_nothing(path, new, going_on, step, refused):
    await filled(str(path), new)
    before = counts(path)

    with pytest.raises(refused[0], match=refused[1]):
        await upgraded(path, going_on(step))

    assert counts(path) == before
    async with await open_store(str(path), create=False) as store:
        assert (await store.read(audit, 1)).sound == 10
        await store.write(record, new())


async def test_an_upgrade_without_room_for_the_copy_is_not_begun(path, new, going_on):
    await filled(str(path), new)
    writer = await open_writer(path, 1.0)
    steps = going_on(REBUILD.format(how="always"))
    nowhere = path.parent / "gone" / "campaign.db"

    with pytest.raises(DatabaseUnreachable, match="was not upgraded, because it cannot be copied"):
        await upgrade_file(writer, nowhere, NEWEST, steps)

    await writer.close()
    assert (await current(str(path))).found == NEWEST


async def test_an_upgrade_on_a_server_keeps_everything_or_changes_nothing(postgres_address, new, going_on):
    await filled(postgres_address, new)
    address = parse_address(postgres_address)

    with pytest.raises(DatabaseUnreachable, match=r"as it was: .*nowhere"):
        await upgrade_server(address, going_on(FAIL))
    assert (await current(postgres_address)).state == "current"
    async with await open_store(postgres_address, create=False) as store:
        assert (await store.read(census)).events == 20
        assert await store.read(lambda c: c.scalar(text("SELECT to_regclass('half')"))) is None


async def test_two_processes_that_upgrade_a_server_at_once_take_each_step_once(postgres):
    address = postgres.address(postgres.make_database())
    assert (await current(address)).state == "empty"

    reports = await asyncio.gather(*(upgrade(address) for _ in range(3)))

    assert sorted(str(report.before) for report in reports) == [NEWEST, NEWEST, "None"]


async def test_a_server_is_upgraded_by_hand_alone(postgres):
    """Several processes may be on it, so none of them changes it by itself."""
    address = postgres.address(postgres.make_database())

    with pytest.raises(DatabaseOlder, match=r"is empty: run  undercroft upgrade"):
        await open_store(address, create=True)

    assert (await current(address)).found is None


def test_what_is_older_is_told_with_the_command():
    check_newest("here", NEWEST)
    with pytest.raises(DatabaseOlder, match=r"here is of an earlier version .*: run  undercroft upgrade"):
        check_newest("here", "0000")
