"""Words of people about wandering chambers into values: naming one, and writing several in a form."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands

from bot import play
from bot.campaign import chambers
from bot.campaign.chamber import Edit, chamber_of
from bot.campaign.folding import MAX_NAME
from bot.campaign.schema import Audience
from bot.replies import Answer
from bot.replies.chambers import lost_words_reply
from bot.replies.notes import change_reply
from bot.replies.words import tidy
from cogs._buttons import kit_of
from cogs._campaign import guest, send
from cogs._forms import LastingForm, level_of
from cogs._options import MAX_CHOICES, Choices
from cogs._rolling import seat_of, visitor_of
from tables.chambers import RARITIES
from tables.errors import OptionError, Refusal
from tables.names import fold, search
from tables.procedure import MOST_LEVEL
from tables.region_codes import parse_region, parse_room
from tables.room_lists import rooms_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.campaign.chamber import Chamber
    from bot.replies.answer import Interaction

Level: TypeAlias = app_commands.Range[int, 1, MOST_LEVEL]

ADDED = "chamber.add"
"""The kind of event that adds chambers."""

RARITY_CHOICES = [app_commands.Choice(name=words, value=value) for value, words in RARITIES.items()]

LINES = "lines"
"""The field of the form."""

NOTHING = "-"
"""Written where a text is to be empty."""

_TEXT = re.compile(r"\s+(?:—|–|--|-)\s+")
"""What stands between a name and a text in a form's line."""


class ChamberTransformer(app_commands.Transformer):
    """A chamber of the level that was chosen; it is looked up once the campaign is known."""

    async def transform(self, interaction: Interaction, value: Any, /) -> str:  # noqa: ANN401, ARG002
        """The words as typed, without what cannot be seen; people may send any text."""
        return tidy(str(value))[: 2 * MAX_NAME]

    async def autocomplete(self, interaction: Interaction, value: Any, /) -> Choices:  # noqa: ANN401  # type: ignore[override] - narrower on purpose
        """The level's chambers that this person may know of and that bear the typed words."""
        level = getattr(interaction.namespace, "level", None)
        seat = seat_of(interaction)
        if not isinstance(level, int) or seat.guild_id is None:
            return []
        kit = kit_of(interaction)
        try:
            found = await play.arrive(kit, seat, visitor_of(interaction))
            if found.campaign_id is None:
                return []
            seen = await kit.store.read(
                chambers.chambers_seen, found.campaign_id, level, game_master=found.game_master
            )
        except Refusal:
            return []
        names = search(tidy(str(value)), {each.name: each.name for each in seen})
        return [app_commands.Choice(name=name, value=name) for name in names[:MAX_CHOICES]]


ChamberName: TypeAlias = app_commands.Transform[str, ChamberTransformer]


def chamber_in(line: str, rarity: str = "common") -> Chamber:
    """The chamber of a form's line: "rare: Orrery — brass spheres", where only the name must be.

    Raises:
        Refusal: it cannot be called so.
    """
    before, colon, after = line.partition(":")
    rarities = {fold(name): value for value, words in RARITIES.items() for name in (value, words)}
    said = rarities.get(fold(before)) if colon else None
    name, *text = _TEXT.split(after if said else line, maxsplit=1)
    return chamber_of(Edit(name, said or rarity, " ".join(text).strip() or None))


def places_of(where: str, region: str, rooms: str, besides: str) -> tuple[str, ...]:
    """Where what is drawn is to be placed, each place as it is kept."""
    if where and (region or rooms):
        raise OptionError("Say either where, for one place, or region and rooms, for many.")
    if where:
        return (place_of(where),)
    if bool(region) != bool(rooms) or (besides and not rooms):
        raise OptionError("A region needs its rooms and rooms their region: LEXI-1 and 1-12,14, for example.")
    if not region:
        return ()
    code = parse_region(region)
    left_out = frozenset(rooms_of(code, besides) if besides else ())
    found = tuple(room.code for room in rooms_of(code, rooms) if room not in left_out)
    if not found:
        raise OptionError("No room is left to roll for: all of them are excepted.")
    return found


def place_of(where: str) -> str:
    """A place as it is kept: a room by its code, anything else as it was said."""
    try:
        return parse_room(where).code
    except OptionError:
        place = " ".join(tidy(where).split())
    if not place:
        raise OptionError("A place needs at least one sign that can be seen. Nothing was changed.")
    return place


def text_of(given: str | None) -> str | None:
    """What a text is to be: nothing where a dash is written, as it was where nothing is said."""
    return None if given is None else "" if given.strip() == NOTHING else tidy(given)


class ChambersForm(LastingForm):
    """Adds the chambers of its lines to a level; its state: the level, and the rarity of bare lines."""

    kind = "chambers"

    def __init__(self, level: int, rarity: str = "common") -> None:
        super().__init__(f"{level}:{rarity}", f"Wandering chambers of level {level}")
        lines: discord.ui.TextInput[Any] = discord.ui.TextInput(
            style=discord.TextStyle.paragraph,
            custom_id=LINES,
            placeholder="rare: Orrery — brass spheres, one of them missing",
            max_length=4_000,
        )
        hint = f"common, uncommon, rare or very rare before a colon; {RARITIES[rarity]} where you say none"
        self.ask("A line for each: rarity: name — text", hint, lines)

    @classmethod
    async def submitted(cls, interaction: Interaction, state: str, written: Mapping[str, str]) -> None:
        """Add them; where they cannot be added, nobody loses what was written."""
        level, _, rarity = state.partition(":")
        text = tidy(written.get(LINES, ""))
        kit = kit_of(interaction)
        async with Answer(interaction, private=True) as answer:
            here = await guest(interaction, kit, master=True)
            new = play.new_event(kit, here.seat, ADDED, Audience.MASTERS)
            try:
                found = [chamber_in(line, rarity) for line in text.split("\n") if line.strip()]
                changed = await kit.store.write(chambers.add_chambers, new, level_of(level), found)
            except Refusal as problem:
                await answer.send(lost_words_reply(str(problem), text))
                return
            await send(kit, answer, changed, change_reply(changed.recorded))
