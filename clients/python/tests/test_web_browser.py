"""The page as a person uses it, in a real browser: every game is played by clicks. Skipped without Chromium."""

from __future__ import annotations

import asyncio
import itertools
import re
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp.test_utils import TestServer

from tileengine_client import AsyncClient
from tileengine_client.web import app

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
SECONDS = 90.0
# Nothing but the page is asked for, and nothing is kept.
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-port=0",
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium (Debian's package chromium)")


class Tab:
    """A page of a browser, by the DevTools protocol."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._ids = itertools.count(1)
        self.faults: list[str] = []
        """What the browser complained of: exceptions, refused files, broken policies."""

    async def call(self, method: str, **parameters: Any) -> Any:
        number = next(self._ids)
        await self._socket.send_json({"id": number, "method": method, "params": parameters})
        while (answer := await self._socket.receive_json()).get("id") != number:
            if answer.get("method") == "Runtime.exceptionThrown":
                self.faults.append(str(answer["params"]["exceptionDetails"]))
            elif answer.get("method") == "Log.entryAdded" and answer["params"]["entry"]["level"] == "error":
                self.faults.append(str(answer["params"]["entry"]))
        assert "error" not in answer, answer
        return answer["result"]

    async def open(self, url: str) -> None:
        for domain in ("Page", "Runtime", "Log"):
            await self.call(f"{domain}.enable")
        await self.call("Page.navigate", url=url)

    async def look(self, script: str) -> Any:
        """The value of an expression on the page."""
        found = await self.call("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    async def until(self, script: str) -> Any:
        """The value of an expression, once it is true."""
        while not (found := await self.look(script)):
            await asyncio.sleep(0.05)
        return found

    async def click(self, selector: str) -> None:
        event = "new MouseEvent('click', {bubbles: true})"
        await self.look(f"document.querySelector({selector!r}).dispatchEvent({event})")


@asynccontextmanager
async def browser(folder: Path) -> AsyncIterator[Tab]:
    """A browser with one page; it is ended by its own id."""
    assert CHROMIUM is not None
    process = await asyncio.create_subprocess_exec(
        CHROMIUM, *FLAGS, f"--user-data-dir={folder}", "about:blank", stderr=asyncio.subprocess.PIPE
    )
    try:
        assert process.stderr is not None
        async with asyncio.timeout(SECONDS):
            while not (found := re.search(rb"ws://(127\.0\.0\.1:\d+)/", await process.stderr.readline())):
                assert process.returncode is None
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://{found[1].decode()}/json/list") as response:
                (page,) = [one for one in await response.json() if one["type"] == "page"]
            async with session.ws_connect(page["webSocketDebuggerUrl"], max_msg_size=0) as socket:
                yield Tab(socket)
    finally:
        process.kill()
        await process.communicate()


MINE = "/^(Your turn|The game is over)/.test(document.querySelector('#status').textContent)"
LINES = "document.querySelectorAll('#log li').length"
BUTTONS = "document.querySelectorAll('#choices button').length"
PLACES = "document.querySelectorAll('.place.can').length"
ERROR = "document.querySelector('#error').textContent"


async def play_a_move(tab: Tab) -> None:
    """Clicks on the board where that is possible, and on what is then on offer."""
    before = await tab.look(LINES)
    if await tab.look(PLACES):
        offered = await tab.look(BUTTONS)
        await tab.click(".place.can")
        await tab.until(f"{LINES} > {before} || {BUTTONS} > {offered} || {ERROR} !== ''")
    if await tab.look(LINES) == before:
        await tab.click("#choices button")
    await tab.until(f"{LINES} > {before}")


@pytest.fixture
def chromium_folder(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """A new profile for each browser."""
    return lambda: tmp_path_factory.mktemp("chromium")


async def test_every_game_is_played_by_clicks(
    async_client: AsyncClient, slug: str, chromium_folder: Callable[[], Path]
) -> None:
    async with TestServer(app.Site(async_client).application()) as server, browser(chromium_folder()) as tab:
        async with asyncio.timeout(SECONDS):
            await tab.open(str(server.make_url(f"/?game={slug}&level=1")))
            await tab.until("document.querySelector('#status') !== null")
            for _ in range(4):
                await tab.until(MINE)
                if await tab.look("document.querySelector('#status').textContent.includes('over')"):
                    break
                await play_a_move(tab)
                assert await tab.look(ERROR) == ""
            assert await tab.look("document.querySelector('#board svg') !== null")
            assert await tab.look("document.querySelector('#game').value") == slug
        assert tab.faults == []


async def test_a_hint_a_chosen_piece_and_a_new_game(
    async_client: AsyncClient, chromium_folder: Callable[[], Path]
) -> None:
    async with TestServer(app.Site(async_client).application()) as server, browser(chromium_folder()) as tab:
        async with asyncio.timeout(SECONDS):
            await tab.open(str(server.make_url("/?game=tantrix&level=1")))
            await tab.until("document.querySelector('#status') !== null")
            await tab.until(f"{MINE} && {PLACES}")
            await tab.click("#hint")
            await tab.until("document.querySelector('#status').textContent.startsWith('The engine would play')")
            assert await tab.look("document.querySelectorAll('.place.hinted').length") == 1
            await tab.click(".piece")
            assert await tab.look("document.querySelectorAll('.piece.chosen').length") == 1
            await tab.click(".place.can")
            offered = await tab.until(BUTTONS)
            assert await tab.look("document.querySelectorAll('#choices button svg').length") == offered
            await tab.look("document.querySelector('#game').value = 'triple_peaks'")
            await tab.look("document.querySelector('#game').dispatchEvent(new Event('change'))")
            await tab.click("#new button")
            await tab.until("document.querySelectorAll('#scores li').length === 1")
        assert tab.faults == []
