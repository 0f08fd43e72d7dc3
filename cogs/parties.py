"""``/party …``: who goes where, for how long, with what light, and in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.campaign import parties, party_finding, party_members
from bot.campaign.parties import LONGEST_PLACE, Founding, Home, Step
from bot.campaign.party import LIGHTS, MOST_TURNS
from bot.campaign.party_finding import Which
from bot.campaign.party_members import Player
from bot.campaign.schema import Audience
from bot.replies import Answer
from bot.replies.notes import change_reply
from bot.replies.parties import PAGE, parties_reply, party_reply
from bot.replies.words import cut, tidy
from cogs._buttons import TurningButton, kit_of
from cogs._campaign import ONLY_MASTERS, Guest, guest, send, turn_buttons
from cogs._options import MAX_CHOICE_NAME, MAX_CHOICES, Choices, Place, where_kept
from cogs._rolling import seat_of, visitor_of
from tables.errors import OptionError, Refusal
from tables.names import fold

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.campaign.changes import Changed
    from bot.campaign.party_finding import Numbered
    from bot.kit import Kit
    from bot.replies import Reply
    from bot.replies.answer import Interaction

Name: TypeAlias = app_commands.Range[str, 1, 80]
Where: TypeAlias = app_commands.Range[str, 1, LONGEST_PLACE]
Turns: TypeAlias = app_commands.Range[int, 0, MOST_TURNS]
Long: TypeAlias = app_commands.Range[str, 1, 2_000]

PARTY_HELP = "The party; this channel's unless you say otherwise"
PLAYERS_WAIT = (
    "In this campaign the game masters move the parties: ask one of them. They let players do so with "
    "/campaign settings. Nothing was changed."
)
UNSEEN = "You cannot see that channel yourself. Nothing was saved: choose another."
NO_PLACE = "A party is played in a channel or thread, not in a category. Nothing was saved."
A_BOT = "A bot plays no character. Nothing was changed."


class PartyTransformer(app_commands.Transformer):
    """A party, by its name or number; it is looked up once the campaign is known."""

    async def transform(self, interaction: Interaction, value: Any, /) -> str:  # noqa: ANN401, ARG002
        """The words as typed, without what cannot be seen; people may send any text."""
        return tidy(str(value))[:MAX_CHOICE_NAME]

    async def autocomplete(self, interaction: Interaction, value: Any, /) -> Choices:  # noqa: ANN401  # type: ignore[override] - narrower on purpose
        """The parties whose name has what was typed, those in play first."""
        seat, kit = seat_of(interaction), kit_of(interaction)
        try:
            found = await play.arrive(kit, seat, visitor_of(interaction))
            if seat.guild_id is None or found.campaign_id is None:
                return []
            every = await kit.store.read(party_finding.all_parties, found.campaign_id)
        except Refusal:
            return []
        typed = fold(tidy(str(value)))
        names = [each.party.name for each in every if typed in fold(each.party.name)]
        return [
            app_commands.Choice(name=cut(name, MAX_CHOICE_NAME), value=name) for name in names[:MAX_CHOICES]
        ]


PartyName: TypeAlias = app_commands.Transform[str, PartyTransformer]


@where_kept
class PartiesCog(
    commands.GroupCog, group_name="party", group_description="Parties: where they are, their clock and light"
):
    """The parties of a campaign."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    @app_commands.command()
    @app_commands.describe(
        name="What the party is called",
        members="Its characters, with commas between them",
        place="Where it is, such as LEXI-1/1",
        channel="Where it is played; here unless you say otherwise or another party is",
    )
    async def create(
        self,
        interaction: Interaction,
        name: Name,
        members: Long = "",
        place: Where = "",
        channel: Place | None = None,
    ) -> None:
        """Make a party."""
        founding = Founding(name=tidy(name), home=_home(channel), place=_flat(place), members=tidy(members))
        await _change(interaction, self.kit, "party.create", lambda _: (parties.create, founding))

    @app_commands.command()
    @app_commands.describe(party=PARTY_HELP)
    async def show(self, interaction: Interaction, party: PartyName = "") -> None:
        """Show a party, to you alone; where this channel has none, all of them."""
        async with Answer(interaction, private=True) as answer:
            here = await guest(interaction, self.kit)
            which = _which(here, party)
            found = await self.kit.store.read(party_finding.find, here.campaign_id, which)
            reply = await _page(self.kit, here, 0) if found is None else party_reply(found)
            await answer.send(reply)

    @app_commands.command()
    @app_commands.describe(
        place="Where they come to, such as LEXI-1/12",
        turns="How many turns of ten minutes pass",
        light="What they light: a torch, a lantern, or any other; a - puts it out",
        burns="How many turns it burns; a torch 6, a lantern 24, others without end",
        party=PARTY_HELP,
    )
    async def move(
        self,
        interaction: Interaction,
        place: Where = "",
        turns: Turns = 0,
        light: app_commands.Range[str, 1, 40] | None = None,
        burns: app_commands.Range[int, 1, MOST_TURNS] | None = None,
        party: PartyName = "",
    ) -> None:
        """Move a party, let turns pass, light something; players their own, where they may explore."""
        step = Step(
            place=_flat(place), turns=turns, light=None if light is None else _flat(light) or "-", burns=burns
        )
        await _lead(interaction, self.kit, "party.move", party, lambda which: (parties.move, which, step))

    @move.autocomplete("light")
    async def lights(self, interaction: Interaction, typed: str) -> Choices:  # noqa: ARG002 - the library hands it in
        """The usual lights; any other can be typed."""
        return [
            app_commands.Choice(name=f"{what}, {turns} turns", value=what)
            for what, turns in LIGHTS.items()
            if fold(typed) in what
        ]

    @app_commands.command()
    @app_commands.describe(
        rows="The rows from the front: Brega, Tam / Ysolde; the others go behind",
        caller="The character who speaks for them; a - for nobody",
        party=PARTY_HELP,
    )
    async def order(
        self,
        interaction: Interaction,
        rows: Long | None = None,
        caller: Name | None = None,
        party: PartyName = "",
    ) -> None:
        """Say how a party marches and who calls; players for their own, where they may explore."""
        wanted = None if rows is None else tidy(rows)
        called = None if caller is None else _flat(caller)
        await _lead(
            interaction,
            self.kit,
            "party.order",
            party,
            lambda which: (parties.put_in_order, which, wanted, called),
        )

    @app_commands.command()
    @app_commands.describe(
        character="The character who joins, or is in the party already without a player",
        player="Who plays it, for game masters to say; you, unless you say otherwise",
        party=PARTY_HELP,
    )
    async def join(
        self,
        interaction: Interaction,
        character: Name,
        player: discord.Member | discord.User | None = None,
        party: PartyName = "",
    ) -> None:
        """Let a character of yours join a party; then the party is yours to lead too."""

        def work(here: Guest) -> tuple[Any, ...]:
            if player is not None and player.id != here.seat.actor_id and not here.found.game_master:
                raise Refusal(ONLY_MASTERS)
            if player is not None and player.bot:
                raise OptionError(A_BOT)
            user = player or interaction.user
            which = _which(here, party)
            return party_members.join, which, _flat(character), Player(user.id, user.display_name)

        await _change(interaction, self.kit, "party.join", work, master=False)

    @app_commands.command()
    @app_commands.describe(character="The character who leaves", party=PARTY_HELP)
    async def leave(self, interaction: Interaction, character: Name, party: PartyName = "") -> None:
        """Let a character leave a party; players one of their own."""
        await _change(
            interaction,
            self.kit,
            "party.leave",
            lambda here: (party_members.leave, _which(here, party), _flat(character)),
            master=False,
        )

    @app_commands.command()
    @app_commands.describe(party=PARTY_HELP, back="Bring it back into play instead")
    async def retire(self, interaction: Interaction, party: PartyName = "", back: bool = False) -> None:
        """Take a party out of play; its channel is free for another."""
        await _change(
            interaction,
            self.kit,
            "party.retire",
            lambda here: (_retiring(back=back), _which(here, party)),
        )


class TurnParties(TurningButton, template=r"undercroft:parties:(?P<state>[0-9]{1,4})"):
    """Turns the list of parties to a page."""

    kind = "parties"

    async def page(self, interaction: Interaction, kit: Kit) -> Reply:
        """The page."""
        return await _page(kit, await guest(interaction, kit), int(self.state))


async def _change(
    interaction: Interaction,
    kit: Kit,
    kind: str,
    work: Callable[[Guest], tuple[Any, ...]],
    *,
    master: bool = True,
) -> None:
    """Change a party in the open: ``work`` gives the operation and what it is given, of who asks."""
    async with Answer(interaction, private=False) as answer:
        here = await guest(interaction, kit, master=master)
        operation, *given = work(here)
        new = play.new_event(kit, here.seat, kind, Audience.EVERYONE)
        changed: Changed[Numbered] = await kit.store.write(operation, new, *given)
        await send(kit, answer, changed, change_reply(changed.recorded, private=False))


async def _lead(
    interaction: Interaction,
    kit: Kit,
    kind: str,
    party: str,
    work: Callable[[Which], tuple[Any, ...]],
) -> None:
    """Change a party as a game master, or as a player who leads it where players explore."""

    def given(here: Guest) -> tuple[Any, ...]:
        if not here.found.game_master and not here.found.settings.players_explore:
            raise Refusal(PLAYERS_WAIT)
        return work(_which(here, party))

    await _change(interaction, kit, kind, given, master=False)


def _which(here: Guest, party: str) -> Which:
    leader = None if here.found.game_master else here.seat.actor_id
    return Which(party, here.seat.place_id, here.seat.channel_id, leader)


def _retiring(*, back: bool) -> Callable[..., Changed[Numbered]]:
    def work(*given: Any) -> Changed[Numbered]:  # noqa: ANN401 - as the operation takes it
        return parties.retire(*given, back=back)

    return work


def _home(channel: Place | None) -> Home | None:
    """The channel or thread that was chosen; a thread in the open belongs to its parent's campaign."""
    if channel is None:
        return None
    if channel.type is discord.ChannelType.category:
        raise OptionError(NO_PLACE)
    if not channel.permissions.view_channel:
        raise OptionError(UNSEEN)
    if isinstance(channel, app_commands.AppCommandThread):
        is_private = channel.type is discord.ChannelType.private_thread
        return Home(channel.id, channel.id if is_private else channel.parent_id)
    return Home(channel.id, channel.id)


def _flat(text: str) -> str:
    return " ".join(tidy(text).split())


async def _page(kit: Kit, here: Guest, number: int) -> Reply:
    every = await kit.store.read(party_finding.all_parties, here.campaign_id)
    more = len(every) > (number + 1) * PAGE
    return parties_reply(every, number, turn_buttons(number, more=more, button=TurnParties))
