"""What a roll in the open keeps from players: a player's and a game master's sight of each audience."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from bot import play
from bot.campaign import events
from bot.campaign.reading import Reader
from bot.play import Ask, Played
from bot.replies import answer, roll_reply
from cogs._rolling import next_buttons
from tables import procedures
from tables.catalog import load
from tables.dice import FairDice, ScriptedDice
from tests.scenes import buttons, words

if TYPE_CHECKING:
    from simcord import InteractionResult, MemberActor

    from tables.dice import Dice
    from tests.scenes import Scene

SECRET_DOOR = "2,1"
"""On the left a blank wall with a secret door, on the right a blank wall."""

TRAPPED = "2"
"""A junction with a trap in it."""

WHOLE_WALL = "a blank wall with a secret door in it on the left"


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that takes a turn of the event loop counts as slow."""
    monkeypatch.setattr(answer, "DEFER_AFTER", 0.0)


def reference(result: InteractionResult) -> str:
    return re.findall(r"#([a-z0-9]{4,16})$", words(result), re.MULTILINE)[-1]


def as_sent(result: InteractionResult) -> str:
    """Everything that people are sent, but for the roll's reference."""
    assert result.response is not None
    number = reference(result)
    return json.dumps(result.response.components).replace(number, "k4t9")


async def wall(roller: MemberActor, scene: Scene, faces: str = SECRET_DOOR, **options: Any) -> Any:
    return await roller.slash(scene.channel, "corridor wall", faces=faces, **options)


async def test_a_player_who_rolls_in_the_open_is_told_what_the_characters_see(scene: Scene) -> None:
    result = await wall(scene.ann, scene)

    assert not result.ephemeral
    assert result.followups == []
    assert "a blank wall on both sides" in words(result)
    assert "d8 behind the screen" in words(result)
    assert "secret" not in as_sent(result)
    assert "**2**" not in as_sent(result)
    assert buttons(result) == ["Roll again", "What is at a junction"]


async def test_a_master_who_rolls_in_the_open_is_told_the_rest_alone(scene: Scene) -> None:
    await wall(scene.bert, scene)  # the session's promises are told with its first roll
    told = await wall(scene.ann, scene)
    result = await wall(scene.master, scene)

    assert not result.ephemeral
    assert as_sent(result) == as_sent(told)
    (whole,) = result.followups
    assert whole.ephemeral
    assert WHOLE_WALL in words(whole)
    assert "d8 **2** → a blank wall with a secret door in it" in words(whole)
    assert f"#{reference(result)}" in words(whole)
    assert whole.id not in [message.id for message in scene.channel.history(viewer=scene.ann)]


@pytest.mark.parametrize("who", ["ann", "master"])
async def test_nobody_is_told_more_where_there_is_no_more(scene: Scene, who: str) -> None:
    result = await getattr(scene, who).slash(scene.channel, "corridor wall", faces="6,3")

    assert result.followups == []
    assert "a door on the left, a side passage on the right" in words(result)
    assert "behind the screen" not in words(result)


async def test_a_shared_roll_tells_a_player_the_players_part_and_a_master_the_whole(scene: Scene) -> None:
    by_player = await wall(scene.ann, scene, seen="shared")
    by_master = await wall(scene.master, scene, seen="shared")

    assert by_player.ephemeral
    assert by_player.followups == []
    assert "a blank wall on both sides" in words(by_player)
    assert "secret" not in as_sent(by_player)
    assert by_master.ephemeral
    assert by_master.followups == []
    assert WHOLE_WALL in words(by_master)


async def test_a_blind_roll_tells_a_player_nothing_and_a_master_the_whole(scene: Scene) -> None:
    by_player = await wall(scene.ann, scene, seen="masters")
    by_master = await wall(scene.master, scene, seen="masters")

    assert by_player.ephemeral
    assert by_player.followups == []
    assert "wall" not in words(by_player)
    assert buttons(by_player) == []
    assert by_master.ephemeral
    assert by_master.followups == []
    assert WHOLE_WALL in words(by_master)


async def test_the_history_tells_each_reader_as_much_as_is_theirs(scene: Scene) -> None:
    await wall(scene.ann, scene)

    for player in (scene.ann, scene.bert):
        told = words(await player.slash(scene.channel, "history show"))
        assert "a blank wall on both sides" in told
        assert "secret" not in told
        assert "d8" not in told
        assert "more than players know" not in told
    whole = words(await scene.master.slash(scene.channel, "history show"))
    assert WHOLE_WALL in whole
    assert "2d8: 2 1" in whole
    assert "more than players know" in whole


async def test_the_history_calls_nothing_more_that_is_not(scene: Scene) -> None:
    await wall(scene.ann, scene, faces="6,3")

    assert "more than" not in words(await scene.master.slash(scene.channel, "history show"))


@pytest.mark.parametrize("who", ["ann", "master"])
@pytest.mark.parametrize(
    ("command", "alike"),
    [
        ("corridor wall", ["1,1", "1,2", "2,1", "2,2"]),
        ("corridor wall", ["1,6", "2,6"]),
        ("corridor junction", ["1", "2"]),
    ],
)
async def test_what_players_cannot_tell_apart_is_sent_alike_byte_for_byte(
    scene: Scene, who: str, command: str, alike: list[str]
) -> None:
    roller = getattr(scene, who)
    await roller.slash(
        scene.channel, "roll", dice="d6"
    )  # the session's promises are told with its first roll
    sent = {as_sent(await roller.slash(scene.channel, command, faces=faces)) for faces in alike}

    assert len(sent) == 1


async def test_rolling_again_tells_a_master_alone_and_a_player_nothing_more(scene: Scene) -> None:
    first = await scene.ann.slash(scene.channel, "corridor junction", count=20)
    assert first.response is not None

    by_player = await scene.bert.click(first.response.message, label="Roll again")
    by_master = await scene.master.click(first.response.message, label="Roll again")

    # Twenty junctions without a plain or a trapped one come up once in 3,000 times.
    while not by_master.followups:
        by_master = await scene.master.click(first.response.message, label="Roll again")
    assert by_player.followups == []
    (whole,) = by_master.followups
    assert whole.ephemeral
    assert "behind the screen" not in words(whole)


async def test_what_a_master_alone_knows_leads_on_for_the_master_alone(scene: Scene) -> None:
    result = await scene.master.slash(scene.channel, "corridor junction", faces=TRAPPED)
    (whole,) = result.followups
    label = procedures.find("trap.roll").title[:40]
    assert label not in buttons(result)

    pressed = await scene.master.click(whole.message, label=label)

    assert pressed.ephemeral
    assert "#" in words(pressed)
    assert reference(pressed) not in words(await scene.ann.slash(scene.channel, "history show"))


@pytest.mark.usefixtures("slow")
async def test_what_is_slow_is_told_to_the_same_eyes(scene: Scene) -> None:
    result = await wall(scene.master, scene)

    assert not result.ephemeral
    assert "secret" not in words(result)
    (whole,) = result.followups
    assert whole.ephemeral
    assert WHOLE_WALL in words(whole)


@pytest.mark.parametrize("status", [403, 404, 500])
async def test_a_master_who_cannot_be_told_finds_it_in_the_history(scene: Scene, status: int) -> None:
    scene.env.inject_error("POST", "/webhooks/*", status=status)
    result = await wall(scene.master, scene)

    assert result.followups == []
    assert "a blank wall on both sides" in words(result)
    assert WHOLE_WALL in words(await scene.master.slash(scene.channel, "history show"))
    following = await scene.ann.slash(scene.channel, "roll", dice="d6")
    assert "perhaps not shown" not in words(following)


async def test_in_direct_messages_there_is_nobody_to_hide_it_from(scene: Scene) -> None:
    result = await scene.ann.user.slash("corridor wall", faces=SECRET_DOOR)

    assert WHOLE_WALL in words(result)
    assert result.followups == []


async def test_a_kept_roll_is_replayed_from_the_whole_by_whoever_may_know_it(scene: Scene) -> None:
    number = reference(await wall(scene.ann, scene))
    event = {
        is_master: await scene.kit.store.read(
            events.by_reference, scene.channel.id, number, Reader(scene.ann.id, game_master=is_master)
        )
        for is_master in (False, True)
    }
    for_player, for_master = event[False], event[True]
    assert for_player is not None
    assert for_master is not None
    rolled = procedures.perform("corridor.wall", {}, ScriptedDice((2, 1)))

    assert play.outcome_of(for_master) == rolled
    told = play.outcome_of(for_player)
    assert told.text == rolled.for_players().text
    assert all(die.hidden for die in told.every_die())
    assert "secret" not in json.dumps(dict(for_player.document)).replace('"secret": ', "")
    assert not re.search(r'"face": [1-8]', json.dumps(dict(for_player.document)))


async def test_what_was_not_shown_is_told_later_as_players_know_it(scene: Scene) -> None:
    scene.env.inject_error("POST", "/interactions/*/callback", status=500)
    await wall(scene.master, scene)

    following = await scene.ann.slash(scene.channel, "roll", dice="d6")

    assert "perhaps not shown" in words(following)
    assert "a blank wall on both sides" in words(following)
    assert "secret" not in words(following)


class First:
    """Dice that show one face first, and whatever comes after."""

    def __init__(self, face: int, then: Dice) -> None:
        self._faces = [face]
        self._then = then

    def throw(self, sides: int) -> int:
        return self._faces.pop() if self._faces else self._then.throw(sides)


MASKED = sorted(
    {(table.key, row.players) for table in load().tables for row in table.every_row if row.players}
)
"""Tables and what players read instead of several of their rows."""


@pytest.mark.parametrize(("key", "players"), MASKED)
def test_every_row_that_players_cannot_tell_apart_makes_the_same_message(key: str, players: str) -> None:
    """Whatever the bot's own dice show on it: the faces that follow being the same."""
    table = load().table(key)
    rows = [row for row in table.every_row if row.players == players]
    assert len(rows) >= 2
    for seed in range(10):
        messages: set[str] = set()
        for row in rows:
            low, high = table.span(row)
            for face in range(low, high + 1):
                dice = First(face, FairDice(b"masked", f"{key} {seed}"))
                outcome = procedures.perform(key, {}, dice)
                assert outcome.for_players() != outcome
                ask, told = Ask(key, {}), outcome.for_players()
                reply = roll_reply(Played(ask, told), buttons=next_buttons(ask, told))
                assert not reply.attachments
                messages.add(json.dumps(reply.view.to_components()))
        assert len(messages) == 1


def test_there_is_something_to_keep_from_players() -> None:
    assert {key for key, _ in MASKED} >= {"corridor.wall", "corridor.junction", "corridor.periodic"}
