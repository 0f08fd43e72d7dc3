"""Tunnels as shapes: held against geometry that knows nothing of graphs."""

from __future__ import annotations

from math import hypot, pi
from random import Random

import pytest
from shapely.geometry import Point, Polygon
from shapely.ops import unary_union

from bot.atlas.shapes import Spot
from bot.atlas.tunnels import BLUNT, Joint, Leg, plan_of
from tables.letters import letters
from tables.tunnels import dig, quarters, sectors_of

SEEDS = 240

LEAST_HOLE = 4
"""Squares of rock that a way round goes round at least."""


def random_letters(seed: int) -> tuple[list[str], list[int]]:
    dice = Random(seed)
    count = 1 + seed % 9
    return (
        [dice.choice(sorted(letters())) for _ in range(count)],
        [dice.randrange(4) for _ in range(count)],
    )


def floor_of(names: list[str], turns: list[int], *, curved: bool) -> tuple[Polygon, int]:
    """The floor in one piece, hairlines where shapes meet closed, and the loops that were counted."""
    tunnels = dig(sectors_of(names, [quarters(turn) for turn in turns]), curved=curved)
    shapes = [Polygon([(spot.x, spot.y) for spot in spots]) for spots in plan_of(tunnels).floor(0.5)]
    assert all(shape.is_valid for shape in shapes)
    floor = unary_union(shapes).buffer(0.01).buffer(-0.01)
    assert isinstance(floor, Polygon), (names, turns)
    return floor, tunnels.loops


def test_the_floor_is_one_piece_with_as_many_holes_as_loops_were_counted() -> None:
    for seed in range(SEEDS):
        names, turns = random_letters(seed)
        floor, loops = floor_of(names, turns, curved=seed % 2 == 1)

        assert len(floor.interiors) == loops, (names, turns)
        assert min(Polygon(hole).area for hole in floor.interiors) >= LEAST_HOLE, (names, turns)


def test_every_spot_of_the_middle_lies_on_the_floor_and_no_floor_is_far_from_it() -> None:
    plan = plan_of(dig(sectors_of("QUARTS"), curved=True))
    floor, _ = floor_of(list("QUARTS"), [0] * 6, curved=True)

    for leg in plan.legs:
        middle = Point((leg.start.x + leg.end.x) / 2, (leg.start.y + leg.end.y) / 2)
        assert floor.contains(middle)
    for x, y in floor.exterior.coords:
        nearest = min(leg.distance(x, y) for leg in plan.legs)
        assert 0.49 <= nearest <= 0.5 * 2**0.5 + 0.02


def test_a_curved_letter_has_no_sharp_turn_where_it_is_round() -> None:
    angular, curved = (plan_of(dig(sectors_of("O"), curved=curved)) for curved in (False, True))

    assert len(angular.joints) == 8
    assert len(curved.joints) > 40
    for joint in curved.joints:
        gaps = [abs((after - angle) - pi) for angle, after in [joint.angles]]
        assert max(gaps) < pi / 12


def test_dead_ends_go_on_for_half_a_square() -> None:
    floor, _ = floor_of(["E", "F"], [0, 0], curved=False)
    west, north, east, south = floor.bounds

    assert (round(west, 2), round(north, 2)) == (-0.5, -0.5)
    assert (round(east, 2), round(south, 2)) == (36.5, 16.5)


def test_a_sharp_corner_is_blunt() -> None:
    right = Joint(Spot(0.0, 0.0), (0.0, pi / 2))
    sharp = Joint(Spot(0.0, 0.0), (0.0, pi / 4))

    (square,), (tip,) = right.wedges(0.5), sharp.wedges(0.5)

    assert max(hypot(spot.x, spot.y) for spot in square) == pytest.approx(0.5 * 2**0.5)
    # The tip is cut at this distance along its middle, which lies 202.5 degrees clockwise from east.
    away = (-0.9239, -0.3827)
    assert max(spot.x * away[0] + spot.y * away[1] for spot in tip) == pytest.approx(0.5 * BLUNT, abs=0.001)
    assert list(Joint(Spot(0.0, 0.0), (0.0, pi)).wedges(0.5)) == []


def test_places_near_a_leg_are_found_with_it() -> None:
    plan = plan_of(dig(sectors_of("KX")))
    near = plan.near(0.7, 1.5)

    for leg in plan.legs:
        for part in range(11):
            x = leg.start.x + (leg.end.x - leg.start.x) * part / 10
            y = leg.start.y + (leg.end.y - leg.start.y) * part / 10
            for across, down in ((0.0, 0.0), (1.0, 1.0), (-1.4, 0.0), (0.0, 1.4), (-1.0, 1.0)):
                place = int((x + across) // 0.7), int((y + down) // 0.7)
                assert leg in near[place]
    assert len(near) < 6_000


def test_the_floor_of_a_leg() -> None:
    leg = Leg(Spot(0.0, 0.0), Spot(4.0, 0.0), "join")

    assert leg.quad(0.5, 1.0, 0.5) == (Spot(1.0, 0.5), Spot(1.0, -0.5), Spot(3.5, -0.5), Spot(3.5, 0.5))
    assert (leg.distance(2.0, 3.0), leg.distance(7.0, 4.0)) == (3.0, 5.0)


def test_the_tunnels_between_letters_are_told_apart() -> None:
    lexi = plan_of(dig(sectors_of("LEXI")))
    twin = plan_of(dig(sectors_of("TL")))

    assert sum(leg.kind == "join" for leg in lexi.legs) == 4
    assert sum(leg.kind == "extra" for leg in lexi.legs) == 0
    assert [leg.kind for leg in twin.legs].count("extra") == 1
    assert lexi.box == (0.0, 0.0, 36.0, 36.0)
