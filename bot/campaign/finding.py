"""Finding in the history: by what it is, by person, by session and by words, as far as a reader may see.

Whatever is looked for, only events that the reader may see are looked at, and of each only what the reader
may see of it: what is not found tells nothing. A cursor names an event that its reader could see.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import select

from bot.campaign import schema
from bot.campaign.campaigns import campaign_of
from bot.campaign.documents import for_players
from bot.campaign.folding import name_key
from bot.campaign.history import (
    AFTER,
    BEFORE,
    MOST,
    PAGE,
    HistoryPage,
    numbers_of,
    page_of,
    read_cursor,
)
from bot.campaign.people import person_of
from bot.campaign.reading import Reader, Sight, sight_of
from bot.campaign.sessions import session

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sqlalchemy import ColumnElement, Connection

MAX_WORDS = 60
"""Characters of the words that are looked for."""

LOOKED_AT = 10_000
"""Events that are looked at for one page; then it says so and can be gone on with."""

_STRETCH = 500
_TOLD = ("text", "note", "words", "name")
"""Under these keys a document keeps what people read."""

_event = schema.event.c


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for; everything that is given has to fit.

    Attributes:
        what: a kind of event ("undo", "chamber.add"), a table ("door.destination"), or the first part of
            either ("door").
        user_id: whose events, by the Discord user.
        session: of which session, by its number.
        words: all of these words stand in what was told or noted.
    """

    what: str = ""
    user_id: int | None = None
    session: int | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class _Looked:
    """What looking one way came to.

    Attributes:
        fitting: the events that fit, nearest first.
        last: the last one that was looked at.
        is_end: whether there are no more.
    """

    fitting: list[int]
    last: int | None
    is_end: bool


def find(  # noqa: PLR0913, PLR0917 - a search has so many sides
    connection: Connection,
    channel_id: int,
    reader: Reader,
    wanted: Wanted,
    cursor: str | None = None,
    size: int = PAGE,
) -> HistoryPage:
    """A page of what fits, newest first; one with fewer events than ``size`` may still have older ones.

    Raises:
        NotHere: there is no session of that number.
    """
    size = max(1, min(size, MOST))
    campaign_id = campaign_of(connection, channel_id)
    if campaign_id is None:
        return HistoryPage((), None, None)
    sight = sight_of(connection, campaign_id, reader)
    also = _conditions(connection, campaign_id, wanted)
    if also is None:
        return HistoryPage((), None, None)
    search = _Search(connection, sight, wanted, also)
    way, boundary = read_cursor(connection, sight, cursor)
    if way == AFTER and boundary is not None:
        looked = search.look(boundary, size + 1, newer=True)
        if len(looked.fitting) >= size or not looked.is_end:
            return search.page(looked, size, newer=True, came_from=boundary)
        boundary = None  # too few for a page: the newest page shows them and what came before
    return search.page(search.look(boundary, size + 1, newer=False), size, newer=False, came_from=boundary)


class _Search:
    """One search in one campaign, for one reader."""

    def __init__(
        self, connection: Connection, sight: Sight, wanted: Wanted, also: Sequence[ColumnElement[bool]]
    ) -> None:
        self._connection = connection
        self._sight = sight
        self._what = wanted.what.strip().casefold()
        self._words = name_key(wanted.words).split()
        self._also = also

    def look(self, boundary: int | None, most: int, *, newer: bool) -> _Looked:
        """Look one way from ``boundary`` until ``most`` events fit, or enough were looked at."""
        reads = bool(self._what or self._words)
        stretch = _STRETCH if reads else most
        fitting: list[int] = []
        for _ in range(LOOKED_AT // _STRETCH):
            numbers = numbers_of(
                self._connection, self._sight, boundary, stretch, newer=newer, also=self._also
            )
            boundary = numbers[-1] if numbers else boundary
            fitting += self._fitting(numbers) if reads else numbers
            if len(fitting) >= most or len(numbers) < stretch:
                return _Looked(fitting[:most], boundary, is_end=len(numbers) < stretch)
        return _Looked(fitting, boundary, is_end=False)

    def page(self, looked: _Looked, size: int, *, newer: bool, came_from: int | None) -> HistoryPage:
        """The page of what was found, with the cursors to where there may be more."""
        shown = looked.fitting[:size]
        onwards = None if looked.is_end else looked.last
        if len(looked.fitting) > size:
            onwards = shown[-1]
        back = shown[0] if came_from is not None and shown else came_from
        older, later = (back, onwards) if newer else (onwards, back)
        found = page_of(self._connection, self._sight, sorted(shown, reverse=True), older=False, newer=False)
        return HistoryPage(
            found.events, self._cursor(BEFORE, older), self._cursor(AFTER, later), found.undone
        )

    def _cursor(self, way: str, number: int | None) -> str | None:
        if number is None:
            return None
        asked = select(_event.reference).where(
            _event.campaign_id == self._sight.campaign_id, _event.seq == number
        )
        return f"{way}{self._connection.scalar(asked)}"

    def _fitting(self, numbers: Sequence[int]) -> list[int]:
        """Those of the events that fit what they are to be and say, in the order given."""
        asked = select(_event.seq, _event.kind, _event.text, _event.doc).where(
            _event.campaign_id == self._sight.campaign_id, _event.seq.in_(numbers)
        )
        rows = [dict(row) for row in self._connection.execute(asked).mappings()]
        fits = {row["seq"] for row in rows if self._fits(row)}
        return [number for number in numbers if number in fits]

    def _fits(self, row: Mapping[str, Any]) -> bool:
        document: Mapping[str, Any] = row["doc"]
        if self._what and not any(
            _is_or_begins(name, self._what) for name in (row["kind"], str(document.get("key", "")))
        ):
            return False
        if not self._words:
            return True
        seen = document if self._sight.everything else for_players(document)
        told = name_key_of([row["text"], *_texts(seen)])
        return all(word in told for word in self._words)


def name_key_of(texts: Sequence[str]) -> str:
    """Texts with what does not tell words apart taken away, however long they are."""
    words = " ".join(texts).split()
    return " ".join(name_key(word) for word in words)


def _conditions(connection: Connection, campaign_id: int, wanted: Wanted) -> list[ColumnElement[bool]] | None:
    """What a query can ask for; None where nothing fits."""
    also: list[ColumnElement[bool]] = []
    if wanted.user_id is not None:
        person = person_of(connection, campaign_id, wanted.user_id)
        if person is None:
            return None
        also.append(_event.person == person)
    if wanted.session is not None:
        played = session(connection, campaign_id, wanted.session)
        also.append(_event.seq >= played.opened_by)
        if played.closed_by is not None:
            also.append(_event.seq <= played.closed_by)
    return also


def _is_or_begins(name: str, what: str) -> bool:
    return name == what or name.startswith(f"{what}.")


def _texts(value: object) -> Iterator[str]:
    """Everything in a document that people read."""
    if isinstance(value, dict):
        for key, item in cast("dict[str, object]", value).items():
            if isinstance(item, str):
                if key in _TOLD:
                    yield item
            else:
                yield from _texts(item)
    elif isinstance(value, list):
        for item in cast("list[object]", value):
            yield from _texts(item)
