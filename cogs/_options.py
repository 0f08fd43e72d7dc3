"""The border where words become values: an option is read once, here, and refused here.

What cannot be read is answered at once and privately, before anything was rolled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import discord
from discord import app_commands

from bot.campaign.schema import Audience
from bot.replies.rolls import MAX_NOTE
from bot.replies.words import cut, tidy
from tables import catalog, notation, procedures
from tables.dice import parse_faces
from tables.errors import OptionError, UnknownTable
from tables.monster_file import bestiary, price_list
from tables.names import LONGEST_NAME, search

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.replies.answer import Interaction
    from tables.procedure import Option

MAX_CHOICES = 25
"""Choices that Discord shows of an autocomplete."""

MAX_HELP = 100
"""Characters of an option's description."""

MAX_CHOICE_NAME = 100
"""Characters of a choice's name, and of its value."""

Choices: TypeAlias = list[app_commands.Choice[str]]

SEEN = [
    app_commands.Choice(name="everyone", value=Audience.EVERYONE.value),
    app_commands.Choice(name="me and the game masters", value=Audience.SHARED.value),
    app_commands.Choice(name="game masters only (a blind roll)", value=Audience.MASTERS.value),
]


class SeenTransformer(app_commands.Transformer):
    """Who may learn what came."""

    @property
    def choices(self) -> list[app_commands.Choice[int | float | str]]:
        """The three audiences, in plain words."""
        return list(SEEN)  # type: ignore[arg-type] - choices of text are choices

    async def transform(self, interaction: Interaction, value: Any, /) -> Audience:  # noqa: ANN401, ARG002
        """The audience; Discord sends only a value of the choices, others send anything."""
        try:
            return Audience(str(value))
        except ValueError:
            raise OptionError("Pick who may see the roll from the choices of seen.") from None


class FacesTransformer(app_commands.Transformer):
    """Dice thrown at the table."""

    async def transform(self, interaction: Interaction, value: Any, /) -> tuple[int, ...]:  # noqa: ANN401, ARG002
        """The faces in order; refused where they cannot be faces."""
        return parse_faces(str(value))


class NoteTransformer(app_commands.Transformer):
    """Why it is rolled."""

    @property
    def max_value(self) -> int:
        """Characters that a note holds."""
        return MAX_NOTE

    async def transform(self, interaction: Interaction, value: Any, /) -> str:  # noqa: ANN401, ARG002
        """The note, without what cannot be seen."""
        note = " ".join(tidy(str(value)).split())
        if len(note) > MAX_NOTE:
            raise OptionError(f"A note holds {MAX_NOTE} characters, and yours has {len(note):,}: shorten it.")
        return note


class PlaceTransformer(app_commands.Transformer):
    """A channel, forum or thread where people play."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """Discord offers its channels."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """Those that people write in; Discord's own document knows no more of them than these."""
        kind = discord.ChannelType
        threads = [kind.public_thread, kind.private_thread, kind.news_thread]
        return [kind.text, kind.news, kind.forum, kind.voice, *threads]

    async def transform(self, interaction: Interaction, value: Any, /) -> AnyPlace:  # noqa: ANN401, ARG002
        """The channel as Discord tells of it."""
        return value


class NotationTransformer(app_commands.Transformer):
    """Dice notation, read before anything is rolled."""

    async def transform(self, interaction: Interaction, value: Any, /) -> str:  # noqa: ANN401, ARG002
        """The notation as typed; refused where it cannot be rolled."""
        notation.parse(str(value))
        return str(value)


class RollableTransformer(app_commands.Transformer):
    """A table or procedure, by its key or by its title."""

    async def transform(self, interaction: Interaction, value: Any, /) -> str:  # noqa: ANN401, ARG002
        """The key; people may send any text, so it is looked up again."""
        return key_of(str(value))

    async def autocomplete(self, interaction: Interaction, value: Any, /) -> Choices:  # noqa: ANN401, ARG002  # type: ignore[override] - narrower on purpose
        """Whatever bears the typed words in its key or title."""
        return choices_of(matching(str(value)))


class TableKeyTransformer(RollableTransformer):
    """A table proper, which has rows to show."""

    async def transform(self, interaction: Interaction, value: Any, /) -> str:  # noqa: ANN401
        """The key of a table; refused for a procedure of several tables."""
        key = await super().transform(interaction, value)
        if key not in catalog.load().by_key:
            raise OptionError(f"{procedures.titles()[key]} has no rows to show: roll it with /table roll.")
        return key

    async def autocomplete(self, interaction: Interaction, value: Any, /) -> Choices:  # noqa: ANN401, ARG002  # type: ignore[override] - narrower on purpose
        """Whatever bears the typed words and has rows."""
        tables = catalog.load().by_key
        return choices_of([(key, title) for key, title in matching(str(value)) if key in tables])


class MonsterTransformer(app_commands.Transformer):
    """A monster's name."""

    @property
    def max_value(self) -> int:
        """Characters that a name has at most."""
        return LONGEST_NAME

    async def transform(self, interaction: Interaction, value: Any, /) -> str:  # noqa: ANN401, ARG002
        """The name as typed, without what cannot be seen; the rules know whether there is such a monster."""
        return tidy(str(value))

    async def autocomplete(self, interaction: Interaction, value: Any, /) -> Choices:  # noqa: ANN401  # type: ignore[override] - narrower on purpose
        """The monsters of the chosen scheme that bear the typed words in their name."""
        of_prices = getattr(interaction.namespace, "scheme", "") == "arneson"
        names = {monster.name: monster.name for monster in (price_list() if of_prices else bestiary()).every}
        found = search(tidy(str(value)), names)[:MAX_CHOICES]
        return [app_commands.Choice(name=name, value=name) for name in found]


def choices_for(key: str, name: str) -> list[app_commands.Choice[str]]:
    """The choices of a procedure's option, as its declaration words them."""
    option = _option(key, name)
    return [
        app_commands.Choice(name=cut(choice.title, MAX_CHOICE_NAME), value=choice.value)
        for choice in option.choices
    ]


def help_for(key: str, *names: str) -> dict[str, str]:
    """What options of a procedure are, for a command's description of them, with the shared ones."""
    return {name: _help_of(_option(key, name)) for name in names} | SHARED_HELP


def _help_of(option: Option) -> str:
    """What an option is, and what it is set to where nothing is said, if there is room for that."""
    said = option.help[:1].upper() + option.help[1:]
    unsaid = {choice.value: choice.title.partition(":")[0] for choice in option.choices}.get(
        str(option.default), str(option.default or "") if option.kind == "number" else ""
    )
    whole = f"{said}; {unsaid} unless you{' or the campaign' * _may_be_chosen(option)} say otherwise"
    return whole if unsaid and len(whole) <= MAX_HELP else cut(said, MAX_HELP)


def _may_be_chosen(option: Option) -> bool:
    """Whether a campaign may choose an option once for all of its rolls."""
    return option.name in {"edition", "scheme"}


def _option(key: str, name: str) -> Option:
    return next(option for option in procedures.find(key).options if option.name == name)


def given(**options: str | int | bool | None) -> dict[str, str | int | bool]:
    """The options that somebody gave; the others are as the campaign has chosen, or as the program has it."""
    return {name: value for name, value in options.items() if value is not None}


def choices_of(found: Sequence[tuple[str, str]]) -> Choices:
    """As many of the pairs of key and title as Discord shows, the first ones."""
    return [
        app_commands.Choice(name=choice_name(key, title), value=key) for key, title in found[:MAX_CHOICES]
    ]


def choice_name(key: str, title: str) -> str:
    """How a choice shows something that can be rolled."""
    return cut(f"{title} ({key})", MAX_CHOICE_NAME)


def key_of(text: str) -> str:
    """The key of what a person named by key or title.

    Raises:
        UnknownTable: nothing is called that; the message suggests what is.
    """
    wanted = tidy(text).casefold()
    for key, title in procedures.titles().items():
        if wanted in {key.casefold(), title.casefold(), choice_name(key, title).casefold()}:
            return key
    raise UnknownTable(procedures.no_such_table(text))


def matching(text: str) -> list[tuple[str, str]]:
    """Pairs of key and title that bear the words typed so far, the best first; all of them for none."""
    titles = procedures.titles()
    return [(key, titles[key]) for key in procedures.search(tidy(text))]


AnyPlace: TypeAlias = app_commands.AppCommandChannel | app_commands.AppCommandThread
Place: TypeAlias = app_commands.Transform[AnyPlace, PlaceTransformer]
Seen: TypeAlias = app_commands.Transform[Audience, SeenTransformer]
Faces: TypeAlias = app_commands.Transform[tuple[int, ...], FacesTransformer]
Note: TypeAlias = app_commands.Transform[str, NoteTransformer]
Notation: TypeAlias = app_commands.Transform[str, NotationTransformer]
Rollable: TypeAlias = app_commands.Transform[str, RollableTransformer]
TableKey: TypeAlias = app_commands.Transform[str, TableKeyTransformer]
MonsterName: TypeAlias = app_commands.Transform[str, MonsterTransformer]

SHARED_HELP = {
    "seen": "Who may see what came; everyone, unless you or the campaign say otherwise",
    "faces": "Dice thrown at the table, in order, such as 5,3; the bot throws if you leave this out",
    "note": "Why you roll",
}
"""What the options shared by all rolling commands say of themselves."""

CommandT = TypeVar("CommandT")


def anywhere(command: CommandT) -> CommandT:
    """Mark a command for servers, direct messages and other people's channels."""
    contexts = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    return app_commands.allowed_installs(guilds=True, users=True)(contexts(command))


def where_kept(command: CommandT) -> CommandT:
    """Mark a command for where there is a campaign: servers with the bot, and direct messages with it."""
    contexts = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    return app_commands.allowed_installs(guilds=True, users=False)(contexts(command))
