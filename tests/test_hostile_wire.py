"""What no Discord client sends and what only bad luck brings, at a real process over real sockets."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.app import Undercroft
from bot.host import open_kit
from bot.settings import Settings
from tests.loopback import records
from tests.loopback.calls import Fault, broken, connection_reset, rate_limited, refusal
from tests.loopback.discord_loopback import Loopback
from tests.loopback.program import host, program
from tests.loopback.records import Message
from tests.loopback.world import ATTACH, MASTER, PLAYER

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.loopback.records import Answer
    from tests.loopback.world import User

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="ends processes by POSIX signals"),
    pytest.mark.asyncio(loop_scope="module"),
]

STRING, INTEGER, BOOLEAN = 3, 4, 5


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hosted(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Loopback]:
    async with Loopback() as loopback, host(loopback, tmp_path_factory.mktemp("hostile")):
        yield loopback


@pytest_asyncio.fixture(loop_scope="module")
async def table(hosted: Loopback) -> AsyncIterator[Loopback]:
    """The shared process with an empty channel."""
    hosted.channel = hosted.add_channel(hosted.table, "dungeon")
    await hosted.gateway.dispatch("CHANNEL_CREATE", hosted.channel.payload(), hosted.table)
    hosted.violations.clear()
    yield hosted
    hosted.rest.faults.clear()
    hosted.deliveries = 1
    assert not hosted.violations, hosted.transcript()


async def roll(table: Loopback, dice: str = "d20", user: User | None = None, **options: str) -> Answer:
    here = table.table, table.channel, user or table.alice
    return await table.command(*here, "roll", {"dice": dice, **options})


async def history(table: Loopback, user: User | None = None, **scene: Any) -> str:
    here = table.table, table.channel, user or table.bob
    return (await table.command(*here, "history show", **scene)).text


async def forge(table: Loopback, words: str, options: dict[str, Any]) -> Answer:
    """A command as no client sends it: with any options, of any type and length."""
    first, *rest = words.split()
    given: list[dict[str, Any]] = [
        {"name": name, "type": {bool: BOOLEAN, int: INTEGER}.get(type(value), STRING), "value": value}
        for name, value in options.items()
    ]
    for word in reversed(rest):
        given = [{"name": word, "type": 1, "options": given}]
    number = next((entry["id"] for entry in table.commands[None] if entry["name"] == first), "1")
    body = {"id": number, "name": first, "type": 1, "options": given}
    scene = table.scene(table.table, table.channel, table.alice)
    return await table.settled(await table.deliver(scene, records.COMMAND, body))


async def press(table: Loopback, message: Message, custom_id: str, user: User, **scene: Any) -> Answer:
    """Press a button that ``message`` is made to have."""
    [button] = message.buttons.values()
    body = json.loads(json.dumps(message.body).replace(button, custom_id))
    forged = Message(table.channel.id, message.author, body, {}, message.address)
    place = table.scene(table.table, table.channel, user, **scene)
    inner = {"custom_id": custom_id, "component_type": 2}
    return await table.settled(await table.deliver(place, records.COMPONENT, inner, forged))


def original(answer: Answer) -> Message:
    assert answer.original is not None
    return answer.original


def reference(answer: Answer) -> str:
    [button] = original(answer).buttons.values()
    return button.rpartition(":")[2]


# -- What no client sends --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "options", "said"),
    [
        ("roll", {"dice": "d6", "note": "x" * 2_000}, "2,000"),
        ("roll", {"dice": "d6", "note": "*" * 6_000}, "6,000"),
        ("roll", {"dice": "6" * 6_000}, "500 at most"),
        ("roll", {"dice": "d6\0"}, "hidden character"),
        ("roll", {"dice": "\u202ed6"}, "hidden character"),
        ("roll", {"dice": "@everyone"}, "begin with a number or dice"),
        ("roll", {"dice": None}, "I cannot read"),
        ("roll", {"dice": "d6", "faces": "5" * 6_000}, "not a face"),
        ("roll", {"dice": "d6", "faces": "1 " * 3_000}, "1,000 faces"),
        ("roll", {"dice": "d6", "faces": "x\0\u202e\u200b"}, "“x” is not a face"),
        ("roll", {"dice": "d6", "seen": "nobody"}, "choices of seen"),
        ("roll", {"dice": "d6", "seen": "*" * 6_000}, "choices of seen"),
        ("roll", {}, "reload Discord"),
        ("nothing", {}, "reload Discord"),
        ("door nowhere", {}, "reload Discord"),
        ("table roll", {"name": "x" * 6_000}, "no table called"),
        ("table roll", {"name": "(a+)+$"}, "no table called"),
        ("table roll", {"name": "\u202e@everyone"}, "no table called “\\@everyone”"),
        ("table show", {"name": "dice"}, "no table called"),
        ("door destination", {"wall": "Q"}, "N, E, S or W"),
        ("door destination", {"wall": 5}, "N, E, S or W"),
        ("door destination", {"method": "dice"}, "choices of method"),
        ("door destination", {"method": "door.second"}, "choices of method"),
        ("door destination", {"method": "x" * 6_000}, "choices of method"),
        ("door destination", {"spiral": 7}, "yes or no"),
        ("door destination", {"room": 3}, "room goes with the method relative, not with d10"),
        ("door destination", {"method": "door.d8", "rooms": 3}, "relative or 2d6, not with d8"),
        ("door destination", {"method": "door.relative", "room": 0}, "whole number from 1"),
        ("door destination", {"method": "door.relative", "room": "three"}, "whole number from 1"),
        ("door destination", {"method": "door.relative", "room": 10**30}, "whole number from 1"),
        ("door destination", {"method": "door.relative", "room": 9, "rooms": 8}, "at least 9"),
    ],
)
async def test_a_forged_command_gets_one_short_private_sentence(
    table: Loopback, words: str, options: dict[str, Any], said: str
) -> None:
    """C08, C09, C29, C34, C46: what is refused is said to one person, shortly, and nothing is kept."""
    answer = await forge(table, words, options)

    assert answer.ephemeral
    assert said in answer.text.replace("\\:", ":")
    assert len(answer.text) < 300
    assert not any(word in answer.text for word in ("Traceback", "Error", "Exception", "\u202e", "\0"))
    assert "Nothing has been rolled" in await history(table)


@pytest.mark.parametrize("typed", ["", "x" * 6_000, "(a+)+$", "\u202e", 5])
async def test_choices_answer_whatever_is_typed(table: Loopback, typed: str | int) -> None:
    """C44, C46."""
    [entry] = [entry for entry in table.commands[None] if entry["name"] == "table"]
    option = {"name": "name", "type": STRING, "value": typed, "focused": True}
    inner = {"name": "roll", "type": 1, "options": [option]}
    body = {"id": entry["id"], "name": "table", "type": 1, "options": [inner]}
    scene = table.scene(table.table, table.channel, table.alice)
    answer = await table.settled(await table.deliver(scene, records.COMPLETION, body))

    assert len(answer.choices) <= 25
    assert bool(answer.choices) == (typed in {"", "\u202e"})


# -- Buttons that nobody was given -------------------------------------------------------------


async def test_no_forged_button_tells_a_secret(table: Loopback) -> None:
    public = original(await roll(table, faces="13"))
    secret = reference(await roll(table, "d100", faces="77", seen="shared"))
    blind = await roll(table, "d1000", faces="999", seen="masters")
    hidden = blind.text.rpartition("#")[2]
    before = await history(table)

    for number in (secret, hidden, "zzzz"):
        answer = await press(table, public, f"undercroft:again:{number}", table.bob)
        assert answer.ephemeral
        assert "not in this channel's history" in answer.text
    for cursor in (f"before-{secret}", f"after-{hidden}", "before-zzzz", "x"):
        answer = await press(table, public, f"undercroft:history:{cursor}", table.bob)
        assert answer.ephemeral
        assert answer.text == before

    assert "d20 = 13" in before
    assert "d100" not in before


async def test_the_roller_of_a_blind_roll_cannot_roll_it_again(table: Loopback) -> None:
    public = original(await roll(table))
    blind = await roll(table, "d1000", faces="999", seen="masters")

    answer = await press(table, public, f"undercroft:again:{blind.text.rpartition('#')[2]}", table.alice)

    assert answer.ephemeral
    assert "not in this channel's history" in answer.text


async def test_a_secret_rolled_again_from_an_open_message_stays_secret(table: Loopback) -> None:
    """C66: who may see the answer follows the roll, whatever the button stands on."""
    public = original(await roll(table, faces="13"))
    secret = reference(await roll(table, "d100", faces="77", seen="shared"))

    own = await press(table, public, f"undercroft:again:{secret}", table.alice)
    masters = await press(table, public, f"undercroft:again:{secret}", table.bob, permissions=MASTER)

    assert own.ephemeral
    assert "Second roll; the first was: d100 = 77" in own.text
    assert masters.ephemeral
    assert "= 77" not in masters.text


async def test_a_masters_page_never_goes_into_an_open_message(table: Loopback) -> None:
    """C66."""
    public = original(await roll(table, faces="13"))
    await roll(table, "d100", faces="77", seen="shared")

    answer = await press(table, public, "undercroft:history:x", table.bob, permissions=MASTER)

    assert "d100 = 77" in answer.text
    assert answer.ephemeral


async def test_a_button_of_another_channel_is_refused(table: Loopback) -> None:
    elsewhere = original(await roll(table))
    table.channel = table.add_channel(table.table, "tavern")
    await table.gateway.dispatch("CHANNEL_CREATE", table.channel.payload(), table.table)
    [button] = elsewhere.buttons.values()

    answer = await press(table, elsewhere, button, table.bob)

    assert answer.ephemeral
    assert "not in this channel's history" in answer.text


async def test_everybody_may_roll_an_open_roll_again_and_the_first_stands(table: Loopback) -> None:
    """C63: a second roll is one of its own, says so, and tells what the first was."""
    first = await roll(table, faces="7")
    [button] = original(first).buttons.values()

    second = await press(table, original(first), button, table.bob)

    assert not second.ephemeral
    assert "Second roll; the first was: d20 = 7" in second.text
    assert "d20 = 7" in first.text
    told = await history(table)
    assert reference(first) in told
    assert reference(second) in told


async def test_a_blind_roll_that_nobody_would_ever_see_is_not_made(table: Loopback) -> None:
    here = table.table, table.channel, table.alice
    answer = await table.command(*here, "roll", {"dice": "d20", "seen": "masters"}, user_install=True)

    assert answer.ephemeral
    assert "no game master would ever see" in answer.text


# -- Many dice, and the permission to send them ------------------------------------------------


async def test_a_thousand_dice_are_one_message_with_a_file(table: Loopback) -> None:
    """C05, C06, C07, C12, C40."""
    answer = await roll(table, "1000d1000000")

    [message] = answer.messages
    [(name, content)] = message.files.items()
    assert name == "dice.txt"
    assert content.decode().count("1000d1000000: d1000000") == 1_000
    assert len(message.text) < 300


async def test_without_the_permission_nothing_is_attached_and_it_is_said(table: Loopback) -> None:
    here = table.table, table.channel, table.alice
    for words, options in (("roll", {"dice": "1000d6"}), ("door destination", {"wall": "E"})):
        answer = await table.command(*here, words, options, app_permissions=PLAYER & ~ATTACH)
        assert not answer.ephemeral
        assert not answer.files
        assert "Attach Files" in answer.text


# -- Discord has a bad day ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "faults",
    [
        [connection_reset()],
        [connection_reset(after=True)],
        [broken(502)],
        [broken(502, after=True)],
        [rate_limited(0.05)],
    ],
    ids=["reset", "reset after it arrived", "502", "502 after it arrived", "429"],
)
async def test_a_hiccup_of_discord_is_not_noticed(table: Loopback, faults: list[Fault]) -> None:
    table.fail("callback", *faults)
    answer = await roll(table, "4d4")
    after = await roll(table, "2d6")

    assert not answer.ephemeral
    assert "4d4" in answer.text
    assert "4d4 = " not in after.text
    assert (await history(table)).count("**4d4 = ") == 1


@pytest.mark.parametrize(
    "faults",
    [
        [connection_reset(), connection_reset()],
        [rate_limited(0.05, via=False)],
        [refusal(403, 50083, "Thread is archived")],
        [refusal(403, 50001, "Missing Access")],
        [refusal(403, 50013, "Missing Permissions")],
    ],
    ids=["two resets", "429 of a firewall", "locked thread", "no access", "no permission"],
)
async def test_a_lost_answer_is_one_private_sentence_and_a_line_of_the_next(
    table: Loopback, faults: list[Fault]
) -> None:
    table.fail("callback", *faults)
    excuse = await roll(table, "4d4")
    after = await roll(table, "2d6")
    then = await roll(table, "2d6")

    assert excuse.ephemeral
    assert "could not be posted" in excuse.text
    assert "perhaps not shown before" in after.text
    assert "4d4" in after.text
    assert "4d4 = " not in then.text


@pytest.mark.parametrize("code", [50083, 10062])
async def test_where_nothing_can_be_said_the_next_answer_says_it(table: Loopback, code: int) -> None:
    """C52, C54: an answer that comes too late, or into a locked thread, is kept and told with the next."""
    table.fail("callback", *[refusal(403 if code == 50083 else 404, code, "No")] * 2)
    scene = table.scene(table.table, table.channel, table.alice)
    [entry] = [entry for entry in table.commands[None] if entry["name"] == "roll"]
    options = [{"name": "dice", "type": STRING, "value": "4d4"}]
    body = {"id": entry["id"], "name": "roll", "type": 1, "options": options}
    asked = await table.deliver(scene, records.COMMAND, body)
    await table.until(lambda: not table.rest.faults["callback"], "both answers to be refused")

    after = await roll(table, "2d6")

    assert asked.callback is None
    assert "perhaps not shown before" in after.text
    assert "4d4" in after.text


async def test_an_answer_of_another_process_is_left_alone(table: Loopback) -> None:
    """C56: nothing more is said where Discord has an answer already."""
    table.fail("callback", refusal(400, 40060, "Interaction has already been acknowledged."))
    scene = table.scene(table.table, table.channel, table.alice)
    [entry] = [entry for entry in table.commands[None] if entry["name"] == "roll"]
    options = [{"name": "dice", "type": STRING, "value": "4d4"}]
    body = {"id": entry["id"], "name": "roll", "type": 1, "options": options}
    asked = await table.deliver(scene, records.COMMAND, body)
    await table.until(lambda: not table.rest.faults["callback"], "the answer to be refused")

    assert "perhaps not shown before" not in (await roll(table, "2d6")).text
    assert asked.callback is None


# -- Many at once ------------------------------------------------------------------------------


async def test_fifty_at_once_are_all_answered_and_all_kept(table: Loopback) -> None:
    """C07: one message each."""
    answers = await asyncio.gather(*[roll(table, "d20") for _ in range(50)])

    assert all(len(answer.messages) == 1 and not answer.ephemeral for answer in answers)
    assert len({reference(answer) for answer in answers}) == 50


async def test_what_is_delivered_three_times_at_once_acts_once(table: Loopback) -> None:
    """C58."""
    table.deliveries = 3
    answers = await asyncio.gather(*[roll(table, f"d{number}") for number in range(20, 26)])
    await table.until(lambda: all(len(each.refusals) == 2 for each in answers), "the others to be refused")
    table.deliveries = 1

    told = await history(table)

    assert told.count("-# #") == 7  # with the session that the first of them opened
    assert all(reference(answer) in told for answer in answers)


async def test_two_bots_on_one_memory_answer_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """C58: replicas share the interaction ids, so one rolls and the other finds what was rolled."""
    async with Loopback() as loopback, open_kit(str(tmp_path / "two.db"), create=True) as kit:
        monkeypatch.setattr(Route, "BASE", loopback.api_url)
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", loopback.gateway_url)
        bots = [Undercroft(kit, Settings(token=loopback.token), sync_on_start=not n) for n in range(2)]
        running = []
        for count, bot in enumerate(bots, 1):
            running.append(asyncio.create_task(bot.start(loopback.token)))
            await loopback.ready(count)
        answers = await asyncio.gather(*[roll(loopback, f"{number}d6") for number in range(1, 9)])
        await loopback.until(lambda: all(answer.refusals for answer in answers), "the other's refusals")
        told = await history(loopback)
        for bot, task in zip(bots, running, strict=True):
            await bot.close()
            await task

    assert told.count("-# #") == 8
    assert all(reference(answer) in told for answer in answers)


# -- The process is killed ---------------------------------------------------------------------


async def test_a_roll_whose_process_was_killed_before_it_was_told_is_told_later(tmp_path: Path) -> None:
    async with Loopback() as loopback:
        async with program(loopback, tmp_path) as running:
            await running.ready()
            gate = asyncio.Event()
            loopback.fail("callback", Fault(hold=gate, reset=True))
            scene = loopback.scene(loopback.table, loopback.channel, loopback.alice)
            [entry] = [entry for entry in loopback.commands[None] if entry["name"] == "roll"]
            options = [{"name": "dice", "type": STRING, "value": "4d4"}]
            body = {"id": entry["id"], "name": "roll", "type": 1, "options": options}
            await loopback.deliver(scene, records.COMMAND, body)
            await loopback.until(lambda: not loopback.rest.faults["callback"], "the answer on its way")
            running.process.kill()
            await running.process.wait()
            gate.set()
        async with host(loopback, tmp_path):
            after = await roll(loopback, "2d6")
            then = await roll(loopback, "2d6")
            told = await history(loopback)

    assert "perhaps not shown before" in after.text
    assert "4d4" in after.text
    assert "4d4 = " not in then.text
    assert told.count("**4d4 = ") == 1
