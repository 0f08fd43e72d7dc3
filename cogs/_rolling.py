"""From an interaction to a told roll: the few steps that every rolling command shares."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode

import discord

from bot import play
from bot.campaign.reading import Reader
from bot.campaign.schema import Audience
from bot.drawing import painter_of
from bot.play import Ask, Seat
from bot.replies import Answer, blind_reply, masters_reply, roll_reply
from bot.replies.answer import LOST, is_already_answered
from bot.replies.words import cut
from cogs._buttons import LastingButton, kit_of
from tables import procedures
from tables.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Collection

    from bot.drawing import Picture
    from bot.kit import Kit
    from bot.play import Played
    from bot.replies import Reply
    from bot.replies.answer import Interaction
    from bot.replies.layout import Part
    from tables.outcome import Outcome

log = logging.getLogger(__name__)

MAX_LABEL = 40
"""Characters of a button's label: more is cut off on a phone."""

NO_ATTACHMENTS = "There is a picture, but I may not attach files here: give me the permission Attach Files."
NOT_POSTED = "Your roll could not be posted here, and rolls are not kept here: roll again where I may write."
NO_PICTURE = "There is a picture, but it could not be drawn this time."


async def roll(interaction: Interaction, kit: Kit, ask: Ask) -> None:
    """Roll what was asked for, remember it and tell it.

    Raises:
        Refusal: it cannot be rolled or kept; nothing was.
    """
    seat = seat_of(interaction)
    outcome = play.throw(kit, ask, seat)
    async with Answer(interaction, private=ask.seen is not Audience.EVERYONE) as answer:
        played = await play.remember(kit, ask, seat, outcome)
        await _tell(interaction, kit, answer, played)


async def roll_again(interaction: Interaction, kit: Kit, reference: str) -> None:
    """Roll once more what the button of a message calls ``reference``.

    Only the memory knows who may see it, and may be slow to say so. Until then the message
    with the button stands for it: it was sent to the same eyes.

    Raises:
        Refusal: there is no such roll for this person, or it cannot be rolled or kept.
    """
    seat = seat_of(interaction)
    is_private = interaction.message is not None and interaction.message.flags.ephemeral
    async with Answer(interaction, private=is_private) as answer:
        ask = await play.again(kit, seat, reference, reader_of(interaction))
        answer.show_to(everyone=ask.seen is Audience.EVERYONE)
        outcome = play.throw(kit, ask, seat)
        played = await play.remember(kit, ask, seat, outcome, again_of=reference)
        await _tell(interaction, kit, answer, played)


def seat_of(interaction: Interaction) -> Seat:
    """Who asks and where. A thread or forum post belongs to its parent's campaign.

    A private thread is a campaign of its own: the parent's history is read by people outside it.
    Direct messages with the bot are a campaign of their own. Where the bot is no member of
    the server, or the channel is other people's, there is none.
    """
    guild = interaction.guild if interaction.is_guild_integration() else None
    is_direct = interaction.guild_id is None and interaction.context.dm_channel
    place = interaction.channel
    place_id = interaction.channel_id or 0
    parent_id = place.parent_id if isinstance(place, discord.Thread) and not place.is_private() else place_id
    return Seat(
        interaction_id=interaction.id,
        guild_id=guild.id if guild else (-place_id if is_direct else None),
        guild_name=guild.name if guild else "",
        channel_id=parent_id,
        place_id=place_id,
        actor_id=interaction.user.id,
        actor_name=interaction.user.display_name,
        token=interaction.token,
    )


def reader_of(interaction: Interaction) -> Reader:
    """Who would read an answer to this interaction.

    Whoever manages the server is a game master, and everybody is in direct messages of their own.
    """
    alone = interaction.guild_id is None
    return Reader(interaction.user.id, game_master=alone or interaction.permissions.manage_guild)


class RollAgain(LastingButton, template=r"undercroft:again:(?P<state>[a-z0-9]{4,16})"):
    """Rolls once more what the event of a reference rolled; works as long as the campaign lives."""

    kind = "again"
    label = "Roll again"

    async def press(self, interaction: Interaction) -> None:
        """Roll again."""
        await roll_again(interaction, kit_of(interaction), self.state)


class RollNext(LastingButton, template=r"undercroft:next:(?P<state>[esm]:[a-z0-9.-]{1,60}(?:\?\S*)?)"):
    """Rolls what naturally follows, for the same eyes; all that it needs stands in its custom id."""

    kind = "next"

    async def press(self, interaction: Interaction) -> None:
        """Roll it."""
        eyes, _, address = self.state.partition(":")
        key, _, query = address.partition("?")
        await roll(interaction, kit_of(interaction), Ask(key, dict(parse_qsl(query)), seen=EYES[eyes]))


EYES = {"e": Audience.EVERYONE, "s": Audience.SHARED, "m": Audience.MASTERS}
"""Each audience as it stands in a custom id."""

LONGEST_CUSTOM_ID = 100
"""Characters that Discord takes."""


def next_buttons(ask: Ask, outcome: Outcome[Any], without: Collection[str] = ()) -> list[RollNext]:
    """A button for each natural next roll, from an outcome as those see it who will press them.

    Keys ``without`` get none.
    """
    eyes = next(sign for sign, audience in EYES.items() if audience is ask.seen)
    found: dict[str, RollNext] = {}
    for offer in procedures.offers(ask.key, ask.options, outcome):
        query = f"?{urlencode(offer.options)}" if offer.options else ""
        state = f"{eyes}:{offer.key}{query}"
        fits = len(f"undercroft:{RollNext.kind}:{state}") <= LONGEST_CUSTOM_ID
        if fits and offer.key not in without:
            found.setdefault(state, RollNext(state, cut(offer.label, MAX_LABEL)))
    return list(found.values())


async def _tell(interaction: Interaction, kit: Kit, answer: Answer, played: Played) -> None:
    """Post the reply; one that is lost is kept to be told later."""
    reply = await _reply(interaction, kit, played)
    try:
        await answer.send(reply)
    except LOST as problem:
        if not is_already_answered(problem):
            log.warning("the reply to interaction %s was lost: %s", interaction.id, problem)
            if played.event is None:
                raise Refusal(NOT_POSTED) from problem
            raise await play.could_not_post(kit, played.event, str(problem)) from problem
        await play.posted(kit, played)
        return
    await play.posted(kit, played)
    await _tell_masters(interaction, answer, played)


async def _tell_masters(interaction: Interaction, answer: Answer, played: Played) -> None:
    """Tell a game master who rolled in the open what players do not learn; the history tells it too."""
    is_open = played.ask.seen is Audience.EVERYONE and not _is_alone(interaction)
    if not is_open or not reader_of(interaction).game_master:
        return
    players = played.outcome.for_players()
    if players != played.outcome:
        ask = replace(played.ask, seen=Audience.SHARED)
        offered = {offer.key for offer in procedures.offers(ask.key, ask.options, players)}
        buttons = next_buttons(ask, played.outcome, without=offered)
        try:
            await answer.whisper(masters_reply(played, buttons=buttons, may_attach=_may_attach(interaction)))
        except LOST as problem:
            log.warning("what is secret in interaction %s was not told: %s", interaction.id, problem)


def _is_alone(interaction: Interaction) -> bool:
    """Whether nobody else reads the place: direct messages with the bot."""
    return interaction.guild_id is None and interaction.context.dm_channel


def _may_attach(interaction: Interaction) -> bool:
    return interaction.guild is None or interaction.app_permissions.attach_files


async def _reply(interaction: Interaction, kit: Kit, played: Played) -> Reply:
    """What the roller, or everybody, may read of the roll."""
    seen, is_master = played.ask.seen, reader_of(interaction).game_master
    if seen is Audience.MASTERS and not is_master:
        return blind_reply(played)
    is_open = seen is Audience.EVERYONE and not _is_alone(interaction)
    if is_open or not is_master:
        played = replace(played, outcome=played.outcome.for_players())
    may_attach = _may_attach(interaction)
    painted, missing = await _picture(kit, played.outcome, may_attach=may_attach)
    buttons: list[Part] = [RollAgain(played.event.reference)] if played.event else []
    buttons += next_buttons(played.ask, played.outcome)
    return roll_reply(played, painted, buttons=buttons, may_attach=may_attach, picture_missing=missing)


async def _picture(kit: Kit, outcome: Outcome[Any], *, may_attach: bool) -> tuple[Picture | None, str]:
    """The picture of what was rolled, or why there is none; a roll is told without it rather than not."""
    paint = painter_of(outcome.value)
    if paint is None:
        return None, ""
    if not may_attach:
        return None, NO_ATTACHMENTS
    try:
        return await kit.renderer.render(paint), ""
    except Refusal as problem:
        return None, f"{NO_PICTURE} {problem}"
    except Exception:
        log.exception("no picture of %s", outcome.key)
        return None, NO_PICTURE
