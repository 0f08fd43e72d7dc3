"""The tables, as this version of the program knows them.

A change here is one migration in ``migrations/versions`` (a test compares the two) and one
more name in :data:`REVISIONS`. Conventions: Discord's ids are 64-bit integers, times are whole
milliseconds UTC, JSON goes through :class:`~bot.campaign.documents.Document`, text is ordered
by code points on both engines. SQLite's tables are STRICT, so that it is as picky as PostgreSQL.

People stand in ``person`` alone: an event names a number within its campaign, and neither a
name nor a Discord id is part of what is hashed, so both can be erased without breaking the chain.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    DDL,
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.event import listen

from bot.campaign.documents import Document

if TYPE_CHECKING:
    from collections.abc import Mapping

REVISIONS = ("0001", "0002")
"""Every revision of the schema, oldest first; the last is what this version of the program needs."""


class Audience(StrEnum):
    """Who will read an event: everyone, the roller and the game masters, or the game masters alone."""

    EVERYONE = "everyone"
    SHARED = "shared"
    MASTERS = "masters"


class PostState(StrEnum):
    """What became of an event's reply: not heard of yet, or known to have failed."""

    PENDING = "pending"
    FAILED = "failed"


METADATA = MetaData(
    naming_convention={
        "ix": "%(table_name)s_%(column_0_N_name)s_index",
        "uq": "%(table_name)s_%(column_0_N_name)s_unique",
        "ck": "%(table_name)s_%(constraint_name)s_check",
        "fk": "%(table_name)s_%(column_0_N_name)s_link",
        "pk": "%(table_name)s_key",
    }
)

_NUMBER = BigInteger().with_variant(Integer(), "sqlite")
_TEXT = Text().with_variant(Text(collation="C"), "postgresql")


def _number(name: str, *links: ForeignKey, nullable: bool = False) -> Column[int]:
    return Column(name, _NUMBER, *links, nullable=nullable, autoincrement=False)


def _text(name: str, *, nullable: bool = False) -> Column[str]:
    return Column(name, _TEXT, nullable=nullable)


def _where_set(name: str) -> dict[str, Any]:
    """An index of the rows alone that have something in ``name``: few do."""
    condition = text(f"{name} IS NOT NULL")
    return {"sqlite_where": condition, "postgresql_where": condition}


guild = Table(
    "guild",
    METADATA,
    _number("guild_id"),
    _text("name", nullable=True),
    _number("joined_at"),
    _number("purge_after", nullable=True),
    _number("creators_role", nullable=True),
    PrimaryKeyConstraint("guild_id"),
    sqlite_strict=True,
)
"""A Discord server; for direct messages with the bot, their channel below zero. Members of ``creators_role``
make and bind campaigns there beside those who manage the server."""

campaign = Table(
    "campaign",
    METADATA,
    Column("campaign_id", _NUMBER, Identity(), nullable=False),
    _number("guild_id", ForeignKey("guild.guild_id", ondelete="CASCADE")),
    _text("slug"),
    _text("name"),
    _number("head_seq"),
    _number("created"),
    PrimaryKeyConstraint("campaign_id"),
    UniqueConstraint("guild_id", "slug"),
    CheckConstraint("length(slug) BETWEEN 1 AND 100", name="slug"),
    CheckConstraint("length(name) BETWEEN 1 AND 100", name="name"),
    CheckConstraint("head_seq >= 0", name="head_seq"),
    sqlite_strict=True,
)
"""A group's game. ``campaign_id`` is never shown: engines leave different gaps in it."""

channel = Table(
    "channel",
    METADATA,
    _number("channel_id"),
    _number("campaign_id", ForeignKey("campaign.campaign_id", ondelete="CASCADE")),
    PrimaryKeyConstraint("channel_id"),
    Index(None, "campaign_id"),
    sqlite_strict=True,
)
"""Which campaign a channel, and with it its threads, belongs to."""

person = Table(
    "person",
    METADATA,
    _number("campaign_id", ForeignKey("campaign.campaign_id", ondelete="CASCADE")),
    _number("person"),
    _number("user_id", nullable=True),
    _text("name", nullable=True),
    PrimaryKeyConstraint("campaign_id", "person"),
    UniqueConstraint("user_id", "campaign_id"),
    CheckConstraint("person >= 1", name="person"),
    CheckConstraint("length(name) <= 100", name="name"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""Somebody who did something in a campaign. Erasing one empties ``user_id`` and ``name``."""

event = Table(
    "event",
    METADATA,
    _number("campaign_id", ForeignKey("campaign.campaign_id", ondelete="CASCADE")),
    _number("seq"),
    _number("at"),
    _number("person"),
    _number("channel_id"),
    _number("place_id"),
    _text("request_key"),
    _text("kind"),
    _text("audience"),
    _text("reference"),
    _number("again_of", nullable=True),
    _number("undoes", nullable=True),
    _number("v"),
    Column("doc", Document, nullable=False),
    _text("text"),
    Column("salt", LargeBinary, nullable=False),
    Column("previous", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    PrimaryKeyConstraint("campaign_id", "seq"),
    ForeignKeyConstraint(["campaign_id", "person"], ["person.campaign_id", "person.person"]),
    UniqueConstraint("campaign_id", "reference"),
    UniqueConstraint("request_key", "campaign_id"),
    Index(None, "campaign_id", "audience", "seq", "person"),
    Index(None, "campaign_id", "again_of", "seq", **_where_set("again_of")),
    Index("event_campaign_id_undoes_unique", "campaign_id", "undoes", unique=True, **_where_set("undoes")),
    CheckConstraint("seq >= 1", name="seq"),
    CheckConstraint("at >= 0", name="at"),
    CheckConstraint("length(request_key) BETWEEN 1 AND 100", name="request_key"),
    CheckConstraint("length(kind) BETWEEN 1 AND 40", name="kind"),
    CheckConstraint("audience IN ('everyone', 'shared', 'masters')", name="audience"),
    CheckConstraint("length(reference) BETWEEN 4 AND 12", name="reference"),
    CheckConstraint("again_of < seq", name="again_of"),
    CheckConstraint("undoes < seq", name="undoes"),
    CheckConstraint("length(text) <= 16000", name="text"),
    CheckConstraint("length(salt) = 32", name="salt"),
    CheckConstraint("length(previous) = 32", name="previous"),
    CheckConstraint("length(hash) = 32", name="hash"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""What was rolled or written, append-only. ``again_of`` is the first roll that this one repeats,
``undoes`` the event it reverses, ``v`` the version of how it is hashed (:mod:`bot.campaign.chain`)."""

outbox = Table(
    "outbox",
    METADATA,
    _number("campaign_id"),
    _number("seq"),
    _number("place_id"),
    _text("token", nullable=True),
    _number("expires"),
    _number("due"),
    _text("state"),
    _text("reason", nullable=True),
    PrimaryKeyConstraint("campaign_id", "seq"),
    ForeignKeyConstraint(["campaign_id", "seq"], ["event.campaign_id", "event.seq"], ondelete="CASCADE"),
    Index(None, "place_id", "campaign_id", "due"),
    CheckConstraint("state IN ('pending', 'failed')", name="state"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""Events whose reply has not been seen on Discord yet, written in the event's own transaction.

``expires`` is when Discord stops taking the token, ``due`` from when on the next reply tells of it."""

entry = Table(
    "entry",
    METADATA,
    _number("campaign_id", ForeignKey("campaign.campaign_id", ondelete="CASCADE")),
    _text("list"),
    _text("scope"),
    _number("number"),
    _text("name_key", nullable=True),
    Column("doc", Document, nullable=False),
    PrimaryKeyConstraint("campaign_id", "list", "scope", "number"),
    UniqueConstraint("campaign_id", "list", "scope", "name_key"),
    Index(None, "campaign_id", "list", "name_key", **_where_set("name_key")),
    CheckConstraint("length(list) BETWEEN 1 AND 40", name="list"),
    CheckConstraint("length(scope) <= 100", name="scope"),
    CheckConstraint("number >= 1", name="number"),
    CheckConstraint("length(name_key) BETWEEN 1 AND 200", name="name_key"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""A line of one of the campaign's lists: ``scope`` is what the list belongs to ("3" for a level, "LEXI-1" for
a region, nothing for the whole campaign), ``number`` its place in order of appearance, ``name_key`` its
name without what does not tell names apart. What it holds follows from the events alone."""

counter = Table(
    "counter",
    METADATA,
    _number("campaign_id", ForeignKey("campaign.campaign_id", ondelete="CASCADE")),
    _text("list"),
    _text("scope"),
    _number("last"),
    PrimaryKeyConstraint("campaign_id", "list", "scope"),
    CheckConstraint("last >= 1", name="last"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""The last number that a list has given out: none is ever given twice, whatever is taken back."""

touch = Table(
    "touch",
    METADATA,
    _number("campaign_id", ForeignKey("campaign.campaign_id", ondelete="CASCADE")),
    _text("list"),
    _text("scope"),
    _number("number"),
    _number("seq"),
    PrimaryKeyConstraint("campaign_id", "list", "scope", "number", "seq"),
    Index(None, "campaign_id", "seq"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""Which events changed an entry or stand on it: what has to be taken back with what."""

session = Table(
    "session",
    METADATA,
    _number("campaign_id", ForeignKey("campaign.campaign_id", ondelete="CASCADE")),
    _number("number"),
    _number("opened_by"),
    _number("closed_by", nullable=True),
    _text("words"),
    Column("open_seed", LargeBinary, nullable=False),
    Column("secret_seed", LargeBinary, nullable=False),
    PrimaryKeyConstraint("campaign_id", "number"),
    Index(
        "session_campaign_id_unique",
        "campaign_id",
        unique=True,
        sqlite_where=text("closed_by IS NULL"),
        postgresql_where=text("closed_by IS NULL"),
    ),
    CheckConstraint("number >= 1", name="number"),
    CheckConstraint("closed_by > opened_by", name="closed_by"),
    CheckConstraint("length(words) <= 200", name="words"),
    CheckConstraint("length(open_seed) = 32", name="open_seed"),
    CheckConstraint("length(secret_seed) = 32", name="secret_seed"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""An evening's play, from the event that opened it to the one that closed it, with the seeds of its dice."""

draft = Table(
    "draft",
    METADATA,
    _number("campaign_id", ForeignKey("campaign.campaign_id", ondelete="CASCADE")),
    _text("reference"),
    _number("user_id"),
    _number("at"),
    _text("kind"),
    Column("content", LargeBinary, nullable=False),
    PrimaryKeyConstraint("campaign_id", "reference"),
    CheckConstraint("length(reference) BETWEEN 4 AND 12", name="reference"),
    CheckConstraint("length(kind) BETWEEN 1 AND 40", name="kind"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""What somebody was shown before it is done, such as an import, until it is confirmed or a day has passed."""

meta = Table(
    "meta",
    METADATA,
    _text("name"),
    _text("value"),
    PrimaryKeyConstraint("name"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""Small things that the program remembers about itself."""

TRIGGERS: Mapping[str, tuple[str, ...]] = {
    "sqlite": (
        """CREATE TRIGGER event_never_changes BEFORE UPDATE ON event
        BEGIN SELECT RAISE(ABORT, 'an event never changes'); END""",
        """CREATE TRIGGER event_stays BEFORE DELETE ON event
        WHEN EXISTS (SELECT 1 FROM campaign WHERE campaign_id = OLD.campaign_id)
        BEGIN SELECT RAISE(ABORT, 'an event goes only with its campaign'); END""",
    ),
    "postgresql": (
        """CREATE FUNCTION event_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'UPDATE' THEN RAISE EXCEPTION 'an event never changes'; END IF;
            IF EXISTS (SELECT 1 FROM campaign WHERE campaign_id = OLD.campaign_id) THEN
                RAISE EXCEPTION 'an event goes only with its campaign';
            END IF;
            RETURN OLD;
        END $$""",
        """CREATE TRIGGER event_is_append_only BEFORE UPDATE OR DELETE ON event
        FOR EACH ROW EXECUTE FUNCTION event_is_append_only()""",
    ),
}
"""What keeps the history append-only: an event goes only with its whole campaign."""

for _engine, _statements in TRIGGERS.items():
    for _statement in _statements:
        listen(event, "after_create", DDL(_statement).execute_if(dialect=_engine))
