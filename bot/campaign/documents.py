"""The gate for everything that is kept as JSON or as text, and the one canonical way to write it.

What passes here comes back equal from both engines: objects with text keys, lists,
text, whole numbers, true, false and null. There are no fractions in floating point
(points and ratings move in quarters and are written as text), no NUL and no lone
surrogates, which one engine would refuse, and nothing too long or too deep.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.types import TypeDecorator

from bot.campaign.errors import DocumentRefused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy.engine import Dialect
    from sqlalchemy.types import TypeEngine

MAX_TEXT = 16_000
"""Characters of one text."""

MAX_KEY = 200
"""Characters of one key."""

MAX_DEPTH = 100
"""Levels of objects and lists within one another, the outermost counted: each roll within a roll is two."""

MAX_DOCUMENT = 1_000_000
"""Characters of a whole document as it is stored."""

MAX_BITS = 10_000
"""Bits of the largest whole number: some 3,000 digits."""

_UNFIT = re.compile("[\0\ud800-\udfff]")
_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
_MARK = '"secret":true'
_NOTHING_SAVED = "Nothing was saved."


def gate_doc(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """Let ``document`` pass if both engines can keep it exactly, and give it back.

    Raises:
        DocumentRefused: too large, too deep, or something in it that cannot be kept.
    """
    if not isinstance(document, dict):
        raise DocumentRefused(f"Only an object can be kept as a document. {_NOTHING_SAVED}")
    _gate(document, 1)
    if len(canonical(document)) > MAX_DOCUMENT:
        raise DocumentRefused(f"That is more than one roll can keep: ask for less at once. {_NOTHING_SAVED}")
    return document


def gate_text(text: str, limit: int = MAX_TEXT) -> str:
    """Let ``text`` pass if both engines can keep it exactly, and give it back.

    Raises:
        DocumentRefused: longer than ``limit``, or it has NUL or half a character in it.
    """
    if len(text) > limit:
        raise DocumentRefused(f"A text can have {limit:,} characters at most. {_NOTHING_SAVED}")
    if _UNFIT.search(text):
        raise DocumentRefused(f"There is a character in the text that cannot be kept. {_NOTHING_SAVED}")
    return text


def clean_name(name: str, limit: int = 100) -> str:
    """A name from outside, without what cannot be kept, cut to ``limit`` characters; never refused."""
    return _UNFIT.sub("", name).strip()[:limit]


def canonical(document: object) -> str:
    """The one way to write a document: keys by their code points, no space, no escapes but JSON's own."""
    return _ENCODER.encode(document)


def may_hide(written: str) -> bool:
    """Whether anything may be marked secret in a document that is written as :func:`canonical` does."""
    return _MARK in written


def for_players(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document without anything marked ``"secret": true``, and without a gap where it was."""
    return cast("dict[str, Any]", _redact(document))


def _redact(value: object) -> object:
    if isinstance(value, dict):
        items = cast("dict[str, object]", value).items()
        return {key: _redact(item) for key, item in items if not _is_secret(item)}
    if isinstance(value, list | tuple):
        return [_redact(item) for item in cast("list[object]", value) if not _is_secret(item)]
    return value


def _is_secret(value: object) -> bool:
    return isinstance(value, dict) and cast("dict[str, object]", value).get("secret") is True


def _gate(value: object, depth: int) -> None:
    if value is None or isinstance(value, bool):
        return
    if isinstance(value, str):
        gate_text(value)
    elif isinstance(value, int):
        if value.bit_length() > MAX_BITS:
            raise DocumentRefused(f"A number in it is too long to keep. {_NOTHING_SAVED}")
    elif isinstance(value, dict | list | tuple):
        if depth > MAX_DEPTH:
            raise DocumentRefused(f"It is nested more than {MAX_DEPTH} levels deep. {_NOTHING_SAVED}")
        _gate_items(cast("dict[object, object] | list[object]", value), depth)
    else:
        raise DocumentRefused(f"A {type(value).__name__} cannot be kept in a document. {_NOTHING_SAVED}")


def _gate_items(value: dict[object, object] | list[object], depth: int) -> None:
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                raise DocumentRefused(f"Every key of a document is a text. {_NOTHING_SAVED}")
            gate_text(key, MAX_KEY)
        value = list(value.values())
    for item in value:
        _gate(item, depth + 1)


class Document(TypeDecorator[dict[str, Any]]):
    """A JSON object in a column: text on SQLite, JSONB on PostgreSQL; gated where it is made, not here."""

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """JSONB where it exists."""
        return dialect.type_descriptor(JSONB() if dialect.name == "postgresql" else Text())

    def process_bind_param(self, value: dict[str, Any] | None, dialect: Dialect) -> Any:  # noqa: ANN401 - as the library has it
        """Write it."""
        return value if value is None or dialect.name == "postgresql" else canonical(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> dict[str, Any] | None:  # noqa: ANN401, ARG002 - likewise
        """Read it."""
        return json.loads(value) if isinstance(value, str) else value
