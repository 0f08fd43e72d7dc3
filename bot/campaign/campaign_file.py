"""A campaign as one file: JSON Lines, so that it can be read by anybody and moved to any engine.

The first line is a :class:`Header`, the last a :class:`Closing` with the number of lines before it and the
SHA-256 of all their bytes; between them stands one line for each row, in a fixed order. Discord's ids are
text, because many readers of JSON cannot hold them as numbers; bytes are in hexadecimal.
``docs/campaign-file.md`` tells it for strangers, ``docs/campaign-file.schema.json`` for programs.
"""

from __future__ import annotations

import gzip
import io
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from bot.campaign.chain import START, VERSION, event_hash
from bot.campaign.changes import changes_of
from bot.campaign.documents import gate_doc, gate_text
from bot.campaign.entries import Slot
from tables.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

FORMAT = 1
"""The version of the file's format."""

MOST_BYTES = 256 * 1024 * 1024
"""Bytes of a file, unpacked, at most."""

MOST_LINES = 2_000_000
"""Lines of a file at most."""

_GZIP = b"\x1f\x8b"


class FileRefused(Refusal):
    """A file that is no campaign, or not the whole of one; nothing was changed."""


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="line"):
    """One line of a campaign's file."""


class Header(Line, frozen=True, tag="campaign"):
    """Whose file it is: the format, the campaign's name and how many events it has."""

    format: int
    slug: str
    name: str
    created: int
    events: int


class Channel(Line, frozen=True, tag="channel"):
    """A channel that the campaign is bound to."""

    id: str


class Person(Line, frozen=True, tag="person"):
    """Somebody who did something; without id and name once erased."""

    number: int
    user: str | None
    name: str | None


class FileEvent(Line, frozen=True, tag="event"):
    """An event, whole, with what seals it."""

    seq: int
    at: int
    person: int
    channel: str
    place: str
    request: str
    kind: str
    audience: str
    reference: str
    again_of: int | None
    undoes: int | None
    v: int
    doc: dict[str, Any]
    text: str
    salt: str
    hash: str


class FileEntry(Line, frozen=True, tag="entry"):
    """An entry of a list, as it stands."""

    list: str
    scope: str
    number: int
    name_key: str | None
    doc: dict[str, Any]


class Counter(Line, frozen=True, tag="counter"):
    """The last number that a list has given out."""

    list: str
    scope: str
    last: int


class Touch(Line, frozen=True, tag="touch"):
    """An event that changed an entry or stands on it."""

    list: str
    scope: str
    number: int
    seq: int


class FileSession(Line, frozen=True, tag="session"):
    """A session with the seeds of its dice."""

    number: int
    opened_by: int
    closed_by: int | None
    words: str
    open_seed: str
    secret_seed: str


class Closing(Line, frozen=True, tag="end"):
    """What the file must come to."""

    lines: int
    sha256: str


AnyLine: TypeAlias = (
    Header | Channel | Person | FileEvent | FileEntry | Counter | Touch | FileSession | Closing
)

_ENCODER = msgspec.json.Encoder(order="deterministic")
_DECODER: msgspec.json.Decoder[AnyLine] = msgspec.json.Decoder(AnyLine)
ORDER = (Channel, Person, FileEvent, FileEntry, Counter, Touch, FileSession)
"""The kinds of lines between the first and the last, in their order."""


@dataclass(frozen=True, slots=True)
class CampaignFile:
    """A file that was read and found whole.

    Attributes:
        header: whose it is.
        lines: everything between its first and last line, in order.
    """

    header: Header
    lines: tuple[AnyLine, ...]

    def of(self, kind: type[msgspec.Struct]) -> list[Any]:
        """The lines of one kind."""
        return [line for line in self.lines if isinstance(line, kind)]


def write_file(header: Header, lines: Iterable[AnyLine]) -> bytes:
    """The file of these lines, which stand in :data:`ORDER`."""
    written, digest, count = io.BytesIO(), sha256(), 0
    for line in (header, *lines):
        row = _ENCODER.encode(line) + b"\n"
        digest.update(row)
        written.write(row)
        count += 1
    written.write(_ENCODER.encode(Closing(count, digest.hexdigest())) + b"\n")
    return written.getvalue()


def packed(content: bytes) -> bytes:
    """The file packed with gzip: always the same for the same file."""
    return gzip.compress(content, mtime=0)


def read_file(content: bytes) -> CampaignFile:
    """Read a file, packed or not, and check that it is whole and says one thing throughout.

    Raises:
        FileRefused: it is no campaign's file, was cut or altered, or is of a later format.
    """
    rows = _unpacked(content).split(b"\n")
    if len(rows) < 3 or rows[-1] != b"":
        raise FileRefused("That file is no campaign, or its end is missing. Nothing was changed.")
    if len(rows) > MOST_LINES:
        raise FileRefused(f"A campaign's file has {MOST_LINES:,} lines at most. Nothing was changed.")
    _check_format(rows[0])
    _check_closing(rows)
    header, *lines = [_line(row, number) for number, row in enumerate(rows[:-2], 1)]
    if not isinstance(header, Header):
        raise FileRefused("The first line of that file is not a campaign's. Nothing was changed.")
    found = CampaignFile(header, tuple(lines))
    for check in (_check_order, _check_events, _check_entries, _check_numbers):
        check(found)
    return found


def _unpacked(content: bytes) -> bytes:
    if not content.startswith(_GZIP):
        return content
    try:
        with gzip.open(io.BytesIO(content)) as packed_file:
            unpacked = packed_file.read(MOST_BYTES + 1)
    except (OSError, EOFError, ValueError) as problem:
        raise FileRefused("That file is packed, and cannot be unpacked. Nothing was changed.") from problem
    if len(unpacked) > MOST_BYTES:
        raise FileRefused(f"Unpacked, a file has {MOST_BYTES >> 20} MiB at most. Nothing was changed.")
    return unpacked


def _check_format(first: bytes) -> None:
    try:
        found = msgspec.json.decode(first, type=dict[str, Any])
    except (msgspec.DecodeError, ValueError, RecursionError) as problem:
        raise FileRefused("That file is not a campaign's. Nothing was changed.") from problem
    if found.get("line") != "campaign" or not isinstance(found.get("format"), int):
        raise FileRefused("That file is not a campaign's. Nothing was changed.")
    if found["format"] > FORMAT:
        raise FileRefused(
            f"That file was written by a later version of Undercroft (format {found['format']}, and this one "
            f"reads {FORMAT}). Nothing was changed: upgrade the bot first."
        )


def _check_closing(rows: list[bytes]) -> None:
    closing = _line(rows[-2], len(rows) - 1)
    if not isinstance(closing, Closing):
        raise FileRefused("The last line of that file is missing, so it was cut. Nothing was changed.")
    digest = sha256()
    for row in rows[:-2]:
        digest.update(row + b"\n")
    if (closing.lines, closing.sha256) != (len(rows) - 2, digest.hexdigest()):
        raise FileRefused("That file is not as it was written: it was cut or altered. Nothing was changed.")


def _line(row: bytes, number: int) -> AnyLine:
    try:
        return _DECODER.decode(row)
    except (msgspec.DecodeError, msgspec.ValidationError, ValueError, RecursionError) as problem:
        raise FileRefused(f"Line {number:,} of that file cannot be read. Nothing was changed.") from problem


def _check_order(found: CampaignFile) -> None:
    places = [
        next((place for place, kind in enumerate(ORDER) if isinstance(line, kind)), -1)
        for line in found.lines
    ]
    if -1 in places or places != sorted(places):
        raise FileRefused("The lines of that file are not in their order. Nothing was changed.")


def _check_events(found: CampaignFile) -> None:
    """Recompute the chain: every event is as it was written, and none is missing."""
    previous = START
    events: list[FileEvent] = found.of(FileEvent)
    people = {person.number for person in found.of(Person)}
    for number, event in enumerate(events, 1):
        try:
            row = event_row(event, previous)
            gate_doc(event.doc)
            gate_text(event.text)
        except (ValueError, Refusal) as problem:
            raise _wrong_event(number) from problem
        is_whole = event.seq == number and event.v == VERSION and event.person in people
        if not is_whole or event_hash(row) != row["hash"]:
            raise _wrong_event(number)
        previous = row["hash"]
    if len(events) != found.header.events:
        raise FileRefused(
            f"That file has {len(events):,} events and says {found.header.events:,}. Nothing was changed."
        )


def _wrong_event(number: int) -> FileRefused:
    return FileRefused(f"Event {number:,} of that file is not as it was written. Nothing was changed.")


def _check_entries(found: CampaignFile) -> None:
    """The lists are what the events say."""
    must: dict[Slot, Mapping[str, Any]] = {}
    for event in found.of(FileEvent):
        for made in changes_of(event.doc):
            if made.after is None:
                must.pop(made.slot, None)
            else:
                must[made.slot] = made.after
    standing = {Slot(line.list, line.scope, line.number): line.doc for line in found.of(FileEntry)}
    if standing != must:
        raise FileRefused("The lists in that file are not what its events say. Nothing was changed.")


def _check_numbers(found: CampaignFile) -> None:
    """No list holds a number that it has not given out, no session a seed that cannot be one."""
    last = {(line.list, line.scope): line.last for line in found.of(Counter)}
    for entry in found.of(FileEntry):
        if entry.list != "settings" and entry.number > last.get((entry.list, entry.scope), entry.number):
            raise FileRefused("A list in that file has more entries than numbers. Nothing was changed.")
    for line in found.of(FileSession):
        if not all(len(seed) == 64 and _is_hex(seed) for seed in (line.open_seed, line.secret_seed)):
            raise FileRefused(f"Session {line.number} in that file has no proper seeds. Nothing was changed.")


def _is_hex(text: str) -> bool:
    return set(text) <= set("0123456789abcdef")


def event_row(event: FileEvent, previous: bytes) -> dict[str, Any]:
    """An event's columns, but for its campaign.

    Raises:
        ValueError: something in it is no number or no bytes.
    """
    return {
        "seq": event.seq,
        "at": event.at,
        "person": event.person,
        "channel_id": int(event.channel),
        "place_id": int(event.place),
        "request_key": event.request,
        "kind": event.kind,
        "audience": event.audience,
        "reference": event.reference,
        "again_of": event.again_of,
        "undoes": event.undoes,
        "v": event.v,
        "doc": event.doc,
        "text": event.text,
        "salt": bytes.fromhex(event.salt),
        "previous": previous,
        "hash": bytes.fromhex(event.hash),
    }


def rows_of(events: Iterable[FileEvent], campaign_id: int) -> Iterator[dict[str, Any]]:
    """The columns of checked events in their order."""
    previous = START
    for event in events:
        row = event_row(event, previous)
        previous = row["hash"]
        yield {"campaign_id": campaign_id, **row}


def schema_of_a_line() -> dict[str, Any]:
    """The JSON Schema of one line, as ``docs/campaign-file.schema.json`` publishes it."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of an Undercroft campaign file",
        **msgspec.json.schema(AnyLine),
    }


Progress: TypeAlias = "Callable[[int, int], None]"
"""Is told how many lines are done, and of how many."""
