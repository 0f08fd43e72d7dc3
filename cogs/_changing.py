"""Rolls that change the campaign: the few steps that such commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot import play, play_changes
from bot.campaign.schema import Audience
from bot.replies import Answer
from cogs._campaign import guest
from cogs._rolling import tell

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.campaign.changes import Changer
    from bot.kit import Kit
    from bot.play import Ask
    from bot.play_changes import Rolled
    from bot.replies.answer import Interaction
    from cogs._rolling import Buttons
    from tables.dice import Dice


async def roll_change(
    interaction: Interaction,
    kit: Kit,
    ask: Ask,
    work: Callable[[Changer, Dice], Rolled[Any]],
    *,
    buttons: Buttons,
    master: bool = False,
) -> None:
    """Roll, keep what that changes, and tell it as any roll.

    Args:
        interaction: the command.
        kit: what the commands work with.
        ask: what is wanted; its key is the kind of the event.
        work: as :func:`bot.play_changes.roll_change` takes it.
        buttons: makes what stands below the roll.
        master: whether only a game master may.

    Raises:
        Refusal: this person may not, or it cannot be rolled or kept; nothing was.
    """
    async with Answer(interaction, private=ask.seen not in {None, Audience.EVERYONE}) as answer:
        here = await guest(interaction, kit, master=master)
        ask = play.settled(ask, here.found)
        answer.show_to(everyone=ask.seen is Audience.EVERYONE)
        played, _ = await play_changes.roll_change(kit, ask, here.seat, here.found, work)
        await tell(interaction, kit, answer, played, here.found, buttons=buttons)


async def roll_change_again(
    interaction: Interaction,
    kit: Kit,
    kind: str,
    reference: str,
    work_of: Callable[[Ask], Callable[[Changer, Dice], Rolled[Any]]],
    *,
    buttons: Buttons,
) -> None:
    """Make a roll that changes the campaign once more, for the same eyes.

    Args:
        interaction: the press of a button of the message that tells the first.
        kit: what the commands work with.
        kind: the kind of its event.
        reference: what people call it by.
        work_of: what does what an ask wants.
        buttons: makes what stands below the roll.

    Raises:
        Refusal: there is no such roll for this person, or it cannot be rolled or kept.
    """
    is_private = interaction.message is not None and interaction.message.flags.ephemeral
    async with Answer(interaction, private=is_private) as answer:
        here = await guest(interaction, kit)
        ask = await play_changes.again(kit, here.seat, reference, here.reader, kind)
        answer.show_to(everyone=ask.seen is Audience.EVERYONE)
        played, _ = await play_changes.roll_change(
            kit, ask, here.seat, here.found, work_of(ask), again_of=reference
        )
        await tell(interaction, kit, answer, played, here.found, buttons=buttons)
