"""The loopback Discord itself, proven with a small bot: a judge that acquits everybody would be worthless."""

from __future__ import annotations

import asyncio
import contextlib
import io
from typing import TYPE_CHECKING

import aiohttp
import discord
import pytest
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from tests.loopback.calls import Fault, broken, connection_reset, rate_limited, refusal
from tests.loopback.discord_loopback import Loopback
from tests.loopback.interactions import NotOffered
from tests.loopback.rest import ACKNOWLEDGED, UNKNOWN_INTERACTION
from tests.loopback.world import MASTER

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

PICTURE = b"\x89PNG\r\n\x1a\n not much of a picture"


class Again(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"again:(?P<text>.+)"):
    def __init__(self, text: str) -> None:
        super().__init__(discord.ui.Button(label="Again", custom_id=f"again:{text}"))
        self.text = text

    @classmethod
    async def from_custom_id(cls, interaction, item, match):
        return cls(match["text"])

    async def callback(self, interaction: discord.Interaction) -> None:
        if self.text == "edit":
            await interaction.response.edit_message(content="edited")
        elif self.text == "later":
            await interaction.response.defer()
            await interaction.edit_original_response(content="edited later")
        else:
            await interaction.response.send_message(f"again: {self.text}")


class Card(discord.ui.LayoutView):
    def __init__(self, text: str, *, shown: str = "map.png", alt: str = "A map") -> None:
        super().__init__()
        gallery = discord.ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{shown}", description=alt))
        self.add_item(discord.ui.Container(discord.ui.TextDisplay(text), gallery))


def picture(content: bytes = PICTURE) -> discord.File:
    return discord.File(io.BytesIO(content), "map.png")


class Parlour(discord.AutoShardedClient):
    """A bot with one command for each thing that can be right or wrong."""

    def __init__(self, loopback: Loopback, **options: object) -> None:
        options.setdefault("allowed_mentions", discord.AllowedMentions.none())
        options.setdefault("intents", discord.Intents(guilds=True))
        super().__init__(guild_ready_timeout=0.05, **options)
        self.loopback = loopback
        self.tree = app_commands.CommandTree(self)
        self.resumes = self.calls = 0
        self.errors: list[Exception] = []
        self.tree.error(self._keep_error)

    async def _keep_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError
    ) -> None:
        self.errors.append(getattr(error, "original", error))
        self.loopback.notify()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Not to wait 5 s, as Discord itself would ask."""

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Again)
        add_commands(self)
        await self.tree.sync()

    async def on_resumed(self) -> None:
        self.resumes += 1
        self.loopback.notify()


def add_commands(bot: Parlour) -> None:
    group = app_commands.Group(name="door", description="Doors")

    @bot.tree.command(description="Say it")
    async def say(
        interaction: discord.Interaction, text: str, times: app_commands.Range[int, 1, 3] = 1
    ) -> None:
        bot.calls += 1
        view = discord.ui.View(timeout=None).add_item(Again(text))
        await interaction.response.send_message(" ".join([text] * times), view=view)

    @bot.tree.command(description="Say it twice, which cannot be")
    async def twice(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("once")
        interaction.response._response_type = None
        await interaction.response.send_message("twice")

    @bot.tree.command(description="Draw it")
    @app_commands.describe(secret="for you alone")
    async def draw(interaction: discord.Interaction, secret: bool = False) -> None:
        await interaction.response.defer(ephemeral=secret)
        await interaction.edit_original_response(view=Card("Here"), attachments=[picture()])
        await interaction.followup.send("and this")

    @bot.tree.command(description="A card at once")
    async def card(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=Card("Here"), file=picture())

    @bot.tree.command(description="Tell a secret after a public defer")
    async def leak(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await interaction.followup.send("the secret", ephemeral=True)

    @bot.tree.command(description="Post into the channel")
    async def post(interaction: discord.Interaction) -> None:
        assert isinstance(interaction.channel, discord.TextChannel | discord.Thread)
        message = await interaction.channel.send("posted")
        await message.edit(content="posted and edited")
        await interaction.response.send_message("done", ephemeral=True)

    @group.command(description="Where it leads")
    async def destination(interaction: discord.Interaction, wall: str) -> None:
        await interaction.response.send_message(f"{wall}: {interaction.permissions.manage_guild}")

    @destination.autocomplete("wall")
    async def walls(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        count = 26 if typed == "many" else 2
        return [app_commands.Choice(name=f"{typed} {n}", value=str(n)) for n in range(count)]

    bot.tree.add_command(group)


@pytest.fixture
async def loopback(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Loopback]:
    async with Loopback() as loopback:
        monkeypatch.setattr(Route, "BASE", loopback.api_url)
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", URL(loopback.gateway_url))
        yield loopback


@contextlib.asynccontextmanager
async def running(loopback: Loopback, **options: object) -> AsyncIterator[Parlour]:
    async with Parlour(loopback, **options) as bot:
        ended = asyncio.create_task(bot.start(loopback.token))
        await loopback.ready()
        await bot.wait_until_ready()
        yield bot
        await bot.close()
        await ended


@pytest.fixture
async def parlour(loopback: Loopback) -> AsyncIterator[Parlour]:
    async with running(loopback) as bot:
        yield bot


def here(loopback: Loopback):
    return loopback.table, loopback.channel, loopback.alice


def reproaches(loopback: Loopback) -> str:
    return "\n".join(map(str, loopback.violations))


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


# -- Faults on demand ------------------------------------------------------------------------


async def test_dropped_socket_is_resumed_and_nothing_is_lost(loopback: Loopback, parlour: Parlour) -> None:
    await loopback.gateway.drop()
    answer = await loopback.command(*here(loopback), "say", {"text": "while away"})

    assert answer.text == "while away"
    assert (len(loopback.gateway.sessions), loopback.gateway.sessions[0].resumed) == (1, 1)
    assert loopback.gateway.connections[-1].path == "/resume"
    assert not loopback.violations


@pytest.mark.parametrize("way", ["code", "reconnect", "resumable"])
async def test_other_ways_to_a_resume(loopback: Loopback, parlour: Parlour, way: str) -> None:
    if way == "code":
        await loopback.gateway.drop(4000)
    elif way == "reconnect":
        await loopback.gateway.ask_to_reconnect()
    else:
        await loopback.gateway.invalidate(resumable=True)
    await loopback.until(lambda: parlour.resumes == 1, "the RESUME")

    assert (await loopback.command(*here(loopback), "say", {"text": "back"})).text == "back"
    assert len(loopback.gateway.sessions) == 1


async def test_invalid_session_is_identified_anew(loopback: Loopback, parlour: Parlour) -> None:
    first = loopback.gateway.sessions[0]
    await loopback.gateway.invalidate(resumable=False)
    await loopback.until(lambda: len(loopback.gateway.connections) == 2, "a new connection")
    await loopback.ready()

    assert loopback.gateway.sessions != [first]
    assert (await loopback.command(*here(loopback), "say", {"text": "new"})).text == "new"


async def test_events_replayed_after_a_resume(loopback: Loopback, parlour: Parlour) -> None:
    answer = await loopback.command(*here(loopback), "say", {"text": "once"})
    loopback.gateway.rewind = 1
    await loopback.gateway.drop()
    await loopback.until(lambda: answer.refusals, "the second answer")

    assert (parlour.calls, answer.refusals) == (2, [ACKNOWLEDGED])


async def test_event_replayed_by_hand(loopback: Loopback, parlour: Parlour) -> None:
    answer = await loopback.command(*here(loopback), "say", {"text": "once"})
    await loopback.again(answer)
    await loopback.until(lambda: answer.refusals, "the second answer")

    assert parlour.calls == 2


async def test_malformed_event_ends_the_client(loopback: Loopback) -> None:
    async with Parlour(loopback) as bot:
        ended = asyncio.create_task(bot.start(loopback.token))
        await loopback.ready()
        await loopback.malformed()
        with pytest.raises(KeyError, match="attachment_size_limit"):
            await ended


async def test_rate_limit_is_waited_out(loopback: Loopback, parlour: Parlour) -> None:
    loopback.fail("callback", rate_limited(0.05))

    answer = await loopback.command(*here(loopback), "say", {"text": "patience"})

    callbacks = [request.status for request in loopback.requests if request.route == "callback"]
    assert (callbacks, answer.text) == ([429, 200], "patience")


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (rate_limited(0.05, via=False), discord.HTTPException),
        (refusal(403, 50013, "Missing Permissions"), discord.Forbidden),
        (connection_reset(), aiohttp.ClientOSError),
        (connection_reset(after=True), aiohttp.ClientOSError),
    ],
)
async def test_fault_reaches_the_bot(
    loopback: Loopback, parlour: Parlour, fault: Fault, error: type[Exception]
) -> None:
    loopback.fail("post_message", fault)
    async with asyncio.TaskGroup() as group:
        waiting = group.create_task(loopback.command(*here(loopback), "post"))
        await loopback.until(lambda: parlour.errors, "the error")
        waiting.cancel()

    assert isinstance(parlour.errors[0], error)
    assert [message.text for message in loopback.messages.values()] == (["posted"] if fault.after else [])


async def test_server_error_is_retried(loopback: Loopback, parlour: Parlour) -> None:
    loopback.fail("post_message", broken(502, after=True))

    await loopback.command(*here(loopback), "post")

    posts = [request for request in loopback.requests if request.route == "post_message"]
    assert [request.status for request in posts] == [502, 200]
    assert len({request.body["nonce"] for request in posts}) == 1


async def test_held_request_waits_for_its_event(loopback: Loopback, parlour: Parlour) -> None:
    gate = asyncio.Event()
    loopback.fail("callback", Fault(hold=gate))
    waiting = asyncio.create_task(loopback.command(*here(loopback), "say", {"text": "slow"}))
    await loopback.until(lambda: [r for r in loopback.requests if r.route == "callback"], "the callback")
    assert not waiting.done()

    gate.set()

    assert (await waiting).text == "slow"


async def test_patience_ends_with_a_transcript(loopback: Loopback, parlour: Parlour) -> None:
    with pytest.raises(AssertionError, match=r"a miracle\n.*200 GET /users/@me"):
        await loopback.until(lambda: False, "a miracle", within=0.01)
