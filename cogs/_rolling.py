"""From an interaction to a told roll: the few steps that every rolling command shares."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode

import discord

from bot import play
from bot.campaign.here import Visitor
from bot.campaign.reading import Reader
from bot.campaign.schema import Audience
from bot.drawing import painter_of
from bot.play import Ask, Seat
from bot.replies import Answer, blind_reply, channel_reply, masters_reply, roll_reply
from bot.replies.answer import LOST, is_already_answered
from bot.replies.campaigns import SEEN
from bot.replies.notes import words_reply
from bot.replies.words import MAX_NAME, cut, one_line
from cogs._buttons import LastingButton, kit_of
from cogs._screen import failed_line, post_to_masters
from tables import procedures
from tables.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from bot.campaign.here import Here
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
    play.check(ask, seat)
    # What the campaign chooses is known in a moment. A memory that is slow even to say that is taken to
    # choose the open, as most do; where it does not, nothing is rolled.
    async with Answer(interaction, private=ask.seen not in {None, Audience.EVERYONE}) as answer:
        found = await play.arrive(kit, seat, visitor_of(interaction))
        ask = play.settled(ask, found)
        play.check(ask, seat)
        answer.show_to(everyone=ask.seen is Audience.EVERYONE)
        await tell(interaction, kit, answer, await play.roll(kit, ask, seat, found), found)


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
        found = await play.arrive(kit, seat, visitor_of(interaction))
        ask = await play.again(kit, seat, reference, Reader(seat.actor_id, found.game_master))
        answer.show_to(everyone=ask.seen is Audience.EVERYONE)
        played = await play.roll(kit, ask, seat, found, again_of=reference)
        await tell(interaction, kit, answer, played, found)


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


def visitor_of(interaction: Interaction) -> Visitor:
    """Who came, as Discord knows them. Everybody is a game master in direct messages of their own."""
    member = interaction.user
    roles = (
        frozenset(role.id for role in member.roles)
        if isinstance(member, discord.Member)
        else frozenset[int]()
    )
    alone = interaction.guild_id is None
    return Visitor(member.id, roles, alone or interaction.permissions.manage_guild)


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
    eyes = next(sign for sign, audience in EYES.items() if audience is (ask.seen or Audience.EVERYONE))
    found: dict[str, RollNext] = {}
    for offer in procedures.offers(ask.key, ask.options, outcome):
        query = f"?{urlencode(offer.options)}" if offer.options else ""
        state = f"{eyes}:{offer.key}{query}"
        fits = len(f"undercroft:{RollNext.kind}:{state}") <= LONGEST_CUSTOM_ID
        if fits and offer.key not in without:
            found.setdefault(state, RollNext(state, cut(offer.label, MAX_LABEL)))
    return list(found.values())


@dataclass(frozen=True, slots=True)
class Buttons:
    """What may be pressed after a roll, made of the roll as those see it who will press.

    Attributes:
        below: the buttons of the answer.
        beside: those of what a game master who rolled is told besides.
    """

    below: Callable[[Played], list[Part]]
    beside: Callable[[Played], list[Part]]


def _below(played: Played) -> list[Part]:
    """The roll again, and the natural next ones."""
    again: list[Part] = [RollAgain(played.event.reference)] if played.event else []
    return [*again, *next_buttons(played.ask, played.outcome)]


def _beside(played: Played) -> list[Part]:
    """The natural next rolls that an answer for others does not offer."""
    if played.seen is not Audience.EVERYONE:
        return [*next_buttons(played.ask, played.outcome)]
    ask = replace(played.ask, seen=Audience.SHARED)
    offered = {offer.key for offer in procedures.offers(ask.key, ask.options, played.outcome.for_players())}
    return [*next_buttons(ask, played.outcome, without=offered)]


USUAL = Buttons(_below, _beside)
"""Roll again, and what follows naturally."""


@dataclass(frozen=True, slots=True)
class _Route:
    """Where what only game masters may know of a roll is told.

    Attributes:
        roller: whether the one who rolled is told it, being a game master.
        channel: the channel where it is told; None for none.
    """

    roller: bool
    channel: int | None


def _route(interaction: Interaction, played: Played, found: Here) -> _Route:
    """Where the secret part of a roll goes: what a player rolled goes to the channel, if there is one."""
    is_secret = played.seen is not Audience.EVERYONE or played.outcome.for_players() != played.outcome
    settings = found.settings
    if not is_secret or played.event is None or _is_alone(interaction) or settings.masters_channel is None:
        return _Route(found.game_master, None)
    if not found.game_master:
        return _Route(roller=False, channel=settings.masters_channel)
    channel = None if settings.secrets == "roller" else settings.masters_channel
    return _Route(settings.secrets != "channel", channel)


async def tell(
    interaction: Interaction,
    kit: Kit,
    answer: Answer,
    played: Played,
    found: Here,
    *,
    buttons: Buttons = USUAL,
) -> None:
    """Post the reply; one that is lost is kept to be told later."""
    route = _route(interaction, played, found)
    reply = await _reply(interaction, kit, played, found, route, buttons)
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
    why = await _tell_channel(interaction, kit, played, route)
    if found.game_master:
        await _tell_master(interaction, answer, played, route, why, buttons)


async def _tell_channel(interaction: Interaction, kit: Kit, played: Played, route: _Route) -> str:
    """Tell the game masters' channel, where it is told at all; why it is not there, in a sentence."""
    if route.channel is None:
        return ""

    async def whole(may_attach: bool) -> Reply:
        painted, _ = await _picture(kit, played.outcome, may_attach=may_attach)
        seen = "" if played.seen is Audience.EVERYONE else f", for {SEEN[played.seen]}"
        who = one_line(interaction.user.display_name, MAX_NAME)
        where = f"{who} rolled in <#{interaction.channel_id}>{seen}:"
        return channel_reply(played, painted, where, may_attach=may_attach)

    why = await post_to_masters(interaction, route.channel, whole)
    if why and played.event is not None:
        log.warning(
            "#%s is not in the game masters' channel %s: %s", played.event.reference, route.channel, why
        )
    return why


async def _tell_master(
    interaction: Interaction, answer: Answer, played: Played, route: _Route, why: str, buttons: Buttons
) -> None:
    """Tell a game master who rolled what the answer leaves out; the history tells it too.

    That is what players do not learn from a roll in the open, and ``why`` it is not in the channel.
    """
    is_open = played.seen is Audience.EVERYONE and not _is_alone(interaction)
    foot = failed_line(why) if why else ""
    players = played.outcome.for_players()
    reply: Reply | None = None
    if (is_open and players != played.outcome and route.roller) or (foot and not route.roller):
        reply = masters_reply(
            played,
            buttons=buttons.beside(played),
            may_attach=_may_attach(interaction),
            foot=foot,
        )
    elif foot:
        reply = words_reply(foot)
    if reply is not None:
        try:
            await answer.whisper(reply)
        except LOST as problem:
            log.warning("what is secret in interaction %s was not told: %s", interaction.id, problem)


def _is_alone(interaction: Interaction) -> bool:
    """Whether nobody else reads the place: direct messages with the bot."""
    return interaction.guild_id is None and interaction.context.dm_channel


def _may_attach(interaction: Interaction) -> bool:
    return interaction.guild is None or interaction.app_permissions.attach_files


async def _reply(
    interaction: Interaction, kit: Kit, played: Played, found: Here, route: _Route, buttons: Buttons
) -> Reply:
    """What the roller, or everybody, may read of the roll."""
    seen, is_master = played.seen, found.game_master
    if seen is Audience.MASTERS and not is_master:
        return blind_reply(played)
    if seen is not Audience.EVERYONE and is_master and not route.roller:
        return blind_reply(played, channel=route.channel)
    is_open = seen is Audience.EVERYONE and not _is_alone(interaction)
    if is_open or not is_master:
        played = replace(played, outcome=played.outcome.for_players())
    may_attach = _may_attach(interaction)
    painted, missing = await _picture(kit, played.outcome, may_attach=may_attach)
    return roll_reply(
        played, painted, buttons=buttons.below(played), may_attach=may_attach, picture_missing=missing
    )


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
