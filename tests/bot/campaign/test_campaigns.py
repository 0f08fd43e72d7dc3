"""Campaigns that people make: names, channels, game masters and settings, and what /undo restores of them."""

from __future__ import annotations

import asyncio

import pytest

from bot.campaign import Audience, audit, campaign_of, record
from bot.campaign.about import about
from bot.campaign.changes import rebuilt, standing
from bot.campaign.choosing import choose, completed, edition_kinds, is_open
from bot.campaign.errors import DocumentRefused, NameTaken, NotHere
from bot.campaign.founding import Room, bind, campaigns_of, choose_creators, create, creators_role
from bot.campaign.here import Settings, Visitor, here
from bot.campaign.masters import Candidate, dismiss_master, masters_of, name_master
from bot.campaign.undo import undo
from bot.replies.campaigns import KINDS
from tables.errors import OptionError, Refusal
from tests.bot.campaign.conftest import AYA, BEN, CAT, CHANNEL, GUILD, OTHER_CHANNEL

THIRD_CHANNEL, ROLE = 7_003, 8_001


@pytest.fixture
def of(new):
    return lambda **given: new(**{"document": {}, "text": "", "guild_name": "The Forge", **given})


async def names(store, guild=GUILD) -> dict[str, tuple[str, tuple[int, ...]]]:
    every = await store.read(campaigns_of, guild)
    return {each.slug: (each.name, each.channels) for each in every}


async def settings_of(store, channel=CHANNEL) -> Settings:
    return (await store.read(here, channel, Visitor(AYA), 0)).settings


async def is_master(store, user, *, manages=False, roles=(), channel=CHANNEL) -> bool:
    return (await store.read(here, channel, Visitor(user, frozenset(roles), manages=manages), 0)).game_master


async def check(store, campaign=1) -> None:
    assert await store.read(standing, campaign) == await store.read(rebuilt, campaign)
    assert (await store.read(audit, campaign)).fault is None


async def test_a_campaign_made_quietly_is_named_and_loses_nothing(store, of, new):
    rolled = await store.write(record, new())
    assert await names(store) == {f"channel-{CHANNEL}": (f"channel-{CHANNEL}", (CHANNEL,))}

    made = await store.write(create, of(), "  The  Prisoner\u200b's Forge ")

    assert await names(store) == {"the-prisoner-s-forge": ("The Prisoner's Forge", (CHANNEL,))}
    assert made.recorded.event.campaign_id == rolled.event.campaign_id
    assert "what was rolled here before belongs to it" in made.text
    with pytest.raises(NameTaken, match="belongs to “The Prisoner's Forge” already"):
        await store.write(create, of(), "Another")
    await check(store)


async def test_the_same_interaction_names_once(store, of):
    request = of()
    first = await store.write(create, request, "Forge")
    again = await store.write(create, request, "Forge")
    assert again.recorded.event == first.recorded.event
    assert not again.recorded.fresh


@pytest.mark.parametrize("name", ["ägir", "A\u0308GIR", " Ägir\u200b ", "ÄＧＩＲ"])
async def test_names_are_unique_on_a_server_however_written(store, of, name):
    await store.write(create, of(), "Ägir")
    with pytest.raises(NameTaken, match="There is “Ägir” on this server already"):
        await store.write(create, of(channel_id=OTHER_CHANNEL), name)
    assert await store.read(campaign_of, OTHER_CHANNEL) is None
    await store.write(create, of(channel_id=OTHER_CHANNEL, guild_id=GUILD + 1), name)


async def test_slugs_come_from_names_and_are_unique(store, of):
    for number, name in enumerate(["The Forge!", "The Forge?", "月", "!!!", "-", "Ägir & Söhne", "x" * 80]):
        await store.write(create, of(channel_id=CHANNEL + number), name)
    slugs = {name: slug for slug, (name, _) in (await names(store)).items()}
    assert slugs == {
        "The Forge!": "the-forge",
        "The Forge?": "the-forge-2",
        "月": "月",
        "!!!": "campaign",
        "-": "campaign-2",
        "Ägir & Söhne": "agir-sohne",
        "x" * 80: "x" * 60,
    }


@pytest.mark.parametrize(
    ("name", "refusal"),
    [("\u200b \u2060", DocumentRefused), ("x" * 81, DocumentRefused), ("Channel-7001", NameTaken)],
)
async def test_what_is_no_name_is_refused_and_makes_nothing(store, of, name, refusal):
    with pytest.raises(refusal):
        await store.write(create, of(), name)
    assert await names(store) == {}


async def test_one_of_many_at_once_gets_the_name(store, of):
    found = await asyncio.gather(
        *(store.write(create, of(channel_id=CHANNEL + number), "Forge") for number in range(8)),
        return_exceptions=True,
    )
    assert sum(isinstance(each, NameTaken) for each in found) == 7
    assert [name for name, _ in (await names(store)).values()] == ["Forge"]


async def test_a_channel_joins_another_campaign_and_what_was_rolled_stays(store, of, new):
    await store.write(create, of(), "Forge")
    await store.write(record, new(channel_id=OTHER_CHANNEL))
    request = of(channel_id=CHANNEL, audience=Audience.SHARED)

    bound = await store.write(bind, request, Room(OTHER_CHANNEL, "cellar"), "forge")

    assert bound.text == (
        "#cellar belongs to “Forge” now. What was rolled there before stays with "
        f"the campaign that it had of its own (channel-{OTHER_CHANNEL})."
    )
    assert await names(store) == {
        "forge": ("Forge", (CHANNEL, OTHER_CHANNEL)),
        f"channel-{OTHER_CHANNEL}": (f"channel-{OTHER_CHANNEL}", ()),
    }
    later = await store.write(record, new(channel_id=OTHER_CHANNEL))
    assert later.event.campaign_id == 1
    for campaign in (1, 2):
        await check(store, campaign)
    again = await store.write(bind, request, Room(OTHER_CHANNEL, "cellar"), "forge")
    assert again.recorded.event == bound.recorded.event

    with pytest.raises(Refusal, match="#cellar belongs to “Forge” already"):
        await store.write(bind, of(), Room(OTHER_CHANNEL, "cellar"), "FORGE")
    await store.write(bind, of(), Room(OTHER_CHANNEL, "cellar"), f"channel-{OTHER_CHANNEL}")
    assert await store.read(campaign_of, OTHER_CHANNEL) == 2
    await store.write(bind, request, Room(OTHER_CHANNEL, "cellar"), "forge")  # delivered late once more
    assert await store.read(campaign_of, OTHER_CHANNEL) == 2
    for campaign in (1, 2):
        await check(store, campaign)


async def test_a_channel_without_a_campaign_joins_one_and_other_servers_are_out_of_reach(store, of):
    await store.write(create, of(), "Forge")
    request = of()
    bound = await store.write(bind, request, Room(THIRD_CHANNEL, "attic"), "forge")
    assert bound.text == "#attic belongs to “Forge” now."
    await store.write(create, of(channel_id=OTHER_CHANNEL), "Mill")
    await store.write(bind, of(), Room(THIRD_CHANNEL, "attic"), "mill")
    late = await store.write(bind, request, Room(THIRD_CHANNEL, "attic"), "forge")
    assert late.recorded.event == bound.recorded.event
    assert await store.read(campaign_of, THIRD_CHANNEL) == 2
    with pytest.raises(NotHere, match="no campaign of that name on this server"):
        await store.write(bind, of(guild_id=GUILD + 1), Room(9_999, "theirs"), "forge")
    assert await store.read(campaign_of, 9_999) is None


async def test_two_campaigns_exchange_their_channels_at_once(store, of):
    await store.write(create, of(), "One")
    await store.write(create, of(channel_id=OTHER_CHANNEL), "Two")
    for _ in range(5):
        await asyncio.gather(
            store.write(bind, of(), Room(CHANNEL, "a"), "two"),
            store.write(bind, of(), Room(OTHER_CHANNEL, "b"), "one"),
        )
        await asyncio.gather(
            store.write(bind, of(), Room(CHANNEL, "a"), "one"),
            store.write(bind, of(), Room(OTHER_CHANNEL, "b"), "two"),
        )
    assert await names(store) == {"one": ("One", (CHANNEL,)), "two": ("Two", (OTHER_CHANNEL,))}
    for campaign in (1, 2):
        await check(store, campaign)


async def test_until_masters_are_named_discord_says_who_is_one_and_again_after_the_last(store, of):
    assert await is_master(store, BEN, manages=True)

    first = await store.write(name_master, of(), Candidate(AYA, "Aya"))
    assert "Aya" not in first.text
    assert "From now on only those who are named" in first.text
    assert await is_master(store, AYA)
    assert not await is_master(store, BEN, manages=True)
    named = await store.write(name_master, of(), Candidate(ROLE, "Masters", is_role=True))
    assert named.text == "The role “Masters” is a game master of this campaign now."
    assert await is_master(store, CAT, roles=[ROLE])
    with pytest.raises(NotHere, match="already"):
        await store.write(name_master, of(), Candidate(ROLE, "Masters", is_role=True))

    await store.write(dismiss_master, of(), Candidate(AYA, "Aya"))
    assert not await is_master(store, AYA)
    last = await store.write(dismiss_master, of(), Candidate(ROLE, "Masters", is_role=True))
    assert "whoever may manage the server is a game master again" in last.text
    assert await is_master(store, BEN, manages=True)
    with pytest.raises(NotHere, match="no game master whom this campaign has named"):
        await store.write(dismiss_master, of(), Candidate(AYA, "Aya"))
    await check(store)


async def test_undo_restores_who_was_a_master(store, of):
    await store.write(name_master, of(), Candidate(AYA, "Aya"))
    await store.write(name_master, of(), Candidate(BEN, "Ben"))
    before = await store.read(standing, 1)
    await store.write(dismiss_master, of(), Candidate(BEN, "Ben"))
    await store.write(undo, of())
    assert await store.read(standing, 1) == before
    assert [each.user_id for each in await store.read(masters_of, 1)] == [AYA, BEN]
    await store.write(undo, of())
    assert [each.user_id for each in await store.read(masters_of, 1)] == [AYA]
    await check(store)


async def test_settings_are_chosen_one_by_one_and_taken_back(store, of):
    await store.write(choose, of(), {"editions": {"room": "osric"}}, "Rooms.")
    await store.write(choose, of(), {"editions": {"door": "osric"}, "seen": "masters"}, "More.")
    await store.write(choose, of(), {"masters_channel": THIRD_CHANNEL, "secrets": "channel"}, "Channel.")
    full = await settings_of(store)
    assert full == Settings(
        seen="masters",
        secrets="channel",
        masters_channel=THIRD_CHANNEL,
        editions={"room": "osric", "door": "osric"},
    )
    await store.write(
        choose, of(), {"editions": {"room": "", "door": ""}, "seen": "everyone", "secrets": "both"}, "x"
    )
    await store.write(choose, of(), {"masters_channel": None}, "None.")
    assert await settings_of(store) == Settings()
    assert await store.read(standing, 1) == {}
    await store.write(undo, of())
    await store.write(undo, of())
    assert await settings_of(store) == full
    for _ in range(3):
        await store.write(undo, of())
    assert await store.read(standing, 1) == {}
    await check(store)


@pytest.mark.parametrize(
    "chosen",
    [
        {"seen": "nobody"},
        {"secrets": "moon"},
        {"scheme": "bxx"},
        {"checks": "x"},
        {"editions": {"room": "5e"}},
        {"editions": {"moon": "osric"}},
    ],
)
async def test_what_cannot_be_chosen_is_refused(store, of, chosen):
    with pytest.raises(OptionError, match="Pick one of the choices"):
        await store.write(choose, of(), chosen, "x")
    assert await names(store) == {}


async def test_the_masters_channel_is_not_where_the_campaign_is_played(store, of):
    await store.write(create, of(), "Forge")
    with pytest.raises(NotHere, match="where this campaign is played"):
        await store.write(choose, of(), {"masters_channel": CHANNEL}, "x")
    with pytest.raises(NotHere, match="where this campaign is played"):  # a thread in the open
        await store.write(choose, of(), {"masters_channel": 7_901}, "x", CHANNEL)
    with pytest.raises(Refusal, match="nothing was changed"):
        await store.write(choose, of(), {"seen": "everyone"}, "x")
    await store.write(choose, of(), {"masters_channel": THIRD_CHANNEL}, "x")
    with pytest.raises(Refusal, match="read its secrets"):
        await store.write(bind, of(), Room(THIRD_CHANNEL, "den"), "forge")
    assert await store.read(campaign_of, THIRD_CHANNEL) is None


async def test_a_server_chooses_who_makes_campaigns(store, of):
    assert await store.read(creators_role, GUILD) is None
    told = await store.write(choose_creators, of(), Room(ROLE, "Storytellers"))
    assert "the role “Storytellers”" in told.text
    assert await store.read(creators_role, GUILD) == ROLE
    known = await store.read(about, GUILD, 1)
    assert (known.creators, known.masters, known.others) == (ROLE, (), ())
    await store.write(choose_creators, of(), None)
    assert await store.read(creators_role, GUILD) is None


def test_what_a_roll_leaves_open_is_as_the_campaign_chose_it_where_the_roll_has_that():
    settings = Settings(editions={"room": "osric"}, scheme="points", checks="bx")
    assert completed("room.size", {"level": 2}, settings) == {"level": 2, "edition": "osric"}
    assert completed("room.size", {"edition": "appendix-a"}, settings) == {"edition": "appendix-a"}
    assert completed("door.beyond", {}, settings) == {"edition": "appendix-a"}
    assert completed("room.contents", {}, settings) == {"scheme": "points"}
    assert completed("treasure.cache", {}, settings) == {"scheme": "odnd"}
    assert completed("corridor.wandering", {}, settings) == {"rules": "bx"}
    thrice = {"name": "room.size", "times": 3}
    assert completed("several", thrice, settings) == {**thrice, "edition": "osric"}
    assert completed("several", {"name": "room.contents"}, settings)["scheme"] == "points"
    assert completed("several", {"name": "door.second"}, settings) == {"name": "door.second"}
    assert completed("chamber.roll", {"level": 3}, settings) == {"level": 3}
    assert completed("dice", {"dice": "d6"}, settings) == {"dice": "d6"}
    assert is_open("room.size", {})
    assert not is_open("room.size", {"edition": "osric"})
    assert not is_open("dice", {"dice": "d6"})


def test_every_kind_of_roll_with_editions_has_a_name_for_people():
    assert tuple(KINDS) == edition_kinds()
