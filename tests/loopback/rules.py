"""What Discord refuses although its document allows it, and the laws this program sets itself.

Pure functions from bodies to sentences; an empty list is praise. A message is judged as it
stands after the change: a new one as sent, an edited one with the edit laid over it.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

SUPPRESS_EMBEDS, EPHEMERAL, LOADING, SILENT, VOICE, V2 = 1 << 2, 1 << 6, 1 << 7, 1 << 12, 1 << 13, 1 << 15
FLAGS_OF_CREATION = SUPPRESS_EMBEDS | SILENT | VOICE | V2
FLAGS_OF_EDIT = SUPPRESS_EMBEDS | V2

ROW, BUTTON, SECTION, TEXT, THUMBNAIL, GALLERY, FILE, CONTAINER = 1, 2, 9, 10, 11, 12, 13, 17
V2_ONLY = frozenset(range(SECTION, CONTAINER + 1))
LINK, PREMIUM = 5, 6
FILE_LIMIT = 10 * 1024 * 1024
"""Bytes of one file where nobody pays for more."""

Json = dict[str, Any]


@dataclass(frozen=True)
class Draft:
    """A message as it would stand: its body, the files now sent and the names of those it keeps."""

    body: Json
    files: Mapping[str, bytes] = field(default_factory=dict)
    kept: frozenset[str] = frozenset()
    limit: int = FILE_LIMIT

    @property
    def flags(self) -> int:
        return self.body.get("flags") or 0


def walk(components: Iterable[Json]) -> Iterator[Json]:
    """Every component, the nested ones after the one that holds them."""
    for component in components:
        yield component
        yield from walk(component.get("components") or ())
        if accessory := component.get("accessory") or component.get("component"):
            yield from walk([accessory])


def message_faults(draft: Draft) -> list[str]:
    """Why Discord would refuse this message although its document has nothing against it."""
    return [*_content(draft), *_embeds(draft), *_components(draft), *_files(draft)]


def _content(draft: Draft) -> Iterator[str]:
    body, holds_files = draft.body, bool(draft.files or draft.kept)
    if not (
        holds_files
        or any(body.get(key) for key in ("content", "embeds", "components", "poll", "sticker_ids"))
    ):
        yield "the message is empty"
    if len(body.get("content") or "") > 2000:
        yield "content is longer than 2000 characters"
    beside = [key for key in ("content", "embeds", "poll", "sticker_ids") if body.get(key)]
    if draft.flags & V2 and beside:
        yield f"a Components V2 message cannot hold {' and '.join(beside)}"


def _embeds(draft: Draft) -> Iterator[str]:
    embeds = draft.body.get("embeds") or []
    total = 0
    for embed in embeds:
        fields = embed.get("fields") or []
        texts = [embed.get("title"), embed.get("description")]
        texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
        total += sum(
            len(text or "") for text in [*texts, *(part for f in fields for part in (f["name"], f["value"]))]
        )
        if any(not f["name"].strip() or not f["value"].strip() for f in fields):
            yield "an embed field has an empty name or value"
        if not (fields or any(texts) or embed.get("image") or embed.get("thumbnail")):
            yield "an embed is empty"
    if total > 6000:
        yield f"{total} characters over all embeds, more than 6000"


def _components(draft: Draft) -> Iterator[str]:
    top = draft.body.get("components") or []
    every = list(walk(top))
    kinds = {component["type"] for component in every}
    if draft.flags & V2:
        if len(every) > 40:
            yield f"{len(every)} components, nested ones counted, more than 40"
        length = sum(len(component["content"]) for component in every if component["type"] == TEXT)
        if length > 4000:
            yield f"{length} characters in all texts, more than 4000"
    else:
        if kinds & V2_ONLY:
            yield "components of V2 without the flag"
        if len(top) > 5:
            yield f"{len(top)} rows, more than 5"
    named = Counter(component["custom_id"] for component in every if component.get("custom_id"))
    yield from (f"custom_id {name!r} is used {count} times" for name, count in named.items() if count > 1)
    for component in every:
        if component["type"] == ROW:
            yield from _row(component["components"])
        elif component["type"] == BUTTON:
            yield from _button(component)


def _row(components: list[Json]) -> Iterator[str]:
    buttons = sum(component["type"] == BUTTON for component in components)
    if buttons > 5:
        yield f"{buttons} buttons in one row, more than 5"
    if buttons and buttons < len(components):
        yield "buttons and a select in one row"
    if len(components) - buttons > 1:
        yield "more than one select in a row"


def _button(button: Json) -> Iterator[str]:
    if button["style"] == PREMIUM:
        return
    if not (button.get("label") or button.get("emoji")):
        yield "a button has neither label nor emoji"
    if button["style"] == LINK and (button.get("custom_id") or not button.get("url")):
        yield "a link button needs a url and has no custom_id"
    if button["style"] != LINK and not button.get("custom_id"):
        yield "a button has no custom_id"


def _media(body: Json) -> Iterator[Json]:
    """Whatever in a body shows a file: the objects that carry its url."""
    for component in walk(body.get("components") or ()):
        yield from (item["media"] for item in component.get("items") or ())
        yield from (component[key] for key in ("media", "file") if component.get(key))
    for embed in body.get("embeds") or ():
        yield from (embed[key] for key in ("image", "thumbnail", "video") if embed.get(key))
        yield from (
            {"url": embed[key].get("icon_url") or ""} for key in ("author", "footer") if embed.get(key)
        )


def _files(draft: Draft) -> Iterator[str]:
    if len(draft.files) + len(draft.kept) > 10:
        yield "more than 10 files"
    yield from (f"file {name!r} is empty" for name, content in draft.files.items() if not content)
    urls = [media["url"] for media in _media(draft.body)]
    shown = {url.removeprefix("attachment://") for url in urls if url.startswith("attachment://")}
    yield from (
        f"attachment://{name} was not sent" for name in sorted(shown - draft.files.keys() - draft.kept)
    )
    if draft.flags & V2:
        unseen = sorted(draft.files.keys() - shown)
        yield from (f"file {name!r} is shown by no component, so nobody would see it" for name in unseen)


def size_faults(draft: Draft) -> list[str]:
    """Files for which Discord refuses a message before it reads it."""
    return [
        f"file {name!r} has {len(content)} bytes, more than {draft.limit}"
        for name, content in draft.files.items()
        if len(content) > draft.limit
    ]


def message_laws(draft: Draft) -> list[str]:
    """What Discord would let pass and this program must not do."""
    return [*_mentions(draft.body), *_alt_texts(draft)]


def _mentions(body: Json) -> Iterator[str]:
    allowed = body.get("allowed_mentions")
    if allowed is None:
        yield "allowed_mentions is missing, so a player's text could ping everyone"
    elif allowed.get("parse") != [] or any(allowed.get(key) for key in ("users", "roles", "replied_user")):
        yield f"allowed_mentions lets pings through: {allowed}"


def alt_texts(body: Json) -> dict[str, str]:
    """The description of each file that has one: of the attachment, or of the component that shows it."""
    described = {
        entry["filename"]: entry["description"]
        for entry in body.get("attachments") or ()
        if entry.get("filename") and entry.get("description")
    }
    for component in walk(body.get("components") or ()):
        shown = [*(component.get("items") or ())]
        if component["type"] == THUMBNAIL:
            shown.append(component)
        described |= {
            part["media"]["url"].removeprefix("attachment://"): part["description"]
            for part in shown
            if part.get("description")
        }
    return described


def _alt_texts(draft: Draft) -> Iterator[str]:
    pictures = [name for name in draft.files if re.search(r"\.(png|jpe?g|gif|webp)$", name, re.IGNORECASE)]
    described = alt_texts(draft.body)
    yield from (f"picture {name!r} has no alt text" for name in pictures if name not in described)


def flag_faults(flags: int, allowed: int) -> list[str]:
    """Flags that may not be set where they were set."""
    return [f"flags {flags & ~allowed:#x} cannot be set here"] if flags & ~allowed else []


SUBCOMMAND, GROUP, STRING, INTEGER, NUMBER = 1, 2, 3, 4, 10
SLASH = 1
MOST_COMMANDS = {SLASH: 100, 2: 15, 3: 15}


def command_faults(commands: list[Json]) -> list[str]:
    """Why Discord would refuse this list of commands, or show something else than was meant."""
    faults: list[str] = []
    kinds = Counter(command.get("type", SLASH) for command in commands)
    faults += [
        f"{kinds[kind]} commands of type {kind}" for kind, most in MOST_COMMANDS.items() if kinds[kind] > most
    ]
    names = Counter((command.get("type", SLASH), command["name"]) for command in commands)
    faults += [f"/{name} is there {count} times" for (_, name), count in names.items() if count > 1]
    for command in commands:
        is_slash = command.get("type", SLASH) == SLASH
        if not is_slash and (command.get("description") or command.get("options")):
            faults.append(f"menu {command['name']!r} has a description or options")
        faults += [f"/{command['name']}: {fault}" for fault in _entry(command)] if is_slash else []
        if (size := _size(command)) > 8000:
            faults.append(f"/{command['name']} has {size} characters, more than 8000")
    return faults


def _entry(entry: Json) -> Iterator[str]:
    """Of a slash command or one of its options, with all below it."""
    name, options = entry["name"], entry.get("options") or []
    if not re.fullmatch(r"[-'\w]{1,32}", name) or name != name.lower():
        yield f"the name {name!r} is not 1 to 32 lower-case letters, digits, - or _"
    if not (entry.get("description") or "").strip():
        yield f"{name} has no description"
    if entry.get("choices") and entry.get("autocomplete"):
        yield f"{name} has both choices and autocomplete"
    bounds = (
        [entry.get(key) for key in ("min_value", "max_value")],
        [entry.get(k) for k in ("min_length", "max_length")],
    )
    if any(low is not None and high is not None and low > high for low, high in bounds):
        yield f"{name} has a minimum above its maximum"
    yield from (
        f"{name}: option {twice} is there twice" for twice in _twice(option["name"] for option in options)
    )
    yield from (
        f"{name}: choice {twice!r} is there twice"
        for twice in _twice(c["name"] for c in entry.get("choices") or ())
    )
    nested = [option["type"] in {SUBCOMMAND, GROUP} for option in options]
    if any(nested) and not all(nested):
        yield f"{name} mixes subcommands with other options"
    required = [bool(option.get("required")) for option in options]
    if required != sorted(required, reverse=True):
        yield f"{name} has a required option after an optional one"
    for option in options:
        yield from _entry(option)


def _twice(names: Iterable[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]


def _size(entry: Json) -> int:
    """Characters that count towards a command's 8000: of each translation the longest."""
    size = 0
    for key in ("name", "description"):
        translations = (entry.get(f"{key}_localizations") or {}).values()
        size += max(len(text) for text in [entry.get(key) or "", *translations])
    size += sum(len(choice["name"]) + len(str(choice["value"])) for choice in entry.get("choices") or ())
    return size + sum(_size(option) for option in entry.get("options") or ())


def choice_faults(choices: list[Json], kind: int) -> list[str]:
    """What is wrong with the answer of an autocomplete for an option of that type."""
    wanted = {STRING: str, INTEGER: int, NUMBER: (int, float)}[kind]
    faults = [
        f"choice {c['name']!r} has the value {c['value']!r}"
        for c in choices
        if not isinstance(c["value"], wanted)
    ]
    faults += [f"choice {choice['name']!r} is blank" for choice in choices if not choice["name"].strip()]
    return faults


def modal_faults(body: Json) -> list[str]:
    """What is wrong with a form although Discord's document allows it."""
    components = body.get("components") or []
    return [f"{len(components)} parts in a form, more than 5"] if len(components) > 5 else []
