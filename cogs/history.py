"""``/history …``: everything that happened, each event as far as its reader may see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from bot.campaign import history
from bot.campaign.finding import MAX_WORDS, Wanted, find
from bot.campaign.references import MOST as LONGEST_REFERENCE
from bot.replies import Answer, history_reply
from bot.replies.history import PAGE_SIZE
from bot.replies.words import tidy
from cogs._buttons import TurningButton
from cogs._campaign import guest
from cogs._options import MAX_CHOICES, Choices, choices_of, key_of, matching, where_kept
from cogs._rolling import LONGEST_CUSTOM_ID
from tables import procedures
from tables.errors import OptionError

if TYPE_CHECKING:
    from bot.campaign.history import HistoryPage
    from bot.kit import Kit
    from bot.replies import Reply
    from bot.replies.answer import Interaction
    from bot.replies.layout import Part

KINDS = {
    "roll": "Rolls",
    "chamber": "Wandering chambers",
    "monster": "Master monsters",
    "wander": "Wandering lists",
    "label": "Quick stocking labels",
    "party": "Parties",
    "undo": "What was taken back",
    "session": "Sessions",
    "campaign": "The campaign and its settings",
}
"""What can be looked for besides tables: the first word of a kind of event, and what it is."""

TOO_LONG = (
    "That is more than a button can remember to turn the pages: leave one of the options out, or look for "
    "fewer words."
)
NOTHING_SOUGHT = "Say what to look for: what, person, session or words. /history show shows everything."


class SoughtTransformer(app_commands.Transformer):
    """A kind of event, or a table."""

    async def transform(self, interaction: Interaction, value: Any, /) -> str:  # noqa: ANN401, ARG002
        """The kind, the table's key, or the first part of either; refused where there is nothing like it."""
        said = tidy(str(value)).casefold()
        for kind, title in KINDS.items():
            if said in {kind, title.casefold()} or said.startswith(f"{kind}."):
                return kind if said in {kind, title.casefold()} else said
        if any(key.startswith(f"{said}.") for key in procedures.titles()):
            return said
        return key_of(str(value))

    async def autocomplete(self, interaction: Interaction, value: Any, /) -> Choices:  # noqa: ANN401, ARG002  # type: ignore[override] - narrower on purpose
        """The kinds and the tables that bear the typed words."""
        said = tidy(str(value)).casefold()
        kinds = [pair for pair in KINDS.items() if said in pair[0] or said in pair[1].casefold()]
        return choices_of([*kinds, *matching(str(value))][:MAX_CHOICES])


Sought: TypeAlias = app_commands.Transform[str, SoughtTransformer]
Number: TypeAlias = app_commands.Range[int, 1, 1_000_000]
Words: TypeAlias = app_commands.Range[str, 1, MAX_WORDS]


@where_kept
class HistoryCog(
    commands.GroupCog, group_name="history", group_description="History: everything that happened"
):
    """The campaign's history."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    @app_commands.command()
    async def show(self, interaction: Interaction) -> None:
        """Show what happened in this campaign, newest first, to you alone."""
        async with Answer(interaction, private=True) as answer:
            await answer.send(await _page(interaction, self.kit, None))

    @app_commands.command(name="find")
    @app_commands.describe(
        what="Rolls, a table, chambers, monsters, what was taken back …",
        person="Whose",
        session="In which session, by its number",
        words="Words that were told or noted, all of them",
    )
    async def find_events(
        self,
        interaction: Interaction,
        what: Sought = "",
        person: discord.User | None = None,
        session: Number | None = None,
        words: Words = "",
    ) -> None:
        """Find what happened by what it was, who did it, in which session, or by words, for you alone."""
        search = Search(what, None if person is None else person.id, session, " ".join(tidy(words).split()))
        if search == Search():
            raise OptionError(NOTHING_SOUGHT)
        if (
            len(f"undercroft:{TurnFound.kind}:{search.state('x' * (LONGEST_REFERENCE + 7))}")
            > LONGEST_CUSTOM_ID
        ):
            raise OptionError(TOO_LONG)
        async with Answer(interaction, private=True) as answer:
            await answer.send(await _found(interaction, self.kit, search, None))


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for, as it stands in a button: see :class:`bot.campaign.finding.Wanted`."""

    what: str = ""
    user_id: int | None = None
    session: int | None = None
    words: str = ""

    def state(self, cursor: str) -> str:
        """All of it and a page's cursor, in few characters."""
        parts = (cursor, self.what, f"{self.user_id or 0:x}", f"{self.session or 0:x}", self.words)
        return "|".join(parts)

    @classmethod
    def of_state(cls, state: str) -> tuple[Search, str]:
        """What :meth:`state` wrote; anything else looks for nothing."""
        cursor, what, user_id, session, words = (*state.split("|", 4), *[""] * 5)[:5]
        return cls(what, _number(user_id), _number(session), words), cursor

    def described(self, name: str) -> str:
        """What is looked for, in plain words; ``name`` is what the person is called now."""
        parts = [self.what and f"under {self.what}", name and f"by {name}"]
        parts.append(f"in session {self.session}" if self.session else "")
        parts.append(f"with “{self.words}”" if self.words else "")
        return ", ".join(part for part in parts if part)


class TurnPage(TurningButton, template=r"undercroft:history:(?P<state>[A-Za-z0-9._~-]{1,60})"):
    """Turns the history to the page at a cursor; what may be seen is decided anew for whoever presses."""

    kind = "history"

    async def page(self, interaction: Interaction, kit: Kit) -> Reply:
        """The page."""
        return await _page(interaction, kit, self.state)


class TurnFound(TurningButton, template=r"undercroft:find:(?P<state>.+)"):
    """Turns what was found to the page at a cursor, for whoever presses."""

    kind = "find"

    async def page(self, interaction: Interaction, kit: Kit) -> Reply:
        """The page."""
        search, cursor = Search.of_state(self.state)
        return await _found(interaction, kit, search, cursor)


async def _page(interaction: Interaction, kit: Kit, cursor: str | None) -> Reply:
    """The page at a cursor, as whoever asks may see it."""
    here = await guest(interaction, kit)
    page = await kit.store.read(history.page, here.seat.channel_id, here.reader, cursor, PAGE_SIZE)
    return history_reply(page, buttons=_turns(page))


async def _found(interaction: Interaction, kit: Kit, search: Search, cursor: str | None) -> Reply:
    """The page at a cursor of what is found, as whoever asks may see it."""
    here = await guest(interaction, kit)
    wanted = Wanted(search.what, search.user_id, search.session, search.words)
    page = await kit.store.read(find, here.seat.channel_id, here.reader, wanted, cursor, PAGE_SIZE)
    turns: list[Part] = []
    if page.newer is not None:
        turns.append(TurnFound(search.state(page.newer), "Newer"))
    if page.older is not None:
        turns.append(TurnFound(search.state(page.older), "Older"))
    return history_reply(page, sought=search.described(_name_of(search, page)), buttons=turns)


def _name_of(search: Search, page: HistoryPage) -> str:
    """What the person who is looked for is called, as the memory knows it: nobody who was erased."""
    if search.user_id is None:
        return ""
    return next((event.actor_name for event in page.events if event.actor_name), "that person")


def _turns(page: HistoryPage) -> list[Part]:
    """The buttons to where there is more."""
    turns: list[Part] = []
    if page.newer is not None:
        turns.append(TurnPage(page.newer, "Newer"))
    if page.older is not None:
        turns.append(TurnPage(page.older, "Older"))
    return turns


def _number(text: str) -> int | None:
    """A number above zero in hexadecimal, if it is one that Discord could have given."""
    try:
        number = int(text, 16)
    except ValueError:
        return None
    return number if 0 < number < 1 << 63 else None
