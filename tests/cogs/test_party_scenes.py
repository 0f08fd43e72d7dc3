"""Parties at the table: two of them in one dungeon, their players, clocks and lights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.scenes import buttons, words

if TYPE_CHECKING:
    from simcord import ChannelHandle, InteractionResult, MemberActor

    from tests.scenes import Scene

ONLY_MASTERS = "Only the campaign's game masters can do this"
UGLY = "**@everyone** `x` <@1>"


async def party(who: MemberActor, channel: ChannelHandle, verb: str, /, **options: Any) -> InteractionResult:
    return await who.slash(channel, f"party {verb}", **options)


def plain(result: InteractionResult) -> str:
    return words(result).replace("\\", "")


async def test_two_parties_play_in_a_channel_and_in_a_thread_of_it(scene: Scene) -> None:
    scene.env.backend.create_thread(scene.channel.id, "the moles", scene.bert.id)
    (thread,) = scene.channel.threads
    made = await party(
        scene.master,
        scene.channel,
        "create",
        name="The Lantern Company",
        members="Brega, Tam",
        place="LEXI-1/1",
    )
    assert not made.ephemeral
    assert "The Lantern Company sets out at LEXI-1/1: Brega, Tam." in plain(made)
    await party(scene.master, thread, "create", name="Moles", members="Odo")
    await party(scene.master, scene.channel, "move", place="LEXI-1/12", turns=3, light="torch")
    await party(scene.master, thread, "move", turns=10, light="lantern")

    lanterns = await party(scene.ann, scene.channel, "show")
    assert lanterns.ephemeral
    told = plain(lanterns)
    assert "At: LEXI-1/12" in told
    assert "Clock: turn 3, 30 minutes since they set out" in told
    assert "Light: torch, 6 turns left" in told
    assert "Known: LEXI-1/1, LEXI-1/12" in told
    assert f"<#{scene.channel.id}>" in told
    moles = plain(await party(scene.ann, thread, "show"))
    assert "turn 10, 1 hour 40 minutes" in moles
    assert "lantern, 24 turns left" in moles
    assert "Moles" in plain(await party(scene.ann, scene.channel, "show", party="moles"))


async def test_players_lead_their_own_party_where_they_may_explore(scene: Scene) -> None:
    await party(scene.master, scene.channel, "create", name="Lanterns", members="Brega, Tam")
    waiting = await party(scene.ann, scene.channel, "move", turns=1)
    assert "game masters move the parties" in words(waiting)
    await scene.master.slash(scene.channel, "campaign settings", players_explore=True)
    not_in_it = await party(scene.ann, scene.channel, "move", turns=1)
    assert "that a character of theirs is in" in words(not_in_it)

    joined = await party(scene.ann, scene.channel, "join", character="brega")
    assert "Brega of Lanterns has a player." in plain(joined)
    taken = await party(scene.bert, scene.channel, "join", character="Brega")
    assert "Somebody else plays" in words(taken)
    other = await party(scene.bert, scene.channel, "join", character="Ysolde", player=scene.ann)
    assert ONLY_MASTERS in words(other)
    moved = await party(scene.ann, scene.channel, "move", place="LEXI-1/2", turns=2)
    assert not moved.ephemeral
    assert "Lanterns goes to LEXI-1/2; 2 turns pass, and it is turn 2." in plain(moved)
    ordered = await party(scene.ann, scene.channel, "order", rows="tam / brega", caller="Tam")
    assert "Lanterns marches: Tam / Brega. Tam speaks for Lanterns." in plain(ordered)
    assert "is not yours" in words(await party(scene.ann, scene.channel, "leave", character="Tam"))
    assert "that a character of theirs is in" in words(
        await party(scene.bert, scene.channel, "order", caller="Brega")
    )
    for verb, options in (("create", {"name": "x"}), ("retire", {})):
        assert ONLY_MASTERS in words(await party(scene.ann, scene.channel, verb, **options))
    history = plain(await scene.bert.slash(scene.channel, "history show"))
    assert "Lanterns goes to LEXI-1/2" in history


async def test_a_master_hands_out_characters_and_retires_a_party(scene: Scene) -> None:
    await party(scene.master, scene.channel, "create", name="Lanterns")
    await party(scene.master, scene.channel, "join", character="Ysolde", player=scene.bert)
    await party(scene.bert, scene.channel, "leave", character="ysolde")
    await party(scene.master, scene.channel, "retire")
    assert "Lanterns" in plain(await party(scene.bert, scene.channel, "show"))
    assert "retired" in plain(await party(scene.bert, scene.channel, "show"))
    assert "no party yet" in words(await party(scene.master, scene.channel, "move", turns=1))
    back = await party(scene.master, scene.channel, "retire", party="lanterns", back=True)
    assert "Lanterns is played again." in plain(back)


async def test_an_undo_takes_a_party_back_to_where_it_was(scene: Scene) -> None:
    await party(scene.master, scene.channel, "create", name="Lanterns", place="LEXI-1/1")
    before = words(await party(scene.ann, scene.channel, "show"))
    await party(scene.master, scene.channel, "move", place="LEXI-1/9", turns=5, light="torch")
    assert words(await party(scene.ann, scene.channel, "show")) != before
    await scene.master.slash(scene.channel, "undo")
    await scene.restart()
    assert words(await party(scene.ann, scene.channel, "show")) == before


async def test_ugly_names_are_words_and_names_that_look_alike_are_one(scene: Scene) -> None:
    made = await party(scene.master, scene.channel, "create", name=UGLY, members=UGLY, place=UGLY)
    assert "\\@everyone" in words(made)
    shown = words(await party(scene.ann, scene.channel, "show"))
    assert "@everyone" not in shown.replace("\\@everyone", "")
    same = await party(scene.master, scene.channel, "create", name=f" {UGLY.upper()}\u200b")
    assert "in this list already" in words(same)
    assert same.ephemeral
    choices = await scene.ann.autocomplete(scene.channel, "party show", "party", "EVERYONE")
    assert [choice["value"] for choice in choices] == [UGLY]


async def test_a_channel_of_another_campaign_or_of_another_party_is_refused(scene: Scene) -> None:
    other = scene.guild.create_text_channel("elsewhere")
    await party(scene.master, scene.channel, "create", name="Lanterns")
    refused = await party(scene.master, scene.channel, "create", name="Moles", channel=other)
    assert "not one of this campaign's" in words(refused)
    refused = await party(scene.master, scene.channel, "create", name="Moles", channel=scene.channel)
    assert "Lanterns is played there" in plain(refused)
    assert "There is no party yet" in words(
        await party(scene.ann, other, "show")
    ) or "Nothing has been kept" in (words(await party(scene.ann, other, "show")))


async def test_many_parties_have_pages(scene: Scene) -> None:
    for number in range(1, 13):
        await party(scene.master, scene.channel, "create", name=f"Party no {number}")
    await party(scene.master, scene.channel, "retire", party="Party no 1")
    listed = await party(scene.ann, scene.channel, "show")
    assert buttons(listed) == ["More"]
    assert listed.response is not None
    await scene.ann.click(listed.response.message, label="More")
    assert "Party no 1** · turn 0 · retired" in plain(listed)
    assert buttons(listed) == ["Back"]
