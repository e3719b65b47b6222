"""What live matches cost: memory a match, the time of a move with few and with many of them, a crowd of watchers.

    python -m tests.load.live_matches [--store URL] [--matches 10 1000 10000] [--moves 2000] [--watchers 1000]

Starts a server of its own on loopback; client and server share the machine, so read the times as upper bounds.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import time
from pathlib import Path

from tests.crash.server_process import ServerProcess
from tests.matches.client import Client, moves
from tileengine import Position
from tileengine.v1 import match_service_pb2 as pb

GAME = "triominos"
AT_ONCE = 32
WATCHERS_A_CONNECTION = 100


def resident_kib(pid: int) -> int:
    """Resident memory of a process, KiB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    raise AssertionError("no VmRSS")


async def make(client: Client, count: int) -> list[tuple[str, list[str]]]:
    """So many running matches of two seats."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one() -> tuple[str, list[str]]:
        async with gate:
            match_id, _, tokens = await client.start(GAME, 2)
            return match_id, tokens

    return list(await asyncio.gather(*(one() for _ in range(count))))


async def move(client: Client, match_id: str, tokens: list[str], rng: random.Random) -> tuple[float, bool]:
    """Plays a random legal move; (seconds that PlayMoves took, whether the match is over)."""
    match = (await client.call("GetMatch", match_id=match_id)).match
    if match.status == pb.MATCH_STATUS_OVER:
        return 0.0, True
    token = tokens[match.state.info.turn]
    legal = (await client.call("ListMatchMoves", token, match_id=match_id)).moves.action
    action = rng.choice(legal)
    began = time.perf_counter()
    played = await client.call("PlayMoves", token, match_id=match_id, moves=moves(action))
    return time.perf_counter() - began, played.result.over


def line(name: str, seconds: list[float]) -> str:
    ranked = sorted(seconds)
    p99 = ranked[int(len(ranked) * 0.99) - 1]
    return f"{name:28} p50 {statistics.median(ranked) * 1e3:7.2f} ms   p99 {p99 * 1e3:7.2f} ms   ({len(ranked)} moves)"


async def crowd(server: ServerProcess, watchers: int, rounds: int, rng: random.Random) -> None:
    """One match with many watchers: from sending a move until the last of them has it."""
    client = Client(server.address)
    match_id, _, tokens = await client.start(GAME, 2)
    channels = [Client(server.address) for _ in range(-(-watchers // WATCHERS_A_CONNECTION))]
    calls = [channels[i // WATCHERS_A_CONNECTION].watch(match_id, after=3) for i in range(watchers)]
    heard = await asyncio.gather(*(call.read() for call in calls))
    assert all(response.event.event == 4 for response in heard)
    before = resident_kib(server.pid)
    took, moved = [], []
    for _ in range(rounds):
        began = time.perf_counter()
        reading = [asyncio.create_task(call.read()) for call in calls]
        seconds, over = await move(client, match_id, tokens, rng)
        moved.append(seconds)
        heard = await asyncio.gather(*reading)
        took.append(time.perf_counter() - began)
        assert len({response.event.event for response in heard}) == 1
        if over:
            break
    print(line(f"move, {watchers} watchers", moved))
    print(line("until the last has heard", took), f"  server {before / 1024:.0f} MiB")
    for call in calls:
        call.cancel()
    for each in (client, *channels):
        await each.close()


async def run(arguments: argparse.Namespace) -> None:
    rng = random.Random(1)
    places = ["--watchers-max", str(arguments.watchers), "--calls-max", str(2 * arguments.watchers + 64)]
    with ServerProcess(arguments.store, *places) as server:
        client = Client(server.address)
        found: list[tuple[str, list[str]]] = []
        await make(client, 5)
        empty = resident_kib(server.pid)
        for count in arguments.matches:
            found += await make(client, count - len(found))
            created = resident_kib(server.pid)
            took: list[float] = []
            running = list(found)
            while len(took) < arguments.moves and running:
                index = rng.randrange(len(running))
                seconds, over = await move(client, *running[index], rng)
                if over:
                    running[index] = running[-1]
                    running.pop()
                if seconds:
                    took.append(seconds)
            a_match = (created - empty) / count
            print(line(f"{count} live matches", took), f"  {a_match:.1f} KiB a match, server {created / 1024:.0f} MiB")
        await client.close()
        await crowd(server, arguments.watchers, 30, rng)
    size = len(Position.deal(GAME, seed=1).encode())
    print(f"(a position of {GAME} is {size} bytes and more as tiles are laid)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--store", default="memory:")
    parser.add_argument("--matches", type=int, nargs="+", default=[10, 1_000, 10_000])
    parser.add_argument("--moves", type=int, default=2_000)
    parser.add_argument("--watchers", type=int, default=1_000)
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
