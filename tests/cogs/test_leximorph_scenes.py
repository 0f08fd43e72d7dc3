"""Letters, words and headlines in a channel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tables.nouns import nouns
from tests.scenes import buttons, pictures, words

if TYPE_CHECKING:
    from simcord import InteractionResult

    from tests.scenes import Scene


def said(result: InteractionResult) -> str:
    """The answer as it is read: without the signs that keep Discord from reading more into it."""
    return words(result).replace("\\", "")


async def test_a_word_becomes_tunnels_with_a_picture(scene: Scene) -> None:
    result = await scene.ann.slash(scene.channel, "leximorph word", word="leximorph")

    assert not result.ephemeral
    assert "LEXI-1, from “leximorph”: L, E, X and I as tunnels, with 1 loop." in said(result)
    (picture,) = pictures(result)
    assert picture["description"].startswith(
        "A dungeon map of tunnels in the shape of the letters L and E; below X and I."
    )
    assert buttons(result) == ["Roll again", "Corners and junctions", "Along the tunnels"]
    assert "LEXI-1" in said(await scene.bert.slash(scene.channel, "history show"))


async def test_each_letter_stands_beside_its_die(scene: Scene) -> None:
    result = await scene.ann.slash(scene.channel, "leximorph letters", sectors=2, faces="3,6")

    assert "d10 **3** → T · d10 **6** → X" in said(result)


async def test_letters_are_rolled_by_hand(scene: Scene) -> None:
    result = await scene.ann.slash(
        scene.channel, "leximorph letters", sectors=2, rotate=True, level=3, curved=True, faces="0, 9, 1, 3"
    )

    assert "RG-3: R upright and g upside down as tunnels, with 2 loops." in said(result)
    assert "thrown at the table" in said(result)
    assert len(pictures(result)) == 1


async def test_a_word_left_out_is_any_noun(scene: Scene) -> None:
    by_hand = await scene.ann.slash(scene.channel, "leximorph word", faces="1000")
    by_chance = await scene.ann.slash(scene.channel, "leximorph word")

    noun = nouns()[999]
    assert f"{noun[:4].upper()}-1, from “{noun}”" in said(by_hand)
    assert f"word of {len(nouns()):,}: " in said(by_chance)


async def test_a_headline_offers_its_nouns_as_buttons(scene: Scene) -> None:
    headline = await scene.ann.slash(
        scene.channel,
        "leximorph headline",
        text="Guantanamo detainees moved to Illinois prison",
        level=2,
    )

    assert "The headline gives GUAN-2 from “Guantanamo”" in said(headline)
    labels = ["GUAN-2: Guantanamo", "DETA-2: detainees", "ILLI-2: Illinois", "PRIS-2: prison"]
    assert [label for label in buttons(headline) if "-2" in label] == labels
    assert headline.response is not None

    pressed = await scene.bert.click(headline.response.message, label="PRIS-2: prison")

    assert "PRIS-2, from “prison”: P, R, I and S as tunnels" in said(pressed)
    assert len(pictures(pressed)) == 1


async def test_tunnels_lead_on_to_what_is_rolled_along_them(scene: Scene) -> None:
    first = await scene.ann.slash(scene.channel, "leximorph word", word="ape")
    assert first.response is not None

    junctions = await scene.bert.click(first.response.message, label="Corners and junctions")
    walls = await scene.bert.click(first.response.message, label="Along the tunnels")

    assert "unction" in said(junctions)
    assert "feet" in said(walls)


async def test_whoever_wants_secrecy_picks_it(scene: Scene) -> None:
    result = await scene.ann.slash(scene.channel, "leximorph word", word="lexi", seen="masters")

    assert result.ephemeral
    assert "LEXI" not in said(result)
    assert pictures(result) == []
    assert "LEXI-1" in said(await scene.master.slash(scene.channel, "history show"))


@pytest.mark.parametrize(
    ("command", "given", "answer"),
    [
        ("leximorph word", {"word": "12345"}, "fewer than three letters"),
        ("leximorph word", {"word": "\U0001f409\U0001f409\U0001f409"}, "fewer than three letters"),
        ("leximorph word", {"word": "مدينة"}, "fewer than three letters"),
        ("leximorph word", {"word": "ab"}, "fewer than three letters"),
        ("leximorph letters", {"faces": "1,2,3"}, "needs more dice"),
        ("leximorph letters", {"faces": "1,2,3,11"}, "a d10 does not show that"),
        ("leximorph letters", {"sectors": 1, "faces": "1,2"}, "take the rest away"),
        ("leximorph headline", {"text": "a big red cat"}, "No noun or name of more than four letters"),
        ("leximorph headline", {"text": "مدينة تحت الأرض"}, "No noun or name"),
    ],
)
async def test_what_cannot_be_read_is_answered_privately(
    scene: Scene, command: str, given: dict[str, str | int], answer: str
) -> None:
    result = await scene.ann.slash(scene.channel, command, **given)

    assert result.ephemeral
    assert answer in (said(result) or (result.response.content if result.response is not None else ""))
