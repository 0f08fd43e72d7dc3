"""Every command that rolls: in every place, for every audience, with good and with ugly input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from discord import AppCommandOptionType, app_commands

from bot.campaign.schema import Audience
from tests.scenes import buttons, words

if TYPE_CHECKING:
    from tests.scenes import Scene

REQUIRED: dict[str, dict[str, Any]] = {
    "roll": {"dice": "2d6"},
    "table roll": {"name": "door.second"},
    "leximorph headline": {"text": "Miners of Chile find a dragon under the mountain"},
    "encounter buy": {"points": "40", "cr": "2"},
    "encounter cr": {"hd": "3+3"},
    "treasure hoard": {"type": "B"},
}
"""What a command has to be told to roll."""

ROLLING = 25
"""There are more commands that roll than this."""

UGLY = "\u202e**@everyone** `\u200b\U0001f409" * 20


def rolling(scene: Scene) -> list[str]:
    """The names of all commands that roll: those that ask who may see it."""
    found = [
        command.qualified_name
        for command in scene.env.bot.tree.walk_commands()
        if isinstance(command, app_commands.Command)
        and any(parameter.name == "seen" for parameter in command.parameters)
    ]
    assert len(found) >= ROLLING
    return found


def command_of(scene: Scene, name: str) -> app_commands.Command[Any, Any, Any]:
    return next(
        command
        for command in scene.env.bot.tree.walk_commands()
        if command.qualified_name == name and isinstance(command, app_commands.Command)
    )


async def test_every_command_rolls_in_a_channel_a_thread_and_a_direct_message(scene: Scene) -> None:
    scene.env.backend.create_thread(scene.channel.id, "the forge", scene.ann.id)
    (thread,) = scene.channel.threads
    for name in rolling(scene):
        given = REQUIRED.get(name, {})
        for result in (
            await scene.ann.slash(scene.channel, name, **given),
            await scene.ann.slash(thread, name, **given),
            await scene.ann.user.slash(name, **given),
        ):
            told = words(result)
            assert not result.ephemeral, (name, told)
            assert told.startswith("**"), (name, told)
            assert "#" in told.splitlines()[-1], (name, told)
            assert buttons(result)[0] == "Roll again", name

    kept = words(await scene.bert.slash(scene.channel, "history show"))
    assert kept.count("#") >= 8


async def test_every_command_keeps_its_audience(scene: Scene) -> None:
    """A player and a game master, each audience: who is told, and who finds it in the history."""
    for name in rolling(scene):
        given = REQUIRED.get(name, {})
        for roller in (scene.ann, scene.master):
            for seen in Audience:
                result = await roller.slash(scene.channel, name, **given, seen=seen.value, note="by lot")
                told = words(result)
                assert result.ephemeral is (seen is not Audience.EVERYONE), (name, seen)
                is_blind = seen is Audience.MASTERS and roller is scene.ann
                assert ("Only the game masters can read what came" in told) is is_blind, (name, told)
                if is_blind:
                    assert buttons(result) == [], name
                reference = told.rpartition("#")[2].split()[0]
                for reader in (scene.ann, scene.bert, scene.master):
                    history = words(await reader.slash(scene.channel, "history show"))
                    may_read = (
                        reader is scene.master
                        or seen is Audience.EVERYONE
                        or (seen is Audience.SHARED and reader is roller)
                    )
                    assert (f"#{reference}" in history) is may_read, (name, seen, reader.name)


@pytest.mark.parametrize("ugly", [UGLY, "0", "-1", "NaN", "'; DROP TABLE event; --"])
async def test_ugly_words_get_an_answer_and_never_a_traceback(scene: Scene, ugly: str) -> None:
    """Whatever stands in any option of text: a roll or one kind sentence, and nobody is pinged."""
    for name in rolling(scene):
        for parameter in command_of(scene, name).parameters:
            if parameter.type is not AppCommandOptionType.string or parameter.choices:
                continue
            given = {**REQUIRED.get(name, {}), parameter.name: ugly}
            result = await scene.ann.slash(scene.channel, name, **given)
            told = words(result) if result.response is not None and result.response.components else ""
            told = told or (result.response.content if result.response is not None else "")
            assert told, (name, parameter.name)
            assert "@everyone" not in told.replace("@\u200beveryone", "").replace("\\@everyone", ""), told
            assert "Something went wrong" not in told, (name, parameter.name, told)
