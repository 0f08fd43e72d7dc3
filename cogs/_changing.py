"""Rolls that change the campaign: the few steps that such commands share."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, TypeVar

from bot import play, play_changes
from bot.campaign.schema import Audience
from bot.replies import Answer
from bot.replies.answer import LOST
from cogs._campaign import guest
from cogs._rolling import tell

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.campaign.changes import Changer
    from bot.kit import Kit
    from bot.play import Ask
    from bot.play_changes import Rolled
    from bot.replies import Reply
    from bot.replies.answer import Interaction
    from cogs._rolling import Buttons
    from tables.dice import Dice

log = logging.getLogger(__name__)

Value = TypeVar("Value")


async def roll_change(
    interaction: Interaction,
    kit: Kit,
    ask: Ask,
    work: Callable[[Changer, Dice], Rolled[Value]],
    *,
    buttons: Buttons,
    master: bool = False,
    after: Callable[[Value], Reply | None] | None = None,
) -> None:
    """Roll, keep what that changes, and tell it as any roll.

    Args:
        interaction: the command.
        kit: what the commands work with.
        ask: what is wanted; its key is the kind of the event.
        work: as :func:`bot.play_changes.roll_change` takes it.
        buttons: makes what stands below the roll.
        master: whether only a game master may.
        after: what else its roller alone is told, of the value of what was rolled.

    Raises:
        Refusal: this person may not, or it cannot be rolled or kept; nothing was.
    """
    async with Answer(interaction, private=ask.seen not in {None, Audience.EVERYONE}) as answer:
        here = await guest(interaction, kit, master=master)
        ask = play.settled(ask, here.found)
        answer.show_to(everyone=ask.seen is Audience.EVERYONE)
        played, value = await play_changes.roll_change(kit, ask, here.seat, here.found, work)
        await tell(interaction, kit, answer, played, here.found, buttons=buttons)
        more = None if after is None or value is None else after(value)
        if more is not None:
            try:
                await answer.whisper(more)
            except LOST as problem:
                log.warning("what was said after interaction %s was lost: %s", interaction.id, problem)


async def roll_change_again(
    interaction: Interaction,
    kit: Kit,
    kind: str,
    reference: str,
    work_of: Callable[[Ask], Callable[[Changer, Dice], Rolled[Any]]],
    *,
    buttons: Buttons,
    master: bool = False,
) -> None:
    """Make a roll that changes the campaign once more, for the same eyes.

    Args:
        interaction: the press of a button of the message that tells the first.
        kit: what the commands work with.
        kind: the kind of its event.
        reference: what people call it by.
        work_of: what does what an ask wants.
        buttons: makes what stands below the roll.
        master: whether only a game master may.

    Raises:
        Refusal: there is no such roll for this person, this person may not, or it cannot be rolled or kept.
    """
    is_private = interaction.message is not None and interaction.message.flags.ephemeral
    async with Answer(interaction, private=is_private) as answer:
        here = await guest(interaction, kit, master=master)
        ask = await play_changes.again(kit, here.seat, reference, here.reader, kind)
        answer.show_to(everyone=ask.seen is Audience.EVERYONE)
        played, _ = await play_changes.roll_change(
            kit, ask, here.seat, here.found, work_of(ask), again_of=reference
        )
        await tell(interaction, kit, answer, played, here.found, buttons=buttons)
