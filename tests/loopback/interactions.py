"""INTERACTION_CREATE as Discord writes it, built from the commands that the bot has put.

What a Discord client would not let a user send is refused here too, as a mistake of the test.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.loopback import rules
from tests.loopback.world import PLAYER, PRIVATE_CHANNEL, Channel, Guild, Json, User, snowflake

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.loopback.records import Message

USER, CHANNEL, ROLE, MENTIONABLE, ATTACHMENT = 6, 7, 8, 9, 11
GUILD_CONTEXT, BOT_PRIVATE_CONTEXT, PRIVATE_CONTEXT = 0, 1, 2

Value = str | int | float | bool | User | Channel


class NotOffered(Exception):  # noqa: N818 - it is a remark to the author of a test
    """A Discord client does not offer this: no such command, option, choice or button."""


@dataclass(frozen=True)
class Scene:
    """Who does something, and where.

    Attributes:
        guild: the server, or None in private.
        permissions: the member's, in this channel.
        app_permissions: the bot's, in this channel.
        user_install: the program is there for this user alone, not for the server.
    """

    guild: Guild | None
    channel: Channel
    user: User
    permissions: int = PLAYER
    app_permissions: int = PLAYER
    user_install: bool = False

    @property
    def context(self) -> int:
        if self.guild is not None:
            return GUILD_CONTEXT
        return PRIVATE_CONTEXT if self.user_install else BOT_PRIVATE_CONTEXT

    def interaction(self, me: User, kind: int, inner: Json, message: Message | None = None) -> Json:
        """The whole payload around ``inner``, its ``data``."""
        number = snowflake()
        owners = (
            {"1": str(self.user.id)} if self.user_install else {"0": str(self.guild.id if self.guild else 0)}
        )
        payload: Json = {
            "id": str(number),
            "application_id": str(me.id),
            "type": kind,
            "data": inner,
            "token": f"token-of-{number}",
            "version": 1,
            "channel_id": str(self.channel.id),
            "channel": {**self.channel.payload(), "permissions": str(self.permissions)},
            "app_permissions": str(self.app_permissions),
            "locale": "en-GB",
            "entitlements": [],
            "authorizing_integration_owners": owners,
            "context": self.context,
            "attachment_size_limit": rules.FILE_LIMIT if self.guild is None else self.guild.file_limit,
        }
        if message is not None:
            payload["message"] = message.payload()
        if self.guild is None:
            return {**payload, "user": self.user.payload()}
        payload |= {"guild_id": str(self.guild.id), "guild_locale": "en-GB"}
        payload["guild"] = {"id": str(self.guild.id), "locale": "en-GB", "features": []}
        return {**payload, "member": self.user.member(self.permissions)}


def private_channel(user: User) -> Channel:
    """The conversation of a user with the bot."""
    return Channel(snowflake(), user.name, PRIVATE_CHANNEL, recipient=user)


def command(commands: Mapping[int | None, list[Json]], scene: Scene, words: str) -> list[Json]:
    """The chain of declarations that ``words`` ("door destination") names, from command to subcommand."""
    first, *rest = words.split()
    scopes = [scene.guild.id, None] if scene.guild else [None]
    offered = [entry for scope in scopes for entry in commands.get(scope, []) if entry["type"] == rules.SLASH]
    chain = [_named(offered, first, "command")]
    _check_offer(chain[0], scene)
    for word in rest:
        chain.append(_named(chain[-1].get("options") or [], word, "subcommand"))
    if any(option["type"] in {rules.SUBCOMMAND, rules.GROUP} for option in chain[-1].get("options") or ()):
        raise NotOffered(f"/{words} is a group, not a command")
    return chain


def _named(entries: list[Json], name: str, what: str) -> Json:
    found = [entry for entry in entries if entry["name"] == name]
    if not found:
        raise NotOffered(f"there is no {what} {name!r}, only {sorted(entry['name'] for entry in entries)}")
    return found[0]


def _check_offer(entry: Json, scene: Scene) -> None:
    contexts, installs = entry.get("contexts"), entry.get("integration_types")
    if contexts is not None and scene.context not in contexts:
        raise NotOffered(f"/{entry['name']} is not offered in context {scene.context}")
    if installs is not None and int(scene.user_install) not in installs:
        raise NotOffered(f"/{entry['name']} is not offered to an install of type {int(scene.user_install)}")
    needed = int(entry.get("default_member_permissions") or 0)
    if scene.guild is not None and scene.permissions & needed != needed:
        raise NotOffered(f"/{entry['name']} needs permissions {needed:#x}")


def command_body(chain: list[Json], values: Mapping[str, Value], focused: str | None = None) -> Json:
    """``data`` of a command, or with ``focused`` of the autocomplete of that option."""
    declared = {option["name"]: option for option in chain[-1].get("options") or ()}
    if unknown := values.keys() - declared.keys():
        raise NotOffered(f"/{chain[-1]['name']} has no option {sorted(unknown)}, only {sorted(declared)}")
    missing = {name for name, option in declared.items() if option.get("required")} - values.keys()
    if missing and focused is None:
        raise NotOffered(f"/{chain[-1]['name']} needs {sorted(missing)}")
    resolved: Json = {}
    given = [_given(declared[name], value, focused, resolved) for name, value in values.items()]
    for entry in reversed(chain[1:]):
        given = [{"name": entry["name"], "type": entry["type"], "options": given}]
    top = chain[0]
    body: Json = {"id": top["id"], "name": top["name"], "type": top["type"], "options": given}
    if "guild_id" in top:
        body["guild_id"] = top["guild_id"]
    return {**body, **({"resolved": resolved} if resolved else {})}


def forged_body(chain: list[Json], values: Mapping[str, object]) -> Json:
    """The same as no client sends it: with any values for the options, of any type and size."""
    declared = {option["name"]: option["type"] for option in chain[-1].get("options") or ()}
    given = [{"name": name, "type": declared[name], "value": value} for name, value in values.items()]
    for entry in reversed(chain[1:]):
        given = [{"name": entry["name"], "type": entry["type"], "options": given}]
    return {"id": chain[0]["id"], "name": chain[0]["name"], "type": chain[0]["type"], "options": given}


def every_command(commands: list[Json]) -> dict[str, list[Json]]:
    """The chain of declarations of everything that can be called, by its words ("door destination")."""
    found: dict[str, list[Json]] = {}
    waiting = [[entry] for entry in commands if entry["type"] == rules.SLASH]
    while waiting:
        chain = waiting.pop()
        below = [
            option
            for option in chain[-1].get("options") or ()
            if option["type"] in {rules.SUBCOMMAND, rules.GROUP}
        ]
        waiting += [[*chain, option] for option in below]
        if not below:
            found[" ".join(entry["name"] for entry in chain)] = chain
    return dict(sorted(found.items()))


def _given(option: Json, value: Value, focused: str | None, resolved: Json) -> Json:
    kind, name = option["type"], option["name"]
    if focused == name:
        if not option.get("autocomplete"):
            raise NotOffered(f"{name} has no autocomplete")
        return {"name": name, "type": kind, "value": value, "focused": True}
    if isinstance(value, User):
        resolved.setdefault("users", {})[str(value.id)] = value.payload()
        value = str(value.id)
    elif isinstance(value, Channel):
        resolved.setdefault("channels", {})[str(value.id)] = {**value.payload(), "permissions": "0"}
        value = str(value.id)
    _check_value(option, value)
    return {"name": name, "type": kind, "value": value}


TYPES = {
    3: str,
    4: int,
    5: bool,
    USER: str,
    CHANNEL: str,
    ROLE: str,
    MENTIONABLE: str,
    10: (int, float),
    ATTACHMENT: str,
}


def _check_value(option: Json, value: str | float) -> None:
    name, choices = option["name"], [choice["value"] for choice in option.get("choices") or ()]
    if not isinstance(value, TYPES[option["type"]]) or (isinstance(value, bool) and option["type"] != 5):
        raise NotOffered(f"{name} takes no {value!r}")
    if choices and value not in choices:
        raise NotOffered(f"{name} offers {choices}, not {value!r}")
    size, unit = (len(value), "length") if isinstance(value, str) else (value, "value")
    low, high = option.get(f"min_{unit}"), option.get(f"max_{unit}")
    if (low is not None and size < low) or (high is not None and size > high):
        raise NotOffered(f"{name} takes a {unit} of {low} to {high}, not {size}")


def component_body(message: Message, custom_id: str, values: list[str] | None) -> Json:
    """``data`` of a pressed button, or of a select with the values chosen."""
    parts = {part["custom_id"]: part for part in message.components if part.get("custom_id")}
    if message.deleted or custom_id not in parts or parts[custom_id].get("disabled"):
        raise NotOffered(f"the message shows no {custom_id!r} to press, only {sorted(parts)}")
    body: Json = {"custom_id": custom_id, "component_type": parts[custom_id]["type"]}
    return body if values is None else {**body, "values": values}
