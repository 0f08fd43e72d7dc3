"""Requests to each subject of a campaign, hostile words among them, the same for the same seed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from bot.campaign import (
    chambers,
    choosing,
    erasing,
    finding,
    founding,
    labels,
    masters,
    monster_finding,
    monster_list,
    parties,
    party_finding,
    party_members,
    wander,
)
from bot.campaign.chamber import Edit, chamber_of
from bot.campaign.masters import Candidate
from bot.campaign.monster_finding import Search
from bot.campaign.monster_list import Details
from bot.campaign.monster_naming import Named
from bot.campaign.parties import Founding, Home
from bot.campaign.parties import Step as Walk
from bot.campaign.party_finding import Which
from bot.campaign.party_members import Player
from bot.campaign.reading import Reader
from bot.campaign.undo import undo
from bot.campaign.wander import Setting
from tables.region_codes import parse_region, parse_room
from tables.stocking_labels import HiddenTreasure, MonsterLabel

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection

    from bot.campaign import NewEvent

CHANNEL = 7_001
LEVELS = (1, 2)
REGIONS = ("LEXI-1", "WOOD-2")


class Step(NamedTuple):
    """One request and whether it writes."""

    work: Callable[..., Any]
    given: tuple[Any, ...]
    writes: bool = True
    named: dict[str, Any] = {}  # noqa: RUF012 - never changed


def asked(chance: random.Random, new: NewEvent, names: Sequence[str]) -> Step:
    """One of all that can be asked of a campaign's subjects."""
    makers = (_chambers, _monsters, _wander, _labels, _parties, _settings, _people)
    return chance.choice(makers)(chance, new, names)


def _chambers(chance: random.Random, new: NewEvent, names: Sequence[str]) -> Step:
    level, name, master = chance.choice(LEVELS), chance.choice(names), chance.random() < 0.5
    rarity = chance.choice(["common", "uncommon", "rare", "very rare", "odd"])
    many = [Edit(chance.choice(names), rarity, known=master) for _ in range(chance.randrange(1, 4))]
    edit = Edit(chance.choice([None, name]), None, chance.choice([None, "", "a text"]), None, master, None)
    return chance.choice(
        [
            Step(_add_chambers, (new, level, many)),
            Step(chambers.edit_chamber, (new, level, chance.choice([name, "1", "2", "9"]), edit)),
            Step(chambers.place_chamber, (new, level, chance.choice([name, "1", "2"]), "LEXI-1/12")),
            Step(chambers.chambers_seen, (1, level), False, {"game_master": master}),
            Step(chambers.chamber_page, (1, level, chance.randrange(3)), False, {"game_master": master}),
            Step(chambers.chamber_seen, (1, level, name), False, {"game_master": master}),
        ]
    )


def _add_chambers(connection: Connection, new: NewEvent, level: int, edits: Sequence[Edit]) -> Any:
    return chambers.add_chambers(connection, new, level, [chamber_of(edit) for edit in edits])


def _monsters(chance: random.Random, new: NewEvent, names: Sequence[str]) -> Step:
    level, name, master = chance.choice(LEVELS), chance.choice(names), chance.random() < 0.5
    named = Named(chance.choice([name, "A", "b", "C"]), chance.choice([None, level]), master)
    details = Details(
        {"extraordinary": chance.random() < 0.5, "notes": chance.choice(names)},
        chance.choice([None, "", "A", name]),
    )
    several = [chance.choice(names) for _ in range(chance.randrange(1, 4))]
    return chance.choice(
        [
            Step(monster_list.add, (new, level, several, details)),
            Step(monster_list.add, (new, level, [name], Details({}))),
            Step(monster_list.edit, (new, named, details)),
            Step(monster_list.retire, (new, named), True, {"back": chance.random() < 0.5}),
            Step(monster_list.copy, (new, named, 3 - level)),
            Step(monster_finding.page, (1, level, chance.randrange(3)), False, {"game_master": master}),
            Step(monster_finding.search, (1, Search(chance.choice([name, "a", "B"]), master)), False),
            Step(monster_finding.show, (1, named), False),
        ]
    )


def _wander(chance: random.Random, new: NewEvent, names: Sequence[str]) -> Step:
    region, name = parse_region(chance.choice(REGIONS)), chance.choice(names)
    six = chance.choice(["A A A b B C", "A b", "-", f"{name}, {name}, A, A, A, b", name])
    setting = Setting(
        region=chance.choice([region, region, None]),
        first=chance.choice([None, six]),
        second=chance.choice([None, six]),
        reading=chance.choice([None, "one", "pair", "other"]),
        first_on=chance.choice([None, 1, 5, 9]),
    )
    return chance.choice(
        [
            Step(wander.set_list, (new, setting)),
            Step(wander.set_list, (new, Setting(region=region, first="A A A A A A"))),
            Step(wander.prepare, (new, chance.choice(LEVELS), chance.randrange(1, 5), name)),
            Step(wander.list_of, (1, region), False),
            Step(wander.quadrants_of, (1, 1), False),
            Step(wander.overview, (1,), False),
        ]
    )


def _labels(chance: random.Random, new: NewEvent, names: Sequence[str]) -> Step:
    del names
    room = parse_room(f"{chance.choice(REGIONS)}/{chance.choice(['1', '2A', '12'])}")
    some = chance.choice(
        [
            [],
            [MonsterLabel(1, "chest")],
            [MonsterLabel(2), HiddenTreasure("floor")],
            [MonsterLabel(9), HiddenTreasure("wall", "N")],
        ]
    )
    return chance.choice(
        [
            Step(labels.place, (new, room, some)),
            Step(labels.page, (1, room.region, 0), False),
            Step(labels.regions, (1,), False),
        ]
    )


def _parties(chance: random.Random, new: NewEvent, names: Sequence[str]) -> Step:
    name = chance.choice(names)
    which = Which(chance.choice(["", name, "1"]), CHANNEL, CHANNEL)
    home = chance.choice([None, Home(7_901, CHANNEL), Home(7_902, CHANNEL)])
    walk = Walk(
        place=chance.choice(["", name]),
        turns=chance.choice([0, 1, 7]),
        light=chance.choice([None, "torch", "-", name]),
    )
    return chance.choice(
        [
            Step(parties.create, (new, Founding(name=name, home=home, members=f"{name}, Bo"))),
            Step(parties.move, (new, which, walk)),
            Step(parties.put_in_order, (new, which, chance.choice([None, "Bo", f"{name}; Bo"]), None)),
            Step(parties.retire, (new, which), True, {"back": chance.random() < 0.4}),
            Step(party_members.join, (new, which, name, Player(new.actor_id, new.actor_name))),
            Step(party_members.leave, (new, which, name)),
            Step(party_finding.all_parties, (1,), False),
        ]
    )


def _settings(chance: random.Random, new: NewEvent, names: Sequence[str]) -> Step:
    name = chance.choice(names)
    chosen = chance.choice(
        [
            {"seen": chance.choice(["everyone", "shared", "nobody"])},
            {"players_explore": chance.random() < 0.5},
            {"editions": {"room": chance.choice(["osric", "appendix-a", "", "x"])}},
            {"masters_channel": chance.choice([CHANNEL, 7_777, None])},
        ]
    )
    return chance.choice(
        [
            Step(choosing.choose, (new, chosen, "chosen")),
            Step(founding.create, (new, name)),
            Step(founding.rename, (new, name)),
            Step(
                masters.name_master, (new, Candidate(chance.choice([901, 55]), name, chance.random() < 0.5))
            ),
            Step(
                masters.dismiss_master,
                (new, Candidate(chance.choice([901, 55]), name, chance.random() < 0.5)),
            ),
            Step(founding.campaigns_of, (500,), False),
        ]
    )


def _people(chance: random.Random, new: NewEvent, names: Sequence[str]) -> Step:
    del names
    reader = Reader(900 + chance.randrange(5), game_master=chance.random() < 0.4)
    wanted = finding.Wanted(words=chance.choice(["is", "LEXI", "\0", "%", "called"]))
    return chance.choice(
        [
            Step(undo, (new,)),
            Step(undo, (new,)),
            Step(finding.find, (CHANNEL, reader, wanted), False),
            Step(erasing.erase, (500, 902)),
            Step(erasing.kept_of, (500, 900 + chance.randrange(5)), False),
        ]
    )
