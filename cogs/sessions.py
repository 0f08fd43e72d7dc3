"""``/session …``: evenings of play, what their dice promised, and what they came to."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, TypeAlias

from discord import app_commands
from discord.ext import commands

from bot import play
from bot.campaign.changes import Changed
from bot.campaign.errors import SessionOpen
from bot.campaign.overviews import digest, overview
from bot.campaign.publishing import publish, publish_secrets
from bot.campaign.sessions import MAX_WORDS, close_session, open_with_words, session
from bot.replies import Answer
from bot.replies.answer import LOST
from bot.replies.sessions import (
    MAY_NOT,
    NO_FILE,
    ask_secrets_reply,
    closed_reply,
    digest_reply,
    opened_reply,
    secrets_reply,
    session_file,
    session_reply,
)
from bot.replies.words import tidy
from cogs._buttons import LastingButton, TurningButton, kit_of
from cogs._campaign import guest, send, turn_buttons
from cogs._options import where_kept

if TYPE_CHECKING:
    from bot.campaign.publishing import Published
    from bot.kit import Kit
    from bot.replies import Reply
    from bot.replies.answer import Attachment, Interaction

log = logging.getLogger(__name__)

Number: TypeAlias = app_commands.Range[int, 1, 1_000_000]
Words: TypeAlias = app_commands.Range[str, 1, MAX_WORDS]

SECRETS_HELP = "For game masters: publish its secrets too; you are asked once more, and told what that tells"


@where_kept
class SessionsCog(
    commands.GroupCog, group_name="session", group_description="Sessions: evenings, and their fair dice"
):
    """A campaign's sessions."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    @app_commands.command()
    @app_commands.describe(number="Which; the last one if you leave this out", secrets=SECRETS_HELP)
    async def show(
        self, interaction: Interaction, number: Number | None = None, secrets: bool = False
    ) -> None:
        """Show a session: its promises, its rolls in the open, and once it is closed its seed and file."""
        async with Answer(interaction, private=True) as answer:
            here = await guest(interaction, self.kit, master=secrets)
            told = await self.kit.store.read(overview, here.campaign_id, number)
            if secrets:
                await answer.send(await _ask_secrets(self.kit, here.campaign_id, told.session.number))
                return
            published, attachment, missing = None, None, ""
            if told.session.closed_by is not None:
                published = await self.kit.store.read(publish, here.campaign_id, told.session.number)
                attachment, missing = _file(interaction, published)
            await answer.send(session_reply(told, published, attachment, missing))

    @app_commands.command(name="open")
    @app_commands.describe(words="Anything that you players say: it is mixed into every roll of the session")
    async def open_session(self, interaction: Interaction, words: Words = "") -> None:
        """Open a session with words of yours in its dice; else the first roll opens one."""
        async with Answer(interaction, private=False) as answer:
            here = await guest(interaction, self.kit)
            said = " ".join(tidy(words).split())
            opened, recorded = await self.kit.store.write(
                open_with_words, play.new_event(self.kit, here.seat), said
            )
            await send(self.kit, answer, Changed(recorded, None), opened_reply(opened, recorded))

    @app_commands.command()
    @app_commands.describe(secrets=SECRETS_HELP)
    async def close(self, interaction: Interaction, secrets: bool = False) -> None:
        """Close the session: its open seed and its file are told to everybody. For game masters."""
        async with Answer(interaction, private=False) as answer:
            here = await guest(interaction, self.kit, master=True)
            campaign_id = here.campaign_id
            closed, recorded = await self.kit.store.write(close_session, play.new_event(self.kit, here.seat))
            published = await self.kit.store.read(publish, campaign_id, closed.number)
            attachment, missing = _file(interaction, published)
            reply = closed_reply(published, recorded, attachment, missing)
            await send(self.kit, answer, Changed(recorded, None), reply)
            if secrets:
                await _whisper(answer, await _ask_secrets(self.kit, campaign_id, closed.number))

    @app_commands.command(name="digest")
    @app_commands.describe(number="Which session; the last one if you leave this out")
    async def show_digest(self, interaction: Interaction, number: Number | None = None) -> None:
        """Show what changed in a session, as far as you may know, to you alone."""
        async with Answer(interaction, private=True) as answer:
            await answer.send(await _digest(interaction, self.kit, number, 0))


class TurnDigest(TurningButton, template=r"undercroft:digest:(?P<state>[0-9]{1,7}\.[0-9]{1,6})"):
    """Turns the digest of a session to a page, as whoever presses may see it."""

    kind = "digest"

    async def page(self, interaction: Interaction, kit: Kit) -> Reply:
        """The page."""
        number, _, page = self.state.partition(".")
        return await _digest(interaction, kit, int(number), int(page))


class PublishSecrets(LastingButton, template=r"undercroft:secrets:(?P<state>[0-9]{1,7})"):
    """Publishes the secrets of a closed session, for game masters."""

    kind = "secrets"
    label = "Publish the secrets"

    async def press(self, interaction: Interaction) -> None:
        """Publish them."""
        kit, number = kit_of(interaction), int(self.state)
        async with Answer(interaction, private=False) as answer:
            here = await guest(interaction, kit, master=True)
            recorded = await kit.store.write(publish_secrets, play.new_event(kit, here.seat), number)
            published = await kit.store.read(publish, here.campaign_id, number, secrets=True)
            attachment, missing = _file(interaction, published, secrets=True)
            reply = secrets_reply(published, recorded, attachment, missing)
            await send(kit, answer, Changed(recorded, None), reply)


async def _ask_secrets(kit: Kit, campaign_id: int, number: int) -> Reply:
    """What publishing tells, with the button that does it.

    Raises:
        SessionOpen: the session is not closed yet.
    """
    played = await kit.store.read(session, campaign_id, number)
    if played.closed_by is None:
        raise SessionOpen(
            f"Session {number} is open, and its secrets protect what is still to be rolled. Nothing was "
            "published: close it first."
        )
    return ask_secrets_reply(number, buttons=[PublishSecrets(str(number))])


async def _digest(interaction: Interaction, kit: Kit, number: int | None, page: int) -> Reply:
    here = await guest(interaction, kit)
    told = await kit.store.read(digest, here.campaign_id, here.reader, number, page)
    played = told.overview.session.number
    buttons = turn_buttons(page, more=told.more, button=TurnDigest, state=f"{played}.{{}}")
    return digest_reply(told, buttons=buttons)


async def _whisper(answer: Answer, reply: Reply) -> None:
    try:
        await answer.whisper(reply)
    except LOST as problem:
        log.warning("the question about a session's secrets was not asked: %s", problem)


def _file(
    interaction: Interaction, published: Published, *, secrets: bool = False
) -> tuple[Attachment | None, str]:
    """A session's file to be attached, or why it is not."""
    again = f"/session show number:{published.session.number} gives it again."
    if interaction.guild is not None and not interaction.app_permissions.attach_files:
        return None, f"{MAY_NOT}: {again}"
    attachment = session_file(published, interaction.filesize_limit, secrets=secrets)
    return attachment, "" if attachment else f"{NO_FILE}."
