"""Finding a table by what somebody typed."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from tables.errors import UnknownTable, echo

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

LONGEST_NAME = 100
"""Characters of a typed name that are looked at."""


def fold(text: str) -> str:
    """A name without what does not tell names apart: case and spaces."""
    return " ".join(text[:LONGEST_NAME].casefold().split())


def search(text: str, titles: Mapping[str, str]) -> tuple[str, ...]:
    """The keys whose key or title holds every word of ``text``, the best first.

    Args:
        text: what was typed so far; nothing finds everything.
        titles: each key with its title, in the order wanted among equals.
    """
    typed = fold(text)
    words = typed.split()

    def rank(key: str) -> int:
        title = fold(titles[key])
        last = key.rpartition(".")[2]
        if typed in (key, title):
            return 0
        return 1 if key.startswith(typed) or last.startswith(typed) or title.startswith(typed) else 2

    found = [key for key in titles if all(word in f"{key} {fold(titles[key])}" for word in words)]
    return tuple(sorted(found, key=rank))


def nearest(text: str, names: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """The names most like ``text``, the likest first; none where nothing is like it."""
    return tuple(get_close_matches(fold(text), list(names), n=most, cutoff=0.6))


def listed(names: Iterable[str]) -> str:
    """Names to choose from: "a, b or c"."""
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last


def unknown_table(text: str, titles: Mapping[str, str]) -> UnknownTable:
    """The answer to a name that nothing has, with the keys of what is called most like it.

    Args:
        text: what was typed.
        titles: each key there is with its title.
    """
    keys = {key: key for key in titles} | {fold(title): key for key, title in titles.items()}
    near = dict.fromkeys(keys[name] for name in nearest(text, keys))
    if not near:
        return UnknownTable(f"There is no table called “{echo(text)}”: pick one from the list of tables.")
    return UnknownTable(f"There is no table called “{echo(text)}”. Did you mean {listed(near)}?")
