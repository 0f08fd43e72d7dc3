"""Recomputing a published session: its promises, its chain of hashes and every open face, without a network.

It follows ``docs/fair-dice.md`` and needs neither Discord nor the database. What it finds is the first row of
the file that is not as it was recorded.
"""

from __future__ import annotations

import gzip
import io
import json
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import msgspec

from tables.dice import MAX_SIDES, ZERO_SIDES, FairDice
from tables.errors import OptionError, Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

FORMAT = "undercroft session 1"
"""What a session's file says that it is."""

MOST_BYTES = 256 * 1024 * 1024
"""Bytes of a file, unpacked, at most."""

PREFIX = b"undercroft event 1\n"
"""What stands first in what an event's hash is of."""

_GZIP = b"\x1f\x8b"
_EVERYONE = "everyone"


class NoSession(OptionError):  # noqa: N818 - as its family
    """The file cannot be read, or is no session's file."""


class Tampered(Refusal):
    """The file is not what was recorded; the message names the first row that fails."""


class Promises(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The SHA-256 of both seeds, in hexadecimal."""

    open: str
    secret: str


class Seeds(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The seeds, in hexadecimal; the secret one only where the game masters published it."""

    open: str
    secret: str | None = None


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="row"):
    """An event."""


class OpenRow(_Row, frozen=True, tag="open"):
    """An event that everybody could read: its open part with half of the salt, and the other seal."""

    open: str
    open_salt: str
    whole_seal: str
    hash: str


class WholeRow(_Row, frozen=True, tag="whole"):
    """A roll whose secrets were published: both parts, each with its half of the salt."""

    open: str
    open_salt: str
    whole: str
    whole_salt: str
    hash: str


class HiddenRow(_Row, frozen=True, tag="hidden"):
    """An event that is not everybody's: its two seals."""

    open_seal: str
    whole_seal: str
    hash: str


AnyRow: TypeAlias = OpenRow | WholeRow | HiddenRow


class SessionFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A published session."""

    format: str
    session: int
    words: str
    promises: Promises
    seeds: Seeds
    previous: str
    events: tuple[AnyRow, ...]


@dataclass(frozen=True, slots=True)
class Verified:
    """A file in which everything is as it was recorded.

    Attributes:
        file: the file.
        rolls: the rolls that were recomputed.
        dice: their dice, those that were recomputed.
        unseen: dice behind the screen, which only the hidden seed tells.
        by_hand: the rolls that were thrown at the table.
        hidden: the events of which the file has seals only.
    """

    file: SessionFile
    rolls: int
    dice: int
    unseen: int
    by_hand: int
    hidden: int

    def lines(self) -> tuple[str, ...]:
        """What was found, as a table."""
        file = self.file
        secret = "both seeds" if file.seeds.secret else "the open seed; the hidden one is not in the file"
        rows = (
            ("session", f"{file.session}" + (f", with the words “{file.words}”" if file.words else "")),
            ("promises", f"kept by {secret}"),
            ("chain", f"whole: {len(file.events)} events, {self.hidden} of them sealed"),
            ("rolls", f"{self.rolls} recomputed, {self.dice} dice; {self.unseen} dice behind the screen"),
            ("by hand", f"{self.by_hand}, thrown at the table: nothing to recompute"),
            ("promised", f"open {file.promises.open}"),
            ("", f"hidden {file.promises.secret}"),
            ("last hash", file.events[-1].hash),
        )
        table = tuple(f"{name:<10} {words}" for name, words in rows)
        return (*table, "Compare what was promised, and the last hash, with what was posted in the channel.")


@dataclass(slots=True)
class _Count:
    rolls: int = 0
    dice: int = 0
    unseen: int = 0
    by_hand: int = 0
    hidden: int = 0


def read_session(path: Path) -> SessionFile:
    """The session's file at a path, packed with gzip or not.

    Raises:
        NoSession: there is none.
    """
    try:
        content = path.read_bytes()
        if content.startswith(_GZIP):
            with gzip.open(io.BytesIO(content)) as packed:
                content = packed.read(MOST_BYTES + 1)
    except (OSError, EOFError) as problem:
        raise NoSession(f"{path} cannot be read: {problem}.") from problem
    if len(content) > MOST_BYTES:
        raise NoSession(f"{path} is larger than any session's file.")
    try:
        file = msgspec.json.decode(content, type=SessionFile)
    except msgspec.DecodeError as problem:
        raise NoSession(f"{path} is no session's file: {problem}.") from problem
    if file.format != FORMAT or not file.events:
        raise NoSession(f"{path} is no session's file of the format “{FORMAT}”.")
    return file


def verify(file: SessionFile) -> Verified:
    """Recompute everything in a session's file.

    Raises:
        Tampered: something is not as it was recorded; the message names the first row.
    """
    _promises(file)
    count = _Count()
    previous = _bytes(file.previous, "the hash before the session")
    first = _first_number(file)
    for number, row in enumerate(file.events, 1):
        where = f"Row {number}{_named(row)}"
        made = sha256(PREFIX + previous + b"".join(_seals(row, where))).digest()
        if made.hex() != row.hash:
            raise Tampered(f"{where} fails: its hash is not that of its content after the row before.")
        previous = made
        try:
            _content(file, number, first, where)
            if isinstance(row, HiddenRow):
                count.hidden += 1
            else:
                _dice(file, row, where, count)
        except (KeyError, TypeError, AttributeError, RecursionError) as problem:
            raise Tampered(f"{where} fails: it is not of the shape of an event.") from problem
    return Verified(file, count.rolls, count.dice, count.unseen, count.by_hand, count.hidden)


def schema_of_a_session() -> dict[str, Any]:
    """The JSON Schema of the file, as ``docs/session-file.schema.json`` publishes it."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A published Undercroft session",
        **msgspec.json.schema(SessionFile),
    }


def _promises(file: SessionFile) -> None:
    pairs = (
        ("open", file.seeds.open, file.promises.open),
        ("hidden", file.seeds.secret, file.promises.secret),
    )
    for name, seed, promise in pairs:
        if seed is not None and sha256(_bytes(seed, f"the {name} seed")).hexdigest() != promise:
            raise Tampered(f"The {name} seed fails: its SHA-256 is not what was promised.")


def _seals(row: AnyRow, where: str) -> tuple[bytes, bytes]:
    """The two seals of a row, computed from what it tells."""
    if isinstance(row, HiddenRow):
        return _bytes(row.open_seal, where), _bytes(row.whole_seal, where)
    open_seal = _seal(row.open_salt, row.open, where)
    if isinstance(row, OpenRow):
        return open_seal, _bytes(row.whole_seal, where)
    return open_seal, _seal(row.whole_salt, row.whole, where)


def _seal(salt: str, part: str, where: str) -> bytes:
    return sha256(_bytes(salt, where) + part.encode()).digest()


def _bytes(text: str, where: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise Tampered(f"{where[:1].upper()}{where[1:]} fails: something in it is not hexadecimal.") from None


def _parts(open_part: str, where: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """An event's head and its document, from the two lines of its open part."""
    head, _, document = open_part.partition("\n")
    return _object(head, where), _object(document, where)


def _object(text: str, where: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise Tampered(f"{where} fails: it cannot be read.")
    return cast("dict[str, Any]", found)


def _named(row: AnyRow) -> str:
    """What people call an event by, as far as it can be read."""
    if isinstance(row, HiddenRow):
        return ""
    try:
        return f" (#{_parts(row.open, '')[0]['reference']})"
    except (Tampered, KeyError):
        return ""


def _first_number(file: SessionFile) -> int:
    first = file.events[0]
    number = None if isinstance(first, HiddenRow) else _parts(first.open, "row 1")[0].get("seq")
    if not isinstance(number, int):
        raise Tampered("Row 1 fails: it is not the opening of the session.")
    return number


def _content(file: SessionFile, number: int, first: int, where: str) -> None:
    """Rows are numbered in order; the first opened the session as promised, the last told its seed."""
    row = file.events[number - 1]
    head, document = ({}, {}) if isinstance(row, HiddenRow) else _parts(row.open, where)
    if not isinstance(row, HiddenRow) and head["seq"] != first + number - 1:
        raise Tampered(f"{where} fails: it is numbered {head['seq']}, not {first + number - 1}.")
    if number == 1:
        told = [document.get(name) for name in ("session", "words", "open_promise", "secret_promise")]
        promised = [file.session, file.words, file.promises.open, file.promises.secret]
        if head.get("kind") != "session.open" or told != promised:
            raise Tampered(f"{where} fails: it did not open this session with these promises and words.")
    if number == len(file.events):
        told = [document.get("session"), document.get("open_seed")]
        if head.get("kind") != "session.close" or told != [file.session, file.seeds.open]:
            raise Tampered(f"{where} fails: it did not close this session with this seed.")


def _dice(file: SessionFile, row: OpenRow | WholeRow, where: str, count: _Count) -> None:
    """Throw the dice of a roll again."""
    head, document = _parts(row.open, where)
    outcome: Any = document.get("outcome")
    if isinstance(row, WholeRow):
        whole = _object(row.whole, where)
        if _for_players(whole) != document:
            raise Tampered(f"{where} fails: its whole tells something else than its open part.")
        outcome = whole.get("whole", outcome)
    if outcome is None:
        return
    if document.get("by_hand"):
        count.by_hand += 1
        return
    count.rolls += 1
    label = str(head["request"]).partition(":")[0] + (f" {file.words}" if file.words else "")
    in_the_open = head["audience"] == _EVERYONE
    secret = None if file.seeds.secret is None else FairDice(bytes.fromhex(file.seeds.secret), label)
    dice = FairDice(bytes.fromhex(file.seeds.open), label) if in_the_open else secret
    behind = (secret if isinstance(row, WholeRow) else None) if in_the_open else dice
    for place, die in enumerate(_walk(outcome), 1):
        source = behind if die.get("screened") else dice
        if not 1 <= die["sides"] <= MAX_SIDES:
            raise Tampered(f"{where} fails: there is no d{die['sides']}.")
        thrown = None if source is None else source.throw(die["sides"])
        if thrown is None or die.get("hidden"):
            count.unseen += 1
        elif die["face"] not in {thrown, 0 if thrown == die["sides"] and thrown in ZERO_SIDES else thrown}:
            raise Tampered(
                f"{where} fails: its die {place}, a d{die['sides']}, shows {die['face']}, "
                f"and the seed gives {thrown}."
            )
        else:
            count.dice += 1


def _walk(outcome: Any) -> Iterator[Mapping[str, Any]]:  # noqa: ANN401 - as the file has it
    """Every die of an outcome in the order thrown."""
    yield from outcome["dice"]
    for child in outcome["children"]:
        yield from _walk(child)


def _for_players(value: object) -> object:
    """Without anything marked secret."""
    if isinstance(value, dict):
        items = cast("dict[str, object]", value).items()
        return {key: _for_players(item) for key, item in items if not _is_secret(item)}
    if isinstance(value, list):
        return [_for_players(item) for item in cast("list[object]", value) if not _is_secret(item)]
    return value


def _is_secret(value: object) -> bool:
    return isinstance(value, dict) and cast("dict[str, object]", value).get("secret") is True
