"""Two servers over one Redis: of two players who race on a ply exactly one wins, watchers on one server see what is
played through the other, and when Redis dies callers are told so and go on later. TILEENGINE_LONG=1: 200 matches.
"""

from __future__ import annotations

import asyncio
import os
import random

import grpc

from tests.crash.players import Player, Watcher, logged
from tests.crash.server_process import ServerProcess
from tests.matches.client import Client, Failed, moves
from tests.matches.redis_server import RedisServer

LONG = os.environ.get("TILEENGINE_LONG") == "1"
MATCHES = 200 if LONG else 8
AT_ONCE = 8
PLIES = 30
RACERS = 2


async def race(clients: list[Client], rng: random.Random, gate: asyncio.Semaphore) -> int:
    """One match with two callers racing for every ply, each through another server. Returns the plies won."""
    async with gate:
        match_id, _, tokens = await rng.choice(clients).start("triominos", 2)
        watchers = [Watcher(match_id) for _ in clients]
        following = [
            asyncio.create_task(watcher.follow(client, lambda: False)) for watcher, client in zip(watchers, clients)
        ]
        played: list[int] = []
        while len(played) < PLIES:
            match = (await rng.choice(clients).call("GetMatch", match_id=match_id)).match
            assert match.state.info.ply == len(played)
            if match.end.end:
                break
            token = tokens[match.state.info.turn]
            legal = (await rng.choice(clients).call("ListMatchMoves", token, match_id=match_id)).moves.action
            tries = [(rng.choice(clients), rng.choice(legal)) for _ in range(RACERS)]
            results = await asyncio.gather(
                *(
                    client.call("PlayMoves", token, match_id=match_id, moves=moves(action), expected_ply=len(played))
                    for client, action in tries
                ),
                return_exceptions=True,
            )
            won = [i for i, result in enumerate(results) if not isinstance(result, BaseException)]
            assert len(won) == 1, results
            for result in results:
                if isinstance(result, BaseException):
                    # The one who lost is late for the ply, for the turn, or for the match.
                    assert isinstance(result, Failed) and result.reason in ("STALE_PLY", "MATCH_STATE"), result
            played.append(tries[won[0]][1])
        if not (await clients[0].call("GetMatch", match_id=match_id)).match.end.end:
            await clients[0].call("ResignMatch", tokens[0], match_id=match_id)
        await asyncio.wait_for(asyncio.gather(*following), 30)
        assert all(watcher.actions == played for watcher in watchers)
        return len(played)


async def test_exactly_one_wins_each_race_over_two_servers() -> None:
    rng = random.Random(int(os.environ.get("TILEENGINE_SEED", "1")))
    with RedisServer() as redis, ServerProcess(redis.url) as first, ServerProcess(redis.url) as second:
        clients = [Client(first.address), Client(second.address)]
        gate = asyncio.Semaphore(AT_ONCE)
        plies = await asyncio.gather(*(race(clients, rng, gate) for _ in range(MATCHES)))
        for client in clients:
            await client.close()
    print(f"{MATCHES} matches over two servers, {sum(plies)} races, one winner each")


async def test_redis_dies_and_comes_back() -> None:
    rng = random.Random(2)
    with RedisServer() as redis, ServerProcess(redis.url) as first, ServerProcess(redis.url) as second:
        clients = [Client(first.address), Client(second.address)]
        players = []
        for number in range(6):
            match_id, _, tokens = await clients[number % 2].start("triominos", 2)
            players.append(Player(match_id, tokens, random.Random(rng.random())))
        watchers = [Watcher(player.match_id) for player in players]
        stopped = False
        tasks = [
            asyncio.create_task(player.play_through(clients[n % 2], lambda: stopped))
            for n, player in enumerate(players)
        ]
        # Each match is watched through the server it is not played through.
        following = [
            asyncio.create_task(watcher.follow(clients[(n + 1) % 2], lambda: stopped))
            for n, watcher in enumerate(watchers)
        ]
        for _ in range(5 if LONG else 2):
            await asyncio.sleep(0.4)
            redis.kill()
            for client in clients:
                try:
                    await client.call("GetMatch", match_id=players[0].match_id)
                except Failed as failure:
                    assert (failure.code, failure.reason) == (grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE")
                else:
                    raise AssertionError("answered without its store")
            before = [len(player.promised) for player in players]
            redis.start()
            await asyncio.sleep(0.8)
            assert all(len(player.promised) > count or player.over for player, count in zip(players, before)), (
                "it did not go on"
            )
        stopped = True
        await asyncio.wait_for(asyncio.gather(*tasks, *following), 60)
        assert any(player.refused for player in players)
        for player, watcher in zip(players, watchers):
            await asyncio.wait_for(player.play(clients[0]), 60)
            assert await logged(clients[1], player.match_id) == player.promised
            await asyncio.wait_for(watcher.follow(clients[0], lambda: False), 30)
            assert watcher.actions == player.promised
        for client in clients:
            await client.close()
        refused, played = sum(p.refused for p in players), sum(len(p.promised) for p in players)
        print(f"Redis killed: {refused} refusals, {played} moves")
