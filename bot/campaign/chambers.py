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
    from collections.abc import Container, Iterable, Mapping, Sequence

    from sqlalchemy import Connection

    from bot.campaign.chamber import Edit
    from bot.campaign.entries import Entry
    from bot.campaign.events import NewEvent

CHAMBER, TALLY, PLACEMENT = "chamber", "tally", "placement"
"""The lists of a level: its chambers, how often each was rolled, and where they were placed."""

MOST_AT_ONCE = 20
"""Chambers that are added together at most."""

PAGE = 10
"""Chambers of one page of a list."""


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
    return _counted(lists, level, lists.all_of(CHAMBER, str(level)), lists.all_of(TALLY, str(level)))


def _counted(
    lists: Lists, level: int, entries: Iterable[Entry], tallies: Iterable[Entry]
) -> tuple[ListedChamber, ...]:
    """Chambers with how often each was rolled and where it was placed."""
    every = tuple(entries)
    rolled = {entry.slot.number: entry.document["rolled"] for entry in tallies}
    places = placements_of(lists, level, {entry.slot.number for entry in every})
    return tuple(
        ListedChamber(
            level,
            number := entry.slot.number,
            _chamber(entry),
            rolled.get(number, 0),
            tuple(places.get(number, ())),
        )
        for entry in every
    )


def placements_of(lists: Lists, level: int, numbers: Container[int]) -> dict[int, list[Placement]]:
    """Where a level's chambers of these numbers were placed, in order, by their numbers."""
    found: defaultdict[int, list[Placement]] = defaultdict(list)
    for entry in lists.all_of(PLACEMENT, str(level)):
        if entry.document["chamber"] in numbers:
            placement = msgspec.convert(entry.document, Placement)
            found[placement.chamber].append(placement)
    return found


def chambers_seen(
    connection: Connection, campaign_id: int, level: int, *, game_master: bool
) -> tuple[ListedChamber, ...]:
    """The chambers of a level as their reader may see them, in order of appearance; without any counts."""
    entries = Lists(connection, campaign_id).all_of(CHAMBER, str(level))
    every = (ListedChamber(level, entry.slot.number, _chamber(entry)) for entry in entries)
    return visible(every, game_master=game_master)


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a level's list: its number, from 0, and whether there is another after it."""

    chambers: tuple[ListedChamber, ...]
    number: int
    more: bool


def chamber_page(
    connection: Connection, campaign_id: int, level: int, number: int, *, game_master: bool
) -> Page:
    """The page of that number of a level's list, or the last, as its reader may see it."""
    lists, scope = Lists(connection, campaign_id), str(level)
    if not game_master:  # what players know stands in the chambers alone, so all of them are looked at
        seen = chambers_seen(connection, campaign_id, level, game_master=False)
        number = min(number, max(0, len(seen) - 1) // PAGE)
        end = (number + 1) * PAGE
        return Page(seen[end - PAGE : end], number, len(seen) > end)
    number = min(number, max(0, lists.count(CHAMBER, scope) - 1) // PAGE)
    entries = lists.stretch(CHAMBER, scope, skipped=number * PAGE, most=PAGE + 1)
    shown = entries[:PAGE]
    tallies = (lists.at(Slot(TALLY, scope, entry.slot.number)) for entry in shown)
    counted = _counted(lists, level, shown, (entry for entry in tallies if entry is not None))
    return Page(counted, number, len(entries) > PAGE)


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
    lists, scope = Lists(connection, campaign_id), str(level)
    entry = _find(lists, level, wanted, by_number=game_master)
    if not game_master:
        seen = visible([ListedChamber(level, entry.slot.number, _chamber(entry))], game_master=False)
        if not seen:
            raise not_here(level, wanted)
        return ShownChamber(seen[0], {})
    tally = lists.at(Slot(TALLY, scope, entry.slot.number))
    (listed,) = _counted(lists, level, [entry], [] if tally is None else [tally])
    return ShownChamber(listed, names_of(connection, campaign_id) if listed.placements else {})


def count_rolls(changer: Changer, level: int, numbers: Mapping[int, int]) -> None:
    """Count within an event how often each chamber, by its number, was rolled in it."""
    for number, times in sorted(numbers.items()):
        slot = Slot(TALLY, str(level), number)
        kept = changer.lists.at(slot)
        before = 0 if kept is None else kept.document["rolled"]
        changer.put(slot, {"rolled": before + times})


def _find(lists: Lists, level: int, wanted: str, *, by_number: bool = True) -> Entry:
    """The entry of a chamber by its name, else by its number."""
    found = lists.named(CHAMBER, str(level), name_key(wanted))
    number = number_of(wanted) if by_number else None
    if found is None and number is not None:
        found = lists.at(Slot(CHAMBER, str(level), number))
    if found is None:
        raise not_here(level, wanted)
    return found


def _chamber(entry: Entry) -> Chamber:
    return msgspec.convert(entry.document, Chamber)
