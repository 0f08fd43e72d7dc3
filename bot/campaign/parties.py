"""The parties of a campaign: made, moved, put in order and retired."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.campaign.campaigns import campaign_of
from bot.campaign.changes import Changed, Changer, Told, change
from bot.campaign.errors import TooMuch
from bot.campaign.folding import name_key, shown_name
from bot.campaign.party import (
    LIGHTS,
    LIST,
    MOST_MEMBERS,
    MOST_TURNS,
    Light,
    Member,
    Party,
    document_of,
    light_words,
    turns_words,
)
from bot.campaign.party_finding import Numbered, Which, in_play, kept, member_of, resolve, theirs
from tables.errors import OptionError, Refusal

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from bot.campaign.events import NewEvent

MOST = 200
"""Parties of a campaign, retired ones counted."""

LONGEST_PLACE = 80
"""Characters of a place."""


@dataclass(frozen=True, slots=True)
class Home:
    """The channel or thread where a party is played: its id, and that of the channel that is bound."""

    place_id: int
    channel_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Founding:
    """A party to be made.

    Attributes:
        name: what it is called.
        home: where it is played; None for the channel where it is asked, if that is still free.
        place: where it is.
        members: its characters, parted by commas.
    """

    name: str
    home: Home | None = None
    place: str = ""
    members: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What a party does.

    Attributes:
        place: where it comes to; nothing for where it is.
        turns: that pass meanwhile.
        light: what is lit then; "-" puts out what burns, None leaves it.
        burns: the turns that it burns; None for as long as such a light does.
    """

    place: str = ""
    turns: int = 0
    light: str | None = None
    burns: int | None = None


def create(connection: Connection, new: NewEvent, founding: Founding) -> Changed[Numbered]:
    """Make a party.

    Raises:
        NameTaken: the campaign has a party of that name.
        Refusal: the channel has a party, or is not one of this campaign's.
    """

    def work(changer: Changer) -> Told[Numbered]:
        if changer.lists.count(LIST, "") >= MOST:
            raise TooMuch(f"A campaign has {MOST} parties at most. Nothing was saved.")
        channel = _home(changer, founding.home, Home(new.place_id, new.channel_id))
        names = _characters(founding.members)
        party = Party(
            name=shown_name(founding.name), channel=channel, members=tuple(Member(name) for name in names)
        ).moved(_place(founding.place), 0)
        slot = changer.next(LIST, "")
        changer.put(slot, document_of(party))
        where = f" at {party.place}" if party.place else ""
        who = f": {', '.join(names)}" if names else ""
        return Told(Numbered(slot.number, party), f"{party.name} sets out{where}{who}.")

    return change(connection, new, work)


def move(connection: Connection, new: NewEvent, which: Which, step: Step) -> Changed[Numbered]:
    """Move a party, let time pass, light something.

    Raises:
        Refusal: there is no such party, it is not this person's to lead, or nothing would change.
    """

    def work(changer: Changer) -> Told[Numbered]:
        slot, before = theirs(changer, which)
        after = before.moved(_place(step.place), step.turns)
        told = [_moved(before, after, step.turns)]
        if before.light is not None and after.light is not None and step.turns:
            is_out = after.light.is_out and not before.light.is_out
            told.append(f"The {before.light.what} burns down." if is_out else "")
        if step.light is not None:
            after = replace(after, light=_light(step))
            told.append(_lit(after.light))
        return kept(changer, slot, before, after, " ".join(part for part in told if part))

    if not 0 <= step.turns <= MOST_TURNS:
        raise OptionError(f"From 0 to {MOST_TURNS:,} turns pass at once. Nothing was changed.")
    if step.light is None and step.burns is not None:
        raise OptionError("Say what burns so long with light. Nothing was changed.")
    if step == Step():
        raise OptionError("Say where they go, how many turns pass, or what they light. Nothing was changed.")
    return change(connection, new, work)


def put_in_order(
    connection: Connection, new: NewEvent, which: Which, rows: str | None, caller: str | None
) -> Changed[Numbered]:
    """Say how a party marches, and who speaks for it.

    Args:
        connection: of the store.
        new: who does it and where.
        which: the party.
        rows: the rows from the front, parted by "/", the characters in each by commas; None leaves them.
        caller: the character who speaks for them; "-" for nobody, None leaves it.

    Raises:
        Refusal: there is no such party or character, or it is not this person's to lead.
    """

    def work(changer: Changer) -> Told[Numbered]:
        slot, before = theirs(changer, which)
        after, told = before, list[str]()
        if rows is not None:
            after = replace(after, order=_rows(before, rows))
            told.append(f"{before.name} marches: {' / '.join(', '.join(row) for row in after.order)}.")
        if caller is not None:
            after = replace(after, caller="" if _is_nothing(caller) else member_of(before, caller).character)
            told.append(f"{after.caller or 'Nobody'} speaks for {before.name}.")
        return kept(changer, slot, before, after, " ".join(told))

    if rows is None and caller is None:
        raise OptionError("Say the rows from the front, such as Brega, Tam / Ysolde, or the caller.")
    return change(connection, new, work)


def retire(connection: Connection, new: NewEvent, which: Which, *, back: bool = False) -> Changed[Numbered]:
    """Take a party out of play, or back into it. Out of play, its channel is free for another.

    Raises:
        Refusal: there is no such party, or it is that already.
    """

    def work(changer: Changer) -> Told[Numbered]:
        slot, before = resolve(changer.lists, which, retired=back)
        if not back:
            after = replace(before, retired=True, channel=None)
            return kept(changer, slot, before, after, f"{before.name} is retired.")
        channel = _home(changer, None, Home(new.place_id, new.channel_id))
        after = replace(before, retired=False, channel=channel)
        return kept(changer, slot, before, after, f"{before.name} is played again.")

    return change(connection, new, work)


def _home(changer: Changer, wanted: Home | None, here: Home) -> int | None:
    """The channel of a party: the one that was named, or where it is asked if no other party is there."""
    home = wanted or here
    holder = next((each for each in in_play(changer.lists) if each.party.channel == home.place_id), None)
    if wanted is None:
        return None if holder is not None else home.place_id
    if holder is not None:
        raise Refusal(f"{holder.party.name} is played there. Nothing was saved: choose another channel.")
    if campaign_of(changer.connection, home.channel_id) != changer.campaign_id:
        raise Refusal(
            "That channel is not one of this campaign's. Nothing was saved: /campaign bind lets it join."
        )
    return home.place_id


def _place(text: str) -> str:
    return shown_name(text, LONGEST_PLACE) if text.strip() else ""


def _characters(text: str) -> tuple[str, ...]:
    names = tuple(shown_name(part) for part in re.split(r"[,;\n]", text) if part.strip())
    if len(names) > MOST_MEMBERS:
        raise TooMuch(f"A party has {MOST_MEMBERS} characters at most. Nothing was saved.")
    if len({name_key(name) for name in names}) < len(names):
        raise OptionError("Two of these characters have the same name. Nothing was saved.")
    return names


def _rows(party: Party, text: str) -> tuple[tuple[str, ...], ...]:
    """The rows of a marching order; whoever is not named goes behind, as the last row."""
    rows = [
        tuple(member_of(party, name).character for name in re.split(r"[,;]", row) if name.strip())
        for row in re.split(r"[/|\n]", text)
    ]
    named = [name for row in rows for name in row]
    if not named:
        raise OptionError("Say the rows from the front, such as Brega, Tam / Ysolde. Nothing was changed.")
    if len(set(named)) < len(named):
        raise OptionError("Somebody stands in the order twice. Nothing was changed.")
    behind = tuple(each.character for each in party.members if each.character not in named)
    return tuple(row for row in (*rows, behind) if row)


def _light(step: Step) -> Light | None:
    text = step.light or ""
    if _is_nothing(text):
        return None
    what = shown_name(text, 40)
    return Light(what, LIGHTS.get(name_key(what)) if step.burns is None else step.burns)


def _is_nothing(text: str) -> bool:
    return text.strip() in {"", "-", "–", "—"} or name_key(text) in {"none", "nobody"}


def _moved(before: Party, after: Party, turns: int) -> str:
    passed = f"{turns_words(turns)} {'passes' if turns == 1 else 'pass'}, and it is turn {after.clock:,}"
    if after.place != before.place:
        went = f"{before.name} goes to {after.place}"
        return f"{went}; {passed}." if turns else f"{went}."
    return f"{before.name} stays where it is; {passed}." if turns else ""


def _lit(light: Light | None) -> str:
    return "No light burns." if light is None else f"Light: {light_words(light)}."
