"""Call rates and latencies of a running server, seen through the Python client: the start of a load test.

Wall time, one process, a fixed number of calls in flight. The client costs as much as the server, so these are not the
server's limits: read them as ratios to `ping`, an echo on the same server, measured in turn with each method.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from tileengine.bench.tables import rate, render

IN_FLIGHT = 16
ROUNDS = 5
BATCH = 500
WARM_UP = 200

Call = Callable[[], Awaitable[Any]]


class Unreachable(Exception):
    """No server answers, or the client is not installed."""


async def run(call: Call, seconds: float) -> list[float]:
    """Latencies in seconds of calls made for so long with IN_FLIGHT at once."""
    found: list[float] = []
    until = time.perf_counter() + seconds

    async def worker() -> None:
        while (start := time.perf_counter()) < until:
            await call()
            found.append(time.perf_counter() - start)

    await asyncio.gather(*(worker() for _ in range(IN_FLIGHT)))
    return found


async def paired(name: str, call: Call, units: int, ping: Call, seconds: float) -> dict[str, Any]:
    """A method beside ping in paired rounds: calls (or units) a second, percentiles in ms, the median ratio."""
    rates, ratios, latencies = [], [], []
    for _ in range(ROUNDS):
        slice_seconds = seconds / ROUNDS
        pinged = len(await run(ping, slice_seconds)) / slice_seconds
        called = await run(call, slice_seconds)
        latencies += called
        rates.append(len(called) * units / slice_seconds)
        ratios.append(rates[-1] / pinged)
    cuts = statistics.quantiles(latencies, n=1000)
    return {
        "method": name,
        "per_second": statistics.median(rates),
        "to_ping": statistics.median(ratios),
        "p50_ms": cuts[499] * 1e3,
        "p95_ms": cuts[949] * 1e3,
        "p99_ms": cuts[989] * 1e3,
    }


async def _measure(address: str, slugs: list[str], seconds: float, say: Callable[[str], None]) -> list[dict[str, Any]]:
    from tileengine_client import AsyncClient, TileengineError, queries

    async with AsyncClient(address, timeout=30) as client:
        try:
            await client.wait_ready(10)
        except TileengineError as failure:
            raise Unreachable(f"{failure}; start one with `tileengine serve --address {address}`") from failure

        async def ping() -> None:
            await client.ping(b"x" * 50)

        for _ in range(WARM_UP):
            await ping()
        found = [await paired("ping", ping, 1, ping, seconds)]
        for slug in slugs:
            position = (await client.deal(slug, seed=1)).position
            for _ in range(20):
                moves = [move async for move in client.moves(position, limit=50)]
                if not moves:
                    break
                position = (await client.apply(position, moves[len(moves) // 2])).position
            move = await anext(aiter(client.moves(position, limit=1)))
            lists = [queries.move_page(position) for _ in range(BATCH)]
            calls: dict[str, tuple[Call, int]] = {
                "deal": (partial(client.deal, slug, seed=1), 1),
                "list_moves": (partial(client.ask, lists[0]), 1),
                "apply": (partial(client.apply, position, move), 1),
                "score": (partial(client.score, position), 1),
                "view, geometry": (partial(client.view, position, geometry=True), 1),
                f"list_moves, batches of {BATCH}": (partial(client.batch, lists), BATCH),
            }
            for name, (call, units) in calls.items():
                found.append(await paired(f"{slug} {name}", call, units, ping, seconds))
                say(f"{found[-1]['method']}: {rate(found[-1]['per_second'])}/s, {found[-1]['to_ping']:.3g} of ping")
        return found


def measure(address: str, slugs: list[str], seconds: float, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """One entry per method and game. Raises Unreachable."""
    try:
        import tileengine_client  # noqa: F401 - told before anything is measured that it is missing
    except ImportError as missing:
        raise Unreachable("--server needs the Python client: pip install ./clients/python") from missing
    return asyncio.run(_measure(address, slugs, seconds, say))


def table(found: list[dict[str, Any]]) -> str:
    """The figures as a table."""
    rows = [
        [
            f["method"],
            rate(f["per_second"]),
            f"{f['to_ping']:.3g}",
            *(f"{f[cut]:.2f}" for cut in ("p50_ms", "p95_ms", "p99_ms")),
        ]
        for f in found
    ]
    title = f"Server, {IN_FLIGHT} calls in flight from one Python client"
    return render(title, ["method", "per s", "to ping", "p50 ms", "p95 ms", "p99 ms"], rows)
