"""The one place where an error becomes words.

A person reads one kind sentence, privately where that is still possible. What was
foreseen (a :class:`~tables.errors.Refusal`) says its own sentence; what was not is
logged under a short reference, and the sentence names that reference.
"""

from __future__ import annotations

import logging
import secrets
from typing import TYPE_CHECKING, Any, cast

import discord
from discord import app_commands

from bot.replies.answer import ANSWERED, LOST, insist, is_already_answered
from bot.replies.words import escape
from tables.errors import OptionError, Refusal

if TYPE_CHECKING:
    from bot.replies.answer import Interaction

log = logging.getLogger(__name__)

STALE = (
    "This command has changed since your Discord last looked: wait a minute, reload Discord and try again."
)
NOT_HERE = "That does not work here: use it in a channel of a server that I am a member of."
NOT_ALLOWED = "You may not do that here: ask somebody who manages this server."
UNREADABLE = "I could not read that option: pick one of the choices, or see the command's help."

NOT_DONE = "That could not be done."

UNKNOWN_INTERACTION = 10062

LARGEST = 2**53
"""The largest whole number that Discord sends, and the smallest below zero."""

_NUMBER = "{} takes a whole number {}: give one."


class Tree(app_commands.CommandTree[Any]):
    """The commands, with one way for all their errors."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Let no option reach a command that is not of the type and size that the command declares.

        Discord sends none, but whoever writes to a bot by hand may send anything.
        """
        try:
            fit_options(interaction)
        except Refusal as problem:
            await explain(interaction, problem)
            return False
        return True

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Tell the person what went wrong."""
        await explain(interaction, error)


def fit_options(interaction: Interaction) -> None:
    """Make text of what has to be text, and refuse any other value that its option cannot have.

    While an option is being completed nobody is refused: what cannot be is left out then.

    Raises:
        OptionError: no number, or one that the option does not take; neither yes nor no.
    """
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return
    declared = {parameter.display_name: parameter for parameter in command.parameters}
    given = _leaves(cast("dict[str, Any]", interaction.data))
    for option in tuple(given):
        parameter = declared.get(str(option.get("name")))
        if parameter is None or "value" not in option:
            continue
        problem = _misfit(option, parameter)
        if problem and interaction.type is discord.InteractionType.autocomplete:
            given.remove(option)
        elif problem:
            raise OptionError(problem)


def _leaves(data: dict[str, Any]) -> list[dict[str, Any]]:
    """The options themselves, below groups and subcommands."""
    options: list[dict[str, Any]] = data.get("options") or []
    if len(options) == 1 and options[0].get("type") in {1, 2}:
        return _leaves(options[0])
    return options


def _misfit(option: dict[str, Any], parameter: app_commands.Parameter) -> str:
    """What is wrong with an option's value in a sentence, or nothing; text is made of what has to be text."""
    value, kind = option["value"], parameter.type
    if kind is discord.AppCommandOptionType.string:
        if not isinstance(value, str):
            option["value"], option["type"] = str(value), kind.value
        return ""
    if kind is discord.AppCommandOptionType.boolean:
        return "" if isinstance(value, bool) else f"Say yes or no for {parameter.display_name}."
    if kind is not discord.AppCommandOptionType.integer:
        return ""
    least, most = parameter.min_value, parameter.max_value
    is_number = isinstance(value, int) and not isinstance(value, bool)
    if is_number and (least is None or value >= least) and (most is None or value <= most):
        return (
            ""
            if abs(value) <= LARGEST
            else _NUMBER.format(parameter.display_name, "of a size that I can count")
        )
    if least is None:
        return _NUMBER.format(parameter.display_name, "for it")
    return _NUMBER.format(
        parameter.display_name, f"from {least:,}" + ("" if most is None else f" to {most:,}")
    )


async def explain(interaction: Interaction, error: BaseException) -> None:
    """Answer an interaction that ended in ``error``."""
    if is_already_answered(_cause(error)) or is_too_late(_cause(error)):
        log.info("interaction %s was answered elsewhere, or too late", interaction.id)
        return
    await _tell(interaction, words_for(interaction, error))


def words_for(interaction: Interaction, error: BaseException) -> str:
    """The sentence for an error; one that nobody foresaw is logged under a reference."""
    cause = _cause(error)
    if isinstance(cause, Refusal):
        return str(cause)
    if isinstance(cause, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return STALE
    if isinstance(cause, app_commands.BotMissingPermissions):
        names = _permissions(cause.missing_permissions)
        return f"I need the permission {names} here: ask an admin to give it to me."
    if isinstance(cause, app_commands.NoPrivateMessage):
        return NOT_HERE
    if isinstance(cause, app_commands.CheckFailure):
        return NOT_ALLOWED
    if isinstance(cause, app_commands.TransformerError):
        return UNREADABLE
    reference = secrets.token_hex(3)
    command = interaction.command.qualified_name if interaction.command else interaction.type.name
    log.error("error %s in %s (interaction %s)", reference, command, interaction.id, exc_info=cause)
    return (
        f"Something went wrong on my side. Its reference for the host's log is {reference}; "
        "what was kept, if anything, is in /history show."
    )


def is_too_late(error: BaseException) -> bool:
    """Whether Discord says that this interaction can have no answer any more."""
    return isinstance(error, discord.HTTPException) and error.code == UNKNOWN_INTERACTION


async def _tell(interaction: Interaction, words: str) -> None:
    """Say it to the one person, whatever has been answered so far."""
    response = interaction.response
    try:
        if not response.is_done():
            await insist(lambda: response.send_message(view=_sentence(words), ephemeral=True))
            return
        # A button that turns a page has the page for its original response, which stays.
        is_thinking = response.type is discord.InteractionResponseType.deferred_channel_message
        is_deferred = is_thinking and ANSWERED not in interaction.extras
        is_left = is_deferred and await _end_deferral(interaction)
        await interaction.followup.send(view=_sentence(words), ephemeral=True)
        if is_left:
            await interaction.delete_original_response()
    except LOST as problem:
        log.warning("interaction %s could not be told its error: %s", interaction.id, problem)


async def _end_deferral(interaction: Interaction) -> bool:
    """End "is thinking"; whether a message is left in its place, to be deleted afterwards.

    The first message after a deferral takes the deferral's visibility, so a sentence for one
    person must not be that message. A thread that was locked meanwhile lets nothing be changed,
    only deleted.
    """
    try:
        await interaction.edit_original_response(view=_sentence(NOT_DONE))
    except discord.HTTPException:
        await interaction.delete_original_response()
        return False
    return True


def _sentence(words: str) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(escape(words)))
    return view


def _cause(error: BaseException) -> BaseException:
    """What lies below the wrappings of the library."""
    if isinstance(error, app_commands.CommandInvokeError):
        return error.original
    if isinstance(error, app_commands.TransformerError) and error.__cause__ is not None:
        return error.__cause__
    return error


def _permissions(names: list[str]) -> str:
    return " and ".join(name.replace("_", " ").title() for name in names)
