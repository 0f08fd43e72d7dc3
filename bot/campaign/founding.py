"""Campaigns that people make: named in a channel, and bound to others.

A channel's first event makes it a campaign of its own quietly, called after the channel's id. Creating one
there gives that campaign a name, so nothing is lost. Binding moves a channel to another campaign of the same
server; what was rolled before stays with the campaign that it was rolled in.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import select, update

from bot.campaign import schema
from bot.campaign.campaigns import campaign_of, give_back, lock
from bot.campaign.changes import Changed
from bot.campaign.documents import gate_doc, gate_text
from bot.campaign.entries import Lists
from bot.campaign.errors import NameTaken, NotHere, RequestMismatch
from bot.campaign.events import NewEvent, Recorded, begin, finish
from bot.campaign.folding import name_key, shown_name
from bot.campaign.here import settings_in
from bot.campaign.inserting import insert_into
from tables.errors import Refusal

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from bot.campaign.events import Begun

CREATED, RENAMED, BOUND = "campaign.create", "campaign.rename", "campaign.bind"
"""The kinds of events that name a campaign, that name it anew, and that bind a channel to one."""

MAX_NAME = 80
"""Characters of a campaign's name."""

MAX_SLUG = 60
"""Characters of what is made of a name for machines."""

_QUIET = re.compile(r"channel-[0-9]+")

MOVED = (
    "This channel was bound elsewhere just now. Nothing was changed: look at /campaign show and ask again."
)
BEHIND_THE_SCREEN = (
    "That channel is where the game masters of that campaign read its secrets. Nothing was changed: "
    "choose another one with /campaign settings masters_channel first."
)
NO_NAME_YET = (
    "This channel's campaign has no name yet: give it one with /campaign create. Nothing was changed."
)
NAMED_BY_US = (
    "That is what campaigns without a name are called. Nothing was changed: give this one a name of its own."
)


@dataclass(frozen=True, slots=True)
class Campaign:
    """One of a server's campaigns.

    Attributes:
        id: never shown.
        slug: its name for machines, unique on its server.
        name: what people call it.
        channels: the ids of the channels that are bound to it, in order.
    """

    id: int
    slug: str
    name: str
    channels: tuple[int, ...] = ()

    @property
    def is_named(self) -> bool:
        """Whether somebody gave it a name: else it is called after the channel that it began in."""
        return not is_quiet(self.name)


@dataclass(frozen=True, slots=True)
class Room:
    """A channel to be bound: Discord's id, and its name there."""

    id: int
    name: str


def is_quiet(name: str) -> bool:
    """Whether a campaign's name is only its first channel's id."""
    return _QUIET.fullmatch(name_key(name)) is not None


def campaigns_of(connection: Connection, guild_id: int) -> tuple[Campaign, ...]:
    """A server's campaigns with their channels, those without a channel too; the named ones first."""
    named, bound = schema.campaign.c, schema.channel.c
    asked = (
        select(named.campaign_id, named.slug, named.name, bound.channel_id)
        .select_from(schema.campaign.outerjoin(schema.channel, bound.campaign_id == named.campaign_id))
        .where(named.guild_id == guild_id)
        .order_by(named.campaign_id, bound.channel_id)
    )
    found: dict[int, Campaign] = {}
    for row in connection.execute(asked):
        known = found.get(row.campaign_id, Campaign(row.campaign_id, row.slug, row.name))
        more = () if row.channel_id is None else (row.channel_id,)
        found[known.id] = replace(known, channels=(*known.channels, *more))
    return tuple(sorted(found.values(), key=lambda each: (not each.is_named, name_key(each.name), each.slug)))


def campaign_called(connection: Connection, guild_id: int, wanted: str) -> Campaign:
    """The campaign of a server with that slug, or else with that name, however it is written.

    Raises:
        NotHere: there is none.
    """
    key = name_key(wanted)
    every = campaigns_of(connection, guild_id)
    fits = [each for each in every if each.slug == wanted.strip()] or [
        each for each in every if name_key(each.name) == key
    ]
    if not fits:
        raise NotHere(
            "There is no campaign of that name on this server. Nothing was changed: "
            "pick one from the list, or make one with /campaign create."
        )
    return fits[0]


def create(connection: Connection, new: NewEvent, name: str) -> Changed[Campaign]:
    """Give the channel's campaign a name, making the campaign if there is none yet.

    Raises:
        NameTaken: another of the server's campaigns has that name, or this channel's has one.
        DocumentRefused: it is no name.
    """
    shown = shown_name(name, MAX_NAME)
    if is_quiet(shown):
        raise NameTaken(NAMED_BY_US)
    new = replace(new, kind=CREATED)
    begun = begin(connection, new)
    if isinstance(begun, Recorded):
        return Changed(begun, None)
    _wait_for_names(connection, new.guild_id)
    every = campaigns_of(connection, new.guild_id)
    mine = next(each for each in every if each.id == begun.id.campaign_id)
    _refuse_taken(every, mine, shown)
    made = replace(mine, name=shown, slug=_free_slug(shown, {each.slug for each in every}))
    _call(connection, made)
    told = (
        f"“{shown}” begins in this channel."
        if begun.id.seq == 1
        else f"This channel's campaign is called “{shown}” now; what was rolled here before belongs to it."
    )
    recorded = _keep(connection, new, begun, told, {"name": made.name, "slug": made.slug})
    return Changed(recorded, made)


def rename(connection: Connection, new: NewEvent, name: str) -> Changed[Campaign]:
    """Give a campaign that has a name another one.

    Raises:
        NameTaken: another of the server's campaigns has that name, or it is its own already.
        NotHere: this channel's campaign has none yet.
        DocumentRefused: it is no name.
    """
    shown = shown_name(name, MAX_NAME)
    if is_quiet(shown):
        raise NameTaken(NAMED_BY_US)
    new = replace(new, kind=RENAMED)
    begun = begin(connection, new)
    if isinstance(begun, Recorded):
        return Changed(begun, None)
    _wait_for_names(connection, new.guild_id)
    every = campaigns_of(connection, new.guild_id)
    mine = next(each for each in every if each.id == begun.id.campaign_id)
    if not mine.is_named:
        raise NotHere(NO_NAME_YET)
    if mine.name == shown:
        raise NameTaken(f"It is called “{shown}” already. Nothing was changed.")
    _refuse_same(tuple(each for each in every if each.id != mine.id), shown)
    made = replace(mine, name=shown, slug=_free_slug(shown, {each.slug for each in every} - {mine.slug}))
    _call(connection, made)
    told = f"The campaign “{mine.name}” is called “{shown}” now."
    recorded = _keep(connection, new, begun, told, {"name": made.name, "slug": made.slug})
    return Changed(recorded, made)


def bind(connection: Connection, new: NewEvent, room: Room, wanted: str) -> Changed[Campaign]:
    """Bind a channel to another of the server's campaigns, which both campaigns' histories tell.

    Args:
        connection: of the store.
        new: who does it and where.
        room: the channel; for a thread or a forum post, its parent.
        wanted: the campaign's slug or name.

    Raises:
        NotHere: there is no such campaign.
        Refusal: the channel is bound to it already, or is where its game masters read secrets.
    """
    target = campaign_called(connection, new.guild_id, wanted)
    new = replace(new, kind=BOUND, channel_id=room.id)
    before = campaign_of(connection, room.id)
    lock(connection, {target.id} if before is None else {before, target.id})
    if campaign_of(connection, room.id) != before:
        raise Refusal(MOVED)
    if settings_in(Lists(connection, target.id)).masters_channel == room.id:
        raise Refusal(BEHIND_THE_SCREEN)
    left = None
    if before is not None:
        begun = begin(connection, new)
        if isinstance(begun, Recorded):
            return Changed(begun, None)
        give_back(connection, before)
        left = _leave(connection, new, room, target)
    _point(connection, room.id, target.id)
    begun = begin(connection, new)
    if isinstance(begun, Recorded):  # the campaign that it was bound to since is gone
        return Changed(begun, None)
    document = {"channel": str(room.id), "campaign": target.slug}
    told = f"#{_shown(room)} belongs to “{target.name}” now. {_stays(left)}"
    return Changed(_keep(connection, new, begun, told.strip(), document), target)


def creators_role(connection: Connection, guild_id: int) -> int | None:
    """The role that makes and binds campaigns beside those who manage the server, if one is chosen."""
    asked = select(schema.guild.c.creators_role).where(schema.guild.c.guild_id == guild_id)
    return connection.scalar(asked)


def choose_creators(connection: Connection, new: NewEvent, role: Room | None) -> Changed[None]:
    """Choose the role whose members make and bind campaigns, by its id and name; None for no role."""
    begun = begin(connection, new)
    if isinstance(begun, Recorded):
        return Changed(begun, None)
    connection.execute(
        update(schema.guild)
        .where(schema.guild.c.guild_id == new.guild_id)
        .values(creators_role=None if role is None else role.id)
    )
    who = "whoever may manage it" if role is None else f"the role “{_shown(role)}” and whoever may manage it"
    told = f"Campaigns on this server are made, bound and deleted by {who}."
    return Changed(_keep(connection, new, begun, told, {}), None)


def _keep(
    connection: Connection, new: NewEvent, begun: Begun, text: str, document: dict[str, Any]
) -> Recorded:
    return finish(connection, replace(new, text=gate_text(text), document=gate_doc(document)), begun)


def _wait_for_names(connection: Connection, guild_id: int) -> None:
    """Hold a server's names for this transaction, so that two campaigns cannot take the same one at once."""
    here = schema.guild.c.guild_id == guild_id
    connection.execute(update(schema.guild).where(here).values(joined_at=schema.guild.c.joined_at))


def _refuse_taken(every: tuple[Campaign, ...], mine: Campaign, shown: str) -> None:
    if mine.is_named:
        raise NameTaken(
            f"This channel belongs to “{mine.name}” already, and was not changed. For another campaign, use "
            "/campaign create in a channel of its own, then /campaign bind for the channels that join it; "
            "for another name, /campaign rename."
        )
    _refuse_same(every, shown)


def _refuse_same(every: tuple[Campaign, ...], shown: str) -> None:
    same = next((each for each in every if name_key(each.name) == name_key(shown)), None)
    if same is not None:
        raise NameTaken(
            f"There is “{same.name}” on this server already. Nothing was changed: choose another name, "
            "or let this channel join that campaign with /campaign bind."
        )


def _call(connection: Connection, made: Campaign) -> None:
    """Give a campaign its name and its slug."""
    named = update(schema.campaign).where(schema.campaign.c.campaign_id == made.id)
    connection.execute(named.values(name=made.name, slug=made.slug))


def _free_slug(name: str, taken: set[str]) -> str:
    """What machines call a campaign: its letters and digits, with a number where that is taken."""
    bare = unicodedata.normalize("NFKD", name).casefold()
    signs = (sign if sign.isalnum() else "-" for sign in bare if not unicodedata.combining(sign))
    stem = re.sub("-+", "-", "".join(signs)).strip("-")[:MAX_SLUG].strip("-") or "campaign"
    if _QUIET.fullmatch(stem):
        stem = f"campaign-{stem}"
    numbered = (f"{stem}-{number}" for number in range(2, len(taken) + 3))
    return next(slug for slug in (stem, *numbered) if slug not in taken)


def _leave(connection: Connection, new: NewEvent, room: Room, target: Campaign) -> Campaign:
    """Tell the campaign that a channel leaves, and say which that is.

    Raises:
        Refusal: it is the one that the channel is to join.
    """
    leaving = replace(new, part="left", token=None)
    begun = begin(connection, leaving)
    if isinstance(begun, Recorded):  # pragma: no cover - what it is a part of was fresh a moment ago
        raise RequestMismatch
    if begun.id.campaign_id == target.id:
        called = f"“{target.name}”" if target.is_named else "that campaign"
        raise Refusal(f"#{_shown(room)} belongs to {called} already. Nothing was changed.")
    told = f"#{_shown(room)} left for “{target.name}”. What was rolled there before stays here."
    _keep(connection, leaving, begun, told, {"channel": str(room.id), "campaign": target.slug})
    every = campaigns_of(connection, new.guild_id)
    return next(each for each in every if each.id == begun.id.campaign_id)


def _stays(left: Campaign | None) -> str:
    if left is None:
        return ""
    called = f"“{left.name}”" if left.is_named else f"the campaign that it had of its own ({left.slug})"
    return f"What was rolled there before stays with {called}."


def _point(connection: Connection, channel_id: int, campaign_id: int) -> None:
    row = {"channel_id": channel_id, "campaign_id": campaign_id}
    made = insert_into(connection, schema.channel).values(row)
    connection.execute(
        made.on_conflict_do_update(index_elements=["channel_id"], set_={"campaign_id": campaign_id})
    )


def _shown(room: Room) -> str:
    return shown_name(room.name, 100)
