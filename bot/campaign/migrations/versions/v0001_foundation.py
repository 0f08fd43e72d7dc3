"""The first tables: campaigns, their channels and people, events, replies to come, the program's notes.

Revision ID: 0001
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_JSON = sa.Text().with_variant(postgresql.JSONB(), "postgresql")

_TRIGGERS = {
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

_EVENT_RULES = {
    "seq": "seq >= 1",
    "at": "at >= 0",
    "request_key": "length(request_key) BETWEEN 1 AND 100",
    "kind": "length(kind) BETWEEN 1 AND 40",
    "audience": "audience IN ('everyone', 'shared', 'masters')",
    "reference": "length(reference) BETWEEN 4 AND 12",
    "again_of": "again_of < seq",
    "undoes": "undoes < seq",
    "text": "length(text) <= 16000",
    "salt": "length(salt) = 32",
    "previous": "length(previous) = 32",
    "hash": "length(hash) = 32",
}


def upgrade() -> None:
    """Make everything."""
    _campaigns()
    _people()
    _events()
    _notes()
    for statement in _TRIGGERS[op.get_bind().dialect.name]:
        op.execute(statement)


def downgrade() -> None:
    """There is no way back but the backup that was made before.

    Raises:
        NotImplementedError: always.
    """
    raise NotImplementedError


def _number(name: str, *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, _NUMBER, nullable=nullable, autoincrement=False)


def _text(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, _TEXT, nullable=nullable)


def _check(name: str, rule: str) -> sa.CheckConstraint:
    return sa.CheckConstraint(rule, name=op.f(name))


def _where_set(name: str) -> dict[str, Any]:
    condition = sa.text(f"{name} IS NOT NULL")
    return {"sqlite_where": condition, "postgresql_where": condition}


def _campaigns() -> None:
    op.create_table(
        "guild",
        _number("guild_id"),
        _text("name", nullable=True),
        _number("joined_at"),
        _number("purge_after", nullable=True),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("guild_key")),
        sqlite_strict=True,
    )
    op.create_table(
        "campaign",
        sa.Column("campaign_id", _NUMBER, sa.Identity(), nullable=False),
        _number("guild_id"),
        _text("slug"),
        _text("name"),
        _number("head_seq"),
        _number("created"),
        sa.PrimaryKeyConstraint("campaign_id", name=op.f("campaign_key")),
        sa.UniqueConstraint("guild_id", "slug", name=op.f("campaign_guild_id_slug_unique")),
        _check("campaign_slug_check", "length(slug) BETWEEN 1 AND 100"),
        _check("campaign_name_check", "length(name) BETWEEN 1 AND 100"),
        _check("campaign_head_seq_check", "head_seq >= 0"),
        sa.ForeignKeyConstraint(
            ["guild_id"], ["guild.guild_id"], name=op.f("campaign_guild_id_link"), ondelete="CASCADE"
        ),
        sqlite_strict=True,
    )
    op.create_table(
        "channel",
        _number("channel_id"),
        _number("campaign_id"),
        sa.PrimaryKeyConstraint("channel_id", name=op.f("channel_key")),
        sa.ForeignKeyConstraint(
            ["campaign_id"],
            ["campaign.campaign_id"],
            name=op.f("channel_campaign_id_link"),
            ondelete="CASCADE",
        ),
        sqlite_strict=True,
    )
    op.create_index(op.f("channel_campaign_id_index"), "channel", ["campaign_id"])


def _people() -> None:
    op.create_table(
        "person",
        _number("campaign_id"),
        _number("person"),
        _number("user_id", nullable=True),
        _text("name", nullable=True),
        sa.PrimaryKeyConstraint("campaign_id", "person", name=op.f("person_key")),
        sa.UniqueConstraint("user_id", "campaign_id", name=op.f("person_user_id_campaign_id_unique")),
        _check("person_person_check", "person >= 1"),
        _check("person_name_check", "length(name) <= 100"),
        sa.ForeignKeyConstraint(
            ["campaign_id"],
            ["campaign.campaign_id"],
            name=op.f("person_campaign_id_link"),
            ondelete="CASCADE",
        ),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def _events() -> None:
    op.create_table(
        "event",
        _number("campaign_id"),
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
        sa.Column("doc", _JSON, nullable=False),
        _text("text"),
        sa.Column("salt", sa.LargeBinary(), nullable=False),
        sa.Column("previous", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "seq", name=op.f("event_key")),
        sa.ForeignKeyConstraint(
            ["campaign_id", "person"],
            ["person.campaign_id", "person.person"],
            name=op.f("event_campaign_id_person_link"),
        ),
        sa.UniqueConstraint("campaign_id", "reference", name=op.f("event_campaign_id_reference_unique")),
        sa.UniqueConstraint("request_key", "campaign_id", name=op.f("event_request_key_campaign_id_unique")),
        *(_check(f"event_{name}_check", rule) for name, rule in _EVENT_RULES.items()),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.campaign_id"], name=op.f("event_campaign_id_link"), ondelete="CASCADE"
        ),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    reading = ["campaign_id", "audience", "seq", "person"]
    op.create_index(op.f("event_campaign_id_audience_seq_person_index"), "event", reading)
    repeats = ["campaign_id", "again_of", "seq"]
    op.create_index(op.f("event_campaign_id_again_of_seq_index"), "event", repeats, **_where_set("again_of"))
    undone = ["campaign_id", "undoes"]
    op.create_index(
        op.f("event_campaign_id_undoes_unique"), "event", undone, unique=True, **_where_set("undoes")
    )


def _notes() -> None:
    op.create_table(
        "outbox",
        _number("campaign_id"),
        _number("seq"),
        _number("place_id"),
        _text("token", nullable=True),
        _number("expires"),
        _number("due"),
        _text("state"),
        _text("reason", nullable=True),
        sa.PrimaryKeyConstraint("campaign_id", "seq", name=op.f("outbox_key")),
        sa.ForeignKeyConstraint(
            ["campaign_id", "seq"],
            ["event.campaign_id", "event.seq"],
            name=op.f("outbox_campaign_id_seq_link"),
            ondelete="CASCADE",
        ),
        _check("outbox_state_check", "state IN ('pending', 'failed')"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    waiting = ["place_id", "campaign_id", "due"]
    op.create_index(op.f("outbox_place_id_campaign_id_due_index"), "outbox", waiting)
    op.create_table(
        "meta",
        _text("name"),
        _text("value"),
        sa.PrimaryKeyConstraint("name", name=op.f("meta_key")),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
