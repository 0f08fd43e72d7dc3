"""Rolling on tables: rows, what follows, secrets, and the shapes that others read."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from tables.catalog import Catalog, load
from tables.dice import BoundedDice, Die, FairDice, ScriptedDice
from tables.errors import OverLimit
from tables.outcome import Hit, from_json, to_json
from tables.rolling import roll_on
from tables.table import odds, table_to_json

CatalogOf = Callable[..., Catalog]


def test_every_level_shows_its_die_its_row_and_its_words(catalog_of: CatalogOf) -> None:
    catalog = catalog_of(
        room=("d6", '{on = "1-6", text = "a room", then = ["made.guard", "made.hoard"]}'),
        guard=("d4", '{on = "1-3", text = "orcs", value = "orc"}', '{on = "4", text = "nobody"}'),
        hoard=("2d6", '{on = "2-6", text = "copper"}', '{on = "7-12", text = "silver"}'),
    )

    outcome = roll_on(catalog.table("made.room"), ScriptedDice((5, 2, 3, 4)), catalog)

    assert outcome.text == "A room: orcs; silver."
    assert [(each.key, each.dice, each.rows, each.text, each.value) for each in outcome.walk()] == [
        (
            "made.room",
            (Die(6, 5, "test"),),
            (Hit("made.room", 1, 6, "a room"),),
            "A room: orcs; silver.",
            "a room",
        ),
        ("made.guard", (Die(4, 2, "test"),), (Hit("made.guard", 1, 3, "orcs"),), "Orcs.", "orc"),
        (
            "made.hoard",
            (Die(6, 3, "test"), Die(6, 4, "test")),
            (Hit("made.hoard", 7, 12, "silver"),),
            "Silver.",
            "silver",
        ),
    ]


def test_a_row_may_roll_the_same_table_twice(catalog_of: CatalogOf) -> None:
    catalog = catalog_of(
        twice=("d2", '{on = "1-2", text = "two", then = ["made.gem", "made.gem"]}'),
        gem=("d4", '{on = "1-2", text = "ruby"}', '{on = "3-4", text = "opal"}'),
    )

    assert roll_on(catalog.table("made.twice"), ScriptedDice((1, 4, 1)), catalog).text == "Two: opal; ruby."
    assert catalog.worst["made.twice"] == 3


def test_a_secret_follows_last_and_leaves_no_trace(catalog_of: CatalogOf) -> None:
    rows = '{on = "1-6", text = "a passage", then = ["made.width"], then_secret = ["made.door"]}'
    catalog = catalog_of(
        passage=("d6", rows),
        plain=("d6", '{on = "1-6", text = "a passage", then = ["made.width"]}'),
        width=("d4", '{on = "1-4", text = "ten feet wide"}'),
        door=("d8", '{on = "1-8", text = "a hidden door", then = ["made.lock"]}'),
        lock=("d6", '{on = "1-6", text = "locked"}'),
    )

    outcome = roll_on(catalog.table("made.passage"), ScriptedDice((3, 1, 8, 6)), catalog)
    plain = roll_on(catalog.table("made.plain"), ScriptedDice((3, 1)), catalog)

    assert [child.secret for child in outcome.children] == [False, True]
    assert outcome.children[1].text == "A hidden door: locked."
    assert outcome.faces() == (3, 1, 8, 6)
    assert outcome.text == plain.text == "A passage: ten feet wide."
    assert outcome.for_players().children == plain.children
    assert "hidden" not in str(to_json(outcome.for_players()))


def test_the_parents_dice_come_before_the_childrens(catalog_of: CatalogOf) -> None:
    catalog = catalog_of(
        first=("2d4", '{on = "2-8", text = "first", then = ["made.second"]}'),
        second=("d12", '{on = "1-12", text = "second"}'),
    )

    outcome = roll_on(catalog.table("made.first"), FairDice(b"seed", "label"), catalog)

    assert [die.sides for die in outcome.every_die()] == [4, 4, 12]
    assert roll_on(catalog.table("made.first"), ScriptedDice(outcome.faces()), catalog) == outcome


def test_one_budget_holds_for_a_table_and_all_below_it() -> None:
    catalog = load()
    table = catalog.table("door.destination")

    with pytest.raises(OverLimit):
        roll_on(table, BoundedDice(ScriptedDice((9, 5, 1)), 2), catalog)

    assert roll_on(table, BoundedDice(ScriptedDice((9, 5, 1)), 3), catalog).value == "return"


@pytest.mark.parametrize("face", [0, 10])
@pytest.mark.parametrize(
    ("key", "value", "more"), [("door.destination", "nowhere", (6,)), ("door.relative", "new", ())]
)
def test_the_tenth_side_of_a_d10_is_the_row_0(face: int, key: str, value: str, more: tuple[int, ...]) -> None:
    catalog = load()

    outcome = roll_on(catalog.table(key), ScriptedDice((face, *more)), catalog)

    assert outcome.value == value
    assert outcome.dice == (Die(10, 0, "destination"),)
    assert (outcome.rows[0].first, outcome.rows[0].last) == (0, 0)


def test_every_d10_and_d100_table_has_a_row_0_and_no_other_table_has() -> None:
    tables = load().tables
    with_zero = {table.key for table in tables if table.zero}

    assert with_zero == {table.key for table in tables if table.dice in {"d10", "d100"}}
    assert with_zero >= {"door.destination", "door.relative"}


def test_00_is_the_last_side_of_a_d100(catalog_of: CatalogOf) -> None:
    catalog = catalog_of(
        map=(
            "d100",
            '{on = "01-90", text = "a map"}',
            '{on = "91-99", text = "gems"}',
            '{on = "00", text = "a crown"}',
        )
    )
    table = catalog.table("made.map")

    outcome = roll_on(table, ScriptedDice((100,)), catalog)

    assert (outcome.value, outcome.dice[0].face) == ("a crown", 0)
    assert odds(table) == (Fraction(9, 10), Fraction(9, 100), Fraction(1, 100))


def test_a_range_may_run_up_to_the_row_0(catalog_of: CatalogOf) -> None:
    catalog = catalog_of(map=("d100", '{on = "01-90", text = "a map"}', '{on = "91-00", text = "gems"}'))
    table = catalog.table("made.map")

    assert odds(table) == (Fraction(9, 10), Fraction(1, 10))
    assert [table.row_of(total).text for total in (1, 90, 91, 100)] == ["a map", "a map", "gems", "gems"]


def test_a_word_for_the_dice_can_be_given() -> None:
    catalog = load()

    outcome = roll_on(catalog.table("door.sense"), ScriptedDice((4,)), catalog, purpose="stairs")

    assert outcome.dice == (Die(6, 4, "stairs"),)


def test_a_sum_that_no_row_has_is_an_error_and_no_row() -> None:
    with pytest.raises(LookupError, match="has no row for 13"):
        load().table("door.2d6").row_of(13)


def test_json_of_a_table_has_its_agreed_shape() -> None:
    document = table_to_json(load().table("door.2d6"))

    assert list(document) == ["key", "title", "dice", "source", "rows"]
    assert (document["key"], document["dice"]) == ("door.2d6", "2d6")
    assert document["source"].startswith("After School Revival, ")
    assert [(row["from"], row["to"], row["odds"], row["then"]) for row in document["rows"]] == [
        (2, 2, "1/36", ["door.dead-end"]),
        (3, 5, "1/4", []),
        (6, 8, "4/9", []),
        (9, 11, "1/4", ["door.sense"]),
        (12, 12, "1/36", []),
    ]
    assert set(document["rows"][0]) == {"from", "to", "text", "odds", "then"}


def test_json_of_a_seed_table_says_which_seed() -> None:
    document = table_to_json(load().table("door.destination"))

    assert "(the d10 for each door), http://9and30kingdoms.blogspot.com/" in document["source"]
    assert [row["from"] for row in document["rows"]] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]
    assert {row["odds"] for row in document["rows"]} == {"1/10"}


def test_an_outcome_survives_its_json() -> None:
    catalog = load()
    outcome = roll_on(catalog.table("door.second"), ScriptedDice((5, 2)), catalog)

    assert from_json(to_json(outcome)) == outcome
