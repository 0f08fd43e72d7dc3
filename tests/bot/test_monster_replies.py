"""What is told of monsters fits into a message, however long and ugly all of it is."""

from __future__ import annotations

import pytest

from bot.campaign.monster import CopiedFrom, Listed, Monster
from bot.campaign.monster_finding import MOST_FOUND, PAGE, Page, Shown
from bot.campaign.monster_import import Preview
from bot.campaign.monster_naming import Found
from bot.campaign.monster_sheet import Row, Sheet
from bot.campaign.sheets import Fault
from bot.replies.monsters import found_reply, list_page, monster_reply, preview_reply
from bot.replies.words import MAX_TEXT
from tables.figures import Figures
from tests.scenes import view_words

WORST = Monster(
    name="*" * 80,
    extraordinary=True,
    variant_of=999,
    figures=Figures(hd="999+999d999", hp="99999 3/4", sa=99, ea=99),
    cr="999999 3/4",
    price="999999 3/4",
    appearing="*" * 40,
    lair=100,
    notes="*" * 1_000,
    told="_" * 1_000,
    known=True,
    left=1_000_000,
    origin="|" * 100,
    never_wanders=True,
    copied_from=CopiedFrom(98, 9_999),
)
ENTRIES = tuple(Listed(99, 18_279 + number, WORST) for number in range(50))


@pytest.mark.parametrize("game_master", [True, False])
def test_a_page_holds_all_its_lines(game_master):
    page = Page(99, 500, ENTRIES[:PAGE], True, dict.fromkeys(range(1, 100), 10_000), {999: ENTRIES[0]})
    told = view_words(list_page(page, game_master=game_master).view)
    assert len(told) <= MAX_TEXT
    starts = [line for line in told.split("\n") if line.startswith("- " if not game_master else "**aa")]
    assert len(starts) == PAGE
    assert "…" not in told.replace("…:", "").split("\n")


@pytest.mark.parametrize("game_master", [True, False])
def test_what_was_found_and_one_entry_fit(game_master):
    told = view_words(found_reply(ENTRIES, "*" * 200, most=MOST_FOUND, game_master=game_master).view)
    assert len(told) <= MAX_TEXT
    assert told.count("\n") == MOST_FOUND + 1
    assert "There are more" in told
    shown = Shown(Found(ENTRIES[0], "*" * 100), ENTRIES[1], ENTRIES[2:], ENTRIES[3])
    told = view_words(monster_reply(shown, game_master=game_master).view)
    assert len(told) <= MAX_TEXT
    if game_master:
        for part in (
            "stated",
            "Number appearing",
            "Comes from",
            "Its variants",
            "Copied from",
            "Notes",
            "For players",
        ):
            assert part in told, part


def test_a_preview_fits_and_its_file_has_every_line():
    rows = tuple(Row(number, WORST) for number in range(2, 500))
    faults = tuple(Fault(number, "*" * 300) for number in range(500, 1_000))
    sheet = Sheet(rows, faults, ("*" * 300,) * 50, "semicolons")
    reply = preview_reply(Preview(99, sheet, "abcd"), notes=["The file was read as Windows-1252"])
    assert len(view_words(reply.view)) <= MAX_TEXT
    (attachment,) = reply.attachments
    assert attachment.content.count(b"\n") == 500
