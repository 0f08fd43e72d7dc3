"""What the campaign remembers, at the table: finding, taking back, sessions, and being forgotten."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.campaign import Audience, NewEvent
from bot.campaign.changes import Changer, Told, change
from bot.kit import now
from bot.verifying import read_session, verify
from cogs.history import Search, TurnFound
from cogs.privacy import EraseMe
from cogs.sessions import PublishSecrets, TurnDigest
from cogs.undo import TakeBackTogether
from tests.scenes import buttons, words

if TYPE_CHECKING:
    from pathlib import Path

    from simcord import InteractionResult

    from cogs._buttons import LastingButton
    from tests.scenes import Scene

REFERENCE = re.compile(r"#([a-z0-9]{4,16})\b")
WEEK = 7 * 24 * 3600 * 1000
UGLY = "**@everyone** <@&1> `x`\u202e\u200b | 月"


async def add(scene: Scene, name: str, **options: Any) -> str:
    """A monster on level 1's list; its event's reference."""
    result = await scene.master.slash(scene.channel, "monster add", level=1, name=name, **options)
    return REFERENCE.findall(words(result))[-1]


async def found(reader: Any, scene: Scene, **options: Any) -> InteractionResult:
    return await reader.slash(scene.channel, "history find", **options)


async def content(result: InteractionResult) -> bytes:
    assert result.response is not None
    (attachment,) = result.response.attachments
    return await attachment.read()


async def forged(scene: Scene, button: LastingButton) -> Any:
    """A message in the open with a button that nobody was given there, as somebody may make one up."""
    view = discord.ui.LayoutView(timeout=None)
    row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
    row.add_item(button)
    view.add_item(row)
    channel = scene.env.bot.get_channel(scene.channel.id)
    assert isinstance(channel, discord.TextChannel)
    return await channel.send(view=view)


async def later(scene: Scene, milliseconds: int) -> None:
    """The bot starts anew when so much time has passed."""
    scene.kit = replace(scene.kit, clock=lambda: now() + milliseconds)
    await scene.restart()


async def test_what_happened_is_found_by_whom_it_is_for(scene: Scene) -> None:
    await scene.ann.slash(scene.channel, "door destination", wall="N", note="to the forge")
    await scene.bert.slash(scene.channel, "roll", dice="d20", faces="13")
    await scene.bert.slash(scene.channel, "roll", dice="d20", faces="17", seen="masters", note="forge")
    await add(scene, "lurker")

    assert "to the forge" in words(await found(scene.bert, scene, what="door.destination"))
    assert "d20" not in words(await found(scene.bert, scene, what="door"))
    by_bert = words(await found(scene.ann, scene, person=scene.bert))
    assert "13" in by_bert
    assert "d20 = 17" not in by_bert
    assert "by bert" in by_bert
    assert "d20 = 17" not in words(await found(scene.ann, scene, words="forge"))
    assert "d20 = 17" in words(await found(scene.master, scene, words="FORGE"))
    assert "Nothing that you may see" in words(await found(scene.ann, scene, what="monster"))
    assert "lurker" in words(await found(scene.master, scene, what="monster"))
    assert "lurker" in words(
        await found(scene.master, scene, what="Master monsters", session=1, words="lurk")
    )
    first = await found(scene.ann, scene, session=1)
    assert first.ephemeral
    assert "in session 1" in words(first)


async def test_what_is_asked_for_badly_is_said_kindly(scene: Scene) -> None:
    await scene.ann.slash(scene.channel, "roll", dice="d20")
    for options, said in (
        ({}, "Say what to look for"),
        ({"session": 9}, "no session 9"),
        ({"what": "dor.destinaton"}, "door.destination"),
        ({"words": "x" * 60, "what": "corridor.special-width", "person": scene.bert}, "fewer words"),
    ):
        result = await found(scene.ann, scene, **options)
        assert result.ephemeral
        assert said in words(result), options
    ugly = await found(scene.ann, scene, words=UGLY)
    assert "@everyone" not in words(ugly).replace("\\@everyone", "")


async def test_choices_to_look_for_are_kinds_and_tables(scene: Scene) -> None:
    every = await scene.ann.autocomplete(scene.channel, "history find", "what", "")
    taken = await scene.ann.autocomplete(scene.channel, "history find", "what", "taken")
    assert len(every) == 25
    assert [choice["value"] for choice in taken] == ["undo"]
    for choice in every[:12]:
        result = await found(scene.ann, scene, what=choice["value"])
        assert "that you may see" in words(result), choice


async def test_what_was_found_is_turned_after_a_restart_too(scene: Scene) -> None:
    for face in range(1, 21):
        await scene.ann.slash(scene.channel, "roll", dice="d100", faces=str(face), note=f"by lot {UGLY[:20]}")
        await scene.bert.slash(scene.channel, "roll", dice="d6", seen="masters", note="by lot")
    options = {"words": "BY LOT", "person": scene.ann, "session": 1, "what": "roll"}
    newest = await found(scene.ann, scene, **options)
    assert buttons(newest) == ["Older"]
    assert newest.response is not None
    message = newest.response.message
    await scene.restart()
    told = [words(newest)]
    for label in ("Older", "Older", "Newer"):
        await scene.ann.click(message, label=label)
        told.append(words(newest))

    faces = [re.findall(r"d100 = (\d+)", each) for each in told]
    assert [int(face) for face in (*faces[0], *faces[1], *faces[2])] == list(range(20, 0, -1))
    assert faces[3] == faces[1]
    assert all("in session 1" in each and "d6" not in each for each in told)


async def test_a_button_shows_whoever_presses_it_what_is_theirs_to_see(scene: Scene) -> None:
    await scene.bert.slash(scene.channel, "roll", dice="d20")
    for number in range(12):
        reference = await add(scene, f"lurker {number}")
    search = Search(what="monster")
    for button in (TurnFound(search.state(f"before-{reference}"), "Older"), TurnDigest("1.0", "More")):
        message = await forged(scene, button)
        for reader, sees in ((scene.bert, False), (scene.master, True)):
            pressed = await reader.click(message, label=button.item.label)
            assert pressed.ephemeral
            assert ("lurker" in words(pressed)) is sees
    for state in ("|", "before-|||zz|", "x|x|-1|-1|x", "|||7fffffff|", "||" + "f" * 60 + "||"):
        pressed = await scene.bert.click(await forged(scene, TurnFound(state, "Older")), label="Older")
        assert pressed.ephemeral
        assert words(pressed)
        assert "Something went wrong" not in words(pressed)


async def test_the_last_change_is_taken_back_and_marked(scene: Scene) -> None:
    kept = await add(scene, "orc")
    wrong = await add(scene, "ork")
    result = await scene.master.slash(scene.channel, "undo")

    assert result.ephemeral
    assert f"#{wrong}" in words(result)
    assert "ork" in words(result)
    assert result.followups == []  # players did not know of it
    history = words(await scene.master.slash(scene.channel, "history show"))
    assert f"#{wrong} " in history
    assert "taken back by #" in history
    assert "taken back" not in words(await scene.ann.slash(scene.channel, "history show"))
    again = await scene.master.slash(scene.channel, "undo", event=f"#{wrong}")
    assert "already undone" in words(again)
    listed = words(await scene.master.slash(scene.channel, "monster list", level=1))
    assert "orc" in listed
    assert "ork" not in listed
    assert kept != wrong


async def test_what_everybody_was_told_is_taken_back_before_everybody(scene: Scene) -> None:
    def work(changer: Changer) -> Told[None]:
        changer.put(changer.next("party", ""), {"name": "The lantern bearers"})
        return Told(None, "The *lantern* bearers set out.")

    result = await scene.master.slash(scene.channel, "roll", dice="d6")
    new = NewEvent(
        interaction_id=7,
        guild_id=scene.guild.id,
        channel_id=scene.channel.id,
        place_id=scene.channel.id,
        actor_id=scene.master.id,
        actor_name="mora",
        at=now(),
        kind="party.set",
        audience=Audience.EVERYONE,
        document={},
        text="",
    )
    await scene.kit.store.write(lambda connection: change(connection, new, work))
    assert result.response is not None

    done = await scene.master.slash(scene.channel, "undo")

    assert done.ephemeral
    (told,) = done.followups
    assert not told.ephemeral
    assert "Taken back" in words(told)
    assert "lantern" in words(told)
    history = words(await scene.ann.slash(scene.channel, "history show"))
    assert "taken back by #" in history


async def test_players_take_nothing_back(scene: Scene) -> None:
    reference = await add(scene, "orc")
    for options in ({}, {"event": reference}, {"event": "zzzz"}):
        refused = await scene.ann.slash(scene.channel, "undo", **options)
        assert refused.ephemeral
        assert "Only the campaign's game masters" in words(refused)
    assert "orc" in words(await scene.master.slash(scene.channel, "monster list", level=1))


async def test_what_stands_on_it_is_listed_and_taken_back_together_after_a_restart(scene: Scene) -> None:
    first = await add(scene, "orc")
    await scene.master.slash(scene.channel, "monster edit", monster="orc", notes="grey")
    await scene.master.slash(scene.channel, "monster edit", monster="orc", notes="green")
    asked = await scene.master.slash(scene.channel, "undo", event=first)

    assert asked.ephemeral
    assert "stand on it" in words(asked)
    assert buttons(asked) == ["Take back all together"]
    assert "orc" in words(await scene.master.slash(scene.channel, "monster list", level=1))
    assert asked.response is not None
    message = asked.response.message
    await scene.restart()

    button = TakeBackTogether(f"{first}:{'0' * 12}")
    refused = await scene.ann.click(await forged(scene, button), label="Take back all together")
    assert "Only the campaign's game masters" in words(refused)
    done = await scene.master.click(message, label="Take back all together")
    assert "3 events" in words(done)
    assert "orc" not in words(await scene.master.slash(scene.channel, "monster list", level=1))
    twice = await scene.master.click(message, label="Take back all together")
    assert f"#{first} is already undone" in words(twice).replace("\\", "")


async def test_what_came_after_the_question_is_shown_before_it_goes(scene: Scene) -> None:
    first = await add(scene, "orc")
    await scene.master.slash(scene.channel, "monster edit", monster="orc", notes="grey")
    asked = await scene.master.slash(scene.channel, "undo", event=first)
    late = await scene.master.slash(scene.channel, "monster edit", monster="orc", notes="green")
    assert asked.response is not None
    again = await scene.master.click(asked.response.message, label="Take back all together")

    assert f"#{REFERENCE.findall(words(late))[-1]}" in words(again)
    assert buttons(again) == ["Take back all together"]
    assert "orc" in words(await scene.master.slash(scene.channel, "monster list", level=1))
    assert again.response is not None
    done = await scene.master.click(again.response.message, label="Take back all together")
    assert "3 events" in words(done)


async def test_what_cannot_be_taken_back_is_said(scene: Scene) -> None:
    nothing = await scene.master.slash(scene.channel, "undo")
    assert "can be taken back" in words(nothing)
    rolled = await scene.ann.slash(scene.channel, "roll", dice="d20")
    reference = REFERENCE.findall(words(rolled))[-1]
    for event, said in (
        (reference, "is a roll"),
        ("#zzzz", "no event of that reference"),
        (UGLY[:20], "no event"),
    ):
        result = await scene.master.slash(scene.channel, "undo", event=event)
        assert result.ephemeral
        assert said in words(result)


async def test_a_session_opens_with_words_and_its_file_proves_its_rolls(scene: Scene, tmp_path: Path) -> None:
    opened = await scene.ann.slash(scene.channel, "session open", words="wir sind hier *now*")
    assert not opened.ephemeral
    assert "Session 1 is open" in words(opened)
    promises = re.findall(r"[0-9a-f]{64}", words(opened))
    assert len(promises) == 2
    twice = await scene.bert.slash(scene.channel, "session open", words="other")
    assert twice.ephemeral
    assert "Session 1 is open" in words(twice)

    await scene.ann.slash(scene.channel, "door destination", wall="N")
    await scene.bert.slash(scene.channel, "roll", dice="d1000", seen="masters", note="the vampire")
    await scene.master.slash(scene.channel, "corridor wall", length=240)
    shown = await scene.bert.slash(scene.channel, "session show")
    assert shown.ephemeral
    assert promises[0] in words(shown)
    assert "2 rolls in the open; there were ann, mora" in words(shown)
    assert shown.response is not None
    assert shown.response.attachments == []

    refused = await scene.ann.slash(scene.channel, "session close")
    assert refused.ephemeral
    assert "Only the campaign's game masters" in words(refused)
    closed = await scene.master.slash(scene.channel, "session close")
    assert not closed.ephemeral
    seed, last = re.findall(r"[0-9a-f]{64}", words(closed))
    assert sha256(bytes.fromhex(seed)).hexdigest() == promises[0]
    file = await content(closed)
    (tmp_path / "session.json").write_bytes(file)
    verified = verify(read_session(tmp_path / "session.json"))
    assert (verified.rolls, verified.hidden) == (2, 1)
    assert verified.file.events[-1].hash == last
    assert verified.file.words == "wir sind hier *now*"
    assert "vampire" not in file.decode()
    again = await scene.bert.slash(scene.channel, "session show", number=1)
    assert await content(again) == file
    assert "nothing to close" in words(await scene.master.slash(scene.channel, "session close"))


async def test_the_secrets_are_published_by_a_game_master_who_was_told_what_that_tells(
    scene: Scene, tmp_path: Path
) -> None:
    await scene.bert.slash(scene.channel, "roll", dice="d1000", seen="masters", note="the vampire")
    refused = await scene.master.slash(scene.channel, "session show", secrets=True)
    assert "Nothing was published" in words(refused)
    closed = await scene.master.slash(scene.channel, "session close", secrets=True)
    assert "vampire" not in (await content(closed)).decode()
    (asked,) = closed.followups
    assert asked.ephemeral
    assert "cannot be taken back" in words(asked)
    assert "Only the campaign's game masters" in words(
        await scene.ann.slash(scene.channel, "session show", number=1, secrets=True)
    )

    await scene.restart()
    made_up = await forged(scene, PublishSecrets("1"))
    assert "Only the campaign's game masters" in words(
        await scene.ann.click(made_up, label="Publish the secrets")
    )
    told = await scene.master.click(asked, label="Publish the secrets")
    assert not told.ephemeral
    (tmp_path / "session.json").write_bytes(await content(told))
    verified = verify(read_session(tmp_path / "session.json"))
    assert (verified.rolls, verified.dice, verified.hidden) == (1, 1, 0)
    assert verified.file.seeds.secret is not None
    assert verified.file.seeds.secret in words(told)
    assert "secrets of session 1 are out" in words(await scene.ann.slash(scene.channel, "history show"))


async def test_a_session_that_closes_itself_is_told_with_the_next(scene: Scene) -> None:
    first = await scene.ann.slash(scene.channel, "roll", dice="d20")
    promise = re.findall(r"[0-9a-f]{64}", words(first))[0]
    await later(scene, WEEK + 60_000)
    second = await scene.bert.slash(scene.channel, "roll", dice="d20")

    told = words(second)
    assert "Session 1 closed itself after a week" in told
    assert "Session 2 is open" in told
    seed, *promises = re.findall(r"[0-9a-f]{64}", told)
    assert sha256(bytes.fromhex(seed)).hexdigest() == promise
    assert len(promises) == 2
    third = await scene.bert.slash(scene.channel, "roll", dice="d20")
    assert "Session" not in words(third)
    shown = await scene.ann.slash(scene.channel, "session show", number=1)
    assert json.loads(await content(shown))["seeds"]["open"] == seed


async def test_rolls_on_the_campaigns_own_lists_are_proven_too(scene: Scene, tmp_path: Path) -> None:
    """Their dice come from the session's seeds as all others do; what they changed stays sealed."""
    names = {"name": "hall of mirrors", "name2": "vampire's bed", "name3": "well room"}
    await scene.master.slash(scene.channel, "chamber add", level=3, **names, known=True)
    for seen in ("everyone", "masters", "everyone"):
        await scene.master.slash(scene.channel, "chamber roll", level=3, seen=seen)
    closed = await scene.master.slash(scene.channel, "session close")
    (tmp_path / "session.json").write_bytes(await content(closed))
    verified = verify(read_session(tmp_path / "session.json"))
    assert verified.rolls == 2
    assert verified.dice + verified.unseen >= 2
    assert verified.hidden >= 1
    assert "2 rolls in the open" in words(await scene.ann.slash(scene.channel, "session show"))
    assert "chamber.roll" in (await content(closed)).decode()


async def test_without_the_permission_the_seed_is_told_and_the_file_is_not(scene: Scene) -> None:
    await scene.ann.slash(scene.channel, "roll", dice="d20")
    channel = scene.env.bot.get_channel(scene.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.set_permissions(channel.guild.me, attach_files=False)
    closed = await scene.master.slash(scene.channel, "session close")
    assert closed.response is not None
    assert closed.response.attachments == []
    assert "Attach Files" in words(closed)
    assert len(re.findall(r"[0-9a-f]{64}", words(closed))) == 2


async def test_a_digest_tells_each_as_much_as_is_theirs(scene: Scene) -> None:
    await scene.ann.slash(scene.channel, "roll", dice="d20")
    for number in range(15):
        await add(scene, f"lurker {number}")
    player = await scene.ann.slash(scene.channel, "session digest")
    master = await scene.master.slash(scene.channel, "session digest", number=1)

    assert player.ephemeral
    assert master.ephemeral
    assert "Nothing that you may see changed" in words(player)
    assert buttons(player) == []
    assert "1 roll in the open" in words(player)
    assert words(master).count("lurker") >= 12
    assert buttons(master) == ["More"]
    assert master.response is not None
    await scene.restart()
    await scene.master.click(master.response.message, label="More")
    assert "lurker 14" in words(master)
    assert buttons(master) == ["Back"]


async def test_commands_of_sessions_say_so_where_nothing_was_played(scene: Scene) -> None:
    for command in ("session show", "session close", "session digest"):
        result = await scene.master.slash(scene.channel, command)
        assert result.ephemeral
        assert "Nothing has been kept in this channel yet" in words(result)
    await add(scene, "orc")
    for command, said in (
        ("session show", "No session has been played"),
        ("session close", "No session is open"),
    ):
        assert said in words(await scene.master.slash(scene.channel, command))


async def test_what_is_kept_of_somebody_is_told_and_taken_out(scene: Scene) -> None:
    assert "Nothing of you is kept" in words(await scene.ann.slash(scene.channel, "privacy show"))
    await scene.ann.slash(scene.channel, "roll", dice="d100", faces="77")
    await scene.ann.slash(scene.channel, "roll", dice="d100", faces="78", seen="masters")
    await scene.bert.slash(scene.channel, "roll", dice="d100", faces="79")
    shown = await scene.ann.slash(scene.channel, "privacy show")
    assert shown.ephemeral
    assert "as ann: 3 events" in words(shown)  # one of them opened the session

    asked = await scene.ann.slash(scene.channel, "privacy erase-me")
    assert asked.ephemeral
    assert buttons(asked) == ["Erase me"]
    assert asked.response is not None
    message = asked.response.message
    await scene.restart()
    made_up = await forged(scene, EraseMe(f"sure.{scene.ann.id}", "Erase me"))
    assert "Only the person who asked" in words(await scene.bert.click(made_up, label="Erase me"))
    await scene.ann.click(message, label="Erase me")
    assert buttons(asked) == ["Yes, erase me for good"]
    assert "ann" in words(await scene.bert.slash(scene.channel, "history show"))
    await scene.ann.click(message, label="Yes, erase me for good")
    assert "You are erased here" in words(asked)
    assert buttons(asked) == []

    history = words(await scene.master.slash(scene.channel, "history show"))
    assert "somebody" in history
    assert " ann " not in history
    assert "77" in history
    assert "Nothing that you may see" in words(await found(scene.master, scene, person=scene.ann))
    assert "Nothing of you is kept" in words(await scene.ann.slash(scene.channel, "privacy show"))
    assert buttons(await scene.ann.slash(scene.channel, "privacy erase-me")) == []
    assert "somebody, bert" in words(await scene.bert.slash(scene.channel, "session show"))
    await scene.master.slash(scene.channel, "session close")


@pytest.mark.parametrize("command", ["history show", "session show", "privacy show", "undo"])
async def test_direct_messages_are_a_campaign_of_their_own(scene: Scene, command: str) -> None:
    await scene.ann.user.slash("roll", dice="d20", faces="19")
    await scene.bert.slash(scene.channel, "roll", dice="d100")
    told = words(await scene.ann.user.slash(command))
    assert "bert" not in told
    assert "Something went wrong" not in told
