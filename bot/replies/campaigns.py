"""A campaign and what it has chosen, as messages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.campaign.choosing import SECRETS, edition_kinds, titles_of
from bot.campaign.schema import Audience
from bot.replies.notes import list_reply
from bot.replies.words import MAX_NAME, escape, one_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.campaign.about import About
    from bot.campaign.founding import Campaign
    from bot.campaign.here import Settings
    from bot.campaign.masters import Master
    from bot.replies.answer import Reply

MOST_CHANNELS = 20
"""Channels of one campaign that are listed."""

MOST_CHANNELS_OF_OTHERS = 3
"""Channels that are listed of each of the server's other campaigns."""

MOST_OTHERS = 10
"""Other campaigns that are listed."""

KINDS = {"corridor": "corridors", "door": "doors", "room": "rooms", "treasure": "hoards"}
"""The kinds of rolls that have editions, as people call them."""

SEEN = {
    Audience.EVERYONE: "everyone",
    Audience.SHARED: "the roller and the game masters",
    Audience.MASTERS: "the game masters only",
}

UNNAMED = "A campaign without a name"
NO_NAME_YET = "`/campaign create` names it"
BY_DISCORD = "whoever may manage this server, until `/campaign masters` names somebody"
FREELY = "as each roll has it"


@dataclass(frozen=True, slots=True)
class Sight:
    """What somebody may know of a campaign.

    Attributes:
        game_master: whether all settings are theirs to know.
        creator: whether they may bind channels, and so know of the server's other campaigns.
        channels: the ids of the channels that they can see.
    """

    game_master: bool
    creator: bool
    channels: frozenset[int]


def campaign_reply(about: About, settings: Settings, sight: Sight) -> Reply:
    """Everything about a campaign that somebody may know."""
    campaign = about.campaign
    lines: list[str] = []
    if campaign is not None:
        lines.append(f"Channels: {_channels(campaign, sight) or 'none that you can see'}")
    masters = ", ".join(_master(each, numbered=sight.game_master) for each in about.masters)
    lines.append(f"Game masters: {masters or BY_DISCORD}")
    lines += _rules(settings)
    if sight.game_master:
        lines += _for_masters(settings, about.creators)
    if sight.creator and about.others:
        lines += ["", "Other campaigns on this server:", *_others(about.others, sight)]
    name = campaign.name if campaign is not None and campaign.is_named else UNNAMED
    foot = "" if campaign is not None and campaign.is_named else NO_NAME_YET
    return list_reply(name, lines, empty="", foot=foot)


def settings_reply(settings: Settings, creators: int | None) -> Reply:
    """All settings, for a game master."""
    foot = "Choose any of them with the options of `/campaign settings`; `reset` puts one back."
    lines = [*_rules(settings), *_for_masters(settings, creators)]
    return list_reply("The campaign's settings", lines, empty="", foot=foot)


def chosen_text(chosen: Mapping[str, Any], channel: str = "") -> str:
    """What an event tells of settings that were chosen, in plain words; ``channel`` is a name."""
    parts: list[str] = []
    for name, value in chosen.items():
        if name == "editions":
            parts += [f"{KINDS[kind]} by {_title('edition', edition)}" for kind, edition in value.items()]
        else:
            parts.append(_one(name, value, channel))
    return f"Chosen: {'; '.join(parts)}."


def campaign_label(campaign: Campaign, channel_name: str | None) -> str:
    """A campaign in one line of plain words, for a list of choices."""
    if campaign.is_named:
        return campaign.name
    return (
        f"without a name, begun in #{channel_name}" if channel_name else f"without a name ({campaign.slug})"
    )


def _one(name: str, value: Any, channel: str) -> str:  # noqa: ANN401 - each setting has its own kind
    if name == "seen":
        return f"rolls are seen by {SEEN[Audience(value)]}"
    if name == "secrets":
        return f"secrets are told {SECRETS[value]}"
    if name == "masters_channel":
        return "no game masters' channel" if value is None else f"game masters' channel #{channel}"
    if name == "players_explore":
        return "players may explore" if value else "only game masters explore"
    called = "stocking" if name == "scheme" else "wandering checks"
    return f"{called} by {_title(name, value)}"


def _title(setting: str, value: str) -> str:
    return titles_of(setting)[value] if value else "what each roll has"


def _rules(settings: Settings) -> list[str]:
    editions = [
        f"{KINDS[kind].capitalize()}: {_chosen('edition', settings.editions.get(kind, ''))}"
        for kind in edition_kinds()
    ]
    return [
        *editions,
        f"Stocking: {_chosen('scheme', settings.scheme)}",
        f"Wandering checks: {_chosen('checks', settings.checks)}",
        f"Exploring: {'players and game masters' if settings.players_explore else 'game masters'}",
    ]


def _chosen(setting: str, value: str) -> str:
    return escape(titles_of(setting).get(value, value)) if value else FREELY


def _for_masters(settings: Settings, creators: int | None) -> list[str]:
    channel = settings.masters_channel
    role = "" if creators is None else f" and <@&{creators}>"
    return [
        f"Rolls are seen by: {SEEN[Audience(settings.seen)]}, unless the roller says otherwise",
        f"Secrets are told: {SECRETS[settings.secrets]}",
        f"Game masters' channel: {'none' if channel is None else f'<#{channel}>'}",
        f"Campaigns are made, bound and deleted by: whoever may manage this server{role}",
    ]


def _master(master: Master, *, numbered: bool) -> str:
    if master.role is not None:
        return f"<@&{master.role}>"
    who = "somebody who was erased" if master.user_id is None else f"<@{master.user_id}>"
    return f"{who} (person {master.person})" if numbered else who


def _channels(campaign: Campaign, sight: Sight, most: int = MOST_CHANNELS) -> str:
    seen = [f"<#{channel}>" for channel in campaign.channels if channel in sight.channels]
    more = f" and {len(seen) - most} more" if len(seen) > most else ""
    return ", ".join(seen[:most]) + more


def _where(campaign: Campaign, sight: Sight) -> str:
    if not campaign.channels:
        return "no channel, bind one with `/campaign bind`"
    return _channels(campaign, sight, MOST_CHANNELS_OF_OTHERS) or "channels that you cannot see"


def _others(others: Sequence[Campaign], sight: Sight) -> list[str]:
    lines = [
        f"{one_line(each.name if each.is_named else each.slug, 2 * MAX_NAME)}: {_where(each, sight)}"
        for each in others[:MOST_OTHERS]
    ]
    more = len(others) - MOST_OTHERS
    return [*lines, f"and {more} more"] if more > 0 else lines
