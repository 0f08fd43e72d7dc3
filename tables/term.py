"""The dice of an expression: so many dice of so many sides, and what is done with them.

What is done has one order, whatever the dice: reroll, explode, keep or drop, count.
Dice are thrown in rounds, as people throw them: all at once, then those that are
thrown again or come on top, in the order of the dice that called for them, and
so on until nothing is left to throw.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from tables.arithmetic import Extent, Node, Rolling, within_limits
from tables.chain import Chains, Faces, Range, Reroll, set_aside, sizes_to_try
from tables.dice import MAX_DICE, MAX_SIDES, Die
from tables.errors import ImpossibleRoll, OverLimit, echo

if TYPE_CHECKING:
    from tables.dice import Dice

MAX_KEEPS = 4
"""Keeps and drops of the same dice."""

_SHOWN_SIGNS = 20
"""Fudge dice whose signs are told one by one."""

_ONE = Extent(1, 1, nodes=0, depth=0)
"""How many dice there are where nothing says it."""

_SIGNS = {-1: "−", 0: "0", 1: "+"}


@dataclass(frozen=True, slots=True)
class Sides:
    """What kind of dice they are.

    Attributes:
        number: how many sides; for a d66, of each of its two dice.
        text: as written, without the d: "6", "%", "F", "66", "(4+2)".
        kind: a Fudge die is a d3 read as -1, 0, +1; a d66 is two d6 read as tens and units.
    """

    number: Node
    text: str
    kind: Literal["plain", "fudge", "pair"] = "plain"

    def faces(self, sides: int) -> Faces:
        """What a die shows whose sides came to ``sides``."""
        match self.kind:
            case "plain":
                return Faces(1, sides)
            case "fudge":
                return Faces(-1, 1)
            case "pair":
                return Faces(11, 66, pair=True)

    def throw(self, dice: Dice, sides: int) -> tuple[int, tuple[int, ...]]:
        """Throw one: what it shows, and the faces of the dice it is made of."""
        face = dice.throw(sides)
        if self.kind == "plain":
            return face, (face,)
        if self.kind == "fudge":
            return face - 2, (face,)
        units = dice.throw(sides)
        return 10 * face + units, (face, units)


@dataclass(frozen=True, slots=True)
class Explode:
    """Faces that bring another die; None for the highest face."""

    on: Range | None


@dataclass(frozen=True, slots=True)
class Keep:
    """Dice kept, or dropped, from the highest or the lowest."""

    drop: bool
    highest: bool
    number: int

    def kept_of(self, dice: int) -> int:
        """How many of ``dice`` dice are kept."""
        return max(0, dice - self.number) if self.drop else min(dice, self.number)

    def choose(self, shown: list[int], among: list[int]) -> list[int]:
        """The places of the dice kept, of those in ``among``; of equal dice the first thrown is chosen."""
        order = sorted(among, key=lambda place: (-shown[place] if self.highest else shown[place], place))
        return sorted(order[self.number :] if self.drop else order[: self.number])


@dataclass(frozen=True, slots=True)
class Changes:
    """What is done with the dice of one term, in this order."""

    reroll: Reroll | None = None
    explode: Explode | None = None
    keep: tuple[Keep, ...] = ()
    count: Range | None = None


@dataclass(frozen=True, slots=True)
class Term:
    """Dice of one kind: "4d6kh3".

    Attributes:
        many: how many; None for one that is not written.
        sides: of what kind.
        changes: what is done with them; None where they are only added up.
        text: in plain notation.
        extent: its bounds.
        chains: the throws set aside for rerolling and exploding.
        purpose: what its dice say that they were thrown for.
    """

    many: Node | None
    sides: Sides
    changes: Changes | None
    text: str
    extent: Extent = field(compare=False, repr=False)
    chains: Chains = field(compare=False, repr=False)
    purpose: str = field(compare=False, repr=False)

    def value(self, rolling: Rolling) -> int:
        """Throw the dice and say what they come to."""
        many = 1 if self.many is None else self.many.value(rolling)
        sides = self.sides.number.value(rolling)
        if self.changes is None and self.sides.kind == "plain":
            total = 0
            throw, purpose, thrown = rolling.dice.throw, self.purpose, rolling.thrown
            for _ in range(many):
                face = throw(sides)
                thrown.append(Die(sides, face, purpose))
                total += face
            return total
        return self._changed(rolling, many, sides, self.changes or Changes())

    def successes(self) -> bool:
        """Whether it counts successes."""
        return self.changes is not None and self.changes.count is not None

    def _changed(self, rolling: Rolling, many: int, sides: int, changes: Changes) -> int:
        throws = _throw_in_rounds(self, rolling, many, sides, changes)
        shown = [value for value, _ in throws.made]
        kept = [place for place in range(len(shown)) if place not in throws.replaced]
        if changes.explode and changes.keep:
            rolling.remarks.append(f"{len(kept)} dice after exploding, then {_keep_in_words(changes.keep)}")
        for keep in changes.keep:
            kept = keep.choose(shown, kept)
        staying = set(kept)
        for place, (_, faces) in enumerate(throws.made):
            for face in faces:
                rolling.thrown.append(Die(sides, face, self.purpose, place in staying))
        if self.sides.kind == "fudge" and len(kept) <= _SHOWN_SIGNS:
            rolling.remarks.append(" ".join(_SIGNS[shown[place]] for place in kept))
        if changes.count is None:
            return sum(shown[place] for place in kept)
        return sum(changes.count.holds(shown[place]) for place in kept)


class _Throws:
    """The throws of one term: what each shows with its faces, and the places of those thrown again."""

    __slots__ = ("made", "replaced")

    def __init__(self) -> None:
        self.made: list[tuple[int, tuple[int, ...]]] = []
        self.replaced: set[int] = set()


def _throw_in_rounds(term: Term, rolling: Rolling, many: int, sides: int, changes: Changes) -> _Throws:
    """Throw the dice and what they call for, round after round, as far as the term has set dice aside."""
    throws = _Throws()
    again, extra = term.chains.again, term.chains.extra
    once = changes.reroll is not None and changes.reroll.once
    reroll = changes.reroll.on if changes.reroll else None
    explode = _exploding(changes, term.sides.faces(sides))
    due = [True] * many  # for each throw to make: may it be thrown again?
    while due:
        following: list[bool] = []
        for replaceable in due:
            shown, faces = term.sides.throw(rolling.dice, sides)
            throws.made.append((shown, faces))
            if reroll and replaceable and reroll.holds(shown):
                if again:
                    again -= 1
                    throws.replaced.add(len(throws.made) - 1)
                    following.append(not once)
                    continue
                rolling.remarks.append(f"rerolling stopped after {term.chains.again} dice")
            if explode and explode.holds(shown):
                if extra:
                    extra -= 1
                    following.append(True)
                else:
                    rolling.remarks.append(f"exploding stopped after {term.chains.extra} dice")
        due = following
    return throws


def term(many: Node | None, sides: Sides, changes: Changes | None) -> Term:
    """``many`` dice with ``sides`` sides, and what is done with them.

    Raises:
        OverLimit: they are too many, or have too many sides.
        ImpossibleRoll: there may be none or fewer, or what is done could never end or leaves none.
    """
    text = f"{many.text if many else ''}d{sides.text}{_written(changes)}"
    number, size = many.extent if many else _ONE, sides.number.extent
    _check_number(text, number)
    _check_sides(text, size)
    chains = Chains(0, 0) if changes is None else _chains(text, sides, number.high, changes)
    low, high = _reach(text, sides, changes, (number.low, number.high + chains.extra))
    own = (number.high + chains.extra + chains.again) * (2 if sides.kind == "pair" else 1)
    extent = Extent(
        low,
        high,
        dice=own + number.dice + size.dice,
        nodes=1 + number.nodes + size.nodes,
        depth=1 + max(number.depth, size.depth),
    )
    return Term(many, sides, changes, text, within_limits(text, extent), chains, echo(text))


def _reach(text: str, sides: Sides, changes: Changes | None, dice: tuple[int, int]) -> tuple[int, int]:
    """The smallest and the largest result of the fewest and the most dice that may lie there."""
    fewest, most = dice
    if changes:
        if len(changes.keep) > MAX_KEEPS:
            raise OverLimit(f"“{echo(text)}” keeps and drops more than {MAX_KEEPS} times: make it fewer.")
        for keep in changes.keep:
            _check_keep(text, keep, most)
            fewest, most = keep.kept_of(fewest), keep.kept_of(most)
        if changes.count:
            return 0, most
    faces = sides.faces(sides.number.extent.high)
    return min(fewest * faces.low, most * faces.low), max(fewest * faces.high, most * faces.high)


def _chains(text: str, sides: Sides, most: int, changes: Changes) -> Chains:
    """What the term sets aside, whatever its sides come to."""
    if not (changes.reroll or changes.explode):
        return Chains(0, 0)
    ends = tuple(part.on for part in (changes.reroll, changes.explode) if part and part.on)
    again = extra = 0
    for size in sizes_to_try(sides.number.extent.low, sides.number.extent.high, ends):
        faces = sides.faces(size)
        found = set_aside(text, most, faces, changes.reroll, _exploding(changes, faces))
        again, extra = max(again, found.again), max(extra, found.extra)
    return Chains(again, extra)


def _exploding(changes: Changes, faces: Faces) -> Range | None:
    """The faces that bring another die; the highest one where nothing else is written."""
    if changes.explode is None:
        return None
    return changes.explode.on or Range(faces.high, faces.high, "")


def _check_number(text: str, number: Extent) -> None:
    if number.high > MAX_DICE:
        raise OverLimit(
            f"“{echo(text)}” asks for {number.high:,} dice, and {MAX_DICE:,} are the most in one roll."
        )
    if number.high < 1:
        raise ImpossibleRoll(f"“{echo(text)}” throws no dice: ask for 1 or more.")
    if number.low < 0:
        raise ImpossibleRoll(f"“{echo(text)}” may ask for {number.low:,} dice: let the number be 0 or more.")


def _check_sides(text: str, size: Extent) -> None:
    if size.high > MAX_SIDES:
        raise OverLimit(f"“{echo(text)}” has {size.high:,} sides, and a die has {MAX_SIDES:,} at most.")
    if size.low < 1:
        raise ImpossibleRoll(f"“{echo(text)}” may have {size.low:,} sides: a die has 1 or more.")


def _check_keep(text: str, keep: Keep, dice: int) -> None:
    verb = "drop" if keep.drop else "keep"
    if keep.number == 0:
        raise ImpossibleRoll(f"“{echo(text)}” would {verb} 0 dice: write 1 or more.")
    if keep.number > dice - keep.drop:
        rest = " and leave none" if keep.drop else ""
        raise ImpossibleRoll(
            f"“{echo(text)}” would {verb} {keep.number:,} of {dice:,} dice{rest}: make it fewer."
        )


def _written(changes: Changes | None) -> str:
    """What is done with the dice, in plain notation."""
    if changes is None:
        return ""
    text = ""
    if changes.reroll:
        text += ("ro" if changes.reroll.once else "rr") + changes.reroll.on.text
    if changes.explode:
        text += "!" + (changes.explode.on.text if changes.explode.on else "")
    for keep in changes.keep:
        text += ("d" if keep.drop else "k") + ("h" if keep.highest else "l") + str(keep.number)
    if changes.count:
        text += changes.count.text
    return text


def _keep_in_words(keeps: tuple[Keep, ...]) -> str:
    words: list[str] = []
    for keep in keeps:
        which = "highest" if keep.highest else "lowest"
        words.append(f"the {which} {keep.number} {'dropped' if keep.drop else 'kept'}")
    return ", then ".join(words)
