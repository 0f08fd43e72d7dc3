"""Rows that lead on: amounts, repeated rolls, bands, what players read, and natural next rolls."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tables.catalog import Catalog, read
from tables.dice import Dice, FairDice, ScriptedDice
from tables.errors import CatalogError
from tables.outcome import Outcome, from_json, to_json
from tables.rolling import MOST_AGAIN, roll_on
from tables.table import odds, table_to_json

CatalogOf = Callable[..., Catalog]

HEAD = """
key = "made.{name}"
title = "The table {name}"
dice = "d6"
purpose = "test"
source = {{work = "this test", section = "whole"}}
"""

WALL = (
    "d4",
    '{on = "1", text = "blank", players = "a blank wall"}',
    '{on = "2", text = "a secret door", value = "secret", players = "a blank wall", then = ["made.behind"]}',
    '{on = "3-4", text = "a door"}',
)
BEHIND = ("d2", '{on = "1", text = "a stair"}', '{on = "2", text = "a chute"}')


def write(folder: Path, name: str, body: str) -> None:
    (folder / f"{name}.toml").write_text(HEAD.format(name=name) + body, encoding="utf-8")


def level_table(folder: Path, *bands: str) -> Catalog:
    rows = '\nrows = [ {on = "1-5", text = "few"}, {on = "6", text = "many"} ]\n'
    body = 'by = "level"\n' + "".join(f'[[bands]]\nof = "{band}"{rows}' for band in bands)
    write(folder, "deep", body)
    return read(folder)


# Amounts


def test_an_amount_is_rolled_and_stands_in_the_words(catalog_of: CatalogOf) -> None:
    catalog = catalog_of(coins=("d2", '{on = "1-2", text = "{2d4*10000} copper pieces", value = "cp"}'))

    outcome = roll_on(catalog.table("made.coins"), ScriptedDice((1, 2, 3)), catalog)

    assert outcome.text == "50,000 copper pieces."
    assert outcome.value == "cp"
    assert [die.face for die in outcome.every_die()] == [1, 2, 3]
    assert outcome.children[0].value.total == 50_000
    assert catalog.worst["made.coins"] == 3


def test_one_and_several_have_words_of_their_own(catalog_of: CatalogOf) -> None:
    catalog = catalog_of(gems=("d2", '{on = "1-2", text = "{1d4|gem|gems}", value = "gems"}'))
    table = catalog.table("made.gems")

    assert roll_on(table, ScriptedDice((1, 1)), catalog).text == "1 gem."
    assert roll_on(table, ScriptedDice((1, 3)), catalog).text == "3 gems."


def test_amounts_know_the_level(catalog_of: CatalogOf) -> None:
    catalog = catalog_of(
        hoard=("d2", '{on = "1", text = "{1000*level} copper"}', '{on = "2", text = "{1d6*level} gems"}')
    )
    table = catalog.table("made.hoard")

    plain = roll_on(table, ScriptedDice((1,)), catalog, {"level": 7})
    assert (plain.text, plain.children) == ("7,000 copper.", ())
    assert roll_on(table, ScriptedDice((2, 5)), catalog, {"level": 7}).text == "35 gems."


@pytest.mark.parametrize("text", ["{2d}", "{many} coins", "{} coins", "{2d6", "2d6} coins {1d4"])
def test_an_amount_that_cannot_be_rolled_is_refused_with_its_row(catalog_of: CatalogOf, text: str) -> None:
    with pytest.raises(CatalogError, match=r"^made/coins\.toml, row 2: .*amount"):
        catalog_of(coins=("d2", '{on = "1", text = "none"}', f'{{on = "2", text = "{text}"}}'))


# Rolling again


def test_a_row_may_have_its_table_rolled_again_and_the_words_follow(catalog_of: CatalogOf) -> None:
    catalog = catalog_of(
        size=("d2", '{on = "1", text = "500 square feet"}', '{on = "2", text = "2,000 more", again = 1}')
    )

    outcome = roll_on(catalog.table("made.size"), ScriptedDice((2, 2, 1)), catalog)

    assert outcome.text == "2,000 more: 2,000 more: 500 square feet."
    assert [child.key for child in outcome.walk()] == ["made.size"] * 3


class Last:
    """Dice that always show their last side."""

    def throw(self, sides: int) -> int:
        return sides


@pytest.mark.parametrize("times", [1, 2, 3])
def test_rolling_again_ends(catalog_of: CatalogOf, times: int) -> None:
    catalog = catalog_of(
        on=("d2", '{on = "1", text = "stop"}', f'{{on = "2", text = "on", again = {times}}}')
    )

    outcome = roll_on(catalog.table("made.on"), Last(), catalog)

    assert len(outcome.every_die()) == 1 + MOST_AGAIN == catalog.worst["made.on"]


# Bands


def test_the_level_chooses_the_band(tmp_path: Path) -> None:
    write(
        tmp_path,
        "deep",
        """
by = "level"
[[bands]]
of = "1"
rows = [ {on = "1-5", text = "a rat"}, {on = "6", text = "a wolf"} ]
[[bands]]
of = "2-3"
rows = [ {on = "1-3", text = "a wolf"}, {on = "4-6", text = "a troll"} ]
[[bands]]
of = "4+"
rows = [ {on = "1-6", text = "a dragon"} ]
""",
    )
    catalog = read(tmp_path)
    table = catalog.table("made.deep")

    told = [roll_on(table, ScriptedDice((4,)), catalog, {"level": level}).text for level in (1, 2, 3, 4, 99)]

    assert told == ["A rat.", "A troll.", "A troll.", "A dragon.", "A dragon."]
    assert odds(table.column(1)) == (Fraction(5, 6), Fraction(1, 6))
    assert [(row["level"], row["text"], row["odds"]) for row in table_to_json(table)["rows"]] == [
        ("1", "a rat", "5/6"),
        ("1", "a wolf", "1/6"),
        ("2–3", "a wolf", "1/2"),
        ("2–3", "a troll", "1/2"),
        ("4+", "a dragon", "1"),
    ]


@pytest.mark.parametrize(
    "bands",
    [("1", "3+"), ("2+",), ("1-3", "3+"), ("1", "2"), ("1+", "2+"), ("3-1", "4+"), ("one",), ("1", "2-+")],
)
def test_bands_that_leave_a_number_out_or_overlap_are_refused(tmp_path: Path, bands: tuple[str, ...]) -> None:
    with pytest.raises(CatalogError, match=r"^deep\.toml: .*band"):
        level_table(tmp_path, *bands)


@pytest.mark.parametrize("bands", [("1+",), ("0+",), ("1", "2-9", "10+")])
def test_bands_that_cover_everything_are_taken(tmp_path: Path, bands: tuple[str, ...]) -> None:
    assert len(level_table(tmp_path, *bands).table("made.deep").bands) == len(bands)


def test_a_gap_in_a_band_names_the_band(tmp_path: Path) -> None:
    write(tmp_path, "deep", 'by = "level"\n[[bands]]\nof = "1+"\nrows = [ {on = "1-5", text = "few"} ]\n')

    with pytest.raises(CatalogError, match=r"^deep\.toml, band 1\+, row 1: a gap after it"):
        read(tmp_path)


# What players read


def test_players_cannot_tell_rows_apart_that_read_alike(
    catalog_of: CatalogOf, every_outcome: Callable[[Callable[[Dice], Any]], dict[Any, Fraction]]
) -> None:
    catalog = catalog_of(wall=WALL, behind=BEHIND)
    table = catalog.table("made.wall")

    outcomes = every_outcome(lambda dice: roll_on(table, dice, catalog))
    seen: Counter[str] = Counter()
    for outcome, chance in outcomes.items():
        seen[repr(outcome.for_players())] += chance  # type: ignore[assignment] - fractions add up too

    assert sorted(seen.values()) == [Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)]
    alike = [outcome for outcome in outcomes if outcome.players is not None]
    assert {outcome.text for outcome in alike} == {
        "Blank.",
        "A secret door: a stair.",
        "A secret door: a chute.",
    }
    (players,) = {repr(outcome.for_players()) for outcome in alike}
    assert "secret door" not in players
    shown = alike[0].for_players()
    assert (shown.text, shown.value, shown.rows, shown.children) == ("A blank wall.", "blank", (), ())
    assert [(die.sides, die.face, die.hidden) for die in shown.dice] == [(4, 0, True)]


def test_what_leads_to_a_hidden_row_hides_it_too(catalog_of: CatalogOf) -> None:
    catalog = catalog_of(
        wall=WALL, behind=BEHIND, walk=("d2", '{on = "1-2", text = "on the left", then = ["made.wall"]}')
    )
    table = catalog.table("made.walk")

    blank = roll_on(table, ScriptedDice((1, 1)), catalog)
    secret = roll_on(table, ScriptedDice((1, 2, 2)), catalog)

    assert blank.text == "On the left: blank."
    assert secret.text == "On the left: a secret door: a chute."
    assert repr(blank.for_players()) == repr(secret.for_players())
    assert secret.for_players().text == "On the left: a blank wall."


def test_words_that_only_one_row_has_hide_nothing_and_are_refused(catalog_of: CatalogOf) -> None:
    with pytest.raises(CatalogError, match=r"row 2: only this row reads 'a wall' to players"):
        catalog_of(
            wall=("d2", '{on = "1", text = "a door"}', '{on = "2", text = "trap", players = "a wall"}')
        )


def test_what_is_hidden_goes_into_json_and_comes_back(catalog_of: CatalogOf) -> None:
    catalog = catalog_of(wall=WALL, behind=BEHIND)
    outcome: Outcome[Any] = roll_on(catalog.table("made.wall"), FairDice(b"any", "any"), catalog)
    for faces in ((1,), (2, 1), (3,)):
        outcome = roll_on(catalog.table("made.wall"), ScriptedDice(faces), catalog).for_players()

        assert from_json(to_json(outcome)) == outcome
