"""What holds for everything that can be rolled, whatever its subject."""

import json
import re
from typing import Any

import pytest

from tables import procedures
from tables.catalog import load
from tables.dice import MAX_DICE, FairDice
from tables.outcome import Outcome, from_json, to_json

SEEDS = 150

KEYS = sorted(procedures.titles())

PROMISED = re.findall(
    r"\S+",
    """
door.destination door.d8 door.clock door.relative door.2d6 door.second door.dead-end door.route door.exits
door.drop door.kind door.beyond corridor.junction corridor.wall corridor.periodic corridor.passage
corridor.width corridor.special-width corridor.turn corridor.stairs leximorph.letters leximorph.rotation
room.size room.chamber room.unusual-shape room.unusual-size room.exits room.exit-place room.purpose room.cave
trap.kind trap.gas stocking.odnd stocking.talysman stocking.bx stocking.appendix-a stocking.osric
stocking.labyrinth-lord stocking.basic-fantasy stocking.whitebox stocking.arneson stocking.points
monster.level monster.level.odnd monster.level.osric2 monster.level.osric3 monster.level.arneson
points.arneson points.level treasure.container treasure.guard treasure.hiding treasure.map treasure.monetary
treasure.magic treasure.combined treasure.magic-kind
""",
)
"""The keys that other programs may count on."""


def rolls(key: str) -> list[Outcome[Any]]:
    return [procedures.perform(key, {}, FairDice(b"every key", f"{key} {seed}")) for seed in range(SEEDS)]


def test_the_promised_keys_can_be_rolled() -> None:
    assert set(PROMISED) <= set(KEYS)


def test_every_link_leads_to_something() -> None:
    procedures.check_links()
    assert load().loose  # some lead to procedures, or there was nothing to check


def test_every_key_has_a_title_of_its_own() -> None:
    titles = procedures.titles()

    assert len({title.casefold() for title in titles.values()}) == len(titles)
    assert all(
        0 < len(title) <= 45 and title[0].isupper() and (title[-1].isalnum() or title[-1] == ")")
        for title in titles.values()
    )


@pytest.mark.parametrize("key", KEYS)
def test_no_roll_throws_more_dice_than_it_says(key: str) -> None:
    most = procedures.most_dice(key, {})

    assert most <= MAX_DICE
    assert max(len(outcome.every_die()) for outcome in rolls(key)) <= most


@pytest.mark.parametrize("key", KEYS)
def test_texts_are_sentences_for_people(key: str) -> None:
    for outcome in rolls(key):
        for told in (outcome, outcome.for_players()):
            assert re.fullmatch(r"[A-Z0-9“].*[.!?…]", told.text, re.DOTALL), told.text
            assert not re.search(r"  |\s$|[{}*_`~|<>\[\]]|\.\.|None[.,;)]|\(\)|: ?[.;,]", told.text), (
                told.text
            )
            assert len(told.text) <= 4_000


@pytest.mark.parametrize("key", KEYS)
def test_json_is_plain_and_comes_back(key: str) -> None:
    for outcome in rolls(key)[:40]:
        for told in (outcome, outcome.for_players()):
            document = to_json(told)
            assert json.loads(json.dumps(document)) == document
            back = from_json(document)
            assert (back.text, back.dice, back.rows) == (told.text, told.dice, told.rows)
            assert to_json(back) == document


@pytest.mark.parametrize("key", KEYS)
def test_players_see_no_face_and_no_row_of_what_is_hidden(key: str) -> None:
    for outcome in rolls(key):
        for told in outcome.for_players().walk():
            assert not told.secret
            assert told.players is None
            assert all(die.face == 0 for die in told.dice if die.hidden)
            assert not (told.rows and any(die.hidden for die in told.dice))


@pytest.mark.parametrize("key", KEYS)
def test_what_is_offered_next_can_be_rolled(key: str) -> None:
    for outcome in rolls(key)[:60]:
        for told in (outcome, outcome.for_players()):
            offers = procedures.offers(key, {}, told)
            assert len(offers) <= procedures.MOST_OWN_OFFERS
            for offer in offers:
                assert offer.label
                procedures.check(offer.key, offer.options)


@pytest.mark.parametrize("key", KEYS)
def test_something_is_offered_after_every_roll(key: str) -> None:
    for outcome in rolls(key):
        for told in (outcome, outcome.for_players()):
            assert procedures.offers(key, {}, told), told.text


@pytest.mark.parametrize("key", KEYS)
def test_what_follows_can_be_rolled_by_itself_too(key: str) -> None:
    for outcome in rolls(key):
        assert {each.key for each in outcome.walk()} <= {*procedures.PROCEDURES, *KEYS}
