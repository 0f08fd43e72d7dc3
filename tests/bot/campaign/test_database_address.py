"""The setting that names the database, and what is shown of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.campaign import AddressError, FileAddress, ServerAddress, parse_address


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("/var/lib/undercroft/campaign.db", "/var/lib/undercroft/campaign.db"),
        ("sqlite:////var/lib/campaign.db", "/var/lib/campaign.db"),
        ("  /srv/with space/ä?.db ", "/srv/with space/ä?.db"),
        ("/srv/a/../b.db", "/srv/b.db"),
    ],
)
def test_a_file_is_named_by_its_path(text, path):
    assert parse_address(text) == FileAddress(Path(path))
    assert str(parse_address(text)) == path


def test_a_relative_path_starts_at_the_working_folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    assert parse_address("a.db") == parse_address("sqlite:///a.db") == FileAddress(tmp_path / "a.db")


def test_a_link_is_followed_so_that_one_file_has_one_name(tmp_path):
    (tmp_path / "link.db").symlink_to(tmp_path / "real.db")

    assert parse_address(str(tmp_path / "link.db")) == parse_address(str(tmp_path / "real.db"))


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+asyncpg", "PostgreSQL"])
def test_a_server_is_shown_without_its_password(scheme):
    address = parse_address(f"{scheme}://aya:hunter2%40@db.example:6543/keep?sslmode=require")

    assert isinstance(address, ServerAddress)
    assert str(address) == "postgresql://aya@db.example:6543/keep"
    assert "hunter2" not in f"{address} {address!r} {address.url!r}"
    assert (address.url.password, address.url.query["ssl"]) == ("hunter2@", "require")
    assert address.url.drivername == "postgresql+asyncpg"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        ("   ", "is empty"),
        ("a\0b", "is empty"),
        (":memory:", "memory alone"),
        ("sqlite://", "without options"),
        ("sqlite:///", "memory alone"),
        ("sqlite:///:memory:", "memory alone"),
        ("sqlite:///a.db?mode=ro", "without options"),
        ("/", "is a folder"),
        ("mysql://root:hunter2@db/keep", "mysql:// is not supported"),
        ("https://hunter2@db/keep", "https:// is not supported"),
        ("postgresql://aya:hunter2@db", "names no database"),
        ("postgresql://aya:hunter2@db/", "names no database"),
        ("postgresql://aya:hunter2@db:port/keep", "cannot be read"),
        ("postgresql://db/keep?password=hunter2", "not known: password"),
        ("postgresql://db/keep?options=-c%20x", "not known: options"),
    ],
)
def test_what_names_no_database_is_refused_in_one_line_without_a_password(text, words):
    with pytest.raises(AddressError) as refused:
        parse_address(text)

    message = str(refused.value)
    assert words in message
    assert "\n" not in message
    assert "hunter2" not in message
    assert "hunter2" not in repr(refused.value.__cause__)
