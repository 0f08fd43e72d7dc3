"""The options of ``/campaign settings``: from what somebody said to what is chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.campaign.choosing import SECRETS
from bot.campaign.here import Settings
from bot.replies.words import tidy
from cogs._screen import Writable, is_open_to_all, may_write
from tables.errors import OptionError, Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.replies.answer import Interaction

EDITIONS = {"rooms": "room", "doors": "door", "corridors": "corridor", "hoards": "treasure"}
"""The options that choose an edition, and the kind of rolls that each is for."""

HELP = {
    "seen": "Who sees a roll where the roller does not say; everyone at first",
    "secrets": "Where what only game masters may know is told; both at first",
    "masters_channel": "The channel that only the game masters see, for secrets and blind rolls",
    "rooms": "Whose tables rooms are rolled by",
    "doors": "Whose tables are rolled for what lies beyond doors",
    "corridors": "Whose tables corridors and stairs are rolled by",
    "hoards": "Whose tables hoards are rolled by",
    "scheme": "The scheme that rooms are stocked by, also for encounters and caches that have it",
    "checks": "Whose rules for wandering monsters",
    "players_explore": "Whether players may make the rolls that grow the map; they may not at first",
    "creators": "Whole server: the role that makes and binds campaigns, chosen by whoever manages it",
    "reset": "A setting to put back as it was at first",
}
"""What each option says of itself."""

SECRET_PLACES = [app_commands.Choice(name=words, value=each) for each, words in SECRETS.items()]
RESETS = [app_commands.Choice(name=name.replace("_", " "), value=name) for name in HELP if name != "reset"]

ALONE = "Who makes campaigns holds for the whole server: choose it alone, without other settings."
TWICE = "You choose {} and put it back at once. Nothing was changed: say one of the two."
CHOOSE_BACK = "/undo does not take this back: choose another role, or reset it with /campaign settings."
NOT_EVERYBODY = (
    "Then everybody could make, bind and delete campaigns. Nothing was changed: "
    "choose a role that only some people have."
)
NOT_WRITABLE = "Messages cannot be written there. Nothing was changed: choose a text channel or a thread."
CLOSED = (
    "I may not write in that channel. Nothing was changed: "
    "give me View Channel and Send Messages there, then choose it again."
)
READ_BY_ALL = "Everybody on this server can read that channel, players too: better hide it from them."


@dataclass(frozen=True, slots=True)
class MastersChannel:
    """A channel that somebody chooses for the game masters.

    Attributes:
        name: what it is called.
        read_in: the channel whose readers read it: a thread's parent, or itself; None where none is chosen.
        warning: what is to be said of it, or nothing.
    """

    name: str = ""
    read_in: int | None = None
    warning: str = ""


def wanted(said: Mapping[str, Any], reset: str | None) -> dict[str, Any]:
    """What somebody wants chosen, by the options' names; None for what is put back.

    Raises:
        OptionError: it contradicts itself, or there is no such setting.
    """
    found = dict(said)
    if reset is not None:
        if reset not in HELP or reset == "reset":
            raise OptionError("Pick what to put back from the choices of reset.")
        if reset in found:
            raise OptionError(TWICE.format(reset))
        found[reset] = None
    if "creators" in found and len(found) > 1:
        raise OptionError(ALONE)
    return found


def chosen(wanted: Mapping[str, Any]) -> dict[str, Any]:
    """The same by the names of :class:`~bot.campaign.here.Settings`, what is put back as it is at first."""
    first = Settings()
    found: dict[str, Any] = {}
    editions: dict[str, str] = {}
    for name, value in wanted.items():
        if name in EDITIONS:
            editions[EDITIONS[name]] = value or ""
        elif name == "masters_channel":
            found[name] = None if value is None else value.id
        else:
            found[name] = getattr(first, name) if value is None else value
    return {**found, "editions": editions} if editions else found


def masters_channel(
    interaction: Interaction, place: app_commands.AppCommandChannel | app_commands.AppCommandThread | None
) -> MastersChannel:
    """The channel that somebody chooses, if one is.

    Raises:
        Refusal: nothing can be written there, or not by the bot.
    """
    if place is None:
        return MastersChannel()
    guild = interaction.guild
    found = None if guild is None else guild.get_channel_or_thread(place.id)
    if guild is None or (found is not None and not isinstance(found, Writable)):
        raise Refusal(NOT_WRITABLE)
    if found is None or not may_write(found, guild.me):
        raise Refusal(CLOSED)
    is_open = isinstance(found, discord.Thread) and not found.is_private()
    read_in = found.parent_id if isinstance(found, discord.Thread) and is_open else found.id
    return MastersChannel(tidy(found.name), read_in, READ_BY_ALL if is_open_to_all(found) else "")
