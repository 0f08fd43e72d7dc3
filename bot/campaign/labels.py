"""Quick stocking labels, room by room, which the map will draw: "M:Q chest, H:wall N".

A region's list "label" has an entry for each room that has labels; its document names the room
("12") and holds the labels in order. A monster's label keeps the monster's place in the level's list, so
that its letter is printed in the case that the monster has now.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from bot.campaign.changes import Changed, Changer, Told, change
from bot.campaign.entries import Entry, Lists, Slot
from bot.campaign.errors import NotHere
from bot.campaign.folding import name_key
from bot.campaign.monster import LIST as MONSTERS
from bot.campaign.monster import Listed, listed
from tables.alphabet import letters_for
from tables.errors import Refusal
from tables.region_codes import Region, Room
from tables.stocking_labels import HiddenTreasure, MonsterLabel, StockingLabel, Wall

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection

    from bot.campaign.events import NewEvent

LIST = "label"
"""The list of a region's rooms that have labels."""

PAGE = 20
"""Rooms on a page."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A label in a room: itself, as it is printed now, and the name of its monster; nothing for treasure."""

    label: StockingLabel
    written: str
    monster: str = ""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A room with its labels in order."""

    room: Room
    labels: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a region's rooms with labels, in order of appearance.

    Attributes:
        region: the region.
        number: of the page, from 0.
        rooms: on it.
        more: whether there is a page after it.
    """

    region: Region
    number: int
    rooms: tuple[Labelled, ...]
    more: bool


def place(
    connection: Connection, new: NewEvent, room: Room, labels: Sequence[StockingLabel]
) -> Changed[Labelled | None]:
    """Give a room its labels, in place of those that it has; none takes them away.

    Raises:
        NotHere: a monster is not on the level's list, or there is nothing to take away.
        Refusal: nothing would change.
    """

    def work(changer: Changer) -> Told[Labelled | None]:
        known = changer.lists.named(LIST, room.region.code, name_key(room.number))
        if not labels:
            if known is None:
                raise NotHere(f"{room.code} has no labels. Nothing was changed.")
            changer.drop(known.slot)
            return Told(None, f"{room.code} has no labels any more.")
        for label in labels:
            if isinstance(label, MonsterLabel):
                _stand_on(changer, room.region, label)
        document = {"name": room.number, "labels": [_document(label) for label in labels]}
        slot = changer.next(LIST, room.region.code) if known is None else known.slot
        changer.put(slot, document)
        if not changer.changes:
            raise Refusal(f"{room.code} has these labels already. Nothing was changed.")
        made = _labelled(changer.lists, room.region, Entry(slot, document))
        return Told(made, f"{room.code}: {', '.join(each.written for each in made.labels)}.")

    return change(connection, new, work)


def page(connection: Connection, campaign_id: int, region: Region, number: int) -> Page:
    """A page of a region's labels, for game masters."""
    lists = Lists(connection, campaign_id)
    entries = lists.all_of(LIST, region.code)
    here = entries[number * PAGE : (number + 1) * PAGE]
    return Page(
        region,
        number,
        tuple(_labelled(lists, region, entry) for entry in here),
        more=len(entries) > (number + 1) * PAGE,
    )


def regions(connection: Connection, campaign_id: int) -> tuple[str, ...]:
    """The regions that have labels, for game masters."""
    return tuple(sorted(Lists(connection, campaign_id).scopes(LIST)))


def _stand_on(changer: Changer, region: Region, label: MonsterLabel) -> None:
    slot = Slot(MONSTERS, str(region.level), label.place)
    if changer.lists.at(slot) is None:
        raise NotHere(
            f"There is no {letters_for(label.place)} on the list of level {region.level}. Nothing was saved: "
            "add the monster with /monster add, or look with /monster list."
        )
    changer.stand_on(slot)


def _labelled(lists: Lists, region: Region, entry: Entry) -> Labelled:
    labels = tuple(_placed(lists, region, each) for each in entry.document["labels"])
    return Labelled(Room(region, entry.document["name"]), labels)


def _placed(lists: Lists, region: Region, document: Mapping[str, Any]) -> Placed:
    label = _label(document)
    if isinstance(label, HiddenTreasure):
        return Placed(label, label.written())
    entry = lists.at(Slot(MONSTERS, str(region.level), label.place))
    found: Listed | None = None if entry is None else listed(entry)
    if found is None:  # pragma: no cover - a label is taken back before its monster
        return Placed(label, label.written())
    return Placed(label, label.written(extraordinary=found.monster.extraordinary), found.monster.name)


def _document(label: StockingLabel) -> dict[str, Any]:
    """A label as it is kept: {"monster": 17, "container": "chest"} or {"hidden": "wall", "wall": "N"}."""
    if isinstance(label, MonsterLabel):
        return {"monster": label.place} | ({"container": label.container} if label.container else {})
    return {"hidden": label.under} | ({"wall": label.wall} if label.wall else {})


def _label(document: Mapping[str, Any]) -> StockingLabel:
    if "monster" in document:
        return MonsterLabel(document["monster"], document.get("container", ""))
    return HiddenTreasure(document["hidden"], cast("Wall | None", document.get("wall")))
