"""Parties: made, moved, joined, put in order, retired; who may; and all of it taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.campaign import audit, parties, party_finding, party_members
from bot.campaign.changes import rebuilt, standing
from bot.campaign.errors import NameTaken, NotHere, TooMuch
from bot.campaign.parties import Founding, Home, Step
from bot.campaign.party import Light, Member, Party, clock_words, document_of, light_words, party_of
from bot.campaign.party_finding import Which
from bot.campaign.party_members import Player
from bot.campaign.undo import undo
from tables.errors import OptionError, Refusal
from tests.bot.campaign.conftest import AYA, BEN, CHANNEL, OTHER_CHANNEL, THREAD

if TYPE_CHECKING:
    from bot.campaign import Store

HERE = Which("", CHANNEL, CHANNEL)
LANTERNS = Founding(name="The Lantern Company", members="Brega, Tam; Ysolde", place="LEXI-1/1")


async def state(store: Store):
    return await store.read(standing, 1)


async def check(store: Store) -> None:
    """The lists are what the history says, and the history is whole."""
    assert await store.read(standing, 1) == await store.read(rebuilt, 1)
    assert (await store.read(audit, 1)).fault is None


async def party(store: Store, which: Which = HERE) -> Party:
    found = await store.read(party_finding.find, 1, which)
    assert found is not None
    return found.party


@pytest.fixture
def of(new):
    return lambda **given: new(kind="party", document={}, text="", **given)


async def test_a_party_is_made_where_it_is_asked_for(store, of):
    done = await store.write(parties.create, of(), LANTERNS)
    assert done.text == "The Lantern Company sets out at LEXI-1/1: Brega, Tam, Ysolde."
    found = await party(store)
    assert found.channel == CHANNEL
    assert found.known == ("LEXI-1/1",)
    assert [each.character for each in found.members] == ["Brega", "Tam", "Ysolde"]
    assert party_of(document_of(found)) == found
    await check(store)


async def test_each_channel_and_thread_finds_its_own_party(store, of):
    await store.write(parties.create, of(), LANTERNS)
    await store.write(parties.create, of(), Founding(name="Moles", home=Home(THREAD, CHANNEL)))
    await store.write(parties.create, of(), Founding(name="Third"))  # the channel is taken
    assert (await party(store)).name == "The Lantern Company"
    assert (await party(store, Which("", THREAD, CHANNEL))).name == "Moles"
    assert (await party(store, Which("third", CHANNEL, CHANNEL))).channel is None
    assert (await party(store, Which("#2", CHANNEL, CHANNEL))).name == "Moles"
    assert (await party(store, Which("", 5, CHANNEL))).name == "The Lantern Company"  # another thread of it
    assert await store.read(party_finding.find, 1, Which("", 5, 5)) is None
    for founding, says in (
        (Founding(name="x", home=Home(THREAD, CHANNEL)), "Moles is played there"),
        (Founding(name="x", home=Home(OTHER_CHANNEL, OTHER_CHANNEL)), "not one of this campaign's"),
        (Founding(name="x", members="Odo, odo "), "same name"),
    ):
        with pytest.raises(Refusal, match=says):
            await store.write(parties.create, of(), founding)
    with pytest.raises(NameTaken):
        await store.write(parties.create, of(), Founding(name="the LANTERN  company\u200b"))
    with pytest.raises(NotHere, match="name The Lantern Company, Moles or Third"):
        await store.write(parties.move, of(), Which("", 5, 5), Step(turns=1))
    await check(store)


async def test_moving_keeps_place_known_part_clock_and_light(store, of):
    await store.write(parties.create, of(), LANTERNS)
    await store.write(parties.move, of(), HERE, Step(light="Torch"))
    done = await store.write(parties.move, of(), HERE, Step(place="LEXI-1/12", turns=4))
    assert done.text == "The Lantern Company goes to LEXI-1/12; 4 turns pass, and it is turn 4."
    done = await store.write(parties.move, of(), HERE, Step(turns=3))
    assert done.text == (
        "The Lantern Company stays where it is; 3 turns pass, and it is turn 7. The Torch burns down."
    )
    found = await party(store)
    assert found.light is not None
    assert light_words(found.light) == "Torch, burnt down"
    assert clock_words(found.clock) == "turn 7, 1 hour 10 minutes since they set out"
    done = await store.write(
        parties.move, of(), HERE, Step(place="LEXI-1/1", turns=1, light="lantern", burns=30)
    )
    assert done.text == (
        "The Lantern Company goes to LEXI-1/1; 1 turn passes, and it is turn 8. "
        "Light: lantern, 30 turns left."
    )
    assert (await party(store)).known == ("LEXI-1/1", "LEXI-1/12")
    await store.write(parties.move, of(), HERE, Step(light="a glowing sword"))
    await store.write(parties.move, of(), HERE, Step(turns=1_000))
    assert (await party(store)).light == Light("a glowing sword")
    await store.write(parties.move, of(), HERE, Step(light="-"))
    assert (await party(store)).light is None
    await check(store)


@pytest.mark.parametrize(
    "step",
    [Step(), Step(turns=-1), Step(turns=1_001), Step(burns=3), Step(place="LEXI-1/1"), Step(place="x" * 81)],
)
async def test_a_step_that_is_none_changes_nothing(store, of, step):
    await store.write(parties.create, of(), LANTERNS)
    before = await state(store)
    with pytest.raises(Refusal, match=r"Nothing was (changed|saved)"):
        await store.write(parties.move, of(), HERE, step)
    assert await state(store) == before


async def test_the_order_of_march_names_everybody_once(store, of):
    await store.write(parties.create, of(), LANTERNS)
    done = await store.write(parties.put_in_order, of(), HERE, "ysolde / TAM", "brega")
    assert done.text == (
        "The Lantern Company marches: Ysolde / Tam / Brega. Brega speaks for The Lantern Company."
    )
    for rows, caller, says in (
        ("Odo", None, "“Odo” is not in The Lantern Company, which is Brega, Tam, Ysolde"),
        ("Tam, tam", None, "twice"),
        (" / ", None, "rows from the front"),
        (None, "Odo", "“Odo” is not in"),
        (None, None, "rows from the front"),
        ("Ysolde / Tam", None, "so already"),
    ):
        with pytest.raises(Refusal, match=says):
            await store.write(parties.put_in_order, of(), HERE, rows, caller)
    await store.write(party_members.leave, of(), HERE, "Brega")
    found = await party(store)
    assert (found.order, found.caller) == ((("Ysolde",), ("Tam",)), "")
    await store.write(parties.put_in_order, of(), HERE, None, "Tam")
    await store.write(parties.put_in_order, of(), HERE, None, "-")
    assert (await party(store)).caller == ""


async def test_players_lead_the_party_that_they_are_in_and_no_other(store, of):
    await store.write(parties.create, of(), LANTERNS)
    bens = Which("", CHANNEL, CHANNEL, leader=BEN)
    with pytest.raises(Refusal, match="another party's"):
        await store.write(parties.move, of(actor_id=BEN), bens, Step(turns=1))
    joined = await store.write(party_members.join, of(actor_id=BEN), bens, "tam", Player(BEN, "Ben"))
    assert joined.text == "Tam of The Lantern Company has a player."
    await store.write(parties.move, of(actor_id=BEN), bens, Step(turns=1))
    await store.write(parties.put_in_order, of(actor_id=BEN), bens, "Tam", None)

    ayas = Which("", CHANNEL, CHANNEL, leader=AYA)
    with pytest.raises(Refusal, match="Somebody else plays"):
        await store.write(party_members.join, of(), ayas, "Tam", Player(AYA, "Aya"))
    with pytest.raises(Refusal, match="not yours"):
        await store.write(party_members.leave, of(), ayas, "Tam")
    joined = await store.write(party_members.join, of(), ayas, "Odo", Player(AYA, "Aya"))
    assert joined.text == "Odo joins The Lantern Company."
    await store.write(party_members.leave, of(), ayas, "Odo")
    await store.write(party_members.join, of(), HERE, "Tam", Player(AYA, "Aya"))  # a game master may
    found = await party(store)
    assert found.member("TAM") == Member("Tam", 1)
    assert "Aya" not in str(document_of(found))
    await check(store)


async def test_a_party_and_a_campaign_are_not_without_end(store, of):
    many = ", ".join(f"no {number}" for number in range(41))
    with pytest.raises(TooMuch):
        await store.write(parties.create, of(), Founding(name="crowd", members=many))
    await store.write(parties.create, of(), Founding(name="crowd", members=many.rpartition(",")[0]))
    with pytest.raises(TooMuch):
        await store.write(party_members.join, of(), HERE, "one more", Player(AYA, "Aya"))
    with pytest.raises(OptionError):
        await store.write(parties.create, of(), Founding(name="twins", members="a, A"))


async def test_a_retired_party_frees_its_channel_and_comes_back(store, of):
    await store.write(parties.create, of(), LANTERNS)
    await store.write(parties.retire, of(), HERE)
    with pytest.raises(NotHere, match="no party yet"):
        await store.write(parties.move, of(), HERE, Step(turns=1))
    lanterns = Which("the lantern company", CHANNEL, CHANNEL)
    with pytest.raises(Refusal, match="is retired: bring it back"):
        await store.write(parties.move, of(), lanterns, Step(turns=1))
    await store.write(parties.create, of(), Founding(name="Moles"))
    await store.write(parties.retire, of(), lanterns, back=True)
    assert [each.party.channel for each in await store.read(party_finding.all_parties, 1)] == [None, CHANNEL]
    with pytest.raises(Refusal, match="in play"):
        await store.write(parties.retire, of(), lanterns, back=True)
    await check(store)


async def test_every_change_is_taken_back_to_exactly_what_was_before(store, of):
    states = [{}]
    await store.write(parties.create, of(), LANTERNS)
    for operation, given in (
        (parties.move, (HERE, Step(place="LEXI-1/2", turns=2, light="torch"))),
        (parties.put_in_order, (HERE, "Tam / Brega", "Tam")),
        (party_members.join, (HERE, "Odo", Player(BEN, "Ben"))),
        (party_members.leave, (HERE, "Tam")),
        (parties.retire, (HERE,)),
    ):
        states.append(await state(store))
        await store.write(operation, of(), *given)
    for before in reversed(states):
        await store.write(undo, of())
        assert await state(store) == before
    await check(store)


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (0, "turn 0, no time since they set out"),
        (1, "turn 1, 10 minutes since they set out"),
        (12, "turn 12, 2 hours since they set out"),
    ],
)
def test_the_clock_in_words(turns, words):
    assert clock_words(turns) == words
