"""Campaigns as the people of a server make them: names, channels, game masters, choices and secrets."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import discord
import pytest
from simcord.backend.errors import OptionError
from simcord.backend.models import Overwrite

from bot.campaign import Reader, by_reference
from bot.campaign.here import Visitor, here
from tests.scenes import buttons, words

if TYPE_CHECKING:
    from simcord import ChannelHandle, InteractionResult, MemberActor

    from tests.scenes import Scene

SECRET_DOOR = "2,1"
WHOLE_WALL = "a blank wall with a secret door in it on the left"
HIDDEN = discord.PermissionOverwrite(view_channel=False)
SHOWN = discord.PermissionOverwrite(view_channel=True, send_messages=True)


def den_of(scene: Scene, name: str = "den") -> ChannelHandle:
    """A channel that the game masters see, and the bot."""
    everyone, masters = scene.guild.roles["@everyone"], scene.guild.roles["Masters"]
    bot = scene.env.bot.user
    assert bot is not None
    return scene.guild.create_text_channel(name, overwrites={everyone: HIDDEN, masters: SHOWN, bot: SHOWN})


def close(scene: Scene, channel: ChannelHandle) -> None:
    """Take the bot's permission to write away."""
    assert scene.env.bot.user is not None
    denied = discord.Permissions(send_messages=True).value
    scene.env.backend.set_overwrite(channel.id, Overwrite(scene.env.bot.user.id, 1, allow=1024, deny=denied))


def told_in(channel: ChannelHandle) -> list[str]:
    return [
        words(SimpleNamespace(components=[part.to_dict() for part in message.components]))
        for message in channel.history()
    ]


def reference(result: InteractionResult) -> str:
    return re.findall(r"#([a-z0-9]{4,16})\b", words(result))[-1]


async def settings(scene: Scene, who: MemberActor, **options: Any) -> InteractionResult:
    return await who.slash(scene.channel, "campaign settings", **options)


async def create(who: MemberActor, place: ChannelHandle, name: str) -> InteractionResult:
    return await who.slash(place, "campaign create", name=name)


async def test_a_quiet_campaign_is_named_and_shown(scene: Scene) -> None:
    await scene.ann.slash(scene.channel, "roll", dice="d20", faces="7")
    shown = words(await scene.ann.slash(scene.channel, "campaign show"))
    assert "A campaign without a name" in shown
    assert "/campaign create" in shown

    named = await create(scene.master, scene.channel, "The Forge")

    assert named.ephemeral
    assert "what was rolled here before belongs to it" in words(named)
    shown = words(await scene.ann.slash(scene.channel, "campaign show"))
    assert shown.startswith("**The Forge**")
    assert f"<#{scene.channel.id}>" in shown
    assert "whoever may manage this server" in shown
    assert "Secrets are told" not in shown
    assert "Secrets are told" in words(await scene.master.slash(scene.channel, "campaign show"))
    assert "d20 = 7" in words(await scene.bert.slash(scene.channel, "history show"))
    refused = words(await create(scene.master, scene.channel, "Another"))
    assert "belongs to “The Forge” already" in refused
    assert "/campaign bind" in refused


async def test_a_campaign_is_named_anew(scene: Scene) -> None:
    cellar = scene.guild.create_text_channel("cellar")
    assert "no name yet" in words(await scene.master.slash(scene.channel, "campaign rename", name="Forge"))
    await create(scene.master, scene.channel, "The Forge")
    await create(scene.master, cellar, "The Cellar")
    assert "Manage Server" in words(await scene.ann.slash(scene.channel, "campaign rename", name="Mine"))
    taken = words(await scene.master.slash(scene.channel, "campaign rename", name="THE  CELLAR"))
    assert "on this server already" in taken
    again = words(await scene.master.slash(scene.channel, "campaign rename", name="The Forge"))
    assert "called “The Forge” already" in again

    done = await scene.master.slash(scene.channel, "campaign rename", name="the forge")
    done = await scene.master.slash(scene.channel, "campaign rename", name="The Mill")

    assert "“the forge” is called “The Mill” now" in words(done)
    assert words(await scene.ann.slash(scene.channel, "campaign show")).startswith("**The Mill**")
    choices = await scene.master.autocomplete(cellar, "campaign bind", "campaign", "mill")
    assert [choice["value"] for choice in choices] == ["the-mill"]
    await create(scene.master, scene.guild.create_text_channel("old"), "The Forge")


@pytest.mark.parametrize(
    "name", ["**@everyone** <@1> [x](https://e.org)", "\u202eThe Forge\u202c", "月 🐉", "x" * 80]
)
async def test_ugly_names_stand_letter_by_letter(scene: Scene, name: str) -> None:
    await create(scene.master, scene.channel, name)
    shown = await scene.ann.slash(scene.channel, "campaign show")
    assert "\u202e" not in words(shown)
    assert "@everyone" not in words(shown).replace("\\@everyone", "")
    assert "<@1>" not in words(shown)
    elsewhere = scene.guild.create_text_channel("mill")
    refused = await create(scene.master, elsewhere, name.upper())
    assert "on this server already" in words(refused)
    assert "without a name" in words(await scene.ann.slash(elsewhere, "campaign show"))


async def test_only_discords_authority_or_a_chosen_role_makes_campaigns(scene: Scene) -> None:
    tellers = scene.guild.create_role("Tellers")
    cleo = scene.guild.add_member(scene.env.create_user("cleo"), roles=[tellers])
    assert "Manage Server" in words(await create(cleo, scene.channel, "Mine"))
    assert "who may Manage Server" in words(await settings(scene, cleo, creators=tellers))
    assert "everybody could" in words(
        await settings(scene, scene.master, creators=scene.guild.roles["@everyone"])
    )
    assert "the role “Tellers”" in words(await settings(scene, scene.master, creators=tellers))

    made = await create(cleo, scene.channel, "Mine")

    assert "“Mine”" in words(made)
    assert "game masters" in words(await settings(scene, cleo, seen="masters"))  # a maker is no game master
    assert "alone" in words(await settings(scene, scene.master, creators=tellers, seen="masters"))
    await settings(scene, scene.master, reset="creators")
    cellar = scene.guild.create_text_channel("cellar")
    assert "Manage Server" in words(await create(cleo, cellar, "Cellar"))


async def test_two_campaigns_with_masters_of_their_own(scene: Scene) -> None:
    cellar = scene.guild.create_text_channel("cellar")
    await create(scene.master, scene.channel, "Forge")
    await create(scene.master, cellar, "Cellar")
    await scene.master.slash(scene.channel, "campaign masters", action="add", who=scene.ann)
    named = await scene.master.slash(cellar, "campaign masters", action="add", who=scene.bert)
    assert "bert" in words(named)
    assert "You are not named" in words(named)

    for channel, its, other in ((scene.channel, scene.ann, scene.bert), (cellar, scene.bert, scene.ann)):
        by_player = await other.slash(channel, "roll", dice="d20", faces="13", seen="masters")
        number = reference(by_player)
        assert f"#{number}" in words(await its.slash(channel, "history show"))
        assert f"#{number}" not in words(await other.slash(channel, "history show"))
        # The server's owner is only a player here.
        assert f"#{number}" not in words(await scene.master.slash(channel, "history show"))
        assert "game masters" in words(await other.slash(channel, "campaign settings"))
    shown = words(await scene.master.slash(cellar, "campaign show"))
    assert f"<@{scene.bert.id}>" in shown
    assert f"<@{scene.ann.id}>" not in shown
    assert "Forge: <#" in shown
    assert "Forge" not in words(await scene.ann.slash(cellar, "campaign show"))


async def test_who_manages_the_server_may_only_name_himself_and_the_masters_see_it(scene: Scene) -> None:
    den = den_of(scene)
    await scene.master.slash(scene.channel, "campaign masters", action="add", who=scene.ann)
    await settings(scene, scene.ann, masters_channel=scene.guild.create_text_channel("open-den"))
    await settings(scene, scene.ann, reset="masters_channel")
    secret = await scene.master.slash(scene.channel, "campaign masters", action="add", who=scene.bert)
    assert "name yourself first" in words(secret)
    assert "name yourself" in words(
        await scene.master.slash(scene.channel, "campaign masters", action="remove", who=scene.ann)
    )
    assert "Only the campaign's game masters" in words(
        await scene.bert.slash(scene.channel, "campaign masters", action="add", who=scene.bert)
    )

    named = await scene.master.slash(scene.channel, "campaign masters", action="add", who=scene.master)

    number = reference(named)
    assert number in words(await scene.ann.slash(scene.channel, "history show"))
    assert number not in words(await scene.bert.slash(scene.channel, "history show"))
    await settings(scene, scene.master, masters_channel=den)
    await scene.master.slash(scene.channel, "campaign masters", action="remove", who=scene.master)
    await scene.master.slash(scene.channel, "campaign masters", action="add", who=scene.master)
    (message,) = told_in(den)
    assert "mora" in message
    removed = await scene.ann.slash(scene.channel, "campaign masters", action="remove", who=scene.ann)
    assert "You are not named" in words(removed)
    assert den.history()[-1].mentions == []


async def test_a_bot_is_no_master_and_a_role_is(scene: Scene) -> None:
    robot = scene.guild.add_member(scene.env.create_user("robot", bot=True))
    refused = await scene.master.slash(scene.channel, "campaign masters", action="add", who=robot)
    assert "A bot cannot" in words(refused)
    knights = scene.guild.create_role("**Knights** @everyone")
    cleo = scene.guild.add_member(scene.env.create_user("cleo"), roles=[knights])
    await scene.master.slash(scene.channel, "campaign masters", action="add", who=knights)
    assert "settings" in words(await settings(scene, cleo))
    assert f"<@&{knights.id}>" in words(await scene.bert.slash(scene.channel, "campaign show"))


async def test_a_channel_joins_with_its_threads_and_keeps_what_it_rolled(scene: Scene) -> None:
    cellar, forum = scene.guild.create_text_channel("cellar"), scene.guild.create_forum_channel("tales")
    await create(scene.master, scene.channel, "Forge")
    await scene.ann.slash(cellar, "roll", dice="d20", faces="3", note="before")
    scene.env.backend.create_thread(cellar.id, "stairs", scene.ann.id)
    (thread,) = cellar.threads
    scene.env.backend.create_thread(forum.id, "a post", scene.ann.id)
    (post,) = forum.threads

    choices = await scene.master.autocomplete(thread, "campaign bind", "campaign", "for")
    assert [choice["value"] for choice in choices] == ["forge"]
    assert await scene.ann.autocomplete(thread, "campaign bind", "campaign", "") == []
    bound = await scene.master.slash(thread, "campaign bind", campaign="forge")
    assert "stays with" in words(bound)
    assert "bind the channel back" in words(bound)
    await scene.master.slash(scene.channel, "campaign bind", campaign=" FORGE ", channel=forum)

    for place, face in ((cellar, "17"), (thread, "18"), (post, "19")):
        await scene.ann.slash(place, "roll", dice="d20", faces=face)
    told = words(await scene.bert.slash(scene.channel, "history show"))
    assert all(f"d20 = {face}" in told for face in ("17", "18", "19"))
    assert "before" not in told
    shown = words(await scene.bert.slash(post, "campaign show"))
    assert all(f"<#{place.id}>" in shown for place in (scene.channel, cellar, forum))

    listed = words(await scene.master.slash(cellar, "campaign show"))
    assert f"channel\\-{cellar.id}: no channel" in listed
    back = await scene.master.slash(cellar, "campaign bind", campaign=f"channel-{cellar.id}")
    assert "stays with “Forge”" in words(back)
    assert "before" in words(await scene.bert.slash(thread, "history show"))
    assert "Manage Server" in words(await scene.ann.slash(cellar, "campaign bind", campaign="forge"))
    assert "no campaign of that name" in words(
        await scene.master.slash(cellar, "campaign bind", campaign="**@everyone**")
    )


async def test_channels_that_somebody_cannot_see_are_not_listed(scene: Scene) -> None:
    den = den_of(scene)
    await create(scene.master, scene.channel, "Forge")
    await scene.master.slash(den, "campaign bind", campaign="forge")
    assert f"<#{den.id}>" in words(await scene.master.slash(scene.channel, "campaign show"))
    shown = words(await scene.ann.slash(scene.channel, "campaign show"))
    assert f"Channels: <#{scene.channel.id}>\n" in shown

    quiet = den_of(scene, "crypt")
    await scene.master.slash(quiet, "roll", dice="d6")
    tellers = scene.guild.create_role("Tellers")
    await settings(scene, scene.master, creators=tellers)
    cleo = scene.guild.add_member(scene.env.create_user("cleo"), roles=[tellers])
    choices = await cleo.autocomplete(scene.channel, "campaign bind", "campaign", "")
    assert [choice["name"] for choice in choices] == ["Forge", f"without a name (channel-{quiet.id})"]
    listed = words(await cleo.slash(scene.channel, "campaign show"))
    assert "channels that you cannot see" in listed
    assert f"<#{quiet.id}>" not in listed
    choices = await scene.master.autocomplete(scene.channel, "campaign bind", "campaign", "crypt")
    assert [choice["name"] for choice in choices] == ["without a name, begun in #crypt"]


async def test_settings_are_chosen_shown_and_taken_back(scene: Scene) -> None:
    first = words(await settings(scene, scene.master))
    chosen = await settings(
        scene, scene.master, rooms="osric", scheme="bx", seen="shared", players_explore=True
    )
    assert "rooms by OSRIC" in words(chosen)
    full = words(await settings(scene, scene.master))
    assert "Rooms: OSRIC" in full
    assert "the roller and the game masters" in full
    again = await settings(scene, scene.master, rooms="osric")
    assert "chosen already" in words(again)
    await settings(scene, scene.master, reset="rooms")
    assert "Rooms: OSRIC" not in words(await settings(scene, scene.master))
    assert "at once" in words(await settings(scene, scene.master, reset="rooms", rooms="osric"))
    for name in ("scheme", "seen", "players_explore"):
        await settings(scene, scene.master, reset=name)
    assert words(await settings(scene, scene.master)) == first


async def test_what_is_chosen_is_rolled_told_and_goes_on(scene: Scene) -> None:
    for edition in ("osric", "appendix-a"):
        cases = {
            "room size": "rooms",
            "door beyond": "doors",
            "corridor stairs": "corridors",
            "treasure hoard": "hoards",
        }
        await settings(scene, scene.master, **dict.fromkeys(cases.values(), edition))
        for command in cases:
            given = {"type": "B"} if command == "treasure hoard" else {}
            rolled = await scene.ann.slash(scene.channel, command, **given)
            kept = await _options_of(scene, reference(rolled))
            assert kept["edition"] == edition, command
            assert rolled.response is not None
            await settings(scene, scene.master, reset="rooms")  # rolling again does the same nevertheless
            again = await scene.ann.click(rolled.response.message, label="Roll again")
            assert (await _options_of(scene, reference(again)))["edition"] == edition
            await settings(scene, scene.master, rooms=edition)
    await settings(scene, scene.master, scheme="arneson")
    contents = await scene.ann.slash(scene.channel, "room contents")
    assert (await _options_of(scene, reference(contents)))["scheme"] == "arneson"
    room = await scene.ann.slash(scene.channel, "encounter room", occupied=True)
    assert (await _options_of(scene, reference(room)))["scheme"] == "arneson"
    said = await scene.ann.slash(scene.channel, "encounter room", scheme="points")
    assert (await _options_of(scene, reference(said)))["scheme"] == "points"
    cache = await scene.ann.slash(scene.channel, "treasure cache")
    assert (await _options_of(scene, reference(cache)))["scheme"] == "odnd"
    by_name = await scene.ann.slash(scene.channel, "table roll", name="room.contents")
    assert (await _options_of(scene, reference(by_name)))["scheme"] == "arneson"
    twice = await scene.ann.slash(scene.channel, "table roll", name="room.contents", times=2)
    assert (await _options_of(scene, reference(twice)))["scheme"] == "arneson"
    pressed = await scene.ann.click(contents.response.message, label=buttons(contents)[-1])  # type: ignore[union-attr]
    assert "Something went wrong" not in words(pressed)


async def test_dice_of_the_table_are_counted_by_what_the_campaign_chose(scene: Scene) -> None:
    assert "more dice" in words(await scene.ann.slash(scene.channel, "room contents", faces="6"))  # two d6
    await settings(scene, scene.master, scheme="osric")

    one = await scene.ann.slash(scene.channel, "room contents", faces="16")  # one d20

    assert not one.ephemeral
    assert "a monster with treasure" in words(one)
    two = await scene.ann.slash(scene.channel, "room contents", faces="3,6")
    assert two.ephemeral
    assert "take the rest away" in words(two)
    assert "3,6" not in words(await scene.master.slash(scene.channel, "history show"))


@pytest.mark.parametrize("seen", ["shared", "masters"])
async def test_the_audience_that_a_campaign_chose_holds_where_nobody_says_otherwise(
    scene: Scene, seen: str
) -> None:
    await settings(scene, scene.master, seen=seen)
    rolled = await scene.ann.slash(scene.channel, "roll", dice="d20", faces="13")
    assert rolled.ephemeral
    assert ("Only the game masters can read" in words(rolled)) is (seen == "masters")
    number = reference(rolled)
    assert number not in words(await scene.bert.slash(scene.channel, "history show"))
    assert number in words(await scene.master.slash(scene.channel, "history show"))
    in_the_open = await scene.ann.slash(scene.channel, "roll", dice="d20", faces="13", seen="everyone")
    assert not in_the_open.ephemeral


@pytest.mark.parametrize("where", ["roller", "channel", "both"])
async def test_a_masters_secrets_go_where_the_campaign_chose(scene: Scene, where: str) -> None:
    den = den_of(scene)
    await settings(scene, scene.master, masters_channel=den, secrets=where)
    in_channel, to_roller = where != "roller", where != "channel"

    blind = await scene.master.slash(
        scene.channel, "corridor wall", faces=SECRET_DOOR, seen="masters", note="why"
    )
    assert blind.ephemeral
    assert (WHOLE_WALL in words(blind)) is to_roller
    assert (f"<#{den.id}>" in words(blind)) is not to_roller
    assert blind.followups == []
    assert [WHOLE_WALL in told for told in told_in(den)] == [True] * in_channel
    if in_channel:
        (told,) = told_in(den)
        assert f"mora rolled in <#{scene.channel.id}>" in told
        assert "why" in told
        assert reference(blind) in told
        assert den.history()[-1].mentions == []

    is_open = await scene.master.slash(scene.channel, "corridor wall", faces=SECRET_DOOR)
    assert not is_open.ephemeral
    assert "secret" not in words(is_open)
    assert [WHOLE_WALL in words(each) for each in is_open.followups] == [True] * to_roller
    assert len(told_in(den)) == 2 * in_channel
    plain = await scene.master.slash(scene.channel, "corridor wall", faces="6,3")
    assert plain.followups == []
    assert len(told_in(den)) == 2 * in_channel
    again = await scene.master.click(is_open.response.message, label="Roll again")  # type: ignore[union-attr]
    assert not again.ephemeral


@pytest.mark.parametrize("where", ["roller", "channel", "both"])
async def test_what_a_player_may_not_know_reaches_the_masters_channel(scene: Scene, where: str) -> None:
    den = den_of(scene)
    await scene.ann.slash(scene.channel, "corridor wall", faces=SECRET_DOOR)
    before = await scene.ann.slash(scene.channel, "corridor wall", faces=SECRET_DOOR)
    await settings(scene, scene.master, masters_channel=den, secrets=where)

    is_open = await scene.ann.slash(scene.channel, "corridor wall", faces=SECRET_DOOR)
    blind = await scene.ann.slash(scene.channel, "roll", dice="d20", faces="13", seen="masters")
    shared = await scene.ann.slash(scene.channel, "roll", dice="d20", faces="14", seen="shared")
    await scene.ann.slash(scene.channel, "roll", dice="d20", faces="15")

    first, second, third = told_in(den)
    assert WHOLE_WALL in first
    assert "d20 = 13" in second
    assert "the game masters only" in second
    assert "d20 = 14" in third
    assert words(is_open).replace(reference(is_open), "") == words(before).replace(reference(before), "")
    assert is_open.followups == blind.followups == shared.followups == []
    assert "13" not in words(blind).replace(reference(blind), "")


@pytest.mark.parametrize("gone", [True, False])
@pytest.mark.parametrize("where", ["channel", "both"])
async def test_a_channel_that_cannot_be_written_never_fails_a_roll(
    scene: Scene, where: str, *, gone: bool
) -> None:
    den = den_of(scene)
    await settings(scene, scene.master, masters_channel=den, secrets=where)
    if gone:
        scene.env.backend.delete_channel(den.id)
    else:
        close(scene, den)
    await scene.env.settle()

    blind = await scene.master.slash(scene.channel, "corridor wall", faces=SECRET_DOOR, seen="masters")
    is_open = await scene.master.slash(scene.channel, "corridor wall", faces=SECRET_DOOR)
    by_player = await scene.ann.slash(scene.channel, "corridor wall", faces=SECRET_DOOR)

    why = "is gone" if gone else "may not write"
    (told,) = blind.followups
    assert told.ephemeral
    assert why in words(told)
    assert (WHOLE_WALL in words(told)) is (where == "channel")
    (told,) = is_open.followups
    assert told.ephemeral
    assert WHOLE_WALL in words(told)
    assert why in words(told)
    assert by_player.followups == []
    assert "secret" not in words(by_player)
    whole = words(await scene.master.slash(scene.channel, "history show"))
    assert whole.count(WHOLE_WALL) == 3


async def test_a_message_that_discord_refuses_never_fails_a_roll(scene: Scene) -> None:
    den = den_of(scene)
    await settings(scene, scene.master, masters_channel=den)
    scene.env.inject_error("POST", f"/channels/{den.id}/messages", status=500, times=9)
    blind = await scene.master.slash(scene.channel, "roll", dice="d20", faces="13", seen="masters")
    assert "13" in words(blind)
    (told,) = blind.followups
    assert "did not take it" in words(told)


async def test_the_masters_channel_is_of_this_server_writable_and_not_played_in(scene: Scene) -> None:
    await create(scene.master, scene.channel, "Forge")
    assert "where this campaign is played" in words(
        await settings(scene, scene.master, masters_channel=scene.channel)
    )
    scene.env.backend.create_thread(scene.channel.id, "in the open", scene.ann.id)
    (thread,) = scene.channel.threads
    await scene.env.settle()
    assert "where this campaign is played" in words(
        await settings(scene, scene.master, masters_channel=thread)
    )
    forum = scene.guild.create_forum_channel("tales")
    assert "cannot be written" in words(await settings(scene, scene.master, masters_channel=forum))
    den = den_of(scene)
    close(scene, den)
    await scene.env.settle()
    assert "may not write" in words(await settings(scene, scene.master, masters_channel=den))
    hall = scene.guild.create_text_channel("hall")
    chosen = words(await settings(scene, scene.master, masters_channel=hall))
    assert "Everybody on this server can read that channel" in chosen
    assert "read its secrets" in words(await scene.master.slash(hall, "campaign bind", campaign="forge"))
    category = scene.guild.create_category("rooms")
    with pytest.raises(OptionError, match="only allows channel types"):  # Discord offers none of these
        await scene.master.slash(scene.channel, "campaign bind", campaign="forge", channel=category)


async def test_in_direct_messages_one_is_ones_own_master(scene: Scene) -> None:
    user = scene.ann.user
    assert "begins in this channel" in words(await user.slash("campaign create", name="Alone"))
    assert "Alone" in words(await user.slash("campaign show"))
    assert "rooms by OSRIC" in words(await user.slash("campaign settings", rooms="osric"))
    assert "for servers" in words(await user.slash("campaign bind", campaign="alone"))


async def test_a_restart_changes_nothing(scene: Scene) -> None:
    den = den_of(scene)
    await settings(scene, scene.master, masters_channel=den, rooms="osric")
    await scene.master.slash(scene.channel, "campaign masters", action="add", who=scene.ann)
    await scene.restart()
    await scene.bert.slash(scene.channel, "roll", dice="d20", faces="13", seen="masters")
    assert "d20 = 13" in told_in(den)[-1]
    found = await scene.kit.store.read(here, scene.channel.id, Visitor(scene.ann.id), 0)
    assert found.game_master


async def _options_of(scene: Scene, number: str) -> dict[str, Any]:
    event = await scene.kit.store.read(
        by_reference, scene.channel.id, number, Reader(scene.master.id, game_master=True)
    )
    assert event is not None
    return dict(event.document["options"])
