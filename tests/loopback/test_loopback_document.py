"""What Discord's own document catches, and misspelt fields, which it lets pass."""

from __future__ import annotations

from typing import Any

import pytest

from tests.loopback.client import HELLO, Client, asked, told
from tests.loopback.schema import complaints, misspelt

Json = dict[str, Any]

CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
COMMANDS = "/applications/{application_id}/commands"


def button(**changes: object) -> Json:
    return {"type": 2, "style": 1, "label": "x", "custom_id": "x", **changes}


def rows(*parts: Json) -> Json:
    return {"components": [{"type": 1, "components": list(parts)}]}


def select(count: int, **changes: object) -> Json:
    options = [{"label": "x", "value": str(number)} for number in range(count)]
    return {"type": 3, "custom_id": "x", "options": options, **changes}


def card(*parts: Json) -> Json:
    return {"flags": 1 << 15, "components": list(parts)}


def gallery(count: int, alt: str = "x") -> Json:
    item = {"media": {"url": "attachment://a.png"}, "description": alt}
    return {"type": 12, "items": [item] * count}


def section(count: int) -> Json:
    words = [{"type": 10, "content": "x"}] * count
    return {"type": 9, "components": words, "accessory": button()}


def embed(**changes: object) -> Json:
    return {"embeds": [changes]}


def fields(count: int = 1, name: str = "x", value: str = "x") -> list[Json]:
    return [{"name": name, "value": value}] * count


MESSAGES: dict[str, tuple[Json, Json]] = {
    "content": ({"content": "x" * 2000}, {"content": "x" * 2001}),
    "embeds": ({"embeds": [{"title": "x"}] * 10}, {"embeds": [{"title": "x"}] * 11}),
    "embed title": (embed(title="x" * 256), embed(title="x" * 257)),
    "embed description": (embed(description="x" * 4096), embed(description="x" * 4097)),
    "embed fields": (embed(fields=fields(25)), embed(fields=fields(26))),
    "embed field name": (embed(fields=fields(name="x" * 256)), embed(fields=fields(name="x" * 257))),
    "embed field value": (embed(fields=fields(value="x" * 1024)), embed(fields=fields(value="x" * 1025))),
    "embed footer": (embed(footer={"text": "x" * 2048}), embed(footer={"text": "x" * 2049})),
    "embed author": (embed(author={"name": "x" * 256}), embed(author={"name": "x" * 257})),
    "label": (rows(button(label="x" * 80)), rows(button(label="x" * 81))),
    "custom id": (rows(button(custom_id="x" * 100)), rows(button(custom_id="x" * 101))),
    "parts of a row": (rows(*[button()] * 5), rows(*[button()] * 6)),
    "options of a select": (rows(select(25)), rows(select(26))),
    "placeholder": (rows(select(1, placeholder="x" * 150)), rows(select(1, placeholder="x" * 151))),
    "gallery": (card(gallery(10)), card(gallery(11))),
    "alt text": (card(gallery(1, "x" * 1024)), card(gallery(1, "x" * 1025))),
    "texts of a section": (card(section(3)), card(section(4))),
    "attachments": (
        {"attachments": [{"id": number} for number in range(10)]},
        {"attachments": [{"id": number} for number in range(11)]},
    ),
    "alt text of a file": (
        {"attachments": [{"id": 0, "description": "x" * 1024}]},
        {"attachments": [{"id": 0, "description": "x" * 1025}]},
    ),
}


@pytest.mark.parametrize("name", MESSAGES)
def test_a_limit_of_a_message(name: str) -> None:
    sound, faulty = MESSAGES[name]

    assert complaints("POST", CALLBACK, {"type": 4, "data": sound}) == []
    assert len(complaints("POST", CALLBACK, {"type": 4, "data": faulty})) == 1


def command(**changes: object) -> Json:
    return {"name": "roll", "type": 1, "description": "x", **changes}


def options(count: int = 1, **changes: object) -> Json:
    return command(
        options=[{"name": f"o{number}", "type": 3, "description": "x", **changes} for number in range(count)]
    )


def choices(count: int = 1, name: str = "x", value: str = "x") -> list[Json]:
    return [{"name": name, "value": value}] * count


def nested(*kinds: int) -> Json:
    """A command with a subcommand in a subcommand, by their types."""
    inner: list[Json] = []
    for number, kind in enumerate(reversed(kinds)):
        inner = [{"name": f"o{number}", "type": kind, "description": "x", "options": inner}]
    return command(options=inner)


DECLARATIONS: dict[str, tuple[Json, Json]] = {
    "name": (command(name="x" * 32), command(name="x" * 33)),
    "description": (command(description="x" * 100), command(description="x" * 101)),
    "options": (options(25), options(26)),
    "description of an option": (options(description="x" * 100), options(description="x" * 101)),
    "choices": (options(choices=choices(25)), options(choices=choices(26))),
    "name of a choice": (options(choices=choices(name="x" * 100)), options(choices=choices(name="x" * 101))),
    "subcommands": (options(25, type=1), options(26, type=1)),
    "depth": (nested(2, 1, 3), nested(2, 2, 1)),
}


@pytest.mark.parametrize("name", DECLARATIONS)
def test_a_limit_of_a_command(name: str) -> None:
    sound, faulty = DECLARATIONS[name]

    assert complaints("PUT", COMMANDS, [sound]) == []
    assert complaints("PUT", COMMANDS, [faulty])


def test_a_limit_of_choices_and_forms() -> None:
    for count, faults in ((25, 0), (26, 1)):
        body = {"type": 8, "data": {"choices": choices(count)}}
        assert len(complaints("POST", CALLBACK, body)) == faults
    for length, faults in ((45, 0), (46, 1)):
        label = {"type": 18, "label": "x" * length, "component": {"type": 4, "custom_id": "x", "style": 1}}
        for title, part in (("x" * length, {**label, "label": "x"}), ("x", label)):
            form = {"custom_id": "x", "title": title, "components": [part]}
            assert len(complaints("POST", CALLBACK, {"type": 9, "data": form})) == faults


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"content": "x", "embed": {}}, "embed"),
        (card({"type": 10, "content": "x", "contents": "x"}), "contents"),
        (rows(button(colour=1)), "colour"),
        (embed(title="x", colour=1), "colour"),
        ({"content": "x", "allowed_mentions": {"parse": [], "parsed": []}}, "parsed"),
    ],
)
def test_a_misspelt_field_is_caught(data: Json, field: str) -> None:
    body = {"type": 4, "data": data}

    assert complaints("POST", CALLBACK, body) == []
    [told_of] = misspelt("POST", CALLBACK, body)
    assert f"'{field}' was unexpected" in told_of


def test_what_the_library_sends_in_vain_is_let_pass() -> None:
    edit = {"content": "x", "tts": False}
    assert misspelt("PATCH", "/channels/{channel_id}/messages/{message_id}", edit) == []
    assert misspelt("PUT", COMMANDS, [command(nsfw=False)]) == []
    assert misspelt("GET", "/users/@me", None) == []


async def test_a_misspelt_field_is_told_although_discord_passes_over_it(client: Client) -> None:
    answer = await asked(client)

    status, _ = await client.callback(answer, 4, {**HELLO, "ephemeral": True})

    assert status == 200
    assert "'ephemeral' was unexpected" in told(client)
