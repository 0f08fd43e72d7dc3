"""What the history, sessions and undo tell fits one message, whatever stands in it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.campaign.erasing import Kept
from bot.campaign.events import Recorded
from bot.campaign.history import HistoryPage
from bot.campaign.overviews import PAGE, Digest, Overview
from bot.campaign.publishing import Published
from bot.campaign.schema import Audience
from bot.campaign.seeds import Seeds
from bot.campaign.sessions import MAX_WORDS, Session
from bot.campaign.undo import MOST, TakenBack
from bot.play import Ask, Played
from bot.replies import blind_reply, history_reply, roll_reply
from bot.replies.history import PAGE_SIZE
from bot.replies.privacy import ask_reply, erased_reply, kept_reply
from bot.replies.sessions import (
    ask_secrets_reply,
    closed_reply,
    digest_reply,
    opened_reply,
    secrets_reply,
    session_file,
    session_reply,
)
from bot.replies.undoing import standing_reply, taken_back_reply, told_again_reply
from cogs.history import Search, TurnFound
from cogs.sessions import PublishSecrets, TurnDigest
from cogs.undo import TakeBackTogether
from tests.test_message_limits import OUTBOX, an_outcome, assert_discord_takes, event, length

WORST = "*" * 400
KEPT = replace(event(WORST), audience=Audience.EVERYONE, actor_name="_" * 32)
SEEDS = Seeds(bytes(32), bytes(32), "*" * MAX_WORDS)
SESSION = Session(1_000_000, SEEDS, 1, 2, Session(999_999, SEEDS, 1, 2))
RECORDED = Recorded(KEPT, fresh=True, ordinal=1, first_text=None, unposted=(KEPT,) * OUTBOX)
OVERVIEW = Overview(SESSION, 1_700_000_000_000, 1_700_000_000_000, 10**6, ("_" * 32, None) * 200)


def test_a_page_of_what_was_found_fits_with_everything_taken_back() -> None:
    undone = {KEPT.reference: ("k4t9k4t9",) * 21}
    page = HistoryPage((event(WORST, note=WORST, name="_" * 32),) * PAGE_SIZE, "b", "a", undone)
    state = Search("x" * 20, 1 << 62, 10**6, "y" * 10).state("before-k4t9k4t9k4t9")
    turns = [TurnFound(f"{state}1", "Newer"), TurnFound(state, "Older")]
    assert_discord_takes(history_reply(page, sought=WORST, buttons=turns))
    assert length(history_reply(page)) <= 4_000


@pytest.mark.parametrize("many", [1, MOST])
def test_what_was_taken_back_fits(many: int) -> None:
    taken = TakenBack(RECORDED, (KEPT,) * many)
    assert_discord_takes(taken_back_reply(taken))
    told = told_again_reply(taken.reversed)
    assert told is not None
    assert_discord_takes(told)
    standing = TakenBack(None, standing=(KEPT,) * many, named=KEPT)
    button = TakeBackTogether(f"{KEPT.reference}:{standing.together}")
    assert_discord_takes(standing_reply(standing, buttons=[button]))
    assert_discord_takes(taken_back_reply(TakenBack(RECORDED)))


def test_nothing_is_told_to_everybody_of_what_was_not() -> None:
    secret = replace(KEPT, audience=Audience.MASTERS)
    assert told_again_reply((secret, replace(KEPT, audience=Audience.SHARED))) is None


def test_what_a_session_tells_fits() -> None:
    published = Published(SESSION, b"x" * 1_000, "0" * 64)
    attachment = session_file(published, 8_000_000)
    assert attachment is not None
    for reply in (
        opened_reply(SESSION, RECORDED),
        closed_reply(published, RECORDED, attachment, ""),
        closed_reply(published, RECORDED, None, "why" * 30),
        secrets_reply(published, RECORDED, attachment, ""),
        session_reply(OVERVIEW, published, attachment, ""),
        session_reply(OVERVIEW, None, None, ""),
        ask_secrets_reply(10**6, buttons=[PublishSecrets("1000000")]),
        digest_reply(
            Digest(OVERVIEW, (("k4t9k4t9", WORST),) * PAGE, more=True), buttons=[TurnDigest("1.1", "M")]
        ),
    ):
        assert_discord_takes(reply)


def test_a_file_that_is_too_large_is_packed_or_left_out() -> None:
    published = Published(SESSION, b"x" * 100_000, "0" * 64)
    assert session_file(published, 100_000).name == "session-1000000.json"  # type: ignore[union-attr] - it is there
    packed = session_file(published, 99_999, secrets=True)
    assert packed is not None
    assert packed.name == "session-1000000-with-secrets.json.gz"
    assert session_file(published, 10) is None


def test_a_roll_that_opens_a_session_after_another_closed_itself_fits() -> None:
    for audience in Audience:
        ask = Ask("dice", {}, (1,), "*" * 200, audience)
        played = Played(ask, an_outcome(WORST * 4, 24, 6), KEPT, 10**6, WORST, (KEPT,) * OUTBOX, SESSION)
        assert length(roll_reply(played, picture_missing=WORST)) <= 4_000
        assert length(blind_reply(played)) <= 4_000


def test_what_is_kept_of_somebody_fits() -> None:
    kept = Kept("*" * 100, "_" * 32, 10**7, 1_700_000_000_000, 1_700_000_000_000, 10**6, is_master=True)
    for reply in (
        kept_reply((kept,) * 60),
        kept_reply(()),
        erased_reply(60),
        ask_reply(sure=True, buttons=[]),
    ):
        assert_discord_takes(reply)
