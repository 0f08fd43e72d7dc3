"""Bad luck and bad will at the table: what is secret stays so, and no mistake takes anything with it."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pytest

from bot import terminal
from bot.replies import answer
from tables import procedures
from tables.dice import Die
from tables.outcome import Outcome
from tables.procedure import Procedure
from tests.scenes import buttons, words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tables.dice import Dice
    from tables.procedure import Chosen
    from tables.rolling import Rules
    from tests.scenes import Scene


DEFERRED, DEFERRED_UPDATE, EPHEMERAL = 5, 6, 64


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that takes a turn of the event loop counts as slow."""
    monkeypatch.setattr(answer, "DEFER_AFTER", 0.0)


def first_response(scene: Scene) -> dict[str, Any]:
    """The last interaction's first response, which fixes who can read what follows."""
    return [call.json for call in scene.env.http_requests if call.path.endswith("/callback")][-1]


def is_private(response: dict[str, Any]) -> bool:
    return bool(response.get("data", {}).get("flags", 0) & EPHEMERAL)


def ambush(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[None]:
    """A roll whose second die is the game masters' alone."""
    del chosen, rules
    seen, hidden = Die(6, dice.throw(6), "noise"), Die(1000, dice.throw(1000), "ambush")
    below = Outcome("test.ambush", "Ambush", (hidden,), (), f"{hidden.face} wait", None, secret=True)
    return Outcome("test.noise", "Noise", (seen,), (), f"noise {seen.face}", None, (below,))


@pytest.fixture
def noise(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One more procedure, with something secret in it."""
    more = Procedure("test.noise", "Noise", (), ambush, lambda _: 2)
    known = MappingProxyType({**procedures.PROCEDURES, more.key: more})
    monkeypatch.setattr(procedures, "PROCEDURES", known)
    procedures.titles.cache_clear()
    yield
    procedures.titles.cache_clear()


@pytest.mark.usefixtures("noise")
async def test_what_is_secret_in_an_open_roll_is_nowhere_but_in_the_masters_history(scene: Scene) -> None:
    for roller in (scene.ann, scene.master):
        told = await roller.slash(scene.channel, "table roll", name="test.noise", faces="3,777")
        assert not told.ephemeral
        assert "noise 3" in words(told)
        assert "ambush" not in words(told)
        alone = [words(followup) for followup in told.followups]
        assert ["777 wait" in each for each in alone] == [True] * (roller is scene.master)
    shared = await scene.ann.slash(
        scene.channel, "table roll", name="test.noise", faces="3,777", seen="shared"
    )
    assert "ambush" not in words(shared)

    assert "d1000" not in words(await scene.ann.slash(scene.channel, "history show"))
    whole = words(await scene.master.slash(scene.channel, "history show"))
    assert "d1000: 777" in whole
    assert "noise 3 777 wait" in whole


@pytest.mark.usefixtures("noise")
async def test_a_master_who_rolls_alone_sees_what_is_secret(scene: Scene) -> None:
    told = await scene.master.slash(
        scene.channel, "table roll", name="test.noise", faces="3,777", seen="masters"
    )

    assert told.ephemeral
    assert "ambush: **777**" in words(told)
    assert "For the game masters alone: **777 wait**" in words(told).replace("\\", "")
    assert told.followups == []


@pytest.mark.usefixtures("noise")
def test_the_terminal_is_the_game_masters(capsys: pytest.CaptureFixture[str]) -> None:
    terminal.roll_text("test.noise", [], faces="3,777", seed=None, as_json=False)

    printed = capsys.readouterr().out
    assert "noise 3" in printed
    assert "For the game masters alone: 777 wait" in printed
    assert "d1000:777" in printed


@pytest.mark.parametrize("seen", ["everyone", "shared", "masters"])
@pytest.mark.parametrize("who", ["ann", "master"])
@pytest.mark.usefixtures("slow")
async def test_every_rolling_command_is_deferred_to_the_eyes_of_its_answer(
    scene: Scene, seen: str, who: str
) -> None:
    """C66: the first response fixes who can read what follows."""
    commands = {
        "roll": {"dice": "d20"},
        "door destination": {"wall": "E"},
        "table roll": {"name": "door.second"},
    }
    roller = scene.master if who == "master" else scene.ann
    for command, options in commands.items():
        told = await roller.slash(scene.channel, command, seen=seen, **options)
        assert first_response(scene)["type"] == DEFERRED
        assert is_private(first_response(scene)) == told.ephemeral == (seen != "everyone")
        assert told.response is not None
        if "Roll again" in buttons(told):
            again = await roller.click(told.response.message, label="Roll again")
            assert first_response(scene)["type"] == DEFERRED
            assert is_private(first_response(scene)) == again.ephemeral == (seen != "everyone")


@pytest.mark.usefixtures("slow")
async def test_a_page_that_cannot_be_turned_stays_where_it_is(scene: Scene, tmp_path: Path) -> None:
    for face in range(1, 11):
        await scene.ann.slash(scene.channel, "roll", dice="d100", faces=str(face))
    page = await scene.ann.slash(scene.channel, "history show")
    before = words(page)
    assert page.response is not None
    with closing(sqlite3.connect(tmp_path / "campaign.db")) as breaker, breaker:
        breaker.execute("PRAGMA writable_schema = ON")
        breaker.execute("UPDATE sqlite_master SET rootpage = 99999 WHERE name = 'event'")
        breaker.execute("PRAGMA schema_version = 4711")

    result = await scene.ann.click(page.response.message, label="Older")

    assert words(page) == before
    assert first_response(scene)["type"] == DEFERRED_UPDATE
    (told,) = result.followups
    assert told.ephemeral
    assert "damaged" in words(told)


async def test_a_memory_that_fails_after_the_answer_troubles_nobody(scene: Scene, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "campaign.db", isolation_level=None)) as holder:

        def lock(event: str, payload: object) -> None:
            del payload
            if event == "MESSAGE_CREATE" and not holder.in_transaction:
                holder.execute("BEGIN IMMEDIATE")

        scene.env.backend.subscribers.append(lock)
        told = await scene.ann.slash(scene.channel, "roll", dice="d20", faces="17")
        scene.env.backend.subscribers.remove(lock)
        assert holder.in_transaction

    assert "d20 = 17" in words(told)
    assert told.followups == []


async def test_a_page_of_the_longest_events_fits_one_message(scene: Scene) -> None:
    """C40, C42: eight of the ugliest."""
    ugly = scene.guild.add_member(scene.env.create_user("*" * 32))
    dice = "(" * 39 + "6d1000000" + ")" * 39
    for _ in range(9):
        await ugly.slash(scene.channel, "roll", dice=dice, faces="1000000 " * 6, note="*" * 200)

    page = await scene.ann.slash(scene.channel, "history show")

    assert page.ephemeral
    assert words(page).count("thrown at the table") == 8


async def test_the_longest_notation_is_told_in_one_message(scene: Scene) -> None:
    """C05, C08."""
    dice = ";".join(["(" * 20 + "d6" + ")" * 20] * 3 + ["-d4*d4+d4"] * 8)
    told = await scene.ann.slash(scene.channel, "roll", dice=dice, note="*" * 200)

    assert not told.ephemeral
    assert "-d4" in words(told).replace("\\", "")
    assert len(words(told)) <= 4_000


async def test_an_old_page_keeps_its_place_while_others_roll(scene: Scene) -> None:
    for face in range(1, 12):
        await scene.ann.slash(scene.channel, "roll", dice="d100", faces=str(face))
    page = await scene.ann.slash(scene.channel, "history show")
    assert page.response is not None
    for face in range(51, 61):
        await scene.bert.slash(scene.channel, "roll", dice="d100", faces=str(face))

    await scene.ann.click(page.response.message, label="Older")

    shown = words(page)
    assert "d100 = 3**" in shown
    assert "d100 = 4**" not in shown


async def test_a_button_pressed_long_after_still_rolls(scene: Scene) -> None:
    """C60, C65: nothing waits for a button, so nothing runs out."""
    first = await scene.ann.slash(scene.channel, "roll", dice="d20", faces="7")
    assert first.response is not None
    await scene.env.advance_time(60 * 60 * 24 * 30)

    second = await scene.bert.click(first.response.message, label="Roll again")

    assert "Second roll; the first was: d20 = 7" in words(second)


async def test_free_text_is_never_answered(scene: Scene) -> None:
    """C32, C33: no ping, no playful reply, no text command."""
    before = len(scene.channel.history())
    for text in ("@here roll 2d6", "!roll 1d1e1", "/roll 2d6", f"<@{scene.env.backend.bot_user.id}> d20"):
        await scene.ann.send(scene.channel, text)

    assert len(scene.channel.history()) == before + 4


async def test_names_are_such_as_discord_takes_in_every_language(scene: Scene) -> None:
    """C38: Discord refuses a bad translation without saying which, so each is looked at here."""
    bot = scene.env.bot
    pending = [command.to_dict(bot.tree) for command in bot.tree.get_commands()]
    seen = 0
    while pending:
        entry = pending.pop()
        pending += entry.get("options", [])
        names = [entry["name"], *(entry.get("name_localizations") or {}).values()]
        told = [entry["description"], *(entry.get("description_localizations") or {}).values()]
        assert all(re.fullmatch(r"[-_\w]{1,32}", name) and name == name.lower() for name in names)
        assert all(1 <= len(words) <= 100 for words in told)
        seen += 1
    assert seen > 20


@pytest.mark.parametrize(
    "typed", ["DOOR.Second", " door.second ", "door.\u200bsecond\u202e", "door.second\u00ad"]
)
async def test_a_name_is_known_however_it_was_typed(scene: Scene, typed: str) -> None:
    """C39, C46: capitals, blanks and what nobody sees do not make another name."""
    told = await scene.ann.slash(scene.channel, "table roll", name=typed, faces="2")

    assert not told.ephemeral
    assert "north" in words(told).lower() or "door" in words(told).lower()
