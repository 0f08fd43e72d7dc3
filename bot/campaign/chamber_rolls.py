"""Drawing wandering chambers from a level's list, for one place or for every room of a region."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.campaign.chamber import Placement, lots_of
from bot.campaign.chambers import count_rolls, level_list, place
from bot.campaign.people import person_of
from tables import procedures
from tables.chambers import KEY, MOST_PLACES, Drawn, entries_text
from tables.errors import OptionError

if TYPE_CHECKING:
    from bot.campaign.changes import Changer
    from tables.dice import Dice
    from tables.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be drawn.

    Attributes:
        level: the dungeon level whose list it is.
        unplaced: only what has no place yet.
        places: where it is to be placed, one draw for each; one draw that is not placed for none.
        skip_named: leave out places that have a chamber.
    """

    level: int
    unplaced: bool = False
    places: tuple[str, ...] = ()
    skip_named: bool = False


@dataclass(frozen=True, slots=True)
class RolledChambers:
    """What came of it.

    Attributes:
        outcome: the draws.
        options: the procedure's options, with the whole list.
        skipped: the places that were left out because they have a chamber.
    """

    outcome: Outcome[Any]
    options: dict[str, Any]
    skipped: tuple[str, ...] = ()


def roll_chambers(changer: Changer, dice: Dice, wanted: Wanted, user_id: int, at: int) -> RolledChambers:
    """Draw what is wanted within an event, count it, and place it where a place was said.

    Args:
        changer: the lists of the locked campaign.
        dice: the session's.
        wanted: what is to be drawn.
        user_id: the Discord user who does it.
        at: when, in milliseconds UTC.

    Raises:
        OptionError: every room has a chamber already.
    """
    chambers = level_list(changer.lists, wanted.level)
    named = {each.where for chamber in chambers for each in chamber.placements}
    skipped = tuple(each for each in wanted.places if wanted.skip_named and each in named)
    places = tuple(each for each in wanted.places if each not in skipped)
    if wanted.places and not places:
        raise OptionError("Each of these rooms has a chamber already, so nothing was rolled.")
    if len(places) > MOST_PLACES:
        raise OptionError(f"One roll fills {MOST_PLACES} rooms at most: ask for fewer.")
    options = {
        "level": wanted.level,
        "entries": entries_text(lots_of(chambers, unplaced=wanted.unplaced)),
        "places": "\n".join(places),
        "once": wanted.unplaced,
    }
    outcome = procedures.perform(KEY, options, dice)
    drawn: tuple[Drawn, ...] = outcome.value if len(places) > 1 else (outcome.value,)
    by = person_of(changer.connection, changer.campaign_id, user_id) or 0
    count_rolls(changer, wanted.level, Counter(each.number for each in drawn if each.number is not None))
    for each in drawn:
        if each.place is not None and each.number is not None:
            place(changer, wanted.level, Placement(each.number, each.place, at, by))
    return RolledChambers(outcome, options, skipped)
