"""Growing lists, the numbers they gave out, what stands on what, sessions, drafts, and who makes campaigns.

Revision ID: 0002
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_JSON = sa.Text().with_variant(postgresql.JSONB(), "postgresql")
_PLACE = ("campaign_id", "list", "scope")
_STRICT: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}


def upgrade() -> None:
    """Make the tables."""
    _entries()
    _counters()
    _touches()
    _sessions()
    _drafts()
    op.add_column("guild", _number("creators_role", nullable=True))


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


def _of_campaign(table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"{table}_campaign_id_link")
    return sa.ForeignKeyConstraint(["campaign_id"], ["campaign.campaign_id"], name=name, ondelete="CASCADE")


def _entries() -> None:
    op.create_table(
        "entry",
        _number("campaign_id"),
        _text("list"),
        _text("scope"),
        _number("number"),
        _text("name_key", nullable=True),
        sa.Column("doc", _JSON, nullable=False),
        sa.PrimaryKeyConstraint(*_PLACE, "number", name=op.f("entry_key")),
        sa.UniqueConstraint(*_PLACE, "name_key", name=op.f("entry_campaign_id_list_scope_name_key_unique")),
        _check("entry_list_check", "length(list) BETWEEN 1 AND 40"),
        _check("entry_scope_check", "length(scope) <= 100"),
        _check("entry_number_check", "number >= 1"),
        _check("entry_name_key_check", "length(name_key) BETWEEN 1 AND 200"),
        _of_campaign("entry"),
        **_STRICT,
    )
    condition = sa.text("name_key IS NOT NULL")
    op.create_index(
        op.f("entry_campaign_id_list_name_key_index"),
        "entry",
        ["campaign_id", "list", "name_key"],
        sqlite_where=condition,
        postgresql_where=condition,
    )


def _counters() -> None:
    op.create_table(
        "counter",
        _number("campaign_id"),
        _text("list"),
        _text("scope"),
        _number("last"),
        sa.PrimaryKeyConstraint(*_PLACE, name=op.f("counter_key")),
        _check("counter_last_check", "last >= 1"),
        _of_campaign("counter"),
        **_STRICT,
    )


def _touches() -> None:
    op.create_table(
        "touch",
        _number("campaign_id"),
        _text("list"),
        _text("scope"),
        _number("number"),
        _number("seq"),
        sa.PrimaryKeyConstraint(*_PLACE, "number", "seq", name=op.f("touch_key")),
        _of_campaign("touch"),
        **_STRICT,
    )
    op.create_index(op.f("touch_campaign_id_seq_index"), "touch", ["campaign_id", "seq"])


def _sessions() -> None:
    op.create_table(
        "session",
        _number("campaign_id"),
        _number("number"),
        _number("opened_by"),
        _number("closed_by", nullable=True),
        _text("words"),
        sa.Column("open_seed", sa.LargeBinary(), nullable=False),
        sa.Column("secret_seed", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "number", name=op.f("session_key")),
        _check("session_number_check", "number >= 1"),
        _check("session_closed_by_check", "closed_by > opened_by"),
        _check("session_words_check", "length(words) <= 200"),
        _check("session_open_seed_check", "length(open_seed) = 32"),
        _check("session_secret_seed_check", "length(secret_seed) = 32"),
        _of_campaign("session"),
        **_STRICT,
    )
    condition = sa.text("closed_by IS NULL")
    op.create_index(
        op.f("session_campaign_id_unique"),
        "session",
        ["campaign_id"],
        unique=True,
        sqlite_where=condition,
        postgresql_where=condition,
    )


def _drafts() -> None:
    op.create_table(
        "draft",
        _number("campaign_id"),
        _text("reference"),
        _number("user_id"),
        _number("at"),
        _text("kind"),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "reference", name=op.f("draft_key")),
        _check("draft_reference_check", "length(reference) BETWEEN 4 AND 12"),
        _check("draft_kind_check", "length(kind) BETWEEN 1 AND 40"),
        _of_campaign("draft"),
        **_STRICT,
    )
