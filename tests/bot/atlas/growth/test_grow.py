"""Doors opened in play: what comes of each destination, and what holds however a region has grown."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import pytest

from bot.atlas.growth.grow import Growth, grow, grow_by
from bot.atlas.layout.checking import faults_of
from bot.atlas.layout.rolls import Throws
from tables.dice import FairDice, ScriptedDice
from tables.procedures import RULES
from tests.bot.atlas import regions

if TYPE_CHECKING:
    from bot.atlas.region import Region

GAMES, DOORS = 8, 25
"""Games that are played, and the doors that are opened in each."""


@cache
def game(number: int) -> list[tuple[Region, int, Growth]]:
    """A game: each region before a door was opened, the way on that was chosen, and what came of it."""
    region = regions.of_word(regions.WORDS[number % 5], number, curved=number % 2 == 1).region
    found: list[tuple[Region, int, Growth]] = []
    for door in range(DOORS):
        chosen = FairDice(b"which door", f"{number}:{door}").throw(len(region.stubs)) - 1
        stub = region.stubs[chosen].id
        grown = grow(region, stub, Throws(FairDice(b"a door", f"{number}:{door}"), RULES))
        found.append((region, stub, grown))
        region = grown.region
    return found


def every_growth() -> list[tuple[Region, int, Growth]]:
    return [each for number in range(GAMES) for each in game(number)]


def test_whatever_has_grown_may_be_kept() -> None:
    assert [faults_of(grown.region) for _, _, grown in every_growth()] == [()] * (GAMES * DOORS)


def test_growth_only_adds() -> None:
    """Every room, passage and mark stays as it was; of doors only what they lead to may change."""
    for before, _, grown in every_growth():
        after = grown.region
        assert {place for place in before.places if place.kind == "room"} <= set(after.places)
        assert set(before.passages) <= set(after.passages)
        assert set(before.marks) <= set(after.marks)
        assert {door.id for door in before.doors} <= {door.id for door in after.doors}


def test_what_is_new_is_said() -> None:
    for before, _, grown in every_growth():
        old = {place.id for place in before.places} | {passage.id for passage in before.passages}
        new = {place.id for place in grown.region.places} | {each.id for each in grown.region.passages}
        assert new - old <= set(grown.fresh)


def test_a_new_room_takes_the_next_number() -> None:
    for before, _, grown in every_growth():
        if grown.led.ending == "new room":
            highest = max(int(room.number.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) for room in before.rooms())
            room = next(room for room in grown.region.rooms() if room.id == grown.led.to)
            assert room.number == str(highest + 1)


def test_most_doors_lead_somewhere() -> None:
    endings = Counter(grown.led.ending for _, _, grown in every_growth())

    assert endings["new room"] > GAMES * DOORS * 0.12
    assert endings["stub"] < GAMES * DOORS * 0.35
    assert {"room", "corridor", "back", "blank wall", "dead end"} <= set(endings)


def test_an_opened_way_is_no_way_on_any_more() -> None:
    for _, stub, grown in every_growth():
        if grown.led.ending != "stub":
            assert stub not in {each.id for each in grown.region.stubs}


@pytest.mark.parametrize("number", range(GAMES))
def test_the_same_faces_grow_the_same(number: int) -> None:
    for before, stub, grown in game(number)[:6]:
        dice = ScriptedDice([face for rolled in grown.rolls for face in rolled.faces()])

        again = grow(before, stub, Throws(dice, RULES))

        dice.finish()
        assert (again.region, again.led, again.fresh) == (grown.region, grown.led, grown.fresh)


def test_a_destination_that_was_rolled_before_can_be_put_on_the_map() -> None:
    before, stub, grown = game(0)[0]
    found = next(each for each in before.stubs if each.id == stub)
    rest = [face for rolled in grown.rolls[1:] for face in rolled.faces()]

    again = grow_by(before, found, grown.rolls[0], Throws(ScriptedDice(rest), RULES))

    assert again.region == grown.region
