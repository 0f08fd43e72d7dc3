"""``/chamber …``: each level's wandering chambers, what rooms are or were."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from discord import app_commands
from discord.ext import commands

from bot.campaign import chambers
from bot.campaign.chamber import MAX_WORDS, Edit, chamber_of
from bot.campaign.chamber_rolls import RolledChambers, Wanted, roll_chambers
from bot.campaign.folding import MAX_NAME
from bot.campaign.schema import Audience
from bot.play import Ask
from bot.play_changes import Rolled
from bot.replies import Answer
from bot.replies.chambers import chamber_list_reply, chamber_reply, skipped_reply
from bot.replies.words import tidy
from cogs._buttons import LastingButton, TurningButton, kit_of
from cogs._campaign import change, guest, turn_buttons
from cogs._chambers import (
    ADDED,
    RARITY_CHOICES,
    ChamberName,
    ChambersForm,
    Level,
    place_of,
    places_of,
    text_of,
)
from cogs._changing import roll_change, roll_change_again
from cogs._options import SHARED_HELP, Faces, Note, Seen, where_kept
from cogs._rolling import Buttons
from tables.chambers import EITHER, KEY, LONGEST_PLACE, Drawn
from tables.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.campaign.changes import Changer
    from bot.kit import Kit
    from bot.play import Played
    from bot.replies import Reply
    from bot.replies.answer import Interaction
    from bot.replies.layout import Part
    from tables.dice import Dice

Name: TypeAlias = app_commands.Range[str, 1, 2 * MAX_NAME]
Words: TypeAlias = app_commands.Range[str, 1, MAX_WORDS]
Place: TypeAlias = app_commands.Range[str, 1, LONGEST_PLACE]
Rooms: TypeAlias = app_commands.Range[str, 1, 200]
Rarity: TypeAlias = str

LEVEL = "The dungeon level whose list it is"
CHAMBER = "The chamber, by its name or number"


@where_kept
class ChambersCog(
    commands.GroupCog, group_name="chamber", group_description="Wandering chambers: what a level's rooms are"
):
    """The wandering chambers."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    @app_commands.command()
    @app_commands.describe(
        level=LEVEL,
        name="What it is, in a few words; leave all names out for a form with a line for each",
        rarity="How rare it is; common unless you say otherwise",
        name2="A second one",
        rarity2="How rare the second is",
        name3="A third one",
        rarity3="How rare the third is",
        text="What game masters read of the first",
        players="What players read of the first, once they know it",
        known="Whether players know of these",
    )
    @app_commands.choices(rarity=RARITY_CHOICES, rarity2=RARITY_CHOICES, rarity3=RARITY_CHOICES)
    async def add(
        self,
        interaction: Interaction,
        level: Level,
        name: Name = "",
        rarity: Rarity = "common",
        name2: Name = "",
        rarity2: Rarity = "common",
        name3: Name = "",
        rarity3: Rarity = "common",
        text: Words = "",
        players: Words = "",
        known: bool = False,
    ) -> None:
        """Put one to three chambers at the end of a level's list."""
        first = Edit(name, rarity, tidy(text), tidy(players), known)
        others = (Edit(name2, rarity2, known=known), Edit(name3, rarity3, known=known))
        found = [chamber_of(each) for each in (first, *others) if (each.name or "").strip()]
        if not found:
            await open_form(interaction, self.kit, level, rarity)
            return
        await change(interaction, self.kit, ADDED, chambers.add_chambers, level, found)

    @app_commands.command(name="list")
    @app_commands.describe(level=LEVEL)
    async def list_chambers(self, interaction: Interaction, level: Level) -> None:
        """List a level's chambers in order of appearance, to you alone, as far as you know them."""
        async with Answer(interaction, private=True) as answer:
            await answer.send(await _page(interaction, self.kit, level, 0))

    @app_commands.command()
    @app_commands.describe(level=LEVEL, chamber=CHAMBER)
    async def show(self, interaction: Interaction, level: Level, chamber: ChamberName) -> None:
        """Show what is known of a chamber, to you alone."""
        async with Answer(interaction, private=True) as answer:
            await answer.send(await _shown(interaction, self.kit, level, chamber))

    @app_commands.command()
    @app_commands.describe(
        level=LEVEL,
        chamber=CHAMBER,
        name="What it is called now",
        rarity="How rare it is now",
        text="What game masters read of it; - for nothing",
        players="What players read of it; - for nothing",
        known="Whether players know of it",
        retired="Whether it is drawn no more",
    )
    @app_commands.choices(rarity=RARITY_CHOICES)
    async def edit(
        self,
        interaction: Interaction,
        level: Level,
        chamber: ChamberName,
        name: Name | None = None,
        rarity: Rarity | None = None,
        text: Words | None = None,
        players: Words | None = None,
        known: bool | None = None,
        retired: bool | None = None,
    ) -> None:
        """Change what is said of a chamber; it keeps its number."""
        edit = Edit(name, rarity, text_of(text), text_of(players), known, retired)
        await change(interaction, self.kit, "chamber.edit", chambers.edit_chamber, level, chamber, edit)

    @app_commands.command()
    @app_commands.describe(level=LEVEL, chamber=CHAMBER)
    async def retire(self, interaction: Interaction, level: Level, chamber: ChamberName) -> None:
        """Draw a chamber no more; it keeps its number, and /chamber edit brings it back."""
        edit = Edit(retired=True)
        await change(interaction, self.kit, "chamber.retire", chambers.edit_chamber, level, chamber, edit)

    @app_commands.command()
    @app_commands.describe(
        level=LEVEL, chamber=CHAMBER, where="The room, such as LEXI-1/12, or the place in words"
    )
    async def place(self, interaction: Interaction, level: Level, chamber: ChamberName, where: Place) -> None:
        """Note where a chamber is."""
        work = chambers.place_chamber
        await change(interaction, self.kit, "chamber.place", work, level, chamber, place_of(where))

    @app_commands.command()
    @app_commands.rename(besides="except")
    @app_commands.describe(
        level=LEVEL,
        unplaced="Only chambers that have no place yet, each once",
        where="Place it there at once: a room such as LEXI-1/12, or words",
        region="Fill rooms of this region, such as LEXI-1, each with a chamber of its own",
        rooms="The region's rooms, such as 1-12,14; those that have a chamber are left out",
        besides="Rooms that are not rolled for, such as 3,7",
        **{**SHARED_HELP, "seen": "Who may see what came; where it is placed at once, the game masters"},
    )
    async def roll(
        self,
        interaction: Interaction,
        level: Level,
        unplaced: bool = False,
        where: Place = "",
        region: Rooms = "",
        rooms: Rooms = "",
        besides: Rooms = "",
        seen: Seen | None = None,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Roll what a room is or was: by rarity, d8 and d12, from the level's own list."""
        places = places_of(where, region, rooms, besides)
        said = {"unplaced": unplaced, "where": where, "region": region, "rooms": rooms, "except": besides}
        options: dict[str, str | int | bool] = {
            "level": level,
            **{name: each for name, each in said.items() if each},
        }
        if places and seen is None:
            seen = Audience.MASTERS
        await roll_change(
            interaction,
            self.kit,
            Ask(KEY, options, faces, note, seen),
            _work(interaction, self.kit, Wanted(level, unplaced, places, skip_named=bool(region))),
            buttons=BUTTONS,
            master=bool(places),
            after=lambda rolled: skipped_reply(rolled.skipped),
        )


class TurnChambers(TurningButton, template=r"undercroft:chambers:(?P<state>[0-9]{1,2}:[0-9]{1,3})"):
    """Turns a level's list to a page; what may be seen is decided anew for whoever presses."""

    kind = "chambers"

    async def page(self, interaction: Interaction, kit: Kit) -> Reply:
        """The page."""
        level, _, page = self.state.partition(":")
        return await _page(interaction, kit, int(level), int(page))


class ShowChamber(LastingButton, template=r"undercroft:chamber:(?P<state>[0-9]{1,2}:[0-9]{1,9})"):
    """Shows a chamber by its level and number, to a game master."""

    kind = "chamber"
    label = "Show it"

    async def press(self, interaction: Interaction) -> None:
        """Show it."""
        level, _, number = self.state.partition(":")
        async with Answer(interaction, private=True) as answer:
            await answer.send(await _shown(interaction, kit_of(interaction), int(level), number))


class DrawAgain(LastingButton, template=r"undercroft:draw:(?P<state>[a-z0-9]{4,16})"):
    """Draws once more what the event of a reference drew, without placing it."""

    kind = "draw"
    label = "Roll again"

    async def press(self, interaction: Interaction) -> None:
        """Draw again."""
        kit = kit_of(interaction)

        def work_of(ask: Ask) -> Callable[[Changer, Dice], Rolled[RolledChambers]]:
            if not _is_plain(ask):
                raise Refusal("What was placed at once is rolled again with /chamber roll.")
            level, unplaced = int(ask.options["level"]), bool(ask.options.get("unplaced"))
            return _work(interaction, kit, Wanted(level, unplaced))

        await roll_change_again(interaction, kit, KEY, self.state, work_of, buttons=BUTTONS)


class InventChamber(LastingButton, template=r"undercroft:invent:(?P<state>[0-9]{1,2}:[a-z-]{1,20})"):
    """Opens the form that adds chambers to a level, of the rarity that was rolled."""

    kind = "invent"
    label = "Invent one now"

    async def press(self, interaction: Interaction) -> None:
        """Open the form."""
        level, _, rarity = self.state.partition(":")
        await open_form(interaction, kit_of(interaction), int(level), "rare" if rarity == EITHER else rarity)


async def open_form(interaction: Interaction, kit: Kit, level: int, rarity: str) -> None:
    """Open the form for a game master, who is looked up first so that nobody writes in vain."""
    await guest(interaction, kit, master=True)
    await interaction.response.send_modal(ChambersForm(level, rarity))


def _below(played: Played) -> list[Part]:
    again: list[Part] = []
    if played.event is not None and _is_plain(played.ask):
        again.append(DrawAgain(played.event.reference))
    return [*again, *_beside(played)]


def _beside(played: Played) -> list[Part]:
    """What a game master may want of a chamber that was drawn: a look at it, or to invent it."""
    drawn, level = played.outcome.value, played.ask.options["level"]
    if not isinstance(drawn, Drawn) or drawn.band is None:
        return []
    if drawn.number is None:
        return [InventChamber(f"{level}:{drawn.band}")]
    return [ShowChamber(f"{level}:{drawn.number}")]


BUTTONS = Buttons(_below, _beside)
"""What may be pressed after a draw."""


def _is_plain(ask: Ask) -> bool:
    """Whether nothing was placed."""
    return not {"where", "region"} & ask.options.keys()


def _work(
    interaction: Interaction, kit: Kit, wanted: Wanted
) -> Callable[[Changer, Dice], Rolled[RolledChambers]]:
    """What draws for whoever asks, now."""
    draw = partial(roll_chambers, wanted=wanted, user_id=interaction.user.id, at=kit.clock())

    def work(changer: Changer, dice: Dice) -> Rolled[RolledChambers]:
        rolled = draw(changer, dice)
        return Rolled(rolled.outcome, rolled, rolled.options)

    return work


async def _page(interaction: Interaction, kit: Kit, level: int, page: int) -> Reply:
    here = await guest(interaction, kit)
    master = here.found.game_master
    found = await kit.store.read(chambers.chamber_page, here.campaign_id, level, page, game_master=master)
    turns = turn_buttons(found.number, more=found.more, button=TurnChambers, state=f"{level}:{{}}")
    return chamber_list_reply(level, found, game_master=master, buttons=turns)


async def _shown(interaction: Interaction, kit: Kit, level: int, wanted: str) -> Reply:
    here = await guest(interaction, kit)
    master = here.found.game_master
    found = await kit.store.read(chambers.chamber_seen, here.campaign_id, level, wanted, game_master=master)
    return chamber_reply(found)
