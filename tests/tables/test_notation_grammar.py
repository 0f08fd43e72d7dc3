"""Whatever can be written: texts made by the grammar, rule by rule, and texts made by nobody."""

from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tables.dice import FairDice, ScriptedDice
from tables.errors import NotationError, Refusal
from tables.notation import MAX_CHARACTERS, Total, Totals, parse, roll, worst_case
from tables.outcome import Outcome


class NoDice:
    def throw(self, sides: int) -> int:
        raise AssertionError(f"a d{sides} was thrown")


# One strategy a rule of tables/grammar.lark. "Small" figures make rolls, any figures make refusals too.

small = st.integers(1, 8).map(str)
figures = st.one_of(small, st.integers(0, 30).map(str), st.integers(0, 10**14).map(str))


def spaced(*parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """The parts in order, now and then with a space in between."""
    spaces = st.sampled_from(("", "", "", " "))
    woven = [piece for part in parts for piece in (part, spaces)]
    return st.tuples(*woven).map("".join)


def comparisons(number: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds("{}{}".format, st.sampled_from(("<", "<=", "=", ">=", ">", "≤", "≥")), number)


def faces(number: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(number, comparisons(number))


def changes(number: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    nothing = st.just("")
    unsigned = st.builds(str.__add__, st.sampled_from(("<", "<=", ">=", ">", "")), number)
    keep = st.builds(
        "{}{}".format, st.sampled_from(("k", "kh", "kl", "dh", "dl")), st.one_of(nothing, number)
    )
    return spaced(
        st.one_of(nothing, nothing, st.builds("{}{}".format, st.sampled_from(("ro", "rr")), faces(number))),
        st.one_of(nothing, nothing, unsigned.map("!{}".format), st.just("!")),
        st.one_of(nothing, st.lists(keep, max_size=2).map("".join)),
        st.one_of(nothing, nothing, comparisons(number)),
    ).filter(lambda text: "!=" not in text.replace(" ", ""))  # "!=" could be read in two ways and is not read


def dice(number: st.SearchStrategy[str], sums: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    many = st.one_of(st.just(""), number, sums.map("({})".format))
    sides = st.one_of(number, st.sampled_from(("%", "F", "66")), sums.map("({})".format))
    return spaced(many, st.sampled_from("dD"), sides, changes(number))


def joined(parts: st.SearchStrategy[str], signs: str, most: int) -> st.SearchStrategy[str]:
    rest = st.lists(spaced(st.sampled_from(signs), parts), max_size=most).map("".join)
    return st.builds(str.__add__, parts, rest)


def sums_over(number: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def larger(smaller: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        factors = st.one_of(number, dice(number, smaller), smaller.map("({})".format))
        signed = st.builds(str.__add__, st.sampled_from(("", "", "", "-")), joined(factors, "*/×÷", 2))
        return st.one_of(joined(factors, "*/", 2), signed, joined(joined(factors, "*/", 1), "+-–−", 3))

    return st.recursive(st.one_of(number, dice(number, number)), larger, max_leaves=6)


rolls = st.lists(sums_over(figures), min_size=1, max_size=3).map(";".join)
small_rolls = st.lists(sums_over(small), min_size=1, max_size=2).map(";".join)


def refusal_of(text: str) -> Refusal | None:
    try:
        parse(text)
    except Refusal as refusal:
        return refusal
    return None


def rolled(text: str, seed: int) -> Outcome[Total] | Outcome[Totals] | None:
    """The outcome, or None for a refusal, which has to come before any die."""
    if refusal_of(text):
        with pytest.raises(Refusal):
            roll(text, NoDice())
        return None
    return roll(text, FairDice(b"grammar", str(seed)))


@settings(max_examples=400, deadline=None)
@given(st.one_of(small_rolls, rolls), st.integers(0, 9))
def test_whatever_is_written_by_the_grammar_rolls_or_is_refused(text: str, seed: int) -> None:
    outcome = rolled(text, seed)
    if outcome is None:
        return
    expression = parse(text)
    totals = outcome.value.totals if isinstance(outcome.value, Totals) else (outcome.value,)
    for part, total in zip(expression.parts, totals, strict=True):
        assert part.extent.low <= total.total <= part.extent.high
    assert len(outcome.every_die()) <= worst_case(expression) <= 1_000
    script = ScriptedDice(outcome.faces())
    assert roll(text, script) == outcome
    script.finish()


@settings(max_examples=200, deadline=None)
@given(st.one_of(small_rolls, rolls))
def test_the_title_of_a_roll_is_the_same_roll(text: str) -> None:
    if refusal_of(text):
        return
    expression = parse(text)
    if len(expression.text) <= MAX_CHARACTERS:
        again = parse(expression.text)
        assert again.parts == expression.parts
        assert again.text == expression.text


@settings(max_examples=200, deadline=None)
@given(st.one_of(small_rolls, rolls))
def test_a_refusal_of_what_the_grammar_reads_is_never_a_misreading(text: str) -> None:
    assert not isinstance(refusal_of(text), NotationError)


@settings(max_examples=400, deadline=None)
@given(st.one_of(st.text(max_size=40), st.text("0123456789d%Ff!<>=≥kKhlro+-−*/();. \u200b", max_size=30)))
@example("d6" * 300)
@example("\ud800")
@example("ǅ6")
def test_any_text_rolls_or_is_refused(text: str) -> None:
    error = refusal_of(text)
    if error is None:
        rolled(text, 0)
        return
    sentence = str(error)
    assert sentence.endswith(".")
    assert sentence.isprintable()
    assert len(sentence) <= 300
    if isinstance(error, NotationError):
        assert 0 <= error.position <= len(text)
        assert error.expected


arithmetic = st.recursive(
    st.integers(0, 99).map(str),
    lambda smaller: st.one_of(
        joined(st.one_of(smaller.map("({})".format), st.integers(0, 99).map(str)), "+-*/", 4),
        joined(st.integers(0, 99).map(str), "+-*/", 4).map("-{}".format),
        smaller.map("({})".format),
    ),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None)
@given(arithmetic)
def test_arithmetic_is_the_arithmetic_of_everybody(text: str) -> None:
    if not refusal_of(text):
        assert roll(text, NoDice()).value == Total(eval(text.replace("/", "//")))


def test_the_arithmetic_that_is_compared_is_mostly_rolled() -> None:
    texts = [
        f"{a}{s}({b}{t}{a})" for a, b in product((1, 7, 30), repeat=2) for s, t in product("+-*/", repeat=2)
    ]
    compared = [text for text in texts if not refusal_of(text)]
    assert len(compared) > len(texts) * 0.7
    for text in compared:
        assert roll(text, NoDice()).value == Total(eval(text.replace("/", "//")))


@settings(max_examples=100, deadline=None)
@given(small_rolls, st.integers(0, 10**6), st.data())
def test_one_other_face_gives_another_outcome_or_a_refusal(text: str, seed: int, data: st.DataObject) -> None:
    outcome = rolled(text, seed)
    if outcome is None or not outcome.faces():
        return
    thrown = list(outcome.every_die())
    place = data.draw(st.integers(0, len(thrown) - 1))
    others = [face for face in range(1, thrown[place].sides + 1) if face != thrown[place].face]
    if not others:
        return
    changed = list(outcome.faces())
    changed[place] = data.draw(st.sampled_from(others[:50]))
    script = ScriptedDice(changed)
    try:
        other = roll(text, script)
        script.finish()
    except Refusal:
        return
    assert other != outcome


SEEDED = (
    "4d6kh3",
    "2d6+3;d20",
    "6d6!>4kh3",
    "4d6ro1",
    "4d6rr<3",
    "8d6>=5",
    "(2d3)d10",
    "4dF",
    "2d66",
    "d(d6+4)",
)


@pytest.mark.parametrize("text", SEEDED)
def test_the_replay_law_holds_over_a_thousand_seeds(text: str) -> None:
    seen = set[Outcome[Total] | Outcome[Totals]]()
    for seed in range(1_000):
        outcome = roll(text, FairDice(b"replay", str(seed)))
        script = ScriptedDice(outcome.faces())
        assert roll(text, script) == outcome
        script.finish()
        seen.add(outcome)
    assert len(seen) > 20


def test_the_texts_made_by_the_grammar_are_mostly_rolled() -> None:
    counted = {"rolled": 0, "refused": 0}

    @settings(max_examples=200, deadline=None, database=None, derandomize=True)
    @given(small_rolls)
    def count(text: str) -> None:
        counted["rolled" if rolled(text, 0) else "refused"] += 1

    count()
    assert counted["rolled"] > 50
    assert counted["refused"] > 10
