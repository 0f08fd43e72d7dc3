"""A closed session's file: a stranger recomputes what was open, and learns nothing of what was not."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema_rs import validator_for
from sqlalchemy import select

from bot.campaign import schema
from bot.campaign.errors import NotHere, SessionOpen
from bot.campaign.publishing import publish, publish_secrets
from bot.campaign.schema import Audience
from bot.campaign.sessions import session
from bot.play import new_event
from bot.verifying import read_session, schema_of_a_session, verify
from tables.dice import FairDice
from tests.bot.campaign.evenings import (
    NAME,
    SECRET_CHANGE,
    SECRET_NOTE,
    WORDS,
    Evening,
    evening,
    play_everything,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.play import Played

DOCS = Path(__file__).parents[3] / "docs"


def rows(connection: Any) -> list[dict[str, Any]]:
    found = connection.execute(select(schema.event).order_by(schema.event.c.seq)).mappings()
    return [dict(row) for row in found]


async def closed(table: Evening, **given: Any) -> tuple[list[Played], bytes]:
    """An evening's rolls and its published file."""
    await table.roll("dice", {"dice": "d6"})
    await table.close()
    number = await table.open()
    played = await play_everything(table, **given)
    assert await table.close() == number == 2
    return played, (await table.kit.store.read(publish, 1, number)).content


async def test_a_stranger_recomputes_everything_that_was_open(store, tmp_path):
    async with evening(store) as table:
        played, content = await closed(table)
        await table.roll("dice", {"dice": "d6"})
    (tmp_path / "session.json").write_bytes(content)
    file = read_session(tmp_path / "session.json")

    found = verify(file)

    shown = [each for each in played if each.seen is Audience.EVERYONE]
    by_hand = [each for each in shown if each.ask.faces is not None]
    dice = [die for each in shown if each.ask.faces is None for die in each.outcome.for_players().every_die()]
    assert (found.rolls, found.by_hand) == (len(shown) - len(by_hand), len(by_hand)) == (len(shown) - 2, 2)
    assert found.unseen == sum(die.screened or die.hidden for die in dice) > 10
    assert found.dice == len(dice) - found.unseen > 200
    assert found.hidden == len(played) - len(shown) + 1
    assert (file.session, file.words) == (2, WORDS)
    promises = json.loads(content)["promises"]
    kept = await store.read(session, 1, 2)
    assert (promises["open"], promises["secret"]) == kept.seeds.promises
    kinds = [
        json.loads(row["open"].partition("\n")[0])["kind"]
        for row in json.loads(content)["events"]
        if row["row"] == "open"
    ]
    assert (kinds[0], kinds[-1]) == ("session.open", "session.close")


async def test_the_file_holds_nothing_of_what_is_hidden(store):
    """No text, name, face, salt or seed of it, and no reference or interaction by which it is called."""
    async with evening(store) as table:
        played, content = await closed(table)
    text = content.decode()
    hidden = [row for row in await store.read(rows) if row["audience"] != "everyone"]
    kept = await store.read(session, 1, 2)

    assert len(hidden) > 40
    assert kept.seeds.open.hex() in text
    told = [kept.seeds.secret.hex(), SECRET_NOTE, SECRET_CHANGE, NAME, "Ben"]
    for row in hidden:
        told += [row["salt"].hex(), row["salt"][:16].hex(), row["salt"][16:].hex(), row["request_key"]]
        told += [f'"{row["reference"]}"', f"#{row['reference']}", row["text"] or SECRET_NOTE]
    for row in await store.read(rows):
        told.append(row["salt"][16:].hex())
    told = [each for each in told if each.strip()]
    texts_in_the_open = {row["text"] for row in await store.read(rows) if row["audience"] == "everyone"}
    assert [each for each in told if each in text and each not in texts_in_the_open] == []
    for each in played:
        for child in each.outcome.walk():
            if child.secret:
                assert json.dumps(child.text, ensure_ascii=False) not in text, child.text


def derivable(seed: bytes, labels: list[str], sides: int, most: int = 40) -> Iterator[list[int]]:
    """Every run of faces that a seed gives for a label, from each place on, so far as anybody would look."""
    for label in labels:
        dice = FairDice(seed, label)
        yield [dice.throw(sides) for _ in range(most)]


def share_found(faces: list[int], runs: list[list[int]]) -> float:
    """The largest share of a roll's faces that stands in any run at any place, in order."""
    best = 0
    for run in runs:
        for start in range(len(run) - len(faces) + 1):
            best = max(best, sum(a == b for a, b in zip(faces, run[start:], strict=False)))
    return best / len(faces)


async def test_no_secret_face_can_be_computed_from_the_published_seed(store):
    """All that derives from it, for each label of the session, fits secret rolls no better than chance."""
    async with evening(store) as table:
        played, content = await closed(table, secret_rolls=12)
    kept = await store.read(session, 1, 2)
    seed = bytes.fromhex(json.loads(content)["seeds"]["open"])
    everything = await store.read(rows)
    ids = [row["request_key"].partition(":")[0] for row in everything]
    labels = [label for each in ids for label in (each, f"{each} {WORDS}")]
    secret = [each for each in played if each.seen is not Audience.EVERYONE and each.ask.key == "dice"]
    runs = list(derivable(seed, labels, 1_000))
    theirs = list(derivable(kept.seeds.secret, labels, 1_000))

    assert len(secret) == 12
    for each in secret:
        faces = [die.face for die in each.outcome.every_die()]
        assert len(faces) == 20
        assert (
            share_found(faces, runs) <= 3 / 20
        )  # four of twenty d1000 alike by chance: once in 10**8 places
        assert share_found(faces, theirs) == 1  # whoever has the hidden seed finds every one


async def test_no_die_behind_the_screen_can_be_computed_from_the_published_seed(store):
    """Their faces are those of the hidden seed always, and of the open one as often as two dice are alike."""
    async with evening(store) as table:
        await table.open()
        played = [await table.roll("corridor.wall", {"length": 1_200}) for _ in range(40)]
        played += [await table.roll("corridor.stairs") for _ in range(60)]
        await table.close()
    kept = await store.read(session, 1, 1)
    assert kept.seeds.words == WORDS
    behind = alike_open = alike_next = 0
    expected = 0.0
    for each, row in zip(
        played, [row for row in await store.read(rows) if row["kind"] == "roll"], strict=True
    ):
        label = kept.seeds.label(int(row["request_key"]))
        screened = [die for die in each.outcome.every_die() if die.screened]
        in_the_open = sum(not die.screened for die in each.outcome.every_die())
        secret, again = FairDice(kept.seeds.secret, label), FairDice(kept.seeds.open, label)
        after = FairDice(kept.seeds.open, label)
        for _ in range(in_the_open):
            after.throw(6)
        for die in screened:
            assert die.face in {(thrown := secret.throw(die.sides)), thrown % die.sides}
            behind += 1
            expected += 1 / die.sides
            alike_open += again.throw(die.sides) % die.sides == die.face % die.sides
            alike_next += after.throw(die.sides) % die.sides == die.face % die.sides
    assert behind > 300
    spread = 5 * expected**0.5
    assert abs(alike_open - expected) < spread
    assert abs(alike_next - expected) < spread


async def test_the_secrets_are_the_game_masters_to_publish(store, tmp_path):
    async with evening(store) as table:
        played, content = await closed(table)
        sealed = verify(_read(content, tmp_path))
        recorded = await store.write(publish_secrets, new_event(table.kit, table.seat()), 2)
    told = (await store.read(publish, 1, 2, secrets=True)).content
    kept = await store.read(session, 1, 2)

    found = verify(_read(told, tmp_path))

    assert recorded.event.audience is Audience.EVERYONE
    assert recorded.event.document["secret_seed"] == kept.seeds.secret.hex()
    every = [die for each in played if each.ask.faces is None for die in each.outcome.every_die()]
    assert found.dice == len(every) > sealed.dice + 400
    assert (found.unseen, found.hidden) == (0, 1)
    assert SECRET_CHANGE not in told.decode()  # what the game masters wrote stays theirs
    assert SECRET_NOTE in told.decode()


async def test_an_open_session_has_no_file_and_keeps_its_secrets(store):
    async with evening(store) as table:
        with pytest.raises(NotHere, match="No session has been played"):
            await store.read(publish, 1)
        await table.roll("dice", {"dice": "d6"})
        with pytest.raises(SessionOpen, match="Session 1 is open"):
            await store.read(publish, 1)
        before = len(await store.read(rows))
        with pytest.raises(SessionOpen):
            await store.write(publish_secrets, new_event(table.kit, table.seat()), 1)
        with pytest.raises(NotHere, match="no session 7"):
            await store.write(publish_secrets, new_event(table.kit, table.seat()), 7)
        assert len(await store.read(rows)) == before


async def test_the_schema_is_the_published_one_and_every_file_is_of_it(file_store):
    published = json.loads((DOCS / "session-file.schema.json").read_text())
    assert published == schema_of_a_session()
    async with evening(file_store) as table:
        _, content = await closed(table)
    told = (await file_store.read(publish, 1, 2, secrets=True)).content
    validator = validator_for(published)
    assert validator.is_valid(json.loads(content))
    assert validator.is_valid(json.loads(told))
    assert not validator.is_valid({**json.loads(content), "more": 1})


async def test_the_last_hash_is_that_of_the_chain(store):
    async with evening(store) as table:
        await table.roll("dice", {"dice": "d6"})
        await table.close()
    told = await store.read(publish, 1)
    (*_, last) = await store.read(rows)
    assert told.last_hash == last["hash"].hex() == json.loads(told.content)["events"][-1]["hash"]
    assert json.loads(told.content)["previous"] == bytes(32).hex()
    assert sha256(told.session.seeds.open).hexdigest() == json.loads(told.content)["promises"]["open"]


def _read(content: bytes, tmp_path: Path) -> Any:
    (tmp_path / "session.json").write_bytes(content)
    return read_session(tmp_path / "session.json")
