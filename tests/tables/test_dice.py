"""The sources of faces: fair, scripted and bounded, and faces as people type them."""

import hmac
from collections import Counter
from hashlib import sha256
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.dice import MAX_DICE, BoundedDice, FairDice, ScriptedDice, parse_faces
from tables.errors import FacesError, OverLimit


def derived(seed: bytes, label: str, sides: int, index: int) -> int:
    """A face as a stranger would recompute it from the description alone."""
    attempt = 0
    while True:
        name = f"{label}:{index}" + (f":{attempt}" if attempt else "")
        number = int(hmac.new(seed, name.encode("utf-8"), sha256).hexdigest(), 16)
        if number < (2**256 // sides) * sides:
            return number % sides + 1
        attempt += 1


@settings(max_examples=50, deadline=None)
@given(st.binary(min_size=1, max_size=100), st.text(max_size=20), st.lists(st.integers(1, 10**6), max_size=8))
def test_a_stranger_recomputes_every_face(seed: bytes, label: str, sides: list[int]) -> None:
    dice = FairDice(seed, label)
    thrown = [dice.throw(of) for of in sides]
    assert thrown == [derived(seed, label, of, index) for index, of in enumerate(sides)]
    assert all(1 <= face <= of for face, of in zip(thrown, sides, strict=True))


def test_the_derivation_never_changes() -> None:
    dice = FairDice(b"undercroft", "1234567890")
    assert [dice.throw(sides) for sides in (6, 6, 20, 100, 1_000_000)] == [2, 5, 20, 97, 626_396]


def test_a_number_of_the_last_incomplete_run_is_drawn_again() -> None:
    sides = 2**255 + 1  # nearly half of all numbers lie beyond its only whole run
    again = 0
    for label in map(str, range(64)):
        assert FairDice(b"seed", label).throw(sides) == derived(b"seed", label, sides, 0)
        first = int(hmac.new(b"seed", f"{label}:0".encode(), sha256).hexdigest(), 16)
        again += first >= sides
    assert 10 < again < 54


def test_other_seeds_and_other_labels_are_other_dice() -> None:
    rolls = [
        FairDice(seed, label).throw(1_000_000) for seed in (b"one", b"two") for label in ("1", "2", "1:0")
    ]
    assert len(set(rolls)) == len(rolls)


def test_fair_faces_fall_equally_often_and_in_no_order() -> None:
    dice = FairDice(b"fair", "100000")
    faces = [dice.throw(6) for _ in range(100_000)]
    expected = len(faces) / 6
    counted = Counter(faces)
    assert sum((counted[face] - expected) ** 2 / expected for face in range(1, 7)) < 20.5  # 1 seed in 1,000
    pairs = Counter(pairwise(faces))
    expected = (len(faces) - 1) / 36
    assert (
        sum((pairs[one, two] - expected) ** 2 / expected for one in range(1, 7) for two in range(1, 7)) < 66.6
    )


def test_scripted_dice_show_their_faces_in_order() -> None:
    dice = ScriptedDice([5, 3, 20])
    assert [dice.throw(6), dice.throw(6), dice.throw(20)] == [5, 3, 20]
    dice.finish()


@pytest.mark.parametrize("sides", [10, 100])
def test_0_is_the_last_side_of_a_die_that_is_marked_so(sides: int) -> None:
    assert ScriptedDice([0]).throw(sides) == sides
    assert ScriptedDice([sides]).throw(sides) == sides


@pytest.mark.parametrize(("face", "sides"), [(0, 6), (7, 6), (11, 10), (101, 100), (0, 20), (2, 1)])
def test_a_face_that_is_not_on_the_die_is_refused(face: int, sides: int) -> None:
    dice = ScriptedDice([1, face])
    dice.throw(sides)
    with pytest.raises(FacesError, match=rf"^Face 2 is {face}, and a d{sides} does not show that"):
        dice.throw(sides)


def test_too_few_and_too_many_faces_are_refused() -> None:
    dice = ScriptedDice([4])
    with pytest.raises(FacesError, match="uses 0 dice, and you gave 1 die"):
        dice.finish()
    dice.throw(6)
    with pytest.raises(FacesError, match="you gave 1 die, and a d8 follows"):
        dice.throw(8)


def test_a_budget_ends_before_the_die_is_thrown() -> None:
    script = ScriptedDice([1, 2, 3])
    dice = BoundedDice(script, 2)
    assert [dice.throw(6), dice.throw(6)] == [1, 2]
    for _ in range(2):
        with pytest.raises(OverLimit, match="more than 2 dice"):
            dice.throw(6)
    assert script.throw(6) == 3


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("5,3", (5, 3)),
        ("5 3", (5, 3)),
        (" 5 , 3; 20\n1 ", (5, 3, 20, 1)),
        ("0", (0,)),
        ("007", (7,)),
        ("", ()),
        (" , ", ()),
        ("1000000", (1_000_000,)),
        ("\u202e5\u200b3\0", (5, 3)),
    ],
)
def test_faces_are_read_as_people_type_them(text: str, faces: tuple[int, ...]) -> None:
    assert parse_faces(text) == faces


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("7@3,2", (7, 3, 2)),
        ("7@3,2,5", (7, 3, 2, 5)),
        ("7@3,2 5@8,8", (7, 3, 2, 5, 8, 8)),
        ("7@3,2,5@8,8;0@1,1", (7, 3, 2, 5, 8, 8, 0, 1, 1)),
        ("2,3 7 @ 3 , 2", (2, 3, 7, 3, 2)),
        ("7@N", (7, 4, 1)),
        ("7@E", (7, 8, 4)),
        ("7@S", (7, 5, 8)),
        ("7@w", (7, 1, 5)),
        ("10@N,0@n", (10, 4, 1, 0, 4, 1)),
        ("7\u200b@\u200bN", (7, 4, 1)),
    ],
)
def test_a_dropped_die_is_read_with_where_it_lies(text: str, faces: tuple[int, ...]) -> None:
    assert parse_faces(text) == faces


@pytest.mark.parametrize(
    "text",
    ["7@", "@N", "7@X", "7@NE", "7@3", "7@3,", "7@3,x", "7@3 2", "x@3,2", "7@N7@S", "7@3,2@4", "٣@N", "7@ſ"],
)
def test_a_dropped_die_that_cannot_be_read_is_told_how_to_write_it(text: str) -> None:
    with pytest.raises(FacesError, match=r"does not say where a die lies: write it such as 7@3,2") as caught:
        parse_faces(text)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("text", ["7@" + "9" * 900, "7@3," * 1_000, "7 " * 900 + "@", "7@3,2 " * MAX_DICE])
def test_dropped_dice_without_end_are_answered_shortly(text: str) -> None:
    with pytest.raises(FacesError) as caught:
        parse_faces(text)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("word", ["x", "-1", "3.5", "12345678", "5,three", "٣", "1e3", "+4", "9" * 900])
def test_what_is_no_face_is_refused_with_a_short_answer(word: str) -> None:
    with pytest.raises(FacesError, match="is not a face") as caught:
        parse_faces(word)
    assert len(str(caught.value)) < 150


def test_more_faces_than_dice_in_a_command_are_refused() -> None:
    assert len(parse_faces("1 " * MAX_DICE)) == MAX_DICE
    with pytest.raises(FacesError, match="At most 1,000"):
        parse_faces("1 " * (MAX_DICE + 1))
