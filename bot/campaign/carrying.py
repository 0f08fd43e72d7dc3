"""Campaigns as wholes: written into a file, brought in from one, deleted; each shown first and confirmed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select

from bot.campaign import schema
from bot.campaign.campaign_file import CampaignFile, packed, read_file
from bot.campaign.campaigns import campaign_of, make_quietly
from bot.campaign.drafts import Draft, keep_draft, take_draft
from bot.campaign.errors import NotHere
from bot.campaign.exporting import export
from bot.campaign.importing import (
    Difference,
    Place,
    delete_campaign,
    difference,
    import_new,
    import_over,
    like,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from bot.campaign.campaign_file import Progress

IMPORT, DELETE = "campaign.import", "campaign.delete"
"""The kinds of drafts."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A campaign: its name, how many events it has, and its file's bytes, where they were asked for."""

    name: str
    events: int
    content: bytes = b""


@dataclass(frozen=True, slots=True)
class Preview:
    """What bringing a file in would come to.

    Attributes:
        known: the server's campaign that it is of, or that has its name; None where there is none.
        difference: how the two differ.
        reference: confirms it; nothing where there is nothing to be done.
    """

    known: Whole | None
    difference: Difference | None
    reference: str


def counted(connection: Connection, campaign_id: int) -> Whole:
    """A campaign's name and how many events it has.

    Raises:
        NotHere: there is no such campaign.
    """
    campaign = schema.campaign.c
    row = connection.execute(
        select(campaign.name, campaign.head_seq).where(campaign.campaign_id == campaign_id)
    ).one_or_none()
    if row is None:
        raise NotHere("That campaign is not here any more. Nothing was changed.")
    return Whole(row.name, row.head_seq)


def whole(connection: Connection, campaign_id: int, progress: Progress | None = None) -> Whole:
    """A campaign with its file.

    Raises:
        NotHere: there is no such campaign.
    """
    found = counted(connection, campaign_id)
    return Whole(found.name, found.events, export(connection, campaign_id, progress))


def preview(
    connection: Connection, place: Place, draft: Draft, file: CampaignFile, content: bytes
) -> Preview:
    """Keep a file that was read as a draft, and say how it differs from what the server has."""
    known = like(connection, place.guild_id, file)
    apart = None if known is None else difference(connection, known, file)
    if apart is not None and apart.is_same:
        return Preview(counted(connection, known or 0), apart, "")
    small = content if content.startswith(b"\x1f\x8b") else packed(content)
    reference = keep_draft(connection, _campaign_here(connection, place), draft, small)
    return Preview(None if known is None else counted(connection, known), apart, reference)


def bring_in(
    connection: Connection, place: Place, draft: Draft, reference: str, *, over: bool
) -> tuple[Whole, Whole | None]:
    """Bring a previewed file in, once; with the campaign whose place it took, if it did.

    Raises:
        NotHere: it was confirmed already, it is too old, or the campaign in whose place it goes is gone.
    """
    here = _campaign_here(connection, place)
    file = read_file(take_draft(connection, here, draft, reference))
    found = Whole(file.header.name, file.header.events)
    if not over:
        import_new(connection, file, place)
        _forget_empty(connection, here)
        return found, None
    known = like(connection, place.guild_id, file)
    if known is None:
        raise NotHere(
            "The campaign in whose place it goes is gone. Nothing was changed: import the file anew."
        )
    old = whole(connection, known)
    import_over(connection, file, place, known)
    return found, old


def plan_deletion(connection: Connection, campaign_id: int, draft: Draft, events: int) -> str:
    """Remember how many events somebody was shown before deleting, and give that a reference."""
    return keep_draft(connection, campaign_id, draft, json.dumps(events).encode())


def delete(connection: Connection, campaign_id: int, draft: Draft, reference: str) -> str:
    """Delete the campaign that was shown, and say its name.

    Raises:
        NotHere: it was deleted already, or more has happened in it since it was shown.
    """
    shown = json.loads(take_draft(connection, campaign_id, draft, reference))
    found = counted(connection, campaign_id)
    if found.events != shown:
        raise NotHere(
            "More has happened in this campaign since you were shown its file. Nothing was deleted: begin "
            "with /campaign delete again, and save the new file."
        )
    delete_campaign(connection, campaign_id)
    return found.name


def _forget_empty(connection: Connection, campaign_id: int) -> None:
    """Delete a campaign without events and channels: it was made only to keep the draft."""
    bound = select(schema.channel.c.channel_id).where(schema.channel.c.campaign_id == campaign_id)
    if counted(connection, campaign_id).events == 0 and connection.scalar(bound.limit(1)) is None:
        delete_campaign(connection, campaign_id)


def _campaign_here(connection: Connection, place: Place) -> int:
    """The channel's campaign, made quietly where there is none yet."""
    found = campaign_of(connection, place.channel_id)
    if found is None:
        make_quietly(connection, place.guild_id, place.guild_name or None, place.channel_id, place.at)
        found = campaign_of(connection, place.channel_id)
    return found or 0
