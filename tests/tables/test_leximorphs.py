"""Letters, words and headlines: worked examples, and what cannot be read."""

from __future__ import annotations

import re

import pytest

from tables import procedures
from tables.dice import MAX_SIDES, FairDice
from tables.errors import FacesError, OptionError
from tables.headline import MOST_NOUNS, Headline
from tables.nouns import find_nouns, nouns, plain, singulars


def told(key: str, faces: list[int], **options: str | int | bool) -> str:
    return procedures.perform_by_hand(key, options, faces).text


def test_letters_are_rolled_one_for_each_sector() -> None:
    # Straight steps: R 28, A 16, D 24, g 38, joins 8; slanting ones: 4, 8 and 4. 114 times 20 feet, and
    # 16 times 20 times the root of 2, are 2,732 feet.
    assert told("leximorph.letters", [0, 1, 2, 9]) == (
        "RADG-1: R, A, D and g as tunnels, with 5 loops, 4 of them within letters. "
        "There are 23 corners and junctions along 2,730 feet of tunnel."
    )


def test_the_d4s_follow_the_d10s() -> None:
    outcome = procedures.perform_by_hand(
        "leximorph.letters", {"sectors": 2, "rotate": True, "level": 12}, [7, 0, 4, 2]
    )

    assert outcome.text.startswith(
        "PR-12: P a quarter turn anticlockwise and R a quarter turn clockwise as tunnels, with 2 loops."
    )
    assert [die.sides for die in outcome.every_die()] == [10, 10, 4, 4]
    assert [sector.rotation for sector in outcome.value.sectors] == [3, 1]
    assert [child.key for child in outcome.children] == ["leximorph.rotation"] * 2


@pytest.mark.parametrize(("face", "letter"), [*enumerate("RADTQLXPBg"), (10, "R")])
def test_each_face_is_its_letter(face: int, letter: str) -> None:
    outcome = procedures.perform_by_hand("leximorph.letters", {"sectors": 1}, [face])

    assert [sector.letter for sector in outcome.value.sectors] == [letter]
    assert outcome.value.code == f"{letter.upper()}-1"


def test_lexi_has_one_loop() -> None:
    outcome = procedures.perform_by_hand("leximorph.word", {"word": "leximorph"}, [])

    assert outcome.text == (
        "LEXI-1, from “leximorph”: L, E, X and I as tunnels, with 1 loop. "
        "There are 11 corners and junctions along 1,910 feet of tunnel."
    )
    assert (outcome.value.loops, outcome.value.letter_loops, outcome.value.pieces) == (1, 0, 1)
    assert told("leximorph.word", [], word="LeXi", level=3).startswith("LEXI-3: L, E, X and I as tunnels")


def test_steps_towards_a_loop_are_told() -> None:
    assert told("leximorph.letters", [5], sectors=1).endswith(
        "L holds no loop, so one more tunnel closes one."
    )
    assert told("leximorph.letters", [6, 5], sectors=2).endswith(
        "Neither letter holds a loop, so a second tunnel joins them."
    )
    assert told("leximorph.letters", [3, 5], sectors=2).endswith(
        "Neither letter holds a loop, so T was turned until a second tunnel fitted between them."
    )
    assert told("leximorph.letters", [3, 3], sectors=2).endswith(
        "Neither letter holds a loop, so both were turned until a second tunnel fitted between them."
    )


def test_three_letters_are_a_word_too() -> None:
    assert told("leximorph.word", [], word="ape").startswith(
        "APE-1: A, P and E as tunnels, with 3 loops, 2 of them within letters."
    )


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("Iron Mines", "IRON-1"),
        ("Málaga", "MALA-1"),
        ("Straße", "STRA-1"),
        ("Łódź", "LODZ-1"),
        ("Ørsted", "ORST-1"),
        ("r2d2r", "RDR-1"),
        ("o'neill", "ONEI-1"),
        ("\u202elexi\u202c", "LEXI-1"),
        ("ＬＥＸＩ", "LEXI-1"),
    ],
)
def test_words_are_read_by_their_letters(word: str, code: str) -> None:
    outcome = procedures.perform_by_hand("leximorph.word", {"word": word}, [])

    assert outcome.value.code == code
    assert outcome.text.isprintable()


@pytest.mark.parametrize(
    "word", ["12345", "\U0001f409" * 5, "ab", "-", "مدينة", "שלום", "日本語", "a1b2", "\u200b"]
)
def test_a_word_without_three_letters_is_refused(word: str) -> None:
    with pytest.raises(OptionError, match="fewer than three letters from A to Z"):
        procedures.check("leximorph.word", {"word": word})


def test_a_word_that_is_too_long_is_refused() -> None:
    with pytest.raises(OptionError, match="at most 100 fit"):
        procedures.check("leximorph.word", {"word": "a" * 101})


@pytest.mark.parametrize("word", ["", " ", "random", "Random"])
def test_any_noun_is_one_die(word: str) -> None:
    outcome = procedures.perform("leximorph.word", {"word": word}, FairDice(b"any", "noun"))

    assert len(outcome.dice) == 1
    assert outcome.value.word == nouns()[outcome.dice[0].face - 1]
    assert outcome.value.code == f"{outcome.value.word[:4].upper()}-1"
    with pytest.raises(FacesError):
        procedures.perform_by_hand("leximorph.word", {"word": word}, [])
    with pytest.raises(FacesError):
        procedures.perform_by_hand("leximorph.word", {"word": word}, [len(nouns()) + 1])


def test_a_given_word_throws_no_die() -> None:
    with pytest.raises(FacesError):
        procedures.perform_by_hand("leximorph.word", {"word": "lexi"}, [1])


def test_the_nouns_are_plain_and_fit_on_a_die() -> None:
    listed = nouns()

    assert 5_000 < len(listed) <= MAX_SIDES
    assert list(listed) == sorted(set(listed))
    assert all(re.fullmatch("[a-z]{5,}", word) for word in listed)
    assert {"dragon", "lantern", "forge"} & set(listed) >= {"dragon", "lantern"}


@pytest.mark.parametrize(
    "word", ["cockroach", "analyst", "panties", "suicide", "genocide", "dickey", "spice", "thong", "before"]
)
def test_nobody_gets_an_unwanted_word_by_chance(word: str) -> None:
    assert word not in nouns()


# Headlines


@pytest.mark.parametrize(
    ("headline", "expected"),
    [
        ("Guantanamo detainees moved to Illinois prison", "Guantanamo detainees Illinois prison"),
        ("Smugglers dig new mines under the border", "Smugglers mines border"),
        ("SMUGGLERS HELD AFTER RAID ON HARBOUR", "SMUGGLERS HARBOUR"),
        ("Smugglers Held After Raid On Harbour Warehouse", "Smugglers Harbour Warehouse"),
        ("Chile’s new government is found in a mine", "Chile government"),
        ("the wolves of the old forest devour children's sheep", "wolves forest children sheep"),
        ("Bigger fingers for Málaga", "fingers Málaga"),
        ("Suddenly, everything would begin moving slowly", ""),
        ("Blackstone-Wolfram merger fails", "Blackstone Wolfram merger fails"),
        ("Spellbook lost: gravedigger blamed", "Spellbook gravedigger"),
        ("Great stories, old churches, sharp knives", "stories churches knives"),
        ("مدينة تحت الأرض", ""),
        ("12345 \U0001f409\U0001f409\U0001f409\U0001f409\U0001f409", ""),
    ],
)
def test_the_nouns_of_a_headline(headline: str, expected: str) -> None:
    assert " ".join(find_nouns(headline)) == expected


def test_a_headline_offers_its_nouns() -> None:
    given = {"text": "Guantanamo detainees moved to Illinois prison", "level": 2}
    outcome = procedures.perform_by_hand("leximorph.headline", given, [])

    assert outcome.text == (
        "The headline gives GUAN-2 from “Guantanamo”, DETA-2 from “detainees”, ILLI-2 from “Illinois” "
        "or PRIS-2 from “prison”."
    )
    offers = procedures.offers("leximorph.headline", given, outcome)
    assert [(offer.key, offer.label) for offer in offers] == [
        ("leximorph.word", "GUAN-2: Guantanamo"),
        ("leximorph.word", "DETA-2: detainees"),
        ("leximorph.word", "ILLI-2: Illinois"),
        ("leximorph.word", "PRIS-2: prison"),
    ]
    pressed = procedures.perform(offers[0].key, offers[0].options, FairDice(b"a", "b"))
    assert pressed.value.code == "GUAN-2"


def test_words_that_would_name_the_same_region_are_offered_once_and_ten_at_most() -> None:
    found: Headline = procedures.perform_by_hand(
        "leximorph.headline", {"text": "A miner and miners mined the mines: Miner’s mineral"}, []
    ).value
    many = " ".join(
        ("dragon castle forest bridge harbour prison mountain river kingdom temple palace", "lantern")
    )
    full: Headline = procedures.perform_by_hand("leximorph.headline", {"text": many}, []).value

    assert [(noun.word, noun.code) for noun in found.nouns] == [("miner", "MINE-1")]
    assert len(full.nouns) == MOST_NOUNS


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "Say what to roll"),
        ("12345 67890", "No noun or name of more than four letters"),
        ("\U0001f409" * 20, "No noun or name of more than four letters"),
        ("A" * 300, "No noun or name of more than four letters"),
        ("a big red cat sat", "No noun or name of more than four letters"),
        ("مدينة تحت الأرض", "No noun or name of more than four letters"),
        ("mines " * 51, "at most 300 fit"),
    ],
)
def test_a_headline_that_names_nothing_is_refused(text: str, problem: str) -> None:
    with pytest.raises(OptionError, match=problem):
        procedures.check("leximorph.headline", {"text": text})


def test_letters_and_singulars() -> None:
    assert plain("Żółć-7 ½") == "ZOLC"
    assert singulars("mines") == ("mine", "min")
    assert singulars("cities") == ("city", "citie", "citi")
    assert singulars("glass") == ()


def test_tunnels_lead_on_to_their_junctions_and_walls() -> None:
    lexi = procedures.perform_by_hand("leximorph.word", {"word": "lexi"}, [])
    nine = procedures.perform_by_hand("leximorph.letters", {"sectors": 9}, [8] * 9)

    offers = procedures.offers("leximorph.word", {"word": "lexi"}, lexi)
    capped = procedures.offers("leximorph.letters", {"sectors": 9}, nine)

    assert [(offer.key, dict(offer.options)) for offer in offers] == [
        ("corridor.junction", {"count": 11}),
        ("corridor.wall", {"length": 1_200}),
    ]
    assert capped[0].options == {"count": 20}
    for offer in (*offers, *capped):
        procedures.check(offer.key, offer.options)
