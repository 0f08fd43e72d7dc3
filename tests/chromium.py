"""A headless Chromium driven as a person would: keys, mouse, eyes.

It speaks the DevTools protocol over a websocket on 127.0.0.1 and knows only what
the tests need. Waiting is always for something to be true in the page.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import shutil
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit

import aiohttp
import pytest

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--hide-scrollbars",
    "--remote-debugging-port=0",
)
PATIENCE = 30.0
"""Seconds until something that should come true on the page counts as missing."""

_KEYS = {"Enter": (13, "\r"), "Escape": (27, ""), "ArrowDown": (40, ""), "ArrowUp": (38, ""), "Tab": (9, "")}

_FIND = """
(async () => {
  const item = [...document.querySelectorAll(%s)].find((one) =>
    one.checkVisibility() && !one.disabled && (one.innerText ?? "").includes(%s));
  if (!item) return null;
  item.scrollIntoView({ block: "nearest", behavior: "instant" });
  const middle = () => {
    const box = item.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const before = middle();
  await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
  const after = middle();
  const top = document.elementFromPoint(after.x, after.y);
  const still = before.x === after.x && before.y === after.y;
  return still && top && item.contains(top) ? after : null;
})()
"""
"""Where to click: the middle of the first shown element, once it has stopped moving and nothing covers it."""

_UNTIL = """
(async () => {
  const end = performance.now() + %d;
  for (;;) {
    const seen = await (%s);
    if (seen) return { seen };
    if (performance.now() > end) return null;
    await new Promise((next) => setTimeout(next, 40));
  }
})()
"""


def find_chromium() -> str:
    """The browser's path; without one the test is skipped, and fails where ``CI=true``."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    missing = "the practice table was NOT looked at in a browser: install Chromium"
    if os.environ.get("CI") == "true":
        pytest.fail(missing)
    pytest.skip(missing)


@asynccontextmanager
async def browse(folder: Path) -> AsyncGenerator[Page]:
    """Start Chromium with an empty profile in ``folder``, hand out its one page, end it by its id."""
    await asyncio.to_thread(folder.mkdir, exist_ok=True)
    process = await asyncio.create_subprocess_exec(
        find_chromium(),
        *FLAGS,
        f"--user-data-dir={folder / 'profile'}",
        "about:blank",
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "HOME": str(folder)},
    )
    assert process.stderr is not None
    try:
        async with asyncio.timeout(PATIENCE):
            address = await _address(process.stderr)
        # Nobody reads on: a full pipe would stop the browser.
        drain = asyncio.ensure_future(process.stderr.read())
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(address, max_msg_size=0) as socket,
            Page(socket) as page,
        ):
            yield page
            await page.command("Browser.close", session=False)
        async with asyncio.timeout(PATIENCE):
            await process.wait()
            await drain
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def _address(stderr: asyncio.StreamReader) -> str:
    """The websocket that Chromium says it listens on."""
    said: list[str] = []
    async for line in stderr:
        said.append(line.decode(errors="replace"))
        if found := re.search(r"DevTools listening on (ws://127\.0\.0\.1:\S+)", said[-1]):
            return found[1]
    raise AssertionError("Chromium ended before it listened:\n" + "".join(said))


class Page:
    """The one page of a running browser.

    Attributes:
        troubles: uncaught errors and console errors of the page.
        strangers: addresses outside 127.0.0.1 that the page asked for.
    """

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.troubles: list[str] = []
        self.strangers: list[str] = []
        self._socket = socket
        self._session = ""
        self._last = 0
        self._asked: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._reader: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._reader = asyncio.ensure_future(self._read())
        targets = await self.command("Target.getTargets", session=False)
        target = next(item["targetId"] for item in targets["targetInfos"] if item["type"] == "page")
        attached = await self.command("Target.attachToTarget", targetId=target, flatten=True, session=False)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network"):
            await self.command(f"{domain}.enable")
        return self

    async def __aexit__(self, *_raised: object) -> None:
        assert self._reader is not None
        self._reader.cancel()
        await asyncio.gather(self._reader, return_exceptions=True)

    async def command(self, method: str, *, session: bool = True, **params: object) -> dict[str, Any]:
        """Send one command and wait for its result."""
        self._last += 1
        answer = self._asked[self._last] = asyncio.get_running_loop().create_future()
        message = {"id": self._last, "method": method, "params": params}
        await self._socket.send_json(message | ({"sessionId": self._session} if session else {}))
        async with asyncio.timeout(PATIENCE * 2):
            return await answer

    async def _read(self) -> None:
        async for frame in self._socket:
            message = json.loads(frame.data)
            if (answer := self._asked.pop(message.get("id"), None)) is None:
                self._note(message.get("method", ""), message.get("params", {}))
            elif "error" in message:
                answer.set_exception(AssertionError(str(message["error"])))
            else:
                answer.set_result(message["result"])
        for answer in self._asked.values():
            answer.set_exception(ConnectionError("Chromium closed the connection"))

    def _note(self, event: str, params: dict[str, Any]) -> None:
        if event == "Runtime.exceptionThrown":
            self.troubles.append(json.dumps(params["exceptionDetails"]))
        elif event == "Runtime.consoleAPICalled" and params["type"] in {"error", "assert"}:
            self.troubles.append(json.dumps(params["args"]))
        elif event == "Network.requestWillBeSent":
            address = urlsplit(params["request"]["url"])
            if address.scheme not in {"blob", "data", "about"} and address.hostname != "127.0.0.1":
                self.strangers.append(address.geturl())

    async def open(self, address: str) -> None:
        """Go to ``address``."""
        await self.command("Page.navigate", url=address)

    async def evaluate(self, script: str) -> Any:
        """The value of ``script``, awaited where it is a promise."""
        result = await self.command(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True
        )
        if "exceptionDetails" in result:
            raise AssertionError(f"{script}\n{json.dumps(result['exceptionDetails'])}")
        return result["result"].get("value")

    async def until(self, script: str) -> Any:
        """Wait for ``script`` to be true in the page; its value."""
        value = await self.evaluate(_UNTIL % (PATIENCE * 1000, script))
        if value is None:
            shown = await self.evaluate("document.body.innerText")
            raise AssertionError(f"never came true: {script}\nThe page shows:\n{shown}\n{self.troubles}")
        return value["seen"]

    async def click(self, selector: str, text: str = "") -> None:
        """Click the middle of the first shown element that has ``text`` in it."""
        at = await self.until(_FIND.strip() % (json.dumps(selector), json.dumps(text)))
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            await self.command(
                "Input.dispatchMouseEvent", type=kind, x=at["x"], y=at["y"], button="left", clickCount=1
            )

    async def type(self, text: str) -> None:
        """Type ``text`` where the focus is, key by key."""
        for letter in text:
            await self.command("Input.dispatchKeyEvent", type="keyDown", text=letter, key=letter)
            await self.command("Input.dispatchKeyEvent", type="keyUp", key=letter)

    async def press(self, key: str) -> None:
        """Press a key that writes nothing, such as Enter."""
        code, text = _KEYS[key]
        known = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        await self.command(
            "Input.dispatchKeyEvent", type="keyDown", **known, **({"text": text} if text else {})
        )
        await self.command("Input.dispatchKeyEvent", type="keyUp", **known)

    async def resize(self, width: int, height: int) -> None:
        """Make the page as large as a screen of ``width`` by ``height`` pixels."""
        await self.command(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=width < 600,
        )  # fmt: skip

    async def photograph(self, path: Path) -> None:
        """Keep what the page looks like as a PNG file."""
        shot = await self.command("Page.captureScreenshot", format="png")
        await asyncio.to_thread(path.write_bytes, base64.b64decode(shot["data"]))
