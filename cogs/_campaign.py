"""What the campaign's commands share: who comes, what they may, and how a change is told."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from bot import play
from bot.campaign.founding import creators_role
from bot.campaign.reading import Reader
from bot.campaign.schema import Audience
from bot.replies import Answer
from bot.replies.answer import LOST, is_already_answered
from bot.replies.notes import change_reply
from cogs._rolling import seat_of, visitor_of
from tables.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bot.campaign.changes import Changed
    from bot.campaign.here import Here
    from bot.kit import Kit
    from bot.play import Seat
    from bot.replies import Reply
    from bot.replies.answer import Interaction
    from bot.replies.layout import Part

Value = TypeVar("Value")

log = logging.getLogger(__name__)

ONLY_CREATORS = (
    "Making, naming, binding, bringing in and deleting campaigns is for those who may Manage Server, and for "
    "the role that they chose with /campaign settings creators. Nothing was changed: ask one of them."
)
ONLY_MASTERS = "Only the campaign's game masters can do this: ask one of them. /campaign show names them."


@dataclass(frozen=True, slots=True)
class Guest:
    """Whoever uses a command: where, and what the campaign is for them.

    Attributes:
        seat: who asks, and where.
        found: the campaign as they find it.
    """

    seat: Seat
    found: Here

    @property
    def reader(self) -> Reader:
        """What they may read."""
        return Reader(self.seat.actor_id, self.found.game_master)

    @property
    def campaign_id(self) -> int:
        """The campaign.

        Raises:
            Refusal: there is none yet.
        """
        if self.found.campaign_id is None:
            raise Refusal("Nothing has been kept in this channel yet: /campaign create begins a campaign.")
        return self.found.campaign_id


async def guest(interaction: Interaction, kit: Kit, *, master: bool = False) -> Guest:
    """Whoever uses a command, once the campaign has been looked up.

    Args:
        interaction: the command, inside its :class:`~bot.replies.Answer`.
        kit: what the commands work with.
        master: whether only a game master may go on.

    Raises:
        Refusal: nothing is kept here, or it is not for this person.
    """
    seat = seat_of(interaction)
    if seat.guild_id is None:
        raise Refusal(play.NOT_A_MEMBER)
    found = await play.arrive(kit, seat, visitor_of(interaction))
    if master and not found.game_master:
        raise Refusal(ONLY_MASTERS)
    return Guest(seat, found)


async def creator(interaction: Interaction, kit: Kit) -> Guest:
    """Whoever uses a command that makes, names, binds, brings in or deletes campaigns.

    Raises:
        Refusal: this person may not.
    """
    here = await guest(interaction, kit)
    if not may_create(interaction, await kit.store.read(creators_role, here.seat.guild_id or 0)):
        raise Refusal(ONLY_CREATORS)
    return here


def may_create(interaction: Interaction, role: int | None) -> bool:
    """Whether somebody may, where the server has chosen that role, or none."""
    visitor = visitor_of(interaction)
    return visitor.manages or role in visitor.roles


async def change(
    interaction: Interaction,
    kit: Kit,
    kind: str,
    work: Callable[..., Changed[Value]],
    *given: Any,  # noqa: ANN401 - whatever the operation takes
    audience: Audience = Audience.MASTERS,
    tell: Callable[[Changed[Value]], Reply] | None = None,
    **named: Any,  # noqa: ANN401 - likewise
) -> None:
    """Do what a game master asks for, keep it, and tell it.

    Args:
        interaction: the command.
        kit: what the commands work with.
        kind: the kind of event ("chamber.add").
        work: the operation, ``work(connection, new_event, *given, **named)``.
        given: for the operation.
        audience: who may read the event; its answer is private unless that is everyone.
        tell: how it is told; by its text if nothing else is said.
        named: for the operation.

    Raises:
        Refusal: this person may not, or the operation refuses; nothing was changed.
    """
    is_private = audience is not Audience.EVERYONE
    async with Answer(interaction, private=is_private) as answer:
        here = await guest(interaction, kit, master=True)
        changed = await kit.store.write(work, play.new_event(kit, here.seat, kind, audience), *given, **named)
        reply = change_reply(changed.recorded, private=is_private) if tell is None else tell(changed)
        await send(kit, answer, changed, reply)


async def send(kit: Kit, answer: Answer, changed: Changed[Any], reply: Reply) -> None:
    """Post the answer to a change that is kept; one that is lost is kept to be told with the next.

    Raises:
        ReplyLost: Discord did not take it.
    """
    event = changed.recorded.event
    try:
        await answer.send(reply)
    except LOST as problem:
        if not is_already_answered(problem):
            log.warning("the answer to the change #%s was lost: %s", event.reference, problem)
            raise await play.could_not_post(kit, event, str(problem)) from problem
    await play.noted(kit, [event, *changed.recorded.unposted])


def turn_buttons(
    page: int, *, more: bool, button: Callable[[str, str], Part], state: str = "{}"
) -> Iterable[Part]:
    """The buttons to the pages before and after, where there are any.

    ``button`` makes one of a state and a label; ``state`` is filled with the page's number, from 0.
    """
    if page > 0:
        yield button(state.format(page - 1), "Back")
    if more:
        yield button(state.format(page + 1), "More")
