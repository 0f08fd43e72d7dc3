"""Taking back: one more event that names the one it reverses and restores what was before it.

Nothing is ever removed from the history. Where later events stand on the one to be taken back,
they are named, and all of them can be taken back together, the latest first. Numbers and letters
that were given out stay given. Taking back an undo does the thing again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, exists, select

from bot.campaign import schema
from bot.campaign.changes import Changer, Told, changes_of, keep
from bot.campaign.documents import MAX_TEXT
from bot.campaign.entries import Slot
from bot.campaign.errors import NameTaken, NothingToUndo, RequestMismatch
from bot.campaign.events import Begun, NewEvent, Recorded, begin
from bot.campaign.reading import SELECT_EVENTS, Event, to_event
from bot.campaign.references import clean_reference
from bot.campaign.schema import Audience

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from typing import Any

    from sqlalchemy import Connection

KIND = "undo"
"""The kind of event that takes another back."""

MOST = 25
"""Events that are taken back together at most."""

_AFTER_ALL = 1 << 62
"""A number above that of any event."""

_STRETCH = 20
"""Events that are looked at together for the last one that did something."""

_TOGETHER = 500
"""Events that one question asks about: an engine takes only so many values."""

STAYS = {
    "roll": "is a roll, and what was rolled stays in the history",
    "session": "opened or closed a session, and what its dice promised was told already",
    "campaign": "made, named or bound a campaign, or chose who may: do that anew with /campaign",
}
"""Why an event that changed no entry is not taken back, by the first word of its kind."""

NOTHING_DONE = "changed no list and no setting, so there is nothing to take back"
"""The same for every other kind."""

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
_LATER = select(_touch.seq).where(
    _touch.campaign_id == bindparam("campaign"),
    _touch.list == bindparam("list"),
    _touch.scope == bindparam("scope"),
    _touch.number == bindparam("number"),
    _touch.seq > bindparam("after"),
)


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What became of an undo.

    Attributes:
        recorded: its event; None where nothing was done because others stand on it.
        reversed: what was taken back, the latest first.
        standing: the later events that stand on the one named, the latest first; nothing was changed then.
        named: the event that was to be taken back, where others stand on it.
    """

    recorded: Recorded | None
    reversed: tuple[Event, ...] = ()
    standing: tuple[Event, ...] = ()
    named: Event | None = None

    @property
    def together(self) -> str:
        """What the standing events are called together; another one where another event joins them."""
        return together_name(self.standing)


def undo(
    connection: Connection,
    new: NewEvent,
    reference: str | None = None,
    *,
    together: bool = False,
    seen: str | None = None,
) -> TakenBack:
    """Take back the event of a reference, or the last one that changed anything.

    Its event has the audience of the one that it takes back.

    Args:
        connection: of the store.
        new: who does it and where; its kind, audience, document and text are given here.
        reference: what people call the event by; None for the last.
        together: take back what stands on it as well; without, that is only named and nothing is changed.
        seen: the standing events that somebody was shown (:attr:`TakenBack.together`): where others stand
            on it by now, they are named again and nothing is changed.

    Raises:
        NothingToUndo: there is no such event, it changed nothing, it is taken back already, or its name is
            another entry's by now.
    """
    with connection.begin_nested() as apart:
        try:
            return _take_back(connection, replace(new, kind=KIND), reference, together=together, seen=seen)
        except _Standing as found:
            apart.rollback()
            return TakenBack(None, standing=found.events, named=found.named)


def together_name(events: Sequence[Event]) -> str:
    """A short name of events together."""
    return sha256(" ".join(event.reference for event in events).encode()).hexdigest()[:12]


def in_force(connection: Connection, campaign_id: int, numbers: Collection[int]) -> set[int]:
    """Those of the events that neither are taken back nor only take back another of them."""
    every, gone = set(numbers), set[int]()
    undoing: dict[int, int] = {}
    wave = every
    while wave:
        found = dict(_undoing(connection, campaign_id, wave))
        wave = set(found) - set(undoing)
        undoing |= found
    for number in sorted(undoing, reverse=True):
        if number not in gone:
            gone |= {number, undoing[number]}
    return every - gone


def _take_back(
    connection: Connection, new: NewEvent, reference: str | None, *, together: bool, seen: str | None
) -> TakenBack:
    begun = begin(connection, new)
    if isinstance(begun, Recorded):
        return TakenBack(begun)
    campaign_id = begun.id.campaign_id
    target = _target(connection, campaign_id, reference)
    later = _standing_on(connection, campaign_id, target)
    if len(later) >= MOST:
        raise NothingToUndo(
            f"{len(later)} later events stand on that one, more than are taken back at once ({MOST}). "
            "Nothing was changed: take back some of the later ones first."
        )
    standing = tuple(_read(connection, campaign_id, number) for number in later)
    named = _read(connection, campaign_id, target)
    if standing and not (together and seen in {None, together_name(standing)}):
        raise _Standing(named, standing)
    events = (*standing, named)
    recorded = _reverse(connection, new, begun, events[0])
    for place, event in enumerate(events[1:], 1):
        new = replace(new, part=str(place))
        begun = begin(connection, new)
        if isinstance(begun, Recorded):  # pragma: no cover - its first part was fresh a moment ago
            raise RequestMismatch
        recorded = _reverse(connection, new, begun, event)
    return TakenBack(recorded, events)


class _Standing(Exception):  # noqa: N818 - it never leaves this module
    def __init__(self, named: Event, events: tuple[Event, ...]) -> None:
        super().__init__()
        self.named = named
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
        why = STAYS.get(event.kind.partition(".")[0], NOTHING_DONE)
        raise NothingToUndo(f"#{event.reference} {why}. Nothing was changed.")
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
    wave: set[int] = {target}
    known: dict[Slot, int] = {}
    while wave:
        touched = sorted(_touched(connection, campaign_id, wave), key=lambda pair: pair[1])
        wave = set[int]()
        for slot, since in touched:
            if since < known.get(slot, _AFTER_ALL):
                known[slot] = since
                asked = {"campaign": campaign_id, **slot._asdict(), "after": since}
                wave |= set(connection.scalars(_LATER, asked)) - found - {target}
        found |= wave
    if not found:
        return []
    doing = in_force(connection, campaign_id, found | {target}) - {target}
    # What was taken back and done again was done last by the undo of its undo.
    return sorted((_last_doing(connection, campaign_id, number) for number in doing), reverse=True)


def _touched(
    connection: Connection, campaign_id: int, numbers: Collection[int]
) -> Iterator[tuple[Slot, int]]:
    """The entries that events changed or stand on, each with the event's number."""
    for some in _parts(numbers):
        asked = select(_touch.list, _touch.scope, _touch.number, _touch.seq).where(
            _touch.campaign_id == campaign_id, _touch.seq.in_(some)
        )
        for row in connection.execute(asked):
            yield Slot(row[0], row[1], row[2]), row[3]


def _undoing(connection: Connection, campaign_id: int, numbers: set[int]) -> Iterator[tuple[int, int]]:
    """The events that take back some of these, each with the one that it takes back."""
    for some in _parts(numbers):
        # A range and not a list: with many values an engine would rather go through everything.
        asked = select(_event.seq, _event.undoes).where(
            _event.campaign_id == campaign_id, _event.undoes.between(some[0], some[-1])
        )
        yield from ((row[0], row[1]) for row in connection.execute(asked) if row[1] in numbers)


def _parts(numbers: Collection[int]) -> Iterator[list[int]]:
    """Numbers in parts of what one question may ask about."""
    ordered = sorted(numbers)
    for start in range(0, len(ordered), _TOGETHER):
        yield ordered[start : start + _TOGETHER]


def _reverse(connection: Connection, new: NewEvent, begun: Begun, event: Event) -> Recorded:
    changer = Changer(connection, event.campaign_id)
    for made in reversed(changes_of(event.document)):
        if made.before is None:
            changer.drop(made.slot)
    for made in reversed(changes_of(event.document)):
        if made.before is not None:
            _put_back(changer, made.slot, made.before, event)
    text = f"Took back #{event.reference}: {event.text}"
    told = Told(None, text[:MAX_TEXT], {"undoes": event.reference})
    new = replace(new, audience=_audience(new, event))
    return keep(connection, new, replace(begun, undoes=event.seq), changer, told)


def _put_back(changer: Changer, slot: Slot, before: Mapping[str, Any], event: Event) -> None:
    try:
        changer.put(slot, before)
    except NameTaken as taken:
        raise NothingToUndo(
            f"#{event.reference} cannot be taken back: “{before.get('name')}” is the name of another entry "
            "of that list by now. Nothing was changed: give that one another name first."
        ) from taken


def _audience(new: NewEvent, event: Event) -> Audience:
    """That of what is taken back; only the game masters' where one takes back what another shared."""
    if event.audience is Audience.SHARED and event.actor_id != new.actor_id:
        return Audience.MASTERS
    return event.audience


def _read(connection: Connection, campaign_id: int, number: int) -> Event:
    row = connection.execute(_BY_NUMBER, {"campaign": campaign_id, "number": number}).mappings().one()
    return to_event(row, whole=True)
