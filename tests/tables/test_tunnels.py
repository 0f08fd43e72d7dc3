"""Letters joined as tunnels: always in one piece, always with a loop, and all loops counted."""

from __future__ import annotations

from itertools import combinations_with_replacement, pairwise
from random import Random
from typing import TYPE_CHECKING

import pytest

from tables.joining import CLEAR
from tables.letters import across_of, crossings_along, edges_along, letters
from tables.tunnels import LAYOUTS, dig, origin, quarters, sectors_of

if TYPE_CHECKING:
    from tables.letters import Point
    from tables.tunnels import Sector, Tunnels

NAMES = sorted(letters())
ROLLED = "RADTQLXPBg"
LOOPLESS = [name for name in NAMES if not letters()[name].loops()]

JOINS = {1: 0, 2: 1, 3: 3, 4: 4, 5: 7, 6: 7, 7: 12, 8: 12, 9: 12}
"""Pairs of sectors that touch, counted on paper: 2 and 1 in rows of half a sector's shift make three."""


def random_sectors(seed: int, count: int, names: str | list[str] = NAMES) -> tuple[Sector, ...]:
    dice = Random(seed)
    return sectors_of(
        [dice.choice(names) for _ in range(count)], [quarters(dice.randrange(4)) for _ in range(count)]
    )


def check(tunnels: Tunnels) -> None:
    """What holds for every network."""
    assert tunnels.pieces == 1
    assert tunnels.loops >= 1
    edges = tunnels.edges()
    assert not any(across_of(edge) in edges for edge in edges)
    count = len(tunnels.sectors)
    dug = len(tunnels.joins) - tunnels.closed
    assert dug == JOINS[count]
    # Letters hang together by one join less than there are letters; every further one is a loop.
    assert tunnels.letter_loops == sum(letters()[sector.letter].loops() for sector in tunnels.sectors)
    assert tunnels.loops == tunnels.letter_loops + len(tunnels.joins) - (count - 1)
    check_joins(tunnels)


def check_joins(tunnels: Tunnels) -> None:
    """A join begins and ends on its two letters, and touches nothing else."""
    own: dict[int, set[Point]] = {}
    for stroke in tunnels.strokes:
        own.setdefault(stroke.sector, set()).update(crossings_along(stroke.points))
    dug = {point for points in own.values() for point in points}
    for join in tunnels.joins:
        first, *inner, last = crossings_along(join.points)
        assert first in own[join.first]
        assert last in own[join.second]
        assert dug.isdisjoint(inner)
        assert len(join.points) <= 3
        dug.update(inner)


def test_a_thousand_rolled_words_are_one_piece_with_loops() -> None:
    for seed in range(1_000):
        check(dig(random_sectors(seed, 4, ROLLED)))


@pytest.mark.parametrize("count", LAYOUTS)
def test_any_letters_in_any_number_are_one_piece_with_loops(count: int) -> None:
    for seed in range(120):
        check(dig(random_sectors(seed, count), curved=seed % 2 == 1))


def test_one_letter_always_gets_a_loop() -> None:
    for name in NAMES:
        for turn in range(4):
            tunnels = dig(sectors_of(name, [quarters(turn)]))
            check(tunnels)
            assert tunnels.loops == max(1, letters()[name].loops())
            assert tunnels.closed is (name in LOOPLESS)


def test_two_letters_without_a_loop_are_joined_twice() -> None:
    turned = 0
    for pair in combinations_with_replacement(LOOPLESS, 2):
        tunnels = dig(sectors_of(pair))
        check(tunnels)
        assert tunnels.closed
        one, other = (crossings_along(join.points) for join in tunnels.joins)
        assert all(max(abs(x - a), abs(y - b)) >= CLEAR for x, y in one for a, b in other)
        turned += bool(tunnels.turned)
        again = dig(tunnels.sectors)
        assert (again.joins, again.turned) == (tunnels.joins, ())
    assert 0 < turned < len(LOOPLESS) * (len(LOOPLESS) + 1) / 2


def test_letters_are_turned_only_where_that_is_needed() -> None:
    upright, turned = dig(sectors_of("XL")), dig(sectors_of("TL"))

    assert (upright.turned, upright.closed) == ((), True)
    assert (turned.turned, turned.closed) == ((0,), True)
    assert [sector.rotation for sector in turned.sectors] == [1, 0]


@pytest.mark.parametrize(
    ("word", "loops", "letter_loops"),
    [
        ("LEXI", 1, 0),  # the four sectors are a ring
        ("FING", 1, 0),
        ("CHIL", 1, 0),
        ("WOOD", 4, 3),
        ("GUAN", 2, 1),
        ("APE", 3, 2),
        ("BBBB", 9, 8),
        ("ggg", 4, 3),
    ],
)
def test_loops_of_words_by_hand(word: str, loops: int, letter_loops: int) -> None:
    tunnels = dig(sectors_of(word))

    assert (tunnels.loops, tunnels.letter_loops, tunnels.closed) == (loops, letter_loops, False)


def test_lexi_is_the_network_that_one_draws() -> None:
    tunnels = dig(sectors_of("LEXI"))

    assert [join.points for join in tunnels.joins] == [
        ((8, 8), (10, 8)),
        ((0, 8), (0, 10)),
        ((18, 8), (16, 10)),
        ((8, 18), (12, 18)),
    ]
    assert (tunnels.count("corner"), tunnels.count("junction"), tunnels.count("end")) == (5, 6, 7)
    # 8 + 8 of L, 8 + 8 + 8 + 6 of E, 8 + 4 + 4 of I, 2 + 2 + 4 of joins are straight: 70 steps of 20
    # feet. 16 of X and 2 of the join to I run at a slant: 18 times 20 times the root of 2 is 509.
    assert tunnels.feet == 1_910


def test_passages_and_places_are_the_whole_network() -> None:
    for seed in range(60):
        tunnels = dig(random_sectors(seed, 1 + seed % 9))
        places = [place.point for place in tunnels.places]
        walked = [edge for passage in tunnels.passages for edge in edges_along(passage.points)]

        assert len(places) == len(set(places))
        assert sorted(walked) == sorted(tunnels.edges())
        assert {point for passage in tunnels.passages for point in passage.points} == set(places)


def test_round_corners_are_bends_where_letters_are_drawn_round() -> None:
    angular, curved = dig(sectors_of("OOOO")), dig(sectors_of("OOOO"), curved=True)

    assert angular.count("bend") == 0
    assert curved.count("bend") == angular.count("corner") > 0
    assert curved.count("corner") == 0
    assert curved.count("junction") == angular.count("junction")
    assert (curved.loops, curved.joins) == (angular.loops, angular.joins)


def test_rows_are_centred() -> None:
    sectors = sectors_of("APE")

    assert [(sector.column, sector.row) for sector in sectors] == [(0, 0), (1, 0), (0, 1)]
    assert [origin(sector, 3) for sector in sectors] == [(0, 0), (10, 0), (5, 10)]
    assert dig(sectors).size() == (18, 18)
    for count, rows in LAYOUTS.items():
        assert sum(rows) == count
        places = [origin(sector, count) for sector in sectors_of("X" * count)]
        assert all((x, y) != (a, b) for (x, y), (a, b) in pairwise(places))
