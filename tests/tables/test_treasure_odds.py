"""The odds of the tables of treasure, by hand from the sources, against the exact ones and 100,000 rolls."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from tables import procedures
from tables.catalog import load
from tables.table import odds
from tests.tables.chances import check_rolls, check_rows, even, of

if TYPE_CHECKING:
    from tests.tables.chances import Chances

D20 = ["1/20"] * 20

BY_ROW: dict[str, list[str]] = {
    "treasure.container": ["1/10"] * 10,
    "treasure.protection": ["2/5", "3/5"],
    "treasure.protection.osric": ["2/5", "3/5"],
    # 1-2, 3-4, 5-6, then one number each but for 11-12
    "treasure.guard": [*["1/10"] * 3, *["1/20"] * 4, "1/10", *["1/20"] * 8],
    # 1-2, 3-4, 5-6, 7, 8, 9-10, and one number each
    "treasure.guard.osric": [*["1/10"] * 3, "1/20", "1/20", "1/10", *["1/20"] * 10],
    # 1-3, 4-5, 6, 7-8, 9, 10, 11, 12-13, 14-15, 16-20
    "treasure.hiding": ["3/20", "1/10", "1/20", "1/10", "1/20", "1/20", "1/20", "1/10", "1/10", "1/4"],
    # 1-2, 3-4, 5-7, 8-11, 12, 13, 14, 15, 16-17, 18-20
    "treasure.hiding.osric": ["1/10", "1/10", "3/20", "1/5", *["1/20"] * 4, "1/10", "3/20"],
    # 01-25, 26-50, 51-65, 66-80, 81-90, 91-94, 95-97, 98-00
    "treasure.appendix-a": ["1/4", "1/4", "3/20", "3/20", "1/10", "1/25", "3/100", "3/100"],
    # 1-5, 6-10, 11-13, 14-15, 16-17, 18, 19, 20
    "treasure.osric": ["1/4", "1/4", "3/20", "1/10", "1/10", "1/20", "1/20", "1/20"],
    # the same with 1 added to the die: 1-4, 5-9, 10-12, 13-14, 15-16, 17, 18, 19-20
    "treasure.osric-guarded": ["1/5", "1/4", "3/20", "1/10", "1/10", "1/20", "1/20", "1/10"],
    "treasure.osric-valuables": ["5/8", "3/8"],
    "treasure.osric-chance": ["5/8", "3/8"],
    # 01-35, 36-65, 66-80, 81-90, 91-95, 96-97, 98-00
    "treasure.osric3": ["7/20", "3/10", "3/20", "1/10", "1/20", "1/50", "3/100"],
    # 1-2, 3-5, 6-10, 11-12, 13-15, 16-17, 18, 19, 20
    "treasure.monetary": ["1/10", "3/20", "1/4", "1/10", "3/20", "1/10", "1/20", "1/20", "1/20"],
    # 1-5, 6-8, 9-12, 13-14, 15-18, 19, 20
    "treasure.magic": ["1/4", "3/20", "1/5", "1/10", "1/5", "1/20", "1/20"],
    # 01-20, 21-40, 41-55, 56-65, 66-75, 76-80, 81-85, 86-90, 91-96, 97-00
    "treasure.combined": ["1/5", "1/5", "3/20", "1/10", "1/10", *["1/20"] * 3, "3/50", "1/25"],
    # 01-05, 06-70, 71-90, 91-00
    "treasure.map": ["1/20", "13/20", "1/5", "1/10"],
    # 01-20, 21-60, 61-90, 91-00
    "treasure.map-place": ["1/5", "2/5", "3/10", "1/10"],
    # 01-10, 11-20, 21-70, 71-80, 81-90, 91-00
    "treasure.map-guard": ["1/10", "1/10", "1/2", "1/10", "1/10", "1/10"],
    # 01-20, 21-35, 36-40, 41-45, 46-60, 61-75, 76-86, 87-00
    "treasure.magic-kind": ["1/5", "3/20", "1/20", "1/20", "3/20", "3/20", "11/100", "7/50"],
    # 15 numbers for armour, 11 for swords, 14 for other weapons
    "treasure.magic-kind.arms": ["3/8", "11/40", "7/20"],
    # the same without swords and potions: 15, 5, 5, 15, 15, 14 of 69
    "treasure.magic-kind.no-sword-or-potion": ["5/23", "5/69", "5/69", "5/23", "5/23", "14/69"],
    # the same without swords and other weapons: 20, 15, 5, 5, 15, 15 of 75
    "treasure.magic-kind.no-sword-or-weapon": ["4/15", "1/5", "1/15", "1/15", "1/5", "1/5"],
    # our own lists
    "treasure.magic-kind.potion": ["1/5", *["1/20"] * 16],
    "treasure.magic-kind.scroll": [
        *["1/4", "3/20", "1/10", "1/20", "1/10"],
        *["1/20"] * 4,
        *["1/10", "1/20"],
    ],
    "treasure.magic-kind.ring": ["1/4", *["1/12"] * 9],
    "treasure.magic-kind.rod": ["1/12"] * 12,
    "treasure.magic-kind.miscellaneous": [
        *["1/10", "1/20", "1/20", "1/20", "1/10"],
        *["1/20"] * 13,
    ],
    "treasure.magic-kind.armour": ["1/6", *["1/12"] * 3, "1/6", "1/12", "1/6", "1/12", "1/12"],
    "treasure.magic-kind.sword": ["1/3", *["1/12"] * 8],
    "treasure.magic-kind.weapon": [*["1/12"] * 5, "1/6", *["1/12"] * 5],
    "treasure.vein": ["1/6", "5/6"],
}
"""How likely each row is, as it is shown."""

COPPER = "cp 2d4*10000; sp (1d4+1)*10000"
ELECTRUM = "ep 5d6*1000"
GOLD = "gp 3d6*1000"
PLATINUM = "pp 5d4*100"
GEMS = "gems 1d10*10"
JEWELS = "jewellery 5d10"
ALL = "; ".join((COPPER, ELECTRUM, GOLD, PLATINUM, GEMS, JEWELS))

POISON = "contact poison on the container"
TREASURE_POISON = "contact poison on the treasure itself"
LOCK = "poisoned needles in the lock"
HANDLES = "poisoned needles in the handles"
FRONT, TOP = "darts that shoot out of its front", "darts that shoot out of its top"
BOTTOM = "darts that shoot up from its bottom inside"
BLADE = "a blade that sweeps across its inside"
VERMIN = "poisonous vermin that live inside"
GAS = "gas that streams out when it is opened"
TRAPDOOR, FARTHER = "a trapdoor right in front of it", "a trapdoor 6 feet in front of it"
BLOCK = "a block of stone that drops in front of it"
SPEARS = "spears that fly from the walls when it is opened"
RUNES, SYMBOL = "runes that explode", "a magic symbol"

INVISIBLE, ILLUSION = "by invisibility", "by an illusion"
SPACE = "in a secret space beneath the container"
COMPARTMENT = "in a secret compartment of the container"
EVERYDAY = "inside an everyday thing in plain view"
DISGUISE = "by a disguise that makes it look like something else"
RUBBISH = "under a heap of rubbish"
FLOOR, WALL = "under a loose stone of the floor", "behind a loose stone of the wall"
SECRET_ROOM = "in a secret room near by"


def parts(total: int, shares: dict[Any, int]) -> Chances:
    """Chances as shares of a total."""
    assert sum(shares.values()) == total
    return {value: Fraction(share, total) for value, share in shares.items()}


BY_VALUE: dict[str, Chances] = {
    "treasure.container": even(
        "in bags",
        "in sacks",
        "in small coffers",
        "in chests",
        "in huge chests",
        "in pottery jars",
        "in metal urns",
        "in stone containers",
        "in iron trunks",
        "lying loose",
    ),
    "treasure.protection": of(20, guarded=8, hidden=12),
    "treasure.protection.osric": of(20, guarded=8, hidden=12),
    "treasure.guard": parts(
        20,
        {
            POISON: 2,
            TREASURE_POISON: 2,
            LOCK: 2,
            HANDLES: 1,
            FRONT: 1,
            TOP: 1,
            BOTTOM: 1,
            BLADE: 2,
            VERMIN: 1,
            GAS: 1,
            TRAPDOOR: 1,
            FARTHER: 1,
            BLOCK: 1,
            SPEARS: 1,
            RUNES: 1,
            SYMBOL: 1,
        },
    ),
    "treasure.guard.osric": parts(
        20,
        {
            BLADE: 2,
            POISON: 2,
            TREASURE_POISON: 2,
            GAS: 1,
            RUNES: 1,
            LOCK: 2,
            HANDLES: 1,
            VERMIN: 1,
            SPEARS: 1,
            FRONT: 1,
            TOP: 1,
            BOTTOM: 1,
            BLOCK: 1,
            SYMBOL: 1,
            TRAPDOOR: 1,
            FARTHER: 1,
        },
    ),
    "treasure.hiding": parts(
        20,
        {
            INVISIBLE: 3,
            ILLUSION: 2,
            SPACE: 1,
            COMPARTMENT: 2,
            EVERYDAY: 1,
            DISGUISE: 1,
            RUBBISH: 1,
            FLOOR: 2,
            WALL: 2,
            SECRET_ROOM: 5,
        },
    ),
    "treasure.hiding.osric": parts(
        20,
        {
            WALL: 2,
            ILLUSION: 2,
            INVISIBLE: 3,
            SECRET_ROOM: 4,
            EVERYDAY: 1,
            RUBBISH: 1,
            DISGUISE: 1,
            SPACE: 1,
            COMPARTMENT: 2,
            FLOOR: 3,
        },
    ),
    "treasure.appendix-a": parts(
        100,
        {
            "cp 1000*level": 25,
            "sp 1000*level": 25,
            "ep 750*level": 15,
            "gp 250*level": 15,
            "pp 100*level": 10,
            "gems 1d4*level": 4,
            "jewellery level": 3,
            "any 1": 3,
        },
    ),
    "treasure.osric": parts(
        20,
        {
            "cp 2d10*100*level": 5,
            "sp 2d10*100*level": 5,
            "ep 2d8*100*level": 3,
            "gp 1d4*100*level": 2,
            "pp 2d10*10*level": 2,
            "valuables": 1,
            "chance": 1,
            "any 1": 1,
        },
    ),
    "treasure.osric-guarded": parts(
        20,
        {
            "cp 2d10*100*level": 4,
            "sp 2d10*100*level": 5,
            "ep 2d8*100*level": 3,
            "gp 1d4*100*level": 2,
            "pp 2d10*10*level": 2,
            "valuables": 1,
            "chance": 1,
            "any 1": 2,
        },
    ),
    "treasure.osric-valuables": parts(8, {"gems 1d3*level": 5, "jewellery level": 3}),
    "treasure.osric-chance": parts(8, {"nothing": 5, "any 1": 3}),
    "treasure.osric3": parts(
        100,
        {
            "cp 1500*level": 35,
            "sp 750*level": 30,
            "gp 250*level": 15,
            "pp 100*level": 10,
            "gems 1d3*level": 5,
            "jewellery level": 2,
            "any 1": 3,
        },
    ),
    "treasure.monetary": parts(
        20,
        {
            COPPER: 2,
            ELECTRUM: 3,
            GOLD: 5,
            PLATINUM: 2,
            GEMS: 3,
            JEWELS: 2,
            "twice": 1,
            "thrice": 1,
            ALL: 1,
        },
    ),
    "treasure.magic": parts(
        20,
        {
            "any 1; potion 4": 5,
            "any 2": 3,
            "sword 1; armour 1; weapon 1": 4,
            "no-sword-or-potion 3": 2,
            "potion 6; scroll 6": 4,
            "ring 1; rod 1; any 2": 1,
            "rod 1; miscellaneous 1; any 3": 1,
        },
    ),
    "treasure.combined": parts(
        100,
        {
            f"{COPPER}; any 2": 20,
            f"{GOLD}; any 2": 20,
            f"{ELECTRUM}; {GOLD}; any 1; potion 4; potion 6; scroll 6": 15,
            f"{COPPER}; {ELECTRUM}; {GOLD}; sword 1; armour 1; weapon 1; no-sword-or-potion 3": 10,
            f"{GOLD}; {GOLD}; any 2; potion 6; scroll 6": 10,
            f"{ELECTRUM}; {GOLD}; {PLATINUM}; {JEWELS}; any 1; potion 4; sword 1; armour 1; weapon 1": 5,
            f"{ALL}; map 1; any 1 map; potion 4 map": 5,
            f"{ALL}; map 1; ring 1 map; rod 1 map; any 2 map": 5,
            f"{COPPER}; {ELECTRUM}; rod 1 near; miscellaneous 1 near; any 3 near": 6,
            f"{PLATINUM}; {GEMS}; potion 6 near; scroll 6 near; rod 1 near; miscellaneous 1 near; "
            "any 3 near": 4,
        },
    ),
    "treasure.map": of(100, false=5, monetary=65, magic=20, combined=10),
    "treasure.map-place": parts(
        100, {"caves": 20, "outdoors near": 40, "outdoors far": 30, "outdoors very far": 10}
    ),
    "treasure.map-guard": of(100, buried=10, water=10, lair=50, ruin=10, crypt=10, town=10),
    "treasure.magic-kind": of(
        100, potion=20, scroll=15, ring=5, rod=5, miscellaneous=15, armour=15, sword=11, weapon=14
    ),
    "treasure.magic-kind.arms": of(40, armour=15, sword=11, weapon=14),
    "treasure.magic-kind.no-sword-or-potion": of(
        69, scroll=15, ring=5, rod=5, miscellaneous=15, armour=15, weapon=14
    ),
    "treasure.magic-kind.no-sword-or-weapon": of(
        75, potion=20, scroll=15, ring=5, rod=5, miscellaneous=15, armour=15
    ),
    "treasure.vein": of(6, dry=1, yields=5),
}
"""How likely each value is, but on our own lists of items, whose rows all differ."""

LISTS = (
    *("potion", "scroll", "ring", "rod"),
    *("miscellaneous", "armour", "sword", "weapon"),
)


def test_every_table_for_treasure_has_odds_by_hand() -> None:
    tables = {table.key for table in load().tables if table.key.startswith("treasure.")}

    assert set(BY_ROW) == tables
    assert set(BY_VALUE) | {f"treasure.magic-kind.{name}" for name in LISTS} == tables
    for chances in BY_VALUE.values():
        assert sum(chances.values()) == 1


@pytest.mark.parametrize("key", BY_ROW)
def test_the_odds_of_rows_are_exactly_those_by_hand(key: str) -> None:
    check_rows(key, BY_ROW[key])


@pytest.mark.parametrize("key", BY_VALUE)
def test_the_odds_of_values_are_exactly_those_by_hand(key: str) -> None:
    table = load().table(key)
    chances: Chances = {}
    for row, chance in zip(table.rows, odds(table), strict=True):
        chances[row.value] = chances.get(row.value, Fraction(0)) + chance

    assert chances == BY_VALUE[key]


@pytest.mark.parametrize("name", LISTS)
def test_no_item_stands_twice_on_a_list(name: str) -> None:
    items = [row.value for row in load().table(f"treasure.magic-kind.{name}").rows]

    assert len(items) == len(set(items)) == len(BY_ROW[f"treasure.magic-kind.{name}"])
    assert not any("," in item for item in items)


@pytest.mark.parametrize("key", sorted(set(BY_VALUE) - set(procedures.PROCEDURES)))
def test_100_000_rolls_on_a_table_fall_as_they_should(key: str) -> None:
    check_rolls(key, {}, BY_VALUE[key])


@pytest.mark.parametrize("name", LISTS)
def test_100_000_items_fall_as_they_should(name: str) -> None:
    key = f"treasure.magic-kind.{name}"
    items = [row.value for row in load().table(key).rows]

    check_rolls(key, {}, dict(zip(items, map(Fraction, BY_ROW[key]), strict=True)))
