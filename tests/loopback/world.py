"""The people, channels and servers of the loopback, and how Discord writes them."""

from __future__ import annotations

import itertools
import time
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

DISCORD_EPOCH = 1_420_070_400_000
TEXT_CHANNEL, PRIVATE_CHANNEL, PUBLIC_THREAD, PRIVATE_THREAD, FORUM = 0, 1, 11, 12, 15
THREADS = frozenset({PUBLIC_THREAD, PRIVATE_THREAD})

VIEW, SEND, EMBED, ATTACH, HISTORY = 1 << 10, 1 << 11, 1 << 14, 1 << 15, 1 << 16
MANAGE_SERVER, COMMANDS, MANAGE_THREADS, SEND_IN_THREADS = 1 << 5, 1 << 31, 1 << 34, 1 << 38
PLAYER = VIEW | SEND | EMBED | ATTACH | HISTORY | COMMANDS | SEND_IN_THREADS
MASTER = PLAYER | MANAGE_SERVER
"""Permissions of an ordinary member, and of one who manages the server."""

_counter = itertools.count()


def snowflake() -> int:
    """A new id: the time in milliseconds above 22 bits, of which the lower ones count up."""
    return (int(time.time() * 1000) - DISCORD_EPOCH << 22) | next(_counter) & 0xFFF


@dataclass(frozen=True)
class User:
    id: int
    name: str
    bot: bool = False

    def payload(self) -> Json:
        return {
            "id": str(self.id),
            "username": self.name.lower(),
            "global_name": self.name,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
            "system": False,
            "flags": 0,
            "public_flags": 0,
            "primary_guild": None,
        }

    def member(self, permissions: int | None = None) -> Json:
        member: Json = {
            "user": self.payload(),
            "nick": None,
            "avatar": None,
            "banner": None,
            "roles": [],
            "joined_at": "2024-01-01T00:00:00.000000+00:00",
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "communication_disabled_until": None,
        }
        return member if permissions is None else {**member, "permissions": str(permissions)}


@dataclass(eq=False)
class Channel:
    """A channel of a server, a thread in one (``parent``), or a private conversation (no ``guild_id``).

    Of a thread: ``archived`` is undone by the next message in it, unless it is ``locked`` too.
    """

    id: int
    name: str
    kind: int = TEXT_CHANNEL
    guild_id: int | None = None
    parent: int | None = None
    recipient: User | None = None
    archived: bool = False
    locked: bool = False

    @property
    def is_thread(self) -> bool:
        return self.kind in THREADS

    def payload(self) -> Json:
        base: Json = {"id": str(self.id), "type": self.kind, "last_message_id": None, "flags": 0}
        if self.recipient is not None:
            return {**base, "recipients": [self.recipient.payload()]}
        base |= {"name": self.name, "guild_id": str(self.guild_id), "rate_limit_per_user": 0, "nsfw": False}
        base["parent_id"] = None if self.parent is None else str(self.parent)
        if not self.is_thread:
            return {**base, "position": 0, "topic": None, "permission_overwrites": [], "available_tags": []}
        return {
            **base,
            "owner_id": "1",
            "message_count": 0,
            "member_count": 1,
            "total_message_sent": 0,
            "thread_metadata": {
                "archived": self.archived,
                "auto_archive_duration": 1440,
                "archive_timestamp": "2024-01-01T00:00:00.000000+00:00",
                "locked": self.locked,
                "create_timestamp": "2024-01-01T00:00:00.000000+00:00",
            },
        }


@dataclass
class Guild:
    id: int
    name: str
    owner: User
    channels: list[Channel] = field(default_factory=list)
    file_limit: int = 10 * 1024 * 1024

    def shard(self, count: int) -> int:
        return (self.id >> 22) % count

    def payload(self, me: User) -> Json:
        everyone = {
            "id": str(self.id),
            "name": "@everyone",
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "icon": None,
            "unicode_emoji": None,
            "position": 0,
            "permissions": str(PLAYER),
            "managed": False,
            "mentionable": False,
            "flags": 0,
        }
        return {
            "id": str(self.id),
            "name": self.name,
            "icon": None,
            "splash": None,
            "discovery_splash": None,
            "owner_id": str(self.owner.id),
            "afk_channel_id": None,
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "roles": [everyone],
            "emojis": [],
            "stickers": [],
            "features": [],
            "mfa_level": 0,
            "application_id": None,
            "system_channel_id": None,
            "system_channel_flags": 0,
            "rules_channel_id": None,
            "vanity_url_code": None,
            "description": None,
            "banner": None,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "preferred_locale": "en-GB",
            "public_updates_channel_id": None,
            "nsfw_level": 0,
            "premium_progress_bar_enabled": False,
            "joined_at": "2024-01-01T00:00:00.000000+00:00",
            "large": False,
            "unavailable": False,
            "member_count": 3,
            "voice_states": [],
            "members": [me.member()],
            "channels": [channel.payload() for channel in self.channels if not channel.is_thread],
            "threads": [channel.payload() for channel in self.channels if channel.is_thread],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }
