"""What somebody is shown before it is done: kept for a day, so that confirming works after a restart too."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select

from bot.campaign import schema
from bot.campaign.errors import NotHere
from bot.campaign.references import LENGTH, draw

if TYPE_CHECKING:
    from sqlalchemy import Connection

DAY = 24 * 3600 * 1000
"""Milliseconds that a draft is kept."""

MOST = 20
"""Drafts that a campaign keeps; the oldest go first."""

_draft = schema.draft.c


@dataclass(frozen=True, slots=True)
class Draft:
    """Whose draft it is: the Discord user, the kind of thing, and when (milliseconds UTC)."""

    user_id: int
    kind: str
    at: int


GONE = "This was confirmed already, or it is more than a day old. Nothing was changed: ask for it again."


def keep_draft(connection: Connection, campaign_id: int, draft: Draft, content: bytes) -> str:
    """Keep what a user was shown, and give it a reference to confirm it by."""
    _forget_old(connection, campaign_id, draft.at)
    reference = draw(2 * LENGTH)
    row = {
        "campaign_id": campaign_id,
        "reference": reference,
        "user_id": draft.user_id,
        "at": draft.at,
        "kind": draft.kind,
        "content": zlib.compress(content),
    }
    connection.execute(insert(schema.draft), row)
    return reference


def take_draft(connection: Connection, campaign_id: int, draft: Draft, reference: str) -> bytes:
    """What was kept under a reference, which is then gone: within the transaction that does it.

    Raises:
        NotHere: there is none for this user, it is older than a day, or it was taken already.
    """
    mine = (
        _draft.campaign_id == campaign_id,
        _draft.reference == reference,
        _draft.user_id == draft.user_id,
        _draft.kind == draft.kind,
        _draft.at > draft.at - DAY,
    )
    content = connection.scalar(select(_draft.content).where(*mine))
    if content is None:
        raise NotHere(GONE)
    connection.execute(delete(schema.draft).where(*mine))
    return zlib.decompress(bytes(content))


def _forget_old(connection: Connection, campaign_id: int, at: int) -> None:
    connection.execute(delete(schema.draft).where(_draft.campaign_id == campaign_id, _draft.at <= at - DAY))
    newest = (
        select(_draft.reference)
        .where(_draft.campaign_id == campaign_id)
        .order_by(_draft.at.desc(), _draft.reference)
        .limit(MOST - 1)
    )
    connection.execute(
        delete(schema.draft).where(
            _draft.campaign_id == campaign_id, _draft.reference.not_in(newest.scalar_subquery())
        )
    )
