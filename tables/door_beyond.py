"""What lies beyond a door, and where along a passage a door is, by Appendix A and by OSRIC.

For doors whose destination was not rolled: the map grows as somebody opens them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, cast

from tables.outcome import Hit, Outcome, open_children, told
from tables.procedure import EDITION, LEVEL, Offer, Option, Procedure
from tables.rolling import roll_on
from tables.room_plan import RoomPlan

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tables.dice import Dice
    from tables.procedure import Chosen
    from tables.rolling import Rules

BeyondKind = Literal[
    "parallel", "small-room", "straight", "ahead", "behind", "left", "right", "room", "chamber"
]
"""What lies there: a passage by the way it runs, or a room.

* parallel: along the other side of the wall, 30 feet both ways
* small-room: a room of 10 by 10 feet, where the door lay ahead at the end of a passage
* straight: on from the door
* ahead, behind: at 45 degrees, as seen by somebody on the passage that the door is in (Appendix A)
* left, right: at 45 degrees, as seen by somebody who goes through the door (OSRIC)
* room: a room with doors
* chamber: a room with open passages
"""


@dataclass(frozen=True, slots=True)
class Beyond:
    """What lies beyond a door.

    Attributes:
        kind: a passage by the way it runs, or a room.
        width: passages: how wide in feet, as the width's table has it ("10"); None for a room.
        plan: room, chamber: what it is like; None for a passage.
    """

    kind: BeyondKind
    width: str | None = None
    plan: RoomPlan | None = None


_TABLES = {"appendix-a": "door.beyond", "osric": "door.beyond.osric"}
_PLACES = {"appendix-a": "door.place", "osric": "door.place.osric"}

MOST_DICE = 200
"""The dice that a door's beyond throws at most: a room's unusual size may be rolled again and again."""

_WORDS: dict[BeyondKind, str] = {
    "parallel": "a passage along the other side of the wall, 30 feet both ways",
    "small-room": "a room of 10 by 10 feet",
    "straight": "a passage straight on",
    "ahead": "a passage that slants ahead at 45 degrees, or back where that does not fit",
    "behind": "a passage that slants back at 45 degrees, or ahead where that does not fit",
    "left": "a passage that leaves to the left at 45 degrees",
    "right": "a passage that leaves to the right at 45 degrees",
}

_AHEAD = Option(
    name="ahead",
    kind="flag",
    help="the door lies ahead, at the end of a passage",
    default=False,
)


def _runs(key: str, only: str | None = None) -> Callable[[Chosen, Dice, Rules], Outcome[Beyond]]:
    """The procedure of that key, for the edition that is chosen or for one ``only``."""

    def run(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[Beyond]:
        edition = only or chosen.word("edition")
        table = rules.table(_TABLES[edition])
        thrown = table.throw.throw(dice, table.purpose)
        row = table.row_of(sum(die.face for die in thrown))
        kind = cast("BeyondKind", row.value)
        if kind == "parallel" and chosen.flag("ahead"):
            kind = "small-room"
        follows = () if kind == "small-room" else row.then
        given = {"edition": edition, "level": chosen.number("level") or 1}
        children = tuple(rules.roll(each, dice, given) for each in follows)
        outcome = Outcome(
            key=key,
            title=rules.table(key).title,
            dice=thrown,
            rows=(Hit(table.key, row.first, row.last, row.text),),
            text=_tell(kind, children),
            value=_read(kind, children),
            children=children,
        )
        seen = open_children(children)
        return told(outcome, _tell(kind, seen), _read(kind, seen))

    return run


def _read(kind: BeyondKind, children: Sequence[Outcome[Any]]) -> Beyond:
    """The value, from what was rolled after the row."""
    if not children:
        return Beyond(kind)
    found = children[0].value
    return Beyond(kind, plan=found) if isinstance(found, RoomPlan) else Beyond(kind, width=str(found))


def _tell(kind: BeyondKind, children: Sequence[Outcome[Any]]) -> str:
    words = _WORDS.get(kind, "")
    for child in children:
        followed = child.text[:1].lower() + child.text[1:]
        between = ", " if followed[0].isdigit() else "; "  # "10 feet wide", or a sentence of its own
        words = f"{words}{between}{followed}" if words else followed
    return f"Beyond the door: {words.removesuffix('.')}."


def _offer_beyond(chosen: Chosen, outcome: Outcome[Beyond]) -> tuple[Offer, ...]:
    """What the room holds, or what the passage comes to."""
    del chosen
    if outcome.value.kind in ("small-room", "room", "chamber"):
        return (Offer("room.contents"),)
    return (Offer("corridor.periodic"),)


def _roll_place(chosen: Chosen, dice: Dice, rules: Rules) -> Outcome[str]:
    fell = roll_on(rules.table(_PLACES[chosen.word("edition")]), dice, rules)
    return replace(fell, key="door.place", title=rules.table("door.place").title)


def _offer_place(chosen: Chosen, outcome: Outcome[str]) -> tuple[Offer, ...]:
    """What lies beyond the door, and what it is like."""
    del chosen
    return (Offer("door.beyond", options={"ahead": outcome.value == "ahead"}), Offer("door.kind"))


def procedures() -> tuple[Procedure, ...]:
    """The procedures for doors that are found on the way."""
    return (
        Procedure(
            key="door.beyond",
            title="What lies beyond a door",
            options=(EDITION, _AHEAD, LEVEL),
            run=_runs("door.beyond"),
            most_dice=lambda _: MOST_DICE,
            offers=_offer_beyond,
        ),
        Procedure(
            key="door.beyond.osric",
            title="What lies beyond a door, OSRIC",
            options=(_AHEAD, LEVEL),
            run=_runs("door.beyond.osric", "osric"),
            most_dice=lambda _: MOST_DICE,
            offers=_offer_beyond,
        ),
        Procedure(
            key="door.place",
            title="Where along a passage the door is",
            options=(EDITION,),
            run=_roll_place,
            most_dice=lambda _: 2,
            offers=_offer_place,
        ),
    )
