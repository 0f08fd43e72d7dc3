"""A campaign's settings and its game masters, and what somebody finds when coming to one of its channels."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Text, and_, bindparam, cast, or_, select

from bot.campaign import schema
from bot.campaign.entries import Lists, Slot
from bot.campaign.people import person_of
from bot.campaign.prepared import Prepared
from bot.campaign.sessions import SESSION_COLUMNS, Session, is_long_ago, session_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

SETTINGS = Slot("settings", "", 1)
"""Where a campaign's settings stand."""

MASTERS = "master"
"""The list of those who are game masters."""

_open = and_(
    schema.session.c.campaign_id == schema.campaign.c.campaign_id, schema.session.c.closed_by.is_(None)
)
_last_at = (
    select(schema.event.c.at)
    .where(schema.event.c.campaign_id == schema.campaign.c.campaign_id)
    .order_by(schema.event.c.seq.desc())
    .limit(1)
    .scalar_subquery()
    .label("last_at")
)
_COLUMNS = ("campaign_id", "name", *(column.name for column in SESSION_COLUMNS), "last_at")
_FOUND = Prepared(  # asked by every command, so written once
    select(schema.campaign.c.campaign_id, schema.campaign.c.name, *SESSION_COLUMNS, _last_at)
    .select_from(
        schema.channel.join(
            schema.campaign, schema.campaign.c.campaign_id == schema.channel.c.campaign_id
        ).outerjoin(schema.session, _open)
    )
    .where(schema.channel.c.channel_id == bindparam("channel"))
)
_CHOSEN = Prepared(
    select(schema.entry.c.list, cast(schema.entry.c.doc, Text)).where(
        schema.entry.c.campaign_id == bindparam("campaign"),
        or_(schema.entry.c.list == SETTINGS.list, schema.entry.c.list == MASTERS),
        schema.entry.c.scope == "",
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a campaign has chosen.

    Attributes:
        seen: who reads a roll where the roller does not say ("everyone", "shared" or "masters").
        secrets: where what only game masters may know is told: to the one who rolled, if that is a
            game master ("roller"), in the game masters' channel ("channel"), or both.
        masters_channel: the game masters' channel; None for none.
        editions: the edition chosen for each kind of roll that has several ("room": "osric").
        scheme: the stocking scheme ("odnd"); nothing for the program's own choice.
        checks: the rule set of the wandering check ("bx"); nothing for the program's own choice.
        players_explore: whether players may make the rolls that grow the map.
    """

    seen: str = "everyone"
    secrets: str = "both"
    masters_channel: int | None = None
    editions: Mapping[str, str] = field(default_factory=dict[str, str])
    scheme: str = ""
    checks: str = ""
    players_explore: bool = False


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who comes to a channel, as Discord knows them.

    Attributes:
        user_id: the Discord user.
        roles: the ids of the roles that the user has on the server.
        manages: whether the user may manage the server; everybody does in direct messages of their own.
    """

    user_id: int
    roles: frozenset[int] = frozenset()
    manages: bool = False


@dataclass(frozen=True, slots=True)
class Here:
    """What somebody finds in a channel.

    Attributes:
        campaign_id: the channel's campaign; None before the first event made one.
        name: what the campaign is called; nothing before.
        settings: what it has chosen.
        game_master: whether the visitor is one of its game masters.
        session: its open session; None where the next roll opens one.
    """

    campaign_id: int | None
    name: str
    settings: Settings
    game_master: bool
    session: Session | None


def here(connection: Connection, channel_id: int, visitor: Visitor, now: int) -> Here:
    """What ``visitor`` finds in a channel (a thread's is its parent) at a time in milliseconds UTC.

    Until a campaign has named its game masters, whoever manages the server is one; afterwards
    only those it named are, so that somebody who manages the server can be a player. Where all whom it
    named were erased, it has named nobody.
    """
    rows = _FOUND.run(connection, {"channel": channel_id})
    if not rows:
        return Here(None, "", Settings(), visitor.manages, None)
    found = dict(zip(_COLUMNS, rows[0], strict=True))
    campaign_id = found["campaign_id"]
    settings, masters = Settings(), list[Mapping[str, Any]]()
    for name, document in _CHOSEN.run(connection, {"campaign": campaign_id}):
        if name == MASTERS:
            masters.append(json.loads(document))
        else:
            settings = msgspec.json.decode(document, type=Settings)
    is_master = _is_named(connection, campaign_id, masters, visitor) if masters else visitor.manages
    if masters and not is_master and visitor.manages:
        is_master = _are_erased(connection, campaign_id, masters)
    is_open = found["number"] is not None and not is_long_ago(found["last_at"], now)
    return Here(campaign_id, found["name"], settings, is_master, session_of(found) if is_open else None)


def settings_in(lists: Lists) -> Settings:
    """What a campaign has chosen."""
    kept = lists.at(SETTINGS)
    return Settings() if kept is None else msgspec.convert(kept.document, Settings)


def settings_document(settings: Settings) -> dict[str, Any]:
    """Settings as they are kept: only what was chosen."""
    chosen = msgspec.to_builtins(settings)
    return {name: value for name, value in chosen.items() if value != msgspec.to_builtins(Settings())[name]}


def changed_settings(settings: Settings, **chosen: object) -> Settings:
    """Settings with some of them chosen anew."""
    return msgspec.convert(msgspec.to_builtins(replace(settings, **chosen)), Settings)


def _is_named(
    connection: Connection, campaign_id: int, masters: list[Mapping[str, Any]], visitor: Visitor
) -> bool:
    """Whether a campaign's game masters (``{"role": "id"}`` or ``{"person": number}``) include a visitor."""
    if any("role" in each and int(each["role"]) in visitor.roles for each in masters):
        return True
    people = {each["person"] for each in masters if "person" in each}
    return bool(people) and person_of(connection, campaign_id, visitor.user_id) in people


def _are_erased(connection: Connection, campaign_id: int, masters: list[Mapping[str, Any]]) -> bool:
    """Whether nobody is left of those whom a campaign has named."""
    if any("role" in each for each in masters):
        return False
    known = select(schema.person.c.person).where(
        schema.person.c.campaign_id == campaign_id,
        schema.person.c.person.in_([each["person"] for each in masters]),
        schema.person.c.user_id.is_not(None),
    )
    return connection.scalar(known.limit(1)) is None
