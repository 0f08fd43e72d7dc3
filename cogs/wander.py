"""``/wander …``: a region's two sets of six, a level's quadrants, and the wandering check."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from discord import app_commands
from discord.ext import commands

from bot import play
from bot.campaign import wander
from bot.campaign.schema import Audience
from bot.campaign.wander import Setting
from bot.campaign.wander_labels import LONGEST_SET
from bot.play import Ask
from bot.play_changes import Rolled
from bot.replies import Answer
from bot.replies.wander import OVERVIEW_PAGE, overview_lines, overview_reply, quadrants_reply, region_reply
from bot.replies.words import tidy
from cogs._buttons import LastingButton, TurningButton, kit_of
from cogs._campaign import change, guest, turn_buttons
from cogs._changing import roll_change, roll_change_again
from cogs._options import SHARED_HELP, Faces, Note, Seen, choices_for, where_kept
from cogs._regions import RegionCode, region_of
from cogs._rolling import EYES, USUAL, Buttons, tell
from tables.errors import OptionError
from tables.procedure import MOST_LEVEL
from tables.wandering import KEY as CHECK
from tables.wandering_lists import (
    LONGEST_ENCOUNTER,
    QUADRANTS,
    READINGS,
    SET,
    Quadrant,
    roll_list,
    roll_quadrant,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from bot.campaign.changes import Changer
    from bot.kit import Kit
    from bot.play import Played
    from bot.replies import Reply
    from bot.replies.answer import Interaction
    from bot.replies.layout import Part
    from cogs._campaign import Guest
    from tables.dice import Dice
    from tables.region_codes import Region

ROLL = "wander.roll"
"""The kind of event that a roll on a wandering list is."""

Level: TypeAlias = app_commands.Range[int, 1, MOST_LEVEL]
Six: TypeAlias = app_commands.Range[str, 1, LONGEST_SET]
Encounter: TypeAlias = app_commands.Range[str, 1, LONGEST_ENCOUNTER]
FirstOn: TypeAlias = app_commands.Range[int, 1, SET - 1]

QUADRANT_CHOICES = [app_commands.Choice(name=name, value=str(number)) for number, name in QUADRANTS.items()]
READING_CHOICES = [
    app_commands.Choice(name=f"{value}: {words}", value=value) for value, words in READINGS.items()
]
SEEN_HELP = {**SHARED_HELP, "seen": "Who may see what came; the game masters only, unless you say otherwise"}

WHICH = "Say a region, such as LEXI-1, or a level for its quadrants."
NOT_BOTH = "Say a region or a level, not both: a region has its sets, a level its quadrants."
NO_QUADRANT = "Say which quadrant of the level this encounter is prepared for."
ONLY_QUADRANTS = "A level has quadrants: say a quadrant and its encounter, and no sets."


@where_kept
class WanderCog(
    commands.GroupCog, group_name="wander", group_description="Wandering monsters: lists, quadrants, checks"
):
    """Wandering lists."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    @app_commands.command(name="list")
    @app_commands.describe(region="A region, such as LEXI-1", level="A level, for its quadrants")
    async def list_lists(
        self, interaction: Interaction, region: RegionCode | None = None, level: Level | None = None
    ) -> None:
        """Show a region's wandering list or a level's quadrants; without either, what there is."""
        if region is not None and level is not None:
            raise OptionError(NOT_BOTH)
        async with Answer(interaction, private=True) as answer:
            here = await guest(interaction, self.kit, master=True)
            await answer.send(await _shown(self.kit, here, region, level))

    @app_commands.command(name="set")
    @app_commands.describe(
        region="The region, such as LEXI-1; without one, how dice are read everywhere",
        first="Six letters of the level's list, or names with commas; a - empties the set",
        second="The second set of six; new names are entered on the level's list",
        reading="How the two dice are read",
        first_on="The first set is chosen by 1 to this number; 4 unless you say otherwise",
        level="A level instead, for its quadrants",
        quadrant="The quadrant of the level",
        encounter="What is prepared there; dice in braces are rolled: {2d6} orcs; a - takes it away",
    )
    @app_commands.choices(reading=READING_CHOICES, quadrant=QUADRANT_CHOICES)
    async def set_list(
        self,
        interaction: Interaction,
        region: RegionCode | None = None,
        first: Six | None = None,
        second: Six | None = None,
        reading: str | None = None,
        first_on: FirstOn | None = None,
        level: Level | None = None,
        quadrant: str | None = None,
        encounter: Encounter | None = None,
    ) -> None:
        """Set a region's two sets of six, how their dice are read, or a quadrant's encounter."""
        setting = Setting(
            region=region,
            first=None if first is None else tidy(first),
            second=None if second is None else tidy(second),
            reading=reading,
            first_on=first_on,
        )
        if level is None and quadrant is None and encounter is None:
            await change(interaction, self.kit, "wander.set", wander.set_list, setting)
            return
        if setting != Setting(region=None):
            raise OptionError(NOT_BOTH if region is not None else ONLY_QUADRANTS)
        if level is None or quadrant is None or encounter is None:
            raise OptionError(NO_QUADRANT)
        prepared = " ".join(tidy(encounter).split()).removesuffix(".")
        prepared = "" if prepared in {"-", "–", "—"} else prepared
        await change(
            interaction, self.kit, "wander.prepare", wander.prepare, level, _number_of(quadrant), prepared
        )

    @app_commands.command(name="roll")
    @app_commands.describe(
        region="The region, such as LEXI-1",
        reading="How the two dice are read; as the region has it, unless you say otherwise",
        level="A level instead, for its quadrants",
        quadrant="The quadrant where the party is; a d4 chooses unless you say otherwise",
        **SEEN_HELP,
    )
    @app_commands.choices(reading=READING_CHOICES, quadrant=QUADRANT_CHOICES)
    async def roll_list(
        self,
        interaction: Interaction,
        region: RegionCode | None = None,
        reading: str | None = None,
        level: Level | None = None,
        quadrant: str | None = None,
        seen: Seen = Audience.MASTERS,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Roll who wanders in a region, or which quadrant's encounter comes, to the game masters."""
        if region is not None and (level is not None or quadrant is not None):
            raise OptionError(NOT_BOTH)
        if region is not None:
            await _roll_region(interaction, self.kit, region, Ask(ROLL, {}, faces, note, seen), reading)
            return
        if level is None:
            raise OptionError(WHICH)
        there = 0 if quadrant is None else _number_of(quadrant)
        options: dict[str, str | int | bool] = {"level": level, **({"quadrant": there} if there else {})}
        ask = Ask(ROLL, options, faces, note, seen)
        await roll_change(
            interaction, self.kit, ask, _quadrant_comes(level, there), buttons=AGAIN, master=True
        )

    @app_commands.command()
    @app_commands.describe(
        region="The region where the party is, whose list is offered if somebody comes",
        rules="Whose rules for the check; the campaign's, unless you say otherwise",
        level="The dungeon level; the region's, unless you say otherwise",
        **SEEN_HELP,
    )
    @app_commands.choices(rules=choices_for(CHECK, "rules"))
    async def check(
        self,
        interaction: Interaction,
        region: RegionCode | None = None,
        rules: str | None = None,
        level: Level | None = None,
        seen: Seen = Audience.MASTERS,
        faces: Faces | None = None,
        note: Note = "",
    ) -> None:
        """Roll whether monsters wander in, by the campaign's rules, to the game masters."""
        options: dict[str, str | int | bool] = {} if rules is None else {"rules": rules}
        if level is not None or region is not None:
            options["level"] = level or (region.level if region is not None else 1)
        ask = Ask(CHECK, options, faces, note, seen)
        async with Answer(interaction, private=seen is not Audience.EVERYONE) as answer:
            here = await guest(interaction, self.kit, master=True)
            ask = play.settled(ask, here.found)
            play.check(ask, here.seat)
            played = await play.roll(self.kit, ask, here.seat, here.found)
            buttons = USUAL if region is None else _with_list(region)
            await tell(interaction, self.kit, answer, played, here.found, buttons=buttons)


class WhoComes(LastingButton, template=r"undercroft:wander:(?P<state>[esm]:[A-Z]{1,4}-[1-9][0-9]?)"):
    """Rolls a region's list after a check, for the same eyes; only a game master may."""

    kind = "wander"

    async def press(self, interaction: Interaction) -> None:
        """Roll it."""
        eyes, _, code = self.state.partition(":")
        ask = Ask(ROLL, {}, seen=EYES[eyes])
        await _roll_region(interaction, kit_of(interaction), region_of(code), ask, None)


class TurnWander(TurningButton, template=r"undercroft:wanderlist:(?P<state>[0-9]{1,4})"):
    """Turns the list of wandering lists to a page."""

    kind = "wanderlist"

    async def page(self, interaction: Interaction, kit: Kit) -> Reply:
        """The page."""
        return await _overview(kit, await guest(interaction, kit, master=True), int(self.state))


class WanderAgain(LastingButton, template=r"undercroft:wanderagain:(?P<state>[a-z0-9]{4,16})"):
    """Rolls the same list or the same quadrants once more, for the same eyes; only a game master may."""

    kind = "wanderagain"
    label = "Roll again"

    async def press(self, interaction: Interaction) -> None:
        """Roll again."""
        kit = kit_of(interaction)
        await roll_change_again(interaction, kit, ROLL, self.state, _as_asked, buttons=AGAIN, master=True)


def _again(played: Played) -> list[Part]:
    return [] if played.event is None else [WanderAgain(played.event.reference)]


AGAIN = Buttons(_again, lambda _: [])
"""What may be pressed after a roll: the encounter is there, so only another one follows."""


def _as_asked(ask: Ask) -> Callable[[Changer, Dice], Rolled[Any]]:
    """What rolls by the options of an earlier roll."""
    if "region" in ask.options:
        reading = ask.options.get("reading")
        return _somebody_comes(
            region_of(str(ask.options["region"])), None if reading is None else str(reading)
        )
    return _quadrant_comes(int(ask.options["level"]), int(ask.options.get("quadrant", 0)))


def _with_list(region: Region) -> Buttons:
    """The region's list, where somebody comes; what else follows a check after it."""

    def below(played: Played) -> list[Part]:
        usual = USUAL.below(played)
        if played.outcome.value != "monster":
            return usual
        eyes = next(sign for sign, audience in EYES.items() if audience is played.seen)
        return [WhoComes(f"{eyes}:{region.code}", f"Who comes, by {region.code}"), *usual]

    return Buttons(below, USUAL.beside)


async def _roll_region(
    interaction: Interaction, kit: Kit, region: Region, ask: Ask, reading: str | None
) -> None:
    """Roll a region's list; ``reading`` counts before its own."""
    if reading is not None and reading not in READINGS:
        raise OptionError("Pick one of the choices of reading.")
    options: dict[str, str | int | bool] = {"region": region.code}
    if reading is not None:
        options["reading"] = reading
    ask = Ask(ask.key, options, ask.faces, ask.note, ask.seen)
    await roll_change(interaction, kit, ask, _somebody_comes(region, reading), buttons=AGAIN, master=True)


def _somebody_comes(region: Region, reading: str | None) -> Callable[[Changer, Dice], Rolled[Any]]:
    def work(changer: Changer, dice: Dice) -> Rolled[Any]:
        listed = wander.to_roll(wander.standing(changer.lists, region), reading)
        return Rolled(roll_list(listed, dice), None)

    return work


def _number_of(quadrant: str) -> int:
    """A quadrant by its choice; people may send anything."""
    if quadrant not in map(str, QUADRANTS):
        raise OptionError("Pick one of the choices of quadrant.")
    return int(quadrant)


def _quadrant_comes(level: int, quadrant: int) -> Callable[[Changer, Dice], Rolled[Quadrant]]:
    def work(changer: Changer, dice: Dice) -> Rolled[Quadrant]:
        prepared = wander.prepared(changer.lists, level)
        if not prepared:
            raise OptionError(f"No quadrant of level {level} is prepared yet: /wander set prepares them.")
        outcome = roll_quadrant(level, prepared, dice, quadrant)
        return Rolled(outcome, outcome.value)

    return work


async def _shown(kit: Kit, here: Guest, region: Region | None, level: int | None) -> Reply:
    if region is not None:
        found = await kit.store.read(wander.list_of, here.campaign_id, region)
        return region_reply(found, here.found.settings.checks)
    if level is not None:
        prepared = await kit.store.read(wander.quadrants_of, here.campaign_id, level)
        return quadrants_reply(level, prepared)
    return await _overview(kit, here, 0)


async def _overview(kit: Kit, here: Guest, page: int) -> Reply:
    found = await kit.store.read(wander.overview, here.campaign_id)
    more = len(overview_lines(found)) > (page + 1) * OVERVIEW_PAGE
    return overview_reply(found, page, turn_buttons(page, more=more, button=TurnWander, state="{}"))
