"""The one answer to an interaction: on time, in the right eyes, and only once.

Discord voids an interaction that is not answered within 3 seconds. Most commands are
done in a few milliseconds and answer at once; one that is slower is deferred after
:data:`DEFER_AFTER` seconds. Who may see the answer is decided before either: the first
response of an interaction fixes it, and what follows a public deferral is public.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self, TypeAlias

import aiohttp
import discord

from tables.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from types import TracebackType

Interaction: TypeAlias = discord.Interaction[discord.Client]

ANSWERED = "answered"
"""Stands in an interaction's extras once its answer, and not only a deferral, was taken."""

DEFER_AFTER = 1.0
"""Seconds of work after which Discord is told that an answer will come."""

ALREADY_ANSWERED = 40060
"""Discord's code for an interaction that has its first response already."""

UNREACHED = (aiohttp.ClientError, OSError)
"""What is raised when the connection to Discord broke: the request may have arrived or not."""

LOST = (discord.DiscordException, RuntimeError, *UNREACHED)
"""What an answer raises that was refused or never reached Discord.

The library's closed session, when the program ends, is a RuntimeError.
"""

OTHER_EYES = "That took too long to be answered to the right people. Nothing was rolled: please try again."
"""Said where a deferral went to other people than the answer may."""


_in_hand: set[asyncio.Task[Any]] = set()
"""The tasks that are answering somebody."""


async def finish_answers(seconds: float) -> None:
    """Give those who are being answered so many seconds to get their answer."""
    if _in_hand:
        await asyncio.wait(_in_hand, timeout=seconds)


def is_already_answered(error: BaseException) -> bool:
    """Whether Discord says that this interaction has its first response."""
    return isinstance(error, discord.HTTPException) and error.code == ALREADY_ANSWERED


async def insist(send: Callable[[], Awaitable[Any]]) -> None:
    """Send, and once more where the connection broke on the way.

    Discord takes the first response to an interaction only once, and an edit twice is the same
    edit, so a request that had arrived after all does no harm.
    """
    try:
        await send()
    except UNREACHED:
        await send()


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of a message: its name gives nothing away, its description is its alt text."""

    name: str
    content: bytes
    description: str | None = None

    @property
    def address(self) -> str:
        """How a component of the same message names it."""
        return f"attachment://{self.name}"


@dataclass(frozen=True, slots=True)
class Reply:
    """A message to be: its components and its files.

    Attributes:
        view: the components, in Components V2.
        attachments: the files that the components show, kept as bytes: a
            :class:`discord.File` can be sent only once.
    """

    view: discord.ui.LayoutView
    attachments: tuple[Attachment, ...] = ()

    def files(self) -> list[discord.File]:
        """The files, made anew for one sending."""
        return [
            discord.File(io.BytesIO(item.content), filename=item.name, description=item.description)
            for item in self.attachments
        ]


class Answer:
    """The answer to one interaction, as a context: inside it, the 3 seconds are kept."""

    def __init__(self, interaction: Interaction, *, private: bool, in_place: bool = False) -> None:
        """Answer ``interaction``, to the asker alone where ``private``.

        ``in_place`` is for a button whose message will be replaced rather than followed.
        """
        self._interaction = interaction
        self._private = private
        self._thinking = not in_place
        self._is_deferring = False

    async def __aenter__(self) -> Self:
        """Start to watch the time."""
        task = asyncio.current_task()
        if task is not None:
            _in_hand.add(task)
            task.add_done_callback(_in_hand.discard)
        self._watch = asyncio.create_task(self._defer_in_time())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop to watch the time, and let a deferral that is under way finish."""
        await self._is_deferred()

    def show_to(self, *, everyone: bool) -> None:
        """Say who may see the answer, where that was learnt only after the watch began.

        Raises:
            Refusal: a deferral has gone to other eyes already; the answer must not follow it.
        """
        if self._private is everyone:
            if self._is_deferring:
                raise Refusal(OTHER_EYES)
            self._private = not everyone

    async def send(self, reply: Reply) -> None:
        """Post the answer.

        Raises:
            discord.HTTPException: Discord did not take it.
            aiohttp.ClientError, OSError: Discord could not be reached.
        """
        response = self._interaction.response
        await self._post(
            reply,
            lambda: response.send_message(view=reply.view, files=reply.files(), ephemeral=self._private),
        )

    async def meanwhile(self, reply: Reply) -> None:
        """Say how far the work has come, where it was slow enough to be deferred; words lost do no harm."""
        if self._is_deferring:
            with contextlib.suppress(*LOST):
                await self._interaction.edit_original_response(view=reply.view, attachments=[])

    async def replace(self, reply: Reply) -> None:
        """Put the answer in the place of the message whose button was pressed.

        Raises:
            discord.HTTPException: Discord did not take it.
            aiohttp.ClientError, OSError: Discord could not be reached.
        """
        response = self._interaction.response
        await self._post(reply, lambda: response.edit_message(view=reply.view, attachments=reply.files()))

    async def whisper(self, reply: Reply) -> None:
        """Tell the asker alone something more, after the answer.

        Raises:
            discord.HTTPException: Discord did not take it.
            aiohttp.ClientError, OSError: Discord could not be reached.
        """
        await self._interaction.followup.send(view=reply.view, files=reply.files(), ephemeral=True)

    async def _post(self, reply: Reply, respond: Callable[[], Awaitable[Any]]) -> None:
        """Give the answer as the first response, or lay it over the deferral."""
        is_deferred = await self._is_deferred()
        if not is_deferred:
            try:
                await insist(respond)
            except discord.HTTPException as problem:
                # A deferral may have reached Discord although we never heard that it did.
                if not (self._is_deferring and is_already_answered(problem)):
                    raise
                is_deferred = True
        if is_deferred:
            await insist(
                lambda: self._interaction.edit_original_response(view=reply.view, attachments=reply.files())
            )
        self._interaction.extras[ANSWERED] = True

    async def _defer_in_time(self) -> None:
        await asyncio.sleep(DEFER_AFTER)
        self._is_deferring = True
        await self._interaction.response.defer(ephemeral=self._private, thinking=self._thinking)

    async def _is_deferred(self) -> bool:
        """Whether a deferral went out; from here on none will."""
        if self._is_deferring:
            await asyncio.gather(self._watch, return_exceptions=True)
        else:
            self._watch.cancel()
        return self._interaction.response.is_done()
