"""``/place …``: what game masters put into rooms by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from discord import app_commands
from discord.ext import commands

from bot.campaign import labels
from bot.replies import Answer
from bot.replies.wander import labels_reply
from bot.replies.words import tidy
from cogs._buttons import TurningButton
from cogs._campaign import change, guest, turn_buttons
from cogs._options import where_kept
from cogs._regions import RegionCode, RoomCode, region_of
from tables.stocking_labels import parse_labels

if TYPE_CHECKING:
    from bot.kit import Kit
    from bot.replies import Reply
    from bot.replies.answer import Interaction
    from cogs._campaign import Guest
    from tables.region_codes import Region

Labels: TypeAlias = app_commands.Range[str, 1, 400]


@where_kept
class PlacingCog(commands.GroupCog, group_name="place", group_description="By hand: labels in rooms"):
    """Things placed by hand."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    @app_commands.command()
    @app_commands.describe(
        room="The room, such as LEXI-1/12",
        label="M:Q, M:Q chest, H:floor or H:wall N, several with commas; a - takes all away",
    )
    async def label(self, interaction: Interaction, room: RoomCode, label: Labels) -> None:
        """Give a room its quick stocking labels: monsters, their treasure, hidden treasure."""
        written = tidy(label)
        read = () if written in {"-", "–", "—"} else parse_labels(written)
        await change(interaction, self.kit, "place.label", labels.place, room, read)

    @app_commands.command(name="list")
    @app_commands.describe(region="The region, such as LEXI-1")
    async def list_labels(self, interaction: Interaction, region: RegionCode) -> None:
        """List a region's rooms with their labels, to you alone."""
        async with Answer(interaction, private=True) as answer:
            here = await guest(interaction, self.kit, master=True)
            await answer.send(await _page(self.kit, here, region, 0))


class TurnLabels(TurningButton, template=r"undercroft:labels:(?P<state>[A-Z]{1,4}-[1-9][0-9]?/[0-9]{1,4})"):
    """Turns a region's labels to a page ("LEXI-1/2")."""

    kind = "labels"

    async def page(self, interaction: Interaction, kit: Kit) -> Reply:
        """The page."""
        code, _, number = self.state.partition("/")
        here = await guest(interaction, kit, master=True)
        return await _page(kit, here, region_of(code), int(number))


async def _page(kit: Kit, here: Guest, region: Region, number: int) -> Reply:
    page = await kit.store.read(labels.page, here.campaign_id, region, number)
    buttons = turn_buttons(page.number, more=page.more, button=TurnLabels, state=f"{region.code}/{{}}")
    return labels_reply(page, buttons)
