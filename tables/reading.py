"""From the text of dice notation to its nodes, by the grammar beside this file.

This module loads the parser library and builds the parser, which takes longer
than a thousand rolls: :mod:`tables.notation` imports it with the first roll.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, cast

from lark import Lark, Token, Transformer, UnexpectedToken
from lark.lexer import Lexer

from tables.arithmetic import Bracket, Number, Product, Sum, added, bracket, multiplied, number
from tables.chain import Range, Reroll, compare
from tables.misreading import misreading
from tables.term import Changes, Explode, Keep, Sides, Term, term

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tables.arithmetic import Node

_DASHES = "−–—‐‑‒―﹣﹘⁃➖"
_TIMES = "×·⋅∙✕✖∗"
_PLUSES = "﹢➕"
_OVER = "÷∕⁄➗"
_NOTHING_TO_SEE = "\u00ad\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f"
_PLAIN = str.maketrans(
    dict.fromkeys(_DASHES, "-")
    | dict.fromkeys(_TIMES, "*")
    | dict.fromkeys(_PLUSES, "+")
    | dict.fromkeys(_OVER, "/")
    | dict.fromkeys(_NOTHING_TO_SEE, " ")
    | {chr(sign + 0xFEE0): chr(sign).lower() for sign in range(0x21, 0x7F)}
    | {chr(sign): chr(sign).lower() for sign in range(ord("A"), ord("Z") + 1)}
)
"""One sign for one sign, so that a place in the plain text is the same place in the typed one."""


_COMPARISON = re.compile(r"([<>=≤≥]*)\s*(-?)\s*([0-9]+)")

_SIGNS = {"≤": "<=", "≥": ">="}

_NAMED = {
    "%": Sides(number("100"), "%"),
    "f": Sides(number("3"), "F", "fudge"),
    "66": Sides(number("6"), "66", "pair"),
}
"""Dice that are not called by how many sides they have."""


def read(typed: str) -> tuple[Node, ...]:
    """The expressions that ``typed`` writes, in order.

    Raises:
        NotationError: it cannot be read.
        ImpossibleRoll: it asks for what no dice can do.
        OverLimit: a part of it is larger than one roll may be.
    """
    plain = typed.lower() if typed.isascii() else typed.translate(_PLAIN)
    try:
        return cast("tuple[Node, ...]", _PARSER.parse(_tokens(plain)))
    except UnexpectedToken as error:
        found: Any = error.token
        at_end = found.type == "$END"
        place, terminal = (len(plain), "") if at_end else (found.start_pos, found.type)
        raise misreading(typed, plain, place, terminal, error.expected) from None


def _tokens(plain: str) -> Iterator[Token]:
    """The terminals of the grammar in order, one of which is the first sign that is none of them."""
    for found in _TERMINAL.finditer(plain):
        kind = found.lastgroup
        if kind and kind != _SPACE:
            yield Token(kind, found.group(), found.start())


class _Told(Lexer):
    """Takes terminals that have been told apart already.

    The parser library's own lexers ask at every terminal which may follow and count
    lines; one expression over the whole text takes half the time, and leaves every
    mistake to the parser, which knows what should have stood there.
    """

    def __init__(self, lexer_conf: object) -> None:
        """Nothing is prepared: the parser hands on what it was given."""

    def lex(self, lexer_state: object, parser_state: object = None) -> Iterator[Token]:
        """The terminals, as they are."""
        del parser_state
        return cast("Iterator[Token]", lexer_state)


class _Nodes(Transformer[Token, "tuple[Node, ...]"]):
    """Makes the node of each rule as soon as the parser has read it, so that nothing recurses."""

    def start(self, children: list[Node]) -> tuple[Node, ...]:
        return tuple(children)

    def number(self, children: list[Token]) -> Number:
        return number(children[0].value)

    def bracket(self, children: list[Node]) -> Bracket:
        return bracket(children[0])

    def negative(self, children: list[Node]) -> Sum:
        return added(None, -1, children[0])

    def plus(self, children: list[Node]) -> Sum:
        return added(children[0], 1, children[1])

    def minus(self, children: list[Node]) -> Sum:
        return added(children[0], -1, children[1])

    def times(self, children: list[Node]) -> Product:
        return multiplied(children[0], "*", children[1])

    def over(self, children: list[Node]) -> Product:
        return multiplied(children[0], "/", children[1])

    def dice(self, children: list[Token | Node]) -> Term:
        first, place = children[0], 0
        if isinstance(first, Token) and first.type not in {"NUMBER", "DIE_OF"}:
            return _written_out(*[cast("Token", child).value for child in children])
        many: Node | None = None
        if not isinstance(first, Token) or first.type == "NUMBER":
            many, place = number(first.value) if isinstance(first, Token) else first, 1
        kind = cast("Token", children[place])
        if kind.type == "DIE_OF":
            inside = bracket(cast("Node", children[place + 1]))
            sides, place = Sides(inside, inside.text), place + 1
        else:
            sides = _sides(kind.value)
        changes = _changes([cast("Token", child).value for child in children[place + 1 :]])
        return term(many, sides, changes)


@lru_cache(maxsize=512)
def _written_out(thrown: str, *changes: str) -> Term:
    """Dice whose number and sides stand there as they are: much the most of all dice."""
    digits, _, _ = thrown.partition("d")
    return term(number(digits.strip()) if digits else None, _sides(thrown), _changes(changes))


def _sides(thrown: str) -> Sides:
    name = thrown.partition("d")[2].strip()
    if name in _NAMED:
        return _NAMED[name]
    sides = number(name)
    return Sides(sides, sides.text)


def _changes(words: Sequence[str]) -> Changes | None:
    """What is done with the dice; the grammar has seen to the order."""
    if not words:
        return None
    reroll: Reroll | None = None
    explode: Explode | None = None
    keep: list[Keep] = []
    count: Range | None = None
    for word in words:
        match word[0]:
            case "r":
                reroll = Reroll(_range(word[2:]), once=word[1] == "o")
            case "!":
                explode = Explode(_range(word[1:]) if len(word) > 1 else None)
            case "k" | "d":
                digits = word.lstrip("kdhl").strip() or "1"
                keep.append(Keep(word[0] == "d", "l" not in word, number(digits).number))
            case _:
                count = _range(word, bare="=")
    return Changes(reroll, explode, tuple(keep), count)


def _range(text: str, bare: str = "") -> Range:
    """The faces that a comparison names; ``bare`` is how "equal to" is written there."""
    found = cast("re.Match[str]", _COMPARISON.search(text))
    sign, minus, digits = found.groups()
    sign = bare if sign in {"", "="} else _SIGNS.get(sign, sign)
    return compare(sign, int(f"{minus}{number(digits).number}"))


_SPACE = "SPACE"

_PARSER: Any = Lark(  # it gives what the transformer makes, whatever its types say
    files("tables").joinpath("grammar.lark").read_text(encoding="utf-8"),
    parser="lalr",
    lexer=_Told,
    transformer=_Nodes(),
    maybe_placeholders=False,
    propagate_positions=False,
)

_TERMINAL = re.compile(
    "|".join(
        f"(?P<{terminal.name}>{terminal.pattern.to_regexp()})"
        for terminal in sorted(_PARSER.terminals, key=lambda terminal: -terminal.priority)
    )
    + "|(?P<UNKNOWN>.)",
    re.DOTALL,
)
