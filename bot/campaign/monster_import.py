"""Bringing a sheet onto a level's list: looked at first, kept as a draft, and only then done, once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import msgspec

from bot.campaign.campaigns import campaign_of, lock, make_quietly
from bot.campaign.changes import Changed, Changer, Told, change
from bot.campaign.documents import canonical
from bot.campaign.drafts import Draft, keep_draft, take_draft
from bot.campaign.entries import Lists
from bot.campaign.errors import SheetRefused
from bot.campaign.folding import name_key
from bot.campaign.monster import LIST, Listed, document_of, listed, monster_of
from bot.campaign.monster_list import Done, enter
from bot.campaign.monster_naming import Named, resolve
from bot.campaign.monster_sheet import Row, Sheet
from bot.campaign.monster_words import came
from bot.campaign.sheets import Fault
from tables.errors import OptionError, Refusal, echo

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sqlalchemy import Connection

    from bot.campaign.events import NewEvent

KIND = "monster.import"
"""The kind of event that an import is, and of its draft."""

MOST_CHARACTERS = 400_000
"""Characters of everything that one sheet brings, as it is kept."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What an import would do.

    Attributes:
        level: of the list.
        sheet: what was read, with the lines that the list refuses among its faults.
        reference: to confirm it by; nothing where there is nothing to import.
    """

    level: int
    sheet: Sheet
    reference: str = ""


def prepare(connection: Connection, new: NewEvent, level: int, sheet: Sheet) -> Preview:
    """Hold a sheet against a level's list and keep as a draft what can be imported.

    Raises:
        SheetRefused: it holds more than one event can keep.
    """
    campaign_id = campaign_of(connection, new.channel_id)
    if campaign_id is None:
        make_quietly(connection, new.guild_id, new.guild_name, new.channel_id, new.at)
        campaign_id = campaign_of(connection, new.channel_id)
    if campaign_id is None:  # pragma: no cover - the channel was bound a moment ago in this transaction
        raise RuntimeError(f"channel {new.channel_id} could not be bound to a campaign")
    lock(connection, [campaign_id])
    checked = _checked(Lists(connection, campaign_id), level, sheet)
    if not checked.rows:
        return Preview(level, checked)
    rows = [
        {"number": row.number, "monster": document_of(row.monster), "variant_of": row.variant_of}
        for row in checked.rows
    ]
    if len(canonical(rows)) > MOST_CHARACTERS:
        raise SheetRefused(
            "That sheet holds more than is imported at a time. Nothing was imported: split it."
        )
    content = msgspec.json.encode({"level": level, "rows": rows})
    reference = keep_draft(connection, campaign_id, Draft(new.actor_id, KIND, new.at), content)
    return Preview(level, checked, reference)


def bring(connection: Connection, new: NewEvent, reference: str) -> Changed[Done]:
    """Import what a draft holds, as one event; the draft is gone then.

    Raises:
        NotHere: it was imported already, is too old, or is somebody else's.
        Refusal: the list has changed meanwhile so that it does not fit any more; nothing was imported.
    """

    def work(changer: Changer) -> Told[Done]:
        draft = Draft(new.actor_id, KIND, new.at)
        content = msgspec.json.decode(take_draft(changer.connection, changer.campaign_id, draft, reference))
        level = content["level"]
        entries = tuple(_enter_all(changer, level, map(_row_of, content["rows"])))
        return Told(Done(entries), came(level, entries, how=" by import"))

    return change(connection, new, work)


def _enter_all(changer: Changer, level: int, rows: Iterable[Row]) -> Iterable[Listed]:
    mine: dict[str, Listed] = {}
    for row in rows:
        parent: int | None = None
        if row.variant_of:
            in_sheet = mine.get(name_key(row.variant_of))
            parent = _on_list(changer, level, row) if in_sheet is None else in_sheet.number
        entry = enter(changer, level, replace(row.monster, variant_of=parent))
        mine[name_key(row.monster.name)] = entry
        yield entry


def _on_list(changer: Changer, level: int, row: Row) -> int:
    """The number of what a row varies, which was on the list before; the event stands on it."""
    found = resolve(changer.lists, Named(row.variant_of, level))
    changer.stand_on(found.slot)
    return found.listed.number


def _row_of(kept: Mapping[str, Any]) -> Row:
    return Row(kept["number"], monster_of(kept["monster"]), kept["variant_of"])


def _checked(lists: Lists, level: int, sheet: Sheet) -> Sheet:
    """The sheet with the rows that the list has no room for among its faults."""
    rows: list[Row] = []
    faults = list(sheet.faults)
    taken = {name_key(entry.document["name"]): listed(entry) for entry in lists.all_of(LIST, str(level))}
    mine: dict[str, Row] = {}
    for row in sheet.rows:
        try:
            same = taken.get(name_key(row.monster.name))
            if same is not None:
                raise OptionError(f"“{echo(same.monster.name)}” is {same.letter} of level {level} already")
            if row.variant_of:
                _check_variant(lists, level, row, mine)
        except Refusal as problem:
            faults.append(Fault(row.number, str(problem).rstrip(".")))
        else:
            mine[name_key(row.monster.name)] = row
            rows.append(row)
    faults.sort(key=lambda fault: fault.number)
    return replace(sheet, rows=tuple(rows), faults=tuple(faults))


def _check_variant(lists: Lists, level: int, row: Row, mine: Mapping[str, Row]) -> None:
    """What a row varies stands above it, or on the list, and is no variant itself."""
    in_sheet = mine.get(name_key(row.variant_of))
    if in_sheet is not None:
        varies = bool(in_sheet.variant_of)
    else:
        try:
            varies = resolve(lists, Named(row.variant_of, level)).listed.monster.variant_of is not None
        except Refusal:
            raise OptionError(
                f"“{echo(row.variant_of)}”, of which it is a variant, is neither above it nor on the list"
            ) from None
    if varies:
        raise OptionError(f"“{echo(row.variant_of)}”, of which it is a variant, is a variant itself")
