"""Wandering chambers: what rooms of a level are or were, a list that grows as the level does.

A chamber stands in its level's list "chamber" under its number in order of appearance, which it
keeps for good. How often it was rolled is kept beside it, in the list "tally" under the same number:
the events that roll or place a chamber touch or stand on that, so undoing an addition names them,
while undoing a mere edit does not. Each placing is an entry of the level's list "placement".
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from bot.campaign.chamber import (
    Chamber,
    ListedChamber,
    Placement,
    among,
    differences,
    edited,
    not_here,
    number_of,
    visible,
)
from bot.campaign.changes import Changed, Changer, Told, change
from bot.campaign.entries import Lists, Slot
from bot.campaign.errors import TooMuch
from bot.campaign.folding import name_key, shown_name
from bot.campaign.people import names_of, person_of
from tables.chambers import LONGEST_PLACE, MOST_ENTRIES, RARITIES
from tables.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection

    from bot.campaign.chamber import Edit
    from bot.campaign.entries import Entry
    from bot.campaign.events import NewEvent

CHAMBER, TALLY, PLACEMENT = "chamber", "tally", "placement"
"""The lists of a level: its chambers, how often each was rolled, and where they were placed."""

MOST_AT_ONCE = 20
"""Chambers that are added together at most."""


def add_chambers(
    connection: Connection, new: NewEvent, level: int, chambers: Sequence[Chamber]
) -> Changed[tuple[int, ...]]:
    """Put chambers at the end of a level's list; the value are their numbers.

    Raises:
        NameTaken: the level has one of such a name, or two of these are called alike.
        TooMuch: the list is full, or these are too many at once.
    """

    def work(changer: Changer) -> Told[tuple[int, ...]]:
        scope = str(level)
        if not 1 <= len(chambers) <= MOST_AT_ONCE:
            raise TooMuch(
                f"1 to {MOST_AT_ONCE} chambers are added at once. Nothing was saved: ask for fewer."
            )
        if changer.lists.count(CHAMBER, scope) + len(chambers) > MOST_ENTRIES:
            raise TooMuch(f"A level has {MOST_ENTRIES:,} chambers at most. Nothing was saved.")
        numbers: list[int] = []
        for chamber in chambers:
            slot = changer.next(CHAMBER, scope)
            changer.put(slot, chamber.document())
            changer.put(Slot(TALLY, scope, slot.number), {"rolled": 0})
            numbers.append(slot.number)
        named = ", ".join(
            f"{number} {chamber.name} ({RARITIES[chamber.rarity]})"
            for number, chamber in zip(numbers, chambers, strict=True)
        )
        many = "new wandering chambers" if len(chambers) > 1 else "a new wandering chamber"
        return Told(tuple(numbers), f"Level {level} has {many}: {named}.")

    return change(connection, new, work)


def edit_chamber(
    connection: Connection, new: NewEvent, level: int, wanted: str, edit: Edit
) -> Changed[ListedChamber]:
    """Change a chamber, named by its name or number.

    Raises:
        NotHere: the level has none of that name.
        NameTaken: another is called so.
        Refusal: it is so already, or cannot be so.
    """

    def work(changer: Changer) -> Told[ListedChamber]:
        entry = _find(changer.lists, level, wanted)
        before = _chamber(entry)
        after = edited(before, edit)
        said = differences(before, after)
        if not said:
            raise OptionError("It is so already, so nothing was changed: say what is to be different.")
        changer.put(entry.slot, after.document())
        number = entry.slot.number
        words = f"Chamber {number} of level {level}, {before.name}, {'; '.join(said)}."
        return Told(ListedChamber(level, number, after), words)

    return change(connection, new, work)


def place_chamber(
    connection: Connection, new: NewEvent, level: int, wanted: str, where: str
) -> Changed[Placement]:
    """Note where a chamber, named by its name or number, was placed.

    Raises:
        NotHere: the level has none of that name.
        DocumentRefused: the place is nothing, or too long.
    """

    def work(changer: Changer) -> Told[Placement]:
        entry = _find(changer.lists, level, wanted)
        by = person_of(changer.connection, changer.campaign_id, new.actor_id) or 0
        placement = Placement(entry.slot.number, shown_name(where, LONGEST_PLACE), new.at, by)
        place(changer, level, placement)
        name = entry.document["name"]
        words = f"{name}, chamber {placement.chamber} of level {level}, is placed at {placement.where}."
        return Told(placement, words)

    return change(connection, new, work)


def place(changer: Changer, level: int, placement: Placement) -> None:
    """Note a placing within an event."""
    scope = str(level)
    changer.put(changer.next(PLACEMENT, scope), msgspec.to_builtins(placement))
    changer.stand_on(Slot(TALLY, scope, placement.chamber))


def level_list(lists: Lists, level: int) -> tuple[ListedChamber, ...]:
    """All chambers of a level in order of appearance, as game masters see them."""
    scope = str(level)
    rolled = {entry.slot.number: entry.document["rolled"] for entry in lists.all_of(TALLY, scope)}
    places: defaultdict[int, list[Placement]] = defaultdict(list)
    for placement in placements_of(lists, level):
        places[placement.chamber].append(placement)
    return tuple(
        ListedChamber(
            level,
            number := entry.slot.number,
            _chamber(entry),
            rolled.get(number, 0),
            tuple(places[number]),
        )
        for entry in lists.all_of(CHAMBER, scope)
    )


def placements_of(lists: Lists, level: int) -> tuple[Placement, ...]:
    """All placings of a level's chambers, in order."""
    return tuple(msgspec.convert(entry.document, Placement) for entry in lists.all_of(PLACEMENT, str(level)))


def chambers_seen(
    connection: Connection, campaign_id: int, level: int, *, game_master: bool
) -> tuple[ListedChamber, ...]:
    """The chambers of a level as their reader may see them, in order of appearance."""
    return visible(level_list(Lists(connection, campaign_id), level), game_master=game_master)


@dataclass(frozen=True, slots=True)
class ShownChamber:
    """A chamber with the names of those who placed it, by their numbers."""

    listed: ListedChamber
    people: Mapping[int, str]


def chamber_seen(
    connection: Connection, campaign_id: int, level: int, wanted: str, *, game_master: bool
) -> ShownChamber:
    """The chamber of a name, or for game masters of a number, as its reader may see it.

    Raises:
        NotHere: there is none that this reader may see.
    """
    seen = chambers_seen(connection, campaign_id, level, game_master=game_master)
    found = among(seen, level, wanted)
    return ShownChamber(found, names_of(connection, campaign_id) if found.placements else {})


def count_rolls(changer: Changer, level: int, numbers: Mapping[int, int]) -> None:
    """Count within an event how often each chamber, by its number, was rolled in it."""
    for number, times in sorted(numbers.items()):
        slot = Slot(TALLY, str(level), number)
        kept = changer.lists.at(slot)
        before = 0 if kept is None else kept.document["rolled"]
        changer.put(slot, {"rolled": before + times})


def _find(lists: Lists, level: int, wanted: str) -> Entry:
    """The entry of a chamber by its name, else by its number."""
    found = lists.named(CHAMBER, str(level), name_key(wanted))
    number = number_of(wanted)
    if found is None and number is not None:
        found = lists.at(Slot(CHAMBER, str(level), number))
    if found is None:
        raise not_here(level, wanted)
    return found


def _chamber(entry: Entry) -> Chamber:
    return msgspec.convert(entry.document, Chamber)
