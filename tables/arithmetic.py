"""What dice notation asks for, dice apart: numbers, brackets, sums and products.

Each node is a frozen value that knows, before any die is thrown, how small and
how large it can come out, how many dice it may take and how big it is. A node
that goes beyond a limit cannot be made: whoever reads an expression gets one
that is safe to roll, or a refusal.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, Protocol

from tables.dice import MAX_DICE
from tables.errors import ImpossibleRoll, OverLimit, echo

if TYPE_CHECKING:
    from tables.dice import Dice, Die

MAX_RESULT = 10**12
"""The largest number, plus or minus, that an expression or a part of it may come to."""

MAX_NODES = 200
"""Numbers, dice, brackets and operations in one roll."""

MAX_DEPTH = 50
"""Nodes within nodes."""


@dataclass(frozen=True, slots=True)
class Extent:
    """How far a node can go, known before it is rolled.

    Attributes:
        low: the smallest value it can come to.
        high: the largest.
        dice: how many dice it throws at most.
        nodes: how many nodes it is made of, itself included.
        depth: how many of them lie within one another.
    """

    low: int
    high: int
    dice: int = 0
    nodes: int = 1
    depth: int = 1


class Rolling:
    """One roll under way: where its dice come from, which were thrown, what is to be told about them."""

    __slots__ = ("dice", "remarks", "thrown")

    def __init__(self, dice: Dice) -> None:
        """Throw ``dice``; nothing is thrown yet."""
        self.dice = dice
        self.thrown: list[Die] = []
        self.remarks: list[str] = []


class Node(Protocol):
    """A part of an expression."""

    @property
    def text(self) -> str:
        """The part in plain notation: lower case, no spaces, nothing left out."""
        ...

    @property
    def extent(self) -> Extent:
        """Its bounds."""
        ...

    def value(self, rolling: Rolling) -> int:
        """Throw its dice and say what it comes to."""
        ...

    def successes(self) -> bool | None:
        """Whether it counts successes; None where it is a number that fits with anything."""
        ...


def within_limits(text: str, extent: Extent) -> Extent:
    """The extent of what is written ``text``, where one roll may go so far.

    Raises:
        OverLimit: it is larger than one roll may be.
    """
    if extent.dice > MAX_DICE:
        raise OverLimit(
            f"“{echo(text)}” may take {extent.dice:,} dice, and {MAX_DICE:,} are the most in one roll."
        )
    if extent.low < -MAX_RESULT or extent.high > MAX_RESULT:
        raise OverLimit(f"“{echo(text)}” may go beyond {MAX_RESULT:,}: make it smaller.")
    if extent.nodes > MAX_NODES:
        raise OverLimit(f"A roll has {MAX_NODES} numbers, dice and brackets at most: make it shorter.")
    if extent.depth > MAX_DEPTH:
        raise OverLimit("The brackets lie too deep within one another: take some away.")
    return extent


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number as written."""

    number: int
    text: str
    extent: Extent = field(compare=False, repr=False)

    def value(self, rolling: Rolling) -> int:  # noqa: ARG002 - every node is asked alike
        """The number itself."""
        return self.number

    def successes(self) -> None:
        """A number fits with anything."""


@lru_cache(maxsize=1024)
def number(digits: str) -> Number:
    """The number that ``digits`` write.

    Raises:
        OverLimit: it is too large.
    """
    plain = digits.lstrip("0") or "0"
    if len(plain) > len(str(MAX_RESULT)) or int(plain) > MAX_RESULT:
        raise OverLimit(f"“{echo(plain)}” is too large a number: {MAX_RESULT:,} is the most.")
    return Number(int(plain), plain, Extent(int(plain), int(plain)))


@dataclass(frozen=True, slots=True)
class Bracket:
    """An expression in brackets."""

    inside: Node
    text: str
    extent: Extent = field(compare=False, repr=False)

    def value(self, rolling: Rolling) -> int:
        """What stands within."""
        return self.inside.value(rolling)

    def successes(self) -> bool | None:
        """As what stands within."""
        return self.inside.successes()


def bracket(inside: Node) -> Bracket:
    """``inside`` in brackets.

    Raises:
        OverLimit: it lies too deep or is too large.
    """
    text = f"({inside.text})"
    far = inside.extent
    extent = Extent(far.low, far.high, far.dice, far.nodes + 1, far.depth + 1)
    return Bracket(inside, text, within_limits(text, extent))


@dataclass(frozen=True, slots=True)
class Sum:
    """Parts added or, where the sign is -1, taken away, from left to right."""

    parts: tuple[tuple[Literal[1, -1], Node], ...]
    text: str
    extent: Extent = field(compare=False, repr=False)

    def value(self, rolling: Rolling) -> int:
        """Roll the parts in order."""
        total = 0
        for sign, part in self.parts:
            total += sign * part.value(rolling)
        return total

    def successes(self) -> bool | None:
        """Whether all its dice count successes."""
        return _together([part for _, part in self.parts])


def added(left: Node | None, sign: Literal[1, -1], right: Node) -> Sum:
    """``left`` plus ``right`` or, where the sign is -1, minus it; None for what begins with a minus.

    Raises:
        OverLimit: it is too large.
    """
    far = right.extent
    low, high = (far.low, far.high) if sign == 1 else (-far.high, -far.low)
    text = f"+{right.text}" if sign == 1 else f"-{right.text}"
    if left is None:
        extent = Extent(low, high, far.dice, far.nodes + 1, far.depth + 1)
        return Sum(((sign, right),), text, within_limits(text, extent))
    before = left.extent
    text = left.text + text
    extent = _joined(before, far, low + before.low, high + before.high, grows=isinstance(left, Sum))
    within_limits(text, extent)
    if isinstance(left, Sum):
        return Sum((*left.parts, (sign, right)), text, extent)
    return Sum(((1, left), (sign, right)), text, extent)


@dataclass(frozen=True, slots=True)
class Product:
    """A number multiplied and divided from left to right; a division rounds down."""

    first: Node
    steps: tuple[tuple[Literal["*", "/"], Node], ...]
    text: str
    extent: Extent = field(compare=False, repr=False)

    def value(self, rolling: Rolling) -> int:
        """Roll the parts in order, rounding every division down at once."""
        total = self.first.value(rolling)
        for operation, part in self.steps:
            other = part.value(rolling)
            if operation == "*":
                total *= other
                continue
            total, rest = divmod(total, other)
            if rest:
                rolling.remarks.append("rounded down")
        return total

    def successes(self) -> bool | None:
        """Whether all its dice count successes."""
        return _together([self.first, *(part for _, part in self.steps)])


def multiplied(left: Node, operation: Literal["*", "/"], right: Node) -> Product:
    """``left`` multiplied or divided by ``right``.

    Raises:
        OverLimit: it is too large.
        ImpossibleRoll: it may divide by nothing, or by less.
    """
    before, far = left.extent, right.extent
    low, high, least, most = before.low, before.high, far.low, far.high
    if operation == "*":
        corners = (low * least, low * most, high * least, high * most)
    elif least < 1:
        raise ImpossibleRoll(
            f"“{echo(right.text)}” may come to {least:,}: divide by something that is always 1 or more."
        )
    else:
        corners = (low // least, low // most, high // least, high // most)
    text = f"{left.text}{operation}{right.text}"
    grows = isinstance(left, Product)
    extent = within_limits(text, _joined(before, far, min(corners), max(corners), grows=grows))
    if isinstance(left, Product):
        return Product(left.first, (*left.steps, (operation, right)), text, extent)
    return Product(left, ((operation, right),), text, extent)


def _joined(left: Extent, right: Extent, low: int, high: int, *, grows: bool) -> Extent:
    """The extent of an operation on two nodes, or of one that grows by the right one."""
    above = 0 if grows else 1
    depth = max(left.depth + above, right.depth + 1)
    return Extent(low, high, left.dice + right.dice, left.nodes + right.nodes + above, depth)


def _together(parts: list[Node]) -> bool | None:
    """Whether ``parts`` count successes together: they do where all that are not bare numbers do."""
    kinds = {part.successes() for part in parts}
    return False if False in kinds else (True if True in kinds else None)
