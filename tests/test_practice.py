"""The practice table as a newcomer meets it: the real program, its page in a real browser."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import sys
from typing import TYPE_CHECKING

from tests.chromium import PATIENCE, browse

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from tests.chromium import Page

PICTURES = "[...document.querySelectorAll('.channel-message img')].filter((one) => one.naturalWidth > 300)"
CHANNEL = "document.querySelector('#channel-timeline').innerText"
VIEWER = "document.querySelector('#viewer-picker').selectedOptions[0]?.text"
IDLE = "window.simcordPreview?.ready && !window.simcordPreview.pendingAction"


@contextlib.asynccontextmanager
async def program(folder: Path, port: int = 0) -> AsyncGenerator[str]:
    """Run ``undercroft practice`` in ``folder``; its page's address. SIGTERM must end it well."""
    ours = ("DISCORD_", "UNDERCROFT_")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "practice", "--port", str(port)),
        cwd=folder,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            line = (await process.stdout.readline()).decode()
        address = re.search(r"http://127\.0\.0\.1:\d+/#\S+$", line.strip())
        assert address, (line, await process.stderr.read() if process.stderr else b"")
        yield address[0]
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            rest, complaints = await process.communicate()
        assert (process.returncode, rest) == (0, b""), complaints.decode()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def command(page: Page, typed: str, invocation: str, **options: str) -> None:
    """Type a slash command as a person does: pick it from the list, pick its options and their choices, send.

    An option's value is one of its choices by name, ``=text`` to be typed, or ``?word`` to be
    typed and picked from what the bot then offers.
    """
    await page.until(IDLE)
    await page.click("#channel-composer-input")
    await page.type(typed)
    await page.click(".command-entry", f"/{invocation}")
    for name, value in options.items():
        if not await page.evaluate(f"!!document.querySelector('.command-pill[data-option={name}]')"):
            await page.click(".command-ghost")
            await page.click(".command-suggestion", name)
        await page.until(f"document.activeElement.matches('.command-option-input[data-option={name}]')")
        await page.type(value[1:] if value[0] in "=?" else "")
        if value[0] != "=":
            await page.click(".command-suggestion", value.lstrip("?"))
    await page.click("#send-message")
    await page.until("!document.querySelector('.command-row')")


async def see_as(page: Page, person: str, key: str) -> None:
    """Switch the page to somebody else's eyes: an arrow key picks the next name of a list in focus."""
    await page.until(IDLE)
    await page.evaluate("document.querySelector('#viewer-picker').focus()")
    await page.press(key)
    await page.until(f"{VIEWER} === '{person}' && {IDLE}")


async def test_a_newcomer_rolls_again_in_secret_and_the_next_day(tmp_path: Path) -> None:
    async with browse(tmp_path / "browser") as page:
        await page.resize(1280, 900)
        async with program(tmp_path) as address:
            await page.open(address)
            await roll_a_door(page, tmp_path)
            await keep_a_secret(page)
            await read_a_table(page)
            await page.photograph(tmp_path / "desktop.png")
            port = int(address.partition("/#")[0].rpartition(":")[2])
        async with program(tmp_path, port) as same_address:
            assert same_address == address
            await page.open("about:blank")
            await page.open(same_address)
            await go_on(page)
            await page.resize(390, 844)
            await page.until(f"document.getAnimations().length === 0 && {IDLE}")
            await page.photograph(tmp_path / "phone.png")

        assert page.troubles == []
        assert page.strangers == []


async def roll_a_door(page: Page, folder: Path) -> None:
    """Roll a door by hand, first with a die too few; see its picture; roll it again."""
    await page.until(f"{IDLE} && {CHANNEL}.includes('The table is set')")
    await command(page, "/door", "door destination", wall="east", faces="=3")
    await page.until(f"{CHANNEL}.includes('a d6 follows')")
    await command(page, "/door", "door destination", wall="east", faces="=3,2", note="=the green door")
    await page.until(f"{PICTURES}.length === 1 && {CHANNEL}.includes('the green door')")
    await page.photograph(folder / "door.png")
    assert await page.evaluate(f"{PICTURES}[0].alt")

    await page.click(".component-button", "Roll again")
    await page.until(f"{PICTURES}.length === 2 && {CHANNEL}.includes('Second roll')")


async def keep_a_secret(page: Page) -> None:
    """Roll in secret as game master, who sees it, and look for it as the player, who must not."""
    await command(page, "/ro", "roll", dice="=2d6", note="=behind the screen", seen="me and the game masters")
    await page.until(
        f"{CHANNEL}.includes('behind the screen') && {CHANNEL}.includes('Only you can see this')"
    )

    await see_as(page, "Player", "ArrowDown")
    await page.until(f"{CHANNEL}.includes('the green door')")
    everything = await page.evaluate("document.documentElement.outerHTML")
    assert "behind the screen" not in everything

    await see_as(page, "Game Master", "ArrowUp")
    await page.until(f"{CHANNEL}.includes('behind the screen')")


async def read_a_table(page: Page) -> None:
    """Look a table up by a word of its name, from the list that the bot offers while one types."""
    await command(page, "/table", "table show", name="?dead")
    await page.until(f"{CHANNEL}.includes('Only you can see this') && {CHANNEL}.match(/1\\/6/)")


async def go_on(page: Page) -> None:
    """After a restart the chat is empty but nothing is forgotten, and new rolls are new."""
    await page.until(f"{IDLE} && {CHANNEL}.includes('Where we were') && {CHANNEL}.includes('the green door')")
    assert "behind the screen" not in await page.evaluate(CHANNEL)

    await command(page, "/door", "door destination", note="=the next day")
    await page.until(f"{PICTURES}.length === 1 && {CHANNEL}.includes('the next day')")
