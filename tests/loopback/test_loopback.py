"""The loopback Discord itself, proven with a small bot: a judge that acquits everybody would be worthless."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import aiohttp
import discord
import pytest

from tests.loopback.interactions import NotOffered
from tests.loopback.parlour import PICTURE, Parlour, here, reproaches, running
from tests.loopback.rest import ACKNOWLEDGED, UNKNOWN_INTERACTION
from tests.loopback.world import MASTER

if TYPE_CHECKING:
    from tests.loopback.discord_loopback import Loopback


# -- What is right passes ------------------------------------------------------------------


async def test_command_is_answered_over_the_wire(loopback: Loopback, parlour: Parlour) -> None:
    answer = await loopback.command(*here(loopback), "say", {"text": "hello", "times": 2})

    assert (answer.callback, answer.text, answer.ephemeral) == (4, "hello hello", False)
    assert answer.after is not None
    assert loopback.gateway.sessions[0].identity["intents"] == 1
    assert [connection.compressor is None for connection in loopback.gateway.connections] == [False]
    assert not loopback.violations


async def test_subcommand_knows_the_permissions_of_its_user(loopback: Loopback, parlour: Parlour) -> None:
    answer = await loopback.command(*here(loopback), "door destination", {"wall": "N"}, permissions=MASTER)

    assert answer.text == "N: True"


async def test_deferred_picture_arrives_whole(loopback: Loopback, parlour: Parlour) -> None:
    answer = await loopback.command(*here(loopback), "draw", {"secret": True})
    await loopback.until(lambda: answer.follow_ups, "the follow-up")

    assert answer.callback == 5
    assert answer.files == {"map.png": PICTURE}
    assert answer.alt_texts == {"map.png": "A map"}
    assert answer.messages[0].ephemeral
    assert answer.text == "Here\nand this"
    assert not loopback.violations


async def test_card_with_a_picture_in_the_callback_itself(loopback: Loopback, parlour: Parlour) -> None:
    answer = await loopback.command(*here(loopback), "card")

    assert (answer.callback, answer.files, answer.uses_v2) == (4, {"map.png": PICTURE}, True)
    assert not loopback.violations


@pytest.mark.parametrize(
    ("text", "callback", "told"), [("x", 4, "again: x"), ("edit", 7, "edited"), ("later", 6, "edited later")]
)
async def test_button(loopback: Loopback, parlour: Parlour, text: str, callback: int, told: str) -> None:
    said = await loopback.command(*here(loopback), "say", {"text": text})

    pressed = await loopback.component(said, said.messages[0].buttons["Again"], loopback.bob)

    assert (pressed.callback, pressed.text) == (callback, told)
    assert not loopback.violations


async def test_autocomplete(loopback: Loopback, parlour: Parlour) -> None:
    choices = await loopback.autocomplete(*here(loopback), "door destination", focused="wall", typed="N")

    assert choices == [{"name": "N 0", "value": "0"}, {"name": "N 1", "value": "1"}]
    assert not loopback.violations


async def test_channel_messages_and_threads(loopback: Loopback) -> None:
    thread = loopback.add_thread(loopback.table, loopback.channel, "session 1")
    async with running(loopback):
        await loopback.command(loopback.table, thread, loopback.alice, "post")

    posted = [message for message in loopback.messages.values() if message.channel_id == thread.id]
    assert [message.text for message in posted] == ["posted and edited", "done"]
    assert not loopback.violations


async def test_private_conversation_and_user_install(loopback: Loopback, parlour: Parlour) -> None:
    answer = await loopback.command(None, None, loopback.alice, "say", {"text": "psst"})
    assert answer.text == "psst"

    answer = await loopback.command(*here(loopback), "say", {"text": "mine"}, user_install=True)
    assert answer.of_user_install
    assert not loopback.violations


async def test_what_a_client_would_not_offer_is_the_tests_mistake(
    loopback: Loopback, parlour: Parlour
) -> None:
    for words, options in [
        ("dance", {}),
        ("door", {}),
        ("door open", {}),
        ("say", {}),
        ("say", {"text": "x", "loud": True}),
        ("say", {"text": 3}),
        ("say", {"text": "x", "times": 4}),
    ]:
        with pytest.raises(NotOffered):
            await loopback.command(*here(loopback), words, options)
    said = await loopback.command(*here(loopback), "say", {"text": "x"})
    with pytest.raises(NotOffered):
        await loopback.component(said, "no such button", loopback.bob)


async def test_two_shards_see_their_own_servers(loopback: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    other = loopback.add_guild("Elsewhere", loopback.table.id + (1 << 22))
    channel = loopback.add_channel(other, "hall")
    first, second = [loopback.table.shard(2)], [other.shard(2)]
    async with (
        running(loopback, shard_count=2, shard_ids=first),
        running(loopback, shard_count=2, shard_ids=second),
    ):
        await loopback.ready(2)
        for guild, place in ((loopback.table, loopback.channel), (other, channel)):
            answer = await loopback.command(guild, place, loopback.bob, "say", {"text": guild.name})
            assert answer.text == guild.name
            assert not answer.refusals
    assert not loopback.violations


# -- Discord's rules of answering ------------------------------------------------------------


async def test_second_callback_is_refused(loopback: Loopback, parlour: Parlour) -> None:
    answer = await loopback.command(*here(loopback), "twice")
    await loopback.until(lambda: parlour.errors, "the error")

    assert (answer.text, answer.refusals) == ("once", [ACKNOWLEDGED])
    assert isinstance(parlour.errors[0], discord.HTTPException)
    assert parlour.errors[0].code == ACKNOWLEDGED


async def test_two_bots_on_one_token_answer_once(loopback: Loopback, parlour: Parlour) -> None:
    async with running(loopback) as other:
        await loopback.ready(2)
        answer = await loopback.command(*here(loopback), "say", {"text": "mine"})
        await loopback.until(lambda: parlour.errors or other.errors, "the second answer")

        assert answer.refusals == [ACKNOWLEDGED]
        assert len(parlour.errors + other.errors) == 1


async def test_late_answer_is_refused_and_told(loopback: Loopback, parlour: Parlour) -> None:
    loopback.deadline = 0.0
    async with asyncio.TaskGroup() as group:
        waiting = group.create_task(loopback.command(*here(loopback), "say", {"text": "late"}))
        await loopback.until(lambda: parlour.errors, "the error")
        waiting.cancel()

    [answer] = loopback.answers.values()
    assert answer.refusals == [UNKNOWN_INTERACTION]
    assert isinstance(parlour.errors[0], discord.NotFound)
    assert parlour.errors[0].code == UNKNOWN_INTERACTION
    assert "callback: answered after" in reproaches(loopback)


async def test_secret_told_after_a_public_defer_is_told(loopback: Loopback, parlour: Parlour) -> None:
    answer = await loopback.command(*here(loopback), "leak")

    assert (answer.text, answer.ephemeral) == ("the secret", False)
    assert "another visibility" in reproaches(loopback)


async def test_twenty_six_choices_are_refused(loopback: Loopback, parlour: Parlour) -> None:
    async with asyncio.TaskGroup() as group:
        ask = loopback.autocomplete(*here(loopback), "door destination", focused="wall", typed="many")
        waiting = group.create_task(ask)
        await loopback.until(lambda: loopback.violations, "a violation")
        waiting.cancel()

    assert "callback: data.choices" in reproaches(loopback)


async def test_pings_are_told(loopback: Loopback) -> None:
    async with running(loopback, allowed_mentions=None):
        await loopback.command(*here(loopback), "say", {"text": "@everyone"})

    assert "allowed_mentions is missing" in reproaches(loopback)


async def test_privileged_intent_is_refused(loopback: Loopback) -> None:
    async with Parlour(loopback, intents=discord.Intents(guilds=True, members=True)) as bot:
        with pytest.raises(discord.PrivilegedIntentsRequired):
            await bot.start(loopback.token)

    assert reproaches(loopback) == "gateway: asked for the privileged intent members"


async def test_wrong_token_opens_nothing(loopback: Loopback) -> None:
    async with Parlour(loopback) as bot:
        with pytest.raises(discord.LoginFailure):
            await bot.start("not." + loopback.token)


async def test_unknown_route_fails_loudly(loopback: Loopback, parlour: Parlour) -> None:
    with pytest.raises(discord.NotFound):
        await parlour.fetch_guild(loopback.table.id)

    assert "the loopback knows no such route" in reproaches(loopback)


async def test_body_against_the_document_and_answer_to_nobody(loopback: Loopback) -> None:
    async with aiohttp.ClientSession() as session:
        for body, headers in [
            ({"type": 4, "data": {"content": "x" * 2001}}, {}),
            ({"type": 4, "data": {"content": "x"}}, {"Content-Type": "application/json; charset=utf-8"}),
        ]:
            url = f"{loopback.api_url}/interactions/1/token/callback"
            async with session.post(url, json=body, headers=headers) as response:
                assert response.status in {400, 404}

    told = reproaches(loopback)
    assert "is longer than 2000 characters" in told
    assert "a body of type application/json; charset=utf-8" in told
    assert "answered an interaction that never was" in told


async def test_commands_in_two_scopes_are_seen_twice(loopback: Loopback, parlour: Parlour) -> None:
    guild = discord.Object(loopback.table.id)
    parlour.tree.copy_global_to(guild=guild)
    assert loopback.listed_twice == set()

    await parlour.tree.sync(guild=guild)

    assert "say" in loopback.listed_twice
