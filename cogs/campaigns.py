"""``/campaign …``: a server's campaigns, their channels, game masters and choices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.campaign import choosing, founding, masters
from bot.campaign.about import about
from bot.campaign.founding import Room
from bot.campaign.masters import Candidate
from bot.campaign.schema import Audience
from bot.replies import Answer
from bot.replies.campaigns import Sight, campaign_label, campaign_reply, chosen_text, settings_reply
from bot.replies.notes import change_reply
from bot.replies.words import MAX_NAME, cut, one_line, tidy
from cogs import _settings as options
from cogs._campaign import ONLY_MASTERS, creator, guest, may_create, send
from cogs._carrying import ask_to_delete, export_campaign, preview_import
from cogs._options import MAX_CHOICE_NAME, MAX_CHOICES, SEEN, Place, choices_for, where_kept
from cogs._rolling import visitor_of
from cogs._screen import post_to_masters
from tables.errors import OptionError, Refusal
from tables.names import fold

if TYPE_CHECKING:
    from bot.campaign.founding import Campaign
    from bot.kit import Kit
    from bot.replies import Reply
    from bot.replies.answer import Interaction
    from cogs._campaign import Guest

Name: TypeAlias = app_commands.Range[str, 1, founding.MAX_NAME]

ACTIONS = [
    app_commands.Choice(name="add: name a game master", value="add"),
    app_commands.Choice(name="remove: take the name off the list", value="remove"),
]
NAME_YOURSELF = (
    "You may manage this server, but this campaign has named its game masters and you are a player in it. "
    "Nothing was changed: name yourself first with /campaign masters add, which the others will see."
)
ONLY_BY_DISCORD = "Who makes campaigns is chosen by those who may Manage Server. Nothing was changed."
UNSEEN = "You cannot see that channel yourself, so you cannot bind it. Nothing was changed."
NO_PLACE = "Campaigns are played in channels, threads and forums, not in a category. Nothing was changed."
A_BOT = "A bot cannot be a game master. Nothing was changed: name a person or a role."
BIND_BACK = "/undo does not take this back: to do that, bind the channel back with /campaign bind."
NOW_A_PLAYER = "You are not named, so you are a player here now: with Manage Server you can name yourself."
ALONE = "Nobody reads along in direct messages: that is for servers. Nothing was changed."


@where_kept
class CampaignsCog(
    commands.GroupCog,
    group_name="campaign",
    group_description="The campaign: channels, game masters, choices",
):
    """A server's campaigns."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    @app_commands.command()
    @app_commands.describe(name="What the campaign is called; no other on this server is called so")
    async def create(self, interaction: Interaction, name: Name) -> None:
        """Begin a campaign in this channel, or name the one that its rolls have begun."""
        async with Answer(interaction, private=True) as answer:
            here = await creator(interaction, self.kit)
            new = play.new_event(self.kit, here.seat, founding.CREATED)
            changed = await self.kit.store.write(founding.create, new, tidy(name))
            await send(self.kit, answer, changed, change_reply(changed.recorded))

    @app_commands.command()
    @app_commands.describe(name="What it is called from now on; no other on this server is called so")
    async def rename(self, interaction: Interaction, name: Name) -> None:
        """Give this channel's campaign another name."""
        async with Answer(interaction, private=True) as answer:
            here = await creator(interaction, self.kit)
            new = play.new_event(self.kit, here.seat, founding.RENAMED)
            changed = await self.kit.store.write(founding.rename, new, tidy(name))
            await send(self.kit, answer, changed, change_reply(changed.recorded))

    @app_commands.command()
    @app_commands.describe(
        campaign="One of this server's campaigns; type a word of its name",
        channel="The channel that joins it, with its threads; this one unless you say otherwise",
    )
    async def bind(self, interaction: Interaction, campaign: str, channel: Place | None = None) -> None:
        """Let a channel join another of this server's campaigns; what was rolled there stays where it is."""
        async with Answer(interaction, private=True) as answer:
            here = await creator(interaction, self.kit)
            new = play.new_event(self.kit, here.seat, founding.BOUND, Audience.SHARED)
            room = _room(interaction, here, channel)
            changed = await self.kit.store.write(founding.bind, new, room, tidy(campaign))
            await send(self.kit, answer, changed, change_reply(changed.recorded, hint=BIND_BACK))

    @bind.autocomplete("campaign")
    async def campaigns(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The server's campaigns that bear the typed words, for those who may bind."""
        try:
            here = await creator(interaction, self.kit)
            every = await self.kit.store.read(founding.campaigns_of, here.seat.guild_id or 0)
        except Refusal:
            return []
        named = {each.slug: _label(interaction, each) for each in every}
        found = [slug for slug, label in named.items() if fold(tidy(typed)) in fold(label)]
        return [
            app_commands.Choice(name=cut(named[slug], MAX_CHOICE_NAME), value=slug)
            for slug in found[:MAX_CHOICES]
        ]

    @app_commands.command()
    async def show(self, interaction: Interaction) -> None:
        """Show this channel's campaign: its name, channels, game masters and rules."""
        async with Answer(interaction, private=True) as answer:
            here = await guest(interaction, self.kit)
            known = await self.kit.store.read(about, here.seat.guild_id or 0, here.found.campaign_id)
            makes = may_create(interaction, known.creators)
            sight = Sight(here.found.game_master, makes, _channels_of(interaction))
            await answer.send(campaign_reply(known, here.found.settings, sight))

    @app_commands.command(name="masters")
    @app_commands.describe(
        action="Whether to name or to remove", who="A person, or a role with all its members"
    )
    @app_commands.choices(action=ACTIONS)
    async def name_masters(
        self, interaction: Interaction, action: str, who: discord.Member | discord.User | discord.Role
    ) -> None:
        """Name a game master of this campaign, or take one off the list."""
        async with Answer(interaction, private=True) as answer:
            here = await guest(interaction, self.kit)
            candidate = _candidate(who)
            if all(action != each.value for each in ACTIONS):
                raise OptionError("Pick add or remove from the choices of action.")
            may_name_himself = visitor_of(interaction).manages and action == "add"
            if not here.found.game_master and not (may_name_himself and candidate.id == interaction.user.id):
                raise Refusal(NAME_YOURSELF if visitor_of(interaction).manages else ONLY_MASTERS)
            work = masters.name_master if action == "add" else masters.dismiss_master
            new = play.new_event(self.kit, here.seat, masters.NAMED, Audience.SHARED)
            changed = await self.kit.store.write(work, new, candidate)
            now = await play.arrive(self.kit, here.seat, visitor_of(interaction))
            hint = one_line(candidate.name, MAX_NAME)
            if not now.game_master:
                hint += f"\n-# {NOW_A_PLAYER}"
            told = change_reply(changed.recorded, hint=hint)
            await send(self.kit, answer, changed, told)
            channel = now.settings.masters_channel
            if not here.found.game_master and channel is not None:

                async def the_same(may_attach: bool) -> Reply:
                    del may_attach
                    return told

                await post_to_masters(interaction, channel, the_same)

    @app_commands.command(name="settings")
    @app_commands.describe(**options.HELP)
    @app_commands.choices(
        seen=SEEN,
        secrets=options.SECRET_PLACES,
        rooms=choices_for("room.size", "edition"),
        doors=choices_for("door.beyond", "edition"),
        corridors=choices_for("corridor.periodic", "edition"),
        hoards=choices_for("treasure.hoard", "edition"),
        scheme=choices_for("room.contents", "scheme"),
        checks=choices_for("corridor.wandering", "rules"),
        reset=options.RESETS,
    )
    async def choose_settings(
        self,
        interaction: Interaction,
        seen: str | None = None,
        secrets: str | None = None,
        masters_channel: Place | None = None,
        rooms: str | None = None,
        doors: str | None = None,
        corridors: str | None = None,
        hoards: str | None = None,
        scheme: str | None = None,
        checks: str | None = None,
        players_explore: bool | None = None,
        creators: discord.Role | None = None,
        reset: str | None = None,
    ) -> None:
        """Choose how this campaign is played, or see what is chosen."""
        said = {
            "seen": seen,
            "secrets": secrets,
            "masters_channel": masters_channel,
            "rooms": rooms,
            "doors": doors,
            "corridors": corridors,
            "hoards": hoards,
            "scheme": scheme,
            "checks": checks,
            "players_explore": players_explore,
            "creators": creators,
        }
        wanted = options.wanted({name: value for name, value in said.items() if value is not None}, reset)
        async with Answer(interaction, private=True) as answer:
            if "creators" in wanted:
                await self._choose_creators(interaction, answer, wanted["creators"])
            elif wanted:
                await self._choose(interaction, answer, wanted)
            else:
                here = await guest(interaction, self.kit, master=True)
                role = await self.kit.store.read(founding.creators_role, here.seat.guild_id or 0)
                await answer.send(settings_reply(here.found.settings, role))

    @app_commands.command()
    async def export(self, interaction: Interaction) -> None:
        """Get the whole campaign as one file, which can be imported again anywhere."""
        await export_campaign(interaction, self.kit)

    @app_commands.command(name="import")
    @app_commands.describe(
        file="A campaign's file, as /campaign export gave it; nothing happens until you confirm"
    )
    async def import_campaign(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Bring a campaign in from its file, after a look at what would change."""
        await preview_import(interaction, self.kit, file)

    @app_commands.command()
    async def delete(self, interaction: Interaction) -> None:
        """Delete this channel's campaign for good; you are asked twice and given its file first."""
        await ask_to_delete(interaction, self.kit)

    async def _choose(self, interaction: Interaction, answer: Answer, wanted: dict[str, Any]) -> None:
        here = await guest(interaction, self.kit, master=True)
        channel = options.masters_channel(interaction, wanted.get("masters_channel"))
        chosen = options.chosen(wanted)
        choosing.check(chosen)
        new = play.new_event(self.kit, here.seat, choosing.CHOSEN, Audience.MASTERS)
        text = chosen_text(chosen, channel.name)
        changed = await self.kit.store.write(choosing.choose, new, chosen, text, channel.read_in)
        await send(self.kit, answer, changed, change_reply(changed.recorded, hint=channel.warning))

    async def _choose_creators(
        self, interaction: Interaction, answer: Answer, role: discord.Role | None
    ) -> None:
        here = await guest(interaction, self.kit)
        if interaction.guild is None:
            raise Refusal(ALONE)
        if not visitor_of(interaction).manages:
            raise Refusal(ONLY_BY_DISCORD)
        if role is not None and role.is_default():
            raise Refusal(options.NOT_EVERYBODY)
        new = play.new_event(self.kit, here.seat, choosing.CHOSEN, Audience.SHARED)
        chosen = None if role is None else Room(role.id, tidy(role.name) or "a role")
        changed = await self.kit.store.write(founding.choose_creators, new, chosen)
        await send(self.kit, answer, changed, change_reply(changed.recorded, hint=options.CHOOSE_BACK))


def _room(interaction: Interaction, here: Guest, channel: Place | None) -> Room:
    """The channel to be bound: a thread's is its parent, but for a private one.

    Raises:
        Refusal: it is no place to play, or not this person's to see.
    """
    guild = interaction.guild
    if guild is None:
        raise Refusal(ALONE)
    if channel is None:
        room_id, name = here.seat.channel_id, getattr(interaction.channel, "name", None)
    elif channel.type is discord.ChannelType.category:
        raise Refusal(NO_PLACE)
    elif not channel.permissions.view_channel:
        raise Refusal(UNSEEN)
    else:
        is_private = channel.type is discord.ChannelType.private_thread
        is_thread = isinstance(channel, app_commands.AppCommandThread)
        room_id = channel.parent_id if is_thread and not is_private else channel.id
        name = channel.name
    known = guild.get_channel_or_thread(room_id)
    return Room(room_id, tidy(known.name if known is not None else name or "") or "this channel")


def _candidate(who: discord.Member | discord.User | discord.Role) -> Candidate:
    if isinstance(who, discord.Role):
        return Candidate(who.id, tidy(who.name) or "a role", is_role=True)
    if who.bot:
        raise Refusal(A_BOT)
    return Candidate(who.id, who.display_name)


def _channels_of(interaction: Interaction) -> frozenset[int]:
    """The channels and threads of a server that somebody can see; in direct messages the one there is."""
    guild, member = interaction.guild, interaction.user
    if guild is None or not isinstance(member, discord.Member):
        return frozenset({interaction.channel_id or 0})
    places = (*guild.channels, *guild.threads)
    return frozenset(each.id for each in places if each.permissions_for(member).view_channel)


def _label(interaction: Interaction, campaign: Campaign) -> str:
    """A campaign as a choice; a channel that this person cannot see gives it no name."""
    seen = [each for each in campaign.channels if each in _channels_of(interaction)]
    channel = interaction.guild.get_channel_or_thread(seen[0]) if interaction.guild and seen else None
    return campaign_label(campaign, None if channel is None else channel.name)
