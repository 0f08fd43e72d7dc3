"""The steps of an encounter by hand, each by itself, and what they refuse."""

from __future__ import annotations

from typing import Any

import pytest

from tables import procedures
from tables.errors import OptionError


def test_each_step_offers_the_next() -> None:
    level = procedures.perform_by_hand("encounter.level", {"level": 4}, [7])
    assert level.text == "On dungeon level 4: a monster of level II."
    (pick,) = procedures.offers("encounter.level", {"level": 4}, level)
    assert (pick.key, pick.options) == ("encounter.pick", {"level": 2})

    orc = procedures.perform_by_hand("encounter.pick", {"level": 1}, [65])
    assert orc.text == "An orc: level I, CR 1."
    (lair,) = procedures.offers("encounter.pick", {"level": 1}, orc)
    assert (lair.key, lair.options) == ("encounter.lair", {"monster": "orc"})
    shrieker = procedures.perform_by_hand("encounter.pick", {"level": 1}, [66])
    (number,) = procedures.offers("encounter.pick", {"level": 1}, shrieker)
    assert (number.key, number.options["monster"]) == ("encounter.room", "shrieker")


@pytest.mark.parametrize(
    ("faces", "told"),
    [
        ((36,), "Not in its lair: an orc is met there 35 times in 100."),
        (
            (35, 1, 1, 1, 1, 2),
            "The dungeon level’s first lair: 30 orcs. 3 of the 30 are away, on this dungeon ",
        ),
        (
            (1, 0, 0, 0, 6, 1, 6),
            "The dungeon level’s first lair: 300 orcs and 6 ogres. 180 of the 300 are away",
        ),
    ],
)
def test_lairs(faces: tuple[int, ...], told: str) -> None:
    assert procedures.perform_by_hand("encounter.lair", {"monster": "orc"}, faces).text.startswith(told)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (
            {"points": "40", "monster": "11-headed pyrohydra"},
            "40 points at 22 3/4 points each: an 11-headed pyrohydra. 17 1/4 points are left.",
        ),
        (
            {"points": "50", "monster": "ghost"},
            "50 points at 17 points each: a ghost. 33 points are left. It is solitary.",
        ),
        (
            {"points": "100", "monster": "shrieker"},
            "100 points at 3 points each: 8 shriekers. 76 points are left. More never come together.",
        ),
        (
            {"points": "24", "monster": "shriekers"},
            "24 points at 3 points each: 8 shriekers. Nothing is left.",
        ),
        (
            {"points": "1", "cr": "1¼"},
            "1 point at 1 1/4 points each: no monster can be afforded. 1 point is left.",
        ),
        (
            {"points": "40.5", "cr": "1 1/4"},
            "40 1/2 points at 1 1/4 points each: 32 monsters. 1/2 point is left.",
        ),
    ],
)
def test_what_points_buy(options: dict[str, Any], told: str) -> None:
    assert procedures.perform_by_hand("encounter.buy", options, []).text == told


@pytest.mark.parametrize(
    ("options", "rating", "told"),
    [
        ({"hd": "6", "sa": 2}, "7 3/4", "27 hit points and 4 for each of 2 special abilities, 35 in all"),
        (
            {"hp": "88", "sa": 2, "ea": 1},
            "23",
            "88 hit points and 4 for each of 2 special abilities and 8 for one extraordinary ability",
        ),
        ({"hp": "13 1/2"}, "3", "13 1/2 hit points, 13 1/2 in all"),
    ],
)
def test_ratings(options: dict[str, Any], rating: str, told: str) -> None:
    outcome = procedures.perform_by_hand("encounter.cr", options, [])

    assert outcome.value == rating
    assert outcome.text.startswith(f"Challenge rating {rating}: {told}")


@pytest.mark.parametrize(
    ("key", "options", "said"),
    [
        ("encounter.room", {"level": 0}, "level is a whole number from 1 to 99"),
        ("encounter.room", {"level": -1}, "level is a whole number from 1 to 99"),
        ("encounter.room", {"level": 1000}, "level is a whole number from 1 to 99"),
        ("encounter.room", {"scheme": "bx"}, "choose points or arneson"),
        ("encounter.room", {"monster": "gost"}, "Did you mean ghost"),
        (
            "encounter.room",
            {"monster": "ghost", "scheme": "arneson"},
            "no monster called “ghost” in the price list",
        ),
        ("encounter.room", {"extra": 11}, "extra is a whole number from 1 to 10"),
        ("encounter.level", {"method": "gurps"}, "choose adnd, odnd, osric2, osric3 or arneson"),
        ("encounter.pick", {"level": 11}, "level is a whole number from 1 to 10"),
        ("encounter.pool", {"level": 0}, "level is a whole number from 1 to 99"),
        ("encounter.buy", {"points": "40"}, "either monster, by its name, or cr"),
        (
            "encounter.buy",
            {"points": "40", "cr": "1", "monster": "orc"},
            "either monster, by its name, or cr",
        ),
        ("encounter.buy", {"points": "40", "cr": "0"}, "the least is 1/4"),
        ("encounter.buy", {"points": "40", "cr": "x"}, "cr is a number in quarters"),
        ("encounter.buy", {"points": "-40", "cr": "1"}, "points is a number in quarters"),
        ("encounter.buy", {"points": "40", "monster": "balrog"}, "in the bestiary"),
        ("encounter.buy", {"cr": "1"}, "needs points"),
        ("encounter.cr", {}, "either hp, its hit points, or hd"),
        ("encounter.cr", {"hp": "3", "hd": "1"}, "either hp, its hit points, or hd"),
        ("encounter.cr", {"hd": "many"}, "not hit dice"),
        ("encounter.cr", {"hp": "1/2"}, "at least 1 hit point"),
        ("encounter.cr", {"hd": "1", "sa": -1}, "sa is a whole number from 0 to 50"),
        ("encounter.lair", {}, "needs monster"),
        ("encounter.lair", {"monster": "orcish"}, "Did you mean orc"),
    ],
)
def test_mistakes_are_refused_before_a_die_is_thrown(key: str, options: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        procedures.check(key, options)
