"""The natural next roll as a button: pressed through, after a restart, everywhere, and forged."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.campaign.schema import Audience
from bot.play import Ask
from cogs._rolling import LONGEST_CUSTOM_ID, MAX_LABEL, RollNext, next_buttons
from tables import procedures
from tables.dice import FairDice
from tables.procedure import Offer
from tests.scenes import buttons, words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from simcord import InteractionResult, MemberActor

    from tables.outcome import Outcome
    from tables.procedure import Chosen
    from tests.scenes import Scene

BEYOND = "What lies beyond a door"
KIND = procedures.find("door.kind").title[:MAX_LABEL]
CONTENTS = "room.contents"


def press_of(result: InteractionResult) -> Any:
    assert result.response is not None
    return result.response.message


def reference(result: InteractionResult) -> str:
    return re.findall(r"#([a-z0-9]{4,16})$", words(result), re.MULTILINE)[-1]


async def a_door(roller: MemberActor, place: Any, **options: Any) -> InteractionResult:
    """Both walls of a stretch of corridor, with a door in one of them."""
    return await roller.slash(place, "corridor wall", faces="6,3", **options)


async def forged(scene: Scene, state: str, presser: MemberActor) -> InteractionResult:
    """Press a button that the bot never gave to anybody."""
    view = discord.ui.LayoutView(timeout=None)
    row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
    row.add_item(discord.ui.Button(label="Forged", custom_id=f"undercroft:next:{state}"))
    view.add_item(row)
    channel = scene.env.bot.get_channel(scene.channel.id)
    assert isinstance(channel, discord.TextChannel)
    return await presser.click(await channel.send(view=view), label="Forged")


async def test_a_door_leads_on_to_what_lies_beyond_it_and_that_further(scene: Scene) -> None:
    first = await a_door(scene.ann, scene.channel)
    assert buttons(first)[0] == "Roll again"
    assert BEYOND in buttons(first)

    pressed = await scene.bert.click(press_of(first), label=BEYOND)

    assert not pressed.ephemeral
    assert buttons(pressed)[0] == "Roll again"
    assert "Second roll" not in words(pressed)
    history = words(await scene.ann.slash(scene.channel, "history show"))
    assert f"#{reference(pressed)}" in history
    assert "bert" in history
    for _ in range(5):
        following = [label for label in buttons(pressed) if label != "Roll again"]
        if following:
            pressed = await scene.ann.click(press_of(pressed), label=following[0])
            assert not pressed.ephemeral
            assert "#" in words(pressed)


async def test_what_was_chosen_goes_on_to_the_next_roll(scene: Scene) -> None:
    result = await scene.ann.slash(scene.channel, "room size", level=7, edition="osric")
    label = procedures.find(CONTENTS).title[:MAX_LABEL]
    assert label in buttons(result)
    assert "level=7" in custom_ids(result)[label]

    pressed = await scene.ann.click(press_of(result), label=label)

    assert "#" in words(pressed)
    assert all("level=7" in address for address in custom_ids(pressed).values() if "level" in address)


def custom_ids(result: InteractionResult) -> dict[str, str]:
    message = press_of(result)
    items = [item for item in walk(message.components) if isinstance(item, discord.Button)]
    return {str(item.label): str(item.custom_id) for item in items}


def walk(components: Any) -> list[Any]:
    return [
        found for component in components for found in (component, *walk(getattr(component, "children", ())))
    ]


async def test_the_next_roll_works_after_a_restart(scene: Scene) -> None:
    """C59."""
    first = await a_door(scene.ann, scene.channel)
    message = press_of(first)
    await scene.restart()

    pressed = await scene.ann.click(message, label=BEYOND)

    assert not pressed.ephemeral
    assert buttons(pressed)[0] == "Roll again"


async def test_the_next_roll_works_in_threads_and_direct_messages(scene: Scene) -> None:
    scene.env.backend.create_thread(scene.channel.id, "the forge", scene.ann.id)
    (thread,) = scene.channel.threads
    in_thread = await scene.bert.click(press_of(await a_door(scene.ann, thread)), label=BEYOND)
    alone = await scene.ann.user.slash("corridor wall", faces="6,3")
    pressed = await scene.ann.user.click(press_of(alone), label=BEYOND)

    assert "#" in words(in_thread)
    assert "#" in words(pressed)


async def test_the_next_roll_works_where_nothing_is_kept(scene: Scene) -> None:
    def say_that_a_user_installed(event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            payload["authorizing_integration_owners"] = {"1": str(scene.ann.id)}

    # After what says that the server did, and before the bot hears of it.
    scene.env.backend.subscribers.insert(1, say_that_a_user_installed)
    first = await a_door(scene.ann, scene.channel)
    assert "not kept" in words(first)
    assert "Roll again" not in buttons(first)

    pressed = await scene.ann.click(press_of(first), label=BEYOND)

    assert not pressed.ephemeral
    assert "not kept" in words(pressed)


@pytest.mark.parametrize("who", ["ann", "master"])
async def test_what_follows_a_shared_roll_is_shared(scene: Scene, who: str) -> None:
    roller = getattr(scene, who)
    first = await a_door(roller, scene.channel, seen="shared")
    assert first.ephemeral

    pressed = await roller.click(press_of(first), label=BEYOND)

    assert pressed.ephemeral
    assert "you and the game masters see it" in words(pressed)
    number = reference(pressed)
    assert number not in words(await scene.bert.slash(scene.channel, "history show"))
    assert number in words(await scene.master.slash(scene.channel, "history show"))


async def test_what_follows_a_masters_blind_roll_is_blind(scene: Scene) -> None:
    first = await a_door(scene.master, scene.channel, seen="masters")

    pressed = await scene.master.click(press_of(first), label=BEYOND)

    assert pressed.ephemeral
    number = reference(pressed)
    assert number not in words(await scene.ann.slash(scene.channel, "history show"))
    assert number in words(await scene.master.slash(scene.channel, "history show"))


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ("e:door.nowhere", "no table called"),
        ("e:door.gone?level=3", "no table called"),
        ("e:door.second?level=3", "leave “level” away"),
        ("e:room.contents?level=many", "whole number"),
        ("e:room.contents?level=0", "whole number"),
        ("e:room.contents?scheme=mine", "choose"),
        ("e:encounter.buy", "needs points"),
        ("e:dice?dice=1001d6", "1,000"),
        ("e:dice?dice=d6%00", "hidden character"),
        ("e:dice?dice=%E2%80%AEd6", "hidden character"),
        ("e:dice", "needs dice"),
        ("x:door.beyond", "older version"),
        ("e:DOOR;DROP", "older version"),
        ("e:", "older version"),
    ],
)
async def test_a_button_that_nobody_was_given_gets_one_sentence(scene: Scene, state: str, said: str) -> None:
    pressed = await forged(scene, state, scene.ann)

    assert pressed.ephemeral
    assert said in words(pressed).replace("\\", "")
    assert 10 < len(words(pressed)) < 400
    assert "Nothing has been rolled" in words(await scene.ann.slash(scene.channel, "history show"))


async def test_a_forged_blind_button_tells_a_player_nothing(scene: Scene) -> None:
    pressed = await forged(scene, "m:door.second", scene.ann)

    assert pressed.ephemeral
    assert "Only the game masters can read what came" in words(pressed)
    assert buttons(pressed) == []


def offered(key: str, options: Mapping[str, Any], seeds: int = 20) -> list[RollNext]:
    found: list[RollNext] = []
    for seed in range(seeds):
        outcome = procedures.perform(key, options, FairDice(b"next", f"{key} {seed}"))
        for told in (outcome, outcome.for_players()):
            for seen in Audience:
                found += next_buttons(Ask(key, options, seen=seen), told)
    return found


@pytest.mark.parametrize("key", sorted(procedures.titles()))
def test_every_next_button_is_one_that_discord_takes_and_that_comes_back(key: str) -> None:
    for button in offered(key, {}):
        custom_id = str(button.item.custom_id)
        assert len(custom_id) <= LONGEST_CUSTOM_ID
        assert RollNext.__discord_ui_compiled_template__.fullmatch(custom_id)
        assert 0 < len(str(button.item.label)) <= MAX_LABEL


def offering(chosen: Chosen, outcome: Outcome[Any]) -> tuple[Offer, ...]:
    """More than fits on buttons."""
    del chosen, outcome
    return (
        Offer("door.second", "Fits"),
        Offer("door.second", "The same again"),
        Offer("door.second", "Does not fit", {"word": "x" * 80}),
        Offer("door.kind", "A label that is much too long to be read whole on a phone"),
    )


def test_an_offer_that_does_not_fit_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    second = procedures.find("door.second")
    more = replace(second, key="test.offering", offers=offering)
    monkeypatch.setattr(procedures, "PROCEDURES", {**procedures.PROCEDURES, more.key: more})
    outcome = procedures.perform("test.offering", {}, FairDice(b"next", "offering"))

    found = next_buttons(Ask("test.offering", {}), outcome)

    assert [button.item.label for button in found][:2] == [
        "Fits",
        "A label that is much too long to be rea…",
    ]
    assert len({button.item.custom_id for button in found}) == len(found)
