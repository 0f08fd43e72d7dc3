"""Changing what a campaign holds: the event and its effect, in one transaction.

    def add(connection: Connection, new: NewEvent, name: str) -> Changed[Slot]:
        def work(changer: Changer) -> Told[Slot]:
            slot = changer.next("chamber", "3")
            changer.put(slot, {"name": name})
            return Told(slot, f"Chamber {slot.number} is {name}.")

        return change(connection, new, work)

An event keeps every entry that it changed as it was before and as it was after, for game masters
only. From these alone the lists can be built again, and any event can be taken back
(:mod:`bot.campaign.undo`), as long as none that stands on it counts.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sqlalchemy import bindparam, delete, insert

from bot.campaign import schema
from bot.campaign.documents import gate_doc, gate_text
from bot.campaign.entries import Entry, Lists, Slot
from bot.campaign.errors import NameTaken, TooMuch
from bot.campaign.events import Begun, NewEvent, Recorded, begin, finish
from bot.campaign.folding import name_key
from bot.campaign.inserting import insert_for

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sqlalchemy import Connection, Executable

Value = TypeVar("Value")
Value_co = TypeVar("Value_co", covariant=True)

CHANGES = "changes"
"""Under this name an event's document keeps what it changed; game masters alone read it."""

MOST = 500
"""Entries that one event changes at most."""

_HERE = (
    schema.entry.c.campaign_id == bindparam("campaign"),
    schema.entry.c.list == bindparam("in_list"),
    schema.entry.c.scope == bindparam("in_scope"),
    schema.entry.c.number == bindparam("at_number"),
)
_DROP = delete(schema.entry).where(*_HERE)
_TOUCH = insert(schema.touch)


# Built once for each engine: an import makes hundreds of entries, and building takes longer than running.
@cache
def _give_number(dialect: str) -> Executable:
    given = insert_for(dialect, schema.counter).on_conflict_do_update(
        index_elements=["campaign_id", "list", "scope"], set_={"last": schema.counter.c.last + 1}
    )
    return given.returning(schema.counter.c.last)


@cache
def _put(dialect: str) -> Executable:
    made = insert_for(dialect, schema.entry)
    return made.on_conflict_do_update(
        index_elements=["campaign_id", "list", "scope", "number"],
        set_={"name_key": made.excluded.name_key, "doc": made.excluded.doc},
    )


@dataclass(frozen=True, slots=True)
class Change:
    """An entry before and after an event; None where there was or is none."""

    slot: Slot
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Told(Generic[Value_co]):
    """What a change came to.

    Attributes:
        value: for whoever asked for it.
        text: what the event tells its audience, in one or two plain sentences.
        document: what else the event keeps, such as a roll; without what it changed.
    """

    value: Value_co
    text: str
    document: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Changed(Generic[Value_co]):
    """A change that was made and is remembered.

    Attributes:
        recorded: its event; the one of the first time where the interaction came twice.
        value: what :class:`Told` had; None where the interaction came twice.
    """

    recorded: Recorded
    value: Value_co | None

    @property
    def text(self) -> str:
        """What the event tells its audience."""
        return self.recorded.event.text


class Changer:
    """The lists of a campaign that is locked for one event, and what that event does to them."""

    def __init__(self, connection: Connection, campaign_id: int) -> None:
        """Work on the campaign, whose event has been begun."""
        self.connection = connection
        self.campaign_id = campaign_id
        self.lists = Lists(connection, campaign_id)
        self._changes: dict[Slot, Change] = {}
        self._stands_on: set[Slot] = set()
        self._given: set[Slot] = set()

    @property
    def changes(self) -> tuple[Change, ...]:
        """What was changed so far, in the order in which it was first changed."""
        return tuple(change for change in self._changes.values() if change.before != change.after)

    def next(self, name: str, scope: str) -> Slot:
        """The next place of a list; its number is never given out again, even if the event is taken back."""
        row = {"campaign_id": self.campaign_id, "list": name, "scope": scope, "last": 1}
        number = self.connection.scalar(_give_number(self.connection.dialect.name), row)
        slot = Slot(name, scope, number or 1)
        self._given.add(slot)
        return slot

    def put(self, slot: Slot, document: Mapping[str, Any]) -> None:
        """Make or change an entry; its document's "name", if it has one, is the name it is found by.

        Raises:
            NameTaken: another entry of the same list has that name, however it is written.
            DocumentRefused: the document cannot be kept.
        """
        gate_doc(dict(document))
        before = None if slot in self._given else self.lists.at(slot)
        self._given.discard(slot)
        key = name_key(document["name"]) if document.get("name") else None
        if key is not None:
            same = self.lists.named(slot.list, slot.scope, key)
            if same is not None and same.slot != slot:
                raise NameTaken(
                    f"There is “{same.document['name']}” in this list already. Nothing was saved: "
                    "choose another name, or change that one."
                )
        self._write(slot, key, document)
        self._note(slot, before, document)

    def drop(self, slot: Slot) -> None:
        """Take an entry away."""
        before = self.lists.at(slot)
        if before is not None:
            self._erase(slot)
            self._note(slot, before, None)

    def stand_on(self, slot: Slot) -> None:
        """Say that this event makes no sense without that entry, which it does not change."""
        self._stands_on.add(slot)

    def document(self) -> dict[str, Any]:
        """What the event keeps of its changes."""
        made = [
            {
                "list": change.slot.list,
                "scope": change.slot.scope,
                "number": change.slot.number,
                "before": change.before,
                "after": change.after,
            }
            for change in self.changes
        ]
        return {CHANGES: {"secret": True, "made": made}} if made else {}

    def keep_touches(self, seq: int) -> None:
        """Note which entries event number ``seq`` changed or stands on."""
        touched = self._stands_on | {change.slot for change in self.changes}
        rows = [{"campaign_id": self.campaign_id, **slot._asdict(), "seq": seq} for slot in sorted(touched)]
        if rows:
            self.connection.execute(_TOUCH, rows)

    def _note(self, slot: Slot, before: Entry | None, after: Mapping[str, Any] | None) -> None:
        first = self._changes.get(slot)
        was = first.before if first is not None else None if before is None else before.document
        self._changes[slot] = Change(slot, was, None if after is None else dict(after))

    def _write(self, slot: Slot, key: str | None, document: Mapping[str, Any]) -> None:
        row = {"campaign_id": self.campaign_id, **slot._asdict(), "name_key": key, "doc": dict(document)}
        self.connection.execute(_put(self.connection.dialect.name), row)

    def _erase(self, slot: Slot) -> None:
        asked = {
            "campaign": self.campaign_id,
            "in_list": slot.list,
            "in_scope": slot.scope,
            "at_number": slot.number,
        }
        self.connection.execute(_DROP, asked)


def change(connection: Connection, new: NewEvent, work: Callable[[Changer], Told[Value]]) -> Changed[Value]:
    """Do ``work`` once and keep it as an event.

    Args:
        connection: of the store.
        new: who does it and where; its document and text are still empty, ``work`` gives them.
        work: changes entries through the changer it is given; what it raises leaves nothing changed.

    Raises:
        Refusal: whatever ``work`` refuses, or what :func:`bot.campaign.events.record` does.
    """
    begun = begin(connection, new)
    if isinstance(begun, Recorded):
        return Changed(begun, None)
    changer = Changer(connection, begun.id.campaign_id)
    told = work(changer)
    return Changed(keep(connection, new, begun, changer, told), told.value)


def keep(
    connection: Connection,
    new: NewEvent,
    begun: Begun,
    changer: Changer,
    told: Told[Any],
) -> Recorded:
    """Keep as an event what a changer has done; for the few that do more than :func:`change`."""
    if len(changer.changes) > MOST:
        raise TooMuch(f"That would change more than {MOST} entries at once. Nothing was saved: ask for less.")
    document = {**told.document, **changer.document()}
    gate_doc(document)
    gate_text(told.text)
    recorded = finish(connection, replace(new, document=document, text=told.text), begun)
    changer.keep_touches(begun.id.seq)
    return recorded


def changes_of(document: Mapping[str, Any]) -> Sequence[Change]:
    """What an event's whole document says that it changed, in order."""
    kept = document.get(CHANGES)
    if kept is None:
        return ()
    return [
        Change(Slot(made["list"], made["scope"], made["number"]), made["before"], made["after"])
        for made in kept["made"]
    ]


def rebuilt(connection: Connection, campaign_id: int) -> dict[Slot, Mapping[str, Any]]:
    """What the lists must hold, from the events alone: every change of every event in order."""
    found: dict[Slot, Mapping[str, Any]] = {}
    asked = (
        schema.event.select().where(schema.event.c.campaign_id == campaign_id).order_by(schema.event.c.seq)
    )
    for row in connection.execute(asked).mappings():
        for made in changes_of(row["doc"]):
            if made.after is None:
                found.pop(made.slot, None)
            else:
                found[made.slot] = made.after
    return found


def standing(connection: Connection, campaign_id: int) -> dict[Slot, Mapping[str, Any]]:
    """What the lists hold."""
    asked = schema.entry.select().where(schema.entry.c.campaign_id == campaign_id)
    rows = connection.execute(asked).mappings()
    return {Slot(row["list"], row["scope"], row["number"]): row["doc"] for row in rows}


def last_numbers(connection: Connection, campaign_id: int) -> dict[tuple[str, str], int]:
    """The last number that each list has given out, by its name and scope."""
    asked = schema.counter.select().where(schema.counter.c.campaign_id == campaign_id)
    rows = connection.execute(asked).mappings()
    return {(row["list"], row["scope"]): row["last"] for row in rows}
