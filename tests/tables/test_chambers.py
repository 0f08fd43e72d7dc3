"""The wandering chamber: bands of rarity over what a list holds, and what players are told of it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from tables import procedures
from tables.chambers import KEY, MOST_ENTRIES, MOST_PLACES, Lot, draw, entries_text, read_entries
from tables.dice import FairDice, ScreenedDice, ScriptedDice
from tables.errors import OptionError
from tables.outcome import from_json, to_json
from tests.tables.cases_chambers import LOTS, PLACES
from tests.tables.chances import LoadedDice, check_rolls

if TYPE_CHECKING:
    from tables.outcome import Outcome

# d8 + d12 has 96 ways: 2, 3: 3 · 4: 3 · 5, 6: 9 · 7, 8: 13 · 9–13: 40 · 14, 15: 13 · 16, 17: 9 · 18: 3
# · 19, 20: 3.
VERY_RARE, EITHER, RARE, UNCOMMON, COMMON = (Fraction(ways, 96) for ways in (6, 6, 18, 26, 40))


def named(outcome: Outcome[Any]) -> str | None:
    return outcome.value.name


def lots(**many: int) -> tuple[Lot, ...]:
    """So many chambers of each rarity, called "rare 1", "rare 2", …."""
    names = [(rarity, f"{rarity} {place}") for rarity, count in many.items() for place in range(1, count + 1)]
    return tuple(
        Lot(number, name, rarity.replace("_", "-")) for number, (rarity, name) in enumerate(names, 1)
    )


CHANCES: list[tuple[tuple[Lot, ...], dict[str | None, Fraction]]] = [
    (
        lots(common=4, uncommon=2, rare=3, very_rare=1),
        {
            **{f"common {place}": COMMON / 4 for place in (1, 2, 3, 4)},
            **{f"uncommon {place}": UNCOMMON / 2 for place in (1, 2)},
            **{f"rare {place}": RARE / 3 + EITHER / 4 for place in (1, 2, 3)},
            "very_rare 1": VERY_RARE + EITHER / 4,
        },
    ),
    (
        lots(common=2, rare=1),
        {
            "common 1": (COMMON + UNCOMMON) / 2,
            "common 2": (COMMON + UNCOMMON) / 2,
            "rare 1": RARE + EITHER + VERY_RARE,
        },
    ),
    (
        lots(uncommon=3, very_rare=2),
        {
            None: COMMON,
            **{f"uncommon {place}": (UNCOMMON + RARE) / 3 for place in (1, 2, 3)},
            **{f"very_rare {place}": (VERY_RARE + EITHER) / 2 for place in (1, 2)},
        },
    ),
    (lots(common=1), {"common 1": Fraction(1)}),
    (lots(very_rare=1), {None: 1 - VERY_RARE - EITHER, "very_rare 1": VERY_RARE + EITHER}),
    ((), {None: Fraction(1)}),
]


@pytest.mark.parametrize(("there", "chances"), CHANCES)
def test_a_draw_has_exactly_these_chances(every_outcome, there, chances) -> None:
    assert every_outcome(lambda dice: named(draw(there, dice))) == chances


@pytest.mark.parametrize(("there", "chances"), CHANCES[:3])
def test_a_hundred_thousand_draws_fall_so(there, chances) -> None:
    check_rolls(KEY, {"level": 1, "entries": entries_text(there)}, chances, named)


def test_loaded_dice_would_be_seen() -> None:
    there, chances = CHANCES[0]
    with pytest.raises(AssertionError, match="chamber"):
        check_rolls(KEY, {"level": 1, "entries": entries_text(there)}, chances, named, LoadedDice(12, 12))


@pytest.mark.parametrize(
    ("there", "faces", "told"),
    [
        (LOTS, (4, 5, 2), "Store of crates, common."),
        (LOTS, (1, 1), "Hall of mirrors, very rare."),
        (LOTS, (2, 2, 1), "Hall of mirrors, very rare."),
        (LOTS, (2, 2, 3), "Crypt, rare."),
        (LOTS[:2], (2, 2, 1), "Guardroom, common, as there is no very rare or rare one."),
        (LOTS[:1], (1, 1), "Guardroom, common, as there is no very rare one."),
        (LOTS[4:5], (4, 5), "A new common chamber: the list has none to draw, so invent it."),
        (
            LOTS[4:5],
            (3, 3),
            "A new rare chamber: the list has none to draw, nor a commoner one, so invent it.",
        ),
        (
            (),
            (8, 12),
            "A new very rare chamber: the list has none to draw, nor a commoner one, so invent it.",
        ),
    ],
)
def test_what_is_told(there: tuple[Lot, ...], faces: tuple[int, ...], told: str) -> None:
    """Where one chamber is left no die is thrown for it: a d1 has nothing to say."""
    options = {"level": 1, "entries": entries_text(there)}
    assert procedures.perform_by_hand(KEY, options, faces).text == told


def everything(outcome: Outcome[Any]) -> str:
    return str(to_json(outcome.for_players()))


def test_players_learn_no_more_than_the_name_of_what_they_know() -> None:
    """Whatever is on the list besides: the same words, the same hidden dice, no gap."""
    known = {
        everything(draw(there, ScriptedDice(faces)))
        for there, faces in [
            (LOTS, (4, 5, 1)),
            (LOTS[:1], (4, 5)),
            (LOTS[:1], (1, 1)),
            (LOTS[:2], (1, 1, 1)),
        ]
    }
    unknown = {
        everything(draw(there, ScriptedDice(faces)))
        for there, faces in [(LOTS, (4, 5, 2)), (LOTS, (5, 1, 1)), ((), (4, 5)), (LOTS[1:2], (8, 12))]
    }

    assert len(known) == len(unknown) == 1
    (told,) = known
    assert "Guardroom." in told
    (told,) = unknown
    assert "A chamber that only the game masters know." in told
    assert "'face': 0" in told


def test_all_dice_fall_behind_the_screen() -> None:
    """Who later learns the seed of the open dice learns nothing of a draw."""
    open_dice, secret = FairDice(b"open", "1"), FairDice(b"secret", "1")
    outcome = procedures.perform(
        KEY, {"level": 1, "entries": entries_text(LOTS)}, ScreenedDice(open_dice, secret)
    )

    assert all(die.screened for die in outcome.every_die())
    assert open_dice.throw(10**6) == FairDice(b"open", "1").throw(10**6)
    assert secret.throw(10**6) != FairDice(b"secret", "1").throw(10**6)


def test_a_whole_region_is_told_room_by_room() -> None:
    options = {"level": 3, "entries": entries_text(LOTS[:2]), "places": PLACES, "once": True}
    outcome = procedures.perform_by_hand(KEY, options, (4, 5, 1, 4, 5, 4, 5, 1, 1))

    assert outcome.text == (
        "LEXI-1/1: Guardroom, common. LEXI-1/2: Store of crates, common. "
        "LEXI-1/4: A new common chamber: the list has none to draw, so invent it. "
        "the top of the stair: A new very rare chamber: the list has none to draw, nor a commoner one, "
        "so invent it."
    )
    assert outcome.for_players().text == (
        "LEXI-1/1: Guardroom. LEXI-1/2: a chamber that only the game masters know. "
        "LEXI-1/4: a chamber that only the game masters know. "
        "the top of the stair: a chamber that only the game masters know."
    )
    assert [drawn.number for drawn in outcome.value] == [1, 2, None, None]
    assert from_json(to_json(outcome)).text == outcome.text


def test_entries_are_read_as_they_were_written() -> None:
    ugly = (
        Lot(1, "(a+)+$", "common"),
        Lot(2, "3 rare known", "rare", known=True),
        Lot(987, "🐉", "very-rare"),
    )
    assert read_entries(entries_text(ugly)) == ugly
    assert read_entries("") == ()


@pytest.mark.parametrize(
    "options",
    [
        {"entries": "Guardroom"},
        {"entries": "1 common Guardroom"},
        {"entries": "1 mythical known Guardroom"},
        {"entries": "0 common known Guardroom"},
        {"entries": "1 common known "},
        {"entries": "\n".join(f"{n} common hidden room" for n in range(1, MOST_ENTRIES + 2))},
        {"places": "\n".join(f"LEXI-1/{n}" for n in range(MOST_PLACES + 1))},
        {"places": "x" * 81},
    ],
)
def test_what_cannot_be_read_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        procedures.check(KEY, {"level": 1, **options})


def test_the_largest_roll_is_allowed() -> None:
    entries = "\n".join(f"{n} common hidden {'x' * 80}" for n in range(1, MOST_ENTRIES + 1))
    places = "\n".join(f"{n:080}" for n in range(MOST_PLACES))
    procedures.check(KEY, {"level": 1, "entries": entries, "places": places})
