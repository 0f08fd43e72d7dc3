"""What a procedure is, and the options that it declares for everybody who offers it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from tables.errors import OptionError, echo
from tables.names import fold, listed, nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tables.dice import Dice
    from tables.outcome import Outcome
    from tables.rolling import Rules

OptionValue = str | int | bool
"""What an option can be given."""

Kind = Literal["choice", "flag", "number", "text"]

_TRUE = frozenset({"yes", "true", "on", "1"})
_FALSE = frozenset({"no", "false", "off", "0"})


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the things to choose from: its value, and its title for people."""

    value: str
    title: str


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a procedure.

    Attributes:
        name: one lower-case word.
        kind: choice (one of ``choices``), flag (yes or no), number (``least`` to ``most``) or text
            (at most ``most`` characters).
        help: what it is, in a phrase for people.
        default: what it is set to where nothing is said; None where it is then left out.
        required: whether something must be said.
        choices: all there are, for a choice.
        least: the smallest number.
        most: the largest number, or the most characters.
    """

    name: str
    kind: Kind
    help: str
    default: OptionValue | None = None
    required: bool = False
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0

    def read(self, given: OptionValue) -> OptionValue:
        """What somebody gave, as a value of the option's kind.

        Words are taken for what they say, so that a terminal needs no types: "12" for a number,
        "yes" for a flag, a choice by its value or title in any case.

        Raises:
            OptionError: it cannot be that; the message says what it can be.
        """
        if self.kind == "choice":
            return self._read_choice(given)
        if self.kind == "flag":
            return self._read_flag(given)
        if self.kind == "number":
            return self._read_number(given)
        return self._read_text(given)

    def _read_choice(self, given: OptionValue) -> str:
        wanted = fold(str(given))
        for choice in self.choices:
            if wanted in (fold(choice.value), fold(choice.title)):
                return choice.value
        names = listed(choice.value for choice in self.choices)
        raise OptionError(f"“{echo(str(given))}” is no {self.name}: choose {names}.")

    def _read_flag(self, given: OptionValue) -> bool:
        word = fold(str(given))
        if word not in _TRUE | _FALSE:
            raise OptionError(f"{self.name} is yes or no, not “{echo(str(given))}”.")
        return word in _TRUE

    def _read_number(self, given: OptionValue) -> int:
        text = str(given).strip()
        digits = text.removeprefix("-")
        # Python turns other scripts' digits into numbers too, and long ones slowly.
        short = digits.isascii() and digits.isdecimal() and len(digits) <= 9
        if isinstance(given, bool) or not short or not self.least <= int(text) <= self.most:
            raise OptionError(
                f"{self.name} is a whole number from {self.least} to {self.most:,}, not “{echo(str(given))}”."
            )
        return int(text)

    def _read_text(self, given: OptionValue) -> str:
        if not isinstance(given, str):
            raise OptionError(f"{self.name} is text, not “{echo(str(given))}”.")
        if self.required and not given.strip():
            raise OptionError(f"Say what to roll: {self.name} is {self.help}.")
        if len(given) > self.most:
            raise OptionError(f"{self.name} has {len(given):,} characters: at most {self.most:,} fit.")
        return given


@dataclass(frozen=True, slots=True)
class Chosen:
    """All options of one roll: read, checked, and with their defaults."""

    values: Mapping[str, OptionValue]

    def word(self, name: str) -> str:
        """A choice or a text."""
        return str(self.values[name])

    def flag(self, name: str) -> bool:
        """A flag."""
        return self.values[name] is True

    def number(self, name: str) -> int | None:
        """A number, or None where it was left out."""
        value = self.values.get(name)
        return None if value is None else int(value)


@dataclass(frozen=True, slots=True)
class Offer:
    """A natural next roll.

    Attributes:
        key: of the table or procedure.
        label: what a button says; nothing for the title of the key.
        options: what is known of it already.
    """

    key: str
    label: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict[str, OptionValue])


MOST_LEVEL = 99
"""The deepest dungeon level."""

LEVEL = Option(name="level", kind="number", help="the dungeon level", default=1, least=1, most=MOST_LEVEL)
"""The dungeon level, for whatever depends on it."""

AREA = Option(
    name="area", kind="number", help="the room’s size in square feet", default=400, least=1, most=1_000_000
)
"""A room's size, for whatever depends on it."""

EDITION = Option(
    name="edition",
    kind="choice",
    help="whose tables",
    default="appendix-a",
    choices=(
        Choice("appendix-a", "AD&D, Dungeon Masters Guide, Appendix A"),
        Choice("osric", "OSRIC"),
    ),
)
"""Whose tables, where two editions have their own."""


def _no_offers(chosen: Chosen, outcome: Outcome[Any]) -> tuple[Offer, ...]:
    """For procedures after which nothing is natural but what their tables name."""
    del chosen, outcome
    return ()


def _nothing_more(chosen: Chosen) -> None:
    """For procedures whose options do not depend on one another."""
    del chosen


@dataclass(frozen=True, slots=True)
class Procedure:
    """Several tables or dice in order, rolled as one.

    Attributes:
        key: its name for machines ("door.destination").
        title: its name for people.
        options: what can be chosen, in the order to offer it.
        run: does it; what was chosen has been checked.
        most_dice: the dice that it throws at most.
        check: refuses what can be refused before a die is thrown, beyond each option by itself.
        offers: the natural next rolls, from an outcome as its reader sees it.
    """

    key: str
    title: str
    options: tuple[Option, ...]
    run: Callable[[Chosen, Dice, Rules], Outcome[Any]]
    most_dice: Callable[[Chosen], int]
    check: Callable[[Chosen], None] = _nothing_more
    offers: Callable[[Chosen, Outcome[Any]], tuple[Offer, ...]] = _no_offers

    def choose(self, given: Mapping[str, OptionValue | None]) -> Chosen:
        """The options somebody gave, read and checked; None counts as not given.

        Raises:
            OptionError: one is not known, or missing, or cannot be that.
            Refusal: whatever else can be refused before a die is thrown.
        """
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise _unknown_option(self.key, name, tuple(known))
        values: dict[str, OptionValue] = {}
        for option in self.options:
            wanted = given.get(option.name)
            if wanted is not None:
                values[option.name] = option.read(wanted)
            elif option.required:
                raise OptionError(f"{self.key} needs {option.name}: {option.help}.")
            elif option.default is not None:
                values[option.name] = option.default
        chosen = Chosen(values)
        self.check(chosen)
        return chosen


def _unknown_option(key: str, name: str, known: tuple[str, ...]) -> OptionError:
    if not known:
        return OptionError(f"{key} has no options: leave “{echo(name)}” away.")
    near = nearest(name, known, most=1)
    hint = f"did you mean {near[0]}?" if near else f"it has {', '.join(known)}."
    return OptionError(f"{key} has no option “{echo(name)}”: {hint}")
