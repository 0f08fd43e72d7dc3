"""The gate for documents: what passes comes back equal, and what does not is refused in words."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from bot.campaign.documents import (
    MAX_BITS,
    MAX_DEPTH,
    MAX_TEXT,
    canonical,
    clean_name,
    for_players,
    gate_doc,
    may_hide,
)
from bot.campaign.errors import DocumentRefused
from tables.errors import Refusal

texts = some.text(some.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=20)
values = some.recursive(
    some.none() | some.booleans() | some.integers() | texts,
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(texts, inner, max_size=4),
    max_leaves=15,
)
documents = some.dictionaries(texts, values, max_size=5)


@settings(max_examples=150, deadline=None)
@given(documents)
def test_a_document_that_passes_is_written_in_one_way_and_comes_back(document):
    assert gate_doc(document) is document

    once = canonical(document)
    assert json.loads(once) == document
    assert canonical(json.loads(json.dumps(document, sort_keys=True))) == once


@settings(max_examples=150, deadline=None)
@given(documents)
def test_nothing_marked_secret_is_left_for_players_and_the_rest_is(document):
    secret = {"secret": True, "text": "XYZZY"}
    mixed = {"list": [secret, document, [secret]], "secret one": secret, "kept": document, "secret": True}

    assert for_players(mixed) == {
        "list": [for_players(document), []] if document.get("secret") is not True else [[]],
        **({"kept": for_players(document)} if document.get("secret") is not True else {}),
        "secret": True,
    }
    assert "XYZZY" not in canonical(for_players(mixed))
    assert may_hide(canonical(mixed))
    assert for_players(document) == document or may_hide(canonical(document))


def deep(levels: int) -> dict:
    document = {}
    for _ in range(levels - 1):
        document = {"in": document}
    return document


@pytest.mark.parametrize(
    "document",
    [
        {"text": "a\0b"},
        {"a\0b": 1},
        {"text": "\ud800"},
        {"list": ["\udfff"]},
        {"text": "x" * (MAX_TEXT + 1)},
        {"x" * 201: 1},
        {1: "number as a key"},
        {"number": 1.5},
        {"number": float("inf")},
        {"number": 1 << MAX_BITS},
        {"object": object()},
        {"bytes": b"x"},
        {"set": {1}},
        deep(MAX_DEPTH + 1),
        {"many": ["x" * MAX_TEXT] * 63},
        ["a list"],
        "a text",
        None,
    ],
)
def test_what_an_engine_could_not_keep_is_refused_in_a_sentence(document):
    with pytest.raises(DocumentRefused, match=r"Nothing was saved\.$") as refused:
        gate_doc(document)

    assert isinstance(refused.value, Refusal)
    assert isinstance(refused.value, ValueError)


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"text": "x" * MAX_TEXT},
        {"x" * 200: 1},
        {"number": (1 << MAX_BITS) - 1},
        {"tuple": (1, 2)},
        deep(MAX_DEPTH),
        {"many": ["x" * MAX_TEXT] * 62},
    ],
)
def test_the_limits_themselves_pass(document):
    assert gate_doc(document) is document


@pytest.mark.parametrize(
    ("name", "clean"),
    [("Aya", "Aya"), (" a\0b\ud83d ", "ab"), ("x" * 150, "x" * 100), ("\0", ""), ("𝔸" * 101, "𝔸" * 100)],
)
def test_a_name_is_cleaned_and_never_refused(name, clean):
    assert clean_name(name) == clean
