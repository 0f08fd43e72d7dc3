"""Rolls that change the campaign: the dice, the event and its effect in one transaction.

What is drawn from a list depends on the list, so the dice are thrown while the campaign is locked: nothing
can change between the look at the list and what is kept. A transaction that is run again shows the
same dice again; one whose session was closed meanwhile, those of the next.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from bot import play
from bot.campaign import events
from bot.campaign.changes import Told
from bot.campaign.errors import SessionMoved
from bot.campaign.rolling import change_by_roll
from bot.campaign.schema import Audience
from bot.play import Played
from tables.dice import BoundedDice, Dice, ScriptedDice
from tables.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.campaign.changes import Changer
    from bot.campaign.here import Here
    from bot.campaign.reading import Reader
    from bot.campaign.rolling import ChangedByRoll
    from bot.campaign.sessions import Session
    from bot.kit import Kit
    from bot.play import Ask, Seat
    from tables.outcome import Outcome

Value = TypeVar("Value")
Value_co = TypeVar("Value_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Rolled(Generic[Value_co]):
    """What a roll that changes the campaign came to.

    Attributes:
        outcome: what came.
        value: for whoever asked for it.
        given: the options of the procedure that was performed, where they tell what only game masters
            know (a whole list); nothing where the ask says them all.
    """

    outcome: Outcome[Any]
    value: Value_co
    given: Mapping[str, Any] = field(default_factory=dict[str, Any])


async def roll_change(  # noqa: PLR0913 - as play.roll, and what it changes
    kit: Kit,
    ask: Ask,
    seat: Seat,
    found: Here,
    work: Callable[[Changer, Dice], Rolled[Value]],
    *,
    again_of: str | None = None,
) -> tuple[Played, Value | None]:
    """Roll with the session's dice, or the faces given, and keep the roll and what it changes together.

    Args:
        kit: what the commands work with.
        ask: what is wanted, with its audience settled; its key is the kind of the event.
        seat: who asks and where.
        found: the campaign, as :func:`bot.play.arrive` found it.
        work: looks at the lists of the locked campaign, throws the dice it is given, changes entries. It
            may be called again, with the same faces. What it raises leaves nothing changed.
        again_of: the reference of the roll that this one repeats.

    Returns:
        The roll, as :func:`bot.play.roll` gives it, and the value of ``work``'s :class:`Rolled`; None
        where the interaction came twice.

    Raises:
        Refusal: it cannot be rolled or kept; nothing was.
    """
    new = play.new_event(kit, seat, ask.key, ask.seen or Audience.EVERYONE)
    new = replace(new, again_of=again_of)

    def throw(changer: Changer, session: Session) -> Told[Rolled[Value]]:
        by_hand = None if ask.faces is None else ScriptedDice(ask.faces)
        rolled = work(changer, BoundedDice(by_hand or play.session_dice(ask, seat, session)))
        if by_hand is not None:
            by_hand.finish()
        given = {play.GIVEN: {"secret": True, "options": dict(rolled.given)}} if rolled.given else {}
        text = rolled.outcome.for_players().text
        return Told(rolled, text, {**play.document_of(ask, rolled.outcome), **given})

    session = found.session
    for _ in range(play.TRIES):
        try:
            return _played(ask, await kit.store.write(change_by_roll, new, session, throw))
        except SessionMoved:
            session = None
    raise SessionMoved


async def again(kit: Kit, seat: Seat, reference: str, reader: Reader, kind: str) -> Ask:
    """What the roll of that reference asked for, to be made once more by the bot's dice.

    Raises:
        Refusal: there is no roll of that kind that this reader may see.
    """
    event = await kit.store.read(events.by_reference, seat.channel_id, reference, reader)
    if event is None or event.kind != kind:
        raise Refusal(f"The roll #{reference} is not in this channel's history: roll it with its command.")
    return replace(play.ask_of(event), faces=None)


def _played(ask: Ask, made: ChangedByRoll[Rolled[Value]]) -> tuple[Played, Value | None]:
    recorded, rolled = made.changed.recorded, made.changed.value
    outcome = play.outcome_of(recorded.event) if rolled is None else rolled.outcome
    played = Played(
        ask if rolled is not None else play.ask_of(recorded.event),
        outcome,
        recorded.event,
        recorded.ordinal,
        recorded.first_text or "",
        recorded.unposted,
        made.opened,
    )
    return played, None if rolled is None else rolled.value
