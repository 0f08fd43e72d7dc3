"""Each rule of the loopback catches what it is there for, and lets its neighbour pass."""

from __future__ import annotations

from typing import Any

import pytest

from tests.loopback import rules
from tests.loopback.rules import LINK, PREMIUM, V2, Draft

Json = dict[str, Any]

NO_PINGS: Json = {"allowed_mentions": {"parse": []}}


def text(content: str = "x") -> Json:
    return {"type": rules.TEXT, "content": content}


def button(**changes: object) -> Json:
    return {"type": rules.BUTTON, "style": 1, "label": "Roll", "custom_id": "a", **changes}


def row(*components: Json) -> Json:
    return {"type": rules.ROW, "components": list(components)}


def buttons(count: int) -> list[Json]:
    return [button(custom_id=str(number)) for number in range(count)]


def box(*components: Json) -> Json:
    return {"type": rules.CONTAINER, "components": list(components)}


def gallery(name: str, **item: object) -> Json:
    return {"type": rules.GALLERY, "items": [{"media": {"url": f"attachment://{name}"}, **item}]}


def select(custom_id: str = "s") -> Json:
    return {"type": 3, "custom_id": custom_id, "options": []}


def v2(*components: Json) -> Json:
    return {"flags": V2, "components": list(components)}


def embed(**fields: object) -> Json:
    return {"embeds": [fields]}


SOUND: dict[str, Draft] = {
    "content": Draft({"content": "x" * 2000}),
    "a card": Draft(v2(box(text("x" * 4000), gallery("a.png"), row(*buttons(5)))), {"a.png": b"png"}),
    "a file alone": Draft({}, {"a.txt": b"x"}),
    "a kept file": Draft({}, kept=frozenset({"a.txt"})),
    "an embed": Draft(embed(title="x", description="x" * 5999)),
    "a link": Draft({"components": [row(button(style=LINK, custom_id=None, url="https://example.org"))]}),
    "a premium button": Draft({"components": [row({"type": rules.BUTTON, "style": PREMIUM, "sku_id": "1"})]}),
    "an emoji button": Draft({"components": [row(button(label=None, emoji={"name": "🎲"}))]}),
    "forty components": Draft(v2(*[text() for _ in range(40)])),
    "five rows": Draft({"components": [row(select(str(number))) for number in range(5)]}),
}

FAULTY: dict[str, tuple[Draft, str]] = {
    "nothing": (Draft({"content": "", "embeds": [], "components": []}), "the message is empty"),
    "long content": (Draft({"content": "x" * 2001}), "content is longer than 2000"),
    "V2 and content": (Draft({**v2(text()), "content": "x"}), "cannot hold content"),
    "V2 and embeds": (Draft({**v2(text()), **embed(title="x")}), "cannot hold embeds"),
    "V2 without flag": (Draft({"components": [box(text())]}), "without the flag"),
    "long texts": (Draft(v2(text("x" * 2001), box(text("x" * 2000)))), "4001 characters in all texts"),
    "41 components": (Draft(v2(*[text() for _ in range(39)], box(text()))), "41 components"),
    "six rows": (Draft({"components": [row(select(str(number))) for number in range(6)]}), "6 rows"),
    "six buttons": (Draft({"components": [row(*buttons(6))]}), "6 buttons in one row"),
    "mixed row": (Draft({"components": [row(button(), select())]}), "buttons and a select"),
    "two selects": (Draft({"components": [row(select("a"), select("b"))]}), "more than one select"),
    "same custom_id": (Draft(v2(row(button()), box(row(button())))), "'a' is used 2 times"),
    "same in accessory": (
        Draft(v2({"type": rules.SECTION, "components": [text()], "accessory": button()}, row(button()))),
        "'a' is used 2 times",
    ),
    "blank button": (Draft({"components": [row(button(label=None))]}), "neither label nor emoji"),
    "link with id": (
        Draft({"components": [row(button(style=LINK, url="https://example.org"))]}),
        "a link button",
    ),
    "link to nowhere": (Draft({"components": [row(button(style=LINK, custom_id=None))]}), "a link button"),
    "button without id": (Draft({"components": [row(button(custom_id=None))]}), "no custom_id"),
    "empty embed": (Draft(embed()), "an embed is empty"),
    "empty field": (Draft(embed(fields=[{"name": " ", "value": "x"}])), "empty name or value"),
    "long embeds": (
        Draft({"embeds": [{"description": "x" * 3000}, {"title": "x", "footer": {"text": "x" * 3000}}]}),
        "6001 characters over all embeds",
    ),
    "empty file": (Draft({}, {"a.txt": b""}), "'a.txt' is empty"),
    "eleven files": (
        Draft({}, {f"{number}.txt": b"x" for number in range(10)}, frozenset({"old.txt"})),
        "more than 10 files",
    ),
    "unknown name": (
        Draft(v2(gallery("b.png")), kept=frozenset({"a.png"})),
        "attachment://b.png was not sent",
    ),
    "unknown name in embed": (Draft(embed(image={"url": "attachment://b.png"})), "b.png was not sent"),
    "unknown name in footer": (
        Draft(embed(title="x", footer={"text": "x", "icon_url": "attachment://b.png"})),
        "b.png was not sent",
    ),
    "unknown file part": (
        Draft(v2({"type": rules.FILE, "file": {"url": "attachment://b.txt"}})),
        "b.txt was not sent",
    ),
    "unshown file": (Draft(v2(text()), {"a.png": b"png"}), "shown by no component"),
}


@pytest.mark.parametrize("name", SOUND)
def test_sound_message_passes(name: str) -> None:
    assert rules.message_faults(SOUND[name]) == []


@pytest.mark.parametrize("name", FAULTY)
def test_faulty_message_is_caught(name: str) -> None:
    draft, told = FAULTY[name]

    faults = rules.message_faults(draft)

    assert len(faults) == 1
    assert told in faults[0]


@pytest.mark.parametrize(
    "mentions",
    [None, {"parse": ["everyone"]}, {}, {"parse": [], "users": ["1"]}, {"parse": [], "replied_user": True}],
)
def test_pings_are_caught(mentions: Json | None) -> None:
    body = {"content": "@everyone"} if mentions is None else {"content": "x", "allowed_mentions": mentions}

    assert len(rules.message_laws(Draft(body))) == 1
    assert rules.message_laws(Draft({**body, **NO_PINGS})) == []


def test_picture_without_alt_text_is_caught() -> None:
    files = {"a.png": b"png", "a.txt": b"text"}
    entry = {"id": 0, "filename": "a.png"}

    assert rules.message_laws(Draft({**NO_PINGS, "attachments": [entry]}, files)) == [
        "picture 'a.png' has no alt text"
    ]
    corner = {"type": rules.THUMBNAIL, "media": {"url": "attachment://a.png"}, "description": "A map"}
    section = {"type": rules.SECTION, "components": [text()], "accessory": corner}
    for described in (
        v2(section),
        {"attachments": [{**entry, "description": "A map"}]},
        v2(gallery("a.png", description="A map")),
    ):
        assert rules.message_laws(Draft({**NO_PINGS, **described}, files)) == []


def test_flags() -> None:
    assert rules.flag_faults(rules.EPHEMERAL | V2, rules.FLAGS_OF_CREATION | rules.EPHEMERAL) == []
    assert rules.flag_faults(rules.EPHEMERAL, rules.FLAGS_OF_EDIT) == ["flags 0x40 cannot be set here"]


def command(**changes: object) -> Json:
    return {"name": "roll", "type": 1, "description": "Roll dice", **changes}


def option(**changes: object) -> Json:
    return {"name": "dice", "type": 3, "description": "Which", **changes}


CHOICE = {"name": "one", "value": "1"}
FAULTY_COMMANDS: dict[str, tuple[list[Json], str]] = {
    "101 of them": ([command(name=f"roll-{number}") for number in range(101)], "101 commands of type 1"),
    "sixteen menus": ([{"name": f"Menu {n}", "type": 2} for n in range(16)], "16 commands of type 2"),
    "same name": ([command(), command()], "/roll is there 2 times"),
    "described menu": ([{"name": "Roll it", "type": 3, "description": "x"}], "has a description"),
    "capitals": ([command(name="Roll")], "lower-case"),
    "a space": ([command(name="roll dice")], "lower-case"),
    "no description": ([command(description="  ")], "has no description"),
    "blank option": ([command(options=[option(description="")])], "dice has no description"),
    "choices and autocomplete": (
        [command(options=[option(choices=[CHOICE], autocomplete=True)])],
        "both choices and autocomplete",
    ),
    "same choice": ([command(options=[option(choices=[CHOICE, CHOICE])])], "choice 'one' is there twice"),
    "same option": ([command(options=[option(), option()])], "option dice is there twice"),
    "min above max": ([command(options=[option(type=4, min_value=2, max_value=1)])], "above its maximum"),
    "min length above": ([command(options=[option(min_length=2, max_length=1)])], "above its maximum"),
    "required last": (
        [command(options=[option(), option(name="note", required=True)])],
        "required option after an optional",
    ),
    "mixed": ([command(options=[option(), option(name="sub", type=1)])], "mixes subcommands"),
    "nested": ([command(options=[option(name="Sub", type=1)])], "'Sub' is not"),
    "over 8000": (
        [
            command(
                options=[option(name=f"o{n}", choices=[{"name": "x" * 81, "value": "1"}]) for n in range(100)]
            )
        ],
        "more than 8000",
    ),
    "over 8000 in German": (
        [command(description_localizations={"de": "x" * 8001})],
        "more than 8000",
    ),
}


@pytest.mark.parametrize("name", FAULTY_COMMANDS)
def test_faulty_command_is_caught(name: str) -> None:
    commands, told = FAULTY_COMMANDS[name]

    faults = rules.command_faults(commands)

    assert len(faults) == 1
    assert told in faults[0]


def test_sound_commands_pass() -> None:
    group = command(
        name="door", options=[option(name="exits", type=1, options=[option(required=True), option(name="n")])]
    )

    assert rules.command_faults([command(), group, {"name": "Roll It", "type": 3}]) == []


def test_choices_have_the_type_of_their_option() -> None:
    assert rules.choice_faults([CHOICE], rules.STRING) == []
    assert rules.choice_faults([CHOICE], rules.INTEGER) == ["choice 'one' has the value '1'"]
    assert rules.choice_faults([{"name": " ", "value": "1"}], rules.STRING) == ["choice ' ' is blank"]


def test_form_of_six_parts_is_caught() -> None:
    parts: list[Json] = [{"type": 18}] * 6

    assert rules.modal_faults({"components": parts}) == ["6 parts in a form, more than 5"]
    assert rules.modal_faults({"components": parts[:5]}) == []


def test_a_file_over_the_limit_is_caught() -> None:
    assert rules.size_faults(Draft({}, {"a.txt": b"xxx"}, limit=3)) == []
    assert rules.size_faults(Draft({}, {"a.txt": b"xxxx"}, limit=3)) == [
        "file 'a.txt' has 4 bytes, more than 3"
    ]
    assert rules.size_faults(Draft({}, {"a.txt": bytes(10 * 1024 * 1024)})) == []
    assert len(rules.size_faults(Draft({}, {"a.txt": bytes(10 * 1024 * 1024 + 1)}))) == 1
