"""No message is longer than Discord takes, whatever stands in it (C05, C06, C08, C40, C42)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.campaign.history import HistoryPage
from bot.campaign.reading import Event
from bot.campaign.schema import Audience
from bot.play import Ask, Played
from bot.replies import blind_reply, history_reply, roll_reply, table_list_reply, table_reply
from bot.replies.history import PAGE_SIZE
from bot.replies.rolls import MAX_NOTE
from bot.replies.tables import LIST_SIZE
from bot.replies.words import MAX_ALT_TEXT, MAX_TEXT, escape, fit, one_line
from tables.catalog import load
from tables.dice import BoundedDice, Die, FairDice
from tables.notation import roll
from tables.outcome import Outcome, to_json

if TYPE_CHECKING:
    from bot.replies import Reply

UGLY = st.text(alphabet="*_~`|>#-+[]()<@:\\1.a é🐉\u202e\u200b\u0301", max_size=400)
"""What people type when they mean it: mostly signs that have to be escaped."""

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
