"""What there is to tell of a campaign itself: its name, channels, game masters, and its server's others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.campaign.founding import campaigns_of, creators_role
from bot.campaign.masters import masters_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from bot.campaign.founding import Campaign
    from bot.campaign.masters import Master


@dataclass(frozen=True, slots=True)
class About:
    """A campaign, as far as it is no secret.

    Attributes:
        campaign: the campaign; None where nothing was kept yet.
        masters: the game masters whom it has named, in order.
        creators: the role that makes and binds the server's campaigns beside those who manage it.
        others: the server's other campaigns.
    """

    campaign: Campaign | None
    masters: tuple[Master, ...]
    creators: int | None
    others: tuple[Campaign, ...]


def about(connection: Connection, guild_id: int, campaign_id: int | None) -> About:
    """What there is to tell of a campaign of a server."""
    every = campaigns_of(connection, guild_id)
    return About(
        campaign=next((each for each in every if each.id == campaign_id), None),
        masters=() if campaign_id is None else masters_of(connection, campaign_id),
        creators=creators_role(connection, guild_id),
        others=tuple(each for each in every if each.id != campaign_id),
    )
