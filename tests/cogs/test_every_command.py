"""Every command that rolls: in every place, for every audience, with good and with ugly input."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

import pytest
from discord import AppCommandOptionType, app_commands

from bot.app import COGS
from bot.campaign.schema import Audience
from tests.scenes import buttons, words
from tests.typed import PLAIN

if TYPE_CHECKING:
    from tests.scenes import Scene

ROLLING = 25
"""There are more commands that roll than this."""

REFERENCE = re.compile(r"#([a-z0-9]{4,16})\b")
"""What an event is called by."""

UGLY = "\u202e**@everyone** `\u200b\U0001f409" * 10


def rolling() -> dict[str, app_commands.Command[Any, Any, Any]]:
    """All commands that roll, by their names: those that ask who may see it, and for faces."""
    found: dict[str, app_commands.Command[Any, Any, Any]] = {}
    for make in COGS:
        for command in make(cast("Any", None)).walk_app_commands():
            if not isinstance(command, app_commands.Command):
                continue
            asked = {parameter.name: parameter.default for parameter in command.parameters}
            # What is for game masters alone, unless they say otherwise, has scenes of its own.
            if {"seen", "faces"} <= set(asked) and asked["seen"] is not Audience.MASTERS:
                found[command.qualified_name] = command
    assert len(found) >= ROLLING
    return found


COMMANDS = rolling()


@pytest.mark.parametrize("name", COMMANDS)
async def test_every_command_rolls_in_a_channel_a_thread_and_a_direct_message(
    scene: Scene, name: str
) -> None:
    scene.env.backend.create_thread(scene.channel.id, "the forge", scene.ann.id)
    (thread,) = scene.channel.threads
    given = PLAIN.get(name, {})
    for result in (
        await scene.ann.slash(scene.channel, name, **given),
        await scene.ann.slash(thread, name, **given),
        await scene.ann.user.slash(name, **given),
    ):
        told = words(result)
        assert not result.ephemeral, told
        assert told.startswith("**"), told
        assert REFERENCE.search(told), told
        assert buttons(result)[0] == "Roll again"

    kept = words(await scene.bert.slash(scene.channel, "history show"))
    assert len(REFERENCE.findall(kept)) == 3  # the first of them opened the session


@pytest.mark.parametrize("name", COMMANDS)
async def test_every_command_keeps_its_audience(scene: Scene, name: str) -> None:
    """A player and a game master, each audience: who is told, and who finds it in the history."""
    given = PLAIN.get(name, {})
    readers = (scene.ann, scene.bert, scene.master)
    may_read: dict[str, set[str]] = {}
    for roller in (scene.ann, scene.master):
        for seen in Audience:
            result = await roller.slash(scene.channel, name, **given, seen=seen.value, note="by lot")
            told = words(result)
            assert result.ephemeral is (seen is not Audience.EVERYONE), seen
            is_blind = seen is Audience.MASTERS and roller is scene.ann
            assert ("Only the game masters can read what came" in told) is is_blind, told
            assert not (is_blind and buttons(result))
            (*_, reference) = REFERENCE.findall(told)
            known = {Audience.EVERYONE: readers, Audience.SHARED: (roller, scene.master)}
            may_read[reference] = {reader.name for reader in known.get(seen, (scene.master,))}

    assert len(may_read) == 6
    for reader in readers:
        history = words(await reader.slash(scene.channel, "history show"))
        for reference, names in may_read.items():
            assert (f"#{reference}" in history) is (reader.name in names), (reference, reader.name)


@pytest.mark.parametrize("ugly", [UGLY, "0", "-1", "NaN", "'; DROP TABLE event; --"])
@pytest.mark.parametrize("name", COMMANDS)
async def test_ugly_words_get_an_answer_and_never_a_traceback(scene: Scene, name: str, ugly: str) -> None:
    """Whatever stands in any option of text: a roll or one kind sentence, and nobody is pinged."""
    for parameter in COMMANDS[name].parameters:
        if parameter.type is not AppCommandOptionType.string or parameter.choices:
            continue
        sent = ugly[: parameter.max_value or None]
        result = await scene.ann.slash(
            scene.channel, name, **{**PLAIN.get(name, {}), parameter.display_name: sent}
        )
        assert result.response is not None
        told = words(result) if result.response.components else result.response.content
        assert told, parameter.name
        assert "@everyone" not in re.sub(r"\\@everyone|@\u200beveryone", "", told), told
        assert "Something went wrong" not in told, (parameter.name, told)
