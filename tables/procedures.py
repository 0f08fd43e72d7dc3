"""The one face of the rules: everything that can be rolled, by its key.

A key is a procedure's ("door.destination"), a table's ("door.second"), or "dice"
for dice notation.
"""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tables import doors, names
from tables.catalog import load
from tables.dice import MAX_DICE, BoundedDice, ScriptedDice
from tables.errors import OverLimit
from tables.procedure import Chosen, Option, OptionValue, Procedure
from tables.table import roll_on

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
    return _of_table(table)


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
    return procedure.run(procedure.choose(options), dice)


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
    alone = [each for each in PROCEDURES.values() if not any(option.required for option in each.options)]
    found = {procedure.key: procedure.title for procedure in alone}
    found.update((key, title) for key, title in load().titles().items() if key not in found)
    return MappingProxyType(found)


def search(text: str) -> tuple[str, ...]:
    """The keys of :func:`titles` whose key or title holds every word of ``text``, the best first."""
    return names.search(text, titles())


def no_such_table(text: str) -> str:
    """The sentence that answers a name which nothing has, with what is called most like it."""
    return str(names.unknown_table(text, titles()))


def _of_table(table: Table) -> Procedure:
    catalog = load()
    return Procedure(
        key=table.key,
        title=table.title,
        options=(),
        run=lambda _, dice: roll_on(table, dice, catalog),
        most_dice=lambda _: catalog.most_dice(table.key),
    )


def _roll_notation(chosen: Chosen, dice: Dice) -> Outcome[Any]:
    from tables import notation  # noqa: PLC0415 - its grammar is loaded only where dice are written

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
    {procedure.key: procedure for procedure in (_NOTATION, *doors.procedures())}
)
"""Every procedure by its key; tables that are rolled alone are not among them."""
