"""Reading the master monster lists: pages of a level's list, and looking across all levels.

Everything here takes who reads: for players the entries that they do not know of are not
there at all, and no count or page tells of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import Text, and_, bindparam, case, cast, func, not_, or_, select, true

from bot.campaign import schema
from bot.campaign.entries import Entry, Lists, Slot
from bot.campaign.folding import name_key
from bot.campaign.monster import LIST, Listed, listed
from bot.campaign.monster_naming import Found, Named, resolve, visible
from tables.alphabet import number_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import ColumnElement, Connection, Executable

PAGE = 15
"""Entries on a page."""

MOST_FOUND = 20
"""Entries that a search shows at most."""

_entry = schema.entry.c
_COLUMNS = select(_entry.scope, _entry.number, _entry.doc).where(
    _entry.campaign_id == bindparam("campaign"), _entry.list == LIST
)


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a level's list.

    Attributes:
        level: of the list.
        number: of the page, from 0.
        entries: on it, in order of appearance.
        more: whether there is a page after it.
        levels: every level with entries, and how many of them the reader knows of.
        variants: the letters of the entries that those of the page are variants of, by number.
    """

    level: int
    number: int
    entries: tuple[Listed, ...]
    more: bool
    levels: Mapping[int, int]
    variants: Mapping[int, Listed]


@dataclass(frozen=True, slots=True)
class Shown:
    """An entry with what belongs to it, as far as the reader knows of that."""

    found: Found
    parent: Listed | None
    variants: tuple[Listed, ...]
    copied_from: Listed | None


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for: in names, or as a letter; on one level or on all."""

    text: str
    game_master: bool
    level: int | None = None
    most: int = MOST_FOUND


def page(
    connection: Connection, campaign_id: int, level: int | None, number: int, *, game_master: bool
) -> Page:
    """A page of a level's list; without a level, of the first that has entries."""
    levels = _levels(connection, campaign_id, game_master=game_master)
    level = level or min(levels, default=1)
    number = min(number, max(0, (levels.get(level, 0) - 1) // PAGE))
    query = _COLUMNS.where(_entry.scope == str(level), _sight(game_master=game_master))
    rows = _read(connection, campaign_id, query.order_by(_entry.number).offset(number * PAGE).limit(PAGE + 1))
    shown = rows[:PAGE]
    lists = Lists(connection, campaign_id)
    parents = sorted({each.monster.variant_of or 0 for each in shown} - {0})
    kept = [lists.at(Slot(LIST, str(level), parent)) for parent in parents]
    known = visible((listed(entry) for entry in kept if entry is not None), game_master=game_master)
    return Page(level, number, shown, len(rows) > PAGE, levels, {each.number: each for each in known})


def search(connection: Connection, campaign_id: int, wanted: Search) -> tuple[Listed, ...]:
    """The entries whose name has the text in it, the best first, ``most`` and one more at most.

    For game masters, entries with the text as their letter come before all others.
    """
    key = name_key(wanted.text)
    number = number_for(wanted.text.strip()) if wanted.game_master else None
    query = _COLUMNS.where(_sight(game_master=wanted.game_master))
    if wanted.level is not None:
        query = query.where(_entry.scope == str(wanted.level))
    if key:
        query = query.where(
            or_(_entry.name_key.contains(key, autoescape=True), _entry.number == (number or 0))
        )
    rank = case(
        (_entry.number == (number or 0), 0),
        (_entry.name_key == key, 1),
        (_entry.name_key.startswith(key, autoescape=True), 2),
        else_=3,
    )
    order = (rank, func.length(_entry.scope), _entry.scope, _entry.number)
    return _read(connection, campaign_id, query.order_by(*order).limit(wanted.most + 1))


def show(connection: Connection, campaign_id: int, named: Named) -> Shown:
    """An entry with what belongs to it.

    Raises:
        Refusal: there is none that this person may know of.
    """
    lists = Lists(connection, campaign_id)
    found = resolve(lists, named)
    level, monster = found.listed.level, found.listed.monster
    copied = monster.copied_from
    near = [
        None if monster.variant_of is None else lists.at(Slot(LIST, str(level), monster.variant_of)),
        None if copied is None else lists.at(Slot(LIST, str(copied.level), copied.number)),
    ]
    parent, source = (_seen(entry, game_master=named.game_master) for entry in near)
    varied = _has("variant_of", str(found.listed.number))
    query = _COLUMNS.where(_entry.scope == str(level), varied, _sight(game_master=named.game_master))
    rows = _read(connection, campaign_id, query.order_by(_entry.number))
    variants = tuple(each for each in rows if each.monster.variant_of == found.listed.number)
    return Shown(found, parent, variants, source)


def _levels(connection: Connection, campaign_id: int, *, game_master: bool) -> dict[int, int]:
    query = select(_entry.scope, func.count().label("many")).where(
        _entry.campaign_id == bindparam("campaign"), _entry.list == LIST, _sight(game_master=game_master)
    )
    rows = connection.execute(query.group_by(_entry.scope), {"campaign": campaign_id}).mappings()
    return dict(sorted((int(row["scope"]), int(row["many"])) for row in rows))


def _read(connection: Connection, campaign_id: int, query: Executable) -> tuple[Listed, ...]:
    rows = connection.execute(query, {"campaign": campaign_id}).mappings()
    return tuple(listed(Entry(Slot(LIST, row["scope"], row["number"]), row["doc"])) for row in rows)


def _seen(entry: Entry | None, *, game_master: bool) -> Listed | None:
    return next(iter(visible(() if entry is None else (listed(entry),), game_master=game_master)), None)


def _sight(*, game_master: bool) -> ColumnElement[bool]:
    """The same as :func:`bot.campaign.monster_naming.visible`, where the database filters."""
    return true() if game_master else and_(_has("known", "true"), not_(_has("retired", "true")))


def _has(name: str, value: str) -> ColumnElement[bool]:
    """Whether a document has a value under a name, by how either engine writes it.

    Within somebody's own text every quotation mark is written with a sign before it, so that text
    is never taken for this. A number is found in longer ones too: whoever asks looks again.
    """
    written = cast(_entry.doc, Text)
    return or_(
        written.contains(f'"{name}":{value}', autoescape=True),
        written.contains(f'"{name}": {value}', autoescape=True),
    )
