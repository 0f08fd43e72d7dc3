"""A region's wandering list, and the encounters prepared for a level's quadrants.

A region's list is two sets of six places, each of which names a monster of its level's master list;
one kind may stand in several. What a region names that the level's list does not have yet is
entered there. How the dice are read is the region's own, or the campaign's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import msgspec

from bot.campaign.changes import Changed, Changer, Told, change
from bot.campaign.entries import Lists, Slot
from bot.campaign.errors import NotHere
from bot.campaign.monster import LIST as MONSTERS
from bot.campaign.monster import Listed, listed
from bot.campaign.wander_labels import read_set
from tables.dice import MAX_DICE
from tables.errors import OptionError, OverLimit, Refusal
from tables.monster_file import bestiary
from tables.names import fold
from tables.wandering_lists import (
    QUADRANTS,
    SET,
    How,
    Wanderer,
    WanderingList,
    check_encounter,
    most_list_dice,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection

    from bot.campaign.events import NewEvent
    from tables.region_codes import Region

LIST = "wander"
"""The list of a region's places: 1 to 6 the first set, 7 to 12 the second."""

QUADRANT = "quadrant"
"""The list of a level's prepared encounters, by the numbers of the quadrants."""

HOW = 2 * SET + 1
"""The place of how the dice are read, of a region or, without one, of the campaign."""

SETS = {"first": 0, "second": SET}
"""Each set with the place before its first."""

NO_LIST = (
    "{} has no wandering list yet, or only half of one: set six labels for each of its sets with /wander set."
)


@dataclass(frozen=True, slots=True)
class RegionList:
    """A region's wandering list as it stands.

    Attributes:
        region: the region.
        first, second: the monsters of its sets in order; nothing for a set that nobody has set.
        how: how the dice are read.
        own_how: whether that is the region's own choice.
    """

    region: Region
    first: tuple[Listed, ...]
    second: tuple[Listed, ...]
    how: How
    own_how: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What is to be set of a region's list; None for what stays.

    Attributes:
        region: the region; None for how the dice are read throughout the campaign.
        first, second: six labels or names each; "-" empties the set.
        reading: "one" or "pair".
        first_on: the first set is chosen by 1 to this number.
    """

    region: Region | None
    first: str | None = None
    second: str | None = None
    reading: str | None = None
    first_on: int | None = None


@dataclass(frozen=True, slots=True)
class Overview:
    """What a campaign has: the regions with lists, and the levels with prepared quadrants, in order."""

    regions: tuple[str, ...]
    levels: tuple[int, ...]


def set_list(connection: Connection, new: NewEvent, setting: Setting) -> Changed[None]:
    """Set a region's sets, or how the dice are read.

    Raises:
        Refusal: a label is on no list, there are not six of them, or nothing would change.
    """

    def work(changer: Changer) -> Told[None]:
        told: list[str] = []
        if setting.region is not None:
            for name, written in (("first", setting.first), ("second", setting.second)):
                if written is not None:
                    told.append(_set_one(changer, setting.region, name, written))
        if setting.reading is not None or setting.first_on is not None:
            told.append(_set_how(changer, setting))
        if not changer.changes:
            raise Refusal("That is so already. Nothing was changed: /wander list shows what is.")
        return Told(None, " ".join(told))

    if setting.region is None and (setting.first is not None or setting.second is not None):
        raise OptionError("Say the region whose sets these are, such as LEXI-1. Nothing was changed.")
    if setting == Setting(region=setting.region):
        raise OptionError("Say what to set: first, second, reading or first_on. Nothing was changed.")
    return change(connection, new, work)


def prepare(
    connection: Connection, new: NewEvent, level: int, quadrant: int, encounter: str
) -> Changed[None]:
    """Prepare a quadrant's encounter; nothing takes away the one that is prepared.

    Raises:
        Refusal: its amounts cannot be rolled, or nothing would change.
    """

    def work(changer: Changer) -> Told[None]:
        slot = Slot(QUADRANT, str(level), quadrant)
        where = f"the {QUADRANTS[quadrant]} quadrant of level {level}"
        if encounter:
            changer.put(slot, {"encounter": encounter})
            told = f"Prepared for {where}: {encounter}."
        else:
            changer.drop(slot)
            told = f"Nothing is prepared for {where} any more."
        if not changer.changes:
            raise Refusal("That is so already. Nothing was changed: /wander list shows what is.")
        return Told(None, told)

    if quadrant not in QUADRANTS:
        raise OptionError("A level has four quadrants: pick one of the choices of quadrant.")
    check_encounter(encounter)
    return change(connection, new, work)


def list_of(connection: Connection, campaign_id: int, region: Region) -> RegionList:
    """A region's list as it stands, for game masters."""
    return standing(Lists(connection, campaign_id), region)


def quadrants_of(connection: Connection, campaign_id: int, level: int) -> Mapping[int, str]:
    """What is prepared for a level's quadrants, by their numbers, for game masters."""
    return prepared(Lists(connection, campaign_id), level)


def overview(connection: Connection, campaign_id: int) -> Overview:
    """What there is, for game masters: regions by level and letters, and levels."""
    lists = Lists(connection, campaign_id)
    regions = sorted(
        (scope for scope in lists.scopes(LIST) if scope),
        key=lambda code: (int(code.rpartition("-")[2]), code),
    )
    return Overview(tuple(regions), tuple(sorted(int(level) for level in lists.scopes(QUADRANT))))


def standing(lists: Lists, region: Region) -> RegionList:
    """A region's list as it stands."""
    lines = {entry.slot.number: entry.document for entry in lists.all_of(LIST, region.code)}
    sets = [
        tuple(
            _monster(lists, region, lines[place]["monster"])
            for place in range(before + 1, before + SET + 1)
            if place in lines
        )
        for before in SETS.values()
    ]
    own = lines.get(HOW)
    how = own if own is not None else _campaigns_how(lists)
    return RegionList(region, sets[0], sets[1], msgspec.convert(how, How), own is not None)


def prepared(lists: Lists, level: int) -> dict[int, str]:
    """What is prepared for a level's quadrants, by their numbers."""
    entries = lists.all_of(QUADRANT, str(level))
    return {entry.slot.number: entry.document["encounter"] for entry in entries}


def to_roll(found: RegionList, reading: str | None = None) -> WanderingList:
    """A region's list as it is rolled; ``reading`` counts before how its dice are read.

    Raises:
        NotHere: a set is missing.
        OverLimit: too many dice could be thrown.
    """
    if not found.first or not found.second:
        raise NotHere(NO_LIST.format(found.region.code))
    how = (
        found.how
        if reading is None
        else msgspec.convert({"reading": reading, "first_on": found.how.first_on}, How)
    )
    first, second = tuple(map(_wanderer, found.first)), tuple(map(_wanderer, found.second))
    rolled = WanderingList(found.region.code, first, second, how)
    if most_list_dice(rolled) > MAX_DICE:
        raise OverLimit(f"More than {MAX_DICE:,} dice could be thrown for how many appear: lower that.")
    return rolled


def _wanderer(line: Listed) -> Wanderer:
    """A line to be rolled: as many appear as the list says, or else the bestiary of that name."""
    monster = line.monster
    appearing = monster.appearing.partition(";")[0].strip()  # what follows is the number in a lair
    known = bestiary().names.get(fold(monster.name))
    if not appearing and known is not None and known.appearing is not None:
        appearing = known.appearing.text
    return Wanderer(line.letter, monster.name, appearing, monster.left)


def _monster(lists: Lists, region: Region, number: int) -> Listed:
    entry = lists.at(Slot(MONSTERS, str(region.level), number))
    if entry is None:  # pragma: no cover - what a list stands on is taken back only together with it
        raise NotHere(
            f"The list of {region.code} names a monster that is not on level {region.level}'s list."
        )
    return listed(entry)


def _set_one(changer: Changer, region: Region, name: str, written: str) -> str:
    before = SETS[name]
    slots = [Slot(LIST, region.code, before + place) for place in range(1, SET + 1)]
    if written.strip() in {"-", "–", "—"}:
        for slot in slots:
            changer.drop(slot)
        return f"{region.code} has no {name} set any more."
    found = read_set(changer, region.level, written)
    for slot, line in zip(slots, found.lines, strict=True):
        changer.put(slot, {"monster": line.number})
    named = ", ".join(f"{line.letter} {line.monster.name}" for line in found.lines)
    return f"The {name} set of {region.code}: {named}.{_entered(region, found.entered)}"


def _entered(region: Region, entered: Sequence[Listed]) -> str:
    if not entered:
        return ""
    named = ", ".join(f"{line.letter} {line.monster.name}" for line in entered)
    return f" New on the list of level {region.level}: {named}."


def _set_how(changer: Changer, setting: Setting) -> str:
    scope = "" if setting.region is None else setting.region.code
    slot = Slot(LIST, scope, HOW)
    kept = changer.lists.at(slot)
    how: How = msgspec.convert(_campaigns_how(changer.lists) if kept is None else kept.document, How)
    if setting.reading is not None:
        if setting.reading not in {"one", "pair"}:
            raise OptionError("Pick one of the choices of reading. Nothing was changed.")
        how = msgspec.convert({"reading": setting.reading, "first_on": how.first_on}, How)
    if setting.first_on is not None:
        if not 1 <= setting.first_on < SET:
            raise OptionError("first_on is a number from 1 to 5. Nothing was changed.")
        how = replace(how, first_on=setting.first_on)
    changer.put(slot, msgspec.to_builtins(how))
    where = scope or "every region that does not say otherwise"
    if how.reading == "pair":
        return f"For {where}, each die falls on a set of its own."
    return f"For {where}, 1 to {how.first_on} on the first die chooses the first set, more the second."


def _campaigns_how(lists: Lists) -> Mapping[str, Any]:
    kept = lists.at(Slot(LIST, "", HOW))
    return {} if kept is None else kept.document
