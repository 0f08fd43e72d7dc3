"""Sheets of monsters as people really have them, read without a database."""

from __future__ import annotations

import pytest

from bot.campaign.errors import SheetRefused
from bot.campaign.monster_sheet import MOST_ROWS, read_sheet
from bot.campaign.sheets import MOST_BYTES, decoded, told


def names(sheet):
    return [row.monster.name for row in sheet.rows]


def faults(sheet):
    return {fault.number: fault.why for fault in sheet.faults}


SAME = [
    "name,HTK,SA,EA,No. Appearing,% in Lair,Notes\norc,4.5,0,0,30d10,35%,slaves\nghost,45,0,4,1,,\n",
    "name;HTK;SA;EA;No. Appearing;% in Lair;Notes\r\norc;4,5;0;0;30d10;35 %;slaves\r\nghost;45;;4;1;-;\r\n",
    (
        "\ufeffNAME\tHtk\tS.A.\tE.A.\t# appearing\tLair (%)\tnote\r"
        "orc\t4.5\t\t\t30d10\t35\tslaves\rghost\t45\t\t4\t1\t\t"
    ),
    (
        "| Name | HTK | SA | EA | Number appearing | Lair | Notes |\n|---|:-:|--:|---|---|---|---|\n"
        "| orc | 4.5 | 0 | 0 | 30d10 | 35 | slaves |\n| ghost | 45 | | 4 | 1 | | |"
    ),
    "sep=;\nnotes;lair;number;ea;sa;hp;monster\nslaves;35;30d10;0;0;4,5;orc\n;;1;4;0;45;ghost",
    (
        '"name","hit points","SA","EA","appearing","lair","remarks"\n\n'
        '"orc","4.5","0","0","30d10","0.35","slaves"\n\n"ghost","45","","4","1","",""\n\n'
    ),
    "```\nname,hp,sa,ea,appearing,lair,notes\norc,4.5,0,0,30-300,35,slaves\nghost,45,0,4,1,,\n```",
    (
        "name | HTK | SA | EA | NA | lair | notes\n--- | --- | --- | --- | --- | --- | ---\n"
        "orc | 4½ | 0 | 0 | 30d10 | 35 | slaves\nghost | 45 | 0 | 4 | 1 | | "
    ),
]


@pytest.mark.parametrize("text", SAME)
def test_every_kind_of_sheet_says_the_same(text):
    sheet = read_sheet(text)
    assert faults(sheet) == {}
    orc, ghost = (row.monster for row in sheet.rows)
    assert (orc.name, orc.rating, orc.appearing, orc.lair, orc.notes) == ("orc", "1", "30d10", 35, "slaves")
    assert (ghost.name, ghost.rating, ghost.appearing, ghost.lair) == ("ghost", "17", "1", None)
    assert sheet.ignored == ()


def test_a_stated_rating_counts_before_the_formula():
    sheet = read_sheet("name,hd,sa,cr\ngnoll,2,0,1 3/4\norc,1,,\nthing,,,\n")
    assert [(row.monster.rating, row.monster.cr) for row in sheet.rows] == [
        ("1 3/4", "1 3/4"),
        ("1", ""),
        ("", ""),
    ]


def test_every_line_that_fails_says_why_and_the_others_stand():
    sheet = read_sheet(
        "name,hd,sa,cr,appearing,lair,extraordinary,left,colour\n"
        "orc,1,0,,2-8,35,no,12,green\n"  # 2
        ",1,0,,,,,,\n"  # 3
        "ogre,4+1x,0,,,,,,\n"  # 4
        "imp,1-Jan,0,,,,,,\n"  # 5
        "=A2,1,0,,,,,,\n"  # 6
        "bat,1,=1+1,,,,,,\n"  # 7
        "rat,1,0,#REF!,,,,,\n"  # 8
        "cat,1,0,1.3,,,,,\n"  # 9
        "dog,1,0,,varies,,,,\n"  # 10
        "elf,1,0,,,135,,,\n"  # 11
        "fox,1,0,,,,maybe,,\n"  # 12
        "ÖRC,1,0,,,,,,\n"  # 13
        "o\u0308rc,1,0,,,,,,\n"  # 14: the same, in pieces
        " O\u200bRC ,1,0,,,,,,\n"  # 15
        "hen,1,0,,,,,+3,\n"  # 16
        "gnu,,2,,,,,,\n"  # 17
        "a,b,c,d,e,f,g,h,i,j\n"  # 18
        f"{'n' * 81},1,,,,,,,\n"  # 19
        "pig,1,0,,,,x,-,pink\n"  # 20
    )
    assert names(sheet) == ["orc", "ÖRC", "pig"]
    assert sheet.rows[0].monster.left == 12
    assert sheet.rows[2].monster.extraordinary
    assert sheet.ignored == ("colour",)
    why = faults(sheet)
    assert sorted(why) == [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19]
    for number, words in {
        3: "no name",
        4: "not hit dice",
        5: "is a date",
        6: "a formula",
        7: "a formula",
        8: "error of the spreadsheet",
        9: "quarters",
        10: "number appearing",
        11: "per cent",
        12: "yes or no",
        14: "stands in line 13 already",
        15: "stands in line 2 already",
        16: "a number or endless",
        17: "hit points",
        18: "more cells",
        19: "80 characters",
    }.items():
        assert words in why[number], (number, why[number])
    assert not any("saved" in words or words.endswith(".") for words in why.values())


def test_cells_may_hold_lines_signs_and_quotation_marks():
    sheet = read_sheet(
        'name,notes\n"centipede, giant","bites, ""softly""\nand twice"\norc,"5"" blade"\nelf,6" tall\n'
    )
    assert names(sheet) == ["centipede, giant", "orc", "elf"]
    assert sheet.rows[0].monster.notes == 'bites, "softly"\nand twice'
    assert [row.number for row in sheet.rows] == [2, 4, 5]
    assert sheet.rows[2].monster.notes == '6" tall'


def test_a_mark_that_is_never_closed_is_named_where_it_opens():
    sheet = read_sheet('name,notes\norc,fine\nelf,"oh\nimp,1\nbat,2\n')
    assert names(sheet) == ["orc"]
    assert "never closed" in faults(sheet)[3]
    sheet = read_sheet('name,notes\norc,"one"two\nelf,fine\n')
    assert names(sheet) == ["elf"]
    assert "written twice" in faults(sheet)[2]


def test_a_stroke_within_a_cell_of_a_markdown_table():
    sheet = read_sheet("| name | notes |\n|---|---|\n| orc | this \\| that |\n")
    assert sheet.rows[0].monster.notes == "this | that"


@pytest.mark.parametrize(
    "text",
    ["", "\n\n", " ; ; \n", "orc,1\nelf,2\n", "HTK,SA\n4,0\n", "```\n```", "\ufeff", '"', "|", "|---|"],
)
def test_what_is_no_sheet_is_refused(text):
    with pytest.raises(SheetRefused, match="Nothing was imported"):
        read_sheet(text)


def test_no_more_than_five_hundred_at_a_time():
    most = "name\n" + "".join(f"orc {number}\n" for number in range(MOST_ROWS))
    assert len(read_sheet(most).rows) == MOST_ROWS
    with pytest.raises(SheetRefused, match="501 lines"):
        read_sheet(most + "one more\n")


def test_two_columns_of_one_meaning_are_told():
    sheet = read_sheet("name,HTK,hp\norc,4,5\n")
    assert sheet.ignored == ("hp",)
    assert sheet.rows[0].monster.figures.hp == "4"


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        ("Ägir½".encode(), "UTF-8"),
        (b"\xef\xbb\xbf" + "Ägir½".encode(), "UTF-8"),
        ("Ägir½".encode("cp1252"), "Windows-1252"),
        ("Ägir½".encode("utf-16"), "UTF-16"),
        (b"", "UTF-8"),
    ],
)
def test_files_are_read_by_their_encoding(content, encoding):
    text, name = decoded(content)
    assert name == encoding
    assert text in {"Ägir½", ""}


@pytest.mark.parametrize(
    "content",
    [b"PK\x03\x04rest", b"\xd0\xcf\x11\xe0rest", b"%PDF-1.7", b"name\0hp", b"\xff\xfe\x00", b"\x81\x8d\xff"],
)
def test_what_is_no_text_is_refused(content):
    with pytest.raises(SheetRefused, match="no text file"):
        decoded(content)


def test_too_large_a_file_is_refused():
    assert decoded(b"n" * MOST_BYTES)[1] == "UTF-8"
    with pytest.raises(SheetRefused, match="1 MiB"):
        decoded(b"n" * (MOST_BYTES + 1))


def test_a_megabyte_in_one_cell_ends_in_a_sentence():
    sheet = read_sheet("name,notes\norc," + "n" * 200_000 + "\nelf,fine\n")
    assert names(sheet) == ["elf"]
    assert "longer than any" in faults(sheet)[2]
    assert told("name\n" + "a," * 100_000).lines[0].cells == ("name",)
