"""No message is longer than Discord takes, whatever stands in it (C05, C06, C08, C40, C42)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.campaign.about import About
from bot.campaign.choosing import edition_kinds
from bot.campaign.documents import gate_doc
from bot.campaign.entries import Slot
from bot.campaign.founding import Campaign
from bot.campaign.here import Settings
from bot.campaign.history import HistoryPage
from bot.campaign.masters import Master
from bot.campaign.reading import Event
from bot.campaign.schema import Audience
from bot.play import Ask, Played
from bot.replies import (
    blind_reply,
    channel_reply,
    history_reply,
    masters_reply,
    roll_reply,
    table_list_reply,
    table_reply,
)
from bot.replies.campaigns import Sight, campaign_reply
from bot.replies.history import PAGE_SIZE
from bot.replies.rolls import MAX_NOTE, dice_line
from bot.replies.tables import LIST_SIZE
from bot.replies.words import MAX_ALT_TEXT, MAX_NAME, MAX_TEXT, escape, fit, one_line
from cogs._buttons import LastingButton
from cogs._rolling import RollAgain, next_buttons
from tables import procedures
from tables.catalog import load
from tables.dice import BoundedDice, Die, FairDice
from tables.notation import roll
from tables.outcome import Outcome, to_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.replies import Reply
    from bot.replies.layout import Part
    from tables.dice import Dice

UGLY = st.text(alphabet="*_~`|>#-+[]()<@:\\1.a é🐉\u202e\u200b\u0301", max_size=400)
"""What people type when they mean it: mostly signs that have to be escaped."""

MOST_COMPONENTS = 40
"""Components that Discord takes in one message, those within others too."""

MOST_BUTTONS = 5
"""Buttons that Discord takes in one row."""

LONGEST_FILE = 8_000_000
"""Bytes of a file that Discord takes everywhere."""

SEEDS = 30

OUTBOX = 5
"""Lost replies that the memory hands out with one roll at most."""


def texts(reply: Reply) -> list[str]:
    parts = [part for part in reply.view.walk_children() if isinstance(part, discord.ui.TextDisplay)]
    return [part.content for part in parts]


def length(reply: Reply) -> int:
    return sum(map(len, texts(reply)))


def event(text: str, *, note: str = "", name: str = "Ann", outcome: Outcome[Any] | None = None) -> Event:
    document = {"note": note, "by_hand": True, "outcome": to_json(outcome or an_outcome(text))}
    return Event(
        campaign_id=1,
        seq=1,
        reference="k4t9k4t9",
        at=1_700_000_000_000,
        actor_id=1,
        actor_name=name,
        channel_id=1,
        place_id=1,
        kind="roll",
        audience=Audience.MASTERS,
        document=document,
        text=text,
        again_of="k4t9k4t9",
    )


def an_outcome(text: str, dice: int = 40, sides: int = 1_000_000) -> Outcome[Any]:
    return Outcome("dice", text, tuple(Die(sides, sides, text[:60]) for _ in range(dice)), (), text, None)


@settings(max_examples=60)
@given(answer=UGLY, note=UGLY, first=UGLY, dice=st.integers(0, 60))
@example(answer="*" * 400, note="*" * 400, first="*" * 400, dice=24)
def test_a_roll_fits_with_every_part_at_its_longest(answer: str, note: str, first: str, dice: int) -> None:
    unposted = tuple(event(first) for _ in range(OUTBOX))
    ask = Ask("dice", {}, (1,), note[:MAX_NOTE], Audience.SHARED)
    outcome = an_outcome(answer * 4, dice, 6)
    played = Played(ask, outcome, event(answer), 1_000_001, first * 2, unposted)

    for may_attach in (True, False):
        reply = roll_reply(played, may_attach=may_attach, picture_missing=first)
        assert length(reply) <= MAX_TEXT
        assert all(len(each.description or "") <= MAX_ALT_TEXT for each in reply.attachments)
        assert may_attach or not reply.attachments
    assert length(blind_reply(played)) <= MAX_TEXT


@settings(max_examples=30, deadline=None)
@given(answer=UGLY, note=UGLY, name=UGLY, dice=st.integers(0, 60))
@example(answer="*" * 400, note="*" * 400, name="*" * 32, dice=24)
def test_what_game_masters_are_told_fits(answer: str, note: str, name: str, dice: int) -> None:
    ask = Ask("dice", {}, (1,), note[:MAX_NOTE], Audience.SHARED)
    played = Played(ask, an_outcome(answer * 4, dice, 6), event(answer), 1_000_001, answer * 2)

    for may_attach in (True, False):
        in_channel = channel_reply(played, None, one_line(name, MAX_NAME), may_attach=may_attach)
        alone = masters_reply(played, may_attach=may_attach, foot=name[:200])
        assert max(length(in_channel), length(alone)) <= MAX_TEXT
        assert may_attach or not (in_channel.attachments or alone.attachments)


def test_a_campaign_fits_with_every_part_at_its_longest() -> None:
    channels = tuple(10**18 + number for number in range(100))
    campaigns = [Campaign(number, "x" * 60, "*" * 80, channels) for number in range(40)]
    people = tuple(Master(Slot("master", "", number), number, 10**18 + number, None) for number in range(25))
    about = About(campaigns[0], people, 10**18, tuple(campaigns[1:]))
    chosen = Settings(editions=dict.fromkeys(edition_kinds(), "appendix-a"), scheme="basic-fantasy")
    reply = campaign_reply(about, chosen, Sight(True, True, frozenset(channels)))

    assert length(reply) <= MAX_TEXT
    assert "Other campaigns" in "".join(texts(reply))


@settings(max_examples=60)
@given(text=UGLY, note=UGLY, name=UGLY)
@example(text="(" * 400, note="*" * 400, name="_" * 32)
def test_a_page_of_the_history_fits_with_every_part_at_its_longest(text: str, note: str, name: str) -> None:
    events = tuple(event(text, note=note[:MAX_NOTE], name=name[:32]) for _ in range(PAGE_SIZE))
    assert length(history_reply(HistoryPage(events, "before-k4t9", "after-k4t9"))) <= MAX_TEXT


def test_what_is_cut_says_so_and_ends_within_its_length() -> None:
    assert fit("*" * 10, 20) == "\\*" * 10
    assert fit("*" * 11, 20) == "\\*" * 9 + "…"
    assert fit("a" * 21, 20) == "a" * 19 + "…"
    assert one_line(" a \u202e*\n*b ", 50) == "a \\* \\*b"


@given(text=UGLY, length=st.integers(2, 300))
def test_no_cut_leaves_half_an_escape(text: str, length: int) -> None:
    shown = fit(text, length)
    assert len(shown) <= length
    assert shown == escape(text) or escape(text).startswith(shown.removesuffix("…"))
    assert (len(shown.removesuffix("…")) - len(shown.removesuffix("…").rstrip("\\"))) % 2 == 0


def test_the_longest_notation_fits_or_becomes_a_file() -> None:
    """C05, C06, C07: one message for each roll, always."""
    brackets = ";".join(["(" * 39 + "1" + ")" * 39] * 2)
    for text in (
        "1000d1",
        "999d100000",
        "20d100;" * 20 + "d6",
        "-(1);" * 60 + "1",
        brackets,
        "9d9!;" * 9 + "1",
    ):
        played = Played(Ask("dice", {"dice": text}), roll(text, BoundedDice(FairDice(b"any", text))))
        reply = roll_reply(played)
        assert length(reply) <= MAX_TEXT
        assert [each.name for each in reply.attachments] in ([], ["dice.txt"])


def test_no_text_of_a_roll_can_be_a_mention_or_markdown() -> None:
    """C24, C30: what was typed stands there letter by letter, also after a backslash."""
    note = "abcd\\ @everyone <@&1> **b** `c` [l](https://example.org)"
    played = Played(Ask("dice", {}, None, note), an_outcome("2d6 = 7", 2, 6))
    [answer, _] = texts(roll_reply(played))
    assert answer.splitlines()[1] == (
        "> abcd\\\\ \\@everyone \\<\\@&1\\> \\*\\*b\\*\\* \\`c\\` \\[l\\]\\(https\\://example.org\\)"
    )


def test_a_list_of_a_thousand_is_turned_and_a_long_table_becomes_a_file() -> None:
    """C42: a list does not fail on the day it has grown."""
    thousand = [(f"monster.{number}", f"Monsters of *level* {number}") for number in range(1_000)]
    pages = [table_list_reply(thousand, number) for number in range(1_000 // LIST_SIZE)]
    assert all(length(page) <= MAX_TEXT for page in pages)
    assert sum(page.count("`monster.") for [page] in map(texts, pages)) == 1_000
    assert length(table_list_reply(thousand, 10**9)) <= MAX_TEXT

    table = load().table("door.destination")
    long = replace(table, rows=tuple(replace(row, text="*" * 400) for row in table.rows))
    reply = table_reply(long)
    assert length(reply) <= MAX_TEXT
    [rows] = reply.attachments
    assert rows.content.decode().count("*" * 400) == 10


def assert_discord_takes(reply: Reply) -> None:
    """The limits of one message."""
    children = list(reply.view.walk_children())
    assert length(reply) <= MAX_TEXT
    assert all(texts(reply))
    assert len(children) <= MOST_COMPONENTS
    rows = [child for child in children if isinstance(child, discord.ui.ActionRow)]
    assert all(0 < len(row.children) <= MOST_BUTTONS for row in rows)
    buttons = [child for row in rows for child in row.children]
    custom_ids = [button.custom_id for button in buttons if isinstance(button, LastingButton)]
    assert len(custom_ids) == len(buttons)
    assert len(set(custom_ids)) == len(custom_ids)
    assert all(len(custom_id) <= 100 for custom_id in custom_ids)
    assert all(len(each.content) <= LONGEST_FILE for each in reply.attachments)


class Always:
    """Dice that show the same face always: rows that lead on are hit again and again."""

    def __init__(self, face: int) -> None:
        self._face = face

    def throw(self, sides: int) -> int:
        return min(self._face, sides)


def worst_of(key: str, options: Mapping[str, Any]) -> list[Outcome[Any]]:
    """Of many rolls those with the most words, with the most dice and with the longest line of dice."""
    dice: list[Dice] = [FairDice(b"limits", f"{key} {seed}") for seed in range(SEEDS)]
    dice += [Always(face) for face in (*range(1, 21), 97, 100)]
    rolled = [procedures.perform(key, options, BoundedDice(each)) for each in dice]
    by_words = max(rolled, key=lambda outcome: len(outcome.text))
    by_dice = max(rolled, key=lambda outcome: len(outcome.every_die()))
    return [by_words, by_dice, max(rolled, key=lambda outcome: len(dice_line(outcome)))]


@pytest.mark.parametrize(
    ("key", "options"),
    [
        *((key, {}) for key in sorted(procedures.titles())),
        ("corridor.junction", {"count": 20}),
        ("corridor.wall", {"length": 1_200}),
        ("encounter.room", {"level": 99, "scheme": "arneson", "occupied": True}),
        *(("treasure.hoard", {"type": letter}) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    ],
)
def test_whatever_is_rolled_fits_one_message(key: str, options: Mapping[str, Any]) -> None:
    """With every part beside it at its longest, for players and game masters, with files and without."""
    for outcome in worst_of(key, options):
        whole = {**to_json(outcome), "secret": True}
        kept = event("*" * 400, outcome=outcome)
        kept = replace(kept, document=gate_doc({**kept.document, "whole": whole}))
        assert (
            length(history_reply(HistoryPage((kept,) * PAGE_SIZE, "before-k4t9", "after-k4t9"))) <= MAX_TEXT
        )
        ask = Ask(key, options, (1,), "*" * MAX_NOTE, Audience.SHARED)
        for told in (outcome, outcome.for_players()):
            played = Played(ask, told, kept, 1_000_001, "*" * 400, (kept,) * OUTBOX)
            buttons: list[Part] = [RollAgain("k4t9k4t9"), *next_buttons(ask, told)]
            for may_attach in (True, False):
                assert_discord_takes(roll_reply(played, buttons=buttons, may_attach=may_attach))
                assert_discord_takes(masters_reply(played, buttons=buttons, may_attach=may_attach))


@pytest.mark.parametrize("key", sorted(load().by_key))
def test_every_table_is_shown_in_one_message(key: str) -> None:
    table = load().table(key)
    reply = table_reply(table)
    assert_discord_takes(reply)

    [*shown] = texts(reply)
    whole = "\n".join([*shown, *(each.content.decode() for each in reply.attachments)])
    assert all(band.numbers in whole.replace("\\", "") for band in table.bands)
    assert whole.count("\t" if reply.attachments else "(") >= len(table.every_row)
