"""Treasure by hand-given faces: amounts from least to most, maps, words, refusals, next rolls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tables import procedures
from tables.dice import MAX_DICE
from tables.errors import CatalogError, FacesError, OptionError
from tables.hoards import Hoard, Part, hoard_of, read_lots, tell
from tables.outcome import from_json, to_json
from tables.treasure_maps import TopUp, TreasureMap
from tests.tables.treasure_dice import FirstGiven, amounts

if TYPE_CHECKING:
    from collections.abc import Sequence


@pytest.mark.parametrize(
    ("face", "least", "most"),
    [
        (1, {"cp": 20_000, "sp": 20_000}, {"cp": 80_000, "sp": 50_000}),
        (2, {"cp": 20_000, "sp": 20_000}, {"cp": 80_000, "sp": 50_000}),
        (3, {"ep": 5_000}, {"ep": 30_000}),
        (5, {"ep": 5_000}, {"ep": 30_000}),
        (6, {"gp": 3_000}, {"gp": 18_000}),
        (10, {"gp": 3_000}, {"gp": 18_000}),
        (11, {"pp": 500}, {"pp": 2_000}),
        (12, {"pp": 500}, {"pp": 2_000}),
        (13, {"gems": 10}, {"gems": 100}),
        (15, {"gems": 10}, {"gems": 100}),
        (16, {"jewellery": 5}, {"jewellery": 50}),
        (17, {"jewellery": 5}, {"jewellery": 50}),
        (18, {"cp": 40_000, "sp": 40_000}, {"jewellery": 100}),
        (19, {"cp": 60_000, "sp": 60_000}, {"jewellery": 150}),
        (
            20,
            {"cp": 20_000, "sp": 20_000, "ep": 5_000, "gp": 3_000, "pp": 500, "gems": 10, "jewellery": 5},
            {
                "cp": 80_000,
                "sp": 50_000,
                "ep": 30_000,
                "gp": 18_000,
                "pp": 2_000,
                "gems": 100,
                "jewellery": 50,
            },
        ),
    ],
)
def test_monetary_treasure_is_from_least_to_most(
    face: int, least: dict[str, int], most: dict[str, int]
) -> None:
    for high, expected in ((False, least), (True, most)):
        outcome = procedures.perform("treasure.monetary", {}, FirstGiven([face], high=high))
        assert amounts(outcome.value) == expected
        sides = [child.dice[0].sides for child in outcome.children if child.key == "treasure.monetary"]
        assert sides == [17] * {18: 2, 19: 3}.get(face, 0)


@pytest.mark.parametrize(
    ("key", "level", "face", "least", "most"),
    [
        ("appendix-a", 7, 25, {"cp": 7_000}, {"cp": 7_000}),
        ("appendix-a", 7, 26, {"sp": 7_000}, {"sp": 7_000}),
        ("appendix-a", 7, 65, {"ep": 5_250}, {"ep": 5_250}),
        ("appendix-a", 7, 66, {"gp": 1_750}, {"gp": 1_750}),
        ("appendix-a", 7, 90, {"pp": 700}, {"pp": 700}),
        ("appendix-a", 7, 91, {"gems": 7}, {"gems": 28}),
        ("appendix-a", 7, 97, {"jewellery": 7}, {"jewellery": 7}),
        ("appendix-a", 7, 98, {"magic": 1}, {"magic": 1}),
        ("appendix-a", 7, 100, {"magic": 1}, {"magic": 1}),
        ("osric", 3, 5, {"cp": 600}, {"cp": 6_000}),
        ("osric", 3, 6, {"sp": 600}, {"sp": 6_000}),
        ("osric", 3, 13, {"ep": 600}, {"ep": 4_800}),
        ("osric", 3, 14, {"gp": 300}, {"gp": 1_200}),
        ("osric", 3, 17, {"pp": 60}, {"pp": 600}),
        ("osric", 3, 18, {"gems": 3}, {"jewellery": 3}),
        ("osric", 3, 19, {}, {"magic": 1}),
        ("osric", 3, 20, {"magic": 1}, {"magic": 1}),
        ("osric-guarded", 3, 4, {"cp": 600}, {"cp": 6_000}),
        ("osric-guarded", 3, 5, {"sp": 600}, {"sp": 6_000}),
        ("osric-guarded", 3, 12, {"ep": 600}, {"ep": 4_800}),
        ("osric-guarded", 3, 13, {"gp": 300}, {"gp": 1_200}),
        ("osric-guarded", 3, 16, {"pp": 60}, {"pp": 600}),
        ("osric-guarded", 3, 17, {"gems": 3}, {"jewellery": 3}),
        ("osric-guarded", 3, 18, {}, {"magic": 1}),
        ("osric-guarded", 3, 19, {"magic": 1}, {"magic": 1}),
        ("osric3", 5, 35, {"cp": 7_500}, {"cp": 7_500}),
        ("osric3", 5, 65, {"sp": 3_750}, {"sp": 3_750}),
        ("osric3", 5, 80, {"gp": 1_250}, {"gp": 1_250}),
        ("osric3", 5, 90, {"pp": 500}, {"pp": 500}),
        ("osric3", 5, 91, {"gems": 5}, {"gems": 15}),
        ("osric3", 5, 97, {"jewellery": 5}, {"jewellery": 5}),
        ("osric3", 5, 98, {"magic": 1}, {"magic": 1}),
    ],
)
def test_treasure_grows_with_the_level_but_magic_does_not(
    key: str, level: int, face: int, least: dict[str, int], most: dict[str, int]
) -> None:
    for high, expected in ((False, least), (True, most)):
        dice = FirstGiven([face], high=high)
        outcome = procedures.perform(f"treasure.{key}", {"level": level}, dice)
        assert amounts(outcome.value) == expected


def told(key: str, options: dict[str, Any], faces: Sequence[int]) -> str:
    return procedures.perform_by_hand(key, options, faces).text


@pytest.mark.parametrize(
    ("options", "faces", "text"),
    [
        # d% for gold, gems and magic; then the silver, which is certain, the gold, the gems and the item
        (
            {"scheme": "odnd", "level": 3},
            (50, 10, 11, 5, 12, 6, 4, 1, 1, 7, 9, 4),
            "1,200 silver, 600 gold, 4 gems and a potion of healing, in chests, hidden by an illusion.",
        ),
        (
            {"scheme": "ose"},
            (51, 6, 3, 3, 2, 20, 8, 20),
            "200 silver, lying loose, guarded by a magic symbol.",
        ),
        (
            {"scheme": "basic-fantasy"},
            (76, 51, 26, 8, 2, 8, 4, 3),
            "Nothing of worth.",
        ),
        (
            {"scheme": "osric3", "level": 2},
            (1, 1, 1, 1),
            "3,000 copper, in bags, guarded by a blade that sweeps across its inside.",
        ),
        (
            {"scheme": "osric", "level": 2},
            (18, 8, 20, 9, 20),
            "2 pieces of jewellery, lying loose, hidden under a loose stone of the floor.",
        ),
        (
            {"scheme": "appendix-a"},
            (95, 3, 20, 1),
            "A piece of jewellery, in sacks, hidden by invisibility.",
        ),
    ],
)
def test_a_cache_is_told_as_at_the_table(options: dict[str, Any], faces: Sequence[int], text: str) -> None:
    assert told("treasure.cache", options, faces) == text


@pytest.mark.parametrize(
    ("options", "faces", "text"),
    [
        ({"type": "J"}, (8, 8, 8), "24 copper."),
        ({"type": "l", "count": 3}, (6, 5, 4, 3, 2, 1), "All 3 together carry 21 electrum."),
        ({"type": "C"}, (21, 31, 11, 26, 21, 11), "Nothing of worth."),
        ({"type": "S"}, (40, 1, 1, 1, 1), "2 × potion of healing."),
        ({"type": "T"}, (50, 2, 19, 20), "A cursed scroll and a treasure map."),
        ({"type": "W"}, (61, 16, 61, 51, 55), "A treasure map."),
        ({"level": 2}, (1, 91, 1), "2,000 copper and 2 gems."),
        ({"level": 2}, (1, 2), "4,000 copper."),
        ({"level": 2, "edition": "osric"}, (20, 76, 12, 18, 5), "A cursed sword −1."),
    ],
)
def test_a_hoard_is_told_as_at_the_table(options: dict[str, Any], faces: Sequence[int], text: str) -> None:
    assert told("treasure.hoard", options, faces) == text


def test_a_map_is_followed_to_its_end() -> None:
    outcome = procedures.perform_by_hand("treasure.map", {}, (6, 6, 1, 2, 3, 60, 4, 21))

    assert outcome.text == (
        "The map leads outdoors, 8 miles away. What it shows is in a lair that is guarded: 6,000 gold."
    )
    assert outcome.value == TreasureMap(
        "monetary",
        "outdoors, 8 miles away",
        "in a lair that is guarded",
        Hoard((Part("gp", 6_000, "gold"),)),
    )


@pytest.mark.parametrize(
    ("faces", "place"),
    [
        ((5, 20), "to caves by the lair where it was found"),
        ((5, 21, 1), "outdoors, 5 miles away"),
        ((5, 60, 4), "outdoors, 8 miles away"),
        ((5, 61, 1), "outdoors, 10 miles away"),
        ((5, 90, 4), "outdoors, 40 miles away"),
        ((5, 91, 1), "outdoors, 50 miles away"),
        ((5, 0, 10), "outdoors, 500 miles away"),
    ],
)
def test_a_false_map_leads_somewhere_to_nothing(faces: Sequence[int], place: str) -> None:
    outcome = procedures.perform_by_hand("treasure.map", {}, faces)

    assert outcome.value == TreasureMap("false", place)
    assert outcome.text == f"A false map: it leads {place}, and nothing is there."


def test_the_combined_hoard_may_lie_in_two_places() -> None:
    """Coins and gems at hand, the magic near by; and a map to magic among one of each."""
    low = FirstGiven([97], high=False)
    near = procedures.perform("treasure.combined", {}, low)
    leading = procedures.perform("treasure.combined", {}, FirstGiven([81], high=False))

    assert near.text == (
        "500 platinum and 10 gems. Near by: 9 × potion of healing, 6 × scroll of one spell, a rod of "
        "rulership and a bag of holding."
    )
    assert leading.text == (
        "20,000 copper, 20,000 silver, 5,000 electrum, 3,000 gold, 500 platinum, 10 gems, 5 pieces of "
        "jewellery and a treasure map. The map leads to 5 × potion of healing."
    )


def test_a_dungeon_has_one_last_hoard_or_none() -> None:
    none = procedures.perform_by_hand("treasure.topup", {}, (5,))
    some = procedures.perform_by_hand("treasure.topup", {}, (71, 9, 1, 1, 1))
    coins = procedures.perform_by_hand("treasure.topup", {}, (6, 6, 1, 1, 1))

    assert none.value == TopUp("false")
    assert none.text == "No top-up: the dungeon has no more treasure than its rooms and lairs gave."
    assert some.value.kind == "magic"
    assert some.text == (
        "The dungeon’s last hoard: a sword +1, a shield +1 and an axe +1. Divide it among those who live "
        "there, and lay some of the magic items where a secret door or a trap keeps them."
    )
    assert coins.text == "The dungeon’s last hoard: 3,000 gold. Divide it among those who live there."
    assert none.key == some.key == "treasure.topup"


@pytest.mark.parametrize(
    ("face", "text"), [(1, "The vein runs dry."), (2, "The vein yields on."), (6, "The vein yields on.")]
)
def test_a_vein_runs_dry_once_in_six(face: int, text: str) -> None:
    assert told("treasure.vein", {}, (face,)) == text


def test_protection_is_followed_to_its_end() -> None:
    assert told("treasure.protection", {}, (8, 20)) == "Guarded: a magic symbol."
    assert told("treasure.protection", {}, (9, 20)) == "Hidden: in a secret room near by."
    assert told("treasure.protection.osric", {}, (8, 20)) == "Guarded: a trapdoor 6 feet in front of it."
    assert told("treasure.protection.osric", {}, (9, 20)) == "Hidden: under a loose stone of the floor."


@pytest.mark.parametrize(
    ("key", "options", "said"),
    [
        ("treasure.hoard", {"type": "AA"}, "choose A, B"),
        ("treasure.hoard", {"type": ""}, "choose A, B"),
        ("treasure.hoard", {"level": 0}, "from 1 to 99"),
        ("treasure.hoard", {"type": "A", "count": 3}, "types J to N"),
        ("treasure.hoard", {"count": 3}, "types J to N"),
        ("treasure.hoard", {"type": "J", "count": 101}, "from 1 to 100"),
        ("treasure.cache", {"scheme": "gurps"}, "choose odnd"),
        ("treasure.cache", {"level": 100}, "from 1 to 99"),
        ("treasure.topup", {"level": 1}, "no options"),
    ],
)
def test_what_makes_no_sense_is_refused_before_any_die(key: str, options: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        procedures.check(key, options)


def test_too_few_and_too_many_faces_are_refused() -> None:
    with pytest.raises(FacesError, match="d8 follows"):
        told("treasure.hoard", {"type": "J"}, (1, 2))
    with pytest.raises(FacesError, match="take the rest away"):
        told("treasure.hoard", {"type": "N"}, (1, 2))


@pytest.mark.parametrize(
    ("key", "options", "most"),
    [
        # eight d%, then 5 + 1 + 10 + 10 + 5 + 1 + 10 dice, a potion, a scroll, and 4 items of two dice
        ("treasure.hoard", {"type": "H"}, 60),
        ("treasure.hoard", {"type": "J", "count": 100}, 300),
        ("treasure.hoard", {"type": "S"}, 1 + 2 + 8),
        ("treasure.hoard", {"level": 9}, 2 * (1 + 2)),
        # a d20 that asks for all: 2 + 1 + 5 + 3 + 5 + 1 + 5
        ("treasure.monetary", {}, 1 + 22),
        ("treasure.magic", {}, 1 + 12),
        # one of each kind of wealth, an item of any kind, and 4 potions: 22 + 2 + 4
        ("treasure.combined", {}, 1 + 28),
        ("treasure.topup", {}, 1 + 29),
        # where, with a die for the miles, and what keeps it
        ("treasure.map", {}, 1 + 29 + 2 + 1),
        # four d%, four amounts, an item; what it lies in, and what protects it
        ("treasure.cache", {}, 4 + 4 + 2 + 1 + 2),
        ("treasure.osric", {"level": 3}, 1 + 3),
    ],
)
def test_the_most_dice_are_counted_by_hand(key: str, options: dict[str, Any], most: int) -> None:
    assert procedures.most_dice(key, options) == most <= MAX_DICE


@pytest.mark.parametrize(
    ("key", "options", "faces", "offered"),
    [
        (
            "treasure.hoard",
            {"type": "Y"},
            (70, 1, 1),
            ["treasure.container", "treasure.guard", "treasure.hiding"],
        ),
        ("treasure.hoard", {"type": "Y"}, (71,), ["room.purpose"]),
        ("treasure.hoard", {"type": "N"}, (1,), ["room.purpose"]),
        (
            "treasure.hoard",
            {"type": "W"},
            (61, 16, 61, 51, 55),
            ["treasure.container", "treasure.guard", "treasure.hiding", "treasure.map"],
        ),
        (
            "treasure.hoard",
            {"edition": "osric"},
            (1, 1, 1, 1, 1, 1),
            ["treasure.container", "treasure.guard.osric", "treasure.hiding.osric"],
        ),
        ("treasure.cache", {"scheme": "appendix-a"}, (1, 1, 1, 1), ["trap.roll"]),
        (
            "treasure.topup",
            {},
            (6, 13, 1),
            ["treasure.container", "treasure.guard", "treasure.hiding"],
        ),
        ("treasure.topup", {}, (5,), ["room.contents"]),
    ],
)
def test_the_natural_next_rolls_are_offered(
    key: str, options: dict[str, Any], faces: Sequence[int], offered: list[str]
) -> None:
    outcome = procedures.perform_by_hand(key, options, faces)

    assert [offer.key for offer in procedures.offers(key, options, outcome)] == offered


def test_alike_things_are_counted_together_and_told_in_order() -> None:
    hoard = hoard_of(
        [
            Part("magic", 1, "axe +1"),
            Part("gp", 2_000, "gold"),
            Part("magic", 1, "axe +1", "near"),
            Part("gp", 1, "gold"),
            Part("magic", 1, "axe +1"),
            Part("map", 1, "treasure map"),
        ]
    )

    assert tell(hoard) == "2,001 gold, 2 × axe +1 and a treasure map. Near by: an axe +1."


def test_a_hoard_survives_the_history() -> None:
    outcome = procedures.perform_by_hand("treasure.cache", {"scheme": "appendix-a"}, (1, 1, 1, 1))

    kept = from_json(to_json(outcome))

    assert to_json(kept) == to_json(outcome)
    assert kept.value["parts"] == [{"kind": "cp", "amount": 1_000, "name": "copper", "where": "here"}]
    assert kept.value["container"] == "in bags"


def test_open_treasure_is_open() -> None:
    outcome = procedures.perform_by_hand("treasure.cache", {"scheme": "appendix-a"}, (1, 1, 1, 1))

    assert outcome.for_players() == outcome


@pytest.mark.parametrize("text", ["", "gold 3d6", "any", "gp 1 elsewhere", "gp 1; "])
def test_a_list_that_cannot_be_read_is_a_fault_of_ours(text: str) -> None:
    with pytest.raises(CatalogError):
        read_lots(text)
