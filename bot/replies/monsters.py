"""The master monster lists as messages: pages, one entry, what was found, and an import to be confirmed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.campaign.monster_words import figures_words, rating_words
from bot.replies.answer import Attachment, Reply
from bot.replies.layout import SECRET_INK, file, sheet, text
from bot.replies.notes import MAX_CHANGE, change_reply, list_reply
from bot.replies.words import escape, fit, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.campaign.changes import Changed
    from bot.campaign.monster import Listed, Monster
    from bot.campaign.monster_finding import Page, Shown
    from bot.campaign.monster_import import Preview
    from bot.campaign.monster_list import Done
    from bot.replies.layout import Part

MAX_LINE_NAME = 80
"""Characters of a name in a line of a list, as it is escaped."""

MAX_TOLD = 80
"""Characters of the players' text in a line of a list."""

MAX_TEXTS = 1_100
"""Characters of the notes, and of the players' text, where one entry is shown."""

MOST_VARIANTS = 4
"""Variants that are named where one entry is shown."""

SHOWN_ROWS = 8
"""Lines of a sheet that a preview shows, of each kind."""

NO_MONSTERS = (
    "Nobody is on this list yet. Add the first with /monster add, or a whole sheet with /monster import."
)
NONE_KNOWN = "No monsters are known to you yet."
NOBODY_FOUND = "No monster is called anything like that. /monster list shows them level by level."


def list_page(page: Page, *, game_master: bool, buttons: Iterable[Part] = ()) -> Reply:
    """A page of a level's list."""
    lines = [_line(each, page, game_master=game_master) for each in page.entries]
    others = [f"{level} ({many:,})" for level, many in page.levels.items() if level != page.level]
    foot = f"Other levels: {', '.join(others[:20])}" if others else ""
    title = f"Monsters of level {page.level}"
    if page.number or page.more:
        title += f", page {page.number + 1}"
    return list_reply(
        title, lines, empty=NO_MONSTERS if game_master else NONE_KNOWN, foot=foot, buttons=buttons
    )


def found_reply(found: Sequence[Listed], wanted: str, *, most: int, game_master: bool) -> Reply:
    """What was found across the levels."""
    lines = [_found_line(each, game_master=game_master) for each in found[:most]]
    foot = "There are more: type more of the name." if len(found) > most else ""
    return list_reply(f"Monsters called “{wanted}”", lines, empty=NOBODY_FOUND, foot=foot)


def monster_reply(shown: Shown, *, game_master: bool) -> Reply:
    """One entry: everything for game masters, for players its name and what they are told of it."""
    entry, monster = shown.found.listed, shown.found.listed.monster
    if not game_master:
        lines = [fit(monster.told, 1_500) if monster.told else "You know of it, and no more is told yet."]
        if shown.parent is not None:
            lines.append(f"A kind of {one_line(shown.parent.monster.name, MAX_LINE_NAME)}.")
        return list_reply(f"{monster.name} (level {entry.level})", lines, empty="")
    lines = [*_figures(monster), *_kin(shown), *_texts(monster)]
    foot = escape(shown.found.said)
    kind = "extraordinary" if monster.extraordinary else "ordinary"
    title = f"{entry.letter} · {monster.name} (level {entry.level}, {kind})"
    return list_reply(title, lines, empty="Nothing is said of it yet: /monster edit says it.", foot=foot)


def done_reply(changed: Changed[Done]) -> Reply:
    """What became of entries, with what has to be said of how they were found."""
    said = "" if changed.value is None else changed.value.said
    return change_reply(changed.recorded, hint=fit(said, MAX_CHANGE // 4))


def preview_reply(preview: Preview, *, notes: Sequence[str], buttons: Iterable[Part] = ()) -> Reply:
    """What an import would do: the first lines, every line that fails and why, and the button to do it."""
    rows, faults = preview.sheet.rows, preview.sheet.faults
    parts = [text(_would_come(preview))]
    attachments: list[Attachment] = []
    if faults:
        shown = [f"- line {fault.number}: {one_line(fault.why, 150)}" for fault in faults[:SHOWN_ROWS]]
        if len(faults) > SHOWN_ROWS:
            shown.append(f"and {len(faults) - SHOWN_ROWS:,} more, all of them in the file")
            whole = "".join(f"line {fault.number}: {fault.why}\n" for fault in faults)
            attachments.append(Attachment("left-out.txt", whole.encode()))
        lines = "1 line is" if len(faults) == 1 else f"{len(faults):,} lines are"
        parts.append(text("\n".join([f"**{lines} left out**", *shown])))
        parts += [file(attachment) for attachment in attachments]
    small = [*notes, f"The cells were told apart by {preview.sheet.told_by}"]
    if preview.sheet.ignored:
        names = ", ".join(one_line(name, 30) for name in preview.sheet.ignored[:10])
        small.append(f"Columns that mean nothing here: {names}")
    small.append(
        "Nothing is imported until you press Import, within a day." if rows else "Nothing was imported."
    )
    parts.append(text("\n".join(f"-# {line}" for line in small)))
    return Reply(sheet(parts, buttons=buttons, ink=SECRET_INK), tuple(attachments))


def _would_come(preview: Preview) -> str:
    rows = preview.sheet.rows
    many = {0: "No monster", 1: "1 monster"}.get(len(rows), f"{len(rows):,} monsters")
    head = f"**{many} would come onto the list of level {preview.level}**"
    lines = [
        f"- line {row.number}: {_named(row.monster)}{_details(row.monster, stated=True)}"
        for row in rows[:SHOWN_ROWS]
    ]
    if len(rows) > SHOWN_ROWS:
        lines.append(f"and {len(rows) - SHOWN_ROWS:,} more")
    return "\n".join([head, *lines])


def _line(each: Listed, page: Page, *, game_master: bool) -> str:
    monster = each.monster
    parent = page.variants.get(monster.variant_of or 0)
    if not game_master:
        of = f", a kind of {one_line(parent.monster.name, 50)}" if parent is not None else ""
        told = f": {one_line(monster.told, MAX_TOLD)}" if monster.told else ""
        return f"- {_named(monster)}{of}{told}"
    of = f" · of **{parent.letter}**" if parent is not None else ""
    line = f"**{each.letter}** {_named(monster)}{_details(monster)}{of}"
    return f"~~{line}~~ retired" if monster.retired else line


def _found_line(each: Listed, *, game_master: bool) -> str:
    if not game_master:
        return f"- {_named(each.monster)}, level {each.level}"
    retired = " · retired" if each.monster.retired else ""
    return f"Level {each.level}, **{each.letter}** {_named(each.monster)}{_short(each.monster)}{retired}"


def _named(monster: Monster) -> str:
    return one_line(monster.name, MAX_LINE_NAME)


def _short(monster: Monster) -> str:
    if monster.price:
        return f" · price {monster.price}"
    return f" · CR {monster.rating}" if monster.rating else ""


def _details(monster: Monster, *, stated: bool = False) -> str:
    """What a line says behind a name; whether a rating is stated or computed where ``stated``."""
    parts = [_short(monster)]
    if stated and monster.rating:
        parts.append(" as stated" if monster.cr else " by the formula")
    if monster.appearing:
        parts.append(f" · {one_line(monster.appearing, 40)}")
    if monster.lair is not None:
        parts.append(f" · lair {monster.lair} %")
    if monster.left is not None:
        parts.append(f" · {monster.left:,} left")
    if monster.never_wanders:
        parts.append(" · never wanders")
    if monster.known:
        parts.append(" · known")
    return "".join(parts)


def _figures(monster: Monster) -> list[str]:
    lines: list[str] = []
    rating = rating_words(monster)
    if rating:
        lines.append(escape(rating))
    if monster.cr and figures_words(monster.figures):
        lines.append(escape(figures_words(monster.figures)))
    if monster.appearing:
        lines.append(f"Number appearing: {one_line(monster.appearing, 60)}")
    if monster.lair is not None:
        lines.append(f"In its lair: {monster.lair} %")
    lines.append("Endless" if monster.left is None else f"{monster.left:,} left")
    if monster.origin:
        lines.append(f"Comes from: {one_line(monster.origin, 200)}")
    flags = (
        (monster.never_wanders, "never wanders"),
        (monster.known, "known to the players"),
        (not monster.known, "not known to the players"),
        (monster.retired, "retired"),
    )
    lines.append("; ".join(words for is_so, words in flags if is_so).capitalize())
    return lines


def _kin(shown: Shown) -> list[str]:
    lines: list[str] = []
    if shown.parent is not None:
        lines.append(f"A variant of **{shown.parent.letter}** {_named(shown.parent.monster)}")
    if shown.variants:
        names = [f"**{each.letter}** {_named(each.monster)}" for each in shown.variants[:MOST_VARIANTS]]
        more = (
            f" and {len(shown.variants) - MOST_VARIANTS} more" if len(shown.variants) > MOST_VARIANTS else ""
        )
        lines.append(f"Its variants: {', '.join(names)}{more}")
    if shown.copied_from is not None:
        source = shown.copied_from
        lines.append(f"Copied from level {source.level}, **{source.letter}** {_named(source.monster)}")
    return lines


def _texts(monster: Monster) -> list[str]:
    lines: list[str] = []
    if monster.notes:
        lines.append(f"Notes: {fit(monster.notes, MAX_TEXTS)}")
    if monster.told:
        lines.append(f"For players: {fit(monster.told, MAX_TEXTS)}")
    return lines
