"""The catalog: what it refuses, and what holds for every table of ours."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tables.catalog import FOLDER, Catalog, load, read
from tables.errors import CatalogError, UnknownTable
from tables.table import odds

CatalogOf = Callable[..., Catalog]
TABLES = load().tables

COLUMNS = [
    pytest.param(column, id=f"{table.key} {numbers}".strip())
    for table in TABLES
    for numbers, column in (
        [(band.numbers, table.column(band.first)) for band in table.bands] or [("", table)]
    )
]
"""Every table without bands, and every band of the others."""
ALL = '{on = "1-6", text = "all"}'

VALID = """
key = "made.coin"
title = "A coin"
dice = "d2"
purpose = "coin"
source = {work = "this test", section = "whole"}
rows = [{on = "1", text = "heads"}, {on = "2", text = "tails"}]
"""


def read_one(folder: Path, content: str | bytes, name: str = "coin.toml") -> Catalog:
    raw = content.encode() if isinstance(content, str) else content
    (folder / name).write_bytes(raw)
    return read(folder)


def test_the_file_that_the_broken_ones_are_made_from_is_right(tmp_path: Path) -> None:
    assert [table.key for table in read_one(tmp_path, VALID).tables] == ["made.coin"]


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('on = "2"', 'on = "1"', "coin.toml, row 2: 1 overlaps"),
        (', {on = "2", text = "tails"}', "", "coin.toml, row 1: a gap after it: nothing is said for 2"),
        ('{on = "1", text = "heads"}, ', "", "coin.toml, row 1: a gap: nothing is said for 1"),
        ('dice = "d2"', 'dice = "d4"', "coin.toml, row 2: a gap after it: nothing is said for 3"),
        ('on = "2"', 'on = "3"', "coin.toml, row 2: d2 does not reach 3-3"),
        ('on = "2"', 'on = "2-1"', "coin.toml, row 2: 2-1 runs backwards"),
        ('on = "1"', 'on = "0"', "coin.toml, row 1: d2 has no side that is written 0"),
        ('on = "1"', 'on = "one"', "coin.toml, row 1: 'one' is not a roll or a range"),
        ('on = "1"', "on = 1", "coin.toml, row 1: Expected `str`, got `int`"),
        ('text = "heads"', 'text = " "', "coin.toml, row 1: its text is empty"),
        ('text = "tails"', f'text = "{"x" * 301}"', "coin.toml, row 2: its text is empty or longer than 300"),
        (', text = "tails"', "", "coin.toml, row 2: Object missing required field `text`"),
        (
            'text = "tails"',
            'text = "tails", weight = 2',
            "coin.toml, row 2: Object contains unknown field `weight`",
        ),
        ('text = "tails"', 'text = "tails", then = ["made.no"]', "coin.toml, row 2: it leads to 'made.no'"),
        (
            'text = "heads"',
            'text = "heads", then_secret = ["made.no"]',
            "coin.toml, row 1: it leads to 'made.no'",
        ),
        ('dice = "d2"', 'dice = "two"', "coin.toml: 'two' is not dice such as"),
        ('dice = "d2"', 'dice = "21d6"', "coin.toml: '21d6' is more than 20 dice"),
        ('purpose = "coin"', 'purpose = ""', "coin.toml: the purpose is empty"),
        ('title = "A coin"', 'title = " "', "coin.toml: the title is empty"),
        ('title = "A coin"', "", "coin.toml: Object missing required field `title`"),
        (
            'title = "A coin"',
            'title = "A coin"\nweight = 1',
            "coin.toml: Object contains unknown field `weight`",
        ),
        (
            'section = "whole"',
            'section = "whole", page = 3',
            "coin.toml: Object contains unknown field `page`",
        ),
        ('section = "whole"', 'section = "whole", seed = "0"', "coin.toml: Expected `int | null`, got `str`"),
        ("rows = [", "rows = [[", "coin.toml: "),
        ('key = "made.coin"', 'key = "made.penny"', "coin.toml: the key 'made.penny' is not"),
        ('key = "made.coin"', 'key = "Made.coin"', "coin.toml: the key 'Made.coin' is not"),
        ('key = "made.coin"', 'key = "coin"', "coin.toml: the key 'coin' is not"),
    ],
)
def test_a_broken_file_is_refused_by_name_and_row(
    tmp_path: Path, before: str, after: str, message: str
) -> None:
    broken = VALID.replace(before, after)
    assert broken != VALID

    with pytest.raises(CatalogError, match="^" + re.escape(message)):
        read_one(tmp_path, broken)


def test_rows_out_of_order_are_refused(tmp_path: Path) -> None:
    rows = (
        VALID.replace('on = "1"', 'on = "9"').replace('on = "2"', 'on = "1"').replace('on = "9"', 'on = "2"')
    )

    with pytest.raises(CatalogError, match=r"coin\.toml, row 1: a gap: nothing is said for 1"):
        read_one(tmp_path, rows)


def test_text_that_is_no_utf_8_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(CatalogError, match=r"^coin\.toml: .*utf-8"):
        read_one(tmp_path, VALID.encode().replace(b"heads", b"\xff"))


def test_a_table_without_rows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CatalogError, match=r"^coin\.toml.*nothing is said for 1"):
        read_one(tmp_path, re.sub(r"rows = .*", "rows = []", VALID))


def test_one_key_in_two_files_is_refused(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "coin.toml").write_text(VALID, encoding="utf-8")

    with pytest.raises(CatalogError, match=r"^b/coin\.toml: a/coin\.toml has the key 'made\.coin' too"):
        read(tmp_path)


def test_a_table_that_leads_to_itself_is_refused(catalog_of: CatalogOf) -> None:
    with pytest.raises(CatalogError, match=r"made/a\.toml, row 1: it leads in a circle, made\.a → made\.a\."):
        catalog_of(a=("d6", '{on = "1-6", text = "roll twice", then = ["made.a", "made.a"]}'))


@pytest.mark.parametrize("link", ["then", "then_secret"])
def test_a_circle_of_tables_is_refused_and_shown(catalog_of: CatalogOf, link: str) -> None:
    with pytest.raises(CatalogError, match=r"row 2: it leads in a circle, made\.b → made\.c → made\.b\."):
        catalog_of(
            a=("d6", '{on = "1-6", text = "a", then = ["made.b"]}'),
            b=("d6", '{on = "1-6", text = "b", then = ["made.c"]}'),
            c=("d6", '{on = "1-5", text = "c"}', f'{{on = "6", text = "c", {link} = ["made.b"]}}'),
        )


def test_two_ways_to_one_table_are_no_circle(catalog_of: CatalogOf) -> None:
    catalog = catalog_of(
        a=("d6", '{on = "1-6", text = "a", then = ["made.b", "made.c"]}'),
        b=("d6", '{on = "1-6", text = "b", then = ["made.c"]}'),
        c=("2d6", '{on = "2-12", text = "c"}'),
    )

    assert dict(catalog.worst) == {"made.a": 6, "made.b": 3, "made.c": 2}


def test_more_dice_than_a_command_may_throw_are_refused(catalog_of: CatalogOf) -> None:
    many = ", ".join(['"made.b"'] * 10)
    with pytest.raises(CatalogError, match=r"made/[ab]\.toml, row 1: it may throw more than 1,000 dice"):
        catalog_of(
            a=("d6", f'{{on = "1-6", text = "a", then = [{many}]}}'),
            b=("d6", f'{{on = "1-6", text = "b", then = [{many.replace(".b", ".c")}]}}'),
            c=("20d6", '{on = "20-120", text = "c"}'),
        )


def test_the_worst_case_counts_the_longest_row() -> None:
    by_hand = {
        "door.2d6": 4,
        "door.clock": 1,
        "door.d8": 1,
        "door.dead-end": 2,
        "door.destination": 3,
        "door.relative": 3,
        "door.round": 1,
        "door.route": 1,
        "door.second": 2,
        "door.sense": 1,
        "door.turn": 1,
        "corridor.wall": 1,
        "room.unusual-size": 21,  # itself and as often again as rows may ask for
        "monster.level": 1,
        "treasure.protection": 2,
        "trap.gas": 3,  # 2d6 turns of sleep
    }

    assert {key: load().worst[key] for key in by_hand} == by_hand


def test_a_table_is_found_however_its_key_is_cased() -> None:
    assert load().table(" Door.SECOND ").key == "door.second"


@pytest.mark.parametrize(
    ("typed", "suggested"),
    [("door.secnd", "door.second"), ("second", "door.second"), ("up and down", "door.sense")],
)
def test_an_unknown_table_suggests_the_nearest(typed: str, suggested: str) -> None:
    with pytest.raises(UnknownTable, match=f"called “{typed}”. Did you mean .*{re.escape(suggested)}"):
        load().table(typed)


@pytest.mark.parametrize("typed", ["", "zzzzzz", "👻", "a" * 6_000])
def test_a_name_like_nothing_suggests_nothing(typed: str) -> None:
    with pytest.raises(UnknownTable) as caught:
        load().table(typed)

    assert str(caught.value).endswith("pick one from the list of tables.")
    assert len(str(caught.value)) < 200


def test_the_catalog_is_read_once() -> None:
    assert load() is load()


def test_tables_stand_folder_by_folder_with_a_file_each() -> None:
    files = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.toml"))

    assert len(files) == len(TABLES) >= 11
    for name, table in zip(files, TABLES, strict=True):
        assert Path(name).stem == table.key.partition(".")[2]


@pytest.mark.parametrize("table", COLUMNS)
def test_every_row_can_be_reached_and_all_chances_add_up(table) -> None:
    chances = odds(table)

    assert len(chances) == len(table.rows) >= (1 if load().table(table.key).bands else 2)
    assert all(chance > 0 for chance in chances)
    assert sum(chances) == 1
    assert [table.row_of(table.span(row)[0]) for row in table.rows] == list(table.rows)


@pytest.mark.parametrize("table", COLUMNS)
def test_words_are_plain_phrases_and_tell_rows_apart(table) -> None:
    told = {}
    for row in table.rows:
        assert row.text == row.text.strip() != ""
        assert not re.search(r"[*_`~|<>\[\]]|  |[.!?…:;,]$", re.sub(r"\{.*?\}", "7", row.text))
        assert row.value != ""
        # Rows that say the same mean the same: odd and even faces of a d6.
        assert told.setdefault(row.text, row.value) == row.value
    for words in (table.title, table.purpose, table.about):
        assert words == words.strip()
        assert not re.search(r"[*_`~|<>\[\]]|  ", words)


@pytest.mark.parametrize("table", COLUMNS)
def test_neighbouring_rows_that_say_the_same_are_the_same(table) -> None:
    """A row of a book may repeat the one before; one that was copied and half changed is a slip."""
    for row, after in zip(table.rows, table.rows[1:], strict=False):
        if row.text == after.text:
            assert replace(after, first=row.first, last=row.last, ours=row.ours) == row


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.key)
def test_every_table_says_where_it_comes_from(table) -> None:
    assert table.source.work
    assert table.source.section
    assert table.source.seed in (0, 2, 4, None)
    assert str(table.source).startswith(table.source.work)


def test_our_own_readings_are_marked() -> None:
    doors = [table for table in TABLES if table.key.startswith("door.")]
    ours = {table.key: [row.first for row in table.rows if row.ours] for table in doors}

    assert {key: rows for key, rows in ours.items() if rows} == {
        "door.2d6": [2, 9],
        "door.kind": [1, 9, 13, 17, 19],
        "door.material": [1, 11, 15, 17, 19, 20],
        "door.material.shut": [1, 10, 15, 17, 19],
        "door.relative": [4, 5, 9, 0],
        "door.sense": [1, 2, 3, 4, 5, 6],
        "door.turn": [1, 2, 3, 4, 5, 6],
    }
