"""Which monster somebody means: by letter, by name, or by what a choice showed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, select

from bot.campaign import schema
from bot.campaign.entries import Slot
from bot.campaign.errors import NotHere
from bot.campaign.folding import name_key
from bot.campaign.monster import LIST, Listed, listed
from tables.alphabet import number_for
from tables.errors import OptionError, echo
from tables.names import listed as either

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.campaign.entries import Lists

MOST = 120
"""Characters of a name that are looked at."""

_ENTRY = re.compile(r"([0-9]{1,2}):([A-Za-z]{1,7})")
_LABEL = re.compile(r"M:([A-Za-z]{1,7})", re.IGNORECASE)
_SHOWN = re.compile(r"(?:([A-Za-z]{1,7}) · )?(.+?)(?: \(level ([0-9]{1,2})\))?")
_WITH_NUMBER = select(schema.entry.c.scope).where(
    schema.entry.c.campaign_id == bindparam("campaign"),
    schema.entry.c.list == LIST,
    schema.entry.c.number == bindparam("number"),
)


@dataclass(frozen=True, slots=True)
class Named:
    """What somebody calls a monster, on a level or on whichever has it."""

    text: str
    level: int | None = None
    game_master: bool = True


@dataclass(frozen=True, slots=True)
class Found:
    """The monster that was meant, and what has to be said of how it was found."""

    listed: Listed
    said: str = ""

    @property
    def slot(self) -> Slot:
        """Where it stands."""
        return Slot(LIST, str(self.listed.level), self.listed.number)


def visible(entries: Iterable[Listed], *, game_master: bool) -> tuple[Listed, ...]:
    """Those of the entries that a person may know of: players know what is known to them and in use."""
    return tuple(
        entry for entry in entries if game_master or (entry.monster.known and not entry.monster.retired)
    )


def resolve(lists: Lists, named: Named) -> Found:
    """The entry that somebody means.

    Game masters may give a letter in either case ("Q", "M:Q", "1:Q"), everybody a name or what a
    choice showed. Players do without letters: a letter tells how many came before.

    Raises:
        NotHere: there is none that this person may know of.
        OptionError: there are several on different levels.
    """
    text = " ".join(named.text[:MOST].split())
    found = _by_letter(lists, text, named) if named.game_master else None
    if found is not None:
        same = _by_name(lists, text, Named(text, found.level, game_master=True))
        if same and same[0] != found:
            other = same[0]
            return Found(
                found,
                f"“{echo(text)}” is also the name of {other.letter}; the letter counts before the name.",
            )
        return Found(found)
    for wanted, level in _readings(text, named.level):
        several = _by_name(lists, wanted, Named(wanted, level, named.game_master))
        if several:
            return Found(_only(several, text))
    where = "" if named.level is None else f" of level {named.level}"
    raise NotHere(
        f"There is no monster “{echo(text)}” on the list{where or ' of any level'} that you know of: "
        "pick one that is offered, or look with /monster find."
    )


def _readings(text: str, level: int | None) -> Iterator[tuple[str, int | None]]:
    """The names that a text may stand for: itself, then what a choice shows of it."""
    yield text, level
    shown = _SHOWN.fullmatch(text)
    if shown is not None and shown[2] != text:
        yield shown[2], level if shown[3] is None else int(shown[3])


def _by_letter(lists: Lists, text: str, named: Named) -> Listed | None:
    exact = _ENTRY.fullmatch(text)
    if exact is not None:
        return _at(lists, int(exact[1]), number_for(exact[2]) or 0)
    label = _LABEL.fullmatch(text)
    number = number_for(label[1] if label else text)
    if number is None:
        return None
    if named.level is not None:
        return _at(lists, named.level, number)
    asked = {"campaign": lists.campaign_id, "number": number}
    levels = [int(scope) for scope in lists.connection.scalars(_WITH_NUMBER, asked)]
    found = [entry for level in levels if (entry := _at(lists, level, number)) is not None]
    return _only(found, text) if found else None


def _at(lists: Lists, level: int, number: int) -> Listed | None:
    entry = lists.at(Slot(LIST, str(level), number))
    return None if entry is None else listed(entry)


def _by_name(lists: Lists, text: str, named: Named) -> tuple[Listed, ...]:
    key = name_key(text)
    if not key:
        return ()
    if named.level is None:
        entries = lists.named_anywhere(LIST, key)
    else:
        entry = lists.named(LIST, str(named.level), key)
        entries = () if entry is None else (entry,)
    return visible(map(listed, entries), game_master=named.game_master)


def _only(several: Sequence[Listed], text: str) -> Listed:
    if len(several) > 1:
        levels = [str(level) for level in sorted(entry.level for entry in several)]
        raise OptionError(
            f"“{echo(text)}” is on the lists of several levels: say level {either(levels[:10])} too."
        )
    return several[0]
