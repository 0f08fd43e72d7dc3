"""Rolling on a table, and on everything that its rows lead to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from tables import amounts
from tables.dice import Die, behind_the_screen
from tables.outcome import Hit, Outcome, open_children, screened, told

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tables.dice import Dice
    from tables.procedure import OptionValue
    from tables.table import Row, Table

MOST_AGAIN = 20
"""How many times rows may have one table rolled again; after that they count without."""

NOTHING: Mapping[str, Any] = MappingProxyType({})
"""No options and no numbers."""


class Rules(Protocol):
    """Where links lead: every table and procedure by its key."""

    def table(self, key: str) -> Table:
        """The table of that key."""
        ...

    def roll(self, key: str, dice: Dice, given: Mapping[str, OptionValue] = NOTHING) -> Outcome[Any]:
        """Roll the procedure or table of that key, with those of the options that it has."""
        ...


def roll_on(
    table: Table,
    dice: Dice,
    rules: Rules,
    given: Mapping[str, OptionValue] = NOTHING,
    *,
    purpose: str = "",
) -> Outcome[str]:
    """Roll on a table, and on what its row names next.

    Args:
        table: one that the catalog has checked.
        dice: the table's own are thrown first, then the amounts in the row's words, then what follows.
        rules: where the rows' links lead.
        given: the numbers that the table and its amounts ask for, and options of what follows.
        purpose: what the dice are for, where the table's own word does not fit.

    Returns:
        An outcome whose value is the row's. Its text tells what follows too, but nothing secret.
    """
    if table.bands:
        table = table.column(int(given[table.by]))
    if table.hides:
        # A face that reads otherwise to players must not be one that the open dice's seed gives away.
        dice = behind_the_screen(dice)
        return screened(_Rolling(table, dice, rules, given, purpose or table.purpose).roll())
    return _Rolling(table, dice, rules, given, purpose or table.purpose).roll()


@dataclass(slots=True)
class _Rolling:
    """A roll on one table, which its rows may have repeated."""

    table: Table
    dice: Dice
    rules: Rules
    given: Mapping[str, OptionValue]
    purpose: str
    again: int = MOST_AGAIN

    def roll(self) -> Outcome[str]:
        """Roll once, and what follows."""
        table = self.table
        thrown = table.throw.throw(self.dice, self.purpose)
        row = table.row_of(sum(die.face for die in thrown))
        if table.zero:
            thrown = tuple(Die(die.sides, die.face % die.sides, die.purpose) for die in thrown)
        text, children = row.text, ()
        if "{" in text:
            text, children = amounts.fill(text, self.given, self.dice)
        if row.again or row.then or row.then_secret:
            children = (*children, *self._follow(row))
        outcome = Outcome(
            key=table.key,
            title=table.title,
            dice=thrown,
            rows=(Hit(table.key, row.first, row.last, text),),
            text=_tell(text, children),
            value=row.value,
            children=children,
        )
        if row.players is not None:
            return replace(outcome, players=_as_players_read(table, row.players, outcome))
        return told(outcome, _tell(text, open_children(children)), row.value) if children else outcome

    def _follow(self, row: Row) -> Iterator[Outcome[object]]:
        for _ in range(row.again):
            if self.again > 0:
                self.again -= 1
                yield self.roll()
        for key in row.then:
            yield self.rules.roll(key, self.dice, self.given)
        for key in row.then_secret:
            apart = behind_the_screen(self.dice)
            yield replace(screened(self.rules.roll(key, apart, self.given)), secret=True)


def _as_players_read(table: Table, words: str, outcome: Outcome[str]) -> Outcome[str]:
    """What players are told: the same for every row with these words, whatever came."""
    dice = tuple(replace(die, face=0, hidden=True) for die in outcome.dice)
    value = next(row.value for row in table.rows if row.players == words)
    return Outcome(table.key, table.title, dice, (), sentence(words), value)


def _tell(text: str, children: Iterable[Outcome[object]]) -> str:
    """A row's words with what followed openly: "A ladder: up."."""
    phrase, sentences = _phrase(text, children)
    return " ".join((sentence(phrase), *sentences))


def _phrase(text: str, children: Iterable[Outcome[object]]) -> tuple[str, list[str]]:
    """A row's words and those of the tables it led to, and the sentences of other procedures."""
    phrases: list[str] = []
    sentences: list[str] = []
    for child in children:
        if child.secret or child.key == "dice":
            continue
        phrase = _phrase_of(child)
        if phrase is None:
            sentences.append(child.text)
        else:
            phrases.append(phrase)
    return f"{text}: {'; '.join(phrases)}" if phrases else text, sentences


def _phrase_of(outcome: Outcome[object]) -> str | None:
    """The words of an outcome that a table alone made; None for those of a procedure."""
    if not outcome.rows and any(die.hidden for die in outcome.dice):
        return outcome.text[:1].lower() + outcome.text[1:].removesuffix(".")
    if len(outcome.rows) != 1:
        return None
    phrase, sentences = _phrase(outcome.rows[0].text, outcome.children)
    return phrase if not sentences and sentence(phrase) == outcome.text else None


def sentence(phrase: str) -> str:
    """A phrase as a sentence: a capital first, a full stop last."""
    end = "" if phrase.endswith((".", "!", "?", "…")) else "."
    return phrase[:1].upper() + phrase[1:] + end
