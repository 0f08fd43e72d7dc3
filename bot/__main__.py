"""The command line. Each verb imports only what it needs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from pathlib import Path  # noqa: TC003 - typer reads it when it runs
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bot.settings import (
    DEFAULT_DATABASE,
    PRACTICE_DATABASE,
    SettingError,
    Settings,
    StartRefused,
    read_settings,
)
from tables.errors import (
    FacesError,
    ImpossibleRoll,
    NotationError,
    OptionError,
    OverLimit,
    Refusal,
    UnknownTable,
)

if TYPE_CHECKING:
    from collections.abc import Coroutine

DONE, FAILED, BAD_USE = 0, 1, 2

MISUSE = (
    FacesError,
    ImpossibleRoll,
    NotationError,
    OptionError,
    OverLimit,
    SettingError,
    UnknownTable,
)
"""Refusals that a better command line would not meet; any other is a failure."""

NO_PRACTICE = (
    "The practice table's packages are not installed: in the project's folder, pip install -e '.[practice]'."
)

NOTHING_TO_START = f"There is no DISCORD_TOKEN: put it into a file .env. {NO_PRACTICE}"

PORT_HELP = "Port of the practice table on this machine; 0 takes a free one."

terminal = typer.Typer(
    name="undercroft",
    help="A Discord dice companion for old-school game masters.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@terminal.command()
def run(
    create: Annotated[bool, typer.Option(help="Make the database file if it does not exist.")] = False,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help=PORT_HELP)] = None,
) -> None:
    """Start the bot on Discord; without a token, the practice table."""
    settings = read_settings()
    if not settings.token:
        _practise(settings, port)
        return
    from bot.app import serve
    from bot.copying import copies_of, copying
    from bot.host import open_kit, stop_signals, unless_stopped

    async def host() -> None:
        stop = asyncio.Event()
        address = settings.database or DEFAULT_DATABASE
        with stop_signals(stop):
            async with contextlib.AsyncExitStack() as stack:
                opening = open_kit(address, create=create or not settings.is_database_chosen)
                kit = await unless_stopped(stack.enter_async_context(opening), stop)
                if kit is not None:
                    await stack.enter_async_context(copying(copies_of(address, settings.copies)))
                    await serve(kit, settings, stop)

    _log(settings)
    _run_fast(host())


@terminal.command()
def practice(
    port: Annotated[int | None, typer.Option(min=0, max=65535, help=PORT_HELP)] = None,
) -> None:
    """Open the practice table in a browser, without Discord."""
    _practise(read_settings(), port)


@terminal.command()
def tables(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    as_page: Annotated[bool, typer.Option("--markdown", help="Print one page of Markdown.")] = False,
) -> None:
    """Print every table with its exact odds."""
    if as_page:
        from tables.page import page

        print(page(), end="")
        return
    from bot.terminal import tables_text

    tables_text(as_json=as_json)


@terminal.command()
def roll(
    key: Annotated[str, typer.Argument(help="A table's key, such as door.destination, or dice: 2d6+3.")],
    options: Annotated[
        list[str] | None,
        typer.Argument(help="Options, such as wall=E spiral=yes; docs/tables.md has those of every key."),
    ] = None,
    faces: Annotated[
        str | None,
        typer.Option(help="Dice thrown at the table, in order: 5,3; dropped ones as 7@N or 7@3,2."),
    ] = None,
    seed: Annotated[str | None, typer.Option(help="The same text gives the same roll.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Roll a table, a procedure or dice."""
    from bot.terminal import roll_text

    roll_text(key, options or [], faces=faces, seed=seed, as_json=as_json)


@terminal.command()
def encounter(  # noqa: PLR0913, PLR0917 - one parameter for each option
    level: Annotated[str, typer.Option(metavar="N", help="The dungeon level.")],
    options: Annotated[
        list[str] | None, typer.Argument(help="Options, such as occupied=yes monster=orc.")
    ] = None,
    scheme: Annotated[str, typer.Option(help="How the room is filled: points or arneson.")] = "points",
    faces: Annotated[str | None, typer.Option(help="Dice thrown at the table, in order: 13,7,3.")] = None,
    seed: Annotated[str | None, typer.Option(help="The same text gives the same roll.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Roll who lives in a room."""
    from bot.terminal import encounter_text

    given = [f"level={level}", f"scheme={scheme}", *(options or [])]
    encounter_text(given, faces=faces, seed=seed, as_json=as_json)


@terminal.command()
def upgrade(
    create: Annotated[bool, typer.Option(help="Make the database file if it does not exist.")] = False,
) -> None:
    """Copy the database, then bring it to this version's shape."""
    from bot.campaign import upgrade as upgrade_database

    settings = read_settings()
    report = asyncio.run(upgrade_database(settings.database or DEFAULT_DATABASE, create=create))
    if not report.changed:
        print(f"The database is of this version already ({report.after}).")
        return
    print(f"The database was {report.before or 'new'} and is now {report.after}.")
    if report.backup is not None:
        print(f"The copy from before is {report.backup}.")


@terminal.command()
def region(
    code: Annotated[str, typer.Argument(help="A word and its level, such as LEXI-1.", metavar="WORD-LEVEL")],
    seed: Annotated[str | None, typer.Option(help="Any text: the same one gives the same region.")] = None,
    curved: Annotated[bool, typer.Option("--curved", help="Draw round letters with curves.")] = False,
    png: Annotated[Path | None, typer.Option(help="Draw it into this file.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Draw it with lines into this file.")] = None,
) -> None:
    """Lay out a page of dungeon from a word."""
    from bot.mapping import draw, lay, told

    laid = lay(code, seed, curved=curved)
    for line in told(laid.region):
        print(line)
    draw(laid.region, png=png, svg=svg)


@terminal.command()
def backup(
    file: Annotated[Path, typer.Argument(help="Where the copy goes; there must be nothing yet.")],
) -> None:
    """Copy the whole database to a file, also while the bot runs."""
    from bot.campaign.backup import backup as copy

    held = asyncio.run(copy(_address(), file))
    print(f"{file} holds {held}.")


@terminal.command()
def restore(
    file: Annotated[Path, typer.Argument(help="The copy to put back.")],
    even_if_newer: Annotated[
        bool, typer.Option("--even-if-newer", help="Also where the database has later events than the copy.")
    ] = False,
) -> None:
    """Put a copy of the database back, while the bot is stopped."""
    from bot.campaign.backup import restore as put_back

    restored = asyncio.run(put_back(_address(), file, even_if_newer=even_if_newer))
    print(f"The database holds {restored.held} again.")
    if restored.aside is not None:
        print(f"The one from before is {restored.aside}.")


@terminal.command("export")
def export_campaign(
    campaign: Annotated[str, typer.Argument(help="The campaign, by its name or its slug.")],
    file: Annotated[Path, typer.Argument(help="Where it goes; packed where it ends in .gz.")],
) -> None:
    """Write a campaign into one file."""
    from bot.carrying import export_to

    print(export_to(_address(), campaign, file))


@terminal.command("import")
def import_campaign(
    file: Annotated[Path, typer.Argument(help="A campaign's file.")],
    guild: Annotated[int, typer.Option(min=1, help="The Discord server's id.")],
    channel: Annotated[int, typer.Option(min=1, help="The id of the channel that it is bound to.")],
) -> None:
    """Bring a campaign in from its file, while the bot is stopped."""
    from bot.carrying import import_from

    print(import_from(_address(), file, guild_id=guild, channel_id=channel))


@terminal.command()
def verify(
    file: Annotated[Path, typer.Argument(help="A closed session's file, as /session close posts it.")],
) -> None:
    """Recompute a published session: promises, chain, open dice."""
    from bot.verifying import read_session
    from bot.verifying import verify as recompute

    for line in recompute(read_session(file)).lines():
        print(line)


@terminal.command()
def doctor() -> None:
    """Look at everything the bot needs, and say what is wrong."""
    from bot.doctor import examine

    findings = asyncio.run(examine(read_settings()))
    for finding in findings:
        print(finding)
    if any(finding.is_wrong for finding in findings):
        raise typer.Exit(FAILED)


def _address() -> str:
    return read_settings().database or DEFAULT_DATABASE


def main() -> None:
    """Run the command line; an error is one line on stderr and never a traceback."""
    sys.exit(_exit_code())


def _exit_code() -> int:
    try:
        code = terminal(args=sys.argv[1:] or ["--help"], standalone_mode=False)
    except typer.TyperException as problem:
        return _complain(problem.format_message(), problem.exit_code)
    except MISUSE as problem:
        return _complain(str(problem), BAD_USE)
    except (Refusal, StartRefused) as problem:
        return _complain(str(problem), FAILED)
    except (typer.Abort, KeyboardInterrupt):
        return _complain("Stopped before it was done.", FAILED)
    except Exception as problem:
        logging.getLogger(__name__).debug("failed", exc_info=True)
        return _complain(f"{type(problem).__name__}: {problem}", FAILED)
    return code if isinstance(code, int) else DONE


def _complain(words: str, code: int) -> int:
    print(" ".join(words.split()), file=sys.stderr)
    return code


def _log(settings: Settings) -> None:
    """Write the log to stderr: the time, the level, where and what."""
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it introduces itself at every start
    logging.getLogger("discord.client").setLevel(logging.ERROR)  # it warns of packages for voice
    for name in ("discord.gateway", "discord.http", "discord.webhook"):
        logging.getLogger(name).setLevel(
            max(settings.log_level, logging.INFO)
        )  # below, they write tokens and notes
    logging.basicConfig(
        level=settings.log_level,
        format="%(asctime)s %(levelname)-7s %(name)s: %(message)s",
        stream=sys.stderr,
    )


def _practise(settings: Settings, port: int | None) -> None:
    """Open the practice table on its own file."""
    try:
        from bot.practice import practise
    except ModuleNotFoundError as missing:
        raise StartRefused(NO_PRACTICE if settings.token else NOTHING_TO_START) from missing
    _log(settings)
    asyncio.run(practise(settings, PRACTICE_DATABASE, port))


def _run_fast(main_task: Coroutine[Any, Any, None]) -> None:
    """Run on uvloop where it is installed, else on Python's own loop."""
    try:
        import uvloop
    except ModuleNotFoundError:
        asyncio.run(main_task)
        return
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main_task)


if __name__ == "__main__":
    main()
