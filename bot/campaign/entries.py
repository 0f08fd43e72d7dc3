"""The campaign's lists as they stand: entries with their numbers, read by whoever knows what they mean.

A list ("chamber", "monster", "party") belongs to a scope: a level ("3"), a region ("LEXI-1"),
or the whole campaign (""). Its entries are numbered in order of appearance. What an entry
holds is its subject's own business; here it is a document with, mostly, a name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import bindparam, func, select

from bot.campaign import schema

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection, Executable, RowMapping

MOST = 50
"""Entries on the largest page."""


class Slot(NamedTuple):
    """The place of an entry: its list, what the list belongs to, and its number, from 1."""

    list: str
    scope: str
    number: int


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry as it stands: its place and what it holds."""

    slot: Slot
    document: Mapping[str, Any]


_entry = schema.entry.c
_IN_LIST = (
    _entry.campaign_id == bindparam("campaign"),
    _entry.list == bindparam("list"),
    _entry.scope == bindparam("scope"),
)
_COLUMNS = select(_entry.list, _entry.scope, _entry.number, _entry.doc)
_AT = _COLUMNS.where(*_IN_LIST, _entry.number == bindparam("number"))
_PAGE = (
    _COLUMNS.where(*_IN_LIST, _entry.number > bindparam("after"))
    .order_by(_entry.number)
    .limit(bindparam("most"))
)
_FROM = (
    _COLUMNS.where(*_IN_LIST).order_by(_entry.number).offset(bindparam("skipped")).limit(bindparam("most"))
)
_ALL = _COLUMNS.where(*_IN_LIST).order_by(_entry.number)
_COUNT = select(func.count()).select_from(schema.entry).where(*_IN_LIST)
_NAMED = _COLUMNS.where(*_IN_LIST, _entry.name_key == bindparam("key"))
_NAMED_ANYWHERE = _COLUMNS.where(
    _entry.campaign_id == bindparam("campaign"),
    _entry.list == bindparam("list"),
    _entry.name_key == bindparam("key"),
)
_SCOPES = (
    select(_entry.scope, func.count())
    .where(_entry.campaign_id == bindparam("campaign"), _entry.list == bindparam("list"))
    .group_by(_entry.scope)
)


class Lists:
    """The lists of one campaign, on a connection of the store."""

    def __init__(self, connection: Connection, campaign_id: int) -> None:
        self.connection = connection
        self.campaign_id = campaign_id

    def at(self, slot: Slot) -> Entry | None:
        """The entry in a place, if there is one."""
        return self._one(_AT, list=slot.list, scope=slot.scope, number=slot.number)

    def following(self, name: str, scope: str, *, after: int = 0, most: int = MOST) -> tuple[Entry, ...]:
        """The entries of a list after a number, in order of appearance, ``most`` of them at most."""
        return self._all(_PAGE, list=name, scope=scope, after=after, most=min(most, MOST))

    def stretch(self, name: str, scope: str, *, skipped: int, most: int) -> tuple[Entry, ...]:
        """The entries of a list in order of appearance, so many after the first so many."""
        return self._all(_FROM, list=name, scope=scope, skipped=skipped, most=min(most, MOST))

    def all_of(self, name: str, scope: str) -> tuple[Entry, ...]:
        """Every entry of a list in order of appearance; for lists that are drawn from as a whole."""
        return self._all(_ALL, list=name, scope=scope)

    def count(self, name: str, scope: str) -> int:
        """How many entries a list has."""
        asked = {"campaign": self.campaign_id, "list": name, "scope": scope}
        return self.connection.scalar(_COUNT, asked) or 0

    def named(self, name: str, scope: str, key: str) -> Entry | None:
        """The entry of a list whose name has that key (:func:`bot.campaign.folding.name_key`)."""
        return self._one(_NAMED, list=name, scope=scope, key=key)

    def named_anywhere(self, name: str, key: str) -> tuple[Entry, ...]:
        """The entries of that key in the lists of every scope."""
        return self._all(_NAMED_ANYWHERE, list=name, key=key)

    def scopes(self, name: str) -> dict[str, int]:
        """Every scope that has a list of that name, with the number of its entries."""
        rows = self.connection.execute(_SCOPES, {"campaign": self.campaign_id, "list": name})
        return {row[0]: row[1] for row in rows}

    def _one(self, query: Executable, **asked: object) -> Entry | None:
        row = self.connection.execute(query, {"campaign": self.campaign_id, **asked}).mappings().one_or_none()
        return None if row is None else _entry_of(row)

    def _all(self, query: Executable, **asked: object) -> tuple[Entry, ...]:
        rows = self.connection.execute(query, {"campaign": self.campaign_id, **asked}).mappings()
        return tuple(_entry_of(row) for row in rows)


def _entry_of(row: RowMapping) -> Entry:
    return Entry(Slot(row["list"], row["scope"], row["number"]), row["doc"])
