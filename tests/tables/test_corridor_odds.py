"""The odds of corridors, traps and wandering monsters, by hand from the sources."""

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

import pytest

from tables.catalog import load
from tables.outcome import Outcome
from tests.tables.chances import LoadedDice, check_rolls, check_rows, count, even, likelihood, of

SUBJECTS = ("corridor", "trap", "wandering")

SIXTH, EIGHTH, TWENTIETH = "1/6", "1/8", "1/20"

BY_ROW: dict[str, list[str]] = {
    # The two of the letters' tunnels: a d6 and a d8, a face to each row.
    "corridor.junction": [SIXTH] * 6,
    "corridor.wall": [EIGHTH] * 8,
    # 1-2, 3-5, 6-10, 11-13, 14-16, 17, 18, 19, 20
    "corridor.periodic": ["1/10", "3/20", "1/4", "3/20", "3/20", TWENTIETH, TWENTIETH, TWENTIETH, TWENTIETH],
    # 1-3, 4, 5, 6-10, 11-14, 15, 16-19, 20
    "corridor.periodic.osric": ["3/20", TWENTIETH, TWENTIETH, "1/4", "1/5", TWENTIETH, "1/5", TWENTIETH],
    # 1-2, 3-4, 5, 6, 7, 8, 9, 10, 11-13, 14-15, 16-19, 20
    "corridor.passage": [
        *("1/10", "1/10"),
        *[TWENTIETH] * 6,
        *("3/20", "1/10", "1/5", TWENTIETH),
    ],
    # 1-4, 5-8, 9, 10, 11-13, 14-15, 16-19, 20
    "corridor.passage.osric": ["1/5", "1/5", TWENTIETH, TWENTIETH, "3/20", "1/10", "1/5", TWENTIETH],
    "corridor.slant": ["1/2", "1/2"],
    # 1-12, 13-16, 17, 18, 19-20
    "corridor.width": ["3/5", "1/5", TWENTIETH, TWENTIETH, "1/10"],
    # 1, 2-13, 14-17, 18, 19-20
    "corridor.width.osric": [TWENTIETH, "3/5", "1/5", TWENTIETH, "1/10"],
    # 1-4, 5-7, 8-10, 11-12, 13-15, 16-17, 18, 19, 20
    "corridor.special-width": [
        *("1/5", "3/20", "3/20", "1/10", "3/20", "1/10"),
        *(TWENTIETH, TWENTIETH, TWENTIETH),
    ],
    # 1-7, 8-12, 13-15, 16-19, 20
    "corridor.special-width.osric": ["7/20", "1/4", "3/20", "1/5", TWENTIETH],
    # in 20: 15 and 5; a bridge 75 %; 50, 25 and 25 %
    "corridor.gallery": ["3/4", "1/4"],
    "corridor.stream": ["3/4", "1/4"],
    # the boat 25 %, on either bank
    "corridor.river": ["1/2", "1/8", "1/8", "1/4"],
    "corridor.chasm": ["1/2", "1/4", "1/4"],
    # 1-8, 9, 10, 11-18, 19, 20
    "corridor.turn": ["2/5", TWENTIETH, TWENTIETH, "2/5", TWENTIETH, TWENTIETH],
    # 1-9, 10, 11-19, 20
    "corridor.turn.osric": ["9/20", TWENTIETH, "9/20", TWENTIETH],
    # 1-5, 6, 7, 8, 9, 10, 11, 12, 13, 14-16, 17, 18-20
    "corridor.stairs": ["1/4", *[TWENTIETH] * 8, "3/20", TWENTIETH, "3/20"],
    # 1-5, 6, 7, 8-9, 10, 11, 12, 13, 14, 15-16, 17, 18-20
    "corridor.stairs.osric": [
        *("1/4", TWENTIETH, TWENTIETH, "1/10"),
        *[TWENTIETH] * 5,
        *("1/10", TWENTIETH, "3/20"),
    ],
    # a door that shuts behind: 1, 2 and 3 in 20
    "corridor.shut-1": ["1/20", "19/20"],
    "corridor.shut-2": ["1/10", "9/10"],
    "corridor.shut-3": ["3/20", "17/20"],
    # a chute: 1 in 6
    "corridor.chute-1": ["1/6", "5/6"],
    "corridor.chute-2": ["1/6", "5/6"],
    # 1-5, 6-7, then a row to a face
    "trap.kind": ["1/4", "1/10", *[TWENTIETH] * 13],
    # 1-7, 8-9, 10-12, 13, 14-18, 19, 20
    "trap.gas": ["7/20", "1/10", "3/20", TWENTIETH, "1/4", TWENTIETH, TWENTIETH],
    "trap.poison": ["1/20", "19/20"],
    # ours: a door or a stone, each as likely
    "trap.falling": ["1/2", "1/2"],
    # 1-6, 7-10, 11-20
    "trap.illusion": ["3/10", "1/5", "1/2"],
    # ours
    "trap.trigger": ["1/4", "1/6", *["1/12"] * 7],
    "trap.trigger.small": ["1/4", *[EIGHTH] * 6],
    "trap.small": ["1/6", "1/6", *["1/12"] * 8],
    # OD&D: on a 6; the others 1 in 6
    "wandering.odnd": ["5/6", "1/6"],
    "wandering.bx": ["1/6", "5/6"],
    "wandering.osric": ["1/6", "5/6"],
    "wandering.adnd": ["1/6", "5/6"],
}

BY_BAND: dict[str, dict[str, list[str]]] = {
    # ours
    "trap.severity": {
        "1–3": ["1/2", "7/20", "1/10", "1/20"],
        "4–7": ["3/10", "7/20", "1/4", "1/10"],
        "8+": ["3/20", "3/10", "7/20", "1/5"],
    }
}

JUNCTION = even("plain", "trapped", "disabled", "obstacle", "door", "room")
WALL = even("blank", "secret", "passage", "diagonals", "blocked", "door", "doors", "stairs")
SIDEWAYS = of(10, left=1, right=1) | of(20, **{"left-ahead": 1, "right-ahead": 1, "left-back": 1})
APPENDIX_PASSAGE = SIDEWAYS | of(
    20, **{"right-back": 1, "left-curve": 1, "right-curve": 1, "t": 3, "y": 2, "four": 4, "x": 1}
)

BY_VALUE: list[tuple[str, dict[str, Any], dict[Any, Fraction]]] = [
    ("corridor.junction", {}, JUNCTION),
    (
        "corridor.periodic",
        {},
        of(20, straight=2, door=3, passage=5, turn=3, chamber=3, stairs=1, trap=1, monster=1)
        | of(20, **{"dead-end": 1}),
    ),
    (
        "corridor.periodic",
        {"edition": "osric"},
        of(20, chamber=3, straight=1, door=5, passage=4, stairs=1, turn=4, monster=1)
        | of(20, **{"dead-end": 1}),
    ),
    ("corridor.passage", {}, APPENDIX_PASSAGE),
    (
        "corridor.passage",
        {"edition": "osric"},
        of(20, left=4, right=4, t=3, y=2, four=4, five=1) | of(20, **{"left-slant": 1, "right-slant": 1}),
    ),
    ("corridor.width", {}, of(20, **{"10": 12, "20": 4, "30": 1, "5": 1, "special": 2})),
    ("corridor.width", {"edition": "osric"}, of(20, **{"5": 1, "10": 12, "20": 4, "30": 1, "special": 2})),
    (
        "corridor.turn",
        {},
        of(20, left=8, right=8)
        | of(20, **{"left-ahead": 1, "left-back": 1, "right-ahead": 1, "right-back": 1}),
    ),
    (
        "corridor.turn",
        {"edition": "osric"},
        of(20, left=9, right=9) | of(20, **{"left-slant": 1, "right-slant": 1}),
    ),
    (
        "corridor.stairs",
        {"edition": "osric"},
        of(20, **{"down-1": 5, "down-2": 1, "down-3": 1, "up-1": 2, "up-dead-end": 1, "down-dead-end": 1})
        | of(20, **{"chimney-up-1": 1, "chimney-up-2": 1, "chimney-down-2": 1})
        | of(20, **{"trapdoor-1": 2, "trapdoor-2": 1, "down-1-chamber": 3}),
    ),
]
"""What a roll with options gives, by its machine value."""

FOLLOWED: list[tuple[str, str, dict[Any, Fraction]]] = [
    ("corridor.special-width", "corridor.stream", of(20, bridge=15, none=5)),
    (
        "corridor.special-width",
        "corridor.river",
        of(8, **{"bridge": 4, "boat near": 1, "boat far": 1, "none": 2}),
    ),
    ("corridor.special-width", "corridor.chasm", of(20, bridge=10, jump=5, none=5)),
    ("corridor.special-width", "corridor.gallery", of(20, far=15, near=5)),
    ("trap.kind", "trap.poison", of(20, poisoned=1, clean=19)),
    ("trap.kind", "trap.illusion", of(20, pit=6, chute=4, chamber=10)),
    ("trap.kind", "trap.falling", even("door", "stone")),
    (
        "trap.kind",
        "trap.gas",
        of(20, fog=7, blind=2, fear=3, sleep=1, strength=5, sickness=1, poison=1),
    ),
    ("corridor.passage.osric", "corridor.slant", even("ahead", "back")),
    ("corridor.stairs", "corridor.shut-1", of(20, shuts=1, open=19)),
    ("corridor.stairs", "corridor.shut-2", of(20, shuts=2, open=18)),
    ("corridor.stairs", "corridor.shut-3", of(20, shuts=3, open=17)),
    ("corridor.stairs", "corridor.chute-1", of(6, chute=1, none=5)),
    ("corridor.stairs", "corridor.chute-2", of(6, chute=1, none=5)),
]
"""Tables that others lead to, with what they give."""


def both_walls(outcome: Outcome[Any]) -> Hashable:
    (stretch,) = outcome.value
    return stretch.left, stretch.right


def secrets(outcome: Outcome[Any]) -> Hashable:
    """What the game masters alone are told, beside the stairs themselves."""
    return outcome.value, *(child.value for child in outcome.children if child.secret)


def poisoned(outcome: Outcome[Any]) -> Hashable:
    return outcome.value, *(child.value for child in outcome.children if child.key == "trap.poison")


def trap_end(outcome: Outcome[Any]) -> Hashable:
    return outcome.value.severity


def test_every_table_of_corridors_and_traps_has_odds_by_hand() -> None:
    keys = {table.key for table in load().tables if table.key.partition(".")[0] in SUBJECTS}

    assert set(BY_ROW) | set(BY_BAND) == keys


@pytest.mark.parametrize("key", BY_ROW)
def test_the_odds_of_rows_of_corridors_are_those_by_hand(key: str) -> None:
    check_rows(key, BY_ROW[key])


@pytest.mark.parametrize("key", BY_BAND)
def test_the_odds_of_bands_of_traps_are_those_by_hand(key: str) -> None:
    check_rows(key, BY_BAND[key])


@pytest.mark.parametrize(("key", "options", "chances"), BY_VALUE)
def test_100_000_rolls_of_corridors_fall_as_they_should(
    key: str, options: dict[str, Any], chances: dict[Any, Fraction]
) -> None:
    check_rolls(key, options, chances)


@pytest.mark.parametrize(("key", "chances"), sorted({key: each for _, key, each in FOLLOWED}.items()))
def test_100_000_rolls_of_what_follows_fall_as_they_should(key: str, chances: dict[Any, Fraction]) -> None:
    check_rolls(key, {}, chances)


@pytest.mark.parametrize(
    ("key", "chances"),
    [
        (
            "corridor.special-width",
            of(20, **{"columns-40": 4, "rows-40": 3, "rows-50": 3, "galleries-50": 2, "stream": 3})
            | of(20, **{"river-20": 2, "river-40": 1, "river-60": 1, "chasm": 1}),
        ),
        (
            "corridor.special-width.osric",
            of(20, **{"40": 7, "50": 5, "stream": 3, "river": 4, "chasm": 1}),
        ),
        (
            "trap.kind",
            of(20, **{"secret-door": 5, "pit": 2, "spiked-pit": 1, "lift-1": 1, "lift-2": 1, "lift-deep": 1})
            | of(20, **{"wall": 1, "oil": 1, "crushing-pit": 1, "arrows": 1, "spears": 1, "gas": 1})
            | of(20, falling=1, illusion=1, chute=1),
        ),
        (
            "trap.trigger",
            of(12, plate=3, thread=2, step=1, lifting=1, light=1, noise=1, word=1, warmth=1, watcher=1),
        ),
        ("trap.trigger.small", of(8, opening=2, handle=1, key=1, pick=1, touch=1, knock=1, word=1)),
        (
            "trap.small",
            of(12, needle=2, blade=2, dart=1, contact=1, gas=1, acid=1, flame=1, weight=1, rune=1, vermin=1),
        ),
        ("wandering.odnd", of(6, monster=1, nothing=5)),
        ("wandering.bx", of(6, monster=1, nothing=5)),
        ("wandering.osric", of(6, monster=1, nothing=5)),
        ("wandering.adnd", of(6, monster=1, nothing=5)),
    ],
)
def test_100_000_rolls_of_single_tables_fall_as_they_should(key: str, chances: dict[Any, Fraction]) -> None:
    check_rolls(key, {}, chances)


def test_100_000_walls_are_rolled_on_both_sides() -> None:
    pairs = {(left, right): Fraction(1, 64) for left in WALL for right in WALL}

    check_rolls("corridor.wall", {}, pairs, both_walls)


@pytest.mark.parametrize(("level", "weights"), [(1, (10, 7, 2, 1)), (5, (6, 7, 5, 2)), (12, (3, 6, 7, 4))])
def test_100_000_traps_are_as_bad_as_they_should(level: int, weights: tuple[int, ...]) -> None:
    """In 20, five are secret doors and one an illusion, which nothing sets off; the rest by the weights."""
    grades = ("nuisance", "hazardous", "dangerous", "fatal")
    chances = {grade: Fraction(14 * weight, 400) for grade, weight in zip(grades, weights, strict=True)}

    check_rolls("trap.roll", {"level": level}, {None: Fraction(6, 20), **chances}, trap_end)


def test_100_000_stairs_shut_behind_and_hide_chutes_as_often_as_they_should() -> None:
    """1, 2 and 3 in 20 for stairs down one, two and three levels; 1 in 6 at a dead end."""
    plain = {"up-1": 1, "chimney-up-1": 1, "chimney-up-2": 1, "chimney-down-2": 1, "trapdoor-1": 3}
    plain |= {"trapdoor-2": 1, "up-1-down-2": 3}
    chances: dict[Any, Fraction] = {(value,): Fraction(weight, 20) for value, weight in plain.items()}
    for value, weight, shut in (("down-1", 5, 1), ("down-2", 1, 2), ("down-3", 1, 3)):
        chances |= {
            (value, "shuts"): Fraction(weight * shut, 400),
            (value, "open"): Fraction(weight * (20 - shut), 400),
        }
    for value in ("up-dead-end", "down-dead-end"):
        chances |= {(value, "chute"): Fraction(1, 120), (value, "none"): Fraction(5, 120)}

    check_rolls("corridor.stairs", {}, chances, secrets)


def test_100_000_arrows_and_spears_are_poisoned_once_in_twenty() -> None:
    others = {
        "secret-door": 5,
        "pit": 2,
        "spiked-pit": 1,
        "lift-1": 1,
        "lift-2": 1,
        "lift-deep": 1,
        "wall": 1,
    }
    others |= {"oil": 1, "crushing-pit": 1, "gas": 1, "falling": 1, "illusion": 1, "chute": 1}
    chances: dict[Any, Fraction] = {(value,): Fraction(weight, 20) for value, weight in others.items()}
    for value in ("arrows", "spears"):
        chances |= {(value, "poisoned"): Fraction(1, 400), (value, "clean"): Fraction(19, 400)}

    check_rolls("trap.kind", {}, chances, poisoned)


@pytest.mark.parametrize("place", ["door", "container"])
def test_100_000_small_traps_are_set_off_by_what_is_there(place: str) -> None:
    triggers = of(8, opening=2, handle=1, key=1, pick=1, touch=1, knock=1, word=1)

    check_rolls("trap.roll", {"place": place}, triggers, lambda outcome: outcome.value.trigger)


@pytest.mark.parametrize("rules", ["odnd", "bx", "adnd", "osric"])
def test_100_000_checks_bring_a_monster_once_in_six(rules: str) -> None:
    check_rolls("corridor.wandering", {"rules": rules}, of(6, monster=1, nothing=5))


def test_loaded_dice_are_found_out_in_corridors() -> None:
    counts = count("corridor.junction", {}, dice=LoadedDice(6, 5))

    assert likelihood(counts, JUNCTION) < 1e-6
