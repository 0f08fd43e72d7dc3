"""The page of public reports names tests that there are, and every report that a test speaks of."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "public-reports.md").read_text(encoding="utf-8")
ROWS = [[cell.strip() for cell in line.split(" | ")] for line in PAGE.splitlines() if line.startswith("| C")]

SHOWN = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
REPORT = re.compile(r"[\w.-]+/[\w.-]+(?:#\d+|@[0-9a-f]{7})|found here")
ID = re.compile(r"\bC1?\d\d\b")

REPORTS = 50
"""There are at least so many."""


def ids(row: list[str]) -> list[str]:
    return ID.findall(row[0])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: "-".join(ids(row)))
def test_a_row_names_its_reports_and_tests_that_there_are(row: list[str]) -> None:
    assert len(row) == 5
    assert all(REPORT.fullmatch(report) for report in row[1].split(", ")), row[1]
    named = SHOWN.findall(row[4])
    assert len(named) == row[4].count("::") > 0
    for path, test in named:
        source = (ROOT / path).read_text(encoding="utf-8")
        assert re.search(rf"^(?:async )?def {test}\(", source, re.MULTILINE), f"{path}::{test}"


def test_every_report_of_a_test_is_on_the_page_once() -> None:
    on_page = Counter(each for row in ROWS for each in ids(row))
    assert len(on_page) >= REPORTS
    assert set(on_page.values()) == {1}

    named = {
        each
        for path in (ROOT / "tests").rglob("test_*.py")
        if path != Path(__file__)
        for each in ID.findall(path.read_text(encoding="utf-8"))
    }
    assert named <= on_page.keys(), sorted(named - on_page.keys())
    assert len(named) >= REPORTS - 10
