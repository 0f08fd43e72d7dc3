"""What players may not learn is thrown apart: the open seed tells nothing of it and fits all that is open."""

from __future__ import annotations

import pytest

from tables import procedures
from tables.dice import BoundedDice, Dice, FairDice, ScreenedDice, behind_the_screen
from tables.errors import OverLimit
from tables.outcome import Outcome, from_json, to_json

ROLLS = 300
HIDING = ("door.kind", "corridor.wall", "corridor.periodic", "corridor.junction")


def two(label: str) -> Dice:
    return BoundedDice(ScreenedDice(FairDice(b"open", label), FairDice(b"secret", label)))


def recomputed(outcome: Outcome[object], seed: bytes, label: str, *, screened: bool) -> None:
    """Every face of one source is the next that the seed gives, counted among its own alone."""
    source = FairDice(seed, label)
    for die in outcome.every_die():
        if die.screened is screened:
            face = source.throw(die.sides)
            assert die.hidden or die.face in {face, face % die.sides}, (outcome.key, label, die)


@pytest.mark.parametrize("key", sorted(procedures.titles()))
def test_every_open_die_is_recomputed_from_the_open_seed_alone(key: str) -> None:
    for number in range(ROLLS):
        label = f"{key} {number}"
        outcome = procedures.perform(key, {}, two(label))
        recomputed(outcome.for_players(), b"open", label, screened=False)
        recomputed(from_json(to_json(outcome.for_players())), b"open", label, screened=False)
        recomputed(outcome, b"secret", label, screened=True)


@pytest.mark.parametrize("key", HIDING)
def test_no_hidden_face_is_one_that_the_open_seed_gives(key: str) -> None:
    """Both seeds give the same face once in a while; never as often as if they were one."""
    alike = hidden = 0
    for number in range(ROLLS):
        outcome = procedures.perform(key, {}, two(f"{number}"))
        for told, thrown in zip(outcome.for_players().every_die(), outcome.every_die(), strict=False):
            if told.hidden:
                hidden += 1
                alike += (
                    FairDice(b"open", f"{number}").throw(thrown.sides) % thrown.sides
                    == thrown.face % thrown.sides
                )
                break
    assert hidden > ROLLS / 10
    assert alike < hidden / 2


def test_secret_stairs_are_thrown_behind_the_screen() -> None:
    found = [procedures.perform("corridor.stairs", {}, two(f"{number}")) for number in range(ROLLS)]
    secret = [child for outcome in found for child in outcome.walk() if child.secret]
    assert secret
    assert all(die.screened for child in secret for die in child.every_die())
    assert not any(die.screened for outcome in found for die in outcome.for_players().every_die())


def test_one_budget_for_both_sides_of_the_screen() -> None:
    dice = BoundedDice(ScreenedDice(FairDice(b"open", ""), FairDice(b"secret", "")), 3)
    behind = behind_the_screen(dice)
    for source in (dice, behind, dice):
        source.throw(6)
    for source in (dice, behind):
        with pytest.raises(OverLimit):
            source.throw(6)


def test_dice_of_one_source_are_their_own_behind_the_screen() -> None:
    dice = FairDice(b"open", "")
    assert behind_the_screen(dice) is dice
    bounded = BoundedDice(dice)
    assert behind_the_screen(bounded) is bounded
