"""The one answer to an interaction: on time, in the right eyes, and only once.

Discord voids an interaction that is not answered within 3 seconds. Most commands are
done in a few milliseconds and answer at once; one that is slower is deferred after
:data:`DEFER_AFTER` seconds. Who may see the answer is decided before either: the first
response of an interaction fixes it, and what follows a public deferral is public.
"""

from __future__ import annotations

import asyncio
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self, TypeAlias

import discord

if TYPE_CHECKING:
    from types import TracebackType

Interaction: TypeAlias = discord.Interaction[discord.Client]

ANSWERED = "answered"
"""Stands in an interaction's extras once its answer, and not only a deferral, was taken."""

DEFER_AFTER = 1.0
"""Seconds of work after which Discord is told that an answer will come."""


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

    async def send(self, reply: Reply) -> None:
        """Post the answer.

        Raises:
            discord.HTTPException: Discord did not take it.
        """
        if await self._is_deferred():
            await self._interaction.edit_original_response(view=reply.view, attachments=reply.files())
        else:
            await self._interaction.response.send_message(
                view=reply.view, files=reply.files(), ephemeral=self._private
            )
        self._interaction.extras[ANSWERED] = True

    async def replace(self, reply: Reply) -> None:
        """Put the answer in the place of the message whose button was pressed."""
        if await self._is_deferred():
            await self._interaction.edit_original_response(view=reply.view, attachments=reply.files())
        else:
            await self._interaction.response.edit_message(view=reply.view, attachments=reply.files())
        self._interaction.extras[ANSWERED] = True

    async def _defer_in_time(self) -> None:
        await asyncio.sleep(DEFER_AFTER)
        self._is_deferring = True
        await self._interaction.response.defer(ephemeral=self._private, thinking=self._thinking)

    async def _is_deferred(self) -> bool:
        """Whether a deferral went out; from here on none will."""
        if not self._is_deferring:
            self._watch.cancel()
        await asyncio.gather(self._watch, return_exceptions=True)
        return self._interaction.response.is_done()
