"""What rooms, chambers and caves are like: size, shape, and the ways out of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, cast

from tables.catalog import load
from tables.outcome import Outcome
from tables.procedure import EDITION, LEVEL, Offer, Option, Procedure
from tables.rolling import roll_on
from tables.room_plan import RoomExit, RoomPlan
from tables.room_words import outline, ways_out

if TYPE_CHECKING:
    from collections.abc import Callable

    from tables.dice import Dice
    from tables.notation import Total
    from tables.procedure import Chosen
    from tables.rolling import Rules
    from tables.room_plan import ExitKind, ExitPlace, Feature, Lead, RoomKind, Shape

KINDS: dict[RoomKind, str] = {"room": "room.size", "chamber": "room.chamber", "cave": "room.cave"}
"""The key that each kind is rolled by."""

EDITIONS = {"appendix-a": "", "osric": ".osric"}
"""What each edition adds to the keys of its tables."""

_WATERS: dict[str, Feature] = {
    f"room.{water}{edition}": water for water in ("pool", "lake") for edition in EDITIONS.values()
}

MOST_EXIT_DICE = 2 + 4 * 2
"""How many ways out there are, a d4 for some of them, and two dice for each of four."""

_EXITS = Option(name="exits", kind="flag", help="roll how many ways out there are, and where", default=True)


Rarity = Literal["common", "uncommon", "rare", "very rare"]


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a room is or was.

    Attributes:
        rarity: how often such rooms are met with.
        room: in a word or two.
    """

    rarity: Rarity
    room: str


def read_plan(kind: RoomKind, fell: Outcome[Any]) -> RoomPlan:
    """What the dice for size and shape gave, as a room without ways out.

    Args:
        kind: what was rolled for.
        fell: what its table of sizes gave, with all that followed.
    """
    if kind == "cave":
        return _read_cave(fell)
    if fell.value != "unusual":
        width, length = _sides(fell.value)
        return RoomPlan(kind, "square" if width == length else "rectangle", length, width, width * length)
    found = {each.key.removesuffix(".osric"): str(each.value) for each in fell.walk()}
    sizes = [each.value for each in fell.walk() if each.key.startswith("room.unusual-size")]
    middle = found.get("room.round", "nothing")
    return RoomPlan(
        kind=kind,
        shape=cast("Shape", found["room.unusual-shape"]),
        length=None,
        width=None,
        area=sum(int(str(size)) for size in sizes),
        feature=None if middle == "nothing" else cast("Feature", middle),
    )


def _read_cave(fell: Outcome[Any]) -> RoomPlan:
    """A cave's size: one part or two, or as wide and long as dice say; and what water is in it."""
    rolled = [cast("Total", child.value).total for child in fell.children if child.key == "dice"]
    fore, _, main = str(fell.value).rpartition("+")
    width, length = rolled or _sides(main)
    fore_width, fore_length = _sides(fore) if fore else (0, 0)
    water = _water(fell)
    return RoomPlan(
        kind="cave",
        shape="cave",
        length=length,
        width=width,
        area=width * length + fore_width * fore_length,
        feature=None if water is None or water.value == "none" else _WATERS[water.key],
        fore=(fore_length, fore_width) if fore else None,
    )


def _sides(written: str) -> tuple[int, int]:
    """The sides in "20x30", the shorter one first."""
    width, _, length = written.partition("x")
    return int(width), int(length)


def _water(fell: Outcome[Any]) -> Outcome[Any] | None:
    """What said whether there is a pool or a lake, or None where nothing was asked."""
    return next((each for each in fell.walk() if each.key in _WATERS), None)


def _roll_exits(
    plan: RoomPlan, edition: str, dice: Dice, rules: Rules
) -> tuple[tuple[Outcome[object], ...], tuple[RoomExit, ...]]:
    """How many ways out there are, then for each its place and how the way beyond runs."""
    usual: tuple[ExitKind, ExitKind] = ("door", "passage") if plan.kind == "room" else ("passage", "door")
    count = roll_on(rules.table(f"room.exits{edition}"), dice, rules, {"area": plan.area})
    kind = usual[count.value == "other"]
    rolled: list[Outcome[object]] = [count]
    exits: list[RoomExit] = []
    for _ in range(_number(count)):
        place = roll_on(rules.table(f"room.exit-place{edition}"), dice, rules)
        lead = roll_on(rules.table(f"room.exit-direction{edition}"), dice, rules)
        rolled += (place, lead)
        exits.append(RoomExit(cast("ExitPlace", place.value), kind, cast("Lead", lead.value)))
    return tuple(rolled), tuple(exits)


def _number(count: Outcome[str]) -> int:
    if count.value == "d4":
        return cast("Total", count.children[0].value).total
    return 1 if count.value == "other" else int(count.value)


def _tell(plan: RoomPlan, children: tuple[Outcome[object], ...]) -> str:
    """The room in a sentence; more where no way out is to be seen, or water is in it."""
    words = outline(plan)
    sentences = [f"{words} with {ways_out(plan.exits)}." if plan.exits else f"{words}."]
    for child in children:
        if child.key.startswith("room.exits") and not plan.exits:
            sentences.append(child.text)
        if plan.kind == "cave" and plan.feature:
            waters = [each.text for each in child.walk() if each.key in _WATERS]
            sentences += [f"There is {text[0].lower()}{text[1:]}" for text in waters]
    return " ".join(sentences)


def _runs(key: str, kind: RoomKind, title: str) -> Callable[[Chosen, Dice, Rules], Outcome[RoomPlan]]:
    def run(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[RoomPlan]:
        edition = EDITIONS[chosen.word("edition")]
        fell = roll_on(rules.table(f"{key}{edition}"), dice, rules)
        told: Outcome[Any] = Outcome(key, title, fell.dice, fell.rows, "", None, fell.children)
        if any(each.value == "cave" for each in fell.walk()):
            # The shape was no built one: the cave is rolled whole, with its own ways out.
            cave = rules.roll(KINDS["cave"], dice, chosen.values)
            return replace(told, text=cave.text, value=cave.value, children=(*fell.children, cave))
        plan, children = read_plan(kind, fell), fell.children
        if chosen.flag("exits"):
            rolled, exits = _roll_exits(plan, edition, dice, rules)
            plan, children = replace(plan, exits=exits), (*children, *rolled)
        return replace(told, text=_tell(plan, children), value=plan, children=children)

    return run


def _run_purpose(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[Purpose]:
    del chosen
    fell = roll_on(rules.table("room.purpose"), dice, rules)
    *_, last = fell.walk()
    rarity = cast("Rarity", last.key.rpartition(".")[2].replace("-", " "))
    text = f"{rarity.capitalize()}: {last.rows[0].text}."
    return Outcome(
        fell.key, fell.title, fell.dice, fell.rows, text, Purpose(rarity, str(last.value)), fell.children
    )


def _offers(chosen: Chosen, outcome: Outcome[Any]) -> tuple[Offer, ...]:
    """What the room holds, and what it was; what is known to be in a cave’s water first."""
    del chosen
    water = _water(outcome)
    holds = "" if water is None else str(water.value)
    found = [Offer("encounter.room", options={"occupied": True})] if "monster" in holds else []
    if "treasure" in holds:
        found.append(Offer("treasure.cache"))
    return *found, Offer("room.contents"), Offer("room.purpose")


def _procedure(kind: RoomKind, key: str) -> Procedure:
    catalog = load()
    title = catalog.table(key).title
    worst = max(catalog.worst[f"{key}{edition}"] for edition in EDITIONS.values())
    return Procedure(
        key=key,
        title=title,
        options=(EDITION, LEVEL, _EXITS),
        run=_runs(key, kind, title),
        most_dice=lambda chosen: worst + MOST_EXIT_DICE * chosen.flag("exits"),
        offers=_offers,
    )


def procedures() -> tuple[Procedure, ...]:
    """The procedures for rooms, the most usual first."""
    purpose = Procedure(
        key="room.purpose",
        title=load().table("room.purpose").title,
        options=(LEVEL,),
        run=_run_purpose,
        most_dice=lambda _: load().worst["room.purpose"],
    )
    return *(_procedure(kind, key) for kind, key in KINDS.items()), purpose
