"""The site that is played in the browser: its questions, over HTTP, against a real server."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from importlib.resources import files
from typing import Any

import pytest
import pytest_asyncio
from aiohttp.test_utils import TestClient, TestServer

from tileengine_client import AsyncClient
from tileengine_client.terminal import main
from tileengine_client.web import app

SECONDS = 60.0


@pytest_asyncio.fixture
async def site(async_client: AsyncClient) -> AsyncIterator[Page]:
    async with TestClient(TestServer(app.Site(async_client).application())) as client:
        yield Page(client)


class Page:
    """What a browser would ask."""

    def __init__(self, client: TestClient[Any, Any]) -> None:
        self.client = client

    async def get(self, path: str, status: int = 200) -> Any:
        async with self.client.get(path) as response:
            assert response.status == status, await response.text()
            assert "default-src 'none'" in response.headers["Content-Security-Policy"]
            return await response.json()

    async def post(self, path: str, body: Any, status: int = 200) -> Any:
        async with self.client.post(path, json=body) as response:
            assert response.status == status, await response.text()
            return await response.json()

    async def open(self, game: str, seats: int = 2, level: int = 1) -> str:
        opened = await self.post("/tables", {"game": game, "seats": seats, "level": level, "preset": ""})
        return f"/tables/{opened['table']}"

    async def my_turn(self, table: str) -> Any:
        """The state once the person is to move, or the game is over."""
        event = 0
        async with asyncio.timeout(SECONDS):
            while True:
                state = await self.get(f"{table}?after={event}")
                if state["mine"] or state["over"]:
                    return state
                event = state["event"]


async def test_the_page_and_its_files_are_served(site: Page) -> None:
    for path, (name, kind) in app.STATIC.items():
        async with site.client.get(f"/{path}") as response:
            assert (response.status, response.content_type) == (200, kind)
            assert await response.text() == files("tileengine_client.web").joinpath("static", name).read_text("utf-8")


def test_the_script_finds_what_it_looks_for_on_the_page() -> None:
    static = files("tileengine_client.web").joinpath("static")
    script, page = (static.joinpath(name).read_text("utf-8") for name in ("page.js", "page.html"))
    wanted = set(re.findall(r'by\("(\w+)"\)', script))
    assert len(wanted) > 8
    assert wanted <= set(re.findall(r'id="(\w+)"', page))


async def test_every_game_is_played_by_clicks(site: Page, slug: str) -> None:
    (game,) = [game for game in await site.get("/games") if game["slug"] == slug]
    table = await site.open(slug, seats=game["seats"][2])
    clicks = 0
    for _ in range(4):
        state = await site.my_turn(table)
        if state["over"]:
            break
        assert len(state["seats"]) == game["seats"][2]
        on_board = [move for move in state["moves"] if move[0] != 32767]
        if on_board:
            place, piece = on_board[0]
            assert f'data-place="{place}"' in state["board"]
            of_any = await site.get(f"{table}/candidates?place={place}")
            found = await site.get(f"{table}/candidates?place={place}&piece={piece}")
            assert 1 <= len(found) <= len(of_any)
            assert all(move["text"] for move in found)
            if slug != "triple_peaks":  # there a move takes a card away
                assert all(move["picture"].startswith("<svg") for move in found)
            clicks += 1
            action = found[0]["action"]
        else:
            action = state["others"][0]["action"]
        await site.post(f"{table}/moves", {"action": action, "ply": state["ply"]})
        assert (await site.get(table))["ply"] > state["ply"]
    assert clicks or slug == "triple_peaks"
    assert (await site.get(table))["log"]


async def test_a_game_ends_on_the_page(site: Page) -> None:
    table = await site.open("triple_peaks", seats=1)
    while not (state := await site.my_turn(table))["over"]:
        if state["others"]:
            action = state["others"][0]["action"]
        else:
            action = (await site.get(f"{table}/candidates?place={state['moves'][0][0]}"))[0]["action"]
        await site.post(f"{table}/moves", {"action": action, "ply": state["ply"]})
    assert state["end"]
    assert state["outcomes"] in (["won"], ["lost"])
    assert (state["moves"], state["others"], state["mine"], state["undo"]) == ([], [], False, False)
    assert state["board"].startswith("<svg") or state["outcomes"] == ["won"]
    assert (await site.get(f"{table}/hint", 409))["error"]


async def test_a_hint_can_be_played(site: Page) -> None:
    table = await site.open("triominos")
    await site.my_turn(table)
    hint = await site.get(f"{table}/hint")
    assert hint["text"]


async def test_moves_are_taken_back_with_those_of_the_engine(site: Page) -> None:
    table = await site.open("triominos")
    for _ in range(30):
        state = await site.my_turn(table)
        assert not state["over"]
        if state["undo"]:
            break
        place, piece = state["moves"][0]
        move = (
            state["others"][0]
            if place == 32767
            else (await site.get(f"{table}/candidates?place={place}&piece={piece}"))[0]
        )
        await site.post(f"{table}/moves", {"action": move["action"], "ply": state["ply"]})
    assert state["undo"]
    await site.post(f"{table}/undo", {})
    async with asyncio.timeout(SECONDS):
        while (back := await site.my_turn(table))["ply"] >= state["ply"]:
            await asyncio.sleep(0.05)
    assert any(line.startswith("back to move") for line in back["log"])


async def test_the_other_hand_is_not_on_the_page(site: Page) -> None:
    table = await site.open("triz")
    state = await site.my_turn(table)
    assert state["board"].count('class="piece"') == 5  # the person's own


async def test_refusals_are_sentences(site: Page) -> None:
    table = await site.open("triominos")
    state = await site.my_turn(table)
    said = await site.post(f"{table}/moves", {"action": 4294967295, "ply": state["ply"]}, 400)
    assert said["error"]
    said = await site.post(f"{table}/moves", {"action": 1, "ply": state["ply"] + 5}, 409)
    assert said["error"]
    assert (await site.post(f"{table}/undo", {}, 409))["error"]
    for body, status in (
        ({"game": "chess", "seats": 2, "level": 1, "preset": ""}, 400),
        ({"game": "triominos", "seats": 99, "level": 1, "preset": ""}, 400),
        ({"game": "triominos", "seats": 2, "level": 99, "preset": ""}, 400),
        ({"game": "triominos", "seats": 2, "level": 1, "preset": "none such"}, 400),
        ({"game": "triominos", "seats": True, "level": 1, "preset": ""}, 400),
        ({"game": "triominos"}, 400),
        ([], 400),
    ):
        assert (await site.post("/tables", body, status))["error"]
    assert (await site.get(f"{table}/candidates", 400))["error"]
    assert (await site.get(f"{table}/candidates?place=x", 400))["error"]
    assert (await site.get("/tables/nothing", 404))["error"]


async def test_only_pages_from_here_are_answered(site: Page) -> None:
    own = str(site.client.make_url("/")).rstrip("/")
    for headers, status in (
        ({"Host": "evil.example:80"}, 403),
        ({"Host": "127.0.0.1"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": own}, 200),
        ({}, 200),
    ):
        async with site.client.get("/games", headers=headers) as response:
            assert response.status == status
    async with site.client.post("/tables", data="{}", headers={"Content-Type": "text/plain"}) as response:
        assert response.status == 400
    async with site.client.post("/tables", data=b"x" * (2 * app.BODY_MAX)) as response:
        assert response.status in (400, 413)


async def test_the_oldest_table_makes_room(site: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "TABLES_MAX", 2)
    first, second = await site.open("triple_peaks", seats=1), await site.open("triple_peaks", seats=1)
    await site.get(first)
    third = await site.open("triple_peaks", seats=1)
    await site.get(second, 404)
    await site.get(first)
    await site.get(third)


async def test_a_page_that_waits_is_answered_when_something_happens_or_in_the_end(
    site: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "WAIT_SECONDS", 0.2)
    table = await site.open("triple_peaks", seats=1)
    state = await site.my_turn(table)
    again = await site.get(f"{table}?after={state['event']}")
    assert again["event"] == state["event"]
    monkeypatch.setattr(app, "WAIT_SECONDS", SECONDS)
    waiting = asyncio.create_task(site.get(f"{table}?after={state['event']}"))
    await site.post(f"{table}/moves", {"action": state["others"][0]["action"], "ply": state["ply"]})
    async with asyncio.timeout(SECONDS / 2):
        assert (await waiting)["ply"] == state["ply"] + 1


def test_a_port_that_is_taken_is_said(address: str, capfd: pytest.CaptureFixture[str]) -> None:
    port = address.rpartition(":")[2]
    assert main(["--web", "--server", address, "--port", port]) == 2
    assert f"port {port}" in capfd.readouterr().err
