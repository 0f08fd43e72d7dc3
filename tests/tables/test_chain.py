"""What is set aside for rerolling and exploding is enough, and no chain is without an end."""

from itertools import product

import pytest

from tables.chain import Faces, Range, Reroll, compare, set_aside, sizes_to_try
from tables.errors import ImpossibleRoll


def chance_of_more(dice: int, goes_on: float, aside: int) -> float:
    """The chance that ``dice`` chains together take more than ``aside`` throws to end."""
    still = [0.0] * (dice + 1)  # still[n]: the chance that n chains have not ended
    still[dice] = 1.0
    for _ in range(aside + dice):
        following = [0.0] * (dice + 1)
        following[0] = still[0]
        for chains in range(1, dice + 1):
            following[chains] += still[chains] * goes_on
            following[chains - 1] += still[chains] * (1 - goes_on)
        still = following
    return sum(still[1:])


@pytest.mark.parametrize(
    ("dice", "sides"), [*product((1, 2, 6, 40, 150), (2, 3, 6, 20)), (300, 6), (1, 1_000_000)]
)
def test_fewer_than_one_exploding_roll_in_a_thousand_million_wants_more(dice: int, sides: int) -> None:
    chains = set_aside("", dice, Faces(1, sides), None, Range(sides, sides, ""))
    assert chains.again == 0
    assert 0 < chance_of_more(dice, 1 / sides, chains.extra) < 1e-9


@pytest.mark.parametrize(("dice", "stays"), [(1, 1), (1, 3), (4, 4), (30, 5), (100, 5)])
def test_fewer_than_one_rerolling_roll_in_a_thousand_million_wants_more(dice: int, stays: int) -> None:
    reroll = Reroll(compare(">", stays), once=False)
    chains = set_aside("", dice, Faces(1, 6), reroll, None)
    assert chains.extra == 0
    assert 0 < chance_of_more(dice, (6 - stays) / 6, chains.again) < 1e-9


def test_a_die_rerolled_once_needs_one_more_throw() -> None:
    chains = set_aside("", 500, Faces(1, 6), Reroll(compare("<", 7), once=True), None)
    assert (chains.again, chains.extra) == (500, 0)


def ever_stays(faces: list[int], reroll: Reroll | None, explode: Range | None) -> bool:
    """Whether any face that a die can be left with brings no other die, found by trying each."""
    left = set(faces)
    if reroll and not reroll.once:
        left = {face for face in faces if not reroll.on.holds(face)}
    return any(not (explode and explode.holds(face)) for face in left)


SIGNS = ("<", "<=", "", ">=", ">")


@pytest.mark.parametrize(
    ("faces", "shown"),
    [
        (Faces(1, 1), [1]),
        (Faces(1, 3), [1, 2, 3]),
        (Faces(-1, 1), [-1, 0, 1]),
        (Faces(11, 66, pair=True), [10 * tens + units for tens in range(1, 7) for units in range(1, 7)]),
    ],
)
def test_exactly_what_could_never_end_is_refused(faces: Faces, shown: list[int]) -> None:
    numbers = (0, 1, 2, 3, 4, -1, -2, 11, 12, 20, 66, 67)
    ranges = [None, *(compare(sign, number) for sign, number in product(SIGNS, numbers))]
    found = {True: 0, False: 0}
    for on, explode, once in product(ranges, ranges, (True, False)):
        reroll = Reroll(on, once) if on else None
        stays = ever_stays(shown, reroll, explode)
        found[stays] += 1
        if stays:
            set_aside("", 1, faces, reroll, explode)
        else:
            with pytest.raises(ImpossibleRoll):
                set_aside("", 1, faces, reroll, explode)
    assert min(found.values()) > 50


def test_the_sizes_that_are_tried_find_every_endless_one() -> None:
    for low, more, sign, number in product(range(1, 5), range(4), SIGNS, range(6)):
        high, explode = low + more, compare(sign, number)
        endless = any(
            not ever_stays(list(range(1, sides + 1)), None, explode) for sides in range(low, high + 1)
        )
        tried = set(sizes_to_try(low, high, (explode,)))
        assert tried <= set(range(low, high + 1))
        assert endless == any(not ever_stays(list(range(1, sides + 1)), None, explode) for sides in tried)
