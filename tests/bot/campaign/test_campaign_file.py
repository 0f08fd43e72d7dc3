"""A campaign leaves and enters as one file, equal on both engines; no file that was tampered with does."""

from __future__ import annotations

import gzip
import itertools
import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema_rs import validator_for

from bot.campaign import audit, open_store, record
from bot.campaign.campaign_file import FileRefused, packed, read_file, schema_of_a_line
from bot.campaign.changes import Changer, Told, change, last_numbers, rebuilt, standing
from bot.campaign.errors import NotHere
from bot.campaign.exporting import campaign_by_name, export
from bot.campaign.importing import Place, delete_campaign, difference, import_new, import_over, like
from bot.campaign.sessions import close_session, ensure_session
from bot.campaign.undo import undo

if TYPE_CHECKING:
    from bot.campaign import Store

PLACE = Place(500, "The Prisoner's Forge", 7_001, 5)


def add(connection, new, name):
    def work(changer: Changer) -> Told[None]:
        changer.put(changer.next("chamber", "3"), {"name": name, "½": "Ägir — “月” 🐉"})
        return Told(None, f"{name} was added.")

    return change(connection, new, work)


async def played(store: Store, new) -> None:
    """An evening with everything that a file has to carry."""
    for number in range(12):
        await store.write(record, new(actor_id=900 + number % 3, actor_name=f"Player {number % 3} é"))
    await store.write(ensure_session, new(), "we are the lantern bearers")
    for name in ("crypt", "Ägir's hall", "well"):
        await store.write(add, new(kind="chamber", document={}, text=""), name)
    await store.write(undo, new(kind="undo", document={}, text=""))
    await store.write(close_session, new())
    await store.write(ensure_session, new())


async def whole(store: Store, campaign_id: int) -> tuple[Any, ...]:
    return (
        await store.read(standing, campaign_id),
        await store.read(rebuilt, campaign_id),
        await store.read(last_numbers, campaign_id),
        await store.read(audit, campaign_id),
    )


def forged(content: bytes, change: Any) -> bytes:
    """The file with its lines changed, and an ending that fits them."""
    lines = [json.loads(line) for line in content.splitlines()][:-1]
    change(lines)
    rows = b"".join(
        json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" for line in lines
    )
    end = {"line": "end", "lines": len(lines), "sha256": sha256(rows).hexdigest()}
    return rows + json.dumps(end).encode() + b"\n"


def event_at(lines: list[dict[str, Any]], number: int) -> dict[str, Any]:
    return next(line for line in lines if line["line"] == "event" and line["seq"] == number)


async def test_exported_deleted_and_imported_it_is_equal(store, new):
    await played(store, new)
    before, file = await whole(store, 1), await store.read(export, 1)

    await store.write(delete_campaign, 1)
    with pytest.raises(NotHere):
        await store.read(export, 1)
    campaign_id = await store.write(import_new, read_file(file), PLACE)

    assert await whole(store, campaign_id) == before
    assert await store.read(export, campaign_id) == file
    recorded = await store.write(record, new())
    assert recorded.event.campaign_id == campaign_id
    assert (await store.read(audit, campaign_id)).fault is None


async def test_both_engines_write_the_same_bytes(store, new, tmp_path: Path):
    await played(store, new)
    file = await store.read(export, 1)
    async with await open_store(str(tmp_path / "moved.db"), create=True) as other:
        campaign_id = await other.write(import_new, read_file(packed(file)), PLACE)
        assert await other.read(export, campaign_id) == file


async def test_progress_is_told(store, new, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.campaign.exporting.STRETCH", 5)
    await played(store, new)
    told: list[tuple[int, int]] = []
    await store.read(export, 1, lambda done, of: told.append((done, of)))
    assert told == [(5, 19), (10, 19), (15, 19)]


async def test_a_file_in_the_place_of_a_campaign_keeps_its_channels(store, new):
    await played(store, new)
    file = read_file(await store.read(export, 1))
    await store.write(add, new(kind="chamber", document={}, text=""), "later")

    found = await store.read(like, 500, file)
    apart = await store.read(difference, found, file)
    assert (apart.common, apart.only_here, apart.only_there) == (19, 1, 0)
    assert apart.lists == {"chamber": (3, 2)}
    assert not apart.is_same

    made = await store.write(import_over, file, PLACE, found)
    assert (await store.read(difference, made, file)).is_same
    assert (await store.write(record, new())).event.campaign_id == made
    with pytest.raises(NotHere, match="not here any more"):
        await store.write(import_over, file, PLACE, 999)


async def test_beside_what_is_there_it_gets_a_name_of_its_own(store, new):
    await played(store, new)
    file = read_file(await store.read(export, 1))
    made = await store.write(import_new, file, PLACE)
    assert made != 1
    assert await store.read(campaign_by_name, "channel-7001-2") == made
    # Nobody has named the campaign that the channel was bound to, so from now on the other is played there.
    assert (await store.write(record, new())).event.campaign_id == made
    assert await store.read(campaign_by_name, "channel-7001") == 1
    await store.write(import_new, file, replace(PLACE, guild_id=501))
    with pytest.raises(NotHere, match="2 campaigns"):
        await store.read(campaign_by_name, file.header.slug)
    with pytest.raises(NotHere, match="channel-7001, channel-7001, channel-7001-2"):
        await store.read(campaign_by_name, "nothing")


def swap(lines: list[dict[str, Any]]) -> None:
    one, two = lines.index(event_at(lines, 3)), lines.index(event_at(lines, 4))
    lines[one], lines[two] = lines[two], lines[one]


FORGERIES = {
    "another text": (lambda lines: event_at(lines, 5).update(text="a door"), "Event 5 "),
    "another face": (lambda lines: event_at(lines, 2)["doc"]["outcome"].update(text="x"), "Event 2 "),
    "another roller": (
        lambda lines: event_at(lines, 2).update(person=2 if event_at(lines, 2)["person"] != 2 else 1),
        "Event 2 ",
    ),
    "an unknown roller": (lambda lines: event_at(lines, 1).update(person=99), "Event 1 "),
    "one left out": (lambda lines: lines.remove(event_at(lines, 7)), "Event 7 "),
    "the last left out": (lambda lines: lines.remove(event_at(lines, 19)), "events and says"),
    "two changed about": (swap, "Event 3 "),
    "no hash": (lambda lines: event_at(lines, 4).update(hash="zz"), "Event 4 "),
    "a list of its own": (
        lambda lines: next(line for line in lines if line["line"] == "entry").update(doc={"name": "x"}),
        "The lists",
    ),
    "no seed": (
        lambda lines: next(line for line in lines if line["line"] == "session").update(open_seed="00"),
        "Session 1 ",
    ),
    "a number too few": (
        lambda lines: next(line for line in lines if line["line"] == "counter").update(last=1),
        "more entries than numbers",
    ),
    "a later format": (lambda lines: lines[0].update(format=2), "later version"),
    "no campaign": (lambda lines: lines[0].update(line="table"), "not a campaign's"),
    "a line nobody knows": (lambda lines: lines.append({"line": "door"}), "cannot be read"),
    "a line of another order": (lambda lines: lines.append(lines[1]), "order"),
    "a key nobody knows": (lambda lines: lines[1].update(extra=1), "Line 2 "),
    "a fraction": (lambda lines: event_at(lines, 1)["doc"].update(half=0.5), "Event 1 "),
}


@pytest.mark.parametrize("name", FORGERIES)
async def test_a_forged_file_is_refused_and_changes_nothing(file_store, new, name):
    await played(file_store, new)
    content = await file_store.read(export, 1)
    assert read_file(forged(content, lambda lines: None)).header.events == 19
    change, said = FORGERIES[name]
    with pytest.raises(FileRefused, match=said) as refused:
        read_file(forged(content, change))
    assert str(refused.value).count("Nothing was changed") == 1


async def test_a_cut_or_altered_file_is_refused(file_store, new):
    await played(file_store, new)
    content = await file_store.read(export, 1)
    for length in itertools.chain(range(0, len(content) - 1, 997), [len(content) - 1]):
        with pytest.raises(FileRefused):
            read_file(content[:length])
    for place in range(0, len(content), 1_013):
        altered = bytearray(content)
        altered[place] ^= 1
        with pytest.raises(FileRefused):
            read_file(bytes(altered))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n\n\n",
        b"PK\x03\x04 a zip\n\n\n",
        b"\x1f\x8b and no gzip",
        gzip.compress(b"x" * 300)[:40],
        b'{"line":"campaign","format":1}\n{}\n{}\n',
        b"[" * 100_000 + b"\n\n\n",
        b'{"line":"campaign","format":"1"}\n{}\n{}\n',
    ],
)
def test_what_is_no_campaign_is_refused_in_one_sentence(content: bytes):
    with pytest.raises(FileRefused, match="Nothing was changed"):
        read_file(content)


def test_a_file_that_unpacks_without_end_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.campaign.campaign_file.MOST_BYTES", 1_000_000)
    with pytest.raises(FileRefused, match="Unpacked"):
        read_file(gzip.compress(b"\n" * 5_000_000))


async def test_the_published_schema_is_that_of_every_line(file_store, new):
    published = json.loads((Path(__file__).parents[3] / "docs" / "campaign-file.schema.json").read_text())
    assert published == schema_of_a_line()
    valid = validator_for(published)
    await played(file_store, new)
    lines = [json.loads(line) for line in (await file_store.read(export, 1)).splitlines()]
    kinds = {kind["properties"]["line"]["enum"][0] for kind in published["$defs"].values()}
    assert {line["line"] for line in lines} == kinds
    for line in lines:
        valid.validate(line)
        assert not valid.is_valid({**line, "more": 1})
