"""Taking back: one more event that names the one it reverses and restores what was before it.

Nothing is ever removed from the history. Where later events stand on the one to be taken back,
they are named, and all of them can be taken back together, the latest first. Numbers and letters
that were given out stay given. Taking back an undo does the thing again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sqlalchemy import and_, bindparam, exists, or_, select

from bot.campaign import schema
from bot.campaign.changes import Changer, Told, changes_of, keep
from bot.campaign.errors import NothingToUndo, RequestMismatch
from bot.campaign.events import Begun, NewEvent, Recorded, begin
from bot.campaign.reading import SELECT_EVENTS, Event, to_event
from bot.campaign.references import clean_reference

if TYPE_CHECKING:
    from sqlalchemy import Connection

KIND = "undo"
"""The kind of event that takes another back."""

MOST = 25
"""Events that are taken back together at most."""

_AFTER_ALL = 1 << 62
"""A number above that of any event."""

_STRETCH = 20
"""Events that are looked at together for the last one that did something."""

_event, _touch = schema.event.c, schema.touch.c
_undo = schema.event.alias("undoing")
_UNDOING = select(_undo.c.seq).where(
    _undo.c.campaign_id == bindparam("campaign"), _undo.c.undoes == bindparam("number")
)
_IS_UNDONE = exists().where(_undo.c.campaign_id == _event.campaign_id, _undo.c.undoes == _event.seq)
_HAS_CHANGES = exists().where(_touch.campaign_id == _event.campaign_id, _touch.seq == _event.seq)
_IN_FORCE = (
    select(_event.seq, _event.undoes)
    .where(
        _event.campaign_id == bindparam("campaign"),
        _event.seq < bindparam("before"),
        _HAS_CHANGES,
        ~_IS_UNDONE,
    )
    .order_by(_event.seq.desc())
    .limit(_STRETCH)
)
_REVERSED_BY = select(_event.undoes).where(
    _event.campaign_id == bindparam("campaign"), _event.seq == bindparam("number")
)
_BY_REFERENCE = select(_event.seq).where(
    _event.campaign_id == bindparam("campaign"), _event.reference == bindparam("reference")
)
_BY_NUMBER = SELECT_EVENTS.where(
    _event.campaign_id == bindparam("campaign"), _event.seq == bindparam("number")
)
_same_entry = schema.touch.alias("same_entry")
_theirs = _same_entry.c
_LATER = (
    select(_theirs.seq)
    .distinct()
    .select_from(
        schema.touch.join(
            _same_entry,
            and_(
                _theirs.campaign_id == _touch.campaign_id,
                _theirs.list == _touch.list,
                _theirs.scope == _touch.scope,
                _theirs.number == _touch.number,
            ),
        )
    )
    .where(
        _touch.campaign_id == bindparam("campaign"),
        _touch.seq == bindparam("number"),
        _theirs.seq > _touch.seq,
    )
)


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What became of an undo.

    Attributes:
        recorded: its event; None where nothing was done because others stand on it.
        reversed: what was taken back, the latest first.
        standing: the later events that stand on the one named, the latest first; nothing was changed then.
    """

    recorded: Recorded | None
    reversed: tuple[Event, ...] = ()
    standing: tuple[Event, ...] = ()


def undo(
    connection: Connection, new: NewEvent, reference: str | None = None, *, together: bool = False
) -> TakenBack:
    """Take back the event of a reference, or the last one that changed anything.

    Args:
        connection: of the store.
        new: who does it and where; its kind, document and text are given here.
        reference: what people call the event by; None for the last.
        together: take back what stands on it as well; without, that is only named and nothing is changed.

    Raises:
        NothingToUndo: there is no such event, it changed nothing, or it is taken back already.
    """
    with connection.begin_nested() as apart:
        try:
            return _take_back(connection, replace(new, kind=KIND), reference, together=together)
        except _Standing as found:
            apart.rollback()
            return TakenBack(None, standing=found.events)


def _take_back(connection: Connection, new: NewEvent, reference: str | None, *, together: bool) -> TakenBack:
    begun = begin(connection, new)
    if isinstance(begun, Recorded):
        return TakenBack(begun)
    campaign_id = begun.id.campaign_id
    target = _target(connection, campaign_id, reference)
    later = _standing_on(connection, campaign_id, target)
    if later and not together:
        raise _Standing(tuple(_read(connection, campaign_id, number) for number in later[:MOST]))
    if len(later) >= MOST:
        raise NothingToUndo(
            f"{len(later)} later events stand on that one, more than are taken back at once ({MOST}). "
            "Nothing was changed: take back some of the later ones first."
        )
    events = [_read(connection, campaign_id, number) for number in (*later, target)]
    recorded = _reverse(connection, new, begun, events[0])
    for place, event in enumerate(events[1:], 1):
        new = replace(new, part=str(place))
        begun = begin(connection, new)
        if isinstance(begun, Recorded):  # pragma: no cover - its first part was fresh a moment ago
            raise RequestMismatch
        recorded = _reverse(connection, new, begun, event)
    return TakenBack(recorded, tuple(events))


class _Standing(Exception):  # noqa: N818 - it never leaves this module
    def __init__(self, events: tuple[Event, ...]) -> None:
        super().__init__()
        self.events = events


def _target(connection: Connection, campaign_id: int, reference: str | None) -> int:
    """The number of the event to reverse."""
    if reference is None:
        return _last(connection, campaign_id)
    asked = {"campaign": campaign_id, "reference": clean_reference(reference)}
    number = connection.scalar(_BY_REFERENCE, asked)
    if number is None:
        raise NothingToUndo(
            "There is no event of that reference here: /history show names them, such as #k4t9."
        )
    event = _read(connection, campaign_id, number)
    if not changes_of(event.document):
        raise NothingToUndo(
            f"#{event.reference} changed no list and no setting, so there is nothing to take back: "
            "what was rolled stays in the history."
        )
    return _still_done(connection, campaign_id, event)


def _last(connection: Connection, campaign_id: int) -> int:
    """The last event in force that did something, or did it again, rather than take something back."""
    before = _AFTER_ALL
    while found := connection.execute(_IN_FORCE, {"campaign": campaign_id, "before": before}).all():
        for number, undoes in found:
            if _is_doing(connection, campaign_id, undoes):
                return number
        before = found[-1].seq
    raise NothingToUndo("Nothing in this campaign can be taken back: no event in force has changed anything.")


def _is_doing(connection: Connection, campaign_id: int, undoes: int | None) -> bool:
    """Whether an event does something, or does it again, by what it takes back."""
    reverses = 0
    while undoes is not None:
        undoes = connection.scalar(_REVERSED_BY, {"campaign": campaign_id, "number": undoes})
        reverses += 1
    return reverses % 2 == 0


def _still_done(connection: Connection, campaign_id: int, event: Event) -> int:
    """The last doing of an event: itself where it was never taken back, or the undo of its undo.

    Raises:
        NothingToUndo: it is taken back.
    """
    links = _chain(connection, campaign_id, event.seq)
    if len(links) % 2 == 0:
        by = _read(connection, campaign_id, links[-1])
        raise NothingToUndo(f"#{event.reference} is already undone, by #{by.reference}. Nothing was changed.")
    return links[-1]


def _last_doing(connection: Connection, campaign_id: int, number: int) -> int:
    return _chain(connection, campaign_id, number)[-1]


def _chain(connection: Connection, campaign_id: int, number: int) -> list[int]:
    """An event, its undo, the undo of that, and so on."""
    links = [number]
    while (by := connection.scalar(_UNDOING, {"campaign": campaign_id, "number": links[-1]})) is not None:
        links.append(by)
    return links


def _standing_on(connection: Connection, campaign_id: int, target: int) -> list[int]:
    """The numbers of the later events that count and stand on an event or on one of these, latest first."""
    found: set[int] = set()
    waiting = [target]
    while waiting:
        asked = {"campaign": campaign_id, "number": waiting.pop()}
        for number in connection.scalars(_LATER, asked):
            if number not in found and number != target:
                found.add(number)
                waiting.append(number)
    if not found:
        return []
    in_force = _in_force(connection, campaign_id, found | {target}) - {target}
    # What was taken back and done again was done last by the undo of its undo.
    return sorted((_last_doing(connection, campaign_id, number) for number in in_force), reverse=True)


def _in_force(connection: Connection, campaign_id: int, numbers: set[int]) -> set[int]:
    """Those of the events that neither are taken back nor only take back another of them."""
    asked = select(_event.seq, _event.undoes).where(
        _event.campaign_id == campaign_id, or_(_event.seq.in_(numbers), _event.undoes.in_(numbers))
    )
    gone: set[int] = set()
    for number, undoes in sorted(connection.execute(asked), key=lambda row: row[0], reverse=True):
        if undoes is not None and number not in gone and undoes in numbers:
            gone |= {number, undoes}
    return numbers - gone


def _reverse(connection: Connection, new: NewEvent, begun: Begun, event: Event) -> Recorded:
    changer = Changer(connection, event.campaign_id)
    for made in reversed(changes_of(event.document)):
        if made.before is None:
            changer.drop(made.slot)
        else:
            changer.put(made.slot, made.before)
    told = Told(None, f"Took back #{event.reference}: {event.text}", {"undoes": event.reference})
    return keep(connection, new, replace(begun, undoes=event.seq), changer, told)


def _read(connection: Connection, campaign_id: int, number: int) -> Event:
    row = connection.execute(_BY_NUMBER, {"campaign": campaign_id, "number": number}).mappings().one()
    return to_event(row, whole=True)
