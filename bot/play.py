"""What a rolling command does between its words and its reply: arrive, roll, then remember.

:func:`check` is quick and refuses before anything was said or stored; :func:`arrive` finds the campaign as
it stands; :func:`roll` throws the dice of its session and writes the event. A picture and a
reply come after, and no transaction is open then.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bot.campaign import choosing, events, outbox
from bot.campaign.errors import SessionMoved
from bot.campaign.events import NewEvent
from bot.campaign.here import Here, Settings, here
from bot.campaign.schema import Audience
from bot.campaign.sessions import ensure_session
from tables import procedures
from tables.dice import BoundedDice, Dice, FairDice, ScreenedDice, ScriptedDice
from tables.errors import Refusal
from tables.outcome import Outcome, from_json, to_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.campaign.here import Visitor
    from bot.campaign.reading import Event, Reader
    from bot.campaign.sessions import Session
    from bot.kit import Kit


log = logging.getLogger(__name__)


class ReplyLost(Refusal):
    """Discord did not take the reply of a roll that was made and kept."""

    def __init__(self, event: Event) -> None:
        reader = "The game masters" if event.audience is Audience.MASTERS else "You"
        super().__init__(
            f"Your roll was made and is kept as #{event.reference}, but its answer could not be posted. "
            f"{reader} find it with /history show."
        )


NOBODY = (
    "Rolls are not kept here, so no game master would ever see this one: "
    "choose something else for seen, or roll where I am a member of the server."
)


NOT_A_MEMBER = "Nothing is kept here: that needs a server that I am a member of, so ask its admins to add me."

KIND = "roll"
"""The kind of event that a roll is."""

TRIES = 3
"""How often a roll is made anew because its session was closed meanwhile."""

WHOLE = "whole"
"""Under this name an event's document keeps what only game masters read."""

GIVEN = "given"
"""Under this name an event keeps the options of its roll where they tell what only game masters know."""


@dataclass(frozen=True, slots=True)
class Ask:
    """What somebody wants rolled.

    Attributes:
        key: the table or procedure ("door.destination").
        options: the procedure's options, as its declaration names them.
        faces: dice thrown at the table, in order; None lets the bot throw.
        note: why, in the roller's words.
        seen: who may learn what came; None for what the campaign has chosen.
    """

    key: str
    options: Mapping[str, str | int | bool]
    faces: tuple[int, ...] | None = None
    note: str = ""
    seen: Audience | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """Who asks, and where: the parts of an interaction that the campaign remembers.

    Attributes:
        interaction_id: Discord's id of the interaction; the same one never acts twice.
        guild_id: the server; with the bot alone, the channel below zero; None where nothing is kept.
        guild_name: the server's name when it was asked.
        channel_id: the channel, or a thread's parent: what a campaign is bound to.
        place_id: the channel or thread itself.
        actor_id: the person.
        actor_name: the person's name when it was asked.
        token: the interaction's token, good for 15 minutes.
    """

    interaction_id: int
    guild_id: int | None
    guild_name: str
    channel_id: int
    place_id: int
    actor_id: int
    actor_name: str
    token: str


@dataclass(frozen=True, slots=True)
class Played:
    """A roll that was made and, where there is a campaign, remembered.

    Attributes:
        ask: what was wanted.
        outcome: what came.
        event: how the campaign remembers it; None outside a campaign.
        ordinal: 2 for the second roll of the same thing, and so on.
        first_text: what the first of them gave.
        unposted: earlier events whose replies never reached the channel.
        opened: the session that this roll opened, whose promises are to be told; None for no new one.
    """

    ask: Ask
    outcome: Outcome[Any]
    event: Event | None = None
    ordinal: int = 1
    first_text: str = ""
    unposted: tuple[Event, ...] = ()
    opened: Session | None = None

    @property
    def seen(self) -> Audience:
        """Who may learn what came."""
        return self.ask.seen or Audience.EVERYONE


def check(ask: Ask, seat: Seat) -> None:
    """Refuse whatever can be refused before anything is asked, said or thrown.

    What hangs on the campaign's choices is checked once they are known: after :func:`settled`.

    Raises:
        Refusal: the ask cannot be rolled.
    """
    if ask.seen is Audience.MASTERS and seat.guild_id is None:
        raise Refusal(NOBODY)
    if choosing.is_open(ask.key, ask.options):
        return
    if ask.faces is None:
        procedures.check(ask.key, ask.options)
    else:
        procedures.perform_by_hand(ask.key, ask.options, ask.faces)


async def arrive(kit: Kit, seat: Seat, visitor: Visitor) -> Here:
    """The campaign of a seat as ``visitor`` finds it; none where nothing is kept.

    Raises:
        Refusal: the memory cannot be read now.
    """
    if seat.guild_id is None:
        return Here(None, "", Settings(), visitor.manages, None)
    return await kit.store.glance(here, seat.channel_id, visitor, kit.clock())


def settled(ask: Ask, found: Here) -> Ask:
    """The ask with what the campaign has chosen for what the roller left open."""
    seen = Audience(found.settings.seen) if ask.seen is None else ask.seen
    return replace(ask, seen=seen, options=choosing.completed(ask.key, ask.options, found.settings))


async def roll(kit: Kit, ask: Ask, seat: Seat, found: Here, *, again_of: str | None = None) -> Played:
    """Roll what was asked for, with the faces given or the dice of the campaign's session, and remember it.

    Args:
        kit: what the commands work with.
        ask: what is wanted, with its audience settled.
        seat: who asks and where.
        found: the campaign, as :func:`arrive` found it.
        again_of: the reference of the roll that this one repeats.

    Raises:
        Refusal: it cannot be rolled or kept; nothing was.
    """
    if seat.guild_id is None:
        return Played(ask, throw(kit, ask, seat, None))
    session, opened = found.session, None
    for _ in range(TRIES):
        if session is None:
            session = opened = await kit.store.write(ensure_session, new_event(kit, seat))
        outcome = throw(kit, ask, seat, session)
        try:
            played = await remember(kit, ask, seat, outcome, session=session.number, again_of=again_of)
        except SessionMoved:
            session = opened = None
        else:
            return replace(played, opened=opened)
    raise SessionMoved


def throw(kit: Kit, ask: Ask, seat: Seat, session: Session | None) -> Outcome[Any]:
    """Roll what was asked for, with the faces given or with fair dice, those of ``session`` if there is one.

    Raises:
        Refusal: the ask cannot be rolled; nothing was thrown or kept.
    """
    if ask.faces is not None:
        return procedures.perform_by_hand(ask.key, ask.options, ask.faces)
    dice = kit.dice(str(seat.interaction_id)) if session is None else session_dice(ask, seat, session)
    return procedures.perform(ask.key, ask.options, BoundedDice(dice))


def session_dice(ask: Ask, seat: Seat, session: Session) -> Dice:
    """A session's dice for one interaction: secret rolls draw from the secret seed alone."""
    label = session.seeds.label(seat.interaction_id)
    secret = FairDice(session.seeds.secret, label)
    if ask.seen is not Audience.EVERYONE:
        return secret
    return ScreenedDice(FairDice(session.seeds.open, label), secret)


def new_event(kit: Kit, seat: Seat, kind: str = "", audience: Audience = Audience.EVERYONE) -> NewEvent:
    """An event of a seat that is still to be told what it is about.

    Raises:
        Refusal: nothing is kept here.
    """
    if seat.guild_id is None:
        raise Refusal(NOT_A_MEMBER)
    return NewEvent(
        interaction_id=seat.interaction_id,
        guild_id=seat.guild_id,
        guild_name=seat.guild_name,
        channel_id=seat.channel_id,
        place_id=seat.place_id,
        actor_id=seat.actor_id,
        actor_name=seat.actor_name,
        at=kit.clock(),
        kind=kind,
        audience=audience,
        document={},
        text="",
        token=seat.token,
    )


async def remember(  # noqa: PLR0913 - what is remembered has so many sides
    kit: Kit,
    ask: Ask,
    seat: Seat,
    outcome: Outcome[Any],
    *,
    session: int | None = None,
    again_of: str | None = None,
) -> Played:
    """Store the roll as an event; the same interaction gives the roll it made the first time.

    ``session`` is the number of the session whose dice were thrown.

    Raises:
        SessionMoved: that session was closed meanwhile; nothing was saved.
        Refusal: the campaign cannot be written now; nothing was saved.
    """
    new = replace(
        new_event(kit, seat, KIND, ask.seen or Audience.EVERYONE),
        document=document_of(ask, outcome),
        text=outcome.for_players().text,
        again_of=again_of,
        session=session,
    )
    recorded = await kit.store.write(events.record, new)
    played = Played(
        ask, outcome, recorded.event, recorded.ordinal, recorded.first_text or "", recorded.unposted
    )
    return played if recorded.fresh else as_recorded(played, recorded.event)


async def again(kit: Kit, seat: Seat, reference: str, reader: Reader) -> Ask:
    """What the roll of that reference asked for, to be rolled once more by the bot's dice.

    Raises:
        Refusal: there is no such roll that this reader may see.
    """
    event = await kit.store.read(events.by_reference, seat.channel_id, reference, reader)
    if event is None or event.kind != KIND:
        raise Refusal(f"The roll #{reference} is not in this channel's history: roll it with its command.")
    return replace(ask_of(event), faces=None)


async def posted(kit: Kit, played: Played) -> None:
    """Take note that the reply stands in the channel, with what it told of earlier ones.

    A memory that fails only now is no trouble of the roller's, who has the answer.
    """
    if played.event is not None:
        await noted(kit, [played.event, *played.unposted])


async def noted(kit: Kit, told: Sequence[Event]) -> None:
    """Take note that the replies of these events, the newest first, stand in the channel."""
    try:
        await kit.store.write(outbox.posted, [event.id for event in told])
    except Refusal as problem:
        log.warning("the reply of #%s stands, but that was not noted: %s", told[0].reference, problem)


async def could_not_post(kit: Kit, event: Event, reason: str) -> ReplyLost:
    """Take note that the reply was lost, so that the next one can say so, and what to say now.

    What could not be noted counts as lost by itself after a while.
    """
    try:
        await kit.store.write(outbox.could_not_post, event.id, reason)
    except Refusal as problem:
        log.warning("the reply of #%s is lost, and that was not noted: %s", event.reference, problem)
    return ReplyLost(event)


def ask_of(event: Event) -> Ask:
    """The ask that an event of kind "roll" remembers."""
    document = event.document
    return Ask(
        key=document["key"],
        options=document["options"],
        faces=told_of(event).faces() if document["by_hand"] else None,
        note=document["note"],
        seen=event.audience,
    )


def document_of(ask: Ask, outcome: Outcome[Any]) -> dict[str, Any]:
    """What the campaign keeps: the outcome as players are told of it, and the whole where it is more.

    The campaign keeps what is marked secret from everybody but the game masters.
    """
    players = outcome.for_players()
    whole = {} if players == outcome else {WHOLE: {**to_json(outcome), "secret": True}}
    return {
        "key": ask.key,
        "options": dict(ask.options),
        "by_hand": ask.faces is not None,
        "note": ask.note,
        "outcome": to_json(players),
        **whole,
    }


def as_recorded(played: Played, event: Event) -> Played:
    """The roll as it was remembered, whatever the dice of the repeated delivery showed."""
    return replace(played, ask=ask_of(event), outcome=outcome_of(event))


def outcome_of(event: Event) -> Outcome[Any]:
    """What an event of kind "roll" gave, replayed from its faces: the whole, where its reader may know it.

    Where the table has changed since, or a face is hidden from the reader, the words that were
    told then stand.
    """
    document = event.document
    told = told_of(event)
    if any(die.hidden for die in told.every_die()):
        return told
    try:
        outcome = procedures.perform(document["key"], options_in(document), ScriptedDice(told.faces()))
    except Refusal:
        return told
    return outcome if _words(outcome) == _words(told) else told


def options_in(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """The options that a roll was made with, of its event's document; what was asked for may be less."""
    return document[GIVEN]["options"] if GIVEN in document else document["options"]


def _words(outcome: Outcome[Any]) -> list[str]:
    """Everything that an outcome tells, what is secret too."""
    return [rolled.text for rolled in outcome.walk()]


def told_of(event: Event) -> Outcome[Any]:
    """What an event of kind "roll" tells whoever read it, as it was written down."""
    players = from_json(event.document["outcome"])
    whole = event.document.get(WHOLE)
    return players if whole is None else replace(from_json(whole), players=players)
