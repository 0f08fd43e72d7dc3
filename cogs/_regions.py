"""Naming a region or a room in an option: read at the border, offered to game masters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from discord import app_commands

from bot import play
from bot.campaign import labels, wander
from bot.replies.words import tidy
from cogs._buttons import kit_of
from cogs._options import MAX_CHOICES, Choices
from cogs._rolling import seat_of, visitor_of
from tables.errors import Refusal
from tables.names import fold
from tables.region_codes import Region, Room, parse_region, parse_room

if TYPE_CHECKING:
    from bot.replies.answer import Interaction


class RegionTransformer(app_commands.Transformer):
    """A region by its code; any can be named, those with something in them are offered."""

    async def transform(self, interaction: Interaction, value: Any, /) -> Region:  # noqa: ANN401, ARG002
        """The region; refused where it cannot be one."""
        return parse_region(tidy(str(value)))

    async def autocomplete(self, interaction: Interaction, value: Any, /) -> Choices:  # noqa: ANN401  # type: ignore[override] - narrower on purpose
        """The regions whose code has what was typed, for game masters alone."""
        typed = fold(tidy(str(value)))
        try:
            codes = await _regions(interaction)
        except Refusal:
            return []
        found = [code for code in codes if typed in fold(code)]
        return [app_commands.Choice(name=code, value=code) for code in found[:MAX_CHOICES]]


class RoomTransformer(app_commands.Transformer):
    """A room by its region and number."""

    async def transform(self, interaction: Interaction, value: Any, /) -> Room:  # noqa: ANN401, ARG002
        """The room; refused where it cannot be one."""
        return parse_room(tidy(str(value)))


RegionCode: TypeAlias = app_commands.Transform[Region, RegionTransformer]
RoomCode: TypeAlias = app_commands.Transform[Room, RoomTransformer]


def region_of(state: str) -> Region:
    """The region that a button's state names.

    Raises:
        OptionError: it names none.
    """
    return parse_region(state)


async def _regions(interaction: Interaction) -> list[str]:
    kit, seat = kit_of(interaction), seat_of(interaction)
    if seat.guild_id is None:
        return []
    found = await play.arrive(kit, seat, visitor_of(interaction))
    if found.campaign_id is None or not found.game_master:
        return []
    with_lists = await kit.store.read(wander.overview, found.campaign_id)
    with_labels = await kit.store.read(labels.regions, found.campaign_id)
    return sorted({*with_lists.regions, *with_labels})
