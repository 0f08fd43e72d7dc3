"""Every setting: read, refused in words, and told in the README."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from bot.settings import NAMES, SettingError, Settings, read_settings

ROOT = Path(__file__).parents[2]

GIVEN = {
    "UNDERCROFT_COPIES": ("/var/copies", "copies", "/var/copies"),
    "DISCORD_TOKEN": ("a.b.c", "token", "a.b.c"),
    "DISCORD_API_URL": ("http://127.0.0.1:3000/api/v10/", "api_url", "http://127.0.0.1:3000/api/v10"),
    "DISCORD_GATEWAY_URL": ("ws://127.0.0.1:3001", "gateway_url", "ws://127.0.0.1:3001"),
    "UNDERCROFT_DATABASE": ("campaigns.db", "database", "campaigns.db"),
    "UNDERCROFT_LOG": ("Warning", "log", "warning"),
    "UNDERCROFT_GUILD": ("81384788765712384", "guild", 81384788765712384),
}


def test_every_setting_has_a_value_here() -> None:
    assert set(GIVEN) == set(NAMES)
    assert {field for _, field, _ in GIVEN.values()} == {item.name for item in fields(Settings)}


@pytest.mark.parametrize("name", NAMES)
def test_a_setting_is_read_from_the_environment_and_from_the_file(name: str, tmp_path: Path) -> None:
    text, field, value = GIVEN[name]

    assert getattr(read_settings(tmp_path, {name: f" {text} "}), field) == value
    (tmp_path / ".env").write_text(f"{name}={text}\n", encoding="utf-8")
    assert getattr(read_settings(tmp_path, {}), field) == value


def test_the_environment_is_stronger_than_the_file(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("UNDERCROFT_LOG=debug\n", encoding="utf-8")

    assert read_settings(tmp_path, {"UNDERCROFT_LOG": "error"}).log == "error"


def test_nothing_set_is_the_practice_table_on_a_default_file(tmp_path: Path) -> None:
    assert read_settings(tmp_path, {}) == Settings()
    assert read_settings(tmp_path, dict.fromkeys(NAMES, "  ")) == Settings()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("DISCORD_API_URL", "127.0.0.1:3000"),
        ("DISCORD_GATEWAY_URL", "https://gateway.discord.gg"),
        ("UNDERCROFT_LOG", "loud"),
        ("UNDERCROFT_GUILD", "my server"),
        ("UNDERCROFT_GUILD", "-5"),
        ("UNDERCROFT_GUILD", "99999999999999999999"),
    ],
)
def test_a_wrong_value_is_refused_by_name_in_one_line(name: str, text: str, tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=name) as refused:
        read_settings(tmp_path, {name: text})

    assert text in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", NAMES)
def test_the_readme_and_the_example_file_tell_every_setting(name: str) -> None:
    assert f"`{name}`" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert name in (ROOT / ".env.example").read_text(encoding="utf-8")


def test_settings_never_print_what_is_secret() -> None:
    printed = repr(Settings(token="a.b.c", database="postgresql://me:secret@host/db"))

    assert "a.b.c" not in printed
    assert "secret" not in printed
