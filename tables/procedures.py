"""The one face of the rules: everything that can be rolled, by its key.

A key is a procedure's ("door.destination"), a table's ("door.second"), or "dice"
for dice notation.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tables import (
    chambers,
    corridors,
    door_beyond,
    door_exits,
    door_kinds,
    doors,
    encounters,
    leximorphs,
    names,
    rooms,
    several,
    stocking,
    traps,
    treasure,
    wandering,
)
from tables.amounts import NAMES, names_in
from tables.amounts import most_dice as most_dice_of
from tables.catalog import load
from tables.dice import MAX_DICE, BoundedDice, ScriptedDice
from tables.errors import CatalogError, OptionError, OverLimit
from tables.following import after
from tables.procedure import AREA, EDITION, LEVEL, Chosen, Offer, Option, OptionValue, Procedure
from tables.rolling import MOST_AGAIN, NOTHING, Rules, roll_on
from tables.rooms import EDITIONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tables.dice import Dice
    from tables.outcome import Outcome
    from tables.table import Table

LONGEST_NOTATION = 6_000
"""Characters of notation that are looked at; the notation itself allows fewer and says so."""


def find(key: str) -> Procedure:
    """What is rolled by that key, however its letters are cased; a table is a procedure without options.

    Raises:
        UnknownTable: nothing has that key; the nearest ones are suggested.
    """
    folded = names.fold(key)
    procedure = PROCEDURES.get(folded)
    if procedure is not None:
        return procedure
    table = load().by_key.get(folded)
    if table is None:
        raise names.unknown_table(key, titles())
    return _of_table(table.key)


def check(key: str, options: Mapping[str, OptionValue]) -> None:
    """Refuse whatever can be refused before a die is thrown.

    Raises:
        UnknownTable: nothing has that key.
        OptionError: an option is not known, missing, or cannot be that.
        OverLimit: it could throw more dice than one command may.
        Refusal: what the procedure itself refuses, such as notation that cannot be read.
    """
    if most_dice(key, options) > MAX_DICE:
        raise OverLimit(f"That could throw more than {MAX_DICE:,} dice: ask for fewer.")


def most_dice(key: str, options: Mapping[str, OptionValue]) -> int:
    """The dice that this throws at most.

    Raises:
        Refusal: as :func:`check`, but for the limit.
    """
    procedure = find(key)
    return procedure.most_dice(procedure.choose(options))


def perform(key: str, options: Mapping[str, OptionValue], dice: Dice) -> Outcome[Any]:
    """Roll it.

    Args:
        key: of a procedure, a table, or "dice".
        options: as the procedure declares them; what is left out has its default.
        dice: where the faces come from; the caller bounds them.

    Raises:
        Refusal: as :func:`check`, before any die; or what the dice refuse.
    """
    procedure = find(key)
    return procedure.run(procedure.choose(options), dice, RULES)


def perform_by_hand(key: str, options: Mapping[str, OptionValue], faces: Sequence[int]) -> Outcome[Any]:
    """Roll it with dice that were thrown at the table.

    Raises:
        FacesError: they are too few, too many, or not on the dice that the roll throws.
        Refusal: as :func:`perform`.
    """
    dice = ScriptedDice(faces)
    outcome = perform(key, options, BoundedDice(dice))
    dice.finish()
    return outcome


@cache
def titles() -> Mapping[str, str]:
    """The title of all that can be rolled by its key alone, procedures first."""
    alone = [each for each in PROCEDURES.values() if _needs_nothing(each)]
    found = {procedure.key: procedure.title for procedure in alone}
    found.update((key, title) for key, title in load().titles().items() if key not in found)
    return MappingProxyType(found)


def _needs_nothing(procedure: Procedure) -> bool:
    try:
        procedure.choose({})
    except OptionError:
        return False
    return True


def search(text: str) -> tuple[str, ...]:
    """The keys of :func:`titles` whose key or title holds every word of ``text``, the best first."""
    return names.search(text, titles())


def no_such_table(text: str) -> str:
    """The sentence that answers a name which nothing has, with what is called most like it."""
    return str(names.unknown_table(text, titles()))


MOST_OFFERS = 4
"""Next rolls that tables offer; a procedure may offer more of its own."""

MOST_OWN_OFFERS = 10
"""Next rolls that a procedure offers."""

CARRIED = ("level", "edition", "scheme", "spiral")
"""Options that go on from a roll to the next one."""


def offers(key: str, options: Mapping[str, OptionValue], outcome: Outcome[Any]) -> tuple[Offer, ...]:
    """The natural next rolls after a roll.

    Args:
        key: what was rolled.
        options: how it was asked for.
        outcome: what came, as those see it who are offered something.
    """
    procedure = find(key)
    chosen = procedure.choose(options)
    found = list(procedure.offers(chosen, outcome))[:MOST_OWN_OFFERS]
    for linked in _linked(outcome):
        if len(found) < MOST_OFFERS and all(linked != offer.key for offer in found):
            found.append(Offer(linked))
    return tuple(_completed(offer, chosen) for offer in found or _following(outcome))


def _following(outcome: Outcome[Any]) -> list[Offer]:
    """What follows where nothing else does: the same edition's, where it has one."""
    offer = after(outcome)
    if offer is None:
        return []
    tail = next((tail for tail in EDITIONS.values() if tail and outcome.key.endswith(tail)), "")
    return [replace(offer, key=offer.key + tail) if offer.key + tail in titles() else offer]


def _linked(outcome: Outcome[Any]) -> Iterator[str]:
    """The keys that tables and rows name as the next roll, in order; those of dropped rolls name none."""
    by_key = load().by_key
    for rolled in outcome.walk():
        if rolled.dice and not any(die.kept for die in rolled.dice):
            continue
        for hit in rolled.rows:
            table = by_key.get(hit.table)
            if table is not None:
                span = (hit.first, hit.last)
                alike = (row for row in table.every_row if (row.first, row.last) == span)
                yield from (key for row in alike for key in row.next)
        if rolled.key in by_key:
            yield from by_key[rolled.key].next


def _completed(offer: Offer, chosen: Chosen) -> Offer:
    """The offer with its label, and with what goes on from the roll before."""
    procedure = find(offer.key)
    carried: dict[str, OptionValue] = {}
    for option in procedure.options:
        value = chosen.values.get(option.name)
        if option.name in CARRIED and value is not None and _takes(option, value):
            carried[option.name] = value
    return Offer(offer.key, offer.label or procedure.title, {**carried, **offer.options})


def _takes(option: Option, value: OptionValue) -> bool:
    """Whether an option of the next roll can be what one of its name was before: schemes differ."""
    try:
        option.read(value)
    except OptionError:
        return False
    return True


class _Rules:
    """Procedures and tables, where the rows of tables lead."""

    def table(self, key: str) -> Table:
        return load().table(key)

    def roll(self, key: str, dice: Dice, given: Mapping[str, OptionValue] = NOTHING) -> Outcome[Any]:
        procedure = find(key)
        known = {option.name for option in procedure.options}
        chosen = procedure.choose({name: value for name, value in given.items() if name in known})
        return procedure.run(chosen, dice, self)


RULES: Rules = _Rules()
"""Everything that can be rolled, for whoever rolls on a table."""


@cache
def _of_table(key: str) -> Procedure:
    """A table as a procedure; its options are the numbers that it, or what it leads to, asks for.

    A table of an edition has what follows rolled by that edition too.
    """
    table = load().by_key[key]
    numbers = _numbers_of(key)
    edition = next((each.value for each in EDITION.choices if table.key.endswith(f".{each.value}")), None)

    def run(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[str]:
        given: dict[str, OptionValue] = {name: chosen.number(name) or 0 for name in numbers}
        if edition is not None:
            given["edition"] = edition
        return roll_on(table, dice, rules, given)

    return Procedure(
        key=table.key,
        title=table.title,
        options=tuple(option for option in (LEVEL, AREA) if option.name in numbers),
        run=run,
        most_dice=lambda _: _worst_of(key),
    )


@cache
def _numbers_of(key: str) -> frozenset[str]:
    """The numbers that a table or procedure, or what it leads to, asks for."""
    procedure = PROCEDURES.get(key)
    if procedure is not None:
        return frozenset(option.name for option in procedure.options).intersection(NAMES)
    table = load().by_key[key]
    own = {table.by} if table.by else set[str]()
    for row in table.every_row:
        own |= names_in(row.text)
        own = own.union(*(_numbers_of(each) for each in (*row.then, *row.then_secret)))
    return frozenset(own)


@cache
def _worst_of(key: str) -> int:
    """The dice that a table throws at most, with the procedures that follow from it too."""
    table = load().by_key[key]
    times = 1 + MOST_AGAIN * any(row.again for row in table.every_row)
    most = max(
        most_dice_of(row.text) + sum(most_dice(key, {}) for key in (*row.then, *row.then_secret))
        for row in table.every_row
    )
    return (len(table.throw.sides) + most) * times


def check_links() -> None:
    """See that what tables lead to beyond tables is a procedure.

    Raises:
        CatalogError: it is not; the message names the file and the row.
    """
    for key, place in load().loose.items():
        if key not in PROCEDURES:
            raise CatalogError(f"{place}: it leads to {key!r}, and no table or procedure has that key.")


def _roll_notation(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[Any]:
    from tables import notation  # noqa: PLC0415 - its grammar is loaded only where dice are written

    del rules
    return notation.roll(chosen.word("dice"), dice)


def _count_notation(chosen: Chosen) -> int:
    from tables import notation  # noqa: PLC0415

    return notation.worst_case(notation.parse(chosen.word("dice")))


def _check_notation(chosen: Chosen) -> None:
    from tables import notation  # noqa: PLC0415

    notation.parse(chosen.word("dice"))


_NOTATION = Procedure(
    key="dice",
    title="Dice",
    options=(
        Option(
            name="dice",
            kind="text",
            help="dice notation such as 2d6+3",
            required=True,
            most=LONGEST_NOTATION,
        ),
    ),
    run=_roll_notation,
    most_dice=_count_notation,
    check=_check_notation,
)

PROCEDURES: Mapping[str, Procedure] = MappingProxyType(
    {
        procedure.key: procedure
        for procedure in (
            _NOTATION,
            *doors.procedures(),
            *door_exits.procedures(),
            *door_kinds.procedures(),
            *door_beyond.procedures(),
            *leximorphs.procedures(),
            *corridors.procedures(),
            *rooms.procedures(),
            *stocking.procedures(),
            *encounters.procedures(),
            *traps.procedures(),
            *treasure.procedures(),
            several.procedure(most_dice, offers),
            *wandering.procedures(),
            *chambers.procedures(),
        )
    }
)
"""Every procedure by its key; tables that are rolled alone are not among them."""
