"""The pages and the questions of the page, over HTTP on loopback: what a browser asks becomes a call of a Table.

Only a browser on this machine is answered, and only pages that came from here: a name that somebody else lets point to
this machine, or a page from elsewhere, is refused. Tables, waits and bodies are bounded. This file knows no game.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from importlib.resources import files
from typing import Any

from aiohttp import web

from tileengine_client import AsyncClient, errors, values
from tileengine_client.web.table import Table

TABLES_MAX = 16
"""Matches that are open at once; one more closes the one that was asked for longest ago."""
WAIT_SECONDS = 20.0
"""A page that waits for news is answered after so long, news or not."""
BODY_MAX = 16_384
HOSTS = ("127.0.0.1", "localhost", "[::1]")
STATIC = {
    "": ("page.html", "text/html"),
    "page.js": ("page.js", "text/javascript"),
    "page.css": ("page.css", "text/css"),
}
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
_STATUS = {errors.NotFound: 404, errors.InvalidRequest: 400, errors.Unavailable: 503, errors.ResourceExhausted: 429}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Site:
    """The site over one client; `application` is what aiohttp runs."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._games: dict[str, values.Game] = {}

    def application(self) -> web.Application:
        """An aiohttp application that closes its tables when it ends."""
        made = web.Application(middlewares=[_guard], client_max_size=BODY_MAX)
        for path in STATIC:
            made.router.add_get(f"/{path}", self._static)
        made.router.add_get("/games", self._list_games)
        made.router.add_post("/tables", self._open)
        made.router.add_get("/tables/{table}", self._state)
        made.router.add_get("/tables/{table}/candidates", self._candidates)
        made.router.add_get("/tables/{table}/hint", self._hint)
        made.router.add_post("/tables/{table}/moves", self._play)
        made.router.add_post("/tables/{table}/undo", self._undo)
        made.on_cleanup.append(self._close)
        return made

    async def _close(self, application: web.Application) -> None:
        await asyncio.gather(*(table.close() for table in self._tables.values()))

    async def _static(self, request: web.Request) -> web.Response:
        name, kind = STATIC[request.path.removeprefix("/")]
        text = files(__package__).joinpath("static", name).read_text(encoding="utf-8")
        return web.Response(text=text, content_type=kind, charset="utf-8")

    async def _known(self) -> dict[str, values.Game]:
        if not self._games:
            self._games = {game.slug: game for game in await self._client.games()}
        return self._games

    async def _list_games(self, request: web.Request) -> web.Response:
        return web.json_response(
            [
                {
                    "slug": game.slug,
                    "title": game.title,
                    "seats": [game.seats_min, game.seats_max, game.seats_default],
                    "presets": [{"name": preset.name, "meaning": preset.meaning} for preset in game.presets],
                }
                for game in (await self._known()).values()
            ]
        )

    async def _open(self, request: web.Request) -> web.Response:
        asked = await _body(request)
        game = (await self._known()).get(_field(asked, "game", str))
        if game is None:
            raise errors.UnknownGame("no such game", field="game")
        table = await Table.open(
            self._client,
            game,
            seats=_field(asked, "seats", int),
            level=_field(asked, "level", int),
            preset=_field(asked, "preset", str),
        )
        key = secrets.token_urlsafe(16)
        self._tables[key] = table
        while len(self._tables) > TABLES_MAX:
            await self._tables.popitem(last=False)[1].close()
        return web.json_response({"table": key})

    def _table(self, request: web.Request) -> Table:
        key = request.match_info["table"]
        if key not in self._tables:
            raise errors.NotFound("this table is gone; begin a new game")
        self._tables.move_to_end(key)
        return self._tables[key]

    async def _state(self, request: web.Request) -> web.Response:
        return web.json_response(await self._table(request).state(_number(request, "after") or 0, WAIT_SECONDS))

    async def _candidates(self, request: web.Request) -> web.Response:
        place = _number(request, "place")
        if place is None:
            raise errors.BadField("place is required", field="place")
        return web.json_response(await self._table(request).candidates(place, _number(request, "piece")))

    async def _hint(self, request: web.Request) -> web.Response:
        return web.json_response(await self._table(request).hint())

    async def _play(self, request: web.Request) -> web.Response:
        table, asked = self._table(request), await _body(request)
        await table.play(_field(asked, "action", int), _field(asked, "ply", int))
        return web.json_response({})

    async def _undo(self, request: web.Request) -> web.Response:
        await self._table(request).undo()
        return web.json_response({})


@web.middleware
async def _guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuses strangers, and makes failures answers that the page can show."""
    if not _is_ours(request):
        raise web.HTTPForbidden(text="this address answers its own pages only")
    try:
        response = await handler(request)
    except errors.TileengineError as failure:
        status = next((status for kind, status in _STATUS.items() if isinstance(failure, kind)), 409)
        response = web.json_response({"error": failure.message, "paragraph": failure.paragraph}, status=status)
    response.headers.update(HEADERS)
    return response


def _is_ours(request: web.Request) -> bool:
    """True when the browser means this machine, and the page that asks came from here."""
    host, _, port = request.host.rpartition(":")
    if host not in HOSTS or not port.isdecimal():
        return False
    origin = request.headers.get("Origin")
    return origin is None or origin == f"http://{request.host}"


async def _body(request: web.Request) -> dict[str, Any]:
    if request.content_type != "application/json":
        raise errors.BadField("a body is JSON", field="body")
    try:
        found = await request.json()
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise errors.BadField("a body is a JSON object", field="body")
    return found


def _field(asked: dict[str, Any], name: str, kind: type[Any]) -> Any:
    value = asked.get(name)
    if type(value) is not kind:
        raise errors.BadField(f"{name} is required, a {'text' if kind is str else 'whole number'}", field=name)
    return value


def _number(request: web.Request, name: str) -> int | None:
    text = request.query.get(name, "")
    if not text:
        return None
    if not text.isdecimal() or len(text) > 18:
        raise errors.BadField(f"{name} is a whole number", field=name)
    return int(text)


async def serve(client: AsyncClient, port: int, ready: Callable[[str], None]) -> None:
    """Serves the site on loopback until it is cancelled; port 0: any free one. ready: called with the address."""
    runner = web.AppRunner(Site(client).application(), access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", port).start()
        ready(f"http://127.0.0.1:{runner.addresses[0][1]}/")
        await asyncio.Event().wait()
    finally:
        await runner.cleanup()
