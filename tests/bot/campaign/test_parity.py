"""The same requests to both engines: the same answers, the same refusals, and the same file byte for byte."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from bot.campaign import Audience, NewEvent, Reader, audit, by_reference, open_store, page, record
from bot.campaign.campaign_file import read_file
from bot.campaign.changes import Changer, Told, change, rebuilt, standing
from bot.campaign.entries import Lists, Slot
from bot.campaign.exporting import export
from bot.campaign.here import Visitor, here
from bot.campaign.sessions import close_session, ensure_session
from bot.campaign.undo import undo
from tables.errors import Refusal
from tests.bot.campaign.subject_steps import Step
from tests.bot.campaign.subject_steps import asked as subject_asked

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from sqlalchemy import Connection

    from bot.campaign import Store

STEPS = 250
NAMES = [
    "Ägir",
    "A\u0308gir",
    "ägir ",
    "Orc",
    "orc\u200b",
    "ORC",
    "月",
    "🐉 dragon",
    "İstanbul",
    "straße",
    "STRASSE",
    "ﬁend",
    "x" * 90,
    "\0",
    "\ud800",
    "",
    "'; DROP TABLE event; --",
    "(a+)+$",
    "%",
    "_",
]
DOCUMENTS: list[dict[str, Any]] = [
    {"name": "plain"},
    {"name": "number", "n": 10**30, "minus": -1, "zero": 0, "yes": True, "nothing": None},
    {"name": "text", "t": 'é\u2028\n\t\\"/ ½ — 月 🐉'},
    {"name": "deep", "d": [[[[{"a": [1, {"b": []}]}]]]]},
    {"name": "keys", "": 1, "ä": 2, "Z": 3, "a": 4, "10": 5, "9": 6},
    {"name": "secret", "told": {"secret": True, "x": 1}, "open": {"secret": False}},
    {"name": "fraction", "f": 0.5},
    {"name": "nul", "t": "\0"},
    {"name": "half", "t": "\udc00"},
    {"name": "long", "t": "x" * 16_001},
]


FIRST = NewEvent(
    interaction_id=10**6,
    guild_id=500,
    channel_id=7_001,
    place_id=7_001,
    actor_id=900,
    actor_name="Aya",
    at=1_790_000_000_000,
    kind="roll",
    audience=Audience.EVERYONE,
    document={},
    text="",
)
"""Makes the campaign, so that it is number 1 on both: what is refused leaves gaps on one of them."""


class Refused(NamedTuple):
    """How a request was refused."""

    name: str
    words: str


def put(
    connection: Connection, new: NewEvent, scope: str, number: int | None, document: dict[str, Any]
) -> Any:
    def work(changer: Changer) -> Told[Slot]:
        slot = changer.next("chamber", scope) if number is None else Slot("chamber", scope, number)
        if number is not None and changer.lists.at(slot) is None:
            raise Refusal("There is no such entry.")
        changer.put(slot, document)
        if number is not None and number > 1:
            changer.stand_on(Slot("chamber", scope, number - 1))
        return Told(
            slot,
            f"{slot} is {document['name'][:50]!r}.".replace("\0", "?").encode("utf-8", "replace").decode(),
        )

    return change(connection, new, work)


def look(connection: Connection, scope: str) -> Any:
    lists = Lists(connection, 1)
    return (
        lists.following("chamber", scope, after=2, most=5),
        lists.scopes("chamber"),
        lists.all_of("chamber", scope),
    )


def steps(seed: int) -> list[Step]:
    """What somebody might ask for: the same for the same seed, hostile words among it."""
    chance, found = random.Random(seed), list[Step]()
    for number in range(1, STEPS + 1):
        new = NewEvent(
            interaction_id=number - (number % 29 == 0),  # now and then one comes twice
            guild_id=500,
            guild_name=chance.choice(NAMES),
            channel_id=7_001,
            place_id=7_001,
            actor_id=900 + number % 4,
            actor_name=chance.choice(NAMES),
            at=1_790_000_000_000 + number * 1_000,
            kind="chamber",
            audience=chance.choice(list(Audience)),
            document={},
            text="",
            token="t" if number % 3 else None,
        )
        scope = chance.choice(["1", "2", "LEXI-1"])
        document = dict(chance.choice(DOCUMENTS))
        if chance.random() < 0.6:
            document["name"] = chance.choice(NAMES)
        reader = Reader(900 + chance.randrange(5), game_master=chance.random() < 0.3)
        cursor = chance.choice([None, "before-2222", "after-zzzz", "x\0", "before-"])
        found.append(
            chance.choice(
                [
                    Step(record, (new_roll(new, document),)),
                    Step(put, (new, scope, None, document)),
                    Step(put, (new, scope, None, document)),
                    Step(put, (new, scope, chance.randrange(1, 9), document)),
                    Step(undo, (new,)),
                    Step(ensure_session, (new, chance.choice(["", "we are here", "x" * 300, "\0"]))),
                    Step(close_session, (new,)),
                    Step(page, (7_001, reader, cursor, chance.choice([0, 3, 500])), writes=False),
                    Step(
                        by_reference,
                        (7_001, chance.choice(["zzzz", "#2222", "\0", ""]), reader),
                        writes=False,
                    ),
                    Step(look, (scope,), writes=False),
                    Step(
                        here,
                        (7_001, Visitor(901, frozenset({5}), chance.random() < 0.5), new.at),
                        writes=False,
                    ),
                ]
            )
        )
    return found


def new_roll(new: NewEvent, document: dict[str, Any]) -> NewEvent:
    values = {name: getattr(new, name) for name in new.__slots__}
    return NewEvent(**{**values, "kind": "roll", "document": document, "text": document["name"]})


def subject_steps(seed: int) -> list[Step]:
    """What somebody might ask of the campaign's own subjects, hostile words among it."""
    chance, found = random.Random(seed), list[Step]()
    for number in range(1, STEPS + 1):
        new = replace(
            FIRST,
            interaction_id=number,
            actor_id=900 + number % 4,
            actor_name=chance.choice(["Aya", "Ben", "Čapek"]),
            at=FIRST.at + number * 1_000,
            kind="subject",
            audience=chance.choice(list(Audience)),
        )
        found.append(subject_asked(chance, new, NAMES))
    return found


async def answers(
    address: str, asked: Sequence[Step], seed: int, monkeypatch: pytest.MonkeyPatch
) -> tuple[list[Any], bytes]:
    """What each step gave or how it was refused, and the file in the end; what is random is the seed's."""
    chance = random.Random(-seed)
    monkeypatch.setattr("bot.campaign.chain.secrets.token_bytes", chance.randbytes)
    monkeypatch.setattr("bot.campaign.references.secrets.randbelow", chance.randrange)
    async with await open_store(address, create=True) as store:
        await store.write(record, FIRST)
        told = [await one(store, step) for step in asked]
        assert await store.read(standing, 1) == await store.read(rebuilt, 1)
        assert (await store.read(audit, 1)).fault is None
        return told, await store.read(export, 1)


async def one(store: Store, step: Step) -> Any:
    try:
        return await (store.write if step.writes else store.read)(step.work, *step.given, **step.named)
    except Refusal as refusal:
        return Refused(type(refusal).__name__, str(refusal))


@pytest.mark.parametrize("asking", [steps, subject_steps])
@pytest.mark.parametrize("seed", range(1, 7))
async def test_both_engines_answer_alike(
    asking: Callable[[int], Sequence[Step]],
    seed: int,
    tmp_path: Path,
    postgres_address: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = asking(seed)
    on_file, file = await answers(str(tmp_path / "campaign.db"), asked, seed, monkeypatch)
    on_server, server_file = await answers(postgres_address, asked, seed, monkeypatch)

    for number, (ours, theirs) in enumerate(zip(on_file, on_server, strict=True)):
        assert ours == theirs, f"step {number}"
    assert file == server_file
    assert read_file(file).header.events > STEPS // 8
    refused = sum(isinstance(told, Refused) for told in on_file)
    assert STEPS // 10 < refused < STEPS * 2 // 3  # there is both to compare
