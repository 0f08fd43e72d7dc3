"""The master monster lists: one for each level, one alphabet in order of appearance, letters for ever.

An entry's letter follows from its number, so it never changes and is never given twice; its
case tells what is extraordinary and may change. Looking up ignores case, and where a letter is
also somebody's name, the letter wins and the answer says so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bot.campaign.changes import Changed, Changer, Told, change
from bot.campaign.entries import Slot
from bot.campaign.folding import name_key, shown_name
from bot.campaign.monster import LIST, CopiedFrom, Listed, Monster, document_of, listed, monster_of
from bot.campaign.monster import changed as changed_by
from bot.campaign.monster_naming import Named, resolve
from bot.campaign.monster_words import called, came, differences
from tables.errors import OptionError, echo

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection

    from bot.campaign.events import NewEvent

AT_ONCE = 3
"""Monsters that are added together."""


@dataclass(frozen=True, slots=True)
class Details:
    """What is said of a monster.

    Attributes:
        edit: fields and figures by their names, as :func:`bot.campaign.monster.changed` takes them.
        variant_of: letter or name of the entry that it is a variant of; nothing for no variant any more,
            None where nobody says.
    """

    edit: Mapping[str, Any]
    variant_of: str | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """What became of entries, and what has to be said of how they were found."""

    entries: tuple[Listed, ...]
    said: str = ""


def enter(changer: Changer, level: int, monster: Monster) -> Listed:
    """Put a monster at the end of a level's list, within the event of whoever asks for it.

    Raises:
        NameTaken: the list has that name.
    """
    slot = changer.next(LIST, str(level))
    changer.put(slot, document_of(monster))
    return Listed(level, slot.number, monster)


def entered(changer: Changer, level: int, monster: Monster) -> Listed:
    """The entry of that name on a level's list, put there now if there is none, as a region's are."""
    known = changer.lists.named(LIST, str(level), name_key(monster.name))
    if known is None:
        return enter(changer, level, monster)
    changer.stand_on(known.slot)
    return listed(known)


def add(
    connection: Connection,
    new: NewEvent,
    level: int,
    names: Sequence[str],
    details: Details,
) -> Changed[Done]:
    """Put one to three monsters at the end of a level's list.

    Args:
        connection: of the store.
        new: who does it and where.
        level: of the list.
        names: of the monsters, in order.
        details: what else is said of each of them.

    Raises:
        Refusal: a name is taken or is none, or the rest does not fit together.
    """

    def work(changer: Changer) -> Told[Done]:
        parent, said = _parent(changer, level, details.variant_of or "")
        shown = [shown_name(name) for name in names]
        if len({name_key(name) for name in shown}) < len(shown):
            raise OptionError("Two of these names are the same. Nothing was saved: each name stands once.")
        made = [changed_by(Monster(name=name, variant_of=parent), details.edit) for name in shown]
        entries = tuple(enter(changer, level, monster) for monster in made)
        return Told(Done(entries, said), came(level, entries))

    if not 1 <= len(names) <= AT_ONCE:
        raise OptionError(f"Add one to {AT_ONCE} monsters at a time; /monster import takes more.")
    return change(connection, new, work)


def edit(
    connection: Connection,
    new: NewEvent,
    named: Named,
    details: Details,
) -> Changed[Done]:
    """Change an entry; what is not named stays.

    Raises:
        Refusal: there is no such entry, the name is taken, nothing would change.
    """

    def work(changer: Changer) -> Told[Done]:
        found = resolve(changer.lists, named)
        before, said = found.listed.monster, found.said
        after = changed_by(before, details.edit)
        if details.variant_of is not None:
            parent, more = _parent(changer, found.listed.level, details.variant_of, of=found.listed.number)
            after, said = replace(after, variant_of=parent), " ".join(part for part in (said, more) if part)
        if after == before:
            raise OptionError(f"{called(found.listed)}, is like that already. Nothing was changed.")
        changer.put(found.slot, document_of(after))
        now = replace(found.listed, monster=after)
        words = differences(before, after, number=now.number)
        return Told(Done((now,), said), f"{called(now)}: {words}.")

    if not details.edit and details.variant_of is None:
        raise OptionError("Say what should change: any of the options.")
    return change(connection, new, work)


def retire(connection: Connection, new: NewEvent, named: Named, *, back: bool = False) -> Changed[Done]:
    """Take an entry out of use, or back into it. Its letter stays its own.

    Raises:
        Refusal: there is no such entry, or it is that already.
    """

    def work(changer: Changer) -> Told[Done]:
        found = resolve(changer.lists, named)
        if found.listed.monster.retired is not back:
            words = "in use" if back else "retired"
            raise OptionError(f"{called(found.listed)}, is {words} already. Nothing was changed.")
        now = replace(found.listed, monster=replace(found.listed.monster, retired=not back))
        changer.put(found.slot, document_of(now.monster))
        words = "is in use again" if back else "is retired; its letter stays its own"
        return Told(Done((now,), found.said), f"{called(now)}, {words}.")

    return change(connection, new, work)


def copy(connection: Connection, new: NewEvent, named: Named, to: int) -> Changed[Done]:
    """Copy an entry to another level's list, with a link to where it came from.

    How many are left, and whether players know of it, is each level's own. A variant stays one
    where the kind that it varies is on the other list too.

    Raises:
        Refusal: there is no such entry, the list has that name, or it is the same level.
    """

    def work(changer: Changer) -> Told[Done]:
        found = resolve(changer.lists, named)
        source = found.listed
        if source.level == to:
            raise OptionError(f"{called(source)}, is on that list already: name another level.")
        changer.stand_on(found.slot)
        new_entry = enter(changer, to, _copied(changer, source, to))
        text = came(to, (new_entry,), how=f", copied from {source.letter} of level {source.level}")
        return Told(Done((new_entry,), found.said), text)

    return change(connection, new, work)


def _copied(changer: Changer, source: Listed, to: int) -> Monster:
    parent: int | None = None
    if source.monster.variant_of is not None:
        kept = changer.lists.at(Slot(LIST, str(source.level), source.monster.variant_of))
        same = None if kept is None else changer.lists.named(LIST, str(to), name_key(kept.document["name"]))
        if same is not None:
            changer.stand_on(same.slot)
            parent = same.slot.number
    return replace(
        source.monster,
        variant_of=parent,
        known=False,
        left=None,
        retired=False,
        copied_from=CopiedFrom(source.level, source.number),
    )


def _parent(
    changer: Changer, level: int, variant_of: str, *, of: int | None = None
) -> tuple[int | None, str]:
    """The number of the entry that others are variants of, on which the event then stands."""
    if not variant_of:
        return None, ""
    found = resolve(changer.lists, Named(variant_of, level))
    if found.listed.level != level:
        raise OptionError(f"A variant is of a monster of its own level: “{echo(variant_of)}” is on another.")
    if found.listed.number == of:
        raise OptionError(f"{called(found.listed)}, is no variant of itself.")
    if found.listed.monster.variant_of is not None:
        raise OptionError(f"{called(found.listed)}, is a variant itself: name the kind that it varies.")
    if of is not None and any(
        monster_of(entry.document).variant_of == of for entry in changer.lists.all_of(LIST, str(level))
    ):
        raise OptionError("It has variants of its own, so it cannot be one itself.")
    changer.stand_on(found.slot)
    return found.listed.number, found.said
