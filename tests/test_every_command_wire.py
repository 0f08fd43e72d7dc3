"""Every command that the program gives Discord, with plain and with ugly words, wherever it is offered.

The commands are taken from what was put, so a new one is in here by itself.
"""

from __future__ import annotations

import asyncio
import itertools
import re
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
import pytest_asyncio

from tests.loopback import interactions, records
from tests.loopback.discord_loopback import Loopback
from tests.loopback.interactions import NotOffered, Scene
from tests.loopback.program import host
from tests.loopback.world import ATTACH, FORUM, MASTER, PLAYER, PRIVATE_THREAD
from tests.typed import PLAIN, UGLY_CHOICES, UGLY_NUMBERS, UGLY_WORDS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine, Iterable
    from typing import TypeVar

    from tests.loopback.records import Answer
    from tests.loopback.world import Json

    Result = TypeVar("Result")
    Done = tuple[str, str, Scene, Answer]
    """A command, where it was called, by whom, and what came."""

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="ends processes by POSIX signals"),
    pytest.mark.asyncio(loop_scope="module"),
]

COMMANDS = 30
"""There are at least so many."""

AT_ONCE = 24
"""Interactions that are on their way together."""

UGLY = {3: UGLY_WORDS, 4: UGLY_NUMBERS, 5: UGLY_CHOICES, 6: (), 7: (), 8: (), 9: (), 11: ()}
"""What is sent for an option of each type; channels, roles, people and files are Discord's own to name."""

OF_THE_CAMPAIGN = frozenset(
    {"campaign", "chamber", "history", "monster", "party", "place", "privacy", "session", "undo", "wander"}
)
"""Commands whose answer depends on what the campaign holds: refusals are answers too."""

NAMED_BY_DISCORD = frozenset({"campaign import", "campaign masters"})
"""What these ask for is a file or a person, which only Discord can name: their scenes call them."""

UNFORESEEN = re.compile(
    r"Traceback|Something went wrong|\w+(?:Error|Exception)\b|object at 0x|<class|NoneType"
)
UNESCAPED = re.compile(r"(?<!\\)@(?:everyone|here)|<@|\0|[\u200b\u202e\u2066\ufeff]")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def table(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Loopback]:
    """The process; in the end each interaction must have had one answer, and nobody a reproach."""
    async with Loopback() as loopback:
        async with host(loopback, tmp_path_factory.mktemp("commands")) as running:
            yield loopback
        callbacks = Counter(request.path for request in loopback.requests if request.route == "callback")
        assert len(callbacks) == len(loopback.answers) > COMMANDS * len(UGLY_WORDS)
        assert set(callbacks.values()) == {1}
        assert not any("Traceback" in line for line in running.lines), "\n".join(running.lines)


def commands(table: Loopback, *, of_the_campaign: bool | None = None) -> dict[str, list[Json]]:
    """Every command, or only those that depend on the campaign, or only the others."""
    found = interactions.every_command(table.commands[None])
    chosen = {
        words: chain
        for words, chain in found.items()
        if words not in NAMED_BY_DISCORD
        and of_the_campaign in {None, words.partition(" ")[0] in OF_THE_CAMPAIGN}
    }
    assert len(chosen) >= COMMANDS
    return chosen


def told(words: str, chain: list[Json]) -> dict[str, Any]:
    """What a command has to be told."""
    required = {option["name"] for option in chain[-1].get("options") or () if option.get("required")}
    given = PLAIN.get(words, {})
    assert required <= given.keys(), (
        f"/{words} asks for {sorted(required - given.keys())}: say in PLAIN of tests/typed.py what to tell it"
    )
    return given


def places(table: Loopback) -> dict[str, Scene]:
    """Everywhere that somebody can be."""
    guild, channel = table.table, table.channel
    forum = table.add_channel(guild, "campaigns", FORUM)
    thread, post = table.add_thread(guild, channel, "7"), table.add_thread(guild, forum, "the north gate")
    whisper = table.add_thread(guild, channel, "masters", PRIVATE_THREAD)
    here = {"a channel": channel, "a thread": thread, "a forum post": post, "a private thread": whisper}
    return {
        **{name: table.scene(guild, place, table.alice) for name, place in here.items()},
        "a channel as master": table.scene(guild, channel, table.bob, permissions=MASTER),
        "direct messages": table.scene(None, None, table.alice),
        "a channel by user install": table.scene(guild, channel, table.alice, user_install=True),
        "other people's messages": table.scene(None, None, table.bob, user_install=True),
    }


async def together(table: Loopback, asked: Iterable[Coroutine[Any, Any, Result]]) -> list[Result]:
    """All of them, a few at a time, without a reproach."""
    lane = asyncio.Semaphore(AT_ONCE)

    async def one(asking: Coroutine[Any, Any, Result]) -> Result:
        async with lane:
            return await asking

    table.violations.clear()
    answers = await asyncio.gather(*map(one, asked))
    assert not table.violations, table.transcript()
    return answers


async def call(table: Loopback, scene: Scene, inner: Json) -> Answer:
    return await table.settled(await table.deliver(scene, records.COMMAND, inner))


async def press(table: Loopback, scene: Scene, message: records.Message, custom_id: str) -> Answer:
    inner = interactions.component_body(message, custom_id, None)
    return await table.settled(await table.deliver(scene, records.COMPONENT, inner, message))


def faults(answer: Answer) -> list[str]:
    """What is wrong with an answer, whatever was asked."""
    seen = [word.search(answer.text) for word in (UNFORESEEN, UNESCAPED)]
    found = [f"says {word[0]!r}" for word in seen if word]
    if answer.callback == records.MODAL and not answer.refusals:
        return found  # a form says nothing yet
    if answer.refusals or not answer.messages:
        found.append(f"refused by Discord: {answer.refusals}")
    if not answer.text.strip():
        found.append("says nothing")
    if any(not message.ephemeral for message in answer.follow_ups):
        found.append("says more in the open after its answer")
    if answer.ephemeral and answer.callback == records.MESSAGE and len(answer.follow_ups):
        found.append("is two private messages")
    return [f"{fault} in {answer.text[:300]!r}" for fault in found]


def is_refusal(answer: Answer) -> bool:
    """Whether it is only a sentence: whatever was done begins with a heading or a key."""
    return not answer.text.startswith(("**", "`"))


async def plain(table: Loopback) -> list[Done]:
    """Every command, plainly, in every place that it is offered in."""
    asked: list[tuple[str, str, Scene, Json]] = []
    for where, scene in places(table).items():
        chain = interactions.command(table.commands, scene, "roll")  # so that every history has something
        await call(table, scene, interactions.command_body(chain, PLAIN["roll"]))
        for words, chain in commands(table, of_the_campaign=False).items():
            try:
                interactions.command(table.commands, scene, words)
            except NotOffered:
                assert words == "nothing"  # whatever needs no campaign is offered everywhere
            asked.append((words, where, scene, interactions.command_body(chain, told(words, chain))))
    answers = await together(table, (call(table, scene, inner) for _, _, scene, inner in asked))
    return [(words, where, scene, one) for (words, where, scene, _), one in zip(asked, answers, strict=True)]


async def test_every_command_is_answered_wherever_it_is_offered_and_so_is_every_button(
    table: Loopback,
) -> None:
    """C73: threads and forum posts are places like any other."""
    done = await plain(table)
    troubles = [f"/{words} in {where} {fault}" for words, where, _, one in done for fault in faults(one)]
    troubles += [
        f"/{words} in {where} refuses: say in PLAIN of tests/typed.py what to tell it; it said {one.text!r}"
        for words, where, _, one in done
        if is_refusal(one)
    ]
    assert not troubles, "\n".join(troubles)

    buttons = chosen(done)
    assert {words for words, _, _ in buttons} >= {words for words, *_ in done} - {"table show"}
    pressed = await together(table, (press(table, *button) for button in buttons.values()))
    troubles = [f"{name} {each}" for name, one in zip(buttons, pressed, strict=True) for each in faults(one)]
    troubles += [
        f"{name} does nothing: {one.text!r}"
        for name, one in zip(buttons, pressed, strict=True)
        if is_refusal(one)
    ]
    assert not troubles, "\n".join(troubles)


Button: TypeAlias = tuple[str, str, str]
"""A button: the command that it stands under, what it says, and where; of most, any one place will do."""


def chosen(done: list[Done]) -> dict[Button, tuple[Scene, records.Message, str]]:
    """Each button of each command once, the places taking turns; and one of each kind in every place."""
    found: dict[Button, list[tuple[str, Scene, records.Message, str]]] = {}
    for words, where, scene, one in done:
        for message in one.messages:
            for label, custom_id in message.buttons.items():
                place = where if words == "door kind" else ""
                found.setdefault((words, label, place), []).append((where, scene, message, custom_id))
    turns = itertools.count()
    return {
        (words, label, (one := ways[next(turns) % len(ways)])[0]): one[1:]
        for (words, label, _), ways in found.items()
    }


async def test_ugly_words_get_one_answer_and_never_an_error(table: Loopback) -> None:
    """C08, C09, C29, C30: in every option of every command, what no client sends."""
    # Pictures are none of its business, and take longer than all the rest.
    scene = table.scene(table.table, table.channel, table.alice, app_permissions=PLAYER & ~ATTACH)
    asked: list[tuple[str, Json]] = []
    for words, chain in commands(table).items():
        options = chain[-1].get("options") or []
        kinds = {option["type"] for option in options}
        assert kinds <= UGLY.keys(), (
            f"/{words} has options of types {kinds}: say in UGLY what is ugly for them"
        )
        for option in options:
            for ugly in UGLY[option["type"]]:
                given = {**told(words, chain), option["name"]: ugly}
                named = f"/{words} {option['name']}: {str(ugly)[:40]!r}"
                asked.append((named, interactions.forged_body(chain, given)))
        everything = {option["name"]: UGLY[option["type"]][0] for option in options if UGLY[option["type"]]}
        asked.append((f"/{words} all ugly", interactions.forged_body(chain, everything)))

    answers = await together(table, (call(table, scene, inner) for _, inner in asked))

    named = [name for name, _ in asked]
    troubles = [f"{name} {each}" for name, one in zip(named, answers, strict=True) for each in faults(one)]
    troubles += [
        f"{name} is refused in the open: {one.text!r}"
        for name, one in zip(named, answers, strict=True)
        if is_refusal(one) and not one.ephemeral
    ]
    assert not troubles, "\n".join(troubles)


async def test_every_autocomplete_offers_what_its_command_takes(table: Loopback) -> None:
    """C44, C46."""
    here = table.table, table.channel, table.alice
    completed = 0
    for words, chain in commands(table, of_the_campaign=False).items():
        for option in chain[-1].get("options") or ():
            if not option.get("autocomplete"):
                continue
            completed += 1
            for typed in ("", "d", "\u202e@everyone", "x" * 6_000):
                given = {"focused": option["name"], "typed": typed, "options": told(words, chain)}
                choices = await table.autocomplete(*here, words, **given)
                assert bool(choices) == (typed in {"", "d"}), (words, option["name"], typed)
            first = await table.autocomplete(*here, words, focused=option["name"])
            picked = {**told(words, chain), option["name"]: first[0]["value"]}
            answer = await table.command(*here, words, picked)
            assert "choices" not in answer.text, answer.text
            assert not faults(answer)
    assert completed >= 4


async def test_every_command_of_the_campaign_answers_a_master_and_a_player(table: Loopback) -> None:
    """In a channel, a thread and in private; twice, so that what was made is there the second time."""
    chains = commands(table, of_the_campaign=True)
    forge = table.add_channel(table.table, "forge")
    await table.gateway.dispatch("CHANNEL_CREATE", forge.payload(), table.table)
    thread = table.add_thread(table.table, forge, "below the forge")
    scenes = {
        "a channel as master": table.scene(table.table, forge, table.bob, permissions=MASTER),
        "a thread as master": table.scene(table.table, thread, table.bob, permissions=MASTER),
        "a channel as player": table.scene(table.table, forge, table.alice),
        "direct messages": table.scene(None, None, table.alice),
    }
    troubles: list[str] = []
    done: set[str] = set()
    for _ in range(2):
        for where, scene in scenes.items():
            for words, chain in chains.items():
                interactions.command(table.commands, scene, words)
                one = await call(table, scene, interactions.command_body(chain, told(words, chain)))
                troubles += [f"/{words} in {where} {fault}" for fault in faults(one)]
                if is_refusal(one) and one.callback != records.MODAL and not one.ephemeral:
                    troubles.append(f"/{words} in {where} is refused in the open: {one.text!r}")
                if not is_refusal(one):
                    done.add(words)
    assert not table.violations, table.transcript()
    assert not troubles, "\n".join(troubles)
    assert len(done) > len(chains) * 2 // 3, sorted(chains.keys() - done)


async def test_every_autocomplete_of_the_campaign_is_bounded(table: Loopback) -> None:
    """C44, C46: whatever is typed, and whoever types it."""
    here = table.table, table.channel
    completed = 0
    for words, chain in commands(table, of_the_campaign=True).items():
        for option in chain[-1].get("options") or ():
            if option.get("autocomplete"):
                completed += 1
                for user in (table.alice, table.bob):
                    for typed in ("", "a", "\u202e@everyone", "(a+)+$", "x" * 6_000):
                        given = {"focused": option["name"], "typed": typed, "options": told(words, chain)}
                        assert len(await table.autocomplete(*here, user, words, **given)) <= 25
    assert completed >= 8
    assert not table.violations, table.transcript()
