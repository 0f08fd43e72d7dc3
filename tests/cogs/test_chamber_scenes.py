"""Wandering chambers at the table: a game master's list, and what players see of it."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot import play_changes
from bot.campaign import by_reference
from bot.campaign.chamber_rolls import Wanted, roll_chambers
from bot.campaign.here import Visitor, here
from bot.campaign.reading import Reader
from bot.campaign.schema import Audience
from bot.campaign.sessions import close_session, ensure_session
from bot.play import Ask, Seat, new_event, options_in, outcome_of, told_of
from bot.play_changes import Rolled
from cogs._chambers import chamber_in
from tables import procedures
from tables.chambers import KEY
from tables.dice import FairDice
from tests.scenes import buttons, words

if TYPE_CHECKING:
    from simcord import InteractionResult

    from tests.scenes import Scene

REFERENCE = re.compile(r"#([a-z0-9]{4,16})\b")


def plain(result: InteractionResult) -> str:
    """An answer's words as they are read, without the signs that keep them from being markdown."""
    return words(result).replace("\\", "")


async def three(scene: Scene) -> None:
    """Three chambers of level 3: players know the first."""
    await scene.master.slash(
        scene.channel,
        "chamber add",
        level=3,
        name="Guardroom",
        text="An ambush behind the brazier.",
        players="Three stools round a cold brazier.",
        known=True,
    )
    await scene.master.slash(
        scene.channel, "chamber add", level=3, name="Crypt of the king", name2="Orrery", rarity2="rare"
    )


async def test_a_list_grows_and_is_shown_to_each_as_they_know_it(scene: Scene) -> None:
    await three(scene)

    mine = await scene.master.slash(scene.channel, "chamber list", level=3)
    theirs = await scene.ann.slash(scene.channel, "chamber list", level=3)

    assert mine.ephemeral
    assert theirs.ephemeral
    assert "**2** Crypt of the king · common" in words(mine)
    assert "**3** Orrery · rare" in words(mine)
    assert words(theirs) == (
        "**Wandering chambers of level 3**\n**Guardroom** — Three stools round a cold brazier."
    )
    shown = words(await scene.master.slash(scene.channel, "chamber show", level=3, chamber="guardroom"))
    assert "ambush" in shown
    assert "Rolled never" in shown
    shown = words(await scene.ann.slash(scene.channel, "chamber show", level=3, chamber="guardroom"))
    assert "ambush" not in shown
    assert "Three stools" in shown
    hidden = words(await scene.ann.slash(scene.channel, "chamber show", level=3, chamber="Orrery"))
    unknown = words(await scene.ann.slash(scene.channel, "chamber show", level=3, chamber="Orrary"))
    assert hidden.replace("Orrery", "Orrary") == unknown
    assert "You know no" in words(await scene.ann.slash(scene.channel, "chamber list", level=4))


async def test_autocomplete_offers_what_one_knows(scene: Scene) -> None:
    await three(scene)
    for name in ("chamber show", "chamber edit", "chamber place", "chamber retire"):
        mine = await scene.master.autocomplete(scene.channel, name, "chamber", "r", level=3)
        theirs = await scene.ann.autocomplete(scene.channel, name, "chamber", "", level=3)
        assert {each["value"] for each in mine} == {"Guardroom", "Crypt of the king", "Orrery"}
        assert theirs == [{"name": "Guardroom", "value": "Guardroom"}]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("chamber add", {"name": "Crypt"}),
        ("chamber add", {}),
        ("chamber edit", {"chamber": "Guardroom", "known": False}),
        ("chamber retire", {"chamber": "Guardroom"}),
        ("chamber place", {"chamber": "Guardroom", "where": "LEXI-1/1"}),
        ("chamber roll", {"where": "LEXI-1/1"}),
        ("chamber roll", {"region": "LEXI-1", "rooms": "1-4"}),
    ],
)
async def test_players_change_nothing(scene: Scene, name: str, options: dict[str, object]) -> None:
    await three(scene)
    before = words(await scene.master.slash(scene.channel, "chamber list", level=3))

    result = await scene.ann.slash(scene.channel, name, level=3, **options)

    assert result.ephemeral
    assert "Only the campaign's game masters" in words(result)
    assert words(await scene.master.slash(scene.channel, "chamber list", level=3)) == before


async def test_a_form_adds_a_line_each_and_gives_back_what_it_cannot_take(scene: Scene) -> None:
    shown = await scene.master.slash(scene.channel, "chamber add", level=3, rarity="uncommon")
    assert shown.modal is not None
    done = await scene.master.submit_modal(
        shown, {"lines": "rare: Orrery — brass spheres\nWell room\n\nVery Rare: Hall: of mirrors - cold"}
    )
    assert done.ephemeral
    assert "1 Orrery (rare), 2 Well room (uncommon), 3 Hall: of mirrors (very rare)" in plain(done)

    shown = await scene.master.slash(scene.channel, "chamber add", level=3)
    refused = await scene.master.submit_modal(shown, {"lines": "Chapel\nORRERY"})
    assert "There is “Orrery” in this list already" in words(refused)
    assert "Chapel\nORRERY" in words(refused)
    listed = words(await scene.master.slash(scene.channel, "chamber list", level=3))
    assert "Chapel" not in listed
    assert listed.count("·") == 3


async def test_two_forms_open_at_once_do_not_mix(scene: Scene) -> None:
    first = await scene.master.slash(scene.channel, "chamber add", level=1)
    second = await scene.master.slash(scene.channel, "chamber add", level=2)

    assert "Level 1" in words(await scene.master.submit_modal(first, {"lines": "Crypt"}))
    assert "Level 2" in words(await scene.master.submit_modal(second, {"lines": "Crypt"}))


async def test_a_roll_in_the_open_tells_players_what_they_know(scene: Scene) -> None:
    await three(scene)
    known = await scene.ann.slash(scene.channel, "chamber roll", level=3, faces="4,5,1")
    hidden = await scene.ann.slash(scene.channel, "chamber roll", level=3, faces="4,5,2")
    nothing = await scene.ann.slash(scene.channel, "chamber roll", level=9, faces="4,5")

    assert not known.ephemeral
    assert words(known).startswith("**Guardroom.**")
    assert words(hidden).startswith("**A chamber that only the game masters know.**")
    for told in (known, hidden, nothing):
        assert "common" not in words(told)
        assert "Crypt" not in words(told)
        assert buttons(told) == ["Roll again"]
        assert told.followups == []
    assert re.sub(REFERENCE, "", words(hidden)).split("\n") == re.sub(REFERENCE, "", words(nothing)).split(
        "\n"
    )
    history = words(await scene.bert.slash(scene.channel, "history show"))
    assert "Guardroom" in history
    assert "Crypt" not in history
    history = words(await scene.master.slash(scene.channel, "history show"))
    assert "Crypt of the king, common." in history
    assert "rolled once" in words(await scene.master.slash(scene.channel, "chamber list", level=3))


async def test_a_game_master_who_rolls_in_the_open_is_told_the_rest(scene: Scene) -> None:
    await three(scene)
    result = await scene.master.slash(scene.channel, "chamber roll", level=3, faces="4,5,2")

    assert not result.ephemeral
    assert "Crypt" not in words(result)
    (whisper,) = result.followups
    assert "Crypt of the king, common." in words(whisper)
    shown = await scene.master.click(whisper, label="Show it")
    assert shown.ephemeral
    assert "2 · Crypt of the king" in words(shown)


async def test_where_nothing_is_left_a_new_one_is_invented(scene: Scene) -> None:
    result = await scene.master.slash(scene.channel, "chamber roll", level=3, faces="1,1", seen="shared")

    assert result.ephemeral
    assert "A new very rare chamber" in words(result)
    assert buttons(result) == ["Roll again", "Invent one now"]
    assert result.response is not None
    await scene.restart()
    form = await scene.master.click(result.response.message, label="Invent one now")
    done = await scene.master.submit_modal(form, {"lines": "Hall of mirrors"})
    assert "1 Hall of mirrors (very rare)" in plain(done)
    again = await scene.master.click(result.response.message, label="Roll again")
    assert again.ephemeral
    assert "Second roll" in words(again)


async def test_rolling_again_works_after_a_restart_and_for_the_same_eyes(scene: Scene) -> None:
    await three(scene)
    first = await scene.ann.slash(scene.channel, "chamber roll", level=3)
    assert first.response is not None
    await scene.restart()
    second = await scene.bert.click(first.response.message, label="Roll again")

    assert not second.ephemeral
    assert "Second roll; the first was" in words(second)


async def test_a_region_is_filled_for_the_game_masters_alone(scene: Scene) -> None:
    await three(scene)
    await scene.master.slash(scene.channel, "chamber place", level=3, chamber="orrery", where="lexi-1/2")
    options = {"level": 3, "region": "lexi-1", "rooms": "1-4,6a", "except": "3"}
    result = await scene.master.slash(scene.channel, "chamber roll", **options)

    assert result.ephemeral
    told = plain(result)
    assert all(f"LEXI-1/{room}:" in told for room in ("1", "4", "6A"))
    assert not any(f"LEXI-1/{room}:" in told for room in ("2", "3"))
    assert buttons(result) == []
    (whisper,) = result.followups
    assert "Left out, as they have a chamber already: LEXI-1/2." in plain(whisper)
    (reference,) = set(REFERENCE.findall(told))
    assert reference not in words(await scene.ann.slash(scene.channel, "history show"))
    assert reference in words(await scene.master.slash(scene.channel, "history show"))
    shown = plain(await scene.master.slash(scene.channel, "chamber show", level=3, chamber="orrery"))
    assert "LEXI-1/2" in shown
    assert "by mora" in shown


@pytest.mark.parametrize(
    "options",
    [
        {"region": "LEXI-1"},
        {"rooms": "1-3"},
        {"except": "3"},
        {"region": "LEXI-1", "rooms": "3", "except": "3"},
        {"region": "LEXI-1", "rooms": "3-1"},
        {"region": "nowhere", "rooms": "3"},
        {"region": "LEXI-1", "rooms": "1-999"},
        {"region": "LEXI-1", "rooms": "1", "where": "here"},
        {"faces": "9,1"},
        {"faces": "4,5,1,1"},
        {"where": "\u200b"},
    ],
)
async def test_a_mistake_is_one_sentence_and_nothing_is_kept(scene: Scene, options: dict[str, str]) -> None:
    result = await scene.master.slash(scene.channel, "chamber roll", level=3, **options)

    assert result.ephemeral
    assert 10 < len(words(result)) < 300
    assert "Nothing has been rolled" in words(await scene.master.slash(scene.channel, "history show"))


@pytest.mark.parametrize(
    "name",
    [
        "(a+)+$",
        "**@everyone** <@1>",
        "\u202eabc\u202c",
        "# heading",
        "x" * 80,
        "🐉 Ägir ½ 月",
        "| a | b |",
        "1",
    ],
)
async def test_ugly_names_stand_letter_by_letter(scene: Scene, name: str) -> None:
    """C24, C29, C30, C39."""
    added = await scene.master.slash(scene.channel, "chamber add", level=3, name=name, known=True)
    assert "Level 3 has a new wandering chamber: 1 " in plain(added)
    assert "\u202e" not in words(added)
    for reader in (scene.master, scene.ann):
        offered = await reader.autocomplete(scene.channel, "chamber show", "chamber", "", level=3)
        shown = await reader.slash(scene.channel, "chamber show", level=3, chamber=offered[0]["value"])
        assert "has no chamber" not in words(shown)
        assert "<@1>" not in words(shown)
    rolled = await scene.ann.slash(scene.channel, "chamber roll", level=3, faces="4,5")
    assert rolled.response is not None
    assert rolled.response.message.mentions == []


async def test_the_list_has_pages_for_everybody(scene: Scene) -> None:
    """C42, C44."""
    for start in range(0, 40, 20):
        lines = "\n".join(f"Chamber {n:02}" for n in range(start, start + 20))
        form = await scene.master.slash(scene.channel, "chamber add", level=3)
        await scene.master.submit_modal(form, {"lines": lines})
    for n in range(12):
        await scene.master.slash(scene.channel, "chamber edit", level=3, chamber=f"{3 * n + 1}", known=True)

    mine = await scene.master.slash(scene.channel, "chamber list", level=3)
    assert mine.response is not None
    assert buttons(mine) == ["More"]
    await scene.restart()
    await scene.master.click(mine.response.message, label="More")
    assert "**11** Chamber 10" in words(mine)
    assert buttons(mine) == ["Back", "More"]
    theirs = await scene.ann.slash(scene.channel, "chamber list", level=3)
    assert words(theirs).count("Chamber ") == 10
    assert theirs.response is not None
    await scene.ann.click(theirs.response.message, label="More")
    assert words(theirs).count("Chamber ") == 2
    assert buttons(theirs) == ["Back"]
    offered = await scene.master.autocomplete(scene.channel, "chamber show", "chamber", "", level=3)
    assert len(offered) == 25


def test_a_line_of_a_form_is_read() -> None:
    assert chamber_in("Hall: of mirrors").name == "Hall: of mirrors"
    assert chamber_in("VERY-RARE:a-b – c — d").name == "a-b"
    assert chamber_in("very rare: x -- y").text == "y"
    assert chamber_in("x", "rare").rarity == "rare"


def seat_of(scene: Scene, number: int) -> Seat:
    channel, guild = scene.channel.id, scene.guild.id
    return Seat(number, guild, "The Prisoner's Forge", channel, channel, scene.ann.id, "ann", "token")


async def draw(scene: Scene, number: int, *, ask: Ask | None = None, found=None):
    seat = seat_of(scene, number)
    found = found or await scene.kit.store.read(
        here, seat.channel_id, Visitor(seat.actor_id), scene.kit.clock()
    )
    ask = ask or Ask(KEY, {"level": 3}, seen=Audience.EVERYONE)

    def work(changer, dice):
        rolled = roll_chambers(changer, dice, Wanted(3), seat.actor_id, scene.kit.clock())
        return Rolled(rolled.outcome, rolled, rolled.options)

    return await play_changes.roll_change(scene.kit, ask, seat, found, work)


async def test_a_repeated_delivery_gets_the_roll_of_the_first(scene: Scene) -> None:
    await three(scene)
    (first, value), (second, nothing) = await asyncio.gather(draw(scene, 77), draw(scene, 77))

    assert first.event == second.event
    assert {value is None, nothing is None} == {True, False}
    assert first.outcome == second.outcome
    listed = words(await scene.master.slash(scene.channel, "chamber list", level=3))
    assert listed.count("rolled") == 1


async def test_a_draw_can_be_recomputed_from_its_event_and_the_secret_seed(scene: Scene) -> None:
    await three(scene)
    played, _ = await draw(scene, 78)
    seat = seat_of(scene, 78)
    read = scene.kit.store.read
    event = await read(by_reference, seat.channel_id, played.event.reference, Reader(1, game_master=True))
    told = await read(by_reference, seat.channel_id, played.event.reference, Reader(2, game_master=False))
    found = await read(here, seat.channel_id, Visitor(1), scene.kit.clock())

    dice = FairDice(found.session.seeds.secret, found.session.seeds.label(78))
    assert procedures.perform(KEY, options_in(event.document), dice) == played.outcome
    assert outcome_of(event) == played.outcome
    assert told_of(told).text == played.outcome.for_players().text
    assert "Crypt" not in str(told.document)
    assert "Orrery" not in str(told.document)
    assert told.document["options"] == {"level": 3}


async def test_a_session_that_closed_meanwhile_is_followed_by_the_next(scene: Scene) -> None:
    await three(scene)
    await draw(scene, 79)
    seat = seat_of(scene, 80)
    found = await scene.kit.store.read(here, seat.channel_id, Visitor(1), scene.kit.clock())
    await scene.kit.store.write(close_session, new_event(scene.kit, replace(seat, interaction_id=81)))

    played, _ = await draw(scene, 80, found=found)

    assert played.opened is not None
    assert played.opened.number == 2
    session = await scene.kit.store.write(
        ensure_session, new_event(scene.kit, replace(seat, interaction_id=82))
    )
    assert session.number == 2


async def test_wrong_faces_open_no_session(scene: Scene) -> None:
    result = await scene.ann.slash(scene.channel, "chamber roll", level=3, faces="4")
    assert "needs more dice" in words(result)
    found = await scene.kit.store.read(here, scene.channel.id, Visitor(1), scene.kit.clock())
    assert found.session is None
