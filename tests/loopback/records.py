"""What the loopback remembers: messages, the answers to interactions, requests and violations."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from zlib import crc32

from tests.loopback import rules
from tests.loopback.rules import EPHEMERAL, LOADING, V2
from tests.loopback.world import Guild, Json, User, snowflake

if TYPE_CHECKING:
    from collections.abc import Iterator

PONG, MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, AUTOCOMPLETE, MODAL = 1, 4, 5, 6, 7, 8, 9
"""Types of a callback, as Discord numbers them."""

COMMAND, COMPONENT, COMPLETION, SUBMISSION = 2, 3, 4, 5
"""Types of an interaction."""

ALLOWED_CALLBACKS = {
    COMMAND: {MESSAGE, DEFERRED, MODAL},
    COMPONENT: {MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, MODAL},
    COMPLETION: {AUTOCOMPLETE},
    SUBMISSION: {MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE},
}


@dataclass(frozen=True)
class Violation:
    """Something that Discord, or this program's own law, forbids."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


@dataclass
class Request:
    """One call to the REST interface."""

    method: str
    path: str
    route: str | None
    body: Json | list[Json] | None
    files: dict[str, bytes]
    headers: dict[str, str]
    status: int | None = None


@dataclass
class Message:
    """A message as it stands now: ``body`` is what the bot sent, later edits laid over it."""

    channel_id: int
    author: User
    body: Json
    files: dict[str, bytes] = field(default_factory=dict)
    address: str = ""
    id: int = field(default_factory=snowflake)
    edits: int = 0
    deleted: bool = False

    @property
    def flags(self) -> int:
        return self.body.get("flags") or 0

    @property
    def ephemeral(self) -> bool:
        return bool(self.flags & EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Whether it still says that the bot is thinking."""
        return bool(self.flags & LOADING)

    @property
    def components(self) -> list[Json]:
        """All of them, the nested ones too."""
        return list(rules.walk(self.body.get("components") or ()))

    @property
    def text(self) -> str:
        """Everything that is to be read in it, part after part."""
        embeds = self.body.get("embeds") or ()
        parts = [self.body.get("content"), *(embed.get("description") for embed in embeds)]
        parts += [component.get("content") for component in self.components]
        return "\n".join(part for part in parts if part)

    @property
    def buttons(self) -> dict[str, str]:
        """The custom id of each button that can be pressed, by its label."""
        pressable = [
            part for part in self.components if part["type"] == rules.BUTTON and not part.get("disabled")
        ]
        return {part.get("label") or "": part["custom_id"] for part in pressable if part.get("custom_id")}

    @property
    def alt_texts(self) -> dict[str, str]:
        """The description of each file, as a screen reader would say it."""
        return rules.alt_texts(self.body)

    def payload(self) -> Json:
        """The message as Discord writes it."""
        return {
            "id": str(self.id),
            "channel_id": str(self.channel_id),
            "type": 0,
            "author": self.author.payload(),
            "content": self.body.get("content") or "",
            "timestamp": "2024-01-01T00:00:00.000000+00:00",
            "edited_timestamp": "2024-01-01T00:00:00.000000+00:00" if self.edits else None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [self._attachment(name) for name in self.files],
            "embeds": [{"type": "rich", **embed} for embed in self.body.get("embeds") or ()],
            "pinned": False,
            "flags": self.flags,
            "components": self._resolved(self.body.get("components") or [], iter(range(1, 1000))),
        }

    def _url(self, name: str) -> str:
        return f"{self.address}/attachments/{self.id}/{name}"

    def _attachment(self, name: str) -> Json:
        return {
            "id": str(self.attachment_id(name)),
            "filename": name,
            "size": len(self.files[name]),
            "url": self._url(name),
            "proxy_url": self._url(name),
            "content_type": "image/png" if name.endswith(".png") else "application/octet-stream",
            **({"description": alt} if (alt := self.alt_texts.get(name)) else {}),
        }

    def attachment_id(self, name: str) -> int:
        return self.id ^ crc32(name.encode())

    def _resolved(self, value: object, numbers: Iterator[int]) -> object:
        """Components as Discord gives them back: numbered, with addresses for the files."""
        if isinstance(value, list):
            return [self._resolved(part, numbers) for part in value]
        if not isinstance(value, dict):
            return value
        number = {"id": next(numbers)} if "type" in value and "id" not in value else {}
        inner = {key: self._resolved(part, numbers) for key, part in value.items()}
        url = value.get("url")
        if isinstance(url, str) and url.startswith("attachment://"):
            name = url.removeprefix("attachment://")
            inner |= {"url": self._url(name), "proxy_url": self._url(name), "content_type": "image/png"}
            inner |= {"width": 1, "height": 1, "id": str(self.id)}
            inner["attachment_id"] = str(self.attachment_id(name))
        if value.get("type") == rules.FILE:
            name = value["file"]["url"].removeprefix("attachment://")
            inner |= {"name": name, "size": len(self.files[name])}
        return {**number, **inner}

    def change(self, body: Json, files: dict[str, bytes]) -> None:
        """Lay an edit over it."""
        kept = self.kept(body)
        self.files = {**{name: content for name, content in self.files.items() if name in kept}, **files}
        self.body = {**self.body, **body, "flags": (self.flags | (body.get("flags") or 0)) & ~LOADING}
        self.edits += 1

    def kept(self, body: Json) -> frozenset[str]:
        """The files that remain after an edit: all, unless the edit lists some."""
        listed = body.get("attachments")
        if listed is None:
            return frozenset(self.files)
        ids = {str(entry["id"]) for entry in listed}
        return frozenset(name for name in self.files if str(self.attachment_id(name)) in ids)


@dataclass
class Answer:
    """An interaction and all that the bot answered to it.

    Attributes:
        interaction: INTERACTION_CREATE as it was delivered.
        at: the event loop's time of its first delivery, in seconds.
        guild: the server it happened in.
        source: the message whose component was used.
        callback: type of the callback, None until there is one.
        body: ``data`` of the callback as it was sent.
        after: seconds from the delivery to the callback.
        original: the message answered with, or for a component's update the message it sits on.
        follow_ups: the messages after the first.
        refusals: Discord's error codes that the bot was given for this interaction.
    """

    interaction: Json
    at: float
    guild: Guild | None = None
    source: Message | None = None
    callback: int | None = None
    body: Json = field(default_factory=dict)
    after: float | None = None
    original: Message | None = None
    follow_ups: list[Message] = field(default_factory=list)
    refusals: list[int] = field(default_factory=list)

    @property
    def id(self) -> str:
        return self.interaction["id"]

    @property
    def channel_id(self) -> int:
        return int(self.interaction["channel"]["id"])

    @property
    def app_permissions(self) -> int:
        """What the program may do in the channel."""
        return int(self.interaction["app_permissions"])

    @property
    def file_limit(self) -> int:
        """Bytes that a file of an answer may have."""
        return self.interaction["attachment_size_limit"]

    @property
    def of_user_install(self) -> bool:
        """Whether the program is there for the user alone, not for the server."""
        return list(self.interaction["authorizing_integration_owners"]) == ["1"]

    @property
    def focused_type(self) -> int:
        """Of an autocomplete: the type of the option that is being typed."""
        options = self.interaction["data"]["options"]
        while "options" in options[0]:
            options = options[0]["options"]
        return next(option["type"] for option in options if option.get("focused"))

    @property
    def settled(self) -> bool:
        """Whether the user has the answer before him: nothing is loading any more."""
        if self.callback == DEFERRED_UPDATE:
            return bool(self.follow_ups) or (self.source is not None and self.source.edits > 0)
        return self.callback is not None and not (self.original and self.original.loading)

    @property
    def messages(self) -> list[Message]:
        return [message for message in [self.original, *self.follow_ups] if message and not message.deleted]

    @property
    def ephemeral(self) -> bool:
        """Whether all of it can be read by the one who asked only."""
        return all(message.ephemeral for message in self.messages)

    @property
    def text(self) -> str:
        return "\n".join(message.text for message in self.messages)

    @property
    def files(self) -> dict[str, bytes]:
        return {name: content for message in self.messages for name, content in message.files.items()}

    @property
    def alt_texts(self) -> dict[str, str]:
        return {name: alt for message in self.messages for name, alt in message.alt_texts.items()}

    @property
    def flags(self) -> int:
        return self.body.get("flags") or 0

    @property
    def choices(self) -> list[Json]:
        """Of an autocomplete."""
        return self.body.get("choices") or []

    @property
    def uses_v2(self) -> bool:
        return any(message.flags & V2 for message in self.messages)
