"""The master monster lists as game masters and players use them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from bot.campaign.sheets import MOST_BYTES
from tests.scenes import buttons, words

if TYPE_CHECKING:
    from simcord import InteractionResult

    from tests.scenes import Scene

SHEET = (
    "name;HTK;SA;EA;number appearing;lair;notes\r\n"
    "orc;4,5;0;0;30d10;35 %;slaves\r\n"
    "Ägir;45;0;4;1;;\r\n"
    "broken;many;0;0;;;\r\n"
    "bat;2;0;0;1d100x10;;\r\n"
).encode("cp1252")
REFERENCE = re.compile(r"#([a-z0-9]{4})\b")


def plain(result: InteractionResult) -> str:
    """An answer's words as they are read, without the signs that keep markdown away."""
    return re.sub(r"\\(.)", r"\1", words(result))


async def add(scene: Scene, name: str, level: int = 1, **options: object) -> InteractionResult:
    return await scene.master.slash(scene.channel, "monster add", level=level, name=name, **options)


async def listed(scene: Scene, level: int = 1, *, player: bool = False) -> str:
    reader = scene.ann if player else scene.master
    return words(await reader.slash(scene.channel, "monster list", level=level))


async def test_a_list_grows_in_order_of_appearance(scene: Scene) -> None:
    first = await add(scene, "orc", name2="wild dog", name3="shrieker")
    ghost = await add(scene, "ghost", extraordinary=True, hd="10", ea=4, appearing="1", lair="25")

    assert first.ephemeral
    assert "New on the list of level 1: A orc, B wild dog and C shrieker" in plain(first)
    assert "ghost is d of level 1: CR 17 by the formula" in plain(ghost)
    shown = await listed(scene)
    assert "**A** orc" in shown
    assert "**d** ghost · CR 17 · 1 · lair 25 %" in shown
    one = words(await scene.master.slash(scene.channel, "monster show", monster="D"))
    assert "d · ghost \\(level 1, extraordinary\\)" in one
    assert "10 HD, 4 extraordinary abilities" in one

    changed = await scene.master.slash(scene.channel, "monster edit", monster="d", extraordinary=False)
    assert "now ordinary, with the letter D" in words(changed)
    assert "**D** ghost" in await listed(scene)


async def test_players_see_what_is_known_and_no_gap(scene: Scene) -> None:
    await add(scene, "lurker", notes="the traitor")
    await add(scene, "orc", hd="1", known=True, told="Grey and many.", notes="slaves of the forge", left="12")
    await add(scene, "lich", extraordinary=True)
    await add(scene, "goblin", level=2)

    for told in (
        await listed(scene, player=True),
        words(await scene.ann.slash(scene.channel, "monster show", monster="orc")),
        words(await scene.ann.slash(scene.channel, "monster find", text="c")),
        words(await scene.ann.slash(scene.channel, "monster list")),
    ):
        assert "orc" in told
        for hidden in (
            "lurker",
            "lich",
            "traitor",
            "slaves",
            "goblin",
            "12",
            "**B**",
            "CR",
            "level 2",
            "2 (",
        ):
            assert hidden not in told, (hidden, told)
    assert "Grey and many" in await listed(scene, player=True)
    for monster in ("lurker", "A", "B", "1:B", "M:B", "lich", "goblin", "goblin (level 2)"):
        result = await scene.ann.slash(scene.channel, "monster show", monster=monster)
        assert result.ephemeral
        assert "There is no monster" in (result.response.content or words(result))
    assert "No monsters are known to you yet" in await listed(scene, 2, player=True)
    choices = await scene.ann.autocomplete(scene.channel, "monster show", "monster", "")
    assert choices == [{"name": "orc (level 1)", "value": "orc (level 1)"}]
    by_choice = await scene.ann.slash(scene.channel, "monster show", monster=choices[0]["value"])
    assert "Grey and many" in words(by_choice)
    assert "lurker" not in words(await scene.ann.slash(scene.channel, "history show"))
    assert "lurker" in words(await scene.master.slash(scene.channel, "history show"))


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("monster add", {"level": 1, "name": "elf"}),
        ("monster edit", {"monster": "orc", "left": "0"}),
        ("monster retire", {"monster": "orc"}),
        ("monster copy", {"monster": "orc", "to": 2}),
        ("monster import", {"level": 1, "file": ("sheet.csv", SHEET)}),
        ("monster import", {"level": 1}),
    ],
)
async def test_players_change_nothing(scene: Scene, command: str, options: dict[str, object]) -> None:
    await add(scene, "orc", known=True)
    before = await listed(scene)
    result = await scene.bert.slash(scene.channel, command, **options)
    assert result.ephemeral
    assert "Only the campaign's game masters" in words(result)
    assert await listed(scene) == before


async def test_edits_counts_and_undo(scene: Scene) -> None:
    await add(scene, "goblin", left="12", hd="1-1")
    killed = await scene.master.slash(scene.channel, "monster edit", monster="A", left="-5")
    assert "12 to 7 left" in words(killed)
    assert "7 left" in await listed(scene)
    before = await listed(scene)
    many = await scene.master.slash(
        scene.channel,
        "monster edit",
        monster="goblin",
        name="hobgoblin",
        hd="1+1",
        sa=1,
        price="2,5",
        appearing="2-8 (30-300)",
        lair="60%",
        origin="from the east",
        never_wanders=True,
        known=True,
        notes="*sly* @everyone",
        told="Red faces.",
    )
    told = words(many)
    for part in (
        "called goblin before",
        "none to 2d4; 30d10",
        "lair none to 60",
        "never wanders",
        "now known",
    ):
        assert part in told
    (reference,) = REFERENCE.findall(told)
    undone = await scene.master.slash(scene.channel, "undo", event=reference)
    assert "Taken back" in plain(undone)
    assert await listed(scene) == before
    for options, said in (
        ({"left": "-8"}, "only 7"),
        ({"hd": "lots"}, "not hit dice"),
        ({"appearing": "varies"}, "number appearing"),
        ({"lair": "often"}, "per cent"),
        ({"cr": "1.3"}, "quarters"),
        ({"name": "-"}, "without a name"),
        ({}, "Say what should change"),
        ({"variant_of": "A"}, "no variant of itself"),
        ({"name": "\u200b"}, "sign that can be seen"),
    ):
        refused = await scene.master.slash(scene.channel, "monster edit", monster="goblin", **options)
        assert refused.ephemeral
        assert said in words(refused)
        assert len(words(refused)) < 300
    assert await listed(scene) == before


async def test_variants_copies_and_retirement(scene: Scene) -> None:
    await add(scene, "centipede")
    crawler = await add(scene, "hoard crawler", variant_of="centipede")
    assert "B of level 1" in words(crawler)
    assert "**B** hoard crawler · of **A**" in await listed(scene)
    copied = await scene.master.slash(scene.channel, "monster copy", monster="1:B", to=2)
    assert "hoard crawler is A of level 2, copied from B of level 1" in words(copied)
    shown = words(await scene.master.slash(scene.channel, "monster show", monster="A", level=2))
    assert "Copied from level 1, **B** hoard crawler" in shown
    both = words(await scene.master.slash(scene.channel, "monster show", monster="A"))
    assert "several levels" in both

    await scene.master.slash(scene.channel, "monster retire", monster="B", level=1)
    assert "~~**B** hoard crawler · of **A**~~ retired" in await listed(scene)
    assert "C of level 1" in words(await add(scene, "spider"))
    back = await scene.master.slash(scene.channel, "monster retire", monster="B", level=1, back=True)
    assert "is in use again" in words(back)
    found = words(await scene.master.slash(scene.channel, "monster find", text="crawl"))
    assert "Level 1, **B** hoard crawler" in found
    assert "Level 2, **A** hoard crawler" in found


async def test_a_letter_that_is_a_name_is_the_letter(scene: Scene) -> None:
    await add(scene, "orc", name2="A")
    result = await scene.master.slash(scene.channel, "monster edit", monster="a", notes="grey")
    assert "A of level 1, orc" in words(result)
    assert "“a” is also the name of B; the letter counts before the name" in words(result)


UGLY = [
    "**bold** ||spoiler|| `code`",
    "@everyone <@1> <#2>",
    "\u202eevil\u202c",
    "[link](https://example.org)",
    "1. first\n2. second",
    '"known":true',
    "=SUM(A1)",
    "n" * 200,
    "\u200b",
    "🐉 Drache ½",
]


@pytest.mark.parametrize("ugly", UGLY)
async def test_ugly_names_are_shown_letter_by_letter_or_refused(scene: Scene, ugly: str) -> None:
    added = await add(scene, ugly, known=True, told=ugly, notes=ugly, origin=ugly[:90])
    await scene.master.slash(scene.channel, "monster edit", monster=ugly, left="3")
    for reader in (scene.master, scene.ann):
        for command, options in (
            ("monster list", {"level": 1}),
            ("monster find", {"text": ugly}),
            ("monster show", {"monster": ugly}),
        ):
            told = words(await reader.slash(scene.channel, command, **options))
            assert "Something went wrong" not in told
            assert "@everyone" not in told.replace("\\@everyone", "")
            assert "<@1>" not in told
            assert "\u202e" not in told
            assert "\u200b" not in told
        for choice in await reader.autocomplete(scene.channel, "monster show", "monster", ugly[:50]):
            assert len(choice["name"]) <= 100
            assert len(choice["value"]) <= 100
    assert added.ephemeral


@pytest.mark.parametrize("many", [26, 1_000])
async def test_no_more_is_offered_than_discord_shows(scene: Scene, many: int) -> None:
    """C44, C46, C49: a search, cut to 25; whatever was chosen or typed is looked up again."""
    await add(scene, "first")
    for start in range(0, many, 500):
        sheet = "name,known\n" + "".join(
            f"kind {number} {'n' * 60},{'x' if number % 2 else ''}\n"
            for number in range(start, min(start + 500, many))
        )
        preview = await scene.master.slash(
            scene.channel, "monster import", level=1, file=("sheet.csv", sheet.encode())
        )
        assert preview.response is not None
        await scene.master.click(preview.response.message, label="Import")
    last = f"kind {many - 1} "
    for typed in ("", "kind", last, "zzz"):
        choices = await scene.master.autocomplete(scene.channel, "monster show", "monster", typed, level=1)
        assert len(choices) == {"": 25, "kind": 25, last: 1, "zzz": 0}[typed]
        assert all(isinstance(choice["value"], str) for choice in choices)
        for choice in choices[:2]:
            for text in (choice["value"], choice["name"], choice["name"].split(" · ")[1]):
                shown = await scene.master.slash(scene.channel, "monster show", monster=text)
                assert choice["name"].split(" · ")[0] in words(shown)
    offered = await scene.ann.autocomplete(scene.channel, "monster show", "monster", "kind")
    assert len(offered) == min(25, many // 2)
    unknown = await scene.master.slash(scene.channel, "monster show", monster="kind")
    assert "/monster find" in words(unknown)
    assert await scene.ann.autocomplete(scene.channel, "monster edit", "monster", "first") == []
    elsewhere = scene.guild.create_text_channel("elsewhere")
    assert await scene.master.autocomplete(elsewhere, "monster show", "monster", "kind") == []


async def test_a_long_list_turns_and_its_buttons_outlive_a_restart(scene: Scene) -> None:
    sheet = "name\n" + "".join(f"kind {number}\n" for number in range(1, 41))
    preview = await scene.master.slash(
        scene.channel, "monster import", level=1, file=("a.csv", sheet.encode())
    )
    assert preview.response is not None
    await scene.master.click(preview.response.message, label="Import")
    first = await scene.master.slash(scene.channel, "monster list", level=1)
    assert buttons(first) == ["More"]
    assert "**O** kind 15" in words(first)
    await scene.restart()
    assert first.response is not None
    await scene.master.click(first.response.message, label="More")
    assert buttons(first) == ["Back", "More"]
    assert "**P** kind 16" in words(first)
    assert "page 2" in words(first)
    await scene.master.click(first.response.message, label="More")
    assert buttons(first) == ["Back"]
    assert "**AN** kind 40" in words(first)


async def test_a_file_is_shown_first_and_imported_when_confirmed(scene: Scene) -> None:
    preview = await scene.master.slash(scene.channel, "monster import", level=1, file=("sheet.csv", SHEET))
    told = words(preview)
    assert preview.ephemeral
    assert "3 monsters would come onto the list of level 1" in told
    assert "line 2: orc · CR 1 by the formula · 30d10 · lair 35 %" in told
    assert "line 3: Ägir · CR 17" in told
    assert "1 line is left out" in told
    assert "line 4: “many” is not hit points" in told
    assert "Windows\\-1252" in told or "Windows-1252" in told
    assert "semicolons" in told
    assert "Nobody is on this list yet" in await listed(scene)

    await scene.restart()
    assert preview.response is not None
    done = await scene.master.click(preview.response.message, label="Import")
    assert done.ephemeral
    assert "New on the list of level 1 by import: A orc, B Ägir and C bat" in plain(done)
    again = await scene.master.click(preview.response.message, label="Import")
    assert "confirmed already" in words(again)
    assert "**C** bat" in await listed(scene)
    assert "**D**" not in await listed(scene)

    (reference,) = REFERENCE.findall(words(done))
    await scene.master.slash(scene.channel, "undo", event=reference)
    assert "Nobody is on this list yet" in await listed(scene)


async def test_pasted_cells_are_imported_likewise(scene: Scene) -> None:
    asked = await scene.master.slash(scene.channel, "monster import", level=3)
    assert asked.modal is not None
    cells = "EA\tmonster\tHTK\n4\tghost\t45\n\tghost\t3\n"
    preview = await scene.master.submit_modal(asked, {"cells": cells})
    told = words(preview)
    assert "1 monster would come onto the list of level 3" in told
    assert "line 3: “ghost” stands in line 2 already" in told
    assert preview.response is not None
    done = await scene.master.click(preview.response.message, label="Import")
    assert "ghost is A of level 3 by import: CR 17" in plain(done)


async def test_many_bad_lines_come_as_a_file(scene: Scene) -> None:
    sheet = "name,hd\norc,1\n" + "".join(f"kind {number},x{number}\n" for number in range(40))
    preview = await scene.master.slash(
        scene.channel, "monster import", level=1, file=("a.csv", sheet.encode())
    )
    assert "40 lines are left out" in words(preview)
    assert preview.response is not None
    (attachment,) = preview.response.attachments
    assert attachment.filename == "left-out.txt"
    content = (await attachment.read()).decode()
    assert content.count("\n") == 40
    assert "line 42: “x39” is not hit dice" in content


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "nothing in that sheet"),
        (b"PK\x03\x04" + b"\0" * 50, "no text file"),
        (b"orc,1\nelf,2\n", "has to name the columns"),
        (b"name\n" + b"".join(b"kind %d\n" % number for number in range(501)), "501 lines"),
        (b"n" * (MOST_BYTES + 1), "more than 1 MiB"),
    ],
)
async def test_what_is_no_sheet_is_refused_kindly(scene: Scene, content: bytes, said: str) -> None:
    result = await scene.master.slash(scene.channel, "monster import", level=1, file=("a.csv", content))
    assert result.ephemeral
    assert said in words(result)
    assert "Nothing was imported" in words(result)
    assert buttons(result) == []


async def test_a_sheet_without_a_good_line_has_no_button(scene: Scene) -> None:
    preview = await scene.master.slash(
        scene.channel, "monster import", level=1, file=("a.csv", b"name,hd\norc,x\n")
    )
    assert "No monster would come" in words(preview)
    assert buttons(preview) == []


async def test_figures_belong_to_one_monster(scene: Scene) -> None:
    refused = await add(scene, "orc", name2="elf", hd="1")
    assert "belong to one monster" in words(refused)
    assert "Nothing has been kept" in words(
        await scene.master.slash(scene.channel, "monster list")
    ) or "Nobody" in await listed(scene)


async def test_direct_messages_have_lists_of_their_own(scene: Scene) -> None:
    added = await scene.ann.user.slash("monster add", level=1, name="orc")
    assert "orc is A of level 1" in words(added)
    assert "**A** orc" in words(await scene.ann.user.slash("monster list", level=1))
    await add(scene, "elf")
    assert "orc" not in await listed(scene)
