"""Discord's own API document as a judge of bodies, both the bot's and the loopback's.

A judgement is a list of sentences, each with the place it speaks of; an empty list is praise.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema_rs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jsonschema_rs import ValidationError, Validator

IN_VAIN = frozenset({"tts"})
"""Fields that discord.py sends to every route, also to those that have none of the name."""

ECHO = 70
"""Characters that a sentence keeps of its beginning (the instance) and of its end (the reproach)."""


@cache
def _document() -> dict[str, Any]:
    document = json.loads((Path(__file__).parent / "openapi.json").read_text(encoding="utf-8"))
    # Discord reads ids written as numbers too, and discord.py writes them so.
    document["components"]["schemas"]["SnowflakeType"] = {
        "type": ["string", "integer"],
        "pattern": "^(0|[1-9][0-9]*)$",
    }
    # Told on Discord's pages, left out of the document.
    document["components"]["schemas"]["ApplicationCommandUpdateRequest"]["properties"]["nsfw"] = {
        "type": "boolean"
    }
    return document


@cache
def _strict_document() -> dict[str, Any]:
    """The document with every object closed, to find what Discord itself passes over."""
    return _closed(_document())


def _closed(schema: Any) -> Any:
    """A schema in which no object has fields that it does not name."""
    if isinstance(schema, list):
        return [_closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: _closed(part) for key, part in schema.items()}
    is_object = isinstance(schema.get("properties"), dict) and "type" in schema
    return {"additionalProperties": False, **closed} if is_object else closed


def _content(method: str, path: str, status: str | None) -> dict[str, Any] | None:
    operation = _document()["paths"][path][method.lower()]
    holder = operation.get("requestBody", {}) if status is None else operation["responses"].get(status, {})
    return holder.get("content", {}).get("application/json", {}).get("schema")


@cache
def _validator(method: str, path: str, status: str | None, *, strict: bool = False) -> Validator | None:
    schema = _content(method, path, status)
    if schema is None:
        return None
    document = _strict_document() if strict else _document()
    # The references in the document are "#/components/…": they are given that root.
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", "components": document["components"]}
    return jsonschema_rs.validator_for(
        {**(_closed(schema) if strict else schema), **whole}, validate_formats=True
    )


def _is_other_kind(error: ValidationError) -> bool:
    """Whether a branch of a union failed only because it describes another type of thing."""
    named_type = error.instance_path[-1:] == ["type"] and error.kind.name == "enum"
    return named_type or (error.kind.name == "type" and error.kind.as_dict().get("types") == ["null"])


def _leaves(errors: Iterable[ValidationError]) -> Iterator[ValidationError]:
    """The errors that a reader can use: of a union, those of the branch whose ``type`` matches."""
    for error in errors:
        branches: list[list[ValidationError]] = getattr(error.kind, "context", None) or []
        meant = [branch for branch in branches if not any(map(_is_other_kind, branch))]
        if meant:
            yield from min((list(_leaves(branch)) for branch in meant), key=len)
        else:
            yield error


def _sentence(error: ValidationError) -> str:
    text = (
        error.message if len(error.message) <= 2 * ECHO else f"{error.message[:ECHO]}…{error.message[-ECHO:]}"
    )
    return f"{'.'.join(map(str, error.instance_path)) or 'body'}: {text}"


def complaints(method: str, path: str, body: object, *, status: str | None = None) -> list[str]:
    """What Discord's document has against ``body``, sent to (with ``status``: answered by) an operation."""
    validator = _validator(method, path, status)
    if validator is None:
        return [] if body is None else [f"{method} {path} takes no body"]
    return [_sentence(error) for error in _leaves(validator.iter_errors(body))]


def misspelt(method: str, path: str, body: object) -> list[str]:
    """Fields of ``body`` that the operation does not have: Discord passes over them without a word."""
    validator = _validator(method, path, None, strict=True)
    if validator is None:
        return []
    errors = [error for error in _leaves(validator.iter_errors(body)) if _unknown(error) - IN_VAIN]
    return [_sentence(error) for error in errors]


def _unknown(error: ValidationError) -> set[str]:
    return set(error.kind.as_dict().get("unexpected", ()))
