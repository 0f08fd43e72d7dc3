"""Naming a monster of the master lists in an option: by what is offered, by letter or by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from discord import app_commands

from bot import play
from bot.campaign import monster_finding
from bot.campaign.monster_finding import Search
from bot.campaign.monster_naming import Named
from bot.replies.words import cut, tidy
from cogs._buttons import kit_of
from cogs._options import MAX_CHOICE_NAME, MAX_CHOICES, Choices
from cogs._rolling import seat_of, visitor_of
from tables.errors import Refusal
from tables.procedure import MOST_LEVEL

if TYPE_CHECKING:
    from bot.campaign.monster import Listed
    from bot.replies.answer import Interaction
    from cogs._campaign import Guest


class MonsterEntryTransformer(app_commands.Transformer):
    """A monster of a level's list; it is looked up once the campaign is known."""

    async def transform(self, interaction: Interaction, value: Any, /) -> str:  # noqa: ANN401, ARG002
        """The words as typed, without what cannot be seen; people may send any text."""
        return tidy(str(value))[: 2 * MAX_CHOICE_NAME]

    async def autocomplete(self, interaction: Interaction, value: Any, /) -> Choices:  # noqa: ANN401  # type: ignore[override] - narrower on purpose
        """The monsters that this person may know of and that bear the words or the letter."""
        level = getattr(interaction.namespace, "level", None)
        try:
            found = await _matching(interaction, tidy(str(value)), level if isinstance(level, int) else None)
        except Refusal:
            return []
        return found


MonsterEntry: TypeAlias = app_commands.Transform[str, MonsterEntryTransformer]
Level: TypeAlias = app_commands.Range[int, 1, MOST_LEVEL]


def named(here: Guest, text: str, level: int | None) -> Named:
    """What somebody calls a monster, to be looked up as far as they may know."""
    return Named(text, level, here.found.game_master)


async def _matching(interaction: Interaction, typed: str, level: int | None) -> Choices:
    kit, seat = kit_of(interaction), seat_of(interaction)
    if seat.guild_id is None:
        return []
    found = await play.arrive(kit, seat, visitor_of(interaction))
    if found.campaign_id is None:
        return []
    wanted = Search(typed, found.game_master, level, MAX_CHOICES)
    several = await kit.store.read(monster_finding.search, found.campaign_id, wanted)
    return [_choice(each, game_master=found.game_master) for each in several[:MAX_CHOICES]]


def _choice(each: Listed, *, game_master: bool) -> app_commands.Choice[str]:
    """A monster to choose: players are not sent its letter, which tells how many came before it."""
    shown = f"{each.monster.name} (level {each.level})"
    if not game_master:
        return app_commands.Choice(name=cut(shown, MAX_CHOICE_NAME), value=shown[:MAX_CHOICE_NAME])
    name = cut(f"{each.letter} · {shown}", MAX_CHOICE_NAME)
    return app_commands.Choice(name=name, value=f"{each.level}:{each.letter}")
