"""Treasure maps: followed to their end, and the last hoard of a whole dungeon."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, cast

from tables.hoards import Hoard, tell
from tables.outcome import Outcome
from tables.rolling import roll_on

if TYPE_CHECKING:
    from tables.dice import Dice
    from tables.procedure import Chosen
    from tables.rolling import Rules

MapKind = Literal["false", "monetary", "magic", "combined"]

TOP_UP_TITLE = "The last hoard of a whole dungeon"


@dataclass(frozen=True, slots=True)
class TreasureMap:
    """A treasure map that was found, followed to its end.

    Attributes:
        kind: what it leads to; a false map leads to nothing.
        place: where that is ("outdoors, 6 miles away").
        guard: what keeps it there ("in a ruin"), or None for a false map.
        hoard: what lies there, or None for a false map.
    """

    kind: MapKind
    place: str
    guard: str | None = None
    hoard: Hoard | None = None


@dataclass(frozen=True, slots=True)
class TopUp:
    """A whole dungeon's last hoard, as the map table gives it; none where the map is false."""

    kind: MapKind
    hoard: Hoard | None = None


def roll_map(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[TreasureMap]:
    """Roll what a found map leads to, where, and what keeps that there."""
    del chosen
    fell: Outcome[Any] = roll_on(rules.table("treasure.map"), dice, rules)
    place = rules.roll("treasure.map-place", dice)
    where = place.rows[0].text
    kind = cast("MapKind", fell.value)
    if kind == "false":
        text = f"A false map: it leads {where}, and nothing is there."
        return replace(fell, text=text, value=TreasureMap(kind, where), children=(place,))
    guard = rules.roll("treasure.map-guard", dice)
    keeper, hoard = guard.rows[0].text, cast("Hoard", fell.children[0].value)
    return replace(
        fell,
        text=f"The map leads {where}. What it shows is {keeper}: {_inline(tell(hoard))}",
        value=TreasureMap(kind, where, keeper, hoard),
        children=(*fell.children, place, guard),
    )


def roll_top_up(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[TopUp]:
    """Roll the map table once for a dungeon as a whole."""
    del chosen
    fell = roll_on(rules.table("treasure.map"), dice, rules)
    kind = cast("MapKind", fell.value)
    hoard = cast("Hoard", fell.children[0].value) if fell.children else None
    return Outcome(
        key="treasure.topup",
        title=TOP_UP_TITLE,
        dice=fell.dice,
        rows=fell.rows,
        text=_tell_top_up(hoard),
        value=TopUp(kind, hoard),
        children=fell.children,
    )


def _tell_top_up(hoard: Hoard | None) -> str:
    if hoard is None:
        return "No top-up: the dungeon has no more treasure than its rooms and lairs gave."
    has_magic = any(part.kind == "magic" for part in hoard.parts)
    some = ", and lay some of the magic items where a secret door or a trap keeps them" if has_magic else ""
    return f"The dungeon’s last hoard: {_inline(tell(hoard))} Divide it among those who live there{some}."


def _inline(text: str) -> str:
    """A sentence as part of another."""
    return text[:1].lower() + text[1:]
