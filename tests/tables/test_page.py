"""The page of all tables is the one that the tables give."""

from pathlib import Path

from tables import procedures
from tables.catalog import load
from tables.page import page

PAGE = Path(__file__).parents[2] / "docs" / "tables.md"


def test_the_page_in_docs_is_up_to_date() -> None:
    """Where this fails, `make docs` writes the page anew."""
    assert PAGE.read_text(encoding="utf-8") == page()


def test_every_table_stands_on_the_page_with_its_odds_and_source() -> None:
    told = page()

    for table in load().tables:
        section = told.partition(f"### {table.title} `{table.key}`\n")[2].partition("\n###")[0]
        assert str(table.source) in section, table.key
        for row in table.every_row:
            assert row.text.replace("*", "\\*").replace("|", "\\|") in section, (table.key, row.text)
            assert row.rolls in section, (table.key, row.rolls)


def test_every_procedure_stands_on_the_page_with_its_options() -> None:
    told = page().partition("## Procedures")[2]

    for procedure in procedures.PROCEDURES.values():
        assert f"* `{procedure.key}` {procedure.title}" in told
        assert all(f"  * `{option.name}` " in told for option in procedure.options)


def test_links_on_the_page_lead_to_headings() -> None:
    told = page()
    links = {part.partition(")")[0] for part in told.split("](#")[1:]}
    headings = [
        line.removeprefix("### ").replace("`", "")
        for line in told.partition("## Lists")[0].splitlines()
        if line[:4] == "### "
    ]
    anchors = {
        "".join(sign for sign in heading.casefold() if sign.isalnum() or sign in " -_").replace(" ", "-")
        for heading in headings
    }

    assert links == anchors
    assert len(anchors) == len(headings) == len(load().tables)
