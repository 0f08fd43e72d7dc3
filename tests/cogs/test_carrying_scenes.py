"""A campaign carried away in a file, deleted, and brought back: shown first, confirmed, done once."""

from __future__ import annotations

import gzip
import re
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.campaign import audit, census
from bot.campaign.campaign_file import read_file
from tests.scenes import buttons, words

if TYPE_CHECKING:
    from tests.scenes import Scene


LIMIT = 25 * 1024 * 1024
"""Bytes of a file that simcord's Discord takes."""


async def played(scene: Scene) -> None:
    for face in (2, 3, 5):
        await scene.ann.slash(scene.channel, "roll", dice="d6", faces=str(face))
    await scene.bert.slash(scene.channel, "roll", dice="d20", faces="13", seen="masters")
    await scene.master.slash(scene.channel, "campaign create", name="The Ägir’s *halls*")


async def file_of(result: Any) -> bytes:
    (attachment,) = result.response.attachments
    return await attachment.read()


async def history(scene: Scene) -> str:
    return words(await scene.master.slash(scene.channel, "history show"))


async def test_exported_deleted_and_brought_back_everything_is_there(scene: Scene) -> None:
    await played(scene)
    before = await history(scene)
    exported = await scene.master.slash(scene.channel, "campaign export")
    assert exported.ephemeral
    file = await file_of(exported)
    assert exported.response.attachments[0].filename == "the-gir-s-halls.jsonl"

    asked = await scene.master.slash(scene.channel, "campaign delete")
    assert asked.ephemeral
    assert await file_of(asked) == file
    again = await scene.master.click(asked.response.message, label="Delete it")
    assert "Really delete" in words(again)
    assert (await scene.kit.store.read(census)).events > 0
    gone = await scene.master.click(again.response.message, label="Yes, delete it for good")
    assert "is deleted" in words(gone)
    assert (await scene.kit.store.read(census)).events == 0
    assert "Nothing has been rolled" in await history(scene)
    await scene.restart()

    shown = await scene.master.slash(
        scene.channel, "campaign import", file=("mine.jsonl.gz", gzip.compress(file))
    )
    assert "This server has no such campaign yet" in words(shown)
    assert buttons(shown) == ["Bring it in"]
    assert (await scene.kit.store.read(census)).events == 0
    brought = await scene.master.click(shown.response.message, label="Bring it in")
    assert "is here" in words(brought)
    assert await history(scene) == before
    twice = await scene.master.click(shown.response.message, label="Bring it in")
    assert "confirmed already" in words(twice)
    exported = await scene.master.slash(scene.channel, "campaign export")
    assert await file_of(exported) == file


async def test_the_difference_is_shown_and_the_replaced_one_is_handed_over(scene: Scene) -> None:
    await played(scene)
    file = await file_of(await scene.master.slash(scene.channel, "campaign export"))
    same = await scene.master.slash(scene.channel, "campaign import", file=("same.jsonl", file))
    assert "has all of that already" in words(same)
    assert buttons(same) == []

    await scene.ann.slash(scene.channel, "roll", dice="d6", faces="6")
    shown = await scene.master.slash(scene.channel, "campaign import", file=("old.jsonl", file))
    assert "1 events that are only here would be lost" in words(shown)
    assert buttons(shown)[0] == "Bring it in beside"
    brought = await scene.master.click(shown.response.message, label=buttons(shown)[1])
    old = read_file(await file_of(brought))
    assert old.header.events == read_file(file).header.events + 1
    assert await file_of(await scene.master.slash(scene.channel, "campaign export")) == file


async def test_only_who_may(scene: Scene) -> None:
    await played(scene)
    for command in ("campaign export", "campaign delete"):
        result = await scene.ann.slash(scene.channel, command)
        assert result.ephemeral
        assert re.search("Only the campaign's game masters|for those who may Manage Server", words(result))
    file = await file_of(await scene.master.slash(scene.channel, "campaign export"))
    result = await scene.ann.slash(scene.channel, "campaign import", file=("x.jsonl", file))
    assert "for those who may Manage Server" in words(result)
    assert (await scene.kit.store.read(census)).events > 0


async def test_what_happened_since_is_not_deleted_unseen(scene: Scene) -> None:
    await played(scene)
    asked = await scene.master.slash(scene.channel, "campaign delete")
    await scene.ann.slash(scene.channel, "roll", dice="d6", faces="6")
    again = await scene.master.click(asked.response.message, label="Delete it")
    told = await scene.master.click(again.response.message, label="Yes, delete it for good")
    assert "More has happened" in words(told)
    assert (await scene.kit.store.read(audit, 1)).fault is None
    assert "d6 = 6" in await history(scene)


@pytest.mark.parametrize(
    "content",
    [b"", b"not a campaign", b'{"line":"campaign","format":9}\n{}\n{}\n', b"\x1f\x8bzip", b"[" * 50_000],
)
async def test_what_is_no_campaign_is_one_sentence(scene: Scene, content: bytes) -> None:
    await played(scene)
    before = await history(scene)
    result = await scene.master.slash(scene.channel, "campaign import", file=("x.jsonl", content))
    assert result.ephemeral
    assert "Nothing was changed" in words(result)
    assert "Traceback" not in words(result)
    assert await history(scene) == before


async def test_a_file_that_is_too_large_is_not_read(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """C72."""
    await played(scene)
    read: list[str] = []
    monkeypatch.setattr(discord.Attachment, "read", lambda self: read.append(self.filename))
    result = await scene.master.slash(scene.channel, "campaign import", file=("x.jsonl", bytes(LIMIT + 1)))
    assert "larger than Discord takes here" in words(result)
    assert read == []
