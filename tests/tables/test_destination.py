"""Destinations: bearings, and what holds for every outcome of every method."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tables import procedures
from tables.destination import (
    COMPASS_NAMES,
    WALL_NAMES,
    Compass,
    Destination,
    Route,
    SecondDoor,
    Wall,
    aim,
    bearing,
    hour_bearing,
    opposite,
    shorter_route,
    turn_to,
)

N, E, S, W = Wall
LEFT, RIGHT = Route.LEFT, Route.RIGHT

COMBINATIONS = [
    (key, {**options, "wall": wall, "spiral": spiral})
    for key, some in [
        ("door.destination", [{}]),
        ("door.d8", [{}]),
        ("door.clock", [{}]),
        ("door.relative", [{}, {"room": 3}, {"rooms": 6}, {"room": 3, "rooms": 6}]),
        ("door.2d6", [{}, {"rooms": 4}]),
    ]
    for options in some
    for wall in "NESW"
    for spiral in (False, True)
]


@pytest.mark.parametrize(("key", "options"), COMBINATIONS)
def test_every_outcome_is_told_in_one_sentence_of_its_own(
    key: str, options: dict[str, Any], every_outcome: Callable[..., Mapping]
) -> None:
    told: dict[str, Destination] = {}
    for outcome in every_outcome(lambda dice: procedures.perform(key, options, dice)):
        assert re.fullmatch(r"The (north|east|south|west) door [^.*_`|<>]+\.", outcome.text)
        assert "None" not in outcome.text
        assert "  " not in outcome.text
        assert told.setdefault(outcome.text, outcome.value) == outcome.value
    assert len(told) == len(set(told.values())) >= 8


@pytest.mark.parametrize("spiral", [False, True])
@pytest.mark.parametrize("quarter", [1, 2, 3])
@pytest.mark.parametrize("key", ["door.destination", "door.d8", "door.clock"])
def test_a_quarter_turn_of_the_map_turns_the_outcome(
    key: str, quarter: int, spiral: bool, every_outcome: Callable[..., Mapping]
) -> None:
    """What holds for the north door holds for the others, turned."""

    def places(wall: str, turned: int) -> dict[tuple[object, ...], object]:
        chances: dict[tuple[object, ...], object] = {}
        options = {"wall": wall, "spiral": spiral}
        for outcome, chance in every_outcome(lambda dice: procedures.perform(key, options, dice)).items():
            value: Destination = outcome.value
            target = aim(value)
            place = value.second.sense if value.second else value.length
            at = None if target is None else (target - 90 * turned) % 360
            what = (value.kind, at, value.route, place, value.turn)
            chances[what] = chances.get(what, 0) + chance
        return chances

    assert places("NESW"[quarter], quarter) == places("N", 0)


def test_bearings_run_clockwise_from_north() -> None:
    assert [bearing(point) for point in Compass] == [0, 45, 90, 135, 180, 225, 270, 315]
    assert [bearing(wall) for wall in (N, E, S, W)] == [0, 90, 180, 270]
    assert [hour_bearing(hour) for hour in (12, 1, 3, 6, 9, 11)] == [0, 30, 90, 180, 270, 330]
    assert list(WALL_NAMES) == list(Wall)
    assert list(COMPASS_NAMES) == list(Compass)


def test_turns_are_those_of_somebody_walking_out() -> None:
    assert [turn_to(N, degrees) for degrees in (0, 90, 180, 270)] == [0, 90, 180, 270]
    assert [turn_to(S, degrees) for degrees in (0, 90, 180, 270)] == [180, 270, 0, 90]
    assert [shorter_route(turn) for turn in (0, 1, 179, 180, 181, 359)] == [
        None,
        RIGHT,
        RIGHT,
        None,
        LEFT,
        LEFT,
    ]


def test_a_destination_lies_where_it_is_aimed() -> None:
    assert aim(Destination("direction", N, "d10", direction=Compass.SW, route=LEFT)) == 225
    assert aim(Destination("direction", N, "clock", hour=12)) == 0
    assert aim(Destination("return", N, "d10", second=SecondDoor("W"), route=LEFT)) == 270
    assert aim(Destination("return", N, "d10", second=SecondDoor("ladder", "up"))) is None
    assert aim(Destination("nowhere", N, "d10", length=3, turn=LEFT)) is None


def test_up_and_down_are_opposite() -> None:
    assert (opposite("up"), opposite("down")) == ("down", "up")
