"""The lists of monsters: their figures, what their files refuse, and numbers that change with depth."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from tables.errors import CatalogError, OptionError
from tables.monster_file import bestiary, price_list, read_bestiary, read_price_list
from tables.monsters import Monsters, NumberChange, number_change, parse_number

BY_HAND = """
orc: I, 1
shrieker: I, 3
wild dog: I, 5/4
gnoll: II, 7/4
orc chieftain: II, 3
piercer: II, 4
dire wolf: III, 15/4
mongrelman: III, 11/2
ogre: III, 17/4
ankheg: V, 31/4
slime creature: VII, 12
ghost: VIII, 17
giant tropical dragonfly: VIII, 39/4
11-headed pyrohydra: IX, 91/4
movanic deva: IX, 33
solar: X, 89
"""

PRICES = {
    "goblin": "1.5",
    "kobold": "1.5",
    "hobgoblin": "2.5",
    "orc": "2",
    "giant orc": "2.5",
    "dwarf": "2",
    "gnome": "2",
    "elf": "4",
    "fairy": "4",
    "sprite": "4",
    "pixie": "4",
    "hero": "20",
    "super hero": "50",
    "seer": "50",
    "magician": "70",
    "warlock": "80",
    "sorcerer": "90",
    "wizard": "100",
    "wraith": "10",
    "wight": "10",
    "ghoul": "10",
    "zombie": "10",
    "lycanthrope": "20",
    "ogre": "15",
    "true troll": "75",
    "giant": "50",
    "treant": "15",
    "balrog": "75",
    "dragon": "100",
    "roc": "20",
    "wyvern": "20",
    "griffon": "20",
    "man of light foot": "1",
    "man of heavy foot": "2",
    "man of armoured foot": "2.5",
    "light rider": "3",
    "medium rider": "4",
    "heavy rider": "5",
    "peasant": "0.5",
    "levied man": "0.75",
}


def test_the_monsters_have_the_figures_of_their_sources() -> None:
    levels = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
    expected = dict(line.split(": ") for line in BY_HAND.strip().splitlines())

    assert {
        monster.name: f"{levels[monster.level]}, {monster.price}" for monster in bestiary().every
    } == expected


def test_the_prices_are_those_of_chainmail() -> None:
    assert {figure.name: figure.price for figure in price_list().every} == {
        name: Fraction(price) for name, price in PRICES.items()
    }


def test_every_figure_of_the_price_list_can_be_afforded_where_its_level_lives() -> None:
    """On the first dungeon level of its monster level the best roll buys one, whatever it is."""
    best = {1: 50, 3: 150, 5: 350, 7: 500, 9: 500}
    for figure in price_list().every:
        assert figure.price <= best[figure.level], figure.name


@pytest.mark.parametrize(
    ("text", "most", "dice"),
    [
        ("3d10*10", 300, 3),
        ("20d10", 200, 20),
        ("1d4+1", 5, 1),
        ("1", 1, 0),
        ("2d4", 8, 2),
        ("1d100*2", 200, 1),
    ],
)
def test_numbers_appearing(text: str, most: int, dice: int) -> None:
    number = parse_number(text)

    assert (number.most, number.dice) == (most, dice)


@pytest.mark.parametrize(
    "text", ["", "0", "d6", "0d6", "3d0", "3d1", "1d6*0", "3d6-1", "N/A", "1d6+", "3d6 x"]
)
def test_what_is_no_number_appearing_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"monsters|nobody"):
        parse_number(text)


@pytest.mark.parametrize(
    ("name", "found"),
    [("orc", "orc"), ("ORCS", "orc"), ("  wild   dog ", "wild dog"), ("Dire Wolves", "dire wolf")],
)
def test_monsters_are_found_by_either_name(name: str, found: str) -> None:
    assert bestiary().find(name).name == found


@pytest.mark.parametrize(
    ("name", "said"),
    [("ork", "Did you mean orc"), ("gohst", "Did you mean ghost"), ("(a+)+$", "Pick one"), ("", "Pick one")],
)
def test_an_unknown_monster_is_answered_with_the_nearest(name: str, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        bestiary().find(name)


def test_a_level_without_monsters_has_those_of_the_nearest_lower_one() -> None:
    monsters = bestiary()

    assert {monster.level for monster in monsters.of_level(4)} == {3}
    assert {monster.level for monster in monsters.of_level(6)} == {5}
    assert {monster.level for monster in monsters.of_level(9)} == {9}
    high = Monsters(tuple(each for each in monsters.every if each.level >= 5), "these")
    assert {monster.level for monster in high.of_level(1)} == {5}


COLUMNS = (
    "name,plural,level,hit_dice,hit_points,special,extraordinary,challenge,stated,frequency,appearing,lair,"
    "solitary,followers,companions,treasure,classed,ours,source"
)
BAT = "bat,,I,1,,0,0,1,,common,1d6,10,,,,C,,,this test"
GOOD = dict(zip(COLUMNS.split(","), BAT.split(","), strict=True))

MakeFile = Callable[..., Path]


@pytest.fixture
def made(tmp_path: Path) -> MakeFile:
    def make(*lines: str, columns: str = COLUMNS) -> Path:
        path = tmp_path / "made.csv"
        path.write_text("\n".join((columns, *lines)) + "\n", encoding="utf-8")
        return path

    return make


def line(**cells: str) -> str:
    return ",".join({**GOOD, **cells}.values())


def test_a_made_up_monster_is_read(made: MakeFile) -> None:
    (bat,) = read_bestiary(made(line(stated="yes", challenge="3/4", plural="flock"))).every

    assert (bat.name, bat.plural, bat.level, bat.price, bat.weight) == ("bat", "flock", 1, Fraction(3, 4), 65)
    assert (bat.most, bat.lair, bat.treasure) == (6, 10, "C")


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ({"name": " "}, "no name"),
        ({"level": "XI"}, "no level of monsters"),
        ({"level": "1"}, "no level of monsters"),
        ({"hit_dice": "many"}, "not hit dice"),
        ({"hit_points": "x"}, "hit_points is a number in quarters"),
        ({"special": "-1"}, "special is a number from 0 to 50"),
        ({"extraordinary": "51"}, "extraordinary is a number from 0 to 50"),
        ({"challenge": "2"}, "the formula gives 1"),
        ({"challenge": "0", "stated": "yes"}, "challenge is 0"),
        ({"challenge": "1/3"}, "challenge is a number in quarters"),
        ({"stated": "no"}, "stated is yes, or left empty"),
        ({"frequency": "seldom"}, "no frequency"),
        ({"appearing": "3d"}, "not a number of monsters"),
        ({"lair": "101"}, "lair is a number from 0 to 100"),
        ({"solitary": "1"}, "solitary is yes, or left empty"),
        ({"companions": "ogre"}, "does not say who may be with it"),
        ({"companions": "ogre: 1 in 6: 1d6"}, "no monster called 'ogre'"),
        ({"followers": "rat"}, "no monster called 'rat'"),
        ({"treasure": "gold"}, "no treasure types"),
        ({"ours": "weight"}, "says of no column"),
        ({"source": ""}, "where its figures come from"),
    ],
)
def test_a_wrong_line_of_the_bestiary_is_named(made: MakeFile, cells: dict[str, str], said: str) -> None:
    with pytest.raises(CatalogError, match=said) as refused:
        read_bestiary(made(line(name="rat b"), line(**cells)))

    assert str(refused.value).startswith("made.csv, ")


def test_wrong_files_of_monsters_are_refused(made: MakeFile) -> None:
    with pytest.raises(CatalogError, match="columns are not"):
        read_bestiary(made(line(), columns=COLUMNS.replace("name,", "names,")))
    with pytest.raises(CatalogError, match="more or fewer cells"):
        read_bestiary(made(line() + ",more"))
    with pytest.raises(CatalogError, match="more or fewer cells"):
        read_bestiary(made("bat,,I"))
    with pytest.raises(CatalogError, match="two monsters are called 'Bats'"):
        read_bestiary(made(line(), line(name="Bats")))


@pytest.mark.parametrize(
    ("price", "said"), [("0", "price is 0"), ("none", "in quarters"), ("-2", "in quarters")]
)
def test_a_wrong_price_is_refused(made: MakeFile, price: str, said: str) -> None:
    with pytest.raises(CatalogError, match=said):
        read_price_list(made(f"bat,,I,{price}", columns="name,plural,level,price"))


@pytest.mark.parametrize(
    ("monster_level", "dungeon_level", "change"),
    [
        (1, 1, NumberChange()),
        (1, 2, NumberChange(times=2)),
        (1, 3, NumberChange(times=3)),
        (4, 10, NumberChange(times=7)),
        (3, 2, NumberChange(fewer=1)),
        (8, 1, NumberChange(fewer=7)),
        (9, 9, NumberChange()),
        (9, 12, NumberChange(attendants=3)),
        (10, 16, NumberChange(attendants=6)),
        (10, 8, NumberChange(fewer=2)),
    ],
)
def test_listed_numbers_change_with_depth(
    monster_level: int, dungeon_level: int, change: NumberChange
) -> None:
    assert number_change(monster_level, dungeon_level) == change


def test_changed_numbers_are_added_up_and_never_below_one() -> None:
    assert number_change(1, 3).applied([4, 6, 2]) == 12
    assert number_change(3, 2).applied([4]) == 3
    assert number_change(8, 1).applied([4]) == 1
    assert number_change(10, 12).applied([1]) == 1
