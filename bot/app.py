"""The client: builds the cogs with the kit, keeps the commands in step, starts again when it falls."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import json
import logging
from typing import TYPE_CHECKING, cast

import discord
import yarl
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.campaign import meta
from bot.drawing import painter_of
from bot.host import unless_stopped
from bot.replies.answer import UNREACHED, finish_answers
from bot.settings import StartRefused
from bot.tree import Tree, explain
from cogs._carrying import BringIn, DeleteForGood
from cogs._chambers import ChambersForm
from cogs._forms import take_form
from cogs._monster_sheets import ImportMonsters, PasteSheet
from cogs._rolling import RollAgain, RollNext
from cogs.campaigns import CampaignsCog
from cogs.chambers import ChambersCog, DrawAgain, InventChamber, ShowChamber, TurnChambers
from cogs.corridors import CorridorsCog
from cogs.dice import DiceCog
from cogs.doors import DoorsCog
from cogs.encounters import EncountersCog
from cogs.history import HistoryCog, TurnFound, TurnPage
from cogs.leximorphs import LeximorphsCog
from cogs.monsters import MonstersCog, TurnMonsters
from cogs.parties import PartiesCog, TurnParties
from cogs.placing import PlacingCog, TurnLabels
from cogs.privacy import EraseMe, PrivacyCog
from cogs.rooms import RoomsCog
from cogs.servers import ServersCog
from cogs.sessions import PublishSecrets, SessionsCog, TurnDigest
from cogs.tables import TablesCog, TurnList
from cogs.traps import TrapsCog
from cogs.treasure import TreasureCog
from cogs.undo import TakeBackTogether, UndoCog
from cogs.wander import TurnWander, WanderAgain, WanderCog, WhoComes
from tables import procedures
from tables.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.kit import Kit
    from bot.settings import Settings

log = logging.getLogger(__name__)

COGS: tuple[Callable[[Kit], commands.Cog], ...] = (
    DiceCog,
    DoorsCog,
    RoomsCog,
    TreasureCog,
    CorridorsCog,
    EncountersCog,
    TrapsCog,
    LeximorphsCog,
    TablesCog,
    HistoryCog,
    UndoCog,
    SessionsCog,
    PrivacyCog,
    CampaignsCog,
    MonstersCog,
    WanderCog,
    PlacingCog,
    PartiesCog,
    ChambersCog,
)
BUTTONS = (
    TurnLabels,
    TurnParties,
    TurnWander,
    WanderAgain,
    WhoComes,
    DrawAgain,
    InventChamber,
    ShowChamber,
    TurnChambers,
    BringIn,
    DeleteForGood,
    RollAgain,
    RollNext,
    TurnPage,
    TurnList,
    EraseMe,
    PublishSecrets,
    TakeBackTogether,
    TurnDigest,
    TurnFound,
    TurnMonsters,
    ImportMonsters,
)

FORMS = (ChambersForm, PasteSheet)

FIRST_DELAY = 1.0
"""Seconds before a fallen client is started again; each further fall doubles them."""

LONGEST_DELAY = 300.0
"""Seconds that the pause never exceeds."""

STEADY = 600.0
"""Seconds of work after which earlier falls are forgotten."""

GARBAGE = (10_000, 20, 20)
"""Things made since the last search for garbage before the next, and how many of those before a deeper one.

A few dozen commands in hand hold more than Python's own 700, so it would search in vain all the time.
"""

FELL = "the client fell (%s); it is started again in %.0f seconds"

LAST_ANSWERS = 1.0
"""Seconds that rolls in hand may take to be answered when the program is asked to end."""

WRONG_TOKEN = "Discord does not know this token: copy it again from the developer portal into DISCORD_TOKEN."  # noqa: S105 - words
NO_INTENT = "Discord refuses the guilds intent to this bot: look at its page in the developer portal."
WRONG_GUILD = (
    "UNDERCROFT_GUILD names a server that this bot is not in: invite it there, or leave the setting away."
)
TOO_MANY_CREATED = 30034
"""Discord's code for more commands made in a day than it allows."""

STALE_FORM = "This form is of an older version: open it again with its command."
STALE_BUTTON = "This button is of an older version: use its command instead."

SYNCED = "commands"
"""Under this name the store remembers which commands Discord was last given."""


class Undercroft(commands.AutoShardedBot):
    """The bot on Discord: slash commands and buttons, no text commands."""

    def __init__(
        self, kit: Kit, settings: Settings, *, sync_on_start: bool = True, shards: int | None = None
    ) -> None:
        """Build the bot around ``kit``.

        ``sync_on_start`` is False where somebody else calls :meth:`sync_commands`.
        ``shards`` is the number of shards, or None to let Discord say it.
        """
        intents = discord.Intents.none()
        intents.guilds = True
        super().__init__(
            command_prefix=commands.when_mentioned,  # asks for no messages, and warns of none
            help_command=None,
            tree_cls=Tree,
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            shard_count=shards,
            max_messages=None,
        )
        self.kit = kit
        self._settings = settings
        self._sync_on_start = sync_on_start

    async def setup_hook(self) -> None:
        """Build the cogs; give Discord the commands where they have changed."""
        await self.add_everything()
        if self._sync_on_start:
            try:
                await self.sync_commands()
            except discord.HTTPException as problem:
                log.error("Discord did not take the commands, so people see the earlier ones: %s", problem)  # noqa: TRY400 - one line

    async def add_everything(self) -> None:
        """Build the cogs and register the buttons that outlive a restart."""
        self.add_dynamic_items(*BUTTONS)
        for cog in COGS:
            await self.add_cog(cog(self.kit))
        await self.add_cog(ServersCog(self.kit, self))

    async def sync_commands(self) -> None:
        """Give Discord the commands if they or their scope have changed since the last time.

        Commands stand in one scope only, in all servers or in the one of the settings: in
        both, people would see each of them twice.
        """
        guild = discord.Object(self._settings.guild) if self._settings.guild else None
        known = json.loads(await self.kit.store.read(meta.recall, SYNCED) or "{}")
        wanted = {
            "application": self.application_id,
            "guild": self._settings.guild,
            "hash": self._commands_hash(),
        }
        if known == wanted:
            return
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
            await self._sync_to(guild)
            await self.http.bulk_upsert_global_commands(self.application_id or 0, [])
        else:
            await self.tree.sync()
        await self._clear_guild(known.get("guild", 0), known.get("application"))
        await self.kit.store.write(meta.remember, SYNCED, json.dumps(wanted))
        log.info("gave Discord the commands%s", f" of server {guild.id}" if guild else "")

    async def on_interaction(self, interaction: discord.Interaction[discord.Client]) -> None:
        """Take what was written into a form; answer a button or a form that nothing here knows any more."""
        if interaction.type is discord.InteractionType.modal_submit:
            if not await take_form(interaction, FORMS):
                await explain(interaction, Refusal(STALE_FORM))
            return
        if interaction.type is discord.InteractionType.component:
            custom_id = str((interaction.data or {}).get("custom_id", ""))
            if not any(button.__discord_ui_compiled_template__.fullmatch(custom_id) for button in BUTTONS):
                await explain(interaction, Refusal(STALE_BUTTON))

    async def launch_shards(self) -> None:
        """Connect; through the gateway of the settings, where there is one.

        With a number of shards that Discord has to say, the library would take the address
        from the same answer and pass the setting by.
        """
        known = cast("int | None", self.shard_count)
        if known is None and self._settings.gateway_url:
            self.shard_count, _, _ = await self.http.get_bot_gateway()
        await super().launch_shards()

    async def on_ready(self) -> None:
        """Say that the bot is there."""
        log.info("ready as %s; servers: %d", self.user, len(self.guilds))

    async def on_message(self, message: discord.Message, /) -> None:
        """Read nothing: the bot has no text commands."""

    async def _sync_to(self, guild: discord.Object) -> None:
        try:
            await self.tree.sync(guild=guild)
        except discord.HTTPException as problem:
            if problem.status in {400, 403, 404} and problem.code != TOO_MANY_CREATED:
                raise StartRefused(WRONG_GUILD) from problem
            raise

    def _commands_hash(self) -> str:
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()

    async def _clear_guild(self, guild: int, application: int | None) -> None:
        """Take the commands away from the server that they were last synced to, if it is not the one now."""
        if guild and guild != self._settings.guild and application == self.application_id:
            try:
                await self.http.bulk_upsert_guild_commands(self.application_id or 0, guild, [])
            except discord.HTTPException as problem:
                log.warning("the commands of server %s could not be cleared: %s", guild, problem)


def use_addresses(settings: Settings) -> None:
    """Point the library at the REST interface and the gateway of the settings, for proxies.

    A session that is resumed would go to the address that Discord names; a gateway proxy
    wants to see that one too, so the address of a connection is pinned.
    """
    if settings.api_url:
        Route.BASE = settings.api_url
    if settings.gateway_url:
        address = yarl.URL(settings.gateway_url)
        DiscordWebSocket.DEFAULT_GATEWAY = address
        pinned = property(lambda _connection: address, lambda _connection, _named: None)
        setattr(DiscordWebSocket, "gateway", pinned)  # noqa: B010 - the stubs call it a plain attribute


async def serve(kit: Kit, settings: Settings, stop: asyncio.Event) -> None:
    """Keep the bot on Discord until ``stop``; a client that falls is started again, later each time.

    A single malformed event from the gateway ends the library's client, so this is what
    keeps a table from waiting for its host.

    Raises:
        StartRefused: Discord does not know the token, or refuses what the bot asks for.
    """
    use_addresses(settings)
    await _warm_up(kit)
    _settle_memory()
    delay = FIRST_DELAY
    loop = asyncio.get_running_loop()
    while not stop.is_set():
        began = loop.time()
        fallen = await _run_once(Undercroft(kit, settings), settings.token, stop)
        if fallen is None:
            return
        if loop.time() - began > STEADY:
            delay = FIRST_DELAY
        _mourn(fallen, delay)
        await _pause(stop, delay)
        delay = min(delay * 2, LONGEST_DELAY)


def _mourn(fallen: Exception, delay: float) -> None:
    """Say why the client fell: in a line where Discord is only out of reach, else with the trace."""
    is_away = isinstance(fallen, UNREACHED)
    words = "Discord cannot be reached (%s); trying again in %.0f seconds" if is_away else FELL
    log.error(words, fallen, delay, exc_info=None if is_away else fallen)


async def _warm_up(kit: Kit) -> None:
    """Do what only the first roll and the first picture have to do, before anybody waits for them."""
    try:
        await asyncio.to_thread(procedures.check, "dice", {"dice": "d6"})
        first = procedures.perform_by_hand("door.destination", {"wall": "N"}, (5, 3))
        paint = painter_of(first.value)
        if paint is not None:
            await kit.renderer.render(paint)
    except Exception:
        log.exception("there will be no pictures: drawing does not work here; undercroft doctor tells more")


def _settle_memory() -> None:
    """Take what was loaded so far out of the search for garbage, and search less often.

    It stays for as long as the program runs, and is so much that each full search through it
    would hold up whoever is being answered.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)


async def _run_once(bot: Undercroft, token: str, stop: asyncio.Event) -> Exception | None:
    """Run one client until it is stopped (None) or falls (what felled it)."""
    running = asyncio.create_task(bot.start(token))
    try:
        await unless_stopped(asyncio.shield(running), stop)
        if stop.is_set():
            await finish_answers(LAST_ANSWERS)
            return None
        await running
    except discord.LoginFailure as problem:
        raise StartRefused(WRONG_TOKEN) from problem
    except discord.PrivilegedIntentsRequired as problem:
        raise StartRefused(NO_INTENT) from problem
    except StartRefused:
        raise
    except Exception as problem:  # whatever it was, the table should go on
        return None if stop.is_set() else problem
    finally:
        await bot.close()
        await asyncio.gather(running, return_exceptions=True)
    return ConnectionError("the client ended by itself")


async def _pause(stop: asyncio.Event, seconds: float) -> None:
    """Wait, but not longer than until ``stop``."""
    try:
        async with asyncio.timeout(seconds):
            await stop.wait()
    except TimeoutError:
        return
